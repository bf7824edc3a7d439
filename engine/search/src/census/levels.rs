//! The levels of a census, stored one way or another, and what was counted.

use super::checkpoint::{Input, Output};
use super::method::Method;
use clew_core::watch::{Limit, Watch, Work};

/// At most this many of the hardest positions are named.
pub const MOST_HARDEST: usize = 100;

/// What was found: complete up to the last level of `counts`.
#[derive(Clone, Debug)]
pub struct Census<S> {
    pub method: Method,
    /// Positions by the fewest moves that they need.
    pub counts: Vec<u64>,
    /// Positions that there are; `None` where a limit was reached before they were counted.
    pub total: Option<u64>,
    /// Positions of the last level, sorted: all of them, or [`MOST_HARDEST`] if there are more.
    pub hardest: Vec<S>,
    pub limit: Option<Limit>,
    /// Why the last checkpoint could not be written, if it could not.
    pub unsaved: Option<String>,
    pub work: Work,
}

impl<S> Census<S> {
    /// The same with the hardest positions in another form.
    pub fn map<T>(self, form: impl Fn(S) -> T) -> Census<T> {
        let Self { method, counts, total, hardest, limit, unsaved, work } = self;
        let hardest = hardest.into_iter().map(form).collect();
        Census { method, counts, total, hardest, limit, unsaved, work }
    }

    pub fn stopped(method: Method, total: Option<u64>, limit: Limit) -> Self {
        Self {
            method,
            counts: Vec::new(),
            total,
            hardest: Vec::new(),
            limit: Some(limit),
            unsaved: None,
            work: Work::default(),
        }
    }
}

/// One method to store the levels of a census. Starts with level 0, the goals.
pub trait Levels {
    type State;

    fn method(&self) -> Method;

    /// Positions of level 0.
    fn goals(&self) -> u64;

    /// Advances by one level and counts its positions. After an `Err` the level can be started again.
    fn advance(&mut self, depth: u32, threads: usize, watch: &mut Watch, work: Work) -> Result<u64, Limit>;

    /// Bytes that it holds.
    fn bytes(&self) -> u64;

    /// Some positions of the last level that is not empty, at most [`MOST_HARDEST`].
    fn hardest(&self) -> Vec<Self::State>;

    /// Writes what [`Levels::load`] needs to resume after level `depth`.
    fn save(&self, depth: u32, output: &mut Output) -> std::io::Result<()>;

    /// Restores a census that was saved, whose levels have these counts.
    fn load(&mut self, counts: &[u64], input: &mut Input) -> std::io::Result<()>;
}
