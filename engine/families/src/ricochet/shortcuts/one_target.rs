//! The search for boards with one target tile.

use crate::ricochet::Ricochet;
use crate::ricochet::target::TargetBoard;
use clew_core::packed::{CellSet, Packed};
use clew_core::puzzle::{Algorithm, Puzzle};
use clew_core::watch::{Limit, Watch};
use clew_core::whole::WHOLE;
use clew_search::auto::Choice;
use clew_search::contours::{Contours, End};
use clew_search::corridor::Corridor;
use clew_search::found::Found;
use clew_search::layers::Layered;
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
    let mut contours = Contours::new(start, board.least(start), watch.most_moves(), board.bytes());
    let end = contours.run(&mut board.expander(), watch);
    let work = contours.work();
    let found = match end {
        Ok(End::Goals(goals, length)) => {
            Found::solved(line(board, &contours, start, &goals, threads, watch), length, work)
        }
        Ok(End::Exhausted) => Found::unsolvable(work),
        Ok(End::TooDeep) => return None,
        Err(limit) => Found::limit(limit, work.lower_bound, work),
    };
    Some((found, Choice::new(Algorithm::AStar, REASON)))
}

/// The first solution in the order of moves; another one if any will do, or where time or memory ran out.
fn line<W: Packed, C: CellSet>(
    board: &TargetBoard<W, C>,
    contours: &Contours<W>,
    start: W,
    goals: &[W],
    threads: usize,
    watch: &mut Watch,
) -> Vec<<Ricochet<W, C> as Puzzle>::Move> {
    let first = if !WHOLE || watch.any_line {
        None
    } else {
        Corridor::first_of_goals(&board.alike, contours, goals, threads, watch)
    };
    first.unwrap_or_else(|| {
        let goal = goals.iter().copied().min().expect("the search ended at goals");
        let states = path::from_start(&board.alike, contours, start, goal, contours.depth());
        path::moves_along(&board.alike, &states)
    })
}

/// All solutions of the least length.
pub fn corridor<W: Packed, C: CellSet>(
    board: &TargetBoard<W, C>,
    puzzle: &Ricochet<W, C>,
    start: W,
    length: u32,
    threads: usize,
    watch: &mut Watch,
) -> Option<Result<Corridor<W>, Limit>> {
    let alike = board.without_letters(puzzle, start);
    let mut contours = Contours::within(alike, length, board.bytes());
    let goals = match contours.run(&mut board.expander(), watch) {
        Ok(End::Goals(goals, _)) => goals,
        Ok(End::Exhausted) => unreachable!("a solution of {length} slides is known"),
        Ok(End::TooDeep) => return None,
        Err(limit) => return Some(Err(limit)),
    };
    let known = Corridor::of_goals(&board.alike, &contours, &goals, threads, watch);
    drop(contours);
    let known = match known {
        Ok(known) if board.forgets_letters(puzzle) => known,
        result => return Some(result),
    };
    let on_it = |state, left| {
        let id = known.index.get(board.without_letters(puzzle, state));
        id.is_some_and(|id| known.remaining[id as usize] == left)
    };
    let gather = |watch: &mut Watch| Corridor::of_known(puzzle, start, length, on_it, threads, watch);
    Some(watch.holding(known.bytes(), gather))
}
