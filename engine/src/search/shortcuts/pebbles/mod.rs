//! Pebbles with a single hole.
//!
//! * [`costs`]: distance sums that a move updates by one exclusive-or;
//! * [`steps`]: the hole's ways on, without the way back;
//! * [`cycles`]: closed cycles of colours, counted in one word; [`colours`]: the bound made of both;
//! * [`deepening`]: IDA* over them;
//! * [`patterns`]: a stronger bound where every pebble has its own plate, for boards that take long;
//! * [`layers`]: all optimal solutions, from both ends.

pub mod colours;
pub mod costs;
pub mod cycles;
pub mod deepening;
pub mod layers;
mod pattern_table;
pub mod patterns;
mod shared;
pub mod steps;

use std::sync::OnceLock;

use crate::packed::Packed;
use crate::puzzle::{Algorithm, DEAD_END, Puzzle};
use crate::puzzles::pebbles::Pebbles;
use crate::search::auto::{Choice, Request, Shortcut};
use crate::search::corridor::Corridor;
use crate::search::found::Found;
use crate::watch::{Limit, Watch, Work};
use colours::Colours;
use deepening::{Deepening, End, Guide};
use patterns::{Layout, Patterns};
use steps::Steps;

const BY_COLOUR: &str = "IDA* with distances by colour kept up to date move by move";
const BY_PATTERN: &str = "IDA* with additive pattern databases";
/// Nodes that a search by colour may enter before pattern databases are built: a fraction of a second.
const BEFORE_PATTERNS: u64 = 1 << 21;

/// The fast ways of a board with a single hole. Tables are built when they are first needed.
#[derive(Default)]
pub struct FastPebbles {
    tables: OnceLock<Option<Tables>>,
}

/// What all searches of a board share.
struct Tables {
    colours: Colours,
    steps: Steps,
    /// Where pattern databases apply.
    layout: Option<Layout>,
}

impl Tables {
    /// `None` where IDA* does not suit the board, or might not end.
    fn new<W: Packed>(puzzle: &Pebbles<W>) -> Option<Self> {
        if puzzle.preferred().0 != Algorithm::IdaStar || puzzle.counts()[0] != 1 {
            return None;
        }
        Self::build(puzzle)
    }

    fn build<W: Packed>(puzzle: &Pebbles<W>) -> Option<Self> {
        let graph = puzzle.graph();
        let colours = Colours::new(graph, puzzle.plates(), puzzle.counts(), puzzle.bound().clone())?;
        let layout = Layout::new(graph, puzzle.plates(), puzzle.counts());
        Some(Self { colours, steps: Steps::new(graph), layout })
    }

    fn bytes(&self) -> u64 {
        (self.colours.bytes() + self.steps.bytes()) as u64
    }
}

/// One search, in stages.
struct Search<'a> {
    tables: &'a Tables,
    tokens: Vec<u8>,
    work: Work,
}

impl Search<'_> {
    /// By colour while it is quick; then, where pattern databases apply, with them.
    fn run(&mut self, least: u32, watch: &mut Watch) -> (Option<End>, &'static str) {
        let Some(layout) = &self.tables.layout else {
            return (Some(self.by_colour(least, u64::MAX, watch)), BY_COLOUR);
        };
        let known = shared::known(layout).filter(|patterns| fits(patterns.bytes(), watch));
        let patterns = match known {
            Some(patterns) => (patterns, least),
            None => {
                let bound = match self.by_colour(least, BEFORE_PATTERNS, watch) {
                    End::Spent(bound) => bound,
                    end => return (Some(end), BY_COLOUR),
                };
                match shared::build(layout, bound, watch) {
                    Err(limit) => return (Some(End::Limit(limit, bound)), BY_PATTERN),
                    Ok(None) => return (Some(self.by_colour(bound, u64::MAX, watch)), BY_COLOUR),
                    Ok(Some(patterns)) => (patterns, bound),
                }
            }
        };
        (Some(self.by_pattern(&patterns.0, patterns.1, watch)), BY_PATTERN)
    }

    fn by_colour(&mut self, least: u32, most: u64, watch: &mut Watch) -> End {
        let guide = &self.tables.colours;
        let (at, estimate) = guide.costs.position(self.tokens.iter().copied());
        self.deepen(guide, at, estimate, least, most, watch)
    }

    fn by_pattern(&mut self, patterns: &Patterns, least: u32, watch: &mut Watch) -> End {
        self.work.bytes = patterns.bytes() as u64;
        let (at, estimate) = patterns.position(&self.tokens);
        self.deepen(patterns, at, estimate, least.max(estimate), u64::MAX, watch)
    }

    fn deepen<G: Guide>(
        &mut self,
        guide: &G,
        at: G::At,
        estimate: u32,
        least: u32,
        most: u64,
        watch: &mut Watch,
    ) -> End {
        let mut search = Deepening {
            guide,
            steps: &self.tables.steps,
            bytes: self.work.bytes.max(self.tables.bytes()),
            expanded: self.work.expanded,
            generated: 0,
            most,
        };
        let end = search.run(at, estimate, least, watch);
        self.work = match &end {
            End::Solved(hops) => search.work(hops.len() as u32, 0),
            End::Limit(_, bound) | End::Spent(bound) => search.work(*bound, 0),
        };
        end
    }
}

fn fits(bytes: usize, watch: &Watch) -> bool {
    watch.limits.memory.is_none_or(|most| bytes as u64 <= most)
}

impl FastPebbles {
    fn tables<W: Packed>(&self, puzzle: &Pebbles<W>, watch: &Watch) -> Option<&Tables> {
        let tables = self.tables.get_or_init(|| Tables::new(puzzle)).as_ref()?;
        fits(tables.bytes() as usize, watch).then_some(tables)
    }
}

impl<W: Packed> Shortcut<Pebbles<W>> for FastPebbles {
    fn solve(
        &self,
        puzzle: &Pebbles<W>,
        start: W,
        request: Request,
        watch: &mut Watch,
    ) -> Option<(Found<Pebbles<W>>, Choice)> {
        if request.algorithm.is_some_and(|asked| asked != Algorithm::IdaStar) {
            return None;
        }
        let tables = self.tables(puzzle, watch)?;
        let least = puzzle.heuristic(start);
        let mut search = Search { tables, tokens: puzzle.tokens(start).collect(), work: Work::default() };
        let (end, reason) = if least == DEAD_END { (None, BY_COLOUR) } else { search.run(least, watch) };
        let choice = Choice { algorithm: Algorithm::IdaStar, reason: reason.to_owned() };
        let found = match end {
            None => Found::unsolvable(search.work),
            Some(End::Solved(hops)) => {
                let length = hops.len() as u32;
                Found::solved(hops, length, search.work)
            }
            Some(End::Limit(limit, bound)) => Found::limit(limit, bound, search.work),
            Some(End::Spent(_)) => unreachable!("the last stage is granted any number of nodes"),
        };
        Some((found, choice))
    }

    fn corridor(
        &self,
        puzzle: &Pebbles<W>,
        start: W,
        length: u32,
        watch: &mut Watch,
    ) -> Option<Result<Corridor<W>, Limit>> {
        let tables = self.tables(puzzle, watch)?;
        layers::corridor(puzzle, &tables.colours, start, length, watch)
    }
}

#[cfg(test)]
mod pattern_tests;
#[cfg(test)]
mod tests;
