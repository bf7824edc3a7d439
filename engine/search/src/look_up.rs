//! Looks up what is one move from each state of a list, on one or many threads: the step of which optimal-path DAGs are
//! made.
//!
//! ```text
//!   a block of the list   | part 1 | part 2 | ...   each part by one thread, 32 states at a time:
//!     their neighbours      o o o o o o o o         made by one call to the rules,
//!     announced             . . . . . .             so that the memory of each is on its way
//!     looked up             x - - x - x             when it is asked for
//! ```
//!
//! Nothing is stored that other threads look up, so they need no locks; and the result is the concatenation of the parts
//! in their order, however many there are.

use crate::dyn_puzzle::{Direction, DynPuzzle, FEW_TOGETHER, TOGETHER};
use crate::parallel::{self, BLOCKS_FROM, Cancellation};
use clew_core::memory::list_bytes;
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch, Work};

/// States that are looked up by many threads.
pub trait Known<S: Copy>: Sync {
    /// Prefetches what [`Known::has`] will read.
    fn announce(&self, states: &[S]);
    fn has(&self, state: S) -> bool;

    /// Appends those of these states that are known. One call for many: a call to a trait object takes as long as a
    /// look-up in a small table.
    fn gather(&self, states: &[S], known: &mut Vec<S>) {
        known.extend(states.iter().copied().filter(|&state| self.has(state)));
    }
}

/// States for which the clock is read before they are looked up. Of fewer, the ticks between batches read it now and then.
const CLOCK_FROM: usize = 1 << 8;

/// What becomes of a few states: it gets them, an empty list for their neighbours, and the list of what is found.
type OfBatch<'a, S> = dyn Fn(&[S], &mut Vec<S>, &mut Vec<S>) + Sync + 'a;

/// How lists are looked up: by which moves, among which states, on how many threads.
pub struct LookUp<'a, S> {
    pub rules: &'a dyn DynPuzzle<S>,
    pub direction: Direction,
    pub known: &'a dyn Known<S>,
    pub threads: usize,
    /// Bytes that the caller holds.
    pub held: usize,
}

/// Working memory for the neighbours of a few states. Whoever looks up one small list after the other hands it on: to
/// allocate it again would take longer than to look up a state or two.
pub type Scratch<S> = Vec<S>;

impl<S: Packed> LookUp<'_, S> {
    /// The neighbours of these states that are known, as often as they are met.
    pub fn neighbours(
        &self,
        states: &[S],
        scratch: &mut Scratch<S>,
        work: &mut Work,
        watch: &mut Watch,
    ) -> Result<Vec<S>, Limit> {
        self.each_block(states, scratch, work, watch, &|batch, others, found| {
            self.rules.neighbours(self.direction, batch, others);
            self.known.announce(others);
            self.known.gather(others, found);
        })
    }

    /// Those of these states that have a neighbour that is known, in their order.
    pub fn with_neighbours(
        &self,
        states: &[S],
        scratch: &mut Scratch<S>,
        work: &mut Work,
        watch: &mut Watch,
    ) -> Result<Vec<S>, Limit> {
        self.each_block(states, scratch, work, watch, &|batch, others, found| {
            let mut ends = [0; TOGETHER];
            for (state, end) in batch.iter().zip(&mut ends) {
                self.rules.neighbours(self.direction, std::slice::from_ref(state), others);
                *end = others.len();
            }
            self.known.announce(others);
            let mut begin = 0;
            for (&state, &end) in batch.iter().zip(&ends) {
                let reaches = others[begin..end].iter().any(|&other| self.known.has(other));
                found.extend(reaches.then_some(state));
                begin = end;
            }
        })
    }

    /// Calls `of_batch` with at most [`TOGETHER`] states at a time.
    fn each_block(
        &self,
        mut states: &[S],
        scratch: &mut Scratch<S>,
        work: &mut Work,
        watch: &mut Watch,
        of_batch: &OfBatch<S>,
    ) -> Result<Vec<S>, Limit> {
        let (mut found, mut fan) = (Vec::new(), 0);
        // Rules from outside the engine are slow, and run on one thread at a time.
        let slow = watch.outside.is_some();
        let together = if slow { FEW_TOGETHER } else { TOGETHER };
        while !states.is_empty() {
            let size = parallel::block_size(fan, fan * size_of::<S>(), u64::MAX, watch.limits.memory);
            let (block, later) = states.split_at(size.min(states.len()));
            states = later;
            work.bytes = (self.held + list_bytes(&found, block.len() * fan.max(1))) as u64;
            if block.len() < CLOCK_FROM {
                watch.check_counts(work.stored, work)?
            } else {
                watch.check(work)?
            }
            work.expanded += block.len() as u64;
            let before = found.len();
            if slow || self.threads <= 1 || block.len() < BLOCKS_FROM {
                for batch in block.chunks(together) {
                    watch.tick()?;
                    scratch.clear();
                    of_batch(batch, scratch, &mut found);
                }
            } else {
                let cancellation = &Cancellation::new(watch);
                let ranges = parallel::split(block.len(), parallel::parts_for(self.threads));
                let mut parts: Vec<&[S]> = ranges.into_iter().map(|range| &block[range]).collect();
                let by_part = parallel::map_watched(&mut parts, self.threads, cancellation, |part| {
                    let (mut others, mut found) = (Vec::new(), Vec::new());
                    cancellation.each_batch(&[part], |batch| {
                        others.clear();
                        of_batch(batch, &mut others, &mut found);
                    });
                    found
                });
                cancellation.result()?;
                by_part.iter().for_each(|part| found.extend_from_slice(part));
            }
            fan = (found.len() - before).div_ceil(block.len());
        }
        Ok(found)
    }
}
