//! Layouts of maps for Python.

use clew_layout::{Request, places, stress};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::options::Options;
use crate::space::{over_map, slice};

/// A place for each state, in two or three dimensions.
#[pyfunction]
#[pyo3(signature = (indptr, indices, start, axes, seed, **options))]
pub fn layout<'py>(
    py: Python<'py>,
    indptr: PyReadonlyArray1<'py, u64>,
    indices: PyReadonlyArray1<'py, u32>,
    start: u32,
    axes: usize,
    seed: u64,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let (indptr, indices) = (slice(&indptr, "indptr")?, slice(&indices, "indices")?);
    if start as usize + 1 >= indptr.len() {
        return Err(PyIndexError::new_err(format!("there is no state {start}")));
    }
    let request = Request { start, seed, threads: Options::from_kwargs(options)?.request.threads };
    let found = over_map(py, options, (indptr, indices), |watch| match axes {
        2 => places::<2>(indptr, indices, request, watch),
        _ => places::<3>(indptr, indices, request, watch),
    })?;
    let axes = if axes == 2 { 2 } else { 3 };
    PyArray1::from_vec(py, found).reshape([indptr.len() - 1, axes])
}

/// How well a layout keeps distances; 0 is perfect.
#[pyfunction]
#[pyo3(name = "stress", signature = (indptr, indices, places, **options))]
pub fn stress_of(
    py: Python<'_>,
    indptr: PyReadonlyArray1<'_, u64>,
    indices: PyReadonlyArray1<'_, u32>,
    places: PyReadonlyArray2<'_, f32>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<f64> {
    let (indptr, indices) = (slice(&indptr, "indptr")?, slice(&indices, "indices")?);
    let axes = places.shape()[1];
    let places = places.as_slice().map_err(|_| PyValueError::new_err("places must be contiguous"))?;
    if axes == 0 || places.len() != axes * indptr.len().saturating_sub(1) {
        return Err(PyValueError::new_err("places must have a row for each state"));
    }
    let threads = Options::from_kwargs(options)?.request.threads;
    over_map(py, options, (indptr, indices), |watch| {
        stress::stress(indptr, indices, places, axes, threads, watch)
    })
}
