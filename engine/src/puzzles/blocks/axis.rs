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
//! **Why it is fast.** A table gives for each piece and offset its cells and the two cells that it would
//! enter next. One pass over the pieces gives the occupied cells, a second one collects, without a branch,
//! two bits a piece: may it move back, may it move forth? Branches, which a processor cannot foresee on such
//! boards, are taken for real moves only. At the end of its track the "next cell" is one that the piece
//! itself covers, so that it reads as blocked and needs no test of its own.

use super::geometry::{Layout, checked_anchors, sort_groups};
use super::goals::{Choice, placements};
use super::{Metric, REASON, Setup};
use crate::packed::{CellSet, Fields, Packed};
use crate::puzzle::{Algorithm, Backward, Puzzle};

/// Where one piece can go. *Places* along a line are columns of a row, or rows of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track {
    /// The piece lies in a row (or stands in a column).
    pub horizontal: bool,
    /// That row or column.
    pub line: usize,
    /// Place of the piece's first cell at offset 0.
    pub base: usize,
    /// The largest offset.
    pub last: usize,
    /// Cells of the piece.
    pub length: usize,
    /// The piece before it on the line, no wall between.
    pub previous: Option<usize>,
    /// The piece after it on the line, no wall between.
    pub next: Option<usize>,
}

impl Track {
    fn cell(&self, columns: usize, place: usize) -> usize {
        if self.horizontal { self.line * columns + place } else { place * columns + self.line }
    }

    /// The offset at which the piece's first cell is `anchor`.
    fn offset(&self, columns: usize, anchor: usize) -> Option<usize> {
        (0..=self.last).find(|offset| self.cell(columns, self.base + offset) == anchor)
    }
}

/// A piece moves to another offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisMove {
    pub piece: u8,
    pub to: u8,
}

/// A piece at one of its offsets.
#[derive(Clone, Copy, Debug)]
struct Spot<C> {
    cells: C,
    /// The next cell towards offset 0, and the next away from it; at the ends of the track a cell of the
    /// piece itself.
    back: u8,
    forth: u8,
}

/// Blocks that keep to their line; see the [module](super) for positions and moves.
#[derive(Clone, Debug)]
pub struct Axis<W, C> {
    pub(super) tracks: Vec<Track>,
    pub(super) fields: Fields,
    /// `fields.shift` of each piece.
    shifts: Vec<u32>,
    /// `1 << fields.width` entries a piece.
    spots: Vec<Spot<C>>,
    walls: C,
    columns: usize,
    groups: Vec<Vec<usize>>,
    pub(super) metric: Metric,
    /// Pieces that the goal names, each with its allowed offsets as bits. Offsets that leave no room for
    /// the other goals of the line are left out.
    pub(super) goals: Vec<(usize, u32)>,
    initial: W,
}

/// The tracks of all pieces, and which pieces are interchangeable. Interchangeable pieces of a line begin in
/// the order of their numbers.
pub(super) struct Lines {
    pub tracks: Vec<Track>,
    pub groups: Vec<Vec<usize>>,
}

impl Lines {
    pub fn new(layout: &Layout) -> Result<Self, String> {
        let bare: Vec<Track> =
            (0..layout.shapes.len()).map(|piece| between_walls(layout, piece)).collect::<Result<_, _>>()?;
        let same_line = |one: usize, other: usize| {
            let key = |piece: usize| (bare[piece].horizontal, bare[piece].line, bare[piece].base);
            key(one) == key(other)
        };
        let groups = layout.groups(same_line);
        let mut anchors = layout.anchors.clone();
        sort_groups(&groups, &mut anchors);
        let mut tracks = bare.clone();
        for (piece, track) in tracks.iter_mut().enumerate() {
            let mut before: Vec<usize> =
                (0..bare.len()).filter(|&other| other != piece && same_line(piece, other)).collect();
            before.sort_unstable_by_key(|&other| anchors[other]);
            let after = before.split_off(before.partition_point(|&other| anchors[other] < anchors[piece]));
            let room = |pieces: &[usize]| pieces.iter().map(|&other| bare[other].length).sum::<usize>();
            track.base += room(&before);
            track.last -= room(&before) + room(&after);
            track.previous = before.last().copied();
            track.next = after.first().copied();
        }
        Ok(Self { tracks, groups })
    }
}

/// The track of a piece if it were alone between the walls.
fn between_walls(layout: &Layout, piece: usize) -> Result<Track, String> {
    let (shape, anchor, columns) = (&layout.shapes[piece], layout.anchors[piece], layout.grid.columns);
    if shape.size() < 2 || !(shape.lies() || shape.stands()) {
        return Err(format!(
            "piece {piece} is not straight and of 2 cells or more, as pieces on an axis are"
        ));
    }
    let horizontal = shape.lies();
    let (row, column) = (anchor / columns, anchor % columns);
    let (line, place, end) =
        if horizontal { (row, column, columns) } else { (column, row, layout.grid.rows) };
    let mut track = Track {
        horizontal,
        line,
        base: place,
        last: place,
        length: shape.size(),
        previous: None,
        next: None,
    };
    let open = |place: usize| !layout.is_wall(track.cell(columns, place));
    let base = (0..place).rev().take_while(|&place| open(place)).last().unwrap_or(place);
    let stop = (place..end).find(|&place| !open(place)).unwrap_or(end);
    (track.base, track.last) = (base, stop - base - shape.size());
    Ok(track)
}

/// One offset a piece. The largest value of a field stays unused, so that no state is [`Packed::EMPTY`].
pub(super) fn fields(tracks: &[Track]) -> Fields {
    let longest = tracks.iter().map(|track| track.last).max().unwrap_or(0);
    Fields::new(longest + 2, tracks.len())
}

impl<W: Packed, C: CellSet> Axis<W, C> {
    /// Checks a board whose pieces move along their long side. `W` and `C` must be as large as
    /// [`Setup::needs`] says.
    pub fn new(setup: &Setup) -> Result<Self, String> {
        let layout = Layout::new(setup)?;
        let Lines { tracks, groups } = Lines::new(&layout)?;
        let fields = fields(&tracks);
        super::check_fit::<W, C>(layout.grid.cells(), fields.bits())?;
        let columns = layout.grid.columns;
        let mut axis = Self {
            shifts: (0..tracks.len()).map(|piece| fields.shift(piece)).collect(),
            spots: tracks.iter().flat_map(|track| spots(track, columns, fields.width)).collect(),
            goals: allowed(&layout, &tracks),
            walls: layout.wall_set(),
            metric: setup.metric,
            initial: W::ZERO,
            tracks,
            fields,
            columns,
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

    /// Visits piece and new offset of every move: by piece, back before forth, short before long.
    #[inline(always)]
    fn each_move(&self, state: W, mut visit: impl FnMut(usize, usize)) {
        const PIECES: usize = 32; // two bits each in a u64
        let pieces = self.tracks.len();
        let mut occupied = self.walls;
        for piece in 0..pieces {
            occupied = occupied.or(self.spot(piece, self.offset(state, piece)).cells);
        }
        for first in (0..pieces).step_by(PIECES) {
            let mut movable = 0u64;
            for piece in first..pieces.min(first + PIECES) {
                let spot = self.spot(piece, self.offset(state, piece));
                let bits = u64::from(!occupied.has(spot.back.into()))
                    | u64::from(!occupied.has(spot.forth.into())) << 1;
                movable |= bits << (2 * (piece - first));
            }
            while movable != 0 {
                let bit = movable.trailing_zeros() as usize;
                movable &= movable - 1;
                self.along(state, occupied, first + bit / 2, bit % 2 == 1, &mut visit);
            }
        }
    }

    /// Visits the moves of one piece in one direction, of which the first is known to be legal.
    #[inline(always)]
    fn along(&self, state: W, occupied: C, piece: usize, forth: bool, visit: &mut impl FnMut(usize, usize)) {
        let mut to = self.offset(state, piece);
        let one = self.metric == Metric::Step;
        if forth {
            loop {
                to += 1;
                visit(piece, to);
                if one || to == self.tracks[piece].last || occupied.has(self.spot(piece, to).forth.into()) {
                    break;
                }
            }
        } else {
            loop {
                to -= 1;
                visit(piece, to);
                if one || to == 0 || occupied.has(self.spot(piece, to).back.into()) {
                    break;
                }
            }
        }
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

    fn choice(&self, piece: usize) -> Choice<C> {
        let goal = self.goals.iter().find(|goal| goal.0 == piece).map_or(u32::MAX, |goal| goal.1);
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

/// The entries of one piece, filled up to the next power of two.
fn spots<C: CellSet>(track: &Track, columns: usize, width: u32) -> Vec<Spot<C>> {
    let spot = |offset: usize| {
        let offset = offset.min(track.last);
        let place = track.base + offset;
        let cell = |place: usize| track.cell(columns, place);
        let end = place + track.length - 1;
        Spot {
            cells: C::of((place..=end).map(cell)),
            back: cell(if offset > 0 { place - 1 } else { place }) as u8,
            forth: cell(if offset < track.last { end + 1 } else { end }) as u8,
        }
    };
    (0..1 << width).map(spot).collect()
}

/// The offsets that the goal allows, as bits. On a line with several named pieces each keeps those that
/// leave room for the others: packing the pieces before it as far back as *their* goals allow tells where
/// it may begin at the earliest, and the same from the other end at the latest.
fn allowed(layout: &Layout, tracks: &[Track]) -> Vec<(usize, u32)> {
    let mut allowed: Vec<u32> = vec![u32::MAX; tracks.len()];
    for (piece, wanted) in layout.wanted.iter().enumerate() {
        allowed[piece] = (0..=tracks[piece].last)
            .filter(|&offset| {
                let anchor = tracks[piece].cell(layout.grid.columns, tracks[piece].base + offset);
                wanted.as_ref().is_none_or(|anchors| anchors.contains(&anchor))
            })
            .fold(0, |bits, offset| bits | 1 << offset);
    }
    // Offsets on a line count the room that the pieces before take, so "not before its neighbour" is
    // simply "at no smaller an offset": the lengths cancel out.
    for first in (0..tracks.len()).filter(|&piece| tracks[piece].previous.is_none()) {
        let line: Vec<usize> = std::iter::successors(Some(first), |&piece| tracks[piece].next).collect();
        for pair in line.windows(2) {
            allowed[pair[1]] &= !below(allowed[pair[0]].trailing_zeros());
        }
        for pair in line.windows(2).rev() {
            allowed[pair[0]] &= below(u32::BITS - allowed[pair[1]].leading_zeros());
        }
    }
    (0..tracks.len()).filter(|&piece| layout.wanted[piece].is_some()).map(|p| (p, allowed[p])).collect()
}

/// The lowest `count` <= 32 bits.
pub(super) fn below(count: u32) -> u32 {
    ((1u64 << count) - 1) as u32
}

impl<W: Packed, C: CellSet> Puzzle for Axis<W, C> {
    type State = W;
    type Move = AxisMove;

    fn initial(&self) -> W {
        self.initial
    }

    fn moves(&self, state: W, out: &mut Vec<AxisMove>) {
        self.each_move(state, |piece, to| out.push(AxisMove { piece: piece as u8, to: to as u8 }));
    }

    #[inline(always)]
    fn apply(&self, state: W, mv: AxisMove) -> W {
        state.with_field(self.shifts[usize::from(mv.piece)], self.fields.width, mv.to.into())
    }

    #[inline(always)]
    fn successors(&self, state: W, mut visit: impl FnMut(AxisMove, W)) {
        self.each_move(state, |piece, to| {
            let mv = AxisMove { piece: piece as u8, to: to as u8 };
            visit(mv, self.apply(state, mv));
        });
    }

    #[inline]
    fn is_goal(&self, state: W) -> bool {
        self.goals.iter().all(|&(piece, allowed)| allowed >> self.offset(state, piece) & 1 != 0)
    }

    fn heuristic(&self, state: W) -> u32 {
        self.bound(state)
    }

    fn preferred(&self) -> (Algorithm, &'static str) {
        (Algorithm::Bfs, REASON)
    }

    fn backward(&self) -> Backward {
        Backward::Reversible
    }

    fn goals(&self, limit: usize, out: &mut Vec<W>) -> bool {
        let choices: Vec<Choice<C>> = self.placing_order().iter().map(|&piece| self.choice(piece)).collect();
        let before = out.len();
        let complete = placements(&choices, limit, |anchors| out.push(self.pack_anchors(anchors)));
        if !complete {
            out.truncate(before);
        }
        complete
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
}
