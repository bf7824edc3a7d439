//! Pseudorandom numbers from a seed: SplitMix64 (Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number
//! Generators").

use clew_core::products::share;

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `most`, all equally likely but for a part in 2^64 / `most`.
    pub fn below(&mut self, most: u64) -> u64 {
        share(self.bits(), most)
    }

    /// A number from -1 to 1.
    pub fn either_side(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u32 << 23) as f32 - 1.0
    }

    /// The numbers below `count` in any order, all orders equally likely (Fisher and Yates).
    pub fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, self.below(last as u64 + 1) as usize);
        }
        order
    }
}
