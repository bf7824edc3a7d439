//! The engine's puzzle over rules that are called in Python.

use std::sync::Arc;

use clew_core::products::mix;
use clew_core::puzzle::{Algorithm, Backward, DEAD_END, Puzzle, Written};
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyString, PyTuple};

use crate::python_rules::checks::bound_of;
use crate::python_rules::table::{PythonRules, joined, split};

/// The puzzle with these rules. A move is its index among the moves of its state.
pub struct PythonPuzzle(pub Arc<PythonRules>);

impl Puzzle for PythonPuzzle {
    type State = u64;
    type Move = u32;

    fn initial(&self) -> u64 {
        0
    }

    fn moves(&self, state: u64, out: &mut Vec<u32>) {
        out.extend(0..self.0.row(state as u32).len() as u32);
    }

    fn apply(&self, state: u64, mv: u32) -> u64 {
        u64::from(self.0.row(state as u32)[mv as usize].after)
    }

    fn is_goal(&self, state: u64) -> bool {
        let number = state as u32;
        if let Some(known) = self.0.table().known[number as usize].goal {
            return known;
        }
        let rule = |py: Python<'_>| {
            self.0.functions.is_goal.bind(py).call1((self.0.state(py, number),))?.is_truthy()
        };
        let Some(goal) = self.0.asking.ask(rule) else { return false };
        self.0.table().known[number as usize].goal = Some(goal);
        goal
    }

    fn cost(&self, state: u64, mv: u32) -> u32 {
        if self.unit_cost() {
            1
        } else {
            self.0.row(state as u32).get(mv as usize).map_or(1, |next| next.cost)
        }
    }

    fn unit_cost(&self) -> bool {
        self.0.functions.cost.is_none()
    }

    fn heuristic(&self, state: u64) -> u32 {
        let Some(heuristic) = &self.0.functions.heuristic else { return 0 };
        let number = state as u32;
        if let Some(known) = self.0.table().known[number as usize].bound {
            return known;
        }
        let rule = |py: Python<'_>| {
            let state = self.0.state(py, number);
            bound_of(&heuristic.bind(py).call1((&state,))?, &state)
        };
        let Some(bound) = self.0.asking.ask(rule) else { return DEAD_END };
        self.0.table().known[number as usize].bound = Some(bound);
        bound
    }

    fn successors(&self, state: u64, mut visit: impl FnMut(u32, u64)) {
        for (index, next) in (0..).zip(self.0.row(state as u32)) {
            visit(index, u64::from(next.after));
        }
    }

    fn sort_moves<T>(&self, _: u64, _: &mut [(u32, T)]) {} // they are in the user's order

    fn preferred(&self) -> (Algorithm, &'static str) {
        let functions = &self.0.functions;
        if functions.heuristic.is_some() {
            (Algorithm::AStar, "A*: the puzzle has a heuristic")
        } else if functions.predecessors.is_some() && functions.goals.is_some() {
            (
                Algorithm::Bidirectional,
                "bidirectional search: the puzzle knows its goals and its predecessors",
            )
        } else {
            (
                Algorithm::Bfs,
                "breadth-first search: the puzzle has no heuristic that could guide another search",
            )
        }
    }

    fn backward(&self) -> Backward {
        if self.0.functions.predecessors.is_some() { Backward::Predecessors } else { Backward::No }
    }

    fn predecessors(&self, state: u64, mut visit: impl FnMut(u64, u32)) {
        let asked = self.0.asking.ask(|py| self.0.query_predecessors(py, state as u32));
        for before in asked.unwrap_or_default() {
            for next in self.0.row(before).iter().filter(|next| u64::from(next.after) == state) {
                visit(u64::from(before), next.cost);
            }
        }
    }

    fn goals(&self, limit: usize, out: &mut Vec<u64>) -> bool {
        let Some(goals) = &self.0.functions.goals else { return false };
        let asked = self.0.asking.ask(|py| {
            let mut found = Vec::new();
            for goal in goals.bind(py).call0()?.try_iter()? {
                found.push(u64::from(self.0.number(py, &self.0.representative(py, goal?)?)?));
                if found.len() > limit {
                    break;
                }
            }
            Ok(found)
        });
        let known = asked.filter(|found| found.len() <= limit);
        out.extend(known.iter().flatten());
        known.is_some()
    }

    fn pack(&self, position: &[u16]) -> Result<u64, String> {
        let number = <[u16; 2]>::try_from(position).map(joined).map_err(|_| "a position is two numbers")?;
        let known = (number as usize) < self.0.table().numbers.states.len();
        if known { Ok(u64::from(number)) } else { Err("no state has this number".to_owned()) }
    }

    fn unpack(&self, state: u64) -> Vec<u16> {
        split(state as u32).to_vec()
    }

    // What the user's state is made of.
    fn parts(&self, state: u64, out: &mut Vec<u64>) {
        let rule = |py: Python<'_>| {
            let mut parts = Vec::new();
            append_parts(&self.0.state(py, state as u32), 0, &mut parts)?;
            Ok(parts)
        };
        out.extend(self.0.asking.ask(rule).unwrap_or_default());
    }

    fn describe(&self, _state: u64, mv: u32) -> Vec<u16> {
        vec![0, mv as u16]
    }

    // The name.
    fn written(&self, state: u64, mv: u32) -> Written {
        Written { words: self.landing(state, mv).to_vec(), moved: None }
    }

    // The number of the move's name: the rules say nothing about pieces and places.
    fn landing(&self, state: u64, mv: u32) -> [u16; 2] {
        let landings = self.0.landings(state as u32);
        split(landings.and_then(|list| list.get(mv as usize).copied()).unwrap_or_default())
    }
}

/// Appends the parts of a state, in that place of it: of a tuple or a text, what stands in each place; of a set, its
/// elements; of anything else, the whole.
fn append_parts(value: &Bound<'_, PyAny>, place: u64, parts: &mut Vec<u64>) -> PyResult<()> {
    if let Ok(text) = value.cast::<PyString>() {
        let letters = (place..).zip(text.to_str()?.chars());
        parts.extend(letters.map(|(place, letter)| mix(mix(place) ^ u64::from(letter))));
    } else if let Ok(items) = value.cast::<PyTuple>() {
        for (number, item) in (1..).zip(items.iter_borrowed()) {
            append_parts(&item, mix(place) ^ mix(number), parts)?;
        }
    } else if let Ok(items) = value.cast::<PyFrozenSet>() {
        for item in items {
            parts.push(mix(mix(place) ^ item.hash()? as u64));
        }
        parts.sort_unstable();
    } else {
        parts.push(mix(mix(place) ^ value.hash()? as u64));
    }
    Ok(())
}
