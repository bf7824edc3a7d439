//! A board with these rules in the smallest types that hold it.

use super::{Extras, Robots, Turn};
use crate::any::{Shared, boxed, shared};
use crate::ricochet::robots::paths::Diagonal;
use crate::ricochet::setup::Setup;
use crate::ricochet::tiles::Tiles;
use clew_core::packed::{Cells256, Cells4096, ladder};
use clew_core::values::Values;
use clew_core::whole::{TOO_LARGE, WHOLE};

/// The board, if its values ask for any of these rules. `diagonals`: cell, 1 for rising or 0, and the colour that passes
/// or -1. `must_turn`: nothing, or the target's colour and the number of its turn.
pub fn make(setup: &Setup, values: &Values) -> Result<Option<Shared>, String> {
    let diagonals: Vec<(u16, u8, i32)> = values.get("diagonals")?;
    let must_turn: Vec<u32> = values.get("must_turn")?;
    let must_turn = match must_turn[..] {
        [] => None,
        [colour, turn] => Some((colour, turn)),
        _ => return Err("`must_turn` is a colour and a turn, or nothing".to_owned()),
    };
    if diagonals.is_empty() && must_turn.is_none() {
        return Ok(None);
    }
    let diagonals = diagonals.into_iter().map(|(cell, rising, colour)| Diagonal {
        cell,
        rising: rising == 1,
        colour: u32::try_from(colour).ok(),
    });
    let extras = Extras { diagonals: diagonals.collect(), must_turn };
    let cells = setup.size()?;
    let bits = Tiles::with_number(cells, &setup.colours, Turn::VALUES as usize).bits();
    Ok(Some(match (bits, cells) {
        (64, ..=256) if WHOLE => shared(Robots::<u64, Cells256>::new(setup, &extras)?),
        (64 | 128, ..=256) => shared(Robots::<u128, Cells256>::new(setup, &extras)?),
        _ if !WHOLE => return Err(TOO_LARGE.to_owned()),
        _ => ladder!(bits, W => boxed(Robots::<W, Cells4096>::new(setup, &extras)?)),
    }))
}
