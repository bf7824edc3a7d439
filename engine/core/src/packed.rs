//! States as small words.
//!
//! Every family packs a position into fixed-width fields of one word, so that a state is `Copy`,
//! compares and hashes in a few instructions, and a table of a hundred million of them has a size that is known
//! beforehand. A family is generic over the word and its constructor picks the smallest that fits: `u64`, `u128`, or
//! [`Wide`] for large boards with many pieces.

use std::fmt::Debug;

pub use crate::cells::{CellSet, Cells, Cells256, Cells1024, Cells4096};
use crate::products::mix;

/// A state packed into a word: a fixed number of bits, addressed as fields.
pub trait Packed: Copy + Eq + Ord + Send + Sync + Debug + 'static {
    /// All fields 0.
    const ZERO: Self;
    /// All bits set. Hash tables use it for "no state here", so that no family may pack a state to it.
    const EMPTY: Self;
    /// Width in bits.
    const BITS: u32;

    /// A well-mixed 64-bit hash; every bit of it depends on every bit of the state.
    fn hash(self) -> u64;
    /// 0 exactly where both are the same: equality as a number, for code that must not branch on it.
    fn difference(self, other: Self) -> u64;
    /// The field of `width` <= 32 bits that begins at bit `shift`. Fields never straddle a multiple of 64.
    fn field(self, shift: u32, width: u32) -> u32;
    /// The same word with that field set to `value`, which must fit.
    #[must_use]
    fn with_field(self, shift: u32, width: u32, value: u32) -> Self;
    /// The same with other bits in a word of 64 bits: those of `clear` are 0, then those of `put` are 1.
    #[must_use]
    fn patched(self, word: u32, clear: u64, put: u64) -> Self;
}

/// Where the fields of a state lie: `count` fields of `width` bits, none across a multiple of 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields {
    pub width: u32,
    pub count: u32,
    per_word: u32,
}

impl Fields {
    /// Fields wide enough for the values `0..values`.
    #[must_use]
    pub fn new(values: usize, count: usize) -> Self {
        let width = (usize::BITS - values.saturating_sub(1).leading_zeros()).max(1);
        Self { width, count: count as u32, per_word: 64 / width }
    }

    /// Bits of the smallest word (a multiple of 64) that holds all fields.
    #[must_use]
    pub fn bits(&self) -> u32 {
        64 * self.count.div_ceil(self.per_word).max(1)
    }

    #[inline(always)]
    #[must_use]
    pub fn shift(&self, index: usize) -> u32 {
        let index = index as u32;
        // The one-word case needs no division, and the compiler cannot know it.
        if index < self.per_word {
            index * self.width
        } else {
            64 * (index / self.per_word) + (index % self.per_word) * self.width
        }
    }

    #[inline(always)]
    #[must_use]
    pub fn get<W: Packed>(&self, word: W, index: usize) -> u32 {
        word.field(self.shift(index), self.width)
    }

    #[inline(always)]
    #[must_use]
    pub fn set<W: Packed>(&self, word: W, index: usize, value: u32) -> W {
        word.with_field(self.shift(index), self.width, value)
    }

    /// Sums what the tables, one for each field, say of its value; 0 where one says nothing. Fields that lie side by side
    /// within nine bits are looked up together.
    pub fn sums<W: Packed>(&self, tables: &[Vec<u8>]) -> impl Fn(W) -> u32 + use<W> {
        let together = (9 / self.width).max(1).min(self.per_word) as usize;
        let mut looked_up = Vec::new();
        for in_word in (0..tables.len()).collect::<Vec<_>>().chunks(self.per_word as usize) {
            for some in in_word.chunks(together) {
                let bits = self.width * some.len() as u32;
                let said = |value: usize| -> u32 {
                    let fields = some.iter().enumerate().map(|(place, &index)| {
                        let value = value >> (place as u32 * self.width) & low(self.width) as usize;
                        u32::from(tables[index].get(value).copied().unwrap_or(0))
                    });
                    fields.sum()
                };
                looked_up.push((self.shift(some[0]), bits, (0..1 << bits).map(said).collect::<Vec<_>>()));
            }
        }
        move |word| looked_up.iter().map(|(shift, bits, said)| said[word.field(*shift, *bits) as usize]).sum()
    }
}

/// Makes a puzzle with the narrowest state word of at least so many bits: `ladder!(bits, W => boxed(Large::<W>::new(..)?))`.
///
/// ```text
///   64   128   192   256   384   512   1,024 … bits
/// ```
#[macro_export]
macro_rules! ladder {
    ($bits:expr, $word:ident => $made:expr) => {
        match $bits {
            ..=64 => $crate::packed::ladder!(@u64, $word => $made),
            ..=128 => $crate::packed::ladder!(@u128, $word => $made),
            ..=192 => $crate::packed::ladder!(@$crate::packed::Wide<3>, $word => $made),
            ..=256 => $crate::packed::ladder!(@$crate::packed::Wide<4>, $word => $made),
            ..=384 => $crate::packed::ladder!(@$crate::packed::Wide<6>, $word => $made),
            ..=512 => $crate::packed::ladder!(@$crate::packed::Wide<8>, $word => $made),
            _ => $crate::packed::ladder!(@$crate::packed::Wide<16>, $word => $made),
        }
    };
    (@$type:ty, $word:ident => $made:expr) => {{
        type $word = $type;
        $made
    }};
}

pub use crate::ladder;

#[inline(always)]
fn low(width: u32) -> u64 {
    (1u64 << width) - 1
}

impl Packed for u64 {
    const ZERO: Self = 0;
    const EMPTY: Self = u64::MAX;
    const BITS: u32 = 64;

    #[inline(always)]
    fn hash(self) -> u64 {
        mix(self)
    }

    #[inline(always)]
    fn difference(self, other: Self) -> u64 {
        self ^ other
    }

    #[inline(always)]
    fn field(self, shift: u32, width: u32) -> u32 {
        ((self >> shift) & low(width)) as u32
    }

    #[inline(always)]
    fn with_field(self, shift: u32, width: u32, value: u32) -> Self {
        self & !(low(width) << shift) | u64::from(value) << shift
    }

    #[inline(always)]
    fn patched(self, _word: u32, clear: u64, put: u64) -> Self {
        self & !clear | put
    }
}

impl Packed for u128 {
    const ZERO: Self = 0;
    const EMPTY: Self = u128::MAX;
    const BITS: u32 = 128;

    #[inline(always)]
    fn hash(self) -> u64 {
        mix((self as u64).wrapping_add(mix((self >> 64) as u64).rotate_left(23)))
    }

    #[inline(always)]
    fn difference(self, other: Self) -> u64 {
        let bits = self ^ other;
        bits as u64 | (bits >> 64) as u64
    }

    #[inline(always)]
    fn field(self, shift: u32, width: u32) -> u32 {
        ((self >> shift) as u64 & low(width)) as u32
    }

    #[inline(always)]
    fn with_field(self, shift: u32, width: u32, value: u32) -> Self {
        self & !(u128::from(low(width)) << shift) | u128::from(value) << shift
    }

    #[inline(always)]
    fn patched(self, word: u32, clear: u64, put: u64) -> Self {
        self & !(u128::from(clear) << (64 * word)) | u128::from(put) << (64 * word)
    }
}

/// `N` words of 64 bits: boards that fit in no native integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wide<const N: usize>(pub [u64; N]);

impl<const N: usize> Packed for Wide<N> {
    const ZERO: Self = Wide([0; N]);
    const EMPTY: Self = Wide([u64::MAX; N]);
    const BITS: u32 = 64 * N as u32;

    #[inline]
    fn hash(self) -> u64 {
        self.0.iter().fold(0, |hash: u64, &word| mix(word.wrapping_add(hash.rotate_left(23))))
    }

    #[inline(always)]
    fn difference(self, other: Self) -> u64 {
        self.0.iter().zip(other.0).fold(0, |bits, (one, other)| bits | (one ^ other))
    }

    #[inline(always)]
    fn field(self, shift: u32, width: u32) -> u32 {
        ((self.0[(shift / 64) as usize] >> (shift % 64)) & low(width)) as u32
    }

    #[inline(always)]
    fn with_field(mut self, shift: u32, width: u32, value: u32) -> Self {
        let word = &mut self.0[(shift / 64) as usize];
        *word = *word & !(low(width) << (shift % 64)) | u64::from(value) << (shift % 64);
        self
    }

    #[inline(always)]
    fn patched(mut self, word: u32, clear: u64, put: u64) -> Self {
        let word = &mut self.0[word as usize];
        *word = *word & !clear | put;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fields_hold<W: Packed>(values: usize, count: usize) {
        let fields = Fields::new(values, count);
        assert!(fields.bits() <= W::BITS);
        let value = |i: usize| (i * 7 % values) as u32;
        let word = (0..count).fold(W::ZERO, |word, i| fields.set(word, i, value(i)));
        let again = (0..count).rev().fold(word, |word, i| fields.set(word, i, value(i)));
        assert_eq!(word, again);
        let (shift, all) = (fields.shift(count - 1), low(fields.width));
        let number = value(count / 2);
        let patched = word.patched(shift / 64, all << (shift % 64), u64::from(number) << (shift % 64));
        assert_eq!(patched, fields.set(word, count - 1, number));
        let tables: Vec<Vec<u8>> =
            (0..count).map(|i| (0..values / 2 + 1).map(|of| (of * 31 + i * 17) as u8).collect()).collect();
        let said = |i: usize| u32::from(*tables[i].get(value(i) as usize).unwrap_or(&0));
        assert_eq!(fields.sums::<W>(&tables)(word), (0..count).map(said).sum::<u32>());
        assert!((0..count).all(|i| fields.get(word, i) == value(i)));
    }

    proptest! {
        #[test]
        fn fields_are_read_as_written(values in 1usize..=256, count in 1usize..=64) {
            let fields = Fields::new(values, count);
            if fields.bits() <= 64 { fields_hold::<u64>(values, count); }
            if fields.bits() <= 128 { fields_hold::<u128>(values, count); }
            fields_hold::<Wide<8>>(values, count);
        }
    }
}
