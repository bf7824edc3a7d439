//! How many optimal solutions there are, exactly: paths through the optimal-path DAG, summed backwards.
//!
//! Machine integers while they suffice, big integers after the first overflow: one 6x6 block board has
//! 14,163,899,645,952 optimal solutions, an 8x8 sliding board more than 2^128.

use std::cell::RefCell;

use num_bigint::BigUint;

use crate::dyn_puzzle::DynPuzzle;
use crate::optimal_dag::OptimalDag;
use crate::tally::Tally;
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch};

/// Numbers computed between two checks of the memory that they take.
const LOOK_EVERY: usize = 1 << 12;

/// The number of optimal solutions.
#[must_use]
pub fn count<S: Packed>(rules: &dyn DynPuzzle<S>, dag: &OptimalDag<S>) -> BigUint {
    count_within(rules, dag, &mut Watch::unlimited()).unwrap_or_default()
}

/// The same under limits.
pub fn count_within<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    dag: &OptimalDag<S>,
    watch: &mut Watch,
) -> Result<BigUint, Limit> {
    let after_it = RefCell::new(Vec::new());
    let steps = |id: u32, to: &mut Vec<u32>| dag.steps_from(rules, id, &mut after_it.borrow_mut(), to);
    let ends = |id: u32| rules.is_goal(dag.states[id as usize]);
    let ways = Ways { states: dag.states.len(), held: dag.bytes(), ends: &ends, steps: &steps };
    if let Some(numbers) = ways.to_goals::<u64>(watch)? {
        return Ok(numbers.first().map(Tally::big).unwrap_or_default());
    }
    let numbers = ways.to_goals::<BigUint>(watch)?.unwrap_or_default();
    Ok(numbers.first().map(Tally::big).unwrap_or_default())
}

/// Appends the numbers of the states one step from the one with this number.
type StepsFrom<'a> = &'a dyn Fn(u32, &mut Vec<u32>);

/// Numbered states with steps that lead from earlier ones to later ones.
pub struct Ways<'a> {
    pub states: usize,
    /// Bytes that they take.
    pub held: usize,
    /// Whether the state with this number is a goal.
    pub ends: &'a dyn Fn(u32) -> bool,
    pub steps: StepsFrom<'a>,
}

impl Ways<'_> {
    /// For each state the number of paths from it to a goal; `None` if one does not fit.
    pub fn to_goals<T: Tally>(&self, watch: &mut Watch) -> Result<Option<Vec<T>>, Limit> {
        let mut bytes = self.held + self.states * size_of::<T>();
        watch.room_for(bytes)?;
        let (mut ways, mut steps) = (vec![T::default(); self.states], Vec::new());
        for id in (0..self.states).rev() {
            watch.tick()?;
            if (self.ends)(id as u32) {
                ways[id] = T::one();
                continue;
            }
            steps.clear();
            (self.steps)(id as u32, &mut steps);
            let sum = steps.iter().try_fold(T::default(), |sum, &to| sum.plus(&ways[to as usize]));
            let Some(sum) = sum else { return Ok(None) };
            bytes += sum.bytes() - size_of::<T>();
            ways[id] = sum;
            if id.is_multiple_of(LOOK_EVERY) {
                watch.room_for(bytes)?;
            }
        }
        Ok(Some(ways))
    }
}
