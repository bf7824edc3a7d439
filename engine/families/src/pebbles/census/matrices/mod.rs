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
//! set takes one bit per position, columns rounded up to 64. On a board like a chessboard two sets are enough, and where
//! all pebbles differ, too, half a bit per position ([`parity`]).

mod exchange;
mod expand;
mod parity;
mod pattern;
mod plan;
mod sets;
mod shares;
mod side;
mod split;
mod tables;

pub use self::plan::Plan;
use self::plan::Shape;
use self::sets::Sets;
use self::tables::Tables;
use crate::pebbles::board::Pebbles;
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::census::checkpoint::{Input, Output, damaged};
use clew_search::census::{Levels, MOST_HARDEST, Method, workers};

/// The matrices of a census.
pub struct Matrices<'a, W: Packed> {
    puzzle: &'a Pebbles<W>,
    tables: Tables,
    /// The levels before the last; of a level that was interrupted, the last, too. On a chessboard the level before the last
    /// may be missing, as `unnoted` says.
    seen: Sets,
    last: Sets,
    next: Sets,
    /// By place of the hole: whether `next` still has the level before the last, which is not in `seen` yet.
    unnoted: Vec<bool>,
    /// Positions of the last level, and those not met yet, by place of the hole.
    last_counts: Vec<u64>,
    left: Vec<u64>,
    goals: u64,
}

impl<'a, W: Packed> Matrices<'a, W> {
    /// The memory of [`Plan::bytes`] is taken here.
    pub fn new(puzzle: &'a Pebbles<W>, plan: Plan, watch: &mut Watch) -> Result<Self, Limit> {
        let tables = Tables::new(plan, watch)?;
        let plan = &tables.plan;
        let sets = |holes: Vec<bool>| Sets::new(holes.into_iter(), plan.words(), plan.shares.len());
        let seen = sets(vec![true; plan.cells]);
        let (last, next) = (sets(plan.holes(false).collect()), sets(plan.holes(true).collect()));
        let (last_counts, left) = (vec![0; plan.cells], vec![plan.positions(); plan.cells]);
        let unnoted = vec![false; plan.cells];
        let mut matrices = Self { puzzle, tables, seen, last, next, unnoted, last_counts, left, goals: 0 };
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
        Ok(matrices)
    }

    /// The hole, the share and the bit of a state.
    fn place(&self, state: W) -> (usize, usize, usize) {
        let tokens: Vec<u8> = self.puzzle.tokens(state).collect();
        let hole = tokens.iter().position(|&token| token == 0).expect("there is one hole");
        let split = &self.tables.plan.split;
        let words: Vec<u8> = split.slots().map(|slot| tokens[split.cell(slot, hole)] - 1).collect();
        let (on_a, on_b) = words.split_at(split.a.len());
        let (share, row) = self.tables.a.find(on_a);
        let (_, column) = self.tables.b.find(on_b);
        let shape = self.tables.plan.shapes[share];
        let bit = self.tables.b.pattern(share).bit(column);
        (hole, share, 64 * (shape.first + row * shape.words) + bit)
    }

    /// The state of a row and a bit of a share's matrix.
    fn state(&self, hole: usize, share: usize, row: usize, bit: usize) -> W {
        let split = &self.tables.plan.split;
        let half = self.tables.halves(hole, share).of(row);
        let column = self.tables.b.pattern(share).number(bit, half);
        let mut tokens = vec![0; self.tables.plan.cells];
        let colours = self.tables.a.colours(share, row).chain(self.tables.b.colours(share, column));
        for (slot, colour) in split.slots().zip(colours) {
            tokens[split.cell(slot, hole)] = colour + 1;
        }
        self.puzzle.state_of(&tokens)
    }

    /// Some positions of the last level.
    fn first_of_last(&self) -> Vec<W> {
        let mut found = Vec::new();
        for (hole, filled) in self.last.filled.iter().enumerate() {
            for (share, shape) in
                self.tables.plan.shapes.iter().enumerate().filter(|&(share, _)| filled[share])
            {
                let words = &self.last.words[hole][shape.first..shape.end()];
                for (index, &word) in words.iter().enumerate().filter(|&(_, &word)| word != 0) {
                    let bits = (0..64).filter(|bit| word >> bit & 1 != 0);
                    found.extend(bits.map(|bit| {
                        let (row, word) = (index / shape.words, index % shape.words);
                        self.state(hole, share, row, word * 64 + bit)
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
        let board =
            expand::LevelMatrices { tables: &self.tables, last: &self.last, last_counts: &self.last_counts };
        let mut counts = vec![0; self.tables.plan.cells];
        let seen = self.seen.words.iter_mut().zip(&mut self.seen.filled);
        let next = self.next.words.iter_mut().zip(&mut self.next.filled).zip(&mut self.unnoted);
        let mut holes: Vec<expand::Target> = seen
            .zip(next)
            .zip(&mut counts)
            .enumerate()
            .filter(|(_, ((_, ((words, _), _)), _))| !words.is_empty())
            .map(|(hole, (((seen, seen_filled), ((words, filled), unnoted)), count))| expand::Target {
                hole,
                neighbours: graph.neighbours(hole),
                words,
                filled,
                unnoted,
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
            self.unnoted = (0..self.tables.plan.cells).map(|hole| !self.last.has(hole)).collect();
        }
        Ok(count)
    }

    fn bytes(&self) -> u64 {
        self.tables.plan.bytes()
    }

    fn hardest(&self) -> Vec<W> {
        self.first_of_last()
    }

    // An interrupted level has changed `next`, and noted the last level as seen, which it would do again.
    fn save(&self, _depth: u32, output: &mut Output) -> std::io::Result<()> {
        let unnoted = |hole: usize| self.unnoted[hole].then_some(&self.next);
        self.seen.save(unnoted, output, &self.tables.plan.shapes)?;
        self.last.save(|_| None, output, &self.tables.plan.shapes)
    }

    fn load(&mut self, counts: &[u64], input: &mut Input) -> std::io::Result<()> {
        if counts.len().is_multiple_of(2) {
            std::mem::swap(&mut self.last, &mut self.next); // of the goals, all is loaded over
        }
        self.seen.load(input, &self.tables.plan.shapes)?;
        self.last.load(input, &self.tables.plan.shapes)?;
        self.next.clear();
        let ones =
            |words: &mut dyn Iterator<Item = u64>| words.map(|word| u64::from(word.count_ones())).sum();
        for (hole, (last, seen)) in self.last.words.iter().zip(&self.seen.words).enumerate() {
            self.last_counts[hole] = ones(&mut last.iter().copied());
            let fresh: u64 = ones(&mut last.iter().zip(seen).map(|(last, seen)| last & !seen));
            let met: u64 = ones(&mut seen.iter().copied());
            self.left[hole] = self.tables.plan.positions().checked_sub(met + fresh).ok_or_else(damaged)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
