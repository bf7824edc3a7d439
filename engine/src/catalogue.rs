//! The families, each with the smallest types that hold a board: the one place where a word is chosen.

use std::sync::Arc;

use crate::any::{AnyPuzzle, Erased};
use crate::packed::{CellSet, Cells256, Packed, Wide};
use crate::puzzle::Puzzle;
use crate::puzzles::pebbles::{Pebbles, bits as pebble_bits};
use crate::puzzles::{blocks, coroutine::Coroutine, null::Null, ricochet, route::Route};
use crate::search::auto::NoShortcut;
use crate::search::shortcuts::blocks::AxisLayers;
use crate::search::shortcuts::pebbles::FastPebbles;
use crate::search::shortcuts::ricochet::Escalation;
use crate::space::boxes::ByBoxes;

/// A puzzle of any family, shared.
pub type Shared = Arc<dyn AnyPuzzle>;

fn shared<P: Puzzle + 'static>(puzzle: P) -> Shared {
    Arc::new(Erased::new(puzzle, NoShortcut))
}

/// See [`Null::new`].
pub fn null(start: u16, highest: u16) -> Result<Shared, String> {
    Ok(shared(Null::new(start, highest)?))
}

/// See [`Route::new`].
pub fn route(places: &[[i32; 2]], ways: &[(u16, u16, u32)], start: u16, goal: u16) -> Result<Shared, String> {
    Ok(shared(Route::new(places, ways, start, goal)?))
}

fn quick<W: Packed>(puzzle: Pebbles<W>) -> Shared {
    Arc::new(Erased::new(puzzle, FastPebbles::default()))
}

/// See [`pebbles::Pebbles::new`].
pub fn pebbles(neighbours: &[Vec<usize>], plates: &[u16], pebbles: &[u16]) -> Result<Shared, String> {
    let mut tokens = pebbles.to_vec();
    tokens.retain(|&token| token != 0);
    tokens.sort_unstable();
    tokens.dedup();
    let needed = pebble_bits(pebbles.len(), tokens.len());
    if needed <= <u64 as Packed>::BITS {
        Ok(quick(Pebbles::<u64>::new(neighbours, plates, pebbles)?))
    } else if needed <= <u128 as Packed>::BITS {
        Ok(quick(Pebbles::<u128>::new(neighbours, plates, pebbles)?))
    } else {
        Ok(quick(Pebbles::<Wide<16>>::new(neighbours, plates, pebbles)?))
    }
}

/// See [`blocks::Setup`].
pub fn blocks(setup: &blocks::Setup) -> Result<Shared, String> {
    let needs = setup.needs()?;
    if needs.cells > 64 || needs.bits > u128::BITS {
        return if setup.free {
            Ok(shared(blocks::Free::<Wide<8>, Cells256>::new(setup)?))
        } else {
            Ok(shared(blocks::Axis::<Wide<8>, Cells256>::new(setup)?))
        };
    }
    Ok(match (setup.free, needs.bits <= <u64 as Packed>::BITS) {
        (true, true) => shared(blocks::Free::<u64, u64>::new(setup)?),
        (true, false) => shared(blocks::Free::<u128, u64>::new(setup)?),
        (false, true) => {
            let puzzle = blocks::Axis::<u64, u64>::new(setup)?;
            let layers = AxisLayers::new(&puzzle);
            Arc::new(Erased::new(puzzle, layers).mapped_by(ByBoxes))
        }
        (false, false) => shared(blocks::Axis::<u128, u64>::new(setup)?),
    })
}

/// See [`ricochet::Setup`].
pub fn ricochet(setup: &ricochet::Setup) -> Result<Shared, String> {
    use ricochet::{Fit, Ricochet};
    Ok(match setup.fit()? {
        Fit::Word64Cells64 => sliding(Ricochet::<u64, u64>::new(setup)?),
        Fit::Word64Cells256 => sliding(Ricochet::<u64, Cells256>::new(setup)?),
        Fit::Word128Cells256 => sliding(Ricochet::<u128, Cells256>::new(setup)?),
        Fit::WideCells256 => sliding(Ricochet::<Wide<8>, Cells256>::new(setup)?),
    })
}

fn sliding<W: Packed, C: CellSet>(puzzle: ricochet::Ricochet<W, C>) -> Shared {
    Arc::new(Erased::new(puzzle, Escalation::default()))
}

/// See [`Coroutine::new`].
pub fn coroutine(
    rows: usize,
    columns: usize,
    squares: &[Vec<u8>],
    coins: [usize; 2],
    target: usize,
    steps: bool,
    own: bool,
) -> Result<Shared, String> {
    Ok(shared(Coroutine::new(rows, columns, squares, coins, target, steps, own)?))
}
