//! A puzzle with its solver behind an interface of plain numbers.

use clew_core::puzzle::Puzzle;
use clew_solve::{Solver, Ways};

/// Any puzzle, erased.
pub struct Erased<P: Puzzle>(pub Solver<P>);

impl<P: Puzzle> Erased<P> {
    pub fn new(puzzle: P, ways: impl Ways<P> + 'static) -> Self {
        Self(Solver::new(puzzle, ways))
    }

    pub(super) fn puzzle(&self) -> &P {
        &self.0.puzzle
    }
}
