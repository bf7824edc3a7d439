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

use clew_core::packed::CellSet;

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
    /// How many they are.
    length: u16,
    /// Where a lone tile stops: the last of `cells`, or the cell itself if there are none, or [`OFF`].
    last: u16,
    /// The first of `cells`, or the cell itself if there are none.
    next: u16,
    /// A lone tile is held here: `last` is the cell itself.
    held: bool,
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
        let (mut cells, mut length, mut next, mut at) = (C::NONE, 0, from, from);
        let last = loop {
            if self.walled[direction].has(at) {
                break at;
            }
            match self.neighbour(at, direction) {
                Some(cell) if !self.blocked.has(cell) => {
                    if length == 0 {
                        next = cell;
                    }
                    cells = cells.with(cell);
                    length += 1;
                    at = cell;
                }
                None if self.open => break usize::from(OFF),
                _ => break at,
            }
        };
        Ray { cells, length, last: last as u16, next: next as u16, held: last == from }
    }
}

impl<C: CellSet> Rays<C> {
    pub fn new(ground: &Ground<C>) -> Self {
        let size = ground.rows * ground.columns;
        let rays =
            (0..size).map(|cell| std::array::from_fn(|direction| ground.ray(cell, direction))).collect();
        Self { columns: ground.columns, rays }
    }

    /// The cells that a lone tile crosses from `cell`, the nearest first.
    pub fn crossed(&self, cell: usize, direction: usize) -> impl Iterator<Item = usize> + use<C> {
        let (steps, step) = (1..=usize::from(self.rays[cell][direction].length), self.step(direction));
        steps.map(move |steps| if direction & 1 == 1 { cell + steps * step } else { cell - steps * step })
    }

    /// The next cell, where no wall or block and not the edge is in between.
    pub fn next(&self, cell: usize, direction: usize) -> Option<usize> {
        self.crossed(cell, direction).next()
    }

    /// Whether a wall, a block or the edge holds a tile on `cell` that comes in `direction`.
    pub fn holds(&self, cell: usize, direction: usize) -> bool {
        self.rays[cell][direction].held
    }

    /// Where a lone tile from `cell` stops; `None` if it leaves the board.
    pub fn lone_stop(&self, cell: usize, direction: usize) -> Option<usize> {
        Some(usize::from(self.rays[cell][direction].last)).filter(|&last| last != usize::from(OFF))
    }

    /// Slides of a lone tile that may stop anywhere, from each cell to the nearest of `seeds`, which have `first` of
    /// them; `None` where there is no way. (A run is the same from either end, so that walking from the seeds gives
    /// distances to them.)
    ///
    /// A line between two walls is looked at once: whatever stands on it is one slide further than the first of its
    /// cells that was reached.
    pub fn free_slides(&self, seeds: impl IntoIterator<Item = usize>, first: u16) -> Vec<Option<u16>> {
        let mut slides = vec![None; self.rays.len()];
        let mut queue: Vec<usize> = Vec::new();
        for seed in seeds {
            slides[seed] = Some(first);
            queue.push(seed);
        }
        let mut lines_done = vec![[false; 2]; self.rays.len()];
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            let further = slides[cell].map(|slides| slides + 1);
            for (axis, ways) in [[LEFT, RIGHT], [UP, DOWN]].into_iter().enumerate() {
                if lines_done[cell][axis] {
                    continue;
                }
                for other in ways.into_iter().flat_map(|way| self.crossed(cell, way)) {
                    lines_done[other][axis] = true;
                    if slides[other].is_none() {
                        slides[other] = further;
                        queue.push(other);
                    }
                }
            }
        }
        slides
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
        let met_ahead = (ahead.length != 0) & occupied.has(ahead.next.into());
        behind.cells.and(this_side).only_if(ahead.held | met_ahead)
    }
}
