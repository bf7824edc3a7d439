//! The same puzzle with one state as its only goal: for paths through waypoints.
//!
//! A game ends at its first goal, so no path passes through one of the puzzle's own goals; the target itself may be
//! one. No heuristic guides a search to an arbitrary state, so it is searched from both sides.

use crate::puzzle::{Algorithm, Backward, Puzzle};

/// `inner`, played until `target` is reached.
pub struct Retargeted<'a, P: Puzzle> {
    pub inner: &'a P,
    pub target: P::State,
}

impl<P: Puzzle> Puzzle for Retargeted<'_, P> {
    type State = P::State;
    type Move = P::Move;

    fn initial(&self) -> P::State {
        self.inner.initial()
    }

    fn moves(&self, state: P::State, out: &mut Vec<P::Move>) {
        if !self.inner.is_goal(state) {
            self.inner.moves(state, out);
        }
    }

    fn apply(&self, state: P::State, mv: P::Move) -> P::State {
        self.inner.apply(state, mv)
    }

    fn is_goal(&self, state: P::State) -> bool {
        state == self.target
    }

    fn cost(&self, state: P::State, mv: P::Move) -> u32 {
        self.inner.cost(state, mv)
    }

    fn unit_cost(&self) -> bool {
        self.inner.unit_cost()
    }

    fn successors(&self, state: P::State, visit: impl FnMut(P::Move, P::State)) {
        if !self.inner.is_goal(state) {
            self.inner.successors(state, visit);
        }
    }

    fn sort_moves<T>(&self, state: P::State, moves: &mut [(P::Move, T)]) {
        self.inner.sort_moves(state, moves);
    }

    fn preferred(&self) -> (Algorithm, &'static str) {
        if self.backward() == Backward::No || !self.unit_cost() {
            (Algorithm::Bfs, "breadth-first search to each waypoint")
        } else {
            (Algorithm::Bidirectional, "bidirectional search to each waypoint")
        }
    }

    // A backward search must skip the inner goals, which only a list of predecessors allows.
    fn backward(&self) -> Backward {
        match self.inner.backward() {
            Backward::No => Backward::No,
            Backward::Reversible | Backward::Predecessors => Backward::Predecessors,
        }
    }

    fn predecessors(&self, state: P::State, mut visit: impl FnMut(P::State, u32)) {
        self.inner.predecessors(state, |before, cost| {
            if !self.inner.is_goal(before) {
                visit(before, cost);
            }
        });
    }

    fn goals(&self, _limit: usize, out: &mut Vec<P::State>) -> bool {
        out.push(self.target);
        true
    }

    fn pack(&self, position: &[u16]) -> Result<P::State, String> {
        self.inner.pack(position)
    }

    fn unpack(&self, state: P::State) -> Vec<u16> {
        self.inner.unpack(state)
    }

    fn describe(&self, state: P::State, mv: P::Move) -> Vec<u16> {
        self.inner.describe(state, mv)
    }

    fn landing(&self, state: P::State, mv: P::Move) -> [u16; 2] {
        self.inner.landing(state, mv)
    }
}
