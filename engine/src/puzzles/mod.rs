//! The puzzle families, one file or folder each.

pub mod null;
pub mod ricochet;
