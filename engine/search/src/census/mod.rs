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
//! and checks the limits. Three methods to store a level, all behind [`Levels`], give the same counts:
//!
//! * `matrices`: bits, moved by whole words; pebbles with one hole, up to about 10^10 positions;
//! * `ranks`: two bits per position, found by its rank; pebbles with any number of holes;
//! * [`hashed`]: a table of the positions met; every family whose moves can be traced back.

pub mod checkpoint;
pub mod hashed;
pub mod levels;
pub mod method;
mod weighted;
pub mod workers;

use checkpoint::{Checkpoints, Unread};
use clew_core::puzzle::{Backward, Puzzle};
use clew_core::watch::{Limit, Watch, Work};
use hashed::Hashed;

pub use levels::{Census, Levels, MOST_HARDEST};
pub use method::{Method, Refusal};

/// Positions are counted at once where the family asks fewer times than this whether to go on: some milliseconds.
const MOST_LOOKS: u32 = 1 << 18;

/// What the caller wants counted.
pub struct CensusRequest<'a> {
    /// `None`: what suits the board.
    pub method: Option<Method>,
    pub threads: usize,
    pub checkpoints: Checkpoints<'a>,
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
    let go_on = &mut |bytes| watch.tick().and_then(|()| watch.room_for(bytes));
    let resumed =
        checkpoints.resume(levels.method(), total, go_on, |counts, input| levels.load(counts, input));
    let mut counts = match resumed {
        Ok(counts) => counts.unwrap_or_else(|| vec![levels.goals()]),
        Err(Unread::Refused(words)) => return Err(words),
        Err(Unread::Stopped(limit)) => return Ok(Census::stopped(levels.method(), Some(total), limit)),
    };
    let mut work = Work { stored: counts.iter().sum(), expected: Some(total), ..Work::default() };
    let mut limit = None;
    // An empty level ends a census; it is counted, so that a finished checkpoint can be told from an unfinished one.
    while counts.last() != Some(&0) {
        let depth = counts.len() as u32;
        work = Work { depth, lower_bound: depth, bytes: levels.bytes(), ..work };
        let advanced =
            if watch.admits(depth) { levels.advance(depth, threads, watch, work) } else { Err(Limit::Moves) };
        match advanced {
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
    // A checkpoint may know more levels than are asked for.
    let most = watch.most_moves() as usize;
    if counts.len() - 1 > most {
        counts.truncate(most + 1);
        limit = Some(Limit::Moves);
    }
    let mut hardest = if limit.is_none() { levels.hardest() } else { Vec::new() };
    if counts.last() == Some(&0) {
        counts.pop();
    }
    hardest.sort_unstable();
    work.bytes = levels.bytes();
    let (method, unsaved) = (levels.method(), checkpoints.unsaved);
    Ok(Census { method, counts, total: Some(total), hardest, limit, unsaved, work })
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
    } else if request.checkpoints.are_kept() {
        Err("a census of a puzzle whose moves cost differently keeps no checkpoint: leave it out".to_owned())
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
