//! Families' own faster ways to the answers of the generic searches: one folder a family, one idea a file.
//! Each is a [`crate::search::auto::Shortcut`]; tests hold it against the generic search.

pub mod blocks;
pub mod pebbles;
pub mod ricochet;
