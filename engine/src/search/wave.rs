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
use crate::search::parallel::{self, Desks};
use crate::seen::{SHARDS, Seen, shard_of};
use crate::watch::{Limit, Watch, Work};

/// Layer numbers wrap: neighbouring layers stay apart, which is all that rebuilding paths needs.
pub type Layer = u16;

/// States expanded between two looks at the limits.
const CHECK_EVERY: u64 = 1024;
/// States of a small layer that are expanded together: their successors stay in the nearest cache.
const TOGETHER: usize = 32;
/// The same where rules from outside are slow to ask.
const FEW_TOGETHER: usize = 8;
/// Within so many states of a limit they are expanded one by one, so as to stop where it is passed. More than
/// [`TOGETHER`] states have successors.
const NEAR: u64 = 1 << 14;
/// Layers of at least this many states are worth sorting by shard, and threads.
const BLOCKS_FROM: usize = 1 << 13;
/// Pieces of the frontier in a block, for each thread: 2^16 states. Starting and joining threads is then a
/// small part of the work, and stopping is still a matter of milliseconds.
const PIECES: usize = 2;

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
    desks: Desks<S>,
}

impl<S: Packed> Wave<S> {
    pub fn new(direction: Direction, origins: impl IntoIterator<Item = S>) -> Self {
        let mut wave = Self {
            seen: Seen::default(),
            frontier: Chunks::default(),
            depth: 0,
            expanded: 0,
            direction,
            desks: Desks::default(),
        };
        for origin in origins {
            if wave.seen.insert(origin, 0).is_none() {
                wave.frontier.push(origin);
            }
        }
        wave
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.seen.bytes() + self.frontier.bytes() + self.desks.bytes()
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
        let threads = threads.max(1);
        let frontier = std::mem::take(&mut self.frontier);
        let held = frontier.bytes();
        self.depth += 1;
        let mut met = Vec::new();
        let outside = watch.outside.is_some();
        let most = watch.limits.states.map_or(u64::MAX, |most| most.saturating_sub(others.stored));
        let together = |wave: &Self| match outside {
            _ if wave.seen.len() as u64 + NEAR > most => 1,
            true => FEW_TOGETHER,
            false => TOGETHER,
        };
        if frontier.len() < BLOCKS_FROM || outside {
            self.sweep(puzzle, &frontier, &meets, &mut met, together, &mut |wave| {
                watch.check(&wave.work(held, others))
            })?;
        } else {
            self.seen.split();
            // Where states are limited, the limit is looked at more often.
            let together = if watch.limits.states.is_some() { 1 } else { PIECES * threads };
            for pieces in frontier.pieces().chunks(together) {
                watch.check(&self.work(held, others))?;
                let parts = parallel::split(pieces.iter().map(Vec::len).sum(), parallel::parts_for(threads));
                self.expanded += parts.last().map_or(0, |part| part.end) as u64;
                let parts: Vec<_> = parts.into_iter().map(|part| within(pieces, part)).collect();
                if met.is_empty() {
                    self.block(puzzle, parts, &meets, threads, &mut met);
                } else {
                    self.scan(puzzle, parts, &meets, threads, &mut met);
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

    /// Expands a small layer, some states together; where fewer than [`TOGETHER`], the limits are looked at each time.
    fn sweep<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        frontier: &Chunks<S>,
        meets: &impl Fn(S) -> bool,
        met: &mut Vec<S>,
        together: impl Fn(&Self) -> usize,
        check: &mut impl FnMut(&Self) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let layer = self.depth as Layer;
        let (mut after, mut fresh) = (Vec::new(), Vec::new());
        for mut states in frontier.pieces().iter().map(Vec::as_slice) {
            while !states.is_empty() {
                let together = together(self);
                let (now, later) = states.split_at(together.min(states.len()));
                states = later;
                let expanded = self.expanded + now.len() as u64;
                if together < TOGETHER || self.expanded.next_multiple_of(CHECK_EVERY) < expanded {
                    check(self)?;
                }
                self.expanded = expanded;
                after.clear();
                for &state in now {
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
        }
        Ok(())
    }

    /// Expands a block of a large layer: successors sorted by shard, then shard by shard into the set.
    fn block<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        parts: Vec<impl Iterator<Item = S> + Clone + Send>,
        meets: &(impl Fn(S) -> bool + Sync),
        threads: usize,
        met: &mut Vec<S>,
    ) {
        let (direction, layer) = (self.direction, self.depth as Layer);
        self.desks.clear(parts.len());
        let Desks { sorted, fresh } = &mut self.desks;
        let mut parts: Vec<_> = parts.into_iter().zip(&mut *sorted).collect();
        parallel::map_mut(&mut parts, threads, |(part, sorted)| {
            part.clone().for_each(|state| {
                neighbours(puzzle, direction, state, |other| sorted.push(shard_of(other.hash()), other));
            });
        });
        for (number, shard) in self.seen.shards_mut().iter_mut().enumerate() {
            shard.make_room(sorted.iter().map(|part| part.shard(number).len()).sum());
        }
        let together = SHARDS.div_ceil(fresh.len());
        let groups = self.seen.shards_mut().chunks_mut(together).zip(&mut *fresh).enumerate();
        let mut groups: Vec<_> = groups.map(|(group, part)| (group * together, part)).collect();
        let sorted = &*sorted;
        let found = parallel::map_mut(&mut groups, threads, |(first, (shards, fresh))| {
            for (offset, shard) in shards.iter_mut().enumerate() {
                for part in sorted {
                    shard.insert_all(part.shard(*first + offset), layer, fresh);
                }
            }
            fresh.iter().copied().filter(|&state| meets(state)).collect::<Vec<S>>()
        });
        fresh.iter().for_each(|fresh| self.frontier.extend_from_slice(fresh));
        met.extend(found.into_iter().flatten());
    }

    /// Looks through a block of a layer that has met its target already.
    fn scan<P: Puzzle<State = S>>(
        &self,
        puzzle: &P,
        mut parts: Vec<impl Iterator<Item = S> + Clone + Send>,
        meets: &(impl Fn(S) -> bool + Sync),
        threads: usize,
        met: &mut Vec<S>,
    ) {
        let direction = self.direction;
        let found = parallel::map_mut(&mut parts, threads, |part| {
            let mut found = Vec::new();
            part.clone().for_each(|state| {
                neighbours(puzzle, direction, state, |other| {
                    if meets(other) {
                        found.push(other);
                    }
                });
            });
            found
        });
        met.extend(found.into_iter().flatten());
    }
}

/// A part of the states that stand in pieces.
fn within<S: Packed>(pieces: &[Vec<S>], part: Range<usize>) -> impl Iterator<Item = S> + Clone + Send {
    pieces.iter().flatten().copied().skip(part.start).take(part.len())
}
