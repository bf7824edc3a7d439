//! The engine's answers as Python sees them.

use clew_families::any::{Answer, Code, Judged};
use clew_search::found::Status;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The error for a mistake of the caller.
pub fn wrong(words: String) -> PyErr {
    PyValueError::new_err(words)
}

/// Moves as tuples.
pub fn codes<'py>(py: Python<'py>, codes: &[Code]) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    codes.iter().map(|code| PyTuple::new(py, code)).collect()
}

pub fn status_name(status: Status) -> &'static str {
    match status {
        Status::Solved => "solved",
        Status::Unsolvable => "unsolvable",
        Status::Limit(_) => "limit",
    }
}

/// `Found` of `_engine.pyi`.
pub fn found<'py>(py: Python<'py>, answer: &Answer, seconds: f64) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("status", status_name(answer.status))?;
    dict.set_item("limit", answer.limit.map(|limit| limit.name()))?;
    dict.set_item("length", answer.length)?;
    dict.set_item("codes", answer.codes.as_deref().map(|list| codes(py, list)).transpose()?)?;
    dict.set_item("optimal", answer.optimal)?;
    dict.set_item("lower_bound", answer.lower_bound)?;
    dict.set_item("states", answer.work.stored)?;
    dict.set_item("expanded", answer.work.expanded)?;
    dict.set_item("seconds", seconds)?;
    dict.set_item("algorithm", answer.choice.algorithm.name())?;
    dict.set_item("reason", &answer.choice.reason)?;
    Ok(dict)
}

/// `Hinted` of `_engine.pyi`.
pub fn hinted<'py>(py: Python<'py>, judged: &Judged, seconds: f64) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let status = match (judged.limit, judged.distance) {
        (Some(_), _) => "limit",
        (None, Some(_)) => "solved",
        (None, None) => "unsolvable",
    };
    dict.set_item("status", status)?;
    dict.set_item("limit", judged.limit.map(|limit| limit.name()))?;
    dict.set_item("distance", judged.distance)?;
    let moves: PyResult<Vec<_>> =
        judged.moves.iter().map(|(code, distance)| Ok((PyTuple::new(py, code)?, *distance))).collect();
    dict.set_item("moves", moves?)?;
    dict.set_item("best", codes(py, &judged.best)?)?;
    dict.set_item("line", codes(py, &judged.line)?)?;
    dict.set_item("states", judged.stored)?;
    dict.set_item("seconds", seconds)?;
    Ok(dict)
}
