//! Pebbles on a graph: a pebble moves along an edge into a hole (Panguru, the 15-puzzle, any graph).
//!
//! ```text
//!   1 2 3                 1 2 3
//!   4 - 5   --5 left-->   4 5 -       cells 0..5, row by row; the move is (5 -> 4)
//! ```
//!
//! Position: the token of each cell, 0 for a hole. Move: two numbers, from cell and to cell.
//!
//! # Why it is fast
//!
//! A state is one field per cell with tokens numbered densely, so that most boards are one machine word
//! and pebbles of one token need no sorting to be canonical: they are the same number. All fields of a
//! word are compared with 0 at once, without carries between them (`occupied`), which finds the holes and recognises a
//! goal in a few instructions. A move rewrites two fields.

mod board;
pub(crate) mod bound;
pub mod census;
pub(crate) mod graph;
mod halves;
mod large;
mod make;
mod puzzle;
pub mod shortcuts;
pub mod slides;
#[cfg(test)]
mod tests;

pub use board::{Hop, MAX_CELLS, Pebbles, bits};
pub use make::make;
