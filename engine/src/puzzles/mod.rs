//! The puzzle families, one file each.

pub mod null;
pub mod pebbles;
