//! A map by plain breadth-first search through the trait: for every family, and the reference for faster mappers.

mod blocks;
mod by_cost;
mod dense;

use std::ops::Range;

use crate::distances::{backwards, goals, symmetric};
use crate::levels::{by_levels, by_rows};
use crate::listed::{Dense, Listed, Numbers};
use crate::map::{Map, MapOptions, Rows, Unmapped};
use blocks::{Blocks, How, Lists};
use clew_core::memory::list_bytes;
use clew_core::packed::Packed;
use clew_core::puzzle::Backward;
use clew_core::seen::numbers::NONE;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::dyn_puzzle::{Direction, DynPuzzle, Row, TOGETHER};
use clew_search::parallel::{BLOCKS_FROM, block_size};
use dense::DenseBlocks;

const CHECK_EVERY: u64 = 1024;
/// Entries that may be added to a list between two checks of the limits.
const SOON: usize = 8 * CHECK_EVERY as usize;
/// Positions get a list of numbers, with an entry for each, once at least one in this many of them was met.
const DENSE_FROM: usize = 16;
/// Within this many states of a limit on them, and of the most that a map has, states are taken a few at a time.
const NEAR: u64 = 1 << 14;

/// Maps what can be reached from `start`.
pub fn explore<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    start: S,
    options: MapOptions,
    watch: &mut Watch,
) -> Result<Map<S>, Unmapped> {
    watch.phase = "map";
    let mut builder = MapBuilder::new(rules, start, options);
    if rules.unit_cost() {
        builder.number_by_layers(watch)?;
    } else {
        builder.number_by_cost(watch)?;
    }
    builder.look(watch)?;
    watch.phase = "distances";
    let distance = builder.distances(watch)?;
    Ok(builder.map(distance))
}

/// A map under construction.
struct MapBuilder<'a, S: Packed> {
    rules: &'a dyn DynPuzzle<S>,
    options: MapOptions,
    listed: Listed<S>,
    rows: Rows,
    edges: u64,
    depth: Vec<u16>,
    goal: Vec<bool>,
    cut: bool,
    /// Whether rows are kept. They are even if the caller wants none, if distances cannot be computed without them.
    keeps_rows: bool,
    /// Bytes of what waits to be expanded.
    waiting: usize,
    /// A few states, their moves, the numbers of the states after them, and which of those are new.
    open: Vec<S>,
    row: Row<S>,
    numbers: Vec<u32>,
    fresh: Vec<S>,
    blocks: Blocks<S>,
    dense: DenseBlocks<S>,
    work: Work,
}

impl<'a, S: Packed> MapBuilder<'a, S> {
    fn new(rules: &'a dyn DynPuzzle<S>, start: S, options: MapOptions) -> Self {
        let unit = rules.unit_cost();
        Self {
            rules,
            options,
            listed: Listed::of(start),
            rows: Rows { indptr: vec![0], indices: Vec::new(), costs: (!unit).then(Vec::new) },
            edges: 0,
            depth: vec![0],
            goal: vec![rules.is_goal(start)],
            cut: false,
            keeps_rows: options.edges || rules.backward() == Backward::No || !unit,
            waiting: 0,
            open: Vec::new(),
            row: Row::default(),
            numbers: Vec::new(),
            fresh: Vec::new(),
            blocks: Blocks::default(),
            dense: DenseBlocks::default(),
            work: Work::default(),
        }
    }

    /// Whether the moves of this state may be made. Notes if only the depth forbids it.
    fn opens(&mut self, number: usize) -> bool {
        if self.goal[number] && !self.options.expand_goals {
            return false;
        }
        let too_deep = self.options.max_depth.is_some_and(|most| u32::from(self.depth[number]) >= most);
        self.cut |= too_deep;
        !too_deep
    }

    /// States get their numbers when they are first met, and rows are made on the way.
    fn number_by_layers(&mut self, watch: &mut Watch) -> Result<(), Unmapped> {
        let slow = watch.outside.is_some();
        let mut layer = 0..1;
        while !layer.is_empty() {
            let depth = u32::from(self.depth[layer.start]) + 1;
            let whole = self.options.max_depth.is_none_or(|most| depth <= most) && watch.admits(depth);
            if layer.len() >= BLOCKS_FROM {
                self.number_densely(watch)?;
            }
            let (mut next, end) = (layer.start, layer.end);
            while next < end {
                let to = match self.block(end - next, watch) {
                    Some(block) if whole && !slow && layer.len() >= BLOCKS_FROM && self.sorts() => {
                        next + block
                    }
                    // Checks come at the same states, however layers are cut.
                    _ => end.min(if slow { next + 1 } else { (next + 1).next_multiple_of(TOGETHER) }),
                };
                if to - next > TOGETHER {
                    self.take_block(next..to, depth, watch)?;
                } else {
                    self.take_few(next..to, depth, watch)?;
                }
                next = to;
            }
            self.gather_rows();
            layer = end..self.listed.len();
        }
        (self.blocks, self.dense) = (Blocks::default(), DenseBlocks::default());
        Ok(())
    }

    /// Appends the rows of the last block to the others.
    fn gather_rows(&mut self) {
        self.blocks.gather_rows(&mut self.rows.indices);
        self.dense.gather_rows(&mut self.rows.indices);
    }

    /// Numbers stand in a list from here on, if the family numbers all positions and many of them are met.
    fn number_densely(&mut self, watch: &mut Watch) -> Result<(), Unmapped> {
        if matches!(self.listed.numbers, Numbers::Dense(_)) {
            return Ok(());
        }
        let Some(hash) = self.rules.perfect_hash(DENSE_FROM * self.listed.len()) else { return Ok(()) };
        let work = self.work_now();
        if watch.room_for(work.bytes as usize + Dense::bytes_for(&*hash)).is_err() {
            return Ok(());
        }
        let made = Dense::new(hash, &self.listed.states, watch);
        self.listed.numbers = Numbers::Dense(made.map_err(|limit| Unmapped::Limit(limit, work))?);
        Ok(())
    }

    /// States of the next block of a layer of which `left` are left; `None` if a limit is near.
    fn block(&self, left: usize, watch: &Watch) -> Option<usize> {
        let stored = self.listed.len() as u64;
        let most = watch.limits.states.unwrap_or(u64::MAX).min(u64::from(u32::MAX) / 2);
        let room = most.saturating_sub(stored);
        let (fan, each) = match self.listed.numbers {
            Numbers::Hashed(_) => (self.blocks.fan, Blocks::<S>::bytes_each()),
            Numbers::Dense(_) => (self.dense.fan.max(self.blocks.fan), DenseBlocks::<S>::bytes_each()),
        };
        (room >= NEAR).then(|| left.min(block_size(fan, fan * each, room, watch.limits.memory)))
    }

    /// Whether blocks are worth sorting: not for one thread that finds numbers in a list.
    fn sorts(&self) -> bool {
        self.options.threads > 1 || matches!(self.listed.numbers, Numbers::Hashed(_))
    }

    /// Expands a few states of a layer.
    fn take_few(&mut self, states: Range<usize>, depth: u32, watch: &mut Watch) -> Result<(), Unmapped> {
        if watch.due(states.start as u64, CHECK_EVERY) {
            self.look(watch)?;
        }
        self.gather_rows();
        self.open.clear();
        self.row.clear();
        let mut opens = 0u64;
        for (place, number) in states.clone().enumerate() {
            if self.opens(number) {
                self.open.push(self.listed.states[number]);
                opens |= 1 << place;
            }
        }
        self.rules.rows(&self.open, &mut self.row);
        if !self.open.is_empty() {
            self.work.expanded += self.open.len() as u64;
            self.work.depth = depth;
        }
        if self.keeps_rows {
            let (mut end, mut lengths) = (self.rows.indices.len() as u64, self.row.lengths.iter());
            for place in 0..states.len() {
                if opens >> place & 1 != 0 {
                    end += lengths.next().map_or(0, |&moves| u64::from(moves));
                }
                self.rows.indptr.push(end);
            }
        }
        self.edges += self.row.after.len() as u64;
        self.numbers.clear();
        self.fresh.clear();
        let numbers = if self.keeps_rows { &mut self.rows.indices } else { &mut self.numbers };
        let known = self.listed.len();
        self.listed.numbers.number_all(&self.row.after, known as u32, numbers, &mut self.fresh);
        if known + self.fresh.len() > NONE as usize {
            return Err(Unmapped::too_many(u64::from(u32::MAX)));
        }
        self.listed.states.extend_from_slice(&self.fresh);
        self.goal.extend(self.fresh.iter().map(|&state| self.rules.is_goal(state)));
        self.met(depth, watch)
    }

    /// Expands a block of a large layer.
    fn take_block(&mut self, states: Range<usize>, depth: u32, watch: &mut Watch) -> Result<(), Unmapped> {
        let how = How {
            expand_goals: self.options.expand_goals,
            keeps_rows: self.keeps_rows,
            threads: self.options.threads.max(1),
        };
        let closed = if how.expand_goals { 0 } else { goals(&self.goal[states.clone()]).count() };
        let expanded = (states.len() - closed) as u64;
        let moves = self.expand_and_number(states, how, watch)?;
        self.look(watch)?;
        self.edges += moves as u64;
        self.work.expanded += expanded;
        self.work.depth = depth;
        self.met(depth, watch)
    }

    fn expand_and_number(
        &mut self,
        block: Range<usize>,
        how: How,
        watch: &mut Watch,
    ) -> Result<usize, Unmapped> {
        let work = self.work_now();
        let stopped = |limit| Unmapped::Limit(limit, work);
        let rules = self.rules;
        let Listed { states, numbers } = &mut self.listed;
        let mut lists = Lists { states, goal: &mut self.goal, rows: &mut self.rows };
        match numbers {
            Numbers::Dense(dense) => {
                self.dense.take(rules, dense, block, &mut lists, (how, watch)).map_err(stopped)
            }
            Numbers::Hashed(seen) => {
                let moves =
                    self.blocks.expand(rules, block, seen, &mut lists, (how, watch)).map_err(stopped)?;
                // The memory is reserved but untouched: it is counted before it is used.
                self.look(watch)?;
                let Listed { states, numbers: Numbers::Hashed(seen) } = &mut self.listed else {
                    unreachable!("numbers are as they were")
                };
                let mut lists = Lists { states, goal: &mut self.goal, rows: &mut self.rows };
                self.blocks.number(rules, seen, &mut lists, (how, watch)).map_err(stopped)?;
                Ok(moves)
            }
        }
    }

    /// Notes the depth of the states that are new.
    fn met(&mut self, depth: u32, watch: &Watch) -> Result<(), Unmapped> {
        if self.depth.len() < self.listed.len() {
            if !watch.admits(depth) {
                return Err(Unmapped::Limit(Limit::Moves, self.work_now()));
            }
            let near = u16::try_from(depth).ok().filter(|&depth| depth != u16::MAX);
            self.depth.resize(self.listed.len(), near.ok_or_else(Unmapped::too_long)?);
        }
        Ok(())
    }

    fn work_now(&self) -> Work {
        let costs = self.rows.costs.as_ref().map_or(0, |costs| list_bytes(costs, SOON));
        let rows = list_bytes(&self.rows.indptr, SOON) + list_bytes(&self.rows.indices, SOON) + costs;
        let lists = list_bytes(&self.depth, SOON) + list_bytes(&self.goal, SOON) + self.waiting;
        let bytes =
            (self.listed.bytes_soon(SOON) + rows + lists + self.blocks.bytes() + self.dense.bytes()) as u64;
        Work { stored: self.listed.len() as u64, bytes, ..self.work }
    }

    fn look(&self, watch: &mut Watch) -> Result<(), Unmapped> {
        let work = self.work_now();
        watch.check(&work).map_err(|limit| Unmapped::Limit(limit, work))
    }

    fn distances(&mut self, watch: &mut Watch) -> Result<Vec<u16>, Unmapped> {
        let work = self.work_now();
        if !self.keeps_rows {
            return self.distances_by_rule(watch, work);
        }
        let whole = self.options.expand_goals && !self.cut;
        if whole && self.rules.unit_cost() && self.rules.backward() == Backward::Reversible {
            let (indptr, indices) = (&self.rows.indptr, &self.rows.indices);
            return match self.options.threads {
                0 | 1 => symmetric(indptr, indices, goals(&self.goal), work, watch),
                threads => by_rows(&self.rows, goals(&self.goal), threads, work, watch),
            };
        }
        backwards(&self.rows, &self.goal, work, watch)
    }

    /// Distances without rows, from the family's predecessors.
    fn distances_by_rule(&self, watch: &mut Watch, work: Work) -> Result<Vec<u16>, Unmapped> {
        let Self { rules, options, listed, goal, depth, .. } = self;
        let opens = |number: u32| {
            let at = number as usize;
            (options.expand_goals || !goal[at])
                && options.max_depth.is_none_or(|most| u32::from(depth[at]) < most)
        };
        let before = |numbers: &[u32], states: &mut Vec<S>, found: &mut Vec<u32>| {
            states.clear();
            for few in numbers.chunks(TOGETHER) {
                let mut from = [S::ZERO; TOGETHER];
                from.iter_mut().zip(few).for_each(|(state, &number)| *state = listed.states[number as usize]);
                rules.neighbours(Direction::Backward, &from[..few.len()], states);
            }
            listed.numbers.find_all(states, found);
            found.retain(|&number| number != NONE && opens(number));
        };
        by_levels(listed.len(), goals(goal), options.threads, before, work, watch)
    }

    fn map(mut self, distance: Vec<u16>) -> Map<S> {
        let work = self.work_now();
        self.rows.indices.shrink_to_fit();
        Map {
            places: Box::new(self.listed),
            start: 0,
            rows: self.options.edges.then_some(self.rows),
            edges: self.edges,
            distance,
            depth: self.depth,
            goal: self.goal,
            cut: self.cut,
            work,
        }
    }
}
