//! Python's keyword arguments as the plain values of a board.

use clew_core::values::{Value, Values};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

/// Raises `TypeError` for anything but whole numbers of 64 bits, truth values, texts, and sequences of them.
pub fn of_kwargs(given: Option<&Bound<'_, PyDict>>) -> PyResult<Values> {
    let mut values = Vec::new();
    if let Some(given) = given {
        for (name, value) in given {
            let name: String = name.extract()?;
            values.push((name.clone(), value_of(&value).map_err(|error| named(&name, &error))?));
        }
    }
    Ok(Values::new(values))
}

fn value_of(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Value::Truth(truth.is_true()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::Text(text.to_str()?.to_owned()));
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(Value::Number(number));
    }
    value.try_iter()?.map(|part| value_of(&part?)).collect::<PyResult<_>>().map(Value::List)
}

fn named(name: &str, error: &PyErr) -> PyErr {
    PyTypeError::new_err(format!("`{name}`: {error}"))
}
