//! Clew's engine: what is the fewest moves, how many ways are there, which moves are best now.
//!
//! One abstraction, [`puzzle::Puzzle`]; families in [`puzzles`]; searches in [`search`]. Pure: no Python,
//! no I/O.
#![forbid(unsafe_code)]

pub mod any;
pub mod catalogue;
pub mod cells;
pub mod chunks;
pub mod laws;
pub mod matching;
pub mod packed;
pub mod puzzle;
pub mod puzzles;
pub mod search;
pub mod seen;
pub mod watch;
