//! Puzzles of any family behind one object: positions and moves as plain numbers, for callers that choose
//! the family at run time.

mod deferred;
mod erased;
pub mod maps;
mod plain;
mod puzzle;
mod solutions;

pub use erased::Erased;
pub use plain::{Answer, Code, Judged, Position};
pub use puzzle::{AnyEstimate, AnyPuzzle};
pub use solutions::{AllSolutions, SolutionSource};
