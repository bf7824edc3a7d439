//! What a search shares with the outside: a flag that stops it, and an account of the memory that rules hold themselves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
