//! Rules written in Python and called there, as a puzzle of the engine.
//!
//! A state is any hashable value; the engine's state is its *number*, assigned when the value is first met. So every
//! search, map and count works on plain words, and the successors of a state are computed once, however many searches
//! visit it: they are kept as a row of numbers.
//!
//! ```text
//!   numbers   (2, 1, 0) -> 0   (2, 1, 1) -> 1   ...     by the states' own hash and equality
//!   states    [(2, 1, 0), (2, 1, 1), ...]
//!   rows      0 -> [1, 2]   1 -> [0, 2, 3]   2 -> ?    ?: not computed yet
//! ```
//!
//! **Locks.** A thread that waits for the table must not hold the GIL, or it could wait for a thread that waits for
//! the GIL. [`table::PythonRules::table`] ensures that. No rule is called while the table is locked, but a state's own
//! `__eq__` may be.

mod checks;
mod numbers;
pub mod puzzle;
pub mod table;

use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::asking::Asking;
use crate::python_rules::table::{PythonRules, RuleFunctions, joined, split};

/// A user's rules with the states met so far; `Engine.asked` makes a puzzle from them.
#[pyclass(module = "clew._engine", frozen)]
pub struct Rules {
    pub inner: Arc<PythonRules>,
}

#[pymethods]
impl Rules {
    /// The functions by name, as in `_engine.pyi`; a rule that is None has the trait's default.
    #[new]
    #[pyo3(signature = (**rules))]
    fn new(rules: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let find = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let found = rules.map(|rules| rules.get_item(name)).transpose()?.flatten();
            Ok(found.filter(|rule| !rule.is_none()).map(Bound::unbind))
        };
        let need = |name: &str| {
            find(name)?.ok_or_else(|| PyTypeError::new_err(format!("the rule `{name}` is missing")))
        };
        let functions = RuleFunctions {
            moves: need("moves")?,
            apply: need("apply")?,
            is_goal: need("is_goal")?,
            successors: find("successors")?,
            cost: find("cost")?,
            heuristic: find("heuristic")?,
            canonical: find("canonical")?,
            predecessors: find("predecessors")?,
            goals: find("goals")?,
            landings: need("landings")?,
            size: need("size")?,
        };
        let inner = PythonRules { functions, table: Mutex::default(), asking: Asking::default() };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The position of a state; a new state gets the next number.
    fn position(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<[u16; 2]> {
        self.inner.number(py, state).map(split)
    }

    /// How many states have numbers, from 0.
    fn __len__(&self) -> usize {
        self.inner.table().numbers.states.len()
    }

    /// The state of a position.
    fn state(&self, py: Python<'_>, position: [u16; 2]) -> PyResult<Py<PyAny>> {
        let table = self.inner.table();
        let state = table.numbers.states.get(joined(position) as usize).map(|state| state.clone_ref(py));
        state.ok_or_else(|| PyTypeError::new_err("no state has this number"))
    }
}
