//! The rules of a puzzle as an object, with its moves by number.
//!
//! A search that is generic over [`Puzzle`] is compiled once for each type of puzzle, and there are some forty: families,
//! their forms, widths of a packed state. Only a search in which a call costs more than the work around it has to be.
//! The others ask these rules, and are compiled once for each state word:
//!
//! ```text
//!   BreadthFirst<S>, explore, OptimalDag<S> ...   one per state word
//!        |  32 states: what is one move from them?
//!   dyn DynPuzzle<S>                              one call for all of them
//!        |  inlined: successors, sort_moves
//!   P: Puzzle<State = S>                          one per puzzle: only this
//! ```
//!
//! Searches by layers hand over states in batches ([`TOGETHER`]), so that a call is paid once for some hundred
//! successors.

use std::sync::Arc;

use clew_core::packed::Packed;
use clew_core::puzzle::{Algorithm, Backward, PerfectHash, Puzzle, Written};
use clew_core::whole::{NOT_IN_PAGES, WHOLE};

/// States that are expanded together: their successors stay in the nearest cache.
pub const TOGETHER: usize = 32;
/// The same where the rules come from outside the engine and are slow: limits are checked between two batches.
pub const FEW_TOGETHER: usize = 8;

/// Which way a search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Forward,
    Backward,
}

impl Direction {
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// The moves of some states, one state after the other.
#[derive(Clone, Debug)]
pub struct Row<S> {
    /// How many moves each state has.
    pub lengths: Vec<u32>,
    /// The state after each move.
    pub after: Vec<S>,
    /// The cost of each move; empty where all cost 1.
    pub costs: Vec<u32>,
}

impl<S> Default for Row<S> {
    fn default() -> Self {
        Self { lengths: Vec::new(), after: Vec::new(), costs: Vec::new() }
    }
}

impl<S> Row<S> {
    pub fn clear(&mut self) {
        self.lengths.clear();
        self.after.clear();
        self.costs.clear();
    }
}

/// What is one move from a state: all that a search by layers asks of the rules.
pub trait Neighbours<S>: Sync + Send {
    /// Appends the states one move from these, in the order of the states and of their moves.
    fn neighbours(&self, direction: Direction, states: &[S], out: &mut Vec<S>);
}

/// A puzzle, of which the type of state is known and nothing else.
pub trait DynPuzzle<S>: Neighbours<S> {
    /// See [`Puzzle::initial`].
    fn initial(&self) -> S;
    /// Appends the moves of these states in the order in which they are shown to people.
    fn rows(&self, states: &[S], out: &mut Row<S>);
    /// The legal moves in their order, each with its cost and the state after it.
    fn each_move(&self, state: S, visit: &mut dyn FnMut(u32, S));
    /// The same of some states; `visit` is told first which of them it is.
    fn each_move_of(&self, states: &[S], visit: &mut dyn FnMut(usize, u32, S));
    /// The states from which one move leads here, with its cost. Only where [`DynPuzzle::backward`] allows it.
    fn each_predecessor(&self, state: S, visit: &mut dyn FnMut(S, u32));
    /// See [`Puzzle::is_goal`].
    fn is_goal(&self, state: S) -> bool;
    /// See [`Puzzle::heuristic`].
    fn heuristic(&self, state: S) -> u32;
    /// See [`Puzzle::estimate`].
    fn estimate(&self, state: S) -> u32;
    /// See [`Puzzle::backward`].
    fn backward(&self) -> Backward;
    /// See [`Puzzle::unit_cost`].
    fn unit_cost(&self) -> bool;
    /// See [`Puzzle::preferred`].
    fn preferred(&self) -> (Algorithm, &'static str);
    /// See [`Puzzle::goals_while`].
    fn goals_while(&self, limit: usize, go_on: &mut dyn FnMut() -> bool, out: &mut Vec<S>) -> bool;
    /// See [`Puzzle::positions`].
    fn positions(&self, most: u64, go_on: &mut dyn FnMut() -> bool) -> Option<u64>;
    /// The place of each legal move in the order in which moves are shown to people.
    fn ranks(&self, state: S) -> Vec<u32>;
    /// See [`Puzzle::describe`].
    fn describe_numbered(&self, state: S, number: u32) -> Vec<u16>;
    /// See [`Puzzle::describe_all`].
    fn describe_moves(&self, state: S) -> Vec<Vec<u16>>;
    /// See [`Puzzle::written`].
    fn written_numbered(&self, state: S, number: u32) -> Written;
    /// See [`Puzzle::written`]: of every legal move, in their order.
    fn written_moves(&self, state: S) -> Vec<Written>;
    /// See [`Puzzle::landing`].
    fn landing_numbered(&self, state: S, number: u32) -> [u16; 2];
    /// See [`Puzzle::landing`]: of every legal move, in their order.
    fn landings(&self, state: S) -> Vec<[u16; 2]>;
    /// See [`Puzzle::perfect_hash`].
    fn perfect_hash(&self, most: usize) -> Option<Arc<dyn PerfectHash<S>>>;
    /// See [`Puzzle::pack`].
    fn pack(&self, position: &[u16]) -> Result<S, String>;
    /// See [`Puzzle::unpack`].
    fn unpack(&self, state: S) -> Vec<u16>;
    /// See [`Puzzle::sums`].
    fn sums<'a>(&'a self, tables: &'a [Vec<u8>]) -> Box<dyn Fn(S) -> u32 + 'a>;
    /// See [`Puzzle::parts`].
    fn parts(&self, state: S, out: &mut Vec<u64>);
}

/// In a page nothing asks for what stands after this, so it is not compiled there.
#[inline(always)]
fn only_in_whole() {
    if !WHOLE {
        unreachable!("{NOT_IN_PAGES}");
    }
}

/// The legal move with this number.
pub fn move_numbered<P: Puzzle>(puzzle: &P, state: P::State, number: u32) -> P::Move {
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    moves[number as usize]
}

impl<S: Packed, P: Puzzle<State = S>> Neighbours<S> for P {
    fn neighbours(&self, direction: Direction, states: &[S], out: &mut Vec<S>) {
        match direction {
            Direction::Forward => self.successors_of(states, |_, _, after| out.push(after)),
            Direction::Backward => {
                states.iter().for_each(|&state| self.predecessors(state, |before, _| out.push(before)));
            }
        }
    }
}

impl<S: Packed, P: Puzzle<State = S>> DynPuzzle<S> for P {
    fn initial(&self) -> S {
        self.initial()
    }

    fn rows(&self, states: &[S], out: &mut Row<S>) {
        only_in_whole();
        let (unit, mut moves) = (self.unit_cost(), vec![Vec::new(); states.len()]);
        self.successors_of(states, |number, mv, after| moves[number].push((mv, after)));
        for (&state, moves) in states.iter().zip(&mut moves) {
            self.sort_moves(state, moves);
            out.after.extend(moves.iter().map(|&(_, after)| after));
            if !unit {
                out.costs.extend(moves.iter().map(|&(mv, _)| self.cost(state, mv)));
            }
            out.lengths.push(moves.len() as u32);
        }
    }

    fn each_move(&self, state: S, visit: &mut dyn FnMut(u32, S)) {
        self.successors(state, |mv, after| visit(self.cost(state, mv), after));
    }

    fn each_move_of(&self, states: &[S], visit: &mut dyn FnMut(usize, u32, S)) {
        self.successors_of(states, |number, mv, after| visit(number, self.cost(states[number], mv), after));
    }

    fn each_predecessor(&self, state: S, visit: &mut dyn FnMut(S, u32)) {
        self.predecessors(state, visit);
    }

    fn is_goal(&self, state: S) -> bool {
        self.is_goal(state)
    }

    fn heuristic(&self, state: S) -> u32 {
        self.heuristic(state)
    }

    fn estimate(&self, state: S) -> u32 {
        self.estimate(state)
    }

    fn backward(&self) -> Backward {
        self.backward()
    }

    fn unit_cost(&self) -> bool {
        self.unit_cost()
    }

    fn preferred(&self) -> (Algorithm, &'static str) {
        self.preferred()
    }

    fn goals_while(&self, limit: usize, go_on: &mut dyn FnMut() -> bool, out: &mut Vec<S>) -> bool {
        only_in_whole();
        self.goals_while(limit, go_on, out)
    }

    fn positions(&self, most: u64, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        only_in_whole();
        self.positions(most, go_on)
    }

    fn ranks(&self, state: S) -> Vec<u32> {
        only_in_whole();
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
        only_in_whole();
        self.describe(state, move_numbered(self, state, number))
    }

    fn describe_moves(&self, state: S) -> Vec<Vec<u16>> {
        only_in_whole();
        self.describe_all(state)
    }

    fn written_numbered(&self, state: S, number: u32) -> Written {
        only_in_whole();
        self.written(state, move_numbered(self, state, number))
    }

    fn written_moves(&self, state: S) -> Vec<Written> {
        only_in_whole();
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.into_iter().map(|mv| self.written(state, mv)).collect()
    }

    fn landing_numbered(&self, state: S, number: u32) -> [u16; 2] {
        only_in_whole();
        self.landing(state, move_numbered(self, state, number))
    }

    fn landings(&self, state: S) -> Vec<[u16; 2]> {
        only_in_whole();
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.into_iter().map(|mv| self.landing(state, mv)).collect()
    }

    fn perfect_hash(&self, most: usize) -> Option<Arc<dyn PerfectHash<S>>> {
        only_in_whole();
        self.perfect_hash(most)
    }

    fn pack(&self, position: &[u16]) -> Result<S, String> {
        only_in_whole();
        self.pack(position)
    }

    fn unpack(&self, state: S) -> Vec<u16> {
        only_in_whole();
        self.unpack(state)
    }

    fn sums<'a>(&'a self, tables: &'a [Vec<u8>]) -> Box<dyn Fn(S) -> u32 + 'a> {
        only_in_whole();
        self.sums(tables)
    }

    fn parts(&self, state: S, out: &mut Vec<u64>) {
        only_in_whole();
        self.parts(state, out);
    }
}

/// A legal move by its number among those of its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    pub number: u32,
    pub cost: u32,
}
