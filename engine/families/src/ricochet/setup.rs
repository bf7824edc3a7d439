//! A board as plain numbers, checked.

use super::rays::{DIRECTIONS, Ground};
use super::tiles::{MAX_TILES, Tiles};
use clew_core::packed::CellSet;

/// Most cells of a board: 64 by 64.
pub const MAX_CELLS: usize = 4096;

/// A board. Cells are numbered row by row from 0; directions are 0 left, 1 right, 2 up, 3 down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    pub rows: usize,
    pub columns: usize,
    /// Cells where no tile can be.
    pub blocked: Vec<u16>,
    /// A wall on one side of a cell; it stops slides both ways.
    pub walls: Vec<(u16, u8)>,
    /// The colour of each tile. Tiles of one colour are interchangeable.
    pub colours: Vec<u32>,
    /// The cell of each tile.
    pub tiles: Vec<u16>,
    /// Alternatives: the puzzle is solved when each (colour, cell) of one of them is covered. One that can
    /// never hold (a blocked cell, more cells of a colour than tiles) is allowed, and never holds.
    pub goals: Vec<Vec<(u32, u16)>>,
    /// Slides that no tile, block or wall stops leave the board, and are illegal.
    pub open: bool,
}

impl Setup {
    /// How many bits a state takes and how many cells the board has, or why it is too large.
    pub(super) fn needs(&self) -> Result<(u32, usize), String> {
        let cells = self.size()?;
        Ok((Tiles::new(cells, &self.colours).bits(), cells))
    }

    pub(super) fn size(&self) -> Result<usize, String> {
        let cells = self.rows.saturating_mul(self.columns);
        if cells == 0 || cells > MAX_CELLS {
            return Err(format!(
                "a board has from 1 to {MAX_CELLS} cells; this one has {} rows of {}",
                self.rows, self.columns
            ));
        }
        if self.colours.len() > MAX_TILES {
            return Err(format!(
                "a board has at most {MAX_TILES} tiles; this one has {}",
                self.colours.len()
            ));
        }
        if self.colours.len() != self.tiles.len() {
            return Err(format!(
                "each tile has a colour and a cell; here are {} colours and {} cells",
                self.colours.len(),
                self.tiles.len()
            ));
        }
        Ok(cells)
    }

    /// The board without tiles, if all numbers are in order. (The tiles are checked as any position is.)
    pub(super) fn ground<C: CellSet>(&self) -> Result<Ground<C>, String> {
        let cells = self.size()?;
        let inside = |what: &str, cell: u16| {
            (usize::from(cell) < cells).then_some(usize::from(cell)).ok_or_else(|| {
                format!("{what} {cell} is outside the board, whose cells are 0 to {}", cells - 1)
            })
        };
        let mut ground = Ground {
            rows: self.rows,
            columns: self.columns,
            blocked: C::NONE,
            walled: [C::NONE; DIRECTIONS],
            open: self.open,
        };
        for &cell in &self.blocked {
            ground.blocked = ground.blocked.with(inside("the blocked cell", cell)?);
        }
        for &(cell, direction) in &self.walls {
            let cell = inside("the cell of a wall,", cell)?;
            if usize::from(direction) >= DIRECTIONS {
                return Err(format!(
                    "a wall lies to the left (0), right (1), up (2) or down (3), not {direction}"
                ));
            }
            ground.add_wall(cell, usize::from(direction));
        }
        for &(_, cell) in self.goals.iter().flatten() {
            inside("the goal cell", cell)?;
        }
        Ok(ground)
    }
}
