//! A ricochet board in the smallest types that hold it.

use std::sync::Arc;

use super::shortcuts::Escalation;
use super::setup::{Fit, Setup};
use super::{Ricochet, robots};
use crate::any::Erased;
use crate::whole::{TOO_LARGE, WHOLE};
use crate::any::Shared;
use crate::packed::{CellSet, Cells256, Cells1024, Cells4096, Packed, Wide};
use crate::values::Values;

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
    Ok(match setup.fit()? {
        Fit::Word64Cells64 if WHOLE => sliding(Ricochet::<u64, u64>::new(&setup)?),
        Fit::Word64Cells64 | Fit::Word64Cells256 => sliding(Ricochet::<u64, Cells256>::new(&setup)?),
        Fit::Word128Cells256 if WHOLE => sliding(Ricochet::<u128, Cells256>::new(&setup)?),
        Fit::Word128Cells256 | Fit::WideCells256 => sliding(Ricochet::<Wide<8>, Cells256>::new(&setup)?),
        _ if !WHOLE => return Err(TOO_LARGE.to_owned()),
        Fit::Word64Cells1024 => sliding(Ricochet::<u64, Cells1024>::new(&setup)?),
        Fit::Word64Cells4096 => sliding(Ricochet::<u64, Cells4096>::new(&setup)?),
        Fit::Word128Cells4096 => sliding(Ricochet::<u128, Cells4096>::new(&setup)?),
        Fit::WideCells4096 => sliding(Ricochet::<Wide<13>, Cells4096>::new(&setup)?),
    })
}

fn sliding<W: Packed, C: CellSet>(puzzle: Ricochet<W, C>) -> Shared {
    Arc::new(Erased::new(puzzle, Escalation::default()))
}
