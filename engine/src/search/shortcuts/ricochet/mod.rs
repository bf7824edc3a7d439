//! Sliding puzzles: from the bound of a glance to the table of all sets of cells, as far as a board needs.
//!
//! ```text
//!   few goal positions                                   many
//!   both ends within a length,                           A*, up to a million states
//!   which grows until they meet   <-- goals listed ----  |
//!   |                                                    | too many to list
//!   | more states than a quarter of the sets of cells    |
//!   merged table, then on with the larger of both bounds, from the bound proved so far
//! ```
//!
//! **Lengths.** Within a length that is too small the search proves that it is, and what it costs is what the
//! bounds leave (see `ends`). The next length is chosen from the growth that was seen: one more where the
//! states double with each, many more on boards like mazes, where the bounds see little and solutions take
//! a hundred slides. Too large a length costs some pruning, never the answer.
//!
//! **The table** (see `puzzles::ricochet::MergedTable`) costs about a tenth of what a search needs for as many
//! states. A search that has not finished by a quarter of that number has spent about twice as much as the
//! table costs; so the two together are never much dearer than the better one. The table stays for later
//! searches on the board.

mod climb;
mod ends;
#[cfg(test)]
mod tests;
mod within;

use std::sync::{Arc, OnceLock};

use self::climb::{Budgets, Climb};
use self::ends::{End, Ends};
use self::within::{Guides, Within};
use crate::packed::{CellSet, Packed};
use crate::puzzle::{Algorithm, Puzzle};
use crate::puzzles::ricochet::{MergedTable, Ricochet};
use crate::search::auto::{Choice, Gathered, Request, Shortcut};
use crate::search::corridor::Corridor;
use crate::search::found::Found;
use crate::watch::{Watch, Work};

/// The shortcut of a sliding puzzle.
#[derive(Default)]
pub struct Escalation {
    merged: OnceLock<Arc<MergedTable>>,
    budgets: Budgets,
}

impl Escalation {
    #[cfg(test)]
    fn with_budgets(budgets: Budgets) -> Self {
        Self { budgets, ..Self::default() }
    }

    fn guides<'a, W: Packed, C: CellSet>(&self, puzzle: &'a Ricochet<W, C>, start: W) -> Guides<'a, W, C> {
        let mut to_goals = puzzle.guide_to_goals();
        if let Some(table) = self.merged.get() {
            to_goals.join(Arc::clone(table));
        }
        Guides { to_goals, from_start: puzzle.guide_from(start) }
    }

    /// Bytes of the table, if it was built.
    fn bytes(&self) -> u64 {
        self.merged.get().map_or(0, |table| table.bytes())
    }
}

impl<W: Packed, C: CellSet> Shortcut<Ricochet<W, C>> for Escalation {
    fn solve(
        &self,
        puzzle: &Ricochet<W, C>,
        start: W,
        request: Request,
        watch: &mut Watch,
    ) -> Option<(Found<Ricochet<W, C>>, Choice)> {
        if request.algorithm.is_some() || puzzle.preferred().0 == Algorithm::Bfs {
            return None;
        }
        Some(Climb::new(self, puzzle, start, request.threads, watch).run())
    }

    fn corridor(
        &self,
        puzzle: &Ricochet<W, C>,
        start: W,
        length: u32,
        watch: &mut Watch,
    ) -> Gathered<Ricochet<W, C>> {
        let guides = self.guides(puzzle, start);
        let mut goals = Vec::new();
        watch.phase = "count";
        if !puzzle.goals(self.budgets.most_goals, &mut goals) {
            return Some(Corridor::of_length(&Within::everything(puzzle, &guides), start, length, watch));
        }
        let mut work =
            Work { lower_bound: length, best: Some(length), bytes: self.bytes(), ..Work::default() };
        match Ends::new(puzzle, &guides, 1, start, &goals).meet(length, watch, &mut work) {
            Ok(End::Met(met)) => Some(Corridor::of_meeting(puzzle, &met, watch)),
            Ok(End::Apart(_)) => None,
            Err(limit) => Some(Err(limit)),
        }
    }
}
