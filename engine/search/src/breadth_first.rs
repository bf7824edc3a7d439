//! One front of a search by layers: all states at most `depth` moves from where it began.
//!
//! ```text
//!   start   layer 1    layer 2
//!     o ----- o -------- o          seen: state -> the layer in which it was first met
//!       \---- o -----\-- o          frontier: the last layer
//!                      \ x   <- meets the target: nothing beyond this layer is searched
//! ```
//!
//! Breadth-first search is one search towards the goals; bidirectional search two searches towards each other.
//! Parents are not stored: a state takes its key and a layer number, and a path is rebuilt backwards, layer by
//! layer ([`crate::path`]).
//!
//! **Threads without locks.** A large layer is taken in blocks. First each thread expands a part of the block
//! and sorts the successors by shard of the visited set; then each thread fills its own shards. Even on one
//! thread this pays on large tables: the inserts of a block touch one shard after the other, and the more of
//! them the nearer to each other.
//!
//! ```text
//!   block    | part 1 | part 2 |        each part, by one thread:    successors by shard   1: ..  2: ..
//!   shard 1  <- part 1, then part 2     each shard, by one thread:   what is new, in that order
//!   shard 2  <- part 1, then part 2     next frontier:               shard 1's, then shard 2's
//! ```
//!
//! **Same answer for any number of threads.** A shard gets its successors in the order of the block, however
//! many parts that was cut into, and blocks are cut by numbers of states alone. So layers have the same order
//! on any number of threads; a search that wants one meeting state may stop at the block that has the first.
//! (Small layers are finished all the same: of several solutions the families' own searches show the same.)

mod layer_options;
mod limit_checker;
mod meeting;

use std::ops::Range;

pub use crate::dyn_puzzle::Direction;
use crate::dyn_puzzle::{FEW_TOGETHER, TOGETHER};
use crate::parallel::{self, BLOCKS_FROM, Buffers, Cancellation, Task};
use clew_core::chunks::Chunks;
use clew_core::packed::Packed;
use clew_core::seen::{Seen, shard_of};
use clew_core::watch::{Limit, Watch, Work};
use clew_core::whole::{NOT_IN_PAGES, WHOLE};
pub use layer_options::{LayerOptions, Meetings, Step};
use limit_checker::LimitChecker;
use meeting::Meeting;

/// The low bits of a layer's number; the few searches that go deeper keep the high bits in a second table.
pub type Layer = u16;

/// States expanded between two checks of the limits.
const CHECK_EVERY: u64 = 1024;
/// Within this many states of a limit, states are expanded one by one, so as to stop where it is passed. More than
/// [`TOGETHER`] states have successors.
const NEAR: u64 = 1 << 14;

/// All states at most `depth` moves from the origin, and the frontier: those exactly `depth` moves away.
#[derive(Clone)]
pub struct BreadthFirst<S: Packed> {
    pub seen: Seen<S, Layer>,
    pub frontier: Chunks<S>,
    pub depth: u32,
    pub expanded: u64,
    pub direction: Direction,
    /// The high bits of the layer of each state in which they are not 0.
    high: Option<Seen<S, Layer>>,
    /// Successors of a state in the last block or small layer, on average; 0 where none was expanded yet.
    fan: usize,
    buffers: Buffers<S>,
}

impl<S: Packed> BreadthFirst<S> {
    pub fn new(direction: Direction, origins: impl IntoIterator<Item = S>) -> Self {
        let mut search = Self {
            seen: Seen::default(),
            frontier: Chunks::default(),
            depth: 0,
            expanded: 0,
            direction,
            high: None,
            fan: 0,
            buffers: Buffers::default(),
        };
        for origin in origins {
            search.begin_at(origin);
        }
        search
    }

    /// One more origin, before the search advances.
    pub fn begin_at(&mut self, origin: S) {
        if self.seen.insert(origin, 0).is_none() {
            self.frontier.push(origin);
        }
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        let high = self.high.as_ref().map_or(0, Seen::bytes_soon);
        self.seen.bytes_soon() + high + self.frontier.bytes() + self.buffers.bytes()
    }

    /// Takes over the buffers of a search that is not advancing, so that only one of the two holds them.
    pub fn take_buffers(&mut self, other: &mut Self) {
        if self.buffers.bytes() == 0 {
            std::mem::swap(&mut self.buffers, &mut other.buffers);
        }
    }

    /// Whether `state` was first met in layer `layer`.
    #[inline(always)]
    pub fn in_layer(&self, state: S, layer: u32) -> bool {
        self.seen.get(state) == Some(layer as Layer)
            && self.high.as_ref().is_none_or(|high| high.get(state).unwrap_or(0) == high_bits(layer))
    }

    /// Keeps the high bits of the number of the last layer.
    fn keep_high_bits(&mut self) {
        if high_bits(self.depth) != 0 {
            let high = self.high.get_or_insert_default();
            for states in self.frontier.pieces() {
                high.insert_all(states, high_bits(self.depth), &mut Vec::new());
            }
        }
    }

    /// Advances by a layer. Returns the states of the new layer that meet the target: first the one to show, the same
    /// whichever were asked for, then the others, sorted. If there are any, the new layer is incomplete, the frontier
    /// is used up, and the search is over.
    pub fn advance(
        &mut self,
        step: Step<S>,
        options: LayerOptions,
        watch: &mut Watch,
        others: Work,
    ) -> Result<Vec<S>, Limit> {
        let frontier = std::mem::take(&mut self.frontier);
        let held = frontier.bytes();
        self.depth += 1;
        let slow = watch.outside.is_some();
        let most = watch.limits.states.map_or(u64::MAX, |most| most.saturating_sub(others.stored));
        let memory = watch.limits.memory;
        let mut found = Meeting::new(options, slow);
        let mut checker = LimitChecker { watch, held, met: 0, others };
        // Sorting by shards pays with threads and with large caches, and a page has neither. Where new states are looked up
        // before they are sorted, it pays with threads alone.
        let alone = step.admits.is_some() && options.threads <= 1;
        if !WHOLE || frontier.len() < BLOCKS_FROM || slow || alone {
            let together = if slow { FEW_TOGETHER } else { TOGETHER };
            let together = |search: &Self| if search.room(most) < NEAR { 1 } else { together };
            self.sweep(step, &frontier, &mut found, together, &mut checker)?;
        } else {
            self.seen.split();
            let (mut from, end) = (0, frontier.len());
            while from < end && !found.is_enough() {
                checker.check(self)?;
                let to = end.min(from + self.block_size(most, memory));
                self.take(step, frontier.pieces(), from..to, &mut found, &mut checker)?;
                from = to;
            }
            parallel::gather(&mut self.buffers.fresh, &mut self.frontier);
        }
        self.keep_high_bits();
        Ok(found.sorted())
    }

    /// States that may still be stored if at most `most` may be.
    fn room(&self, most: u64) -> u64 {
        most.saturating_sub(self.seen.len() as u64)
    }

    /// States of the next block if at most `most` may be stored, in `memory` bytes. It depends on sets of states and on
    /// limits alone, since the order of a layer follows from how it is cut into blocks.
    fn block_size(&self, most: u64, memory: Option<u64>) -> usize {
        parallel::block_size(self.fan, self.fan * size_of::<S>(), self.room(most), memory)
    }

    /// Expands a small layer, some states at a time; if fewer than [`TOGETHER`], the limits are checked each time.
    fn sweep(
        &mut self,
        step: Step<S>,
        frontier: &Chunks<S>,
        found: &mut Meeting<S>,
        together: impl Fn(&Self) -> usize,
        checker: &mut LimitChecker,
    ) -> Result<(), Limit> {
        let layer = self.depth as Layer;
        let (mut after, mut fresh) = (Vec::new(), Vec::new());
        let (before, mut generated) = (self.expanded, 0);
        for mut states in frontier.pieces().iter().map(Vec::as_slice) {
            while !states.is_empty() && !found.is_enough() {
                let together = together(self);
                let (now, later) = states.split_at(together.min(states.len()));
                states = later;
                let expanded = self.expanded + now.len() as u64;
                if together < TOGETHER || self.expanded.next_multiple_of(CHECK_EVERY) < expanded {
                    checker.check(self)?;
                } else {
                    checker.watch.tick()?;
                }
                self.expanded = expanded;
                after.clear();
                step.rules.neighbours(self.direction, now, &mut after);
                generated += after.len();
                if found.stores() {
                    fresh.clear();
                    match step.admits {
                        None => self.seen.insert_all(&after, layer, &mut fresh),
                        Some(admits) if WHOLE => self.seen.insert_if(&after, layer, admits, &mut fresh),
                        // Optimal-path DAGs alone say which states are admitted, and a page asks for none.
                        Some(_) => unreachable!("{NOT_IN_PAGES}"),
                    }
                    found.add(fresh.iter().copied().filter(|&other| (step.meets)(other)));
                    self.frontier.extend_from_slice(&fresh);
                } else {
                    found.add(after.iter().copied().filter(|&other| (step.meets)(other)));
                }
                checker.met = found.bytes();
                if found.slow {
                    found.choose();
                }
            }
        }
        self.fan = generated.div_ceil((self.expanded - before).max(1) as usize);
        Ok(())
    }

    /// Takes a block of a large layer.
    fn take(
        &mut self,
        step: Step<S>,
        pieces: &[Vec<S>],
        block: Range<usize>,
        found: &mut Meeting<S>,
        checker: &mut LimitChecker,
    ) -> Result<(), Limit> {
        let threads = found.options.threads.max(1);
        self.expanded += block.len() as u64;
        let parts = parallel::split(block.len(), parallel::parts_for(threads));
        let part = |part: Range<usize>| within(pieces, block.start + part.start..block.start + part.end);
        let parts: Vec<_> = parts.into_iter().map(part).collect();
        let met = if found.stores() {
            self.block(step, parts, block.len(), threads, checker)?
        } else {
            self.scan(step, parts, threads, checker)?
        };
        found.add(met.into_iter().flatten());
        found.choose();
        checker.met = found.bytes();
        Ok(())
    }

    /// Expands a block of a large layer: successors sorted by shard, while the new states of the block before go to
    /// the frontier; then shard by shard into the set. Gives those that meet the target.
    fn block(
        &mut self,
        step: Step<S>,
        parts: Vec<Vec<&[S]>>,
        states: usize,
        threads: usize,
        checker: &mut LimitChecker,
    ) -> Result<Vec<Vec<S>>, Limit> {
        let (direction, layer) = (self.direction, self.depth as Layer);
        self.buffers.clear(parts.len());
        let Buffers { sorted, fresh } = &mut self.buffers;
        let (frontier, seen) = (&mut self.frontier, &self.seen);
        let cancellation = &Cancellation::new(checker.watch);
        let mut tasks: Vec<Task> = vec![Box::new(|| parallel::gather(fresh, frontier))];
        tasks.extend(parts.into_iter().zip(sorted).map(|(part, sorted)| -> Task {
            let mut after = Vec::new();
            Box::new(move || {
                cancellation.each_batch(&part, |states| {
                    after.clear();
                    step.rules.neighbours(direction, states, &mut after);
                    if let Some(admits) = step.admits {
                        seen.keep_new(&mut after, admits);
                    }
                    after.iter().for_each(|&other| sorted.push(shard_of(other.hash()), other));
                });
            })
        }));
        parallel::map_watched(&mut tasks, threads, cancellation, |task| task());
        drop(tasks);
        cancellation.result()?;
        let (mut generated, sorted) = (0, &self.buffers.sorted);
        for (number, shard) in self.seen.shards_mut().iter_mut().enumerate() {
            let successors = sorted.iter().map(|part| part.shard(number).len()).sum();
            shard.make_room(successors);
            generated += successors;
        }
        self.fan = generated.div_ceil(states);
        // The memory is reserved but untouched: it is counted before it is used.
        checker.check(self)?;
        let Buffers { sorted, fresh } = &mut self.buffers;
        let shards = self.seen.shards_mut().iter_mut().zip(&mut *fresh).enumerate();
        let mut shards: Vec<_> = shards.collect();
        // Shards that grow take longest, so they come first: no thread waits for another at the end.
        shards.sort_by_key(|(_, (shard, _))| !shard.grows());
        let sorted = &*sorted;
        let cancellation = &Cancellation::new(checker.watch);
        let met = parallel::map_watched(&mut shards, threads, cancellation, |(number, (shard, fresh))| {
            cancellation.each(sorted, |part| shard.insert_all(part.shard(*number), layer, fresh));
            let mut met = Vec::new();
            cancellation
                .each(fresh.iter().copied(), |state| met.extend((step.meets)(state).then_some(state)));
            met
        });
        cancellation.result()?;
        Ok(met)
    }

    /// Scans a block of a layer that is not stored.
    fn scan(
        &self,
        step: Step<S>,
        mut parts: Vec<Vec<&[S]>>,
        threads: usize,
        checker: &mut LimitChecker,
    ) -> Result<Vec<Vec<S>>, Limit> {
        let direction = self.direction;
        let cancellation = &Cancellation::new(checker.watch);
        let found = parallel::map_watched(&mut parts, threads, cancellation, |part| {
            let (mut found, mut after) = (Vec::new(), Vec::new());
            cancellation.each_batch(part, |states| {
                after.clear();
                step.rules.neighbours(direction, states, &mut after);
                found.extend(after.iter().copied().filter(|&other| (step.meets)(other)));
            });
            found
        });
        cancellation.result()?;
        Ok(found)
    }
}

fn high_bits(layer: u32) -> Layer {
    (layer >> Layer::BITS) as Layer
}

/// A range of the states of a list in pieces.
fn within<S>(pieces: &[Vec<S>], part: Range<usize>) -> Vec<&[S]> {
    let (mut found, mut before) = (Vec::new(), 0);
    for piece in pieces {
        let end = before + piece.len();
        if part.start < end && before < part.end {
            found.push(&piece[part.start.max(before) - before..part.end.min(end) - before]);
        }
        before = end;
    }
    found
}
