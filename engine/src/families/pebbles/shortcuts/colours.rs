//! The bound by colour as an incremental heuristic: distances move by move, closed cycles on a closer look.

use super::costs::Costs;
use super::position::Position;
use super::cycles::Cycles;
use super::deepening::IncrementalHeuristic;
use crate::packed::Packed;
use crate::families::pebbles::board::Pebbles;
use crate::families::pebbles::bound::Bound;
use crate::families::pebbles::graph::Graph;

pub struct Colours {
    pub costs: Costs,
    bound: Bound,
    cycles: Option<Cycles>,
    /// What each closed cycle adds; 0: none are looked for.
    pub extra: u32,
}

impl Colours {
    /// For a connected graph and a single hole; `counts` of pebbles by token. `None` if a table would be too
    /// large.
    pub fn new(graph: &Graph, plates: &[u8], counts: &[usize], bound: Bound) -> Option<Self> {
        let costs = Costs::new(&bound, graph.cells(), counts)?;
        let cycles = Cycles::new(plates, costs.tokens());
        let extra = bound.extra();
        Some(Self { costs, bound, cycles, extra })
    }

    /// The bound of `puzzle` with other plates.
    pub fn for_plates<W: Packed>(puzzle: &Pebbles<W>, plates: &[u8]) -> Option<Self> {
        let bound = Bound::new(puzzle.graph(), plates, puzzle.counts());
        Self::new(puzzle.graph(), plates, puzzle.counts(), bound)
    }

    /// Whether closed cycles are counted in one word.
    #[must_use]
    pub fn counts_quickly(&self) -> bool {
        self.cycles.is_some()
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.costs.bytes() + self.cycles.as_ref().map_or(0, Cycles::bytes)
    }
}

impl IncrementalHeuristic for Colours {
    type At = Position;

    #[inline(always)]
    fn hole(&self, at: &Position) -> u8 {
        at.hole
    }

    #[inline(always)]
    fn after(&self, at: &Position, now: u32, from: u8) -> u32 {
        self.costs.after(at, now, from)
    }

    #[inline(always)]
    fn hop(&self, at: &mut Position, from: u8) {
        self.costs.hop(at, from);
    }

    #[inline(always)]
    fn closer(&self, at: &Position, _: u32, _: u32) -> u32 {
        let cycles = match &self.cycles {
            Some(cycles) => cycles.closed(at, || self.costs.excess(at)),
            None => {
                let tokens = self.costs.tokens_at(at).map(u32::from);
                self.bound.closed_cycles(tokens, self.costs.excess(at))
            }
        };
        self.extra * cycles
    }

    #[inline(always)]
    fn reach(&self) -> u32 {
        self.extra
    }

    #[inline(always)]
    fn key(&self, at: &Position) -> Option<u64> {
        self.costs.key(at)
    }
}
