//! A census where moves cost differently: Dial's buckets, backwards. Such puzzles are small (the coroutine's
//! turns under `metric = "steps"`, 2 million positions at most), so a census of one starts
//! over instead of resuming.

use std::collections::BTreeMap;

use super::hashed::least;
use super::levels::Census;
use super::method::{Method, Refusal};
use crate::dyn_puzzle::DynPuzzle;
use clew_core::packed::Packed;
use clew_core::seen::Seen;
use clew_core::watch::{Limit, Watch, Work};

const CHECK_EVERY: u64 = 1024;

/// The census of a puzzle from all its `goals`, of `total` positions.
pub fn census<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    goals: &[S],
    total: u64,
    watch: &mut Watch,
) -> Result<Census<S>, Refusal> {
    watch.phase = "census";
    let mut census = Census {
        method: Method::Hashed,
        counts: Vec::new(),
        total: Some(total),
        hardest: Vec::new(),
        limit: None,
        unsaved: None,
        work: Work::default(),
    };
    let mut settling = Settling::new(rules, goals);
    while let Some((cost, open)) = settling.buckets.pop_first() {
        match settling.settle(cost, open, watch) {
            Ok(level) if level.is_empty() => {}
            Ok(level) => {
                census.counts.resize(cost as usize, 0);
                census.counts.push(level.len() as u64);
                census.hardest = least(level.into_iter());
            }
            Err(limit) => {
                census.limit = Some(limit);
                census.work.expanded = settling.expanded;
                return Ok(census);
            }
        }
    }
    census.work.expanded = settling.expanded;
    census.work.stored = settling.settled.len() as u64;
    Ok(census)
}

/// Settles states in the order of their cost.
struct Settling<'a, S: Packed> {
    rules: &'a dyn DynPuzzle<S>,
    goals: usize,
    buckets: BTreeMap<u32, Vec<S>>,
    /// States in the buckets; a state that waits several times counts each time.
    waiting: usize,
    settled: Seen<S, ()>,
    expanded: u64,
}

impl<'a, S: Packed> Settling<'a, S> {
    fn new(rules: &'a dyn DynPuzzle<S>, goals: &[S]) -> Self {
        Self {
            rules,
            goals: goals.len(),
            buckets: BTreeMap::from([(0, goals.to_vec())]),
            waiting: goals.len(),
            settled: Seen::default(),
            expanded: 0,
        }
    }

    /// Settles the bucket of one cost and returns its states, each once.
    fn settle(&mut self, cost: u32, mut open: Vec<S>, watch: &mut Watch) -> Result<Vec<S>, Limit> {
        if !watch.admits(cost) {
            return Err(Limit::Moves);
        }
        self.check(cost, self.settled.bytes(), watch)?;
        let mut level = Vec::new();
        while let Some(state) = open.pop() {
            self.waiting -= 1;
            if self.settled.insert(state, ()).is_some() {
                continue;
            }
            level.push(state);
            self.expanded += 1;
            if watch.due(self.expanded, CHECK_EVERY) {
                let lists = (self.goals + level.len() + self.waiting) * size_of::<S>();
                self.check(cost, self.settled.bytes_soon() + 2 * lists, watch)?;
            }
            let (buckets, waiting) = (&mut self.buckets, &mut self.waiting);
            self.rules.each_predecessor(state, &mut |before, extra| {
                *waiting += 1;
                match extra {
                    0 => open.push(before),
                    _ => buckets.entry(cost + extra).or_default().push(before),
                }
            });
        }
        Ok(level)
    }

    fn check(&self, cost: u32, bytes: usize, watch: &mut Watch) -> Result<(), Limit> {
        watch.check(&Work {
            stored: self.settled.len() as u64,
            expanded: self.expanded,
            bytes: bytes as u64,
            depth: cost,
            ..Work::default()
        })
    }
}
