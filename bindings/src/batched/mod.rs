//! Rules written in Python that take thousands of states in one call, as numpy arrays.
//!
//! A call into Python costs a microsecond or more; with an array of 16,384 states it is paid only once. But most
//! searches ask for the moves of 32 states at a time, and A* for those of one. So the engine's state is a *number*,
//! given in the order in which states are first met, and whenever a search asks for a row that is missing, the rows of
//! the states with the next numbers are computed in the same call: in a breadth-first search these are the states that
//! it will ask for next.
//!
//! ```text
//!   numbers     0     1     2     3     4     5     6     7     8     9
//!   rows      [1,2] [0,3] [0,4]   ?     ?     ?     ?     ?     ?     ?
//!                                 ^ asked for: 3, 4, 5, ... go to Python together
//! ```
//!
//! At most as many rows are computed ahead as searches have requested so far ([`table::Table::wanted`]). So a search
//! that takes states in another order, such as A*, computes at most twice the rows it needs.

mod known;
pub mod puzzle;
pub mod table;

use std::sync::{Arc, Mutex};

use numpy::PyReadonlyArray2;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::asking::Asking;
use crate::batched::known::known;
use crate::batched::table::{Functions, Shared, Table};
use crate::python_rules::table::{joined, split};

/// A user's rules for arrays of states, with the states met so far; `Engine.batched` makes a puzzle from them.
#[pyclass(module = "clew._engine", frozen)]
pub struct BatchedRules {
    pub inner: Arc<Shared>,
}

#[pymethods]
impl BatchedRules {
    /// `width`: the number of words of a state. The functions are given by name, as in `_engine.pyi`.
    #[new]
    #[pyo3(signature = (width, **rules))]
    fn new(width: usize, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let find = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let found = rules.map(|rules| rules.get_item(name)).transpose()?.flatten();
            Ok(found.filter(|rule| !rule.is_none()).map(Bound::unbind))
        };
        let need = |name: &str| {
            find(name)?.ok_or_else(|| PyTypeError::new_err(format!("the rule `{name}` is missing")))
        };
        let functions = Functions {
            successors: need("successors")?,
            goals: need("goals")?,
            bounds: find("bounds")?,
            landings: need("landings")?,
            weighted: find("weighted")?.is_some(),
            single: [find("single_goals")?.is_some(), find("single_bounds")?.is_some()],
        };
        let known = known(width).ok_or_else(|| PyValueError::new_err("a state has 1, 2, 4 or 8 words"))?;
        let table = Mutex::new(Table::new(known, functions.single));
        Ok(Self { inner: Arc::new(Shared { width, functions, table, asking: Asking::default() }) })
    }

    /// The position of a state, given as an array of shape (1, width); a new state gets the next number.
    fn position(&self, state: PyReadonlyArray2<'_, u64>) -> PyResult<[u16; 2]> {
        let words = state.as_slice().map_err(|_| PyValueError::new_err("the state must be contiguous"))?;
        if words.len() != self.inner.width {
            return Err(PyValueError::new_err("one state, please"));
        }
        self.inner.enter(words).map(split)
    }

    /// How many states have numbers, from 0.
    fn __len__(&self) -> usize {
        self.inner.table().known.len()
    }

    /// The words of the state at a position.
    fn words(&self, position: [u16; 2]) -> PyResult<Vec<u64>> {
        let number = joined(position);
        let table = self.inner.table();
        if number as usize >= table.known.len() {
            return Err(PyTypeError::new_err("no state has this number"));
        }
        let mut words = Vec::with_capacity(self.inner.width);
        table.known.words(number, &mut words);
        Ok(words)
    }
}
