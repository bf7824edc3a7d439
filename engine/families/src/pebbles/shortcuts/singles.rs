//! Distances of pebbles that each stand for themselves: the sum changes by one pebble's entry for the cell
//! that it enters less that for the cell that it leaves. (On the 15-puzzle: Manhattan distance.)
//!
//! It is what [`super::costs`] computes, where no table holds more than one pebble, in half the loads:
//! nothing but the board itself has to be kept up to date.

use super::deepening::IncrementalHeuristic;
use super::position::{HOLE, MOST, Position};

pub struct Singles {
    /// By pebble and cell.
    distance: Vec<u8>,
    stride: u32,
}

/// The pebble on each cell.
#[derive(Clone)]
pub struct Cells {
    pebbles: [u8; MOST],
    hole: u8,
}

impl Singles {
    pub fn new(pebbles: usize, cells: usize, distance: impl Fn(usize, usize) -> u8) -> Self {
        let stride = cells.next_power_of_two().ilog2();
        let all = (0..pebbles).flat_map(|pebble| (0..1 << stride).map(move |cell| (pebble, cell)));
        let distance =
            all.map(|(pebble, cell)| if cell < cells { distance(pebble, cell) } else { 0 }).collect();
        Self { distance, stride }
    }

    #[must_use]
    pub fn cells(&self, position: &Position) -> Cells {
        Cells { pebbles: position.pebbles, hole: position.hole }
    }

    #[inline(always)]
    fn distance(&self, pebble: u8, cell: u8) -> u32 {
        u32::from(self.distance[usize::from(pebble) << self.stride | usize::from(cell)])
    }
}

impl IncrementalHeuristic for Singles {
    type At = Cells;

    #[inline(always)]
    fn hole(&self, at: &Cells) -> u8 {
        at.hole
    }

    #[inline(always)]
    fn after(&self, at: &Cells, now: u32, from: u8) -> u32 {
        let pebble = at.pebbles[usize::from(from) % MOST];
        now + self.distance(pebble, at.hole) - self.distance(pebble, from)
    }

    #[inline(always)]
    fn hop(&self, at: &mut Cells, from: u8) {
        at.pebbles[usize::from(at.hole) % MOST] = at.pebbles[usize::from(from) % MOST];
        at.pebbles[usize::from(from) % MOST] = HOLE;
        at.hole = from;
    }

    #[inline(always)]
    fn closer(&self, _: &Cells, _: u32, _: u32) -> u32 {
        0
    }

    #[inline(always)]
    fn reach(&self) -> u32 {
        0
    }
}
