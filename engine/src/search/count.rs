//! How many optimal solutions there are, exactly: paths through the corridor, summed backwards.
//!
//! Machine integers while they suffice, big ones from the first overflow on: one 6x6 block board has
//! 14,163,899,645,952 optimal solutions, an 8x8 sliding board more than 2^128.

use num_bigint::BigUint;

use crate::puzzle::Puzzle;
use crate::search::corridor::Corridor;
use crate::search::tally::Tally;

/// The number of optimal solutions.
#[must_use]
pub fn count<P: Puzzle>(puzzle: &P, corridor: &Corridor<P::State>) -> BigUint {
    let small = || Some(ways::<u64, P>(puzzle, corridor)?.first()?.big());
    let large = || Some(ways::<BigUint, P>(puzzle, corridor)?.first()?.big());
    small().or_else(large).unwrap_or_default()
}

/// For each state of the corridor the number of optimal ways from it to a goal; `None` where one does not fit.
pub fn ways<T: Tally, P: Puzzle>(puzzle: &P, corridor: &Corridor<P::State>) -> Option<Vec<T>> {
    ways_without(puzzle, corridor, |_, _, _| false)
}

/// The same, of the ways that make no move which `barred` names (by the numbers of the states before and
/// after).
pub fn ways_without<T: Tally, P: Puzzle>(
    puzzle: &P,
    corridor: &Corridor<P::State>,
    barred: impl Fn(u32, P::Move, u32) -> bool,
) -> Option<Vec<T>> {
    let mut ways = vec![T::default(); corridor.states.len()];
    for id in (0..corridor.states.len()).rev() {
        if puzzle.is_goal(corridor.states[id]) {
            ways[id] = T::one();
            continue;
        }
        let mut sum = Some(T::default());
        corridor.steps(puzzle, id as u32, |mv, to| {
            if !barred(id as u32, mv, to) {
                sum = sum.take().and_then(|sum| sum.plus(&ways[to as usize]));
            }
        });
        ways[id] = sum?;
    }
    Some(ways)
}
