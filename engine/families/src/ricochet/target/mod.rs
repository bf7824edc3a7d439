//! Boards on which one tile has a goal and the others are only in the way, as in Ricochet Robots.
//!
//! ```text
//!   . . G . .            . . x . .       `R` is to stand on `r`. Whether `G` or `B` stops it is all one to the
//!   R . . . r     =>     T . . . g       goal: both become helpers `x`, and positions that differ by exchanging
//!   . B . . .            . x . . .       them are one. With three helpers there are a sixth as many positions.
//! ```
//!
//! Why nothing is lost: each slide of the board with letters is one of the board without, by the same cell and direction,
//! and from a position with letters each slide of the other board is one with letters again. So solutions correspond one
//! to one, their number is the same, and so is their order, which goes by cells and directions.

mod blockers;
mod runs;
#[cfg(test)]
pub(crate) mod tests;

use self::blockers::{BlockerBound, Helpers};
use self::runs::{Lines, Runs};
use super::Ricochet;
use super::bound::Bound;
use super::goals::Goals;
use super::tiles::Tiles;
use clew_core::packed::{CellSet, Packed};
use clew_core::puzzle::DEAD_END;
use clew_search::f_layers::Guided;

/// A board with one target tile, and what a search needs to know of it.
pub struct TargetBoard<W, C> {
    /// The puzzle with its helpers alike.
    pub alike: Ricochet<W, C>,
    /// The field, in the puzzle with letters, of each field of `alike`.
    fields: Vec<usize>,
    /// The field of the target in `alike`.
    target: usize,
    runs: Runs,
    bound: BlockerBound,
}

impl<W: Packed, C: CellSet> TargetBoard<W, C> {
    /// `None` if the goal is not one cell for the only tile of a colour.
    pub fn of(puzzle: &Ricochet<W, C>) -> Option<Self> {
        let [alternative] = puzzle.goals.alternatives() else { return None };
        let &[(group, cells)] = &alternative.wants[..] else { return None };
        if cells.count() != 1 || puzzle.tiles.fields_of(group).len() != 1 {
            return None;
        }
        let goal = cells.first() as u16;
        let runs = Runs::new(&puzzle.rays, puzzle.rows, puzzle.columns)?;
        let (tiles, fields) = puzzle.tiles.others_alike(group, puzzle.cells);
        let group = tiles.group_of_colour(Tiles::NAMED)?;
        let target = tiles.fields_of(group).start;
        let goals = Goals::new(&[vec![(Tiles::NAMED, goal)]], &tiles, puzzle.free);
        let initial = merged(puzzle, &tiles, &fields, puzzle.initial);
        let bound = Bound::new(goals.alternatives(), &puzzle.rays, tiles.groups().len(), puzzle.cells);
        let alike = Ricochet { tiles, goals, initial, bound, ..puzzle.clone() };
        let bound = BlockerBound::new(&puzzle.rays, goal.into(), puzzle.cells);
        Some(Self { alike, fields, target, runs, bound })
    }

    /// The position with the helpers alike.
    #[inline]
    pub fn without_letters(&self, puzzle: &Ricochet<W, C>, state: W) -> W {
        merged(puzzle, &self.alike.tiles, &self.fields, state)
    }

    /// Whether some helpers with different letters are interchangeable.
    pub fn forgets_letters(&self, puzzle: &Ricochet<W, C>) -> bool {
        self.alike.tiles.groups().len() < puzzle.tiles.groups().len()
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> usize {
        self.runs.bytes() + self.bound.bytes()
    }

    /// A lower bound on the slides from a position of `alike` to the goal.
    pub fn least(&self, state: W) -> u32 {
        let placed = self.alike.tiles.read(state);
        let mut helpers = self.bound.nobody();
        for (field, &cell) in placed.cells().iter().enumerate() {
            if field != self.target {
                helpers = self.bound.with(&helpers, cell);
            }
        }
        self.bound.of(placed.cells()[self.target], &helpers)
    }

    /// What makes the successors of its positions.
    pub fn expander(&self) -> Expander<'_, W, C> {
        Expander { board: self, lines: Lines::default(), after: Vec::new() }
    }
}

fn merged<W: Packed, C: CellSet>(puzzle: &Ricochet<W, C>, tiles: &Tiles, fields: &[usize], state: W) -> W {
    let placed = puzzle.tiles.read(state);
    tiles.pack_sorted(fields.iter().map(|&field| placed.cells()[field]))
}

/// Successors with their bounds.
pub struct Expander<'a, W, C> {
    board: &'a TargetBoard<W, C>,
    lines: Lines,
    /// What the helpers from each field on need together.
    after: Vec<Helpers>,
}

impl<W: Packed, C: CellSet> Guided for Expander<'_, W, C> {
    type State = W;

    #[inline]
    fn successors(&mut self, state: W, mut visit: impl FnMut(W, u32)) {
        let TargetBoard { alike, target, runs, bound, .. } = self.board;
        let placed = alike.tiles.read(state);
        let cells = placed.cells();
        self.after.clear();
        self.after.push(bound.nobody());
        for (field, &cell) in cells.iter().enumerate().rev() {
            runs.toggle(&mut self.lines, cell);
            let helpers = self.after[self.after.len() - 1];
            self.after.push(if field == *target { helpers } else { bound.with(&helpers, cell) });
        }
        let (stand, mut before) = (cells[*target], bound.nobody());
        for (field, &cell) in cells.iter().enumerate() {
            let others = bound.together(&before, &self.after[cells.len() - 1 - field]);
            runs.slides(&self.lines, cell, |_, to| {
                let least = if field == *target {
                    bound.of(to, &others)
                } else {
                    bound.of(stand, &bound.with(&others, to))
                };
                if least != DEAD_END {
                    visit(alike.tiles.moved(state, field, to.into()), least);
                }
            });
            if field != *target {
                before = bound.with(&before, cell);
            }
        }
        for &cell in cells {
            runs.toggle(&mut self.lines, cell);
        }
    }
}
