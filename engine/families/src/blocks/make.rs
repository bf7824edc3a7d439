//! A block board in the smallest types that hold it.

use std::sync::Arc;

use super::axis::Axis;
use super::free::Free;
use super::geometry::TABLE_SIDE;
use super::large::{self, Large};
use super::setup::{Metric, Setup};
use super::shortcuts::AxisLayers;
use crate::any::Erased;
use crate::any::{Shared, boxed, shared};
use clew_core::packed::{Cells256, Wide, ladder};
use clew_core::values::Values;
use clew_core::whole::{TOO_LARGE, WHOLE};

/// See [`Setup`], whose fields are the values; `metric` is its name.
pub fn make(values: &Values) -> Result<Shared, String> {
    let metric: String = values.get("metric")?;
    puzzle(&Setup {
        rows: values.get("rows")?,
        columns: values.get("columns")?,
        walls: values.get("walls")?,
        pieces: values.get("pieces")?,
        free: values.get("free")?,
        metric: Metric::named(&metric).ok_or_else(|| format!("there is no metric `{metric}`"))?,
        goals: values.get("goals")?,
    })
}

/// The puzzle of a board.
pub fn puzzle(setup: &Setup) -> Result<Shared, String> {
    if setup.rows.max(setup.columns) > TABLE_SIDE {
        if !WHOLE {
            return Err(TOO_LARGE.to_owned());
        }
        let needed = large::bits(setup)?;
        return Ok(ladder!(needed, W => boxed(Large::<W>::new(setup)?)));
    }
    let needs = setup.needs()?;
    Ok(match (setup.free, needs.cells, needs.bits) {
        (true, ..=64, ..=64) => shared(Free::<u64, u64>::new(setup)?),
        (false, ..=64, ..=64) => {
            let puzzle = Axis::<u64, u64>::new(setup)?;
            let layers = AxisLayers::new(&puzzle);
            Arc::new(Erased::new(puzzle, layers))
        }
        (true, ..=64, ..=128) if WHOLE => shared(Free::<u128, u64>::new(setup)?),
        (false, ..=64, ..=128) if WHOLE => shared(Axis::<u128, u64>::new(setup)?),
        (true, ..) if WHOLE => ladder!(needs.bits, W => boxed(Free::<W, Cells256>::new(setup)?)),
        (false, ..) if WHOLE => ladder!(needs.bits, W => boxed(Axis::<W, Cells256>::new(setup)?)),
        (true, ..) => shared(Free::<Wide<8>, Cells256>::new(setup)?),
        (false, ..) => shared(Axis::<Wide<8>, Cells256>::new(setup)?),
    })
}
