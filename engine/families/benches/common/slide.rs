//! The sliding board of 2 x 5, through the trait and by hand.
//!
//! ```text
//!   . 1 2 3 4      Half of all 10! arrangements can be reached from this one, 1,814,400. The goal is one of
//!   5 6 7 8 9      the other half, so that a search for it meets them all.
//! ```

use clew_families::pebbles::Pebbles;

const CELLS: usize = 10;
const COLUMNS: usize = 5;

fn neighbours() -> Vec<Vec<usize>> {
    let beside = |cell: usize, other: usize| {
        (cell / COLUMNS == other / COLUMNS && cell.abs_diff(other) == 1) || cell.abs_diff(other) == COLUMNS
    };
    (0..CELLS).map(|cell| (0..CELLS).filter(|&other| beside(cell, other)).collect()).collect()
}

/// The board whose goal has two tiles exchanged.
pub fn puzzle() -> Pebbles<u64> {
    let start: Vec<u16> = (0..CELLS as u16).collect();
    let mut goal = start.clone();
    goal.swap(1, 2);
    Pebbles::new(&neighbours(), &goal, &start).expect("a board of the bench is valid")
}

/// A table of states and their layers, as the generic one but for its generality: as large as needed from
/// the beginning, no growth, no shards.
struct Table {
    keys: Vec<u64>,
    layers: Vec<u16>,
}

impl Table {
    fn insert(&mut self, state: u64, layer: u16) -> bool {
        let hash = u128::from(state) * 0x9e37_79b9_7f4a_7c15;
        let mask = self.keys.len() - 1;
        let mut slot = (hash >> 40) as usize & mask;
        while self.keys[slot] != u64::MAX {
            if self.keys[slot] == state {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        (self.keys[slot], self.layers[slot]) = (state, layer);
        true
    }
}

/// Breadth-first search written for this board alone: four bits a cell, the hole's cell in the frontier.
/// The number of states.
pub fn by_hand() -> usize {
    let neighbours = neighbours();
    let slots = 1 << 22;
    let mut table = Table { keys: vec![u64::MAX; slots], layers: vec![0; slots] };
    let start = (0..CELLS as u64).fold(0, |state, cell| state | cell << (4 * cell));
    let goal = start ^ 0x330;
    table.insert(start, 0);
    let (mut frontier, mut next, mut stored, mut layer) = (vec![(start, 0usize)], Vec::new(), 1, 0);
    while !frontier.is_empty() {
        layer += 1;
        for &(state, hole) in &frontier {
            for &cell in &neighbours[hole] {
                let tile = state >> (4 * cell) & 15;
                let after = state ^ tile << (4 * cell) ^ tile << (4 * hole);
                if table.insert(after, layer) {
                    assert_ne!(after, goal, "the goal cannot be reached");
                    stored += 1;
                    next.push((after, cell));
                }
            }
        }
        frontier.clear();
        std::mem::swap(&mut frontier, &mut next);
    }
    stored
}
