//! One level for one place of the hole: everything that moves there, less what was met before.

use std::sync::atomic::{AtomicBool, Ordering};

use super::side::{COLOUR, Side};
use super::{Plan, Sets, Shape};

/// The matrices of the level so far, and what moves do.
pub struct Board<'a> {
    pub plan: &'a Plan,
    pub a: &'a Side,
    pub b: &'a Side,
    pub exchanged: &'a [u32],
    pub before: &'a Sets,
    pub last: &'a Sets,
}

/// The next matrices of one place of the hole.
pub struct Target<'a> {
    pub hole: usize,
    /// The places that the hole may come from.
    pub neighbours: &'a [usize],
    pub words: &'a mut [u64],
    pub filled: &'a mut [bool],
}

/// What a move of the hole does to the slots.
enum Swap {
    Nothing,
    InsideA(usize, usize),
    InsideB(usize, usize),
    /// A place of A and one of B.
    Across(usize, usize),
}

impl Board<'_> {
    /// Fills the target and counts its bits. What is there already is written over.
    pub fn expand(&self, target: Target, stop: &AtomicBool) -> u64 {
        let Target { hole, neighbours, words, filled } = target;
        for (shape, filled) in self.plan.shapes.iter().zip(&mut *filled) {
            if *filled {
                words[shape.first..shape.end()].fill(0);
            }
            *filled = true; // until it is known better: an interrupted level leaves bits anywhere
        }
        for &from in neighbours {
            let swap = self.swap(from, hole);
            for share in 0..self.plan.shapes.len() {
                if stop.load(Ordering::Relaxed) {
                    return 0;
                }
                if self.last.filled[from][share] {
                    self.carry(&self.last.words[from], share, &swap, words, stop);
                }
            }
        }
        let (before, last) = (&self.before.words[hole], &self.last.words[hole]);
        let mut count = 0;
        for (shape, filled) in self.plan.shapes.iter().zip(filled) {
            if stop.load(Ordering::Relaxed) {
                return 0;
            }
            let range = shape.first..shape.end();
            let known = before[range.clone()].iter().zip(&last[range.clone()]);
            let mut here = 0;
            for (word, (before, last)) in words[range].iter_mut().zip(known) {
                *word &= !(before | last);
                here += u64::from(word.count_ones());
            }
            *filled = here > 0;
            count += here;
        }
        count
    }

    fn swap(&self, from: usize, to: usize) -> Swap {
        let split = &self.plan.split;
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

    /// Adds to `next` where the bits of a share's matrix go.
    fn carry(&self, source: &[u64], share: usize, swap: &Swap, next: &mut [u64], stop: &AtomicBool) {
        let shape = self.plan.shapes[share];
        let rows = source[shape.first..shape.end()].chunks_exact(shape.words).enumerate();
        let rows = rows.take_while(|_| !stop.load(Ordering::Relaxed));
        match *swap {
            Swap::Nothing => join(&mut next[shape.first..shape.end()], &source[shape.first..shape.end()]),
            Swap::InsideA(one, two) => {
                let order = self.a.swapped(share, one, two);
                for (row, bits) in rows {
                    join(row_of(next, shape, order[row]), bits);
                }
            }
            Swap::InsideB(one, two) => {
                let order = self.b.swapped(share, one, two);
                for (row, bits) in rows {
                    let target = row_of(next, shape, row as u32);
                    each_bit(bits, |column| {
                        let column = order[column] as usize;
                        target[column / 64] |= 1 << (column % 64);
                    });
                }
            }
            Swap::Across(a, b) => {
                for (row, bits) in rows {
                    self.carry_across(share, row, bits, (a, b), next);
                }
            }
        }
    }

    /// The pebble x of a slot of A and the pebbles of a slot of B change places, for one arrangement of A.
    fn carry_across(&self, share: usize, row: usize, bits: &[u64], (a, b): (usize, usize), next: &mut [u64]) {
        if bits.iter().all(|&word| word == 0) {
            return;
        }
        let colours = self.plan.counts.len();
        let x = self.a.colour_at(share, row, a);
        // The first bit of the row where it goes if y comes to A.
        let mut firsts = [usize::MAX; 256];
        for (y, first) in firsts.iter_mut().enumerate().take(colours) {
            let after = self.exchanged[(share * colours + x) * colours + y];
            if after != u32::MAX {
                let shape = self.plan.shapes[after as usize];
                let row = self.a.replaced_one(share, a, row, after as usize, y);
                *first = 64 * (shape.first + row as usize * shape.words);
            }
        }
        let columns = self.b.replaced(share, b, x);
        each_bit(bits, |column| {
            let entry = columns[column];
            let bit = firsts[(entry >> COLOUR) as usize] + (entry & ((1 << COLOUR) - 1)) as usize;
            next[bit / 64] |= 1 << (bit % 64);
        });
    }
}

fn row_of(words: &mut [u64], shape: Shape, row: u32) -> &mut [u64] {
    let first = shape.first + row as usize * shape.words;
    &mut words[first..first + shape.words]
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
