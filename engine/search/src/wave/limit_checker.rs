//! The limits, while a wave advances by a layer.

use super::Wave;
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch, Work};

/// Checks the limits for a wave that advances by a layer.
pub(super) struct LimitChecker<'e, 'w> {
    pub watch: &'e mut Watch<'w>,
    /// Bytes of the layer that is expanded.
    pub held: usize,
    /// Bytes of the list of states that met the target.
    pub met: usize,
    /// Work done elsewhere, to which the wave's own is added.
    pub others: Work,
}

impl LimitChecker<'_, '_> {
    pub fn check<S: Packed>(&mut self, wave: &Wave<S>) -> Result<(), Limit> {
        let work = Work {
            stored: self.others.stored + wave.seen.len() as u64,
            expanded: self.others.expanded + wave.expanded,
            bytes: self.others.bytes + (wave.bytes() + self.held + self.met) as u64,
            depth: wave.depth,
            ..self.others
        };
        self.watch.check(&work)
    }
}
