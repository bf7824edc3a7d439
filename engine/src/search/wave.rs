//! One front of a search by layers: all states at most `depth` moves from where it began.
//!
//! ```text
//!   start   layer 1    layer 2
//!     o ----- o -------- o          seen: state -> the layer in which it was first met
//!       \---- o -----\-- o          frontier: the last layer
//!                      \ x   <- meets the target: the layer is swept to its end, then all stop
//! ```
//!
//! Breadth-first search is one wave towards the goals; bidirectional search two waves towards each other.
//! Parents are not stored: a state costs its key and a layer number, and a path is rebuilt backwards, layer
//! by layer ([`crate::search::path`]).
//!
//! **Same answer for any number of threads.** Within a layer the order of states depends on the threads; the
//! *set* of states does not. So everything that is reported is a function of sets: a wave that meets its
//! target finishes the layer and reports every meeting state, sorted.
//!
//! **Threads without locks.** A large layer is taken in blocks. First each thread expands a part of the block
//! and sorts the successors by shard of the visited set; then each thread fills its own shards. Even on one
//! thread this pays on large tables: the inserts of a block touch one shard after the other.

use std::ops::Range;

use crate::chunks::Chunks;
use crate::packed::Packed;
use crate::puzzle::Puzzle;
use crate::search::parallel::{self, Sorted};
use crate::seen::{SHARDS, Seen, Shard, shard_of};
use crate::watch::{Limit, Watch, Work};

/// Layer numbers wrap: neighbouring layers stay apart, which is all that rebuilding paths needs.
pub type Layer = u16;

/// States expanded between two looks at the limits.
const CHECK_EVERY: u64 = 1024;
/// States of a small layer that are expanded together: their successors stay in the nearest cache.
const TOGETHER: usize = 32;
/// Layers of at least this many states are worth sorting by shard, and threads.
const BLOCKS_FROM: usize = 1 << 15;
/// States of a block.
const BLOCK: usize = 1 << 16;

/// Which way a wave runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Forward,
    Backward,
}

/// The neighbours of a state in a direction.
#[inline(always)]
pub fn neighbours<P: Puzzle>(
    puzzle: &P,
    direction: Direction,
    state: P::State,
    mut visit: impl FnMut(P::State),
) {
    match direction {
        Direction::Forward => puzzle.successors(state, |_, after| visit(after)),
        Direction::Backward => puzzle.predecessors(state, |before, _| visit(before)),
    }
}

/// All states at most `depth` moves from the origin, and the frontier: those exactly so far.
#[derive(Clone)]
pub struct Wave<S: Packed> {
    pub seen: Seen<S, Layer>,
    pub frontier: Chunks<S>,
    pub depth: u32,
    pub expanded: u64,
    pub direction: Direction,
}

impl<S: Packed> Wave<S> {
    pub fn new(direction: Direction, origins: impl IntoIterator<Item = S>) -> Self {
        let mut wave =
            Self { seen: Seen::default(), frontier: Chunks::default(), depth: 0, expanded: 0, direction };
        for origin in origins {
            if wave.seen.insert(origin, 0).is_none() {
                wave.frontier.push(origin);
            }
        }
        wave
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.seen.bytes() + self.frontier.bytes()
    }

    /// Was `state` first met in layer `layer`?
    #[inline(always)]
    pub fn in_layer(&self, state: S, layer: u32) -> bool {
        self.seen.get(state) == Some(layer as Layer)
    }

    /// Goes one layer further. Gives the states of the new layer that meet the target, sorted; where there
    /// are some, the new layer is complete only in them, the frontier is spent, and the search is over.
    pub fn advance<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        meets: impl Fn(S) -> bool + Sync,
        threads: usize,
        watch: &mut Watch,
        others: Work,
    ) -> Result<Vec<S>, Limit> {
        let frontier = std::mem::take(&mut self.frontier);
        let held = frontier.bytes();
        self.depth += 1;
        let mut met = Vec::new();
        if frontier.len() < BLOCKS_FROM {
            self.sweep(puzzle, &frontier, &meets, &mut met, watch.limits.states.is_some(), &mut |wave| {
                watch.check(&wave.work(held, others))
            })?;
        } else {
            self.seen.split();
            let mut sorted: Vec<Sorted<S>> = (0..threads.max(1)).map(|_| Sorted::default()).collect();
            for piece in frontier.pieces().chunks(BLOCK / (1 << 15)) {
                watch.check(&self.work(held, others))?;
                let states: Vec<S> = piece.iter().flatten().copied().collect();
                if met.is_empty() {
                    self.block(puzzle, &states, &meets, &mut sorted, &mut met);
                } else {
                    self.scan(puzzle, &states, &meets, threads, &mut met);
                }
            }
        }
        met.sort_unstable();
        met.dedup();
        Ok(met)
    }

    /// The work of this wave on top of `others`.
    fn work(&self, held: usize, others: Work) -> Work {
        Work {
            stored: others.stored + self.seen.len() as u64,
            expanded: others.expanded + self.expanded,
            bytes: others.bytes + (self.bytes() + held) as u64,
            depth: self.depth,
            ..others
        }
    }

    /// Expands a small layer, some states together; or one by one if `every` state is a reason to look at the limits.
    fn sweep<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        frontier: &Chunks<S>,
        meets: &impl Fn(S) -> bool,
        met: &mut Vec<S>,
        every: bool,
        check: &mut impl FnMut(&Self) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let layer = self.depth as Layer;
        let together = if every { 1 } else { TOGETHER };
        let (mut after, mut fresh) = (Vec::new(), Vec::new());
        for states in frontier.pieces().iter().flat_map(|piece| piece.chunks(together)) {
            let expanded = self.expanded + states.len() as u64;
            if every || self.expanded.next_multiple_of(CHECK_EVERY) < expanded {
                check(self)?;
            }
            self.expanded = expanded;
            after.clear();
            for &state in states {
                neighbours(puzzle, self.direction, state, |other| after.push(other));
            }
            if met.is_empty() {
                fresh.clear();
                self.seen.insert_all(&after, layer, &mut fresh);
                met.extend(fresh.iter().copied().filter(|&other| meets(other)));
                self.frontier.extend_from_slice(&fresh);
            } else {
                // A state that meets the target cannot have been met earlier, so the rest of the layer
                // needs no visited set.
                met.extend(after.iter().copied().filter(|&other| meets(other)));
            }
        }
        Ok(())
    }

    /// Expands a block of a large layer: successors sorted by shard, then shard by shard into the set.
    fn block<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        states: &[S],
        meets: &(impl Fn(S) -> bool + Sync),
        sorted: &mut [Sorted<S>],
        met: &mut Vec<S>,
    ) {
        let (direction, layer, threads) = (self.direction, self.depth as Layer, sorted.len());
        sorted.iter_mut().for_each(Sorted::clear);
        let parts = parallel::split(states.len(), threads);
        let mut parts: Vec<(Range<usize>, &mut Sorted<S>)> = parts.into_iter().zip(&mut *sorted).collect();
        parallel::map_mut(&mut parts, |(part, sorted)| {
            for &state in &states[part.clone()] {
                neighbours(puzzle, direction, state, |other| sorted.push(shard_of(other.hash()), other));
            }
        });
        for (number, shard) in self.seen.shards_mut().iter_mut().enumerate() {
            shard.make_room(sorted.iter().map(|part| part.shard(number).len()).sum());
        }
        let per_thread = SHARDS.div_ceil(threads);
        let mut groups: Vec<(usize, &mut [Shard<S, Layer>])> = self
            .seen
            .shards_mut()
            .chunks_mut(per_thread)
            .enumerate()
            .map(|(i, s)| (i * per_thread, s))
            .collect();
        let sorted = &*sorted;
        let fresh = parallel::map_mut(&mut groups, |(first, shards)| {
            let mut fresh = Vec::new();
            for (offset, shard) in shards.iter_mut().enumerate() {
                for part in sorted {
                    shard.insert_all(part.shard(*first + offset), layer, &mut fresh);
                }
            }
            let found: Vec<S> = fresh.iter().copied().filter(|&state| meets(state)).collect();
            (fresh, found)
        });
        for (fresh, found) in fresh {
            self.frontier.extend_from_slice(&fresh);
            met.extend(found);
        }
        self.expanded += states.len() as u64;
    }

    /// Looks through a block of a layer that has met its target already.
    fn scan<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        states: &[S],
        meets: &(impl Fn(S) -> bool + Sync),
        threads: usize,
        met: &mut Vec<S>,
    ) {
        let direction = self.direction;
        for found in parallel::map(&parallel::split(states.len(), threads), |part: &Range<usize>| {
            let mut found = Vec::new();
            for &state in &states[part.clone()] {
                neighbours(puzzle, direction, state, |other| {
                    if meets(other) {
                        found.push(other);
                    }
                });
            }
            found
        }) {
            met.extend(found);
        }
        self.expanded += states.len() as u64;
    }
}
