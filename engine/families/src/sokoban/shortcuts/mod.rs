//! Fewest moves or pushes by a search of Sokoban's own.
//!
//! * [`search`]: A* over pushes, and what it leaves out;
//! * [`carries`]: a first solution of a large level; [`fill`]: the order in which it fills the goals;
//! * [`field`]: a position on the squares: walks, boxes that are stuck, corrals;
//! * [`assignment`]: the bound, brought up to date with each push;
//! * [`ground`]: the squares, where boxes that are stuck on goals are walls;
//! * [`nodes`]: the positions met.

mod assignment;
mod carries;
mod field;
mod fill;
mod ground;
mod nodes;
mod search;
#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use super::board::{SokobanBoard, opposite};
use super::distances::Distances;
use super::puzzle::Metric;
use super::tour::Tour;
use carries::Carries;
use clew_core::packed::{Packed, Wide};
use clew_core::puzzle::{Algorithm, DEAD_END, Puzzle};
use clew_core::watch::{Limit, Watch};
use clew_search::auto::{Choice, Request};
use clew_search::found::Found;
use clew_search::{order, path};
use clew_solve::{First, Ways};
use field::Field;
use ground::Ground;
use search::{Packing, Position, PushesEnd, Search};

const REASON: &str =
    "A* over pushes: the boxes' ways to the goals guide it, and positions that are lost are left out";

/// The search for the least cost of a board.
pub struct FastSokoban {
    board: Arc<SokobanBoard>,
    distances: Arc<Distances>,
    /// Where steps count.
    tour: Option<Arc<Tour>>,
    metric: Metric,
}

impl FastSokoban {
    pub fn new(
        board: &Arc<SokobanBoard>,
        distances: &Arc<Distances>,
        tour: Option<Arc<Tour>>,
        metric: Metric,
    ) -> Self {
        Self { board: Arc::clone(board), distances: Arc::clone(distances), tour, metric }
    }

    /// The position that these numbers mean.
    fn position(&self, numbers: &[u16]) -> Position {
        let mut squares = numbers.iter().filter_map(|&cell| self.board.square(cell));
        let player = squares.next().expect("the player stands on a square");
        Position { player, boxes: squares.collect() }
    }

    /// The state of a position.
    fn state<P: Puzzle>(&self, puzzle: &P, position: &Position) -> P::State {
        let cell = |&square: &u16| self.board.cells[usize::from(square)];
        let mut numbers = vec![cell(&position.player)];
        numbers.extend(position.boxes.iter().map(cell));
        numbers.extend(&self.board.fixed);
        numbers[1..].sort_unstable();
        puzzle.pack(&numbers).expect("a search meets positions of its board")
    }

    /// The states along a solution of which the positions after each push are known.
    fn states<P: Puzzle>(
        &self,
        puzzle: &P,
        ground: &Rc<Ground>,
        start: &Position,
        line: &[Position],
    ) -> Vec<P::State> {
        let mut field = Field::new(Rc::clone(ground));
        let mut states = vec![self.state(puzzle, start)];
        let mut here = start.clone();
        for after in line {
            if self.metric.steps() {
                field.place(ground, here.boxes.iter().copied());
                for player in field.way(here.player, self.pushed_from(&here, after)) {
                    here.player = player;
                    states.push(self.state(puzzle, &here));
                }
            }
            states.push(self.state(puzzle, after));
            here = after.clone();
        }
        states
    }

    /// The square that the player pushes from.
    fn pushed_from(&self, here: &Position, after: &Position) -> u16 {
        let around = self.board.next[usize::from(after.player)];
        let new = |direction: &usize| {
            let to = &around[*direction];
            after.boxes.contains(to) && !here.boxes.contains(to)
        };
        around[opposite((0..4).find(new).expect("a push lies between the positions"))]
    }

    fn run<P: Puzzle, K: Packed>(
        &self,
        puzzle: &P,
        start: P::State,
        ground: &Rc<Ground>,
        watch: &mut Watch,
    ) -> Found<P> {
        let from = self.position(&puzzle.unpack(start));
        let mut search = Search::<K>::new(ground, self.tour.clone(), self.metric, from.clone());
        let (line, cost) = match search.run(watch) {
            PushesEnd::Solved(line, cost) => (line, cost),
            PushesEnd::Unsolvable => return Found::unsolvable(search.work()),
            PushesEnd::Limit(limit) => {
                let work = search.work();
                let bound = if limit == Limit::Moves { watch.most_moves() + 1 } else { work.lower_bound };
                return Found::limit(limit, bound, work);
            }
        };
        // Going through all solutions for the first may take far longer than to find one: then that one is
        // shown.
        let left = Cell::new(2 * search.nodes.list.len() + 100_000);
        let may = |state: P::State, g: u32| {
            if left.get() == 0 {
                return false;
            }
            left.set(left.get() - 1);
            let key = search.packing.key(&self.position(&puzzle.unpack(state)));
            let Some(key) = key else { return false };
            let cheaper =
                search.nodes.find(key).is_some_and(|number| search.nodes.list[number as usize].g < g);
            let bound = puzzle.heuristic(state);
            !cheaper && bound != DEAD_END && g.saturating_add(bound) <= cost
        };
        let first = order::first(puzzle, start, cost, &|_| (), &may, watch, search.work());
        let moves =
            first.unwrap_or_else(|| path::moves_along(puzzle, &self.states(puzzle, ground, &from, &line)));
        Found::solved(moves, cost, search.work())
    }

    fn run_first<P: Puzzle, K: Packed>(
        &self,
        puzzle: &P,
        start: P::State,
        ground: &Rc<Ground>,
        watch: &mut Watch,
    ) -> First<P> {
        let from = self.position(&puzzle.unpack(start));
        let mut search = Carries::<K>::new(ground, from.clone());
        let line = search.run(watch);
        let moves = line.map(|line| path::moves_along(puzzle, &self.states(puzzle, ground, &from, &line)));
        (moves, search.work())
    }
}

/// Calls a method of `self` that is generic over the key of a position, with the narrowest that holds one.
macro_rules! keyed {
    ($self:ident.$method:ident($puzzle:ident, $start:ident, $watch:ident)) => {{
        let ground =
            Rc::new(Ground { board: Arc::clone(&$self.board), distances: Arc::clone(&$self.distances) });
        Some(match Packing::new(&ground.distances.alive).bits() {
            0..=64 => $self.$method::<P, u64>($puzzle, $start, &ground, $watch),
            65..=128 => $self.$method::<P, u128>($puzzle, $start, &ground, $watch),
            129..=256 => $self.$method::<P, Wide<4>>($puzzle, $start, &ground, $watch),
            257..=1024 => $self.$method::<P, Wide<16>>($puzzle, $start, &ground, $watch),
            _ => return None,
        })
    }};
}

impl<P: Puzzle> Ways<P> for FastSokoban {
    fn first(&self, puzzle: &P, start: P::State, watch: &mut Watch) -> Option<First<P>> {
        if puzzle.is_goal(start) || puzzle.heuristic(start) == DEAD_END {
            return None;
        }
        keyed!(self.run_first(puzzle, start, watch))
    }

    fn solve(
        &self,
        puzzle: &P,
        start: P::State,
        request: Request,
        watch: &mut Watch,
    ) -> Option<(Found<P>, Choice)> {
        if request.algorithm.is_some_and(|asked| asked != Algorithm::AStar) {
            return None;
        }
        let found = keyed!(self.run(puzzle, start, watch))?;
        Some((found, Choice::new(Algorithm::AStar, REASON)))
    }
}
