//! What goes wrong in rules that people write and the engine runs, such as a move that never ends.
//!
//! The trait of puzzles has no errors, because the rules of most families cause none. Rules that come with the board
//! do: they report here, return no more successors, and stop every search over them. The caller of such a search
//! discards its result and reports the error instead.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::outside::{Outside, Stop};

#[derive(Default)]
struct Reports {
    /// How often something went wrong.
    count: u64,
    /// How often it was so bad that a move could not be made at all.
    unplayable: u64,
    last: String,
    /// The flags of the current runs.
    stops: Vec<(u64, Stop)>,
    runs: u64,
}

/// What went wrong in the rules of one puzzle.
#[derive(Default)]
pub struct Trouble {
    reports: Mutex<Reports>,
    memory: OnceLock<Arc<Outside>>,
    refusal: OnceLock<String>,
}

/// A run over the rules, from its beginning.
#[derive(Clone, Copy, Debug)]
pub struct RunOver {
    number: u64,
    count: u64,
    unplayable: u64,
}

impl Trouble {
    fn reports(&self) -> MutexGuard<'_, Reports> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For another run of the same rules, in which nothing has gone wrong and no memory is held yet.
    #[must_use]
    pub fn afresh(&self) -> Self {
        Self { refusal: self.refusal.clone(), ..Self::default() }
    }

    /// Something went wrong: stops every run. `playable`: a move was made all the same, which proves nothing.
    pub fn report(&self, words: String, playable: bool) {
        let mut reports = self.reports();
        reports.count += 1;
        reports.unplayable += u64::from(!playable);
        reports.last = words;
        reports.stops.iter().for_each(|(_, stop)| stop.set());
    }

    /// A run begins, which this flag stops.
    pub fn begin(&self, stop: &Stop) -> RunOver {
        let mut reports = self.reports();
        reports.runs += 1;
        let number = reports.runs;
        reports.stops.push((number, stop.clone()));
        RunOver { number, count: reports.count, unplayable: reports.unplayable }
    }

    /// The run has ended. Returns what went wrong meanwhile, if anything; if two runs overlap, both get it.
    pub fn end(&self, run: RunOver) -> Option<String> {
        let mut reports = self.reports();
        reports.stops.retain(|&(number, _)| number != run.number);
        (reports.count > run.count).then(|| reports.last.clone())
    }

    /// The same for moves that are only played.
    pub fn end_of_play(&self, run: RunOver) -> Option<String> {
        let played = self.reports().unplayable == run.unplayable;
        self.end(run).filter(|_| !played)
    }

    /// Says why nothing can be proved about the puzzle, though it can be played.
    pub fn refuse(&self, words: String) {
        self.refusal.get_or_init(|| words);
    }

    /// Why nothing can be proved, if there is a reason.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        self.refusal.get().cloned()
    }

    /// The account of the memory that the rules hold, which is kept from now on.
    pub fn keeps_memory(&self) -> &Arc<Outside> {
        self.memory.get_or_init(Arc::default)
    }

    /// The account of the memory that the rules hold, if they keep one.
    #[must_use]
    pub fn memory(&self) -> Option<Arc<Outside>> {
        self.memory.get().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_told_what_went_wrong_in_it_and_stopped() {
        let (trouble, stop) = (Trouble::default(), Stop::default());
        trouble.report("too early".to_owned(), false);
        let run = trouble.begin(&stop);
        assert!(!stop.is_set());
        let played = trouble.begin(&Stop::default());
        trouble.report("line 3".to_owned(), true);
        assert!(stop.is_set());
        assert_eq!(trouble.end_of_play(played), None);
        assert_eq!(trouble.end(run).as_deref(), Some("line 3"));
        assert_eq!(trouble.end(trouble.begin(&Stop::default())), None);
    }
}
