//! The number of optimal solutions of a board with one hole, by walks from both ends ([`walks`](clew_search::walks)).
//!
//! ```text
//!   start  )))))            (((((  goals          length L is known
//!   kept while depth + (bound to a goal) <= L     kept while depth + (bound to the start) <= L
//! ```
//!
//! The start is as good a goal as any: moves can be undone, so the bound by colour, made for the start's
//! arrangement as plates, bounds the way back to it. A state on a solution of L moves is within both bounds, wherever
//! on it.
//!
//! The marks of a state say by which of the hole's neighbours it was entered. A step back there is part of no
//! shortest solution, so none is made, by whichever walk the state was reached:
//!
//! ```text
//!   a - b      the hole came to x from a and from b: of its four moves only those to c and d are made,
//!   c x d      since the states before are one move nearer to the start
//! ```
//!
//! Above those bits the marks hold the state's sum of distances, from which those of its successors follow.
//!
//! Once a layer is large, pairs of colours ([`word_pairs`](super::word_pairs)) are built for its end. On Panguru boards
//! of 25 moves they leave out half of the states that distances keep. Most of that half is left out at once,
//! with all that would follow; later, asking takes more than it saves. So a sample of each layer tells whether they are
//! asked: the states whose hash ends with some zeros, which are the same for any number of threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use super::costs::Costs;
use super::pairs::{Asked, Destination};
use super::word_pairs::{Seen, WordPairs};
use super::words::{Change, FARTHEST, Indices, Words};
use crate::pebbles::board::{Hop, Pebbles};
use crate::pebbles::bound::Bound;
use clew_core::packed::Packed;
use clew_core::puzzle::Puzzle;
use clew_core::watch::{Limit, Watch};
use clew_search::walks::{Coming, Side, Tallied, Walks};

/// More goals than this are too many to start from.
const MOST_GOALS: usize = 1 << 16;
/// Neighbours of a cell that have a mark; of others steps back are made, in vain.
const MOST_MARKS: u32 = 16;
/// Pairs are used where they leave out at least one state in this many.
const WORTH_IT: u32 = 6;

/// The number of solutions from `start`, all of the optimal length; `None` if there are too many goals, or a
/// number or a table would be too large. `held`: bytes of the tables that are there.
pub fn count<W: Packed>(
    puzzle: &Pebbles<W>,
    held: u64,
    start: W,
    Asked { length, threads, pairs }: Asked,
    watch: &mut Watch,
) -> Option<Result<BigUint, Limit>> {
    let mut goals = Vec::new();
    if length >= FARTHEST || !puzzle.goals(MOST_GOALS, &mut goals) {
        return None;
    }
    let plates: Vec<u8> = puzzle.tokens(start).collect();
    let to_start = Bound::new(puzzle.graph(), &plates, puzzle.counts());
    let mut forward = Within::new(puzzle, puzzle.bound().clone(), puzzle.plates())?;
    let mut backward = Within::new(puzzle, to_start, &plates)?;
    (forward.wants_pairs, backward.wants_pairs) = (pairs, pairs);
    Walks { forward: &forward, backward: &backward, length, threads, bytes: held as usize }
        .count(start, goals, watch)
}

/// The moves that stay within a bound.
struct Within<'a, W: Packed> {
    puzzle: &'a Pebbles<W>,
    words: Words,
    /// By the hole's cell.
    steps: Vec<Vec<Step>>,
    /// By step and token, what changes.
    changes: Vec<Change>,
    plates: &'a [u8],
    wants_pairs: bool,
    /// Once a layer is large.
    pairs: OnceLock<WordPairs>,
    /// Whether they are used for the layer that is expanded.
    pairs_pay: AtomicBool,
}

/// A step of the hole.
#[derive(Clone, Copy)]
struct Step {
    to: u16,
    /// The first bit of the cell that it goes to.
    shift: u32,
    /// The mark of a state on which the step back would be this one.
    mark: u32,
    /// The mark of the state after it.
    back: u32,
    /// Where its changes begin.
    changes: usize,
}

fn mark(place: usize) -> u32 {
    if place < MOST_MARKS as usize { 1 << place } else { 0 }
}

impl<'a, W: Packed> Within<'a, W> {
    fn new(puzzle: &'a Pebbles<W>, bound: Bound, plates: &'a [u8]) -> Option<Self> {
        let words = Words::new(puzzle, bound)?;
        let (graph, tokens) = (puzzle.graph(), puzzle.counts().len());
        let place = |of: usize, at: usize| graph.neighbours(at).iter().position(|&cell| cell == of);
        let mut within = Self {
            puzzle,
            words,
            steps: Vec::new(),
            changes: Vec::new(),
            plates,
            wants_pairs: false,
            pairs: OnceLock::new(),
            pairs_pay: AtomicBool::new(false),
        };
        for hole in 0..graph.cells() {
            let mut steps = Vec::new();
            for (number, &to) in graph.neighbours(hole).iter().enumerate() {
                steps.push(Step {
                    to: to as u16,
                    shift: puzzle.shift(to),
                    mark: mark(number),
                    back: place(hole, to).map_or(0, mark),
                    changes: within.changes.len(),
                });
                within.changes.push(Change::default());
                let change = |token| within.words.change(token, [to, hole]);
                let changes: Vec<Change> = (1..tokens).map(change).collect();
                within.changes.extend(changes);
            }
            within.steps.push(steps);
        }
        Some(within)
    }
}

impl<W: Packed> Side<W> for Within<'_, W> {
    fn most_moves(&self) -> usize {
        self.steps.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn first_marks(&self, state: W) -> u32 {
        // A goal that is farther than any field can say is farther than the length, and so are all next to it.
        self.words.sum(self.words.read(state)).min(u32::from(u8::MAX)) << MOST_MARKS
    }

    fn bytes(&self) -> usize {
        self.words.bytes() + self.pairs.get().map_or(0, WordPairs::bytes)
    }

    fn prepare(&self, coming: Coming<W>, watch: &mut Watch) -> Result<(), Limit> {
        if self.wants_pairs && self.pairs.get().is_none() {
            let (puzzle, plates, bound, length) =
                (self.puzzle, self.plates, self.words.bound(), coming.length);
            let costs = || Costs::new(bound, plates.len(), puzzle.counts()).map(Arc::new);
            let destination = Destination { puzzle, plates, length };
            if let Some((layout, patterns)) = destination.pairs(costs, coming.states, coming.held, watch)? {
                self.pairs.get_or_init(|| WordPairs::new(&self.words, &layout, patterns));
            }
        }
        if let Some(pairs) = self.pairs.get() {
            let (mut asked, mut cut) = (0, 0);
            for from in coming.sample {
                let at = self.words.read(from.state);
                let seen = pairs.see(&self.words, at);
                self.each_near(from, at, coming.left, |child| {
                    asked += 1;
                    cut += u32::from(!child.is_admitted(pairs, &seen, at, coming.left));
                });
            }
            self.pairs_pay.store(cut * WORTH_IT >= asked, Ordering::Relaxed);
        }
        Ok(())
    }

    #[inline(always)]
    fn each_next(&self, from: Tallied<W>, left: u32, mut visit: impl FnMut(W, u32)) {
        let at = self.words.read(from.state);
        match self.pairs.get().filter(|_| self.pairs_pay.load(Ordering::Relaxed)) {
            None => self.each_near(from, at, left, |child| visit(child.state, child.marks())),
            Some(pairs) => {
                let seen = pairs.see(&self.words, at);
                self.each_near(from, at, left, |child| {
                    if child.is_admitted(pairs, &seen, at, left) {
                        visit(child.state, child.marks());
                    }
                });
            }
        }
    }
}

/// A state one move on, within distances.
struct Child<W> {
    state: W,
    /// What has moved.
    token: usize,
    change: Change,
    estimate: u32,
    /// The mark of the way back.
    back: u32,
}

impl<W> Child<W> {
    fn marks(&self) -> u32 {
        self.estimate << MOST_MARKS | self.back
    }

    /// Whether it is within pairs of colours too; `seen` and `at` are of the state before it.
    #[inline(always)]
    fn is_admitted(&self, pairs: &WordPairs, seen: &Seen, at: Indices, left: u32) -> bool {
        let room = left - self.estimate;
        pairs.beyond(seen, at, self.token, self.change, room) <= room
    }
}

impl<W: Packed> Within<'_, W> {
    /// Visits the states one move from `from`, which was read as `at`, that distances admit.
    #[inline(always)]
    fn each_near(&self, from: Tallied<W>, at: Indices, left: u32, mut visit: impl FnMut(Child<W>)) {
        let (words, width, sum) = (&self.words, self.puzzle.width(), from.marks() >> MOST_MARKS);
        let hole = words.hole(at);
        for step in &self.steps[hole] {
            if from.marks() & step.mark != 0 {
                continue;
            }
            let token = from.state.field(step.shift, width) as usize;
            let change = self.changes[step.changes + token];
            let estimate = words.after(at, sum, change);
            if estimate > left {
                continue;
            }
            let state = self.puzzle.apply(from.state, Hop { from: step.to, to: hole as u16 });
            visit(Child { state, token, change, estimate, back: step.back });
        }
    }
}
