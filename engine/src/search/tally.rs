//! Numbers of solutions: machine integers while they suffice, big ones from the first overflow on.

use num_bigint::BigUint;

/// A number of solutions.
pub trait Tally: Clone + Default + Send + Sync {
    fn one() -> Self;
    /// The sum, or `None` if it does not fit.
    fn plus(self, other: &Self) -> Option<Self>;
    /// The product, or `None` if it does not fit.
    fn times(&self, other: &Self) -> Option<Self>;
    fn big(&self) -> BigUint;
}

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
}
