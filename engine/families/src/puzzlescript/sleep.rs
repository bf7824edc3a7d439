//! Which rules must be tried: those that sleep would do nothing.
//!
//! ```text
//!              tried: matches nowhere,            tried: matches nowhere although none is empty,
//!              a plane that it needs is empty     or matches, and changes nothing once more
//!   waits for that plane  <----------  awake  ---------->  sleeps
//!            |                          ^ ^                  |
//!            +-- the plane gains a bit -+ +-- a plane that --+
//!                                             concerns it changes
//! ```
//!
//! A rule that matches nowhere goes on doing so while the planes that it asks for gain no bits, and those whose absence
//! it asks for lose none. One that matches and changes nothing goes on with that while, besides, no plane that it
//! clears gains bits and none that it fills loses any: it can only match in fewer places. So does one of one row without
//! gaps that has changed something, at places that share no cell: there it would change nothing once more, and if what
//! it changed makes it match elsewhere, that wakes it. Rules with commands, with chance, and rigid ones do more than
//! change planes, so they sleep only while they match nowhere.
//!
//! What was learned in one move holds in the next, and from one position to another: what differs between them is told
//! to [`Sleepers`] plane by plane, as if it had been changed by a rule.

use std::ops::Range;

use super::program::Program;

#[derive(Clone, Debug, Default)]
pub struct Sleepers {
    awake: Vec<u64>,
    asleep: Vec<u64>,
    /// Rules that wait for one plane, by the place in [`Program::more`].
    waiting: Vec<u64>,
}

impl Sleepers {
    /// Nobody sleeps.
    pub fn new(program: &Program) -> Self {
        let words = program.rules.len().div_ceil(64);
        Self {
            awake: vec![u64::MAX; words],
            asleep: vec![0; words],
            waiting: vec![0; program.more.words.len()],
        }
    }

    /// Forgets all that was learned.
    pub fn forget(&mut self) {
        self.awake.fill(u64::MAX);
        self.asleep.fill(0);
        self.waiting.fill(0);
    }

    /// The first rule in a range that is awake.
    #[inline(always)]
    pub fn next(&self, range: Range<usize>) -> Option<usize> {
        if range.is_empty() {
            return None;
        }
        let (mut word, last) = (range.start / 64, (range.end - 1) / 64);
        let mut bits = self.awake[word] & (u64::MAX << (range.start % 64));
        while bits == 0 {
            word += 1;
            if word > last {
                return None;
            }
            bits = self.awake[word];
        }
        Some(64 * word + bits.trailing_zeros() as usize).filter(|&rule| rule < range.end)
    }

    /// The rule does nothing until one of the planes that concern it changes.
    #[inline(always)]
    pub fn sleep(&mut self, rule: usize) {
        self.awake[rule / 64] &= !(1 << (rule % 64));
        self.asleep[rule / 64] |= 1 << (rule % 64);
    }

    /// The rule does nothing until the plane at this place of [`Program::more`] gains a bit.
    #[inline(always)]
    pub fn wait(&mut self, rule: usize, place: usize) {
        self.awake[rule / 64] &= !(1 << (rule % 64));
        self.waiting[place] |= 1 << (rule % 64);
    }

    /// A plane has more bits than before; says how many words that took.
    #[inline(always)]
    pub fn more(&mut self, program: &Program, plane: usize) -> u64 {
        let places = program.more.of(plane);
        for place in places.clone() {
            let (word, mask) = program.more.words[place];
            let woken = self.asleep[word as usize] & mask;
            self.asleep[word as usize] ^= woken;
            self.awake[word as usize] |= woken | std::mem::take(&mut self.waiting[place]);
        }
        places.len() as u64
    }

    /// A plane lacks bits that it had; says how many words that took.
    #[inline(always)]
    pub fn fewer(&mut self, program: &Program, plane: usize) -> u64 {
        let places = program.fewer.of(plane);
        for place in places.clone() {
            let (word, mask) = program.fewer.words[place];
            let woken = self.asleep[word as usize] & mask;
            self.asleep[word as usize] ^= woken;
            self.awake[word as usize] |= woken;
        }
        places.len() as u64
    }
}
