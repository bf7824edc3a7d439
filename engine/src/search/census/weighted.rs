//! A census where moves cost differently: Dial's buckets, backwards. Such puzzles are small (the coroutine's
//! turns under `metric = "steps"`, 2 million positions at most), so that it is begun anew instead of resumed.

use std::collections::BTreeMap;

use super::hashed::least;
use super::{Census, Method, Refusal};
use crate::puzzle::Puzzle;
use crate::seen::Seen;
use crate::watch::{Watch, Work};

const CHECK_EVERY: u64 = 1024;

pub fn census<P: Puzzle>(
    puzzle: &P,
    goals: &[P::State],
    total: u64,
    watch: &mut Watch,
) -> Result<Census<P::State>, Refusal> {
    watch.phase = "census";
    let mut buckets: BTreeMap<u32, Vec<P::State>> = BTreeMap::from([(0, goals.to_vec())]);
    // States in the buckets, also such as are there several times.
    let mut waiting = goals.len();
    let mut settled: Seen<P::State, ()> = Seen::default();
    let mut census = Census {
        method: Method::Hashed,
        counts: Vec::new(),
        total,
        hardest: Vec::new(),
        limit: None,
        work: Work::default(),
    };
    while let Some((cost, mut open)) = buckets.pop_first() {
        if !watch.admits(cost) {
            census.limit = Some(crate::watch::Limit::Moves);
            return Ok(census);
        }
        let bytes = settled.bytes() as u64;
        let work = Work { stored: settled.len() as u64, depth: cost, bytes, ..census.work };
        if let Err(limit) = watch.check(&work) {
            census.limit = Some(limit);
            return Ok(census);
        }
        let mut level = Vec::new();
        while let Some(state) = open.pop() {
            waiting -= 1;
            if settled.insert(state, ()).is_some() {
                continue;
            }
            level.push(state);
            census.work.expanded += 1;
            if watch.due(census.work.expanded, CHECK_EVERY) {
                let lists = (goals.len() + level.len() + waiting) * size_of::<P::State>();
                let bytes = (settled.bytes_soon() + 2 * lists) as u64;
                let work = Work { stored: settled.len() as u64, depth: cost, bytes, ..census.work };
                if let Err(limit) = watch.check(&work) {
                    census.limit = Some(limit);
                    return Ok(census);
                }
            }
            puzzle.predecessors(state, |before, extra| {
                waiting += 1;
                match extra {
                    0 => open.push(before),
                    _ => buckets.entry(cost + extra).or_default().push(before),
                }
            });
        }
        if !level.is_empty() {
            census.counts.resize(cost as usize, 0);
            census.counts.push(level.len() as u64);
            census.hardest = least(level.into_iter());
        }
    }
    census.work.stored = settled.len() as u64;
    Ok(census)
}
