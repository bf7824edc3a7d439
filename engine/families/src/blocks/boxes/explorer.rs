//! One box after the other: the boxes to which its moves lead, and the rows of its states.

use std::ops::Range;

use super::board::{CrossingPiece, Role};
use super::columns::{BoxLine, Columns, MOST_LINES, MOST_STATES};
use super::lines::{Class, CrossingStep, Good, Transition};
use super::registry::Boxes;
use clew_core::watch::{Watch, Work};
use clew_space::{Places, Rows, Unmapped};

const CHECK_EVERY: usize = 64;
/// The same in states: boxes may be large.
const STATES_BETWEEN_CHECKS: usize = 1 << 14;
/// The most states of a box that is explored: limits are not checked within a box, and larger boxes have hardly
/// anything that crosses them.
const LARGEST_BOX: u64 = 1 << 18;
/// Initial room for moves: enough for a small map, and most others then need fewer reallocations.
const FIRST_ROOM: usize = 1 << 16;

/// What a move does to a line: the parts of a [`Transition`] that columns need.
#[derive(Clone, Copy, Debug, Default)]
struct LineChange {
    /// The number of the transition, and of the last alternative to it.
    transition: u32,
    last: u32,
    size: u32,
    start: u32,
    only: u32,
    /// How it changes a key.
    change: u64,
}

/// Explores one box after the other.
pub(super) struct BoxExplorer {
    pub boxes: Boxes,
    pub rows: Rows,
    pub goal: Vec<bool>,
    /// The lines of the box, and behind them one without pieces.
    box_lines: [BoxLine; MOST_LINES + 1],
    /// What a move does to each line; unchanged except while a move is worked out.
    line_changes: [LineChange; MOST_LINES + 1],
    unchanged: [LineChange; MOST_LINES + 1],
    /// Not 0 if the move can change some line in several ways.
    several: u32,
    /// The states of the box.
    size: u32,
    pub columns: Columns,
}

impl BoxExplorer {
    pub fn new(boxes: Boxes) -> Self {
        Self {
            columns: Columns::new(),
            boxes,
            rows: Rows { indptr: vec![0], indices: Vec::with_capacity(FIRST_ROOM), costs: None },
            goal: Vec::new(),
            box_lines: [BoxLine { open: u32::MAX, ..BoxLine::default() }; MOST_LINES + 1],
            line_changes: [LineChange::default(); MOST_LINES + 1],
            unchanged: [LineChange::default(); MOST_LINES + 1],
            several: 0,
            size: 0,
        }
    }

    pub fn work(&self) -> Work {
        let rows = 8 * self.rows.indptr.capacity() + 4 * self.rows.indices.capacity();
        let bytes = (self.boxes.bytes() + self.columns.bytes() + rows + self.goal.capacity()) as u64;
        Work { stored: self.boxes.states, expanded: self.goal.len() as u64, bytes, ..Work::default() }
    }

    /// Explores all boxes that can be reached from those entered. `None` if one is too large.
    pub fn explore_all(&mut self, watch: &mut Watch) -> Option<Result<(), Unmapped>> {
        let (mut number, mut looked) = (0, 0);
        while number < self.boxes.len() {
            let many = self.goal.len() - looked >= STATES_BETWEEN_CHECKS;
            if many || number.is_multiple_of(CHECK_EVERY) {
                looked = self.goal.len();
                if let Err(stopped) = self.check_limits(watch) {
                    return Some(Err(stopped));
                }
            }
            if self.boxes.largest > LARGEST_BOX {
                return None;
            }
            self.expand(number);
            number += 1;
        }
        self.rows.indices.truncate(self.columns.used);
        Some(self.check_limits(watch))
    }

    fn check_limits(&self, watch: &mut Watch) -> Result<(), Unmapped> {
        let work = self.work();
        watch.check(&work).map_err(|limit| Unmapped::Limit(limit, work))?;
        if self.boxes.states < MOST_STATES { Ok(()) } else { Err(Unmapped::too_many(MOST_STATES)) }
    }

    fn expand(&mut self, number: usize) {
        let key = self.boxes.keys[number];
        let first = self.boxes.firsts[number];
        self.set_box_lines(number);
        self.note_goals(key);
        let lines = self.boxes.board.lines.len();
        self.columns.begin();
        for piece in 0..self.boxes.board.roles.len() {
            match self.boxes.board.roles[piece] {
                Role::Crossing(crossing) => self.cross(key, crossing),
                Role::OnLine(line, piece) => {
                    let piece_moves = self.boxes.lines.piece_moves(self.box_lines[line].class, piece);
                    self.columns.along(&self.box_lines[..lines], line, piece_moves, first);
                }
            }
        }
        self.columns.write(&self.box_lines[..lines], &self.boxes.lines, &mut self.rows);
    }

    /// Sets the lines of a box, and the number of its states.
    fn set_box_lines(&mut self, number: usize) {
        let classes = self.boxes.classes(number);
        self.size = 1;
        for (line, &number) in classes.iter().enumerate().rev() {
            let &Class { size, steps, open, rest, .. } = self.boxes.lines.class(number);
            self.box_lines[line] = BoxLine { class: number, size, stride: self.size, steps, open };
            self.unchanged[line] = LineChange { transition: rest, last: rest, size, ..LineChange::default() };
            self.line_changes[line] = self.unchanged[line];
            self.size *= size;
        }
    }

    fn note_goals(&mut self, key: u64) {
        let (lines, board) = (&self.boxes.lines, &self.boxes.board);
        let from = self.goal.len();
        let box_lines = &self.box_lines[..board.lines.len()];
        let never = !board.crossing_pieces_at_goal(key)
            || box_lines.iter().any(|box_line| lines.class(box_line.class).good == Good::None);
        self.goal.resize(from + self.size as usize, !never);
        if never {
            return;
        }
        for box_line in box_lines.iter().filter(|box_line| lines.class(box_line.class).good == Good::Some) {
            let digits = (0..box_line.size).cycle();
            for (goals, digit) in self.goal[from..].chunks_exact_mut(box_line.stride as usize).zip(digits) {
                if !lines.good(box_line.class, digit) {
                    goals.fill(false);
                }
            }
        }
    }

    /// Finds every move of a crossing piece from this box, back before forth, short before long.
    ///
    /// ```text
    ///   on line   0  1  2  3  4          A crossing piece of two cells goes forth. With each cell further it enters the line
    ///   before    X  X  .  .  .          before it and lets go of one behind, on which it stood (it *leaves* it) or
    ///   one       l  X  e  .  .          to which it came on the way (it only *passes*): so two lines change, and
    ///   two       l  l  e  e  .          all others are as they were one cell before.
    ///   three     l  l  p  e  e
    /// ```
    #[inline(always)]
    fn cross(&mut self, key: u64, crossing: usize) {
        let board = &self.boxes.board;
        let CrossingPiece { shift, across, length, .. } = board.crossing_pieces[crossing];
        let [back, forth] = board.room(key, &board.crossing_pieces[crossing]);
        let first = board.crossing_pieces[crossing].base + board.offset(key, shift);
        let one = 1 << shift;
        let (mut after, mut cells) = (key, 0);
        while cells < back {
            after -= one;
            let (front, behind) = (first - cells - 1, first + length - cells - 1);
            if !self.cross_one_line(&mut after, across, front, behind, cells < length) {
                break;
            }
            cells += 1;
        }
        self.forget_changes(first - cells..first + length, cells);
        (after, cells) = (key, 0);
        while cells < forth {
            after += one;
            let (front, behind) = (first + length + cells, first + cells);
            if !self.cross_one_line(&mut after, across, front, behind, cells < length) {
                break;
            }
            cells += 1;
        }
        self.forget_changes(first..first + length + cells, cells);
    }

    /// Moves one cell further, if any state allows it, and enters the boxes to which that leads. `key` becomes the key
    /// of the first of them, except for the offset of the crossing piece.
    #[inline(always)]
    fn cross_one_line(
        &mut self,
        key: &mut u64,
        across: u32,
        front: usize,
        behind: usize,
        stood: bool,
    ) -> bool {
        let line_at = &self.boxes.board.line_at;
        let (front, behind) = (line_at[front], line_at[behind]);
        if self.box_lines[front].open >> across & 1 == 0 {
            return false;
        }
        *key ^= self.step(front, across, CrossingStep::Enters);
        *key ^= self.step(behind, across, if stood { CrossingStep::Leaves } else { CrossingStep::Passes });
        self.enter_target(*key);
        if self.several != 0 {
            self.enter_other_targets(*key);
        }
        true
    }

    /// Applies a step to a line, replacing what was applied before, and returns how that changes a key.
    #[inline(always)]
    fn step(&mut self, line: usize, across: u32, step: CrossingStep) -> u64 {
        let Boxes { board, lines, .. } = &mut self.boxes;
        let BoxLine { class, steps, .. } = self.box_lines[line];
        let transitions = lines.step(board, class, steps, across, step);
        // This may be set too often once another step replaces this one: that is rare and does no harm.
        self.several |= transitions.end - transitions.start - 1;
        self.set(line, transitions)
    }

    /// Applies the first of these transitions to a line and returns how that changes a key.
    #[inline(always)]
    fn set(&mut self, line: usize, transitions: Range<u32>) -> u64 {
        let &Transition { size, start, only, change, .. } = self.boxes.lines.transition(transitions.start);
        let change = change << self.boxes.board.line_shifts[line];
        let before = self.line_changes[line].change;
        self.line_changes[line] = LineChange {
            transition: transitions.start,
            last: transitions.end - 1,
            size,
            start,
            only,
            change,
        };
        before ^ change
    }

    /// Resets the lines of these rows (or columns), over which a piece moved this many cells.
    #[inline(always)]
    fn forget_changes(&mut self, rows: Range<usize>, cells: usize) {
        if cells == 0 {
            return;
        }
        for &line in &self.boxes.board.line_at[rows] {
            self.line_changes[line] = self.unchanged[line];
        }
        self.several = 0;
    }

    /// Enters the other boxes to which a move leads, if some lines have several transitions.
    #[cold]
    fn enter_other_targets(&mut self, mut key: u64) {
        let lines: Vec<usize> = (0..MOST_LINES)
            .filter(|&line| self.line_changes[line].transition < self.line_changes[line].last)
            .collect();
        let firsts: Vec<u32> = lines.iter().map(|&line| self.line_changes[line].transition).collect();
        loop {
            // As an odometer: the last line takes its next transition; without one, it starts over, and the line
            // before turns.
            let turns_on = |line: &usize| self.line_changes[*line].transition < self.line_changes[*line].last;
            let turning = lines.iter().rposition(turns_on);
            for (place, &line) in lines.iter().enumerate().skip(turning.unwrap_or(0)) {
                let LineChange { transition, last, .. } = self.line_changes[line];
                let next = if turning == Some(place) { transition + 1 } else { firsts[place] };
                key ^= self.set(line, next..last + 1);
            }
            if turning.is_none() {
                return;
            }
            self.enter_target(key);
        }
    }

    /// Enters the box to which the transitions lead, and makes the column of the move.
    #[inline(always)]
    fn enter_target(&mut self, key: u64) {
        self.boxes.announce(key);
        let count = self.boxes.board.lines.len();
        let mut column = self.columns.add(&self.box_lines[..count]);
        let (mut base, mut stride) = (0, 1);
        let line_changes = &self.line_changes[..count];
        column.set(count, |line| {
            let LineChange { start, only, size, .. } = line_changes[line];
            let apart = stride;
            // A line with a single digit is not part of the table.
            base += only * stride;
            stride *= size;
            (start, apart)
        });
        let number =
            self.boxes.enter(key, |lines, line| lines.transition(line_changes[line].transition).class);
        *column.base() = base + self.boxes.firsts[number as usize];
    }
}
