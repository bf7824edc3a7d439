//! Census: how many positions need how many moves, over *every* position of a board's pieces.
//!
//! ```text
//!   goals      1 move      2 moves                   distances of all positions at once: breadth-first
//!     o --------- o --------- o                      search backwards from all goals together. What it
//!     o --------- o ----/                            never meets can reach no goal.
//!       1, ...      ...         counts by level      unsolvable = all positions - those met
//! ```
//!
//! One driver ([`take`]) goes from level to level, writes the checkpoints from which an interrupted census resumes,
//! and checks the limits. Three ways to store a level, all behind [`Levels`], give the same counts:
//!
//! * [`matrices`]: bits, moved by whole words; pebbles with one hole, up to about 10^10 positions;
//! * [`ranks`]: two bits per position, found by its rank; pebbles with any number of holes;
//! * [`hashed`]: a table of the positions met; every family whose moves can be traced back.

pub mod checkpoint;
pub mod hashed;
mod weighted;
pub mod workers;

use crate::puzzle::{Backward, Puzzle};
use crate::watch::{Limit, Watch, Work};
use checkpoint::{Checkpoints, Input, Output};
use hashed::Hashed;

/// At most so many of the hardest positions are named.
pub const MOST_HARDEST: usize = 100;

/// Positions are counted at once where the family asks fewer times than this whether to go on: some milliseconds.
const MOST_LOOKS: u32 = 1 << 18;

/// A way to store the levels of a census.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Matrices,
    Ranks,
    Hashed,
}

impl Method {
    const ALL: [Self; 3] = [Self::Matrices, Self::Ranks, Self::Hashed];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Matrices => "matrices",
            Method::Ranks => "ranks",
            Method::Hashed => "hash",
        }
    }

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// What the caller wants counted.
pub struct CensusRequest<'a> {
    /// `None`: what suits the board.
    pub method: Option<Method>,
    pub threads: usize,
    pub checkpoints: Checkpoints<'a>,
}

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
    pub work: Work,
}

impl<S> Census<S> {
    /// The same with the hardest positions in another form.
    pub fn map<T>(self, form: impl Fn(S) -> T) -> Census<T> {
        let Self { method, counts, total, hardest, limit, work } = self;
        Census { method, counts, total, hardest: hardest.into_iter().map(form).collect(), limit, work }
    }

    pub(crate) fn stopped(method: Method, total: Option<u64>, limit: Limit) -> Self {
        Self {
            method,
            counts: Vec::new(),
            total,
            hardest: Vec::new(),
            limit: Some(limit),
            work: Work::default(),
        }
    }
}

/// Why a census did not start, or had to stop, in words for the caller.
pub type Refusal = String;

/// Stores the levels of a census one way. Starts with level 0, the goals.
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

    /// Restores a census that was saved.
    fn load(&mut self, depth: u32, input: &mut Input) -> std::io::Result<()>;
}

/// Goes through all levels.
pub fn take<L: Levels>(
    mut levels: L,
    total: u64,
    request: CensusRequest,
    watch: &mut Watch,
) -> Result<Census<L::State>, Refusal>
where
    L::State: Ord,
{
    let CensusRequest { threads, mut checkpoints, .. } = request;
    watch.phase = "census";
    let mut counts = checkpoints
        .resume(levels.method(), |depth, input| levels.load(depth, input))?
        .unwrap_or_else(|| vec![levels.goals()]);
    let mut work = Work { stored: counts.iter().sum(), expected: Some(total), ..Work::default() };
    let mut limit = None;
    // An empty level ends a census; it is counted, so that a finished checkpoint can be told from an unfinished one.
    while counts.last() != Some(&0) {
        let depth = counts.len() as u32;
        work = Work { depth, lower_bound: depth, bytes: levels.bytes(), ..work };
        if !watch.admits(depth) {
            limit = Some(Limit::Moves);
            break;
        }
        match levels.advance(depth, threads, watch, work) {
            Ok(count) => counts.push(count),
            Err(reached) => limit = Some(reached),
        }
        work.stored = counts.iter().sum();
        work.expanded = work.stored - counts[counts.len() - 1];
        let method = levels.method();
        let done = limit.is_some() || counts.last() == Some(&0);
        checkpoints.keep(done, method, &counts, |depth, output| levels.save(depth, output))?;
        if limit.is_some() {
            break;
        }
    }
    let mut hardest = if limit.is_none() { levels.hardest() } else { Vec::new() };
    if counts.last() == Some(&0) {
        counts.pop();
    }
    hardest.sort_unstable();
    work.bytes = levels.bytes();
    Ok(Census { method: levels.method(), counts, total: Some(total), hardest, limit, work })
}

/// The census of any puzzle whose moves can be traced back, by a table of the positions met.
pub fn census<P: Puzzle>(
    puzzle: &P,
    request: CensusRequest,
    watch: &mut Watch,
) -> Result<Census<P::State>, Refusal> {
    if let Some(method) = request.method.filter(|&method| method != Method::Hashed) {
        return Err(format!(
            "the census by {} is for pebbles{} of up to about 10^10 positions",
            method.name(),
            if method == Method::Matrices { " with one hole" } else { "" }
        ));
    }
    if puzzle.backward() == Backward::No {
        return Err(
            "a census searches backwards from the goals, but this puzzle has no predecessors".to_owned()
        );
    }
    let (most, too_many) = most_states::<P>(watch);
    let stopped = |total, limit| Ok(Census::stopped(Method::Hashed, total, limit));
    let Some(total) = puzzle.positions(most, &mut || watch.goes_on()) else {
        let limit = watch.look().err().unwrap_or(too_many);
        return stopped(positions_at_once(puzzle), limit);
    };
    let mut goals = Vec::new();
    // Goals that satisfy several alternatives are counted more than once before they are listed.
    let most = usize::try_from(total.saturating_mul(64)).unwrap_or(usize::MAX);
    if let Err(limit) =
        watch.room_for(usize::try_from(total).unwrap_or(usize::MAX).saturating_mul(size_of::<P::State>()))
    {
        return stopped(Some(total), limit);
    }
    if !puzzle.goals_while(most, &mut || watch.goes_on(), &mut goals) {
        return match watch.look() {
            Err(limit) => stopped(Some(total), limit),
            Ok(()) => Err("the goal positions of this board cannot be listed".to_owned()),
        };
    }
    if puzzle.unit_cost() {
        match Hashed::new(puzzle, goals, watch) {
            Ok(levels) => take(levels, total, request, watch),
            Err(limit) => stopped(Some(total), limit),
        }
    } else {
        weighted::census(puzzle, &goals, total, watch)
    }
}

/// How many positions there are, where that takes no time worth mentioning.
fn positions_at_once<P: Puzzle>(puzzle: &P) -> Option<u64> {
    let mut looks = 0;
    let go_on = &mut || {
        looks += 1;
        looks < MOST_LOOKS
    };
    puzzle.positions(1 << 60, go_on)
}

/// How many positions a table may hold under the limits, and which limit decides it.
fn most_states<P: Puzzle>(watch: &Watch) -> (u64, Limit) {
    let each = (size_of::<P::State>() + size_of::<u16>()) as u64;
    let by_memory = watch.limits.memory.map_or(u64::MAX, |bytes| bytes / each).min(1 << 40);
    match watch.limits.states {
        Some(states) if states < by_memory => (states, Limit::States),
        _ => (by_memory, Limit::Memory),
    }
}

#[cfg(test)]
mod tests;
