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

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::dyn_puzzle::{Direction, DynPuzzle};
use crate::found::Found;
use crate::order;
use crate::path::{self, moves_along};
use clew_core::chunks::Chunks;
use clew_core::packed::Packed;
use clew_core::puzzle::{Backward, DEAD_END, Puzzle};
use clew_core::seen::Seen;
use clew_core::watch::{Limit, Watch, Work};

const CHECK_EVERY: u64 = 512;
/// Values of f that have a row of their own; larger ones, of puzzles with large costs, share a tree.
const NEAR: usize = 1 << 14;

/// Cheapest solution from `start`, guided by the heuristic.
pub fn astar<P: Puzzle>(puzzle: &P, start: P::State, watch: &mut Watch) -> Found<P> {
    best_first(puzzle, true, start, watch)
}

/// Cheapest solution from `start`, without a heuristic.
pub fn uniform_cost<P: Puzzle>(puzzle: &P, start: P::State, watch: &mut Watch) -> Found<P> {
    best_first(puzzle, false, start, watch)
}

fn best_first<P: Puzzle>(puzzle: &P, guided: bool, start: P::State, watch: &mut Watch) -> Found<P> {
    let mut search = BestFirst::new(puzzle, guided);
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
    /// The others: by f, and g falling.
    far: BTreeMap<(u32, Reverse<u32>), Chunks<S>>,
    /// No bucket nearby below this f holds a state.
    least: usize,
    bytes: usize,
}

impl<S: Copy> Queue<S> {
    const BUCKET: usize = size_of::<(u32, Reverse<u32>, Chunks<S>)>();

    fn new() -> Self {
        Self { near: Vec::new(), far: BTreeMap::new(), least: usize::MAX, bytes: 0 }
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
        }
        self.least = self.least.min(at);
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

    /// A state of least f and, among those, greatest g.
    fn pop(&mut self) -> Option<(u32, u32, S)> {
        while let Some(row) = self.near.get_mut(self.least) {
            while let Some((g, last)) = row.last_mut() {
                self.bytes -= last.touched();
                let state = last.pop();
                self.bytes += last.touched();
                if let Some(state) = state {
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
    /// No solution costs less.
    bound: u32,
    /// A state was left out because its f lies above the caller's limit of moves.
    cut: bool,
}

impl<'a, S: Packed> BestFirst<'a, S> {
    fn new(rules: &'a dyn DynPuzzle<S>, guided: bool) -> Self {
        Self {
            rules,
            guided,
            closed: Seen::default(),
            queue: Queue::new(),
            stored: 0,
            expanded: 0,
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
            bytes: (self.closed.bytes_soon() + self.queue.bytes) as u64,
            depth: g,
            lower_bound: self.bound,
            ..Work::default()
        }
    }

    fn run(&mut self, start: S, watch: &mut Watch) -> BestFirstEnd<S> {
        self.generate(start, 0, watch);
        let mut after_it = Vec::new();
        while let Some((f, g, state)) = self.queue.pop() {
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
