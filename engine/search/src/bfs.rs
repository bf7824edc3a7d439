//! Breadth-first search by layers (Moore 1959), on one or many threads.
//!
//! Needs nothing but the rule and a unit cost; stores every state that is nearer to the start than the goal.

use crate::breadth_first::{BreadthFirst, Direction, LayerOptions, Meetings, Step};
use crate::found::Found;
use crate::layers::Layers;
use crate::optimal_dag::OptimalDag;
use crate::order;
use crate::path;
use clew_core::puzzle::{Algorithm, Backward, Puzzle};
use clew_core::watch::{Limit, Watch, Work};
use clew_core::whole::WHOLE;

/// Fewest moves from `start` to a goal.
pub fn bfs<P: Puzzle>(puzzle: &P, start: P::State, threads: usize, watch: &mut Watch) -> Found<P> {
    let asked = if traces(puzzle, watch) { Meetings::All } else { Meetings::Some };
    match layers(puzzle, start, asked, threads, watch) {
        Ok(layers) => found(&layers, puzzle, start, threads, watch),
        Err(stopped) => stopped.0,
    }
}

/// Whether the first solution is found among all of them, traced back from every goal. Otherwise it is found by going
/// forwards through the layers: where moves have no predecessors, and where rules are slow but cached.
fn traces<P: Puzzle>(puzzle: &P, watch: &Watch) -> bool {
    WHOLE && puzzle.backward() != Backward::No && watch.outside.is_none() && !watch.any_line
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
    let mut search = BreadthFirst::new(Direction::Forward, [start]);
    let (mut goals, options) = (Vec::new(), LayerOptions::new(asked, threads));
    if puzzle.is_goal(start) {
        goals.push(start);
    }
    while goals.is_empty() && !search.frontier.is_empty() {
        let bound = search.depth + 1;
        let work = Work { lower_bound: bound, ..Work::default() };
        let result = if watch.admits(bound) {
            search.advance(Step::to(puzzle, &|state| puzzle.is_goal(state)), options, watch, work)
        } else {
            Err(Limit::Moves)
        };
        match result {
            Ok(met) => goals = met,
            Err(limit) => return Err(Stopped(Found::limit(limit, bound, work_of(&search)))),
        }
    }
    Ok(Layers { search, goals })
}

/// The first solution in the order of moves.
pub fn found<P: Puzzle>(
    layers: &Layers<P>,
    puzzle: &P,
    start: P::State,
    threads: usize,
    watch: &mut Watch,
) -> Found<P> {
    let search = &layers.search;
    let (work, length) = (work_of(search), search.depth);
    let Some(&goal) = layers.goals.first() else {
        return Found::unsolvable(work);
    };
    let line = if WHOLE && traces(puzzle, watch) {
        OptimalDag::first_of_goals(puzzle, search, &layers.goals, threads, watch)
    } else {
        // A user who asks for layers may doubt the bound.
        let has_bound = !watch.bound_is_users && puzzle.preferred().0 != Algorithm::Bfs;
        let may = |state, g| {
            if g == length {
                return puzzle.is_goal(state);
            }
            search.in_layer(state, g) && (!has_bound || puzzle.heuristic(state) <= length - g)
        };
        order::first(puzzle, start, length, &|_| (), &may, watch, work)
    };
    let any = || path::moves_along(puzzle, &path::from_start(puzzle, search, start, goal, length));
    Found::solved(line.unwrap_or_else(any), length, work)
}

fn work_of<S: clew_core::packed::Packed>(search: &BreadthFirst<S>) -> Work {
    Work {
        stored: search.seen.len() as u64,
        expanded: search.expanded,
        bytes: search.bytes() as u64,
        depth: search.depth,
        ..Work::default()
    }
}
