//! A board of straight blocks, arranged for boxes: which pieces lie on which line, and which pieces cross the lines.

use std::ops::Range;

use crate::blocks::axis::Axis;
use crate::blocks::setup::Metric;
use crate::blocks::tracks::Track;

/// In [`LineBoard::line_at`], while the board is built: no piece was met on this line yet.
const NO_LINE: usize = usize::MAX;

/// A piece that crosses lines.
#[derive(Clone, Debug)]
pub(super) struct CrossingPiece {
    /// Where its offset lies in a key.
    pub shift: u32,
    /// Its place on every line that it crosses.
    pub across: u32,
    /// The line number of its first cell at offset 0, among all rows (or columns) of the board.
    pub base: usize,
    pub length: usize,
    /// The largest offset.
    pub last: usize,
    /// The pieces before and after it, which it cannot pass, as shifts.
    pub previous: Option<u32>,
    pub next: Option<u32>,
}

/// A piece that lies on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LinePiece {
    /// Where its offset lies among those of the line.
    pub shift: u32,
    /// Place of its first cell at offset 0.
    pub base: usize,
    pub length: usize,
    pub last: usize,
    /// Whether it follows another piece on the line, without a wall between them.
    pub follows: bool,
    /// Offsets that the goal allows, as bits.
    pub wanted: u32,
}

/// One piece in the order of moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Role {
    Crossing(usize),
    /// Line, and number on it.
    OnLine(usize, usize),
}

/// What never changes.
///
/// A *key* says where all pieces are, as a state does, but with the offsets of a line side by side: lines with the same
/// pieces then differ only in their place in a key, and what is computed for one holds for all.
#[derive(Clone, Debug)]
pub(super) struct LineBoard {
    /// The pieces of each line, in their order on it.
    pub lines: Vec<Vec<LinePiece>>,
    /// For each line, the first line with the same pieces.
    pub like: Vec<usize>,
    /// Where the offsets of each line lie in a key; behind them a 0, of a line without pieces.
    pub line_shifts: Vec<u32>,
    /// Where the offset of each piece lies in a state, and in a key.
    shifts: Vec<(u32, u32)>,
    /// The line of each row (or column) of the board; the number of lines where it has no pieces.
    pub line_at: Vec<usize>,
    /// Places on a line.
    pub width: usize,
    pub crossing_pieces: Vec<CrossingPiece>,
    /// Pieces in the order of moves.
    pub roles: Vec<Role>,
    /// The bits of a key that hold the pieces of each line.
    pub line_masks: Vec<u64>,
    /// Bits of an offset.
    pub field: u64,
    /// A move is one cell, not any distance.
    pub step: bool,
    /// Crossing pieces that the goal names: shift, and allowed offsets as bits.
    pub wanted: Vec<(u32, u32)>,
}

impl LineBoard {
    /// The board with the pieces in rows inside (`rows`), or those in columns.
    pub fn new(puzzle: &Axis<u64, u64>, rows: bool) -> Self {
        let (tracks, fields) = (puzzle.tracks(), puzzle.fields());
        let (columns, height) = (puzzle.columns(), puzzle.rows());
        let (count, width) = if rows { (height, columns) } else { (columns, height) };
        let wanted = |piece| {
            let named = puzzle.named().iter().find(|named| named.0 == piece);
            named.map_or(u32::MAX, |named| named.1)
        };
        let mut order: Vec<usize> = (0..tracks.len()).collect();
        order.sort_by_key(|&piece| chain(tracks, piece));
        let mut shifts = vec![(0, 0); tracks.len()];
        for (place, &piece) in order.iter().enumerate() {
            shifts[piece] = (fields.shift(piece), place as u32 * fields.width);
        }
        let shift = |piece: usize| shifts[piece].1;
        let mut board = Self {
            lines: Vec::new(),
            line_at: vec![NO_LINE; count],
            width,
            crossing_pieces: Vec::new(),
            roles: vec![Role::Crossing(0); tracks.len()],
            like: Vec::new(),
            line_shifts: Vec::new(),
            shifts: Vec::new(),
            line_masks: Vec::new(),
            field: (1 << fields.width) - 1,
            step: puzzle.metric() == Metric::Step,
            wanted: Vec::new(),
        };
        for piece in order {
            if tracks[piece].horizontal == rows {
                board.add_to_line(&tracks[piece], piece, shift(piece), wanted(piece));
            } else {
                board.add_crossing(&tracks[piece], piece, shift, wanted(piece));
            }
        }
        let mask = |(line, &shift): (&Vec<LinePiece>, &u32)| {
            line.iter().fold(0, |mask, line_piece| mask | board.field << (line_piece.shift + shift))
        };
        board.line_masks = board.lines.iter().zip(&board.line_shifts).map(mask).collect();
        let first_like = |line| board.lines.iter().position(|other| other == line).expect("itself is one");
        board.like = board.lines.iter().map(first_like).collect();
        board.shifts = shifts;
        board.line_shifts.push(0);
        let lines = board.lines.len();
        board.line_at.iter_mut().filter(|line| **line == NO_LINE).for_each(|line| *line = lines);
        board
    }

    /// Adds a piece to its line, after those before it.
    fn add_to_line(&mut self, track: &Track, piece: usize, shift: u32, wanted: u32) {
        if self.line_at[track.line] == NO_LINE {
            self.line_at[track.line] = self.lines.len();
            self.lines.push(Vec::new());
            self.line_shifts.push(shift);
        }
        let line = self.line_at[track.line];
        self.roles[piece] = Role::OnLine(line, self.lines[line].len());
        self.lines[line].push(LinePiece {
            shift: shift - self.line_shifts[line],
            base: track.base,
            length: track.length,
            last: track.last,
            follows: track.previous.is_some(),
            wanted,
        });
    }

    /// Adds a piece that crosses the lines.
    fn add_crossing(&mut self, track: &Track, piece: usize, shift: impl Fn(usize) -> u32, wanted: u32) {
        self.roles[piece] = Role::Crossing(self.crossing_pieces.len());
        self.crossing_pieces.push(CrossingPiece {
            shift: shift(piece),
            across: track.line as u32,
            base: track.base,
            length: track.length,
            last: track.last,
            previous: track.previous.map(&shift),
            next: track.next.map(&shift),
        });
        if wanted != u32::MAX {
            self.wanted.push((shift(piece), wanted));
        }
    }

    /// The key of a state.
    pub fn key(&self, state: u64) -> u64 {
        self.shifts.iter().fold(0, |key, &(theirs, ours)| key | (state >> theirs & self.field) << ours)
    }

    /// The state of a key.
    pub fn state(&self, key: u64) -> u64 {
        self.shifts.iter().fold(0, |state, &(theirs, ours)| state | (key >> ours & self.field) << theirs)
    }

    #[inline(always)]
    pub fn offset(&self, key: u64, shift: u32) -> usize {
        (key >> shift & self.field) as usize
    }

    /// How far a crossing piece can go back and forth between its neighbours on its track.
    #[inline(always)]
    pub fn room(&self, key: u64, crossing: &CrossingPiece) -> [usize; 2] {
        let offset = self.offset(key, crossing.shift);
        let back = offset - crossing.previous.map_or(0, |shift| self.offset(key, shift));
        let forth = crossing.next.map_or(crossing.last, |shift| self.offset(key, shift)) - offset;
        if self.step { [back.min(1), forth.min(1)] } else { [back, forth] }
    }

    /// The rows (or columns) that a crossing piece stands on.
    pub fn stands_on(&self, key: u64, crossing: &CrossingPiece) -> Range<usize> {
        let first = crossing.base + self.offset(key, crossing.shift);
        first..first + crossing.length
    }

    /// Whether the crossing pieces are where the goal wants them.
    #[inline(always)]
    pub fn crossing_pieces_at_goal(&self, key: u64) -> bool {
        self.wanted.iter().all(|&(shift, allowed)| allowed >> self.offset(key, shift) & 1 != 0)
    }
}

/// Pieces in the order in which they stand: line by line, each after those that it cannot pass.
fn chain(tracks: &[Track], piece: usize) -> (bool, usize, usize) {
    let track = &tracks[piece];
    // The first place at offset 0 grows along a line: it counts the room of the pieces before.
    (track.horizontal, track.line, track.base)
}
