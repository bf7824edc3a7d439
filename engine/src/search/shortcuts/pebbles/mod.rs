//! Pebbles with a single hole.
//!
//! * [`costs`]: distance sums that a move updates by one exclusive-or;
//! * [`steps`]: the hole's ways on, without the way back;
//! * [`deepening`]: IDA* over both.

pub mod costs;
pub mod deepening;
pub mod steps;

use std::sync::OnceLock;

use crate::packed::Packed;
use crate::puzzle::{Algorithm, DEAD_END, Puzzle};
use crate::puzzles::pebbles::Pebbles;
use crate::puzzles::pebbles::bound::Bound;
use crate::search::auto::{Choice, Request, Shortcut};
use crate::search::found::Found;
use crate::watch::{Watch, Work};
use costs::{Costs, Position};
use deepening::{Deepening, End, Guide};
use steps::Steps;

const REASON: &str = "IDA* with distances by colour kept up to date move by move";

/// The fast ways of a board with a single hole. Tables are built when they are first needed.
#[derive(Default)]
pub struct FastPebbles {
    tables: OnceLock<Option<Tables>>,
}

/// What all searches of a board share.
struct Tables {
    costs: Costs,
    steps: Steps,
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
        let costs = Costs::new(puzzle.bound(), graph.cells(), puzzle.counts())?;
        Some(Self { costs, steps: Steps::new(graph) })
    }

    fn bytes(&self) -> u64 {
        (self.costs.bytes() + self.steps.bytes()) as u64
    }
}

/// Distances by colour, and closed cycles of colours on a closer look.
struct Colours<'a> {
    costs: &'a Costs,
    bound: &'a Bound,
}

impl Guide for Colours<'_> {
    type At = Position;

    #[inline(always)]
    fn hole(&self, at: &Position) -> u8 {
        at.hole
    }

    #[inline(always)]
    fn after(&self, at: &Position, now: u32, from: u8) -> u32 {
        self.costs.after(at, now, from)
    }

    #[inline(always)]
    fn hop(&self, at: &mut Position, from: u8) {
        self.costs.hop(at, from);
    }

    #[inline(always)]
    fn closer(&self, at: &Position) -> u32 {
        self.bound.extra() * self.costs.closed_cycles(self.bound, at)
    }

    #[inline(always)]
    fn reach(&self) -> u32 {
        self.bound.extra()
    }
}

impl FastPebbles {
    fn tables<W: Packed>(&self, puzzle: &Pebbles<W>, watch: &Watch) -> Option<&Tables> {
        let tables = self.tables.get_or_init(|| Tables::new(puzzle)).as_ref()?;
        let fits = watch.limits.memory.is_none_or(|most| tables.bytes() <= most);
        fits.then_some(tables)
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
        let choice = Choice { algorithm: Algorithm::IdaStar, reason: REASON.to_owned() };
        let least = puzzle.heuristic(start);
        if least == DEAD_END {
            return Some((Found::unsolvable(Work::default()), choice));
        }
        let (position, sum) = tables.costs.position(puzzle.tokens(start));
        let guide = Colours { costs: &tables.costs, bound: puzzle.bound() };
        let mut search = Deepening {
            guide: &guide,
            steps: &tables.steps,
            bytes: tables.bytes(),
            expanded: 0,
            generated: 0,
            most: u64::MAX,
        };
        let end = search.run(position, sum, least, watch);
        let found = match end {
            End::Solved(hops) => {
                let length = hops.len() as u32;
                Found::solved(hops, length, search.work(length, 0))
            }
            End::Limit(limit, bound) => Found::limit(limit, bound, search.work(bound, 0)),
            End::Spent(_) => unreachable!("any number of nodes is granted"),
        };
        Some((found, choice))
    }
}

#[cfg(test)]
mod tests;
