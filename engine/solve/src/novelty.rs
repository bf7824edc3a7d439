//! How new a state is, by its parts.
//!
//! ```text
//!   parts     car a in column 1, car b in row 4, car c in row 0 ...
//!
//!   1         car b was never in row 4
//!   2         it was, but never while car a was in column 1
//!   3         all pairs of its parts were met
//! ```
//!
//! Of any number of states few are of width 1 and 2: with n parts that take d values each, at most nd and n²d²/2. A
//! search that expands these first goes through what can be brought about with one piece, then with two, whatever the
//! order in which the others move (Lipovetzky, Geffner, *Width and Serialization of Classical Planning*, ECAI 2012).
//!
//! Only parts that the move changed, and pairs with one, are looked up: the others were looked up with the state
//! before.

use clew_core::products::mix;

/// The width of a state without anything new.
pub const WIDEST: u8 = 3;

/// Bits of the table at first, and the most.
const FEWEST_BITS: usize = 1 << 16;
const MOST_BITS: usize = 1 << 27;

/// States of more parts are told by single parts alone.
const MOST_PAIRED: usize = 512;

/// The parts and pairs of parts that were met: a bit for each, by hash. Two that share one are taken for the same, which
/// costs a state its place in the order and nothing else.
pub struct Novelty {
    met: Vec<u64>,
    set: usize,
}

impl Default for Novelty {
    fn default() -> Self {
        Self { met: vec![0; FEWEST_BITS / 64], set: 0 }
    }
}

impl Novelty {
    pub fn bytes(&self) -> usize {
        size_of_val(&self.met[..])
    }

    /// All is new again.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// The width of a state, with the parts of the one before it, both rising. Its parts and their pairs count as met from
    /// now on.
    pub fn width(&mut self, before: &[u64], after: &[u64]) -> u8 {
        let mut width = WIDEST;
        let mut before = before.iter().copied().peekable();
        for &part in after {
            while before.next_if(|&other| other < part).is_some() {}
            if before.next_if_eq(&part).is_some() {
                continue;
            }
            if self.is_new(mix(part)) {
                width = 1;
            }
            let others = if after.len() > MOST_PAIRED { &[][..] } else { after };
            for &other in others.iter().filter(|&&other| other != part) {
                let (one, other) = (mix(part.min(other)), part.max(other));
                if self.is_new(mix(one.wrapping_add(other))) {
                    width = width.min(2);
                }
            }
        }
        width
    }

    fn is_new(&mut self, hash: u64) -> bool {
        let (word, bit) = ((hash >> 6) as usize & (self.met.len() - 1), 1 << (hash & 63));
        let new = self.met[word] & bit == 0;
        self.met[word] |= bit;
        self.set += usize::from(new);
        // A quarter full, it forgets, and has more room the next time.
        if 4 * self.set > 64 * self.met.len() && 64 * self.met.len() < MOST_BITS {
            *self = Self { met: vec![0; 16 * self.met.len()], set: 0 };
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn widths_are_those_of_plain_sets() {
        let (mut novelty, mut parts, mut pairs) = (Novelty::default(), HashSet::new(), HashSet::new());
        let (mut state, mut random) = (vec![0u64; 6], 1u64);
        let (mut seen, mut differ) = ([0; 4], 0);
        for _ in 0..2_000 {
            random = mix(random);
            let (place, value) = ((random % 6) as usize, random / 6 % 5);
            let before = state.clone();
            state[place] = (place as u64) << 16 | value;
            let mut expected = WIDEST;
            for one in (0..6).filter(|&at| state[at] != before[at]).map(|at| state[at]) {
                for other in state.iter().copied().filter(|&other| other != one) {
                    if pairs.insert((one.min(other), one.max(other))) {
                        expected = expected.min(2);
                    }
                }
                if parts.insert(one) {
                    expected = 1;
                }
            }
            let width = novelty.width(&before, &state);
            assert!(width >= expected, "{width} in place of {expected}");
            seen[usize::from(expected)] += 1;
            differ += u32::from(width != expected);
        }
        assert!(seen[1] > 10 && seen[2] > 50 && seen[3] > 100, "{seen:?}");
        assert!(differ < 20, "{differ} differ: too many parts share a bit");
    }
}
