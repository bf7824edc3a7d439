//! One box after the other: the boxes to which its moves lead, and the rows of its states.

use std::ops::Range;

use super::board::{Crosser, Role};
use super::columns::{Axle, Columns, MOST_LINES, MOST_STATES};
use super::lines::{Class, Good, Step, Turn};
use super::register::Boxes;
use crate::space::{Places, Rows, Unmapped};
use crate::watch::{Watch, Work};

const CHECK_EVERY: usize = 64;
/// The same in states: boxes may be large.
const STATES_BETWEEN_CHECKS: usize = 1 << 14;
/// States of a box that is looked at: nothing can be asked or stopped in the midst of one, and larger ones have next
/// to nothing that crosses them.
const LARGEST_BOX: u64 = 1 << 18;
/// Room for moves at the beginning. A small map takes no more, and most others need not be moved so often.
const FIRST_ROOM: usize = 1 << 16;

/// What a move does to a line: a [`Turn`], as far as columns want to know.
#[derive(Clone, Copy, Debug, Default)]
struct After {
    /// Its number, and that of the last that the line could do instead.
    turn: u32,
    last: u32,
    size: u32,
    start: u32,
    only: u32,
    /// How it changes a key.
    change: u64,
}

/// Looks at one box after the other.
pub(super) struct Surveyor {
    pub boxes: Boxes,
    pub rows: Rows,
    pub goal: Vec<bool>,
    /// The lines of the box, and behind them one without pieces.
    axles: [Axle; MOST_LINES + 1],
    /// What a move does to each line; nothing, but while the move is looked at.
    afters: [After; MOST_LINES + 1],
    rests: [After; MOST_LINES + 1],
    /// Not 0 where the move can turn some line in several ways.
    several: u32,
    /// The states of the box.
    size: u32,
    pub columns: Columns,
}

impl Surveyor {
    pub fn new(boxes: Boxes) -> Self {
        Self {
            columns: Columns::new(),
            boxes,
            rows: Rows { indptr: vec![0], indices: Vec::with_capacity(FIRST_ROOM), costs: None },
            goal: Vec::new(),
            axles: [Axle { open: u32::MAX, ..Axle::default() }; MOST_LINES + 1],
            afters: [After::default(); MOST_LINES + 1],
            rests: [After::default(); MOST_LINES + 1],
            several: 0,
            size: 0,
        }
    }

    pub fn work(&self) -> Work {
        let rows = 8 * self.rows.indptr.capacity() + 4 * self.rows.indices.capacity();
        let bytes = (self.boxes.bytes() + self.columns.bytes() + rows + self.goal.capacity()) as u64;
        Work { stored: self.boxes.states, expanded: self.goal.len() as u64, bytes, ..Work::default() }
    }

    /// Looks at all boxes that can be reached from those that were entered. `None` where one is too large.
    pub fn look_at_all(&mut self, watch: &mut Watch) -> Option<Result<(), Unmapped>> {
        let (mut number, mut looked) = (0, 0);
        while number < self.boxes.len() {
            let many = self.goal.len() - looked >= STATES_BETWEEN_CHECKS;
            if many || number.is_multiple_of(CHECK_EVERY) {
                looked = self.goal.len();
                if let Err(stopped) = self.look_around(watch) {
                    return Some(Err(stopped));
                }
            }
            if self.boxes.largest > LARGEST_BOX {
                return None;
            }
            self.look_at(number);
            number += 1;
        }
        self.rows.indices.truncate(self.columns.used);
        Some(self.look_around(watch))
    }

    fn look_around(&self, watch: &mut Watch) -> Result<(), Unmapped> {
        let work = self.work();
        watch.check(&work).map_err(|limit| Unmapped::Limit(limit, work))?;
        if self.boxes.states < MOST_STATES { Ok(()) } else { Err(Unmapped::too_many(MOST_STATES)) }
    }

    fn look_at(&mut self, number: usize) {
        let key = self.boxes.keys[number];
        let first = self.boxes.firsts[number];
        self.set_axles(number);
        self.note_goals(key);
        let lines = self.boxes.board.lines.len();
        self.columns.begin();
        for piece in 0..self.boxes.board.roles.len() {
            match self.boxes.board.roles[piece] {
                Role::Crosser(crosser) => self.cross(key, crosser),
                Role::Liner(line, piece) => {
                    let inner = self.boxes.lines.inner(self.axles[line].class, piece);
                    self.columns.along(&self.axles[..lines], line, inner, first);
                }
            }
        }
        self.columns.write(&self.axles[..lines], &self.boxes.lines, &mut self.rows);
    }

    /// Sets the lines of a box, and the number of its states.
    fn set_axles(&mut self, number: usize) {
        let classes = self.boxes.classes(number);
        self.size = 1;
        for (line, &number) in classes.iter().enumerate().rev() {
            let &Class { size, steps, open, rest, .. } = self.boxes.lines.class(number);
            self.axles[line] = Axle { class: number, size, stride: self.size, steps, open };
            self.rests[line] = After { turn: rest, last: rest, size, ..After::default() };
            self.afters[line] = self.rests[line];
            self.size *= size;
        }
    }

    fn note_goals(&mut self, key: u64) {
        let (lines, board) = (&self.boxes.lines, &self.boxes.board);
        let from = self.goal.len();
        let axles = &self.axles[..board.lines.len()];
        let never = !board.crossers_at_goal(key)
            || axles.iter().any(|axle| lines.class(axle.class).good == Good::None);
        self.goal.resize(from + self.size as usize, !never);
        if never {
            return;
        }
        for axle in axles.iter().filter(|axle| lines.class(axle.class).good == Good::Some) {
            let digits = (0..axle.size).cycle();
            for (goals, digit) in self.goal[from..].chunks_exact_mut(axle.stride as usize).zip(digits) {
                if !lines.good(axle.class, digit) {
                    goals.fill(false);
                }
            }
        }
    }

    /// Finds every move of a crosser from this box, back before forth, short before long.
    ///
    /// ```text
    ///   on line   0  1  2  3  4          A crosser of two cells goes forth. With each cell further it enters the line
    ///   before    X  X  .  .  .          before it and lets go of one behind, on which it stood (it *leaves* it) or
    ///   one       l  X  e  .  .          to which it came on the way (it only *passes*): so two lines change, and
    ///   two       l  l  e  e  .          all others are as they were one cell before.
    ///   three     l  l  p  e  e
    /// ```
    #[inline(always)]
    fn cross(&mut self, key: u64, crosser: usize) {
        let board = &self.boxes.board;
        let Crosser { shift, across, length, .. } = board.crossers[crosser];
        let [back, forth] = board.room(key, &board.crossers[crosser]);
        let first = board.crossers[crosser].base + board.offset(key, shift);
        let one = 1 << shift;
        let (mut after, mut cells) = (key, 0);
        while cells < back {
            after -= one;
            let (front, behind) = (first - cells - 1, first + length - cells - 1);
            if !self.go_on(&mut after, across, front, behind, cells < length) {
                break;
            }
            cells += 1;
        }
        self.rest(first - cells..first + length, cells);
        (after, cells) = (key, 0);
        while cells < forth {
            after += one;
            let (front, behind) = (first + length + cells, first + cells);
            if !self.go_on(&mut after, across, front, behind, cells < length) {
                break;
            }
            cells += 1;
        }
        self.rest(first..first + length + cells, cells);
    }

    /// Goes one cell further, if any state allows it, and finds the boxes to which that leads. `key`, but for the
    /// offset of the crosser, is that of the first of them.
    #[inline(always)]
    fn go_on(&mut self, key: &mut u64, across: u32, front: usize, behind: usize, stood: bool) -> bool {
        let line_at = &self.boxes.board.line_at;
        let (front, behind) = (line_at[front], line_at[behind]);
        if self.axles[front].open >> across & 1 == 0 {
            return false;
        }
        *key ^= self.step(front, across, Step::Enters);
        *key ^= self.step(behind, across, if stood { Step::Leaves } else { Step::Passes });
        self.lead(*key);
        if self.several != 0 {
            self.lead_elsewhere(*key);
        }
        true
    }

    /// Does a step to a line, instead of what was done to it before, and says how that changes a key.
    #[inline(always)]
    fn step(&mut self, line: usize, across: u32, step: Step) -> u64 {
        let Boxes { board, lines, .. } = &mut self.boxes;
        let Axle { class, steps, .. } = self.axles[line];
        let turns = lines.step(board, class, steps, across, step);
        // This may tell too much once something else is done to the line: no harm, and it is seldom so.
        self.several |= turns.end - turns.start - 1;
        self.set(line, turns)
    }

    /// The first of these turns is what happens to a line. Says how that changes a key.
    #[inline(always)]
    fn set(&mut self, line: usize, turns: Range<u32>) -> u64 {
        let &Turn { size, start, only, change, .. } = self.boxes.lines.turn(turns.start);
        let change = change << self.boxes.board.line_shifts[line];
        let before = self.afters[line].change;
        self.afters[line] = After { turn: turns.start, last: turns.end - 1, size, start, only, change };
        before ^ change
    }

    /// Nothing happens any more to the lines of these rows (or columns), over which a piece went so many cells.
    #[inline(always)]
    fn rest(&mut self, rows: Range<usize>, cells: usize) {
        if cells == 0 {
            return;
        }
        for &line in &self.boxes.board.line_at[rows] {
            self.afters[line] = self.rests[line];
        }
        self.several = 0;
    }

    /// Finds the other boxes to which a move leads: some lines can turn in several ways.
    #[cold]
    fn lead_elsewhere(&mut self, mut key: u64) {
        let lines: Vec<usize> =
            (0..MOST_LINES).filter(|&line| self.afters[line].turn < self.afters[line].last).collect();
        let firsts: Vec<u32> = lines.iter().map(|&line| self.afters[line].turn).collect();
        loop {
            // The last line turns to its next; one that has no next begins again, and the line before it turns.
            let turns_on = |line: &usize| self.afters[*line].turn < self.afters[*line].last;
            let turning = lines.iter().rposition(turns_on);
            for (place, &line) in lines.iter().enumerate().skip(turning.unwrap_or(0)) {
                let After { turn, last, .. } = self.afters[line];
                let next = if turning == Some(place) { turn + 1 } else { firsts[place] };
                key ^= self.set(line, next..last + 1);
            }
            if turning.is_none() {
                return;
            }
            self.lead(key);
        }
    }

    /// Enters the box to which the turns lead, and makes the column of the move.
    #[inline(always)]
    fn lead(&mut self, key: u64) {
        self.boxes.announce(key);
        let count = self.boxes.board.lines.len();
        let mut column = self.columns.add(&self.axles[..count]);
        let (mut base, mut stride) = (0, 1);
        let afters = &self.afters[..count];
        column.set(count, |line| {
            let After { start, only, size, .. } = afters[line];
            let apart = stride;
            // The digits of a line that has but one are no part of the table.
            base += only * stride;
            stride *= size;
            (start, apart)
        });
        let number = self.boxes.enter(key, |lines, line| lines.turn(afters[line].turn).class);
        *column.base() = base + self.boxes.firsts[number as usize];
    }
}
