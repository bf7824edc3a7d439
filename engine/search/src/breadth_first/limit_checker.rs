//! The limits, while a search advances by a layer.

use super::BreadthFirst;
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch, Work};

/// Checks the limits for a search that advances by a layer.
pub(super) struct LimitChecker<'e, 'w> {
    pub watch: &'e mut Watch<'w>,
    /// Bytes of the layer that is expanded.
    pub held: usize,
    /// Bytes of the list of states that met the target.
    pub met: usize,
    /// Work done elsewhere, to which the search's own is added.
    pub others: Work,
}

impl LimitChecker<'_, '_> {
    pub fn check<S: Packed>(&mut self, search: &BreadthFirst<S>) -> Result<(), Limit> {
        let work = Work {
            stored: self.others.stored + search.seen.len() as u64,
            expanded: self.others.expanded + search.expanded,
            bytes: self.others.bytes + (search.bytes() + self.held + self.met) as u64,
            depth: search.depth,
            ..self.others
        };
        self.watch.check(&work)
    }
}
