//! Where straight pieces can go: between walls, and between the pieces that stay before and after them.

use super::geometry::{CheckedSetup, sort_groups};
use clew_core::packed::Fields;

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
    pub(crate) fn cell(&self, columns: usize, place: usize) -> usize {
        if self.horizontal { self.line * columns + place } else { place * columns + self.line }
    }

    /// The offset at which the piece's first cell is `anchor`.
    pub(super) fn offset(&self, columns: usize, anchor: usize) -> Option<usize> {
        (0..=self.last).find(|offset| self.cell(columns, self.base + offset) == anchor)
    }
}

/// The tracks of all pieces, and which pieces are interchangeable. Interchangeable pieces of a line begin in
/// the order of their numbers.
pub(super) struct Lines {
    pub tracks: Vec<Track>,
    pub groups: Vec<Vec<usize>>,
}

impl Lines {
    pub fn new(layout: &CheckedSetup) -> Result<Self, String> {
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
fn between_walls(layout: &CheckedSetup, piece: usize) -> Result<Track, String> {
    let (shape, anchor, columns) = (&layout.shapes[piece], layout.anchors[piece], layout.grid.columns);
    if shape.size() < 2 || !(shape.lies() || shape.stands()) {
        return Err(format!(
            "piece {piece} is not straight with 2 cells or more, as pieces that move along an axis must be"
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

/// One offset per piece. The largest value of a field stays unused, so that no state is [`Packed::EMPTY`].
pub(super) fn fields(tracks: &[Track]) -> Fields {
    let longest = tracks.iter().map(|track| track.last).max().unwrap_or(0);
    Fields::new(longest + 2, tracks.len())
}

/// The offsets that the goal allows, as bits. On a line with several named pieces each keeps those that
/// leave room for the others: packing the pieces before it as far back as *their* goals allow tells where
/// it may begin at the earliest, and the same from the other end at the latest.
pub(super) fn allowed(layout: &CheckedSetup, tracks: &[Track]) -> Vec<(usize, u32)> {
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
