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
//! Two kinds of work follow each other until they meet:
//! * *descents*: best-first searches that take turns between two orders, one that follows an estimate and one that looks
//!   for what is new. The estimate may be wrong, and so a descent proves nothing; but none generates a state whose cost
//!   so far plus *lower bound* reaches the best known, so each solution that they find is better than the last;
//! * *the proof*: the puzzle's best exact search, told to look only below the best known. If there is nothing,
//!   the best known is optimal; if it finds something, that is optimal.
//!
//! ```text
//!   estimate  9 . . .            in its turn, one order expands the state with the least cost so far plus `weight`
//!             8   *   . .        times the estimate (weighted A*, Pohl 1970): greedy at first, then nearer to A*
//!             7     *     . .
//!             7       . . . *    the other expands what is new since the estimate last fell below all before: first
//!             6 - - - - - - - -  moves that bring about a part, or a pair of parts, that no state since then had
//! ```
//!
//! The second order is a search of bounded width (Lipovetzky, Geffner 2012 and 2017), begun again from each state that
//! is nearer than all before it. Where an estimate leads nowhere for long, because a tile must first step out of the
//! way or a car must let another pass, it goes on to other arrangements instead of to all orders of the same moves.
//! See [`super::novelty`].
//!
//! Until there is a solution the first descent is begun again, with equals in another order and for twice as long: how
//! long one takes depends much on chance. The later ones have a budget of expansions. The proof has none, so the whole search ends whenever the exact search does.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::novelty::{Novelty, WIDEST};
use super::solver::Solver;
use clew_core::memory::list_bytes;
use clew_core::packed::Packed;
use clew_core::products::mix;
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
/// Expansions after which the proof begins even though no solution is known.
const MOST_FOR_FIRST: u64 = FIRST_BUDGET << 8;
const STOPPED: &str = "a limit ended the search for better solutions";
const CHECK_EVERY: u64 = 512;
/// No state before the start.
const NONE: u32 = u32::MAX;

/// An estimate of the cost left, in tenths, that guides the descents. It may overestimate; [`DEAD_END`] only where no goal
/// can be reached.
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
    if let Some((ended, work)) = solver.first(start, request, watch) {
        (spent.expanded, spent.stored) = (work.expanded, work.stored);
        match ended {
            Ok(moves) => {
                let length = length_of(puzzle, start, &moves);
                if watch.admits(length) {
                    spent.best = Some(length);
                    watch.report(&spent);
                    best = Some(Better { moves, length });
                    best.iter().for_each(&mut *told);
                }
            }
            // The descents need hardly any memory.
            Err(None | Some(Limit::Memory)) => {}
            Err(Some(limit)) => return (stopped(limit, None, spent), Choice::of(STOPPED)),
        }
    }
    let mut budget = FIRST_BUDGET;
    for weight in WEIGHTS {
        let below = best.as_ref().map_or(watch.most_moves() + 1, |b| b.length);
        if best.as_ref().is_some_and(|best| best.length == spent.lower_bound) {
            break;
        }
        let mut descent = Descent::new(puzzle, guidance, weight, below, 0, &spent);
        let mut found = |states: &[P::State], length| {
            let better = Better { moves: moves_along(puzzle, states), length };
            told(&better);
            best = Some(better);
        };
        let mut ended = descent.run(start, budget, watch, &mut found);
        while ended.is_ok() && descent.may_find_a_first() && budget < MOST_FOR_FIRST {
            budget *= 2;
            spent.expanded += descent.expanded;
            descent = Descent::new(puzzle, guidance, weight, below, descent.tries + 1, &spent);
            ended = descent.run(start, budget, watch, &mut found);
        }
        let better = descent.below < below;
        spent.expanded += descent.expanded;
        spent.stored = spent.stored.max(descent.closed.len() as u64);
        spent.best = best.as_ref().map(|better| better.length);
        if let Err(limit) = ended {
            return (stopped(limit, best, spent), Choice::of(STOPPED));
        }
        // Once a descent finds nothing better, the proof is the better use of time.
        if !better {
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

/// The cost of a line of moves.
fn length_of<P: Puzzle>(puzzle: &P, start: P::State, moves: &[P::Move]) -> u32 {
    let (mut state, mut length) = (start, 0u32);
    for &mv in moves {
        length = length.saturating_add(puzzle.cost(state, mv));
        state = puzzle.apply(state, mv);
    }
    assert!(puzzle.is_goal(state), "a solution leads to a goal");
    length
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

/// A state that was met.
struct Met<S> {
    state: S,
    /// The number of the one before it on its way. (Least costs alone cannot give the way back: they may have fallen
    /// since.)
    before: u32,
    g: u32,
    /// How often the least estimate had fallen when the search that this state belongs to began.
    falls: u32,
    expanded: bool,
}

/// A state that waits by what is new in it: the latest falls first, then what is newest, then the least estimate; equals in
/// an order of their own.
type Novel = Reverse<(Reverse<u32>, u8, u32, u32, u32)>;

/// A best-first search that looks only for solutions below a cost.
struct Descent<'a, S: Packed> {
    rules: &'a dyn DynPuzzle<S>,
    guidance: &'a Guidance<'a, S>,
    weight: u32,
    below: u32,
    /// How often it was begun before. Each time, equals come in another order.
    tries: u64,
    /// 1 more than the number of the cheapest way to each state.
    closed: Seen<S, u32>,
    met: Vec<Met<S>>,
    /// Least weighted estimate first, then greatest g.
    near: BinaryHeap<(Reverse<u32>, u32, Reverse<u32>)>,
    novel: BinaryHeap<Novel>,
    novelty: Novelty,
    /// The least estimate of all states met, and how often it fell.
    least: u32,
    falls: u32,
    /// The parts of the state that is expanded, and of the one that is generated.
    parts: [Vec<u64>; 2],
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
        tries: u64,
        spent: &Work,
    ) -> Self {
        Self {
            rules,
            guidance,
            weight,
            below,
            tries,
            closed: Seen::default(),
            met: Vec::new(),
            near: BinaryHeap::new(),
            novel: BinaryHeap::new(),
            novelty: Novelty::default(),
            least: u32::MAX,
            falls: 0,
            parts: [Vec::new(), Vec::new()],
            expanded: 0,
            spent: *spent,
            stopped: None,
        }
    }

    fn work(&self, depth: u32) -> Work {
        let near = self.near.capacity() * size_of::<(Reverse<u32>, u32, Reverse<u32>)>();
        let novel = self.novel.capacity() * size_of::<Novel>();
        let met = list_bytes(&self.met, CHECK_EVERY as usize);
        Work {
            stored: self.closed.len() as u64,
            expanded: self.spent.expanded + self.expanded,
            bytes: (self.closed.bytes_soon() + near + novel + met + self.novelty.bytes()) as u64,
            depth,
            ..self.spent
        }
    }

    /// The next state to expand: of the two orders, each in its turn.
    fn next(&mut self) -> Option<u32> {
        loop {
            let novel = self.expanded % 2 == 1 || self.near.is_empty();
            let next = match novel.then(|| self.novel.pop()).flatten() {
                Some(Reverse((.., number))) => number,
                None => self.near.pop()?.2.0,
            };
            let Met { state, g, expanded, .. } = self.met[next as usize];
            if expanded || self.closed.get(state) != Some(next + 1) {
                continue;
            }
            if g < self.below {
                return Some(next);
            }
        }
    }

    /// Whether there is no solution yet, and states are left.
    fn may_find_a_first(&self) -> bool {
        self.spent.best.is_none() && !(self.near.is_empty() && self.novel.is_empty())
    }

    /// Runs until the budget is spent or nothing is left below the best known.
    fn run(
        &mut self,
        start: S,
        budget: u64,
        watch: &mut Watch,
        found: &mut dyn FnMut(&[S], u32),
    ) -> Result<(), Limit> {
        if self.met.is_empty() {
            self.generate(start, 0, NONE, watch);
        }
        let mut moves = Vec::new();
        while self.expanded < budget
            && let Some(here) = self.next()
        {
            let Met { state, g, .. } = self.met[here as usize];
            self.met[here as usize].expanded = true;
            if self.rules.is_goal(state) {
                self.below = g;
                self.spent.best = Some(g);
                watch.report(&self.work(g));
                found(&self.line(here), g);
                continue;
            }
            self.expanded += 1;
            if watch.due(self.expanded, CHECK_EVERY) {
                watch.check(&self.work(g))?;
            }
            let rules = self.rules;
            moves.clear();
            rules.each_move(state, &mut |cost, after| moves.push((cost, after)));
            moves.iter().for_each(|&(_, after)| self.closed.announce(after));
            self.parts[0].clear();
            rules.parts(state, &mut self.parts[0]);
            self.parts[0].sort_unstable();
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
        if *known != 0 && self.met[*known as usize - 1].g <= g {
            return;
        }
        let number = self.met.len() as u32;
        *known = number + 1;
        let left = self.judge(state, self.guidance.lookahead, watch);
        if left == DEAD_END {
            self.met.push(Met { state, before, g, falls: 0, expanded: true });
            return;
        }
        let left = left.min(1_000_000);
        let estimate = g.saturating_mul(10).saturating_add(left.saturating_mul(self.weight) / 10);
        self.near.push((Reverse(estimate), g, Reverse(number)));
        let mut falls = self.met.get(before as usize).map_or(0, |before| before.falls);
        if left < self.least {
            self.least = left;
            self.falls += 1;
            falls = self.falls;
            self.novelty.forget();
        }
        self.met.push(Met { state, before, g, falls, expanded: false });
        let equal = if self.tries == 0 { number } else { mix(state.hash() ^ self.tries) as u32 };
        let mut width = WIDEST;
        if falls == self.falls {
            let [before, after] = &mut self.parts;
            after.clear();
            self.rules.parts(state, after);
            after.sort_unstable();
            width = self.novelty.width(before, after);
        }
        self.novel.push(Reverse((Reverse(falls), width, left, equal, number)));
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

    /// The states of the line to the one with this number.
    fn line(&self, mut number: u32) -> Vec<S> {
        let mut states = Vec::new();
        while number != NONE {
            let Met { state, before, .. } = self.met[number as usize];
            states.push(state);
            number = before;
        }
        states.reverse();
        states
    }
}
