//! Successors, sorted into parts by their hashes as they come.

use super::layer::{Tallied, part_of};
use clew_core::packed::Packed;

/// Successors in a piece of a part: a page of memory, for states of one word.
const PIECE: usize = 1 << 8;

/// Lists of successors, one for each part, in pieces that are used again for the next layer.
pub(super) struct Scatter<S> {
    bits: u32,
    /// By part, the piece that is being filled.
    open: Vec<Vec<Tallied<S>>>,
    /// By part, the pieces that are full.
    full: Vec<Vec<Vec<Tallied<S>>>>,
    spare: Vec<Vec<Tallied<S>>>,
    /// All pieces.
    pieces: usize,
}

impl<S> Default for Scatter<S> {
    fn default() -> Self {
        Self { bits: 0, open: Vec::new(), full: Vec::new(), spare: Vec::new(), pieces: 0 }
    }
}

impl<S: Packed> Scatter<S> {
    /// Forgets all successors, and sorts those to come into two to the power of `bits` parts.
    pub fn empty(&mut self, bits: u32) {
        let used = self.full.iter_mut().flat_map(|pieces| pieces.drain(..)).chain(self.open.drain(..));
        for mut piece in used.filter(|piece| piece.capacity() > 0) {
            piece.clear();
            self.spare.push(piece);
        }
        self.bits = bits;
        self.open.resize_with(1 << bits, Vec::new);
        self.full.resize_with(1 << bits, Vec::new);
    }

    #[inline(always)]
    pub fn push(&mut self, walks: Tallied<S>) {
        let part = part_of(walks.state.hash(), self.bits);
        if self.open[part].len() == self.open[part].capacity() {
            self.begin_piece(part);
        }
        self.open[part].push(walks);
    }

    #[cold]
    #[inline(never)]
    fn begin_piece(&mut self, part: usize) {
        let piece = self.spare.pop().unwrap_or_else(|| {
            self.pieces += 1;
            Vec::with_capacity(PIECE)
        });
        let full = std::mem::replace(&mut self.open[part], piece);
        if full.capacity() > 0 {
            self.full[part].push(full);
        }
    }

    /// The successors in a part.
    pub fn part(&self, part: usize) -> impl Iterator<Item = &[Tallied<S>]> {
        self.full[part].iter().chain(&self.open[part..=part]).map(|piece| &piece[..])
    }

    pub fn bytes(&self) -> usize {
        self.pieces * Self::bytes_of_piece()
    }

    /// With what the allocator adds, and its place in the lists.
    fn bytes_of_piece() -> usize {
        PIECE * size_of::<Tallied<S>>() + 16 + size_of::<Vec<Tallied<S>>>()
    }
}

/// The most bytes that the lists of all threads take once they have that many successors together.
pub(super) fn bytes_soon<S: Packed>(lists: &[Scatter<S>], successors: usize) -> usize {
    let (mut pieces, mut spare) = (0, usize::MAX);
    for list in lists {
        let parts = list.open.len();
        pieces += list.pieces + parts.saturating_sub(list.spare.len());
        spare = spare.min(list.spare.len().saturating_sub(parts));
    }
    (pieces + successors.div_ceil(PIECE).saturating_sub(spare)) * Scatter::<S>::bytes_of_piece()
}
