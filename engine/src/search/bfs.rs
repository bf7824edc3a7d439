//! Breadth-first search by layers (Moore 1959), on one or many threads.
//!
//! Needs nothing but the rule and a unit cost; stores every state that is nearer to the start than the goal.

use crate::puzzle::Puzzle;
use crate::search::found::Found;
use crate::search::path;
use crate::search::wave::{Direction, Meetings, Step, Wave};
use crate::watch::{Limit, Watch, Work};

/// A finished breadth-first search: the wave, and the goals of its last layer.
pub struct Layers<P: Puzzle> {
    pub wave: Wave<P::State>,
    /// Goals at the least distance, the one to show first; empty where no goal can be reached.
    pub goals: Vec<P::State>,
}

/// Fewest moves from `start` to a goal.
pub fn bfs<P: Puzzle>(puzzle: &P, start: P::State, threads: usize, watch: &mut Watch) -> Found<P> {
    match layers(puzzle, start, Meetings::Some, threads, watch) {
        Ok(layers) => layers.found(puzzle, start),
        Err(stopped) => stopped.0,
    }
}

/// Why there are no layers, as the answer of a search.
pub struct Stopped<P: Puzzle>(pub Found<P>);

/// Searches by layers and keeps them; for some goals of the last one or all of them.
pub fn layers<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    asked: Meetings,
    threads: usize,
    watch: &mut Watch,
) -> Result<Layers<P>, Stopped<P>> {
    debug_assert!(puzzle.unit_cost());
    let mut wave = Wave::new(Direction::Forward, [start]);
    let (mut goals, step) = (Vec::new(), Step::new(asked, threads));
    if puzzle.is_goal(start) {
        goals.push(start);
    }
    while goals.is_empty() && !wave.frontier.is_empty() {
        let bound = wave.depth + 1;
        let work = Work { lower_bound: bound, ..Work::default() };
        let result = if watch.admits(bound) {
            wave.advance(puzzle, |state| puzzle.is_goal(state), step, watch, work)
        } else {
            Err(Limit::Moves)
        };
        match result {
            Ok(met) => goals = met,
            Err(limit) => return Err(Stopped(Found::limit(limit, bound, work_of(&wave)))),
        }
    }
    Ok(Layers { wave, goals })
}

impl<P: Puzzle> Layers<P> {
    /// The solution that ends at the goal to show.
    pub fn found(&self, puzzle: &P, start: P::State) -> Found<P> {
        let work = work_of(&self.wave);
        let Some(&goal) = self.goals.first() else {
            return Found::unsolvable(work);
        };
        let states = path::from_start(puzzle, &self.wave, start, goal, self.wave.depth);
        Found::solved(path::moves_along(puzzle, &states), self.wave.depth, work)
    }
}

fn work_of<S: crate::packed::Packed>(wave: &Wave<S>) -> Work {
    Work {
        stored: wave.seen.len() as u64,
        expanded: wave.expanded,
        bytes: wave.bytes() as u64,
        depth: wave.depth,
        ..Work::default()
    }
}
