//! The puzzle families, each in a file or a folder of its own with everything that knows it: its rule, its
//! bound, its packing, and faster ways of its own to the answers of the generic searches, which tests hold
//! equal to them.

use std::sync::Arc;

#[cfg(not(feature = "whole"))]
use crate::any::AnyPlayed;
#[cfg(feature = "whole")]
use crate::any::AnyPuzzle;
use crate::any::Erased;
use crate::puzzle::Puzzle;
use crate::search::auto::NoShortcut;
use crate::values::Values;

/// A puzzle of any family, shared.
#[cfg(feature = "whole")]
pub type Shared = Arc<dyn AnyPuzzle>;
/// A puzzle of any family, shared, of which only games are asked.
#[cfg(not(feature = "whole"))]
pub type Shared = Arc<dyn AnyPlayed>;

/// A puzzle without faster ways of its own.
pub fn shared<P: Puzzle + 'static>(puzzle: P) -> Shared {
    Arc::new(Erased::new(puzzle, NoShortcut))
}

macro_rules! families {
    ($($family:ident),* $(,)?) => {
        $(pub mod $family;)*

        /// The puzzle of a family with these values; `Err` says in words what is wrong with them.
        pub fn make(family: &str, values: &Values) -> Result<Shared, String> {
            match family {
                $(stringify!($family) => $family::make(values),)*
                _ => Err(format!(
                    "the engine has no family `{family}`: add it to `families!` in engine/src/families/mod.rs, \
                     then rebuild the engine with `make engine`"
                )),
            }
        }
    };
}

// Every family, one word each. `route` is not a puzzle for people: it finds ways through a world.
families!(blocks, coroutine, null, pebbles, puzzlescript, ricochet, route);
