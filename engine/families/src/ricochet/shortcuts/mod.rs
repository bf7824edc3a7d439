//! Sliding puzzles: from one end, and from both where a board needs it.
//!
//! ```text
//!   A*, to half a million  ---> goals that can be listed: from both ends, within a growing length
//!     nearly always enough       |
//!                                `-> too many to list: A* again, without end
//! ```
//!
//! **A\* first.** Where the bounds are near the truth A* dives to a solution past most of the last length's
//! states, and a solution of the length already proved is the end. Where they are far from it (mazes, tiles
//! that must first be brought to stop others) it wades through every length, and one search from each end,
//! each only half as deep, is the better way: a fraction of the states, and fewer bytes for each.
//!
//! **Lengths.** Within a length that is too small the search proves that it is, and what it costs is what the
//! bounds leave (see `ends`). The next length is chosen from the growth that was seen: one more where each
//! slide more lets in many times the states, many more on boards like mazes, where the bounds see little and
//! solutions take a hundred slides. Too large a length costs some pruning, never the answer.

mod bounded_bidirectional;
mod one_target;
mod pruned;
mod staged_search;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use self::bounded_bidirectional::{BoundedBidirectional, BoundedEnd};
use self::pruned::{CachedBounds, Pruned};
use self::staged_search::{Budgets, StagedSearch};
use crate::ricochet::Ricochet;
use crate::ricochet::target::TargetBoard;
use clew_core::packed::{CellSet, Packed};
use clew_core::puzzle::{Algorithm, Puzzle};
use clew_core::watch::{Limit, Watch, Work};
use clew_search::auto::{Choice, Gathered, Request};
use clew_search::breadth_first::{LayerOptions, Meetings};
use clew_search::found::Found;
use clew_search::optimal_dag::OptimalDag;
use clew_search::techniques::Techniques;
use clew_solve::Ways;

/// The shortcut of a sliding puzzle.
pub struct Escalation<W, C> {
    /// The board as one with one target, if it is one.
    target: OnceLock<Option<TargetBoard<W, C>>>,
    budgets: Budgets,
}

impl<W, C> Default for Escalation<W, C> {
    fn default() -> Self {
        Self::with_budgets(Budgets::default())
    }
}

impl<W, C> Escalation<W, C> {
    fn with_budgets(budgets: Budgets) -> Self {
        Self { target: OnceLock::new(), budgets }
    }
}

impl<W: Packed, C: CellSet> Escalation<W, C> {
    /// The board as one with one target; `None` if it is none.
    fn target(&self, puzzle: &Ricochet<W, C>) -> Option<&TargetBoard<W, C>> {
        let made = || self.budgets.blockers.then(|| TargetBoard::of(puzzle)).flatten();
        self.target.get_or_init(made).as_ref()
    }

    /// The goal positions, if there are at most `most` and a quarter of the memory holds them. Also `None` if a limit
    /// ends the list: the next check of the search then reports it.
    fn goals(&self, puzzle: &Ricochet<W, C>, most: usize, watch: &mut Watch) -> Option<Vec<W>> {
        let room = watch.limits.memory.map_or(most, |bytes| bytes as usize / 4 / size_of::<W>());
        let mut goals = Vec::new();
        puzzle.goals_while(most.min(room), &mut || watch.goes_on(), &mut goals).then_some(goals)
    }
}

impl<W: Packed, C: CellSet> Ways<Ricochet<W, C>> for Escalation<W, C> {
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
        if let Some(board) = self.target(puzzle)
            && let Some(answer) = one_target::solve(board, puzzle, start, request.threads, watch)
        {
            return Some(answer);
        }
        Some(StagedSearch::new(self, puzzle, start, request.threads, watch).run())
    }

    fn with_techniques(
        &self,
        _: &Ricochet<W, C>,
        techniques: Techniques,
    ) -> Option<Box<dyn Ways<Ricochet<W, C>>>> {
        Some(Box::new(Self::with_budgets(Budgets::of(techniques))))
    }

    fn optimal_dag(
        &self,
        puzzle: &Ricochet<W, C>,
        start: W,
        length: u32,
        request: Request,
        watch: &mut Watch,
    ) -> Gathered<Ricochet<W, C>> {
        watch.phase = "count";
        if let Some(board) = self.target(puzzle)
            && let Some(gathered) =
                one_target::optimal_dag(board, puzzle, start, length, request.threads, watch)
        {
            return Some(gathered);
        }
        let (bounds, threads) = (CachedBounds::new(puzzle, start), request.threads);
        Some(Solutions { shortcut: self, puzzle, bounds, start, length, threads }.gather(watch))
    }
}

/// The gathering of all solutions of the least length.
struct Solutions<'a, W, C> {
    shortcut: &'a Escalation<W, C>,
    puzzle: &'a Ricochet<W, C>,
    bounds: CachedBounds<'a, W, C>,
    start: W,
    length: u32,
    threads: usize,
}

impl<W: Packed, C: CellSet> Solutions<'_, W, C> {
    /// From both ends where the goals are few; where they are many, forward if that is not much work.
    fn gather(&self, watch: &mut Watch) -> Result<OptimalDag<W>, Limit> {
        let Budgets { few_goals, most_goals, first_states, .. } = self.shortcut.budgets;
        if let Some(goals) = self.shortcut.goals(self.puzzle, few_goals, watch) {
            return self.both_ends(&goals, watch);
        }
        let callers = watch.limits.states;
        let budget = callers.is_none_or(|callers| first_states < callers).then_some(first_states);
        watch.limits.states = budget.or(callers);
        let gathered = self.forward(watch);
        watch.limits.states = callers;
        match gathered {
            Err(Limit::States) if budget.is_some() => {}
            _ => return gathered,
        }
        match self.shortcut.goals(self.puzzle, most_goals, watch) {
            Some(goals) => self.both_ends(&goals, watch),
            None => self.forward(watch),
        }
    }

    fn forward(&self, watch: &mut Watch) -> Result<OptimalDag<W>, Limit> {
        let everything = Pruned::everything(self.puzzle, &self.bounds);
        OptimalDag::of_length(&everything, self.start, self.length, self.threads, watch)
    }

    fn both_ends(&self, goals: &[W], watch: &mut Watch) -> Result<OptimalDag<W>, Limit> {
        let length = self.length;
        let mut work = Work { lower_bound: length, best: Some(length), ..Work::default() };
        let search = BoundedBidirectional::new(
            self.puzzle,
            &self.bounds,
            LayerOptions::new(Meetings::All, self.threads),
            self.start,
            goals,
        );
        match search.meet(length, watch, &mut work)? {
            BoundedEnd::Met(met) => OptimalDag::of_meeting(self.puzzle, &met, self.threads, watch),
            BoundedEnd::Apart(_) => unreachable!("a solution of {length} slides is known"),
        }
    }
}
