//! A position spread out on the squares, and what follows from it alone: where the player gets to, which
//! boxes are stuck, which pushes come first.

use std::rc::Rc;

use super::super::board::{NOWHERE, opposite};
use super::ground::Ground;

/// A push: the box's square, and the direction.
pub type Push = (u16, u8);

/// A position spread out on the squares.
pub struct Field {
    ground: Rc<Ground>,
    pub boxes: Vec<u16>,
    occupied: Vec<bool>,
    /// Steps of the player to each square, where `walked` is the number of this walk.
    steps: Vec<u16>,
    walked: Vec<u64>,
    walks: u64,
    queue: Vec<u16>,
    corral: Corral,
}

/// Memory for [`Field::corral`].
#[derive(Default)]
struct Corral {
    /// The number of the last set that each square was in.
    member: Vec<u64>,
    tried: Vec<bool>,
    number: u64,
    queue: Vec<u16>,
    boxes: Vec<u16>,
    pushes: Vec<Push>,
}

impl Field {
    pub fn new(ground: Rc<Ground>) -> Self {
        let squares = ground.board.squares();
        let corral = Corral { member: vec![0; squares], tried: vec![false; squares], ..Corral::default() };
        Self {
            boxes: Vec::with_capacity(ground.board.boxes),
            ground,
            occupied: vec![false; squares],
            steps: vec![0; squares],
            walked: vec![0; squares],
            walks: 0,
            queue: Vec::with_capacity(squares),
            corral,
        }
    }

    /// Takes these boxes in place of the former, on this ground.
    pub fn place(&mut self, ground: &Rc<Ground>, boxes: impl Iterator<Item = u16>) {
        self.ground = Rc::clone(ground);
        for &square in &self.boxes {
            self.occupied[usize::from(square)] = false;
        }
        self.boxes.clear();
        self.boxes.extend(boxes);
        for &square in &self.boxes {
            self.occupied[usize::from(square)] = true;
        }
    }

    /// Takes a box from one square to another. Its number stays.
    pub fn carry(&mut self, number: usize, to: u16) {
        self.occupied[usize::from(self.boxes[number])] = false;
        self.occupied[usize::from(to)] = true;
        self.boxes[number] = to;
    }

    #[inline(always)]
    pub fn is_free(&self, square: u16) -> bool {
        square != NOWHERE && !self.occupied[usize::from(square)]
    }

    /// Into how many parts the boxes divide the squares; walks anew.
    pub fn parts(&mut self) -> u32 {
        self.walks += 1;
        let mut count = 0;
        for seed in 0..self.occupied.len() {
            let is_wall = self.ground.board.next[seed] == [NOWHERE; 4];
            if is_wall || self.occupied[seed] || self.walked[seed] == self.walks {
                continue;
            }
            count += 1;
            self.walked[seed] = self.walks;
            self.queue.clear();
            self.queue.push(seed as u16);
            while let Some(square) = self.queue.pop() {
                for next in self.ground.board.next[usize::from(square)] {
                    if self.is_free(next) && self.walked[usize::from(next)] != self.walks {
                        self.walked[usize::from(next)] = self.walks;
                        self.queue.push(next);
                    }
                }
            }
        }
        count
    }

    /// Walks the player from a square to all that it can reach, and returns the first of them.
    pub fn walk(&mut self, player: u16) -> u16 {
        self.walks += 1;
        self.queue.clear();
        self.queue.push(player);
        self.walked[usize::from(player)] = self.walks;
        self.steps[usize::from(player)] = 0;
        let (mut done, mut first) = (0, player);
        while let Some(&square) = self.queue.get(done) {
            done += 1;
            first = first.min(square);
            for next in self.ground.board.next[usize::from(square)] {
                if self.is_free(next) && self.walked[usize::from(next)] != self.walks {
                    self.walked[usize::from(next)] = self.walks;
                    self.steps[usize::from(next)] = self.steps[usize::from(square)] + 1;
                    self.queue.push(next);
                }
            }
        }
        first
    }

    #[inline(always)]
    pub fn is_reached(&self, square: u16) -> bool {
        square != NOWHERE && self.walked[usize::from(square)] == self.walks
    }

    /// The squares along a shortest walk of the player to one that it can reach.
    pub fn way(&mut self, player: u16, to: u16) -> Vec<u16> {
        self.walk(player);
        let (mut way, mut here) = (Vec::new(), to);
        while here != player {
            way.push(here);
            let around = self.ground.board.next[usize::from(here)];
            let nearer = |&next: &u16| {
                self.is_reached(next) && self.steps[usize::from(next)] < self.steps[usize::from(here)]
            };
            here = around.into_iter().find(nearer).expect("the square is reached");
        }
        way.reverse();
        way
    }

    /// Visits the pushes that can be made after the last walk and leave the box on a square that is alive:
    /// the box's number, the direction, the square that it comes to, and the steps of the player before.
    pub fn pushes(&self, mut visit: impl FnMut(usize, u8, u16, u16)) {
        for (number, &square) in self.boxes.iter().enumerate() {
            let around = self.ground.board.next[usize::from(square)];
            for direction in 0..4 {
                let (to, behind) = (around[direction], around[opposite(direction)]);
                if self.is_reached(behind) && self.is_free(to) && self.ground.distances.alive[usize::from(to)]
                {
                    visit(number, direction as u8, to, self.steps[usize::from(behind)]);
                }
            }
        }
    }

    /// Whether the box that came to this square is stuck for good, so that the board cannot be solved any
    /// more: it cannot move in either direction, because walls, boxes that are stuck with it, or squares that
    /// are not alive on both sides hold it, and it or one of those boxes is on no goal.
    ///
    /// ```text
    ///   ####
    ///   #$$ #       these two hold each other at the wall
    ///   #   #
    /// ```
    pub fn is_frozen(&mut self, square: u16) -> bool {
        if !self.ground.board.all_on_goals()
            || !self.is_held(square, |square| self.occupied[usize::from(square)])
        {
            return false;
        }
        self.keep_stuck(|_, _| true, Some(square));
        self.is_member(square)
            && self
                .boxes
                .iter()
                .any(|&square| self.is_member(square) && !self.ground.board.is_goal[usize::from(square)])
    }

    /// The boxes on goals that are stuck there for good.
    pub fn stuck_on_goals(&mut self) -> Vec<u16> {
        if !self.ground.board.all_on_goals() {
            return Vec::new();
        }
        self.keep_stuck(|field, square| field.ground.board.is_goal[usize::from(square)], None);
        self.boxes.iter().copied().filter(|&square| self.is_member(square)).collect()
    }

    /// Keeps those of some boxes that hold each other. Boxes that can move if the others stay are taken away
    /// until nothing changes: none of what is left can be the first to move. Ends early when `asked` is taken
    /// away.
    fn keep_stuck(&mut self, among: impl Fn(&Self, u16) -> bool, asked: Option<u16>) {
        self.corral.number += 1;
        for at in 0..self.boxes.len() {
            if among(self, self.boxes[at]) {
                self.corral.member[usize::from(self.boxes[at])] = self.corral.number;
            }
        }
        loop {
            let mut changed = false;
            for at in 0..self.boxes.len() {
                let square = self.boxes[at];
                if self.is_member(square) && !self.is_held(square, |other| self.is_member(other)) {
                    self.corral.member[usize::from(square)] = 0;
                    if asked == Some(square) {
                        return;
                    }
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn is_held(&self, square: u16, stays: impl Fn(u16) -> bool) -> bool {
        self.ground.distances.is_held(&self.ground.board, square, stays)
    }

    /// The pushes of a corral that has to be opened and can only be opened now, after the last walk: see the
    /// essay in [`super::search`]. `None` where there is no such corral; no pushes: the board cannot be
    /// solved any more.
    pub fn corral(&mut self) -> Option<&[Push]> {
        if !self.ground.board.all_on_goals() {
            return None;
        }
        let mut best: Option<Vec<Push>> = None;
        self.corral.tried.fill(false);
        for at in 0..self.boxes.len() {
            for seed in self.ground.board.next[usize::from(self.boxes[at])] {
                if !self.is_free(seed) || self.is_reached(seed) || self.corral.tried[usize::from(seed)] {
                    continue;
                }
                if self.closes(seed) && best.as_ref().is_none_or(|best| self.corral.pushes.len() < best.len())
                {
                    best = Some(std::mem::take(&mut self.corral.pushes));
                }
            }
        }
        self.corral.pushes = best?;
        Some(&self.corral.pushes)
    }

    fn join(&mut self, square: u16) {
        let member = &mut self.corral.member[usize::from(square)];
        if *member != self.corral.number {
            *member = self.corral.number;
            self.corral.queue.push(square);
        }
    }

    fn is_member(&self, square: u16) -> bool {
        self.corral.member[usize::from(square)] == self.corral.number
    }

    /// Whether a corral around this square closes; then its pushes are in `corral.pushes`.
    fn closes(&mut self, seed: u16) -> bool {
        self.corral.number += 1;
        self.corral.queue.clear();
        self.corral.boxes.clear();
        self.join(seed);
        loop {
            while let Some(square) = self.corral.queue.pop() {
                if self.occupied[usize::from(square)] {
                    self.corral.boxes.push(square);
                    continue;
                }
                self.corral.tried[usize::from(square)] = true;
                for next in self.ground.board.next[usize::from(square)] {
                    if next != NOWHERE {
                        self.join(next);
                    }
                }
            }
            self.corral.pushes.clear();
            for at in 0..self.corral.boxes.len() {
                let square = self.corral.boxes[at];
                let around = self.ground.board.next[usize::from(square)];
                for direction in 0..4 {
                    let (to, behind) = (around[direction], around[opposite(direction)]);
                    if to == NOWHERE
                        || behind == NOWHERE
                        || !self.ground.distances.alive[usize::from(to)]
                        || self.is_member(behind)
                    {
                        continue;
                    }
                    if self.is_member(to) {
                        match (self.occupied[usize::from(to)], self.is_reached(behind)) {
                            (true, _) => {}
                            (false, true) => self.corral.pushes.push((square, direction as u8)),
                            (false, false) => self.join(behind),
                        }
                    } else if !self.is_reached(to) {
                        self.join(to);
                    } else if !self.is_reached(behind) {
                        self.join(behind);
                    } else {
                        return false;
                    }
                }
            }
            if self.corral.queue.is_empty() {
                let on_goal = |&square: &u16| self.ground.board.is_goal[usize::from(square)];
                return !self.corral.boxes.iter().all(on_goal);
            }
        }
    }
}
