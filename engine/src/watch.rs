//! Limits, progress and cancellation, looked at by every search every few thousand expansions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How far a search may go; `None` means as far as it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Cost of the longest solution of interest.
    pub moves: Option<u32>,
    /// States stored.
    pub states: Option<u64>,
    /// Wall-clock seconds.
    pub seconds: Option<f64>,
    /// Bytes held by the search's tables.
    pub memory: Option<u64>,
}

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Moves,
    States,
    Seconds,
    Memory,
    Interrupted,
}

impl Limit {
    /// Its name in the interface.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Limit::Moves => "moves",
            Limit::States => "states",
            Limit::Seconds => "seconds",
            Limit::Memory => "memory",
            Limit::Interrupted => "interrupted",
        }
    }
}

/// A flag that stops the searches it was given to, from any thread.
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
}

/// What rules outside the engine, which are slow to ask and hold memory of their own, share with the watch over
/// their search.
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
    /// Bytes that the rules hold beside the search's tables.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// They hold so many more.
    pub fn hold(&self, bytes: u64) {
        self.held.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The search looked at its limits now.
    pub fn looked(&self, now: Instant) {
        self.looked.store((now - self.base).as_nanos() as u64, Ordering::Relaxed);
    }

    /// How long ago the search last looked at its limits: as long, at most, as a rule is being asked.
    #[must_use]
    pub fn quiet_for(&self) -> Duration {
        self.base.elapsed().saturating_sub(Duration::from_nanos(self.looked.load(Ordering::Relaxed)))
    }
}

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Distinct states held in tables.
    pub stored: u64,
    /// States whose successors were generated.
    pub expanded: u64,
    /// Bytes of the tables.
    pub bytes: u64,
    /// Moves from the start of the states expanded now.
    pub depth: u32,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// Length of the best solution known.
    pub best: Option<u32>,
    /// No more states than this will be stored, where that is known.
    pub expected: Option<u64>,
}

/// What the caller is told while a search runs.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub phase: &'static str,
    pub work: Work,
    pub elapsed: Duration,
}

/// A caller's ear: told the progress, answers whether to go on.
pub type Listener<'a> = dyn FnMut(&Progress) -> bool + Send + 'a;

/// How often a listener is called; short enough that Ctrl-C, which it looks for, is answered at once.
const EAR: Duration = Duration::from_millis(25);

/// The eye that a search keeps on its limits.
pub struct Watch<'a> {
    pub limits: Limits,
    pub phase: &'static str,
    /// Length of the best solution known from before this search.
    pub best: Option<u32>,
    /// Rules from outside, where they are searched: limits are then looked at for every state.
    pub outside: Option<Arc<Outside>>,
    stop: Stop,
    started: Instant,
    listener: Option<&'a mut Listener<'a>>,
    told: Instant,
}

impl<'a> Watch<'a> {
    #[must_use]
    pub fn new(limits: Limits, stop: Stop, listener: Option<&'a mut Listener<'a>>) -> Self {
        let now = Instant::now();
        let (best, outside) = (None, None);
        Self { limits, phase: "search", best, outside, stop, started: now, listener, told: now }
    }

    /// A watch without limits, for tests and for work that is known to be small.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(Limits::default(), Stop::default(), None)
    }

    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Is it time to look, after so many expansions? Every so many, or always where the rules are slow.
    #[must_use]
    pub fn due(&self, expanded: u64, every: u64) -> bool {
        self.outside.is_some() || expanded.is_multiple_of(every)
    }

    /// May the search go on? Cheap enough for every thousandth expansion.
    pub fn check(&mut self, work: &Work) -> Result<(), Limit> {
        if self.limits.states.is_some_and(|most| work.stored > most) {
            return Err(Limit::States);
        }
        let held = self.outside.as_ref().map_or(0, |outside| outside.held());
        if self.limits.memory.is_some_and(|most| work.bytes + held > most) {
            return Err(Limit::Memory);
        }
        let now = Instant::now();
        if let Some(outside) = &self.outside {
            outside.looked(now);
        }
        if self.limits.seconds.is_some_and(|most| (now - self.started).as_secs_f64() > most) {
            return Err(Limit::Seconds);
        }
        if let Some(listener) = &mut self.listener
            && now - self.told >= EAR
        {
            self.told = now;
            let work = Work { best: work.best.or(self.best), ..*work };
            let progress = Progress { phase: self.phase, work, elapsed: now - self.started };
            if !listener(&progress) {
                self.stop.set();
            }
        }
        if self.stop.is_set() { Err(Limit::Interrupted) } else { Ok(()) }
    }

    /// Is a solution of this cost still of interest?
    pub fn admits(&self, cost: u32) -> bool {
        self.limits.moves.is_none_or(|most| cost <= most)
    }
}
