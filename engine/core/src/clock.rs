//! The clock that limits of time are measured with.
//!
//! The standard library has none where there is no operating system, as in a web page: there the page provides its own.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use lent::{Instant, lend};

#[cfg(target_family = "wasm")]
mod lent {
    use std::ops::Sub;
    use std::sync::OnceLock;
    use std::time::Duration;

    /// Milliseconds since some moment in the past.
    type Clock = fn() -> f64;

    static CLOCK: OnceLock<Clock> = OnceLock::new();

    /// Sets the clock. Without one, time stands still, and no time limit is ever reached.
    pub fn lend(clock: Clock) {
        CLOCK.get_or_init(|| clock);
    }

    #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
    pub struct Instant(f64);

    impl Instant {
        #[must_use]
        pub fn now() -> Self {
            Self(CLOCK.get().map_or(0.0, |clock| clock()))
        }

        #[must_use]
        pub fn elapsed(self) -> Duration {
            Self::now() - self
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            Duration::from_secs_f64((self.0 - earlier.0).max(0.0) / 1000.0)
        }
    }
}
