//! How good each legal move is: the distance to a goal after it.

use super::solver::Solver;
use clew_core::puzzle::{DEAD_END, Puzzle};
use clew_core::watch::{Limit, Watch};
use clew_search::auto::Request;
use clew_search::found::{Found, Status};
use clew_search::graph::Graph;
use clew_search::optimal_dag::OptimalDag;

/// A position with its moves rated.
pub struct Hint<P: Puzzle> {
    /// The answer from the position itself.
    pub here: Found<P>,
    /// Each legal move with the cost from the state after it to a goal; `None`: no goal can be reached.
    pub moves: Vec<(P::Move, Option<u32>)>,
    /// The moves that begin an optimal solution: those that leave the fewest moves first, then in the order in which moves
    /// are shown to people.
    pub best: Vec<P::Move>,
    /// The limit that stopped the rating early; `moves` then lacks the moves not rated yet.
    pub limit: Option<Limit>,
    pub stored: u64,
}

/// Rates every legal move of `state`, with one search per move. What the search from `state` itself proves is used: no
/// move is better than optimal, and the first move of its solution is optimal. Where moves differ in cost, their solutions
/// also tell which of the best leave the fewest moves.
pub fn hint<P: Puzzle>(solver: &Solver<P>, state: P::State, request: Request, watch: &mut Watch) -> Hint<P> {
    let puzzle = &*solver.puzzle;
    let (here, _) = solver.solve(state, request, watch);
    let (moves, best, stored) = (Vec::new(), Vec::new(), here.work.stored);
    let mut hint = Hint { moves, best, limit: None, stored, here };
    if let Status::Limit(limit) = hint.here.status {
        hint.limit = Some(limit);
        return hint;
    }
    let first = hint.here.moves.as_ref().and_then(|moves| moves.first().copied());
    let (mut moves, mut best) = (Vec::new(), Vec::new());
    puzzle.successors(state, |mv, after| moves.push((mv, after)));
    for (mv, after) in moves {
        let cost = puzzle.cost(state, mv);
        let (distance, left) = match (hint.here.length, &hint.here.moves) {
            (Some(length), Some(line)) if Some(mv) == first => (length - cost, line.len() - 1),
            (Some(_), _) => {
                watch.any_line = puzzle.unit_cost();
                let (found, _) = solver.solve(after, request, watch);
                watch.any_line = false;
                hint.stored += found.work.stored;
                if let Status::Limit(limit) = found.status {
                    hint.limit = Some(limit);
                    break;
                }
                (found.length.unwrap_or(DEAD_END), found.moves.map_or(0, |moves| moves.len()))
            }
            (None, _) => (DEAD_END, 0),
        };
        if first.is_some() && distance != DEAD_END && Some(distance.saturating_add(cost)) == hint.here.length
        {
            best.push((mv, left));
        }
        hint.moves.push((mv, (distance != DEAD_END).then_some(distance)));
    }
    puzzle.sort_moves(state, &mut best);
    best.sort_by_key(|&(_, left)| left);
    if hint.limit.is_none() {
        hint.limit = keep_optimal(puzzle, state, &mut best, hint.here.length, watch);
    }
    hint.best = best.into_iter().map(|(mv, _)| mv).collect();
    hint
}

/// Of the moves that begin a solution of least cost, keeps those that begin an optimal one: all of them, except where moves
/// that cost nothing lead round in a circle (see [`OptimalDag::circles`]). It is not looked for where all leave as few moves.
fn keep_optimal<P: Puzzle>(
    puzzle: &P,
    state: P::State,
    best: &mut Vec<(P::Move, usize)>,
    length: Option<u32>,
    watch: &mut Watch,
) -> Option<Limit> {
    let (Some(&(_, fewest)), Some(&(_, most)), Some(length)) = (best.first(), best.last(), length) else {
        return None;
    };
    if fewest == most {
        return None;
    }
    let graph = Graph::explore(puzzle, state, length, true, watch).map_err(|(limit, _)| limit);
    match graph.and_then(|graph| OptimalDag::of_graph(&graph, watch)) {
        Ok(dag) if dag.circles => best.retain(|&(_, left)| left == fewest),
        Ok(_) => {}
        Err(limit) => return Some(limit),
    }
    None
}
