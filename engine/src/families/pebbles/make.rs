//! A board of pebbles in the smallest word that holds it.

use std::sync::Arc;

use super::shortcuts::FastPebbles;
use super::slides::{SlideCensus, Slides};
use super::large::LargePebbles;
use super::board::{MAX_CELLS, Pebbles, bits};
use crate::any::Erased;
use crate::whole::{TOO_LARGE, WHOLE};
use crate::any::{Shared, boxed};
use crate::ladder;
use crate::packed::{Packed, Wide};
use crate::values::Values;

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
            ..=1024 => ladder!(needed, W => boxed(LargePebbles::<W>::new(&neighbours, &plates, &pebbles, columns)?)),
            _ => boxed(LargePebbles::<Wide<128>>::new(&neighbours, &plates, &pebbles, columns)?),
        });
    }
    if needed <= <u64 as Packed>::BITS {
        shared(Pebbles::<u64>::new(&neighbours, &plates, &pebbles)?, columns)
    } else if WHOLE && needed <= <u128 as Packed>::BITS {
        shared(Pebbles::<u128>::new(&neighbours, &plates, &pebbles)?, columns)
    } else if WHOLE && needed <= <Wide<3> as Packed>::BITS {
        shared(Pebbles::<Wide<3>>::new(&neighbours, &plates, &pebbles)?, columns)
    } else if WHOLE && needed <= <Wide<4> as Packed>::BITS {
        shared(Pebbles::<Wide<4>>::new(&neighbours, &plates, &pebbles)?, columns)
    } else if WHOLE && needed <= <Wide<8> as Packed>::BITS {
        shared(Pebbles::<Wide<8>>::new(&neighbours, &plates, &pebbles)?, columns)
    } else {
        shared(Pebbles::<Wide<16>>::new(&neighbours, &plates, &pebbles)?, columns)
    }
}

fn shared<W: Packed>(board: Pebbles<W>, columns: usize) -> Result<Shared, String> {
    Ok(match columns {
        0 => Arc::new(Erased::new(board, FastPebbles::default())),
        _ => Arc::new(Erased::new(Slides::new(board, columns)?, SlideCensus)),
    })
}
