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
    open: Vec<Vec<(P::Move, u32)>>,
    line: Vec<P::Move>,
    visited: Vec<u32>,
    started: bool,
}

/// Where solutions are looked for.
pub trait Terrain<P: Puzzle> {
    /// Is there no state at all?
    fn is_empty(&self) -> bool;
    /// Is the state with this number a goal?
    fn ends(&self, puzzle: &P, id: u32) -> bool;
    /// The moves worth trying after the states `visited`, in the order of moves.
    fn moves(&self, puzzle: &P, visited: &[u32]) -> Vec<(P::Move, u32)>;
}

impl<P: Puzzle, Space: Terrain<P>> Lines<P, Space> {
    pub fn new(puzzle: Arc<P>, space: Arc<Space>) -> Self {
        Self { puzzle, space, open: Vec::new(), line: Vec::new(), visited: Vec::new(), started: false }
    }

    /// Enters a state; says whether a solution ends there.
    fn enter(&mut self, id: u32) -> bool {
        self.visited.push(id);
        let ends = self.space.ends(&self.puzzle, id);
        let mut moves = if ends { Vec::new() } else { self.space.moves(&self.puzzle, &self.visited) };
        moves.reverse();
        self.open.push(moves);
        ends
    }
}

/// A step of the walk.
pub enum Event<M> {
    /// A solution.
    Line(Vec<M>),
    /// A dead end was left; callers with limits look at them now.
    Back,
}

impl<P: Puzzle, Space: Terrain<P>> Lines<P, Space> {
    /// Goes on to the next solution or dead end; `None` when all is done.
    pub fn step(&mut self) -> Option<Event<P::Move>> {
        if !self.started {
            self.started = true;
            if self.space.is_empty() {
                return None;
            }
            if self.enter(0) {
                return Some(Event::Line(Vec::new()));
            }
        }
        loop {
            let moves = self.open.last_mut()?;
            if let Some((mv, to)) = moves.pop() {
                self.line.push(mv);
                if self.enter(to) {
                    return Some(Event::Line(self.line.clone()));
                }
            } else {
                self.open.pop();
                self.visited.pop();
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

    fn moves(&self, puzzle: &P, visited: &[u32]) -> Vec<(P::Move, u32)> {
        let mut moves = Vec::new();
        self.steps(puzzle, visited[visited.len() - 1], |mv, to| moves.push((mv, to)));
        moves
    }
}

/// All solutions of exactly one cost that pass no state twice.
pub struct Exactly<P: Puzzle> {
    pub graph: Graph<P>,
    pub cost: u32,
}

impl<P: Puzzle> Exactly<P> {
    fn spent(&self, visited: &[u32]) -> u32 {
        visited.windows(2).map(|pair| self.step_cost(pair[0], pair[1])).sum()
    }

    fn step_cost(&self, from: u32, to: u32) -> u32 {
        let edges = &self.graph.edges[from as usize];
        edges.iter().find(|edge| edge.to == to).map_or(0, |edge| edge.cost)
    }
}

impl<P: Puzzle> Terrain<P> for Exactly<P> {
    fn is_empty(&self) -> bool {
        self.graph.states.is_empty()
    }

    fn ends(&self, puzzle: &P, id: u32) -> bool {
        puzzle.is_goal(self.graph.states[id as usize])
    }

    fn moves(&self, puzzle: &P, visited: &[u32]) -> Vec<(P::Move, u32)> {
        let here = visited[visited.len() - 1];
        let left = self.cost - self.spent(visited);
        let fits = |to: u32, cost: u32| {
            let remaining = self.graph.remaining[to as usize];
            if remaining == DEAD_END || cost > left || visited.contains(&to) {
                return false;
            }
            // A goal ends the line, so it must be reached with nothing left to spend.
            if self.ends(puzzle, to) { cost == left } else { remaining <= left - cost }
        };
        let edges = &self.graph.edges[here as usize];
        edges.iter().filter(|edge| fits(edge.to, edge.cost)).map(|edge| (edge.mv, edge.to)).collect()
    }
}
