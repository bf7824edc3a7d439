//! Families' own faster ways to the answers of the generic searches ([`crate::search::auto::Shortcut`]).

pub mod blocks;
