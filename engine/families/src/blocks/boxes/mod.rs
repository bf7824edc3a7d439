//! Maps of straight blocks, a box at a time.
//!
//! Let the pieces in columns stand still. Then each piece in a row can go where the columns' pieces and its
//! neighbours let it, and what happens in one row does not affect the others: the states that can be reached are a
//! *product*, with one factor per row. Such a set of states is a **box**.
//!
//! ```text
//!   B B . C . .     row 0: B at 0 or 1 (C stands in column 3)         2 members
//!   A A . C . .     row 1: A at 0 or 1                                2 members    2 * 2 * 3 = 12 states,
//!   . . . C . .     row 2: nothing lies here                                       numbered by digits:
//!   . D D . . .     row 3: D at 0, 1, 2, 3 or 4 ...                   5 members    first + (b * 2 + a) * 5 + d
//! ```
//!
//! **Why it is right.** A move along a row changes one digit, within the box. A move along a column is possible in
//! the states whose rows leave the column clear where the piece comes by; for each row that is a list of digits, so
//! the states are a product again, a *sub-box*. Where the piece stops, it splits the members of the row;
//! where it leaves, members of several classes become one; other rows are as they were. So the states after are
//! sub-boxes of other boxes, and the move maps one onto the other, digit by digit. Every state that can be reached
//! lies in a box that is met this way, and every state of a box can be reached, since rows are independent.
//!
//! **Why it is fast.** There is one look-up for each pair of boxes and move, not for each state and move. The number
//! of a state is arithmetic, and a row of moves needs no look-up at all. What a step does to a row depends only on the
//! row, the columns that cross it and the step: it is computed once ([`lines`]). Whether rows or columns are better
//! inside depends on the board: the more room there is inside, the larger the boxes.
//!
//! The metrics `slide` and `piece` are the same where pieces keep to a line; under step the moves are those by one
//! cell. The reachable states are the same under all.

mod board;
mod columns;
mod explorer;
mod lanes;
mod lines;
mod registry;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use crate::blocks::axis::Axis;
use clew_core::watch::Watch;
use clew_space::distances::{goals, symmetric};
use clew_space::{Map, MapOptions, Places, Unmapped};
use explorer::BoxExplorer;
use registry::Boxes;

/// The map by boxes. `None` if goals or a limit on the moves end the play, since then the states are not products, and if
/// hardly anything crosses the lines.
pub fn map(
    puzzle: &Axis<u64, u64>,
    start: u64,
    options: MapOptions,
    watch: &mut Watch,
) -> Option<Result<Map<u64>, Unmapped>> {
    if !options.expand_goals || options.max_depth.is_some() || watch.limits.moves.is_some() {
        return None;
    }
    watch.phase = "map";
    let mut explorer = BoxExplorer::new(roomier(puzzle, start));
    let looked = explorer.explore_all(watch)?;
    Some(looked.and_then(|()| finish(explorer, start, options, watch)))
}

/// The map, with distances.
fn finish(
    explorer: BoxExplorer,
    start: u64,
    options: MapOptions,
    watch: &mut Watch,
) -> Result<Map<u64>, Unmapped> {
    let mut work = explorer.work();
    let BoxExplorer { boxes, mut rows, goal, .. } = explorer;
    rows.indices.shrink_to_fit();
    let start = boxes.number(start).expect("the start is on its map");
    watch.phase = "distances";
    let distance = symmetric(&rows.indptr, &rows.indices, goals(&goal), work, watch)?;
    work.bytes += 2 * distance.len() as u64;
    let edges = rows.indices.len() as u64;
    // Depths can be found in the rows at any time, but not without them.
    let depth = match options.edges {
        true => Vec::new(),
        false => symmetric(&rows.indptr, &rows.indices, [start], work, watch)?,
    };
    let rows = options.edges.then_some(rows);
    Ok(Map { places: Box::new(boxes), start, rows, edges, distance, depth, goal, cut: false, work })
}

/// Boxes with the pieces in rows inside, or those in columns: whichever leaves fewer crossing pieces, since each of
/// these is moved in every box; on a tie, whichever has more arrangements by itself.
fn roomier(puzzle: &Axis<u64, u64>, start: u64) -> Boxes {
    let in_rows = puzzle.tracks().iter().filter(|track| track.horizontal).count();
    let in_columns = puzzle.tracks().len() - in_rows;
    let mut boxes = match in_rows.cmp(&in_columns) {
        Ordering::Greater => Boxes::new(puzzle, true),
        Ordering::Less => Boxes::new(puzzle, false),
        Ordering::Equal => {
            let [rows, columns] = [true, false].map(|rows| Boxes::new(puzzle, rows));
            if rows.lines.ways(&rows.board) >= columns.lines.ways(&columns.board) { rows } else { columns }
        }
    };
    boxes.begin(start);
    boxes
}
