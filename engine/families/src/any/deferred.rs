//! All optimal solutions of a puzzle that counts them without finding them. They are gathered once somebody asks for
//! the second of them, or for where pieces go in them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use num_bigint::BigUint;

use super::plain::{Answer, Code};
use super::solutions::{AllSolutions, SolutionSource, Source};
use clew_core::puzzle::Puzzle;
use clew_core::watch::{Limit, Watch};
use clew_search::auto::Request;
use clew_search::essential::essential;
use clew_search::heat::{Heat, heat};
use clew_search::optimal_dag::OptimalDag;
use clew_solve::Solver;

/// Solutions of which only the length and the first one are known.
pub(super) struct Deferred<P: Puzzle>(Arc<Asked<P>>);

struct Asked<P: Puzzle> {
    solver: Solver<P>,
    start: P::State,
    request: Request,
    length: u32,
    answer: Answer,
    dag: OnceLock<Arc<OptimalDag<P::State>>>,
    /// The limit at which the last call gave up.
    reached: Mutex<Option<Limit>>,
}

impl<P: Puzzle> Deferred<P> {
    /// Needs an answer that is solved, with the first solution.
    pub fn new(solver: Solver<P>, start: P::State, request: Request, length: u32, answer: Answer) -> Self {
        let (dag, reached) = (OnceLock::new(), Mutex::new(None));
        Self(Arc::new(Asked { solver, start, request, length, answer, dag, reached }))
    }
}

impl<P: Puzzle> Asked<P> {
    fn gathered(&self, watch: &mut Watch) -> Result<Arc<OptimalDag<P::State>>, Limit> {
        if let Some(dag) = self.dag.get() {
            return Ok(Arc::clone(dag));
        }
        let dag = Arc::new(self.solver.optimal_dag(self.start, self.length, self.request, watch)?);
        Ok(Arc::clone(self.dag.get_or_init(|| dag)))
    }

    /// Remembers the limit that a call reached.
    fn told<T>(&self, result: Result<T, Limit>) -> Option<T> {
        *self.reached.lock().unwrap_or_else(PoisonError::into_inner) = result.as_ref().err().copied();
        result.ok()
    }
}

impl<P: Puzzle + 'static> AllSolutions for Deferred<P> {
    fn answer(&self) -> &Answer {
        &self.0.answer
    }

    fn limit(&self) -> Option<Limit> {
        *self.0.reached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, watch: &mut Watch) -> Option<BigUint> {
        let asked = &*self.0;
        asked.told(asked.solver.count(asked.start, asked.length, asked.request, watch))
    }

    fn essential(&self, watch: &mut Watch) -> Option<u64> {
        let (asked, puzzle) = (&*self.0, &*self.0.solver.puzzle);
        let found = asked.gathered(watch).and_then(|dag| essential(puzzle, &dag, watch));
        asked.told(found)
    }

    fn heat(&self, watch: &mut Watch) -> Option<BTreeMap<[u16; 2], Heat>> {
        let (asked, puzzle) = (&*self.0, &*self.0.solver.puzzle);
        let found = asked.gathered(watch).and_then(|dag| heat(puzzle, &dag, watch));
        asked.told(found)
    }

    fn solutions(&self) -> Box<dyn SolutionSource> {
        Box::new(Listing { asked: Arc::clone(&self.0), started: false, rest: None })
    }
}

/// The first solution, then those of the optimal-path DAG.
struct Listing<P: Puzzle> {
    asked: Arc<Asked<P>>,
    started: bool,
    rest: Option<Source<P, OptimalDag<P::State>>>,
}

impl<P: Puzzle + 'static> SolutionSource for Listing<P> {
    fn next(&mut self, watch: &mut Watch) -> Result<Option<Vec<Code>>, Limit> {
        if !self.started {
            self.started = true;
            return Ok(self.asked.answer.codes.clone());
        }
        if self.rest.is_none() {
            let puzzle = Arc::clone(&self.asked.solver.puzzle);
            let mut all = Source::new(puzzle, self.asked.start, self.asked.gathered(watch)?);
            all.next(watch)?;
            self.rest = Some(all);
        }
        self.rest.as_mut().map_or(Ok(None), |rest| rest.next(watch))
    }
}
