//! Families' own faster searches.

pub mod ricochet;
