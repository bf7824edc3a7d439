//! Panics of searches over rules that contradict themselves.
//!
//! Searches rely on their rules: every state of a layer has come from the layer before, for example. A user's rules may
//! break that, and then a search panics. Whoever runs it catches the panic and reports an error; the panic's own message,
//! which names a line of the engine, is of no use to the user. A panic hook that asks [`is_quiet`] leaves it out.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Whether panics of this thread are caught and reported as errors.
#[must_use]
pub fn is_quiet() -> bool {
    QUIET.get()
}

/// For a new thread that works for another: whether panics of that one are quiet.
pub fn set_quiet(quiet: bool) {
    QUIET.set(quiet);
}

/// The result of `work`, whose panics are caught, and quiet.
pub fn caught<R>(work: impl FnOnce() -> R) -> std::thread::Result<R> {
    let before = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_and_later_ones_are_loud() {
        assert!(caught(is_quiet).is_ok_and(|quiet| quiet));
        assert!(caught(|| panic!("contradiction")).is_err());
        assert!(!is_quiet());
    }
}
