//! The squares as the search sees them, where boxes that are stuck on goals are walls.
//!
//! ```text
//!   #######      #######
//!   #  ...#      #  ...#     the box in the corner can never move again: it is as good as a wall, and
//!   # $$  #  ->  # $$  #     its goal is nobody else's; where the others then have no way, the position
//!   #@   *#      #@   ##     is lost
//!   #######      #######
//! ```
//!
//! Such boxes come back in many positions, so each ground is made once.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::super::board::{PARTS, SokobanBoard};
use super::super::distances::Distances;

/// Squares, and the push distances on them.
pub struct Ground {
    pub board: Arc<SokobanBoard>,
    pub distances: Arc<Distances>,
}

impl Ground {
    /// The pushes to each goal for a box, with the player on that square.
    #[inline(always)]
    pub fn pushes(&self, square: u16, player: u16) -> &[u16] {
        let square = usize::from(square);
        self.distances.of(square, self.board.part(square, usize::from(player)))
    }

    fn bytes(&self) -> usize {
        let squares = self.board.squares();
        squares * PARTS * self.board.goals.len() * size_of::<u16>() + self.board.parts_bytes()
    }
}

/// Bytes of grounds that are kept.
const MOST_BYTES: usize = 1 << 28;

/// The grounds that were made, by the boxes that are stuck.
pub struct Grounds {
    pub whole: Rc<Ground>,
    made: HashMap<Vec<u16>, Rc<Ground>>,
    pub bytes: usize,
}

impl Grounds {
    pub fn new(whole: &Rc<Ground>) -> Self {
        Self { whole: Rc::clone(whole), made: HashMap::new(), bytes: 0 }
    }

    /// The ground where these boxes, all on goals, are stuck.
    pub fn with(&mut self, stuck: Vec<u16>) -> Rc<Ground> {
        if let Some(made) = self.made.get(&stuck) {
            return Rc::clone(made);
        }
        if self.bytes > MOST_BYTES {
            self.made.clear();
            self.bytes = 0;
        }
        let board = Arc::new(self.whole.board.walled(&stuck));
        let distances = Arc::new(Distances::new(&board));
        let ground = Rc::new(Ground { board, distances });
        self.bytes += ground.bytes();
        self.made.insert(stuck, Rc::clone(&ground));
        ground
    }
}
