//! The squares that the player can ever stand on, and how they hang together.

use std::collections::VecDeque;

use super::setup::Setup;

/// No square there.
pub const NOWHERE: u16 = u16::MAX;

/// The most squares of a board.
pub const MOST_SQUARES: usize = 4096;

/// Squares are numbered in the order of their cells.
#[derive(Clone, Debug)]
pub struct Board {
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
    /// The part of the board around each square, if a box stood there, in which another square lies.
    parts: Vec<u8>,
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

impl Board {
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
        let parts = parts(&next);
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
        board.parts = parts(&board.next);
        board
    }

    /// A box on one square parts the others: the number, below [`PARTS`], of the part in which `other` lies.
    #[inline(always)]
    pub fn part(&self, of_box: usize, other: usize) -> usize {
        usize::from(self.parts[of_box * self.squares() + other])
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
fn parts(next: &[[u16; 4]]) -> Vec<u8> {
    let squares = next.len();
    let mut parts = vec![APART; squares * squares];
    let mut stack = Vec::new();
    for (of_box, around) in next.iter().enumerate() {
        let part = &mut parts[of_box * squares..(of_box + 1) * squares];
        let mut number = 0;
        for &first in around {
            if first == NOWHERE || part[usize::from(first)] != APART {
                continue;
            }
            part[usize::from(first)] = number;
            stack.push(first);
            while let Some(square) = stack.pop() {
                for &beside in &next[usize::from(square)] {
                    if beside != NOWHERE
                        && usize::from(beside) != of_box
                        && part[usize::from(beside)] == APART
                    {
                        part[usize::from(beside)] = number;
                        stack.push(beside);
                    }
                }
            }
            number += 1;
        }
    }
    parts
}
