//! The options of a search as Python passes them, and the listener that serves Python while the search runs.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use clew_core::puzzle::Algorithm;
use clew_core::watch::{Limits, Listener, Progress, Stop, Watch};
use clew_search::auto::Request;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::user_rules::{UserRules, run_user_rules};

/// Least time between two calls of `on_progress`.
const REPORT: Duration = Duration::from_millis(100);

/// A flag that stops every search it was passed to; set it from any thread.
#[pyclass(name = "Stop", module = "clew._engine", frozen)]
pub struct PyStop(Stop);

#[pymethods]
impl PyStop {
    #[new]
    fn new() -> Self {
        Self(Stop::default())
    }

    fn set(&self) {
        self.0.set();
    }

    fn is_set(&self) -> bool {
        self.0.is_set()
    }
}

/// An upper limit on threads, more than any machine that Clew is meant for: each thread has its own buffers.
const MOST_THREADS: usize = 1024;

/// The options that the caller passes to a search.
pub struct Options {
    pub request: Request,
    pub limits: Limits,
    pub stop: Stop,
    /// Whether any shortest solution will do, see [`Watch::any_line`].
    pub any_line: bool,
    /// The rules, if a user wrote them.
    pub user_rules: Option<Arc<dyn UserRules>>,
    on_progress: Option<Py<PyAny>>,
}

impl Options {
    /// Reads keyword arguments; the names are those of `Options` in `_engine.pyi`.
    pub fn from_kwargs(kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut options = Self {
            request: Request { threads: cores(), ..Request::default() },
            limits: Limits::default(),
            stop: Stop::default(),
            any_line: false,
            user_rules: None,
            on_progress: None,
        };
        for (name, value) in kwargs.into_iter().flat_map(|kwargs| kwargs.iter()) {
            options.set(&name.extract::<String>()?, &value)?;
        }
        Ok(options)
    }

    /// The same for a user's rules.
    #[must_use]
    pub fn over(mut self, user_rules: Option<Arc<dyn UserRules>>) -> Self {
        // On several threads, rules that number states as they are met would number them differently.
        if user_rules.as_ref().is_some_and(|user_rules| user_rules.outside().is_some()) {
            self.request.threads = 1;
        }
        self.user_rules = user_rules;
        self
    }

    /// A watch over the limits of a run that begins now.
    pub fn watch<'a>(&self, listener: &'a mut Listener<'a>) -> Watch<'a> {
        let mut watch = Watch::new(self.limits, self.stop.clone(), Some(listener));
        watch.any_line = self.any_line;
        if let Some(user_rules) = &self.user_rules {
            watch.outside = user_rules.outside();
            watch.bound_is_users = user_rules.give_bound();
            user_rules.begin(&self.stop);
        }
        watch
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match name {
            "algorithm" => self.request.algorithm = algorithm(&value.extract::<String>()?)?,
            "any_line" => self.any_line = value.extract()?,
            "shortcuts" => self.request.shortcuts = value.extract()?,
            "moves" => self.limits.moves = value.extract()?,
            "states" => self.limits.states = value.extract()?,
            "seconds" => self.limits.seconds = value.extract()?,
            "memory" => self.limits.memory = value.extract()?,
            "threads" => {
                let threads: usize = value.extract()?;
                self.request.threads = if threads == 0 { cores() } else { threads.min(MOST_THREADS) };
            }
            "on_progress" => self.on_progress = (!value.is_none()).then(|| value.clone().unbind()),
            "stop" if value.is_none() => {}
            "stop" => self.stop = value.cast::<PyStop>()?.get().0.clone(),
            _ => return Err(PyTypeError::new_err(format!("unknown option `{name}`"))),
        }
        Ok(())
    }

    /// Runs `work` without the GIL, under a watch that handles Ctrl-C, reports progress and enforces the limits.
    ///
    /// Ctrl-C stops the work, which returns what it knows so far; any other exception, from a signal handler or from
    /// `on_progress`, stops it too and is raised.
    pub fn run<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Watch) -> R + Send) -> PyResult<R> {
        self.run_and_hear(py, false, work)
    }

    /// The same for work that has no result before its end: Ctrl-C is raised too.
    pub fn run_whole<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Watch) -> R + Send,
    ) -> PyResult<R> {
        self.run_and_hear(py, true, work)
    }

    fn run_and_hear<R: Send>(
        &self,
        py: Python<'_>,
        raises_ctrl_c: bool,
        work: impl FnOnce(&mut Watch) -> R + Send,
    ) -> PyResult<R> {
        let mut failure: Option<PyErr> = None;
        let mut told = Instant::now();
        let mut listener = |progress: &Progress| {
            let due = told.elapsed() >= REPORT;
            if due {
                told = Instant::now();
            }
            match Python::attach(|py| self.listen(py, progress, due)) {
                Ok(()) => true,
                Err(error) => {
                    if raises_ctrl_c || !Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py))
                    {
                        failure = Some(error);
                    }
                    false
                }
            }
        };
        let work = || work(&mut self.watch(&mut listener));
        let result = match &self.user_rules {
            None => Ok(py.detach(work)),
            Some(user_rules) => run_user_rules(py, &**user_rules, &self.stop, work),
        };
        match failure {
            Some(error) => Err(error),
            None => result,
        }
    }

    fn listen(&self, py: Python<'_>, progress: &Progress, due: bool) -> PyResult<()> {
        py.detach(|| ()); // A run that keeps the GIL lets other threads in here.
        py.check_signals()?;
        let Some(callback) = self.on_progress.as_ref().filter(|_| due) else {
            return Ok(());
        };
        let report = PyDict::new(py);
        report.set_item("phase", progress.phase)?;
        report.set_item("states", progress.work.stored)?;
        report.set_item("expanded", progress.work.expanded)?;
        report.set_item("depth", progress.work.depth)?;
        report.set_item("lower_bound", progress.work.lower_bound)?;
        report.set_item("best", progress.work.best)?;
        report.set_item("expected", progress.work.expected)?;
        report.set_item("seconds", progress.elapsed.as_secs_f64())?;
        callback.call1(py, (report,))?;
        Ok(())
    }
}

/// Asked once: the answer is in half a dozen files, and reading them takes longer than a small search.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

fn algorithm(name: &str) -> PyResult<Option<Algorithm>> {
    if name == "auto" {
        return Ok(None);
    }
    let unknown = || {
        let names = "auto, bfs, bidirectional, astar, ida_star";
        PyValueError::new_err(format!("there is no algorithm `{name}`; the algorithms are {names}"))
    };
    Algorithm::named(name).map(Some).ok_or_else(unknown)
}
