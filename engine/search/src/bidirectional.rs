//! Bidirectional search by layers (Pohl 1971): a search from the start and one from all goals, the smaller
//! frontier advancing, until they meet.
//!
//! ```text
//!   start )))     ((( goals          no meeting up to depths f and b  =>  optimum > f + b
//!   start ))))X(((( goals            first meeting of layer f + 1     =>  optimum = f + 1 + b
//! ```
//!
//! Why the first meeting is optimal: let the layers up to f and b be complete and without a common state, so
//! that the optimum is at least f + 1 + b. A state of layer f + 1 that the other search has seen lies in one of
//! its layers 0..b; were it in a layer below b, the solution through it would be shorter than that. So it is
//! in layer b, and the solution through it is optimal.
//!
//! Goals need no special care: all of them are the origins of the backward search, so that the forward search
//! stops where it meets the first, and none is ever expanded forwards.

use crate::breadth_first::{BreadthFirst, Direction, LayerOptions, Meetings, Step};
use crate::found::Found;
use crate::order;
use crate::path;
use clew_core::puzzle::{Backward, Puzzle};
use clew_core::watch::{Limit, Watch, Work};

/// More goals than this are too many to start from.
pub const MOST_GOALS: usize = 500_000;

/// Two searches that have met (or cannot).
pub struct Met<P: Puzzle> {
    pub forward: BreadthFirst<P::State>,
    pub backward: BreadthFirst<P::State>,
    /// Which search met the other: its last layer is not complete.
    pub last: Direction,
    /// States where they meet, the one to show first: each on an optimal solution, and each optimal solution
    /// passes through one of them where all were asked for. Empty where no goal can be reached.
    pub states: Vec<P::State>,
}

/// Whether bidirectional search can run on this puzzle: the goals if so; otherwise, in words, why not. If a limit ends
/// the listing of goals, any search that runs instead stops at its first check.
pub fn origins<P: Puzzle>(puzzle: &P, watch: &mut Watch) -> Result<Vec<P::State>, &'static str> {
    if puzzle.backward() == Backward::No {
        return Err("its moves cannot be undone");
    }
    if !puzzle.unit_cost() {
        return Err("its moves do not all cost the same");
    }
    // The list, and the search that starts from it, take about eight times as much memory as the states alone.
    let room = watch.limits.memory.map_or(MOST_GOALS, |bytes| bytes as usize / 8 / size_of::<P::State>());
    let mut goals = Vec::new();
    if puzzle.goals_while(MOST_GOALS.min(room), &mut || watch.goes_on(), &mut goals) {
        Ok(goals)
    } else {
        Err("its goal positions are too many to list")
    }
}

/// Fewest moves from `start` to one of `goals`, which are all goals of the puzzle.
pub fn bidirectional<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    goals: Vec<P::State>,
    threads: usize,
    watch: &mut Watch,
) -> Found<P> {
    match meet(puzzle, start, goals, Meetings::Some, threads, watch) {
        Ok(met) => met.found(puzzle, start, watch),
        Err(found) => *found,
    }
}

/// Runs the searches until they meet, in some states or all.
pub fn meet<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    goals: Vec<P::State>,
    asked: Meetings,
    threads: usize,
    watch: &mut Watch,
) -> Result<Met<P>, Box<Found<P>>> {
    let mut forward = BreadthFirst::new(Direction::Forward, [start]);
    let mut backward = BreadthFirst::new(Direction::Backward, goals);
    let (mut states, options, mut last) = (Vec::new(), LayerOptions::new(asked, threads), Direction::Forward);
    if backward.seen.get(start).is_some() {
        states.push(start);
    }
    while states.is_empty() && !forward.frontier.is_empty() && !backward.frontier.is_empty() {
        let bound = forward.depth + backward.depth + 1;
        let (search, other) = if forward.frontier.len() <= backward.frontier.len() {
            (&mut forward, &mut backward)
        } else {
            (&mut backward, &mut forward)
        };
        last = search.direction;
        search.take_buffers(other);
        let aside = Work {
            stored: other.seen.len() as u64,
            expanded: other.expanded,
            bytes: other.bytes() as u64,
            lower_bound: bound,
            ..Work::default()
        };
        let result = if watch.admits(bound) {
            let meets = |state| other.seen.get(state).is_some();
            search.advance(Step::to(puzzle, &meets), options, watch, aside)
        } else {
            Err(Limit::Moves)
        };
        match result {
            Ok(met) => states = met,
            Err(limit) => {
                return Err(Box::new(Found::limit(limit, bound, work_of::<P>(&forward, &backward))));
            }
        }
    }
    Ok(Met { forward, backward, last, states })
}

impl<P: Puzzle> Met<P> {
    /// The first solution in the order of moves.
    pub fn found(&self, puzzle: &P, start: P::State, watch: &mut Watch) -> Found<P> {
        let work = work_of::<P>(&self.forward, &self.backward);
        let Some(&middle) = self.states.first() else {
            return Found::unsolvable(work);
        };
        let length = self.forward.depth + self.backward.depth;
        let may = |state, g| self.may_pass(state, g);
        let line = order::first(puzzle, start, length, &|_| (), &may, watch, work);
        Found::solved(line.unwrap_or_else(|| self.through(puzzle, start, middle)), length, work)
    }

    /// Whether a solution passes through `state` after `g` moves, as far as the complete layers show.
    fn may_pass(&self, state: P::State, g: u32) -> bool {
        let complete = self.forward.depth.saturating_sub(u32::from(self.last == Direction::Forward));
        if g <= complete {
            self.forward.in_layer(state, g)
        } else {
            self.backward.in_layer(state, self.forward.depth + self.backward.depth - g)
        }
    }

    /// The solution through a meeting state.
    fn through(&self, puzzle: &P, start: P::State, middle: P::State) -> Vec<P::Move> {
        let mut states = path::from_start(puzzle, &self.forward, start, middle, self.forward.depth);
        states.pop();
        states.extend(path::to_goal(puzzle, &self.backward, middle, self.backward.depth));
        path::moves_along(puzzle, &states)
    }
}

fn work_of<P: Puzzle>(forward: &BreadthFirst<P::State>, backward: &BreadthFirst<P::State>) -> Work {
    Work {
        stored: (forward.seen.len() + backward.seen.len()) as u64,
        expanded: forward.expanded + backward.expanded,
        bytes: (forward.bytes() + backward.bytes()) as u64,
        depth: forward.depth + backward.depth,
        ..Work::default()
    }
}
