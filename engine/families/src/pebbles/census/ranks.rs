//! A census of pebbles by two bits per position.
//!
//! A position is a word of tokens, a letter a cell, and its number is its rank among all words of the same
//! letters ([`Words`]).
//!
//! Two bits say whether a position was not met yet, is in the level under way or in the next (these two change
//! roles from level to level), or is done. Every level is one sweep over the table. Bits are changed by atomic
//! operations: the thread that clears the bits of "not met" was the first to meet the position, and counts it.
//! This is the plain method, with one division per letter: tests compare [`super::matrices`] with it, and it remains
//! where matrices do not apply.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::pebbles::board::Pebbles;
use crate::pebbles::slides::lines::Lines;
use clew_core::memory;
use clew_core::packed::Packed;
use clew_core::ranks::Words;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::census::checkpoint::{Input, Output, damaged};
use clew_search::census::hashed::least;
use clew_search::census::{Levels, MOST_HARDEST, Method, workers};

/// Bytes of the table that a thread sweeps at once.
const STRETCH: usize = 1 << 14;
/// Values of two bits; 0 and 1 are the even and the odd levels.
const NOT_MET: u8 = 3;
const DONE: u8 = 2;
/// What one move does to a word of tokens.
enum Steps<'a> {
    /// A pebble goes to a hole beside it.
    Single(Vec<Vec<usize>>),
    /// A line of pebbles is pushed into a hole.
    Lines(&'a Lines),
}

/// The table, and the least positions of the last level.
pub struct Ranks<'a, W: Packed> {
    puzzle: &'a Pebbles<W>,
    words: Words,
    steps: Steps<'a>,
    table: Vec<AtomicU8>,
    goals: u64,
    hardest: Vec<u64>,
    /// Positions of the level that was interrupted, already in the table.
    begun: u64,
    begun_least: Vec<u64>,
}

impl<'a, W: Packed> Ranks<'a, W> {
    /// Bytes that it would take.
    #[must_use]
    pub fn bytes_for(words: &Words) -> u64 {
        words.size() / 4 + 1
    }

    pub fn new(puzzle: &'a Pebbles<W>, words: Words, watch: &mut Watch) -> Result<Self, Limit> {
        let graph = puzzle.graph();
        let neighbours = (0..graph.cells()).map(|cell| graph.neighbours(cell).to_vec()).collect();
        Self::with_steps(puzzle, Steps::Single(neighbours), words, watch)
    }

    /// The same where a move pushes a line.
    pub fn of_lines(
        puzzle: &'a Pebbles<W>,
        lines: &'a Lines,
        words: Words,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        Self::with_steps(puzzle, Steps::Lines(lines), words, watch)
    }

    fn with_steps(
        puzzle: &'a Pebbles<W>,
        steps: Steps<'a>,
        words: Words,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let table = watch.filled(Self::bytes_for(&words) as usize, || AtomicU8::new(u8::MAX))?;
        let mut ranks = Self {
            puzzle,
            words,
            steps,
            table,
            goals: 0,
            hardest: Vec::new(),
            begun: 0,
            begun_least: Vec::new(),
        };
        // Goals may be many times as many as the table has bytes: they are never all listed.
        let (mut met, mut fresh, mut stopped) = (0, Vec::new(), Ok(()));
        puzzle.each_goal(&mut |goal| {
            let number = ranks.rank_of(goal);
            met += u64::from(ranks.meet(number, 0));
            fresh.push(number);
            if fresh.len() >= STRETCH {
                fresh = least(fresh.iter().copied());
            }
            stopped = watch.tick();
            stopped.is_ok()
        });
        stopped?;
        (ranks.goals, ranks.hardest) = (met, least(fresh.into_iter()));
        Ok(ranks)
    }

    fn rank_of(&self, state: W) -> u64 {
        let word: Vec<u8> = self.puzzle.tokens(state).collect();
        self.words.rank(&word, &mut Vec::new())
    }

    /// Puts a position into level `depth` if it was not met yet, and returns whether it did.
    #[inline]
    fn meet(&self, number: u64, depth: u32) -> bool {
        let (byte, shift) = (&self.table[(number / 4) as usize], number % 4 * 2);
        let is_new = |byte: u8| byte >> shift & NOT_MET == NOT_MET;
        is_new(byte.load(Ordering::Relaxed)) && {
            let rest = NOT_MET - (depth % 2) as u8;
            is_new(byte.fetch_and(!(rest << shift), Ordering::Relaxed))
        }
    }

    /// Expands the positions of level `depth` - 1 in one stretch of the table; gives the new ones' number.
    fn sweep(&self, stretch: usize, depth: u32, stop: &AtomicBool, found: &mut impl FnMut(u64)) -> u64 {
        let level = ((depth - 1) % 2) as u8;
        let (mut left, mut word, mut met) = (Vec::new(), Vec::new(), 0);
        for byte in stretch * STRETCH..((stretch + 1) * STRETCH).min(self.table.len()) {
            let four = self.table[byte].load(Ordering::Relaxed);
            if four == u8::MAX {
                continue;
            }
            for place in (0..4).filter(|place| four >> (2 * place) & NOT_MET == level) {
                self.words.word(4 * byte as u64 + place, &mut left, &mut word);
                self.each_neighbour(&mut word, |word| {
                    let number = self.words.rank(word, &mut left);
                    if self.meet(number, depth) {
                        met += 1;
                        found(number);
                    }
                });
                self.table[byte].fetch_xor((level ^ DONE) << (2 * place), Ordering::Relaxed);
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        met
    }

    fn each_neighbour(&self, word: &mut [u8], mut visit: impl FnMut(&[u8])) {
        let neighbours = match &self.steps {
            Steps::Single(neighbours) => neighbours,
            Steps::Lines(lines) => return lines.each_push(word, visit),
        };
        for hole in 0..word.len() {
            if word[hole] != 0 {
                continue;
            }
            for &from in &neighbours[hole] {
                if word[from] != 0 {
                    word.swap(hole, from);
                    visit(word);
                    word.swap(hole, from);
                }
            }
        }
    }
}

impl<W: Packed> Drop for Ranks<'_, W> {
    fn drop(&mut self) {
        if self.table.len() > memory::MUCH {
            memory::free_aside(std::mem::take(&mut self.table));
        }
    }
}

impl<W: Packed> Levels for Ranks<'_, W> {
    type State = W;

    fn method(&self) -> Method {
        Method::Ranks
    }

    fn goals(&self) -> u64 {
        self.goals
    }

    fn advance(&mut self, depth: u32, threads: usize, watch: &mut Watch, work: Work) -> Result<u64, Limit> {
        let found = Mutex::new((0, std::mem::take(&mut self.begun_least)));
        let ranks = &*self;
        let stretches = 0..ranks.table.len().div_ceil(STRETCH);
        let ended = workers::sum(stretches, threads, watch, work, |stretch, stop| {
            let mut fresh = Vec::new();
            let met = ranks.sweep(stretch, depth, stop, &mut |number| {
                fresh.push(number);
                if fresh.len() >= STRETCH {
                    fresh = least(fresh.iter().copied());
                }
            });
            let mut all = found.lock().unwrap_or_else(PoisonError::into_inner);
            all.0 += met;
            all.1 = least(all.1.iter().copied().chain(fresh));
            met
        });
        let (met, fresh) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.begun += met;
        if let Err(limit) = ended {
            self.begun_least = fresh;
            return Err(limit);
        }
        if self.begun > 0 {
            self.hardest = fresh;
        }
        Ok(std::mem::take(&mut self.begun))
    }

    fn bytes(&self) -> u64 {
        self.table.len() as u64
    }

    fn hardest(&self) -> Vec<W> {
        let (mut left, mut word) = (Vec::new(), Vec::new());
        let state = |&number: &u64| {
            self.words.word(number, &mut left, &mut word);
            self.puzzle.state_of(&word)
        };
        self.hardest.iter().map(state).collect()
    }

    // An interrupted level resumes where it stopped: what it has met stays in the table and in `begun`.
    fn save(&self, _depth: u32, output: &mut Output) -> std::io::Result<()> {
        output.numbers(&[self.begun])?;
        output.numbers(&self.hardest)?;
        output.numbers(&self.begun_least)?;
        output.bytes(self.table.iter().map(|byte| byte.load(Ordering::Relaxed)))
    }

    fn load(&mut self, _counts: &[u64], input: &mut Input) -> std::io::Result<()> {
        let mut begun = [0];
        input.fill(&mut begun)?;
        self.begun = begun[0];
        self.hardest = input.numbers(MOST_HARDEST as u64)?;
        self.begun_least = input.numbers(MOST_HARDEST as u64)?;
        if self.hardest.iter().chain(&self.begun_least).any(|&number| number >= self.words.size()) {
            return Err(damaged());
        }
        let table = &self.table;
        input.bytes(table.len(), |place, byte| table[place].store(byte, Ordering::Relaxed))
    }
}
