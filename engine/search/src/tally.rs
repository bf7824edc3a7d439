//! Numbers of solutions: machine integers while they suffice, big integers after the first overflow.

use num_bigint::BigUint;

/// A number of solutions.
pub trait Tally: Clone + Default + Send + Sync {
    fn one() -> Self;
    /// The sum, or `None` if it does not fit.
    fn plus(self, other: &Self) -> Option<Self>;
    /// The product, or `None` if it does not fit.
    fn times(&self, other: &Self) -> Option<Self>;
    fn big(&self) -> BigUint;
    /// Bytes that it holds, with what the allocator adds.
    fn bytes(&self) -> usize;
}

/// Bytes that an allocator adds to a block.
const BESIDE: usize = 16;

impl Tally for u64 {
    fn one() -> Self {
        1
    }
    fn plus(self, other: &Self) -> Option<Self> {
        self.checked_add(*other)
    }
    fn times(&self, other: &Self) -> Option<Self> {
        self.checked_mul(*other)
    }
    fn big(&self) -> BigUint {
        BigUint::from(*self)
    }
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

impl Tally for BigUint {
    fn one() -> Self {
        BigUint::from(1u32)
    }
    fn plus(self, other: &Self) -> Option<Self> {
        Some(self + other)
    }
    fn times(&self, other: &Self) -> Option<Self> {
        Some(self * other)
    }
    fn big(&self) -> BigUint {
        self.clone()
    }
    // A sum may have been given room for a digit or two more than it needs.
    fn bytes(&self) -> usize {
        size_of::<Self>() + BESIDE + 8 * (self.bits() as usize).div_ceil(64).next_power_of_two().max(4)
    }
}
