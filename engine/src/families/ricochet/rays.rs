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
pub const LEFT: usize = 0;
pub const RIGHT: usize = 1;
pub const UP: usize = 2;
pub const DOWN: usize = 3;

/// As a stopping cell: the slide leaves the board.
const OFF: u16 = u16::MAX;

/// One direction from one cell, on the board without tiles.
#[derive(Clone, Copy, Debug)]
struct Ray<C> {
    cells: C,
    /// Where a lone tile stops: the last of `cells`, or the cell itself where there are none, or [`OFF`].
    last: u16,
    /// The first of `cells`, if there are any.
    next: C,
    /// A lone tile is held here: `last` is the cell itself.
    held: bool,
}

/// One direction on the whole board.
#[derive(Clone, Copy, Debug)]
struct Sweep<C> {
    /// Cells where a lone tile is held.
    held: C,
    /// Cells from which a lone tile can move.
    pass: C,
    /// The difference between the numbers of a cell and of one as many steps away as there are cells in line.
    reach: usize,
}

#[derive(Clone, Debug)]
pub struct Rays<C> {
    columns: usize,
    sweeps: [Sweep<C>; DIRECTIONS],
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
        let (mut cells, mut next, mut at) = (C::NONE, C::NONE, from);
        let last = loop {
            if self.walled[direction].has(at) {
                break at;
            }
            match self.neighbour(at, direction) {
                Some(cell) if !self.blocked.has(cell) => {
                    if at == from {
                        next = next.with(cell);
                    }
                    cells = cells.with(cell);
                    at = cell;
                }
                None if self.open => break usize::from(OFF),
                _ => break at,
            }
        };
        Ray { cells, last: last as u16, next, held: last == from }
    }
}

impl<C: CellSet> Rays<C> {
    pub fn new(ground: &Ground<C>) -> Self {
        let size = ground.rows * ground.columns;
        let rays: Vec<[Ray<C>; DIRECTIONS]> =
            (0..size).map(|cell| std::array::from_fn(|direction| ground.ray(cell, direction))).collect();
        let free = C::of(0..size).minus(ground.blocked);
        let sweeps = std::array::from_fn(|direction| Sweep {
            held: C::of(free.cells().filter(|&cell| rays[cell][direction].held)),
            pass: C::of(free.cells().filter(|&cell| !rays[cell][direction].cells.is_empty())),
            reach: if direction < UP { ground.columns } else { size },
        });
        Self { columns: ground.columns, sweeps, rays }
    }

    /// The cells that a lone tile crosses from `cell`.
    pub fn cells(&self, cell: usize, direction: usize) -> C {
        self.rays[cell][direction].cells
    }

    #[inline(always)]
    fn step(&self, direction: usize) -> usize {
        if direction < UP { 1 } else { self.columns }
    }

    /// Where a tile on `cell` stops, `None` if it cannot move or would leave the board.
    #[inline(always)]
    pub fn slide(&self, cell: usize, direction: usize, occupied: C) -> Option<usize> {
        let ray = &self.rays[cell][direction];
        let met = ray.cells.and(occupied);
        let stop = if met.is_empty() {
            usize::from(ray.last)
        } else if direction & 1 == 1 {
            met.first() - self.step(direction)
        } else {
            met.last() + self.step(direction)
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
        let met = behind.cells.and(occupied);
        // Without branches: whether a tile is held cannot be predicted.
        let this_side = if direction & 1 == 1 { met.after_last() } else { met.before_first() };
        behind.cells.and(this_side).only_if(ahead.held | ahead.next.meets(occupied))
    }

    /// The cells from which a slide in `direction` stops on any of the occupied cells: [`Rays::sources`] of
    /// all tiles together.
    ///
    /// Held tiles flood the free cells behind them, 1, 2, 4, ... cells at a time. Each cell belongs to one
    /// tile, the first that it meets in `direction`.
    #[inline(always)]
    pub fn all_sources(&self, direction: usize, occupied: C) -> C {
        let Sweep { held, pass, reach } = self.sweeps[direction];
        let behind = |cells: C, by: usize| {
            if direction & 1 == 1 { cells.toward_first(by) } else { cells.toward_last(by) }
        };
        let mut by = self.step(direction);
        let mut flooded = occupied.and(held.or(pass.and(behind(occupied, by))));
        let mut passable = pass.minus(occupied);
        while by < reach {
            flooded = flooded.or(passable.and(behind(flooded, by)));
            passable = passable.and(behind(passable, by));
            by *= 2;
        }
        flooded.minus(occupied)
    }

    /// The occupied cell that a tile from `cell` would meet first in `direction`; there must be one.
    #[inline(always)]
    pub fn met(&self, cell: usize, direction: usize, occupied: C) -> usize {
        let met = self.rays[cell][direction].cells.and(occupied);
        if direction & 1 == 1 { met.first() } else { met.last() }
    }
}
