//! The boxes met so far, and where each state lies in them.

use super::board::LineBoard;
use super::lines::Lines;
use crate::blocks::axis::Axis;
use clew_core::seen::Seen;
use clew_space::Places;

/// The boxes of a map. A box is found by its *key*: its first state, in which every piece on a line lies as far
/// back as it can, as [`LineBoard`] writes it.
pub(super) struct Boxes {
    pub board: LineBoard,
    pub lines: Lines,
    pub keys: Vec<u64>,
    /// The number of the first state of each box.
    pub firsts: Vec<u32>,
    /// The classes of each box, line by line.
    classes: Vec<u32>,
    numbers: Seen<u64, u32>,
    pub states: u64,
    /// States of the largest box.
    pub largest: u64,
}

impl Boxes {
    pub fn new(puzzle: &Axis<u64, u64>, rows: bool) -> Self {
        let board = LineBoard::new(puzzle, rows);
        Self {
            lines: Lines::new(&board),
            board,
            keys: Vec::new(),
            firsts: Vec::new(),
            classes: Vec::new(),
            numbers: Seen::default(),
            states: 0,
            largest: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn classes(&self, number: usize) -> &[u32] {
        let lines = self.board.lines.len();
        &self.classes[number * lines..(number + 1) * lines]
    }

    /// The places that crossing pieces cover on each line.
    fn blocked(&self, key: u64) -> Vec<u32> {
        let mut blocked = vec![0; self.board.lines.len()];
        for crossing in &self.board.crossing_pieces {
            for at in self.board.stands_on(key, crossing) {
                if let Some(blocked) = blocked.get_mut(self.board.line_at[at]) {
                    *blocked |= 1 << crossing.across;
                }
            }
        }
        blocked
    }

    /// Prefetches the entry of a box.
    #[inline(always)]
    pub fn announce(&self, key: u64) {
        self.numbers.announce(key);
    }

    /// The number of the box with this key and these classes by line; a new box gets the next number.
    #[inline(always)]
    pub fn enter(&mut self, key: u64, class: impl Fn(&Lines, usize) -> u32) -> u32 {
        let fresh = self.keys.len() as u32;
        self.numbers.insert(key, fresh).unwrap_or_else(|| {
            self.keys.push(key);
            self.firsts.push(self.states as u32);
            let mut size = 1;
            for line in 0..self.board.lines.len() {
                let class = class(&self.lines, line);
                size *= u64::from(self.lines.class(class).size);
                self.classes.push(class);
            }
            self.states += size;
            self.largest = self.largest.max(size);
            fresh
        })
    }

    /// Enters the box of a state.
    pub fn begin(&mut self, state: u64) {
        let mut key = self.board.key(state);
        let blocked = self.blocked(key);
        let mut classes = Vec::new();
        for (line, &blocked) in blocked.iter().enumerate() {
            let mask = self.board.line_masks[line];
            self.lines.classes_of(&self.board, line, blocked);
            let shift = self.board.line_shifts[line];
            let found = self.lines.find(&self.board, line, blocked, (key & mask) >> shift);
            let (class, _) = found.expect("every state has its class");
            key = key & !mask | self.lines.class(class).bits << shift;
            classes.push(class);
        }
        self.enter(key, |_, line| classes[line]);
    }
}

impl Places<u64> for Boxes {
    fn state(&self, number: u32) -> u64 {
        let found = self.firsts.partition_point(|&first| first <= number) - 1;
        let mut place = number - self.firsts[found];
        let mut key = self.keys[found];
        for line in (0..self.board.lines.len()).rev() {
            let class = self.classes(found)[line];
            let size = self.lines.class(class).size;
            let bits = self.lines.bits(class, place % size) << self.board.line_shifts[line];
            key = key & !self.board.line_masks[line] | bits;
            place /= size;
        }
        self.board.state(key)
    }

    fn number(&self, state: u64) -> Option<u32> {
        let (mut key, mut place) = (self.board.key(state), 0);
        for (line, &blocked) in self.blocked(key).iter().enumerate() {
            let (mask, shift) = (self.board.line_masks[line], self.board.line_shifts[line]);
            let (class, digit) = self.lines.find(&self.board, line, blocked, (key & mask) >> shift)?;
            let class = self.lines.class(class);
            key = key & !mask | class.bits << shift;
            place = place * class.size + digit;
        }
        Some(self.firsts[self.numbers.get(key)? as usize] + place)
    }

    fn bytes(&self) -> usize {
        self.numbers.bytes()
            + 8 * self.keys.capacity()
            + 4 * (self.firsts.capacity() + self.classes.capacity())
            + self.lines.bytes()
    }
}
