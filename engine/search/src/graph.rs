//! The part of a state space that lies within a cost, as an explicit graph. For puzzles whose moves do not all
//! cost 1, and for listing solutions of a given length; the spaces that need it are small.

use std::collections::BTreeMap;

use crate::dyn_puzzle::DynPuzzle;
use clew_core::memory::list_bytes;
use clew_core::packed::Packed;
use clew_core::puzzle::DEAD_END;
use clew_core::seen::Seen;
use clew_core::watch::{Limit, Watch, Work};

/// Edges by the state that they lead to: where those of each state begin, and the state before and cost of each.
type EdgesByTarget = (Vec<usize>, Vec<(u32, u32)>);

const CHECK_EVERY: u64 = 512;
/// States that may be met between two looks at the limits.
const SOON: usize = 16 * CHECK_EVERY as usize;
/// Bytes that an allocator adds to a list.
const BESIDE: usize = 16;

/// States that wait by cost (Dial's buckets), or by cost and moves. Only costs at which some wait take memory: costs may
/// be large.
pub(super) struct CostQueue<C, T> {
    buckets: BTreeMap<C, Vec<T>>,
    len: usize,
}

impl<C: Copy + Ord, T> CostQueue<C, T> {
    pub fn of(states: impl IntoIterator<Item = T>, cost: C) -> Self {
        let first: Vec<T> = states.into_iter().collect();
        let len = first.len();
        Self { buckets: if len > 0 { BTreeMap::from([(cost, first)]) } else { BTreeMap::new() }, len }
    }

    pub fn push(&mut self, state: T, cost: C) {
        self.buckets.entry(cost).or_default().push(state);
        self.len += 1;
    }

    /// One of those that wait at the least cost, and that cost.
    pub fn pop(&mut self) -> Option<(T, C)> {
        let mut first = self.buckets.first_entry()?;
        let (state, cost) = (first.get_mut().pop().expect("no bucket is empty"), *first.key());
        self.len -= 1;
        if first.get().is_empty() {
            first.remove();
        }
        Some((state, cost))
    }

    pub fn bytes(&self) -> usize {
        2 * size_of::<T>() * self.len + (2 * size_of::<(C, Vec<T>)>() + BESIDE) * self.buckets.len()
    }
}

/// A move in the graph.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Its number among the legal moves of its state.
    pub number: u32,
    pub cost: u32,
    pub to: u32,
}

/// States reached from a start without playing on after a goal, and all moves between them.
pub struct Graph<S: Packed> {
    pub states: Vec<S>,
    pub index: Seen<S, u32>,
    /// Moves of each state, in the order of moves. Goals have none.
    pub edges: Vec<Vec<Edge>>,
    /// Least cost from the start.
    pub cost: Vec<u32>,
    /// Least cost to a goal; [`DEAD_END`] where none can be reached within the graph.
    pub remaining: Vec<u32>,
    /// Fewest moves to a goal at that cost.
    pub moves_left: Vec<u32>,
}

impl<S: Packed> Graph<S> {
    /// A graph without states.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            states: Vec::new(),
            index: Seen::default(),
            edges: Vec::new(),
            cost: Vec::new(),
            remaining: Vec::new(),
            moves_left: Vec::new(),
        }
    }

    /// Explores all states through which a solution of cost at most `most` may pass. `guided`: by the heuristic, which
    /// must then never overestimate.
    pub fn explore(
        rules: &dyn DynPuzzle<S>,
        start: S,
        most: u32,
        guided: bool,
        watch: &mut Watch,
    ) -> Result<Self, (Limit, Work)> {
        let mut graph = Self::empty();
        // A state that is reached cheaper waits again.
        let mut waiting = CostQueue::of([graph.id(start)], 0);
        graph.cost[0] = 0;
        let (mut expanded, mut bytes) = (0, 0);
        while let Some((id, level)) = waiting.pop() {
            let state = graph.states[id as usize];
            let done = !graph.edges[id as usize].is_empty();
            if graph.cost[id as usize] != level || done || rules.is_goal(state) {
                continue;
            }
            expanded += 1;
            if watch.due(expanded, CHECK_EVERY) {
                let work = graph.work(expanded, bytes + waiting.bytes());
                watch.check(&work).map_err(|limit| (limit, work))?;
            }
            let (mut edges, mut moves) = (Vec::new(), 0..);
            rules.each_move(state, &mut |cost, after| {
                let number = moves.next().expect("a state has fewer moves than there are numbers");
                let (g, h) = (level.saturating_add(cost), if guided { rules.heuristic(after) } else { 0 });
                if h == DEAD_END || g.saturating_add(h) > most {
                    return;
                }
                let to = graph.id(after);
                edges.push(Edge { number, cost, to });
                if g < graph.cost[to as usize] {
                    graph.cost[to as usize] = g;
                    waiting.push(to, g);
                }
            });
            bytes += edges.capacity() * size_of::<Edge>() + BESIDE;
            graph.edges[id as usize] = edges;
        }
        drop(waiting);
        let work = graph.work(expanded, bytes);
        graph.measure(rules, work.bytes as usize, watch).map_err(|limit| (limit, work))?;
        Ok(graph)
    }

    /// Bytes that it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let edge = size_of::<Edge>();
        let edges: usize = self.edges.iter().map(|list| list.capacity() * edge + BESIDE).sum();
        self.work(0, edges + 2 * self.remaining.len() * size_of::<u32>()).bytes as usize
    }

    fn id(&mut self, state: S) -> u32 {
        let fresh = self.states.len() as u32;
        self.index.insert(state, fresh).unwrap_or_else(|| {
            self.states.push(state);
            self.edges.push(Vec::new());
            self.cost.push(DEAD_END);
            fresh
        })
    }

    /// `besides`: bytes of the lists of edges, and of the waiting states.
    fn work(&self, expanded: u64, besides: usize) -> Work {
        let lists =
            list_bytes(&self.states, SOON) + list_bytes(&self.edges, SOON) + list_bytes(&self.cost, SOON);
        let bytes = (self.index.bytes_soon() + lists + besides) as u64;
        Work { stored: self.states.len() as u64, expanded, bytes, ..Work::default() }
    }

    /// Fills `remaining` and `moves_left`, backwards from the goals. `held`: bytes of the graph.
    fn measure(&mut self, rules: &dyn DynPuzzle<S>, held: usize, watch: &mut Watch) -> Result<(), Limit> {
        let number: usize = self.edges.iter().map(Vec::len).sum();
        let list = size_of::<usize>() + 2 * size_of::<u32>();
        let held = held + self.states.len() * list + number * size_of::<(u32, u32)>();
        watch.room_for(held)?;
        let (begins, into) = self.edges_by_target(number, watch)?;
        self.remaining = vec![DEAD_END; self.states.len()];
        self.moves_left = self.remaining.clone();
        let mut goals = Vec::new();
        for (id, &state) in self.states.iter().enumerate() {
            watch.tick()?;
            if rules.is_goal(state) {
                (self.remaining[id], self.moves_left[id]) = (0, 0);
                goals.push(id as u32);
            }
        }
        let mut waiting = CostQueue::of(goals, (0, 0));
        let mut popped = 0u64;
        while let Some((id, (level, moves))) = waiting.pop() {
            watch.tick()?;
            popped += 1;
            if popped.is_multiple_of(CHECK_EVERY) {
                watch.room_for(held + waiting.bytes())?;
            }
            if (self.remaining[id as usize], self.moves_left[id as usize]) != (level, moves) {
                continue;
            }
            for &(before, cost) in &into[begins[id as usize]..begins[id as usize + 1]] {
                let (left, before) = ((level + cost, moves + 1), before as usize);
                if left < (self.remaining[before], self.moves_left[before]) {
                    (self.remaining[before], self.moves_left[before]) = left;
                    waiting.push(before as u32, left);
                }
            }
        }
        Ok(())
    }

    /// The states to which the moves that follow lead from the start, each before all that come after it (Kahn's
    /// topological order). `None`: these moves lead round in a circle.
    pub fn in_order(
        &self,
        follows: impl Fn(usize, &Edge) -> bool + Copy,
        watch: &mut Watch,
    ) -> Result<Option<Vec<u32>>, Limit> {
        if self.states.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let after = |id: u32| self.edges[id as usize].iter().filter(move |edge| follows(id as usize, edge));
        let (mut waiting_for, mut met, mut next) = (vec![0u32; self.states.len()], vec![0], 0);
        while let Some(&id) = met.get(next) {
            watch.tick()?;
            for edge in after(id) {
                let waits = &mut waiting_for[edge.to as usize];
                if *waits == 0 && edge.to != 0 {
                    met.push(edge.to);
                }
                *waits += 1;
            }
            next += 1;
        }
        let mut order = if waiting_for[0] == 0 { vec![0] } else { Vec::new() };
        let mut next = 0;
        while let Some(&id) = order.get(next) {
            watch.tick()?;
            for edge in after(id) {
                waiting_for[edge.to as usize] -= 1;
                if waiting_for[edge.to as usize] == 0 {
                    order.push(edge.to);
                }
            }
            next += 1;
        }
        Ok((order.len() == met.len()).then_some(order))
    }

    /// The edges by the state that they lead to: its offset in the first list, source and cost in the second.
    fn edges_by_target(&self, number: usize, watch: &mut Watch) -> Result<EdgesByTarget, Limit> {
        // First each state's end; filled from behind, each comes to be where its edges begin.
        let mut begins = vec![0; self.states.len() + 1];
        for edges in &self.edges {
            watch.tick()?;
            edges.iter().for_each(|edge| begins[edge.to as usize] += 1);
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        let mut into = vec![(0, 0); number];
        for (from, edges) in self.edges.iter().enumerate() {
            watch.tick()?;
            for edge in edges {
                let place = &mut begins[edge.to as usize];
                *place -= 1;
                into[*place] = (from as u32, edge.cost);
            }
        }
        Ok((begins, into))
    }
}
