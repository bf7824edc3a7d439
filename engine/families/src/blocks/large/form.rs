//! A shape as offsets from its anchor, for boards too large for tables.

use crate::blocks::geometry::{CheckedSetup, DIRECTIONS};
use clew_core::packed::{CellSet, Cells4096};

/// A shape, and where it fits between walls and rim.
#[derive(Clone, Debug)]
pub struct Form {
    /// From the anchor to each cell, as a difference of cell numbers.
    pub cells: Vec<isize>,
    /// From the anchor to each cell that one step newly covers, by direction.
    pub entered: [Vec<isize>; 4],
    /// The anchors at which it fits.
    pub fits: Cells4096,
}

impl Form {
    pub fn new(layout: &CheckedSetup, piece: usize) -> Self {
        let grid = layout.grid;
        let offsets = layout.offsets(piece);
        let number = |&(row, column): &(isize, isize)| row * grid.columns as isize + column;
        let entered = DIRECTIONS.map(|(down, right)| {
            let after = offsets.iter().map(|&(row, column)| (row + down, column + right));
            after.filter(|place| !offsets.contains(place)).map(|place| number(&place)).collect()
        });
        let fits = |&anchor: &usize| layout.cells_at::<Cells4096>(piece, anchor).is_some();
        Self {
            cells: offsets.iter().map(number).collect(),
            entered,
            fits: Cells4096::of((0..grid.cells()).filter(fits)),
        }
    }

    pub fn covered(&self, anchor: usize) -> impl Iterator<Item = usize> + '_ {
        self.cells.iter().map(move |&by| anchor.wrapping_add_signed(by))
    }

    pub fn set(&self, anchor: usize) -> Cells4096 {
        Cells4096::of(self.covered(anchor))
    }
}
