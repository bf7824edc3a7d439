//! Limits, progress and cancellation, checked by every search every few thousand expansions.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::clock::Instant;
pub use crate::outside::{Outside, Stop};
use crate::puzzle::FARTHEST;

/// How far a search may go; `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Cost of the longest solution of interest.
    pub moves: Option<u32>,
    /// States stored; states expanded where a search stores none.
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

/// What the caller learns while a search runs.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub phase: &'static str,
    pub work: Work,
    pub elapsed: Duration,
}

/// A caller's callback: it gets the progress and returns whether to go on.
pub type Listener<'a> = dyn FnMut(&Progress) -> bool + Send + 'a;

/// How often a listener is called: often enough that Ctrl-C, for which it checks, takes effect at once.
const LISTENER_INTERVAL: Duration = Duration::from_millis(25);

/// Ticks between two readings of the clock while ticks are fast.
const TICKS: u64 = 1 << 12;
/// The time that should pass between two readings of the clock.
const PACE: Duration = Duration::from_millis(1);
/// How often the distance between two readings is halved at first, while it is unknown how slow the rules are.
const FIRST_HALVINGS: u32 = 11;
/// Values that [`Watch::filled`] writes between two checks of the limits.
const FILLED_AT_ONCE: usize = 1 << 20;

/// How often the clock is read. Rules may be a thousand times slower on one board than on another, so readings come
/// closer together until about [`PACE`] passes between them.
#[derive(Clone, Debug)]
struct Pace {
    /// How often the usual distance between two readings is halved.
    halvings: Cell<u32>,
    last: Cell<Instant>,
    /// The check that is due is an extra one. It must not look at counts, or the point where a limit on states or
    /// memory ends a search would depend on the machine's speed.
    between: Cell<bool>,
}

impl Pace {
    fn new(now: Instant) -> Self {
        Self { halvings: Cell::new(FIRST_HALVINGS), last: Cell::new(now), between: Cell::new(false) }
    }

    /// `every` is a power of two.
    #[inline]
    fn is_due(&self, count: u64, every: u64) -> bool {
        let distance = (every >> self.halvings.get()).max(1);
        if count & (distance - 1) != 0 {
            return false;
        }
        let now = Instant::now();
        let took = now - self.last.replace(now);
        let halvings = self.halvings.get();
        if took > 2 * PACE {
            // Each factor of two that it was too slow.
            let times = (took.as_nanos() / PACE.as_nanos()).ilog2();
            self.halvings.set((halvings + times).min(FIRST_HALVINGS + 1));
        } else if 2 * took < PACE {
            self.halvings.set(halvings.saturating_sub(1));
        }
        self.between.set(count & (every - 1) != 0);
        true
    }
}

/// Watches the limits of a search.
pub struct Watch<'a> {
    pub limits: Limits,
    pub phase: &'static str,
    /// Length of the best solution known from before this search.
    pub best: Option<u32>,
    /// Whether any solution of the least length will do; otherwise it is the first in the order of moves.
    pub any_line: bool,
    /// Whether the lower bound is a user's, and may be wrong.
    pub bound_is_users: bool,
    /// The rules, if they come from outside the engine: limits are then checked for every state.
    pub outside: Option<Arc<Outside>>,
    /// Set while the listener holds the search up, if it does: the search's other threads then wait too.
    pub paused: Option<Arc<AtomicBool>>,
    /// Bytes that callers of the search hold meanwhile, see [`Watch::holding`].
    held: u64,
    stop: Stop,
    started: Instant,
    listener: Option<&'a mut Listener<'a>>,
    told: Instant,
    pace: Pace,
    ticks: u64,
    /// The work as last reported.
    work: Work,
}

impl<'a> Watch<'a> {
    #[must_use]
    pub fn new(limits: Limits, stop: Stop, listener: Option<&'a mut Listener<'a>>) -> Self {
        let now = Instant::now();
        let (best, outside, paused) = (None, None, None);
        let (any_line, bound_is_users) = (false, false);
        let (pace, work, held) = (Pace::new(now), Work::default(), 0);
        let (started, told) = (now, now);
        Self {
            limits,
            phase: "search",
            best,
            any_line,
            bound_is_users,
            outside,
            paused,
            held,
            stop,
            started,
            listener,
            told,
            pace,
            ticks: 0,
            work,
        }
    }

    /// A watch without limits, for tests and for work known to be small.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(Limits::default(), Stop::default(), None)
    }

    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether a check is due after this many expansions. One is due every `every` (a power of two) expansions, more
    /// often where the rules are slow, and always where they come from outside the engine.
    #[must_use]
    #[inline]
    pub fn due(&self, expanded: u64, every: u64) -> bool {
        self.outside.is_some() || self.pace.is_due(expanded, every)
    }

    /// Runs work while the caller holds `bytes` bytes that the work does not count itself.
    pub fn holding<R>(&mut self, bytes: usize, work: impl FnOnce(&mut Self) -> R) -> R {
        self.held += bytes as u64;
        let result = work(self);
        self.held -= bytes as u64;
        result
    }

    /// Whether this many bytes may be allocated. Call it before allocating them.
    pub fn room_for(&self, bytes: usize) -> Result<(), Limit> {
        let held = self.held + self.outside.as_ref().map_or(0, |outside| outside.held());
        match self.limits.memory {
            Some(most) if held.saturating_add(bytes as u64) > most => Err(Limit::Memory),
            _ => Ok(()),
        }
    }

    /// Whether the search may go on. Cheap enough to call every thousand expansions.
    pub fn check(&mut self, work: &Work) -> Result<(), Limit> {
        self.check_counting(work.stored, work)
    }

    /// The same for a depth-first search, which stores next to nothing and would never reach a limit of states: the
    /// states that it expands count instead, each time that it does.
    pub fn check_expanded(&mut self, work: &Work) -> Result<(), Limit> {
        self.check_counting(work.expanded, work)
    }

    fn check_counting(&mut self, states: u64, work: &Work) -> Result<(), Limit> {
        self.work = *work;
        if self.pace.between.take() {
            return self.look();
        }
        self.check_counts(states, work)?;
        self.look()
    }

    /// The limits on states and memory, without the clock: before work that takes less time than to read it.
    pub fn check_counts(&mut self, states: u64, work: &Work) -> Result<(), Limit> {
        self.work = *work;
        if self.limits.states.is_some_and(|most| states > most) {
            return Err(Limit::States);
        }
        self.room_for(work.bytes as usize)
    }

    /// Whether work that stores nothing may go on. Call it for every piece of work, however small.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Limit> {
        self.ticks += 1;
        if self.pace.is_due(self.ticks, TICKS) { self.look() } else { Ok(()) }
    }

    /// The same as a `bool`; [`Watch::ended_by`] says which limit was reached.
    #[inline]
    pub fn goes_on(&mut self) -> bool {
        self.tick().is_ok()
    }

    /// The limit for which [`Watch::goes_on`] returned `false`.
    pub fn ended_by(&mut self) -> Limit {
        self.look().err().unwrap_or(Limit::Interrupted)
    }

    /// A new list of that many values. A long one takes longer than a limit may wait, most of it for the memory that
    /// the system hands out on the way.
    pub fn filled<T>(&mut self, len: usize, mut make: impl FnMut() -> T) -> Result<Vec<T>, Limit> {
        let mut list = Vec::with_capacity(len);
        while list.len() < len {
            self.look()?;
            list.resize_with((list.len() + FILLED_AT_ONCE).min(len), &mut make);
        }
        Ok(list)
    }

    /// Checks the clock and the stop flag, not what is stored.
    pub fn look(&mut self) -> Result<(), Limit> {
        self.pace.between.set(false);
        let now = Instant::now();
        if let Some(outside) = &self.outside {
            outside.looked(now);
        }
        if self.limits.seconds.is_some_and(|most| (now - self.started).as_secs_f64() > most) {
            return Err(Limit::Seconds);
        }
        if now - self.told >= LISTENER_INTERVAL {
            self.tell(now);
        }
        if self.stop.is_set() { Err(Limit::Interrupted) } else { Ok(()) }
    }

    /// Tells the listener at once how far the work is, however little time has passed since it was told before.
    pub fn report(&mut self, work: &Work) {
        self.work = *work;
        self.tell(Instant::now());
    }

    fn tell(&mut self, now: Instant) {
        if let Some(listener) = &mut self.listener {
            self.told = now;
            let work = Work { best: self.work.best.or(self.best), ..self.work };
            let progress = Progress { phase: self.phase, work, elapsed: now - self.started };
            if !listener(&progress) {
                self.stop.set();
            }
        }
    }

    /// Cost of the longest solution of interest.
    #[must_use]
    pub fn most_moves(&self) -> u32 {
        self.limits.moves.map_or(FARTHEST, |most| most.min(FARTHEST))
    }

    /// Whether a solution of this cost is still of interest.
    #[must_use]
    pub fn admits(&self, cost: u32) -> bool {
        cost <= self.most_moves()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most pieces of work of this length between two checks, once the pace is found.
    fn apart(piece: Duration, pieces: u64) -> u64 {
        let watch = Watch::unlimited();
        let (mut last, mut most) = (0, 0);
        for done in 1..=pieces {
            let until = Instant::now() + piece;
            while Instant::now() < until {}
            if watch.due(done, 1024) {
                most = most.max(done - last);
                last = done;
            }
        }
        most
    }

    #[test]
    fn slow_rules_are_watched_from_the_first_state_on() {
        assert_eq!(apart(Duration::from_millis(5), 10), 1);
    }

    #[test]
    fn looks_between_the_usual_ones_see_no_counts() {
        let limits = Limits { states: Some(10), ..Limits::default() };
        let mut watch = Watch::new(limits, Stop::default(), None);
        let work = Work { stored: 11, ..Work::default() };
        assert!(watch.due(1, 1024), "nothing is known of the pace yet");
        assert_eq!(watch.check(&work), Ok(()));
        assert!(watch.due(1024, 1024));
        assert_eq!(watch.check(&work), Err(Limit::States));
    }

    #[test]
    fn ticks_hear_the_stop_flag() {
        let stop = Stop::default();
        let mut watch = Watch::new(Limits::default(), stop.clone(), None);
        assert!((0..100_000).all(|_| watch.goes_on()));
        stop.set();
        assert!((0..TICKS).any(|_| !watch.goes_on()));
        assert_eq!(watch.ended_by(), Limit::Interrupted);
    }
}
