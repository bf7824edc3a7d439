//! Sliding blocks: rigid pieces on a grid, moved until those that the goal names stand where it wants them.
//!
//! Two movements, two implementations of [`crate::puzzle::Puzzle`] over one [`Setup`]:
//! * [`Axis`]: pieces are straight, of two cells or more, and move along their long side (the Game About
//!   Rectangles, Rush Hour);
//! * [`Free`]: pieces are of any connected shape and move in any direction (Klotski).
//!
//! ```text
//!   B B o o o G        A piece's *anchor* is its first cell, row by row. Cells are numbered row by
//!   E o o H o G        row from 0, so that A stands at 13. With "exit right" the goal is the pair
//!   E A A H o G        (A, [16]): piece A with its anchor at cell 16.
//! ```
//!
//! Position: the anchor of each piece, in the order of [`Setup::pieces`]; of pieces that are
//! interchangeable (one shape, not named by the goal) the one with the lower number stands first.
//! Move: anchor before, anchor after, then the path as pairs of a direction (0 left, 1 right, 2 up, 3 down)
//! and a number of cells.

mod axis;
mod axis_bound;
pub mod boxes;
mod free;
mod geometry;
mod goals;
mod large;
mod shiftable;
pub mod make;
mod spots;
#[cfg(test)]
pub(crate) mod tests;
mod tracks;
pub mod shortcuts;

pub use make::make;
pub use axis::{Axis, AxisMove};
pub use free::{Free, FreeMove};
pub use geometry::MAX_SIDE;
pub use shiftable::ShiftableCells;
pub use tracks::Track;

use crate::packed::{CellSet, Packed};
use geometry::Layout;

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// One piece, any distance along a line.
    Slide,
    /// One piece, one cell.
    Step,
    /// One piece, any path. Where pieces keep to a line this is the same as [`Metric::Slide`].
    Piece,
}

impl Metric {
    /// The metric of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "slide" => Some(Self::Slide),
            "step" => Some(Self::Step),
            "piece" => Some(Self::Piece),
            _ => None,
        }
    }
}

/// A board as plain numbers, not yet checked.
#[derive(Clone, Debug)]
pub struct Setup {
    pub rows: usize,
    pub columns: usize,
    /// Cells that no piece may enter.
    pub walls: Vec<usize>,
    /// The cells of each piece.
    pub pieces: Vec<Vec<usize>>,
    /// Pieces of any shape that move in any direction ([`Free`]), not straight ones along a line ([`Axis`]).
    pub free: bool,
    pub metric: Metric,
    /// Pieces with the anchors at which they are where they should be; all must hold. Anchors at which the
    /// piece cannot stand are allowed, and never hold.
    pub goals: Vec<(usize, Vec<usize>)>,
}

/// What a board needs of the types that a puzzle is generic over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// [`crate::packed::CellSet::CAPACITY`] must be at least this.
    pub cells: usize,
    /// [`crate::packed::Packed::BITS`] must be at least this.
    pub bits: u32,
}

impl Setup {
    /// Checks the board and says which cell set and which state word it needs.
    pub fn needs(&self) -> Result<Needs, String> {
        let layout = Layout::new(self)?;
        let fields = if self.free {
            free::fields(&layout)
        } else {
            tracks::fields(&tracks::Lines::new(&layout)?.tracks)
        };
        Ok(Needs { cells: layout.grid.cells(), bits: fields.bits() })
    }
}

/// Breadth-first search, and why.
const REASON: &str =
    "breadth-first search: a block board has few states, and a bound on its moves says little";

fn check_fit<W: Packed, C: CellSet>(cells: usize, bits: u32) -> Result<(), String> {
    if cells > C::CAPACITY {
        return Err(format!("the board has {cells} cells, more than the {} of this cell set", C::CAPACITY));
    }
    if bits > W::BITS {
        return Err(format!("the pieces need {bits} bits, more than the {} of a state", W::BITS));
    }
    Ok(())
}
