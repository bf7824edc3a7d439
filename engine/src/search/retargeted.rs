//! The same puzzle with one state as its only goal: for paths through waypoints.
//!
//! A game ends at its first goal, so no path passes through one of the puzzle's own goals; the target itself may be
//! one. No heuristic guides a search to an arbitrary state, so it is searched from both sides.
//!
//! The rules are called through [`Rules`], an object, so that these searches are compiled once per state word instead
//! of once per puzzle: they run rarely, and were a third of what there was to compile.

use crate::packed::Packed;
use crate::puzzle::{Algorithm, Backward, Puzzle};

/// The rules of a puzzle as an object, with its moves by number.
pub trait Rules<S>: Sync + Send {
    /// The legal moves in their order, each with its cost and the state after it.
    fn each_move(&self, state: S, visit: &mut dyn FnMut(u32, S));
    /// The states from which one move leads here, with its cost. Only where [`Rules::direction`] allows it.
    fn each_predecessor(&self, state: S, visit: &mut dyn FnMut(S, u32));
    fn ends_at(&self, state: S) -> bool;
    fn direction(&self) -> Backward;
    fn all_cost_one(&self) -> bool;
    /// The place of each legal move in the order in which moves are shown to people.
    fn ranks(&self, state: S) -> Vec<u32>;
    /// See [`Puzzle::describe`].
    fn describe_numbered(&self, state: S, number: u32) -> Vec<u16>;
    /// See [`Puzzle::landing`].
    fn landing_numbered(&self, state: S, number: u32) -> [u16; 2];
    /// See [`Puzzle::pack`].
    fn state_of(&self, position: &[u16]) -> Result<S, String>;
    /// See [`Puzzle::unpack`].
    fn position_of(&self, state: S) -> Vec<u16>;
}

fn move_numbered<P: Puzzle>(puzzle: &P, state: P::State, number: u32) -> P::Move {
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    moves[number as usize]
}

impl<S: Packed, P: Puzzle<State = S>> Rules<S> for P {
    fn each_move(&self, state: S, visit: &mut dyn FnMut(u32, S)) {
        self.successors(state, |mv, after| visit(self.cost(state, mv), after));
    }

    fn each_predecessor(&self, state: S, visit: &mut dyn FnMut(S, u32)) {
        self.predecessors(state, visit);
    }

    fn ends_at(&self, state: S) -> bool {
        self.is_goal(state)
    }

    fn direction(&self) -> Backward {
        self.backward()
    }

    fn all_cost_one(&self) -> bool {
        self.unit_cost()
    }

    fn ranks(&self, state: S) -> Vec<u32> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let mut numbered: Vec<_> = moves.into_iter().zip(0u32..).collect();
        self.sort_moves(state, &mut numbered);
        let mut ranks = vec![0; numbered.len()];
        for (rank, (_, number)) in (0..).zip(numbered) {
            ranks[number as usize] = rank;
        }
        ranks
    }

    fn describe_numbered(&self, state: S, number: u32) -> Vec<u16> {
        self.describe(state, move_numbered(self, state, number))
    }

    fn landing_numbered(&self, state: S, number: u32) -> [u16; 2] {
        self.landing(state, move_numbered(self, state, number))
    }

    fn state_of(&self, position: &[u16]) -> Result<S, String> {
        self.pack(position)
    }

    fn position_of(&self, state: S) -> Vec<u16> {
        self.unpack(state)
    }
}

/// A legal move by its number among those of its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    pub number: u32,
    pub cost: u32,
}

/// The puzzle with these rules, played until `target` is reached.
pub struct Retargeted<'a, S> {
    pub rules: &'a dyn Rules<S>,
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
        self.rules.all_cost_one()
    }

    fn successors(&self, state: S, mut visit: impl FnMut(Numbered, S)) {
        if self.rules.ends_at(state) {
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
        moves.sort_by_key(|(mv, _)| ranks[mv.number as usize]);
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
        match self.rules.direction() {
            Backward::No => Backward::No,
            Backward::Reversible | Backward::Predecessors => Backward::Predecessors,
        }
    }

    fn predecessors(&self, state: S, mut visit: impl FnMut(S, u32)) {
        self.rules.each_predecessor(state, &mut |before, cost| {
            if !self.rules.ends_at(before) {
                visit(before, cost);
            }
        });
    }

    fn goals(&self, _limit: usize, out: &mut Vec<S>) -> bool {
        out.push(self.target);
        true
    }

    fn pack(&self, position: &[u16]) -> Result<S, String> {
        self.rules.state_of(position)
    }

    fn unpack(&self, state: S) -> Vec<u16> {
        self.rules.position_of(state)
    }

    fn describe(&self, state: S, mv: Numbered) -> Vec<u16> {
        self.rules.describe_numbered(state, mv.number)
    }

    fn landing(&self, state: S, mv: Numbered) -> [u16; 2] {
        self.rules.landing_numbered(state, mv.number)
    }
}
