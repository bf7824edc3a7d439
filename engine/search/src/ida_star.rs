//! IDA* (Korf 1985) with a transposition table of bounded size (Reinefeld, Marsland 1994).
//!
//! Depth-first to a bound on f = g + h; the next bound is the least f that was cut off. Memory is the line
//! of states and the table. The table remembers, for the iteration under way, at which g a state was
//! entered: a state entered again at the same or a greater g (a transposition, or a cycle) is cut, because
//! everything below it has been or is being searched with at least as much cost to spend. Older entries are
//! overwritten, so the table may forget and the search repeat work; it never misses a solution.
//!
//! If no cut was made because of the bound, every state that can be reached has been searched: no goal can
//! be reached. The table makes this happen on small spaces, where plain IDA* would raise its bound for ever.

use crate::found::Found;
use crate::order;
use clew_core::packed::Packed;
use clew_core::puzzle::{DEAD_END, Puzzle};
use clew_core::watch::{Limit, Watch, Work};

const CHECK_EVERY: u64 = 2048;
const SMALLEST_TABLE: usize = 1 << 10;
const LARGEST_TABLE: usize = 1 << 22;

/// Cheapest solution from `start`.
pub fn ida_star<P: Puzzle>(puzzle: &P, start: P::State, watch: &mut Watch) -> Found<P> {
    let (table, arena, within) = (Transpositions::new(SMALLEST_TABLE), Vec::new(), Vec::new());
    let mut search = IdaStar { puzzle, table, expanded: 0, arena, within, states: Vec::new() };
    let mut found = search.run(start, watch);
    // Depth first, the first line in the order of moves is found; others may be as cheap with fewer moves.
    if let Some(cost) = found.length.filter(|_| !puzzle.unit_cost()) {
        let may = |state, g: u32| g.saturating_add(puzzle.heuristic(state)) <= cost;
        if let Some(line) = order::first(puzzle, start, cost, &|_| (), &may, watch, found.work) {
            found.moves = Some(line);
        }
    }
    found
}

#[derive(Clone, Copy)]
struct Entry<S> {
    state: S,
    /// Iteration, and the cost at which the state was entered in it.
    iteration: u32,
    g: u32,
}

struct Transpositions<S: Packed> {
    entries: Vec<Entry<S>>,
    filled: u64,
}

impl<S: Packed> Transpositions<S> {
    fn new(slots: usize) -> Self {
        Self { entries: vec![Entry { state: S::EMPTY, iteration: 0, g: 0 }; slots], filled: 0 }
    }

    /// Whether `state` was entered in this iteration, at `g` or cheaper.
    #[inline(always)]
    fn knows(&self, state: S, iteration: u32, g: u32) -> bool {
        let entry = &self.entries[state.hash() as usize & (self.entries.len() - 1)];
        entry.state == state && entry.iteration == iteration && entry.g <= g
    }

    /// Notes that `state` is entered at `g`; `false` if it was entered as cheaply in this iteration.
    #[inline(always)]
    fn enter(&mut self, state: S, iteration: u32, g: u32) -> bool {
        if self.knows(state, iteration, g) {
            return false;
        }
        let slot = state.hash() as usize & (self.entries.len() - 1);
        let entry = &mut self.entries[slot];
        self.filled += u64::from(entry.state == S::EMPTY);
        *entry = Entry { state, iteration, g };
        true
    }

    fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry<S>>()) as u64
    }
}

/// A generated state that waits to be entered.
struct Child<P: Puzzle> {
    mv: P::Move,
    state: P::State,
    g: u32,
    /// Length of the line before it.
    depth: usize,
}

/// A move, the state after it and its cost from the start.
type Next<P> = (<P as Puzzle>::Move, (<P as Puzzle>::State, u32));

struct IdaStar<'a, P: Puzzle> {
    puzzle: &'a P,
    table: Transpositions<P::State>,
    expanded: u64,
    arena: Vec<Child<P>>,
    /// The children of one state, held temporarily.
    within: Vec<Next<P>>,
    /// The states after the moves of the line, each with its cost from the start; kept where moves may cost nothing.
    states: Vec<(P::State, u32)>,
}

/// How an iteration ended.
enum Iteration {
    Goal(u32),
    /// Nothing within the bound; the least f beyond it ([`DEAD_END`] if nothing was cut).
    Next(u32),
}

impl<P: Puzzle> IdaStar<'_, P> {
    fn work(&self, bound: u32, depth: usize) -> Work {
        let bytes = self.table.bytes() + (self.arena.capacity() * size_of::<Child<P>>()) as u64;
        let (stored, depth) = (self.table.filled, depth as u32);
        Work { stored, expanded: self.expanded, bytes, depth, lower_bound: bound, ..Work::default() }
    }

    fn run(&mut self, start: P::State, watch: &mut Watch) -> Found<P> {
        let mut bound = self.puzzle.heuristic(start);
        let mut line = Vec::new();
        for iteration in 1.. {
            if bound == DEAD_END {
                return Found::unsolvable(self.work(bound, 0));
            }
            if !watch.admits(bound) {
                return Found::limit(Limit::Moves, bound, self.work(bound, 0));
            }
            self.resize(watch);
            match self.iterate(start, bound, iteration, &mut line, watch) {
                Ok(Iteration::Goal(cost)) => return Found::solved(line, cost, self.work(bound, 0)),
                Ok(Iteration::Next(next)) => bound = next,
                Err(limit) => return Found::limit(limit, bound, self.work(bound, line.len())),
            }
        }
        unreachable!("the loop ends by returning")
    }

    /// A table in proportion to the work so far, within the caller's memory.
    fn resize(&mut self, watch: &Watch) {
        let room =
            watch.limits.memory.map_or(u64::MAX, |most| most / 2 / size_of::<Entry<P::State>>() as u64);
        let most = 1 << room.max(1).ilog2().min(LARGEST_TABLE.ilog2());
        let wanted = (self.expanded as usize).next_power_of_two().min(most);
        if wanted > self.table.entries.len() {
            self.table = Transpositions::new(wanted);
        }
    }

    fn iterate(
        &mut self,
        start: P::State,
        bound: u32,
        iteration: u32,
        line: &mut Vec<P::Move>,
        watch: &mut Watch,
    ) -> Result<Iteration, Limit> {
        line.clear();
        self.arena.clear();
        self.table.enter(start, iteration, 0);
        if self.puzzle.is_goal(start) {
            return Ok(Iteration::Goal(0));
        }
        let mut next = DEAD_END;
        self.expand(start, 0, 0, bound, iteration, &mut next);
        while let Some(child) = self.arena.pop() {
            line.truncate(child.depth);
            if self.comes_back(&child, start) {
                continue;
            }
            // The table is asked here and not when the state is generated: only states on the line and
            // below it count as entered.
            if !self.table.enter(child.state, iteration, child.g) {
                continue;
            }
            line.push(child.mv);
            if self.puzzle.is_goal(child.state) {
                return Ok(Iteration::Goal(child.g));
            }
            if watch.due(self.expanded, CHECK_EVERY) {
                watch.check_expanded(&self.work(bound, line.len()))?;
            }
            self.expand(child.state, child.g, line.len(), bound, iteration, &mut next);
        }
        Ok(Iteration::Next(next))
    }

    /// Whether moves that cost nothing lead round in a circle. The table may have forgotten where it began, and the line
    /// would never end.
    fn comes_back(&mut self, child: &Child<P>, start: P::State) -> bool {
        if self.puzzle.unit_cost() {
            return false;
        }
        self.states.truncate(child.depth);
        let mut free = self.states.iter().rev().take_while(|&&(_, g)| g == child.g);
        let back = free.any(|&(state, _)| state == child.state) || child.g == 0 && child.state == start;
        self.states.push((child.state, child.g));
        back
    }

    /// Generates the children within the bound, the first move on top.
    #[inline]
    fn expand(&mut self, state: P::State, g: u32, depth: usize, bound: u32, iteration: u32, next: &mut u32) {
        self.expanded += 1;
        let puzzle = self.puzzle;
        self.within.clear();
        puzzle.successors(state, |mv, after| {
            let h = puzzle.heuristic(after);
            if h == DEAD_END {
                return;
            }
            let g = g.saturating_add(puzzle.cost(state, mv));
            let f = g.saturating_add(h).min(DEAD_END - 1);
            if f <= bound {
                self.within.push((mv, (after, g)));
            } else if !self.table.knows(after, iteration, g) {
                *next = (*next).min(f);
            }
        });
        puzzle.sort_moves(state, &mut self.within);
        let children = self.within.iter().rev();
        self.arena.extend(children.map(|&(mv, (state, g))| Child { mv, state, g, depth }));
    }
}
