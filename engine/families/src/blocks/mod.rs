//! Sliding blocks: rigid pieces on a grid, moved until those that the goal names stand where it wants them.
//!
//! Two movements, two implementations of [`clew_core::puzzle::Puzzle`] over one [`Setup`]:
//! * [`Axis`]: pieces are straight, of two cells or more, and move along their long side (the Game About
//!   Rectangles, Rush Hour), until another piece, a wall or the edge stops them: `each_move` in `axis.rs`;
//! * [`Free`]: pieces are of any connected shape and move in any direction (Klotski): `each_move` in `free.rs`.
//!
//! Boards of more than 16x16 cells have the same rules with wider states, in `large`.
//!
//! ```text
//!   B B o o o G        A piece's *anchor* is its first cell, row by row. Cells are numbered row by
//!   E o o H o G        row from 0, so that A stands at 13. With "exit right" the goal is the pair
//!   E A A H o G        (A, [16]): piece A with its anchor at cell 16.
//! ```
//!
//! Position: the anchor of each piece, in the order of [`Setup::pieces`]; of pieces that are
//! interchangeable (one shape, not named by the goal) the one with the lower number stands first.
//! Move: anchor before, anchor after, then the path as pairs of a direction (0 left, 1 right, 2 up, 3 down)
//! and a number of cells.

mod axis;
mod axis_bound;
pub mod boxes;
mod free;
mod geometry;
mod goals;
mod large;
pub mod make;
mod needs;
mod setup;
mod shiftable;
pub mod shortcuts;
mod spots;
#[cfg(test)]
pub(crate) mod tests;
mod tracks;

pub use axis::{Axis, AxisMove};
pub use free::{Free, FreeMove};
pub use geometry::MAX_SIDE;
pub use make::make;
pub use needs::Needs;
pub use setup::{Metric, Setup};
pub use shiftable::ShiftableCells;
pub use tracks::Track;
