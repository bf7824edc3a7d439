//! The puzzle families, one file or folder each.

pub mod blocks;
pub mod null;
pub mod ricochet;
