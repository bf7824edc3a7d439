//! IDA* (Korf 1985) of a single hole, by an estimate that is kept up to date move by move.
//!
//! ```text
//!   bound 7      g  estimate      a child's estimate is its parent's, one table entry more and one less;
//!     o          0   6            a child beyond the bound is not even entered;
//!     +- o       1   7            only where the bound is in reach a closer look is taken,
//!     +- o       1   5 ...        which takes ten times as long
//! ```
//!
//! Nothing is stored but the line of moves and a small table of positions ([`super::transpositions`]), so it must not
//! be run where no goal can be reached. Long iterations run on threads ([`super::subtrees`]).

use super::hole_moves::HoleMoves;
use super::subtree::{CHECK_EVERY, Iteration, Node, Subtree, Tables};
pub use super::subtree::{IncrementalHeuristic, Nodes};
use super::subtrees::Threads;
use crate::pebbles::board::Hop;
use clew_core::watch::{Limit, Watch, Work};

/// An iteration runs on threads if the one before it entered this many nodes: some milliseconds.
pub const THREADS_FROM: u64 = 1 << 17;

/// How a search ended.
#[derive(Debug)]
pub enum DeepeningEnd {
    Solved(Vec<Hop>),
    /// No solution is shorter than this bound.
    Limit(Limit, u32),
    /// The budget of nodes is used up; no solution is shorter than this bound.
    Spent(u32),
}

pub struct IterativeDeepening<'a, G: IncrementalHeuristic> {
    pub heuristic: &'a G,
    pub hole_moves: &'a HoleMoves,
    /// Bytes of the tables that the heuristic reads.
    pub bytes: u64,
    /// Nodes entered, and nodes looked at, so far.
    pub nodes: Nodes,
    /// Whether positions that an iteration meets again are pruned, if the heuristic gives them keys.
    pub knows_positions: bool,
    /// The search gives up after entering this many nodes.
    pub most: u64,
    pub threads: usize,
    /// See [`THREADS_FROM`].
    pub threads_from: u64,
}

impl<'a, G: IncrementalHeuristic> IterativeDeepening<'a, G> {
    pub fn work(&self, bound: u32, depth: usize) -> Work {
        Work {
            expanded: self.nodes.entered,
            bytes: self.bytes,
            depth: depth as u32,
            lower_bound: bound,
            ..Work::default()
        }
    }

    /// Fewest moves from `at`, where the estimate is `estimate` and no solution is shorter than `bound`.
    pub fn run(&mut self, mut at: G::At, estimate: u32, mut bound: u32, watch: &mut Watch) -> DeepeningEnd {
        if estimate == 0 {
            return DeepeningEnd::Solved(Vec::new());
        }
        let mut line = Vec::new();
        let mut tables = Tables::new(self.named(&at), self.spare(watch) / self.threads.max(1) as u64);
        let mut last = 0;
        loop {
            if !watch.admits(bound) {
                return DeepeningEnd::Limit(Limit::Moves, bound);
            }
            line.resize(bound as usize + 1, Node::default());
            tables.clear();
            let before = self.nodes.entered;
            let ended = if self.threads > 1 && last >= self.threads_from {
                let root = self.root(&at, estimate);
                let threads = Threads {
                    subtree: self.whole(bound),
                    root,
                    most: self.most,
                    threads: self.threads,
                    work: self.work(bound, 0),
                };
                threads.iterate(&at, &mut line, &mut self.nodes, &mut tables, watch)
            } else {
                self.alone(&mut at, estimate, bound, &mut line, &mut tables, watch)
            };
            last = self.nodes.entered - before;
            match ended {
                Err(limit) => return DeepeningEnd::Limit(limit, bound),
                Ok(Iteration::Spent) => return DeepeningEnd::Spent(bound),
                Ok(Iteration::Next(next)) => bound = next,
                Ok(Iteration::Goal(depth)) => {
                    let hops = line[..=depth].windows(2);
                    let hop = |pair: &[Node]| Hop { from: pair[1].hole.into(), to: pair[0].hole.into() };
                    return DeepeningEnd::Solved(hops.map(hop).collect());
                }
            }
        }
    }

    /// Whether positions are recognised.
    fn named(&self, at: &G::At) -> bool {
        self.heuristic.key(at).is_some() && self.knows_positions
    }

    /// Bytes that tables of positions may take.
    fn spare(&self, watch: &Watch) -> u64 {
        watch.limits.memory.map_or(u64::MAX, |most| most.saturating_sub(self.bytes))
    }

    /// All that follows the root.
    fn whole(&self, bound: u32) -> Subtree<'a, G> {
        // A small budget is not exceeded by much.
        let check_every = self.most.saturating_sub(self.nodes.entered).clamp(1, CHECK_EVERY);
        let check_every = 1 << check_every.ilog2();
        Subtree { heuristic: self.heuristic, moves: &self.hole_moves.moves, bound, base: 0, check_every }
    }

    /// The node at the root.
    fn root(&self, at: &G::At, estimate: u32) -> Node {
        let root = self.hole_moves.root(self.heuristic.hole(at));
        Node { next: root.start, last: root.end, hole: self.heuristic.hole(at), estimate }
    }

    /// An iteration on this thread.
    fn alone(
        &mut self,
        at: &mut G::At,
        estimate: u32,
        bound: u32,
        line: &mut [Node],
        tables: &mut Tables,
        watch: &mut Watch,
    ) -> Result<Iteration, Limit> {
        line[0] = self.root(at, estimate);
        let mut entered = tables.take();
        let (most, work) = (self.most, self.work(bound, 0));
        let mut nodes = self.nodes;
        let ended =
            self.whole(bound).search(at, line, &mut entered, &mut nodes, &mut |nodes, depth, bytes| {
                let depth = depth as u32;
                let work = Work { expanded: nodes.entered, bytes: work.bytes + bytes, depth, ..work };
                watch.check_expanded(&work)?;
                Ok(nodes.entered < most)
            });
        self.nodes = nodes;
        tables.put(entered);
        ended
    }
}
