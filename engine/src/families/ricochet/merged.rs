//! The bound hU: the exact distance when all tiles have one colour.
//!
//! Why it never exceeds the true cost: forgetting the colours keeps every slide and turns every goal position
//! into a goal set of occupied cells, so that a solution remains one. It sees what h1 cannot, the tiles that
//! must first be brought somewhere to stop others, and where it is infinite no order of slides can help.
//!
//! ```text
//!   R . . . G #          One byte for each set of occupied cells, by its rank (see `ranks`): slides to
//!   . . # . . .    =>    the nearest goal set, filled level by level from the goal sets backwards.
//!   . Y . . . .
//! ```
//!
//! Why it is fast. There are no queues: sets seen, sets of this level and sets of the next are bits by rank.
//! Writing a move is setting one bit of a table small enough for the cache, without asking what was there;
//! what is new falls out of one pass over the words. Levels are walked in the order of ranks, in which
//! consecutive sets differ in their lowest cells only. While a level is small, its sets are expanded
//! backwards; once fewer sets are unseen, each of those looks for a slide into the level and stops at the
//! first (Beamer, Asanovic, Patterson 2012).

use super::Ricochet;
use super::goals::fill_spare;
use super::ranks::{Cursor, Ranks};
use super::rays::{DIRECTIONS, DOWN, LEFT, RIGHT, Rays, UP};
use crate::packed::{CellSet, Packed};
use crate::puzzle::DEAD_END;

/// Not reached yet; at the end: no goal set can be reached from here.
const UNSEEN: u8 = u8::MAX;

/// Distances from here on share this byte.
const FARTHEST: u8 = u8::MAX - 1;

/// Sets are bits, 64 to a word; the build may be cancelled after this many words, or goal sets.
const WORDS_BETWEEN_CHECKS: usize = 1 << 8;
const GOALS_BETWEEN_CHECKS: usize = 64 * WORDS_BETWEEN_CHECKS;
/// The same where next to nothing is done for a word, and for a set.
const SETTLED_BETWEEN_CHECKS: usize = 1 << 14;
const SETS_BETWEEN_CHECKS: usize = 1 << 22;

/// Distances of all sets of occupied cells of one board.
#[derive(Debug)]
pub struct MergedTable {
    ranks: Ranks,
    slides: Vec<u8>,
}

impl MergedTable {
    /// `None` where building would take more than `limit_bytes` ([`MergedTable::bytes_to_build`]), or once
    /// `cancelled` says so (it is asked every few thousand sets). The time is about that of visiting each of
    /// [`Ricochet::merged_sets`] with all its slides.
    pub fn build<W: Packed, C: CellSet>(
        puzzle: &Ricochet<W, C>,
        limit_bytes: u64,
        cancelled: impl FnMut() -> bool,
    ) -> Option<Self> {
        Self::build_to(puzzle, limit_bytes, FARTHEST, cancelled)
    }

    /// Distances above `farthest` become `farthest`.
    pub(super) fn build_to<W: Packed, C: CellSet>(
        puzzle: &Ricochet<W, C>,
        limit_bytes: u64,
        farthest: u8,
        cancelled: impl FnMut() -> bool,
    ) -> Option<Self> {
        if Self::bytes_to_build(puzzle.merged_sets()) > limit_bytes {
            return None;
        }
        let ranks = Ranks::new(puzzle.free, puzzle.tiles.count())?;
        let mut levels = Levels::new(&puzzle.rays, &ranks, farthest, cancelled)?;
        levels.mark_goals(puzzle)?;
        levels.fill()?;
        Some(Self { slides: levels.slides, ranks })
    }

    /// Bytes of memory that building a table of that many sets takes: a byte and three bits per set.
    #[must_use]
    pub fn bytes_to_build(sets: u64) -> u64 {
        sets.div_ceil(64).saturating_mul(64 + 3 * 8)
    }

    /// A lower bound on the slides from a set of as many free cells as the board has tiles to a goal:
    /// exact with all colours merged, as far as a byte goes. [`DEAD_END`]: no goal can be reached.
    #[inline]
    pub fn distance<C: CellSet>(&self, occupied: C) -> u32 {
        match self.slides[self.ranks.rank(occupied) as usize] {
            UNSEEN => DEAD_END,
            slides => u32::from(slides),
        }
    }

    /// Bytes of memory that the table takes once built.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.slides.len() as u64
    }
}

/// The breadth-first search backwards. Bits by rank are kept in words of 64.
struct Levels<'a, C, F> {
    rays: &'a Rays<C>,
    ranks: &'a Ranks,
    slides: Vec<u8>,
    seen: Vec<u64>,
    level: Vec<u64>,
    next: Vec<u64>,
    farthest: u8,
    cancelled: F,
}

impl<'a, C: CellSet, F: FnMut() -> bool> Levels<'a, C, F> {
    /// `None` if cancelled, as everywhere here.
    fn new(rays: &'a Rays<C>, ranks: &'a Ranks, farthest: u8, mut cancelled: F) -> Option<Self> {
        let sets = ranks.sets as usize;
        let none = vec![0; sets.div_ceil(64)];
        let mut seen = none.clone();
        if let Some(last) = seen.last_mut().filter(|_| !sets.is_multiple_of(64)) {
            *last = u64::MAX << (sets % 64);
        }
        let mut slides = Vec::with_capacity(sets);
        while slides.len() < sets {
            if cancelled() {
                return None;
            }
            slides.resize((slides.len() + SETS_BETWEEN_CHECKS).min(sets), UNSEEN);
        }
        Some(Self { rays, ranks, slides, seen, level: none.clone(), next: none, farthest, cancelled })
    }

    fn mark_goals<W: Packed>(&mut self, puzzle: &Ricochet<W, C>) -> Option<()> {
        let mut marked = 0usize;
        puzzle.goals.alternatives().iter().try_for_each(|alternative| {
            let spare = self.ranks.tiles - alternative.cells.count() as usize;
            let free = puzzle.free.minus(alternative.cells);
            fill_spare(vec![spare], vec![alternative.cells], free, |occupied| {
                mark(&mut self.next, self.ranks.rank(occupied[0]));
                marked += 1;
                (!marked.is_multiple_of(GOALS_BETWEEN_CHECKS) || !(self.cancelled)()).then_some(())
            })
        })
    }

    /// Fills the table from the goal sets, which are marked as the next level.
    fn fill(&mut self) -> Option<()> {
        let mut unseen = u64::from(self.ranks.sets);
        for level in 0..self.farthest {
            let found = self.settle(level)?;
            unseen -= found;
            if found == 0 || unseen == 0 {
                return Some(());
            }
            if found < unseen { self.push()? } else { self.pull()? }
        }
        self.close()
    }

    /// Makes the new ones of the next sets the level. Says how many there are.
    fn settle(&mut self, level: u8) -> Option<u64> {
        let mut found = 0;
        for (word, next) in self.next.iter_mut().enumerate() {
            if word.is_multiple_of(SETTLED_BETWEEN_CHECKS) && (self.cancelled)() {
                return None;
            }
            let new = *next & !self.seen[word];
            *next = 0;
            self.level[word] = new;
            self.seen[word] |= new;
            found += u64::from(new.count());
            for bit in new.cells() {
                self.slides[word * 64 + bit] = level;
            }
        }
        Some(found)
    }

    /// Expands the sets of the level backwards.
    fn push(&mut self) -> Option<()> {
        let mut cursor = Cursor::new(self.ranks);
        for word in 0..self.level.len() {
            if word.is_multiple_of(WORDS_BETWEEN_CHECKS) && (self.cancelled)() {
                return None;
            }
            for bit in self.level[word].cells() {
                cursor.seek((word * 64 + bit) as u32);
                for_each_source(&mut cursor, self.rays, |before| mark(&mut self.next, before));
            }
        }
        Some(())
    }

    /// Looks from each unseen set for a slide into the level.
    fn pull(&mut self) -> Option<()> {
        let mut cursor = Cursor::new(self.ranks);
        for word in 0..self.level.len() {
            if word.is_multiple_of(WORDS_BETWEEN_CHECKS) && (self.cancelled)() {
                return None;
            }
            for bit in (!self.seen[word]).cells() {
                cursor.seek((word * 64 + bit) as u32);
                let found = any_slide(&mut cursor, self.rays, |after| {
                    self.level[after as usize / 64].has(after as usize % 64)
                });
                self.next[word] |= u64::from(found) << bit;
            }
        }
        Some(())
    }

    /// Gives all sets beyond the last level its number; a stack replaces the levels.
    fn close(&mut self) -> Option<()> {
        self.settle(self.farthest)?;
        let mut cursor = Cursor::new(self.ranks);
        let (mut stack, mut popped): (Vec<u32>, usize) = (Vec::new(), 0);
        for word in 0..self.level.len() {
            if word.is_multiple_of(WORDS_BETWEEN_CHECKS) && (self.cancelled)() {
                return None;
            }
            stack.extend(self.level[word].cells().map(|bit| (word * 64 + bit) as u32));
            while let Some(rank) = stack.pop() {
                popped += 1;
                if popped.is_multiple_of(GOALS_BETWEEN_CHECKS) && (self.cancelled)() {
                    return None;
                }
                cursor.seek(rank);
                for_each_source(&mut cursor, self.rays, |before| {
                    let word = &mut self.seen[before as usize / 64];
                    if !word.has(before as usize % 64) {
                        *word = word.with(before as usize % 64);
                        self.slides[before as usize] = self.farthest;
                        stack.push(before);
                    }
                });
            }
        }
        Some(())
    }
}

#[inline(always)]
fn mark(bits: &mut [u64], rank: u32) {
    bits[rank as usize / 64] |= 1 << (rank % 64);
}

/// Visits the ranks of the sets from which one slide leads to the cursor's.
///
/// Tiles never pass another in their row, so that a slide to the left or right keeps the order of the tiles.
#[inline(always)]
fn for_each_source<C: CellSet>(cursor: &mut Cursor, rays: &Rays<C>, mut visit: impl FnMut(u32)) {
    let occupied: C = cursor.occupied();
    cursor.prepare();
    let below = |cell| occupied.count_below(cell) as usize;
    for direction in [LEFT, RIGHT] {
        for from in rays.all_sources(direction, occupied).cells() {
            let place = cursor.place(rays.met(from, direction, occupied));
            visit(cursor.after_along(place, from));
        }
    }
    for from in rays.all_sources(UP, occupied).cells() {
        let place = cursor.place(rays.met(from, UP, occupied));
        visit(cursor.after_up(place, below(from) - 1, from));
    }
    for from in rays.all_sources(DOWN, occupied).cells() {
        let place = cursor.place(rays.met(from, DOWN, occupied));
        visit(cursor.after_down(place, below(from), from));
    }
}

/// Whether there is a slide from the cursor's set to one whose rank `wanted` accepts.
#[inline(always)]
fn any_slide<C: CellSet>(cursor: &mut Cursor, rays: &Rays<C>, mut wanted: impl FnMut(u32) -> bool) -> bool {
    let occupied: C = cursor.occupied();
    cursor.prepare();
    for place in 0..cursor.tiles() {
        let cell = cursor.cell(place);
        let others = occupied.without(cell);
        for direction in 0..DIRECTIONS {
            if let Some(to) = rays.slide(cell, direction, occupied)
                && wanted(rank_after(cursor, place, others, direction, to))
            {
                return true;
            }
        }
    }
    false
}

/// The rank after the tile of `place` went in `direction` to `cell`. Tiles never pass another in their row,
/// so that a move to the left or right keeps the order of the occupied cells.
#[inline(always)]
fn rank_after<C: CellSet>(cursor: &Cursor, place: usize, others: C, direction: usize, cell: usize) -> u32 {
    match direction {
        LEFT | RIGHT => cursor.after_along(place, cell),
        UP => cursor.after_down(place, others.count_below(cell) as usize, cell),
        _ => cursor.after_up(place, others.count_below(cell) as usize, cell),
    }
}
