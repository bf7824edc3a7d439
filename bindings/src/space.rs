//! Complete state spaces for Python, as numpy arrays that share the engine's memory.

use std::time::Instant;

use clew_core::watch::{Limit, Watch, Work};
use clew_families::any::Position;
use clew_families::any::maps::{AnyMap, AnyPlaces};
use clew_space::distances::symmetric;
use clew_space::optimal_ways::OptimalWays;
use clew_space::rows;
use clew_space::{MapOptions, Unmapped};
use num_bigint::BigUint;
use numpy::{Element, PyArray1, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers::wrong;
use crate::engine::Engine;
use crate::options::Options;

pyo3::import_exception!(clew.errors, LimitReached);

/// The states of a map, by number, and their numbers, by state.
#[pyclass(module = "clew._engine", frozen)]
pub struct Places {
    places: Box<dyn AnyPlaces>,
    states: usize,
}

#[pymethods]
impl Places {
    fn __len__(&self) -> usize {
        self.states
    }

    #[getter]
    fn nbytes(&self) -> usize {
        self.places.bytes()
    }

    fn position(&self, number: usize) -> PyResult<Position> {
        if number >= self.states {
            return Err(PyIndexError::new_err(format!(
                "there is no state {number}: the map has {}",
                self.states
            )));
        }
        Ok(self.places.position(number as u32))
    }

    /// None for a position that is not on the map.
    fn number(&self, position: Position) -> PyResult<Option<u32>> {
        self.places.number(&position).map_err(wrong)
    }

    /// How many words a state has, and the words of all states, one after the other.
    fn words<'py>(&self, py: Python<'py>) -> (usize, Bound<'py, PyArray1<u64>>) {
        let (each, words) = py.detach(|| self.places.words());
        (each, PyArray1::from_vec(py, words))
    }
}

#[pymethods]
impl Engine {
    /// `Mapped` of `_engine.pyi`.
    #[pyo3(signature = (position, expand_goals=true, max_depth=None, edges=true, **options))]
    fn explore<'py>(
        &self,
        py: Python<'py>,
        position: Position,
        expand_goals: bool,
        max_depth: Option<u32>,
        edges: bool,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (puzzle, options) = self.run(options)?;
        let map_options = MapOptions {
            expand_goals,
            max_depth,
            edges,
            shortcuts: options.request.shortcuts,
            threads: options.request.threads,
        };
        let started = Instant::now();
        let made = options.run(py, |watch| puzzle.explore(&position, map_options, watch))?;
        let seconds = started.elapsed().as_secs_f64();
        let dict = PyDict::new(py);
        dict.set_item("limit", py.None())?;
        match made {
            Err(Err(words)) | Err(Ok(Unmapped::TooLarge(words))) => return Err(wrong(words)),
            Err(Ok(Unmapped::Limit(limit, work))) => {
                dict.set_item("limit", limit.name())?;
                dict.set_item("stored", work.stored)?;
            }
            Ok(map) => fill(py, &dict, map)?,
        }
        dict.set_item("seconds", seconds)?;
        Ok(dict)
    }

    /// The words of a state, as in `Places.words`.
    fn words_of(&self, position: Position) -> PyResult<Vec<u64>> {
        self.puzzle.words_of(&position).map_err(wrong)
    }

    /// The position of a state's words.
    fn position_of(&self, words: Vec<u64>) -> PyResult<Position> {
        self.puzzle.position_of(&words).map_err(wrong)
    }
}

fn fill(py: Python<'_>, dict: &Bound<'_, PyDict>, map: AnyMap) -> PyResult<()> {
    let AnyMap { places, states, start, rows, edges, distance, depth, goal, cut, work } = map;
    dict.set_item("stored", work.stored)?;
    dict.set_item("bytes", work.bytes)?;
    dict.set_item("places", Places { places, states })?;
    dict.set_item("start", start)?;
    dict.set_item("edges", edges)?;
    dict.set_item("cut", cut)?;
    dict.set_item("distance", PyArray1::from_vec(py, distance))?;
    let depth = (!depth.is_empty()).then_some(depth);
    dict.set_item("depth", depth.map(|list| PyArray1::from_vec(py, list)))?;
    dict.set_item("is_goal", PyArray1::from_vec(py, goal))?;
    let (indptr, indices, costs) = match rows {
        Some(rows) => (Some(rows.indptr), Some(rows.indices), rows.costs),
        None => (None, None, None),
    };
    dict.set_item("indptr", indptr.map(|list| PyArray1::from_vec(py, list)))?;
    dict.set_item("indices", indices.map(|list| PyArray1::from_vec(py, list)))?;
    dict.set_item("costs", costs.map(|list| PyArray1::from_vec(py, list)))
}

pub fn slice<'a, T: Element>(array: &'a PyReadonlyArray1<'_, T>, name: &str) -> PyResult<&'a [T]> {
    array.as_slice().map_err(|_| PyValueError::new_err(format!("the array {name} is not contiguous")))
}

/// Numbers of a map that are checked between two checks of the limits.
const CHECKED_AT_ONCE: usize = 1 << 20;

/// Whether all numbers in the arrays of a map are within bounds.
fn is_map(indptr: &[u64], indices: &[u32], watch: &mut Watch) -> Result<bool, Limit> {
    let states = indptr.len().saturating_sub(1);
    let mut right = indptr.last() == Some(&(indices.len() as u64));
    for some in indptr.chunks(CHECKED_AT_ONCE) {
        watch.look()?;
        right &= some.windows(2).all(|pair| pair[0] <= pair[1]);
    }
    for (last, first) in (CHECKED_AT_ONCE..indptr.len()).step_by(CHECKED_AT_ONCE).map(|at| (at - 1, at)) {
        right &= indptr[last] <= indptr[first];
    }
    for some in indices.chunks(CHECKED_AT_ONCE) {
        watch.look()?;
        right &= some.iter().all(|&to| (to as usize) < states);
    }
    Ok(right)
}

/// Runs work over the arrays of a map after checking them. A limit raises [`LimitReached`], and Ctrl-C is raised too:
/// there is no result before the end.
pub(crate) fn over_map<R: Send>(
    py: Python<'_>,
    options: Option<&Bound<'_, PyDict>>,
    (indptr, indices): (&[u64], &[u32]),
    work: impl FnOnce(&mut Watch) -> Result<R, Limit> + Send,
) -> PyResult<R> {
    let done = Options::from_kwargs(options)?.run_whole(py, |watch| {
        let right = is_map(indptr, indices, watch)?;
        if right { work(watch).map(Some) } else { Ok(None) }
    })?;
    match done {
        Ok(Some(done)) => Ok(done),
        Ok(None) => Err(PyValueError::new_err("indptr and indices are not the rows of a map")),
        Err(limit) => Err(LimitReached::new_err(format!("stopped by a limit ({})", limit.name()))),
    }
}

/// Distinct pairs of states with a move between them.
#[pyfunction]
#[pyo3(signature = (indptr, indices, **options))]
pub fn undirected_edges(
    py: Python<'_>,
    indptr: PyReadonlyArray1<'_, u64>,
    indices: PyReadonlyArray1<'_, u32>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<u64> {
    let (indptr, indices) = (slice(&indptr, "indptr")?, slice(&indices, "indices")?);
    over_map(py, options, (indptr, indices), |watch| rows::undirected(indptr, indices, watch))
}

/// The fewest moves from one state to every other, in rows in which every move can be undone.
#[pyfunction]
#[pyo3(signature = (indptr, indices, state, **options))]
pub fn spread<'py>(
    py: Python<'py>,
    indptr: PyReadonlyArray1<'py, u64>,
    indices: PyReadonlyArray1<'py, u32>,
    state: u32,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let (indptr, indices) = (slice(&indptr, "indptr")?, slice(&indices, "indices")?);
    if state as usize + 1 >= indptr.len() {
        return Err(PyIndexError::new_err(format!("there is no state {state}")));
    }
    let depth = over_map(py, options, (indptr, indices), |watch| {
        match symmetric(indptr, indices, [state], Work::default(), watch) {
            Ok(depth) => Ok(Some(depth)),
            Err(Unmapped::TooLarge(_)) => Ok(None),
            Err(Unmapped::Limit(limit, _)) => Err(limit),
        }
    })?;
    let depth = depth.ok_or_else(|| wrong("a state is too many moves away".to_owned()))?;
    Ok(PyArray1::from_vec(py, depth))
}

/// The number of optimal solutions from a state; None if there are infinitely many.
#[pyfunction]
#[pyo3(signature = (indptr, indices, costs, distance, is_goal, state, **options))]
#[allow(clippy::too_many_arguments)] // Those of Python.
pub fn count_optimal(
    py: Python<'_>,
    indptr: PyReadonlyArray1<'_, u64>,
    indices: PyReadonlyArray1<'_, u32>,
    costs: Option<PyReadonlyArray1<'_, u16>>,
    distance: PyReadonlyArray1<'_, u16>,
    is_goal: PyReadonlyArray1<'_, bool>,
    state: usize,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<BigUint>> {
    let optimal_ways = OptimalWays {
        indptr: slice(&indptr, "indptr")?,
        indices: slice(&indices, "indices")?,
        costs: costs.as_ref().map(|costs| slice(costs, "costs")).transpose()?,
        distance: slice(&distance, "distance")?,
        goal: slice(&is_goal, "is_goal")?,
    };
    let states = optimal_ways.indptr.len().saturating_sub(1);
    let fits = optimal_ways.distance.len() == states
        && is_goal.len() == states
        && optimal_ways.costs.is_none_or(|costs| costs.len() == optimal_ways.indices.len());
    if !fits || state >= states {
        return Err(PyValueError::new_err("the arrays are not those of one map that has this state"));
    }
    over_map(py, options, (optimal_ways.indptr, optimal_ways.indices), |watch| {
        optimal_ways.count(state as u32, watch)
    })
}
