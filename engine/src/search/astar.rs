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

use crate::chunks::Chunks;
use crate::puzzle::{Backward, DEAD_END, Puzzle};
use crate::search::found::Found;
use crate::search::order;
use crate::search::path::{self, moves_along};
use crate::seen::Seen;
use crate::watch::{Limit, Watch, Work};

const CHECK_EVERY: u64 = 512;
/// Values of f that have a row of their own; larger ones, of puzzles with large costs, share a tree.
const NEAR: usize = 1 << 14;

/// Cheapest solution from `start`, guided by the heuristic.
pub fn astar<P: Puzzle>(puzzle: &P, start: P::State, watch: &mut Watch) -> Found<P> {
    BestFirst::new(puzzle, true).run(start, watch)
}

/// Cheapest solution from `start`, without a heuristic.
pub fn uniform_cost<P: Puzzle>(puzzle: &P, start: P::State, watch: &mut Watch) -> Found<P> {
    BestFirst::new(puzzle, false).run(start, watch)
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

struct BestFirst<'a, P: Puzzle> {
    puzzle: &'a P,
    /// Is the heuristic used?
    guided: bool,
    /// Least known cost of each generated state, plus 1 (so that 0 is "never seen").
    closed: Seen<P::State, u32>,
    queue: Queue<P::State>,
    stored: u64,
    expanded: u64,
    /// A state was left out because its f lies above the caller's limit of moves.
    cut: bool,
}

impl<'a, P: Puzzle> BestFirst<'a, P> {
    fn new(puzzle: &'a P, guided: bool) -> Self {
        Self {
            puzzle,
            guided,
            closed: Seen::default(),
            queue: Queue::new(),
            stored: 0,
            expanded: 0,
            cut: false,
        }
    }

    #[inline(always)]
    fn heuristic(&self, state: P::State) -> u32 {
        if self.guided { self.puzzle.heuristic(state) } else { 0 }
    }

    fn work(&self, f: u32, g: u32) -> Work {
        Work {
            stored: self.stored,
            expanded: self.expanded,
            bytes: (self.closed.bytes_soon() + self.queue.bytes) as u64,
            depth: g,
            lower_bound: f,
            ..Work::default()
        }
    }

    fn run(mut self, start: P::State, watch: &mut Watch) -> Found<P> {
        self.generate(start, 0, watch);
        let (mut bound, mut after_it) = (0, Vec::new());
        while let Some((f, g, state)) = self.queue.pop() {
            if *self.closed.value_mut(state) != g + 1 {
                continue;
            }
            bound = f.max(bound);
            if self.puzzle.is_goal(state) {
                let moves = self.line(start, state, g, watch);
                return Found::solved(moves, g, self.work(bound, g));
            }
            let full = watch.limits.states.is_some_and(|most| self.stored > most);
            let look = full || watch.due(self.expanded, CHECK_EVERY);
            self.expanded += 1;
            if look && let Err(limit) = watch.check(&self.work(bound, g)) {
                return Found::limit(limit, bound, self.work(bound, g));
            }
            let puzzle = self.puzzle;
            // All are announced before the first is looked up: their slots arrive from memory side by side.
            puzzle.successors(state, |mv, after| {
                self.closed.announce(after);
                after_it.push((after, g.saturating_add(puzzle.cost(state, mv))));
            });
            for (after, g) in after_it.drain(..) {
                self.generate(after, g, watch);
            }
        }
        if self.cut {
            let bound = watch.most_moves() + 1;
            return Found::limit(Limit::Moves, bound, self.work(bound, 0));
        }
        Found::unsolvable(self.work(bound, 0))
    }

    #[inline]
    fn generate(&mut self, state: P::State, g: u32, watch: &Watch) {
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

    /// The first solution of this cost in the order of moves.
    fn line(&self, start: P::State, goal: P::State, cost: u32, watch: &mut Watch) -> Vec<P::Move> {
        let may = |state, g| {
            if self.closed.get(state).is_some_and(|known| known < g + 1) {
                return false;
            }
            let h = self.heuristic(state);
            h != DEAD_END && g + h <= cost
        };
        let line = order::first(
            self.puzzle,
            start,
            cost,
            &|state| self.closed.announce(state),
            &may,
            watch,
            self.work(cost, cost),
        );
        line.unwrap_or_else(|| moves_along(self.puzzle, &self.path(start, goal, cost)))
    }

    /// The states from `start` to `goal`, rebuilt from the closed costs: least predecessor first.
    fn path(&self, start: P::State, goal: P::State, cost: u32) -> Vec<P::State> {
        if self.puzzle.backward() == Backward::No || !self.puzzle.unit_cost() {
            return path::through_costs(self.puzzle, start, goal, cost, |state| self.closed.get(state));
        }
        let mut states = vec![goal];
        let mut g = cost;
        while g > 0 {
            let mut least: Option<P::State> = None;
            self.puzzle.predecessors(states[states.len() - 1], |before, _| {
                let belongs = self.closed.get(before) == Some(g) && !self.puzzle.is_goal(before);
                if belongs && least.is_none_or(|known| before < known) {
                    least = Some(before);
                }
            });
            states.push(least.expect("a closed state has a predecessor that is a move cheaper"));
            g -= 1;
        }
        states.reverse();
        states
    }
}
