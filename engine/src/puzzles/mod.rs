//! The puzzle families, one file each.

pub mod blocks;
pub mod null;
