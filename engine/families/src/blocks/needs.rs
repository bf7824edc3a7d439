//! Which cell set and which state word a board needs.

use super::free;
use super::geometry::CheckedSetup;
use super::setup::Setup;
use super::tracks;

/// What a board needs of the types that a puzzle is generic over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// [`clew_core::packed::CellSet::CAPACITY`] must be at least this.
    pub cells: usize,
    /// [`clew_core::packed::Packed::BITS`] must be at least this.
    pub bits: u32,
}

impl Setup {
    /// Checks the board and says which cell set and which state word it needs.
    pub fn needs(&self) -> Result<Needs, String> {
        let layout = CheckedSetup::new(self)?;
        let fields = if self.free {
            free::fields(&layout)
        } else {
            tracks::fields(&tracks::Lines::new(&layout)?.tracks)
        };
        Ok(Needs { cells: layout.grid.cells(), bits: fields.bits() })
    }
}
