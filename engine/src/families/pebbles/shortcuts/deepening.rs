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
//! be run where no goal can be reached.

use super::hole_moves::HoleMoves;
use super::transpositions::Transpositions;
use crate::puzzle::DEAD_END;
use crate::families::pebbles::board::Hop;
use crate::watch::{Limit, Watch, Work};

/// Nodes between two checks of the limits: less than a millisecond.
const CHECK_EVERY: u64 = 1 << 14;

/// A lower bound that follows the moves; 0 at goals and nowhere else.
pub trait IncrementalHeuristic {
    /// A position with whatever the estimate is read from.
    type At;

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
struct Node {
    next: u32,
    last: u32,
    hole: u8,
    estimate: u32,
}

pub struct IterativeDeepening<'a, G: IncrementalHeuristic> {
    pub heuristic: &'a G,
    pub hole_moves: &'a HoleMoves,
    /// Bytes of the tables that the heuristic reads.
    pub bytes: u64,
    /// Nodes entered, and nodes looked at, so far.
    pub expanded: u64,
    pub looked_at: u64,
    /// Are positions pruned that an iteration meets again, if the heuristic gives them keys?
    pub knows_positions: bool,
    /// The search gives up after entering this many nodes.
    pub most: u64,
}

/// How an iteration ended.
enum Iteration {
    /// A goal so many moves deep.
    Goal(usize),
    /// The least cost that was cut off.
    Next(u32),
    Spent,
}

impl<G: IncrementalHeuristic> IterativeDeepening<'_, G> {
    pub fn work(&self, bound: u32, depth: usize) -> Work {
        Work {
            expanded: self.expanded,
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
        let spare = watch.limits.memory.map_or(u64::MAX, |most| most.saturating_sub(self.bytes));
        let named = self.heuristic.key(&at).is_some() && self.knows_positions;
        let mut entered = named.then(|| Transpositions::within(spare));
        loop {
            if !watch.admits(bound) {
                return End::Limit(Limit::Moves, bound);
            }
            line.resize(bound as usize + 1, Node::default());
            if let Some(entered) = &mut entered {
                entered.clear();
            }
            match self.iterate(&mut at, estimate, bound, &mut line, &mut entered, watch) {
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

    /// Depth-first to `bound`. Leaves `at` as it was, unless the search ends here.
    fn iterate(
        &mut self,
        at: &mut G::At,
        estimate: u32,
        bound: u32,
        line: &mut [Node],
        entered: &mut Option<Transpositions>,
        watch: &mut Watch,
    ) -> Result<Iteration, Limit> {
        let (heuristic, moves) = (self.heuristic, &self.hole_moves.moves[..]);
        let (reach, mut next_bound, mut depth) = (heuristic.reach(), DEAD_END, 0);
        let root = self.hole_moves.root(heuristic.hole(at));
        line[0] = Node { next: root.start, last: root.end, hole: heuristic.hole(at), estimate };
        loop {
            let node = &mut line[depth];
            if node.next == node.last {
                if depth == 0 {
                    return Ok(Iteration::Next(next_bound));
                }
                depth -= 1;
                heuristic.hop(at, line[depth].hole);
                continue;
            }
            let onward = moves[node.next as usize];
            node.next += 1;
            self.looked_at += 1;
            let estimate = heuristic.after(at, node.estimate, onward.from);
            let cost = depth as u32 + 1 + estimate;
            if cost > bound {
                next_bound = next_bound.min(cost);
                continue;
            }
            let back = node.hole;
            heuristic.hop(at, onward.from);
            if bound - cost < reach && estimate != 0 {
                let closer = cost + heuristic.closer(at, estimate);
                if closer > bound {
                    next_bound = next_bound.min(closer);
                    heuristic.hop(at, back);
                    continue;
                }
            }
            if let (Some(entered), Some(key)) = (entered.as_mut(), heuristic.key(at))
                && estimate != 0
                && entered.enter(key, depth + 1)
            {
                heuristic.hop(at, back);
                continue;
            }
            depth += 1;
            line[depth] = Node { next: onward.first, last: onward.last, hole: onward.from, estimate };
            if estimate == 0 {
                return Ok(Iteration::Goal(depth));
            }
            self.expanded += 1;
            if self.expanded.is_multiple_of(CHECK_EVERY) {
                let work = self.work(bound, depth);
                let bytes = work.bytes + entered.as_ref().map_or(0, Transpositions::bytes);
                watch.check_expanded(&Work { bytes, ..work })?;
                if self.expanded >= self.most {
                    return Ok(Iteration::Spent);
                }
            }
        }
    }
}
