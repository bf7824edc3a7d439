//! One level for one place of the hole: everything that moves there, less what was met before.
//!
//! # Push and pull
//!
//! Moves that change the order of whole rows are done at once. For the others, each bit has to be looked up, and there are
//! two ways to do that:
//!
//! ```text
//!   push   each bit of the last level sets the bit to which it moves     few positions are in the last level
//!   pull   each position that was not met yet looks where it would       few positions are left: those that
//!          come from, a move being undone by the same move               are found need not ask again
//! ```
//!
//! Levels grow until about half of all positions have been met, and shrink afterwards, so both ways have their time: for
//! each place that the hole comes from, the one with fewer bits to look up.

use std::sync::atomic::{AtomicBool, Ordering};

use super::exchange::Exchange;
use super::parity::Halves;
use super::plan::Shape;
use super::sets::Sets;
use super::tables::Tables;

/// The matrices of the level so far, and what moves do.
pub struct LevelMatrices<'a> {
    pub tables: &'a Tables,
    pub last: &'a Sets,
    /// The positions of the last level, by place of the hole.
    pub last_counts: &'a [u64],
}

/// The next matrices of one place of the hole.
pub struct Target<'a> {
    pub hole: usize,
    /// The places that the hole may come from.
    pub neighbours: &'a [usize],
    pub words: &'a mut [u64],
    pub filled: &'a mut [bool],
    /// Whether they still have the level before the last, which is not in `seen` yet.
    pub unnoted: &'a mut bool,
    /// What was met before the last level; from the beginning of the work, the last level, too.
    pub seen: &'a mut [u64],
    pub seen_filled: &'a mut [bool],
    /// Positions that were not met yet.
    pub left: u64,
    /// Positions of the next level.
    pub count: &'a mut u64,
}

/// Positions left are counted only where the last level is larger than this part of those not seen. The moves of whole
/// rows have found some of these already, but rarely three of four, and counting takes a look at every word.
const LEFT_AT_LEAST: u64 = 4;

/// What a move of the hole does to the slots.
enum Swap {
    Nothing,
    InsideA(usize, usize),
    InsideB(usize, usize),
    /// A place of A and one of B.
    Across(usize, usize),
}

impl LevelMatrices<'_> {
    /// Fills the target and counts its bits. What is there already is written over.
    pub fn expand(&self, mut target: Target, stop: &AtomicBool) -> u64 {
        self.begin(&mut target, stop);
        if stop.load(Ordering::Relaxed) {
            return 0;
        }
        let (rows, mut bits): (Vec<_>, Vec<_>) = target
            .neighbours
            .iter()
            .map(|&from| (from, self.swap(from, target.hole)))
            .partition(|(_, swap)| matches!(swap, Swap::Nothing | Swap::InsideA(..)));
        let mut touched = vec![false; self.tables.plan.shapes.len()];
        for (from, swap) in &rows {
            self.push(*from, swap, target.words, &mut touched, stop);
        }
        // The fullest first, so that those after it find few positions left.
        bits.sort_by_key(|&(from, _)| std::cmp::Reverse(self.last_counts[from]));
        let most = bits.first().map_or(0, |&(from, _)| self.last_counts[from]);
        let mut left = target.left;
        if most > left / LEFT_AT_LEAST {
            left = self.left(&target, stop);
        }
        for (from, swap) in &bits {
            if self.last_counts[*from] > left {
                left -= self.pull(*from, swap, &mut target, &mut touched, stop);
            } else {
                self.push(*from, swap, target.words, &mut touched, stop);
            }
        }
        *target.count = self.end(&mut target, &touched, stop);
        *target.count
    }

    /// The shares with their matrices, until it is time to stop.
    fn shapes<'b>(&'b self, stop: &'b AtomicBool) -> impl Iterator<Item = (usize, Shape)> + 'b {
        self.tables.plan.shapes.iter().copied().enumerate().take_while(|_| !stop.load(Ordering::Relaxed))
    }

    /// Clears what is there, and notes the levels before as seen.
    fn begin(&self, target: &mut Target, stop: &AtomicBool) {
        let last = &self.last.words[target.hole];
        for (share, shape) in self.shapes(stop) {
            let range = shape.first..shape.end();
            if target.filled[share] {
                if *target.unnoted {
                    join(&mut target.seen[range.clone()], &target.words[range.clone()]);
                    target.seen_filled[share] = true;
                }
                target.words[range.clone()].fill(0);
            }
            if self.last.filled[target.hole][share] {
                join(&mut target.seen[range.clone()], &last[range]);
                target.seen_filled[share] = true;
            }
        }
        if stop.load(Ordering::Relaxed) {
            return; // what is not noted yet still has to be
        }
        *target.unnoted = false;
        target.filled.fill(true); // until it is known better: an interrupted level leaves bits anywhere
    }

    /// Takes out what was seen before, and counts what stays. Matrices that no move touched are not even read: a level of
    /// few positions would spend its time, and the first levels their memory, on them.
    fn end(&self, target: &mut Target, touched: &[bool], stop: &AtomicBool) -> u64 {
        let mut count = 0;
        for (share, shape) in self.shapes(stop) {
            if !touched[share] {
                target.filled[share] = false;
                continue;
            }
            let range = shape.first..shape.end();
            let mut here = 0;
            for (word, seen) in target.words[range.clone()].iter_mut().zip(&target.seen[range]) {
                *word &= !seen;
                here += u64::from(word.count_ones());
            }
            target.filled[share] = here > 0;
            count += here;
        }
        count
    }

    /// Positions that were neither seen nor found.
    fn left(&self, target: &Target, stop: &AtomicBool) -> u64 {
        let met = self.shapes(stop).map(|(_, shape)| {
            let range = shape.first..shape.end();
            let words = target.words[range.clone()].iter().zip(&target.seen[range]);
            words.map(|(word, seen)| u64::from((word | seen).count_ones())).sum::<u64>()
        });
        self.tables.plan.positions() - met.sum::<u64>()
    }

    /// Adds where the bits of the last level go from a place of the hole.
    fn push(&self, from: usize, swap: &Swap, next: &mut [u64], touched: &mut [bool], stop: &AtomicBool) {
        for (share, _) in self.shapes(stop) {
            if self.last.filled[from][share] {
                self.touch(share, swap, touched);
                self.carry(from, share, swap, next, stop);
            }
        }
    }

    /// Notes the matrices to which a share's bits may go.
    fn touch(&self, share: usize, swap: &Swap, touched: &mut [bool]) {
        let Swap::Across(..) = swap else {
            touched[share] = true;
            return;
        };
        for after in self.tables.near(share) {
            touched[after] = true;
        }
    }

    /// Adds the positions left that a move from a place of the hole reaches; returns how many.
    fn pull(
        &self,
        from: usize,
        swap: &Swap,
        target: &mut Target,
        touched: &mut [bool],
        stop: &AtomicBool,
    ) -> u64 {
        let last = &self.last.words[from][..];
        let mut found = 0;
        for (share, shape) in self.shapes(stop) {
            touched[share] = true;
            let halves = self.tables.halves(target.hole, share);
            let exchange = self.exchange(share, swap, halves);
            for row in (0..shape.rows).take_while(|_| !stop.load(Ordering::Relaxed)) {
                let range = shape.row(row);
                let words = &mut target.words[range.clone()];
                let rest = Rest { words, seen: &target.seen[range.clone()], last_bits: shape.last_bits() };
                found += match *swap {
                    Swap::InsideB(one, two) if self.last.filled[from][share] => {
                        let order = shape.half(self.tables.b.swapped(share, one, two), halves.of(row));
                        rest.find(|column| bit_of(&last[range.clone()], order[column] as usize))
                    }
                    Swap::Across(..) if rest.is_some() => {
                        let row = exchange.row(row);
                        rest.find(|column| bit_of(last, row.bit(column)))
                    }
                    _ => 0,
                };
            }
        }
        found
    }

    fn swap(&self, from: usize, to: usize) -> Swap {
        let split = &self.tables.plan.split;
        let place = |list: &[usize], cell| list.iter().position(|&other| other == cell);
        if split.pivot == from || split.pivot == to {
            return Swap::Nothing;
        }
        let both = |list| (place(list, from), place(list, to));
        match (both(&split.a), both(&split.b)) {
            ((Some(one), Some(two)), _) => Swap::InsideA(one, two),
            (_, (Some(one), Some(two))) => Swap::InsideB(one, two),
            ((Some(one), _), (_, Some(two))) | ((_, Some(one)), (Some(two), _)) => Swap::Across(one, two),
            _ => unreachable!("every slot is on one side"),
        }
    }

    /// Adds to `next` where the bits of a share's matrix go from a place of the hole.
    fn carry(&self, from: usize, share: usize, swap: &Swap, next: &mut [u64], stop: &AtomicBool) {
        let (shape, source) = (self.tables.plan.shapes[share], &self.last.words[from]);
        let halves = self.tables.halves(from, share);
        let rows = source[shape.first..shape.end()].chunks_exact(shape.words).enumerate();
        let rows = rows.take_while(|_| !stop.load(Ordering::Relaxed));
        match *swap {
            Swap::Nothing => join(&mut next[shape.first..shape.end()], &source[shape.first..shape.end()]),
            Swap::InsideA(one, two) => {
                let order = self.tables.a.swapped(share, one, two);
                for (row, bits) in rows {
                    join(row_of(next, shape, order[row]), bits);
                }
            }
            Swap::InsideB(one, two) => {
                let swapped = self.tables.b.swapped(share, one, two);
                for (row, bits) in rows {
                    let order = shape.half(swapped, halves.of(row));
                    let target = row_of(next, shape, row as u32);
                    each_bit(bits, |column| {
                        let column = order[column] as usize;
                        target[column / 64] |= 1 << (column % 64);
                    });
                }
            }
            Swap::Across(..) => {
                let exchange = self.exchange(share, swap, halves);
                for (row, bits) in rows.filter(|(_, bits)| bits.iter().any(|&word| word != 0)) {
                    let row = exchange.row(row);
                    each_bit(bits, |column| {
                        let bit = row.bit(column);
                        next[bit / 64] |= 1 << (bit % 64);
                    });
                }
            }
        }
    }

    /// What a swap across does to the rows of a share; nothing for other swaps.
    fn exchange<'b>(&'b self, share: usize, swap: &Swap, halves: Halves<'b>) -> Exchange<'b> {
        match *swap {
            Swap::Across(a, b) => Exchange::new(self.tables, share, (a, b), halves),
            _ => Exchange::default(),
        }
    }
}

/// A row of the next level with what is left to find in it.
struct Rest<'a> {
    words: &'a mut [u64],
    seen: &'a [u64],
    /// The bits of its last word that stand for positions.
    last_bits: u64,
}

impl Rest<'_> {
    fn is_some(&self) -> bool {
        let last = self.words.len() - 1;
        let unknown = |index: usize| !(self.words[index] | self.seen[index]);
        (0..last).any(|index| unknown(index) != 0) || unknown(last) & self.last_bits != 0
    }

    /// Sets the bits left for which `is_there` says so; returns how many.
    #[inline(always)]
    fn find(self, is_there: impl Fn(usize) -> u64) -> u64 {
        let (last, mut count) = (self.words.len() - 1, 0);
        for (index, (word, seen)) in self.words.iter_mut().zip(self.seen).enumerate() {
            let mut left = !(*word | seen) & if index == last { self.last_bits } else { u64::MAX };
            let mut found = 0;
            while left != 0 {
                let bit = left.trailing_zeros();
                found |= is_there(64 * index + bit as usize) << bit;
                left &= left - 1;
            }
            *word |= found;
            count += u64::from(found.count_ones());
        }
        count
    }
}

#[inline(always)]
fn bit_of(words: &[u64], bit: usize) -> u64 {
    words[bit / 64] >> (bit % 64) & 1
}

fn row_of(words: &mut [u64], shape: Shape, row: u32) -> &mut [u64] {
    &mut words[shape.row(row as usize)]
}

#[inline(always)]
fn join(target: &mut [u64], source: &[u64]) {
    for (target, source) in target.iter_mut().zip(source) {
        *target |= source;
    }
}

#[inline(always)]
fn each_bit(words: &[u64], mut visit: impl FnMut(usize)) {
    for (index, &word) in words.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            visit(64 * index + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}
