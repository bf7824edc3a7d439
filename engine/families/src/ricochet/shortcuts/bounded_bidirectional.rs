//! Bidirectional search within a length: is there a solution of at most that many slides, and if so, how short is it?
//!
//! ```text
//!            length 7:   S . . . . . . G       forward   a state after 3 slides stays only if the bound
//!   start  S )))                   ((( G       to the goals says that 4 may do; backward  a state 3 slides
//!            0 1 2 3           4 5 6 7         before a goal only if 4 slides from the start may reach it.
//! ```
//!
//! Two searches run towards each other as in plain bidirectional search (see `search::bidirectional`), the
//! smaller frontier advancing, and each leaves out what the bounds prove to lie outside the length.
//!
//! Why the answer is exact although states are left out. Let the shortest solution have at most `length`
//! slides. A state on it, k slides from the start, is at least as near to the goals as any bound says, and so
//! is never left out, in neither search; both searches walk it, layer by layer. They meet, then, no later than
//! unpruned ones, and what meets is a real solution. Where they do not meet after `length` layers together,
//! there is none so short. Where a frontier runs empty before, any solution passes through a state that this
//! search left out, and takes at least as many slides as the least that was asked of those; where it left out
//! none that leads anywhere, no solution exists.
//!
//! Why it is fast. A bound from one end alone prunes least where its search is widest, far from what it
//! measures; here each search stops half way. No open list, no distances, nothing beyond the length stored: a
//! state costs its key and its layer. And what met is the optimal-path DAG of all optimal solutions, ready to count.
//!
//! The last layer that the length allows, the largest, is neither stored nor compared with the bounds: nothing comes
//! after it, and all that matters is whether one of its states is among those of the other search.
//!
//! States meet only where both searches stand, in their last layers (a meeting behind a frontier would have been seen
//! before). So each search keeps a Bloom filter of its last layer, small enough to stay in the cache: only states that
//! pass it are looked up among the millions of the other search.

use super::pruned::{CachedBounds, Pruned};
use crate::ricochet::Ricochet;
use clew_core::chunks::Chunks;
use clew_core::packed::{CellSet, Packed};
use clew_core::puzzle::DEAD_END;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::bidirectional::Met;
use clew_search::breadth_first::{BreadthFirst, Direction, LayerOptions, Step};

/// The two searches within one length.
pub struct BoundedBidirectional<'g, 'a, W: Packed, C> {
    puzzle: &'a Ricochet<W, C>,
    bounds: &'g CachedBounds<'a, W, C>,
    options: LayerOptions,
    /// Whether states that the bounds prove to be too far are left out.
    prunes: bool,
    start: W,
    /// Bytes of the list of goals, which the caller holds.
    listed: usize,
    forward: BreadthFirst<W>,
    backward: BreadthFirst<W>,
    /// The search that advanced last.
    last: Direction,
    /// Filters of the last layers: of the backward search, and of the forward one.
    filters: [BloomFilter; 2],
}

/// How a search within a length ended.
pub enum BoundedEnd<W: Packed, C: CellSet> {
    Met(Box<Met<Ricochet<W, C>>>),
    /// No solution is shorter than this; [`DEAD_END`] if there is none at all.
    Apart(u32),
}

impl<'g, 'a, W: Packed, C: CellSet> BoundedBidirectional<'g, 'a, W, C> {
    pub fn new(
        puzzle: &'a Ricochet<W, C>,
        bounds: &'g CachedBounds<'a, W, C>,
        options: LayerOptions,
        start: W,
        goals: &[W],
    ) -> Self {
        let forward = BreadthFirst::new(Direction::Forward, [start]);
        let backward = BreadthFirst::new(Direction::Backward, goals.iter().copied());
        let filters = [&backward, &forward].map(|search| BloomFilter::of(&search.frontier));
        let (listed, last) = (size_of_val(goals), Direction::Forward);
        Self { puzzle, bounds, options, prunes: true, start, listed, forward, backward, last, filters }
    }

    /// The same search, which leaves nothing out.
    pub fn without_bounds(self) -> Self {
        Self { prunes: false, ..self }
    }

    /// Runs the searches. `work` is the earlier work and the memory held besides; it is updated.
    pub fn meet(
        mut self,
        length: u32,
        watch: &mut Watch,
        work: &mut Work,
    ) -> Result<BoundedEnd<W, C>, Limit> {
        let before = *work;
        let end = self.run(length, watch, work);
        work.stored = (self.forward.seen.len() + self.backward.seen.len()) as u64;
        work.expanded = before.expanded + self.forward.expanded + self.backward.expanded;
        work.bytes = before.bytes + (self.besides() + self.forward.bytes() + self.backward.bytes()) as u64;
        work.depth = self.forward.depth + self.backward.depth;
        Ok(match end? {
            Ok(states) => {
                let Self { forward, backward, last, .. } = self;
                BoundedEnd::Met(Box::new(Met { forward, backward, last, states }))
            }
            Err(bound) => BoundedEnd::Apart(bound),
        })
    }

    /// Bytes held besides the searches.
    fn besides(&self) -> usize {
        self.listed + self.filters.iter().map(|filters| size_of_val(&*filters.0)).sum::<usize>()
    }

    /// The states that met, or else the least length that a solution can have.
    fn run(&mut self, length: u32, watch: &mut Watch, work: &mut Work) -> Result<Result<Vec<W>, u32>, Limit> {
        if self.backward.seen.get(self.start).is_some() {
            return Ok(Ok(vec![self.start]));
        }
        let mut outside = [DEAD_END; 2];
        while self.forward.depth + self.backward.depth < length {
            work.lower_bound = work.lower_bound.max(self.forward.depth + self.backward.depth + 1);
            let onward = self.forward.frontier.len() <= self.backward.frontier.len();
            self.options.last = self.forward.depth + self.backward.depth + 1 == length;
            let outside = &mut outside[usize::from(onward)];
            let met = self.advance(onward, length, watch, work, outside)?;
            if !met.is_empty() {
                return Ok(Ok(met));
            }
            let advanced = if onward { &self.forward } else { &self.backward };
            // The last layer is not stored, so that nothing follows from its being empty.
            if advanced.frontier.is_empty() && !self.options.last {
                return Ok(Err(*outside));
            }
        }
        Ok(Err(length + 1))
    }

    /// One layer of one search. `outside`: the least length that a state left out by this search asks for.
    fn advance(
        &mut self,
        onward: bool,
        length: u32,
        watch: &mut Watch,
        work: &Work,
        outside: &mut u32,
    ) -> Result<Vec<W>, Limit> {
        let besides = self.besides();
        let (search, other, bound) = if onward || !self.prunes {
            let (forward, backward) = (&mut self.forward, &mut self.backward);
            let (search, other) = if onward { (forward, backward) } else { (backward, forward) };
            (search, other, &self.bounds.to_goals)
        } else {
            (&mut self.backward, &mut self.forward, self.bounds.since_start())
        };
        self.last = search.direction;
        search.take_buffers(other);
        let filters = &self.filters[usize::from(!onward)];
        let aside = Work {
            stored: other.seen.len() as u64,
            expanded: work.expanded + other.expanded,
            bytes: work.bytes + (besides + other.bytes()) as u64,
            ..*work
        };
        // In the last layer the other search's states are the bound.
        let left = if self.options.last || !self.prunes { DEAD_END } else { length - search.depth - 1 };
        let prunes = self.prunes;
        let pruned = Pruned::new(self.puzzle, self.bounds, left);
        // A state whose bound exceeds the depth of the other search need not be looked up there.
        let meets = |state| {
            filters.may_have(state)
                && (!prunes || bound.least(state) <= other.depth)
                && other.seen.get(state).is_some()
        };
        let met = search.advance(Step::to(&pruned, &meets), self.options, watch, aside)?;
        self.filters[usize::from(onward)] = BloomFilter::of(&search.frontier);
        let needed = pruned.nearest_out.into_inner();
        *outside = (*outside).min(needed.saturating_add(search.depth));
        Ok(met)
    }
}

/// A set of states, by one bit of each hash: it may contain states that were never added, but misses none that were.
struct BloomFilter(Vec<u64>);

impl BloomFilter {
    /// About 16 bits per state, so that few others are taken for one.
    fn of<W: Packed>(states: &Chunks<W>) -> Self {
        let mut filters = Self(vec![0; (states.len() / 4).next_power_of_two()]);
        for state in states.iter() {
            let (word, bit) = filters.place(state);
            filters.0[word] |= bit;
        }
        filters
    }

    #[inline(always)]
    fn place<W: Packed>(&self, state: W) -> (usize, u64) {
        let hash = state.hash();
        ((hash >> 6) as usize & (self.0.len() - 1), 1 << (hash & 63))
    }

    #[inline(always)]
    fn may_have<W: Packed>(&self, state: W) -> bool {
        let (word, bit) = self.place(state);
        self.0[word] & bit != 0
    }
}
