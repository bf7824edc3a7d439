//! How many pushes a box needs to a goal if it were alone on the board.
//!
//! ```text
//!   ########      The box stands in the door of the room. With the player on this side it needs two pushes to
//!   #.@$   #      the right, until the player can walk around it, and four back: six. With the player in the
//!   #### # #      room it needs two.
//!      #   #
//!      #####
//! ```
//!
//! A box parts the squares around it ([`Board::part`]); within a part the player walks as it likes. So the
//! distances are those of a breadth-first search backwards from a goal, with pulls, over the box's square and
//! the part that the player is in. Other boxes only make ways longer: a distance never exceeds the pushes
//! that the box gets on a solution on which it ends on that goal.

use std::collections::VecDeque;

use super::board::{NOWHERE, PARTS, SokobanBoard, opposite};

/// There is no way.
pub const NO_WAY: u16 = u16::MAX;

/// Push distances to every goal.
#[derive(Clone, Debug)]
pub struct Distances {
    /// By box's square and player's part, then by goal.
    table: Vec<u16>,
    goals: usize,
    /// Whether a box may be on each square on a solution. Where every box must end on a goal, these are the
    /// squares from which it can be pushed to one if it is alone.
    ///
    /// ```text
    ///   #####
    ///   #x x#      x: from here it cannot
    ///   #x .#
    ///   #####
    /// ```
    pub alive: Vec<bool>,
}

impl Distances {
    pub fn new(board: &SokobanBoard) -> Self {
        let (squares, goals) = (board.squares(), board.goals.len());
        let mut table = vec![NO_WAY; squares * PARTS * goals];
        for (number, &goal) in board.goals.iter().enumerate() {
            for (place, pushes) in to_goal(board, usize::from(goal)).into_iter().enumerate() {
                table[place * goals + number] = pushes;
            }
        }
        let mut distances = Self { table, goals, alive: Vec::new() };
        let leads =
            |square| (0..PARTS).any(|part| distances.of(square, part).iter().any(|&pushes| pushes != NO_WAY));
        distances.alive = (0..squares).map(|square| !board.all_on_goals() || leads(square)).collect();
        distances
    }

    /// The pushes to each goal for a box on a square with the player in that part of the rest.
    #[inline(always)]
    pub fn of(&self, square: usize, part: usize) -> &[u16] {
        let place = square * PARTS + part;
        &self.table[place * self.goals..(place + 1) * self.goals]
    }

    /// Whether a box cannot be pushed in either direction on a solution if the squares that `stays` tells
    /// stay occupied: walls or boxes, or squares on both sides from which no goal can be reached, hold it.
    #[inline(always)]
    pub fn is_held(&self, board: &SokobanBoard, square: u16, stays: impl Fn(u16) -> bool) -> bool {
        let around = board.next[usize::from(square)];
        let is_held = |one: u16, other: u16| {
            one == NOWHERE
                || other == NOWHERE
                || stays(one)
                || stays(other)
                || !self.alive[usize::from(one)] && !self.alive[usize::from(other)]
        };
        is_held(around[0], around[2]) && is_held(around[1], around[3])
    }
}

/// By box's square and player's part.
fn to_goal(board: &SokobanBoard, goal: usize) -> Vec<u16> {
    let mut pushes = vec![NO_WAY; board.squares() * PARTS];
    let mut queue = VecDeque::new();
    for part in 0..PARTS {
        pushes[goal * PARTS + part] = 0;
        queue.push_back((goal, part));
    }
    while let Some((square, part)) = queue.pop_front() {
        for direction in 0..4 {
            let from = board.next[square][opposite(direction)];
            if from == NOWHERE || board.part(square, usize::from(from)) != part {
                continue;
            }
            let behind = board.next[usize::from(from)][opposite(direction)];
            if behind == NOWHERE {
                continue;
            }
            let from = usize::from(from);
            let before = board.part(from, usize::from(behind));
            if pushes[from * PARTS + before] == NO_WAY {
                pushes[from * PARTS + before] = pushes[square * PARTS + part] + 1;
                queue.push_back((from, before));
            }
        }
    }
    pushes
}
