//! What a family's ways must answer, checked on one small puzzle against the generic searches. Tests of families call it
//! on many boards.

use std::fmt::Debug;

use super::{NoWays, Solver, Ways};
use clew_core::packed::Packed;
use clew_core::puzzle::{Algorithm, Puzzle};
use clew_core::watch::{Limit, Limits, Stop, Watch};
use clew_search::auto::Request;
use clew_search::count::count;
use clew_search::found::{Found, Status};
use clew_search::optimal_dag::OptimalDag;
use clew_space::{Map, MapOptions};

/// The generic search with the fewest assumptions.
const PLAIN: Request = Request { algorithm: Some(Algorithm::Bfs), threads: 1, shortcuts: false };

/// Asks the ways everything that they answer, twice each, on one thread and on two, and compares with plain search. `Err`
/// names the first difference. Gives the status that plain search told.
///
/// For puzzles whose moves all cost 1. What plain search does not find within `most_states` states is not compared.
pub fn check<P: Puzzle + Clone>(
    puzzle: &P,
    ways: impl Ways<P> + 'static,
    most_states: u64,
) -> Result<Status, String> {
    let (start, free) = (puzzle.initial(), &mut Watch::unlimited());
    let limits = Limits { states: Some(most_states), ..Limits::default() };
    let plain = Solver::new(puzzle.clone(), NoWays);
    let expected = plain.solve_all(start, PLAIN, &mut Watch::new(limits, Stop::default(), None));
    if let Status::Limit(_) = expected.found.status {
        return Ok(expected.found.status);
    }
    let solver = Solver::new(puzzle.clone(), ways);
    for threads in [1, 2, 1] {
        let request = Request { algorithm: None, threads, shortcuts: true };
        let (found, _) = solver.solve(start, request, free);
        same(&format!("the answer on {threads} threads"), &told(&found), &told(&expected.found))?;
        let Some((dag, length)) = expected.dag.as_ref().zip(found.length) else { continue };
        let own = solver.optimal_dag(start, length, request, free).map_err(|limit| limit.name())?;
        same("the states of all solutions", &on_it(&own), &on_it(dag))?;
        let number = solver.count(start, length, request, free).map_err(|limit| limit.name())?;
        same("the number of solutions", &number, &count(puzzle, dag))?;
        check_limits(&solver, request, length)?;
    }
    check_map(&plain, &solver, limits)?;
    Ok(expected.found.status)
}

/// Status, length, proved bound, moves.
type Told = (Status, Option<u32>, u32, Option<usize>);

fn same<T: PartialEq + Debug>(what: &str, own: &T, expected: &T) -> Result<(), String> {
    if own == expected { Ok(()) } else { Err(format!("{what}: {own:?}, and by plain search {expected:?}")) }
}

fn told<P: Puzzle>(found: &Found<P>) -> (Told, String) {
    let moves = found.moves.as_ref();
    let told = (found.status, found.length, found.lower_bound, moves.map(Vec::len));
    (told, format!("{moves:?}"))
}

/// The states of an optimal-path DAG, by the moves that are left.
fn on_it<S: Packed>(dag: &OptimalDag<S>) -> Vec<(u32, S)> {
    let mut states: Vec<_> = dag.remaining.iter().copied().zip(dag.states.iter().copied()).collect();
    states.sort_unstable();
    states
}

/// Limits end a search with a bound that is true.
fn check_limits<P: Puzzle>(solver: &Solver<P>, request: Request, length: u32) -> Result<(), String> {
    let start = solver.puzzle.initial();
    let stop = Stop::default();
    stop.set();
    let none = Limits::default();
    for (limits, stop, limit) in [
        (Limits { moves: Some(length.saturating_sub(1)), ..none }, Stop::default(), Limit::Moves),
        (Limits { seconds: Some(0.0), ..none }, Stop::default(), Limit::Seconds),
        (Limits { memory: Some(1), ..none }, Stop::default(), Limit::Memory),
        (none, stop, Limit::Interrupted),
    ] {
        let (found, _) = solver.solve(start, request, &mut Watch::new(limits, stop, None));
        let ended = match found.status {
            // Short searches end before they look.
            Status::Solved => limit != Limit::Moves || length == 0,
            Status::Limit(by) => by == limit,
            Status::Unsolvable => false,
        };
        if !ended || found.lower_bound > length {
            let told = (found.status, found.lower_bound);
            return Err(format!("under a limit, {limit:?}, of {length} moves: {told:?}"));
        }
    }
    Ok(())
}

/// The map has the same states, with the same distances and moves.
fn check_map<P: Puzzle>(plain: &Solver<P>, solver: &Solver<P>, limits: Limits) -> Result<(), String> {
    let start = solver.puzzle.initial();
    for (expand_goals, edges, threads) in [(true, true, 1), (false, true, 2), (true, false, 2)] {
        let options = MapOptions { expand_goals, edges, threads, ..MapOptions::default() };
        let watch = &mut Watch::new(limits, Stop::default(), None);
        let Ok(expected) = plain.map(start, options, watch) else { return Ok(()) };
        let own = solver.map(start, options, &mut Watch::unlimited());
        let own = own.map_err(|why| format!("no map: {why:?}"))?;
        same("the map", &by_state(&own), &by_state(&expected))?;
    }
    Ok(())
}

/// A state, its distance, whether it is a goal, and the states after its moves, in order.
type Mapped<S> = (S, u16, bool, Vec<S>);

fn by_state<S: Packed>(map: &Map<S>) -> Vec<Mapped<S>> {
    let state = |number: u32| map.places.state(number);
    let after = |number: usize| match &map.rows {
        Some(rows) => {
            let row = rows.indptr[number] as usize..rows.indptr[number + 1] as usize;
            rows.indices[row].iter().map(|&number| state(number)).collect()
        }
        None => Vec::new(),
    };
    let mapped =
        |number: usize| (state(number as u32), map.distance[number], map.goal[number], after(number));
    let mut states: Vec<_> = (0..map.distance.len()).map(mapped).collect();
    states.sort_unstable_by_key(|&(state, ..)| state);
    states
}
