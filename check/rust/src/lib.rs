//! Checks proofs that a move puzzle has no shorter solution.
//!
//! Clew, a solver of move puzzles, can write a file from which anybody can see that no solution of a puzzle is shorter
//! than its own, or that there is none. This crate reads such a file, and knows the rules of four families of puzzles
//! (blocks, pebbles, ricochet, coroutine) by code of its own: it shares none with the solver, and need not trust it.
//!
//! ```no_run
//! let file = std::fs::read("gar-1.proof")?;
//! match clew_check::check(&file) {
//!     Ok(proved) => println!("{}, for the puzzle {}", proved.claim, proved.puzzle),
//!     Err(why) => println!("the file proves nothing: {why}"),
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Or in a terminal: `cargo install clew-check`, then `clew-check gar-1.proof`.
//!
//! # What is proved
//!
//! Give every state s a number φ(s), so that φ(goal) ≤ 0 for every goal, and φ(s) ≤ cost(s → t) + φ(t) for every move
//! from s to t. Then no solution from s costs less than φ(s): add up the second line along a solution, and the first
//! at its end. A file gives φ as a rule that is right for all states, 0 say, and a list of states with larger numbers.
//! So only those in the list have to be looked at, each with all its moves. If there is no solution, the list holds all
//! states that can be reached: the start is in it, no move leaves it, and no goal is in it.
//!
//! The format is described in `docs/reference/proofs.md` of Clew.
#![forbid(unsafe_code)]

mod claimed;
mod file;
mod json;
mod list;
mod refused;
mod rules;
mod state;
mod theorem;

pub use claimed::Claimed;
pub use refused::Refused;

use json::Keys;
use refused::refuse;

/// The largest file that is read, in bytes.
pub const MOST_BYTES: u64 = 128 << 20;

/// A proof that holds: what it says, and of which puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    pub claim: Claimed,
    /// The puzzle as JSON, with its keys in alphabetical order. It is for the caller to see that it is the right one.
    pub puzzle: String,
}

/// Checks the bytes of a file.
///
/// # Errors
///
/// [`Refused`] if the file proves nothing, or asks for more than half a minute or half a gigabyte.
///
/// # Examples
///
/// ```
/// let refused = clew_check::check(b"clew proof 1\n").unwrap_err();
/// assert_eq!(refused.to_string(), "the file ends too early");
/// ```
pub fn check(file: &[u8]) -> Result<Proved, Refused> {
    if file.len() as u64 > MOST_BYTES {
        refuse!("the file has more than {MOST_BYTES} bytes");
    }
    let (text, body) = file::split(file)?;
    let mut header = Keys::read(text, "header")?;
    let puzzle = header.value("puzzle")?;
    let shown = puzzle.to_string();
    let mut rules = rules::of(Keys::of(puzzle, "puzzle")?)?;
    let claim = theorem::check(header, &mut *rules, body)?;
    Ok(Proved { claim, puzzle: shown })
}
