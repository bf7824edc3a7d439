//! Sets of cells as bits.
//!
//! A family is generic over the set, and its constructor picks the smallest that holds the board.

use std::fmt::Debug;

/// A set of cells of a board of at most 64 cells (`u64`) or more ([`CellWords`]).
pub trait CellSet: Copy + Eq + Send + Sync + Debug + 'static {
    const NONE: Self;
    const CAPACITY: usize;

    #[must_use]
    fn with(self, cell: usize) -> Self;
    #[must_use]
    fn without(self, cell: usize) -> Self;
    /// Adds a cell in place: of a set of many words one word, where [`CellSet::with`] copies all.
    fn insert(&mut self, cell: usize);
    fn has(self, cell: usize) -> bool;
    #[must_use]
    fn or(self, other: Self) -> Self;
    #[must_use]
    fn minus(self, other: Self) -> Self;
    #[must_use]
    fn and(self, other: Self) -> Self;
    fn meets(self, other: Self) -> bool;
    fn is_empty(self) -> bool;
    fn count(self) -> u32;
    /// How many of the cells come before `cell`.
    fn count_below(self, cell: usize) -> u32;
    /// The lowest cell of a set that is not empty.
    fn first(self) -> usize;
    /// The highest cell of a set that is not empty.
    fn last(self) -> usize;

    /// All cells before the first of the set; every cell if it is empty.
    #[must_use]
    fn before_first(self) -> Self;
    /// All cells after the last of the set; every cell if it is empty.
    #[must_use]
    fn after_last(self) -> Self;
    /// The set, or the empty set: a choice without a branch.
    #[must_use]
    fn only_if(self, condition: bool) -> Self;

    /// The cells, lowest first.
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }

    #[must_use]
    fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        cells.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Iterates over a [`CellSet`], lowest cell first.
#[derive(Clone, Copy, Debug)]
pub struct Cells<C>(C);

impl<C: CellSet> Iterator for Cells<C> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0.without(cell);
        Some(cell)
    }
}

impl CellSet for u64 {
    const NONE: Self = 0;
    const CAPACITY: usize = 64;

    #[inline(always)]
    fn with(self, cell: usize) -> Self {
        self | 1 << cell
    }
    #[inline(always)]
    fn without(self, cell: usize) -> Self {
        self & !(1 << cell)
    }
    #[inline(always)]
    fn insert(&mut self, cell: usize) {
        *self = self.with(cell);
    }
    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        self >> cell & 1 != 0
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self & !other
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        self & other != 0
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn count_below(self, cell: usize) -> u32 {
        (self & ((1 << cell) - 1)).count_ones()
    }
    #[inline(always)]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }
    #[inline(always)]
    fn last(self) -> usize {
        63 - self.leading_zeros() as usize
    }
    #[inline(always)]
    fn before_first(self) -> Self {
        (self & self.wrapping_neg()).wrapping_sub(1)
    }
    #[inline(always)]
    fn after_last(self) -> Self {
        u64::MAX.checked_shl(64 - self.leading_zeros()).unwrap_or(0)
    }
    #[inline(always)]
    fn only_if(self, condition: bool) -> Self {
        self & u64::from(condition).wrapping_neg()
    }
}

/// A set of cells in `N` words.
///
/// The four words of [`Cells256`] are meant to be in registers. Compilers keep an array there only if all its indices are
/// known, and in a build for size, as that for web pages, they do not unroll loops to find out. So what is done
/// with four words is written out ([`each`], [`bit`]), and it takes half the time there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellWords<const N: usize>(pub [u64; N]);

/// A set of cells of a board of at most 256 cells.
pub type Cells256 = CellWords<4>;
/// A set of cells of a board of at most 1,024 cells.
pub type Cells1024 = CellWords<16>;
/// A set of cells of a board of at most 4,096 cells.
pub type Cells4096 = CellWords<64>;

/// The words that `word` makes, by their number, the first one first.
#[inline(always)]
fn each<const N: usize>(mut word: impl FnMut(usize) -> u64) -> [u64; N] {
    if N != 4 {
        return std::array::from_fn(word);
    }
    let mut words = [0; N];
    words[0] = word(0);
    words[1] = word(1);
    words[2] = word(2);
    words[3] = word(3);
    words
}

/// All of them together.
#[inline(always)]
fn together<const N: usize>(words: [u64; N]) -> u64 {
    if N == 4 {
        words[0] | words[1] | words[2] | words[3]
    } else {
        words.into_iter().fold(0, |all, word| all | word)
    }
}

/// What the word with that number has of a set of one cell.
#[inline(always)]
fn bit(cell: usize, word: usize) -> u64 {
    u64::from(cell >> 6 == word) << (cell & 63)
}

impl<const N: usize> CellWords<N> {
    /// The first word that is not empty, and its number.
    #[inline(always)]
    fn first_word(self) -> (usize, u64) {
        if N != 4 {
            let number = self.0.iter().position(|&word| word != 0).unwrap_or(N - 1);
            return (number, self.0[number]);
        }
        let number = match self.0[0] | self.0[1] {
            0 => 2 + usize::from(self.0[2] == 0),
            _ => usize::from(self.0[0] == 0),
        };
        (number, self.word(number))
    }

    /// The last word that is not empty, and its number.
    #[inline(always)]
    fn last_word(self) -> (usize, u64) {
        if N != 4 {
            let number = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
            return (number, self.0[number]);
        }
        let number = match self.0[2] | self.0[3] {
            0 => usize::from(self.0[1] != 0),
            _ => 2 + usize::from(self.0[3] != 0),
        };
        (number, self.word(number))
    }

    /// The word with that number.
    #[inline(always)]
    fn word(self, number: usize) -> u64 {
        if N != 4 {
            return self.0[number];
        }
        together::<N>(each(|i| self.0[i].only_if(i == number)))
    }
}

impl<const N: usize> CellSet for CellWords<N> {
    const NONE: Self = Self([0; N]);
    const CAPACITY: usize = 64 * N;

    #[inline(always)]
    fn with(mut self, cell: usize) -> Self {
        if N == 4 {
            return Self(each(|i| self.0[i] | bit(cell, i)));
        }
        self.0[cell >> 6] |= 1 << (cell & 63);
        self
    }
    #[inline(always)]
    fn without(mut self, cell: usize) -> Self {
        if N == 4 {
            return Self(each(|i| self.0[i] & !bit(cell, i)));
        }
        self.0[cell >> 6] &= !(1 << (cell & 63));
        self
    }
    #[inline(always)]
    fn insert(&mut self, cell: usize) {
        if N == 4 {
            *self = self.with(cell);
        } else {
            self.0[cell >> 6] |= 1 << (cell & 63);
        }
    }
    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        self.word(cell >> 6) >> (cell & 63) & 1 != 0
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(each(|i| self.0[i] | other.0[i]))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(each(|i| self.0[i] & !other.0[i]))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(each(|i| self.0[i] & other.0[i]))
    }
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        if N == 4 { !self.and(other).is_empty() } else { (0..N).any(|i| self.0[i] & other.0[i] != 0) }
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        if N == 4 { together(self.0) == 0 } else { self.0 == [0; N] }
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline(always)]
    fn count_below(self, cell: usize) -> u32 {
        let whole: u32 = self.0[..cell >> 6].iter().map(|word| word.count_ones()).sum();
        whole + self.0[cell >> 6].count_below(cell & 63)
    }
    #[inline(always)]
    fn first(self) -> usize {
        let (number, word) = self.first_word();
        64 * number + word.trailing_zeros() as usize
    }
    #[inline(always)]
    fn last(self) -> usize {
        let (number, word) = self.last_word();
        64 * number + 63 - word.leading_zeros() as usize
    }
    #[inline(always)]
    fn before_first(self) -> Self {
        let mut none_yet = true;
        Self(each(|i| {
            let before = self.0[i].before_first().only_if(none_yet);
            none_yet &= self.0[i] == 0;
            before
        }))
    }
    #[inline(always)]
    fn after_last(self) -> Self {
        let mut none_yet = true;
        let from_the_end = each::<N>(|i| {
            let word = self.0[N - 1 - i];
            let after = word.after_last().only_if(none_yet);
            none_yet &= word == 0;
            after
        });
        Self(each(|i| from_the_end[N - 1 - i]))
    }
    #[inline(always)]
    fn only_if(self, condition: bool) -> Self {
        Self(each(|i| self.0[i].only_if(condition)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    fn walked<C: CellSet>(set: C, other: C, cells: &BTreeSet<usize>, others: &BTreeSet<usize>) {
        assert_eq!(set.is_empty(), cells.is_empty());
        assert!(set.cells().eq(cells.iter().copied()));
        assert!(set.and(other).cells().eq(cells.intersection(others).copied()));
        if let (Some(&first), Some(&last)) = (cells.first(), cells.last()) {
            assert_eq!((set.first(), set.last()), (first, last));
        }
        let (first, last) =
            (cells.first().map_or(C::CAPACITY, |&cell| cell), cells.last().map_or(0, |&cell| cell + 1));
        assert!(set.before_first().cells().eq(0..first));
        assert!(set.after_last().cells().eq(last..C::CAPACITY));
        assert_eq!((set.only_if(true), set.only_if(false)), (set, C::NONE));
        let mut added = set;
        others.iter().for_each(|&cell| added.insert(cell));
        assert_eq!(added, set.or(other));
        for cell in 0..C::CAPACITY {
            assert_eq!(set.count_below(cell) as usize, cells.range(..cell).count());
        }
    }

    proptest! {
        #[test]
        fn cell_sets_agree(cells in prop::collection::btree_set(0usize..64, 0..20)) {
            let small = u64::of(cells.iter().copied());
            let large = Cells256::of(cells.iter().copied());
            prop_assert_eq!(small.count(), large.count());
            prop_assert!((0..64).all(|c| small.has(c) == large.has(c) && small.has(c) == cells.contains(&c)));
        }

        #[test]
        fn cell_sets_are_walked_in_order(
            cells in prop::collection::btree_set(0usize..256, 0..20),
            others in prop::collection::btree_set(0usize..256, 0..200),
        ) {
            let of = Cells256::of;
            walked(of(cells.iter().copied()), of(others.iter().copied()), &cells, &others);
            let low = |set: &BTreeSet<usize>| set.iter().map(|cell| cell % 64).collect::<BTreeSet<_>>();
            let wide = |set: &BTreeSet<usize>| set.iter().map(|cell| cell * 16 + cell % 13).collect::<BTreeSet<_>>();
            let (far, farther) = (wide(&cells), wide(&others));
            walked(Cells4096::of(far.iter().copied()), Cells4096::of(farther.iter().copied()), &far, &farther);
            let (cells, others) = (low(&cells), low(&others));
            walked(u64::of(cells.iter().copied()), u64::of(others.iter().copied()), &cells, &others);
        }
    }
}
