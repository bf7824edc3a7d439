//! A board of pebbles in the smallest word that holds it.

use std::sync::Arc;

use super::shortcuts::FastPebbles;
use super::{Pebbles, bits};
use crate::any::Erased;
use crate::families::Shared;
use crate::packed::{Packed, Wide};
use crate::values::Values;

/// See [`Pebbles::new`], whose arguments are the values.
pub fn make(values: &Values) -> Result<Shared, String> {
    let neighbours: Vec<Vec<usize>> = values.get("neighbours")?;
    let (plates, pebbles): (Vec<u16>, Vec<u16>) = (values.get("plates")?, values.get("pebbles")?);
    let mut tokens = pebbles.clone();
    tokens.retain(|&token| token != 0);
    tokens.sort_unstable();
    tokens.dedup();
    let needed = bits(pebbles.len(), tokens.len());
    if needed <= <u64 as Packed>::BITS {
        Ok(quick(Pebbles::<u64>::new(&neighbours, &plates, &pebbles)?))
    } else if needed <= <u128 as Packed>::BITS {
        Ok(quick(Pebbles::<u128>::new(&neighbours, &plates, &pebbles)?))
    } else {
        Ok(quick(Pebbles::<Wide<16>>::new(&neighbours, &plates, &pebbles)?))
    }
}

fn quick<W: Packed>(puzzle: Pebbles<W>) -> Shared {
    Arc::new(Erased::new(puzzle, FastPebbles::default()))
}
