//! A ricochet board in the smallest types that hold it.

use std::sync::Arc;

use super::setup::Setup;
use super::shortcuts::Escalation;
use super::{Ricochet, robots};
use crate::any::Erased;
use crate::any::{Shared, boxed};
use clew_core::packed::{CellSet, Cells256, Cells1024, Cells4096, Packed, Wide, ladder};
use clew_core::values::Values;
use clew_core::whole::{TOO_LARGE, WHOLE};

/// See [`Setup`], whose fields are the values.
pub fn make(values: &Values) -> Result<Shared, String> {
    let setup = Setup {
        rows: values.get("rows")?,
        columns: values.get("columns")?,
        blocked: values.get("blocked")?,
        walls: values.get("walls")?,
        colours: values.get("colours")?,
        tiles: values.get("tiles")?,
        goals: values.get("goals")?,
        open: values.get("open")?,
    };
    if let Some(robots) = robots::make(&setup, values)? {
        return Ok(robots);
    }
    Ok(match setup.needs()? {
        (64, ..=64) if WHOLE => sliding(Ricochet::<u64, u64>::new(&setup)?),
        (64, ..=256) => sliding(Ricochet::<u64, Cells256>::new(&setup)?),
        (128, ..=256) if WHOLE => sliding(Ricochet::<u128, Cells256>::new(&setup)?),
        (..=256, ..=256) if WHOLE => sliding(Ricochet::<Wide<4>, Cells256>::new(&setup)?),
        (_, ..=256) if !WHOLE => sliding(Ricochet::<Wide<8>, Cells256>::new(&setup)?),
        _ if !WHOLE => return Err(TOO_LARGE.to_owned()),
        (64, ..=1024) => sliding(Ricochet::<u64, Cells1024>::new(&setup)?),
        (bits, _) => ladder!(bits, W => boxed(Ricochet::<W, Cells4096>::new(&setup)?)),
    })
}

fn sliding<W: Packed, C: CellSet>(puzzle: Ricochet<W, C>) -> Shared {
    Arc::new(Erased::new(puzzle, Escalation::default()))
}
