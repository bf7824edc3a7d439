//! How many pushes a box needs to a goal if it were alone on the board.
//!
//! ```text
//!   ########        The box cannot be pushed left before the player has come to its right side, and it stands in
//!   #.@$   #        the only door: from this side it needs pushes to the right first, until the player can walk
//!   #### # #        around it. From the other side it needs two.
//!      # * #
//!      #####
//! ```
//!
//! A box parts the squares around it ([`Board::part`]); within a part the player walks as it likes. So the distances are
//! those of a breadth-first search backwards from a goal, with pulls, over the box's square and the part that the
//! player is in. Other boxes only make ways longer: a distance never exceeds the pushes that the box gets on a solution on
//! which it ends on that goal.

use std::collections::VecDeque;

use super::board::{Board, NOWHERE, opposite};

/// There is no way.
pub const NO_WAY: u16 = u16::MAX;

/// Push distances to every goal.
#[derive(Clone, Debug)]
pub struct Distances {
    /// By box's square and player's part, then by goal.
    table: Vec<u16>,
    goals: usize,
}

impl Distances {
    pub fn new(board: &Board) -> Self {
        let (squares, goals) = (board.squares(), board.goals.len());
        let mut table = vec![NO_WAY; squares * 4 * goals];
        for (number, &goal) in board.goals.iter().enumerate() {
            for (place, pushes) in to_goal(board, usize::from(goal)).into_iter().enumerate() {
                table[place * goals + number] = pushes;
            }
        }
        Self { table, goals }
    }

    /// The pushes to each goal for a box on a square with the player in that part of the rest.
    #[inline(always)]
    pub fn of(&self, square: usize, part: usize) -> &[u16] {
        let place = square * 4 + part;
        &self.table[place * self.goals..(place + 1) * self.goals]
    }
}

/// By box's square and player's part.
fn to_goal(board: &Board, goal: usize) -> Vec<u16> {
    let mut pushes = vec![NO_WAY; board.squares() * 4];
    let mut queue = VecDeque::new();
    for part in 0..4 {
        pushes[goal * 4 + part] = 0;
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
            if pushes[from * 4 + before] == NO_WAY {
                pushes[from * 4 + before] = pushes[square * 4 + part] + 1;
                queue.push_back((from, before));
            }
        }
    }
    pushes
}
