//! Slides by rows and columns: a line of the board is one word, whose bits are its tiles.
//!
//! ```text
//!   row 3    . . B . . A . .        tiles of the row   0 0 1 0 0 1 0 0
//!                                   run of A, left     1 1 1 1 1 0 0 0     both: 0 0 1 0 0 0 0 0
//! ```
//!
//! The nearest tile on a run is the bit next to where the run begins: one count of zeros, on a board of any size up
//! to 64 by 64, where a set of all cells would be 64 words.

use crate::ricochet::rays::{DIRECTIONS, DOWN, LEFT, RIGHT, Rays, UP};
use clew_core::packed::CellSet;

/// Longest side of a board whose lines are words.
pub const SIDE: usize = 64;

/// As a stopping cell: the slide leaves the board.
const OFF: u16 = u16::MAX;

/// One direction from one cell, on the board without tiles.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The places in the line that a lone tile crosses.
    places: u64,
    /// Where a lone tile stops, or [`OFF`].
    last: u16,
}

/// All runs of a board.
#[derive(Debug)]
pub struct Runs {
    columns: usize,
    /// Row and column of each cell.
    places: Vec<[u8; 2]>,
    runs: Vec<[Run; DIRECTIONS]>,
}

/// The tiles of a position, by row and by column.
#[derive(Clone, Debug)]
pub struct Lines {
    rows: [u64; SIDE],
    columns: [u64; SIDE],
}

impl Default for Lines {
    fn default() -> Self {
        Self { rows: [0; SIDE], columns: [0; SIDE] }
    }
}

impl Runs {
    /// `None` where a line of the board is too long for a word.
    pub fn new<C: CellSet>(rays: &Rays<C>, rows: usize, columns: usize) -> Option<Self> {
        if rows > SIDE || columns > SIDE {
            return None;
        }
        let place = |cell: usize| [cell / columns, cell % columns];
        let run = |from: usize, direction: usize| {
            let line = |cell: usize| place(cell)[usize::from(direction < UP)];
            let edge = [0, columns - 1, 0, rows - 1][direction];
            let stop = rays.lone_stop(from, direction);
            let (near, far) = (line(from), stop.map_or(edge, line));
            // From the next place to the last one, whichever way that is.
            let places = if near < far { up_to(far) & !up_to(near) } else { below(near) & !below(far) };
            Run { places, last: stop.map_or(OFF, |cell| cell as u16) }
        };
        let cells = 0..rows * columns;
        Some(Self {
            columns,
            places: cells.clone().map(|cell| place(cell).map(|place| place as u8)).collect(),
            runs: cells.map(|cell| std::array::from_fn(|direction| run(cell, direction))).collect(),
        })
    }

    pub fn bytes(&self) -> usize {
        self.runs.len() * (size_of::<[Run; DIRECTIONS]>() + 2)
    }

    /// Puts a tile on a cell, or takes it off again.
    #[inline(always)]
    pub fn toggle(&self, lines: &mut Lines, cell: u16) {
        let [row, column] = self.places[usize::from(cell)];
        lines.rows[usize::from(row) % SIDE] ^= 1 << (column % SIDE as u8);
        lines.columns[usize::from(column) % SIDE] ^= 1 << (row % SIDE as u8);
    }

    /// Visits the slides of the tile on `cell`: direction, and where it stops.
    #[inline(always)]
    pub fn slides(&self, lines: &Lines, cell: u16, mut visit: impl FnMut(usize, u16)) {
        let [row, column] = self.places[usize::from(cell)].map(usize::from);
        let runs = &self.runs[usize::from(cell)];
        let (across, along) = (lines.rows[row % SIDE], lines.columns[column % SIDE]);
        let step = self.columns;
        let from = usize::from(cell);
        let mut stop = |direction: usize, met: u64, before: usize| {
            let to = if met == 0 { runs[direction].last } else { before as u16 };
            if to != cell && to != OFF {
                visit(direction, to);
            }
        };
        // The nearest tile on the run, and the cell before it. The result without any tile is not used.
        let met = runs[LEFT].places & across;
        stop(LEFT, met, (from + 64 - met.leading_zeros() as usize).wrapping_sub(column));
        let met = runs[RIGHT].places & across;
        stop(RIGHT, met, (from + met.trailing_zeros() as usize).wrapping_sub(column + 1));
        let met = runs[UP].places & along;
        stop(UP, met, (from + step * (64 - met.leading_zeros() as usize)).wrapping_sub(step * row));
        let met = runs[DOWN].places & along;
        stop(DOWN, met, (from + step * met.trailing_zeros() as usize).wrapping_sub(step * (row + 1)));
    }
}

/// The places 0 to `place`.
fn up_to(place: usize) -> u64 {
    u64::MAX >> (63 - place)
}

/// The places before `place`.
fn below(place: usize) -> u64 {
    (1 << place) - 1
}
