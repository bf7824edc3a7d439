//! A puzzle with its solver and its mapper behind an interface of plain numbers.

use std::sync::Arc;

use crate::puzzle::Puzzle;
use crate::search::auto::{Shortcut, Solver};
use crate::space::Mapper;
use crate::whole::WHOLE;

/// Any puzzle, erased.
pub struct Erased<P: Puzzle>(pub Solver<P>, pub Option<Arc<dyn Mapper<P>>>);

impl<P: Puzzle> Erased<P> {
    pub fn new(puzzle: P, shortcut: impl Shortcut<P> + 'static) -> Self {
        Self(Solver::new(puzzle, shortcut), None)
    }

    /// The same puzzle, mapped by a faster mapper of its family.
    #[must_use]
    pub fn mapped_by(self, mapper: impl Mapper<P> + 'static) -> Self {
        Self(self.0, if WHOLE { Some(Arc::new(mapper)) } else { None })
    }

    pub(super) fn puzzle(&self) -> &P {
        &self.0.puzzle
    }
}
