//! All optimal solutions, from both ends at once.
//!
//! ```text
//!   start  )))))))            (((((((  goals          length L is known
//!   cut where depth + (bound to a goal) > L     cut where depth + (bound to the start) > L
//! ```
//!
//! The start is as good a goal as any: moves can be reversed, so the bound by colour, made for the start's
//! arrangement as plates, bounds the way back to it. Layers grow from both ends, the smaller side first,
//! until their depths add up to L; states in the last layers of both are the middles of all optimal
//! solutions, and outwards from them lies the optimal-path DAG.
//!
//! Why nothing is missed: the k-th state of an optimal solution is k moves from the start and L - k from
//! a goal. On a shortest way to it, from either end, no state is cut, for the rest of the solution is at
//! least as long as any bound says; so it lies in layer k of one side and L - k of the other, for each k.
//! Why nothing is too much: a state found in layer f of one side and layer b of the other, f + b = L, has
//! ways of these lengths to both ends, even if a shorter one was cut; together they are an optimal solution.
//!
//! Why it is fast: layers of a tight bound still grow by a factor with each move. Each side walks half as deep
//! as a search from one end, which would have to walk all the way with a bound that sees the goal only.

use std::sync::Arc;

use super::colour_patterns::ColourPatterns;
use super::costs::Costs;
use super::deepening::IncrementalHeuristic;
use super::pairs::{Asked, Destination};
use super::position::Position;
use crate::pebbles::board::{Hop, Pebbles};
use crate::pebbles::bound::Bound;
use clew_core::packed::Packed;
use clew_core::puzzle::Puzzle;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::bidirectional::Met;
use clew_search::breadth_first::{BreadthFirst, Direction, LayerOptions, Meetings, Step};
use clew_search::dyn_puzzle::Neighbours;
use clew_search::optimal_dag::OptimalDag;

/// More goals than this are too many to start from.
const MOST_GOALS: usize = 1 << 16;

/// The optimal-path DAG of the solutions from `start`, all of the optimal `length`; `None` if there are too many
/// goals, or a table would be too large.
pub fn optimal_dag<W: Packed>(
    puzzle: &Pebbles<W>,
    to_goals: &Arc<Costs>,
    start: W,
    Asked { length, threads, pairs }: Asked,
    watch: &mut Watch,
) -> Option<Result<OptimalDag<W>, Limit>> {
    let mut goals = Vec::new();
    if !puzzle.goals(MOST_GOALS, &mut goals) {
        return None;
    }
    let plates: Vec<u8> = puzzle.tokens(start).collect();
    let to_start = Bound::new(puzzle.graph(), &plates, puzzle.counts());
    let to_start = Arc::new(Costs::new(&to_start, plates.len(), puzzle.counts())?);
    let bounds = [(to_goals, puzzle.plates()), (&to_start, &plates[..])];
    let bounds = bounds.map(|(costs, plates)| Closeness { costs: Arc::clone(costs), plates, pairs: None });
    watch.phase = "count";
    let mut layers = Layers {
        puzzle,
        length,
        threads,
        forward: BreadthFirst::new(Direction::Forward, [start]),
        backward: BreadthFirst::new(Direction::Backward, goals),
        last: Direction::Forward,
        wants_pairs: pairs,
    };
    let met = layers.meet(bounds, watch);
    let Layers { forward, backward, last, .. } = layers;
    let met = met.map(|states| Met { forward, backward, last, states });
    Some(met.and_then(|met| OptimalDag::of_meeting(puzzle, &met, threads, watch)))
}

struct Layers<'a, W: Packed> {
    puzzle: &'a Pebbles<W>,
    length: u32,
    threads: usize,
    forward: BreadthFirst<W>,
    backward: BreadthFirst<W>,
    /// The search that advanced last.
    last: Direction,
    wants_pairs: bool,
}

/// The bound on the way to one end.
struct Closeness<'a> {
    costs: Arc<Costs>,
    plates: &'a [u8],
    /// Once a layer is large.
    pairs: Option<ColourPatterns>,
}

impl Closeness<'_> {
    fn bytes(&self) -> usize {
        self.costs.bytes() + self.pairs.as_ref().map_or(0, ColourPatterns::held)
    }

    /// Whether a pebble of cell `from` leads to a position at most `left` moves away, by what is known of it: `at` is the
    /// position, `sum` its distances.
    #[inline(always)]
    fn admits(&self, at: &mut Position, sum: u32, from: u8, left: u32) -> bool {
        let estimate = self.costs.after(at, sum, from);
        if estimate > left {
            return false;
        }
        let Some(pairs) = &self.pairs else { return true };
        let (hole, room) = (at.hole, left - estimate);
        self.costs.hop(at, from);
        let closer = pairs.closer(at, estimate, room);
        self.costs.hop(at, hole);
        closer <= room
    }
}

impl<W: Packed> Layers<'_, W> {
    /// The states in which the two sides meet, sorted.
    fn meet(
        &mut self,
        [mut to_goals, mut to_start]: [Closeness; 2],
        watch: &mut Watch,
    ) -> Result<Vec<W>, Limit> {
        if self.length == 0 {
            return Ok(self.forward.frontier.iter().collect());
        }
        loop {
            let last = self.forward.depth + self.backward.depth + 1 == self.length;
            let forwards = self.forward.frontier.len() <= self.backward.frontier.len();
            let fixed = to_goals.bytes() + to_start.bytes();
            let (search, other, bound) = if forwards {
                (&mut self.forward, &mut self.backward, &mut to_goals)
            } else {
                (&mut self.backward, &mut self.forward, &mut to_start)
            };
            if self.wants_pairs && bound.pairs.is_none() {
                let end = Destination { puzzle: self.puzzle, plates: bound.plates, length: self.length };
                let held = fixed + search.bytes() + other.bytes();
                let costs = || Some(Arc::clone(&bound.costs));
                bound.pairs = end.pairs(costs, search.frontier.len(), held, watch)?.map(|(_, pairs)| pairs);
            }
            self.last = search.direction;
            search.take_buffers(other);
            let aside = Work {
                stored: other.seen.len() as u64,
                expanded: other.expanded,
                bytes: (other.bytes() + fixed) as u64,
                lower_bound: self.length,
                best: Some(self.length),
                ..Work::default()
            };
            let within = Within { puzzle: self.puzzle, bound, left: self.length - search.depth - 1 };
            let meets = |state| last && other.in_layer(state, other.depth);
            let options = LayerOptions { last, ..LayerOptions::new(Meetings::All, self.threads) };
            let met = search.advance(Step::to(&within, &meets), options, watch, aside)?;
            if last {
                return Ok(met);
            }
        }
    }
}

/// The neighbours of states whose estimate is at most `left` moves.
struct Within<'a, W> {
    puzzle: &'a Pebbles<W>,
    bound: &'a Closeness<'a>,
    left: u32,
}

impl<W: Packed> Neighbours<W> for Within<'_, W> {
    // A move takes back a move, so that both directions are the same.
    fn neighbours(&self, _: Direction, states: &[W], out: &mut Vec<W>) {
        let first = states.iter().take(1).flat_map(|&state| self.puzzle.tokens(state));
        let (mut at, _) = self.bound.costs.position(first);
        for &state in states {
            within(self.puzzle, self.bound, &mut at, state, self.left, |after| out.push(after));
        }
    }
}

/// Visits the neighbours of a state whose estimate is at most `left` moves. `at` is working memory.
#[inline(always)]
fn within<W: Packed>(
    puzzle: &Pebbles<W>,
    bound: &Closeness,
    at: &mut Position,
    state: W,
    left: u32,
    mut visit: impl FnMut(W),
) {
    let sum = bound.costs.place(at, puzzle.tokens(state));
    let hole = u16::from(at.hole);
    for &from in puzzle.graph().neighbours(hole.into()) {
        if bound.admits(at, sum, from as u8, left) {
            visit(puzzle.apply(state, Hop { from: from as u16, to: hole }));
        }
    }
}
