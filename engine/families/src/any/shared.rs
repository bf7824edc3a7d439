//! A puzzle of any family as one shared object.

use std::sync::Arc;

use super::erased::Erased;
#[cfg(not(feature = "whole"))]
use super::played::AnyPlayed;
#[cfg(feature = "whole")]
use super::puzzle::AnyPuzzle;
use clew_core::puzzle::Puzzle;
use clew_solve::NoWays;

/// A puzzle of any family, shared.
#[cfg(feature = "whole")]
pub type Shared = Arc<dyn AnyPuzzle>;
/// A puzzle of any family, shared, and used only for games.
#[cfg(not(feature = "whole"))]
pub type Shared = Arc<dyn AnyPlayed>;

/// A puzzle without faster algorithms of its own.
pub fn shared<P: Puzzle + 'static>(puzzle: P) -> Shared {
    Arc::new(Erased::new(puzzle, NoWays))
}
