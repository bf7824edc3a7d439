//! What a search shares with the outside: a flag that stops it, an account of the memory that rules hold themselves, and
//! what goes wrong in them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use crate::clock::Instant;

/// A flag that stops the searches it was passed to, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Whether both are one flag.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What rules outside the engine, which are slow and hold memory of their own, share with the watch over their search.
#[derive(Debug)]
pub struct Outside {
    held: AtomicU64,
    base: Instant,
    looked: AtomicU64,
}

impl Default for Outside {
    fn default() -> Self {
        Self { held: AtomicU64::new(0), base: Instant::now(), looked: AtomicU64::new(0) }
    }
}

impl Outside {
    /// Bytes that the rules hold besides the search's tables.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// Adds to the bytes that they hold.
    pub fn hold(&self, bytes: u64) {
        self.held.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Records that the search checks its limits now.
    pub fn looked(&self, now: Instant) {
        self.looked.store((now - self.base).as_nanos() as u64, Ordering::Relaxed);
    }

    /// How long ago the search last checked its limits. A rule that is running has taken at most this long.
    #[must_use]
    pub fn quiet_for(&self) -> Duration {
        self.base.elapsed().saturating_sub(Duration::from_nanos(self.looked.load(Ordering::Relaxed)))
    }
}

/// The runs that use a user's rules at this moment. There can be several: between two reports of an anytime search,
/// which is paused then, its puzzle may be solved. What goes wrong in one of them goes wrong in all: they share the
/// tables that the rules have filled.
pub struct Runs<F> {
    failed: AtomicBool,
    active: Mutex<Active<F>>,
}

struct Active<F> {
    /// Their flags, and the threads that they run on.
    stops: Vec<(ThreadId, Stop)>,
    failure: Option<F>,
}

impl<F> Default for Runs<F> {
    fn default() -> Self {
        let active = Active { stops: Vec::new(), failure: None };
        Self { failed: AtomicBool::new(false), active: Mutex::new(active) }
    }
}

impl<F: Clone> Runs<F> {
    fn lock(&self) -> MutexGuard<'_, Active<F>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A run begins; this flag stops it.
    pub fn begin(&self, stop: &Stop) {
        let mut active = self.lock();
        let before = if active.stops.is_empty() { self.forget(&mut active) } else { None };
        if active.failure.is_some() {
            stop.set();
        }
        active.stops.push((thread::current().id(), stop.clone()));
        drop(active);
        drop(before);
    }

    /// A rule failed: all runs stop. The first failure is the one that is raised.
    pub fn fail(&self, failure: F) {
        let mut active = self.lock();
        let late = if active.failure.is_none() { active.failure.replace(failure) } else { Some(failure) };
        self.failed.store(true, Ordering::Relaxed);
        active.stops.iter().for_each(|(_, stop)| stop.set());
        drop(active);
        drop(late);
    }

    /// Stops the runs on this thread, without a failure.
    pub fn stop_here(&self) {
        let here = thread::current().id();
        self.lock().stops.iter().filter(|(thread, _)| *thread == here).for_each(|(_, stop)| stop.set());
    }

    #[must_use]
    #[inline(always)]
    pub fn have_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// The run with this flag ends. Returns what went wrong in any of the runs at its time.
    pub fn end(&self, stop: &Stop) -> Option<F> {
        let mut active = self.lock();
        let mut failure = active.failure.clone();
        if let Some(at) = active.stops.iter().position(|(_, other)| other.is(stop)) {
            active.stops.remove(at);
        }
        if active.stops.is_empty() {
            failure = self.forget(&mut active);
        }
        failure
    }

    /// Returns the failure instead of dropping it here, where all is locked: it can be an object with a finalizer.
    fn forget(&self, active: &mut Active<F>) -> Option<F> {
        self.failed.store(false, Ordering::Relaxed);
        active.failure.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_at_the_same_time_fail_together() {
        let (runs, outer, inner) = (Runs::default(), Stop::default(), Stop::default());
        runs.begin(&outer);
        runs.begin(&inner);
        assert_eq!(runs.end(&inner), None);
        runs.fail("line 3");
        assert!(outer.is_set() && runs.have_failed() && !inner.is_set());
        let late = Stop::default();
        runs.begin(&late);
        assert!(late.is_set(), "the rules have failed, and the tables they fill may lack something");
        runs.fail("line 4");
        assert_eq!(runs.end(&late), Some("line 3"));
        assert!(runs.have_failed());
        assert_eq!(runs.end(&outer), Some("line 3"));
        assert!(!runs.have_failed());
    }

    #[test]
    fn only_the_run_on_this_thread_is_stopped() {
        let (runs, paused, mine) = (Runs::<()>::default(), Stop::default(), Stop::default());
        std::thread::scope(|scope| scope.spawn(|| runs.begin(&paused)).join()).unwrap();
        runs.begin(&mine);
        runs.stop_here();
        assert!(mine.is_set() && !paused.is_set());
        assert_eq!((runs.end(&mine), runs.end(&paused)), (None, None));
    }

    #[test]
    fn a_run_knows_nothing_of_failures_before_it() {
        let (runs, stop) = (Runs::default(), Stop::default());
        runs.fail("outside any run");
        runs.begin(&stop);
        assert!(!stop.is_set() && !runs.have_failed());
        assert_eq!(runs.end(&stop), None);
    }
}
