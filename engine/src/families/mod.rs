//! The list of puzzle families. Each has a file or a folder of its own with everything that knows it: its rule, its
//! bound, its packing, and faster algorithms for the answers of the generic searches, which tests compare.

use crate::any::Shared;
use crate::values::Values;

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

// Every family, one word each.
families!(blocks, coroutine, null, pebbles, puzzlescript, ricochet);
