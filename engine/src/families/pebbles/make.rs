//! A board of pebbles in the smallest word that holds it.

use std::sync::Arc;

use super::shortcuts::FastPebbles;
use super::slides::{SlideCensus, Slides};
use super::large::LargePebbles;
use super::board::{MAX_CELLS, Pebbles, bits};
use crate::any::Erased;
use crate::whole::{TOO_LARGE, WHOLE};
use crate::any::{Shared, shared as generic};
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
        return if needed <= <Wide<16> as Packed>::BITS {
            Ok(generic(LargePebbles::<Wide<16>>::new(&neighbours, &plates, &pebbles, columns)?))
        } else {
            Ok(generic(LargePebbles::<Wide<74>>::new(&neighbours, &plates, &pebbles, columns)?))
        };
    }
    if needed <= <u64 as Packed>::BITS {
        shared(Pebbles::<u64>::new(&neighbours, &plates, &pebbles)?, columns)
    } else if WHOLE && needed <= <u128 as Packed>::BITS {
        shared(Pebbles::<u128>::new(&neighbours, &plates, &pebbles)?, columns)
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
