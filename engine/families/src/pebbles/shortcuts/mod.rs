//! Pebbles with a single hole.
//!
//! * [`costs`]: distance sums that a move updates by one exclusive-or;
//! * [`hole_moves`]: the hole's next moves, without the move back;
//! * [`deepening`]: IDA* over them, [`subtrees`]: on threads; [`transpositions`]: positions that it meets again;
//! * [`patterns`]: a stronger bound where every pebble has its own plate, for boards that take long, and
//!   [`colour_patterns`] where several share a colour, for those of a [`colour_layout`], with their
//!   [`packing`]; [`databases`]: what they share;
//! * [`carrying`]: a first solution where pebbles have far to go;
//! * [`stages`]: which of them runs when, and when tables are built;
//! * [`counting`]: the number of optimal solutions, from both ends; [`words`]: its bound; [`word_pairs`]: a stronger one;
//! * [`layers`]: all optimal solutions themselves, from both ends; [`pairs`]: when the stronger bound is built for them.

mod carrying;
mod colour_layout;
mod colour_patterns;
mod colour_table;
pub mod costs;
pub mod counting;
mod databases;
pub mod deepening;
pub mod hole_moves;
pub mod layers;
mod packing;
mod pairs;
mod pattern_table;
pub mod patterns;
mod position;
mod shared;
pub mod singles;
mod stages;
pub mod subtree;
mod subtrees;
mod transpositions;
mod word_pairs;
mod words;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use crate::pebbles::board::Pebbles;
use crate::pebbles::census::census;
use clew_core::packed::Packed;
use clew_core::puzzle::{Algorithm, DEAD_END, Puzzle};
use clew_core::watch::{Limit, Watch, Work};
use clew_search::auto::{Choice, Request};
use clew_search::census::{Census, CensusRequest, Refusal};
use clew_search::found::Found;
use clew_search::optimal_dag::OptimalDag;
use clew_search::techniques::{Technique, Techniques};
use clew_solve::{First, Ways};
use colour_layout::ColourLayout;
use costs::Costs;
use hole_moves::HoleMoves;
use pairs::Asked;
use patterns::DistinctLayout;
use singles::Singles;
use stages::Stages;

/// Moves that a board has to need for its first solution to be carried. On nearer boards, such as 15-puzzles, the descents
/// are as quick, and go on from theirs to better ones.
const FAR: u32 = 100;

/// The fast searches for a board with a single hole. Tables are built when they are first needed.
#[derive(Default)]
pub struct FastPebbles {
    techniques: Techniques,
    tables: OnceLock<Option<Tables>>,
    looked_at: AtomicU64,
}

/// What all searches of a board share.
struct Tables {
    costs: Arc<Costs>,
    /// Where every pebble stands for itself.
    singles: Option<Singles>,
    hole_moves: HoleMoves,
    /// Where pattern databases apply, once they are asked for.
    layout: OnceLock<Option<AnyLayout>>,
}

/// What kind of pattern databases suits a board.
enum AnyLayout {
    /// Every pebble has its own plate.
    Distinct(DistinctLayout),
    Colours(ColourLayout),
}

impl Tables {
    /// `None` if IDA* does not suit the board, or might not end.
    fn new<W: Packed>(puzzle: &Pebbles<W>) -> Option<Self> {
        if puzzle.preferred().0 != Algorithm::IdaStar || puzzle.counts()[0] != 1 {
            return None;
        }
        Self::build(puzzle)
    }

    fn build<W: Packed>(puzzle: &Pebbles<W>) -> Option<Self> {
        let graph = puzzle.graph();
        let costs = Arc::new(Costs::new(puzzle.bound(), graph.cells(), puzzle.counts())?);
        let singles = costs.singles();
        Some(Self { costs, singles, hole_moves: HoleMoves::new(graph), layout: OnceLock::new() })
    }

    fn layout<W: Packed>(&self, puzzle: &Pebbles<W>) -> Option<&AnyLayout> {
        self.layout.get_or_init(|| AnyLayout::of(puzzle, &self.costs)).as_ref()
    }

    fn bytes(&self) -> u64 {
        (self.costs.bytes() + self.hole_moves.bytes()) as u64
    }
}

impl AnyLayout {
    fn of<W: Packed>(puzzle: &Pebbles<W>, costs: &Arc<Costs>) -> Option<Self> {
        let (graph, plates, counts) = (puzzle.graph(), puzzle.plates(), puzzle.counts());
        let distinct = DistinctLayout::new(graph, plates, counts).map(Self::Distinct);
        distinct.or_else(|| ColourLayout::new(graph, plates, counts, costs).map(Self::Colours))
    }
}

impl FastPebbles {
    /// Nodes that all searches so far have generated, entered or not.
    #[must_use]
    pub fn looked_at(&self) -> u64 {
        self.looked_at.load(Ordering::Relaxed)
    }

    fn tables<W: Packed>(&self, puzzle: &Pebbles<W>, watch: &Watch) -> Option<&Tables> {
        let tables = self.tables.get_or_init(|| Tables::new(puzzle)).as_ref()?;
        let fits = watch.limits.memory.is_none_or(|most| tables.bytes() <= most);
        fits.then_some(tables)
    }
}

impl<W: Packed> Ways<Pebbles<W>> for FastPebbles {
    fn solve(
        &self,
        puzzle: &Pebbles<W>,
        start: W,
        request: Request,
        watch: &mut Watch,
    ) -> Option<(Found<Pebbles<W>>, Choice)> {
        if request.algorithm.is_some_and(|asked| asked != Algorithm::IdaStar) {
            return None;
        }
        let tables = self.tables(puzzle, watch)?;
        let least = puzzle.heuristic(start);
        let choice = |reason: &str| Choice::new(Algorithm::IdaStar, reason);
        if least == DEAD_END {
            return Some((Found::unsolvable(Work::default()), choice("parity: no goal can be reached")));
        }
        let mut search =
            Stages::new(tables, self.techniques, puzzle.tokens(start).collect(), request.threads);
        let (answer, reason) = search.run(puzzle, least, watch);
        self.looked_at.fetch_add(search.looked_at, Ordering::Relaxed);
        let found = match answer {
            Ok(hops) => {
                let length = hops.len() as u32;
                Found::solved(hops, length, search.work)
            }
            Err((limit, bound)) => Found::limit(limit, bound, search.work),
        };
        Some((found, choice(reason)))
    }

    fn first(&self, puzzle: &Pebbles<W>, start: W, watch: &mut Watch) -> Option<First<Pebbles<W>>> {
        let least = puzzle.heuristic(start);
        let carries = puzzle.counts()[0] == 1 && puzzle.graph().mixes_everything();
        (carries && least >= FAR && least != DEAD_END).then(|| carrying::carried(puzzle, start, watch))
    }

    fn optimal_dag(
        &self,
        puzzle: &Pebbles<W>,
        start: W,
        length: u32,
        request: Request,
        watch: &mut Watch,
    ) -> Option<Result<OptimalDag<W>, Limit>> {
        let tables = self.tables(puzzle, watch).filter(|_| self.techniques.has(Technique::BothEnds))?;
        let asked =
            Asked { length, threads: request.threads, pairs: self.techniques.has(Technique::Patterns) };
        layers::optimal_dag(puzzle, &tables.costs, start, asked, watch)
    }

    fn counts(&self, puzzle: &Pebbles<W>) -> bool {
        self.tables.get_or_init(|| Tables::new(puzzle)).is_some()
            && self.techniques.has(Technique::BothEnds)
            && self.techniques.has(Technique::Walks)
    }

    fn count(
        &self,
        puzzle: &Pebbles<W>,
        start: W,
        length: u32,
        request: Request,
        watch: &mut Watch,
    ) -> Option<Result<BigUint, Limit>> {
        let tables = self.tables(puzzle, watch).filter(|_| Ways::<Pebbles<W>>::counts(self, puzzle))?;
        let asked =
            Asked { length, threads: request.threads, pairs: self.techniques.has(Technique::Patterns) };
        counting::count(puzzle, tables.bytes(), start, asked, watch)
    }

    fn with_techniques(&self, _: &Pebbles<W>, techniques: Techniques) -> Option<Box<dyn Ways<Pebbles<W>>>> {
        Some(Box::new(Self { techniques, ..Self::default() }))
    }

    fn census(
        &self,
        puzzle: &Pebbles<W>,
        request: CensusRequest,
        watch: &mut Watch,
    ) -> Result<Census<W>, Refusal> {
        census(puzzle, request, watch)
    }
}

#[cfg(test)]
mod colour_tests;
#[cfg(test)]
mod pattern_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod thread_tests;
