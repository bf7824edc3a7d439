//! What everything in Clew's engine builds on: the abstraction of a [`puzzle`], states as [`packed`] words, the set of
//! visited states ([`seen`]), limits ([`watch`]), and small algorithms. No Python, no I/O.
// Denied, not forbidden: `prefetch` holds an instruction that has no safe name.
#![deny(unsafe_code)]

pub mod cells;
pub mod checksum;
pub mod chunks;
pub mod clock;
pub mod kept;
pub mod matching;
pub mod memory;
pub mod ordering;
pub mod outside;
pub mod packed;
pub mod prefetch;
pub mod products;
pub mod puzzle;
pub mod quiet;
pub mod ranks;
pub mod seen;
pub mod stream;
pub mod trouble;
pub mod values;
pub mod watch;
pub mod whole;

/// The random boards of a property: as many as `PROPTEST_CASES` says, else `usual` (`make test-many`).
#[must_use]
pub fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|many| many.parse().ok()).unwrap_or(usual)
}
