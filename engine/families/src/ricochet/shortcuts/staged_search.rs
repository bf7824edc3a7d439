//! The stages of a search, and when one hands over to the next.

use super::Escalation;
use super::bounded_bidirectional::{BoundedBidirectional, BoundedEnd};
use super::pruned::{CachedBounds, Pruned};
use crate::ricochet::Ricochet;
use clew_core::packed::{CellSet, Packed};
use clew_core::puzzle::{Algorithm, DEAD_END, Puzzle};
use clew_core::seen::Seen;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::astar::astar;
use clew_search::auto::Choice;
use clew_search::bidirectional::MOST_GOALS;
use clew_search::breadth_first::{LayerOptions, Meetings};
use clew_search::found::{Found, Status};
use clew_search::techniques::{Technique, Techniques};

/// The next length may make the number of states grow by about this factor.
const GROWTH: f64 = 8.0;
/// States near the start whose bounds are examined.
const SAMPLE: usize = 1500;
/// Bounds count as idle if a solution takes at least this many times as many moves as they say.
const IDLE_FROM: f64 = 1.4;

/// When one stage hands over to the next.
#[derive(Clone, Copy, Debug)]
pub struct Budgets {
    /// Whether boards with one target are searched with the blocker bound.
    pub blockers: bool,
    /// States that A* may store before the search from both ends.
    pub first_states: u64,
    /// States that A* may store before it is judged whether the bounds are of use ([`StagedSearch::are_idle`]).
    pub judged_states: u64,
    /// Goal positions that are listed at all, and that are listed before anything else is tried to count.
    pub most_goals: usize,
    pub few_goals: usize,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            blockers: true,
            first_states: 1 << 19,
            judged_states: 1 << 15,
            most_goals: MOST_GOALS,
            few_goals: 1 << 14,
        }
    }
}

impl Budgets {
    /// Stages that are left out are never due.
    pub fn of(techniques: Techniques) -> Self {
        let mut budgets = Self { blockers: techniques.has(Technique::Blockers), ..Self::default() };
        if !techniques.has(Technique::BothEnds) {
            (budgets.most_goals, budgets.few_goals) = (0, 0);
        }
        budgets
    }
}

/// One search on its way through the stages.
pub struct StagedSearch<'a, 'w, 'l, W, C> {
    shortcut: &'a Escalation<W, C>,
    puzzle: &'a Ricochet<W, C>,
    start: W,
    threads: usize,
    bounds: CachedBounds<'a, W, C>,
    watch: &'w mut Watch<'l>,
    /// States expanded, the length proved, and the bytes that are held between searches.
    work: Work,
    /// The most states and bytes held at any time.
    peak: Work,
    /// States stored by all searches together.
    searched: u64,
}

type Answer<W, C> = (Found<Ricochet<W, C>>, Choice);

impl<'a, 'w, 'l, W: Packed, C: CellSet> StagedSearch<'a, 'w, 'l, W, C> {
    pub fn new(
        shortcut: &'a Escalation<W, C>,
        puzzle: &'a Ricochet<W, C>,
        start: W,
        threads: usize,
        watch: &'w mut Watch<'l>,
    ) -> Self {
        let bounds = CachedBounds::new(puzzle, start);
        let lower_bound = bounds.to_goals.least(start);
        let work = Work { lower_bound, ..Work::default() };
        Self { shortcut, puzzle, start, threads, bounds, watch, work, peak: work, searched: 0 }
    }

    pub fn run(mut self) -> Answer<W, C> {
        let phase = self.watch.phase;
        let answer = self.stages();
        self.watch.phase = phase;
        answer.unwrap_or_else(|limit| {
            let found = Found::limit(limit, self.work.lower_bound, self.told());
            (found, Choice::new(Algorithm::AStar, "stopped by a limit"))
        })
    }

    fn stages(&mut self) -> Result<Answer<W, C>, Limit> {
        let budgets = self.shortcut.budgets;
        let first = budgets.first_states;
        if budgets.judged_states < first {
            if let Some(answer) = self.search_from_start(Some(budgets.judged_states))? {
                return Ok(answer);
            }
            if self.are_idle()
                && let Some(goals) = self.shortcut.goals(self.puzzle, budgets.few_goals, self.watch)
            {
                return self.search_from_both_ends(&goals);
            }
        }
        if let Some(answer) = self.search_from_start(Some(first))? {
            return Ok(answer);
        }
        if let Some(goals) = self.shortcut.goals(self.puzzle, budgets.most_goals, self.watch) {
            return self.search_from_both_ends(&goals);
        }
        let answer = self.search_from_start(None)?;
        Ok(answer.expect("a search without a budget ends with an answer or a limit"))
    }

    /// Whether the bounds are too low to leave much out of a search from both ends.
    ///
    /// Each search stops half way, at half the length or so, and leaves out only what a bound says is farther than the other
    /// half. The bounds are those of the states some moves from the start; the length is at least what A* has proved.
    /// Where that is [`IDLE_FROM`] times as much, searches without the bounds took two thirds to a tenth of the time, and
    /// where it is less, mostly several times as long.
    fn are_idle(&self) -> bool {
        if self.work.lower_bound == DEAD_END {
            return false;
        }
        let (mut seen, mut layer) = (Seen::<W, ()>::default(), vec![self.start]);
        seen.insert(self.start, ());
        let mut after = Vec::new();
        while seen.len() < SAMPLE && !layer.is_empty() {
            after.clear();
            layer.iter().for_each(|&state| self.puzzle.successors(state, |_, next| after.push(next)));
            let next: Vec<W> =
                after.iter().copied().filter(|&state| seen.insert(state, ()).is_none()).collect();
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        let bounds = layer.iter().map(|&state| self.bounds.to_goals.least(state));
        let (mut sum, mut number) = (0, 0);
        for bound in bounds.filter(|&bound| bound != DEAD_END) {
            sum += u64::from(bound);
            number += 1;
        }
        number > 0 && f64::from(self.work.lower_bound) * f64::from(number) >= IDLE_FROM * sum as f64
    }

    /// Searches within growing lengths, or within any length where the bounds would leave out too little.
    fn search_from_both_ends(&mut self, goals: &[W]) -> Result<Answer<W, C>, Limit> {
        let mut lengths = LengthSchedule::new();
        loop {
            if let Some(answer) = self.hopeless()? {
                return Ok(answer);
            }
            let longest = self.watch.limits.moves.unwrap_or(DEAD_END - 1);
            let idle = self.are_idle();
            let length = match idle {
                true => longest,
                false => self.work.lower_bound.saturating_add(lengths.step - 1).min(longest),
            };
            let (end, stored) = self
                .limited(None, |staged| {
                    let options = LayerOptions::new(Meetings::Some, staged.threads);
                    let search = BoundedBidirectional::new(
                        staged.puzzle,
                        &staged.bounds,
                        options,
                        staged.start,
                        goals,
                    );
                    let search = if idle { search.without_bounds() } else { search };
                    let mut work = staged.work;
                    let end = search.meet(length, staged.watch, &mut work);
                    staged.absorb(work);
                    end.map(|end| (end, work.stored))
                })?
                .map_or((None, 0), |(end, stored)| (Some(end), stored));
            match end {
                Some(BoundedEnd::Met(met)) => {
                    let mut found = met.found(self.puzzle, self.start, self.watch);
                    found.work = Work { lower_bound: found.lower_bound, ..self.told() };
                    let reason = match idle {
                        true => "bidirectional search; lower bounds would leave out too little of it",
                        false => {
                            "bidirectional search that leaves out what lower bounds from both ends prove to \
                             be too far"
                        }
                    };
                    return Ok((found, Choice::new(Algorithm::Bidirectional, reason)));
                }
                Some(BoundedEnd::Apart(bound)) => {
                    lengths.next(length, stored);
                    self.work.lower_bound = bound.max(self.work.lower_bound);
                }
                None => {}
            }
        }
    }

    /// A* until `most` states have been stored in all; `None` if they were not enough.
    fn search_from_start(&mut self, most: Option<u64>) -> Result<Option<Answer<W, C>>, Limit> {
        loop {
            if let Some(answer) = self.hopeless()? {
                return Ok(Some(answer));
            }
            let budget = most.map(|most| most.saturating_sub(self.searched));
            if budget == Some(0) {
                return Ok(None);
            }
            let solution = self.limited(budget, |staged| {
                let everything = Pruned::everything(staged.puzzle, &staged.bounds);
                let Found { status, moves, length, work, lower_bound } =
                    astar(&everything, staged.start, 1, staged.watch);
                staged.absorb(Work {
                    expanded: staged.work.expanded + work.expanded,
                    bytes: staged.work.bytes + work.bytes,
                    lower_bound,
                    ..work
                });
                if let Status::Limit(limit) = status { Err(limit) } else { Ok(moves.zip(length)) }
            })?;
            if let Some(solution) = solution {
                let reason =
                    "A*: the tiles can be placed in many ways, and lower bounds on their slides guide it";
                let answer = match solution {
                    Some((moves, length)) => Found::solved(moves, length, self.told()),
                    None => Found::unsolvable(self.told()),
                };
                return Ok(Some((answer, Choice::new(Algorithm::AStar, reason))));
            }
        }
    }

    /// Runs a search; `None` if it has stored `most` states.
    fn limited<T>(
        &mut self,
        most: Option<u64>,
        search: impl FnOnce(&mut Self) -> Result<T, Limit>,
    ) -> Result<Option<T>, Limit> {
        let callers = self.watch.limits.states;
        let budget = most.filter(|&budget| callers.is_none_or(|callers| budget < callers));
        self.watch.limits.states = budget.or(callers);
        let result = search(self);
        self.watch.limits.states = callers;
        match result {
            Ok(result) => Ok(Some(result)),
            Err(Limit::States) if budget.is_some() => Ok(None),
            Err(limit) => Err(limit),
        }
    }

    /// Before each search: answers if the bounds alone can.
    fn hopeless(&mut self) -> Result<Option<Answer<W, C>>, Limit> {
        if self.work.lower_bound == DEAD_END {
            let reason = "lower bounds: no order of slides brings tiles to all goal cells";
            return Ok(Some((Found::unsolvable(self.told()), Choice::new(Algorithm::AStar, reason))));
        }
        if !self.watch.admits(self.work.lower_bound) {
            return Err(Limit::Moves);
        }
        Ok(None)
    }

    /// Adds the work of a search that has ended and released its memory.
    fn absorb(&mut self, work: Work) {
        self.searched += work.stored;
        self.peak.stored = self.peak.stored.max(work.stored);
        self.peak.bytes = self.peak.bytes.max(work.bytes);
        (self.work.expanded, self.work.depth) = (work.expanded, work.depth);
        self.work.lower_bound = self.work.lower_bound.max(work.lower_bound);
    }

    fn told(&self) -> Work {
        Work { stored: self.peak.stored, bytes: self.peak.bytes, ..self.work }
    }
}

/// How far the next length lies ahead.
struct LengthSchedule {
    /// From the proved bound, as a length of 1 more than what was searched, to the last to be searched.
    step: u32,
    last: Option<(u32, u64)>,
}

impl LengthSchedule {
    fn new() -> Self {
        Self { step: 1, last: None }
    }

    /// A search within `length` stored that many states.
    fn next(&mut self, length: u32, stored: u64) {
        // Small numbers are cheap, and their growth means little.
        let stored = stored.max(256);
        if let Some((before, fewer)) = self.last.replace((length, stored))
            && length > before
        {
            let growth = (stored as f64 / fewer as f64).ln() / f64::from(length - before);
            let step = (GROWTH.ln() / growth.max(1e-3)) as u32;
            self.step = step.clamp(1, 2 * self.step);
        }
    }
}
