//! A puzzle of which only the state word is known.
//!
//! Boards that need more than a register for a state come in many widths, and each width of each family would be one
//! more puzzle to compile all searches for. Behind a box they are one puzzle for each width:
//!
//! ```text
//!   blocks that keep to their axis ─┐
//!   free blocks, large blocks ──────┤
//!   large pebbles, robots ──────────┴──> Boxed<Wide<4>> ──> A*, breadth-first search, IDA*, …
//! ```
//!
//! So a board gets a word that is at most half as wide again as it needs: [`clew_core::packed::ladder`]. A state of 192 bits in place
//! of 1,024 is a fifth of the memory, which weighs more than a call through a table for each state.

use std::sync::Arc;

use super::{Erased, Shared};
use clew_core::ordering::sort_by_number;
use clew_core::packed::Packed;
use clew_core::puzzle::{Algorithm, Backward, PerfectHash, Puzzle, Written};
use clew_search::dyn_puzzle::{DynPuzzle, Numbered};
use clew_solve::{NoWays, Ways};

/// A puzzle with states of this word. A move is its number among the legal moves of its state.
pub struct Boxed<W>(Box<dyn DynPuzzle<W>>);

/// A puzzle for which the searches are not compiled again. It must need nothing afresh for each run.
pub fn boxed<P: Puzzle + 'static>(puzzle: P) -> Shared {
    boxed_with(puzzle, NoWays)
}

/// The same with faster ways of its family.
pub fn boxed_with<P: Puzzle + 'static>(puzzle: P, ways: impl Ways<Boxed<P::State>> + 'static) -> Shared {
    debug_assert!(puzzle.trouble().is_none());
    Arc::new(Erased::new(Boxed(Box::new(puzzle)), ways))
}

impl<W: Packed> Puzzle for Boxed<W> {
    type State = W;
    type Move = Numbered;

    fn initial(&self) -> W {
        self.0.initial()
    }

    fn moves(&self, state: W, out: &mut Vec<Numbered>) {
        self.successors(state, |mv, _| out.push(mv));
    }

    fn apply(&self, state: W, mv: Numbered) -> W {
        let mut reached = state;
        self.successors(state, |other, after| {
            if other == mv {
                reached = after;
            }
        });
        reached
    }

    fn is_goal(&self, state: W) -> bool {
        self.0.is_goal(state)
    }

    fn cost(&self, _state: W, mv: Numbered) -> u32 {
        mv.cost
    }

    fn unit_cost(&self) -> bool {
        self.0.unit_cost()
    }

    fn heuristic(&self, state: W) -> u32 {
        self.0.heuristic(state)
    }

    fn estimate(&self, state: W) -> u32 {
        self.0.estimate(state)
    }

    fn successors(&self, state: W, mut visit: impl FnMut(Numbered, W)) {
        let mut number = 0;
        self.0.each_move(state, &mut |cost, after| {
            visit(Numbered { number, cost }, after);
            number += 1;
        });
    }

    fn sort_moves<T>(&self, state: W, moves: &mut [(Numbered, T)]) {
        let ranks = self.0.ranks(state);
        sort_by_number(moves, |mv| u64::from(ranks[mv.number as usize]));
    }

    fn preferred(&self) -> (Algorithm, &'static str) {
        self.0.preferred()
    }

    fn backward(&self) -> Backward {
        self.0.backward()
    }

    fn predecessors(&self, state: W, mut visit: impl FnMut(W, u32)) {
        self.0.each_predecessor(state, &mut visit);
    }

    fn goals(&self, limit: usize, out: &mut Vec<W>) -> bool {
        self.0.goals_while(limit, &mut || true, out)
    }

    fn goals_while(&self, limit: usize, go_on: &mut dyn FnMut() -> bool, out: &mut Vec<W>) -> bool {
        self.0.goals_while(limit, go_on, out)
    }

    fn positions(&self, most: u64, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        self.0.positions(most, go_on)
    }

    fn perfect_hash(&self, most: usize) -> Option<Arc<dyn PerfectHash<W>>> {
        self.0.perfect_hash(most)
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        self.0.pack(position)
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        self.0.unpack(state)
    }

    fn sums<'a>(&'a self, tables: &'a [Vec<u8>]) -> Box<dyn Fn(W) -> u32 + 'a> {
        self.0.sums(tables)
    }

    fn parts(&self, state: W, out: &mut Vec<u64>) {
        self.0.parts(state, out);
    }

    fn describe(&self, state: W, mv: Numbered) -> Vec<u16> {
        self.0.describe_numbered(state, mv.number)
    }

    fn describe_all(&self, state: W) -> Vec<Vec<u16>> {
        self.0.describe_moves(state)
    }

    fn written(&self, state: W, mv: Numbered) -> Written {
        self.0.written_numbered(state, mv.number)
    }

    fn landing(&self, state: W, mv: Numbered) -> [u16; 2] {
        self.0.landing_numbered(state, mv.number)
    }
}
