//! Iterative deepening: one iteration after the other, short ones on this thread, long ones on all threads.

use super::deepening::{End, IncrementalHeuristic, Iteration, IterativeDeepening, Node, Subtree, Tables};
use super::subtrees;
use crate::families::pebbles::board::Hop;
use crate::watch::{Limit, Watch, Work};

impl<G: IncrementalHeuristic> IterativeDeepening<'_, G> {
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
