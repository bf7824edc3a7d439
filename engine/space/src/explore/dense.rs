//! Large layers of a map whose numbers stand in a list, by the perfect hash of a state: a block at a time, on threads.
//!
//! A state that several parts of a block meet belongs to the first of them. All say so in the list itself:
//!
//! ```text
//!   part 1  a b | c a     1. each part: the states after, and their places in the list
//!   part 2  b d | c       2. each writes its turn in the block, if that is less than what is there:  a:0 b:1 c:2 d:5
//!                         3. each part: a state whose turn it finds is its own, and new; those are counted
//!     a b c | d           4. each part: its new states are numbered, from where the parts before it end
//!     7 8 9 | 10          5. each part: the numbers of all its states are read from the list
//! ```
//!
//! Turns are counted on from the numbers that are known, so that they are larger than all of these.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use super::blocks::{How, Lists, gather_into, open_rows};
use crate::listed::{Dense, ahead};
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch};
use clew_search::dyn_puzzle::{DynPuzzle, Row, TOGETHER};
use clew_search::parallel::{self, Cancellation, Task};

/// States between two looks for cancellation.
const LOOK_EVERY: usize = 1 << 12;

/// A part of a block.
struct Part<S> {
    states: Range<usize>,
    moves: Row<S>,
    open: Vec<S>,
    lengths: Vec<u32>,
    /// Where the numbers of the states after are.
    places: Vec<u32>,
    /// The turn of the first of them.
    first: u32,
    /// The states that are new, where their numbers are, and which are goals.
    fresh: Vec<S>,
    fresh_places: Vec<u32>,
    goal: Vec<bool>,
}

impl<S> Default for Part<S> {
    fn default() -> Self {
        Self {
            states: 0..0,
            moves: Row::default(),
            open: Vec::new(),
            lengths: Vec::new(),
            places: Vec::new(),
            first: 0,
            fresh: Vec::new(),
            fresh_places: Vec::new(),
            goal: Vec::new(),
        }
    }
}

/// Buffers for blocks, used again from block to block.
pub(super) struct DenseBlocks<S> {
    parts: Vec<Part<S>>,
    rows: Vec<Vec<u32>>,
    /// Successors of a state in the last block, on average.
    pub fan: usize,
}

impl<S> Default for DenseBlocks<S> {
    fn default() -> Self {
        Self { parts: Vec::new(), rows: Vec::new(), fan: 0 }
    }
}

impl<S: Packed> DenseBlocks<S> {
    pub fn bytes(&self) -> usize {
        let parts = self.parts.iter().map(|part| {
            let states = part.moves.after.capacity() + part.open.capacity() + part.fresh.capacity();
            let words = part.moves.lengths.capacity() + part.lengths.capacity() + part.places.capacity();
            states * size_of::<S>() + 4 * (words + part.fresh_places.capacity()) + part.goal.capacity()
        });
        parts.chain(self.rows.iter().map(|rows| 4 * rows.capacity())).sum()
    }

    /// Bytes that a successor takes in the buffers, more or less.
    pub const fn bytes_each() -> usize {
        2 * size_of::<S>() + 4 * size_of::<u32>()
    }

    /// Expands these states and numbers what is new. Returns how many moves there are.
    pub fn take(
        &mut self,
        rules: &dyn DynPuzzle<S>,
        dense: &Dense<S>,
        block: Range<usize>,
        lists: &mut Lists<S>,
        (how, watch): (How, &mut Watch),
    ) -> Result<usize, Limit> {
        let many = parallel::parts_for(how.threads).min(block.len());
        self.parts.resize_with(many, Part::default);
        for (part, states) in self.parts.iter_mut().zip(parallel::split(block.len(), many)) {
            part.states = block.start + states.start..block.start + states.end;
        }
        let cancellation = &Cancellation::new(watch);
        self.expand(rules, dense, lists, how, cancellation)?;
        let mut turn = lists.states.len() as u32;
        for part in &mut self.parts {
            part.first = turn;
            turn += part.places.len() as u32;
        }
        let numbers = &dense.numbers;
        self.each(how.threads, cancellation, |part| part.claim(numbers, cancellation))?;
        self.each(how.threads, cancellation, |part| part.find_fresh(rules, numbers, cancellation))?;
        self.number(dense, lists, how, cancellation)?;
        let moves: usize = self.parts.iter().map(|part| part.places.len()).sum();
        self.fan = moves.div_ceil(block.len());
        Ok(moves)
    }

    fn each(
        &mut self,
        threads: usize,
        cancellation: &Cancellation,
        work: impl Fn(&mut Part<S>) + Sync,
    ) -> Result<(), Limit> {
        parallel::map_watched(&mut self.parts, threads, cancellation, work);
        cancellation.result()
    }

    /// Step 1; and the rows of the block before to the end of the list, so that no thread waits for it.
    fn expand(
        &mut self,
        rules: &dyn DynPuzzle<S>,
        dense: &Dense<S>,
        lists: &mut Lists<S>,
        how: How,
        cancellation: &Cancellation,
    ) -> Result<(), Limit> {
        let (states, goal, indices) = (&*lists.states, &*lists.goal, &mut lists.rows.indices);
        let before = &mut self.rows;
        let mut tasks: Vec<Task> = vec![Box::new(|| gather_into(before.iter_mut(), indices))];
        tasks.extend(self.parts.iter_mut().map(|part| -> Task {
            Box::new(move || {
                part.clear();
                let end = part.states.end;
                for from in part.states.clone().step_by(TOGETHER) {
                    if cancellation.is_cancelled() {
                        return;
                    }
                    let batch = from..end.min(from + TOGETHER);
                    let closed = if how.expand_goals { &[] } else { &goal[batch.clone()] };
                    open_rows(
                        rules,
                        &states[batch],
                        closed,
                        &mut part.open,
                        &mut part.moves,
                        &mut part.lengths,
                    );
                }
                dense.hash.number_all(&part.moves.after, &mut part.places);
            })
        }));
        parallel::map_watched(&mut tasks, how.threads, cancellation, |task| task());
        cancellation.result()
    }

    /// Steps 4 and 5, and new states to the end of the lists.
    fn number(
        &mut self,
        dense: &Dense<S>,
        lists: &mut Lists<S>,
        how: How,
        cancellation: &Cancellation,
    ) -> Result<(), Limit> {
        let mut next = lists.states.len() as u32;
        let mut begins = self
            .parts
            .iter()
            .map(|part| {
                let begin = next;
                next += part.fresh.len() as u32;
                (part, begin)
            })
            .collect::<Vec<_>>();
        parallel::map_watched(&mut begins, how.threads, cancellation, |(part, begin)| {
            for (place, number) in ahead(&dense.numbers, &part.fresh_places).zip(*begin..) {
                place.store(number, Ordering::Relaxed);
            }
        });
        cancellation.result()?;
        let (states, goal, indptr) = (&mut *lists.states, &mut *lists.goal, &mut lists.rows.indptr);
        let parts = &self.parts;
        let mut tasks: Vec<Task> = vec![Box::new(|| {
            for part in parts {
                states.extend_from_slice(&part.fresh);
                goal.extend_from_slice(&part.goal);
                if how.keeps_rows {
                    let mut end = indptr.last().copied().unwrap_or_default();
                    indptr.extend(part.lengths.iter().map(|&moves| {
                        end += u64::from(moves);
                        end
                    }));
                }
            }
        })];
        self.rows.resize_with(parts.len(), Vec::new);
        if how.keeps_rows {
            tasks.extend(self.rows.iter_mut().zip(parts).map(|(rows, part)| -> Task {
                Box::new(move || {
                    rows.extend(
                        ahead(&dense.numbers, &part.places).map(|place| place.load(Ordering::Relaxed)),
                    );
                })
            }));
        }
        parallel::map_watched(&mut tasks, how.threads, cancellation, |task| task());
        cancellation.result()
    }

    /// Appends the rows of the last block to the others.
    pub fn gather_rows(&mut self, indices: &mut Vec<u32>) {
        gather_into(self.rows.iter_mut(), indices);
    }
}

impl<S: Packed> Part<S> {
    fn clear(&mut self) {
        self.moves.clear();
        self.lengths.clear();
        self.places.clear();
        self.fresh.clear();
        self.fresh_places.clear();
        self.goal.clear();
    }

    /// Step 2.
    fn claim(&mut self, numbers: &[AtomicU32], cancellation: &Cancellation) {
        for (some, first) in self.places.chunks(LOOK_EVERY).zip((self.first..).step_by(LOOK_EVERY)) {
            if cancellation.is_cancelled() {
                return;
            }
            for (place, turn) in ahead(numbers, some).zip(first..) {
                if place.load(Ordering::Relaxed) > turn {
                    place.fetch_min(turn, Ordering::Relaxed);
                }
            }
        }
    }

    /// Step 3.
    fn find_fresh(&mut self, rules: &dyn DynPuzzle<S>, numbers: &[AtomicU32], cancellation: &Cancellation) {
        let states = self.moves.after.chunks(LOOK_EVERY);
        for ((some, after), first) in
            self.places.chunks(LOOK_EVERY).zip(states).zip((self.first..).step_by(LOOK_EVERY))
        {
            if cancellation.is_cancelled() {
                return;
            }
            for (((place, turn), &at), &state) in ahead(numbers, some).zip(first..).zip(some).zip(after) {
                if place.load(Ordering::Relaxed) == turn {
                    self.fresh.push(state);
                    self.fresh_places.push(at);
                    self.goal.push(rules.is_goal(state));
                }
            }
        }
    }
}
