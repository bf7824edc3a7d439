//! A shape at each of its anchors: what it covers, where one step takes it, which paths it has.

use super::geometry::{DIRECTIONS, Layout, MAX_SIDE};
use crate::packed::CellSet;
use crate::puzzle::DEAD_END;

/// "One cannot step there", as an anchor.
const NOWHERE: u16 = u16::MAX;

/// A shape at one anchor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<C> {
    /// The cells covered; none where the shape does not fit.
    pub cells: C,
    /// The anchors one step to the left, right, up and down, or [`NOWHERE`].
    next: [u16; 4],
}

/// The entries of a piece's shape, by anchor.
pub(super) fn spots<C: CellSet>(layout: &Layout, piece: usize) -> Vec<Spot<C>> {
    let fits = |anchor: usize| layout.cells_at::<C>(piece, anchor);
    let spot = |anchor: usize| match fits(anchor) {
        Some(cells) => {
            let next = DIRECTIONS.map(|direction| {
                let next = layout.grid.away(anchor, direction).filter(|&next| fits(next).is_some());
                next.map_or(NOWHERE, |next| next as u16)
            });
            Spot { cells, next }
        }
        None => Spot { cells: C::NONE, next: [NOWHERE; 4] },
    };
    (0..layout.grid.cells()).map(spot).collect()
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
    let mut queue = [0u8; MAX_SIDE * MAX_SIDE];
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
