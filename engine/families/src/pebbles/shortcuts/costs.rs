//! Distance sums by group of pebbles, kept up to date by one exclusive-or per move.
//!
//! ```text
//!   cells    0 1 2 3 4      group R, two pebbles     index = code(pebble 0, cell 1) ^ code(pebble 1, cell 3)
//!            . R . R -      R moves 3 -> 4           index ^= code(pebble 1, 3) ^ code(pebble 1, 4)
//! ```
//!
//! Each pebble that stands on a cell has a *code*; the index of a group into its table is the exclusive-or of
//! its pebbles' codes. A move changes the code of one pebble, so that the sum of all tables changes by one
//! entry less another. Two codes serve:
//! * one field per pebble (the cell's number, shifted to its place): small for few pebbles, and two
//!   pebbles of 15 cells need 256 entries, so that the seven colours of a Panguru board fill 2 KB;
//! * one bit per cell, for larger groups: the order of the pebbles drops out.
//!
//! Tables are powers of two, the largest first, so that each begins at a multiple of its size and the
//! beginning is part of the index.

use std::sync::Arc;

use super::deepening::IncrementalHeuristic;
use super::position::{HOLE, MOST, Position};
use super::singles::Singles;
use super::transpositions::KEY_BITS;
use crate::pebbles::bound::Bound;
use clew_core::ranks::next_set;

/// Index bits of the largest table.
const MOST_BITS: u32 = 20;

/// Pebbles whose cost comes from one table.
struct Group {
    token: usize,
    pebbles: usize,
    /// Whether the table is one of sets, or a lone pebble's.
    sets: bool,
    code: Code,
}

/// How an index is made up.
#[derive(Clone, Copy)]
enum Code {
    /// One field of this many bits per pebble.
    Fields(u32),
    /// One bit per cell.
    Bits,
}

impl Code {
    fn of(self, place: usize, cell: usize) -> u32 {
        match self {
            Code::Fields(width) => (cell as u32) << (width * place as u32),
            Code::Bits => 1 << cell,
        }
    }
}

/// The tables. Pebbles are numbered by token, those of a token as their cells come.
pub struct Costs {
    pub cells: usize,
    /// Least moves of the group with this index, cut at 255.
    cost: Arc<[u8]>,
    /// By pebble and cell.
    codes: Vec<u32>,
    stride: u32,
    /// Bits that a cell's token takes in a key.
    token_bits: u32,
    /// By pebble.
    group: [u8; MOST],
    token: [u8; MOST],
    /// By token, the number of its first pebble.
    first: Vec<u8>,
    /// By group, where its table begins, and its token.
    begins: Vec<u32>,
    group_tokens: Vec<u8>,
    group_codes: Vec<Code>,
}

/// The table of a token, all of whose pebbles are one group.
pub struct Sets {
    pub group: usize,
    /// An index of the group, and the number of its set of cells (`clew_core::ranks`).
    pub numbers: Vec<(u32, u32)>,
    /// By number, the least moves.
    pub costs: Vec<u8>,
}

impl Costs {
    /// For a single hole and a connected graph. `counts` of pebbles by token; `None` if a table would be
    /// too large.
    pub fn new(bound: &Bound, cells: usize, counts: &[usize]) -> Option<Self> {
        let mut groups = groups(bound, cells, counts)?;
        let width = |group: &Group| match group.code {
            Code::Fields(width) => width * group.pebbles as u32,
            Code::Bits => cells as u32,
        };
        groups.sort_by_key(|group| std::cmp::Reverse(width(group)));
        let size: usize = groups.iter().map(|group| 1 << width(group)).sum();
        let mut costs = Self {
            group_tokens: groups.iter().map(|group| group.token as u8).collect(),
            group_codes: groups.iter().map(|group| group.code).collect(),
            ..Self::without_tables(cells, counts)
        };
        let (mut begin, mut taken) = (0, vec![0; counts.len()]);
        let mut cost = vec![0; size];
        for group in &groups {
            let first = usize::from(costs.first[group.token]) + taken[group.token];
            taken[group.token] += group.pebbles;
            for place in 0..group.pebbles {
                costs.number(first + place, group.token, place, group.code);
            }
            costs.fill(bound, group, begin, &mut cost);
            costs.begins.push(begin);
            begin += 1 << width(group);
        }
        costs.cost = cost.into();
        Some(costs)
    }

    /// For pebbles with a token each, numbered from 0: `cost` holds the tables of the groups one after the
    /// other, the largest first, each indexed by the cells of the group's pebbles as fields.
    pub fn of_groups(cells: usize, groups: &[Vec<usize>], cost: Arc<[u8]>) -> Self {
        let code = Code::Fields(cells.next_power_of_two().ilog2());
        let mut costs = Self { cost, ..Self::without_tables(cells, &vec![1; cells]) };
        let mut begin = 0;
        for group in groups {
            for (place, &pebble) in group.iter().enumerate() {
                costs.number(pebble, pebble + 1, place, code);
            }
            costs.begins.push(begin);
            begin += 1 << (costs.stride * group.len() as u32);
        }
        costs
    }

    /// The same tables for mirrored positions: a pebble on a cell counts as the pebble `role` on the cell
    /// `before`, which the mirror brings there.
    pub fn in_the_mirror(&self, before: &[usize], role: impl Fn(usize) -> usize) -> Self {
        let mut mirrored = Self {
            cost: Arc::clone(&self.cost),
            begins: self.begins.clone(),
            ..Self::without_tables(self.cells, &vec![1; self.cells])
        };
        for pebble in 0..self.cells - 1 {
            let other = role(pebble);
            mirrored.group[pebble] = self.group[other];
            mirrored.token[pebble] = self.token[pebble];
            for (cell, &from) in before.iter().enumerate() {
                mirrored.codes[pebble << self.stride | cell] = self.code(other as u8, from as u8);
            }
        }
        mirrored
    }

    fn without_tables(cells: usize, counts: &[usize]) -> Self {
        let stride = cells.next_power_of_two().ilog2();
        let mut first = vec![0; counts.len()];
        for token in 2..counts.len() {
            first[token] = first[token - 1] + counts[token - 1] as u8;
        }
        Self {
            cells,
            cost: Arc::new([]),
            codes: vec![0; counts[1..].iter().sum::<usize>() << stride],
            stride,
            token_bits: counts.len().next_power_of_two().ilog2(),
            group: [0; MOST],
            token: [0; MOST],
            first,
            begins: Vec::new(),
            group_tokens: Vec::new(),
            group_codes: Vec::new(),
        }
    }

    /// Makes a pebble the next group's, at this place in it.
    fn number(&mut self, pebble: usize, token: usize, place: usize, code: Code) {
        self.group[pebble] = self.begins.len() as u8;
        self.token[pebble] = token as u8;
        for cell in 0..self.cells {
            self.codes[pebble << self.stride | cell] = code.of(place, cell);
        }
    }

    fn fill(&self, bound: &Bound, group: &Group, begin: u32, costs: &mut [u8]) {
        let mut enter = |index: u32, cost: u32| costs[index as usize] = u8::try_from(cost).unwrap_or(u8::MAX);
        if !group.sets {
            for cell in 0..self.cells {
                enter(begin + cell as u32, bound.lone(group.token, cell));
            }
            return;
        }
        bound.each_set(group.token, group.pebbles, |set, cost| {
            each_index(group.code, set, &mut |index| enter(begin + index, cost));
        });
    }

    /// The group of all pebbles of a token; `None` if they are more than one.
    pub fn only_group(&self, token: usize) -> Option<usize> {
        let mut groups =
            (0..self.begins.len()).filter(|&group| usize::from(self.group_tokens[group]) == token);
        groups.next().filter(|_| groups.next().is_none())
    }

    /// The table of a token of `count` pebbles; `None` if they have more than one.
    pub fn sets_of(&self, token: usize, count: usize) -> Option<Sets> {
        let group = self.only_group(token)?;
        let code = self.group_codes[group];
        let mut set: Vec<usize> = (0..count).collect();
        let (mut numbers, mut costs) = (Vec::new(), Vec::new());
        loop {
            let number = costs.len() as u32;
            each_index(code, &set, &mut |index| numbers.push((self.begins[group] + index, number)));
            costs.push(self.cost[numbers.last()?.0 as usize]);
            if !next_set(&mut set, self.cells) {
                return Some(Sets { group, numbers, costs });
            }
        }
    }

    /// The entries of all groups.
    pub fn table(&self) -> &[u8] {
        &self.cost
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.cost.len() + 4 * self.codes.len()
    }

    /// A position with one hole, from the token of each cell, and its distance sum.
    pub fn position(&self, tokens: impl Iterator<Item = u8>) -> (Position, u32) {
        let mut position = Position { pebbles: [HOLE; MOST], hole: 0, index: [0; MOST], key: 0 };
        let sum = self.place(&mut position, tokens);
        (position, sum)
    }

    /// Sets up the position in memory that another one of the same board may have used.
    #[inline]
    pub fn place(&self, position: &mut Position, tokens: impl Iterator<Item = u8>) -> u32 {
        position.index[..self.begins.len()].copy_from_slice(&self.begins);
        position.key = 0;
        let mut next = [0; MOST];
        next[..self.first.len()].copy_from_slice(&self.first);
        for ((cell, token), place) in (0..).zip(tokens).zip(&mut position.pebbles) {
            if token == 0 {
                position.hole = cell;
                *place = HOLE;
                continue;
            }
            let pebble = next[usize::from(token) % MOST];
            next[usize::from(token) % MOST] += 1;
            *place = pebble;
            position.key ^= self.part(pebble, cell);
            position.index[self.group_of(pebble)] ^= self.code(pebble, cell);
        }
        self.sum(position)
    }

    /// The distance sum of a position.
    #[inline(always)]
    pub fn sum(&self, position: &Position) -> u32 {
        let indices = &position.index[..self.begins.len()];
        indices.iter().map(|&index| u32::from(self.cost[index as usize])).sum()
    }

    #[inline(always)]
    fn code(&self, pebble: u8, cell: u8) -> u32 {
        self.codes[usize::from(pebble) << self.stride | usize::from(cell)]
    }

    #[inline(always)]
    fn group_of(&self, pebble: u8) -> usize {
        usize::from(self.group[usize::from(pebble) % MOST]) % MOST
    }

    /// What a pebble on a cell contributes to the position's key.
    #[inline(always)]
    fn part(&self, pebble: u8, cell: u8) -> u64 {
        u64::from(self.token[usize::from(pebble) % MOST]).wrapping_shl(self.token_bits * u32::from(cell))
    }

    /// The distances alone, if every table is that of one pebble.
    pub fn singles(&self) -> Option<Singles> {
        let pebbles = self.tokens().len();
        let entry = |pebble: usize, cell: usize| {
            let begin = self.begins[usize::from(self.group[pebble])];
            self.cost[(begin ^ self.code(pebble as u8, cell as u8)) as usize]
        };
        (self.begins.len() == pebbles).then(|| Singles::new(pebbles, self.cells, entry))
    }

    /// The token of each pebble, by its number.
    pub fn tokens(&self) -> &[u8] {
        &self.token[..self.codes.len() >> self.stride]
    }

    /// The token of each cell, 0 for the hole.
    pub fn tokens_at<'a>(&'a self, position: &'a Position) -> impl ExactSizeIterator<Item = u8> + 'a {
        position.pebbles[..self.cells].iter().map(|&pebble| self.token[usize::from(pebble) % MOST])
    }
}

impl IncrementalHeuristic for Costs {
    type At = Position;

    #[inline(always)]
    fn hole(&self, position: &Position) -> u8 {
        position.hole
    }

    #[inline(always)]
    fn after(&self, position: &Position, sum: u32, from: u8) -> u32 {
        let pebble = position.pebbles[usize::from(from) % MOST];
        let index = position.index[self.group_of(pebble)];
        let moved = index ^ self.code(pebble, from) ^ self.code(pebble, position.hole);
        sum + u32::from(self.cost[moved as usize]) - u32::from(self.cost[index as usize])
    }

    #[inline(always)]
    fn hop(&self, position: &mut Position, from: u8) {
        let pebble = position.pebbles[usize::from(from) % MOST];
        position.pebbles[usize::from(position.hole) % MOST] = pebble;
        position.pebbles[usize::from(from) % MOST] = HOLE;
        position.index[self.group_of(pebble)] ^= self.code(pebble, from) ^ self.code(pebble, position.hole);
        position.key ^= self.part(pebble, from) ^ self.part(pebble, position.hole);
        position.hole = from;
    }

    #[inline(always)]
    fn closer(&self, _: &Position, _: u32, _: u32) -> u32 {
        0
    }

    #[inline(always)]
    fn reach(&self) -> u32 {
        0
    }

    // The key, if the board's numbers fit.
    #[inline(always)]
    fn key(&self, position: &Position) -> Option<u64> {
        (self.token_bits * self.cells as u32 <= KEY_BITS).then_some(position.key)
    }
}

/// The groups of all tokens: a colour with its table of sets, or each of its pebbles alone.
fn groups(bound: &Bound, cells: usize, counts: &[usize]) -> Option<Vec<Group>> {
    let width = cells.next_power_of_two().ilog2();
    let mut groups = Vec::new();
    for (token, &count) in counts.iter().enumerate().skip(1) {
        if count == 1 || !bound.each_set(token, count, |_, _| ()) {
            let lone = |_| Group { token, pebbles: 1, sets: false, code: Code::Fields(width) };
            groups.extend((0..count).map(lone));
            continue;
        }
        // Every order of the pebbles has an entry of its own under fields: few pebbles only.
        let bits = width * count as u32;
        let fields = count <= 4 && bits <= MOST_BITS;
        let code = match cells as u32 {
            cells if fields && (bits <= cells || cells > MOST_BITS) => Code::Fields(width),
            ..=MOST_BITS => Code::Bits,
            _ => return None,
        };
        groups.push(Group { token, pebbles: count, sets: true, code });
    }
    Some(groups)
}

/// Visits the indices of a set of cells: one for each order of the pebbles that has its own.
fn each_index(code: Code, set: &[usize], visit: &mut impl FnMut(u32)) {
    let index = |order: &[usize]| order.iter().enumerate().map(|(place, &cell)| code.of(place, cell)).sum();
    match code {
        Code::Bits => visit(index(set)),
        Code::Fields(_) => in_any_order(set, &mut |order| visit(index(order))),
    }
}

/// Visits a set in every order (Heap's algorithm).
fn in_any_order(set: &[usize], visit: &mut impl FnMut(&[usize])) {
    fn permute(set: &mut [usize], open: usize, visit: &mut impl FnMut(&[usize])) {
        if open <= 1 {
            return visit(set);
        }
        for i in 0..open {
            permute(set, open - 1, visit);
            let other = if open.is_multiple_of(2) { i } else { 0 };
            set.swap(other, open - 1);
        }
    }
    permute(&mut set.to_vec(), set.len(), visit);
}
