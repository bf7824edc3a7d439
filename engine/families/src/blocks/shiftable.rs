//! Whole-board operations on cell sets: what the moves of straight pieces need beyond [`CellSet`].

use std::ops::IndexMut;

use clew_core::packed::{CellSet, Cells256};

/// A cell set that can be shifted and walked through.
pub trait ShiftableCells: CellSet {
    /// A byte for each cell.
    type Bytes: IndexMut<usize, Output = u8>;

    /// All bytes 0.
    fn bytes() -> Self::Bytes;
    /// Every cell's number larger by `by` < 64; cells beyond the capacity are dropped.
    #[must_use]
    fn later(self, by: u32) -> Self;
    /// Every cell's number smaller by `by` < 64; cells below 0 are dropped.
    #[must_use]
    fn earlier(self, by: u32) -> Self;
    /// Visits the cells in increasing order.
    fn each(self, visit: impl FnMut(usize));
}

impl ShiftableCells for u64 {
    type Bytes = [u8; 64];

    #[inline(always)]
    fn bytes() -> [u8; 64] {
        [0; 64]
    }
    #[inline(always)]
    fn later(self, by: u32) -> Self {
        self << by
    }
    #[inline(always)]
    fn earlier(self, by: u32) -> Self {
        self >> by
    }
    #[inline(always)]
    fn each(mut self, mut visit: impl FnMut(usize)) {
        while self != 0 {
            visit(self.trailing_zeros() as usize);
            self &= self - 1;
        }
    }
}

impl ShiftableCells for Cells256 {
    type Bytes = [u8; 256];

    #[inline(always)]
    fn bytes() -> [u8; 256] {
        [0; 256]
    }
    // The bits that leave a word enter the next one; in two shifts, since a shift by 64 is not defined.
    #[inline(always)]
    fn later(self, by: u32) -> Self {
        let carry = |i: usize| if i == 0 { 0 } else { self.0[i - 1] >> 1 >> (63 - by) };
        Self(std::array::from_fn(|i| self.0[i] << by | carry(i)))
    }
    #[inline(always)]
    fn earlier(self, by: u32) -> Self {
        let carry = |i: usize| if i == 3 { 0 } else { self.0[i + 1] << 1 << (63 - by) };
        Self(std::array::from_fn(|i| self.0[i] >> by | carry(i)))
    }
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(usize)) {
        for (word, bits) in self.0.into_iter().enumerate() {
            bits.each(|cell| visit(64 * word + cell));
        }
    }
}
