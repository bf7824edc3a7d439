//! Puzzles of any family behind one object: positions and moves as plain numbers, for callers that choose
//! the family at run time.

mod all;
mod erased;
pub mod maps;
mod plain;
mod questions;

pub use all::{AllSolutions, LineSource};
pub use erased::Erased;
pub use plain::{Answer, Code, Judged, Position};
pub use questions::{AnyGuide, AnyPuzzle};
