//! Eight moves at once: what a line adds to them, and which of them are allowed, written side by side.
//!
//! ```text
//!   sums        4    -    7    7    -    4    4    9        `-`: [`NEVER`], the highest bit
//!   more        1    1    2    -    1    1    -    1
//!   squeezed    5    9    5   10    ?    ?    ?    ?        4 of them; behind them is whatever there is
//! ```
//!
//! The plain implementation writes each move and advances only if it was allowed. Processors with AVX2 do the same for
//! all eight: the highest bits say which are allowed, a table says where each goes, and one instruction moves them.
//! What lines add comes from lists, one for each move, but is needed for one digit of all moves side by side: four
//! digits of eight lists are loaded and transposed in registers. The rows of a map are made here, so speed matters. The
//! unsafe code consists of loads and stores of numbers that exist, or whose places were compared with the end of the
//! list, and of calls that only [`Fast`] makes, which exists only after the processor's features were checked.
#![allow(unsafe_code)]

/// How many at once.
pub(super) const LANES: usize = 8;

pub(super) type Eight = [u32; LANES];

/// In a list of digits after: no move.
pub(super) const NEVER: u32 = 1 << 31;

/// Digits whose shares are found at once. Lists of digits are as long as a multiple of it.
pub(super) const BLOCK: usize = 4;

/// An implementation that adds and squeezes eight lanes.
pub(super) trait Lanes: Copy {
    /// What [`BLOCK`] digits add in each column, from the digit `place` on: the digit after, from a list that begins at
    /// `starts`, times the stride.
    fn shares(self, digits: &[u32], starts: &Eight, strides: &Eight, place: u32) -> [Eight; BLOCK];

    /// Writes the allowed sums and returns how many there are.
    fn squeeze(self, sums: &Eight, more: &Eight, squeezed: &mut Eight) -> usize;
}

/// The implementation for any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

impl Lanes for Plain {
    #[inline(always)]
    fn shares(self, digits: &[u32], starts: &Eight, strides: &Eight, place: u32) -> [Eight; BLOCK] {
        std::array::from_fn(|digit| {
            std::array::from_fn(|lane| {
                let after = digits[(starts[lane] + place) as usize + digit];
                after.wrapping_mul(strides[lane]) | after & NEVER
            })
        })
    }

    #[inline(always)]
    fn squeeze(self, sums: &Eight, more: &Eight, squeezed: &mut Eight) -> usize {
        let mut len = 0;
        for (&sum, &more) in sums.iter().zip(more) {
            // `len` never exceeds the number of lanes visited so far.
            squeezed[len % LANES] = sum.wrapping_add(more);
            len += usize::from((sum | more) < NEVER);
        }
        len
    }
}

/// The implementation for processors with AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Fast(());

#[cfg(target_arch = "x86_64")]
impl Fast {
    /// `None` if the processor does not support it.
    pub fn detect() -> Option<Self> {
        let has =
            std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Lanes for Fast {
    #[inline(always)]
    fn shares(self, digits: &[u32], starts: &Eight, strides: &Eight, place: u32) -> [Eight; BLOCK] {
        // SAFETY: `Fast` exists only if the processor supports it.
        unsafe { shares(digits, starts, strides, place) }
    }

    #[inline(always)]
    fn squeeze(self, sums: &Eight, more: &Eight, squeezed: &mut Eight) -> usize {
        // SAFETY: `Fast` exists only if the processor supports it.
        unsafe { squeeze(sums, more, squeezed) }
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn shares(digits: &[u32], starts: &Eight, strides: &Eight, place: u32) -> [Eight; BLOCK] {
    use std::arch::x86_64::{
        _mm_loadu_si128, _mm256_add_epi32, _mm256_and_si256, _mm256_castsi256_ps, _mm256_cmpgt_epi32,
        _mm256_loadu_si256, _mm256_movemask_ps, _mm256_mullo_epi32, _mm256_or_si256, _mm256_set_m128i,
        _mm256_set1_epi32, _mm256_storeu_si256, _mm256_unpackhi_epi32, _mm256_unpackhi_epi64,
        _mm256_unpacklo_epi32, _mm256_unpacklo_epi64,
    };
    // SAFETY: both are references to eight numbers, and the load wants no alignment.
    let (begins, strides) =
        unsafe { (_mm256_loadu_si256(starts.as_ptr().cast()), _mm256_loadu_si256(strides.as_ptr().cast())) };
    let places = _mm256_add_epi32(begins, _mm256_set1_epi32(place as i32));
    // Places that are below this have a block behind them.
    let end = i32::try_from(digits.len()).expect("lists of digits are short") - BLOCK as i32 + 1;
    let inside = _mm256_and_si256(
        _mm256_cmpgt_epi32(_mm256_set1_epi32(end), places),
        _mm256_cmpgt_epi32(places, _mm256_set1_epi32(-1)),
    );
    assert!(_mm256_movemask_ps(_mm256_castsi256_ps(inside)) == 0xff, "a digit is beyond its list");
    let block = |lane: usize| {
        // SAFETY: the four numbers from each of the eight places on are within the list.
        unsafe { _mm_loadu_si128(digits.as_ptr().add((starts[lane] + place) as usize).cast()) }
    };
    //   lists 0 4 | 1 5 | 2 6 | 3 7, by digit  ->  by pairs of digits, of lists 0 1 4 5 and 2 3 6 7  ->  digit by digit
    let list = |lane: usize| _mm256_set_m128i(block(lane + 4), block(lane));
    let lists = [list(0), list(1), list(2), list(3)];
    let low = [_mm256_unpacklo_epi32(lists[0], lists[1]), _mm256_unpacklo_epi32(lists[2], lists[3])];
    let high = [_mm256_unpackhi_epi32(lists[0], lists[1]), _mm256_unpackhi_epi32(lists[2], lists[3])];
    let after = [
        _mm256_unpacklo_epi64(low[0], low[1]),
        _mm256_unpackhi_epi64(low[0], low[1]),
        _mm256_unpacklo_epi64(high[0], high[1]),
        _mm256_unpackhi_epi64(high[0], high[1]),
    ];
    after.map(|after| {
        let never = _mm256_and_si256(after, _mm256_set1_epi32(NEVER as i32));
        let shares = _mm256_or_si256(_mm256_mullo_epi32(after, strides), never);
        let mut written = [0; LANES];
        // SAFETY: it has room for eight numbers, and the store wants no alignment.
        unsafe { _mm256_storeu_si256(written.as_mut_ptr().cast(), shares) };
        written
    })
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn squeeze(sums: &Eight, more: &Eight, squeezed: &mut Eight) -> usize {
    use std::arch::x86_64::{
        _mm_cvtsi64_si128, _mm256_add_epi32, _mm256_castsi256_ps, _mm256_cvtepu8_epi32, _mm256_loadu_si256,
        _mm256_movemask_ps, _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_storeu_si256,
    };
    // SAFETY: both are references to eight numbers, and the load wants no alignment.
    let (sums, more) =
        unsafe { (_mm256_loadu_si256(sums.as_ptr().cast()), _mm256_loadu_si256(more.as_ptr().cast())) };
    let never = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_or_si256(sums, more)));
    let allowed = !never as u8;
    let order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(ORDERS[usize::from(allowed)] as i64));
    let after = _mm256_permutevar8x32_epi32(_mm256_add_epi32(sums, more), order);
    // SAFETY: a reference to eight numbers, and the store wants no alignment.
    unsafe { _mm256_storeu_si256(squeezed.as_mut_ptr().cast(), after) };
    allowed.count_ones() as usize
}

/// For each set of allowed lanes their numbers, the lowest first: a byte each.
#[cfg(target_arch = "x86_64")]
static ORDERS: [u64; 256] = {
    let mut orders = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 != 0 {
                orders[set] |= lane << (8 * place);
                place += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    orders
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_way_writes_what_is_allowed_side_by_side() {
        let never = NEVER;
        let (sums, more) = ([4, never, 7, 7, never, 4, 4, 9], [1, 1, 2, never, 1, 1, never, 1]);
        let mut squeezed = [0; LANES];
        assert_eq!(Plain.squeeze(&sums, &more, &mut squeezed), 4);
        assert_eq!(squeezed[..4], [5, 9, 5, 10]);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn both_ways_write_the_same_whatever_is_allowed() {
        let Some(fast) = Fast::detect() else { return };
        for set in 0..1u32 << (2 * LANES) {
            let lane = |lane: usize| set >> lane & 1;
            let sums: Eight = std::array::from_fn(|place| (100 * place as u32) | (lane(place) * NEVER));
            let more: Eight = std::array::from_fn(|place| place as u32 | (lane(LANES + place) * NEVER));
            let (mut ours, mut theirs) = ([0; LANES], [0; LANES]);
            let len = Plain.squeeze(&sums, &more, &mut ours);
            assert_eq!(fast.squeeze(&sums, &more, &mut theirs), len);
            assert_eq!(ours[..len], theirs[..len]);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn both_ways_add_the_same() {
        let Some(fast) = Fast::detect() else { return };
        let digits: Vec<u32> = (0..40).map(|digit| if digit % 7 == 3 { NEVER } else { 11 * digit }).collect();
        for place in 0..6 {
            let starts = std::array::from_fn(|lane| 3 * lane as u32 + 9);
            let strides = std::array::from_fn(|lane| 1 << (2 * lane));
            let ours = Plain.shares(&digits, &starts, &strides, place);
            assert_eq!(fast.shares(&digits, &starts, &strides, place), ours);
        }
        let beyond = std::panic::catch_unwind(|| fast.shares(&digits, &[33; LANES], &[1; LANES], 4));
        assert!(beyond.is_err(), "nothing is read beyond the list");
    }
}
