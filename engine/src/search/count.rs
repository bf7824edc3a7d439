//! How many optimal solutions there are, exactly: paths through the corridor, summed backwards.
//!
//! Machine integers while they suffice, big integers after the first overflow: one 6x6 block board has
//! 14,163,899,645,952 optimal solutions, an 8x8 sliding board more than 2^128.

use num_bigint::BigUint;

use crate::puzzle::Puzzle;
use crate::search::corridor::Corridor;
use crate::search::tally::Tally;
use crate::watch::{Limit, Watch};

/// Numbers computed between two checks of the memory that they take.
const LOOK_EVERY: usize = 1 << 12;

/// The number of optimal solutions.
#[must_use]
pub fn count<P: Puzzle>(puzzle: &P, corridor: &Corridor<P::State>) -> BigUint {
    count_within(puzzle, corridor, &mut Watch::unlimited()).unwrap_or_default()
}

/// The same under limits.
pub fn count_within<P: Puzzle>(
    puzzle: &P,
    corridor: &Corridor<P::State>,
    watch: &mut Watch,
) -> Result<BigUint, Limit> {
    if let Some(ways) = ways::<u64, P>(puzzle, corridor, watch)? {
        return Ok(ways.first().map(Tally::big).unwrap_or_default());
    }
    let ways = ways::<BigUint, P>(puzzle, corridor, watch)?.unwrap_or_default();
    Ok(ways.first().map(Tally::big).unwrap_or_default())
}

/// For each state of the corridor the number of optimal ways from it to a goal; `None` where one does not fit.
pub fn ways<T: Tally, P: Puzzle>(
    puzzle: &P,
    corridor: &Corridor<P::State>,
    watch: &mut Watch,
) -> Result<Option<Vec<T>>, Limit> {
    ways_without(puzzle, corridor, |_, _, _| false, watch)
}

/// The same without the moves that `barred` names, by the numbers of the states before and after.
pub fn ways_without<T: Tally, P: Puzzle>(
    puzzle: &P,
    corridor: &Corridor<P::State>,
    barred: impl Fn(u32, P::Move, u32) -> bool,
    watch: &mut Watch,
) -> Result<Option<Vec<T>>, Limit> {
    let mut bytes = corridor.bytes() + corridor.states.len() * size_of::<T>();
    watch.room_for(bytes)?;
    let mut ways = vec![T::default(); corridor.states.len()];
    for id in (0..corridor.states.len()).rev() {
        watch.tick()?;
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
        let Some(sum) = sum else { return Ok(None) };
        bytes += sum.bytes() - size_of::<T>();
        ways[id] = sum;
        if id.is_multiple_of(LOOK_EVERY) {
            watch.room_for(bytes)?;
        }
    }
    Ok(Some(ways))
}
