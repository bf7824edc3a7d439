//! Slides without stepping.
//!
//! ```text
//!   . . A . . | .        `A` slides right. Its ray is the two cells before the wall; no tile stands
//!   . . . . . . .        on them, so that it stops at the ray's last cell.
//!   A . B . # . .        Here the ray meets the occupied cells in `B`: `A` stops just before it.
//! ```
//!
//! The ray of a cell in a direction holds the cells that a lone tile crosses from there, so that walls,
//! blocks and edges are in the table and only tiles remain to be looked at: the nearest of `ray & occupied`
//! is its lowest bit when the slide goes right or down and its highest when it goes left or up.

use crate::packed::CellSet;

/// Left, right, up, down; `direction ^ 1` is the opposite one.
pub const DIRECTIONS: usize = 4;
const UP: usize = 2;

/// "The slide leaves the board", as a stopping cell.
const OFF: u16 = u16::MAX;

/// One direction from one cell, on the board without tiles.
#[derive(Clone, Copy, Debug)]
struct Ray<C> {
    cells: C,
    /// Where a lone tile stops: the last of `cells`, or the cell itself where there are none, or [`OFF`].
    last: u16,
}

#[derive(Clone, Debug)]
pub struct Rays<C> {
    columns: usize,
    rays: Vec<[Ray<C>; DIRECTIONS]>,
}

/// What the rays depend on. `walled` holds, for each direction, the cells that have a wall on that side.
#[derive(Debug)]
pub struct Ground<C> {
    pub rows: usize,
    pub columns: usize,
    pub blocked: C,
    pub walled: [C; DIRECTIONS],
    pub open: bool,
}

impl<C: CellSet> Ground<C> {
    /// The cell next to `cell`, `None` beyond the edge of the board.
    pub fn neighbour(&self, cell: usize, direction: usize) -> Option<usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        match direction {
            0 => (column > 0).then(|| cell - 1),
            1 => (column + 1 < self.columns).then(|| cell + 1),
            2 => (row > 0).then(|| cell - self.columns),
            _ => (row + 1 < self.rows).then(|| cell + self.columns),
        }
    }

    /// Puts a wall on one side of a cell, and so on the facing side of the cell behind it.
    pub fn add_wall(&mut self, cell: usize, direction: usize) {
        self.walled[direction] = self.walled[direction].with(cell);
        if let Some(behind) = self.neighbour(cell, direction) {
            self.walled[direction ^ 1] = self.walled[direction ^ 1].with(behind);
        }
    }

    fn ray(&self, from: usize, direction: usize) -> Ray<C> {
        let (mut cells, mut at) = (C::NONE, from);
        loop {
            if self.walled[direction].has(at) {
                return Ray { cells, last: at as u16 };
            }
            match self.neighbour(at, direction) {
                Some(next) if !self.blocked.has(next) => {
                    cells = cells.with(next);
                    at = next;
                }
                None if self.open => return Ray { cells, last: OFF },
                _ => return Ray { cells, last: at as u16 },
            }
        }
    }
}

impl<C: CellSet> Rays<C> {
    pub fn new(ground: &Ground<C>) -> Self {
        let rays = (0..ground.rows * ground.columns)
            .map(|cell| std::array::from_fn(|direction| ground.ray(cell, direction)))
            .collect();
        Self { columns: ground.columns, rays }
    }

    /// The cells that a lone tile crosses from `cell`.
    pub fn cells(&self, cell: usize, direction: usize) -> C {
        self.rays[cell][direction].cells
    }

    #[inline(always)]
    fn step(&self, direction: usize) -> usize {
        if direction < UP { 1 } else { self.columns }
    }

    /// Of some cells on a ray in `direction`, the one that a slide meets first.
    #[inline(always)]
    fn nearest(cells: C, direction: usize) -> usize {
        if direction & 1 == 1 { cells.first() } else { cells.last() }
    }

    /// Where a tile on `cell` stops, `None` if it cannot move or would leave the board.
    #[inline(always)]
    pub fn slide(&self, cell: usize, direction: usize, occupied: C) -> Option<usize> {
        let ray = &self.rays[cell][direction];
        let met = ray.cells.and(occupied);
        let stop = if met.is_empty() {
            usize::from(ray.last)
        } else if direction & 1 == 1 {
            Self::nearest(met, direction) - self.step(direction)
        } else {
            Self::nearest(met, direction) + self.step(direction)
        };
        (stop != cell && stop != usize::from(OFF)).then_some(stop)
    }

    /// The cells from which a slide in `direction` stops on `cell`, which is one of the occupied cells.
    ///
    /// ```text
    ///   A . . . X #          `X` is held from beyond (block, wall, edge or tile), so that a slide to the
    ///                        right may have ended there; it began on one of the free cells behind it, as
    ///                        far as the next tile, block, wall or edge. Not held: there are none.
    /// ```
    #[inline(always)]
    pub fn sources(&self, cell: usize, direction: usize, occupied: C) -> C {
        let [ahead, behind] = [direction, direction ^ 1].map(|way| &self.rays[cell][way]);
        let held = if ahead.cells.is_empty() {
            usize::from(ahead.last) == cell
        } else {
            occupied.has(Self::nearest(ahead.cells, direction))
        };
        if !held {
            return C::NONE;
        }
        let met = behind.cells.and(occupied);
        if met.is_empty() {
            return behind.cells;
        }
        let tile = Self::nearest(met, direction ^ 1);
        behind.cells.minus(self.cells(tile, direction ^ 1)).without(tile)
    }
}
