//! One search, from the cheapest tables to the most expensive.
//!
//! Distances cost nothing to build and solve most boards at once. Where they do not suffice, pattern databases take over:
//! small ones, then large ones. Each stage goes on from the lower bound that the one before has proved.
//!
//! Databases that another search has built are used after a first look by distances. They save time; the solution, the
//! reason and the bound at
//! a limit of moves do not tell whether they were there. A limit of states would: under one the stages follow each
//! other as if nothing had been built, and databases that exist only save the time of building them.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::colour_patterns::ColourPatterns;
use super::databases::{Databases, StateLayout};
use super::deepening::{DeepeningEnd, IncrementalHeuristic, IterativeDeepening, Nodes, THREADS_FROM};
use super::patterns::Patterns;
use super::{AnyLayout, Tables, shared};
use crate::pebbles::board::{Hop, Pebbles};
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::techniques::{Technique, Techniques};

const BY_COLOUR: &str = "IDA* with distances by colour kept up to date move by move";
const BY_PATTERN: &str = "IDA* with distances, and additive pattern databases where those do not suffice";

/// Nodes that a search by distances enters before anything is asked about databases: a fraction of a millisecond.
const AT_FIRST: u64 = 1 << 10;

pub struct Stages<'a> {
    tables: &'a Tables,
    techniques: Techniques,
    tokens: Vec<u8>,
    threads: usize,
    pub work: Work,
    /// Nodes generated, entered or not.
    pub looked_at: u64,
}

/// An optimal solution, or the limit that was reached with the lower bound proved so far.
pub type Answer = Result<Vec<Hop>, (Limit, u32)>;

impl<'a> Stages<'a> {
    pub fn new(tables: &'a Tables, techniques: Techniques, tokens: Vec<u8>, threads: usize) -> Self {
        Self { tables, techniques, tokens, threads, work: Work::default(), looked_at: 0 }
    }

    /// Fewest moves, no solution being shorter than `least`, and the reason for the way they were found.
    pub fn run<W: Packed>(
        &mut self,
        puzzle: &Pebbles<W>,
        least: u32,
        watch: &mut Watch,
    ) -> (Answer, &'static str) {
        if !self.techniques.has(Technique::Patterns) {
            return (settled(self.by_distance(least, u64::MAX, watch)), BY_COLOUR);
        }
        let least = match self.by_distance(least, AT_FIRST, watch) {
            DeepeningEnd::Spent(proved) => proved,
            end => return (settled(end), BY_PATTERN),
        };
        match self.tables.layout(puzzle) {
            Some(AnyLayout::Distinct(layout)) => (self.staged::<Patterns>(layout, least, watch), BY_PATTERN),
            Some(AnyLayout::Colours(layout)) => {
                (self.staged::<ColourPatterns>(layout, least, watch), BY_PATTERN)
            }
            None => (settled(self.by_distance(least, u64::MAX, watch)), BY_PATTERN),
        }
    }

    fn staged<D: Databases>(&mut self, layout: &D::StateLayout, least: u32, watch: &mut Watch) -> Answer {
        let memory = watch.limits.memory;
        let (mut bound, mut databases) = (least, None::<Arc<D>>);
        let mut kept = false;
        if !counts_states(watch) {
            databases = shared::known(layout, memory);
            kept = shared::is_kept(layout, memory);
        }
        loop {
            let built = databases.as_ref().map(|databases| databases.size());
            let next = layout.next_size(built, memory);
            let before = next.map_or(u64::MAX, |_| layout.nodes_before(built));
            let read = kept && next.is_some() && D::StateLayout::NODES_BEFORE_READING < before;
            let grant = if read { D::StateLayout::NODES_BEFORE_READING } else { before };
            let end = match &databases {
                Some(databases) => self.by_pattern(&**databases, bound, grant, watch),
                None => self.by_distance(bound, grant, watch),
            };
            let DeepeningEnd::Spent(proved) = end else { return plainly(end, least, watch) };
            bound = proved;
            if read {
                kept = false;
                databases = shared::kept(layout, memory).or(databases);
                continue;
            }
            let size = next.expect("only a stage that another one follows is cut short");
            match shared::of_size(layout, size, bound, self.threads, watch) {
                Ok(built) => databases = Some(built),
                Err(limit) => return Err((limit, bound)),
            }
        }
    }

    fn by_distance(&mut self, least: u32, grant: u64, watch: &mut Watch) -> DeepeningEnd {
        let costs = &*self.tables.costs;
        let (at, estimate) = costs.position(self.tokens.iter().copied());
        match &self.tables.singles {
            Some(singles) => self.deepen(singles, singles.cells(&at), estimate, least, grant, watch),
            None => self.deepen(costs, at, estimate, least, grant, watch),
        }
    }

    fn by_pattern<D: Databases>(
        &mut self,
        databases: &D,
        least: u32,
        grant: u64,
        watch: &mut Watch,
    ) -> DeepeningEnd {
        let (at, estimate) = databases.position(&self.tokens);
        let spent = if counts_states(watch) { 0 } else { databases.spent().load(Ordering::Relaxed) };
        let grant = if grant == u64::MAX { grant } else { grant.saturating_sub(spent) };
        self.work.bytes = databases.bytes() as u64;
        let before = self.work.expanded;
        let end = self.deepen(databases, at, estimate, least.max(estimate), grant, watch);
        databases.spent().fetch_add(self.work.expanded - before, Ordering::Relaxed);
        end
    }

    fn deepen<G: IncrementalHeuristic>(
        &mut self,
        heuristic: &G,
        at: G::At,
        estimate: u32,
        least: u32,
        grant: u64,
        watch: &mut Watch,
    ) -> DeepeningEnd {
        let mut search = IterativeDeepening {
            heuristic,
            hole_moves: &self.tables.hole_moves,
            bytes: self.work.bytes.max(self.tables.bytes()),
            nodes: Nodes { entered: self.work.expanded, looked_at: 0 },
            knows_positions: self.techniques.has(Technique::KnownPositions),
            most: self.work.expanded.saturating_add(grant),
            // A limit of states ends at the same one only if they come one after the other.
            threads: if counts_states(watch) { 1 } else { self.threads },
            threads_from: THREADS_FROM,
        };
        let end = search.run(at, estimate, least, watch);
        self.looked_at += search.nodes.looked_at;
        self.work = match &end {
            DeepeningEnd::Solved(hops) => search.work(hops.len() as u32, 0),
            DeepeningEnd::Limit(_, bound) | DeepeningEnd::Spent(bound) => search.work(*bound, 0),
        };
        end
    }
}

/// Whether the answer depends on how many states are expanded.
fn counts_states(watch: &Watch) -> bool {
    watch.limits.states.is_some()
}

/// Makes the answer independent of which tables existed: at a limit on moves, that no solution is within it.
fn plainly(end: DeepeningEnd, least: u32, watch: &Watch) -> Answer {
    match settled(end) {
        Err((Limit::Moves, bound)) => {
            Err((Limit::Moves, watch.limits.moves.map_or(bound, |most| least.max(most.saturating_add(1)))))
        }
        answer => answer,
    }
}

/// The answer of a stage with an unlimited budget, or one that ended within its budget.
fn settled(end: DeepeningEnd) -> Answer {
    match end {
        DeepeningEnd::Solved(hops) => Ok(hops),
        DeepeningEnd::Limit(limit, bound) => Err((limit, bound)),
        DeepeningEnd::Spent(_) => unreachable!("no search enters 2^64 nodes"),
    }
}
