//! The states of a layer that meet its target, and which of them is shown.

use super::{LayerOptions, Meetings};
use clew_core::packed::Packed;

/// Met states that are kept, at least, before those that were met several times are dropped.
const MANY: usize = 1 << 16;

/// The states of a layer that meet its target.
pub(super) struct Meeting<S> {
    pub options: LayerOptions,
    /// Whether the puzzle is slow. If so, not even a small layer is finished without need.
    pub slow: bool,
    /// The one to show: the least of those that were met first.
    chosen: Option<S>,
    states: Vec<S>,
    /// When there are so many, those that were met several times are dropped.
    many: usize,
}

impl<S: Packed> Meeting<S> {
    pub fn new(options: LayerOptions, slow: bool) -> Self {
        Self { options, slow, chosen: None, states: Vec::new(), many: MANY }
    }

    /// Whether the layer's states are stored. A state that meets the target cannot have been met earlier, so once one
    /// was found the rest of the layer needs no visited set.
    pub fn stores(&self) -> bool {
        !self.options.last && self.states.is_empty()
    }

    pub fn is_enough(&self) -> bool {
        self.options.asked == Meetings::Some && self.chosen.is_some()
    }

    pub fn add(&mut self, met: impl Iterator<Item = S>) {
        self.states.extend(met);
        if self.states.len() > self.many {
            self.sort();
            self.many = MANY.max(2 * self.states.len());
        }
    }

    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>()
    }

    /// Fixes the one to show; states that are met later are not shown.
    pub fn choose(&mut self) {
        self.chosen = self.chosen.or_else(|| self.states.iter().copied().min());
    }

    /// The chosen one, then the others in order.
    pub fn sorted(mut self) -> Vec<S> {
        self.choose();
        self.sort();
        if let Some(at) = self.states.iter().position(|&state| Some(state) == self.chosen) {
            self.states[..=at].rotate_right(1);
        }
        self.states
    }

    /// Sorts the met states and keeps each once.
    fn sort(&mut self) {
        self.states.sort_unstable();
        self.states.dedup();
    }
}
