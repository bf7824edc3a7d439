//! Clew's engine: the fewest moves, how many optimal solutions there are, which moves are best now, and what the whole
//! puzzle looks like.
//!
//! One abstraction, [`puzzle::Puzzle`]; families in [`families`]; searches in [`search`]; maps in [`space`]. Pure:
//! no Python, no I/O.
// Denied, not forbidden: `prefetch` and `families::blocks::boxes::lanes` hold instructions that have no safe names.
#![deny(unsafe_code)]

pub mod any;
pub mod cells;
mod checksum;
pub mod chunks;
pub mod clock;
pub mod families;
pub mod kept;
pub mod laws;
pub mod layout;
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
pub mod search;
pub mod seen;
pub mod space;
pub mod stream;
pub mod trouble;
pub mod values;
pub mod watch;
pub mod ways;
pub mod whole;
