//! How far the player has to go at least.
//!
//! ```text
//!   #########      Each box that is on no goal is pushed some time, and at its first push the player comes
//!   #.$   $.#      to the square where it stands now, from the side that allows it. So the player visits all
//!   #   @   #      those squares: 3 steps to the one and 4 more to the other, although 2 pushes would do.
//!   #########
//! ```
//!
//! A way through all of them is a tree that joins them to the player, so it is no shorter than the least such
//! tree (Prim 1957). An edge between two squares costs the steps from one to the other where no box is in the
//! way, the last of them a push; of the two ways round, the shorter. Pushes are steps too: this bound and the
//! one of pushes do not add up, and the larger of them counts.

use super::board::{NOWHERE, SokobanBoard, opposite};
use super::distances::Distances;

/// Steps to first pushes.
#[derive(Clone, Debug)]
pub struct Tour {
    /// By the box's square, then by the player's: the steps to push the box for the first time.
    steps: Vec<u16>,
    squares: usize,
}

/// The most boxes that a tree joins; the others are left out.
const MOST: usize = 32;

impl Tour {
    pub fn new(board: &SokobanBoard, distances: &Distances) -> Self {
        let squares = board.squares();
        let mut steps = Vec::with_capacity(squares * squares);
        for square in 0..squares {
            let around = board.next[square];
            let pushes = |&direction: &usize| {
                let (to, behind) = (around[direction], around[opposite(direction)]);
                to != NOWHERE && behind != NOWHERE && distances.alive[usize::from(to)]
            };
            let behind = (0..4).filter(pushes).map(|direction| around[opposite(direction)]);
            let to_there = board.steps_to(&behind.collect::<Vec<_>>());
            steps.extend(to_there.into_iter().map(|steps| steps.saturating_add(1)));
        }
        Self { steps, squares }
    }

    /// The steps to the first push of a box, that one included.
    #[inline(always)]
    fn to_push(&self, of_box: u16, player: u16) -> u16 {
        self.steps[usize::from(of_box) * self.squares + usize::from(player)]
    }

    /// The fewest steps from a position that is not solved, if that many of them are pushes.
    pub fn least(
        &self,
        board: &SokobanBoard,
        player: u16,
        boxes: impl Iterator<Item = u16>,
        pushes: u32,
    ) -> u32 {
        let (mut left, mut far) = ([0; MOST], [u16::MAX; MOST]);
        let (mut count, mut nearest) = (0, u16::MAX);
        for square in boxes {
            let steps = self.to_push(square, player);
            nearest = nearest.min(steps);
            if board.all_on_goals() && !board.is_goal[usize::from(square)] && count < MOST {
                (left[count], far[count]) = (square, steps);
                count += 1;
            }
        }
        let mut total = 0;
        while count > 0 {
            let next = (0..count).min_by_key(|&at| far[at]).unwrap_or_default();
            let square = left[next];
            total += u32::from(far[next]);
            count -= 1;
            (left[next], far[next]) = (left[count], far[count]);
            for at in 0..count {
                let between = self.to_push(square, left[at]).min(self.to_push(left[at], square));
                far[at] = far[at].min(between);
            }
        }
        total.max(pushes + u32::from(nearest.max(1)) - 1)
    }
}
