//! Straight pieces that move along their long side.
//!
//! A piece never leaves its row or column and never passes another piece or a wall there, so that its
//! place is one small number: the *offset* from the first place that walls and the pieces before it leave.
//!
//! ```text
//!   # . A A B B B .     A: offsets 0 to 1, now 1.   B: offsets 0 to 1 (first place: the 4th cell), now 0.
//! ```
//!
//! No state needs to be made canonical: interchangeable pieces on one line keep their order for ever, and
//! those on different lines never change places.
//!
//! **Why it is fast.** Looking at both ends of every piece would cost two branches per piece, which no processor can
//! predict. Instead all pieces are examined at once. Let `lying` be the cells of the pieces in rows, `empty` the empty
//! cells: a cell of `lying` whose left neighbour is empty is the first cell of a piece that can move left, since the
//! left neighbour of any other cell of a piece belongs to the piece.
//!
//! ```text
//!   lying            empty            empty, one to the right    both: A can move left
//!   . . A A . .      1 1 . . . .      . 1 1 . . .                . . 1 . . .
//!   . B B . . .      . . . . 1 1      . . . . . 1                . . . . . .     (E stands left of B)
//!   E . . . E .      ...
//! ```
//!
//! One shift and one AND per direction find all pieces that can move; a byte per cell, written while the cells
//! are collected, says which piece begins or ends there. Branches are taken only for real moves.

use super::geometry::{CheckedSetup, checked_anchors};
use super::goals::{Choice, count, placements};
use super::setup::{Metric, REASON, Setup, check_fit};
use super::shiftable::ShiftableCells;
use super::tracks::{Lines, Track, allowed, fields};
use clew_core::ordering::sort_by_number;
use clew_core::packed::{CellSet, Fields, Packed};
use clew_core::puzzle::{Algorithm, Backward, Puzzle, Written};

/// A piece moves to another offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisMove {
    pub piece: u8,
    pub to: u8,
}

impl AxisMove {
    /// Where it stands in the order of moves of a state with the piece at `from`: by piece, back before forth, short
    /// before long.
    #[must_use]
    pub fn place(self, from: u8) -> u64 {
        u64::from(self.piece) << 16 | u64::from(self.to > from) << 8 | u64::from(self.to.abs_diff(from))
    }
}

/// A piece at one of its offsets.
#[derive(Clone, Copy, Debug)]
struct Spot<C> {
    cells: C,
    first: u8,
    last: u8,
}

/// What a move needs to know about a piece.
#[derive(Clone, Copy, Debug)]
struct Runner {
    piece: u8,
    /// The largest offset.
    last: u8,
    /// From a cell to the next one along the track.
    stride: u8,
    shift: u32,
}

/// Blocks that keep to their line; see the [module](super) for positions and moves.
#[derive(Clone, Debug)]
pub struct Axis<W, C> {
    pub(super) tracks: Vec<Track>,
    pub(super) fields: Fields,
    /// `fields.shift` of each piece.
    shifts: Vec<u32>,
    /// `1 << fields.width` entries per piece.
    spots: Vec<Spot<C>>,
    /// The pieces in rows, then those in columns.
    runners: Vec<Runner>,
    /// How many lie in rows.
    lying: usize,
    /// Cells that are no walls.
    open: C,
    /// Cells with a left neighbour.
    inner: C,
    columns: usize,
    cells: usize,
    groups: Vec<Vec<usize>>,
    pub(super) metric: Metric,
    /// Pieces that the goal names, each with its allowed offsets as bits. Offsets that leave no room for
    /// the other goals of the line are left out.
    pub(super) goals: Vec<(usize, u32)>,
    initial: W,
}

impl<W: Packed, C: ShiftableCells> Axis<W, C> {
    /// Checks a board whose pieces move along their long side. `W` and `C` must be as large as
    /// [`Setup::needs`] says.
    pub fn new(setup: &Setup) -> Result<Self, String> {
        let layout = CheckedSetup::new(setup)?;
        let Lines { tracks, groups } = Lines::new(&layout)?;
        let fields = fields(&tracks);
        check_fit::<W, C>(layout.grid.cells(), fields.bits())?;
        let columns = layout.grid.columns;
        let mut axis = Self {
            shifts: (0..tracks.len()).map(|piece| fields.shift(piece)).collect(),
            spots: tracks.iter().flat_map(|track| spots(track, columns, fields.width)).collect(),
            goals: allowed(&layout, &tracks),
            runners: runners(&tracks, columns, fields),
            lying: tracks.iter().filter(|track| track.horizontal).count(),
            open: C::of((0..layout.grid.cells()).filter(|&cell| !layout.is_wall(cell))),
            inner: C::of((0..layout.grid.cells()).filter(|cell| cell % columns > 0)),
            metric: setup.metric,
            initial: W::ZERO,
            tracks,
            fields,
            columns,
            cells: layout.grid.cells(),
            groups,
        };
        let start: Vec<u16> = layout.anchors.iter().map(|&anchor| anchor as u16).collect();
        axis.initial = axis.pack(&start)?;
        Ok(axis)
    }

    /// Where each piece can go.
    #[must_use]
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// Where the offsets of the pieces lie in a state.
    pub(crate) fn fields(&self) -> Fields {
        self.fields
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    pub(crate) fn rows(&self) -> usize {
        self.cells / self.columns
    }

    pub(crate) fn metric(&self) -> Metric {
        self.metric
    }

    /// Pieces that the goal names, each with its allowed offsets as bits.
    pub(crate) fn named(&self) -> &[(usize, u32)] {
        &self.goals
    }

    #[inline(always)]
    pub(super) fn offset(&self, state: W, piece: usize) -> usize {
        state.field(self.shifts[piece], self.fields.width) as usize
    }

    #[inline(always)]
    fn spot(&self, piece: usize, offset: usize) -> &Spot<C> {
        &self.spots[piece << self.fields.width | offset]
    }

    fn anchor(&self, piece: usize, offset: usize) -> usize {
        let track = &self.tracks[piece];
        track.cell(self.columns, track.base + offset)
    }

    /// The cells of the runners from number `first` on; `owner` of their end cells becomes their number.
    #[inline(always)]
    fn collect(&self, state: W, first: usize, runners: &[Runner], owner: &mut C::Bytes) -> C {
        let width = self.fields.width;
        let mut cells = C::NONE;
        for (number, runner) in (first..).zip(runners) {
            let offset = state.field(runner.shift, width) as usize;
            let spot = &self.spots[usize::from(runner.piece) << width | offset];
            cells = cells.or(spot.cells);
            owner[usize::from(spot.first)] = number as u8;
            owner[usize::from(spot.last)] = number as u8;
        }
        cells
    }

    /// Visits every move with the state after it: moves towards offset 0 by first cell, then the others by
    /// last cell, short before long.
    #[inline(always)]
    fn each_move(&self, state: W, mut visit: impl FnMut(AxisMove, W)) {
        let mut owner = C::bytes();
        let (in_rows, in_columns) = self.runners.split_at(self.lying);
        let lying = self.collect(state, 0, in_rows, &mut owner);
        let standing = self.collect(state, self.lying, in_columns, &mut owner);
        let empty = self.open.minus(lying).minus(standing);
        let row = self.columns as u32;
        let back = lying.and(empty.later(1)).and(self.inner).or(standing.and(empty.later(row)));
        let forth = lying.and(empty.and(self.inner).earlier(1)).or(standing.and(empty.earlier(row)));
        let one = self.metric == Metric::Step;
        back.each(|mut cell| {
            let runner = self.runners[usize::from(owner[cell])];
            let mut to = state.field(runner.shift, self.fields.width) as u8;
            loop {
                to -= 1;
                cell -= usize::from(runner.stride);
                visit(AxisMove { piece: runner.piece, to }, self.moved(state, runner, to));
                if one || to == 0 || !empty.has(cell - usize::from(runner.stride)) {
                    break;
                }
            }
        });
        forth.each(|mut cell| {
            let runner = self.runners[usize::from(owner[cell])];
            let mut to = state.field(runner.shift, self.fields.width) as u8;
            loop {
                to += 1;
                cell += usize::from(runner.stride);
                visit(AxisMove { piece: runner.piece, to }, self.moved(state, runner, to));
                if one || to == runner.last || !empty.has(cell + usize::from(runner.stride)) {
                    break;
                }
            }
        });
    }

    #[inline(always)]
    fn moved(&self, state: W, runner: Runner, to: u8) -> W {
        state.with_field(runner.shift, self.fields.width, to.into())
    }

    /// Pieces in the order in which goals are enumerated: line by line, each from its first piece on, the
    /// lines of the pieces that the goal names first.
    fn placing_order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.tracks.len());
        let named = self.goals.iter().map(|goal| goal.0);
        for mut piece in named.chain(0..self.tracks.len()) {
            while let Some(previous) = self.tracks[piece].previous {
                piece = previous;
            }
            if !order.contains(&piece) {
                order.extend(std::iter::successors(Some(piece), |&piece| self.tracks[piece].next));
            }
        }
        order
    }

    /// Where pieces may stand at all, or in goals.
    fn choices(&self, in_goals: bool) -> Vec<Choice<C>> {
        let goals = if in_goals { &self.goals[..] } else { &[] };
        self.placing_order().iter().map(|&piece| self.choice(piece, goals)).collect()
    }

    fn choice(&self, piece: usize, goals: &[(usize, u32)]) -> Choice<C> {
        let goal = goals.iter().find(|goal| goal.0 == piece).map_or(u32::MAX, |goal| goal.1);
        let places = (0..=self.tracks[piece].last)
            .filter(|&offset| goal >> offset & 1 != 0)
            .map(|offset| (self.anchor(piece, offset), self.spot(piece, offset).cells))
            .collect();
        Choice { piece, places, after: self.tracks[piece].previous }
    }

    fn pack_anchors(&self, anchors: &[usize]) -> W {
        anchors.iter().enumerate().fold(W::ZERO, |state, (piece, &anchor)| {
            let offset = self.tracks[piece].offset(self.columns, anchor).expect("a piece is on its track");
            self.fields.set(state, piece, offset as u32)
        })
    }
}

fn runners(tracks: &[Track], columns: usize, fields: Fields) -> Vec<Runner> {
    let mut order: Vec<usize> = (0..tracks.len()).collect();
    order.sort_by_key(|&piece| !tracks[piece].horizontal);
    let runner = |piece: usize| Runner {
        piece: piece as u8,
        last: tracks[piece].last as u8,
        stride: if tracks[piece].horizontal { 1 } else { columns as u8 },
        shift: fields.shift(piece),
    };
    order.into_iter().map(runner).collect()
}

/// The entries of one piece, filled up to the next power of two.
fn spots<C: CellSet>(track: &Track, columns: usize, width: u32) -> Vec<Spot<C>> {
    let spot = |offset: usize| {
        let place = track.base + offset.min(track.last);
        let cells = (place..place + track.length).map(|place| track.cell(columns, place));
        Spot {
            cells: C::of(cells),
            first: track.cell(columns, place) as u8,
            last: track.cell(columns, place + track.length - 1) as u8,
        }
    };
    (0..1 << width).map(spot).collect()
}

impl<W: Packed, C: ShiftableCells> Puzzle for Axis<W, C> {
    type State = W;
    type Move = AxisMove;

    fn initial(&self) -> W {
        self.initial
    }

    fn moves(&self, state: W, out: &mut Vec<AxisMove>) {
        self.each_move(state, |mv, _| out.push(mv));
    }

    #[inline(always)]
    fn apply(&self, state: W, mv: AxisMove) -> W {
        state.with_field(self.shifts[usize::from(mv.piece)], self.fields.width, mv.to.into())
    }

    #[inline(always)]
    fn successors(&self, state: W, visit: impl FnMut(AxisMove, W)) {
        self.each_move(state, visit);
    }

    fn sort_moves<T>(&self, state: W, moves: &mut [(AxisMove, T)]) {
        sort_by_number(moves, |mv| mv.place(self.offset(state, usize::from(mv.piece)) as u8));
    }

    #[inline]
    fn is_goal(&self, state: W) -> bool {
        self.goals.iter().all(|&(piece, allowed)| allowed >> self.offset(state, piece) & 1 != 0)
    }

    fn heuristic(&self, state: W) -> u32 {
        self.bound(state)
    }

    const CHOICE: &'static [Algorithm] = &[Algorithm::Bfs];

    fn preferred(&self) -> (Algorithm, &'static str) {
        (Algorithm::Bfs, REASON)
    }

    fn backward(&self) -> Backward {
        Backward::Reversible
    }

    fn goals(&self, limit: usize, out: &mut Vec<W>) -> bool {
        self.goals_while(limit, &mut || true, out)
    }

    fn goals_while(&self, limit: usize, go_on: &mut dyn FnMut() -> bool, out: &mut Vec<W>) -> bool {
        let before = out.len();
        let complete = placements(&self.choices(true), limit, go_on, |anchors| {
            out.push(self.pack_anchors(anchors));
        });
        if !complete {
            out.truncate(before);
        }
        complete
    }

    fn positions(&self, most: u64, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        count(&self.choices(false), most, go_on)
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        let anchors = checked_anchors(position, &self.groups, self.tracks.len(), |piece, anchor| {
            let offset = self.tracks[piece].offset(self.columns, anchor)?;
            Some(self.spot(piece, offset).cells)
        })?;
        for (piece, track) in self.tracks.iter().enumerate() {
            if let Some(previous) = track.previous.filter(|&previous| anchors[previous] > anchors[piece]) {
                return Err(format!("piece {piece} stands before piece {previous}, which it cannot pass"));
            }
        }
        Ok(self.pack_anchors(&anchors))
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        (0..self.tracks.len()).map(|piece| self.anchor(piece, self.offset(state, piece)) as u16).collect()
    }

    fn describe(&self, state: W, mv: AxisMove) -> Vec<u16> {
        let piece = usize::from(mv.piece);
        let (from, to) = (self.offset(state, piece), usize::from(mv.to));
        let direction = 2 * u16::from(!self.tracks[piece].horizontal) + u16::from(to > from);
        let anchor = |offset| self.anchor(piece, offset) as u16;
        vec![anchor(from), anchor(to), direction, from.abs_diff(to) as u16]
    }

    // The letter of the piece, the ways and the distances.
    fn written(&self, state: W, mv: AxisMove) -> Written {
        let mut words = self.describe(state, mv);
        let moved = [words[0], words[1]];
        words.drain(..2);
        Written { words, moved: Some(moved) }
    }

    // The piece, at its new anchor. Straight pieces keep to their lines: each is a kind of its own.
    fn landing(&self, _state: W, mv: AxisMove) -> [u16; 2] {
        let piece = usize::from(mv.piece);
        [piece as u16, self.anchor(piece, usize::from(mv.to)) as u16]
    }
}
