//! How many optimal solutions there are, exactly: paths through the corridor, summed backwards.
//!
//! Machine integers while they suffice, big ones from the first overflow on: one 6x6 block board has
//! 14,163,899,645,952 optimal solutions, an 8x8 sliding board more than 2^128.

use num_bigint::BigUint;

use crate::puzzle::Puzzle;
use crate::search::corridor::Corridor;

/// A number of solutions.
trait Tally: Clone + Default {
    fn one() -> Self;
    /// Adds; `None` if the sum does not fit.
    fn plus(self, other: &Self) -> Option<Self>;
}

impl Tally for u64 {
    fn one() -> Self {
        1
    }
    fn plus(self, other: &Self) -> Option<Self> {
        self.checked_add(*other)
    }
}

impl Tally for BigUint {
    fn one() -> Self {
        BigUint::from(1u32)
    }
    fn plus(self, other: &Self) -> Option<Self> {
        Some(self + other)
    }
}

/// The number of optimal solutions.
#[must_use]
pub fn count<P: Puzzle>(puzzle: &P, corridor: &Corridor<P::State>) -> BigUint {
    let small = ways::<u64, P>(puzzle, corridor).map(|ways| BigUint::from(ways[0]));
    small.or_else(|| ways::<BigUint, P>(puzzle, corridor).map(|ways| ways[0].clone())).unwrap_or_default()
}

/// For each state of the corridor the number of optimal ways from it to a goal.
fn ways<T: Tally, P: Puzzle>(puzzle: &P, corridor: &Corridor<P::State>) -> Option<Vec<T>> {
    let mut ways = vec![T::default(); corridor.states.len()];
    for id in (0..corridor.states.len()).rev() {
        if puzzle.is_goal(corridor.states[id]) {
            ways[id] = T::one();
            continue;
        }
        let mut sum = Some(T::default());
        corridor
            .steps(puzzle, id as u32, |_, to| sum = sum.take().and_then(|sum| sum.plus(&ways[to as usize])));
        ways[id] = sum?;
    }
    Some(ways)
}
