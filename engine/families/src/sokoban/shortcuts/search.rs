//! A* over pushes, whatever is counted.
//!
//! ```text
//!   #########      Between two pushes only the player moves, and where it walks decides nothing. So a position
//!   #  $    #      is one that follows a push, and a push with the walk to it is one move of the search. There
//!   #@     .#      are far fewer of them than single steps lead through, and the costs are the same.
//!   #########
//! ```
//!
//! # The bound
//!
//! The cheapest assignment of boxes to goals by push distances, brought up to date with each push
//! ([`super::assignment`]). Only the pushed box's row changes: the player never crosses a box, so that it
//! stays in its part of the squares around each of the others. A push makes one distance at most 1 less, so
//! the bound is consistent.
//!
//! # What is left out
//!
//! * Pushes to squares from which no goal can be reached
//!   ([`Distances::alive`](super::super::distances::Distances::alive)).
//! * Pushes after which a box is stuck for good ([`Field::is_frozen`]).
//! * Positions without an assignment: two boxes may have the same last goal to go to.
//! * Where a corral can only be opened now, other pushes.
//!
//! A corral is a set of squares that the player is outside of and whose rim is boxes:
//!
//! ```text
//!   ########     The squares right of the boxes are the inside. From outside, each of the two boxes can only
//!   #   #  #     be pushed in, and both pushes can be made now. Every solution makes one of them some time.
//!   #   $ .#     Whatever it does before touches neither the corral nor the squares that it needs, and can as
//!   #@  #  #     well be done after, by the same number of pushes: the player steps back to where it pushed
//!   #   $ .#     from. So no other push need be tried here.
//!   ########
//! ```
//!
//! Precisely: let K be squares outside the player's reach such that all neighbours of an empty one are in K,
//! and let each push of a box of K from a square outside K lead into K and, if its target is empty, be
//! possible now. Until the first push of a box of K nothing in K changes, because no box from outside can be
//! pushed in past the rim. That first push is possible now; made first, it frees the square that its box
//! leaves and takes none outside K, so that all pushes made before it are possible after it, and lead to the
//! same position. It is needed where a box of K is on no goal. Where it does not exist the position is lost.
//! Walks do change, so that other pushes are left out only where walks do not count.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::super::puzzle::Metric;
use super::super::tour::Tour;
use super::assignment::Assignment;
use super::field::Field;
use super::ground::{Ground, Grounds};
use super::nodes::{NONE, Node, Nodes};
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch, Work};

const CHECK_EVERY: u64 = 256;

/// The player's square and the boxes' squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub player: u16,
    pub boxes: Vec<u16>,
}

/// How a search ended.
pub enum PushesEnd {
    /// The positions after each push of a cheapest solution, and its cost.
    Solved(Vec<Position>, u32),
    Unsolvable,
    Limit(Limit),
}

/// How a position is packed: a bit for each square that a box may be on, then the player's square.
pub struct Packing {
    /// The squares that a box may be on.
    squares: Vec<u16>,
    /// The bit of each square.
    bit_of: Vec<u16>,
    /// Where the player's square begins, and its width.
    shift: u32,
    width: u32,
}

impl Packing {
    pub fn new(alive: &[bool]) -> Self {
        let squares: Vec<u16> =
            (0..alive.len()).filter(|&square| alive[square]).map(|square| square as u16).collect();
        let mut bit_of = vec![u16::MAX; alive.len()];
        for (bit, &square) in squares.iter().enumerate() {
            bit_of[usize::from(square)] = bit as u16;
        }
        let width = alive.len().max(2).next_power_of_two().ilog2();
        let mut shift = squares.len() as u32;
        if shift / 64 != (shift + width - 1) / 64 {
            shift = shift.next_multiple_of(64);
        }
        Self { squares, bit_of, shift, width }
    }

    pub fn bits(&self) -> u32 {
        self.shift + self.width
    }

    pub fn with_box<K: Packed>(&self, key: K, square: u16, there: bool) -> K {
        key.with_field(u32::from(self.bit_of[usize::from(square)]), 1, u32::from(there))
    }

    pub fn with_player<K: Packed>(&self, key: K, player: u16) -> K {
        key.with_field(self.shift, self.width, u32::from(player))
    }

    pub fn player<K: Packed>(&self, key: K) -> u16 {
        key.field(self.shift, self.width) as u16
    }

    pub fn boxes<K: Packed>(&self, key: K) -> impl Iterator<Item = u16> {
        let words = self.squares.len().div_ceil(32);
        (0..words).flat_map(move |word| {
            let first = 32 * word;
            let width = 32.min(self.squares.len() - first) as u32;
            let mut bits = key.field(first as u32, width);
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(self.squares[first + bit as usize])
            })
        })
    }

    pub fn position<K: Packed>(&self, key: K) -> Position {
        Position { player: self.player(key), boxes: self.boxes(key).collect() }
    }

    pub fn key<K: Packed>(&self, position: &Position) -> Option<K> {
        let there = |&square: &u16| self.bit_of[usize::from(square)] != u16::MAX;
        let all = position.boxes.iter().all(there);
        let boxes = |key| position.boxes.iter().fold(key, |key, &square| self.with_box(key, square, true));
        all.then(|| boxes(self.with_player(K::ZERO, position.player)))
    }
}

/// A position that waits.
struct Open {
    number: u32,
    g: u32,
}

pub struct Search<K> {
    grounds: Grounds,
    /// Where steps count.
    tour: Option<Arc<Tour>>,
    metric: Metric,
    pub packing: Packing,
    field: Field,
    assignment: Assignment,
    pub nodes: Nodes<K>,
    /// By the cost of the cheapest solution that may pass through them.
    queue: BTreeMap<u32, Vec<Open>>,
    waiting: usize,
    expanded: u64,
    bound: u32,
    cut: bool,
    start: Position,
}

/// A push that was found possible.
struct Made<K> {
    number: usize,
    to: u16,
    key: K,
    g: u32,
}

impl<K: Packed> Search<K> {
    pub fn new(ground: &Rc<Ground>, tour: Option<Arc<Tour>>, metric: Metric, start: Position) -> Self {
        Self {
            grounds: Grounds::new(ground),
            tour,
            metric,
            packing: Packing::new(&ground.distances.alive),
            field: Field::new(Rc::clone(ground)),
            assignment: Assignment::default(),
            nodes: Nodes::new(),
            queue: BTreeMap::new(),
            waiting: 0,
            expanded: 0,
            bound: 0,
            cut: false,
            start,
        }
    }

    pub fn work(&self) -> Work {
        Work {
            stored: self.nodes.list.len() as u64,
            expanded: self.expanded,
            bytes: (self.nodes.bytes() + self.waiting * size_of::<Open>() + self.grounds.bytes) as u64,
            lower_bound: self.bound,
            ..Work::default()
        }
    }

    /// Finds a cheapest solution.
    pub fn run(&mut self, watch: &mut Watch) -> PushesEnd {
        let start = self.start.clone();
        let ground = Rc::clone(&self.grounds.whole);
        self.field.place(&ground, start.boxes.iter().copied());
        let Some(key) = self.packing.key(&start) else { return PushesEnd::Unsolvable };
        if !ground.board.open || start.boxes.iter().any(|&square| self.field.is_frozen(square)) {
            return PushesEnd::Unsolvable;
        }
        let number = self.nodes.add(Node { key, g: 0, before: NONE });
        self.wait(number, 0, 0, watch);
        let mut made = Vec::new();
        while let Some((f, open)) = self.next() {
            let Node { key, g, .. } = self.nodes.list[open.number as usize];
            if g != open.g {
                continue;
            }
            self.bound = self.bound.max(f);
            let watched = watch.due(self.expanded, CHECK_EVERY);
            self.expanded += 1;
            if watched && let Err(limit) = watch.check(&self.work()) {
                return PushesEnd::Limit(limit);
            }
            let ground = self.spread(key);
            if self.is_solved(&ground) {
                return PushesEnd::Solved(self.line(open.number), g);
            }
            let player = self.packing.player(key);
            let size = ground.board.boxes.max(ground.board.goals.len());
            self.assignment.solve(size, self.field.boxes.iter().map(|&square| ground.pushes(square, player)));
            let Some(pushes) = self.assignment.total() else { continue };
            let least = self.least(&ground, player, self.field.boxes.iter().copied(), pushes);
            if g.saturating_add(least) > f {
                self.wait(open.number, g, least, watch);
                continue;
            }
            self.expand(key, g, &mut made);
            made.iter().for_each(|push| self.nodes.announce_node(push.key));
            for push in made.drain(..) {
                self.meet(&ground, open.number, push, watch);
            }
        }
        if self.cut { PushesEnd::Limit(Limit::Moves) } else { PushesEnd::Unsolvable }
    }

    /// Puts the position on the field, except for boxes that are stuck on goals, and gives the ground without
    /// these.
    fn spread(&mut self, key: K) -> Rc<Ground> {
        let whole = Rc::clone(&self.grounds.whole);
        self.field.place(&whole, self.packing.boxes(key));
        let stuck = self.field.stuck_on_goals();
        if stuck.is_empty() {
            return whole;
        }
        let others = self.packing.boxes(key).filter(|square| !stuck.contains(square)).collect::<Vec<_>>();
        let ground = self.grounds.with(stuck);
        self.field.place(&ground, others.into_iter());
        ground
    }

    fn is_solved(&self, ground: &Ground) -> bool {
        let board = &ground.board;
        let on_goals = self.field.boxes.iter().filter(|&&square| board.is_goal[usize::from(square)]);
        on_goals.count() == board.boxes.min(board.goals.len())
    }

    /// The pushes from the position in the field.
    fn expand(&mut self, key: K, g: u32, made: &mut Vec<Made<K>>) {
        let (metric, packing) = (self.metric, &self.packing);
        self.field.walk(packing.player(key));
        let mut pushes = Vec::new();
        self.field.pushes(|number, direction, to, walk| pushes.push((number, direction, to, walk)));
        if let Some(corral) = self.field.corral() {
            if corral.is_empty() {
                return;
            }
            if metric == Metric::Pushes {
                let corral = corral.to_vec();
                pushes.retain(|&(number, direction, ..)| {
                    corral.contains(&(self.field.boxes[number], direction))
                });
            }
        }
        for (number, _, to, walk) in pushes {
            let from = self.field.boxes[number];
            self.field.carry(number, to);
            if !self.field.is_frozen(to) {
                let player = if metric == Metric::Pushes { self.field.walk(from) } else { from };
                let key = packing.with_box(packing.with_box(key, from, false), to, true);
                let key = packing.with_player(key, player);
                self.nodes.announce(key);
                made.push(Made { number, to, key, g: g + metric.cost(u32::from(walk) + 1, 1) });
            }
            self.field.carry(number, from);
        }
    }

    /// Takes note of a position that a push leads to.
    fn meet(&mut self, ground: &Ground, before: u32, made: Made<K>, watch: &Watch) {
        let Made { number, to, key, g } = made;
        let known = self.nodes.find(key);
        if known.is_some_and(|known| self.nodes.list[known as usize].g <= g) {
            return;
        }
        let player = self.packing.player(key);
        let Some(pushes) = self.assignment.total_with(number, ground.pushes(to, player)) else { return };
        let boxes = self.field.boxes.iter().enumerate();
        let boxes = boxes.map(|(other, &square)| if other == number { to } else { square });
        let least = self.least(ground, player, boxes, pushes);
        let node = Node { key, g, before };
        let number = match known {
            None => self.nodes.add(node),
            Some(known) => {
                self.nodes.list[known as usize] = node;
                known
            }
        };
        self.wait(number, g, least, watch);
    }

    /// The least cost of a position that needs at least so many pushes.
    #[inline(always)]
    fn least(&self, ground: &Ground, player: u16, boxes: impl Iterator<Item = u16>, pushes: u32) -> u32 {
        match &self.tour {
            Some(tour) if pushes > 0 => {
                self.metric.cost(tour.least(&ground.board, player, boxes, pushes), pushes)
            }
            _ => self.metric.cost(pushes, pushes),
        }
    }

    fn wait(&mut self, number: u32, g: u32, least: u32, watch: &Watch) {
        let f = g.saturating_add(least);
        if watch.admits(f) {
            self.queue.entry(f).or_default().push(Open { number, g });
            self.waiting += 1;
        } else {
            self.cut = true;
        }
    }

    fn next(&mut self) -> Option<(u32, Open)> {
        while let Some(mut first) = self.queue.first_entry() {
            if let Some(open) = first.get_mut().pop() {
                self.waiting -= 1;
                return Some((*first.key(), open));
            }
            first.remove();
        }
        None
    }

    /// The positions after each push on the way to a node.
    fn line(&self, number: u32) -> Vec<Position> {
        let mut line = Vec::new();
        let mut at = number;
        while self.nodes.list[at as usize].before != NONE {
            let node = self.nodes.list[at as usize];
            line.push(self.packing.position(node.key));
            at = node.before;
        }
        line.reverse();
        line
    }
}
