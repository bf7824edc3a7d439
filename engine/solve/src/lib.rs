//! A family's own faster ways, and the solver that takes them where they are.
//!
//! ```text
//!   question  ->  Solver  ->  Ways: the family's own            pebbles: IDA* with tables, counts from both ends
//!                    |          | None: not this board          ricochet: from both ends, one target tile
//!                    |          v                               blocks: layers of planes, maps by boxes
//!                    +----->  the generic searches and maps
//! ```
#![forbid(unsafe_code)]

pub mod anytime;
#[cfg(test)]
mod cube_tests;
#[cfg(feature = "whole")]
pub mod game;
pub mod hint;
pub mod laws;
mod novelty;
mod solver;

pub use solver::{Everything, Solver};

use num_bigint::BigUint;

use clew_core::puzzle::Puzzle;
use clew_core::watch::{Limit, Watch, Work};
use clew_core::whole::NOT_IN_PAGES;
use clew_search::auto::{Choice, Gathered, Request};
use clew_search::census::{Census, CensusRequest, Refusal, census};
use clew_search::found::Found;
use clew_search::techniques::Techniques;
use clew_space::{Map, MapOptions, Unmapped};

/// The moves of some solution, or the limit that ended the search for one, if it was a limit; and what that took.
pub type First<P> = (Result<Vec<<P as Puzzle>::Move>, Option<Limit>>, Work);

/// A family's own ways to the answers of the generic searches. Each may decline with `None`.
///
/// They are made with their puzzle and may keep tables between searches, but only to be quicker: every call gives
/// the answer that the first call on the puzzle would give. Every call brings its limits and its
/// threads. Tests compare the answers with those of the generic searches.
pub trait Ways<P: Puzzle>: Send + Sync {
    /// Cheapest solution from `start`, in place of the search that `request` asks for.
    fn solve(
        &self,
        _puzzle: &P,
        _start: P::State,
        _request: Request,
        _watch: &mut Watch,
    ) -> Option<(Found<P>, Choice)> {
        None
    }

    /// Some solution from `start`, quickly, of whatever length: where the first descents of [`anytime`] would take long.
    fn first(&self, _puzzle: &P, _start: P::State, _watch: &mut Watch) -> Option<First<P>> {
        None
    }

    /// The optimal-path DAG of the optimal solutions from `start`, which cost `length`.
    fn optimal_dag(
        &self,
        _puzzle: &P,
        _start: P::State,
        _length: u32,
        _request: Request,
        _watch: &mut Watch,
    ) -> Gathered<P> {
        None
    }

    /// Whether [`Ways::count`] answers, so that the optimal-path DAG need not be found before somebody asks for it.
    fn counts(&self, _puzzle: &P) -> bool {
        false
    }

    /// The number of optimal solutions from `start`, which cost `length`, without their optimal-path DAG.
    fn count(
        &self,
        _puzzle: &P,
        _start: P::State,
        _length: u32,
        _request: Request,
        _watch: &mut Watch,
    ) -> Option<Result<BigUint, Limit>> {
        None
    }

    /// The map of what can be reached from `start`, except for the numbers of its states.
    fn map(
        &self,
        _puzzle: &P,
        _start: P::State,
        _options: MapOptions,
        _watch: &mut Watch,
    ) -> Option<Result<Map<P::State>, Unmapped>> {
        None
    }

    /// The same ways with these techniques; `None` if they have none.
    fn with_techniques(&self, _puzzle: &P, _techniques: Techniques) -> Option<Box<dyn Ways<P>>> {
        None
    }

    /// The census of all positions.
    fn census(
        &self,
        puzzle: &P,
        request: CensusRequest,
        watch: &mut Watch,
    ) -> Result<Census<P::State>, Refusal> {
        census(puzzle, request, watch)
    }
}

/// The generic searches are all there is.
pub struct NoWays;

impl<P: Puzzle> Ways<P> for NoWays {}

/// The ways in the part of the engine for web pages, where games need their solutions and nothing else.
pub(crate) struct SolvesOnly<S>(pub S);

impl<P: Puzzle, S: Ways<P>> Ways<P> for SolvesOnly<S> {
    fn solve(
        &self,
        puzzle: &P,
        start: P::State,
        request: Request,
        watch: &mut Watch,
    ) -> Option<(Found<P>, Choice)> {
        self.0.solve(puzzle, start, request, watch)
    }

    fn census(&self, _: &P, _: CensusRequest, _: &mut Watch) -> Result<Census<P::State>, Refusal> {
        Err(NOT_IN_PAGES.to_owned())
    }
}
