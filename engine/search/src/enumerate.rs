//! Solutions one by one, in the order of moves: lazily, so that the first of 10^44 comes at once.

use std::sync::Arc;

use crate::graph::Graph;
use crate::optimal_dag::OptimalDag;
use clew_core::packed::Packed;
use clew_core::puzzle::{DEAD_END, Puzzle};

/// A walk over solutions, depth first.
pub struct SolutionWalk<P: Puzzle, Space> {
    puzzle: Arc<P>,
    space: Arc<Space>,
    /// For each state of the line the moves still to be tried, last first.
    open: Vec<Vec<Candidate<P::Move>>>,
    line: Vec<P::Move>,
    prefix: Prefix,
    started: bool,
}

/// A move worth trying.
pub struct Candidate<M> {
    mv: M,
    to: u32,
    cost: u32,
}

/// The states of a line, and the cost of reaching each.
#[derive(Default)]
pub struct Prefix {
    visited: Vec<u32>,
    spent: Vec<u32>,
}

impl Prefix {
    /// The last state.
    fn here(&self) -> u32 {
        self.visited[self.visited.len() - 1]
    }

    fn cost(&self) -> u32 {
        self.spent.last().copied().unwrap_or(0)
    }
}

/// Where solutions are looked for. States are numbered; the start is number 0.
pub trait SolutionSpace<P: Puzzle> {
    /// Whether there is no state at all.
    fn is_empty(&self) -> bool;
    /// Whether the state with this number is a goal.
    fn ends(&self, puzzle: &P, id: u32) -> bool;
    /// The moves worth trying after a line, in the order of moves.
    fn moves(&self, puzzle: &P, prefix: &Prefix) -> Vec<Candidate<P::Move>>;
}

/// A step of the walk.
pub enum Event<M> {
    /// A solution.
    Solution(Vec<M>),
    /// A dead end was left; callers with limits look at them now.
    Back,
}

impl<P: Puzzle, Space: SolutionSpace<P>> SolutionWalk<P, Space> {
    pub fn new(puzzle: Arc<P>, space: Arc<Space>) -> Self {
        Self { puzzle, space, open: Vec::new(), line: Vec::new(), prefix: Prefix::default(), started: false }
    }

    /// Enters a state at a cost; says whether a solution ends there.
    fn enter(&mut self, id: u32, cost: u32) -> bool {
        let spent = self.prefix.cost() + cost;
        self.prefix.visited.push(id);
        self.prefix.spent.push(spent);
        let ends = self.space.ends(&self.puzzle, id);
        let mut moves = if ends { Vec::new() } else { self.space.moves(&self.puzzle, &self.prefix) };
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
                return Some(Event::Solution(Vec::new()));
            }
        }
        loop {
            let moves = self.open.last_mut()?;
            if let Some(Candidate { mv, to, cost }) = moves.pop() {
                self.line.push(mv);
                if self.enter(to, cost) {
                    return Some(Event::Solution(self.line.clone()));
                }
            } else {
                self.open.pop();
                self.prefix.visited.pop();
                self.prefix.spent.pop();
                self.line.pop();
                return if self.open.is_empty() { None } else { Some(Event::Back) };
            }
        }
    }
}

impl<P: Puzzle> SolutionSpace<P> for OptimalDag<P::State> {
    fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    fn ends(&self, puzzle: &P, id: u32) -> bool {
        puzzle.is_goal(self.states[id as usize])
    }

    fn moves(&self, puzzle: &P, prefix: &Prefix) -> Vec<Candidate<P::Move>> {
        let here = prefix.here();
        let cost = |to: u32| self.remaining[here as usize] - self.remaining[to as usize];
        let moves = self.steps_in_order(puzzle, here).into_iter();
        moves.map(|(mv, to)| Candidate { mv, to, cost: cost(to) }).collect()
    }
}

/// All solutions of exactly one cost that pass no state twice. The start is no goal.
pub struct OfCost<S: Packed> {
    pub graph: Graph<S>,
    pub cost: u32,
}

impl<P: Puzzle> SolutionSpace<P> for OfCost<P::State> {
    fn is_empty(&self) -> bool {
        self.graph.states.is_empty()
    }

    fn ends(&self, puzzle: &P, id: u32) -> bool {
        puzzle.is_goal(self.graph.states[id as usize])
    }

    fn moves(&self, puzzle: &P, prefix: &Prefix) -> Vec<Candidate<P::Move>> {
        let left = self.cost - prefix.cost();
        let fits = |to: u32, cost: u32| {
            let remaining = self.graph.remaining[to as usize];
            if remaining == DEAD_END || cost > left || prefix.visited.contains(&to) {
                return false;
            }
            // A goal ends the line, so it must be reached with nothing left to spend.
            if self.ends(puzzle, to) { cost == left } else { remaining <= left - cost }
        };
        let here = prefix.here() as usize;
        let (state, mut moves) = (self.graph.states[here], Vec::new());
        puzzle.moves(state, &mut moves);
        let worth = self.graph.edges[here].iter().zip(0u32..).filter(|(edge, _)| fits(edge.to, edge.cost));
        let mut worth: Vec<_> = worth.map(|(edge, at)| (moves[edge.number as usize], at)).collect();
        puzzle.sort_moves(state, &mut worth);
        if self.graph.remaining[here] == left {
            // As among the optimal solutions.
            worth.sort_by_key(|&(_, at)| {
                self.graph.moves_left[self.graph.edges[here][at as usize].to as usize]
            });
        }
        let edge = |at: u32| self.graph.edges[here][at as usize];
        worth.into_iter().map(|(mv, at)| Candidate { mv, to: edge(at).to, cost: edge(at).cost }).collect()
    }
}
