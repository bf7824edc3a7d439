//! Sokoban: a player pushes boxes onto goals.
//!
//! ```text
//!   #######      #######
//!   #.  $@#  ->  #. $@ #     # wall, $ box, . goal, * box on a goal, @ player
//!   #######      #######     the player steps onto the box's cell, and the box is pushed one cell on
//! ```
//!
//! A box is never pulled, and never pushed into a wall or another box. The board is solved when every box is
//! on a goal; where there are more boxes than goals, when every goal has a box. Cells are numbered from 0,
//! row by row.
//!
//! # Values
//!
//! `width` and `height`; `walls`: 0 or 1 for each cell; `goals` and `boxes`: cells, in any order, at least
//! one of each; `player`: a cell; `metric`: 0 moves, 1 pushes, 2 moves then pushes, 3 pushes then moves.
//!
//! What lies outside the board counts as wall. Cells that the player could not reach if there were no boxes
//! are as good as walls: a box there stays where it is, and is listed in every position all the same.
//!
//! # Position
//!
//! The player's cell, then the boxes' cells, ascending. Under metric 1 the player stands on the least cell
//! that it can walk to, because all of them are one position; a position may be given with any of them. Under
//! the other metrics the cell is the player's own.
//!
//! # Move
//!
//! Directions are 0 up, 1 right, 2 down, 3 left.
//!
//! | metric | a move | numbers | cost |
//! |---|---|---|---|
//! | 0 moves | a step | direction, cell the player steps from, 1 if a box is pushed or else 0 | 1 |
//! | 1 pushes | a push by one cell | direction, the box's cell before the push, 1 | 1 |
//! | 2 moves then pushes | a step | as metric 0 | 100,000, and 1 more for a push |
//! | 3 pushes then moves | a push by one cell, with the walk to it | direction, the box's cell before the push, 1, steps of the walk | 100,000, and 1 for each step of the walk and for the push |
//!
//! Under metrics 2 and 3 a cost is [`FIRST`] times the first count, plus the second: the engine minimises one
//! number, and the least sum is the least first count with, among these, the least second one, as long as
//! that is below [`FIRST`]. Whoever shows a cost divides it by [`FIRST`]: the quotient is the first count,
//! the remainder the second. A limit of n on the first count is a limit of (n + 1) * [`FIRST`] - 1 on the
//! cost.
//!
//! Where a move lands: piece 1, the pushed box, on its cell after the push; or piece 0, the player, on its
//! cell after the step.
//!
//! | file | what is in it |
//! |---|---|
//! | `setup` | a board as it is given, and what is wrong with it |
//! | `board` | the squares that the player can stand on, and how they hang together |
//! | `distances` | pushes that a box needs to each goal, dead squares |
//! | `tour` | how far the player walks at least |
//! | `puzzle` | the rules |
//! | `shortcuts` | the search of its own |

/// What one of the first count costs where a second one decides between equals.
pub const FIRST: u32 = 100_000;

mod board;
mod distances;
mod make;
mod puzzle;
mod setup;
pub mod shortcuts;
#[cfg(test)]
mod tests;
mod tour;

pub use make::make;
