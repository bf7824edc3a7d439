//! Rules that a user wrote: what can go wrong in them, and how it comes back to Python.
//!
//! The engine's trait has no errors, because its families make none. A user's rules do: they raise, they never
//! return, they contradict themselves. So a guest remembers the first thing that went wrong, gives no more
//! successors (whereupon every search comes to its end soon), and what that search then says is thrown away:
//! the exception is raised in its place, with the traceback that it brought along.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use clew_engine::watch::{Outside, Stop};
use pyo3::prelude::*;

pyo3::import_exception!(clew.errors, PuzzleError);

/// A user's rules, seen from a run of the engine.
pub trait UserRules: Send + Sync {
    /// A run begins, which this flag stops.
    fn begin(&self, stop: &Stop);
    /// What went wrong in the run, if something did; asked once.
    fn failure(&self, py: Python<'_>) -> Option<PyErr>;
    /// Are the rules asked in Python? Then a run keeps the GIL, on one thread: letting it go and taking it back
    /// around every call would hand the processor to any other thread that wants it, some milliseconds each.
    fn in_python(&self) -> bool {
        self.outside().is_some()
    }
    /// What rules in Python share with the watch over their search.
    fn outside(&self) -> Option<Arc<Outside>>;
}

/// Runs a search over a guest's rules; what goes wrong in them is raised.
///
/// Rules that contradict themselves can also break a search where it builds its line of moves: it relies on a
/// layer's states having come from the layer before. That panic ends here.
pub fn run_user_rules<R: Send>(
    py: Python<'_>,
    user_rules: &dyn UserRules,
    work: impl FnOnce() -> R + Send,
) -> PyResult<R> {
    let work = || catch_unwind(AssertUnwindSafe(work));
    let result = if user_rules.in_python() { work() } else { py.detach(work) };
    checked_result(py, user_rules, result)
}

/// What a caught run comes to.
pub fn checked_result<R>(
    py: Python<'_>,
    user_rules: &dyn UserRules,
    result: std::thread::Result<R>,
) -> PyResult<R> {
    match user_rules.failure(py) {
        Some(error) => Err(error),
        None => result.map_err(|_| {
            PuzzleError::new_err(
                "the rules contradict themselves, so that no line of moves could be built; \
                 clew.testing.check_puzzle(puzzle) says where",
            )
        }),
    }
}
