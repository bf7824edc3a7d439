//! The squares that the player can ever stand on, and how they hang together.

use std::collections::VecDeque;

use super::setup::Setup;

/// No square there.
pub const NOWHERE: u16 = u16::MAX;

/// The most squares of a board.
pub const MOST_SQUARES: usize = 4096;

/// Squares are numbered in the order of their cells.
#[derive(Clone, Debug)]
pub struct SokobanBoard {
    /// The cell of each square.
    pub cells: Vec<u16>,
    /// The square of each cell, or [`NOWHERE`].
    square_of: Vec<u16>,
    /// The neighbour of each square by direction, or [`NOWHERE`].
    pub next: Vec<[u16; 4]>,
    /// Whether each square is a goal.
    pub is_goal: Vec<bool>,
    /// The squares with a goal.
    pub goals: Vec<u16>,
    /// The cells of the boxes that nobody can reach.
    pub fixed: Vec<u16>,
    /// The number of the other boxes.
    pub boxes: usize,
    /// Whether the boxes that nobody can reach, and the goals, leave a way to solve the board: it is then
    /// solved when as many boxes are on goals as there are of the fewer of the two.
    pub open: bool,
    parts: Parts,
}

/// How many parts there are around a box: up to four, and what is out of its reach.
pub const PARTS: usize = 5;
/// The part that is out of reach.
pub const APART: u8 = 4;

/// The opposite direction.
#[inline(always)]
pub fn opposite(direction: usize) -> usize {
    direction ^ 2
}

impl SokobanBoard {
    pub fn new(setup: &Setup) -> Result<Self, String> {
        setup.check()?;
        let cells = setup.reached();
        if cells.len() > MOST_SQUARES {
            return Err(format!(
                "the player could reach {} cells if there were no boxes; at most {MOST_SQUARES} are supported",
                cells.len()
            ));
        }
        let mut square_of = vec![NOWHERE; setup.walls.len()];
        for (square, &cell) in cells.iter().enumerate() {
            square_of[usize::from(cell)] = square as u16;
        }
        let square = |cell: usize| square_of[cell];
        let toward =
            |&cell: &u16| setup.neighbours(usize::from(cell)).map(|next| next.map_or(NOWHERE, square));
        let next: Vec<[u16; 4]> = cells.iter().map(toward).collect();
        let inside = |&&cell: &&u16| square_of[usize::from(cell)] != NOWHERE;
        let mut goals: Vec<u16> =
            setup.goals.iter().filter(inside).map(|&cell| square(usize::from(cell))).collect();
        goals.sort_unstable();
        let mut fixed: Vec<u16> = setup.boxes.iter().filter(|cell| !inside(cell)).copied().collect();
        fixed.sort_unstable();
        let filled = fixed.iter().filter(|cell| setup.goals.contains(cell)).count();
        let boxes = setup.boxes.len() - fixed.len();
        let open = match setup.boxes.len() <= setup.goals.len() {
            true => filled == fixed.len() && boxes <= goals.len(),
            false => filled == setup.goals.len() - goals.len() && goals.len() <= boxes,
        };
        let is_goal = (0..cells.len()).map(|square| goals.contains(&(square as u16))).collect();
        let parts = Parts::new(&next);
        Ok(Self { cells, square_of, next, is_goal, goals, fixed, boxes, open, parts })
    }

    /// Whether every box must end on a goal.
    #[inline(always)]
    pub fn all_on_goals(&self) -> bool {
        self.boxes <= self.goals.len()
    }

    pub fn squares(&self) -> usize {
        self.cells.len()
    }

    /// The square of a cell.
    pub fn square(&self, cell: u16) -> Option<u16> {
        self.square_of.get(usize::from(cell)).copied().filter(|&square| square != NOWHERE)
    }

    /// The same board with these boxes, all on goals, as walls.
    pub fn walled(&self, stuck: &[u16]) -> Self {
        let mut board = self.clone();
        board.goals.retain(|goal| !stuck.contains(goal));
        board.boxes -= stuck.len();
        for &square in stuck {
            board.is_goal[usize::from(square)] = false;
            board.next[usize::from(square)] = [NOWHERE; 4];
        }
        for next in board.next.iter_mut().flatten().filter(|next| stuck.contains(next)) {
            *next = NOWHERE;
        }
        board.parts = Parts::new(&board.next);
        board
    }

    /// A box on one square parts the others: the number, below [`PARTS`], of the part in which `other` lies.
    #[inline(always)]
    pub fn part(&self, of_box: usize, other: usize) -> usize {
        match self.parts.begins[of_box] {
            NO_ROW if of_box == other || self.parts.alone[other] => usize::from(APART),
            NO_ROW => 0,
            row => usize::from(self.parts.rows[row as usize + other]),
        }
    }

    /// Bytes of the parts around boxes.
    pub fn parts_bytes(&self) -> usize {
        self.parts.rows.len() + self.squares() * (size_of::<u32>() + size_of::<bool>())
    }

    /// Steps of the player from each square to the given ones where no box is in the way; `u16::MAX`: none.
    pub fn steps_to(&self, origins: &[u16]) -> Vec<u16> {
        let mut steps = vec![u16::MAX; self.squares()];
        let mut queue = VecDeque::new();
        for &origin in origins {
            steps[usize::from(origin)] = 0;
            queue.push_back(origin);
        }
        while let Some(square) = queue.pop_front() {
            for next in self.next[usize::from(square)] {
                if next != NOWHERE && steps[usize::from(next)] == u16::MAX {
                    steps[usize::from(next)] = steps[usize::from(square)] + 1;
                    queue.push_back(next);
                }
            }
        }
        steps
    }
}

/// For each square the parts into which a box on it divides the others.
///
/// ```text
///   #######
///   #  a  #     A box on a leaves the rest in one piece, as on nearly every square of a room: no row is kept for it.
///   # ##d##     A box on d, in the door, has a row: what lies before it is part 0, the room behind it part 1.
///   #     #
///   #######
/// ```
///
/// A table of all squares by all squares would take 16 MB for a room of 64 x 64 cells.
#[derive(Clone, Debug)]
struct Parts {
    /// Where the row of each square begins, or [`NO_ROW`].
    begins: Vec<u32>,
    rows: Vec<u8>,
    /// Whether each square has no neighbour, and so lies in no part.
    alone: Vec<bool>,
}

/// A box there leaves all others in part 0.
const NO_ROW: u32 = u32::MAX;

impl Parts {
    fn new(next: &[[u16; 4]]) -> Self {
        let alone: Vec<bool> = next.iter().map(|around| *around == [NOWHERE; 4]).collect();
        let is_whole = |row: &[u8], of_box: usize| {
            row.iter().enumerate().all(|(square, &part)| match part {
                APART => square == of_box || alone[square],
                part => part == 0,
            })
        };
        let mut row = vec![APART; next.len()];
        let one_piece = alone.iter().position(|&alone| !alone).is_none_or(|start| {
            flood(next, usize::MAX, start as u16, 0, &mut row);
            is_whole(&row, usize::MAX)
        });
        let (mut begins, mut rows) = (vec![NO_ROW; next.len()], Vec::new());
        for (of_box, around) in next.iter().enumerate() {
            if one_piece && is_joined_around(next, around) {
                continue;
            }
            row.fill(APART);
            let mut number = 0;
            for &first in around {
                if first != NOWHERE && row[usize::from(first)] == APART {
                    flood(next, of_box, first, number, &mut row);
                    number += 1;
                }
            }
            if !is_whole(&row, of_box) {
                begins[of_box] = rows.len() as u32;
                rows.extend_from_slice(&row);
            }
        }
        Self { begins, rows, alone }
    }
}

/// Writes the number of a part wherever one comes from `first` without crossing the box.
fn flood(next: &[[u16; 4]], of_box: usize, first: u16, number: u8, row: &mut [u8]) {
    let mut stack = vec![first];
    row[usize::from(first)] = number;
    while let Some(square) = stack.pop() {
        for &beside in &next[usize::from(square)] {
            if beside != NOWHERE && usize::from(beside) != of_box && row[usize::from(beside)] == APART {
                row[usize::from(beside)] = number;
                stack.push(beside);
            }
        }
    }
}

/// Whether the neighbours of a square are joined by the squares at its corners.
fn is_joined_around(next: &[[u16; 4]], around: &[u16; 4]) -> bool {
    let neighbours = around.iter().filter(|&&square| square != NOWHERE).count();
    let by_corner = |&direction: &usize| {
        let (one, other) = (around[direction], around[(direction + 1) % 4]);
        one != NOWHERE && other != NOWHERE && {
            let corner = next[usize::from(one)][(direction + 1) % 4];
            corner != NOWHERE && corner == next[usize::from(other)][direction]
        }
    };
    neighbours > 0 && (0..4).filter(by_corner).count() + 1 >= neighbours
}
