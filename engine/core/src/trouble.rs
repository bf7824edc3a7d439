//! What goes wrong in rules that people write and the engine runs, such as a move that never ends.
//!
//! The trait of puzzles has no errors, because the rules of most families cause none. Rules that come with the board
//! do: they report here, return no more successors, and stop every search over them. The caller of such a search
//! discards its result and reports the error instead. What a proof only rests on they note, and the search goes on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::outside::{Outside, Stop};

#[derive(Default)]
struct Reports {
    /// How often something went wrong.
    count: u64,
    last: String,
    /// The flags of the current runs.
    stops: Vec<(u64, Stop)>,
    runs: u64,
}

/// What went wrong in the rules of one puzzle.
#[derive(Default)]
pub struct Trouble {
    reports: Mutex<Reports>,
    notes: Arc<Mutex<BTreeMap<(u32, bool), String>>>,
    memory: OnceLock<Arc<Outside>>,
    refusal: OnceLock<String>,
}

/// A run over the rules, from its beginning.
#[derive(Clone, Copy, Debug)]
pub struct RunOver {
    number: u64,
    count: u64,
}

impl Trouble {
    fn reports(&self) -> MutexGuard<'_, Reports> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For another run of the same rules, in which nothing has gone wrong and no memory is held yet. Notes are shared.
    #[must_use]
    pub fn afresh(&self) -> Self {
        Self { refusal: self.refusal.clone(), notes: Arc::clone(&self.notes), ..Self::default() }
    }

    /// Something went wrong: stops every run.
    pub fn report(&self, words: String) {
        let mut reports = self.reports();
        reports.count += 1;
        reports.last = words;
        reports.stops.iter().for_each(|(_, stop)| stop.set());
    }

    /// A run begins, which this flag stops.
    pub fn begin(&self, stop: &Stop) -> RunOver {
        let mut reports = self.reports();
        reports.runs += 1;
        let number = reports.runs;
        reports.stops.push((number, stop.clone()));
        RunOver { number, count: reports.count }
    }

    /// The run has ended. Returns what went wrong meanwhile, if anything; if two runs overlap, both get it.
    pub fn end(&self, run: RunOver) -> Option<String> {
        let mut reports = self.reports();
        reports.stops.retain(|&(number, _)| number != run.number);
        (reports.count > run.count).then(|| reports.last.clone())
    }

    /// Notes what a rule in this line of the board did. `left_out`: a turn that is no move because of it.
    pub fn note(&self, left_out: bool, line: u32, words: impl FnOnce() -> String) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.entry((line, left_out)).or_insert_with(words);
    }

    /// All that was noted since the puzzle was made, by lines: whether a turn was left out, and the words.
    #[must_use]
    pub fn notes(&self) -> Vec<(bool, String)> {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.iter().map(|(&(_, left_out), words)| (left_out, words.clone())).collect()
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
        trouble.report("too early".to_owned());
        let run = trouble.begin(&stop);
        assert!(!stop.is_set());
        trouble.report("line 3".to_owned());
        assert!(stop.is_set());
        assert_eq!(trouble.end(run).as_deref(), Some("line 3"));
        assert_eq!(trouble.end(trouble.begin(&Stop::default())), None);
    }

    #[test]
    fn a_note_stops_nothing_and_is_kept_once() {
        let (trouble, stop) = (Trouble::default(), Stop::default());
        let run = trouble.begin(&stop);
        for line in [7, 3, 7] {
            trouble.note(line == 3, line, || format!("line {line}"));
        }
        assert_eq!((stop.is_set(), trouble.end(run)), (false, None));
        assert_eq!(trouble.notes(), [(true, "line 3".to_owned()), (false, "line 7".to_owned())]);
    }
}
