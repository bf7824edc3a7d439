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
//! solutions, and outwards from them lies the corridor.
//!
//! Why nothing is missed: the k-th state of an optimal solution is k moves from the start and L - k from
//! a goal. On a shortest way to it, from either end, no state is cut, for the rest of the solution is at
//! least as long as any bound says; so it lies in layer k of one side and L - k of the other, for each k.
//! Why nothing is too much: a state found in layer f of one side and layer b of the other, f + b = L, has
//! ways of these lengths to both ends, even if a shorter one was cut; together they are an optimal solution.
//!
//! Why it is fast: layers of a tight bound still grow by a factor with each move. Each side walks half as deep
//! as a search from one end, which would have to walk all the way with a bound that sees the goal only.

use super::colours::Colours;
use super::position::Position;
use super::deepening::IncrementalHeuristic;
use crate::packed::Packed;
use crate::puzzle::Puzzle;
use crate::families::pebbles::board::{Hop, Pebbles};
use crate::search::bidirectional::Met;
use crate::search::corridor::Corridor;
use crate::search::rules::Neighbours;
use crate::search::wave::{Direction, LayerOptions, Meetings, Step, Wave};
use crate::watch::{Limit, Watch, Work};

/// More goals than this are too many to start from.
const MOST_GOALS: usize = 1 << 16;

/// The corridor of the solutions from `start`, all of the optimal `length`; `None` if there are too many
/// goals, or a table would be too large.
pub fn corridor<W: Packed>(
    puzzle: &Pebbles<W>,
    to_goals: &Colours,
    start: W,
    length: u32,
    threads: usize,
    watch: &mut Watch,
) -> Option<Result<Corridor<W>, Limit>> {
    let mut goals = Vec::new();
    if !puzzle.goals(MOST_GOALS, &mut goals) {
        return None;
    }
    let plates: Vec<u8> = puzzle.tokens(start).collect();
    let to_start = Colours::for_plates(puzzle, &plates)?;
    watch.phase = "count";
    let mut layers = Layers {
        puzzle,
        length,
        threads,
        forward: Wave::new(Direction::Forward, [start]),
        backward: Wave::new(Direction::Backward, goals),
        last: Direction::Forward,
        fixed: (to_goals.bytes() + to_start.bytes()) as u64,
    };
    let met = layers.meet(to_goals, &to_start, watch);
    let Layers { forward, backward, last, .. } = layers;
    let met = met.map(|states| Met { forward, backward, last, states });
    Some(met.and_then(|met| Corridor::of_meeting(puzzle, &met, threads, watch)))
}

struct Layers<'a, W: Packed> {
    puzzle: &'a Pebbles<W>,
    length: u32,
    threads: usize,
    forward: Wave<W>,
    backward: Wave<W>,
    /// The wave that advanced last.
    last: Direction,
    /// Bytes of the tables of both bounds.
    fixed: u64,
}

impl<W: Packed> Layers<'_, W> {
    /// The states in which the two sides meet, sorted.
    fn meet(&mut self, to_goals: &Colours, to_start: &Colours, watch: &mut Watch) -> Result<Vec<W>, Limit> {
        if self.length == 0 {
            return Ok(self.forward.frontier.iter().collect());
        }
        loop {
            let last = self.forward.depth + self.backward.depth + 1 == self.length;
            let forwards = self.forward.frontier.len() <= self.backward.frontier.len();
            let (wave, other, heuristic) = if forwards {
                (&mut self.forward, &mut self.backward, to_goals)
            } else {
                (&mut self.backward, &mut self.forward, to_start)
            };
            self.last = wave.direction;
            wave.take_buffers(other);
            let aside = Work {
                stored: other.seen.len() as u64,
                expanded: other.expanded,
                bytes: other.bytes() as u64 + self.fixed,
                lower_bound: self.length,
                best: Some(self.length),
                ..Work::default()
            };
            let within = Within { puzzle: self.puzzle, heuristic, left: self.length - wave.depth - 1 };
            let meets = |state| last && other.in_layer(state, other.depth);
            let options = LayerOptions { last, ..LayerOptions::new(Meetings::All, self.threads) };
            let met = wave.advance(Step::to(&within, &meets), options, watch, aside)?;
            if last {
                return Ok(met);
            }
        }
    }
}

/// The neighbours of states whose estimate is at most `left` moves.
struct Within<'a, W> {
    puzzle: &'a Pebbles<W>,
    heuristic: &'a Colours,
    left: u32,
}

impl<W: Packed> Neighbours<W> for Within<'_, W> {
    // A move takes back a move, so that both directions are the same.
    fn neighbours(&self, _: Direction, states: &[W], out: &mut Vec<W>) {
        let first = states.iter().take(1).flat_map(|&state| self.puzzle.tokens(state));
        let (mut at, _) = self.heuristic.costs.position(first);
        for &state in states {
            within(self.puzzle, self.heuristic, &mut at, state, self.left, |after| out.push(after));
        }
    }
}

/// Visits the neighbours of a state whose estimate is at most `left` moves. `at` is working memory.
#[inline(always)]
fn within<W: Packed>(
    puzzle: &Pebbles<W>,
    heuristic: &Colours,
    at: &mut Position,
    state: W,
    left: u32,
    mut visit: impl FnMut(W),
) {
    let sum = heuristic.costs.place(at, puzzle.tokens(state));
    let hole = at.hole;
    for &from in puzzle.graph().neighbours(usize::from(hole)) {
        let from = from as u8;
        let estimate = heuristic.after(at, sum, from);
        if estimate > left {
            continue;
        }
        if left - estimate < heuristic.reach() {
            heuristic.hop(at, from);
            let closer = heuristic.closer(at, estimate);
            heuristic.hop(at, hole);
            if estimate + closer > left {
                continue;
            }
        }
        visit(puzzle.apply(state, Hop { from: from.into(), to: hole.into() }));
    }
}
