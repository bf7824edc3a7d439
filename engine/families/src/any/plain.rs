//! Positions, moves and answers as plain numbers.

use clew_core::puzzle::{DEAD_END, Puzzle};
use clew_core::watch::{Limit, Work};
use clew_search::auto::Choice;
use clew_search::found::{Found, Status};

/// A position as plain numbers, canonical.
pub type Position = Vec<u16>;
/// A move as plain numbers.
pub type Code = Vec<u16>;

/// The answer of a search, in plain numbers.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: Status,
    /// The limit that was reached: in the search (then it is the status too), or after the length was
    /// proved, while its solutions were gathered.
    pub limit: Option<Limit>,
    pub length: Option<u32>,
    pub codes: Option<Vec<Code>>,
    pub optimal: bool,
    /// `None`: proved that no goal can be reached.
    pub lower_bound: Option<u32>,
    pub work: Work,
    pub choice: Choice,
}

/// A position judged, in plain numbers.
#[derive(Clone, Debug)]
pub struct Judged {
    pub limit: Option<Limit>,
    pub distance: Option<u32>,
    pub moves: Vec<(Code, Option<u32>)>,
    /// See [`Hint::best`](clew_solve::hint::Hint::best).
    pub best: Vec<Code>,
    pub line: Vec<Code>,
    pub stored: u64,
}

/// The codes of moves made one after the other from `start`.
pub fn codes_along<P: Puzzle>(puzzle: &P, start: P::State, moves: &[P::Move]) -> Vec<Code> {
    let mut state = start;
    let mut codes = Vec::with_capacity(moves.len());
    for &mv in moves {
        codes.push(puzzle.describe(state, mv));
        state = puzzle.apply(state, mv);
    }
    codes
}

/// What was found, in plain numbers.
pub fn answer<P: Puzzle>(puzzle: &P, start: P::State, found: &Found<P>, choice: Choice) -> Answer {
    Answer {
        status: found.status,
        limit: if let Status::Limit(limit) = found.status { Some(limit) } else { None },
        length: found.length,
        codes: found.moves.as_ref().map(|moves| codes_along(puzzle, start, moves)),
        optimal: found.optimal(),
        lower_bound: (found.lower_bound != DEAD_END).then_some(found.lower_bound),
        work: found.work,
        choice,
    }
}
