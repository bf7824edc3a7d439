//! Puzzles of any family behind one object: positions and moves as plain numbers, for callers that choose
//! the family at run time.

mod boxed;
#[cfg(feature = "whole")]
mod deferred;
#[cfg(test)]
mod drawn_tests;
mod erased;
#[cfg(feature = "whole")]
pub mod maps;
mod plain;
mod played;
#[cfg(feature = "whole")]
mod puzzle;
mod shared;
#[cfg(feature = "whole")]
mod solutions;

pub use boxed::{boxed, boxed_with};
pub use erased::Erased;
pub use plain::{Answer, Code, Judged, Position};
pub use played::AnyPlayed;
#[cfg(feature = "whole")]
pub use puzzle::{AnyEstimate, AnyNumbered, AnyProof, AnyPuzzle};
pub use shared::{Shared, shared};
#[cfg(feature = "whole")]
pub use solutions::{AllSolutions, SolutionSource};
