//! A sliding puzzle without the states that no solution of a given length can pass.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::ricochet::cached_bound::CachedBound;
use crate::ricochet::{Ricochet, Slide};
use clew_core::packed::{CellSet, Packed};
use clew_core::puzzle::{Algorithm, Backward, DEAD_END, Puzzle, Written};

/// Lower bounds on the slides to the goals, and from the start.
pub struct CachedBounds<'a, W, C> {
    pub to_goals: CachedBound<'a, W, C>,
    puzzle: &'a Ricochet<W, C>,
    start: W,
    from_start: OnceLock<CachedBound<'a, W, C>>,
}

impl<'a, W: Packed, C: CellSet> CachedBounds<'a, W, C> {
    pub fn new(puzzle: &'a Ricochet<W, C>, start: W) -> Self {
        Self { to_goals: puzzle.bound_to_goals(), puzzle, start, from_start: OnceLock::new() }
    }

    /// Made on first use: most searches end before.
    pub fn since_start(&self) -> &CachedBound<'a, W, C> {
        self.from_start.get_or_init(|| self.puzzle.bound_from(self.start))
    }
}

/// The puzzle with only those moves, forward and backward, that lead to a state at most `left` slides from the goals,
/// or from the start, as far as the bounds can tell.
pub struct Pruned<'g, 'a, W, C> {
    pub puzzle: &'a Ricochet<W, C>,
    pub bounds: &'g CachedBounds<'a, W, C>,
    pub left: u32,
    /// The least number of slides that a state which was left out would need; [`DEAD_END`] if none was that
    /// leads anywhere.
    pub nearest_out: AtomicU32,
}

impl<'g, 'a, W: Packed, C: CellSet> Pruned<'g, 'a, W, C> {
    pub fn new(puzzle: &'a Ricochet<W, C>, bounds: &'g CachedBounds<'a, W, C>, left: u32) -> Self {
        Self { puzzle, bounds, left, nearest_out: AtomicU32::new(DEAD_END) }
    }

    /// The whole puzzle, with the cached bound as its heuristic.
    pub fn everything(puzzle: &'a Ricochet<W, C>, bounds: &'g CachedBounds<'a, W, C>) -> Self {
        Self::new(puzzle, bounds, DEAD_END)
    }

    #[inline(always)]
    fn admits(&self, bound: &CachedBound<'a, W, C>, state: W) -> bool {
        if self.left == DEAD_END {
            return true;
        }
        let needed = bound.least(state);
        if needed <= self.left {
            return true;
        }
        // Seldom written: an atomic write costs as much as the bound.
        if needed < self.nearest_out.load(Ordering::Relaxed) {
            self.nearest_out.fetch_min(needed, Ordering::Relaxed);
        }
        false
    }
}

impl<W: Packed, C: CellSet> Puzzle for Pruned<'_, '_, W, C> {
    type State = W;
    type Move = Slide;

    fn initial(&self) -> W {
        self.puzzle.initial()
    }

    fn moves(&self, state: W, out: &mut Vec<Slide>) {
        self.successors(state, |slide, _| out.push(slide));
    }

    fn apply(&self, state: W, slide: Slide) -> W {
        self.puzzle.apply(state, slide)
    }

    fn is_goal(&self, state: W) -> bool {
        self.puzzle.is_goal(state)
    }

    #[inline]
    fn heuristic(&self, state: W) -> u32 {
        self.bounds.to_goals.least(state)
    }

    #[inline]
    fn successors(&self, state: W, mut visit: impl FnMut(Slide, W)) {
        self.puzzle.successors(state, |slide, after| {
            if self.admits(&self.bounds.to_goals, after) {
                visit(slide, after);
            }
        });
    }

    fn sort_moves<T>(&self, state: W, moves: &mut [(Slide, T)]) {
        self.puzzle.sort_moves(state, moves);
    }

    fn preferred(&self) -> (Algorithm, &'static str) {
        self.puzzle.preferred()
    }

    fn backward(&self) -> Backward {
        self.puzzle.backward()
    }

    #[inline]
    fn predecessors(&self, state: W, mut visit: impl FnMut(W, u32)) {
        if self.left == DEAD_END {
            return self.puzzle.predecessors(state, visit);
        }
        let bound = self.bounds.since_start();
        self.puzzle.predecessors(state, |before, cost| {
            if self.admits(bound, before) {
                visit(before, cost);
            }
        });
    }

    fn goals(&self, limit: usize, out: &mut Vec<W>) -> bool {
        self.puzzle.goals(limit, out)
    }

    fn goals_while(&self, limit: usize, go_on: &mut dyn FnMut() -> bool, out: &mut Vec<W>) -> bool {
        self.puzzle.goals_while(limit, go_on, out)
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        self.puzzle.pack(position)
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        self.puzzle.unpack(state)
    }

    fn describe(&self, state: W, slide: Slide) -> Vec<u16> {
        self.puzzle.describe(state, slide)
    }

    fn written(&self, state: W, slide: Slide) -> Written {
        self.puzzle.written(state, slide)
    }

    fn landing(&self, state: W, slide: Slide) -> [u16; 2] {
        self.puzzle.landing(state, slide)
    }
}
