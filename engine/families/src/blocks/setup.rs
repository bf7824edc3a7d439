//! A board as plain numbers, and what both movements check of it.

use clew_core::packed::{CellSet, Packed};

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
    /// Pieces of any shape that move in any direction ([`Free`](super::Free)), not straight ones along a line ([`Axis`](super::Axis)).
    pub free: bool,
    pub metric: Metric,
    /// Pieces with the anchors at which they are where they should be; all must hold. Anchors at which the
    /// piece cannot stand are allowed, and never hold.
    pub goals: Vec<(usize, Vec<usize>)>,
}

/// Breadth-first search, and why.
pub(super) const REASON: &str =
    "breadth-first search: a block board has few states, and a bound on its moves says little";

pub(super) fn check_fit<W: Packed, C: CellSet>(cells: usize, bits: u32) -> Result<(), String> {
    if cells > C::CAPACITY {
        return Err(format!("the board has {cells} cells, more than the {} of this cell set", C::CAPACITY));
    }
    if bits > W::BITS {
        return Err(format!("the pieces need {bits} bits, more than the {} of a state", W::BITS));
    }
    Ok(())
}
