//! The puzzle families, one file or folder each.

pub mod blocks;
pub mod coroutine;
pub mod null;
pub mod pebbles;
pub mod ricochet;
pub mod route;
