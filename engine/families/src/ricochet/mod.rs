//! Ricochet: a tile slides until something stops it (Mondrian, Ricochet Robots, Lunar Lockout, Atomix).
//!
//! ```text
//!   R . . . #      `R` slides right to the cell before the block, or down to the edge;
//!   . . . . .      had `G` stood in its column, `R` would stop above it.
//!   . . . G .      On an open board the slide down would be illegal.
//! ```
//!
//! Position: the cell of each tile, in the order of [`Setup::tiles`]. Move: cell, direction, cell after.

mod bound;
mod cached_bound;
mod goals;
mod make;
mod rays;
mod robots;
mod setup;
pub mod shortcuts;
mod target;
#[cfg(test)]
pub(crate) mod tests;
mod tiles;

pub use self::cached_bound::CachedBound;
pub use self::setup::{MAX_CELLS, Setup};
pub use self::tiles::MAX_TILES;
pub use make::make;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use self::bound::Bound;
use self::goals::{Alternative, Goals};
use self::rays::{DIRECTIONS, Rays};
use self::tiles::Tiles;
use clew_core::ordering::sort_by_number;
use clew_core::packed::{CellSet, Packed};
use clew_core::puzzle::{Algorithm, Backward, Puzzle, Written};
use clew_core::ranks::placements;

/// Placements of the tiles up to which a search without a bound is done at once.
const FEW_PLACEMENTS: u64 = 200_000;

/// One board. `Setup::needs` says which `W` and `C` it needs.
#[derive(Clone, Debug)]
pub struct Ricochet<W, C> {
    initial: W,
    rows: usize,
    columns: usize,
    cells: usize,
    free: C,
    rays: Arc<Rays<C>>,
    tiles: Tiles,
    goals: Goals<C>,
    bound: Bound,
}

/// One slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    pub from: u16,
    pub direction: u8,
    pub to: u16,
}

impl<W: Packed, C: CellSet> Ricochet<W, C> {
    /// The error says in words what is wrong with the board.
    pub fn new(setup: &Setup) -> Result<Self, String> {
        let ground = setup.ground::<C>()?;
        let cells = setup.rows * setup.columns;
        let tiles = Tiles::new(cells, &setup.colours);
        if cells > C::CAPACITY || tiles.bits() > W::BITS {
            return Err(format!(
                "{cells} cells and {} tiles do not fit sets of {} cells and states of {} bits",
                tiles.count(),
                C::CAPACITY,
                W::BITS
            ));
        }
        let free = C::of(0..cells).minus(ground.blocked);
        let rays = Arc::new(Rays::new(&ground));
        let goals = Goals::new(&setup.goals, &tiles, free);
        let bound = Bound::new(goals.alternatives(), &rays, tiles.groups().len(), cells);
        let mut puzzle = Self {
            initial: W::ZERO,
            rows: setup.rows,
            columns: setup.columns,
            cells,
            free,
            rays,
            tiles,
            goals,
            bound,
        };
        puzzle.initial = puzzle.pack(&setup.tiles)?;
        Ok(puzzle)
    }

    /// In how many ways the tiles can stand on the board; `u64::MAX` where that is more.
    #[must_use]
    pub fn placements(&self) -> u64 {
        placements(self.free.count() as usize, self.tiles.groups().map(|fields| fields.len()))
    }

    /// Lower bounds on the slides from any state to a goal.
    #[must_use]
    pub fn bound_to_goals(&self) -> CachedBound<'_, W, C> {
        CachedBound::new(self, Cow::Borrowed(&self.bound))
    }

    /// Lower bounds on the slides from `start` to any state.
    #[must_use]
    pub fn bound_from(&self, start: W) -> CachedBound<'_, W, C> {
        let placed = self.tiles.read(start);
        let stand = |fields: Range<usize>| C::of(placed.cells()[fields].iter().map(|&cell| cell.into()));
        let wants = self.tiles.groups().map(stand).enumerate().collect();
        let target = [Alternative { wants, cells: placed.occupied() }];
        let bound = Bound::new(&target, &self.rays, self.tiles.groups().len(), self.cells);
        CachedBound::new(self, Cow::Owned(bound))
    }

    #[inline(always)]
    fn slides(&self, state: W, mut visit: impl FnMut(Slide, W)) {
        let occupied: C = self.tiles.occupied(state);
        for field in 0..self.tiles.count() {
            let from = self.tiles.cell(state, field);
            for direction in 0..DIRECTIONS {
                if let Some(to) = self.rays.slide(from, direction, occupied) {
                    let slide = Slide { from: from as u16, direction: direction as u8, to: to as u16 };
                    visit(slide, self.tiles.moved(state, field, to));
                }
            }
        }
    }
}

impl<W: Packed, C: CellSet> Puzzle for Ricochet<W, C> {
    type State = W;
    type Move = Slide;

    fn initial(&self) -> W {
        self.initial
    }

    fn moves(&self, state: W, out: &mut Vec<Slide>) {
        self.slides(state, |slide, _| out.push(slide));
    }

    fn apply(&self, state: W, slide: Slide) -> W {
        let placed = self.tiles.read(state);
        let field = placed.cells().iter().position(|&cell| cell == slide.from);
        self.tiles.moved(state, field.expect("a tile stands where the slide begins"), slide.to.into())
    }

    #[inline]
    fn is_goal(&self, state: W) -> bool {
        self.goals.hold(&self.tiles, &self.tiles.read(state))
    }

    #[inline]
    fn heuristic(&self, state: W) -> u32 {
        self.bound.of(&self.tiles, &self.tiles.read(state))
    }

    #[inline]
    fn successors(&self, state: W, visit: impl FnMut(Slide, W)) {
        self.slides(state, visit);
    }

    fn sort_moves<T>(&self, _state: W, moves: &mut [(Slide, T)]) {
        sort_by_number(moves, |slide| u64::from(slide.from) << 8 | u64::from(slide.direction));
    }

    const CHOICE: &'static [Algorithm] = &[Algorithm::Bfs, Algorithm::AStar];

    fn preferred(&self) -> (Algorithm, &'static str) {
        if self.placements() <= FEW_PLACEMENTS {
            (Algorithm::Bfs, "breadth-first search: the tiles can be placed in few ways")
        } else {
            (
                Algorithm::AStar,
                "A*: the tiles can be placed in many ways, and a lower bound on their slides guides it",
            )
        }
    }

    fn backward(&self) -> Backward {
        Backward::Predecessors
    }

    #[inline]
    fn predecessors(&self, state: W, mut visit: impl FnMut(W, u32)) {
        let occupied: C = self.tiles.occupied(state);
        for field in 0..self.tiles.count() {
            let cell = self.tiles.cell(state, field);
            for direction in 0..DIRECTIONS {
                for from in self.rays.sources(cell, direction, occupied).cells() {
                    visit(self.tiles.moved(state, field, from), 1);
                }
            }
        }
    }

    fn goals(&self, limit: usize, out: &mut Vec<W>) -> bool {
        self.goals_while(limit, &mut || true, out)
    }

    fn goals_while(&self, limit: usize, go_on: &mut dyn FnMut() -> bool, out: &mut Vec<W>) -> bool {
        self.goals.list(&self.tiles, self.free, limit, go_on, out)
    }

    fn positions(&self, most: u64, _go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        Some(self.placements()).filter(|&number| number <= most)
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        if position.len() != self.tiles.count() {
            return Err(format!(
                "a position is the cell of each of the {} tiles, not {} numbers",
                self.tiles.count(),
                position.len()
            ));
        }
        let mut occupied = C::NONE;
        for (tile, &cell) in position.iter().enumerate() {
            let cell = usize::from(cell);
            if cell >= self.cells {
                return Err(format!(
                    "tile {tile} stands on cell {cell}, outside the board, whose cells are 0 to {}",
                    self.cells - 1
                ));
            }
            if !self.free.has(cell) {
                return Err(format!("tile {tile} stands on cell {cell}, which is blocked"));
            }
            if occupied.has(cell) {
                return Err(format!("tile {tile} stands on cell {cell}, where another tile is"));
            }
            occupied = occupied.with(cell);
        }
        Ok(self.tiles.pack(position))
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        self.tiles.unpack(state)
    }

    fn describe(&self, _state: W, slide: Slide) -> Vec<u16> {
        vec![slide.from, slide.direction.into(), slide.to]
    }

    // The cell of the tile and the direction.
    fn written(&self, _state: W, slide: Slide) -> Written {
        Written { words: vec![slide.from, slide.direction.into()], moved: None }
    }

    // The first tile of the colour, and the cell where the slide ends.
    fn landing(&self, state: W, slide: Slide) -> [u16; 2] {
        [self.tiles.first_of_colour_at(state, slide.from), slide.to]
    }
}
