//! Products of two 64-bit words, of which both halves count.
//!
//! Hashes and hash tables need them for every state. A 64-bit processor has an instruction for that, which the compiler
//! makes of a product of two `u128`. WebAssembly has none, and the compiler calls a function that multiplies all four
//! words; there the product is put together from halves of words, as on paper:
//!
//! ```text
//!                a b          of 32 bits each
//!              x c d
//!              -----
//!                b*d          A factor that fits into one half leaves out two of the four:
//!              a*d            the compiler sees that it does, if it was a `u32` or a `usize` of 32 bits.
//!              b*c
//!            a*c
//! ```

/// The lower and the upper half of `x * y`.
#[inline(always)]
#[must_use]
pub fn product(x: u64, y: u64) -> (u64, u64) {
    if cfg!(target_arch = "wasm32") { by_halves(x, y) } else { at_once(x, y) }
}

#[inline(always)]
fn at_once(x: u64, y: u64) -> (u64, u64) {
    let product = u128::from(x) * u128::from(y);
    (product as u64, (product >> 64) as u64)
}

#[inline(always)]
fn by_halves(x: u64, y: u64) -> (u64, u64) {
    let low = |word: u64| word & u64::from(u32::MAX);
    let (a, b, c, d) = (x >> 32, low(x), y >> 32, low(y));
    // Neither sum is beyond 2^64: (2^32 - 1)^2 + 2 * (2^32 - 1) = 2^64 - 1.
    let first = a * d + ((b * d) >> 32);
    let second = b * c + low(first);
    (x.wrapping_mul(y), a * c + (first >> 32) + (second >> 32))
}

/// Both halves of the product with 2^64 over the golden ratio, folded together: the upper half brings the
/// upper bits down, the lower half the lower bits up (the folded multiply of wyhash, Wang Yi 2019).
#[inline(always)]
#[must_use]
pub fn mix(x: u64) -> u64 {
    let (low, high) = product(x, 0x9e37_79b9_7f4a_7c15);
    low ^ high
}

/// The hash, read as a fraction of 2^64, times `most`: a number below it, in the order of the hashes, without a division
/// (*range reduction*, Lemire 2019).
#[inline(always)]
#[must_use]
pub fn share(hash: u64, most: u64) -> u64 {
    product(hash, most).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn halves_make_the_same_product(x: u64, y: u64, few in 0u32..64) {
            prop_assert_eq!(by_halves(x, y), at_once(x, y));
            prop_assert_eq!(by_halves(x >> few, y), at_once(x >> few, y));
            prop_assert_eq!(by_halves(x, y >> few), at_once(x, y >> few));
        }
    }

    #[test]
    fn the_largest_words_do_not_overflow() {
        for x in [0, 1, u64::from(u32::MAX), 1 << 32, u64::MAX - 1, u64::MAX] {
            for y in [0, 1, u64::from(u32::MAX), 1 << 32, u64::MAX - 1, u64::MAX] {
                assert_eq!(by_halves(x, y), at_once(x, y), "{x} * {y}");
            }
        }
    }

    #[test]
    fn a_share_is_below_the_most() {
        assert_eq!([0, 1 << 63, u64::MAX].map(|hash| share(hash, 10)), [0, 5, 9]);
    }
}
