//! Which search runs: the caller's choice or the family's. The answer says what ran and why.

use crate::astar::{astar, uniform_cost};
use crate::bfs::{self, bfs};
use crate::bidirectional::{self, bidirectional};
use crate::breadth_first::Meetings;
use crate::found::Found;
use crate::ida_star::ida_star;
use crate::optimal_dag::OptimalDag;
use crate::part::Has;
use clew_core::puzzle::{Algorithm, Backward, Puzzle};
use clew_core::watch::{Limit, Watch};
use clew_core::whole::{NOT_IN_PAGES, WHOLE};

/// What the caller asks for.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// `None`: the family's choice.
    pub algorithm: Option<Algorithm>,
    pub threads: usize,
    /// Whether the family's own faster ways (`clew_solve`) may be used. They give the same answers.
    pub shortcuts: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self { algorithm: None, threads: 1, shortcuts: true }
    }
}

/// What ran, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub algorithm: Algorithm,
    pub reason: String,
}

impl Choice {
    /// That algorithm, for a reason.
    #[must_use]
    pub fn new(algorithm: Algorithm, reason: &str) -> Self {
        Self { algorithm, reason: reason.to_owned() }
    }

    /// No search in particular, for a reason.
    #[must_use]
    pub fn of(reason: &str) -> Self {
        Self::new(Algorithm::AStar, reason)
    }
}

/// The search that will run, with the goals if it needs them.
enum Plan<S> {
    Bfs,
    UniformCost,
    Bidirectional(Vec<S>),
    AStar,
    IdaStar,
}

/// What the caller asks for, or else the family prefers.
pub fn choice<P: Puzzle>(puzzle: &P, request: Request) -> Choice {
    let (algorithm, reason) = match request.algorithm {
        Some(algorithm) => (algorithm, "asked for"),
        None => puzzle.preferred(),
    };
    Choice::new(algorithm, reason)
}

fn plan<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    request: Request,
    watch: &mut Watch,
) -> (Plan<P::State>, Choice) {
    let choice = choice(puzzle, request);
    match choice.algorithm {
        Algorithm::Bfs if puzzle.unit_cost() => (Plan::Bfs, choice),
        Algorithm::Bfs => (Plan::UniformCost, choice),
        Algorithm::AStar => (Plan::AStar, choice),
        Algorithm::IdaStar => (Plan::IdaStar, choice),
        // No need to list the goals.
        Algorithm::Bidirectional if puzzle.is_goal(start) && puzzle.unit_cost() => (Plan::Bfs, choice),
        Algorithm::Bidirectional if !Has::<P>::BIDIRECTIONAL => unreachable!("{NOT_IN_PAGES}"),
        Algorithm::Bidirectional => match bidirectional::origins(puzzle, watch) {
            Ok(goals) => (Plan::Bidirectional(goals), choice),
            Err(why) => {
                let reason =
                    format!("breadth-first search, since bidirectional search cannot run here: {why}");
                let plan = if puzzle.unit_cost() { Plan::Bfs } else { Plan::UniformCost };
                (plan, Choice::new(Algorithm::Bfs, &reason))
            }
        },
    }
}

/// Cheapest solution from `start` by the generic searches.
pub fn solve<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    request: Request,
    watch: &mut Watch,
) -> (Found<P>, Choice) {
    let (plan, choice) = plan(puzzle, start, request, watch);
    (run(puzzle, start, plan, request.threads, watch), choice)
}

fn run<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    plan: Plan<P::State>,
    threads: usize,
    watch: &mut Watch,
) -> Found<P> {
    match plan {
        Plan::Bfs if Has::<P>::BFS => bfs(puzzle, start, threads, watch),
        Plan::UniformCost if WHOLE => uniform_cost(puzzle, start, watch),
        Plan::Bidirectional(goals) if Has::<P>::BIDIRECTIONAL => {
            bidirectional(puzzle, start, goals, threads, watch)
        }
        Plan::AStar if Has::<P>::A_STAR => astar(puzzle, start, threads, watch),
        Plan::IdaStar if Has::<P>::IDA_STAR => ida_star(puzzle, start, watch),
        _ => unreachable!("{NOT_IN_PAGES}"),
    }
}

/// An optimal-path DAG, if one was searched for, or the limit that was reached on the way.
pub type Gathered<P> = Option<Result<OptimalDag<<P as Puzzle>::State>, Limit>>;

/// Cheapest solution from `start` by a generic search, and the optimal-path DAG of all of them in the layers that the search
/// keeps; `None` if it keeps none.
pub fn solve_and_trace<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    request: Request,
    watch: &mut Watch,
) -> Option<(Found<P>, Choice, Gathered<P>)> {
    let keeps_layers = matches!(choice(puzzle, request).algorithm, Algorithm::Bfs | Algorithm::Bidirectional);
    if !keeps_layers || !puzzle.unit_cost() || puzzle.backward() == Backward::No {
        return None;
    }
    let (plan, choice) = plan(puzzle, start, request, watch);
    let (found, gathered) = run_and_trace(puzzle, start, plan, request.threads, watch);
    Some((found, choice, gathered))
}

fn run_and_trace<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    plan: Plan<P::State>,
    threads: usize,
    watch: &mut Watch,
) -> (Found<P>, Gathered<P>) {
    match plan {
        Plan::Bidirectional(goals) => {
            match bidirectional::meet(puzzle, start, goals, Meetings::All, threads, watch) {
                Err(found) => (*found, None),
                Ok(met) => {
                    let found = met.found(puzzle, start, watch);
                    let dag = found.length.map(|_| OptimalDag::of_meeting(puzzle, &met, threads, watch));
                    (found, dag)
                }
            }
        }
        _ => match bfs::layers(puzzle, start, Meetings::All, threads, watch) {
            Err(found) => (found.0, None),
            Ok(layers) => {
                let found = bfs::found(&layers, puzzle, start, threads, watch);
                let gather = |_| OptimalDag::of_goals(puzzle, &layers.search, &layers.goals, threads, watch);
                let dag = found.length.map(gather);
                (found, dag)
            }
        },
    }
}
