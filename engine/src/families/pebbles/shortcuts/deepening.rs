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

use super::hole_moves::{HoleMove, HoleMoves};
use super::subtrees;
use super::transpositions::Transpositions;
use crate::puzzle::DEAD_END;
use crate::families::pebbles::board::Hop;
use crate::watch::{Limit, Watch, Work};

/// Nodes between two checks of the limits: less than a millisecond.
const CHECK_EVERY: u64 = 1 << 14;
/// An iteration runs on threads if the one before it entered so many nodes: some milliseconds.
pub const THREADS_FROM: u64 = 1 << 17;

/// A lower bound that follows the moves; 0 at goals and nowhere else.
pub trait IncrementalHeuristic: Sync {
    /// A position with whatever the estimate is read from.
    type At: Clone + Send + Sync;

    fn hole(&self, at: &Self::At) -> u8;
    /// The estimate after the pebble of cell `from` goes to the hole; `now` is the estimate before.
    fn after(&self, at: &Self::At, now: u32, from: u8) -> u32;
    /// Moves the pebble of cell `from` into the hole.
    fn hop(&self, at: &mut Self::At, from: u8);
    /// A more expensive look at a position: what may be added to its estimate.
    fn closer(&self, at: &Self::At, estimate: u32) -> u32;
    /// If the bound is less than this away, the more expensive look is taken.
    fn reach(&self) -> u32;
    /// The position as a number of [`KEY_BITS`](super::transpositions::KEY_BITS), if there is one for each of them and
    /// recognising positions pays off.
    #[inline(always)]
    fn key(&self, _: &Self::At) -> Option<u64> {
        None
    }
}

/// How a search ended.
#[derive(Debug)]
pub enum End {
    Solved(Vec<Hop>),
    /// No solution is shorter than this bound.
    Limit(Limit, u32),
    /// The budget of nodes is used up; no solution is shorter than this bound.
    Spent(u32),
}

/// A node of the line: the steps that are still to be tried there.
#[derive(Clone, Copy, Default)]
pub struct Node {
    pub next: u32,
    pub last: u32,
    pub hole: u8,
    pub estimate: u32,
}

pub struct IterativeDeepening<'a, G: IncrementalHeuristic> {
    pub heuristic: &'a G,
    pub hole_moves: &'a HoleMoves,
    /// Bytes of the tables that the heuristic reads.
    pub bytes: u64,
    /// Nodes entered, and nodes looked at, so far.
    pub nodes: Nodes,
    /// Are positions pruned that an iteration meets again, if the heuristic gives them keys?
    pub knows_positions: bool,
    /// The search gives up after entering this many nodes.
    pub most: u64,
    pub threads: usize,
    /// See [`THREADS_FROM`].
    pub threads_from: u64,
}

/// How many nodes were entered, and looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nodes {
    pub entered: u64,
    pub looked_at: u64,
}

/// How an iteration ended.
pub enum Iteration {
    /// A goal so many moves deep.
    Goal(usize),
    /// The least cost that was cut off.
    Next(u32),
    Spent,
}

/// Called now and then with the nodes so far, the depth and the bytes of the table of positions: may the iteration go on?
pub type GoesOn<'a> = &'a mut dyn FnMut(Nodes, usize, u64) -> Result<bool, Limit>;

impl<G: IncrementalHeuristic> IterativeDeepening<'_, G> {
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
    pub fn run(&mut self, mut at: G::At, estimate: u32, mut bound: u32, watch: &mut Watch) -> End {
        if estimate == 0 {
            return End::Solved(Vec::new());
        }
        let mut line = Vec::new();
        let mut tables = Tables { named: self.named(&at), spare: self.spare(watch) / self.threads.max(1) as u64, made: Vec::new() };
        let mut last = 0;
        loop {
            if !watch.admits(bound) {
                return End::Limit(Limit::Moves, bound);
            }
            line.resize(bound as usize + 1, Node::default());
            tables.clear();
            let before = self.nodes.entered;
            let ended = if self.threads > 1 && last >= self.threads_from {
                subtrees::iterate(self, &at, estimate, bound, &mut line, &mut tables, watch)
            } else {
                self.alone(&mut at, estimate, bound, &mut line, &mut tables, watch)
            };
            last = self.nodes.entered - before;
            match ended {
                Err(limit) => return End::Limit(limit, bound),
                Ok(Iteration::Spent) => return End::Spent(bound),
                Ok(Iteration::Next(next)) => bound = next,
                Ok(Iteration::Goal(depth)) => {
                    let hops = line[..=depth].windows(2);
                    let hop = |pair: &[Node]| Hop { from: pair[1].hole.into(), to: pair[0].hole.into() };
                    return End::Solved(hops.map(hop).collect());
                }
            }
        }
    }

    /// Are positions recognised?
    fn named(&self, at: &G::At) -> bool {
        self.heuristic.key(at).is_some() && self.knows_positions
    }

    /// Bytes that tables of positions may take.
    fn spare(&self, watch: &Watch) -> u64 {
        watch.limits.memory.map_or(u64::MAX, |most| most.saturating_sub(self.bytes))
    }

    /// The node at the root.
    pub fn root(&self, at: &G::At, estimate: u32) -> Node {
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
        let ended = Subtree { heuristic: self.heuristic, moves: &self.hole_moves.moves, bound, base: 0 }.search(
            at,
            line,
            &mut entered,
            &mut nodes,
            &mut |nodes, depth, bytes| {
                let depth = depth as u32;
                let work = Work { expanded: nodes.entered, bytes: work.bytes + bytes, depth, ..work };
                watch.check_expanded(&work)?;
                Ok(nodes.entered < most)
            },
        );
        self.nodes = nodes;
        tables.put(entered);
        ended
    }
}

/// The tables of positions of an iteration, one for each thread.
pub struct Tables {
    named: bool,
    /// Bytes that each may take.
    spare: u64,
    made: Vec<Transpositions>,
}

impl Tables {
    /// A table that nobody uses now; `None` where positions are not recognised.
    pub fn take(&mut self) -> Option<Transpositions> {
        self.named.then(|| self.made.pop().unwrap_or_else(|| Transpositions::within(self.spare)))
    }

    pub fn put(&mut self, table: Option<Transpositions>) {
        self.made.extend(table);
    }

    fn clear(&mut self) {
        self.made.iter_mut().for_each(Transpositions::clear);
    }
}

/// What follows a node of the line, within a bound.
pub struct Subtree<'a, G> {
    pub heuristic: &'a G,
    pub moves: &'a [HoleMove],
    pub bound: u32,
    /// The depth of the node.
    pub base: usize,
}

impl<G: IncrementalHeuristic> Subtree<'_, G> {
    /// Moves to the child of a node `depth` moves deep; returns its estimate. Where it is beyond the bound, stays and
    /// returns its cost.
    #[inline(always)]
    pub fn enter(&self, at: &mut G::At, node: Node, from: u8, depth: usize) -> Result<u32, u32> {
        let heuristic = self.heuristic;
        let estimate = heuristic.after(at, node.estimate, from);
        let cost = depth as u32 + 1 + estimate;
        if cost > self.bound {
            return Err(cost);
        }
        heuristic.hop(at, from);
        if self.bound - cost < heuristic.reach() && estimate != 0 {
            let closer = cost + heuristic.closer(at, estimate);
            if closer > self.bound {
                heuristic.hop(at, node.hole);
                return Err(closer);
            }
        }
        Ok(estimate)
    }

    /// Depth-first from `at`, whose node is in the line at the base. Leaves `at` as it was, unless the search ends here.
    pub fn search(
        &self,
        at: &mut G::At,
        line: &mut [Node],
        entered: &mut Option<Transpositions>,
        nodes: &mut Nodes,
        goes_on: GoesOn,
    ) -> Result<Iteration, Limit> {
        let (heuristic, moves) = (self.heuristic, self.moves);
        let (mut next_bound, mut depth) = (DEAD_END, self.base);
        loop {
            let node = &mut line[depth];
            if node.next == node.last {
                if depth == self.base {
                    return Ok(Iteration::Next(next_bound));
                }
                depth -= 1;
                heuristic.hop(at, line[depth].hole);
                continue;
            }
            let onward = moves[node.next as usize];
            node.next += 1;
            nodes.looked_at += 1;
            let node = *node;
            let estimate = match self.enter(at, node, onward.from, depth) {
                Ok(estimate) => estimate,
                Err(cost) => {
                    next_bound = next_bound.min(cost);
                    continue;
                }
            };
            if let (Some(entered), Some(key)) = (entered.as_mut(), heuristic.key(at))
                && estimate != 0
                && entered.enter(key, depth + 1)
            {
                heuristic.hop(at, node.hole);
                continue;
            }
            depth += 1;
            line[depth] = Node { next: onward.first, last: onward.last, hole: onward.from, estimate };
            if estimate == 0 {
                return Ok(Iteration::Goal(depth));
            }
            nodes.entered += 1;
            if nodes.entered.is_multiple_of(CHECK_EVERY) {
                let bytes = entered.as_ref().map_or(0, Transpositions::bytes);
                if !goes_on(*nodes, depth, bytes)? {
                    return Ok(Iteration::Spent);
                }
            }
        }
    }
}
