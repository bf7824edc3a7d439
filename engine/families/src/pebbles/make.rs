//! A board of pebbles in the smallest word that holds it.

use std::sync::Arc;

use super::board::{MAX_CELLS, Pebbles, bits};
use super::large::LargePebbles;
use super::shortcuts::FastPebbles;
use super::slides::{SlideCensus, Slides};
use crate::any::Erased;
use crate::any::{Shared, boxed};
use clew_core::packed::{Packed, Wide, ladder};
use clew_core::values::Values;
use clew_core::whole::{TOO_LARGE, WHOLE};

/// See [`Pebbles::new`], whose arguments are the values. `columns`: those of a grid on which lines are pushed, or 0 where
/// a move takes one pebble.
pub fn make(values: &Values) -> Result<Shared, String> {
    let neighbours: Vec<Vec<usize>> = values.get("neighbours")?;
    let (plates, pebbles): (Vec<u16>, Vec<u16>) = (values.get("plates")?, values.get("pebbles")?);
    let columns: usize = values.get("columns")?;
    let mut tokens = pebbles.clone();
    tokens.retain(|&token| token != 0);
    tokens.sort_unstable();
    tokens.dedup();
    let needed = bits(pebbles.len(), tokens.len());
    if pebbles.len() > MAX_CELLS {
        if !WHOLE {
            return Err(TOO_LARGE.to_owned());
        }
        return Ok(match needed {
            ..=1024 => {
                ladder!(needed, W => boxed(LargePebbles::<W>::new(&neighbours, &plates, &pebbles, columns)?))
            }
            _ => boxed(LargePebbles::<Wide<128>>::new(&neighbours, &plates, &pebbles, columns)?),
        });
    }
    macro_rules! board {
        ($word:ty) => {
            Pebbles::<$word>::new(&neighbours, &plates, &pebbles)?
        };
    }
    Ok(match (columns, needed) {
        (0, ..=64) => single(board!(u64)),
        (0, ..=128) if WHOLE => single(board!(u128)),
        (0, ..=192) if WHOLE => single(board!(Wide<3>)),
        (0, ..=256) if WHOLE => single(board!(Wide<4>)),
        (0, ..=512) if WHOLE => single(board!(Wide<8>)),
        (0, _) => single(board!(Wide<16>)),
        (_, ..=64) => lines(board!(u64), columns)?,
        (_, ..=128) if WHOLE => lines(board!(u128), columns)?,
        (_, _) if WHOLE => ladder!(needed, W => boxed(Slides::new(board!(W), columns)?)),
        (_, _) => lines(board!(Wide<16>), columns)?,
    })
}

/// A move takes one pebble.
fn single<W: Packed>(board: Pebbles<W>) -> Shared {
    Arc::new(Erased::new(board, FastPebbles::default()))
}

/// A move pushes a line.
fn lines<W: Packed>(board: Pebbles<W>, columns: usize) -> Result<Shared, String> {
    Ok(Arc::new(Erased::new(Slides::new(board, columns)?, SlideCensus)))
}
