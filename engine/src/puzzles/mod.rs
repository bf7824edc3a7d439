//! The puzzle families, one file each.

pub mod coroutine;
pub mod null;
pub mod pebbles;
