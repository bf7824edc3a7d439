//! Reads and checks what a user's rules return; errors say in words what is wrong.

use clew_core::puzzle::DEAD_END;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyTupleMethods};

use crate::user_rules::PuzzleError;

/// Lower bounds are capped at this value: they stay lower bounds, and a queue ordered by them stays small.
const HIGHEST_BOUND: f64 = 1e6;
/// The highest cost of a move: what a map can hold.
const DEAREST: u32 = u16::MAX as u32 - 1;

/// A value's `repr`, truncated if it is long.
pub fn shown(thing: &Bound<'_, PyAny>) -> String {
    let text = thing.repr().map_or_else(|_| "it".to_owned(), |text| text.to_string());
    if text.chars().count() > 200 { text.chars().take(200).chain("...".chars()).collect() } else { text }
}

/// Passes on the items that a rule returns for a state, one by one.
pub fn each<'py>(
    py: Python<'py>,
    rule: &Py<PyAny>,
    state: &Bound<'py, PyAny>,
    name: &str,
    mut take: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let given = rule.bind(py).call1((state,))?;
    if let Ok(list) = given.cast_exact::<PyList>() {
        return list.iter().try_for_each(take);
    }
    let items = given.try_iter().map_err(|_| {
        let (given, state) = (shown(&given), shown(state));
        PuzzleError::new_err(format!("{name} of {state} is {given}; it must be a list or another iterable"))
    })?;
    for item in items {
        take(item?)?;
    }
    Ok(())
}

/// What `successors` yields, as a move and a state.
pub fn pair_of<'py>(given: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    if let Ok(pair) = given.cast::<PyTuple>()
        && PyTupleMethods::len(pair) == 2
    {
        return Ok((pair.get_item(0)?, pair.get_item(1)?));
    }
    let what = shown(given);
    Err(PuzzleError::new_err(format!("successors yields {what}; it must yield (move, state)")))
}

/// The state after a move. None is refused: it is what a rule without a `return` gives.
pub fn moved<'py>(
    state: &Bound<'py, PyAny>,
    mv: &Bound<'py, PyAny>,
    after: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    if !after.is_none() {
        return Ok(after);
    }
    let (mv, state) = (shown(mv), shown(state));
    Err(PuzzleError::new_err(format!(
        "the move {mv} from {state} returns None; it must return the new state and leave the old one unchanged"
    )))
}

/// Explains a state that cannot be hashed; leaves any other error as it is.
pub fn unhashable(py: Python<'_>, state: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(py) || state.hash().is_ok() {
        return error;
    }
    let kind = state.get_type().name().map_or_else(|_| "value".to_owned(), |name| name.to_string());
    let wrong = PuzzleError::new_err(format!(
        "the state {} is a {kind}, which cannot be hashed; a state must be hashable and never change: \
         a tuple, frozenset, str or int, or a frozen dataclass",
        shown(state)
    ));
    wrong.set_cause(py, Some(error));
    wrong
}

/// A cost that a user's rule returned.
pub fn cost_of(given: &Bound<'_, PyAny>, state: &Bound<'_, PyAny>, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
    given.extract::<u32>().ok().filter(|&cost| cost <= DEAREST).ok_or_else(|| {
        let (given, mv, state) = (shown(given), shown(mv), shown(state));
        PuzzleError::new_err(format!(
            "the move {mv} from {state} costs {given}; a cost is a whole number from 0 to {DEAREST}"
        ))
    })
}

/// A lower bound that a user's rule returned: a whole number, a float (costs are whole, so it is rounded up, with some
/// room for errors of floats), or None or infinity if no goal can be reached.
pub fn bound_of(given: &Bound<'_, PyAny>, state: &Bound<'_, PyAny>) -> PyResult<u32> {
    if given.is_none() {
        return Ok(DEAD_END);
    }
    match given.extract::<f64>() {
        Ok(bound) if bound == f64::INFINITY => Ok(DEAD_END),
        Ok(bound) if !bound.is_nan() => Ok((bound - 1e-6).ceil().clamp(0.0, HIGHEST_BOUND) as u32),
        _ => {
            let (given, state) = (shown(given), shown(state));
            Err(PuzzleError::new_err(format!(
                "the heuristic of {state} is {given}; it must be a number, or None where no goal can be reached"
            )))
        }
    }
}
