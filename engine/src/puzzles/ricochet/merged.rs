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
//! Why it is fast. There is no queue: a level is the bytes that hold its number, found by scanning the table
//! a cache line at a time, in the order of ranks, in which consecutive sets differ in their lowest cells
//! only. While a level is smaller than what is still unseen, its sets are expanded backwards; afterwards each
//! unseen set looks for a slide into the level, and stops at the first (Beamer, Asanovic, Patterson 2012).

use super::Ricochet;
use super::goals::fill_spare;
use super::ranks::{Cursor, Ranks};
use super::rays::{DIRECTIONS, Rays};
use crate::packed::{CellSet, Packed};
use crate::puzzle::DEAD_END;

/// "Not reached", and in the end: no goal set can be reached from here.
const UNSEEN: u8 = u8::MAX;

/// Distances from here on share this byte.
const FARTHEST: u8 = u8::MAX - 1;

/// Bytes looked at together when scanning for a level; between them the build may be cancelled.
const LINE: usize = 64;
const LINES_BETWEEN_CHECKS: usize = 1 << 10;

/// Distances of all sets of occupied cells of one board.
#[derive(Debug)]
pub struct MergedTable {
    ranks: Ranks,
    slides: Vec<u8>,
}

impl MergedTable {
    /// `None` where the table would need more than `limit_bytes`, or once `cancelled` says so (it is asked
    /// every few thousand sets). The time is about that of visiting each of
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
        if puzzle.merged_sets() > limit_bytes {
            return None;
        }
        let ranks = Ranks::new(puzzle.free, puzzle.tiles.count())?;
        let mut slides = vec![UNSEEN; ranks.sets as usize];
        let seen = mark_goals(puzzle, &ranks, &mut slides);
        let mut levels =
            Levels { rays: &puzzle.rays, ranks: &ranks, slides: &mut slides, farthest, cancelled };
        levels.fill(seen)?;
        Some(Self { ranks, slides })
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

    /// Bytes of memory that the table takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.slides.len() as u64
    }
}

/// Sets the distance of every goal set to 0, and says how many there are.
fn mark_goals<W: Packed, C: CellSet>(puzzle: &Ricochet<W, C>, ranks: &Ranks, slides: &mut [u8]) -> u64 {
    let mut goals = 0;
    for alternative in puzzle.goals.alternatives() {
        let spare = ranks.tiles - alternative.cells.count() as usize;
        let free = puzzle.free.minus(alternative.cells);
        fill_spare(vec![spare], vec![alternative.cells], free, |occupied| {
            let byte = &mut slides[ranks.rank(occupied[0]) as usize];
            goals += u64::from(*byte != 0);
            *byte = 0;
        });
    }
    goals
}

/// The breadth-first search backwards.
struct Levels<'a, C, F> {
    rays: &'a Rays<C>,
    ranks: &'a Ranks,
    slides: &'a mut [u8],
    farthest: u8,
    cancelled: F,
}

impl<C: CellSet, F: FnMut() -> bool> Levels<'_, C, F> {
    /// Fills the table, in which `found` goal sets are marked. `None` if cancelled.
    fn fill(&mut self, mut found: u64) -> Option<()> {
        let mut unseen = self.slides.len() as u64 - found;
        let mut level = 0;
        while found > 0 && unseen > 0 && level < self.farthest {
            found = if found < unseen { self.push(level)? } else { self.pull(level)? };
            unseen -= found;
            level += 1;
        }
        if found > 0 && unseen > 0 { self.close() } else { Some(()) }
    }

    /// Expands the sets of a level backwards. Says how many are new.
    fn push(&mut self, level: u8) -> Option<u64> {
        let mut cursor = Cursor::new(self.ranks);
        let mut new = 0;
        self.scan(level, |levels, rank| {
            cursor.seek(rank);
            for_each_source(&mut cursor, levels.rays, |before| {
                let byte = &mut levels.slides[before as usize];
                new += u64::from(*byte == UNSEEN);
                // Without a branch, which could not be predicted.
                *byte = (*byte).min(level + 1);
            });
        })?;
        Some(new)
    }

    /// Looks from each unseen set for a slide into a level. Says how many have one.
    fn pull(&mut self, level: u8) -> Option<u64> {
        let mut cursor = Cursor::new(self.ranks);
        let mut new = 0;
        self.scan(UNSEEN, |levels, rank| {
            cursor.seek(rank);
            if any_slide(&mut cursor, levels.rays, |after| levels.slides[after as usize] == level) {
                levels.slides[rank as usize] = level + 1;
                new += 1;
            }
        })?;
        Some(new)
    }

    /// Gives all sets beyond the farthest level its number; a stack replaces the levels.
    fn close(&mut self) -> Option<()> {
        let mut stack = Vec::new();
        let farthest = self.farthest;
        self.scan(farthest, |_, rank| stack.push(rank))?;
        let mut cursor = Cursor::new(self.ranks);
        let mut expanded = 0usize;
        while let Some(rank) = stack.pop() {
            cursor.seek(rank);
            for_each_source(&mut cursor, self.rays, |before| {
                if self.slides[before as usize] == UNSEEN {
                    self.slides[before as usize] = farthest;
                    stack.push(before);
                }
            });
            expanded += 1;
            if expanded.is_multiple_of(LINE * LINES_BETWEEN_CHECKS) && (self.cancelled)() {
                return None;
            }
        }
        Some(())
    }

    /// Visits the ranks whose byte is `value`, in order. `None` if cancelled.
    fn scan(&mut self, value: u8, mut visit: impl FnMut(&mut Self, u32)) -> Option<()> {
        for start in (0..self.slides.len()).step_by(LINE) {
            if (start / LINE).is_multiple_of(LINES_BETWEEN_CHECKS) && (self.cancelled)() {
                return None;
            }
            let end = self.slides.len().min(start + LINE);
            // Counting, unlike searching, is done many bytes at a time.
            let count = self.slides[start..end].iter().filter(|&&byte| byte == value).count();
            if count == 0 {
                continue;
            }
            for rank in start..end {
                if self.slides[rank] == value {
                    visit(self, rank as u32);
                }
            }
        }
        Some(())
    }
}

/// Visits the ranks of the sets from which one slide leads to the cursor's.
#[inline]
fn for_each_source<C: CellSet>(cursor: &mut Cursor, rays: &Rays<C>, mut visit: impl FnMut(u32)) {
    let occupied: C = cursor.occupied();
    cursor.prepare();
    for place in 0..cursor.tiles() {
        let cell = cursor.cell(place);
        let others = occupied.without(cell);
        for direction in 0..DIRECTIONS {
            // A slide to the left or up came from a higher cell.
            for from in rays.sources(cell, direction, occupied).cells() {
                visit(rank_after(cursor, place, others, direction ^ 1, from));
            }
        }
    }
}

/// Is there a slide from the cursor's set to one whose rank `wanted` accepts?
#[inline]
fn any_slide<C: CellSet>(cursor: &mut Cursor, rays: &Rays<C>, mut wanted: impl FnMut(u32) -> bool) -> bool {
    let occupied: C = cursor.occupied();
    cursor.prepare();
    (0..cursor.tiles()).any(|place| {
        let cell = cursor.cell(place);
        let others = occupied.without(cell);
        (0..DIRECTIONS).any(|direction| {
            rays.slide(cell, direction, occupied)
                .is_some_and(|to| wanted(rank_after(cursor, place, others, direction, to)))
        })
    })
}

/// The rank after the tile of `place` went in `direction` to `cell`. Tiles never pass another in their row,
/// so that a move to the left or right keeps the order of the occupied cells.
#[inline(always)]
fn rank_after<C: CellSet>(cursor: &Cursor, place: usize, others: C, direction: usize, cell: usize) -> u32 {
    match direction {
        0 | 1 => cursor.after_up(place, place, cell),
        2 => cursor.after_down(place, others.count_below(cell) as usize, cell),
        _ => cursor.after_up(place, others.count_below(cell) as usize, cell),
    }
}
