//! Which search runs: the caller's choice or the family's. The answer says what ran and why.

use std::sync::Arc;

use num_bigint::BigUint;

use crate::puzzle::{Algorithm, Backward, Puzzle};
use crate::search::astar::{astar, uniform_cost};
use crate::search::bfs::{self, bfs};
use crate::search::bidirectional::{self, bidirectional};
use crate::search::census::{Census, CensusRequest, Refusal, census};
use crate::search::corridor::Corridor;
use crate::search::count::count_within;
use crate::search::found::{Found, Status};
use crate::search::graph::Graph;
use crate::search::ida_star::ida_star;
use crate::search::part::Has;
use crate::search::techniques::Techniques;
use crate::search::wave::Meetings;
use crate::watch::{Limit, Watch};
use crate::whole::{NOT_IN_PAGES, WHOLE};

/// What the caller asks for.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// `None`: the family's choice.
    pub algorithm: Option<Algorithm>,
    pub threads: usize,
    /// Whether the family's own faster searches ([`Shortcut`]) may be used. They give the same answers.
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

impl Algorithm {
    /// Its name in the interface.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Bfs => "bfs",
            Algorithm::Bidirectional => "bidirectional",
            Algorithm::AStar => "astar",
            Algorithm::IdaStar => "ida_star",
        }
    }

    /// The algorithm of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|a| a.name() == name)
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
pub(crate) fn choice<P: Puzzle>(puzzle: &P, request: Request) -> Choice {
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
        Plan::AStar if Has::<P>::A_STAR => astar(puzzle, start, watch),
        Plan::IdaStar if Has::<P>::IDA_STAR => ida_star(puzzle, start, watch),
        _ => unreachable!("{NOT_IN_PAGES}"),
    }
}

/// A corridor, if one was searched for, or the limit that was reached on the way.
pub type Gathered<P> = Option<Result<Corridor<<P as Puzzle>::State>, Limit>>;

/// An answer with all its optimal solutions.
pub struct Everything<P: Puzzle> {
    pub found: Found<P>,
    pub choice: Choice,
    /// All optimal solutions; `None` if there is none, or a limit was reached first.
    pub corridor: Option<Corridor<P::State>>,
    /// The limit that stopped the search, or the gathering of its solutions (the length then stays proved).
    pub limit: Option<Limit>,
    /// The length is proved, and nothing gathered yet: [`Solver::count`] and [`Solver::corridor`] do that when asked.
    pub later: bool,
}

impl<P: Puzzle> Everything<P> {
    fn new(puzzle: &P, mut found: Found<P>, choice: Choice, gathered: Gathered<P>) -> Self {
        if let Some(Ok(corridor)) = &gathered {
            found.moves = Some(corridor.first(puzzle));
        }
        let (corridor, limit) = match (gathered, found.status) {
            (Some(Ok(corridor)), _) => (Some(corridor), None),
            (Some(Err(limit)), _) | (None, Status::Limit(limit)) => (None, Some(limit)),
            (None, _) => (None, None),
        };
        Self { found, choice, corridor, limit, later: false }
    }
}

/// A family's own faster algorithms for the answers of the generic searches. Each may decline with `None`.
///
/// A shortcut is made with its puzzle and may keep tables between searches, but only to be quicker: every call gives
/// the answer that the first call on the puzzle would give ([`Watch::tables`]). Tests compare its answers with those
/// of the generic searches.
pub trait Shortcut<P: Puzzle>: Send + Sync {
    /// Cheapest solution from `start`, in place of the search that `request` asks for.
    fn solve(
        &self,
        puzzle: &P,
        start: P::State,
        request: Request,
        watch: &mut Watch,
    ) -> Option<(Found<P>, Choice)>;

    /// The corridor of the optimal solutions from `start`, which cost `length`.
    fn corridor(&self, _puzzle: &P, _start: P::State, _length: u32, _watch: &mut Watch) -> Gathered<P> {
        None
    }

    /// Whether [`Shortcut::count`] answers, so that the corridor need not be found before somebody asks for it.
    fn counts(&self, _puzzle: &P) -> bool {
        false
    }

    /// The number of optimal solutions from `start`, which cost `length`, without their corridor.
    fn count(
        &self,
        _puzzle: &P,
        _start: P::State,
        _length: u32,
        _threads: usize,
        _watch: &mut Watch,
    ) -> Option<Result<BigUint, Limit>> {
        None
    }

    /// The same shortcut with these techniques; `None` if it has none.
    fn with_techniques(&self, _puzzle: &P, _techniques: Techniques) -> Option<Box<dyn Shortcut<P>>> {
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
pub struct NoShortcut;

impl<P: Puzzle> Shortcut<P> for NoShortcut {
    fn solve(&self, _: &P, _: P::State, _: Request, _: &mut Watch) -> Option<(Found<P>, Choice)> {
        None
    }
}

/// A shortcut in the part of the engine for web pages, where games need its solutions and nothing else.
struct SolvesOnly<S>(S);

impl<P: Puzzle, S: Shortcut<P>> Shortcut<P> for SolvesOnly<S> {
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

/// A puzzle with its shortcut: what answers questions about it.
pub struct Solver<P: Puzzle> {
    pub puzzle: Arc<P>,
    shortcut: Arc<dyn Shortcut<P>>,
}

impl<P: Puzzle> Clone for Solver<P> {
    fn clone(&self) -> Self {
        Self { puzzle: Arc::clone(&self.puzzle), shortcut: Arc::clone(&self.shortcut) }
    }
}

impl<P: Puzzle> Solver<P> {
    pub fn new(puzzle: P, shortcut: impl Shortcut<P> + 'static) -> Self {
        let shortcut: Arc<dyn Shortcut<P>> =
            if WHOLE { Arc::new(shortcut) } else { Arc::new(SolvesOnly(shortcut)) };
        Self { puzzle: Arc::new(puzzle), shortcut }
    }

    /// The same puzzle with these techniques of its shortcut; `None` if it has none.
    #[must_use]
    pub fn with_techniques(&self, techniques: Techniques) -> Option<Self> {
        let shortcut = self.shortcut.with_techniques(&self.puzzle, techniques)?.into();
        Some(Self { puzzle: Arc::clone(&self.puzzle), shortcut })
    }

    /// Cheapest solution from `start`.
    pub fn solve(&self, start: P::State, request: Request, watch: &mut Watch) -> (Found<P>, Choice) {
        if request.shortcuts
            && let Some(answer) = self.shortcut.solve(&self.puzzle, start, request, watch)
        {
            return answer;
        }
        solve(&*self.puzzle, start, request, watch)
    }

    /// The census of all positions.
    pub fn census(&self, request: CensusRequest, watch: &mut Watch) -> Result<Census<P::State>, Refusal> {
        self.shortcut.census(&self.puzzle, request, watch)
    }

    /// The number of optimal solutions from `start`, which cost `length`.
    pub fn count(
        &self,
        start: P::State,
        length: u32,
        request: Request,
        watch: &mut Watch,
    ) -> Result<BigUint, Limit> {
        let (puzzle, threads) = (&*self.puzzle, request.threads);
        if request.shortcuts
            && let Some(number) = self.shortcut.count(puzzle, start, length, threads, watch)
        {
            return number;
        }
        count_within(puzzle, &self.corridor(start, length, request, watch)?, watch)
    }

    /// The corridor of the optimal solutions from `start`, which cost `length`, where every move costs 1.
    pub fn corridor(
        &self,
        start: P::State,
        length: u32,
        request: Request,
        watch: &mut Watch,
    ) -> Result<Corridor<P::State>, Limit> {
        let puzzle = &*self.puzzle;
        let own = match request.shortcuts {
            true => self.shortcut.corridor(puzzle, start, length, watch),
            false => None,
        };
        own.unwrap_or_else(|| Corridor::of_length(puzzle, start, length, watch))
    }

    /// Cheapest solution from `start`, and the corridor of all of them. `Err`, in words, where there are infinitely
    /// many.
    pub fn solve_all(
        &self,
        start: P::State,
        request: Request,
        watch: &mut Watch,
    ) -> Result<Everything<P>, &'static str> {
        let puzzle = &*self.puzzle;
        let keeps_layers = |algorithm| matches!(algorithm, Algorithm::Bfs | Algorithm::Bidirectional);
        let (plan, choice) = plan(puzzle, start, request, watch);
        if puzzle.unit_cost() && puzzle.backward() != Backward::No && keeps_layers(choice.algorithm) {
            let (found, gathered) = run_and_trace(puzzle, start, plan, request.threads, watch);
            return Ok(Everything::new(puzzle, found, choice, gathered));
        }
        let (found, choice) = self.solve(start, request, watch);
        let gathered = match found.length.filter(|_| found.optimal()) {
            None => None,
            Some(_) if puzzle.unit_cost() && request.shortcuts && self.shortcut.counts(puzzle) => {
                return Ok(Everything { later: true, ..Everything::new(puzzle, found, choice, None) });
            }
            Some(length) if puzzle.unit_cost() => Some(self.corridor(start, length, request, watch)),
            Some(length) => match Graph::explore(puzzle, start, length, watch) {
                Ok(graph) => Some(Corridor::of_graph(&graph, watch)?),
                Err((limit, _)) => Some(Err(limit)),
            },
        };
        Ok(Everything::new(puzzle, found, choice, gathered))
    }
}

/// Runs a search that keeps its layers, and finds the corridor in them.
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
                    let corridor = found.length.map(|_| Corridor::of_meeting(puzzle, &met, watch));
                    (found, corridor)
                }
            }
        }
        _ => match bfs::layers(puzzle, start, Meetings::All, threads, watch) {
            Err(found) => (found.0, None),
            Ok(layers) => {
                let found = bfs::found(&layers, puzzle, start, watch);
                let corridor =
                    found.length.map(|_| Corridor::of_goals(puzzle, &layers.wave, &layers.goals, watch));
                (found, corridor)
            }
        },
    }
}
