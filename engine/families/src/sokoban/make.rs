//! A board in the smallest types that hold it.

use super::board::Board;
use super::puzzle::{Metric, Sokoban, bits};
use super::setup::Setup;
use crate::any::{Shared, boxed};
use clew_core::packed::{Cells256, Cells4096, Wide, ladder};
use clew_core::values::Values;
use clew_core::whole::{TOO_LARGE, WHOLE};

/// See [`Setup`], whose fields are the values, and [`Metric`].
pub fn make(values: &Values) -> Result<Shared, String> {
    let setup = Setup {
        width: values.get("width")?,
        height: values.get("height")?,
        walls: values.get("walls")?,
        goals: values.get("goals")?,
        boxes: values.get("boxes")?,
        player: values.get("player")?,
    };
    let metric: usize = values.get("metric")?;
    let metric = *Metric::ALL.get(metric).ok_or_else(|| format!("metric {metric}; metrics are 0 to 3"))?;
    let board = Board::new(&setup)?;
    let few = board.squares() <= 256;
    Ok(match bits(&board) {
        ..=64 if few => boxed(Sokoban::<u64, Cells256>::new(board, &setup, metric)?),
        ..=512 if few && !WHOLE => boxed(Sokoban::<Wide<8>, Cells256>::new(board, &setup, metric)?),
        _ if !WHOLE => return Err(TOO_LARGE.to_owned()),
        needed @ ..=1024 if few => {
            ladder!(needed, W => boxed(Sokoban::<W, Cells256>::new(board, &setup, metric)?))
        }
        needed @ ..=1024 => ladder!(needed, W => boxed(Sokoban::<W, Cells4096>::new(board, &setup, metric)?)),
        needed => {
            return Err(format!(
                "{} boxes on {} cells: such a position takes {needed} bits, and at most 1,024 are supported",
                board.boxes,
                board.squares()
            ));
        }
    })
}
