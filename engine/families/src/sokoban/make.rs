//! A board in the smallest types that hold it.

use std::sync::Arc;

use super::board::SokobanBoard;
use super::distances::Distances;
use super::puzzle::{Metric, Sokoban, bits};
use super::setup::Setup;
use super::shortcuts::FastSokoban;
use super::tour::Tour;
#[cfg(not(feature = "whole"))]
use crate::any::Erased;
use crate::any::Shared;
#[cfg(feature = "whole")]
use crate::any::boxed_with as held;
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
    let board = Arc::new(SokobanBoard::new(&setup)?);
    let distances = Arc::new(Distances::new(&board));
    let few = board.squares() <= 256;
    let tour = (metric != Metric::Pushes).then(|| Arc::new(Tour::new(&board, &distances)));
    macro_rules! sized {
        ($word:ty, $set:ty) => {{
            let ways = FastSokoban::new(&board, &distances, tour.clone(), metric);
            held(Sokoban::<$word, $set>::new(board, distances, tour, &setup, metric)?, ways)
        }};
    }
    Ok(match bits(&board) {
        ..=64 if few => sized!(u64, Cells256),
        ..=512 if few && !WHOLE => sized!(Wide<8>, Cells256),
        _ if !WHOLE => return Err(TOO_LARGE.to_owned()),
        needed @ ..=1024 if few => {
            ladder!(needed, W => sized!(W, Cells256))
        }
        needed @ ..=1024 => ladder!(needed, W => sized!(W, Cells4096)),
        needed => {
            return Err(format!(
                "{} boxes on {} cells: such a position takes {needed} bits, and at most 1,024 are supported",
                board.boxes,
                board.squares()
            ));
        }
    })
}

/// In a page there are few widths, and no puzzles behind a box: what a box asks of the rules is left out there.
#[cfg(not(feature = "whole"))]
fn held<P: clew_core::puzzle::Puzzle + 'static>(puzzle: P, ways: FastSokoban) -> Shared {
    Arc::new(Erased::new(puzzle, ways))
}
