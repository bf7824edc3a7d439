//! The list of puzzle families. Each has a file or a folder of its own with everything that knows it: its rule, its
//! bound, its packing, and faster algorithms for the answers of the generic searches, which tests compare.
// Denied, not forbidden: `blocks::boxes::lanes` holds instructions that have no safe names.
#![deny(unsafe_code)]

use crate::any::Shared;
use clew_core::values::Values;

pub mod any;
#[cfg(test)]
mod census_tests;
#[cfg(test)]
mod map_tests;

/// Whether rules may come with the board, and so fail on it ([`clew_core::trouble`]).
pub const RULES_COME_WITH_BOARDS: bool = cfg!(feature = "puzzlescript");

macro_rules! families {
    ($($family:ident $name:literal),* $(,)?) => {
        $(#[cfg(feature = $name)] pub mod $family;)*

        /// The puzzle of a family with these values; `Err` says in words what is wrong with them.
        pub fn make(family: &str, values: &Values) -> Result<Shared, String> {
            match family {
                $(#[cfg(feature = $name)] $name => $family::make(values),)*
                _ => Err(format!(
                    "the engine has no family `{family}`: add it to `families!` in engine/families/src/lib.rs, \
                     then rebuild the engine with `make engine`"
                )),
            }
        }
    };
}

// Every family, with its feature in Cargo.toml.
families!(
    blocks "blocks",
    coroutine "coroutine",
    null "null",
    pebbles "pebbles",
    puzzlescript "puzzlescript",
    ricochet "ricochet",
    sokoban "sokoban",
);
