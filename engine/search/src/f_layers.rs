//! A* f-layer by f-layer, and breadth-first within each: for bounds that fall by at most one per move.
//!
//! ```text
//!            g   0   1   2   3   4        A state g moves from the start, with the bound h, has f = g + h. States of
//!   f = 4        o   o   o   o   -        one f are an f-layer. Each is gone through from left to right; what its moves
//!   f = 5            o   o   o   G        lead to belongs to the next column, on this line or on one below, where it
//!   f = 6            .   .   .            waits. The first goal is met on the line of the least number of moves.
//! ```
//!
//! Why each state is first met by its least number of moves, although a line is begun before its columns are complete.
//! Since the bound falls by at most one per move, f never falls along a path. Suppose a state is met on the line f at
//! g moves, and a shorter path leads to it. On that path f is nowhere larger than at its end, which is less than on this
//! one: so all of it lies on lines above, which are complete, and the state would have been met there. So no state is
//! ever looked at twice, and its g needs no correction.
//!
//! Why it is fast. States that wait are only listed, not looked up: a state of an f-layer that is never reached costs its
//! place in a list. The others are looked up in batches, announced to the processor. And nothing is done twice: the
//! next f-layer goes on where the last one ended, which searches within a growing length ([Korf 1985]) do not.
//!
//! [Korf 1985]: https://doi.org/10.1016/0004-3702(85)90084-0

use std::collections::VecDeque;

use crate::breadth_first::{Direction, Layer};
use crate::layers::Layered;
use clew_core::chunks::Chunks;
use clew_core::packed::Packed;
use clew_core::puzzle::DEAD_END;
use clew_core::seen::Seen;
use clew_core::watch::{Limit, Watch, Work};

/// Moves that cost 1, with a lower bound that falls by at most one per move and is 0 only at goals.
pub trait Guided {
    type State: Packed;

    /// Visits the state after each move, with its bound; those from which no goal can be reached may be left out.
    fn successors(&mut self, state: Self::State, visit: impl FnMut(Self::State, u32));
}

/// States expanded between two checks of the limits.
const CHECK_EVERY: u64 = 1024;
/// States that are expanded together: their successors stay in the nearest cache.
const TOGETHER: usize = 32;
/// Within this many states of a limit, it is checked each time.
const NEAR: u64 = 1 << 14;
/// The last f-layer whose columns have numbers.
const LAST: u32 = Layer::MAX as u32;

/// How a search ended.
pub enum FLayersEnd<S> {
    /// All goals that are nearest, and how near they are.
    Goals(Vec<S>, u32),
    /// No goal can be reached.
    Exhausted,
    /// The solution is longer than columns can be numbered.
    TooDeep,
}

/// A search by f-layers.
pub struct FLayers<S: Packed> {
    seen: Seen<S, Layer>,
    /// States that wait: by f-layer, from the current one on, and column.
    waiting: VecDeque<Vec<Chunks<S>>>,
    /// The current f-layer: no solution has fewer moves.
    f_layer: u32,
    column: u32,
    expanded: u64,
    /// Contours beyond this one are of no interest.
    last: u32,
    /// Whether a state was left out because it lies beyond.
    cut: bool,
    /// Bytes that the caller holds for the search.
    besides: usize,
}

impl<S: Packed> FLayers<S> {
    /// Contours from that of `start`, whose bound is `bound`, to `last`.
    pub fn new(start: S, bound: u32, last: u32, besides: usize) -> Self {
        let mut f_layers = Self {
            seen: Seen::default(),
            waiting: VecDeque::new(),
            f_layer: bound,
            column: 0,
            expanded: 0,
            last,
            cut: false,
            besides,
        };
        if bound <= last {
            f_layers.put_off(start, bound, 0);
        } else {
            f_layers.cut = bound != DEAD_END;
        }
        f_layers
    }

    /// All f-layers up to `last` as one.
    pub fn within(start: S, last: u32, besides: usize) -> Self {
        Self::new(start, last, last, besides)
    }

    /// Lets a state wait in a column, on the f-layer `f`.
    #[inline(always)]
    fn put_off(&mut self, state: S, f: u32, column: u32) {
        if f > self.last {
            self.cut = true;
            return;
        }
        let (later, column) = ((f - self.f_layer) as usize, column as usize);
        if self.waiting.len() <= later {
            self.waiting.resize_with(later + 1, Vec::new);
        }
        let columns = &mut self.waiting[later];
        if columns.len() <= column {
            columns.resize_with(column + 1, Chunks::default);
        }
        columns[column].push(state);
    }

    /// Goes on until the nearest goals are met.
    pub fn run(
        &mut self,
        guide: &mut impl Guided<State = S>,
        watch: &mut Watch,
    ) -> Result<FLayersEnd<S>, Limit> {
        while !self.waiting.is_empty() {
            if self.f_layer >= LAST {
                return Ok(FLayersEnd::TooDeep);
            }
            if self.waiting.front().is_some_and(|columns| !columns.is_empty()) {
                let goals = self.walk(guide, watch)?;
                if !goals.is_empty() {
                    return Ok(FLayersEnd::Goals(goals, self.f_layer));
                }
            }
            self.waiting.pop_front();
            self.f_layer += 1;
        }
        if self.cut {
            self.f_layer = self.f_layer.max(self.last.saturating_add(1));
            return Err(Limit::Moves);
        }
        Ok(FLayersEnd::Exhausted)
    }

    /// Goes through the current f-layer; returns the goals at its end.
    fn walk(&mut self, guide: &mut impl Guided<State = S>, watch: &mut Watch) -> Result<Vec<S>, Limit> {
        let mut met = Chunks::default();
        for column in 0.. {
            self.column = column;
            let columns = &mut self.waiting[0];
            if column as usize >= columns.len() && met.is_empty() {
                break;
            }
            let waited = columns.get_mut(column as usize).map(std::mem::take).unwrap_or_default();
            self.take_in(&waited, &mut met, watch)?;
            drop(waited);
            if column == self.f_layer {
                return Ok(met.iter().collect());
            }
            met = self.expand(&met, guide, watch)?;
        }
        Ok(Vec::new())
    }

    /// Adds to a column those of the states that waited for it that are new.
    fn take_in(&mut self, waited: &Chunks<S>, met: &mut Chunks<S>, watch: &mut Watch) -> Result<(), Limit> {
        let mut new = Vec::new();
        for states in waited.pieces().iter().flat_map(|piece| piece.chunks(CHECK_EVERY as usize)) {
            self.check(waited.touched() + met.touched(), watch)?;
            new.clear();
            self.seen.insert_all(states, self.column as Layer, &mut new);
            met.extend_from_slice(&new);
        }
        Ok(())
    }

    /// The states of this f-layer in the next column; those of others are put off.
    fn expand(
        &mut self,
        met: &Chunks<S>,
        guide: &mut impl Guided<State = S>,
        watch: &mut Watch,
    ) -> Result<Chunks<S>, Limit> {
        let (mut next, mut after, mut new) = (Chunks::default(), Vec::new(), Vec::new());
        let column = self.column + 1;
        for states in met.pieces().iter().flat_map(|piece| piece.chunks(TOGETHER)) {
            let expanded = self.expanded + states.len() as u64;
            if self.is_near(watch) || self.expanded.next_multiple_of(CHECK_EVERY) < expanded {
                self.check(met.touched() + next.touched(), watch)?;
            } else {
                watch.tick()?;
            }
            self.expanded = expanded;
            after.clear();
            for &state in states {
                guide.successors(state, |other, bound| {
                    let f = column.saturating_add(bound);
                    if f <= self.f_layer {
                        after.push(other);
                    } else if bound != DEAD_END {
                        self.put_off(other, f, column);
                    }
                });
            }
            new.clear();
            self.seen.insert_all(&after, column as Layer, &mut new);
            next.extend_from_slice(&new);
        }
        Ok(next)
    }

    /// Whether the limit on states is near.
    fn is_near(&self, watch: &Watch) -> bool {
        watch.limits.states.is_some_and(|most| most.saturating_sub(self.seen.len() as u64) < NEAR)
    }

    /// `columns`: bytes of the columns that are gone through.
    fn check(&self, columns: usize, watch: &mut Watch) -> Result<(), Limit> {
        let mut work = self.work();
        work.bytes += columns as u64;
        watch.check(&work)
    }

    pub fn work(&self) -> Work {
        Work {
            stored: self.seen.len() as u64,
            expanded: self.expanded,
            bytes: self.bytes() as u64,
            depth: self.column,
            lower_bound: self.f_layer,
            ..Work::default()
        }
    }
}

impl<S: Packed> Layered<S> for FLayers<S> {
    fn direction(&self) -> Direction {
        Direction::Forward
    }

    fn depth(&self) -> u32 {
        self.column
    }

    #[inline(always)]
    fn in_layer(&self, state: S, layer: u32) -> bool {
        self.seen.get(state) == Some(layer as Layer)
    }

    #[inline(always)]
    fn announce(&self, state: S) {
        self.seen.announce(state);
    }

    fn stored(&self) -> usize {
        self.seen.len()
    }

    fn bytes(&self) -> usize {
        let lists: usize = self.waiting.iter().flatten().map(Chunks::touched).sum();
        self.seen.bytes_soon() + lists + self.besides
    }
}
