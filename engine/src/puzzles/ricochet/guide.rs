//! The bounds, made fast for searches that ask for them at every state they generate.
//!
//! h1 is a sum over colours, and what a colour adds depends on its own tiles alone. These are neighbouring
//! fields of the state, so that their bits together, as they stand, are an index:
//!
//! ```text
//!   state   | Y Y | R R | G | B |        memo of R: 2 tiles of 6 bits, 4096 entries
//!                  `---' 12 bits  ---->  what R adds, worked out when first asked for
//! ```
//!
//! A bound is then one look-up a colour, without reading a tile. Colours of too many tiles for a memo are
//! matched anew each time.
//!
//! The same bound serves backwards. A run is the same from either end, so that the cheapest matching of a
//! state's tiles to the cells of the start never exceeds the slides from the start to that state.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use super::bound::{Bound, NEVER};
use super::goals::Alternative;
use super::{MergedTable, Ricochet};
use crate::packed::{CellSet, Packed};
use crate::puzzle::DEAD_END;

/// Bits of the tiles of a colour up to which there is a memo: three tiles on 64 cells, half a megabyte.
const MEMO_BITS: u32 = 18;

/// Lower bounds for one target: the goals, or one position.
pub struct Guide<'a, W, C> {
    puzzle: &'a Ricochet<W, C>,
    bound: Bound,
    /// For each demand of `bound`.
    memos: Vec<Option<Memo>>,
    merged: Option<Arc<MergedTable>>,
}

/// What the tiles of one colour add, by the bits of their fields; plus 1, so that 0 is "not known yet".
/// Threads may work out an entry twice, and find the same.
struct Memo {
    shift: u32,
    width: u32,
    known: Vec<AtomicU16>,
}

impl Memo {
    #[inline(always)]
    fn get<W: Packed>(&self, state: W, find: impl FnOnce() -> u16) -> u16 {
        let entry = &self.known[state.field(self.shift, self.width) as usize];
        match entry.load(Ordering::Relaxed) {
            0 => {
                let cost = find();
                entry.store(cost.saturating_add(1), Ordering::Relaxed);
                cost
            }
            NEVER => NEVER,
            known => known - 1,
        }
    }
}

impl<'a, W: Packed, C: CellSet> Guide<'a, W, C> {
    pub(super) fn new(
        puzzle: &'a Ricochet<W, C>,
        alternatives: &[Alternative<C>],
        merged: Option<Arc<MergedTable>>,
    ) -> Self {
        let bound = Bound::new(alternatives, &puzzle.rays, puzzle.tiles.groups().len(), puzzle.cells);
        let memo = |group| {
            let (shift, width) = puzzle.tiles.bits_of(group, MEMO_BITS)?;
            Some(Memo { shift, width, known: (0..1 << width).map(|_| AtomicU16::new(0)).collect() })
        };
        let memos = bound.demands().unwrap_or_default().iter().map(|demand| memo(demand.group)).collect();
        Self { puzzle, bound, memos, merged }
    }

    /// From now on the table of merged distances is looked at too. For a guide to the goals.
    pub fn join(&mut self, table: Arc<MergedTable>) {
        self.merged = Some(table);
    }

    /// A lower bound on the slides between a state and the target, [`DEAD_END`] where there is no way. The
    /// table is looked at only where the colours alone do not already ask for more than `most`.
    #[inline(always)]
    pub fn least(&self, state: W, most: u32) -> u32 {
        let lone = self.lone(state);
        match &self.merged {
            Some(table) if lone <= most => {
                lone.max(table.distance(self.puzzle.tiles.read(state).occupied::<C>()))
            }
            _ => lone,
        }
    }

    /// [`Guide::least`] without the table.
    #[inline(always)]
    pub fn lone(&self, state: W) -> u32 {
        let tiles = &self.puzzle.tiles;
        let Some(demands) = self.bound.demands() else {
            return self.bound.of(tiles, &tiles.read(state));
        };
        let mut sum = 0;
        for (demand, memo) in demands.iter().zip(&self.memos) {
            let find = || demand.cost(0, &tiles.read(state).cells()[tiles.fields_of(demand.group)])[0];
            let cost = match memo {
                Some(memo) => memo.get(state, find),
                None => find(),
            };
            if cost == NEVER {
                return DEAD_END;
            }
            sum += u32::from(cost);
        }
        sum
    }
}
