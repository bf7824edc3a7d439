//! Ricochet with the rules of the robots game that plain boards do not have: diagonal walls, and a target tile that
//! must turn.
//!
//! ```text
//!   R . . / .       `R` slides right, is deflected upwards by the diagonal `/`, and stops at the edge above it. A tile
//!   . . . . .       of the diagonal's own colour passes through.
//! ```
//!
//! With `must_turn`, one tile, the target, must have slid in two directions (or have been deflected) before it counts as
//! at its goal. A state then carries what the target did so far: nothing, slides in one direction, or a turn.
//!
//! Position: the cell of each tile, in the order of [`Setup::tiles`], then under `must_turn` the number of [`Turn`].
//! Move: cell, direction in which the slide begins, cell after.
//!
//! Slides walk along lists of cells, since a path that bends has no first bit; the faster searches of plain boards,
//! which rely on straight runs, do not see these boards.

mod bound;
mod make;
mod paths;
#[cfg(test)]
mod tests;

pub use self::make::make;

use self::bound::Bound;
use self::paths::{Diagonal, Paths};
use super::goals::Goals;
use super::rays::DIRECTIONS;
use super::setup::Setup;
use super::tiles::Tiles;
use super::{FEW_PLACEMENTS, Slide};
use clew_core::ordering::sort_by_number;
use clew_core::packed::{CellSet, Packed};
use clew_core::puzzle::{Algorithm, Backward, Puzzle, Written};
use clew_core::ranks::placements;

/// The rules beyond [`Setup`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    pub diagonals: Vec<Diagonal>,
    /// The colour of the tile that must turn, and what it did before the start.
    pub must_turn: Option<(u32, u32)>,
}

/// What the target did so far, as a number: 0 nothing; 1 to 4 slides in direction 0 to 3 alone; 5 it turned.
struct Turn;

impl Turn {
    const DONE: u32 = 5;
    const VALUES: u32 = 6;

    fn after(turn: u32, direction: usize, deflected: bool) -> u32 {
        let straight = direction as u32 + 1;
        if !deflected && (turn == 0 || turn == straight) { straight } else { Self::DONE }
    }
}

/// The tile that must turn: its field in a state, and where the number of [`Turn`] lies.
#[derive(Clone, Copy, Debug)]
struct Target {
    field: usize,
    shift: u32,
}

/// Bits of the number of [`Turn`].
const TURN_BITS: u32 = 3;

/// One board with these rules.
#[derive(Clone, Debug)]
pub struct Robots<W, C> {
    initial: W,
    cells: usize,
    free: C,
    tiles: Tiles,
    goals: Goals<C>,
    /// For each group of tiles of one colour.
    paths: Vec<Paths>,
    bound: Bound,
    target: Option<Target>,
}

impl<W: Packed, C: CellSet> Robots<W, C> {
    /// The error says in words what is wrong with the board.
    pub fn new(setup: &Setup, extras: &Extras) -> Result<Self, String> {
        let ground = setup.ground::<C>()?;
        let cells = setup.rows * setup.columns;
        let tiles = Tiles::with_number(cells, &setup.colours, Turn::VALUES as usize);
        if cells > C::CAPACITY || tiles.bits() > W::BITS {
            return Err(format!("{cells} cells and {} tiles do not fit", tiles.count()));
        }
        let mut target = None;
        if let Some((colour, turn)) = extras.must_turn {
            let group = tiles.group_of_colour(colour).map(|group| tiles.fields_of(group));
            let Some(field) = group.filter(|fields| fields.len() == 1).map(|fields| fields.start) else {
                return Err("the tile that must turn is the only one of its colour".to_owned());
            };
            if turn >= Turn::VALUES {
                return Err(format!("the target's turn is a number from 0 to {}, not {turn}", Turn::DONE));
            }
            target = Some(Target { field, shift: tiles.number_shift() });
        }
        let free = C::of(0..cells).minus(ground.blocked);
        for diagonal in &extras.diagonals {
            if !free.has(usize::from(diagonal.cell)) {
                return Err(format!("the diagonal on cell {} is on no free cell", diagonal.cell));
            }
        }
        let paths: Vec<Paths> =
            tiles.colours().map(|colour| Paths::new(&ground, &extras.diagonals, colour)).collect();
        let goals = Goals::new(&setup.goals, &tiles, free);
        let bound =
            Bound::new(&goals, &paths, cells, target.is_some().then_some(extras.diagonals.is_empty()));
        let mut puzzle = Self { initial: W::ZERO, cells, free, tiles, goals, paths, bound, target };
        let turn = extras.must_turn.map(|(_, turn)| turn as u16);
        let position: Vec<u16> = setup.tiles.iter().copied().chain(turn).collect();
        puzzle.initial = puzzle.pack(&position)?;
        Ok(puzzle)
    }

    #[inline]
    fn turn(&self, state: W) -> u32 {
        self.target.map_or(Turn::DONE, |target| state.field(target.shift, TURN_BITS))
    }

    #[inline]
    fn with_turn(&self, state: W, turn: u32) -> W {
        self.target.map_or(state, |target| state.with_field(target.shift, TURN_BITS, turn))
    }

    fn is_target(&self, field: usize) -> bool {
        self.target.is_some_and(|target| target.field == field)
    }

    /// Visits every slide with the state after it.
    #[inline]
    fn slides(&self, state: W, mut visit: impl FnMut(Slide, W)) {
        let placed = self.tiles.read(state);
        let occupied: C = placed.occupied();
        for (field, &from) in placed.cells().iter().enumerate() {
            let paths = &self.paths[self.tiles.group_of_field(field)];
            for direction in 0..DIRECTIONS {
                if let Some((to, deflected)) = paths.slide(from, direction, occupied) {
                    let slide = Slide { from, direction: direction as u8, to };
                    visit(slide, self.after(state, field, direction, to, deflected));
                }
            }
        }
    }

    #[inline]
    fn after(&self, state: W, field: usize, direction: usize, to: u16, deflected: bool) -> W {
        let moved = self.tiles.moved(state, field, usize::from(to));
        if !self.is_target(field) {
            return moved;
        }
        self.with_turn(moved, Turn::after(self.turn(state), direction, deflected))
    }

    fn turns(&self) -> u64 {
        if self.target.is_some() { u64::from(Turn::VALUES) } else { 1 }
    }

    fn placements(&self) -> u64 {
        placements(self.free.count() as usize, self.tiles.groups().map(|fields| fields.len()))
            .saturating_mul(self.turns())
    }
}

impl<W: Packed, C: CellSet> Puzzle for Robots<W, C> {
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
        let field = field.expect("a tile stands where the slide begins");
        let direction = usize::from(slide.direction);
        let paths = &self.paths[self.tiles.group_of_field(field)];
        let stop = paths.slide(slide.from, direction, placed.occupied::<C>());
        let (to, deflected) = stop.expect("the slide is legal");
        self.after(state, field, direction, to, deflected)
    }

    #[inline]
    fn is_goal(&self, state: W) -> bool {
        self.turn(state) == Turn::DONE && self.goals.hold(&self.tiles, &self.tiles.read(state))
    }

    #[inline]
    fn heuristic(&self, state: W) -> u32 {
        self.bound.of(&self.tiles, &self.tiles.read(state), self.turn(state))
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
            (Algorithm::AStar, "A*: a lower bound on the slides along bent paths, and on the turn, guides it")
        }
    }

    fn backward(&self) -> Backward {
        Backward::Predecessors
    }

    /// A path is the same from either end, so that a slide that ends on a cell began on one of the paths from there.
    fn predecessors(&self, state: W, mut visit: impl FnMut(W, u32)) {
        let placed = self.tiles.read(state);
        let occupied: C = placed.occupied();
        let turn = self.turn(state);
        for (field, &cell) in placed.cells().iter().enumerate() {
            let paths = &self.paths[self.tiles.group_of_field(field)];
            let empty = occupied.without(usize::from(cell));
            paths.each_source(cell, empty, |from, direction, deflected| {
                let before = self.tiles.moved(state, field, usize::from(from));
                if !self.is_target(field) {
                    return visit(before, 1);
                }
                for earlier in (0..Turn::VALUES).filter(|&t| Turn::after(t, direction, deflected) == turn) {
                    visit(self.with_turn(before, earlier), 1);
                }
            });
        }
    }

    fn goals(&self, limit: usize, out: &mut Vec<W>) -> bool {
        self.goals_while(limit, &mut || true, out)
    }

    fn goals_while(&self, limit: usize, go_on: &mut dyn FnMut() -> bool, out: &mut Vec<W>) -> bool {
        let before = out.len();
        let listed = self.goals.list(&self.tiles, self.free, limit, go_on, out);
        out[before..].iter_mut().for_each(|goal| *goal = self.with_turn(*goal, Turn::DONE));
        listed
    }

    fn positions(&self, most: u64, _go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        Some(self.placements()).filter(|&number| number <= most)
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        let tiles = self.tiles.count();
        if position.len() != tiles + usize::from(self.target.is_some()) {
            return Err(format!("a position is {tiles} cells and the turn, not {} numbers", position.len()));
        }
        let mut occupied = C::NONE;
        for (tile, &cell) in position[..tiles].iter().enumerate() {
            let cell = usize::from(cell);
            if cell >= self.cells || !self.free.has(cell) || occupied.has(cell) {
                return Err(format!("tile {tile} cannot stand on cell {cell}"));
            }
            occupied = occupied.with(cell);
        }
        let state = self.tiles.pack(&position[..tiles]);
        match position[tiles..] {
            [turn] if u32::from(turn) < Turn::VALUES => Ok(self.with_turn(state, u32::from(turn))),
            [turn] => Err(format!("the target's turn is a number from 0 to {}, not {turn}", Turn::DONE)),
            _ => Ok(state),
        }
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        let mut position = self.tiles.unpack(state);
        position.extend(self.target.map(|_| self.turn(state) as u16));
        position
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
