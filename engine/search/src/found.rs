//! The answer of a search.

use clew_core::puzzle::{DEAD_END, Puzzle};
use clew_core::watch::{Limit, Work};

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Solved,
    /// Proved: no goal can be reached.
    Unsolvable,
    Limit(Limit),
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Found<P: Puzzle> {
    pub status: Status,
    /// Cost of `moves`.
    pub length: Option<u32>,
    /// The best solution known.
    pub moves: Option<Vec<P::Move>>,
    /// No solution costs less; [`DEAD_END`] if there is none.
    pub lower_bound: u32,
    pub work: Work,
}

impl<P: Puzzle> Found<P> {
    /// An optimal solution.
    #[must_use]
    pub fn solved(moves: Vec<P::Move>, length: u32, work: Work) -> Self {
        Self { status: Status::Solved, length: Some(length), moves: Some(moves), lower_bound: length, work }
    }

    /// A proof that there is no solution.
    #[must_use]
    pub fn unsolvable(work: Work) -> Self {
        Self { status: Status::Unsolvable, length: None, moves: None, lower_bound: DEAD_END, work }
    }

    /// Stopped early; no solution is known, none costs less than `lower_bound`.
    #[must_use]
    pub fn limit(limit: Limit, lower_bound: u32, work: Work) -> Self {
        Self { status: Status::Limit(limit), length: None, moves: None, lower_bound, work }
    }

    #[must_use]
    pub fn optimal(&self) -> bool {
        self.length == Some(self.lower_bound)
    }
}
