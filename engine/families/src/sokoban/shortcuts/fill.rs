//! In which order the goals are filled.
//!
//! ```text
//!   #######        Seen backwards: all goals are filled, and boxes are taken away one after the other, each time the
//!   #  321#        one that comes from nearest. 3 can be filled when 2 and 1 are, then 2 when 1 is, and 1 first.
//!   # $$$ #        The other way round, a box on 3 would block the way to 2 and 1.
//!   #@    #
//!   #######
//! ```
//!
//! A box that is taken away only opens ways for the others, so that the order in which they are taken never leads into
//! a dead end.

use super::super::board::PARTS;
use super::super::distances::{Distances, NO_WAY};
use super::ground::Ground;

/// The most squares of memory that are written to find the order.
const MOST_WORK: usize = 1 << 27;

/// Goals in an order in which each can be filled when those before it are.
pub struct FillOrder(Vec<u16>);

impl FillOrder {
    pub fn new(ground: &Ground, boxes: &[u16]) -> Self {
        let board = &ground.board;
        let work = (board.goals.len() * board.squares()).saturating_pow(2);
        if board.boxes != board.goals.len() || work > MOST_WORK {
            return Self(Vec::new());
        }
        let (mut left, mut order) = (board.goals.clone(), Vec::new());
        while !left.is_empty() {
            let nearest = |&goal: &u16| {
                let others: Vec<u16> = left.iter().copied().filter(|&other| other != goal).collect();
                let distances = Distances::new(&board.walled(&others));
                let outside = boxes.iter().filter(|square| !others.contains(square));
                let pushes = |&square: &u16, part: usize| distances.of(usize::from(square), part)[0];
                let ways = outside.flat_map(|square| (0..PARTS).map(move |part| pushes(square, part)));
                ways.min().filter(|&pushes| pushes != NO_WAY).map(|pushes| (pushes, goal))
            };
            // Where no goal can be filled last, the others come first, in any order.
            let Some((_, last)) = left.iter().filter_map(nearest).min() else { break };
            order.push(last);
            left.retain(|&other| other != last);
        }
        left.extend(order.into_iter().rev());
        Self(left)
    }

    /// How many goals are filled in this order.
    pub fn filled(&self, has_box: impl Fn(u16) -> bool) -> u32 {
        self.0.iter().take_while(|&&goal| has_box(goal)).count() as u32
    }
}
