//! The bounds with their answers cached, for searches that need them at every state they generate.
//!
//! h1 is a sum over colours, and what a colour adds depends on its own tiles alone. These are neighbouring
//! fields of the state, so that their bits together, as they stand, are an index:
//!
//! ```text
//!   state   | Y Y | R R | G | B |        memo of R: 2 tiles of 6 bits, 4096 entries
//!                  `---' 12 bits  ---->  what R adds, worked out when first asked for
//! ```
//!
//! A bound is then one look-up per colour, without reading a tile. Colours of more tiles have a table of recent
//! answers instead, each with the bits it belongs to: a slide moves one colour, so that the others are found
//! as the state before left them, and colours come back to the same cells far more often than whole states.
//! Memory for them takes a tenth of a millisecond to set up, as long as many a search: until that pays off, each answer
//! is computed.
//!
//! The same bound serves backwards. A run is the same from either end, so that the cheapest matching of a
//! state's tiles to the cells of the start never exceeds the slides from the start to that state.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

use super::Ricochet;
use super::bound::{Bound, NEVER};
use clew_core::packed::{CellSet, Packed};
use clew_core::puzzle::DEAD_END;

/// Bits of the tiles of a colour up to which all answers are kept: three tiles on 64 cells, half a megabyte.
const WHOLE_BITS: u32 = 18;
/// Bits up to which recent answers are kept: what leaves room for an answer in 64 bits.
const RECENT_BITS: u32 = 48;
/// Recent answers of a colour.
const RECENT: usize = 1 << 15;
/// Answers are cached after this many calls: before that, setting up the memory would not pay off.
const WORTH_KEEPING: u32 = 1 << 17;

/// Lower bounds for one target: the goals, or one position.
pub struct CachedBound<'a, W, C> {
    puzzle: &'a Ricochet<W, C>,
    bound: Cow<'a, Bound>,
    /// For each demand of `bound`.
    memos: OnceLock<Vec<Option<Memo>>>,
    /// How often the bound was computed before answers were cached.
    asked: AtomicU32,
}

/// What the tiles of one colour add, by the bits of their fields; plus 1, so that 0 is "not known yet".
/// Threads may work out an entry twice, and find the same.
struct Memo {
    shift: u32,
    width: u32,
    known: Known,
}

enum Known {
    Whole(Vec<AtomicU16>),
    /// The bits, and below them the answer.
    Recent(Vec<AtomicU64>),
}

impl Memo {
    fn new((shift, width): (u32, u32)) -> Self {
        let known = if width <= WHOLE_BITS {
            Known::Whole((0..1 << width).map(|_| AtomicU16::new(0)).collect())
        } else {
            Known::Recent((0..RECENT).map(|_| AtomicU64::new(0)).collect())
        };
        Self { shift, width, known }
    }

    #[inline(always)]
    fn get<W: Packed>(&self, state: W, find: impl FnOnce() -> u16) -> u16 {
        match &self.known {
            Known::Whole(known) => {
                let entry = &known[state.field(self.shift, self.width) as usize];
                let held = entry.load(Ordering::Relaxed);
                if held != 0 {
                    plain(held)
                } else {
                    stored(find(), |kept| entry.store(kept, Ordering::Relaxed))
                }
            }
            Known::Recent(known) => {
                let bits = self.bits(state);
                let entry = &known[bits.hash() as usize % RECENT];
                let held = entry.load(Ordering::Relaxed);
                if held != 0 && held >> 16 == bits {
                    plain(held as u16)
                } else {
                    stored(find(), |kept| entry.store(bits << 16 | u64::from(kept), Ordering::Relaxed))
                }
            }
        }
    }

    /// The fields of the colour, which are more than 32 bits at times.
    #[inline(always)]
    fn bits<W: Packed>(&self, state: W) -> u64 {
        let low = self.width.min(32);
        let high = if self.width > 32 { state.field(self.shift + 32, self.width - 32) } else { 0 };
        u64::from(state.field(self.shift, low)) | u64::from(high) << 32
    }
}

#[inline(always)]
fn plain(kept: u16) -> u16 {
    if kept == NEVER { NEVER } else { kept - 1 }
}

#[inline(always)]
fn stored(cost: u16, keep: impl FnOnce(u16)) -> u16 {
    keep(cost.saturating_add(1));
    cost
}

impl<'a, W: Packed, C: CellSet> CachedBound<'a, W, C> {
    pub(super) fn new(puzzle: &'a Ricochet<W, C>, bound: Cow<'a, Bound>) -> Self {
        Self { puzzle, bound, memos: OnceLock::new(), asked: AtomicU32::new(0) }
    }

    /// Keeps answers from now on.
    #[cold]
    fn keep(&self) {
        let memo = |group| self.puzzle.tiles.bits_of(group, RECENT_BITS).map(Memo::new);
        let demands = self.bound.demands().unwrap_or_default().iter();
        self.memos.get_or_init(|| demands.map(|demand| memo(demand.group)).collect());
    }

    /// A lower bound on the slides between a state and the target, [`DEAD_END`] where there is no way.
    #[inline(always)]
    pub fn least(&self, state: W) -> u32 {
        let tiles = &self.puzzle.tiles;
        let (Some(demands), Some(memos)) = (self.bound.demands(), self.memos.get()) else {
            // Threads may miss each other's counts: caching then starts later.
            let asked = self.asked.load(Ordering::Relaxed).wrapping_add(1);
            self.asked.store(asked, Ordering::Relaxed);
            if asked == WORTH_KEEPING {
                self.keep();
            }
            return self.bound.of(tiles, &tiles.read(state));
        };
        let mut sum = 0;
        for (demand, memo) in demands.iter().zip(memos) {
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
