//! All solutions of one length: their count, a list of them, and where pieces go in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;

use super::plain::{Answer, Code, codes_along};
use clew_core::puzzle::Puzzle;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::count::count_within;
use clew_search::enumerate::{Event, OfCost, SolutionSpace, SolutionWalk};
use clew_search::essential::essential;
use clew_search::found::Status;
use clew_search::heat::{Heat, heat};
use clew_search::optimal_dag::OptimalDag;

/// All solutions of one length.
pub trait AllSolutions: Send + Sync {
    /// How the search ended that found their length.
    fn answer(&self) -> &Answer;
    /// The limit that was reached: in the search, or by the last call that answered `None`.
    fn limit(&self) -> Option<Limit> {
        self.answer().limit
    }
    /// How many there are. `None` if a limit was reached first.
    fn count(&self, watch: &mut Watch) -> Option<BigUint>;
    /// How many there are if orders of moves that commute count as one. `None` if these are not the optimal ones, or a
    /// limit was reached first.
    fn essential(&self, watch: &mut Watch) -> Option<u64>;
    /// Lists them one by one.
    fn solutions(&self) -> Box<dyn SolutionSource>;
    /// How often each kind of piece stops at each place on optimal solutions. `None` if these are not the optimal ones,
    /// or a limit was reached first.
    fn heat(&self, watch: &mut Watch) -> Option<BTreeMap<[u16; 2], Heat>>;
}

/// Solutions one by one.
pub trait SolutionSource: Send {
    /// The next; `Ok(None)` after the last.
    fn next(&mut self, watch: &mut Watch) -> Result<Option<Vec<Code>>, Limit>;
}

/// Solutions over some solution space.
pub(super) struct AllOf<P: Puzzle, Space> {
    pub puzzle: Arc<P>,
    pub start: P::State,
    pub answer: Answer,
    pub space: Arc<Space>,
}

/// How the solutions of a solution space are counted.
trait Counted<P: Puzzle>: SolutionSpace<P> + Send + Sync + Sized + 'static {
    fn count(all: &AllOf<P, Self>, watch: &mut Watch) -> Option<BigUint>;
    /// See [`AllSolutions::essential`].
    fn essential(_all: &AllOf<P, Self>, _watch: &mut Watch) -> Option<u64> {
        None
    }
    /// See [`AllSolutions::heat`].
    fn heat(_all: &AllOf<P, Self>, _watch: &mut Watch) -> Option<BTreeMap<[u16; 2], Heat>> {
        None
    }
}

impl<P: Puzzle + 'static> Counted<P> for OptimalDag<P::State> {
    fn count(all: &AllOf<P, Self>, watch: &mut Watch) -> Option<BigUint> {
        count_within(&*all.puzzle, &all.space, watch).ok()
    }

    fn essential(all: &AllOf<P, Self>, watch: &mut Watch) -> Option<u64> {
        essential(&*all.puzzle, &all.space, watch).ok()
    }

    fn heat(all: &AllOf<P, Self>, watch: &mut Watch) -> Option<BTreeMap<[u16; 2], Heat>> {
        heat(&*all.puzzle, &all.space, watch).ok()
    }
}

impl<P: Puzzle + 'static> Counted<P> for OfCost<P::State> {
    // Paths without repetition have no closed formula: all of them are walked.
    fn count(all: &AllOf<P, Self>, watch: &mut Watch) -> Option<BigUint> {
        let mut solutions = SolutionWalk::new(Arc::clone(&all.puzzle), Arc::clone(&all.space));
        let (mut number, mut work) = (0u64, Work::default());
        while let Some(event) = solutions.step() {
            number += u64::from(matches!(event, Event::Solution(_)));
            work.expanded += 1;
            if watch.due(work.expanded, 1024) && watch.check(&work).is_err() {
                return None;
            }
        }
        Some(BigUint::from(number))
    }
}

impl<P: Puzzle + 'static, Space: Counted<P>> AllSolutions for AllOf<P, Space> {
    fn answer(&self) -> &Answer {
        &self.answer
    }

    fn count(&self, watch: &mut Watch) -> Option<BigUint> {
        if self.answer.limit.is_some() { None } else { Space::count(self, watch) }
    }

    fn essential(&self, watch: &mut Watch) -> Option<u64> {
        if self.answer.limit.is_some() { None } else { Space::essential(self, watch) }
    }

    fn heat(&self, watch: &mut Watch) -> Option<BTreeMap<[u16; 2], Heat>> {
        if self.answer.limit.is_some() { None } else { Space::heat(self, watch) }
    }

    fn solutions(&self) -> Box<dyn SolutionSource> {
        let mut all = Source::new(Arc::clone(&self.puzzle), self.start, Arc::clone(&self.space));
        if self.answer.status != Status::Solved {
            all.solutions = None;
        }
        Box::new(all)
    }
}

/// Solutions from a walk over a solution space; without a walk, none are left.
pub(super) struct Source<P: Puzzle, Space> {
    puzzle: Arc<P>,
    start: P::State,
    solutions: Option<SolutionWalk<P, Space>>,
}

impl<P: Puzzle, Space: SolutionSpace<P>> Source<P, Space> {
    pub fn new(puzzle: Arc<P>, start: P::State, space: Arc<Space>) -> Self {
        let solutions = SolutionWalk::new(Arc::clone(&puzzle), space);
        Self { puzzle, start, solutions: Some(solutions) }
    }
}

impl<P: Puzzle + 'static, Space: SolutionSpace<P> + Send + Sync> SolutionSource for Source<P, Space> {
    fn next(&mut self, watch: &mut Watch) -> Result<Option<Vec<Code>>, Limit> {
        let Some(solutions) = &mut self.solutions else {
            return Ok(None);
        };
        let mut work = Work::default();
        loop {
            match solutions.step() {
                None => {
                    self.solutions = None;
                    return Ok(None);
                }
                Some(Event::Solution(moves)) => {
                    return Ok(Some(codes_along(&*self.puzzle, self.start, &moves)));
                }
                Some(Event::Back) => {
                    work.expanded += 1;
                    if watch.due(work.expanded, 1024) {
                        watch.check(&work)?;
                    }
                }
            }
        }
    }
}
