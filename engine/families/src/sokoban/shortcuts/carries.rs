//! A first solution of a large level.
//!
//! ```text
//!   ##########      A carry takes one box anywhere that it can be pushed to while the others stay: here a box has
//!   #  $   ..#      some twenty, and a plan of two carries solves the level, where single pushes would make a plan of
//!   #@ $     #      ten. There are many carries, so what counts is which positions are played on from first.
//!   ##########
//! ```
//!
//! Positions are told apart by two features, and those that have both in common wait together:
//!
//! ```text
//!                parts of the board between the boxes
//!                1      2      3
//!   filled  2    .      5      .         how many goals are filled, in an order in which none blocks the next
//!           1    3      17     2         ([`super::fill`])
//!           0    9      40     61
//! ```
//!
//! The search goes through these cells in turns and plays on from one position of each. So it never spends all its time
//! where many boxes are home and nothing moves any more, or where all is open and nothing is home: whatever is hard
//! about a level, some cell has the positions in which it is done (Shoham, Schaeffer, *The FESS Algorithm*, IEEE
//! Conference on Games 2020).
//!
//! Within a cell, the position comes first that took the fewest carries against advice. Each position advises three: to
//! fill the most goals, to join the most parts, and to leave the fewest pushes; others count 1. Among equals, the fewest
//! pushes left by the bound come first.
//!
//! What is lost is left out as in [`super::search`]: squares that are not alive, boxes that are stuck, positions without
//! an assignment; and where a corral has to be opened, all carries that do not begin by opening it. None of this loses
//! the last solution, so that a level of which nothing is left has none.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Bound;
use std::rc::Rc;

use super::super::board::{NOWHERE, opposite};
use super::assignment::Assignment;
use super::field::Field;
use super::fill::FillOrder;
use super::ground::{Ground, Grounds};
use super::nodes::{NONE, Node, Nodes};
use super::search::{Packing, Position};
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch, Work};

const CHECK_EVERY: u64 = 4;

/// How many goals are filled in order, most first; the parts of the board.
type Cell = (Reverse<u32>, u32);

/// A position that waits: the carries against advice, the pushes left, its number.
type Waiting = Reverse<(u32, u32, u32)>;

/// What a carry leads to.
struct Carry<K> {
    key: K,
    pushes: u32,
    least: u32,
    cell: Cell,
}

/// Where a carry ends: the box's square, the first square that the player then reaches, the pushes, and the number of
/// the last one.
struct CarryEnd {
    to: u16,
    player: u16,
    pushes: u32,
    last: usize,
}

/// A push on the way of a carry: the box's square before it, the direction, and the number of the push before.
type Link = (u16, u8, usize);

/// The search, with what it has met.
pub struct Carries<K> {
    grounds: Grounds,
    packing: Packing,
    fill: FillOrder,
    field: Field,
    assignment: Assignment,
    nodes: Nodes<K>,
    /// By node, the carries against advice on its way.
    against: Vec<u32>,
    cells: BTreeMap<Cell, BinaryHeap<Waiting>>,
    /// The cell whose turn it was.
    turn: Option<Cell>,
    expanded: u64,
    /// By box's square and direction of a push: whether the player comes to push there.
    pushable: Vec<bool>,
    start: Position,
}

impl<K: Packed> Carries<K> {
    pub fn new(ground: &Rc<Ground>, start: Position) -> Self {
        Self {
            grounds: Grounds::new(ground),
            packing: Packing::new(&ground.distances.alive),
            fill: FillOrder::new(ground, &start.boxes),
            field: Field::new(Rc::clone(ground)),
            assignment: Assignment::default(),
            nodes: Nodes::new(),
            against: Vec::new(),
            cells: BTreeMap::new(),
            turn: None,
            expanded: 0,
            pushable: vec![false; 4 * ground.board.squares()],
            start,
        }
    }

    pub fn work(&self) -> Work {
        let waiting = self.nodes.list.len() * (size_of::<u32>() + 2 * size_of::<Waiting>());
        Work {
            stored: self.nodes.list.len() as u64,
            expanded: self.expanded,
            bytes: (self.nodes.bytes() + waiting + self.grounds.bytes) as u64,
            ..Work::default()
        }
    }

    /// The positions after each push of a solution; `Err(None)`: there is none.
    pub fn run(&mut self, watch: &mut Watch) -> Result<Vec<Position>, Option<Limit>> {
        let whole = Rc::clone(&self.grounds.whole);
        self.field.place(&whole, self.start.boxes.iter().copied());
        let player = self.field.walk(self.start.player);
        let key = self.packing.key(&Position { player, boxes: self.start.boxes.clone() }).ok_or(None)?;
        self.wait(Node { key, g: 0, before: NONE }, 0, 0, (Reverse(0), 0));
        let mut made = Vec::new();
        while let Some(number) = self.next() {
            self.expanded += 1;
            if watch.due(self.expanded, CHECK_EVERY) {
                watch.check(&self.work())?;
            }
            self.expand(number, &mut made);
            if let Some(last) = self.keep(number, &mut made) {
                return Ok(self.line(last));
            }
        }
        Err(None)
    }

    /// The first position of the next cell.
    fn next(&mut self) -> Option<u32> {
        let later = self.turn.map(|turn| (Bound::Excluded(turn), Bound::Unbounded));
        let next = later.and_then(|later| self.cells.range(later).next()).or(self.cells.first_key_value());
        let cell = *next?.0;
        self.turn = Some(cell);
        let waiting = self.cells.get_mut(&cell)?;
        let Reverse((_, _, number)) = waiting.pop()?;
        if waiting.is_empty() {
            self.cells.remove(&cell);
        }
        Some(number)
    }

    fn wait(&mut self, node: Node<K>, against: u32, least: u32, cell: Cell) -> u32 {
        let number = self.nodes.add(node);
        self.against.push(against);
        self.cells.entry(cell).or_default().push(Reverse((against, least, number)));
        number
    }

    /// Every carry from this position.
    fn expand(&mut self, number: u32, made: &mut Vec<Carry<K>>) {
        let key = self.nodes.list[number as usize].key;
        let player = self.packing.player(key);
        let whole = Rc::clone(&self.grounds.whole);
        self.field.place(&whole, self.packing.boxes(key));
        let stuck = self.field.stuck_on_goals();
        let mut ground = whole;
        if !stuck.is_empty() {
            ground = self.grounds.with(stuck.clone());
            let others = self.packing.boxes(key).filter(|square| !stuck.contains(square));
            self.field.place(&ground, others.collect::<Vec<_>>().into_iter());
        }
        let size = ground.board.boxes.max(ground.board.goals.len());
        let rows = self.field.boxes.iter().map(|&square| ground.pushes(square, player));
        self.assignment.solve(size, rows);
        if self.assignment.total().is_none() {
            return;
        }
        self.field.walk(player);
        let corral = self.field.corral().map(<[_]>::to_vec);
        for at in 0..self.field.boxes.len() {
            let square = self.field.boxes[at];
            let may = |direction| corral.as_ref().is_none_or(|corral| corral.contains(&(square, direction)));
            self.carry(&ground, player, at, may, |this, CarryEnd { to, player, pushes, .. }| {
                let key = this.packing.with_box(this.packing.with_box(key, square, false), to, true);
                let key = this.packing.with_player(key, player);
                if this.nodes.find(key).is_some() || this.field.is_frozen(to) {
                    return;
                }
                let Some(least) = this.assignment.total_with(at, ground.pushes(to, player)) else { return };
                let filled = this.fill.filled(|goal| stuck.contains(&goal) || !this.field.is_free(goal));
                made.push(Carry { key, pushes, least, cell: (Reverse(filled), this.field.parts()) });
            });
        }
    }

    /// Carries a box to every square that it can be pushed to, beginning in the directions that `may` allows, and visits
    /// each with the box there. Gives the pushes.
    fn carry(
        &mut self,
        ground: &Ground,
        player: u16,
        at: usize,
        may: impl Fn(u8) -> bool,
        mut visit: impl FnMut(&mut Self, CarryEnd),
    ) -> Vec<Link> {
        let (next, from) = (&ground.board.next, self.field.boxes[at]);
        let mut links: Vec<(Link, u32)> = Vec::new();
        self.pushable.fill(false);
        self.field.walk(player);
        self.reach(ground, from, (usize::MAX, 1), may, &mut links);
        let mut done = 0;
        while let Some(&((square, direction, _), pushes)) = links.get(done) {
            done += 1;
            let to = next[usize::from(square)][usize::from(direction)];
            self.field.carry(at, square);
            let is_known = to == NOWHERE || self.pushable[4 * usize::from(to) + usize::from(direction)];
            if is_known || !self.field.is_free(to) || !ground.distances.alive[usize::from(to)] {
                continue;
            }
            self.field.carry(at, to);
            let first = self.field.walk(square);
            self.reach(ground, to, (done - 1, pushes + 1), |_| true, &mut links);
            visit(self, CarryEnd { to, player: first, pushes, last: done - 1 });
        }
        self.field.carry(at, from);
        links.into_iter().map(|(link, _)| link).collect()
    }

    /// Takes note of the pushes of a box on this square that the player can make after its last walk.
    fn reach(
        &mut self,
        ground: &Ground,
        square: u16,
        (before, pushes): (usize, u32),
        may: impl Fn(u8) -> bool,
        links: &mut Vec<(Link, u32)>,
    ) {
        for direction in (0..4).filter(|&direction| may(direction)) {
            let behind = ground.board.next[usize::from(square)][opposite(usize::from(direction))];
            if self.field.is_reached(behind) {
                self.pushable[4 * usize::from(square) + usize::from(direction)] = true;
                links.push(((square, direction, before), pushes));
            }
        }
    }

    /// Takes note of what carries lead to; gives the solution if there is one.
    fn keep(&mut self, before: u32, made: &mut Vec<Carry<K>>) -> Option<u32> {
        let (against, g) = (self.against[before as usize], self.nodes.list[before as usize].g);
        let best = |key: &dyn Fn(&Carry<K>) -> (u32, u32)| (0..made.len()).min_by_key(|&at| key(&made[at]));
        let advised = [
            best(&|one| (u32::MAX - one.cell.0.0, one.least)),
            best(&|one| (one.cell.1, one.least)),
            best(&|one| (one.least, one.cell.1)),
        ];
        for (at, one) in made.drain(..).enumerate() {
            if self.nodes.find(one.key).is_some() {
                continue;
            }
            let against = against + u32::from(!advised.contains(&Some(at)));
            let node = Node { key: one.key, g: g + one.pushes, before };
            let number = self.wait(node, against, one.least, one.cell);
            if one.least == 0 {
                return Some(number);
            }
        }
        None
    }

    /// The positions after each push on the way to a node.
    fn line(&mut self, last: u32) -> Vec<Position> {
        let mut numbers = vec![last];
        loop {
            let before = self.nodes.list[numbers[numbers.len() - 1] as usize].before;
            if before == NONE {
                break;
            }
            numbers.push(before);
        }
        numbers.reverse();
        let mut line = vec![self.start.clone()];
        for pair in numbers.windows(2) {
            let [from, to] =
                [pair[0], pair[1]].map(|number| self.packing.position(self.nodes.list[number as usize].key));
            self.pushes_between(&from, &to, &mut line);
        }
        line.split_off(1)
    }

    /// Appends the positions after each push of the one box that is carried from one position to the other.
    fn pushes_between(&mut self, from: &Position, to: &Position, line: &mut Vec<Position>) {
        let whole = Rc::clone(&self.grounds.whole);
        // A box may end where it began, with the player in another part.
        let target = to.boxes.iter().find(|square| !from.boxes.contains(square));
        for (at, &square) in from.boxes.iter().enumerate() {
            if target.is_some() && to.boxes.contains(&square) {
                continue;
            }
            self.field.place(&whole, from.boxes.iter().copied());
            let (goes, mut found) = ((*target.unwrap_or(&square), to.player), None);
            let links = self.carry(
                &whole,
                from.player,
                at,
                |_| true,
                |_, end| {
                    if (end.to, end.player) == goes {
                        found = Some(end.last);
                    }
                },
            );
            let Some(mut number) = found else { continue };
            let mut way = Vec::new();
            while number != usize::MAX {
                let (square, direction, before) = links[number];
                way.push((square, whole.board.next[usize::from(square)][usize::from(direction)]));
                number = before;
            }
            for (player, after) in way.into_iter().rev() {
                let mut boxes = from.boxes.clone();
                boxes[at] = after;
                line.push(Position { player, boxes });
            }
            return;
        }
        unreachable!("the carry was found before");
    }
}
