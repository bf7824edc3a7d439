//! A census of pebbles with one hole by bit matrices.
//!
//! # Slots: a move is nothing, or a swap
//!
//! Choose a *pivot* cell p. Every other cell has a *slot*, which holds the pebble of its cell; only while the
//! hole is at h, slot h holds the pivot's pebble. Then a move of the hole from h to g does this:
//!
//! ```text
//!      cells          slots        h or g is the pivot: the slots stay as they are;
//!    [ h ]-[ g ]     h:P   g:X     otherwise slots h and g are swapped.
//!      |    X
//!    [ p ]           the hole goes to g, X to cell h: now slot h holds X, slot g holds P.
//!      P
//! ```
//!
//! # Matrices: whole words of positions at once
//!
//! Slots are split into A and B. For each place of the hole, and each *share* of the colours between A and B,
//! the positions are a matrix of bits: a row for each arrangement of A, a column for each of B. A move then is
//!
//! ```text
//!   nothing (pivot)     OR of whole matrices                    B: 0  1  2  3 ... 63 | 64 ...
//!   a swap inside A     OR of rows, in another order        A 0  [ .  x  .  . ...    |
//!   a swap inside B     the bits of a row go elsewhere        1  [ x  x  .  x ...    |
//!   a swap across       bits go to another share's matrix
//! ```
//!
//! and the last two are table look-ups, one for each bit; so the split is chosen to have few edges across
//! ([`split`]). In another share nothing is out of order: of the columns of one share that have y at a place,
//! and of those of the next that have x there, the first belong together, the second, and so on.
//!
//! There are three sets of matrices, the positions *seen*, the *last* level and the *next*, and `next &= !seen`. The
//! holes' next matrices do not depend on each other: each thread takes one hole. Matrices without a bit are skipped. A
//! set takes one bit per position, columns rounded up to 64.

mod expand;
mod sets;
mod side;
mod split;

use std::collections::HashMap;

use self::sets::Sets;
use self::side::Side;
use self::split::Split;
use crate::search::census::checkpoint::{Input, Output};
use crate::search::census::{Levels, MOST_HARDEST, Method, workers};
use crate::families::pebbles::board::Pebbles;
use crate::packed::Packed;
use crate::watch::{Limit, Watch, Work};

/// Rows and columns have numbers below this; a colour has its number above them, in one word.
const MOST_LINES: usize = 1 << 24;
const MOST_SHARES: usize = 1 << 16;
/// A board of more has more positions than matrices hold.
const MOST_COLOURS: usize = 16;

/// Where the matrix of a share lies among the words of a hole.
#[derive(Clone, Copy, Debug)]
struct Shape {
    first: usize,
    rows: usize,
    columns: usize,
    /// Words of a row.
    words: usize,
}

impl Shape {
    fn row(&self, row: usize) -> std::ops::Range<usize> {
        let first = self.first + row * self.words;
        first..first + self.words
    }

    /// The bits of a row's last word that stand for columns.
    fn last_bits(&self) -> u64 {
        u64::MAX >> (64 * self.words - self.columns)
    }

    fn end(&self) -> usize {
        self.first + self.rows * self.words
    }
}

/// What a board's matrices look like, before any memory is taken for them.
pub struct Plan {
    split: Split,
    /// Pebbles of each colour that lie on A, for each share.
    shares: Vec<Vec<u8>>,
    shapes: Vec<Shape>,
    cells: usize,
    /// Pebbles of each colour.
    counts: Vec<u8>,
}

impl Plan {
    /// `None` where the puzzle has not exactly one hole, or is beyond the tables' numbers.
    pub fn new<W: Packed>(puzzle: &Pebbles<W>, watch: &mut Watch) -> Result<Option<Self>, Limit> {
        let cells = puzzle.graph().cells();
        if puzzle.counts()[0] != 1 || cells < 3 {
            return Ok(None);
        }
        let counts = puzzle.counts()[1..].iter().map(|&count| count as u8).collect();
        Ok(Self::of(Split::best(puzzle.graph(), watch)?, cells, counts))
    }

    fn of(split: Split, cells: usize, counts: Vec<u8>) -> Option<Self> {
        if counts.len() > MOST_COLOURS {
            return None;
        }
        let shares = side::shares(&counts, split.a.len(), MOST_SHARES)?;
        let mut shapes = Vec::with_capacity(shares.len());
        let mut first = 0usize;
        for share in &shares {
            let rest: Vec<u8> = counts.iter().zip(share).map(|(all, here)| all - here).collect();
            let (rows, columns) = (side::words(share)?, side::words(&rest)?);
            if rows.max(columns) > MOST_LINES {
                return None;
            }
            let shape = Shape { first, rows, columns, words: columns.div_ceil(64) };
            first = shape.end();
            if first as u64 > 1 << 37 {
                return None;
            }
            shapes.push(shape);
        }
        let bits = side::bits(counts.len());
        (bits * split.a.len().max(split.b.len()) <= 64).then_some(Self {
            split,
            shares,
            shapes,
            cells,
            counts,
        })
    }

    /// Positions with the hole in one place.
    fn positions(&self) -> u64 {
        self.shapes.iter().map(|shape| (shape.rows * shape.columns) as u64).sum()
    }

    fn words(&self) -> usize {
        self.shapes.last().map_or(0, Shape::end)
    }

    /// Bytes that the census takes: three sets, and the tables.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let sets = 3 * self.cells as u64 * self.words() as u64 * 8;
        sets + self.table_entries() * size_of::<u32>() as u64
    }

    fn table_entries(&self) -> u64 {
        let rows: u64 = self.shapes.iter().map(|shape| shape.rows as u64).sum();
        let columns: u64 = self.shapes.iter().map(|shape| 64 * shape.words as u64).sum();
        let (pairs_a, pairs_b) = (self.split.inside_a.len() as u64, self.split.inside_b.len() as u64);
        let (across_a, across_b) = self.split.across_slots();
        let colours = self.counts.len() as u64;
        rows * (3 + pairs_a + 2 * across_a.len() as u64)
            + columns * (3 + pairs_b + colours * across_b.len() as u64)
    }
}

/// The matrices of a census.
pub struct Matrices<'a, W: Packed> {
    puzzle: &'a Pebbles<W>,
    plan: Plan,
    a: Side,
    b: Side,
    /// The share after a pebble of colour x left A and one of colour y came.
    exchanged: Vec<u32>,
    /// The levels before the last; of a level that was interrupted, the last, too.
    seen: Sets,
    last: Sets,
    next: Sets,
    /// Positions of the last level, and those not met yet, by place of the hole.
    last_counts: Vec<u64>,
    left: Vec<u64>,
    goals: u64,
    hardest: Vec<W>,
}

impl<'a, W: Packed> Matrices<'a, W> {
    /// The memory of [`Plan::bytes`] is taken here.
    pub fn new(puzzle: &'a Pebbles<W>, plan: Plan, watch: &mut Watch) -> Result<Self, Limit> {
        let colours = plan.counts.len();
        let numbers: HashMap<&[u8], u32> =
            plan.shares.iter().enumerate().map(|(number, share)| (&share[..], number as u32)).collect();
        let mut exchanged = vec![u32::MAX; plan.shares.len() * colours * colours];
        for (number, share) in plan.shares.iter().enumerate() {
            for (x, y) in (0..colours * colours).map(|pair| (pair / colours, pair % colours)) {
                if share[x] > 0 && (x == y || share[y] < plan.counts[y]) {
                    let mut after = share.clone();
                    after[x] -= 1;
                    after[y] += 1;
                    exchanged[(number * colours + x) * colours + y] = numbers[&after[..]];
                }
            }
        }
        let rest = |share: &Vec<u8>| plan.counts.iter().zip(share).map(|(all, here)| all - here).collect();
        let others: Vec<Vec<u8>> = plan.shares.iter().map(rest).collect();
        let (across_a, across_b) = plan.split.across_slots();
        let exchange = |share: usize, x: usize, y: usize| exchanged[(share * colours + x) * colours + y];
        // On B the exchange is seen from the other side: there y leaves and x comes.
        let a = Side::new(&plan.shares, &plan.split.inside_a, &across_a, watch)?;
        let b = Side::new(&others, &plan.split.inside_b, &across_b, watch)?;
        let b = b.with_tables(|share, old, new| exchange(share, new, old), watch)?;
        let sets = || Sets::new(plan.cells, plan.words(), plan.shares.len());
        let (seen, last, next) = (sets(), sets(), sets());
        let (last_counts, left) = (vec![0; plan.cells], vec![plan.positions(); plan.cells]);
        let mut matrices = Self {
            puzzle,
            plan,
            a,
            b,
            exchanged,
            seen,
            last,
            next,
            last_counts,
            left,
            goals: 0,
            hardest: Vec::new(),
        };
        let mut stopped = Ok(());
        puzzle.each_goal(&mut |goal| {
            let (hole, share, bit) = matrices.place(goal);
            matrices.last.words[hole][bit / 64] |= 1 << (bit % 64);
            matrices.last.filled[hole][share] = true;
            matrices.last_counts[hole] += 1;
            matrices.left[hole] -= 1;
            matrices.goals += 1;
            stopped = watch.tick();
            stopped.is_ok()
        });
        stopped?;
        matrices.hardest = matrices.first_of_last();
        Ok(matrices)
    }

    /// The hole, the share and the bit of a state.
    fn place(&self, state: W) -> (usize, usize, usize) {
        let tokens: Vec<u8> = self.puzzle.tokens(state).collect();
        let hole = tokens.iter().position(|&token| token == 0).expect("there is one hole");
        let Split { pivot, a, b, .. } = &self.plan.split;
        let held = |&slot: &usize| tokens[if slot == hole { *pivot } else { slot }] - 1;
        let rows: Vec<u8> = a.iter().map(held).collect();
        let columns: Vec<u8> = b.iter().map(held).collect();
        let (share, row) = self.a.find(&rows);
        let (_, column) = self.b.find(&columns);
        let shape = self.plan.shapes[share];
        (hole, share, 64 * (shape.first + row * shape.words) + column)
    }

    /// The state of a row and a column of a share's matrix.
    fn state(&self, hole: usize, share: usize, row: usize, column: usize) -> W {
        let Split { pivot, a, b, .. } = &self.plan.split;
        let mut tokens = vec![0; self.plan.cells];
        let held = [(a, self.a.colours(share, row)), (b, self.b.colours(share, column))];
        for (slots, colours) in held {
            for (&slot, colour) in slots.iter().zip(colours) {
                tokens[if slot == hole { *pivot } else { slot }] = colour + 1;
            }
        }
        self.puzzle.state_of(&tokens)
    }

    /// Some positions of the last level.
    fn first_of_last(&self) -> Vec<W> {
        let mut found = Vec::new();
        for (hole, filled) in self.last.filled.iter().enumerate() {
            for (share, shape) in self.plan.shapes.iter().enumerate().filter(|&(share, _)| filled[share]) {
                let words = &self.last.words[hole][shape.first..shape.end()];
                for (index, &word) in words.iter().enumerate().filter(|&(_, &word)| word != 0) {
                    let bits = (0..64).filter(|bit| word >> bit & 1 != 0);
                    found.extend(bits.map(|bit| {
                        let (row, column) = (index / shape.words, index % shape.words * 64 + bit);
                        self.state(hole, share, row, column)
                    }));
                    if found.len() >= MOST_HARDEST {
                        found.truncate(MOST_HARDEST);
                        return found;
                    }
                }
            }
        }
        found
    }
}

impl<W: Packed> Levels for Matrices<'_, W> {
    type State = W;

    fn method(&self) -> Method {
        Method::Matrices
    }

    fn goals(&self) -> u64 {
        self.goals
    }

    fn advance(&mut self, _depth: u32, threads: usize, watch: &mut Watch, work: Work) -> Result<u64, Limit> {
        let graph = self.puzzle.graph();
        let board = expand::Board {
            plan: &self.plan,
            a: &self.a,
            b: &self.b,
            exchanged: &self.exchanged,
            last: &self.last,
            last_counts: &self.last_counts,
        };
        let mut counts = vec![0; self.plan.cells];
        let seen = self.seen.words.iter_mut().zip(&mut self.seen.filled);
        let next = self.next.words.iter_mut().zip(&mut self.next.filled);
        let mut holes: Vec<expand::Target> = seen
            .zip(next)
            .zip(&mut counts)
            .enumerate()
            .map(|(hole, (((seen, seen_filled), (words, filled)), count))| expand::Target {
                hole,
                neighbours: graph.neighbours(hole),
                words,
                filled,
                seen,
                seen_filled,
                left: self.left[hole],
                count,
            })
            .collect();
        // Largest first, so that threads finish together.
        holes.sort_by_key(|target| std::cmp::Reverse(target.neighbours.len()));
        let count = workers::sum(holes, threads, watch, work, |target, stop| board.expand(target, stop))?;
        if count > 0 {
            for (left, count) in self.left.iter_mut().zip(&counts) {
                *left -= count;
            }
            self.last_counts = counts;
            std::mem::swap(&mut self.last, &mut self.next);
        }
        Ok(count)
    }

    fn bytes(&self) -> u64 {
        self.plan.bytes()
    }

    fn hardest(&self) -> Vec<W> {
        self.first_of_last()
    }

    // An interrupted level has changed `next`, and noted the last level as seen, which it would do again.
    fn save(&self, _depth: u32, output: &mut Output) -> std::io::Result<()> {
        self.seen.save(output, &self.plan.shapes)?;
        self.last.save(output, &self.plan.shapes)
    }

    fn load(&mut self, _depth: u32, input: &mut Input) -> std::io::Result<()> {
        self.seen.load(input, &self.plan.shapes)?;
        self.last.load(input, &self.plan.shapes)?;
        let ones = |words: &mut dyn Iterator<Item = u64>| words.map(|word| u64::from(word.count_ones())).sum();
        for (hole, (last, seen)) in self.last.words.iter().zip(&self.seen.words).enumerate() {
            self.last_counts[hole] = ones(&mut last.iter().copied());
            let met: u64 = ones(&mut last.iter().zip(seen).map(|(last, seen)| last | seen));
            self.left[hole] = self.plan.positions() - met;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
