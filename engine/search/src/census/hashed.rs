//! A census by a table of the positions met: any family whose moves can be traced back.

use std::io;

use super::checkpoint::{Input, Output, damaged};
use super::levels::{Levels, MOST_HARDEST};
use super::method::Method;
use crate::breadth_first::{BreadthFirst, Direction, Layer, LayerOptions, Meetings, Step};
use crate::dyn_puzzle::DynPuzzle;
use clew_core::packed::Packed;
use clew_core::seen::Seen;
use clew_core::watch::{Limit, Watch, Work};

/// Goals entered between two checks of the memory limit.
const LOOK_EVERY: usize = 1 << 12;

/// A search from all goals at once.
pub struct Hashed<'a, S: Packed> {
    rules: &'a dyn DynPuzzle<S>,
    search: BreadthFirst<S>,
    /// The last level that is not empty.
    last: Vec<S>,
}

impl<'a, S: Packed> Hashed<'a, S> {
    /// Needs a puzzle of unit cost whose moves can be traced back, and all its goals.
    pub fn new(rules: &'a dyn DynPuzzle<S>, goals: Vec<S>, watch: &mut Watch) -> Result<Self, Limit> {
        let (mut search, listed) =
            (BreadthFirst::new(Direction::Backward, []), goals.capacity() * size_of::<S>());
        for (number, goal) in goals.into_iter().enumerate() {
            watch.tick()?;
            if number.is_multiple_of(LOOK_EVERY) {
                watch.room_for(listed + search.bytes())?;
            }
            search.begin_at(goal);
        }
        let last = first_of(&search, watch)?;
        Ok(Self { rules, search, last })
    }
}

/// The least states of the frontier.
fn first_of<S: Packed>(search: &BreadthFirst<S>, watch: &mut Watch) -> Result<Vec<S>, Limit> {
    let found = least(search.frontier.iter().take_while(|_| watch.goes_on()));
    watch.look()?;
    Ok(found)
}

/// The least of the states, at most [`MOST_HARDEST`], sorted.
pub fn least<S: Ord + Copy>(states: impl Iterator<Item = S>) -> Vec<S> {
    let mut kept: Vec<S> = Vec::with_capacity(2 * MOST_HARDEST);
    let mut bar: Option<S> = None;
    for state in states.into_iter() {
        if bar.is_none_or(|bar| state < bar) {
            kept.push(state);
            if kept.len() == 2 * MOST_HARDEST {
                kept.sort_unstable();
                kept.truncate(MOST_HARDEST);
                bar = kept.last().copied();
            }
        }
    }
    kept.sort_unstable();
    kept.truncate(MOST_HARDEST);
    kept
}

impl<S: Packed> Levels for Hashed<'_, S> {
    type State = S;

    fn method(&self) -> Method {
        Method::Hashed
    }

    fn goals(&self) -> u64 {
        self.search.frontier.len() as u64
    }

    fn advance(&mut self, depth: u32, threads: usize, watch: &mut Watch, work: Work) -> Result<u64, Limit> {
        self.search.depth = depth - 1;
        let others = Work { stored: 0, expanded: 0, bytes: 0, ..work };
        let options = LayerOptions::new(Meetings::Some, threads);
        self.search.advance(Step::to(self.rules, &|_| false), options, watch, others)?;
        if !self.search.frontier.is_empty() {
            self.last = first_of(&self.search, watch)?;
        }
        Ok(self.search.frontier.len() as u64)
    }

    fn bytes(&self) -> u64 {
        self.search.bytes() as u64
    }

    fn hardest(&self) -> Vec<S> {
        self.last.clone()
    }

    // A level that was interrupted is left out.
    fn save(&self, depth: u32, output: &mut Output) -> io::Result<()> {
        if depth > Layer::MAX.into() {
            return Err(io::Error::other("it has too many levels for the method hash"));
        }
        output.states(self.search.seen.iter().filter(|&(_, level)| u32::from(level) <= depth))
    }

    fn load(&mut self, counts: &[u64], input: &mut Input) -> io::Result<()> {
        let (states, depth) = (counts.iter().sum::<u64>() as usize, counts.len() - 1);
        let frontier = (counts[depth] as usize).saturating_mul(size_of::<S>());
        input.look(Seen::<S, Layer>::bytes_for(states).saturating_add(frontier))?;
        self.search = BreadthFirst::new(Direction::Backward, []);
        self.search.seen = Seen::with_room(states);
        let BreadthFirst { seen, frontier, .. } = &mut self.search;
        let mut found = vec![0; counts.len()];
        input.states(states, |state, level| {
            let new = seen.insert(state, level).is_none();
            if let Some(count) = found.get_mut(usize::from(level)) {
                *count += u64::from(new);
            }
            if usize::from(level) == depth {
                frontier.push(state);
            }
        })?;
        if found != counts {
            return Err(damaged());
        }
        self.search.depth = depth as u32;
        self.last = least(self.search.frontier.iter());
        Ok(())
    }
}
