//! The rules.

use std::marker::PhantomData;
use std::sync::Arc;

use super::FIRST;
use super::board::{NOWHERE, SokobanBoard, opposite};
use super::distances::{Distances, NO_WAY};
use super::setup::Setup;
use super::tour::Tour;
use clew_core::matching::{self, FORBIDDEN};
use clew_core::packed::{CellSet, Fields, Packed};
use clew_core::puzzle::{Algorithm, Backward, DEAD_END, Puzzle, Written};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    Moves,
    Pushes,
    MovesThenPushes,
    PushesThenMoves,
}

impl Metric {
    pub const ALL: [Self; 4] = [Self::Moves, Self::Pushes, Self::MovesThenPushes, Self::PushesThenMoves];

    /// Whether a move is a single step of the player; or else a push, to which it walks.
    #[inline(always)]
    pub fn steps(self) -> bool {
        matches!(self, Self::Moves | Self::MovesThenPushes)
    }

    /// The cost of that many steps, with that many pushes among them.
    #[inline(always)]
    pub fn cost(self, steps: u32, pushes: u32) -> u32 {
        // More than any search goes to is as good as the most that a number holds.
        let both =
            |first: u32, second: u32| FIRST.saturating_mul(first).saturating_add(second).min(DEAD_END - 1);
        match self {
            Self::Moves => steps,
            Self::Pushes => pushes,
            Self::MovesThenPushes => both(steps, pushes),
            Self::PushesThenMoves => both(pushes, steps),
        }
    }
}

/// A board with what is counted, in the state word `W`, with sets of squares `C`.
///
/// A state has a field for the player, and one for each box, ascending. Boxes that nobody can reach have
/// none.
#[derive(Clone, Debug)]
pub struct Sokoban<W, C> {
    board: Arc<SokobanBoard>,
    metric: Metric,
    distances: Arc<Distances>,
    /// Where steps count.
    tour: Option<Arc<Tour>>,
    fields: Fields,
    initial: W,
    sets: PhantomData<C>,
}

/// A move: the player, or the box that it stands next to after a walk, goes one square on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    direction: u8,
    /// The square that the player steps from; of the box, where moves are pushes.
    from: u16,
    pushes: bool,
    /// Steps of the player before, where moves are pushes and they count.
    walk: u16,
}

/// The most boxes: what the widest word holds of squares of 7 bits.
const MOST_BOXES: usize = 144;

/// A state taken apart.
#[derive(Clone, Copy)]
struct Here<C> {
    player: usize,
    boxes: [u16; MOST_BOXES],
    count: usize,
    occupied: C,
}

impl<C: CellSet> Here<C> {
    #[inline(always)]
    fn boxes(&self) -> &[u16] {
        &self.boxes[..self.count]
    }

    fn is_free(&self, square: u16) -> bool {
        square != NOWHERE && !self.occupied.has(usize::from(square))
    }
}

/// Bits of a state: a field for the player, and one for each box.
pub fn bits(board: &SokobanBoard) -> u32 {
    Fields::new(board.squares(), board.boxes + 1).bits()
}

impl<W: Packed, C: CellSet> Sokoban<W, C> {
    pub fn new(
        board: Arc<SokobanBoard>,
        distances: Arc<Distances>,
        tour: Option<Arc<Tour>>,
        setup: &Setup,
        metric: Metric,
    ) -> Result<Self, String> {
        let fields = Fields::new(board.squares(), board.boxes + 1);
        debug_assert!(
            fields.bits() <= W::BITS && board.squares() <= C::CAPACITY && board.boxes <= MOST_BOXES
        );
        let sets = PhantomData;
        let mut puzzle = Self { board, metric, distances, tour, fields, initial: W::ZERO, sets };
        let mut position = vec![setup.player];
        position.extend(&setup.boxes);
        position[1..].sort_unstable();
        puzzle.initial = puzzle.pack(&position)?;
        Ok(puzzle)
    }

    fn read(&self, state: W) -> Here<C> {
        let count = self.board.boxes;
        let mut here = Here { player: self.player(state), boxes: [0; MOST_BOXES], count, occupied: C::NONE };
        for (number, square) in here.boxes[..count].iter_mut().enumerate() {
            *square = self.fields.get(state, number + 1) as u16;
            here.occupied = here.occupied.with(usize::from(*square));
        }
        here
    }

    fn player(&self, state: W) -> usize {
        self.fields.get(state, 0) as usize
    }

    /// The state with these boxes, ascending.
    fn packed(&self, player: usize, boxes: impl Iterator<Item = usize>) -> W {
        let state = self.fields.set(W::ZERO, 0, player as u32);
        (1..).zip(boxes).fold(state, |state, (field, square)| self.fields.set(state, field, square as u32))
    }

    /// The state with the player there, and one box taken from one square to another.
    fn moved(&self, here: &Here<C>, from: u16, to: u16, player: usize) -> W {
        let occupied = here.occupied.without(usize::from(from)).with(usize::from(to));
        let player =
            if self.metric == Metric::Pushes { self.reach(occupied, player).first() } else { player };
        let others = here.boxes().iter().copied().filter(|&square| square != from);
        let before = others.clone().filter(|&square| square < to);
        let after = others.filter(|&square| square > to);
        self.packed(player, before.chain([to]).chain(after).map(usize::from))
    }

    /// The squares that the player can walk to.
    fn reach(&self, occupied: C, player: usize) -> C {
        let mut reached = C::NONE.with(player);
        self.walk(occupied, player, |square, _| reached.insert(square));
        reached
    }

    /// Visits the squares that the player can walk to, nearest first, each with the steps to it.
    fn walk(&self, occupied: C, player: usize, mut visit: impl FnMut(usize, u16)) {
        let mut met = occupied.with(player);
        let mut queue = Vec::with_capacity(self.board.squares());
        queue.push((player as u16, 0));
        let mut done = 0;
        while let Some(&(square, steps)) = queue.get(done) {
            done += 1;
            visit(usize::from(square), steps);
            for next in self.board.next[usize::from(square)] {
                if next != NOWHERE && !met.has(usize::from(next)) {
                    met.insert(usize::from(next));
                    queue.push((next, steps + 1));
                }
            }
        }
    }

    /// Visits the steps of the player, each with the state after it.
    fn each_step(&self, state: W, mut visit: impl FnMut(Step, W)) {
        let here: Here<C> = self.read(state);
        for direction in 0..4 {
            let to = self.board.next[here.player][direction];
            let mut step =
                Step { direction: direction as u8, from: here.player as u16, pushes: false, walk: 0 };
            if here.is_free(to) {
                visit(step, self.fields.set(state, 0, u32::from(to)));
            } else if to != NOWHERE {
                let beyond = self.board.next[usize::from(to)][direction];
                if here.is_free(beyond) {
                    step.pushes = true;
                    visit(step, self.moved(&here, to, beyond, usize::from(to)));
                }
            }
        }
    }

    /// Visits the pushes, each with the state after it.
    fn each_push(&self, state: W, mut visit: impl FnMut(Step, W)) {
        let here = self.read(state);
        let mut steps = [u16::MAX; super::board::MOST_SQUARES];
        self.walk(here.occupied, here.player, |square, far| steps[square] = far);
        for &from in here.boxes() {
            for direction in 0..4 {
                let around = self.board.next[usize::from(from)];
                let (to, behind) = (around[direction], around[opposite(direction)]);
                if !here.is_free(to) || behind == NOWHERE || steps[usize::from(behind)] == u16::MAX {
                    continue;
                }
                let counts = self.metric == Metric::PushesThenMoves;
                let walk = if counts { steps[usize::from(behind)] } else { 0 };
                let push = Step { direction: direction as u8, from, pushes: true, walk };
                visit(push, self.moved(&here, from, to, usize::from(from)));
            }
        }
    }

    /// Whether a box is stuck for good on a square that is no goal, although it must end on one. Boxes that
    /// can move if the others stay are taken away until nothing changes: none of what is left can be the
    /// first to move.
    ///
    /// ```text
    ///   ####
    ///   #$$ #       these two hold each other at the wall
    ///   #   #
    /// ```
    fn is_stuck(&self, here: &Here<C>) -> bool {
        let mut left = here.occupied;
        loop {
            let before = left;
            for &square in here.boxes() {
                let is_held =
                    self.distances.is_held(&self.board, square, |other| left.has(usize::from(other)));
                if left.has(usize::from(square)) && !is_held {
                    left = left.without(usize::from(square));
                }
            }
            if left == before {
                return left.cells().any(|square| !self.board.is_goal[square]);
            }
        }
    }

    /// Visits the places of the player that make different positions with these boxes, until `visit` returns `false`.
    /// Returns whether it visited all.
    fn each_player(&self, occupied: C, mut visit: impl FnMut(usize) -> bool) -> bool {
        let mut left = C::of(0..self.board.squares()).minus(occupied);
        while !left.is_empty() {
            let player = left.first();
            let same = match self.metric {
                Metric::Pushes => self.reach(occupied, player),
                _ => C::NONE.with(player),
            };
            left = left.minus(same);
            if !visit(player) {
                return false;
            }
        }
        true
    }

    /// A lower bound on the pushes, or [`DEAD_END`]: the cheapest way to give each box a goal of its own or,
    /// where there are fewer goals, each goal a box of its own. Each box gets at least the pushes that it
    /// would need alone, and boxes that end on different goals get different pushes.
    fn least_pushes(&self, here: &Here<C>) -> u32 {
        if !self.board.open || self.board.all_on_goals() && self.is_stuck(here) {
            return DEAD_END;
        }
        let row = |&square: &u16| {
            let square = usize::from(square);
            self.distances.of(square, self.board.part(square, here.player))
        };
        let rows: Vec<&[u16]> = here.boxes().iter().map(row).collect();
        let cost = |row: usize, goal: usize| match rows[row][goal] {
            NO_WAY => FORBIDDEN,
            pushes => u32::from(pushes),
        };
        matching::min_cost(rows.len(), self.board.goals.len(), cost).unwrap_or(DEAD_END)
    }
}

/// Visits every choice of `take` numbers below `of`, ascending, in the order of their numbers, until `visit` returns
/// `false`. Returns whether it visited all.
fn each_choice(of: usize, take: usize, mut visit: impl FnMut(&[usize]) -> bool) -> bool {
    let mut chosen: Vec<usize> = (0..take).collect();
    loop {
        if !visit(&chosen) {
            return false;
        }
        let Some(place) = (0..take).rev().find(|&place| chosen[place] < of - take + place) else {
            return true;
        };
        chosen[place] += 1;
        for later in place + 1..take {
            chosen[later] = chosen[later - 1] + 1;
        }
    }
}

impl<W: Packed, C: CellSet> Puzzle for Sokoban<W, C> {
    type State = W;
    type Move = Step;

    fn initial(&self) -> W {
        self.initial
    }

    fn moves(&self, state: W, out: &mut Vec<Step>) {
        self.successors(state, |step, _| out.push(step));
    }

    fn apply(&self, state: W, step: Step) -> W {
        let direction = usize::from(step.direction);
        let mut from = step.from;
        if self.metric.steps() {
            let to = self.board.next[usize::from(from)][direction];
            if !step.pushes {
                return self.fields.set(state, 0, u32::from(to));
            }
            from = to;
        }
        self.moved(&self.read(state), from, self.board.next[usize::from(from)][direction], usize::from(from))
    }

    fn successors(&self, state: W, visit: impl FnMut(Step, W)) {
        if self.metric.steps() { self.each_step(state, visit) } else { self.each_push(state, visit) }
    }

    fn is_goal(&self, state: W) -> bool {
        let on_goals = (1..=self.board.boxes)
            .filter(|&field| self.board.is_goal[self.fields.get(state, field) as usize]);
        self.board.open && on_goals.count() == self.board.boxes.min(self.board.goals.len())
    }

    fn cost(&self, _state: W, step: Step) -> u32 {
        self.metric.cost(u32::from(step.walk) + 1, u32::from(step.pushes))
    }

    fn unit_cost(&self) -> bool {
        matches!(self.metric, Metric::Moves | Metric::Pushes)
    }

    fn heuristic(&self, state: W) -> u32 {
        if self.is_goal(state) {
            return 0;
        }
        let here = self.read(state);
        let pushes = self.least_pushes(&here);
        match &self.tour {
            Some(tour) if pushes != DEAD_END => {
                let boxes = here.boxes().iter().copied();
                self.metric.cost(tour.least(&self.board, here.player as u16, boxes, pushes), pushes)
            }
            _ => pushes,
        }
    }

    const CHOICE: &'static [Algorithm] = &[Algorithm::AStar];

    fn preferred(&self) -> (Algorithm, &'static str) {
        (Algorithm::AStar, "A*: the boxes' ways to the goals give a lower bound")
    }

    fn backward(&self) -> Backward {
        Backward::Predecessors
    }

    /// The player steps back, and pulls a box along or does not. Where moves are pushes it pulls one, and
    /// comes from wherever it can have walked to that push.
    fn predecessors(&self, state: W, mut visit: impl FnMut(W, u32)) {
        let here = self.read(state);
        let pulls = |player: usize, direction: usize, visit: &mut dyn FnMut(W, u32)| {
            let next = self.board.next[player];
            let (from, back) = (next[direction], next[opposite(direction)]);
            if from == NOWHERE || here.is_free(from) || !here.is_free(back) {
                return;
            }
            let before = self.moved(&here, from, player as u16, usize::from(back));
            if self.metric != Metric::PushesThenMoves {
                return visit(before, self.metric.cost(1, 1));
            }
            let occupied = here.occupied.without(usize::from(from)).with(player);
            self.walk(occupied, usize::from(back), |start, walk| {
                visit(self.fields.set(before, 0, start as u32), self.metric.cost(u32::from(walk) + 1, 1));
            });
        };
        if self.metric == Metric::Pushes {
            for player in self.reach(here.occupied, here.player).cells() {
                (0..4).for_each(|direction| pulls(player, direction, &mut visit));
            }
            return;
        }
        for direction in 0..4 {
            pulls(here.player, direction, &mut visit);
            let back = self.board.next[here.player][opposite(direction)];
            if self.metric.steps() && here.is_free(back) {
                visit(self.fields.set(state, 0, u32::from(back)), self.metric.cost(1, 0));
            }
        }
    }

    fn goals(&self, limit: usize, out: &mut Vec<W>) -> bool {
        let (boxes, goals) = (self.board.boxes, &self.board.goals);
        if !self.board.open {
            return true;
        }
        if boxes > goals.len() {
            return false;
        }
        let known = out.len();
        let whole = each_choice(goals.len(), boxes, |chosen| {
            let occupied = C::of(chosen.iter().map(|&number| usize::from(goals[number])));
            self.each_player(occupied, |player| {
                out.push(self.packed(player, occupied.cells()));
                out.len() - known <= limit
            })
        });
        if !whole {
            out.truncate(known);
        }
        whole
    }

    // Every choice of squares for the boxes, with every place of the player beside it.
    fn positions(&self, most: u64, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        let (squares, boxes) = (self.board.squares(), self.board.boxes);
        let mut choices: u64 = 1;
        for number in 0..boxes.min(squares - boxes) {
            choices = choices.checked_mul((squares - number) as u64)? / (number as u64 + 1);
            if choices > most {
                return None;
            }
        }
        if self.metric != Metric::Pushes {
            return choices.checked_mul((squares - boxes) as u64).filter(|&total| total <= most);
        }
        let mut total = 0;
        let whole = each_choice(squares, boxes, |chosen| {
            let occupied = C::of(chosen.iter().copied());
            go_on()
                && self.each_player(occupied, |_| {
                    total += 1;
                    total <= most
                })
        });
        whole.then_some(total)
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        let wrong = || {
            format!(
                "a position is the player's cell and {} different cells of boxes, ascending, all of them where the \
                 player could walk if there were no boxes{}",
                self.board.boxes + self.board.fixed.len(),
                if self.board.fixed.is_empty() {
                    ""
                } else {
                    ", but for boxes that stand elsewhere from the start"
                }
            )
        };
        let [player, boxes @ ..] = position else { return Err(wrong()) };
        let (movable, fixed): (Vec<u16>, Vec<u16>) =
            boxes.iter().partition(|&&cell| self.board.square(cell).is_some());
        let player = self.board.square(*player).map(usize::from);
        let Some(player) = player.filter(|_| {
            boxes.is_sorted_by(|one, other| one < other)
                && movable.len() == self.board.boxes
                && fixed == self.board.fixed
                && !boxes.contains(&position[0])
        }) else {
            return Err(wrong());
        };
        let squares = || movable.iter().filter_map(|&cell| self.board.square(cell)).map(usize::from);
        let player = match self.metric {
            Metric::Pushes => self.reach(C::of(squares()), player).first(),
            _ => player,
        };
        Ok(self.packed(player, squares()))
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        let cell = |field: usize| self.board.cells[self.fields.get(state, field) as usize];
        let mut position: Vec<u16> = (0..=self.board.boxes).map(cell).collect();
        position.extend(&self.board.fixed);
        position[1..].sort_unstable();
        position
    }

    // The player, and each box: not the boxes' numbers, which change when one passes another.
    fn parts(&self, state: W, out: &mut Vec<u64>) {
        let player = self.board.squares() as u64 + u64::from(self.fields.get(state, 0));
        let boxes = (1..=self.board.boxes).map(|field| u64::from(self.fields.get(state, field)));
        out.extend(boxes.chain([player]));
    }

    fn describe(&self, _state: W, step: Step) -> Vec<u16> {
        let from = self.board.cells[usize::from(step.from)];
        let mut numbers = vec![u16::from(step.direction), from, u16::from(step.pushes)];
        if self.metric == Metric::PushesThenMoves {
            numbers.push(step.walk);
        }
        numbers
    }

    // The direction, and for a step whether it pushes, for a push the cell of the box.
    fn written(&self, _state: W, step: Step) -> Written {
        let more = if self.metric.steps() {
            u16::from(step.pushes)
        } else {
            self.board.cells[usize::from(step.from)]
        };
        Written { words: vec![u16::from(step.direction), more], moved: None }
    }

    // The box that is pushed, or else the player.
    fn landing(&self, _state: W, step: Step) -> [u16; 2] {
        let next = |square: u16| self.board.next[usize::from(square)][usize::from(step.direction)];
        let mut to = next(step.from);
        if step.pushes && self.metric.steps() {
            to = next(to);
        }
        [u16::from(step.pushes), self.board.cells[usize::from(to)]]
    }
}
