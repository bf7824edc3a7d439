//! An anytime search in its own thread: it runs while Python waits for the next report, and pauses in between with its
//! memory intact. Dropping its handle ends it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Builder, JoinHandle, ThreadId};
use std::time::{Duration, Instant};

use clew_core::quiet::caught;
use clew_core::watch::{Progress, Stop};
use clew_families::any::{Answer, AnyPuzzle, Code, Position};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers::{codes, found};
use crate::options::Options;
use crate::user_rules::checked_result;

pyo3::import_exception!(clew.errors, ClewError);

/// How often the consumer checks for signals while it waits.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// How often a search that is paused checks whether it is to end.
const STOP_INTERVAL: Duration = Duration::from_millis(50);
/// How long the process waits for searches at exit: far longer than they need, unless an estimate never returns.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The running searches. They may call estimates written in Python, so they must end before the interpreter does.
static RUNNING: Mutex<Vec<RunningSearch>> = Mutex::new(Vec::new());

struct RunningSearch {
    shared: Arc<Shared>,
    stop: Stop,
    thread: JoinHandle<()>,
    process: u32,
}

/// What the search and its consumer share.
#[derive(Default)]
struct SearchState {
    /// How many callers wait for a report; without one, the search pauses.
    waiting: u32,
    progress: Option<Progress>,
    /// The best solution so far.
    best: Option<(u32, Vec<Code>)>,
    solutions: u32,
    /// How many of them have been reported: the search waits until all are, so that each is, whatever the machine does.
    reported: u32,
    ended: Option<Result<Answer, String>>,
    /// An exception of the caller's estimate or rules, until it is raised. It is not kept longer: its traceback has the
    /// caller's frames, and so this search, and what refers to itself through the engine is never freed.
    failure: Option<PyErr>,
    /// What that was, in words.
    failed: Option<String>,
    /// The payload of a panic, which resumes in the consumer.
    panic: Option<Box<dyn Any + Send>>,
}

impl SearchState {
    /// Whether there is to be a report at once.
    fn is_due(&self) -> bool {
        self.reported < self.solutions || self.ended.is_some()
    }
}

/// While the state is locked, no object of Python is made or dropped: that can run anybody's code, on any thread, and
/// wait for one that waits for the lock.
#[derive(Default)]
struct Shared {
    state: Mutex<SearchState>,
    changed: Condvar,
    /// The thread that searches.
    thread: OnceLock<ThreadId>,
    /// Whether the search pauses, for all its threads.
    paused: Arc<AtomicBool>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, SearchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an exception for the caller: the first one.
    fn fail(&self, error: PyErr) {
        let other = {
            let mut state = self.lock();
            if state.failed.is_some() {
                Some(error)
            } else {
                state.failed = Some("this search has failed".to_owned());
                state.failure.replace(error)
            }
        };
        drop(other);
        self.changed.notify_all();
    }

    /// Changes the state and wakes the other side.
    fn update(&self, change: impl FnOnce(&mut SearchState)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Ends the search, whether it is running or paused.
    fn end(&self, stop: &Stop) {
        self.update(|_| stop.set());
    }

    fn wait_until_wanted(&self, stop: &Stop) {
        let mut state = self.lock();
        while state.waiting == 0 && !stop.is_set() {
            self.paused.store(true, Ordering::Relaxed);
            // Whoever sets the flag need not know of this search, and then wakes nobody.
            let woken = self.changed.wait_timeout(state, STOP_INTERVAL);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.paused.store(false, Ordering::Relaxed);
    }

    /// Tells a better solution, and waits until it is reported.
    fn tell(&self, length: u32, moves: Vec<Code>, stop: &Stop) {
        self.update(|state| {
            state.best = Some((length, moves));
            state.solutions += 1;
        });
        let mut state = self.lock();
        while state.reported < state.solutions && !stop.is_set() {
            let woken = self.changed.wait_timeout(state, STOP_INTERVAL);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// A running search.
#[pyclass(module = "clew._engine", frozen)]
pub struct Improvement {
    shared: Arc<Shared>,
    stop: Stop,
    started: Instant,
    /// The process whose thread searches: one that is forked off has a copy of this handle, but not of the thread.
    process: u32,
}

impl Improvement {
    pub fn start(
        puzzle: Arc<dyn AnyPuzzle>,
        position: Position,
        estimate: Option<Py<PyAny>>,
        lookahead: u32,
        options: Options,
    ) -> PyResult<Self> {
        let (shared, stop) = (Arc::new(Shared::default()), options.stop.clone());
        let (theirs, flag) = (Arc::clone(&shared), stop.clone());
        let work = move || {
            theirs.thread.get_or_init(|| thread::current().id());
            theirs.wait_until_wanted(&flag);
            let search = || search(&*puzzle, &position, estimate.as_ref(), lookahead, &options, &theirs);
            let ended = catch_unwind(AssertUnwindSafe(search));
            theirs.update(|state| {
                state.ended = Some(ended.unwrap_or_else(|panic| {
                    state.panic = Some(panic);
                    Err("the search ended abnormally".to_owned())
                }));
            });
        };
        let thread = Builder::new().name("improve".to_owned()).spawn(work)?;
        let process = std::process::id();
        let search = RunningSearch { shared: Arc::clone(&shared), stop: stop.clone(), thread, process };
        let ended: Vec<_> = {
            let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            running.push(search);
            running.extract_if(.., |other| other.thread.is_finished()).collect()
        };
        drop(ended); // with RUNNING unlocked: they can hold objects of Python
        Ok(Self { shared, stop, started: Instant::now(), process })
    }
}

impl Drop for Improvement {
    fn drop(&mut self) {
        if self.is_here() {
            self.shared.end(&self.stop);
        }
    }
}

/// Ends all running searches and waits for them.
#[pyfunction]
pub fn end_improvements(py: Python<'_>) -> PyResult<()> {
    let mut running = std::mem::take(&mut *RUNNING.lock().unwrap_or_else(PoisonError::into_inner));
    running.retain(|search| search.process == std::process::id());
    running.iter().for_each(|search| search.shared.end(&search.stop));
    let until = Instant::now() + SHUTDOWN_TIMEOUT;
    while running.iter().any(|search| !search.thread.is_finished()) && Instant::now() < until {
        py.detach(|| std::thread::sleep(Duration::from_millis(1)));
        py.check_signals()?;
    }
    Ok(())
}

/// Runs the search, keeping the shared state up to date.
fn search(
    puzzle: &dyn AnyPuzzle,
    position: &[u16],
    estimate: Option<&Py<PyAny>>,
    lookahead: u32,
    options: &Options,
    shared: &Shared,
) -> Result<Answer, String> {
    let stop = &options.stop;
    let mut listener = |progress: &Progress| {
        shared.update(|state| state.progress = Some(*progress));
        shared.wait_until_wanted(stop);
        !stop.is_set()
    };
    let mut watch = options.watch(&mut listener);
    watch.paused = Some(Arc::clone(&shared.paused));
    let mut told = |length, moves| shared.tell(length, moves, stop);
    let judge = |position: &[u16]| {
        let answer = estimate.map(|estimate| {
            Python::attach(|py| estimate.call1(py, (position.to_vec(),))?.extract::<f64>(py))
        });
        match answer {
            Some(Ok(left)) => left,
            Some(Err(error)) => {
                shared.fail(error);
                stop.set();
                0.0
            }
            None => 0.0,
        }
    };
    let estimate = estimate.is_some().then_some(&judge as &dyn Fn(&[u16]) -> f64);
    let mut work = || puzzle.improve(position, estimate, lookahead, options.request, &mut watch, &mut told);
    let Some(user_rules) = &options.user_rules else { return work() };
    let result = caught(work);
    match Python::attach(|py| checked_result(py, &**user_rules, stop, result)) {
        Ok(answer) => answer,
        Err(error) => {
            shared.fail(error);
            Err("the rules failed".to_owned())
        }
    }
}

#[pymethods]
impl Improvement {
    /// Lets the search run until it has news (a better solution, a higher bound, the end), at most `seconds`,
    /// and reports. Ctrl-C is raised, with the search paused.
    fn wait<'py>(&self, py: Python<'py>, seconds: f64) -> PyResult<Bound<'py, PyDict>> {
        let until = Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e9));
        self.only_here()?;
        let before = self.news();
        self.shared.update(|state| state.waiting += 1);
        while self.news() == before && Instant::now() < until && !self.shared.lock().is_due() {
            py.detach(|| {
                let state = self.shared.lock();
                drop(self.shared.changed.wait_timeout(state, POLL_INTERVAL));
            });
            if let Err(error) = py.check_signals() {
                self.rest();
                return Err(error);
            }
        }
        self.rest();
        let (failure, failed, panic) = {
            let mut state = self.shared.lock();
            (state.failure.take(), state.failed.clone(), state.panic.take())
        };
        if let Some(panic) = panic {
            resume_unwind(panic); // a PanicException, as where a search runs on the caller's thread
        }
        if let Some(error) = failure {
            let words = format!("this search has failed, with {error}");
            self.shared.lock().failed = Some(words);
            return Err(error);
        }
        match failed {
            Some(words) => Err(ClewError::new_err(words)),
            None => self.report(py),
        }
    }

    /// Ends the search.
    fn stop(&self) {
        if self.is_here() {
            self.shared.end(&self.stop);
        }
    }

    /// Ends the search and waits until its memory is freed; Ctrl-C is raised.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if !self.is_here() {
            return Ok(());
        }
        self.stop();
        if self.shared.thread.get() == Some(&thread::current().id()) {
            return Ok(()); // in an estimate or a rule, after whose return the search ends
        }
        while self.shared.lock().ended.is_none() {
            py.detach(|| {
                let state = self.shared.lock();
                drop(self.shared.changed.wait_timeout(state, POLL_INTERVAL));
            });
            py.check_signals()?;
        }
        Ok(())
    }
}

impl Improvement {
    /// Whether the search's thread is in this process.
    fn is_here(&self) -> bool {
        self.process == std::process::id()
    }

    fn only_here(&self) -> PyResult<()> {
        if self.is_here() {
            return Ok(());
        }
        Err(ClewError::new_err(
            "this search runs in the process that began it, from which this one was forked: begin one here",
        ))
    }

    /// The caller waits no longer; the search pauses unless another does.
    fn rest(&self) {
        self.shared.update(|state| state.waiting -= 1);
    }

    /// Changes whenever there is something to report, but for solutions.
    fn news(&self) -> (Option<u32>, bool, bool) {
        let state = self.shared.lock();
        (
            state.progress.map(|progress| progress.work.lower_bound),
            state.ended.is_some(),
            state.failed.is_some(),
        )
    }

    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let seconds = self.started.elapsed().as_secs_f64();
        let (ended, best, progress, solutions) = {
            let mut state = self.shared.lock();
            state.reported = state.solutions;
            let best = state.best.as_ref().filter(|_| state.ended.is_none()).cloned();
            (state.ended.clone(), best, state.progress, state.solutions)
        };
        self.shared.changed.notify_all();
        let report = match &ended {
            Some(Ok(answer)) => found(py, answer, seconds)?,
            Some(Err(words)) => return Err(ClewError::new_err(words.clone())),
            None => {
                let report = PyDict::new(py);
                let work = progress.map(|progress| progress.work).unwrap_or_default();
                report.set_item("status", "running")?;
                report.set_item("limit", py.None())?;
                report.set_item("optimal", false)?;
                report.set_item("length", best.as_ref().map(|(length, _)| *length))?;
                let best = best.as_ref().map(|(_, moves)| codes(py, moves)).transpose()?;
                report.set_item("codes", best)?;
                report.set_item("lower_bound", work.lower_bound)?;
                report.set_item("states", work.stored)?;
                report.set_item("expanded", work.expanded)?;
                report.set_item("seconds", seconds)?;
                report
            }
        };
        report.set_item("solutions", solutions)?;
        report.set_item("phase", progress.map(|progress| progress.phase))?;
        report.set_item("depth", progress.map(|progress| progress.work.depth))?;
        Ok(report)
    }
}
