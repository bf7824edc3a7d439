//! The plain way to a map of straight blocks: packed states in open addressing, one look-up for each move.

use clew_core::packed::Packed;
use clew_core::puzzle::Puzzle;
use clew_families::blocks::Axis;

/// Figures of a map, to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    pub states: u64,
    pub edges: u64,
    /// All distances added up; no way counts as 65535.
    pub distances: u64,
}

struct Table {
    keys: Vec<u64>,
    numbers: Vec<u32>,
    states: Vec<u64>,
}

impl Table {
    fn with_slots(slots: usize) -> Self {
        Self { keys: vec![u64::EMPTY; slots], numbers: vec![0; slots], states: Vec::new() }
    }

    fn slot(&self, state: u64) -> usize {
        let mask = self.keys.len() - 1;
        let mut slot = state.hash() as usize & mask;
        while self.keys[slot] != state && self.keys[slot] != u64::EMPTY {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn number(&mut self, state: u64) -> u32 {
        let slot = self.slot(state);
        if self.keys[slot] == u64::EMPTY {
            self.keys[slot] = state;
            self.numbers[slot] = self.states.len() as u32;
            self.states.push(state);
            if self.states.len() * 2 > self.keys.len() {
                self.grow();
                return self.states.len() as u32 - 1;
            }
        }
        self.numbers[slot]
    }

    fn grow(&mut self) {
        let states = std::mem::take(&mut self.states);
        *self = Self::with_slots(4 * self.keys.len());
        for (number, &state) in (0..).zip(&states) {
            let slot = self.slot(state);
            (self.keys[slot], self.numbers[slot]) = (state, number);
        }
        self.states = states;
    }
}

/// States, moves and distances of everything that can be reached.
pub fn map(puzzle: &Axis<u64, u64>) -> Sums {
    let mut table = Table::with_slots(1 << 10);
    table.number(puzzle.initial());
    let (mut indptr, mut indices) = (vec![0usize], Vec::new());
    let mut next = 0;
    while next < table.states.len() {
        let state = table.states[next];
        puzzle.successors(state, |_, after| indices.push(table.number(after)));
        indptr.push(indices.len());
        next += 1;
    }
    let mut distance = vec![u16::MAX; next];
    let mut queue: Vec<u32> =
        (0..next as u32).filter(|&state| puzzle.is_goal(table.states[state as usize])).collect();
    queue.iter().for_each(|&goal| distance[goal as usize] = 0);
    let mut done = 0;
    while done < queue.len() {
        let state = queue[done] as usize;
        done += 1;
        for &other in &indices[indptr[state]..indptr[state + 1]] {
            if distance[other as usize] == u16::MAX {
                distance[other as usize] = distance[state] + 1;
                queue.push(other);
            }
        }
    }
    let distances = distance.into_iter().map(u64::from).sum();
    Sums { states: next as u64, edges: indices.len() as u64, distances }
}
