//! A checksum of files that the engine writes. It detects damage, not tampering: they are the user's own.

use crate::packed::Packed;

/// The checksum of what came `before`, and of these bytes as one piece.
#[must_use]
pub fn checksum(before: u64, bytes: &[u8]) -> u64 {
    let mut words = bytes.chunks_exact(8);
    let step = |sum: u64, word: u64| (sum.rotate_left(29) ^ word).hash();
    let whole = words.by_ref().fold(before ^ bytes.len() as u64, |sum, word| {
        step(sum, u64::from_le_bytes(word.try_into().expect("eight bytes")))
    });
    words.remainder().iter().fold(whole, |sum, &byte| step(sum, byte.into()))
}

/// Bytes that make up one piece of a [`Running`] checksum.
const PIECE: usize = 1 << 16;

/// A checksum of bytes that come in parts; how they are cut makes no difference.
#[derive(Default)]
pub struct Running {
    sum: u64,
    piece: Vec<u8>,
}

impl Running {
    pub fn add(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(PIECE - self.piece.len()));
            self.piece.extend_from_slice(now);
            if self.piece.len() == PIECE {
                self.sum = checksum(self.sum, &self.piece);
                self.piece.clear();
            }
            bytes = later;
        }
    }

    #[must_use]
    pub fn value(&self) -> u64 {
        checksum(self.sum, &self.piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_no_difference_and_every_byte_does() {
        let bytes: Vec<u8> = (0..3 * PIECE + 13).map(|at| ((at * at) >> 3) as u8).collect();
        let sum = |cut: usize, bytes: &[u8]| {
            let mut running = Running::default();
            bytes.chunks(cut).for_each(|part| running.add(part));
            running.value()
        };
        let whole = sum(bytes.len(), &bytes);
        for cut in [1, 7, 8, PIECE - 1, PIECE, PIECE + 1] {
            assert_eq!(sum(cut, &bytes), whole, "parts of {cut} bytes");
        }
        for at in [0, 8, PIECE - 1, PIECE, bytes.len() - 1] {
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert_ne!(sum(1000, &other), whole, "byte {at}");
        }
        assert_ne!(sum(1000, &bytes[1..]), whole);
        assert_ne!(sum(1000, &[&bytes[..], &[0]].concat()), whole);
    }
}
