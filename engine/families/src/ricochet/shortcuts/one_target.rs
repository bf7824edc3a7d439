//! The search for boards with one target tile.

use crate::ricochet::Ricochet;
use crate::ricochet::target::TargetBoard;
use clew_core::packed::{CellSet, Packed};
use clew_core::puzzle::{Algorithm, Puzzle};
use clew_core::watch::{Limit, Watch};
use clew_core::whole::WHOLE;
use clew_search::auto::Choice;
use clew_search::f_layers::{FLayers, FLayersEnd};
use clew_search::found::Found;
use clew_search::layers::Layered;
use clew_search::optimal_dag::OptimalDag;
use clew_search::path;

const REASON: &str = "A*, breadth-first: a lower bound on the slides of the target, and of the tiles that must stop it, \
                      guides it";

/// Fewest slides; `None` where a solution is longer than this search can tell.
pub fn solve<W: Packed, C: CellSet>(
    board: &TargetBoard<W, C>,
    puzzle: &Ricochet<W, C>,
    start: W,
    threads: usize,
    watch: &mut Watch,
) -> Option<(Found<Ricochet<W, C>>, Choice)> {
    let start = board.without_letters(puzzle, start);
    let mut f_layers = FLayers::new(start, board.least(start), watch.most_moves(), board.bytes());
    let end = f_layers.run(&mut board.expander(), watch);
    let work = f_layers.work();
    let found = match end {
        Ok(FLayersEnd::Goals(goals, length)) => {
            Found::solved(line(board, &f_layers, start, &goals, threads, watch), length, work)
        }
        Ok(FLayersEnd::Exhausted) => Found::unsolvable(work),
        Ok(FLayersEnd::TooDeep) => return None,
        Err(limit) => Found::limit(limit, work.lower_bound, work),
    };
    Some((found, Choice::new(Algorithm::AStar, REASON)))
}

/// The first solution in the order of moves; another one if any will do, or where time or memory ran out.
fn line<W: Packed, C: CellSet>(
    board: &TargetBoard<W, C>,
    f_layers: &FLayers<W>,
    start: W,
    goals: &[W],
    threads: usize,
    watch: &mut Watch,
) -> Vec<<Ricochet<W, C> as Puzzle>::Move> {
    let first = if !WHOLE || watch.any_line {
        None
    } else {
        OptimalDag::first_of_goals(&board.alike, f_layers, goals, threads, watch)
    };
    first.unwrap_or_else(|| {
        let goal = goals.iter().copied().min().expect("the search ended at goals");
        let states = path::from_start(&board.alike, f_layers, start, goal, f_layers.depth());
        path::moves_along(&board.alike, &states)
    })
}

/// All solutions of the least length.
pub fn optimal_dag<W: Packed, C: CellSet>(
    board: &TargetBoard<W, C>,
    puzzle: &Ricochet<W, C>,
    start: W,
    length: u32,
    threads: usize,
    watch: &mut Watch,
) -> Option<Result<OptimalDag<W>, Limit>> {
    let alike = board.without_letters(puzzle, start);
    let mut f_layers = FLayers::within(alike, length, board.bytes());
    let goals = match f_layers.run(&mut board.expander(), watch) {
        Ok(FLayersEnd::Goals(goals, _)) => goals,
        Ok(FLayersEnd::Exhausted) => unreachable!("a solution of {length} slides is known"),
        Ok(FLayersEnd::TooDeep) => return None,
        Err(limit) => return Some(Err(limit)),
    };
    let known = OptimalDag::of_goals(&board.alike, &f_layers, &goals, threads, watch);
    drop(f_layers);
    let known = match known {
        Ok(known) if board.forgets_letters(puzzle) => known,
        result => return Some(result),
    };
    let on_it = |state, left| {
        let id = known.index.get(board.without_letters(puzzle, state));
        id.is_some_and(|id| known.remaining[id as usize] == left)
    };
    let gather = |watch: &mut Watch| OptimalDag::of_known(puzzle, start, length, on_it, threads, watch);
    Some(watch.holding(known.bytes(), gather))
}
