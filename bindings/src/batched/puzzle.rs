//! The engine's puzzle over rules for arrays.

use std::sync::Arc;

use clew_engine::puzzle::{Algorithm, DEAD_END, Puzzle};

use crate::batched::table::{Next, Shared};
use crate::python_rules::table::{joined, split};

/// Successors that are copied at a time: visiting them may call rules, which need the table too.
const AT_ONCE: usize = 16;

/// The puzzle that these rules make. A move is its index among the moves of its state.
pub struct BatchedPuzzle(pub Arc<Shared>);

impl BatchedPuzzle {
    fn each(&self, number: u32, mut visit: impl FnMut(u32, Next)) {
        let (mut some, mut index) = ([Next::default(); AT_ONCE], 0);
        loop {
            let count = self.0.successors(number, index, &mut some);
            for &next in &some[..count] {
                visit(index as u32, next);
                index += 1;
            }
            if count < AT_ONCE {
                break;
            }
        }
    }

    fn next(&self, state: u64, mv: u32) -> Option<Next> {
        let mut one = [Next::default()];
        (self.0.successors(state as u32, mv as usize, &mut one) == 1).then_some(one[0])
    }
}

impl Puzzle for BatchedPuzzle {
    type State = u64;
    type Move = u32;

    fn initial(&self) -> u64 {
        0
    }

    fn moves(&self, state: u64, out: &mut Vec<u32>) {
        self.each(state as u32, |mv, _| out.push(mv));
    }

    fn apply(&self, state: u64, mv: u32) -> u64 {
        self.next(state, mv).map_or(state, |next| u64::from(next.after))
    }

    fn is_goal(&self, state: u64) -> bool {
        self.0.is_goal(state as u32)
    }

    fn cost(&self, state: u64, mv: u32) -> u32 {
        if self.unit_cost() { 1 } else { self.next(state, mv).map_or(1, |next| u32::from(next.cost)) }
    }

    fn unit_cost(&self) -> bool {
        !self.0.functions.weighted
    }

    fn heuristic(&self, state: u64) -> u32 {
        if self.0.functions.bounds.is_none() { 0 } else { self.0.bound(state as u32).unwrap_or(DEAD_END) }
    }

    fn successors(&self, state: u64, mut visit: impl FnMut(u32, u64)) {
        self.each(state as u32, |mv, next| visit(mv, u64::from(next.after)));
    }

    fn sort_moves<T>(&self, _: u64, _: &mut [(u32, T)]) {} // they are in the user's order

    fn preferred(&self) -> (Algorithm, &'static str) {
        if self.0.functions.bounds.is_some() {
            (Algorithm::AStar, "A*: the puzzle has a heuristic")
        } else {
            (
                Algorithm::Bfs,
                "breadth-first search: the puzzle has no heuristic that could guide another search",
            )
        }
    }

    fn pack(&self, position: &[u16]) -> Result<u64, String> {
        let number = <[u16; 2]>::try_from(position).map(joined).map_err(|_| "a position is two numbers")?;
        let known = (number as usize) < self.0.table().known.len();
        if known { Ok(u64::from(number)) } else { Err("no state has this number".to_owned()) }
    }

    fn unpack(&self, state: u64) -> Vec<u16> {
        split(state as u32).to_vec()
    }

    fn describe(&self, _state: u64, mv: u32) -> Vec<u16> {
        vec![0, mv as u16]
    }

    // The number of the move's name: the rules say nothing about pieces and places.
    fn landing(&self, state: u64, mv: u32) -> [u16; 2] {
        let landings = self.0.landings(state as u32);
        split(landings.and_then(|list| list.get(mv as usize).copied()).unwrap_or_default())
    }
}
