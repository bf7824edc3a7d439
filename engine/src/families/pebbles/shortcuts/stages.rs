//! One search, from the cheapest tables to the most expensive.
//!
//! Distances cost nothing to build and solve most boards at once. Where every pebble has its own plate and
//! they do not suffice, pattern databases take over: small groups, then large ones. Each stage goes on from
//! the lower bound that the one before has proved.
//!
//! Databases that another search has built are used at once. They save time; the solution, the reason and the bound at
//! a limit of moves do not tell whether they were there. A limit of states would: under one the stages follow each
//! other as if nothing had been built, and databases that exist only save the time of building them.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::deepening::{End, IncrementalHeuristic, IterativeDeepening, Nodes, THREADS_FROM};
use super::patterns::Patterns;
use super::{Tables, shared};
use crate::families::pebbles::board::Hop;
use crate::search::techniques::{Technique, Techniques};
use crate::watch::{Limit, Watch, Work};

const BY_COLOUR: &str = "IDA* with distances by colour kept up to date move by move";
const BY_PATTERN: &str = "IDA* with distances, and additive pattern databases where those do not suffice";
/// Nodes that a search by distances may enter before pattern databases are built: a tenth of a second.
const BEFORE_PATTERNS: u64 = 1 << 23;
/// The same where databases are kept on disk: as long as it takes to read them.
const BEFORE_KEPT: u64 = 1 << 20;
/// Nodes with small groups after which large ones are built: about as long as that takes.
const BEFORE_LARGE: u64 = 1 << 26;

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
    pub fn run(&mut self, least: u32, watch: &mut Watch) -> (Answer, &'static str) {
        let Some(layout) = self.tables.layout.as_ref().filter(|_| self.techniques.has(Technique::Patterns)) else {
            return (settled(self.by_distance(least, u64::MAX, watch)), BY_COLOUR);
        };
        let memory = watch.limits.memory;
        let known = if counts_states(watch) { None } else { shared::known(layout, memory) };
        let (mut bound, mut patterns) = (least, known);
        if patterns.is_none() {
            let kept = !counts_states(watch) && shared::is_kept(layout, memory);
            match self.by_distance(bound, if kept { BEFORE_KEPT } else { BEFORE_PATTERNS }, watch) {
                End::Spent(proved) => bound = proved,
                end => return (plainly(end, least, watch), BY_PATTERN),
            }
            patterns = if kept { shared::kept(layout, memory) } else { None };
        }
        loop {
            let larger = layout.next_size(patterns.as_ref().map(|patterns| patterns.size), memory);
            if let Some(patterns) = &patterns {
                match self.by_pattern(patterns, larger.is_none(), bound, watch) {
                    End::Spent(proved) => bound = proved,
                    end => return (plainly(end, least, watch), BY_PATTERN),
                }
            }
            let Some(size) = larger else {
                let end = self.by_distance(bound, u64::MAX, watch);
                return (plainly(end, least, watch), BY_PATTERN);
            };
            match shared::of_size(layout, size, bound, self.threads, watch) {
                Ok(built) => patterns = Some(built),
                Err(limit) => return (Err((limit, bound)), BY_PATTERN),
            }
        }
    }

    fn by_distance(&mut self, least: u32, grant: u64, watch: &mut Watch) -> End {
        let colours = &self.tables.colours;
        let (at, estimate) = colours.costs.position(self.tokens.iter().copied());
        match &self.tables.singles {
            Some(singles) => self.deepen(singles, singles.cells(&at), estimate, least, grant, watch),
            None => self.deepen(colours, at, estimate, least, grant, watch),
        }
    }

    fn by_pattern(&mut self, patterns: &Arc<Patterns>, last: bool, least: u32, watch: &mut Watch) -> End {
        let (at, estimate) = patterns.position(&self.tokens);
        let spent = if counts_states(watch) { 0 } else { patterns.spent.load(Ordering::Relaxed) };
        let grant = if last { u64::MAX } else { BEFORE_LARGE.saturating_sub(spent) };
        self.work.bytes = patterns.bytes() as u64;
        let before = self.work.expanded;
        let end = self.deepen(&**patterns, at, estimate, least.max(estimate), grant, watch);
        patterns.spent.fetch_add(self.work.expanded - before, Ordering::Relaxed);
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
    ) -> End {
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
            End::Solved(hops) => search.work(hops.len() as u32, 0),
            End::Limit(_, bound) | End::Spent(bound) => search.work(*bound, 0),
        };
        end
    }
}

/// Whether the answer depends on how many states are expanded.
fn counts_states(watch: &Watch) -> bool {
    watch.limits.states.is_some()
}

/// Makes the answer independent of which tables existed: at a limit on moves, that no solution is within it.
fn plainly(end: End, least: u32, watch: &Watch) -> Answer {
    match settled(end) {
        Err((Limit::Moves, bound)) => {
            Err((Limit::Moves, watch.limits.moves.map_or(bound, |most| least.max(most.saturating_add(1)))))
        }
        answer => answer,
    }
}

/// The answer of a stage with an unlimited budget, or one that ended within its budget.
fn settled(end: End) -> Answer {
    match end {
        End::Solved(hops) => Ok(hops),
        End::Limit(limit, bound) => Err((limit, bound)),
        End::Spent(_) => unreachable!("no search enters 2^64 nodes"),
    }
}
