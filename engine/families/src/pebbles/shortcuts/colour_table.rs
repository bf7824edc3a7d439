//! One pattern database of colours: what the pebbles of two or three colours need beyond their distances.
//!
//! ```text
//!   plates  R G . .      pebbles  G R . .      one edge each for G and R: their distances are 2,
//!           . . . .               . - . .      but one has to step aside first: 3. The gain is 1.
//! ```
//!
//! Breadth-first from home over the placings of these pebbles alone, as if the hole were wherever it is wanted, with a
//! tenth of the states that there are with the hole. On a board that IDA* suits, the hole goes round other pebbles, so
//! that this loses next to nothing: of Panguru's tables, all pairs and the four triples that were compared are the same.
//!
//! **Sixty-four placings in one step.** A colour's pebbles are one set of cells, numbered by [`clew_core::ranks`]. A row of
//! the table holds the placings with the same sets of all colours but the last, and a layer of the search is a bit for
//! each placing:
//!
//! ```text
//!   row R on {1 4}    0 1 1 0 0 1 ...   one bit for each set of G
//!     R moves 4 -> 5: row R on {1 5}    the same bits, without the sets of G that cover cell 5
//!     G moves:        the same row      all sets one step from a set of G, without those that cover cell 1 or 4
//! ```
//!
//! So what another colour's move does to a whole row is a few words' work, and the last colour's moves are one union of
//! words for each placing. Listing the steps of each placing takes seven times as long,
//! without a branch; with one, which is hard to predict, fourteen times.

use crate::pebbles::graph::Graph;
use clew_core::ranks::{next_set, subsets, terms};
use clew_search::parallel::Cancellation;

/// Rows between two looks for cancellation.
const LOOK_EVERY: usize = 1 << 8;
/// Where no placing has been met.
const UNMET: u8 = u8::MAX;
/// A colour of more sets cannot be the last of a database.
pub const MOST_IN_A_ROW: u64 = 1 << 11;

/// A colour's sets of cells.
pub struct Sets {
    /// The cells of each set, as bits.
    cells: Vec<u64>,
    /// By set, where its steps begin.
    begins: Vec<u32>,
    /// The cell that a step enters, and the set after it.
    steps: Vec<(u8, u32)>,
    /// The cost of each set by distances alone.
    costs: Vec<u8>,
    /// The sets that cover plates of the colour only.
    homes: Vec<u32>,
    /// Words of a row of these sets.
    words: usize,
    /// By cell, a row of the sets that cover it.
    covering: Vec<u64>,
    /// By set, a row of the sets one step away.
    near: Vec<u64>,
}

impl Sets {
    /// Of `count` pebbles with these plates; `costs` are those of the sets in the order of their numbers.
    pub fn new(graph: &Graph, count: usize, plates: u64, costs: Vec<u8>) -> Self {
        let terms = terms(graph.cells(), count);
        let number = |set: u64| {
            bits(&[set]).zip(0..).map(|(cell, place)| terms[place * graph.cells() + cell]).sum::<u32>()
        };
        let mut set: Vec<usize> = (0..count).collect();
        let (mut cells, mut begins, mut steps, mut homes) = (Vec::new(), vec![0], Vec::new(), Vec::new());
        loop {
            let here: u64 = set.iter().map(|&cell| 1 << cell).sum();
            if here & !plates == 0 {
                homes.push(cells.len() as u32);
            }
            cells.push(here);
            for &from in &set {
                let free = graph.neighbours(from).iter().filter(|&&to| here >> to & 1 == 0);
                steps.extend(free.map(|&to| (to as u8, number(here ^ 1 << from ^ 1 << to))));
            }
            begins.push(steps.len() as u32);
            if !next_set(&mut set, graph.cells()) {
                break;
            }
        }
        let mut sets =
            Self { words: 0, covering: Vec::new(), near: Vec::new(), cells, begins, steps, costs, homes };
        if sets.len() as u64 <= MOST_IN_A_ROW {
            sets.add_rows(graph.cells());
        }
        sets
    }

    fn add_rows(&mut self, cells: usize) {
        self.words = words(self.len() as u64) as usize;
        (self.covering, self.near) = (vec![0; cells * self.words], vec![0; self.len() * self.words]);
        for set in 0..self.len() {
            for cell in bits(&[self.cells[set]]) {
                self.covering[cell * self.words + set / 64] |= 1 << (set % 64);
            }
            for &(_, after) in &self.steps[self.begins[set] as usize..self.begins[set + 1] as usize] {
                self.near[set * self.words + after as usize / 64] |= 1 << (after % 64);
            }
        }
    }

    /// Bytes of the sets of `count` pebbles on this graph, at most.
    pub fn bytes(graph: &Graph, count: usize) -> u64 {
        let (cells, sets) = (graph.cells(), subsets(graph.cells(), count));
        let steps = (0..cells).map(|cell| graph.neighbours(cell).len()).max().unwrap_or(0) * count;
        let row = if sets <= MOST_IN_A_ROW { 8 * words(sets) } else { 0 };
        sets * (8 + 4 + 1 + 4 + 8 * steps as u64 + row) + cells as u64 * row
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    fn steps(&self, set: usize) -> &[(u8, u32)] {
        &self.steps[self.begins[set] as usize..self.begins[set + 1] as usize]
    }
}

/// The numbers of the bits that are set, in order.
fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().zip(0..).flat_map(|(&word, place)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| 64 * place + word.trailing_zeros() as usize);
            word &= word.wrapping_sub(1);
            bit
        })
    })
}

/// Words of a row of that many sets: a power of two.
fn words(sets: u64) -> u64 {
    sets.div_ceil(64).next_power_of_two()
}

/// Bytes that are worked on while a table of that many entries is filled, whose last colour has that many sets.
pub fn working(entries: u64, last: u64) -> u64 {
    entries / last.max(1) * (3 * 8 * words(last) + size_of::<usize>() as u64)
}

/// Fills a table with the gain of each placing of these colours, 0 where their pebbles would share a cell. Returns `false`
/// if the work is cancelled, and the table incomplete.
pub fn fill(colours: &[&Sets], table: &mut [u8], cancellation: &Cancellation) -> bool {
    if cancellation.is_cancelled() {
        return false;
    }
    table.fill(UNMET);
    let Some((last, others)) = colours.split_last() else { return true };
    let done = match last.words {
        1 => Layers::<1>::new(last, others).run(table, cancellation),
        2 => Layers::<2>::new(last, others).run(table, cancellation),
        4 => Layers::<4>::new(last, others).run(table, cancellation),
        8 => Layers::<8>::new(last, others).run(table, cancellation),
        16 => Layers::<16>::new(last, others).run(table, cancellation),
        _ => Layers::<32>::new(last, others).run(table, cancellation),
    };
    if !done {
        return false;
    }
    each_row(colours, table, |first, row| {
        let distance =
            first.iter().zip(colours).fold(0u8, |sum, (&set, colour)| sum.saturating_add(colour.costs[set]));
        for (entry, &last) in row.iter_mut().zip(&last.costs) {
            *entry = if *entry == UNMET { 0 } else { entry.saturating_sub(distance.saturating_add(last)) };
        }
    });
    true
}

/// Takes the gains out of a table of three colours that a table of two of them has as well. `pairs` are those of the first
/// and the second, the first and the third, the second and the third.
pub fn leave_to_pairs(colours: [&Sets; 3], table: &mut [u8], pairs: [&[u8]; 3]) {
    let [_, second, third] = colours.map(Sets::len);
    each_row(&colours, table, |first, row| {
        let both = pairs[0][first[0] * second + first[1]];
        let [one, other] = [0, 1].map(|i| &pairs[1 + i][first[i] * third..][..third]);
        for ((entry, &one), &other) in row.iter_mut().zip(one).zip(other) {
            *entry = if *entry > both.max(one).max(other) { *entry } else { 0 };
        }
    });
}

/// A row of a layer: a bit for each set of the last colour.
type Row<const WORDS: usize> = [u64; WORDS];

/// The layers of a search.
struct Layers<'a, const WORDS: usize> {
    last: &'a Sets,
    others: &'a [&'a Sets],
    /// By cell, the sets of the last colour that cover it; by set, those one step away.
    covering: &'a [Row<WORDS>],
    near: &'a [Row<WORDS>],
    /// The layer that is expanded, and its rows that are not empty.
    layer: Vec<Row<WORDS>>,
    rows: Vec<usize>,
    /// What has been met of the next one, and of all.
    next: Vec<Row<WORDS>>,
    met: Vec<Row<WORDS>>,
}

impl<'a, const WORDS: usize> Layers<'a, WORDS> {
    /// Before the first layer, with the placings at home as the next one.
    fn new(last: &'a Sets, others: &'a [&'a Sets]) -> Self {
        let rows: usize = others.iter().map(|colour| colour.len()).product();
        let empty = || vec![[0; WORDS]; rows];
        let home = others.iter().fold(vec![0], |rows, colour| {
            let beside = |row: usize| colour.homes.iter().map(move |&set| row * colour.len() + set as usize);
            rows.into_iter().flat_map(beside).collect()
        });
        let mut next = empty();
        for row in home {
            last.homes.iter().for_each(|&set| next[row][set as usize / 64] |= 1 << (set % 64));
        }
        let (covering, near) = (last.covering.as_chunks().0, last.near.as_chunks().0);
        Self { last, others, covering, near, layer: empty(), rows: Vec::new(), next, met: empty() }
    }

    /// Searches until no placing is left to meet; `false` if the work is cancelled.
    fn run(&mut self, table: &mut [u8], cancellation: &Cancellation) -> bool {
        for cost in 0..UNMET {
            self.settle(table, cost);
            if self.rows.is_empty() {
                break;
            }
            for number in 0..self.rows.len() {
                if number.is_multiple_of(LOOK_EVERY) && cancellation.is_cancelled() {
                    return false;
                }
                self.expand(self.rows[number]);
            }
        }
        true
    }

    /// Makes the next layer the one to expand, and enters its cost.
    fn settle(&mut self, table: &mut [u8], cost: u8) {
        self.rows.clear();
        let rows = self.layer.iter_mut().zip(&mut self.next).zip(&mut self.met).enumerate();
        for (row, ((layer, next), met)) in rows {
            let fresh: Row<WORDS> = std::array::from_fn(|word| next[word] & !met[word]);
            (*layer, *next) = (fresh, [0; WORDS]);
            if fresh == [0; WORDS] {
                continue;
            }
            self.rows.push(row);
            met.iter_mut().zip(fresh).for_each(|(met, fresh)| *met |= fresh);
            let entries = &mut table[row * self.last.len()..][..self.last.len()];
            bits(&fresh).for_each(|set| entries[set] = cost);
        }
    }

    /// Meets what is one move after a row of the layer.
    fn expand(&mut self, row: usize) {
        let mut sets = [0; 2];
        let mut rest = row;
        for (set, colour) in sets.iter_mut().zip(self.others).rev() {
            *set = rest % colour.len();
            rest /= colour.len();
        }
        let taken =
            sets.iter().zip(self.others).fold(0u64, |taken, (&set, colour)| taken | colour.cells[set]);
        let layer = self.layer[row];
        let mut stride = 1;
        for (&set, colour) in sets[..self.others.len()].iter().zip(self.others).rev() {
            for &(to, after) in colour.steps(set) {
                if taken >> to & 1 == 0 {
                    let next = &mut self.next[row + after as usize * stride - set * stride];
                    let covering = &self.covering[usize::from(to)];
                    (0..WORDS).for_each(|word| next[word] |= layer[word] & !covering[word]);
                }
            }
            stride *= colour.len();
        }
        let mut next = self.next[row];
        for set in bits(&layer) {
            next.iter_mut().zip(self.near[set]).for_each(|(next, near)| *next |= near);
        }
        for cell in bits(&[taken]) {
            next.iter_mut().zip(self.covering[cell]).for_each(|(next, covering)| *next &= !covering);
        }
        self.next[row] = next;
    }
}

/// Visits the rows of a table: the sets of all colours but the last, and the entries of all sets of the last.
fn each_row(colours: &[&Sets], table: &mut [u8], mut visit: impl FnMut(&[usize], &mut [u8])) {
    let Some((last, others)) = colours.split_last() else { return };
    let mut sets = vec![0; others.len()];
    for row in table.chunks_exact_mut(last.len()) {
        visit(&sets, row);
        for (set, colour) in sets.iter_mut().zip(others).rev() {
            *set += 1;
            if *set < colour.len() {
                break;
            }
            *set = 0;
        }
    }
}
