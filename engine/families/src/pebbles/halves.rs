//! The number of a position by two look-ups: a perfect hash of the boards that fit a word.
//!
//! ```text
//!   A B - | B A     first half, by its own value: where the positions that begin so begin
//!                   second half, by its own value: which of those that have these letters left
//!   number = first[A B -] + second[B A]
//! ```
//!
//! What is in the first half says what is left for the second, so both halves are numbered within the letters that they
//! share out (a *share*), and a share with a first and b second halves has a x b positions. A move within one half
//! leaves the other's entry, and its cache line, as they are.

use clew_core::packed::Packed;
use clew_core::puzzle::PerfectHash;

/// Bits of a half: its table has two to this power entries.
const MOST_BITS: u32 = 22;
/// Shares, at most.
const MOST_SHARES: usize = 1 << 20;

/// The tables of both halves, by the bits of the half.
pub struct Halves {
    first: Vec<u32>,
    second: Vec<u32>,
    /// Bits of the first half.
    bits: u32,
    size: usize,
}

/// How many halves have some letters, and the number of the next position that begins with them.
#[derive(Clone, Copy, Default)]
struct Share {
    firsts: u32,
    seconds: u32,
    next: u32,
}

impl Halves {
    /// For cells with a field of `width` bits each, and the numbers of each token. `None` where a table would be too
    /// large.
    pub fn new(width: u32, counts: &[usize]) -> Option<Self> {
        let cells = counts.iter().sum::<usize>() as u32;
        let (before, after) = (cells.div_ceil(2), cells / 2);
        // A share is a number whose digits say how many there are of each token.
        let (mut digits, mut shares) = (Vec::new(), 1usize);
        for &count in counts {
            digits.push(shares);
            shares = shares.checked_mul(count + 1).filter(|&shares| shares <= MOST_SHARES)?;
        }
        if width * before > MOST_BITS {
            return None;
        }
        let tokens = Tokens { width, counts, digits: &digits };
        let mut shares = vec![Share::default(); shares];
        let whole = shares.len() - 1;
        tokens.each_half(before, &mut |_, share| shares[share].firsts += 1);
        let mut second = vec![0; 1 << (width * after)];
        tokens.each_half(after, &mut |half, share| {
            let share = &mut shares[whole - share];
            second[half as usize] = share.seconds;
            share.seconds += 1;
        });
        let mut size = 0u64;
        for share in &mut shares {
            share.next = u32::try_from(size).ok()?;
            size += u64::from(share.firsts) * u64::from(share.seconds);
        }
        let size = u32::try_from(size).ok()? as usize;
        let mut first = vec![0; 1 << (width * before)];
        tokens.each_half(before, &mut |half, share| {
            let share = &mut shares[share];
            first[half as usize] = share.next;
            share.next += share.seconds;
        });
        Some(Self { first, second, bits: width * before, size })
    }
}

/// The tokens of a board.
struct Tokens<'a> {
    width: u32,
    counts: &'a [usize],
    /// What one of each adds to a share.
    digits: &'a [usize],
}

impl Tokens<'_> {
    /// Visits every word of that many cells that the tokens can form, with its share.
    fn each_half(&self, cells: u32, visit: &mut impl FnMut(u32, usize)) {
        self.extend(cells, &mut self.counts.to_vec(), (0, 0, 0), visit);
    }

    fn extend(
        &self,
        cells: u32,
        left: &mut [usize],
        (cell, half, share): (u32, u32, usize),
        visit: &mut impl FnMut(u32, usize),
    ) {
        if cell == cells {
            return visit(half, share);
        }
        for token in 0..left.len() {
            if left[token] > 0 {
                left[token] -= 1;
                let longer =
                    (cell + 1, half | (token as u32) << (cell * self.width), share + self.digits[token]);
                self.extend(cells, left, longer, visit);
                left[token] += 1;
            }
        }
    }
}

impl<W: Packed> PerfectHash<W> for Halves {
    fn size(&self) -> usize {
        self.size
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.first[..]) + size_of_val(&self.second[..])
    }

    fn number_all(&self, states: &[W], numbers: &mut Vec<u32>) {
        let rest = self.second.len().ilog2();
        numbers.extend(states.iter().map(|&state| {
            let (first, second) = (state.field(0, self.bits), state.field(self.bits, rest));
            self.first[first as usize] + self.second[second as usize]
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::Halves;
    use clew_core::puzzle::PerfectHash;

    /// All words of these tokens, as fields of `width` bits.
    fn words(width: u32, left: &mut [usize], cell: u32, word: u64, all: &mut Vec<u64>) {
        if left.iter().all(|&left| left == 0) {
            all.push(word);
        }
        for token in 0..left.len() {
            if left[token] > 0 {
                left[token] -= 1;
                words(width, left, cell + 1, word | (token as u64) << (cell * width), all);
                left[token] += 1;
            }
        }
    }

    #[test]
    fn every_position_has_a_number_of_its_own_and_no_number_is_left() {
        let boards =
            [(1, &[1, 1][..]), (2, &[1, 2, 2]), (3, &[2, 1, 1, 3, 1]), (2, &[3, 4]), (3, &[1, 1, 1, 1, 1])];
        for (width, counts) in boards {
            let mut states = Vec::new();
            words(width, &mut counts.to_vec(), 0, 0, &mut states);
            let halves = Halves::new(width, counts).unwrap();
            let mut numbers = Vec::new();
            halves.number_all(&states, &mut numbers);
            numbers.sort_unstable();
            assert_eq!(PerfectHash::<u64>::size(&halves), states.len(), "{counts:?}");
            assert!(numbers.into_iter().eq(0..states.len() as u32), "{counts:?}");
        }
    }

    #[test]
    fn large_boards_have_no_such_tables() {
        assert!(Halves::new(5, &[1; 25]).is_none());
    }
}
