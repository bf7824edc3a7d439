//! Complete state spaces for Python: lists become numpy arrays without being copied.

use std::time::Instant;

use clew_engine::any::Position;
use clew_engine::space::any::{AnyMap, AnyPlaces};
use clew_engine::space::rows;
use clew_engine::space::spread::symmetric;
use clew_engine::space::ways::Slopes;
use clew_engine::space::{Order, Unmapped};
use clew_engine::watch::{Watch, Work};
use num_bigint::BigUint;
use numpy::{Element, PyArray1, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::engine::{Engine, wrong};

/// The states of a map: by number, and their numbers.
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

    /// Words a state, and the words of all states one after the other.
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
        let options = self.options(options)?;
        let order = Order {
            expand_goals,
            max_depth,
            edges,
            shortcuts: options.request.shortcuts,
            threads: options.request.threads,
        };
        let started = Instant::now();
        let made = options.run(py, |watch| self.puzzle.explore(&position, order, watch))?;
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

/// The arrays of a map, checked so that no number in them leads outside.
fn checked(indptr: &[u64], indices: &[u32]) -> PyResult<()> {
    let states = indptr.len().saturating_sub(1);
    let ends = indptr.last() == Some(&(indices.len() as u64));
    let rising = indptr.windows(2).all(|pair| pair[0] <= pair[1]);
    if ends && rising && indices.iter().all(|&to| (to as usize) < states) {
        Ok(())
    } else {
        Err(PyValueError::new_err("indptr and indices are not the rows of a map"))
    }
}

/// Distinct pairs of states with a move between them.
#[pyfunction]
pub fn undirected_edges(
    py: Python<'_>,
    indptr: PyReadonlyArray1<'_, u64>,
    indices: PyReadonlyArray1<'_, u32>,
) -> PyResult<u64> {
    let (indptr, indices) = (slice(&indptr, "indptr")?, slice(&indices, "indices")?);
    checked(indptr, indices)?;
    Ok(py.detach(|| rows::undirected(indptr, indices)))
}

/// Fewest moves from one state to each, over rows in which every move can be taken back.
#[pyfunction]
pub fn spread<'py>(
    py: Python<'py>,
    indptr: PyReadonlyArray1<'py, u64>,
    indices: PyReadonlyArray1<'py, u32>,
    state: u32,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let (indptr, indices) = (slice(&indptr, "indptr")?, slice(&indices, "indices")?);
    checked(indptr, indices)?;
    if state as usize + 1 >= indptr.len() {
        return Err(PyIndexError::new_err(format!("there is no state {state}")));
    }
    let work = || symmetric(indptr, indices, [state], Work::default(), &mut Watch::unlimited());
    match py.detach(work) {
        Ok(depth) => Ok(PyArray1::from_vec(py, depth)),
        Err(_) => Err(wrong("a state is too many moves away".to_owned())),
    }
}

/// The number of optimal ways from a state; None where they are endlessly many.
#[pyfunction]
#[pyo3(signature = (indptr, indices, costs, distance, is_goal, state))]
pub fn count_optimal(
    py: Python<'_>,
    indptr: PyReadonlyArray1<'_, u64>,
    indices: PyReadonlyArray1<'_, u32>,
    costs: Option<PyReadonlyArray1<'_, u16>>,
    distance: PyReadonlyArray1<'_, u16>,
    is_goal: PyReadonlyArray1<'_, bool>,
    state: usize,
) -> PyResult<Option<BigUint>> {
    let slopes = Slopes {
        indptr: slice(&indptr, "indptr")?,
        indices: slice(&indices, "indices")?,
        costs: costs.as_ref().map(|costs| slice(costs, "costs")).transpose()?,
        distance: slice(&distance, "distance")?,
        goal: slice(&is_goal, "is_goal")?,
    };
    checked(slopes.indptr, slopes.indices)?;
    let states = slopes.indptr.len() - 1;
    let fits = slopes.distance.len() == states
        && is_goal.len() == states
        && slopes.costs.is_none_or(|costs| costs.len() == slopes.indices.len());
    if !fits || state >= states {
        return Err(PyValueError::new_err("the arrays are not those of one map that has this state"));
    }
    Ok(py.detach(|| slopes.count(state as u32)))
}
