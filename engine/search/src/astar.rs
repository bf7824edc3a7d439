//! A* (Hart, Nilsson, Raphael 1968) with a bucket queue; with the heuristic left out it is uniform-cost
//! search (Dijkstra 1959), which takes breadth-first search's place where moves do not all cost 1.
//!
//! ```text
//!   f:    7           8               9
//!        [g 3|g 5]   [g 0|...|g 8]   ...        pop: least f, then greatest g (nearest to a goal)
//! ```
//!
//! The closed set holds, for each state ever generated, the least cost g at which it was reached. A state
//! reached cheaper is put into the queue again; its older entries are stale (their g is not the closed one)
//! and skipped when they come up. So the heuristic need not be consistent: the first goal taken from the
//! queue is optimal as long as it never overestimates.
//!
//! **In blocks.** Where many states of the least f wait, a block of them is expanded at once, as a block of a
//! breadth-first layer is ([`crate::breadth_first`]): each thread expands a part of the block and sorts what its moves
//! lead to by shard of the closed set, then each thread lowers the costs in its own shards, and asks for the bounds of
//! what was new or is cheaper now.
//!
//! ```text
//!   f 8:   g 5   s s s s s s s       the block: those of the greatest g first, then those of the next
//!          g 4   s s s s s|s s s     what stays
//! ```
//!
//! Only the order changes in which states of one f are expanded, which A* leaves open. After a block the search goes
//! deeper with what it led to, as it does after a state on one thread: on the last f it expands some blocks more than it
//! must, not all that waits.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::dyn_puzzle::{Direction, DynPuzzle};
use crate::found::Found;
use crate::order;
use crate::parallel::{self, BLOCKS_FROM, Buffers, Cancellation};
use crate::path::{self, moves_along};
use clew_core::chunks::Chunks;
use clew_core::packed::Packed;
use clew_core::puzzle::{Backward, DEAD_END, Puzzle};
use clew_core::seen::{Seen, shard_of};
use clew_core::watch::{Limit, Watch, Work};
use clew_core::whole::WHOLE;

const CHECK_EVERY: u64 = 512;
/// Values of f that have a row of their own; larger ones, of puzzles with large costs, share a tree.
const NEAR: usize = 1 << 14;
/// Within this many states of a limit, states are expanded one by one, so as to stop where it is passed.
const NEAR_LIMIT: u64 = 1 << 14;

/// A block is one part in this many of the states expanded so far, so that those of the last f do not outnumber the rest;
/// but enough for starting threads to be a small part of the work.
const BLOCK_SHARE: u64 = 512;
const LEAST_BLOCK: usize = 1 << 10;

/// Cheapest solution from `start`, guided by the heuristic.
pub fn astar<P: Puzzle>(puzzle: &P, start: P::State, threads: usize, watch: &mut Watch) -> Found<P> {
    best_first(puzzle, true, start, threads, watch)
}

/// Cheapest solution from `start`, without a heuristic.
pub fn uniform_cost<P: Puzzle>(puzzle: &P, start: P::State, watch: &mut Watch) -> Found<P> {
    best_first(puzzle, false, start, 1, watch)
}

fn best_first<P: Puzzle>(
    puzzle: &P,
    guided: bool,
    start: P::State,
    threads: usize,
    watch: &mut Watch,
) -> Found<P> {
    let mut search = BestFirst::new(puzzle, guided, threads);
    let end = search.run(start, watch);
    let bound = search.bound;
    match end {
        BestFirstEnd::Goal(goal, cost) => {
            let may = |state, g| search.may_pass(state, g, cost);
            let announce = |state| search.closed.announce(state);
            let line = order::first(puzzle, start, cost, &announce, &may, watch, search.work(cost));
            let any = || Some(moves_along(puzzle, &search.path(start, goal, cost)?));
            match line.or_else(any) {
                Some(line) => Found::solved(line, cost, search.work(cost)),
                // The heuristic overestimates: a state on the way was reached cheaper since, and waits.
                None if guided => uniform_cost(puzzle, start, watch),
                None => unreachable!("without a heuristic, states are expanded in the order of their costs"),
            }
        }
        BestFirstEnd::Limit(limit, g) => Found::limit(limit, bound, search.work(g)),
        BestFirstEnd::Exhausted if search.cut => {
            search.bound = watch.most_moves() + 1;
            Found::limit(Limit::Moves, search.bound, search.work(0))
        }
        BestFirstEnd::Exhausted => Found::unsolvable(search.work(0)),
    }
}

/// States waiting to be expanded: by f, then by g. Only pairs of them that occur take memory: costs may be large,
/// and without a heuristic every f has one g.
struct Queue<S> {
    /// For each f below [`NEAR`]: by g, rising.
    near: Vec<Vec<(u32, Chunks<S>)>>,
    /// How many states each of these holds.
    waiting: Vec<usize>,
    /// The others: by f, and g falling.
    far: BTreeMap<(u32, Reverse<u32>), Chunks<S>>,
    /// No bucket nearby below this f holds a state.
    least: usize,
    bytes: usize,
}

impl<S: Copy> Queue<S> {
    const BUCKET: usize = size_of::<(u32, Reverse<u32>, Chunks<S>)>();

    fn new() -> Self {
        Self { near: Vec::new(), waiting: Vec::new(), far: BTreeMap::new(), least: usize::MAX, bytes: 0 }
    }

    fn push(&mut self, f: u32, g: u32, state: S) {
        let at = f as usize;
        if at >= NEAR {
            let bucket = self.far.entry((f, Reverse(g))).or_insert_with(|| {
                self.bytes += Self::BUCKET;
                Chunks::default()
            });
            self.bytes -= bucket.touched();
            bucket.push(state);
            self.bytes += bucket.touched();
            return;
        }
        if self.near.len() <= at {
            self.near.resize_with(at + 1, Vec::new);
            self.waiting.resize(at + 1, 0);
        }
        self.least = self.least.min(at);
        self.waiting[at] += 1;
        let row = &mut self.near[at];
        let place = row.binary_search_by_key(&g, |&(g, _)| g).unwrap_or_else(|place| {
            self.bytes += Self::BUCKET;
            row.insert(place, (g, Chunks::default()));
            place
        });
        let bucket = &mut row[place].1;
        self.bytes -= bucket.touched();
        bucket.push(state);
        self.bytes += bucket.touched();
    }

    /// How many more states have the f of the one that [`Queue::pop`] has just given; 0 where costs are large.
    fn alike(&self) -> usize {
        self.waiting.get(self.least).copied().unwrap_or(0)
    }

    /// At most so many of these, of the greatest g, each with its g.
    fn block(&mut self, most: usize) -> Vec<(S, u32)> {
        let (mut block, row) = (Vec::new(), &mut self.near[self.least]);
        while let Some((g, states)) = row.last_mut().filter(|_| block.len() < most) {
            self.bytes -= states.touched();
            let (g, room) = (*g, most - block.len());
            block.extend(std::iter::from_fn(|| states.pop()).take(room).map(|state| (state, g)));
            if states.is_empty() {
                row.pop();
                self.bytes -= Self::BUCKET;
            } else {
                self.bytes += states.touched();
            }
        }
        self.waiting[self.least] -= block.len();
        block
    }

    /// A state of least f and, among those, greatest g.
    fn pop(&mut self) -> Option<(u32, u32, S)> {
        while let Some(row) = self.near.get_mut(self.least) {
            while let Some((g, last)) = row.last_mut() {
                self.bytes -= last.touched();
                let state = last.pop();
                self.bytes += last.touched();
                if let Some(state) = state {
                    self.waiting[self.least] -= 1;
                    return Some((self.least as u32, *g, state));
                }
                row.pop();
                self.bytes -= Self::BUCKET;
            }
            self.least += 1;
        }
        while let Some(mut first) = self.far.first_entry() {
            let (f, Reverse(g)) = *first.key();
            self.bytes -= first.get().touched();
            let state = first.get_mut().pop();
            self.bytes += first.get().touched();
            if let Some(state) = state {
                return Some((f, g, state));
            }
            first.remove();
            self.bytes -= Self::BUCKET;
        }
        None
    }
}

/// How a search ended.
enum BestFirstEnd<S> {
    /// At a goal, of that cost.
    Goal(S, u32),
    /// At a limit, where states of that cost were expanded.
    Limit(Limit, u32),
    /// Nothing was left to expand.
    Exhausted,
}

struct BestFirst<'a, S: Packed> {
    rules: &'a dyn DynPuzzle<S>,
    /// Whether the heuristic is used.
    guided: bool,
    /// Least known cost of each generated state, plus 1 (so that 0 is "never seen").
    closed: Seen<S, u32>,
    queue: Queue<S>,
    stored: u64,
    expanded: u64,
    threads: usize,
    /// So many states of least f are a block.
    blocks_from: usize,
    /// Successors of a state of the last block, on average; 0 before the first.
    fan: usize,
    buffers: Buffers<(S, u32)>,
    /// No solution costs less.
    bound: u32,
    /// A state was left out because its f lies above the caller's limit of moves.
    cut: bool,
}

impl<'a, S: Packed> BestFirst<'a, S> {
    fn new(rules: &'a dyn DynPuzzle<S>, guided: bool, threads: usize) -> Self {
        Self {
            rules,
            guided,
            closed: Seen::default(),
            queue: Queue::new(),
            stored: 0,
            expanded: 0,
            threads,
            blocks_from: BLOCKS_FROM,
            fan: 0,
            buffers: Buffers::default(),
            bound: 0,
            cut: false,
        }
    }

    #[inline(always)]
    fn heuristic(&self, state: S) -> u32 {
        if self.guided { self.rules.heuristic(state) } else { 0 }
    }

    fn work(&self, g: u32) -> Work {
        Work {
            stored: self.stored,
            expanded: self.expanded,
            bytes: (self.closed.bytes_soon() + self.queue.bytes + self.buffers.bytes()) as u64,
            depth: g,
            lower_bound: self.bound,
            ..Work::default()
        }
    }

    fn run(&mut self, start: S, watch: &mut Watch) -> BestFirstEnd<S> {
        self.generate(start, 0, watch);
        let mut after_it = Vec::new();
        // Rules from outside the engine are slow, and run on one thread at a time.
        let in_blocks = WHOLE && watch.outside.is_none();
        while let Some((f, g, state)) = self.queue.pop() {
            if in_blocks && self.queue.alike() >= self.blocks_from && self.room(watch) >= NEAR_LIMIT {
                let mut block = self.queue.block(self.block_size(watch));
                block.push((state, g));
                self.bound = f.max(self.bound);
                match self.expand(&block, g, watch) {
                    Ok(None) => continue,
                    Ok(Some((goal, g))) => return BestFirstEnd::Goal(goal, g),
                    Err(limit) => return BestFirstEnd::Limit(limit, g),
                }
            }
            if *self.closed.value_mut(state) != g + 1 {
                continue;
            }
            self.bound = f.max(self.bound);
            if self.rules.is_goal(state) {
                return BestFirstEnd::Goal(state, g);
            }
            let full = watch.limits.states.is_some_and(|most| self.stored > most);
            let look = full || watch.due(self.expanded, CHECK_EVERY);
            self.expanded += 1;
            if look && let Err(limit) = watch.check(&self.work(g)) {
                return BestFirstEnd::Limit(limit, g);
            }
            // All are announced before the first is looked up: their slots arrive from memory side by side.
            let closed = &self.closed;
            self.rules.each_move(state, &mut |cost, after| {
                closed.announce(after);
                after_it.push((after, g.saturating_add(cost)));
            });
            for (after, g) in after_it.drain(..) {
                self.generate(after, g, watch);
            }
        }
        BestFirstEnd::Exhausted
    }

    /// States that may still be stored.
    fn room(&self, watch: &Watch) -> u64 {
        watch.limits.states.map_or(u64::MAX, |most| most.saturating_sub(self.stored))
    }

    fn block_size(&self, watch: &Watch) -> usize {
        // What the moves lead to is held twice: as successors, and with its bound.
        let each = 2 * self.fan * size_of::<(S, u32)>();
        let share = (self.expanded / BLOCK_SHARE) as usize;
        let most = parallel::block_size(self.fan, each, self.room(watch), watch.limits.memory);
        most.min(share.max(LEAST_BLOCK))
    }

    /// Expands states of one f, each with its g, on threads; see the [module](self). `g` is the greatest of these. Returns a
    /// goal that is among them, with its cost: the rest is then incomplete, and the search over.
    fn expand(&mut self, block: &[(S, u32)], g: u32, watch: &mut Watch) -> Result<Option<(S, u32)>, Limit> {
        watch.check(&self.work(g))?;
        self.closed.split();
        let parts = parallel::split(block.len(), parallel::parts_for(self.threads));
        self.buffers.clear(parts.len());
        let (rules, guided, closed, threads) = (self.rules, self.guided, &self.closed, self.threads);
        let most = watch.most_moves();
        let cancellation = &Cancellation::new(watch);
        let mut parts: Vec<_> =
            parts.into_iter().map(|part| &block[part]).zip(&mut self.buffers.sorted).collect();
        let ends = parallel::map_watched(&mut parts, threads, cancellation, |(states, sorted)| {
            let (mut expanded, mut goal, mut cut) = (0, None, false);
            cancellation.each_batch(&[*states], |batch| {
                batch.iter().for_each(|&(state, _)| closed.announce(state));
                let (mut now, mut costs) = (Vec::with_capacity(batch.len()), Vec::with_capacity(batch.len()));
                for &(state, g) in batch.iter().filter(|&&(state, g)| closed.get(state) == Some(g + 1)) {
                    if goal.is_some() || rules.is_goal(state) {
                        goal = goal.or(Some((state, g)));
                        return;
                    }
                    now.push(state);
                    costs.push(g);
                }
                expanded += now.len() as u64;
                rules.each_move_of(
                    &now,
                    &mut |number, cost, after| match costs[number].saturating_add(cost) {
                        g if g <= most => sorted.push(shard_of(after.hash()), (after, g + 1)),
                        _ => cut = true,
                    },
                );
            });
            (expanded, goal, cut)
        });
        cancellation.result()?;
        for &(expanded, _, cut) in &ends {
            self.expanded += expanded;
            self.cut |= cut;
        }
        if let Some(goal) = ends.into_iter().find_map(|(_, goal, _)| goal) {
            return Ok(Some(goal));
        }
        let Buffers { sorted, fresh } = &mut self.buffers;
        let mut generated = 0;
        for (number, shard) in self.closed.shards_mut().iter_mut().enumerate() {
            let successors = sorted.iter().map(|part| part.shard(number).len()).sum();
            shard.make_room(successors);
            generated += successors;
        }
        self.fan = generated.div_ceil(block.len());
        let sorted = &*sorted;
        let mut shards: Vec<_> = self.closed.shards_mut().iter_mut().zip(&mut *fresh).enumerate().collect();
        // Shards that grow take longest, so they come first: no thread waits for another at the end.
        shards.sort_by_key(|(_, (shard, _))| !shard.grows());
        let lowered =
            parallel::map_watched(&mut shards, threads, cancellation, |(number, (shard, fresh))| {
                let (mut stored, mut bounds) = (0, Vec::new());
                cancellation.each(sorted, |part| stored += shard.lower_all(part.shard(*number), fresh));
                cancellation.each(fresh.drain(..), |(state, known)| {
                    bounds.push((state, known - 1, if guided { rules.heuristic(state) } else { 0 }));
                });
                (stored as u64, bounds)
            });
        cancellation.result()?;
        for (stored, bounds) in lowered {
            self.stored += stored;
            for (state, g, h) in bounds.into_iter().filter(|&(_, _, h)| h != DEAD_END) {
                match g.saturating_add(h) {
                    f if f <= most => self.queue.push(f, g, state),
                    _ => self.cut = true,
                }
            }
        }
        Ok(None)
    }

    #[inline]
    fn generate(&mut self, state: S, g: u32, watch: &Watch) {
        if !watch.admits(g) {
            self.cut = true;
            return;
        }
        let known = self.closed.value_mut(state);
        if *known != 0 && *known <= g + 1 {
            return;
        }
        self.stored += u64::from(*known == 0);
        *known = g + 1;
        let h = self.heuristic(state);
        if h == DEAD_END {
            return;
        }
        if watch.admits(g.saturating_add(h)) {
            self.queue.push(g + h, g, state);
        } else {
            self.cut = true;
        }
    }

    /// Whether a solution of this cost might pass through `state` at cost `g`.
    fn may_pass(&self, state: S, g: u32, cost: u32) -> bool {
        if self.closed.get(state).is_some_and(|known| known < g + 1) {
            return false;
        }
        let h = self.heuristic(state);
        h != DEAD_END && g + h <= cost
    }

    /// The states from `start` to `goal`, rebuilt from the closed costs: least predecessor first. `None` if these have
    /// changed since the goal was met, which needs a heuristic that overestimates.
    fn path(&self, start: S, goal: S, cost: u32) -> Option<Vec<S>> {
        if self.rules.backward() == Backward::No || !self.rules.unit_cost() {
            return path::through_costs(self.rules, start, goal, cost, |state| self.closed.get(state));
        }
        let (mut states, mut others) = (vec![goal], Vec::new());
        for g in (1..=cost).rev() {
            others.clear();
            self.rules.neighbours(Direction::Backward, &states[states.len() - 1..], &mut others);
            let belongs = |&before: &S| self.closed.get(before) == Some(g) && !self.rules.is_goal(before);
            let least = others.iter().copied().filter(belongs).min();
            states.push(least?);
        }
        states.reverse();
        Some(states)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// States 0 to 40 with moves of costs 0 to 3. The bounds are the true distances, some of them less: they never
    /// overestimate, but need not be consistent, so states are reached again at less cost.
    #[derive(Debug)]
    struct Drawn {
        moves: Vec<Vec<(u32, u64)>>,
        goal: u64,
        bounds: Vec<u32>,
    }

    impl Drawn {
        fn new(moves: Vec<Vec<(u32, u64)>>, less: &[u32], goal: u64) -> Self {
            let mut left = vec![DEAD_END; moves.len()];
            left[goal as usize] = 0;
            for _ in 0..moves.len() {
                for (state, moves) in moves.iter().enumerate() {
                    let through = |&(cost, after): &(u32, u64)| left[after as usize].saturating_add(cost);
                    left[state] = left[state].min(moves.iter().map(through).min().unwrap_or(DEAD_END));
                }
            }
            let bound = |(&left, &less): (&u32, &u32)| {
                if left == DEAD_END { left } else { left.saturating_sub(less) }
            };
            let bounds = left.iter().zip(less).map(bound).collect();
            Self { moves, goal, bounds }
        }
    }

    impl Puzzle for Drawn {
        type State = u64;
        type Move = u32;

        fn initial(&self) -> u64 {
            0
        }
        fn moves(&self, state: u64, out: &mut Vec<u32>) {
            out.extend(0..self.moves[state as usize].len() as u32);
        }
        fn apply(&self, state: u64, mv: u32) -> u64 {
            self.moves[state as usize][mv as usize].1
        }
        fn cost(&self, state: u64, mv: u32) -> u32 {
            self.moves[state as usize][mv as usize].0
        }
        fn unit_cost(&self) -> bool {
            false
        }
        fn is_goal(&self, state: u64) -> bool {
            state == self.goal
        }
        fn heuristic(&self, state: u64) -> u32 {
            self.bounds[state as usize]
        }
        fn pack(&self, position: &[u16]) -> Result<u64, String> {
            Ok(u64::from(position[0]))
        }
        fn unpack(&self, state: u64) -> Vec<u16> {
            vec![state as u16]
        }
        fn describe(&self, _state: u64, mv: u32) -> Vec<u16> {
            vec![mv as u16]
        }
        fn landing(&self, _state: u64, mv: u32) -> [u16; 2] {
            [0, mv as u16]
        }
    }

    fn drawn() -> impl Strategy<Value = Drawn> {
        let moves = prop::collection::vec(prop::collection::vec((0u32..4, 0u64..40), 0..5), 40);
        (moves, prop::collection::vec(0u32..4, 40), 1u64..40)
            .prop_map(|(moves, less, goal)| Drawn::new(moves, &less, goal))
    }

    proptest! {
        #[test]
        fn blocks_find_what_single_states_find(puzzle in drawn(), threads in 2usize..5, blocks_from in 0usize..4) {
            let watch = &mut Watch::unlimited();
            let cost = |mut search: BestFirst<u64>, watch: &mut Watch| match search.run(0, watch) {
                BestFirstEnd::Goal(goal, cost) => Some((goal, cost)),
                BestFirstEnd::Exhausted => None,
                BestFirstEnd::Limit(limit, _) => unreachable!("{limit:?}"),
            };
            let plain = cost(BestFirst::new(&puzzle, false, 1), watch);
            prop_assert_eq!(cost(BestFirst::new(&puzzle, true, 1), watch), plain);
            let in_blocks = BestFirst { blocks_from, ..BestFirst::new(&puzzle, true, threads) };
            prop_assert_eq!(cost(in_blocks, watch), plain, "{:?} threads", threads);
        }
    }
}
