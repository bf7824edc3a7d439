//! The paths of a lone tile of one colour: from each cell in each direction, the cells that it crosses.
//!
//! ```text
//!   . . . .        from the `>` to the right: the three cells up to the diagonal and on it, then those above. A tile
//!   . . . .        that another one stops right behind the diagonal stands on the diagonal's cell; from there it may
//!   > . . /        leave in any direction. Only a slide that goes on behind the diagonal was deflected.
//! ```
//!
//! A step of a slide can be reversed: from the same cell in the opposite direction. So a path never joins another, and
//! one that does not end comes back to its first cell, in the direction in which it left it. Such a slide would never
//! stop: it is illegal, unless another tile stands in the way.

use std::ops::Range;

use crate::ricochet::rays::{DIRECTIONS, Ground};
use clew_core::packed::CellSet;

/// A diagonal wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagonal {
    pub cell: u16,
    /// From the lower left to the upper right corner, or the other way.
    pub rising: bool,
    /// Tiles of this colour pass through; `None`: it deflects all.
    pub colour: Option<u32>,
}

impl Diagonal {
    /// The direction (left, right, up, down) after a tile that came in `direction`.
    fn deflect(self, direction: usize) -> usize {
        let rising = [3, 2, 1, 0];
        let falling = [2, 3, 0, 1];
        if self.rising { rising[direction] } else { falling[direction] }
    }
}

#[derive(Clone, Debug)]
struct Path {
    cells: Range<u32>,
    /// How many of the cells come before the first that lies behind a deflection.
    straight: u32,
    /// A lone tile stops on the last cell. Otherwise it would leave the board, or never stop.
    stops: bool,
}

/// All paths of a colour.
#[derive(Clone, Debug)]
pub struct Paths {
    paths: Vec<[Path; DIRECTIONS]>,
    cells: Vec<u16>,
}

impl Paths {
    pub fn new<C: CellSet>(ground: &Ground<C>, diagonals: &[Diagonal], colour: u32) -> Self {
        let size = ground.rows * ground.columns;
        let mut deflects: Vec<Option<Diagonal>> = vec![None; size];
        for &diagonal in diagonals.iter().filter(|diagonal| diagonal.colour != Some(colour)) {
            deflects[usize::from(diagonal.cell)] = Some(diagonal);
        }
        let mut cells = Vec::new();
        let paths = (0..size)
            .map(|from| std::array::from_fn(|way| walk(ground, &deflects, from, way, &mut cells)))
            .collect();
        Self { paths, cells }
    }

    fn crossed(&self, path: &Path) -> &[u16] {
        &self.cells[path.cells.start as usize..path.cells.end as usize]
    }

    /// Where a tile on `from` stops, and whether it was deflected; `None` where the slide is illegal.
    #[inline]
    pub fn slide<C: CellSet>(&self, from: u16, direction: usize, occupied: C) -> Option<(u16, bool)> {
        let path = &self.paths[usize::from(from)][direction];
        let cells = self.crossed(path);
        // The tile itself is no obstacle where its path crosses its first cell.
        let met = cells.iter().position(|&cell| cell != from && occupied.has(usize::from(cell)));
        let crossed = match met {
            Some(met) => met,
            None if path.stops => cells.len(),
            None => return None,
        };
        let to = *cells[..crossed].last()?;
        (to != from).then_some((to, crossed > path.straight as usize))
    }

    /// The cells that a tile on `cell` crosses in any direction. If one is among those of another, so is the other
    /// among its own.
    pub fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        self.paths[cell].iter().flat_map(|path| self.crossed(path)).map(|&cell| usize::from(cell))
    }

    /// Visits the cells and directions of slides that stop on `cell`, and whether they are deflected. `occupied`: the
    /// cells of the other tiles.
    pub fn each_source<C: CellSet>(&self, cell: u16, occupied: C, mut visit: impl FnMut(u16, usize, bool)) {
        let mut looked_at: Vec<u16> = Vec::new();
        for path in &self.paths[usize::from(cell)] {
            let clear = self.crossed(path).iter().take_while(|&&at| !occupied.has(usize::from(at)));
            for &from in clear.filter(|&&at| at != cell) {
                if looked_at.contains(&from) {
                    continue;
                }
                looked_at.push(from);
                for direction in 0..DIRECTIONS {
                    if let Some((to, deflected)) = self.slide(from, direction, occupied)
                        && to == cell
                    {
                        visit(from, direction, deflected);
                    }
                }
            }
        }
    }
}

/// Appends the cells of one path.
fn walk<C: CellSet>(
    ground: &Ground<C>,
    deflects: &[Option<Diagonal>],
    from: usize,
    way: usize,
    cells: &mut Vec<u16>,
) -> Path {
    let start = cells.len();
    let (mut at, mut direction) = (from, way);
    let mut straight = None;
    let path = |cells: &[u16], straight: Option<usize>, stops| Path {
        cells: start as u32..cells.len() as u32,
        straight: straight.unwrap_or(cells.len() - start) as u32,
        stops,
    };
    loop {
        if ground.walled[direction].has(at) {
            return path(cells, straight, true);
        }
        match ground.neighbour(at, direction) {
            None => return path(cells, straight, !ground.open),
            Some(next) if ground.blocked.has(next) => return path(cells, straight, true),
            Some(next) => at = next,
        }
        cells.push(at as u16);
        if let Some(diagonal) = deflects[at] {
            direction = diagonal.deflect(direction);
            straight = straight.or(Some(cells.len() - start));
        }
        if (at, direction) == (from, way) {
            return path(cells, straight, false);
        }
    }
}
