//! The part of a state space that lies within a cost, as an explicit graph. For puzzles whose moves do not all
//! cost 1, and for listing solutions of a given length; the spaces that need it are small.

use crate::puzzle::{DEAD_END, Puzzle};
use crate::seen::Seen;
use crate::watch::{Limit, Watch, Work};

const CHECK_EVERY: u64 = 512;

/// A move in the graph.
#[derive(Clone, Copy, Debug)]
pub struct Edge<M> {
    pub mv: M,
    pub cost: u32,
    pub to: u32,
}

/// States reached from a start without playing on after a goal, and all moves between them.
pub struct Graph<P: Puzzle> {
    pub states: Vec<P::State>,
    pub index: Seen<P::State, u32>,
    /// Moves of each state, in the order of moves. Goals have none.
    pub edges: Vec<Vec<Edge<P::Move>>>,
    /// Least cost from the start.
    pub cost: Vec<u32>,
    /// Least cost to a goal; [`DEAD_END`] where none can be reached within the graph.
    pub remaining: Vec<u32>,
}

impl<P: Puzzle> Graph<P> {
    /// A graph without states.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            states: Vec::new(),
            index: Seen::default(),
            edges: Vec::new(),
            cost: Vec::new(),
            remaining: Vec::new(),
        }
    }

    /// Explores all states through which a solution of cost at most `most` may pass.
    pub fn explore(puzzle: &P, start: P::State, most: u32, watch: &mut Watch) -> Result<Self, (Limit, Work)> {
        let mut graph = Self::empty();
        // Dial's buckets: states wait by cost; a state that is reached cheaper waits again.
        let mut waiting: Vec<Vec<u32>> = vec![vec![graph.id(start)]];
        graph.cost[0] = 0;
        let (mut level, mut expanded, mut bytes) = (0, 0usize, 0u64);
        while level < waiting.len() {
            let Some(id) = waiting[level].pop() else {
                level += 1;
                continue;
            };
            let state = graph.states[id as usize];
            let done = !graph.edges[id as usize].is_empty();
            if graph.cost[id as usize] != level as u32 || done || puzzle.is_goal(state) {
                continue;
            }
            expanded += 1;
            if watch.due(expanded as u64, CHECK_EVERY) {
                watch
                    .check(&graph.work(expanded, bytes))
                    .map_err(|limit| (limit, graph.work(expanded, bytes)))?;
            }
            let mut edges = Vec::new();
            puzzle.successors(state, |mv, after| {
                let cost = puzzle.cost(state, mv);
                let (g, h) = (level as u32 + cost, puzzle.heuristic(after));
                if h == DEAD_END || g.saturating_add(h) > most {
                    return;
                }
                let to = graph.id(after);
                edges.push(Edge { mv, cost, to });
                if g < graph.cost[to as usize] {
                    graph.cost[to as usize] = g;
                    if waiting.len() <= g as usize {
                        waiting.resize_with(g as usize + 1, Vec::new);
                    }
                    waiting[g as usize].push(to);
                }
            });
            bytes += (edges.capacity() * size_of::<Edge<P::Move>>()) as u64;
            graph.edges[id as usize] = edges;
        }
        graph.measure(puzzle);
        Ok(graph)
    }

    fn id(&mut self, state: P::State) -> u32 {
        let fresh = self.states.len() as u32;
        self.index.insert(state, fresh).unwrap_or_else(|| {
            self.states.push(state);
            self.edges.push(Vec::new());
            self.cost.push(DEAD_END);
            fresh
        })
    }

    fn work(&self, expanded: usize, edge_bytes: u64) -> Work {
        let each = size_of::<P::State>() + size_of::<Vec<Edge<P::Move>>>() + 16;
        let bytes = (self.index.bytes() + self.states.capacity() * each) as u64 + edge_bytes;
        Work { stored: self.states.len() as u64, expanded: expanded as u64, bytes, ..Work::default() }
    }

    /// Fills `remaining`, backwards from the goals.
    fn measure(&mut self, puzzle: &P) {
        let mut into: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.states.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            for edge in edges {
                into[edge.to as usize].push((from as u32, edge.cost));
            }
        }
        self.remaining = vec![DEAD_END; self.states.len()];
        let mut waiting: Vec<Vec<u32>> = vec![Vec::new()];
        for (id, &state) in self.states.iter().enumerate() {
            if puzzle.is_goal(state) {
                self.remaining[id] = 0;
                waiting[0].push(id as u32);
            }
        }
        let mut level = 0;
        while level < waiting.len() {
            let Some(id) = waiting[level].pop() else {
                level += 1;
                continue;
            };
            if self.remaining[id as usize] != level as u32 {
                continue;
            }
            for &(before, cost) in &into[id as usize] {
                let r = level as u32 + cost;
                if r < self.remaining[before as usize] {
                    self.remaining[before as usize] = r;
                    if waiting.len() <= r as usize {
                        waiting.resize_with(r as usize + 1, Vec::new);
                    }
                    waiting[r as usize].push(before);
                }
            }
        }
    }
}
