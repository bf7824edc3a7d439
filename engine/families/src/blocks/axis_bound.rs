//! A lower bound for straight pieces.
//!
//! ```text
//!   o o o o o G     A, to the right edge, must enter the three cells beyond it. H and G stand there: each
//!   E o o H o G     must move too, so three moves at least. In steps A needs 3, and H and G as many as
//!   E A A H o G     take them off A's row: H 2 down (up there is room for 1 only), G 3.
//!   E o o H o o
//!   o o o o o o
//!   o o o o o o
//! ```
//!
//! **Proof.** Give each piece a number of steps that it must take in every solution: a named piece the
//! distance to the nearest allowed offset; and, if all its allowed offsets lie on one side, then on the way
//! to the nearest it covers every cell from here to there at some time, so that
//! * a piece across that now covers one of these cells must leave the line first, at least by the nearer
//!   side on which its track has room; if neither has, no goal can be reached;
//! * the next piece on the same line must at some time stand beyond the place where the first then ends, and
//!   so on along the line.
//!
//! A piece with several such numbers takes at least the largest. A step moves one piece, so in steps the sum
//! over the pieces is a bound; a slide moves one piece too, so in slides the number of pieces with a number
//! above 0. At a goal all numbers are 0, since only named pieces away from their goal give rise to any.

use super::axis::Axis;
use super::geometry::MAX_SIDE;
use super::setup::Metric;
use super::shiftable::ShiftableCells;
use super::tracks::below;
use clew_core::packed::Packed;
use clew_core::puzzle::DEAD_END;

/// Pieces have 2 cells or more.
const MAX_PIECES: usize = MAX_SIDE * MAX_SIDE / 2;

/// Steps that each piece must take.
type Steps = [u8; MAX_PIECES];

/// Where a named piece must go: all its goals lie on one side.
struct Way {
    piece: usize,
    /// Place of its first cell at the nearest goal.
    target: usize,
    forth: bool,
}

impl<W: Packed, C: ShiftableCells> Axis<W, C> {
    pub(super) fn bound(&self, state: W) -> u32 {
        let mut steps: Steps = [0; MAX_PIECES];
        for &(piece, allowed) in &self.goals {
            let offset = self.offset(state, piece);
            let (lower, upper) = (allowed & below(offset as u32), allowed >> offset);
            let back = lower.checked_ilog2().map(|nearest| offset - nearest as usize);
            let forth = (upper != 0).then(|| upper.trailing_zeros() as usize);
            let nearest = match (back, forth) {
                (None, None) => return DEAD_END,
                (Some(_), Some(0)) | (None, Some(0)) => continue,
                (Some(back), Some(forth)) => back.min(forth),
                (Some(distance), None) | (None, Some(distance)) => distance,
            };
            need(&mut steps, piece, nearest);
            if back.is_none() || forth.is_none() {
                let place = self.tracks[piece].base + offset;
                let target = if forth.is_some() { place + nearest } else { place - nearest };
                let way = Way { piece, target, forth: forth.is_some() };
                self.push_line(state, &way, &mut steps);
                if !self.clear_way(state, &way, &mut steps) {
                    return DEAD_END;
                }
            }
        }
        match self.metric {
            Metric::Step => steps.iter().map(|&steps| u32::from(steps)).sum(),
            Metric::Slide | Metric::Piece => steps.iter().map(|&steps| u32::from(steps > 0)).sum(),
        }
    }

    fn place(&self, state: W, piece: usize) -> usize {
        self.tracks[piece].base + self.offset(state, piece)
    }

    /// The pieces on the same line that must make room.
    fn push_line(&self, state: W, way: &Way, steps: &mut Steps) {
        let mut place = way.target;
        let mut piece = way.piece;
        if way.forth {
            while let Some(next) = self.tracks[piece].next {
                place += self.tracks[piece].length;
                need(steps, next, place.saturating_sub(self.place(state, next)));
                piece = next;
            }
        } else {
            while let Some(previous) = self.tracks[piece].previous {
                place -= self.tracks[previous].length;
                need(steps, previous, self.place(state, previous).saturating_sub(place));
                piece = previous;
            }
        }
    }

    /// The pieces across that must leave the line; `false` if one cannot.
    fn clear_way(&self, state: W, way: &Way, steps: &mut Steps) -> bool {
        let mover = &self.tracks[way.piece];
        let place = self.place(state, way.piece);
        let entered =
            if way.forth { place + mover.length..way.target + mover.length } else { way.target..place };
        for (piece, track) in self.tracks.iter().enumerate() {
            let first = self.place(state, piece);
            let covered = first..first + track.length;
            let across = track.horizontal != mover.horizontal;
            if !across || !entered.contains(&track.line) || !covered.contains(&mover.line) {
                continue;
            }
            let back = (track.base + track.length <= mover.line).then(|| covered.end - mover.line);
            let forth = (track.base + track.last > mover.line).then(|| mover.line + 1 - first);
            match back.into_iter().chain(forth).min() {
                Some(distance) => need(steps, piece, distance),
                None => return false,
            }
        }
        true
    }
}

fn need(steps: &mut Steps, piece: usize, distance: usize) {
    steps[piece] = steps[piece].max(distance as u8);
}
