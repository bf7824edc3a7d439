//! What answers questions about a puzzle, by its family's ways or the generic searches.

use std::sync::Arc;

use num_bigint::BigUint;

use super::{First, SolvesOnly, Ways};
use clew_core::puzzle::Puzzle;
use clew_core::watch::{Limit, Watch};
use clew_core::whole::WHOLE;
use clew_search::auto::{Choice, Gathered, Request, solve, solve_and_trace};
use clew_search::census::{Census, CensusRequest, Refusal};
use clew_search::count::count_within;
use clew_search::found::{Found, Status};
use clew_search::graph::Graph;
use clew_search::optimal_dag::OptimalDag;
use clew_search::techniques::Techniques;
use clew_space::explore::explore;
use clew_space::{Map, MapOptions, Unmapped};

/// An answer with all its optimal solutions.
pub struct Everything<P: Puzzle> {
    pub found: Found<P>,
    pub choice: Choice,
    /// All optimal solutions; `None` if there is none, or a limit was reached first.
    pub dag: Option<OptimalDag<P::State>>,
    /// The limit that stopped the search, or the gathering of its solutions (the length then stays proved).
    pub limit: Option<Limit>,
    /// The length is proved, and nothing gathered yet: [`Solver::count`] and [`Solver::optimal_dag`] do that when asked.
    pub later: bool,
}

impl<P: Puzzle> Everything<P> {
    fn new(puzzle: &P, mut found: Found<P>, choice: Choice, gathered: Gathered<P>) -> Self {
        if let Some(Ok(dag)) = &gathered {
            found.moves = Some(dag.first(puzzle));
        }
        let (dag, limit) = match (gathered, found.status) {
            (Some(Ok(dag)), _) => (Some(dag), None),
            (Some(Err(limit)), _) | (None, Status::Limit(limit)) => (None, Some(limit)),
            (None, _) => (None, None),
        };
        Self { found, choice, dag, limit, later: false }
    }
}

/// A puzzle with its family's ways: what answers questions about it.
pub struct Solver<P: Puzzle> {
    pub puzzle: Arc<P>,
    ways: Arc<dyn Ways<P>>,
}

impl<P: Puzzle> Clone for Solver<P> {
    fn clone(&self) -> Self {
        Self { puzzle: Arc::clone(&self.puzzle), ways: Arc::clone(&self.ways) }
    }
}

impl<P: Puzzle> Solver<P> {
    pub fn new(puzzle: P, ways: impl Ways<P> + 'static) -> Self {
        let ways: Arc<dyn Ways<P>> = if WHOLE { Arc::new(ways) } else { Arc::new(SolvesOnly(ways)) };
        Self { puzzle: Arc::new(puzzle), ways }
    }

    /// See [`Puzzle::afresh`].
    #[must_use]
    pub fn afresh(&self) -> Option<Self> {
        Some(Self { puzzle: Arc::new(self.puzzle.afresh()?), ways: Arc::clone(&self.ways) })
    }

    /// The same puzzle with these techniques of its ways; `None` if they have none.
    #[must_use]
    pub fn with_techniques(&self, techniques: Techniques) -> Option<Self> {
        let ways = self.ways.with_techniques(&self.puzzle, techniques)?.into();
        Some(Self { puzzle: Arc::clone(&self.puzzle), ways })
    }

    /// Cheapest solution from `start`.
    pub fn solve(&self, start: P::State, request: Request, watch: &mut Watch) -> (Found<P>, Choice) {
        if request.shortcuts
            && let Some(answer) = self.ways.solve(&self.puzzle, start, request, watch)
        {
            return answer;
        }
        solve(&*self.puzzle, start, request, watch)
    }

    /// Some solution from `start`, found quickly: see [`Ways::first`].
    pub fn first(&self, start: P::State, request: Request, watch: &mut Watch) -> Option<First<P>> {
        request.shortcuts.then(|| self.ways.first(&self.puzzle, start, watch)).flatten()
    }

    /// The map of what can be reached from `start`.
    pub fn map(
        &self,
        start: P::State,
        options: MapOptions,
        watch: &mut Watch,
    ) -> Result<Map<P::State>, Unmapped> {
        let own = if options.shortcuts { self.ways.map(&self.puzzle, start, options, watch) } else { None };
        own.unwrap_or_else(|| explore(&*self.puzzle, start, options, watch))
    }

    /// The census of all positions.
    pub fn census(&self, request: CensusRequest, watch: &mut Watch) -> Result<Census<P::State>, Refusal> {
        self.ways.census(&self.puzzle, request, watch)
    }

    /// The number of optimal solutions from `start`, which cost `length`.
    pub fn count(
        &self,
        start: P::State,
        length: u32,
        request: Request,
        watch: &mut Watch,
    ) -> Result<BigUint, Limit> {
        let puzzle = &*self.puzzle;
        if request.shortcuts
            && let Some(number) = self.ways.count(puzzle, start, length, request, watch)
        {
            return number;
        }
        count_within(puzzle, &self.optimal_dag(start, length, request, watch)?, watch)
    }

    /// The optimal-path DAG of the optimal solutions from `start`, which cost `length`, where every move costs 1.
    pub fn optimal_dag(
        &self,
        start: P::State,
        length: u32,
        request: Request,
        watch: &mut Watch,
    ) -> Result<OptimalDag<P::State>, Limit> {
        let puzzle = &*self.puzzle;
        let own = match request.shortcuts {
            true => self.ways.optimal_dag(puzzle, start, length, request, watch),
            false => None,
        };
        own.unwrap_or_else(|| OptimalDag::of_length(puzzle, start, length, request.threads, watch))
    }

    /// Cheapest solution from `start`, and the optimal-path DAG of all of them.
    pub fn solve_all(&self, start: P::State, request: Request, watch: &mut Watch) -> Everything<P> {
        let puzzle = &*self.puzzle;
        if let Some((found, choice, gathered)) = solve_and_trace(puzzle, start, request, watch) {
            return Everything::new(puzzle, found, choice, gathered);
        }
        let (mut found, choice) = self.solve(start, request, watch);
        let gathered = match found.length.filter(|_| found.optimal()) {
            None => None,
            Some(_) if puzzle.unit_cost() && request.shortcuts && self.ways.counts(puzzle) => {
                return Everything { later: true, ..Everything::new(puzzle, found, choice, None) };
            }
            Some(length) => {
                let gathered = self.gather(start, length, request, watch);
                if let Ok(dag) = &gathered {
                    let length = dag.length().expect("a solution that was found is found again");
                    (found.length, found.lower_bound) = (Some(length), length);
                }
                Some(gathered)
            }
        };
        Everything::new(puzzle, found, choice, gathered)
    }

    /// The optimal-path DAG of the optimal solutions from `start`, where a search found one that costs `length`.
    ///
    /// A heuristic that overestimates may have hidden a cheaper one from that search, and the one that it found from the
    /// optimal-path DAG. Whoever wrote it is told so by the solution that is found without it.
    fn gather(
        &self,
        start: P::State,
        length: u32,
        request: Request,
        watch: &mut Watch,
    ) -> Result<OptimalDag<P::State>, Limit> {
        let puzzle = &*self.puzzle;
        let explore = |guided, watch: &mut Watch| {
            let graph = Graph::explore(puzzle, start, length, guided, watch).map_err(|(limit, _)| limit)?;
            OptimalDag::of_graph(&graph, watch)
        };
        let guided = match puzzle.unit_cost() {
            true => self.optimal_dag(start, length, request, watch)?,
            false => explore(true, watch)?,
        };
        if guided.length() == Some(length) { Ok(guided) } else { explore(false, watch) }
    }
}
