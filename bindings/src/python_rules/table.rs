//! The states met so far and what the rules returned for them: each rule is called once per state.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use clew_core::watch::{Outside, Stop};
use pyo3::prelude::*;

use crate::asking::{Asking, locked};
use crate::python_rules::checks::{cost_of, each, moved, pair_of, shown, unhashable};
use crate::python_rules::numbers::Numbers;
use crate::user_rules::{PuzzleError, UserRules};

/// One state in this many is measured.
const MEASURED: usize = 128;
/// Bytes per state in the tables here, besides the state itself: an entry, its number, a row.
const ENTRY: u64 = 180;
const NOT_ASKED: u32 = u32::MAX;

/// What is known about a state.
#[derive(Clone, Copy)]
pub struct Known {
    pub row: usize,
    /// Successors in its row, or [`NOT_ASKED`].
    pub length: u32,
    pub bound: Option<u32>,
    pub goal: Option<bool>,
}

/// A successor and what the move to it costs.
#[derive(Clone, Copy)]
pub struct Next {
    pub after: u32,
    pub cost: u32,
}

#[derive(Default)]
pub struct Table {
    pub numbers: Numbers,
    pub known: Vec<Known>,
    pub rows: Vec<Next>,
    pub landings: HashMap<u32, Vec<u32>>,
}

/// The rules, as Python functions.
pub struct RuleFunctions {
    pub moves: Py<PyAny>,
    pub apply: Py<PyAny>,
    pub is_goal: Py<PyAny>,
    pub successors: Option<Py<PyAny>>,
    pub cost: Option<Py<PyAny>>,
    pub heuristic: Option<Py<PyAny>>,
    pub canonical: Option<Py<PyAny>>,
    pub predecessors: Option<Py<PyAny>>,
    pub goals: Option<Py<PyAny>>,
    /// The numbers of the names of a state's moves.
    pub landings: Py<PyAny>,
    /// Returns the bytes that a state takes.
    pub size: Py<PyAny>,
}

pub struct PythonRules {
    pub functions: RuleFunctions,
    pub table: Mutex<Table>,
    pub asking: Asking,
}

pub fn split(number: u32) -> [u16; 2] {
    [(number >> 16) as u16, number as u16]
}

pub fn joined([high, low]: [u16; 2]) -> u32 {
    u32::from(high) << 16 | u32::from(low)
}

impl PythonRules {
    pub fn table(&self) -> MutexGuard<'_, Table> {
        locked(&self.table)
    }

    /// The number of a state; the next one if it is new.
    pub fn number(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<u32> {
        Ok(self.enter_all(py, std::slice::from_ref(state))?[0])
    }

    /// The numbers of states; each that is new gets the next one.
    fn enter_all(&self, py: Python<'_>, states: &[Bound<'_, PyAny>]) -> PyResult<Vec<u32>> {
        let mut hashes = Vec::with_capacity(states.len());
        for state in states {
            hashes.push(Numbers::hash(state).map_err(|error| unhashable(py, state, error))?);
        }
        let mut found = Vec::with_capacity(states.len());
        let mut table = self.table();
        let before = table.known.len();
        hashes.iter().for_each(|&hash| table.numbers.announce(hash));
        for (state, hash) in states.iter().zip(hashes) {
            let number = table.numbers.enter(state, hash)?;
            found.push(number.ok_or_else(|| PuzzleError::new_err("there are more than 4 billion states"))?);
        }
        let count = table.numbers.states.len();
        table.known.resize(count, Known { row: 0, length: NOT_ASKED, bound: None, goal: None });
        drop(table);
        if before == 0 && count > 0 {
            self.measure(py, &states[0], 1)?;
        } else if before / MEASURED != count / MEASURED {
            self.measure(py, &states[states.len() - 1], MEASURED as u64)?;
        }
        Ok(found)
    }

    /// Counts the memory of `stands_for` states, estimated from one of them.
    fn measure(&self, py: Python<'_>, state: &Bound<'_, PyAny>, stands_for: u64) -> PyResult<()> {
        let size: u64 = self.functions.size.call1(py, (state,))?.extract(py)?;
        self.asking.outside.hold(stands_for * (size + ENTRY));
        Ok(())
    }

    /// The successors of a state, in the order of its moves.
    pub fn row(&self, number: u32) -> Vec<Next> {
        {
            let table = self.table();
            let known = table.known[number as usize];
            if known.length != NOT_ASKED {
                return table.rows[known.row..][..known.length as usize].to_vec();
            }
        }
        self.asking.ask(|py| self.query_row(py, number)).unwrap_or_default()
    }

    fn query_row(&self, py: Python<'_>, number: u32) -> PyResult<Vec<Next>> {
        let state = self.state(py, number);
        let mut list = Vec::with_capacity(8);
        let mut costs = Vec::new();
        let mut take = |mv: &Bound<'_, PyAny>, after: Bound<'_, PyAny>| -> PyResult<()> {
            if let Some(cost) = &self.functions.cost {
                costs.push(cost_of(&cost.bind(py).call1((&state, mv))?, &state, mv)?);
            }
            list.push(self.representative(py, moved(&state, mv, after)?)?.unbind());
            Ok(())
        };
        if let Some(successors) = &self.functions.successors {
            each(py, successors, &state, "successors", |pair| {
                let (mv, after) = pair_of(&pair)?;
                take(&mv, after)
            })?;
        } else {
            each(py, &self.functions.moves, &state, "moves", |mv| {
                take(&mv, self.functions.apply.bind(py).call1((&state, &mv))?)
            })?;
        }
        let list: Vec<_> = list.into_iter().map(|after| after.into_bound(py)).collect();
        let numbers = self.enter_all(py, &list)?;
        let costs = costs.into_iter().chain(std::iter::repeat(1));
        let row: Vec<_> = numbers.into_iter().zip(costs).map(|(after, cost)| Next { after, cost }).collect();
        if row.len() > usize::from(u16::MAX) {
            return Err(PuzzleError::new_err(format!("{} has more than 65535 moves", shown(&state))));
        }
        let mut table = self.table();
        if table.known[number as usize].length == NOT_ASKED {
            let begin = table.rows.len();
            table.rows.extend_from_slice(&row);
            let known = &mut table.known[number as usize];
            (known.row, known.length) = (begin, row.len() as u32);
        }
        Ok(row)
    }

    pub fn representative<'py>(
        &self,
        py: Python<'py>,
        state: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match &self.functions.canonical {
            None => Ok(state),
            Some(canonical) => canonical.bind(py).call1((state,)),
        }
    }

    pub fn state<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyAny> {
        self.table().numbers.states[number as usize].clone_ref(py).into_bound(py)
    }

    pub fn query_predecessors(&self, py: Python<'_>, number: u32) -> PyResult<Vec<u32>> {
        let state = self.state(py, number);
        let mut found = Vec::new();
        let Some(predecessors) = &self.functions.predecessors else { return Ok(found) };
        each(py, predecessors, &state, "predecessors", |before| {
            let before = self.representative(py, before)?;
            let before_number = self.number(py, &before)?;
            let length = self.table().known[before_number as usize].length;
            if length == NOT_ASKED {
                self.query_row(py, before_number)?;
            }
            if !self.row(before_number).iter().any(|next| next.after == number) {
                let (before, state) = (shown(&before), shown(&state));
                return Err(PuzzleError::new_err(format!(
                    "predecessors of {state} name {before}, from which no move leads there"
                )));
            }
            found.push(before_number);
            Ok(())
        })?;
        Ok(found)
    }

    pub fn landings(&self, number: u32) -> Option<Vec<u32>> {
        if let Some(known) = self.table().landings.get(&number) {
            return Some(known.clone());
        }
        let asked = self.asking.ask(|py| {
            self.functions.landings.call1(py, (self.state(py, number),))?.extract::<Vec<u32>>(py)
        })?;
        self.table().landings.insert(number, asked.clone());
        Some(asked)
    }
}

impl UserRules for PythonRules {
    fn begin(&self, stop: &Stop) {
        self.asking.begin(stop);
    }

    fn failure(&self, py: Python<'_>, stop: &Stop) -> Option<PyErr> {
        self.asking.end(py, stop)
    }

    fn outside(&self) -> Option<Arc<Outside>> {
        Some(Arc::clone(&self.asking.outside))
    }
}
