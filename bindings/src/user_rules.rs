//! Rules written by a user: what can go wrong in them, and how it gets back to Python.
//!
//! The engine's trait has no errors, because its families cause none. A user's rules do: they raise, never return, or
//! contradict themselves. So user rules remember the first thing that went wrong and return no more successors, and
//! every search soon ends. The result of that search is discarded, and the exception is raised instead, with its
//! original traceback.

use std::sync::{Arc, Mutex, PoisonError};

use clew_core::quiet::caught;
use clew_core::trouble::{RunOver, Trouble};
use clew_core::watch::{Outside, Stop};
use pyo3::prelude::*;

pyo3::import_exception!(clew.errors, PuzzleError);

/// A user's rules, seen from a run of the engine.
pub trait UserRules: Send + Sync {
    /// A run begins; this flag stops it.
    fn begin(&self, stop: &Stop);
    /// The run with this flag ends: what went wrong in the rules meanwhile, if anything. Called once per run.
    fn failure(&self, py: Python<'_>, stop: &Stop) -> Option<PyErr>;
    /// Whether the rules are called in Python. If so, a run keeps the GIL, on one thread: releasing and acquiring it
    /// around every call would give the processor to any other waiting thread, for some milliseconds each time.
    fn in_python(&self) -> bool {
        self.outside().is_some()
    }
    /// Whether they give the lower bound, too, if there is one.
    fn give_bound(&self) -> bool {
        true
    }
    /// What rules in Python share with the watch over their search.
    fn outside(&self) -> Option<Arc<Outside>>;
}

/// Rules that came with a board and that the engine runs, in one run or in several, one after the other.
pub struct BoardRules {
    trouble: Arc<Trouble>,
    run: Mutex<Option<RunOver>>,
}

impl BoardRules {
    pub fn new(trouble: Arc<Trouble>) -> Self {
        Self { trouble, run: Mutex::default() }
    }

    fn exchange(&self, run: Option<RunOver>) -> Option<String> {
        let mut held = self.run.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *held, run).and_then(|run| self.trouble.end(run))
    }
}

impl UserRules for BoardRules {
    fn begin(&self, stop: &Stop) {
        self.exchange(Some(self.trouble.begin(stop)));
    }

    fn failure(&self, _py: Python<'_>, _stop: &Stop) -> Option<PyErr> {
        self.exchange(None).map(PuzzleError::new_err)
    }

    fn in_python(&self) -> bool {
        false
    }

    fn give_bound(&self) -> bool {
        false
    }

    fn outside(&self) -> Option<Arc<Outside>> {
        self.trouble.memory()
    }
}

/// Runs a search over user rules and raises what goes wrong in them.
///
/// Rules that contradict themselves can also make a search panic while it reconstructs its solution, where it relies on
/// every state of a layer having come from the layer before. That panic is caught here.
pub fn run_user_rules<R: Send>(
    py: Python<'_>,
    user_rules: &dyn UserRules,
    stop: &Stop,
    work: impl FnOnce() -> R + Send,
) -> PyResult<R> {
    let work = || caught(work);
    let result = if user_rules.in_python() { work() } else { py.detach(work) };
    checked_result(py, user_rules, stop, result)
}

/// The result of a caught run, or the exception of its rules.
pub fn checked_result<R>(
    py: Python<'_>,
    user_rules: &dyn UserRules,
    stop: &Stop,
    result: std::thread::Result<R>,
) -> PyResult<R> {
    match user_rules.failure(py, stop) {
        Some(error) => Err(error),
        None => result.map_err(|_| {
            PuzzleError::new_err(
                "the rules contradict themselves, so no solution could be built; \
                 clew.testing.check_puzzle(puzzle) says where",
            )
        }),
    }
}
