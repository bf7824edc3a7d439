//! A shape at each of its anchors: what it covers, where one step takes it, which paths it has.

use super::geometry::{CheckedSetup, DIRECTIONS, TABLE_SIDE};
use clew_core::packed::CellSet;
use clew_core::puzzle::DEAD_END;

/// As an anchor: there is no step in this direction.
const NOWHERE: u16 = u16::MAX;

/// A shape at one anchor. Directions are left, right, up, down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<C> {
    /// The cells covered; none where the shape does not fit.
    pub cells: C,
    /// The cells that one step in each direction would newly cover; where walls or the rim forbid the step
    /// the piece's own cells, which read as occupied.
    pub entered: [C; 4],
    /// The anchors one step away, or [`NOWHERE`].
    next: [u16; 4],
}

/// The entries of a piece's shape, by anchor.
pub(super) fn spots<C: CellSet>(layout: &CheckedSetup, piece: usize) -> Vec<Spot<C>> {
    let fits: Vec<Option<C>> =
        (0..layout.grid.cells()).map(|anchor| layout.cells_at(piece, anchor)).collect();
    let spot = |(anchor, cells): (usize, &Option<C>)| {
        let cells = cells.unwrap_or(C::NONE);
        let mut spot = Spot { cells, entered: [cells; 4], next: [NOWHERE; 4] };
        for (direction, &offset) in DIRECTIONS.iter().enumerate() {
            let next = layout.grid.away(anchor, offset).filter(|_| cells != C::NONE);
            if let Some((next, after)) = next.and_then(|next| Some((next, fits[next]?))) {
                spot.entered[direction] = after.minus(cells);
                spot.next[direction] = next as u16;
            }
        }
        spot
    };
    fits.iter().enumerate().map(spot).collect()
}

/// The anchor one step away, if the piece may go there.
#[inline(always)]
pub(super) fn step<C: CellSet>(shape: &[Spot<C>], at: usize, direction: usize, others: C) -> Option<usize> {
    let next = shape[at].next[direction];
    (next != NOWHERE && !shape[usize::from(next)].cells.meets(others)).then_some(usize::from(next))
}

/// Visits every anchor but `from` that a piece can reach, nearest first.
#[inline(always)]
pub(super) fn flood<C: CellSet>(shape: &[Spot<C>], from: usize, others: C, mut visit: impl FnMut(usize)) {
    let mut queue = [0u8; TABLE_SIDE * TABLE_SIDE];
    queue[0] = from as u8;
    let mut seen = C::NONE.with(from);
    let (mut next, mut end) = (0, 1);
    while next < end {
        let at = usize::from(queue[next]);
        next += 1;
        for direction in 0..DIRECTIONS.len() {
            if let Some(to) = step(shape, at, direction, others).filter(|&to| !seen.has(to)) {
                seen = seen.with(to);
                queue[end] = to as u8;
                end += 1;
                visit(to);
            }
        }
    }
}

/// Directions and cells of the shortest path between two anchors, the first one in the order of
/// directions at each step.
pub(super) fn path<C: CellSet>(shape: &[Spot<C>], from: usize, to: usize, others: C) -> Vec<u16> {
    let mut distance = vec![DEAD_END; shape.len()];
    let mut queue = vec![to];
    distance[to] = 0;
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for before in (0..DIRECTIONS.len()).filter_map(|direction| step(shape, at, direction, others)) {
            if distance[before] == DEAD_END {
                distance[before] = distance[at] + 1;
                queue.push(before);
            }
        }
    }
    let mut pairs: Vec<u16> = Vec::new();
    let mut at = from;
    while at != to {
        let nearer = |direction: usize| {
            let after = step(shape, at, direction, others)?;
            (distance[after] < distance[at]).then_some((direction as u16, after))
        };
        let (direction, after) =
            (0..DIRECTIONS.len()).find_map(nearer).expect("a legal move has a path to its end");
        match pairs.as_mut_slice() {
            [.., last, cells] if *last == direction => *cells += 1,
            _ => pairs.extend([direction, 1]),
        }
        at = after;
    }
    pairs
}
