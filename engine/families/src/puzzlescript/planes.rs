//! A level as planes: for each object the cells where it lies, a bit for each cell, column by column.

use super::bits::{members, ones};

/// One plane for each object, all of the same number of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    pub bits: Vec<u64>,
    pub words: usize,
}

impl Planes {
    pub fn new(objects: usize, cells: usize) -> Self {
        // Three words are as fast as four.
        let words = match cells.div_ceil(64) {
            3 => 4,
            words => words,
        };
        Self { bits: vec![0; objects * words], words }
    }

    #[inline(always)]
    pub fn plane(&self, object: usize) -> &[u64] {
        &self.bits[object * self.words..(object + 1) * self.words]
    }

    #[inline(always)]
    pub fn plane_mut(&mut self, object: usize) -> &mut [u64] {
        &mut self.bits[object * self.words..(object + 1) * self.words]
    }

    #[inline(always)]
    pub fn holds(&self, object: usize, at: usize) -> bool {
        self.bits[object * self.words + at / 64] >> (at % 64) & 1 != 0
    }

    #[inline(always)]
    pub fn put(&mut self, object: usize, at: usize) {
        self.bits[object * self.words + at / 64] |= 1 << (at % 64);
    }

    /// The cells where any of some objects lies, as a plane.
    pub fn any(&self, objects: &[u64]) -> Vec<u64> {
        let mut found = vec![0; self.words];
        for object in members(objects) {
            found.iter_mut().zip(self.plane(object)).for_each(|(found, word)| *found |= word);
        }
        found
    }

    /// The cells where any of some objects lies, or all of them do; all cells, and more, for all of none.
    pub fn any_or_all(&self, objects: &[usize], all: bool) -> Vec<u64> {
        let mut found = vec![if all { u64::MAX } else { 0 }; self.words];
        for &object in objects {
            for (found, &word) in found.iter_mut().zip(self.plane(object)) {
                *found = if all { *found & word } else { *found | word };
            }
        }
        found
    }
}

/// The cells of a plane, in order.
pub fn cells(plane: &[u64]) -> impl Iterator<Item = usize> + '_ {
    plane.iter().enumerate().flat_map(|(word, &bits)| ones(bits).map(move |bit| 64 * word + bit))
}
