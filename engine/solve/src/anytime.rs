//! Finds a first solution fast, then better ones, and proves a bound that rises until it meets them.
//!
//! ```text
//!   cost
//!    31  *                      best known: falls
//!    24    * *
//!    22        * - - - - - x    optimum proved where the two meet
//!    19            . - - /
//!     7  . . - - /              proven bound: rises
//!        ---------------------> time
//! ```
//!
//! Two kinds of work alternate until they meet:
//! * *descents*: weighted A* (Pohl 1970) with weights that fall from greedy towards 1. They follow an estimate,
//!   which may overestimate, and so prove nothing; but they never generate a state whose cost so far plus
//!   *lower bound* reaches the best known, so each solution that they find is better than the last;
//! * *the proof*: the puzzle's best exact search, told to look only below the best known. If there is nothing,
//!   the best known is optimal; if it finds something, that is optimal.
//!
//! Each descent has a budget of expansions; the proof has none, so the whole search ends whenever the exact search
//! does.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::solver::Solver;
use clew_core::memory::list_bytes;
use clew_core::packed::Packed;
use clew_core::puzzle::{DEAD_END, Puzzle};
use clew_core::seen::Seen;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::auto::{Choice, Request};
use clew_search::dyn_puzzle::DynPuzzle;
use clew_search::found::{Found, Status};
use clew_search::path::moves_along;

/// Weights of the descents, in tenths; the first is as good as greedy.
const WEIGHTS: [u32; 5] = [1000, 50, 30, 20, 15];
/// Expansions of the first descent; each later one may take twice as many as the one before.
const FIRST_BUDGET: u64 = 10_000;
const CHECK_EVERY: u64 = 512;
/// No state before the start.
const NONE: u32 = u32::MAX;

/// An estimate of the cost left, in tenths, that guides the descents. It may overestimate.
pub type Estimate<'a, S> = dyn Fn(S) -> u32 + 'a;

/// A solution, better than all before it.
pub struct Better<P: Puzzle> {
    pub moves: Vec<P::Move>,
    pub length: u32,
}

/// How descents are guided.
pub struct Guidance<'a, S> {
    pub estimate: &'a Estimate<'a, S>,
    /// A state is judged by the best state within this many moves of it.
    pub lookahead: u32,
}

/// Improves until the best known solution is proved optimal, or a limit is reached. `told` is called with every better
/// solution as it is found, and the bound proved so far.
pub fn improve<P: Puzzle>(
    solver: &Solver<P>,
    start: P::State,
    guidance: &Guidance<P::State>,
    request: Request,
    watch: &mut Watch,
    told: &mut dyn FnMut(&Better<P>),
) -> (Found<P>, Choice) {
    let puzzle = &*solver.puzzle;
    let caller_moves = watch.limits.moves;
    let mut best: Option<Better<P>> = None;
    let mut spent = Work { lower_bound: puzzle.heuristic(start), ..Work::default() };
    watch.phase = "descend";
    let mut budget = FIRST_BUDGET;
    for weight in WEIGHTS {
        let below = best.as_ref().map_or(watch.most_moves() + 1, |b| b.length);
        if best.as_ref().is_some_and(|best| best.length == spent.lower_bound) {
            break;
        }
        let mut descent = Descent::new(puzzle, guidance, weight, below, &spent);
        let ended = descent.run(start, budget, watch, &mut |states, length| {
            let better = Better { moves: moves_along(puzzle, states), length };
            told(&better);
            best = Some(better);
        });
        let better = descent.below < below;
        spent.expanded += descent.expanded;
        spent.stored = spent.stored.max(descent.closed.len() as u64);
        spent.best = best.as_ref().map(|better| better.length);
        if let Err(limit) = ended {
            return (
                stopped(limit, best, spent),
                Choice::of("a limit ended the search for better solutions"),
            );
        }
        // Once a descent finds nothing better than an earlier one, the proof is the better use of time.
        if best.is_some() && !better {
            break;
        }
        budget *= 2;
    }
    watch.phase = "prove";
    let found = prove(solver, start, request, watch, &mut best, spent);
    watch.limits.moves = caller_moves;
    if let (Status::Solved, Some(better)) = (found.0.status, &best)
        && spent.best.is_none_or(|known| better.length < known)
    {
        told(better);
    }
    found
}

/// Looks for anything better than `best` with the exact search.
fn prove<P: Puzzle>(
    solver: &Solver<P>,
    start: P::State,
    request: Request,
    watch: &mut Watch,
    best: &mut Option<Better<P>>,
    spent: Work,
) -> (Found<P>, Choice) {
    let known = best.as_ref().map(|better| better.length);
    if let Some(length) = known {
        if length == spent.lower_bound {
            let moves = best.as_ref().map(|better| better.moves.clone()).unwrap_or_default();
            return (Found::solved(moves, length, spent), Choice::of("its length is the lower bound"));
        }
        watch.limits.moves = Some(length - 1);
    }
    watch.best = known;
    let (mut found, choice) = solver.solve(start, request, watch);
    watch.best = None;
    found.work.expanded += spent.expanded;
    match (found.status, known) {
        (Status::Solved, _) => {
            if let (Some(moves), Some(length)) = (&found.moves, found.length) {
                *best = Some(Better { moves: moves.clone(), length });
            }
        }
        // Nothing costs less than the best known, so it is optimal.
        (Status::Limit(Limit::Moves) | Status::Unsolvable, Some(length)) => {
            let moves = best.as_ref().map(|better| better.moves.clone()).unwrap_or_default();
            found = Found::solved(moves, length, found.work);
        }
        (Status::Limit(limit), Some(_)) => {
            let work = Work {
                lower_bound: found.lower_bound.max(spent.lower_bound),
                stored: found.work.stored.max(spent.stored),
                ..found.work
            };
            found = stopped(limit, best.take(), work);
        }
        (_, None) => {}
    }
    (found, choice)
}

fn stopped<P: Puzzle>(limit: Limit, best: Option<Better<P>>, work: Work) -> Found<P> {
    let mut found = Found::limit(limit, work.lower_bound, work);
    if let Some(Better { moves, length }) = best {
        (found.moves, found.length) = (Some(moves), Some(length));
    }
    found
}

/// A weighted A* that looks only for solutions below a cost.
struct Descent<'a, S: Packed> {
    rules: &'a dyn DynPuzzle<S>,
    guidance: &'a Guidance<'a, S>,
    weight: u32,
    below: u32,
    closed: Seen<S, u32>,
    /// Least weighted estimate first, then greatest g; with the expanded state that it came from.
    open: BinaryHeap<(Reverse<u32>, u32, S, u32)>,
    /// Expanded states, each with the number of the one before it. (Closed costs alone cannot reconstruct the path:
    /// they may have decreased since.)
    lines: Vec<(S, u32)>,
    expanded: u64,
    spent: Work,
    /// The limit that was reached while states were judged: a look ahead from one may take long.
    stopped: Option<Limit>,
}

impl<'a, S: Packed> Descent<'a, S> {
    fn new(
        rules: &'a dyn DynPuzzle<S>,
        guidance: &'a Guidance<'a, S>,
        weight: u32,
        below: u32,
        spent: &Work,
    ) -> Self {
        let (closed, open, lines) = (Seen::default(), BinaryHeap::new(), Vec::new());
        let (expanded, spent, stopped) = (0, *spent, None);
        Self { rules, guidance, weight, below, closed, open, lines, expanded, spent, stopped }
    }

    fn work(&self, depth: u32) -> Work {
        let open = self.open.capacity() * size_of::<(Reverse<u32>, u32, S, u32)>();
        let lines = list_bytes(&self.lines, CHECK_EVERY as usize);
        Work {
            stored: self.closed.len() as u64,
            expanded: self.spent.expanded + self.expanded,
            bytes: (self.closed.bytes_soon() + open + lines) as u64,
            depth,
            ..self.spent
        }
    }

    /// Runs until the budget is spent or nothing is left below the best known.
    fn run(
        &mut self,
        start: S,
        budget: u64,
        watch: &mut Watch,
        found: &mut dyn FnMut(&[S], u32),
    ) -> Result<(), Limit> {
        self.generate(start, 0, NONE, watch);
        let mut moves = Vec::new();
        while let Some((_, g, state, before)) = self.open.pop() {
            if self.closed.get(state) != Some(g + 1) || g >= self.below {
                continue;
            }
            if self.rules.is_goal(state) {
                self.below = g;
                self.spent.best = Some(g);
                found(&self.line(state, before), g);
                continue;
            }
            self.expanded += 1;
            if self.expanded > budget {
                break;
            }
            if watch.due(self.expanded, CHECK_EVERY) {
                watch.check(&self.work(g))?;
            }
            let (rules, here) = (self.rules, self.lines.len() as u32);
            self.lines.push((state, before));
            moves.clear();
            rules.each_move(state, &mut |cost, after| moves.push((cost, after)));
            moves.iter().for_each(|&(_, after)| self.closed.announce(after));
            for &(cost, after) in &moves {
                self.generate(after, g.saturating_add(cost), here, watch);
            }
            self.stopped.map_or(Ok(()), Err)?;
        }
        self.stopped.map_or(Ok(()), Err)
    }

    fn generate(&mut self, state: S, g: u32, before: u32, watch: &mut Watch) {
        if self.stopped.is_some() {
            return;
        }
        let bound = self.rules.heuristic(state);
        if bound == DEAD_END || g.saturating_add(bound) >= self.below {
            return;
        }
        let known = self.closed.value_mut(state);
        if *known != 0 && *known <= g + 1 {
            return;
        }
        *known = g + 1;
        let left = self.judge(state, self.guidance.lookahead, watch).min(1_000_000);
        let estimate = g.saturating_mul(10).saturating_add(left.saturating_mul(self.weight) / 10);
        self.open.push((Reverse(estimate), g, state, before));
    }

    /// The estimate for the best state within `lookahead` moves; meaningless once the search is stopped.
    fn judge(&mut self, state: S, lookahead: u32, watch: &mut Watch) -> u32 {
        if self.stopped.is_none() {
            self.stopped = watch.tick().err();
        }
        if self.stopped.is_some() {
            return 0;
        }
        let (rules, mut best) = (self.rules, (self.guidance.estimate)(state));
        if lookahead > 0 && best > 0 {
            rules.each_move(state, &mut |_, after| best = best.min(self.judge(after, lookahead - 1, watch)));
        }
        best
    }

    /// The states of the line that reached `goal` from the expanded state number `before`.
    fn line(&self, goal: S, mut before: u32) -> Vec<S> {
        let mut states = vec![goal];
        while before != NONE {
            let (state, earlier) = self.lines[before as usize];
            states.push(state);
            before = earlier;
        }
        states.reverse();
        states
    }
}
