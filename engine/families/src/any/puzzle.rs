//! The interface of a puzzle of any family.

use std::sync::Arc;

use super::deferred::Deferred;
use super::erased::Erased;
use super::maps::AnyMapped;
use super::plain::{Answer, Code, Position, answer, codes_along};
use super::played::AnyPlayed;
use super::solutions::{AllOf, AllSolutions};
use clew_core::puzzle::{Backward, Puzzle};
use clew_core::watch::{Watch, Work};
use clew_search::auto::{Request, solve};
use clew_search::enumerate::OfCost;
use clew_search::graph::Graph;
use clew_search::optimal_dag::OptimalDag;
use clew_search::proof::{self, Form, Listing, Unlisted};
use clew_search::retargeted::Retargeted;
use clew_search::techniques::Techniques;
use clew_solve::Everything;
use clew_solve::anytime::{Better, Estimate, Guidance, improve};

/// What guides an anytime search: an estimate of the remaining cost from a position, in moves. `None`: the puzzle's own
/// lower bound.
pub type AnyEstimate<'a> = Option<&'a (dyn Fn(&[u16]) -> f64 + 'a)>;

/// States with a number each, as a proof writes them: see [`proof::columns`].
pub struct AnyNumbered {
    pub states: usize,
    pub columns: Vec<u8>,
}

/// What a proof lists, with the bytes of a number. See [`Listing`].
pub struct AnyProof {
    pub listed: AnyNumbered,
    pub width: usize,
    pub near: Option<(u32, AnyNumbered)>,
    pub work: Work,
}

/// A puzzle of any family, with everything that can be asked about it.
pub trait AnyPuzzle: AnyPlayed + AnyMapped {
    /// The positions from which one move leads here, with its cost; `None` if the family has no predecessors.
    fn predecessors(&self, position: &[u16]) -> Result<Option<Vec<(Position, u32)>>, String>;
    /// Bits of a state.
    fn state_bits(&self) -> u32;
    /// The same puzzle with these techniques of its family's own search; `None` if the family has none.
    fn with_techniques(&self, techniques: Techniques) -> Option<Arc<dyn AnyPuzzle>>;
    /// The cheapest path from one position to another that passes no goal.
    fn between(
        &self,
        position: &[u16],
        target: &[u16],
        request: Request,
        watch: &mut Watch,
    ) -> Result<Answer, String>;
    /// Finds a first solution fast, then better ones, until one is proved optimal; `told` is called with the length and
    /// the moves of each. See [`clew_solve::anytime`].
    fn improve(
        &self,
        position: &[u16],
        estimate: AnyEstimate,
        lookahead: u32,
        request: Request,
        watch: &mut Watch,
        told: &mut dyn FnMut(u32, Vec<Code>),
    ) -> Result<Answer, String>;
    /// The list that proves that no solution costs less than `length`, or that there is none: see [`proof::list`].
    fn proof(
        &self,
        position: &[u16],
        length: Option<u32>,
        default: proof::Default,
        form: &Form,
        watch: &mut Watch,
    ) -> Result<AnyProof, Result<Unlisted, String>>;
    /// All optimal solutions (see [`OptimalDag::circles`]), or all of cost `length` that pass no state twice.
    fn solutions(
        &self,
        position: &[u16],
        length: Option<u32>,
        request: Request,
        watch: &mut Watch,
    ) -> Result<Box<dyn AllSolutions>, String>;
}

impl<P: Puzzle + 'static> AnyPuzzle for Erased<P> {
    fn predecessors(&self, position: &[u16]) -> Result<Option<Vec<(Position, u32)>>, String> {
        let state = self.puzzle().pack(position)?;
        if self.puzzle().backward() == Backward::No {
            return Ok(None);
        }
        let mut before = Vec::new();
        self.puzzle().predecessors(state, |other, cost| before.push((other, cost)));
        before.sort_unstable();
        before.dedup();
        Ok(Some(before.into_iter().map(|(other, cost)| (self.puzzle().unpack(other), cost)).collect()))
    }

    fn state_bits(&self) -> u32 {
        8 * size_of::<P::State>() as u32
    }

    fn with_techniques(&self, techniques: Techniques) -> Option<Arc<dyn AnyPuzzle>> {
        Some(Arc::new(Self(self.0.with_techniques(techniques)?)))
    }

    fn between(
        &self,
        position: &[u16],
        target: &[u16],
        request: Request,
        watch: &mut Watch,
    ) -> Result<Answer, String> {
        let (start, target) = (self.puzzle().pack(position)?, self.puzzle().pack(target)?);
        let toward = Retargeted { rules: self.puzzle(), start, target };
        let (found, choice) = solve(&toward, start, Request { algorithm: None, ..request }, watch);
        Ok(answer(&toward, start, &found, choice))
    }

    fn improve(
        &self,
        position: &[u16],
        estimate: AnyEstimate,
        lookahead: u32,
        request: Request,
        watch: &mut Watch,
        told: &mut dyn FnMut(u32, Vec<Code>),
    ) -> Result<Answer, String> {
        let puzzle = self.puzzle();
        let start = puzzle.pack(position)?;
        let tenths = |moves: f64| if moves.is_nan() { 0 } else { (10.0 * moves).clamp(0.0, 1e6) as u32 };
        let own = |state| puzzle.estimate(state);
        let callers = |state| estimate.map_or(0, |estimate| tenths(estimate(&puzzle.unpack(state))));
        let estimate: &Estimate<P::State> = if estimate.is_some() { &callers } else { &own };
        let mut tell = |better: &Better<P>| told(better.length, codes_along(puzzle, start, &better.moves));
        let guidance = Guidance { estimate, lookahead };
        let (found, choice) = improve(&self.0, start, &guidance, request, watch, &mut tell);
        Ok(answer(puzzle, start, &found, choice))
    }

    fn proof(
        &self,
        position: &[u16],
        length: Option<u32>,
        default: proof::Default,
        form: &Form,
        watch: &mut Watch,
    ) -> Result<AnyProof, Result<Unlisted, String>> {
        let rules = self.puzzle();
        let start = rules.pack(position).map_err(Err)?;
        let Listing { listed, near, work } = proof::list(rules, start, length, default, watch).map_err(Ok)?;
        let width = length.map_or(0, |length| (4 - length.leading_zeros() as usize / 8).max(1));
        let mut write = |numbered, width| {
            let limit = |limit| Ok(Unlisted::Limit(limit, work));
            let columns = proof::columns(rules, &numbered, form, width, watch).map_err(limit)?;
            Ok(AnyNumbered { states: numbered.states.len(), columns })
        };
        let near = near.map(|(below, near)| Ok((below, write(near, 1)?))).transpose()?;
        Ok(AnyProof { listed: write(listed, width)?, width, near, work })
    }

    fn solutions(
        &self,
        position: &[u16],
        length: Option<u32>,
        request: Request,
        watch: &mut Watch,
    ) -> Result<Box<dyn AllSolutions>, String> {
        let start = self.puzzle().pack(position)?;
        let Everything { found, choice, dag, limit, later } = self.0.solve_all(start, request, watch);
        let answer = Answer { limit, ..answer(self.puzzle(), start, &found, choice) };
        // Asked for by their length, those of least cost may have any number of moves.
        let more = dag.as_ref().is_some_and(|dag| dag.circles);
        let other = |&wanted: &u32| found.length.is_some_and(|least| least != wanted || more);
        let Some(wanted) = length.filter(other) else {
            if let Some(least) = found.length.filter(|_| later) {
                return Ok(Box::new(Deferred::new(self.0.clone(), start, request, least, answer)));
            }
            return Ok(all(&self.0.puzzle, start, answer, dag.unwrap_or_else(OptimalDag::empty)));
        };
        drop(dag);
        // The optimum is known now; what matters from here on is the wanted length.
        let answer = match found.length == Some(wanted) {
            true => answer,
            false => Answer { limit: None, length: Some(wanted), codes: None, optimal: false, ..answer },
        };
        if found.length > Some(wanted) || self.puzzle().is_goal(start) {
            return Ok(all(&self.0.puzzle, start, answer, OptimalDag::empty()));
        }
        match Graph::explore(self.puzzle(), start, wanted, true, watch) {
            Ok(graph) => Ok(all(&self.0.puzzle, start, answer, OfCost { graph, cost: wanted })),
            Err((limit, _)) => {
                Ok(all(&self.0.puzzle, start, Answer { limit: Some(limit), ..answer }, OptimalDag::empty()))
            }
        }
    }
}

fn all<P: Puzzle + 'static, Space>(
    puzzle: &Arc<P>,
    start: P::State,
    answer: Answer,
    space: Space,
) -> Box<dyn AllSolutions>
where
    AllOf<P, Space>: AllSolutions + 'static,
{
    Box::new(AllOf { puzzle: Arc::clone(puzzle), start, answer, space: Arc::new(space) })
}
