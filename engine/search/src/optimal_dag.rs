//! The optimal-path DAG: every state that lies on an optimal solution. Counting, listing and heat maps of optimal
//! solutions are sums and walks over it, so their cost depends on the size of the optimal-path DAG, not on the number of
//! solutions (ten states can carry 10^44 of them).
//!
//! ```text
//!   remaining:  3     2     1     0
//!               S --- o --- o --- G        an edge belongs where the cost left falls by its cost;
//!                \--- o ---/               solutions = paths from S to a goal
//! ```
//!
//! Three ways to find it, with the same result:
//! * from the layers of a breadth-first search, backwards from all nearest goals: only the optimal-path DAG is
//!   visited;
//! * from the two searches of a bidirectional search, outwards from all states where they meet;
//! * from the length L alone, where a heuristic guides better than a map of everything: layers forward that
//!   keep only states with depth + heuristic <= L ("breadth-first heuristic search", Zhou and Hansen 2006),
//!   then backwards those that lead to a goal in time.
//!
//! Why the third counts right although a state may be met in a layer deeper than its true depth (its shorter
//! path cut by the heuristic): a state on a solution of L moves is never cut, on any optimal path to it. A
//! state met late that still led to a goal in time would, by its shorter path, give a solution below L.

use crate::bidirectional::Met;
use crate::breadth_first::{BreadthFirst, LayerOptions, Meetings, Step};
use crate::dyn_puzzle::{Direction, DynPuzzle, TOGETHER};
use crate::graph::{Edge, Graph};
use crate::layers::Layered;
use crate::long_lists::sort;
use crate::look_up::{Known, LookUp, Scratch};
use crate::path;
use clew_core::packed::Packed;
use clew_core::puzzle::{DEAD_END, Puzzle};
use clew_core::seen::Seen;
use clew_core::watch::{Limit, Watch, Work};

/// All states on optimal solutions; edges lead from earlier to later ones.
pub struct OptimalDag<S: Packed> {
    pub states: Vec<S>,
    /// Cost from each to a goal.
    pub remaining: Vec<u32>,
    pub index: Seen<S, u32>,
    /// Fewest moves from each to a goal at that cost; empty where every move costs 1.
    moves_left: Vec<u32>,
    /// Moves that cost nothing form a circle on solutions of least cost. There are infinitely many of these, and only those
    /// with the fewest moves are optimal solutions.
    pub circles: bool,
}

impl<S: Packed> OptimalDag<S> {
    fn new(states: Vec<S>, remaining: Vec<u32>, watch: &mut Watch) -> Result<Self, Limit> {
        let mut index = Seen::default();
        for (batch, first) in states.chunks(TOGETHER).zip((0u32..).step_by(TOGETHER)) {
            watch.tick()?;
            batch.iter().for_each(|&state| index.announce(state));
            for (&state, id) in batch.iter().zip(first..) {
                index.insert(state, id);
            }
        }
        Ok(Self { states, remaining, index, moves_left: Vec::new(), circles: false })
    }

    /// No state at all: where there is no solution.
    #[must_use]
    pub fn empty() -> Self {
        let (states, remaining, moves_left) = (Vec::new(), Vec::new(), Vec::new());
        Self { states, remaining, index: Seen::default(), moves_left, circles: false }
    }

    /// From layers 0..=L, each sorted.
    pub(super) fn from_layers(layers: Vec<Vec<S>>, watch: &mut Watch) -> Result<Self, Limit> {
        let length = layers.len() as u32 - 1;
        let number = layers.iter().map(Vec::len).sum();
        let (mut states, mut remaining) = (Vec::with_capacity(number), Vec::with_capacity(number));
        for (layer, k) in layers.into_iter().zip(0u32..) {
            remaining.extend(std::iter::repeat_n(length - k, layer.len()));
            states.extend(layer);
        }
        Self::new(states, remaining, watch)
    }

    /// Bytes that [`Self::from_layers`] takes, the layers among them.
    pub(super) fn bytes_to_build(layers: &[Vec<S>]) -> usize {
        let number = layers.iter().map(Vec::len).sum();
        bytes_of(layers) + number * (size_of::<S>() + size_of::<u32>()) + Seen::<S, u32>::bytes_for(number)
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.states.len() * (size_of::<S>() + 4) + 4 * self.moves_left.len() + self.index.bytes()
    }

    /// From a search forward that keeps its layers, on a puzzle that can be walked backwards, and all goals of the last.
    pub fn of_goals(
        rules: &dyn DynPuzzle<S>,
        search: &impl Layered<S>,
        goals: &[S],
        threads: usize,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let mut found = trace(rules, search, goals, threads, watch)?;
        watch.room_for(search.bytes() + Self::bytes_to_build(&found))?;
        found.reverse();
        Self::from_layers(found, watch)
    }

    /// Its first solution, from a search that keeps its layers; `None` where time or memory ran out.
    pub fn first_of_goals<P: Puzzle<State = S>>(
        puzzle: &P,
        search: &impl Layered<S>,
        goals: &[S],
        threads: usize,
        watch: &mut Watch,
    ) -> Option<Vec<P::Move>> {
        let (phase, states) = (watch.phase, watch.limits.states.take());
        let layers = trace(puzzle, search, goals, threads, watch);
        (watch.phase, watch.limits.states) = (phase, states);
        layers.ok().map(|layers| path::first_through(puzzle, &layers))
    }

    /// From a bidirectional search.
    pub fn of_meeting<P: Puzzle<State = S>>(
        puzzle: &P,
        met: &Met<P>,
        threads: usize,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let (forward, backward) = (met.forward.bytes(), met.backward.bytes());
        let mut layers =
            watch.holding(backward, |watch| trace(puzzle, &met.forward, &met.states, threads, watch))?;
        layers.reverse();
        let held = forward + bytes_of(&layers);
        let later = watch.holding(held, |watch| trace(puzzle, &met.backward, &met.states, threads, watch))?;
        layers.extend(later.into_iter().skip(1));
        watch.room_for(forward + backward + Self::bytes_to_build(&layers))?;
        Self::from_layers(layers, watch)
    }

    /// From the optimal length, guided by the heuristic.
    pub fn of_length(
        rules: &dyn DynPuzzle<S>,
        start: S,
        length: u32,
        threads: usize,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        watch.phase = "count";
        let mut search = BreadthFirst::new(Direction::Forward, [start]);
        let mut layers = vec![vec![start]];
        let mut work = Work { lower_bound: length, best: Some(length), ..Work::default() };
        for depth in 1..=length {
            // A goal before the last layer would be a shorter solution.
            let admits = |state| {
                let h = rules.heuristic(state);
                h != DEAD_END && depth + h <= length && !rules.is_goal(state)
            };
            let meets = |state| depth == length && rules.is_goal(state);
            let step = Step { rules, admits: Some(&admits), meets: &meets };
            let options = LayerOptions { last: depth == length, ..LayerOptions::new(Meetings::All, threads) };
            work.bytes = bytes_of(&layers) as u64;
            let goals = search.advance(step, options, watch, work)?;
            watch.room_for(bytes_of(&layers) + search.bytes() + search.frontier.bytes())?;
            layers.push(if options.last { goals } else { search.frontier.iter().collect() });
        }
        work.expanded = search.expanded;
        drop(search);
        sort(&mut layers[length as usize], watch)?;
        keep_those_that_arrive(rules, &mut layers, threads, &mut work, watch)?;
        watch.room_for(Self::bytes_to_build(&layers))?;
        Self::from_layers(layers, watch)
    }

    /// From an explicit graph, for moves of any cost.
    pub fn of_graph(graph: &Graph<S>, watch: &mut Watch) -> Result<Self, Limit> {
        watch.room_for(Self::bytes_of_graph(graph))?;
        let least = |from: usize, edge: &Edge| {
            let left = graph.remaining[edge.to as usize].saturating_add(edge.cost);
            left != DEAD_END && left == graph.remaining[from]
        };
        let (mut order, mut circles) = (graph.in_order(least, watch)?, false);
        if order.is_none() {
            let fewest = |from: usize, edge: &Edge| {
                least(from, edge) && graph.moves_left[edge.to as usize] + 1 == graph.moves_left[from]
            };
            (order, circles) = (graph.in_order(fewest, watch)?, true);
        }
        let order = order.expect("a move that leaves fewer moves leads round in no circle");
        let of = |list: &[u32]| order.iter().map(|&id| list[id as usize]).collect();
        let states = order.iter().map(|&id| graph.states[id as usize]).collect();
        let dag = Self::new(states, of(&graph.remaining), watch)?;
        Ok(Self { moves_left: of(&graph.moves_left), circles, ..dag })
    }

    /// Bytes that [`Self::of_graph`] takes at most, the graph among them.
    fn bytes_of_graph(graph: &Graph<S>) -> usize {
        let number = graph.states.len();
        graph.bytes() + number * (size_of::<S>() + 6 * size_of::<u32>()) + Seen::<S, u32>::bytes_for(number)
    }

    /// The first solution in the order of moves: at each state the first move that stays on optimal solutions.
    ///
    /// # Panics
    /// If there is no state at all.
    pub fn first<P: Puzzle<State = S>>(&self, puzzle: &P) -> Vec<P::Move> {
        let (mut line, mut id) = (Vec::new(), 0);
        while let Some(&(mv, to)) = self.steps_in_order(puzzle, id).first() {
            line.push(mv);
            id = to;
        }
        line
    }

    /// The moves of [`OptimalDag::steps`]: those that leave the fewest moves first, then in the order in which moves are
    /// shown to people.
    pub fn steps_in_order<P: Puzzle<State = S>>(&self, puzzle: &P, id: u32) -> Vec<(P::Move, u32)> {
        let mut moves = Vec::new();
        self.steps(puzzle, id, |mv, to| moves.push((mv, to)));
        puzzle.sort_moves(self.states[id as usize], &mut moves);
        if !self.moves_left.is_empty() {
            moves.sort_by_key(|&(_, to)| self.moves_left[to as usize]);
        }
        moves
    }

    /// What the solutions cost; `None` if there is none.
    #[must_use]
    pub fn length(&self) -> Option<u32> {
        self.remaining.first().copied().filter(|&left| left != DEAD_END)
    }

    /// Whether a move of that cost from one of the states to another stays on optimal solutions. It leads to a later one:
    /// a heuristic that overestimates may have left moves out of the graph that would lead round in a circle.
    #[inline]
    fn follows(&self, from: u32, to: u32, cost: u32) -> bool {
        let (from, to) = (from as usize, to as usize);
        from < to
            && self.remaining[to].saturating_add(cost) == self.remaining[from]
            && (!self.circles || self.moves_left[to] + 1 == self.moves_left[from])
    }

    /// Visits the moves of a state that stay on optimal solutions: the number of the move among the legal ones, and that
    /// of the state after.
    pub fn each_step(&self, rules: &dyn DynPuzzle<S>, id: u32, visit: &mut dyn FnMut(u32, u32)) {
        let state = self.states[id as usize];
        if rules.is_goal(state) {
            return;
        }
        let mut moves = 0..;
        rules.each_move(state, &mut |cost, after| {
            let number = moves.next().expect("a state has fewer moves than there are numbers");
            if let Some(to) = self.index.get(after)
                && self.follows(id, to, cost)
            {
                visit(number, to);
            }
        });
    }

    /// Appends the numbers of the states after these moves; `after_it` is working memory.
    pub fn steps_from(&self, rules: &dyn DynPuzzle<S>, id: u32, after_it: &mut Vec<S>, out: &mut Vec<u32>) {
        let (state, left) = (self.states[id as usize], self.remaining[id as usize]);
        if !rules.unit_cost() {
            return self.each_step(rules, id, &mut |_, to| out.push(to));
        }
        if rules.is_goal(state) {
            return;
        }
        after_it.clear();
        rules.neighbours(Direction::Forward, &[state], after_it);
        after_it.iter().for_each(|&after| self.index.announce(after));
        let found = after_it.iter().filter_map(|&after| self.index.get(after));
        out.extend(found.filter(|&to| self.remaining[to as usize] + 1 == left));
    }

    /// Visits the moves of a state that stay on optimal solutions, with the number of the state after.
    #[inline]
    pub fn steps<P: Puzzle<State = S>>(&self, puzzle: &P, id: u32, mut visit: impl FnMut(P::Move, u32)) {
        let state = self.states[id as usize];
        if puzzle.is_goal(state) {
            return;
        }
        puzzle.successors(state, |mv, after| {
            if let Some(to) = self.index.get(after)
                && self.follows(id, to, puzzle.cost(state, mv))
            {
                visit(mv, to);
            }
        });
    }
}

/// Bytes of layers.
pub(super) fn bytes_of<S>(layers: &[Vec<S>]) -> usize {
    layers.iter().map(|layer| layer.capacity() * size_of::<S>()).sum()
}

/// A table of at most this many states lies in the processor's caches, where a prefetch costs more than it saves.
const IN_CACHE: usize = 1 << 10;

/// The states of a layer of a search.
struct InLayer<'a, L>(&'a L, u32);

impl<S: Packed, L: Layered<S>> Known<S> for InLayer<'_, L> {
    fn announce(&self, states: &[S]) {
        if self.0.stored() > IN_CACHE {
            states.iter().for_each(|&state| self.0.announce(state));
        }
    }

    fn has(&self, state: S) -> bool {
        self.0.in_layer(state, self.1)
    }
}

impl<S: Packed> Known<S> for Seen<S, ()> {
    fn announce(&self, states: &[S]) {
        states.iter().for_each(|&state| Seen::announce(self, state));
    }

    fn has(&self, state: S) -> bool {
        self.get(state).is_some()
    }
}

/// The states of a search on shortest paths from where it began to `ends`, which lie in its last layer: the
/// layers from the last to the first, each sorted.
fn trace<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    search: &impl Layered<S>,
    ends: &[S],
    threads: usize,
    watch: &mut Watch,
) -> Result<Vec<Vec<S>>, Limit> {
    let mut ends = ends.to_vec();
    sort(&mut ends, watch)?;
    let mut layers = vec![ends];
    let mut work = Work { stored: search.stored() as u64, ..Work::default() };
    let mut scratch = Scratch::new();
    watch.phase = "count";
    for depth in (0..search.depth()).rev() {
        work.depth = depth;
        let known = InLayer(search, depth);
        let (direction, held) = (search.direction().opposite(), search.bytes() + bytes_of(&layers));
        let look_up = LookUp { rules, direction, known: &known, threads, held };
        let mut states = look_up.neighbours(&layers[layers.len() - 1], &mut scratch, &mut work, watch)?;
        sort(&mut states, watch)?;
        states.dedup();
        // Most were met several times.
        states.shrink_to_fit();
        layers.push(states);
    }
    Ok(layers)
}

/// Leaves in each layer the states from which the next layer's remaining ones can be reached.
fn keep_those_that_arrive<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    layers: &mut [Vec<S>],
    threads: usize,
    work: &mut Work,
    watch: &mut Watch,
) -> Result<(), Limit> {
    let mut scratch = Scratch::new();
    for depth in (0..layers.len() - 1).rev() {
        let mut held = bytes_of(layers);
        let (before, after) = layers.split_at_mut(depth + 1);
        let alive = set_of(&after[0], held, watch)?;
        held += alive.bytes();
        (work.stored, work.depth) = (alive.len() as u64, depth as u32);
        let look_up = LookUp { rules, direction: Direction::Forward, known: &alive, threads, held };
        before[depth] = look_up.with_neighbours(&before[depth], &mut scratch, work, watch)?;
        sort(&mut before[depth], watch)?;
    }
    Ok(())
}

/// The set of these states, where the caller holds `held` bytes.
fn set_of<S: Packed>(states: &[S], held: usize, watch: &mut Watch) -> Result<Seen<S, ()>, Limit> {
    watch.room_for(held + Seen::<S, ()>::bytes_for(states.len()))?;
    let (mut set, mut fresh) = (Seen::default(), Vec::new());
    for batch in states.chunks(TOGETHER) {
        watch.tick()?;
        fresh.clear();
        set.insert_all(batch, (), &mut fresh);
    }
    Ok(set)
}
