//! The same puzzle with one state as its only goal: for paths through waypoints.
//!
//! A game ends at its first goal, so no path passes through one of the puzzle's own goals; the target itself may be
//! one. No heuristic guides a search to an arbitrary state, so it is searched from both sides.
//!
//! The rules are called through [`DynPuzzle`], so that these searches are compiled once for each state word instead of once
//! for each puzzle: they run rarely, and were a third of what there was to compile.

use crate::dyn_puzzle::{DynPuzzle, Numbered};
use clew_core::ordering::sort_by_number;
use clew_core::packed::Packed;
use clew_core::puzzle::{Algorithm, Backward, Puzzle, Written};

/// The puzzle with these rules, played until `target` is reached.
pub struct Retargeted<'a, S> {
    pub rules: &'a dyn DynPuzzle<S>,
    pub start: S,
    pub target: S,
}

impl<S: Packed> Puzzle for Retargeted<'_, S> {
    type State = S;
    type Move = Numbered;

    fn initial(&self) -> S {
        self.start
    }

    fn moves(&self, state: S, out: &mut Vec<Numbered>) {
        self.successors(state, |mv, _| out.push(mv));
    }

    fn apply(&self, state: S, mv: Numbered) -> S {
        let mut reached = state;
        self.successors(state, |other, after| {
            if other == mv {
                reached = after;
            }
        });
        reached
    }

    fn is_goal(&self, state: S) -> bool {
        state == self.target
    }

    fn cost(&self, _state: S, mv: Numbered) -> u32 {
        mv.cost
    }

    fn unit_cost(&self) -> bool {
        self.rules.unit_cost()
    }

    fn successors(&self, state: S, mut visit: impl FnMut(Numbered, S)) {
        if self.rules.is_goal(state) {
            return;
        }
        let mut number = 0;
        self.rules.each_move(state, &mut |cost, after| {
            visit(Numbered { number, cost }, after);
            number += 1;
        });
    }

    fn sort_moves<T>(&self, state: S, moves: &mut [(Numbered, T)]) {
        let ranks = self.rules.ranks(state);
        sort_by_number(moves, |mv| u64::from(ranks[mv.number as usize]));
    }

    fn preferred(&self) -> (Algorithm, &'static str) {
        if Puzzle::backward(self) == Backward::No || !self.rules.unit_cost() {
            (Algorithm::Bfs, "breadth-first search to each waypoint")
        } else {
            (Algorithm::Bidirectional, "bidirectional search to each waypoint")
        }
    }

    // A backward search must skip the inner goals, which only a list of predecessors allows.
    fn backward(&self) -> Backward {
        match self.rules.backward() {
            Backward::No => Backward::No,
            Backward::Reversible | Backward::Predecessors => Backward::Predecessors,
        }
    }

    fn predecessors(&self, state: S, mut visit: impl FnMut(S, u32)) {
        self.rules.each_predecessor(state, &mut |before, cost| {
            if !self.rules.is_goal(before) {
                visit(before, cost);
            }
        });
    }

    fn goals(&self, _limit: usize, out: &mut Vec<S>) -> bool {
        out.push(self.target);
        true
    }

    fn pack(&self, position: &[u16]) -> Result<S, String> {
        self.rules.pack(position)
    }

    fn unpack(&self, state: S) -> Vec<u16> {
        self.rules.unpack(state)
    }

    fn describe(&self, state: S, mv: Numbered) -> Vec<u16> {
        self.rules.describe_numbered(state, mv.number)
    }

    fn written(&self, state: S, mv: Numbered) -> Written {
        self.rules.written_numbered(state, mv.number)
    }

    fn landing(&self, state: S, mv: Numbered) -> [u16; 2] {
        self.rules.landing_numbered(state, mv.number)
    }
}
