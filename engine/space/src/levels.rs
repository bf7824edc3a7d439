//! How far every state is from some others, level by level, on any number of threads.
//!
//! ```text
//!   level   | part 1 | part 2 |      each part, by one thread: a few states at a time, the numbers of those before them,
//!                                    and of these the ones without a distance yet, which are the next level
//! ```
//!
//! Threads write the distances to the same list. All write the same number in a level, so it does not matter who is first;
//! a state that two of them meet in the same moment is in the next level twice, and changes nothing the second time.

use std::sync::atomic::{AtomicU16, Ordering};

use crate::map::{NO_WAY, Rows, Unmapped};
use clew_core::prefetch;
use clew_core::watch::{Watch, Work};
use clew_search::parallel::{self, Cancellation};

/// States that are taken together.
const TOGETHER: usize = 32;
/// Levels of at least this many states are worth threads.
const PARTS_FROM: usize = 1 << 13;
const CHECK_EVERY: usize = 1 << 15;
const AHEAD: usize = 12;

/// Fewest moves from each of `states` states to the nearest origin. `before(numbers, buffer, found)` appends the numbers of
/// the states from which a move leads to one of these.
pub fn by_levels<B: Default>(
    states: usize,
    origins: impl IntoIterator<Item = u32>,
    threads: usize,
    before: impl Fn(&[u32], &mut B, &mut Vec<u32>) + Sync,
    mut work: Work,
    watch: &mut Watch,
) -> Result<Vec<u16>, Unmapped> {
    let held = work.bytes + 2 * states as u64;
    work.bytes = held;
    let stopped = |work| move |limit| Unmapped::Limit(limit, work);
    watch.room_for(held as usize).map_err(stopped(work))?;
    let distance = watch.filled(states, || AtomicU16::new(NO_WAY)).map_err(stopped(work))?;
    let mut level: Vec<u32> = origins.into_iter().collect();
    level.iter().for_each(|&origin| distance[origin as usize].store(0, Ordering::Relaxed));
    let mut reached = 0;
    while !level.is_empty() {
        reached += 1;
        let mut later = Vec::new();
        let threads = if level.len() < PARTS_FROM { 1 } else { threads.max(1) };
        for some in level.chunks(CHECK_EVERY * threads) {
            work.bytes = held + 4 * (level.capacity() + later.capacity()) as u64;
            watch.check(&work).map_err(stopped(work))?;
            let cancellation = &Cancellation::new(watch);
            let mut parts = parallel::split(some.len(), parallel::parts_for(threads));
            let found = parallel::map_watched(&mut parts, threads, cancellation, |part| {
                let (mut buffer, mut numbers, mut fresh) = (B::default(), Vec::new(), Vec::new());
                cancellation.each(some[part.clone()].chunks(TOGETHER), |few| {
                    numbers.clear();
                    before(few, &mut buffer, &mut numbers);
                    meet(&numbers, &distance, reached, &mut fresh);
                });
                fresh
            });
            cancellation.result().map_err(stopped(work))?;
            found.into_iter().for_each(|fresh| later.extend(fresh));
        }
        if reached == NO_WAY && !later.is_empty() {
            return Err(Unmapped::too_long());
        }
        level = later;
    }
    Ok(distance.into_iter().map(AtomicU16::into_inner).collect())
}

/// The same over the rows of a map on which every move can be undone by another.
pub fn by_rows(
    rows: &Rows,
    origins: impl IntoIterator<Item = u32>,
    threads: usize,
    work: Work,
    watch: &mut Watch,
) -> Result<Vec<u16>, Unmapped> {
    let Rows { indptr, indices, .. } = rows;
    let around = |numbers: &[u32], (): &mut (), found: &mut Vec<u32>| {
        for &number in numbers {
            prefetch::soon(indptr, number as usize);
        }
        for &number in numbers {
            prefetch::soon(indices, indptr[number as usize] as usize);
        }
        for &number in numbers {
            let (from, to) = (indptr[number as usize], indptr[number as usize + 1]);
            found.extend_from_slice(&indices[from as usize..to as usize]);
        }
    };
    by_levels(indptr.len() - 1, origins, threads, around, work, watch)
}

/// Appends those that have no distance yet to `fresh`, and gives them this one.
fn meet(numbers: &[u32], distance: &[AtomicU16], reached: u16, fresh: &mut Vec<u32>) {
    for (turn, &number) in numbers.iter().enumerate() {
        if let Some(&later) = numbers.get(turn + AHEAD) {
            prefetch::soon(distance, later as usize);
        }
        let here = &distance[number as usize];
        if here.load(Ordering::Relaxed) == NO_WAY {
            here.store(reached, Ordering::Relaxed);
            fresh.push(number);
        }
    }
}
