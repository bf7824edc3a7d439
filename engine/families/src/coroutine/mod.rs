//! Coroutine: two coins move in turn, each in the directions printed under the other one (or under itself).
//!
//! ```text
//!   a coin takes one step in a printed direction,       7 0 1       directions: 0 N, 1 NE, 2 E, ... 7 NW;
//!   on the grid and not onto the other coin;            6 . 2       8 is a pass
//!   it passes if, and only if, there is no such step    5 4 3
//! ```
//!
//! Position: cell of coin 0, cell of coin 1, coin to move. Move: coin, direction or 8, cell after.

use std::collections::VecDeque;

use crate::any::{Shared, shared};
use clew_core::puzzle::{Algorithm, Backward, DEAD_END, Puzzle, Written};
use clew_core::values::Values;

/// Rows and columns of the largest grid.
pub const MAX_SIDE: usize = 32;

/// The direction number of a pass.
pub const PASS: u8 = 8;

/// Row and column steps by direction.
const STEPS: [(isize, isize); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// Bits of a cell in a state: coin 0, coin 1 above it, then the coin to move.
const CELL_BITS: u32 = 10;
const NOWHERE: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub struct Coroutine {
    /// A bit for each direction printed on a square.
    printed: Vec<u8>,
    /// Neighbour of each cell by direction, or [`NOWHERE`].
    toward: Vec<[u16; 8]>,
    coins: [usize; 2],
    target: usize,
    steps: bool,
    own: bool,
    /// Fewest steps from each cell to the target, if a coin could always take any direction that may ever be
    /// allowed to it there; [`DEAD_END`]: none.
    nearest: Vec<u32>,
}

/// A turn: the coin steps to `to`, or passes and stays there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub coin: u8,
    pub direction: u8,
    pub to: u16,
}

/// A state taken apart.
#[derive(Clone, Copy)]
struct At {
    coins: [usize; 2],
    turn: usize,
}

impl At {
    fn of(state: u64) -> Self {
        let cell = |index: u32| (state >> (index * CELL_BITS)) as usize & ((1 << CELL_BITS) - 1);
        Self { coins: [cell(0), cell(1)], turn: (state >> (2 * CELL_BITS)) as usize & 1 }
    }

    fn packed(self) -> u64 {
        self.coins[0] as u64 | (self.coins[1] as u64) << CELL_BITS | (self.turn as u64) << (2 * CELL_BITS)
    }

    /// The same with `coin` on `cell`, and `turn` to move.
    fn with(mut self, coin: usize, cell: usize, turn: usize) -> Self {
        self.coins[coin] = cell;
        Self { turn, ..self }
    }
}

impl Coroutine {
    /// `squares`: the directions printed on each cell; coin 0 begins. `steps`: a pass costs nothing; `own`: a
    /// coin goes by the directions of its own square.
    ///
    /// # Errors
    /// A grid that does not have 2 to 32 x 32 cells, a wrong number of squares, a direction above 7 or twice on a
    /// square, a coin or the target off the grid, or both coins on one cell.
    pub fn new(
        rows: usize,
        columns: usize,
        squares: &[Vec<u8>],
        coins: [usize; 2],
        target: usize,
        steps: bool,
        own: bool,
    ) -> Result<Self, String> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) || rows * columns < 2 {
            return Err(format!(
                "a grid of {rows} x {columns}; it must have from 2 cells to {MAX_SIDE} x {MAX_SIDE}"
            ));
        }
        let cells = rows * columns;
        if squares.len() != cells {
            return Err(format!("{} squares for a grid of {rows} x {columns}", squares.len()));
        }
        for (name, cell) in [("coin 0", coins[0]), ("coin 1", coins[1]), ("the target", target)] {
            if cell >= cells {
                return Err(format!("{name} is on cell {cell}; cells are 0 to {}", cells - 1));
            }
        }
        if coins[0] == coins[1] {
            return Err(format!("both coins are on cell {}; a cell holds one", coins[0]));
        }
        let printed =
            squares.iter().enumerate().map(|(cell, list)| mask(cell, list)).collect::<Result<_, _>>()?;
        let toward = (0..cells).map(|cell| neighbours(rows, columns, cell)).collect();
        let mut puzzle = Self { printed, toward, coins, target, steps, own, nearest: Vec::new() };
        puzzle.nearest = puzzle.steps_to_target();
        Ok(puzzle)
    }

    /// Breadth-first search from the target, against the directions. Under `own` a coin leaves a cell by
    /// what is printed there; else by what is printed anywhere.
    fn steps_to_target(&self) -> Vec<u32> {
        let anywhere = self.printed.iter().fold(0, |all, printed| all | printed);
        let mut nearest = vec![DEAD_END; self.printed.len()];
        nearest[self.target] = 0;
        let mut queue = VecDeque::from([self.target]);
        while let Some(cell) = queue.pop_front() {
            for (before, direction) in self.against(cell) {
                let allowed = if self.own { self.printed[before] } else { anywhere };
                if allowed >> direction & 1 != 0 && nearest[before] == DEAD_END {
                    nearest[before] = nearest[cell] + 1;
                    queue.push_back(before);
                }
            }
        }
        nearest
    }

    /// Cells one step before `cell`, each with the direction of the step.
    fn against(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> {
        let back = move |direction: usize| (usize::from(self.toward[cell][(direction + 4) % 8]), direction);
        (0..8).map(back).filter(|&(before, _)| before != usize::from(NOWHERE))
    }

    /// What `coin` may do: its steps in order of direction, or a pass.
    fn turns(&self, at: At, coin: usize, mut visit: impl FnMut(Turn)) {
        let (here, other) = (at.coins[coin], at.coins[1 - coin]);
        let mut printed = self.printed[if self.own { here } else { other }];
        let mut stuck = true;
        while printed != 0 {
            let direction = printed.trailing_zeros() as u8;
            printed &= printed - 1;
            let to = self.toward[here][usize::from(direction)];
            if to != NOWHERE && usize::from(to) != other {
                stuck = false;
                visit(Turn { coin: coin as u8, direction, to });
            }
        }
        if stuck {
            visit(Turn { coin: coin as u8, direction: PASS, to: here as u16 });
        }
    }

    fn price(&self, direction: u8) -> u32 {
        u32::from(!(self.steps && direction == PASS))
    }
}

/// The directions of one square as bits.
fn mask(cell: usize, directions: &[u8]) -> Result<u8, String> {
    directions.iter().try_fold(0, |mask, &direction| match 1u8.checked_shl(u32::from(direction)) {
        None => Err(format!("direction {direction} on square {cell}; directions are 0 (N) to 7 (NW)")),
        Some(bit) if mask & bit != 0 => Err(format!("direction {direction} appears twice on square {cell}")),
        Some(bit) => Ok(mask | bit),
    })
}

fn neighbours(rows: usize, columns: usize, cell: usize) -> [u16; 8] {
    STEPS.map(|(down, right)| {
        let row = (cell / columns).checked_add_signed(down).filter(|&row| row < rows);
        let column = (cell % columns).checked_add_signed(right).filter(|&column| column < columns);
        row.zip(column).map_or(NOWHERE, |(row, column)| (row * columns + column) as u16)
    })
}

/// See [`Coroutine::new`], whose arguments are the values.
pub fn make(values: &Values) -> Result<Shared, String> {
    let squares: Vec<Vec<u8>> = values.get("squares")?;
    Ok(shared(Coroutine::new(
        values.get("rows")?,
        values.get("columns")?,
        &squares,
        values.get("coins")?,
        values.get("target")?,
        values.get("steps")?,
        values.get("own")?,
    )?))
}

impl Puzzle for Coroutine {
    type State = u64;
    type Move = Turn;

    fn initial(&self) -> u64 {
        At { coins: self.coins, turn: 0 }.packed()
    }

    fn moves(&self, state: u64, out: &mut Vec<Turn>) {
        let at = At::of(state);
        self.turns(at, at.turn, |turn| out.push(turn));
    }

    fn apply(&self, state: u64, turn: Turn) -> u64 {
        let coin = usize::from(turn.coin);
        At::of(state).with(coin, usize::from(turn.to), 1 - coin).packed()
    }

    fn is_goal(&self, state: u64) -> bool {
        At::of(state).coins.contains(&self.target)
    }

    fn cost(&self, _state: u64, turn: Turn) -> u32 {
        self.price(turn.direction)
    }

    fn unit_cost(&self) -> bool {
        !self.steps
    }

    /// One of the coins has to come to the target by its own steps. Of the turns that follow, the coin to
    /// move has the 1st, 3rd, 5th ..., the other one the 2nd, 4th ...: k steps of a coin take 2k - 1 or 2k.
    fn heuristic(&self, state: u64) -> u32 {
        let at = At::of(state);
        let needs = |coin: usize| match self.nearest[at.coins[coin]] {
            DEAD_END => DEAD_END,
            0 => 0,
            steps if self.steps => steps,
            steps => 2 * steps - u32::from(coin == at.turn),
        };
        needs(0).min(needs(1))
    }

    fn successors(&self, state: u64, mut visit: impl FnMut(Turn, u64)) {
        let at = At::of(state);
        self.turns(at, at.turn, |turn| {
            visit(turn, at.with(at.turn, usize::from(turn.to), 1 - at.turn).packed());
        });
    }

    fn sort_moves<T>(&self, _: u64, _: &mut [(Turn, T)]) {} // they are in order

    const CHOICE: &'static [Algorithm] = &[Algorithm::Bfs, Algorithm::AStar];

    fn preferred(&self) -> (Algorithm, &'static str) {
        if self.steps {
            return (Algorithm::AStar, "A*: passes cost nothing, so layers of moves are not layers of cost");
        }
        (Algorithm::Bfs, "breadth-first search: two coins on a grid have few positions")
    }

    fn backward(&self) -> Backward {
        Backward::Predecessors
    }

    /// The coin that moved last is the one that is not to move. It got there by a step that was printed for it where
    /// the coins stood then, or it had no step and passed.
    fn predecessors(&self, state: u64, mut visit: impl FnMut(u64, u32)) {
        let at = At::of(state);
        let mover = 1 - at.turn;
        let other = at.coins[at.turn];
        for (before, direction) in self.against(at.coins[mover]) {
            let printed = self.printed[if self.own { before } else { other }];
            if before != other && printed >> direction & 1 != 0 {
                visit(at.with(mover, before, mover).packed(), 1);
            }
        }
        self.turns(at, mover, |turn| {
            if turn.direction == PASS {
                visit(at.with(mover, at.coins[mover], mover).packed(), self.price(PASS));
            }
        });
    }

    fn goals(&self, limit: usize, out: &mut Vec<u64>) -> bool {
        let cells = self.printed.len();
        let few = 4 * (cells - 1) <= limit;
        if few {
            for other in (0..cells).filter(|&cell| cell != self.target) {
                for turn in 0..2 {
                    out.push(At { coins: [self.target, other], turn }.packed());
                    out.push(At { coins: [other, self.target], turn }.packed());
                }
            }
        }
        few
    }

    fn positions(&self, most: u64, _go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        let cells = self.printed.len() as u64;
        Some(2 * cells * (cells - 1)).filter(|&number| number <= most)
    }

    fn pack(&self, position: &[u16]) -> Result<u64, String> {
        let cells = self.printed.len();
        match *position {
            [first, second, turn @ 0..=1] if first != second && usize::from(first.max(second)) < cells => {
                Ok(At { coins: [first, second].map(usize::from), turn: usize::from(turn) }.packed())
            }
            _ => Err(format!(
                "a position is two different cells from 0 to {} and the coin to move, 0 or 1",
                cells - 1
            )),
        }
    }

    fn unpack(&self, state: u64) -> Vec<u16> {
        let At { coins, turn } = At::of(state);
        vec![coins[0] as u16, coins[1] as u16, turn as u16]
    }

    fn describe(&self, _state: u64, turn: Turn) -> Vec<u16> {
        vec![u16::from(turn.coin), u16::from(turn.direction), turn.to]
    }

    // The coin and the direction.
    fn written(&self, _state: u64, turn: Turn) -> Written {
        Written { words: vec![u16::from(turn.coin), u16::from(turn.direction)], moved: None }
    }

    // The coin, and its square after the turn: after a pass, where it stood.
    fn landing(&self, _state: u64, turn: Turn) -> [u16; 2] {
        [u16::from(turn.coin), turn.to]
    }
}

#[cfg(test)]
mod tests;
