//! Large layers of a map: a block at a time, on any number of threads.
//!
//! States get their numbers in the order in which they are met, so a thread cannot number what it meets before it is known
//! what the threads before it meet. Four steps, each on all threads, and nothing is looked up twice:
//!
//! ```text
//!   part 1  a b | c a     1. each part: the states after, sorted by shard of the table; the order is noted
//!   part 2  b d | c       2. each shard: all its states in the order of the parts; what is new is counted
//!                         3. each part: new states are numbered, from where the parts before it end
//!     a b c | d           4. each shard: numbers into its slots; each part: what an earlier part numbered, into its rows
//!     7 8 9   10
//! ```
//!
//! Also on one thread this is faster than one state after the other: look-ups in a shard hit fewer pages and cache lines.
//! Between steps 2 and 4, a number of `known` or more means: the new state of this shard with that index.

use std::ops::Range;

use crate::map::Rows;
use clew_core::packed::Packed;
use clew_core::seen::{SHARDS, Seen, shard_of};
use clew_core::watch::{Limit, Watch};
use clew_search::dyn_puzzle::{DynPuzzle, Row, TOGETHER};
use clew_search::parallel::{self, ByShard, Cancellation, Task};

/// A part of a block.
struct Part<S> {
    states: Range<usize>,
    sorted: ByShard<S>,
    /// The shard of each state after, in order.
    shards: Vec<u8>,
    /// Moves of each state.
    lengths: Vec<u32>,
    /// How many states of each shard the parts before this one have, and how many new ones.
    begins: Vec<[u32; 2]>,
    /// Numbers of the states that are new in this part, by shard; those states in order; which are goals.
    numbered: Vec<Vec<u32>>,
    fresh: Vec<S>,
    goal: Vec<bool>,
}

impl<S> Default for Part<S> {
    fn default() -> Self {
        Self {
            states: 0..0,
            sorted: ByShard::default(),
            shards: Vec::new(),
            lengths: Vec::new(),
            begins: vec![[0; 2]; SHARDS],
            numbered: vec![Vec::new(); SHARDS],
            fresh: Vec::new(),
            goal: Vec::new(),
        }
    }
}

/// Some states and their moves, held temporarily.
struct Moves<S> {
    open: Vec<S>,
    row: Row<S>,
}

impl<S> Default for Moves<S> {
    fn default() -> Self {
        Self { open: Vec::new(), row: Row::default() }
    }
}

/// The rows of a part, one after the other.
#[derive(Default)]
struct PartRows {
    numbers: Vec<u32>,
    /// Places in it whose number another part gives: the place, the shard and the index in it.
    open: Vec<(u32, u8, u32)>,
}

/// What a block gives to a shard.
#[derive(Default)]
#[repr(align(128))]
struct Side {
    numbers: Vec<u32>,
    /// Where the new states are.
    slots: Vec<u32>,
}

/// Buffers for blocks, used again from block to block.
pub(super) struct Blocks<S> {
    parts: Vec<Part<S>>,
    rows: Vec<PartRows>,
    sides: Vec<Side>,
    /// Successors of a state in the last block, on average.
    pub fan: usize,
}

impl<S> Default for Blocks<S> {
    fn default() -> Self {
        Self { parts: Vec::new(), rows: Vec::new(), sides: Vec::new(), fan: 0 }
    }
}

/// Lists to which blocks append.
pub(super) struct Lists<'a, S: Packed> {
    pub states: &'a mut Vec<S>,
    pub goal: &'a mut Vec<bool>,
    pub rows: &'a mut Rows,
}

/// How blocks are expanded.
#[derive(Clone, Copy)]
pub(super) struct How {
    pub expand_goals: bool,
    pub keeps_rows: bool,
    pub threads: usize,
}

impl<S: Packed> Blocks<S> {
    pub fn bytes(&self) -> usize {
        let parts = self.parts.iter().map(|part| {
            let lists = 4 * part.lengths.capacity() + part.shards.capacity() + part.goal.capacity();
            let numbered: usize = part.numbered.iter().map(Vec::capacity).sum();
            lists + 4 * numbered + part.sorted.bytes() + part.fresh.capacity() * size_of::<S>()
        });
        let open = size_of::<(u32, u8, u32)>();
        let rows = self.rows.iter().map(|rows| 4 * rows.numbers.capacity() + open * rows.open.capacity());
        let sides = self.sides.iter().map(|side| 4 * (side.numbers.capacity() + side.slots.capacity()));
        parts.chain(rows).chain(sides).sum()
    }

    /// Bytes that a successor takes in the buffers, more or less.
    pub const fn bytes_each() -> usize {
        2 * size_of::<S>() + 4 * size_of::<u32>()
    }

    /// Step 1 for these states. Then memory is reserved for what may be new; the caller counts it before it is used.
    /// Returns how many moves there are.
    pub fn expand(
        &mut self,
        rules: &dyn DynPuzzle<S>,
        block: Range<usize>,
        seen: &mut Seen<S, u32>,
        lists: &mut Lists<S>,
        (how, watch): (How, &mut Watch),
    ) -> Result<usize, Limit> {
        let many = parallel::parts_for(how.threads).min(block.len());
        // Rows of the block before, so that no thread waits for it.
        let mut before = std::mem::take(&mut self.rows);
        let mut moved = std::mem::take(&mut lists.rows.indices);
        self.parts.resize_with(many, Part::default);
        for (part, states) in self.parts.iter_mut().zip(parallel::split(block.len(), many)) {
            part.states = block.start + states.start..block.start + states.end;
        }
        let (states, goal) = (&*lists.states, &*lists.goal);
        let cancellation = &Cancellation::new(watch);
        let mut tasks: Vec<Task> = vec![Box::new(|| gather(&mut before, &mut moved))];
        tasks.extend(self.parts.iter_mut().map(|part| -> Task {
            let mut moves = Moves::default();
            Box::new(move || {
                part.clear();
                let batches = part.states.clone().step_by(TOGETHER);
                let end = part.states.end;
                for batch in batches.map(|from| from..end.min(from + TOGETHER)) {
                    if cancellation.is_cancelled() {
                        return;
                    }
                    let closed = if how.expand_goals { &[] } else { &goal[batch.clone()] };
                    part.expand(rules, &states[batch], closed, &mut moves);
                }
            })
        }));
        parallel::map_watched(&mut tasks, how.threads, cancellation, |task| task());
        drop(tasks);
        (self.rows, lists.rows.indices) = (before, moved);
        cancellation.result()?;
        seen.split();
        for (number, shard) in seen.shards_mut().iter_mut().enumerate() {
            shard.reserve(self.parts.iter().map(|part| part.sorted.shard(number).len()).sum());
        }
        let moves: usize = self.parts.iter().map(|part| part.shards.len()).sum();
        self.fan = moves.div_ceil(block.len());
        Ok(moves)
    }

    /// Steps 2 to 4.
    pub fn number(
        &mut self,
        rules: &dyn DynPuzzle<S>,
        seen: &mut Seen<S, u32>,
        lists: &mut Lists<S>,
        (how, watch): (How, &mut Watch),
    ) -> Result<(), Limit> {
        let known = lists.states.len() as u32;
        self.sides.resize_with(SHARDS, Side::default);
        self.rows.resize_with(self.parts.len(), PartRows::default);
        let cancellation = &Cancellation::new(watch);
        let shards = seen.shards_mut().iter_mut().zip(&mut self.sides).enumerate();
        let mut shards: Vec<_> = shards.collect();
        // Shards that grow take longest, so they come first: no thread waits for another at the end.
        shards.sort_by_key(|(_, (shard, _))| !shard.grows());
        let parts = &self.parts;
        let mut begins =
            parallel::map_watched(&mut shards, how.threads, cancellation, |(number, (shard, side))| {
                shard.settle();
                side.numbers.clear();
                side.slots.clear();
                let mut begins = Vec::with_capacity(parts.len());
                cancellation.each(parts, |part| {
                    let fresh = side.slots.len() as u32;
                    begins.push([side.numbers.len() as u32, fresh]);
                    let states = part.sorted.shard(*number);
                    shard.number_all(states, known + fresh, &mut side.numbers, &mut side.slots);
                });
                (*number, begins)
            });
        cancellation.result()?;
        begins.sort_unstable_by_key(|&(number, _)| number);
        for (number, begins) in begins {
            for (part, begin) in self.parts.iter_mut().zip(begins) {
                part.begins[number] = begin;
            }
        }
        let sides = &self.sides;
        let mut both: Vec<_> = self.parts.iter_mut().zip(&mut self.rows).collect();
        parallel::map_watched(&mut both, how.threads, cancellation, |(part, rows)| {
            part.number(rules, known, sides, rows, how.keeps_rows);
        });
        cancellation.result()?;
        self.finish(seen, lists, how, cancellation);
        cancellation.result()
    }

    /// Step 4, and new states to the end of the lists.
    fn finish(
        &mut self,
        seen: &mut Seen<S, u32>,
        lists: &mut Lists<S>,
        how: How,
        cancellation: &Cancellation,
    ) {
        let (parts, sides) = (&self.parts, &self.sides);
        let (states, goal, indptr) = (&mut *lists.states, &mut *lists.goal, &mut lists.rows.indptr);
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
        tasks.extend(self.rows.iter_mut().map(|rows| -> Task {
            Box::new(move || {
                for &(place, shard, index) in &rows.open {
                    let from = |part: &&Part<S>| part.begins[usize::from(shard)][1] <= index;
                    // Of parts that begin alike, the last is the one that has it.
                    let part = parts.iter().take_while(from).last().expect("the first part begins at 0");
                    let begin = part.begins[usize::from(shard)][1];
                    rows.numbers[place as usize] =
                        part.numbered[usize::from(shard)][(index - begin) as usize];
                }
            })
        }));
        let shards = seen.shards_mut().iter_mut().zip(sides).enumerate();
        tasks.extend(shards.map(|(number, (shard, side))| -> Task {
            Box::new(move || {
                let numbers = parts.iter().flat_map(|part| &part.numbered[number]).copied();
                shard.renumber(&side.slots, numbers);
            })
        }));
        parallel::map_watched(&mut tasks, how.threads, cancellation, |task| task());
    }

    /// Appends the rows of the last block to the others.
    pub fn gather_rows(&mut self, indices: &mut Vec<u32>) {
        gather(&mut self.rows, indices);
    }
}

fn gather(rows: &mut [PartRows], indices: &mut Vec<u32>) {
    gather_into(rows.iter_mut().map(|part| &mut part.numbers), indices);
}

/// Moves the rows of parts to the end of the list.
pub(super) fn gather_into<'a>(rows: impl Iterator<Item = &'a mut Vec<u32>>, indices: &mut Vec<u32>) {
    for part in rows {
        indices.extend_from_slice(part);
        part.clear();
    }
}

/// Appends the moves of some states, but for those that are `closed`; none are where the list of them is empty. The
/// lengths of their rows, 0 for a closed state, go to `lengths`, not to `row`.
pub(super) fn open_rows<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    states: &[S],
    closed: &[bool],
    open: &mut Vec<S>,
    row: &mut Row<S>,
    lengths: &mut Vec<u32>,
) {
    row.lengths.clear();
    if closed.contains(&true) {
        open.clear();
        open.extend(states.iter().zip(closed).filter(|&(_, &closed)| !closed).map(|(&state, _)| state));
        rules.rows(open, row);
        let mut opened = row.lengths.iter();
        let length = |&closed: &bool| if closed { None } else { opened.next().copied() };
        lengths.extend(closed.iter().map(length).map(Option::unwrap_or_default));
    } else {
        rules.rows(states, row);
        lengths.extend_from_slice(&row.lengths);
    }
}

impl<S: Packed> Part<S> {
    fn clear(&mut self) {
        self.sorted.clear();
        self.numbered.iter_mut().for_each(Vec::clear);
        self.shards.clear();
        self.lengths.clear();
        self.fresh.clear();
        self.goal.clear();
    }

    /// Expands some states, but for those that are `closed`; see [`open_rows`].
    fn expand(&mut self, rules: &dyn DynPuzzle<S>, states: &[S], closed: &[bool], moves: &mut Moves<S>) {
        let Moves { open, row } = moves;
        row.clear();
        open_rows(rules, states, closed, open, row, &mut self.lengths);
        for &after in &row.after {
            let shard = shard_of(after.hash());
            self.sorted.push(shard, after);
            self.shards.push(shard as u8);
        }
    }

    /// Step 3.
    fn number(
        &mut self,
        rules: &dyn DynPuzzle<S>,
        known: u32,
        sides: &[Side],
        rows: &mut PartRows,
        keeps_rows: bool,
    ) {
        rows.numbers.clear();
        rows.open.clear();
        let mut next = known + self.begins.iter().map(|&[_, fresh]| fresh).sum::<u32>();
        let mut taken = [0u32; SHARDS];
        for (place, &shard) in (0..).zip(&self.shards) {
            let at = usize::from(shard);
            let [begin, first] = self.begins[at];
            let turn = taken[at];
            taken[at] += 1;
            let mut number = sides[at].numbers[(begin + turn) as usize];
            if number >= known {
                let (index, numbered) = (number - known, &mut self.numbered[at]);
                // Whatever came first in the shard is numbered first.
                if index == first + numbered.len() as u32 {
                    number = next;
                    next += 1;
                    numbered.push(number);
                    let state = self.sorted.shard(at)[turn as usize];
                    self.fresh.push(state);
                    self.goal.push(rules.is_goal(state));
                } else if index >= first {
                    number = numbered[(index - first) as usize];
                } else if keeps_rows {
                    rows.open.push((place, shard, index));
                }
            }
            if keeps_rows {
                rows.numbers.push(number);
            }
        }
    }
}
