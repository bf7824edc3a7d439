//! Sets of occupied cells as consecutive numbers.
//!
//! A set of free cells has the number of their indices in the combinatorial number system ([`crate::ranks`]), its rank,
//! and every number below the number of sets is the rank of one.
//!
//! ```text
//!   tiles at indices   1   4   6   9        A tile that moves from 4 to 7 passes the tile at 6, whose
//!   its term          C1  C2  C3  C4        place drops from third to second; all other terms stay.
//!   after             1   6   7   9
//!   its term          C1  C2  C3  C4
//! ```
//!
//! The rank after a move is therefore a sum over the tiles before both places, one over those passed (with
//! their terms of one place lower or higher), one over those after, and the term of the moved tile. With
//! prefix sums of all three kinds, made once a set, each move costs two look-ups and its own term: a table
//! over all sets is filled at a few nanoseconds a move.

use super::tiles::MAX_TILES;
use crate::packed::CellSet;
use crate::ranks::{subsets, terms};

/// Most cells of a board whose sets are ranked.
pub const MOST_CELLS: usize = 256;

#[derive(Debug)]
pub struct Ranks {
    pub tiles: usize,
    /// How many sets there are.
    pub sets: u32,
    /// The free cells, in order.
    free: Vec<u16>,
    /// The term of each place and free cell.
    terms: Vec<[u32; MOST_CELLS]>,
}

impl Ranks {
    /// `None` where there are more sets than a `u32` counts, or the board is too large.
    pub fn new<C: CellSet>(free: C, tiles: usize) -> Option<Self> {
        let count = free.count() as usize;
        let sets = u32::try_from(subsets(count, tiles)).ok().filter(|_| C::CAPACITY <= MOST_CELLS)?;
        let mut by_cell = vec![[0; MOST_CELLS]; tiles];
        for (by_cell, row) in by_cell.iter_mut().zip(terms(count, tiles).chunks(count.max(1))) {
            for (cell, &term) in free.cells().zip(row) {
                by_cell[cell] = term;
            }
        }
        Some(Self { tiles, sets, free: free.cells().map(|cell| cell as u16).collect(), terms: by_cell })
    }

    #[inline(always)]
    fn term(&self, place: usize, cell: usize) -> u32 {
        self.terms[place][cell]
    }

    /// The rank of a set of `tiles` free cells.
    #[inline]
    pub fn rank<C: CellSet>(&self, occupied: C) -> u32 {
        occupied.cells().enumerate().map(|(place, cell)| self.term(place, cell)).sum()
    }
}

/// A set that walks through the ranks, and the ranks of the sets one move away from it.
#[derive(Debug)]
pub struct Cursor<'a> {
    ranks: &'a Ranks,
    rank: u32,
    /// Indices of the occupied cells among the free ones; then the number of free cells, as a sentinel.
    indices: [u16; MAX_TILES + 1],
    /// Sums of the terms of the tiles above each place.
    above: [u32; MAX_TILES + 1],
    /// The place of each occupied cell.
    places: [u8; MOST_CELLS],
    /// The rank without the term of the tile of each place.
    without: [u32; MAX_TILES],
    /// The rank without the moved tile's term, when it leaves place `i` for the place `j >= i`, is
    /// `leaving_up[i] + landing_up[j]`, and likewise for `j <= i`.
    leaving_up: [u32; MAX_TILES],
    landing_up: [u32; MAX_TILES],
    leaving_down: [u32; MAX_TILES],
    landing_down: [u32; MAX_TILES],
}

impl<'a> Cursor<'a> {
    /// At rank 0: the first free cells.
    pub fn new(ranks: &'a Ranks) -> Self {
        let mut indices: [u16; MAX_TILES + 1] = std::array::from_fn(|place| place as u16);
        indices[ranks.tiles] = ranks.free.len() as u16;
        let zero = [0; MAX_TILES];
        Self {
            ranks,
            rank: 0,
            indices,
            above: [0; MAX_TILES + 1],
            places: [0; MOST_CELLS],
            without: zero,
            leaving_up: zero,
            landing_up: zero,
            leaving_down: zero,
            landing_down: zero,
        }
    }

    pub fn tiles(&self) -> usize {
        self.ranks.tiles
    }

    /// The occupied cell of a place.
    #[inline(always)]
    pub fn cell(&self, place: usize) -> usize {
        usize::from(self.ranks.free[usize::from(self.indices[place])])
    }

    #[inline]
    pub fn occupied<C: CellSet>(&self) -> C {
        C::of((0..self.ranks.tiles).map(|place| self.cell(place)))
    }

    #[inline(always)]
    fn term_at(&self, place: usize, index: u16) -> u32 {
        self.ranks.term(place, usize::from(self.ranks.free[usize::from(index)]))
    }

    /// Goes to the set of rank `rank`. Going to a rank a little higher is cheap: only low places change.
    pub fn seek(&mut self, rank: u32) {
        let tiles = self.ranks.tiles;
        if tiles == 0 {
            return;
        }
        if rank < self.rank {
            *self = Self::new(self.ranks);
        }
        self.rank = rank;
        // The tiles above `top` stay: the rest of the rank is that of a set below them.
        let mut top = 0;
        while top + 1 < tiles && rank - self.above[top] >= self.term_at(top, self.indices[top + 1]) {
            top += 1;
        }
        let mut index = self.indices[top];
        for place in (0..=top).rev() {
            let rest = rank - self.above[place];
            while index + 1 < self.indices[place + 1] && self.term_at(place, index + 1) <= rest {
                index += 1;
            }
            self.indices[place] = index;
            if place > 0 {
                self.above[place - 1] = self.above[place] + self.term_at(place, index);
                index = place as u16 - 1;
            }
        }
    }

    /// Readies [`Cursor::after_up`] and [`Cursor::after_down`] for the set that the cursor is at.
    #[inline]
    pub fn prepare(&mut self) {
        let tiles = self.ranks.tiles;
        // Sums over the tiles below a place: of their terms, and of those one place lower and higher.
        let (mut same, mut lower, mut higher) = (0u32, 0u32, 0u32);
        for place in 0..tiles {
            let cell = self.cell(place);
            let term = self.ranks.term(place, cell);
            self.places[cell] = place as u8;
            self.without[place] = self.rank - term;
            self.leaving_down[place] = higher.wrapping_add(self.rank.wrapping_sub(same + term));
            self.landing_down[place] = same.wrapping_sub(higher);
            if place > 0 {
                lower = lower.wrapping_add(self.ranks.term(place - 1, cell));
            }
            if place + 1 < tiles {
                higher = higher.wrapping_add(self.ranks.term(place + 1, cell));
            }
            self.leaving_up[place] = same.wrapping_sub(lower);
            same += term;
            self.landing_up[place] = lower.wrapping_add(self.rank.wrapping_sub(same));
        }
    }

    /// The place of an occupied cell.
    #[inline(always)]
    pub fn place(&self, cell: usize) -> usize {
        self.places[cell].into()
    }

    /// The rank after the tile of `place` goes to `cell`, and stays in its place.
    #[inline(always)]
    pub fn after_along(&self, place: usize, cell: usize) -> u32 {
        self.without[place] + self.ranks.term(place, cell)
    }

    /// The rank after the tile of `place` goes to `cell`, in the higher (or its own) place `landing`.
    #[inline(always)]
    pub fn after_up(&self, place: usize, landing: usize, cell: usize) -> u32 {
        self.leaving_up[place]
            .wrapping_add(self.landing_up[landing])
            .wrapping_add(self.ranks.term(landing, cell))
    }

    /// The rank after the tile of `place` goes to `cell`, in the lower (or its own) place `landing`.
    #[inline(always)]
    pub fn after_down(&self, place: usize, landing: usize, cell: usize) -> u32 {
        self.leaving_down[place]
            .wrapping_add(self.landing_down[landing])
            .wrapping_add(self.ranks.term(landing, cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_the_sets_and_moves_change_them_as_said() {
        let free = u64::of([0, 2, 3, 5, 6, 7, 11, 12]);
        for tiles in 0..=8 {
            let ranks = Ranks::new(free, tiles).expect("few sets");
            let mut cursor = Cursor::new(&ranks);
            for rank in (0..ranks.sets).chain([0, ranks.sets - 1, ranks.sets / 2]) {
                cursor.seek(rank);
                cursor.prepare();
                let occupied: u64 = cursor.occupied();
                assert_eq!((occupied.count() as usize, ranks.rank(occupied)), (tiles, rank));
                for place in 0..tiles {
                    let others = occupied.without(cursor.cell(place));
                    for cell in free.minus(occupied).cells() {
                        let landing = others.count_below(cell) as usize;
                        let truth = ranks.rank(others.with(cell));
                        if landing >= place {
                            assert_eq!(cursor.after_up(place, landing, cell), truth);
                        }
                        if landing <= place {
                            assert_eq!(cursor.after_down(place, landing, cell), truth);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn seeking_may_skip() {
        let ranks = Ranks::new(u64::MAX, 4).expect("635,376 sets");
        let mut cursor = Cursor::new(&ranks);
        for rank in (0..ranks.sets).step_by(997) {
            cursor.seek(rank);
            assert_eq!(ranks.rank(cursor.occupied::<u64>()), rank);
        }
        assert!(Ranks::new(u64::MAX, 32).is_none());
    }
}
