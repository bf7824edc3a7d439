//! What follows a node of an iteration of IDA*, depth-first within its bound.

use super::hole_moves::HoleMove;
use super::transpositions::Transpositions;
use clew_core::puzzle::DEAD_END;
use clew_core::watch::Limit;

/// Nodes between two checks of the limits: at most some milliseconds.
pub const CHECK_EVERY: u64 = 1 << 14;

/// A lower bound that follows the moves; 0 at goals and nowhere else.
pub trait IncrementalHeuristic: Sync {
    /// A position with whatever the estimate is read from.
    type At: Clone + Send + Sync;

    fn hole(&self, at: &Self::At) -> u8;
    /// The estimate after the pebble of cell `from` goes to the hole; `now` is the estimate before.
    fn after(&self, at: &Self::At, now: u32, from: u8) -> u32;
    /// Moves the pebble of cell `from` into the hole.
    fn hop(&self, at: &mut Self::At, from: u8);
    /// A more expensive look at a position: what may be added to its estimate. It may tell less, unless that is more than
    /// `room`, what the bound leaves.
    fn closer(&self, at: &Self::At, estimate: u32, room: u32) -> u32;
    /// If the bound is less than this away, the more expensive look is taken.
    fn reach(&self) -> u32;
    /// The position as a number of [`KEY_BITS`](super::transpositions::KEY_BITS), if there is one for each of them and
    /// recognising positions pays off.
    #[inline(always)]
    fn key(&self, _: &Self::At) -> Option<u64> {
        None
    }
}

/// A node of the line: the steps that are still to be tried there.
#[derive(Clone, Copy, Default)]
pub struct Node {
    pub next: u32,
    pub last: u32,
    pub hole: u8,
    pub estimate: u32,
}

/// How many nodes were entered, and looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nodes {
    pub entered: u64,
    pub looked_at: u64,
}

/// How an iteration ended.
pub enum Iteration {
    /// A goal at this depth, in moves.
    Goal(usize),
    /// The least cost that was cut off.
    Next(u32),
    Spent,
}

/// Called now and then with the nodes so far, the depth and the bytes of the table of positions: may the iteration go on?
pub type GoesOn<'a> = &'a mut dyn FnMut(Nodes, usize, u64) -> Result<bool, Limit>;

/// The tables of positions of an iteration, one for each thread.
pub struct Tables {
    named: bool,
    /// Bytes that each may take.
    spare: u64,
    made: Vec<Transpositions>,
}

impl Tables {
    /// `named`: are positions recognised? `spare`: bytes that each table may take.
    pub fn new(named: bool, spare: u64) -> Self {
        Self { named, spare, made: Vec::new() }
    }

    /// A table that nobody uses now; `None` where positions are not recognised.
    pub fn take(&mut self) -> Option<Transpositions> {
        self.named.then(|| self.made.pop().unwrap_or_else(|| Transpositions::within(self.spare)))
    }

    pub fn put(&mut self, table: Option<Transpositions>) {
        self.made.extend(table);
    }

    /// Forgets all positions, for the next iteration.
    pub fn clear(&mut self) {
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
    /// Nodes between two checks of the limits, a power of two.
    pub check_every: u64,
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
            let closer = cost + heuristic.closer(at, estimate, self.bound - cost);
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
        let (heuristic, moves, between_checks) = (self.heuristic, self.moves, self.check_every - 1);
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
            if nodes.entered & between_checks == 0 {
                let bytes = entered.as_ref().map_or(0, Transpositions::bytes);
                if !goes_on(*nodes, depth, bytes)? {
                    return Ok(Iteration::Spent);
                }
            }
        }
    }
}
