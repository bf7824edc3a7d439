//! What is asked of a search that advances by a layer.

use crate::dyn_puzzle::Neighbours;

/// Which of the states that meet its target a search is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meetings {
    /// One or more: the layer need not be finished.
    Some,
    All,
}

/// How a search advances by a layer.
#[derive(Clone, Copy, Debug)]
pub struct LayerOptions {
    pub asked: Meetings,
    pub threads: usize,
    /// No layer comes after this one: it is scanned for states that meet the target, and not stored.
    pub last: bool,
}

impl LayerOptions {
    #[must_use]
    pub fn new(asked: Meetings, threads: usize) -> Self {
        Self { asked, threads, last: false }
    }
}

/// What leads to the next layer, and what becomes of the states that it leads to.
#[derive(Clone, Copy)]
pub struct Step<'a, S> {
    pub rules: &'a dyn Neighbours<S>,
    /// Whether a new state is stored. One that is not is as good as not met, and is asked about again when it is met
    /// again. `None`: all are. (With it, the order of a layer depends on the number of threads; its set of states does
    /// not.)
    pub admits: Option<&'a (dyn Fn(S) -> bool + Sync)>,
    /// Whether a state meets the target.
    pub meets: &'a (dyn Fn(S) -> bool + Sync),
}

impl<'a, S> Step<'a, S> {
    /// Stores all that is new.
    pub fn to(rules: &'a dyn Neighbours<S>, meets: &'a (dyn Fn(S) -> bool + Sync)) -> Self {
        Self { rules, admits: None, meets }
    }
}
