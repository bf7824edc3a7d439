//! How good each legal move is: the distance to a goal after it.

use super::solver::Solver;
use crate::puzzle::{DEAD_END, Puzzle};
use crate::search::auto::Request;
use crate::search::found::{Found, Status};
use crate::watch::{Limit, Watch};

/// A position with its moves rated.
pub struct Hint<P: Puzzle> {
    /// The answer from the position itself.
    pub here: Found<P>,
    /// Each legal move with the cost from the state after it to a goal; `None`: no goal can be reached.
    pub moves: Vec<(P::Move, Option<u32>)>,
    /// The limit that stopped the rating early; `moves` then lacks the moves not rated yet.
    pub limit: Option<Limit>,
    pub stored: u64,
}

/// Rates every legal move of `state`, with one search per move. What the search from `state` itself proves is used: no
/// move is better than optimal, and the first move of its solution is optimal.
pub fn hint<P: Puzzle>(solver: &Solver<P>, state: P::State, request: Request, watch: &mut Watch) -> Hint<P> {
    let puzzle = &*solver.puzzle;
    let (here, _) = solver.solve(state, request, watch);
    let mut hint = Hint { moves: Vec::new(), limit: None, stored: here.work.stored, here };
    if let Status::Limit(limit) = hint.here.status {
        hint.limit = Some(limit);
        return hint;
    }
    let best = hint.here.moves.as_ref().and_then(|moves| moves.first().copied());
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    for mv in moves {
        let after = puzzle.apply(state, mv);
        let distance = match hint.here.length {
            None => DEAD_END,
            Some(length) if Some(mv) == best => length - puzzle.cost(state, mv),
            Some(_) => {
                watch.any_line = true;
                let (found, _) = solver.solve(after, request, watch);
                watch.any_line = false;
                hint.stored += found.work.stored;
                if let Status::Limit(limit) = found.status {
                    hint.limit = Some(limit);
                    return hint;
                }
                found.length.unwrap_or(DEAD_END)
            }
        };
        hint.moves.push((mv, (distance != DEAD_END).then_some(distance)));
    }
    hint
}
