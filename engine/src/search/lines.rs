//! Solutions one by one, in the order of moves: lazily, so that the first of 10^44 comes at once.

use std::sync::Arc;

use crate::puzzle::{DEAD_END, Puzzle};
use crate::search::corridor::Corridor;
use crate::search::graph::Graph;

/// A walk over solutions, depth first.
pub struct Lines<P: Puzzle, Space> {
    puzzle: Arc<P>,
    space: Arc<Space>,
    /// For each state of the line the moves still to be tried, last first.
    open: Vec<Vec<Step<P::Move>>>,
    line: Vec<P::Move>,
    so_far: SoFar,
    started: bool,
}

/// A move worth trying.
pub struct Step<M> {
    mv: M,
    to: u32,
    cost: u32,
}

/// The states of a line, and the cost of reaching each.
#[derive(Default)]
pub struct SoFar {
    visited: Vec<u32>,
    spent: Vec<u32>,
}

impl SoFar {
    /// The last state.
    fn here(&self) -> u32 {
        self.visited[self.visited.len() - 1]
    }

    fn cost(&self) -> u32 {
        self.spent.last().copied().unwrap_or(0)
    }
}

/// Where solutions are looked for. States are numbered; the start is number 0.
pub trait Terrain<P: Puzzle> {
    /// Is there no state at all?
    fn is_empty(&self) -> bool;
    /// Is the state with this number a goal?
    fn ends(&self, puzzle: &P, id: u32) -> bool;
    /// The moves worth trying after a line, in the order of moves.
    fn moves(&self, puzzle: &P, so_far: &SoFar) -> Vec<Step<P::Move>>;
}

/// A step of the walk.
pub enum Event<M> {
    /// A solution.
    Line(Vec<M>),
    /// A dead end was left; callers with limits look at them now.
    Back,
}

impl<P: Puzzle, Space: Terrain<P>> Lines<P, Space> {
    pub fn new(puzzle: Arc<P>, space: Arc<Space>) -> Self {
        Self { puzzle, space, open: Vec::new(), line: Vec::new(), so_far: SoFar::default(), started: false }
    }

    /// Enters a state at a cost; says whether a solution ends there.
    fn enter(&mut self, id: u32, cost: u32) -> bool {
        let spent = self.so_far.cost() + cost;
        self.so_far.visited.push(id);
        self.so_far.spent.push(spent);
        let ends = self.space.ends(&self.puzzle, id);
        let mut moves = if ends { Vec::new() } else { self.space.moves(&self.puzzle, &self.so_far) };
        moves.reverse();
        self.open.push(moves);
        ends
    }

    /// Goes on to the next solution or dead end; `None` when all is done.
    pub fn step(&mut self) -> Option<Event<P::Move>> {
        if !self.started {
            self.started = true;
            if self.space.is_empty() {
                return None;
            }
            if self.enter(0, 0) {
                return Some(Event::Line(Vec::new()));
            }
        }
        loop {
            let moves = self.open.last_mut()?;
            if let Some(Step { mv, to, cost }) = moves.pop() {
                self.line.push(mv);
                if self.enter(to, cost) {
                    return Some(Event::Line(self.line.clone()));
                }
            } else {
                self.open.pop();
                self.so_far.visited.pop();
                self.so_far.spent.pop();
                self.line.pop();
                return if self.open.is_empty() { None } else { Some(Event::Back) };
            }
        }
    }
}

impl<P: Puzzle> Terrain<P> for Corridor<P::State> {
    fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    fn ends(&self, puzzle: &P, id: u32) -> bool {
        puzzle.is_goal(self.states[id as usize])
    }

    fn moves(&self, puzzle: &P, so_far: &SoFar) -> Vec<Step<P::Move>> {
        let here = so_far.here();
        let cost = |to: u32| self.remaining[here as usize] - self.remaining[to as usize];
        let moves = self.steps_in_order(puzzle, here).into_iter();
        moves.map(|(mv, to)| Step { mv, to, cost: cost(to) }).collect()
    }
}

/// All solutions of exactly one cost that pass no state twice. The start is no goal.
pub struct Exactly<P: Puzzle> {
    pub graph: Graph<P>,
    pub cost: u32,
}

impl<P: Puzzle> Terrain<P> for Exactly<P> {
    fn is_empty(&self) -> bool {
        self.graph.states.is_empty()
    }

    fn ends(&self, puzzle: &P, id: u32) -> bool {
        puzzle.is_goal(self.graph.states[id as usize])
    }

    fn moves(&self, puzzle: &P, so_far: &SoFar) -> Vec<Step<P::Move>> {
        let left = self.cost - so_far.cost();
        let fits = |to: u32, cost: u32| {
            let remaining = self.graph.remaining[to as usize];
            if remaining == DEAD_END || cost > left || so_far.visited.contains(&to) {
                return false;
            }
            // A goal ends the line, so it must be reached with nothing left to spend.
            if self.ends(puzzle, to) { cost == left } else { remaining <= left - cost }
        };
        let here = so_far.here() as usize;
        let worth = self.graph.edges[here].iter().filter(|edge| fits(edge.to, edge.cost));
        let mut moves: Vec<_> = worth.map(|edge| (edge.mv, (edge.to, edge.cost))).collect();
        puzzle.sort_moves(self.graph.states[here], &mut moves);
        moves.into_iter().map(|(mv, (to, cost))| Step { mv, to, cost }).collect()
    }
}
