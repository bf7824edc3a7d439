//! Calls to rules in Python, from a search that must end soon after the first that goes wrong.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use clew_core::outside::Runs;
use clew_core::watch::{Outside, Stop};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

/// A rule that has not returned for this long is stuck: Ctrl-C is then raised inside it instead of ending the search.
const STUCK: Duration = Duration::from_millis(100);

/// Locks a mutex that a thread may hold while it waits for the GIL, so the caller must not hold the GIL.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    match mutex.try_lock() {
        Ok(held) => held,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => {
            Python::attach(|py| mutex.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
        }
    }
}

/// What runs and their rules share.
#[derive(Default)]
pub struct Asking {
    pub outside: Arc<Outside>,
    runs: Runs<Arc<PyErr>>,
    /// When Ctrl-C interrupted a rule.
    interrupted: Mutex<Option<Instant>>,
}

impl Asking {
    /// A run begins; this flag stops it.
    pub fn begin(&self, stop: &Stop) {
        self.runs.begin(stop);
        *self.interrupted.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.outside.looked(Instant::now());
    }

    /// The run with this flag ends. Returns what went wrong meanwhile, if anything.
    pub fn end(&self, py: Python<'_>, stop: &Stop) -> Option<PyErr> {
        self.runs.end(stop).map(|failure| failure.clone_ref(py))
    }

    /// Calls a rule; `None` once something has gone wrong.
    ///
    /// Ctrl-C during a rule that returns promptly ends the search as it does everywhere, with what is known so far:
    /// the flag is set, and the rule is called again. In a rule that is stuck, it is raised.
    pub fn ask<T>(&self, rule: impl Fn(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.runs.have_failed() {
            return None;
        }
        Python::attach(|py| {
            loop {
                match rule(py) {
                    Ok(answer) => return Some(answer),
                    Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) && self.excuses() => {}
                    Err(error) => {
                        self.runs.fail(Arc::new(error));
                        return None;
                    }
                }
            }
        })
    }

    /// Whether the search may end by itself after Ctrl-C interrupted a rule.
    fn excuses(&self) -> bool {
        let now = Instant::now();
        let first = *self.interrupted.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(now);
        self.runs.stop_here();
        self.outside.quiet_for() < STUCK && now - first < STUCK
    }
}
