//! The squares as the search sees them, where boxes that are stuck on goals are walls.
//!
//! ```text
//!   #######      #######
//!   #  ...#      #  ..##     the box on the last goal can never move again: it is as good as a wall, and the others
//!   # $$  #  ->  # $$  #     have ways to the other goals only. Where there is none, the position is lost.
//!   #@   *#      #@   ##
//!   #######      #######
//! ```
//!
//! Such boxes come back in many positions, so each ground is made once.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::super::board::{Board, PARTS};
use super::super::distances::Distances;

/// Squares, and what a search needs to know of them.
pub struct Ground {
    pub board: Arc<Board>,
    pub distances: Arc<Distances>,
    /// Whether a box may be on each square on a solution.
    pub alive: Vec<bool>,
    /// Whether every box must end on a goal.
    pub all_on_goals: bool,
}

impl Ground {
    pub fn new(board: Arc<Board>, distances: Arc<Distances>) -> Self {
        let alive = alive(&board, &distances);
        let all_on_goals = board.boxes <= board.goals.len();
        Self { board, distances, alive, all_on_goals }
    }

    /// The pushes to each goal for a box, with the player on that square.
    #[inline(always)]
    pub fn pushes(&self, square: u16, player: u16) -> &[u16] {
        let square = usize::from(square);
        self.distances.of(square, self.board.part(square, usize::from(player)))
    }

    fn bytes(&self) -> usize {
        let squares = self.board.squares();
        squares * (squares + PARTS * self.board.goals.len() * size_of::<u16>())
    }
}

/// The squares on which a box can be on a solution. Where every box must end on a goal, those from which a box alone can
/// be pushed to one.
///
/// ```text
///   #####
///   #x x#      x: no goal can be reached from here
///   #x .#
///   #####
/// ```
fn alive(board: &Board, distances: &Distances) -> Vec<bool> {
    (0..board.squares()).map(|square| board.boxes > board.goals.len() || distances.leads(square)).collect()
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
        let ground = Rc::new(Ground::new(board, distances));
        self.bytes += ground.bytes();
        self.made.insert(stuck, Rc::clone(&ground));
        ground
    }
}
