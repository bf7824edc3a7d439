//! All solutions of one length, for Python.

use clew_families::any::{AllSolutions, SolutionSource};
use clew_search::heat::Heat;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Arc, Mutex, PoisonError};

use crate::answers::{codes, status_name};
use crate::options::Options;

/// By kind and place: visits, solutions.
type HeatMap = std::collections::BTreeMap<(u16, u16), (BigUint, BigUint)>;

/// All optimal solutions (or all of one length), counted exactly and listed lazily in a fixed order.
#[pyclass(name = "Solutions", module = "clew._engine", frozen)]
pub struct PySolutions {
    all: Box<dyn AllSolutions>,
    options: Arc<Options>,
    seconds: f64,
}

impl PySolutions {
    pub fn new(all: Box<dyn AllSolutions>, options: Options, seconds: f64) -> Self {
        Self { all, options: Arc::new(options), seconds }
    }
}

#[pymethods]
impl PySolutions {
    #[getter]
    fn status(&self) -> &'static str {
        status_name(self.all.answer().status)
    }

    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.all.limit().map(|limit| limit.name())
    }

    #[getter]
    fn length(&self) -> Option<u32> {
        self.all.answer().length
    }

    #[getter]
    fn lower_bound(&self) -> Option<u32> {
        self.all.answer().lower_bound
    }

    /// The moves of the solution that the search found first.
    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyTuple>>>> {
        self.all.answer().codes.as_deref().map(|list| codes(py, list)).transpose()
    }

    #[getter]
    fn optimal(&self) -> bool {
        self.all.answer().optimal
    }

    #[getter]
    fn states(&self) -> u64 {
        self.all.answer().work.stored
    }

    #[getter]
    fn expanded(&self) -> u64 {
        self.all.answer().work.expanded
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    #[getter]
    fn algorithm(&self) -> &'static str {
        self.all.answer().choice.algorithm.name()
    }

    #[getter]
    fn reason(&self) -> &str {
        &self.all.answer().choice.reason
    }

    fn count(&self, py: Python<'_>) -> PyResult<Option<BigUint>> {
        self.options.run(py, |watch| self.all.count(watch))
    }

    /// How many there are if orders of moves that commute count as one; None if that is unknown.
    fn essential(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        self.options.run(py, |watch| self.all.essential(watch))
    }

    /// Visits and solutions of each landing (kind, place); None if they are unknown.
    fn heat(&self, py: Python<'_>) -> PyResult<Option<HeatMap>> {
        let heat = self.options.run(py, |watch| self.all.heat(watch))?;
        let plain = |([kind, place], heat): ([u16; 2], Heat)| ((kind, place), (heat.visits, heat.solutions));
        Ok(heat.map(|map| map.into_iter().map(plain).collect()))
    }

    fn __iter__(&self) -> SolutionIterator {
        SolutionIterator { solutions: Mutex::new(self.all.solutions()), options: Arc::clone(&self.options) }
    }
}

/// Solutions one by one.
#[pyclass(module = "clew._engine", frozen)]
pub struct SolutionIterator {
    solutions: Mutex<Box<dyn SolutionSource>>,
    options: Arc<Options>,
}

#[pymethods]
impl SolutionIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// The next solution. A limit ends the list; Ctrl-C is raised, as in any loop.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyTuple>>>> {
        py.check_signals()?;
        let next = self.options.run_whole(py, |watch| {
            self.solutions.lock().unwrap_or_else(PoisonError::into_inner).next(watch)
        })?;
        match next {
            Ok(line) => line.map(|line| codes(py, &line)).transpose(),
            Err(_) => Ok(None),
        }
    }
}
