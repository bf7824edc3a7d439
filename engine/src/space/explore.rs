//! A map by plain breadth-first search through the trait: for every family, and the reference for faster mappers.

use crate::memory::list_bytes;
use crate::puzzle::{Backward, Puzzle};
use crate::space::distances::{BucketQueue, backwards, goals, symmetric};
use crate::space::{Listed, Map, MapOptions, Places, Rows, Unmapped};
use crate::watch::{Limit, Watch, Work};

const CHECK_EVERY: u64 = 1024;
/// Entries that may be added to a list between two checks of the limits.
const SOON: usize = 8 * CHECK_EVERY as usize;

/// Maps what can be reached from `start`.
pub fn explore<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    options: MapOptions,
    watch: &mut Watch,
) -> Result<Map<P::State>, Unmapped> {
    watch.phase = "map";
    let mut builder = MapBuilder::new(puzzle, start, options);
    if puzzle.unit_cost() {
        builder.number_by_layers(watch)?;
    } else {
        builder.number_by_cost(watch)?;
    }
    builder.look(watch)?;
    watch.phase = "distances";
    let distance = builder.distances(watch)?;
    Ok(builder.map(distance))
}

/// A map under construction.
struct MapBuilder<'a, P: Puzzle> {
    puzzle: &'a P,
    options: MapOptions,
    listed: Listed<P::State>,
    rows: Rows,
    edges: u64,
    depth: Vec<u16>,
    goal: Vec<bool>,
    cut: bool,
    /// Are rows kept? Also if the caller wants none, where distances cannot be computed without them.
    keeps_rows: bool,
    /// Bytes of what waits to be expanded.
    waiting: usize,
    /// The moves of one state.
    moves: Vec<(P::Move, P::State)>,
    work: Work,
}

impl<'a, P: Puzzle> MapBuilder<'a, P> {
    fn new(puzzle: &'a P, start: P::State, options: MapOptions) -> Self {
        let unit = puzzle.unit_cost();
        Self {
            puzzle,
            options,
            listed: Listed::of(start),
            rows: Rows { indptr: vec![0], indices: Vec::new(), costs: (!unit).then(Vec::new) },
            edges: 0,
            depth: vec![0],
            goal: vec![puzzle.is_goal(start)],
            cut: false,
            keeps_rows: options.edges || puzzle.backward() == Backward::No || !unit,
            waiting: 0,
            moves: Vec::new(),
            work: Work::default(),
        }
    }

    /// May the moves of this state be made? Notes where the depth alone forbids it.
    fn opens(&mut self, number: usize) -> bool {
        if self.goal[number] && !self.options.expand_goals {
            return false;
        }
        let too_deep = self.options.max_depth.is_some_and(|most| u32::from(self.depth[number]) >= most);
        self.cut |= too_deep;
        !too_deep
    }

    /// Collects the moves of a state, in order.
    fn collect(&mut self, number: usize) {
        let state = self.listed.states[number];
        self.moves.clear();
        let moves = &mut self.moves;
        self.puzzle.successors(state, |mv, after| moves.push((mv, after)));
        self.puzzle.sort_moves(state, &mut self.moves);
    }

    /// The number of a state, entered at that depth if it is new.
    fn enter(&mut self, state: P::State, depth: u32) -> Result<u32, Unmapped> {
        let number = self.listed.enter(state);
        if number as usize == self.depth.len() {
            if number == u32::MAX {
                return Err(Unmapped::too_many(u64::from(u32::MAX)));
            }
            let depth = u16::try_from(depth).ok().filter(|&depth| depth != u16::MAX);
            self.depth.push(depth.ok_or_else(Unmapped::too_long)?);
            self.goal.push(self.puzzle.is_goal(state));
        }
        Ok(number)
    }

    /// States get their numbers when they are first met, and rows are made on the way.
    fn number_by_layers(&mut self, watch: &mut Watch) -> Result<(), Unmapped> {
        let mut next = 0;
        while next < self.listed.len() {
            if watch.due(next as u64, CHECK_EVERY) {
                self.look(watch)?;
            }
            if self.opens(next) {
                let depth = u32::from(self.depth[next]) + 1;
                self.collect(next);
                for index in 0..self.moves.len() {
                    let known = self.listed.len();
                    let after = self.enter(self.moves[index].1, depth)?;
                    if self.keeps_rows {
                        self.rows.indices.push(after);
                    }
                    if known < self.listed.len() && !watch.admits(depth) {
                        return Err(Unmapped::Limit(Limit::Moves, self.work_now()));
                    }
                }
                self.edges += self.moves.len() as u64;
                self.work.expanded += 1;
                self.work.depth = depth;
            }
            if self.keeps_rows {
                self.rows.indptr.push(self.rows.indices.len() as u64);
            }
            next += 1;
        }
        Ok(())
    }

    /// The same where moves differ in cost: cheapest first (Dial 1969); rows follow when all numbers are known.
    fn number_by_cost(&mut self, watch: &mut Watch) -> Result<(), Unmapped> {
        let mut queue = BucketQueue::of([0]);
        let mut done = vec![false];
        while let Some((number, cost)) = queue.pop() {
            let number = number as usize;
            if std::mem::replace(&mut done[number], true) {
                continue;
            }
            if watch.due(self.work.expanded, CHECK_EVERY) {
                self.waiting = queue.bytes() + list_bytes(&done, SOON);
                self.look(watch)?;
            }
            if !self.opens(number) {
                continue;
            }
            self.work.expanded += 1;
            self.work.depth = cost;
            let from = self.listed.states[number];
            self.collect(number);
            for index in 0..self.moves.len() {
                let (mv, after) = self.moves[index];
                let reached = cost + self.puzzle.cost(from, mv);
                let after = self.enter(after, reached)? as usize;
                done.resize(self.listed.len(), false);
                let cheaper = !done[after] && reached <= u32::from(self.depth[after]);
                if cheaper {
                    if !watch.admits(reached) {
                        return Err(Unmapped::Limit(Limit::Moves, self.work_now()));
                    }
                    self.depth[after] = reached as u16;
                    queue.push(after as u32, reached);
                }
            }
        }
        drop((queue, done));
        self.waiting = 0;
        self.fill_rows(watch)
    }

    fn fill_rows(&mut self, watch: &mut Watch) -> Result<(), Unmapped> {
        for number in 0..self.listed.len() {
            if watch.due(number as u64, CHECK_EVERY) {
                self.look(watch)?;
            }
            if self.opens(number) {
                self.collect(number);
                let from = self.listed.states[number];
                for &(mv, after) in &self.moves {
                    self.rows.indices.push(self.listed.number(after).expect("states after moves are known"));
                    if let Some(costs) = &mut self.rows.costs {
                        let cost = self.puzzle.cost(from, mv);
                        costs.push(u16::try_from(cost).map_err(|_| Unmapped::too_long())?);
                    }
                }
            }
            self.rows.indptr.push(self.rows.indices.len() as u64);
        }
        self.edges = self.rows.indices.len() as u64;
        Ok(())
    }

    fn work_now(&self) -> Work {
        let costs = self.rows.costs.as_ref().map_or(0, |costs| list_bytes(costs, SOON));
        let rows = list_bytes(&self.rows.indptr, SOON) + list_bytes(&self.rows.indices, SOON) + costs;
        let lists = list_bytes(&self.depth, SOON) + list_bytes(&self.goal, SOON) + self.waiting;
        let bytes = (self.listed.bytes_soon(SOON) + rows + lists) as u64;
        Work { stored: self.listed.len() as u64, bytes, ..self.work }
    }

    fn look(&self, watch: &mut Watch) -> Result<(), Unmapped> {
        let work = self.work_now();
        watch.check(&work).map_err(|limit| Unmapped::Limit(limit, work))
    }

    fn distances(&mut self, watch: &mut Watch) -> Result<Vec<u16>, Unmapped> {
        let work = self.work_now();
        if !self.keeps_rows {
            return self.distances_by_rule(watch, work);
        }
        let whole = self.options.expand_goals && !self.cut;
        if whole && self.puzzle.unit_cost() && self.puzzle.backward() == Backward::Reversible {
            return symmetric(&self.rows.indptr, &self.rows.indices, goals(&self.goal), work, watch);
        }
        backwards(&self.rows, &self.goal, work, watch)
    }

    /// Distances without rows, from the family's predecessors.
    fn distances_by_rule(&mut self, watch: &mut Watch, mut work: Work) -> Result<Vec<u16>, Unmapped> {
        let mut distance = vec![super::NO_WAY; self.listed.len()];
        let mut queue: Vec<u32> = goals(&self.goal).collect();
        queue.iter().for_each(|&goal| distance[goal as usize] = 0);
        let mut next = 0;
        while let Some(&number) = queue.get(next) {
            if watch.due(next as u64, CHECK_EVERY) {
                work.bytes = self.work_now().bytes + (2 * distance.len() + 4 * queue.capacity()) as u64;
                watch.check(&work).map_err(|limit| Unmapped::Limit(limit, work))?;
            }
            next += 1;
            let reached = distance[number as usize] + 1;
            let mut too_long = false;
            self.puzzle.predecessors(self.listed.states[number as usize], |before, _| {
                let Some(before) = self.listed.number(before) else { return };
                let at = before as usize;
                let opens = (self.options.expand_goals || !self.goal[at])
                    && self.options.max_depth.is_none_or(|most| u32::from(self.depth[at]) < most);
                if opens && distance[at] == super::NO_WAY {
                    too_long |= reached == super::NO_WAY;
                    distance[at] = reached;
                    queue.push(before);
                }
            });
            if too_long {
                return Err(Unmapped::too_long());
            }
        }
        Ok(distance)
    }

    fn map(mut self, distance: Vec<u16>) -> Map<P::State> {
        let work = self.work_now();
        self.rows.indices.shrink_to_fit();
        Map {
            places: Box::new(self.listed),
            start: 0,
            rows: self.options.edges.then_some(self.rows),
            edges: self.edges,
            distance,
            depth: self.depth,
            goal: self.goal,
            cut: self.cut,
            work,
        }
    }
}
