//! Where pieces stop on optimal solutions, exactly.
//!
//! A *landing* is a move seen from where it ends: the same kind of piece stopping at the same place, wherever it came
//! from. Each landing has two numbers, both from sums over the optimal-path DAG:
//!
//! * *visits*: how often it happens, all optimal solutions together. For a move from s to t it is (paths from the start
//!   to s) x (paths from t to a goal): a solution that makes the move is a path before it and a path after it. Each
//!   solution of n moves makes n landings, so the visits add up to n x solutions.
//! * *solutions*: on how many solutions it happens at least once: all of them, less those that avoid it, which
//!   are counted by leaving its moves out.
//!
//! The sums are made once for each landing, so the steps of the optimal-path DAG are listed first, as numbers ([`Steps`]).
//!
//! ```text
//!   S --3 ways-- s ==move==> t --5 ways-- G        visits of the move: 3 x 5
//! ```

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::count::Ways;
use crate::dyn_puzzle::DynPuzzle;
use crate::optimal_dag::OptimalDag;
use crate::tally::Tally;
use clew_core::memory::list_bytes;
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch, Work};

/// States whose steps are listed between two checks of the memory that they take.
const LOOK_EVERY: usize = 1 << 10;
/// Steps that these may have.
const SOON: usize = LOOK_EVERY << 5;

/// How often a landing occurs on optimal solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    pub visits: BigUint,
    pub solutions: BigUint,
}

/// The heat of every landing.
pub fn heat<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    dag: &OptimalDag<S>,
    watch: &mut Watch,
) -> Result<BTreeMap<[u16; 2], Heat>, Limit> {
    watch.phase = "heat";
    let steps = Steps::of(rules, dag, watch)?;
    match steps.heat::<u64>(watch)? {
        Some(map) => Ok(map),
        None => Ok(steps.heat::<BigUint>(watch)?.unwrap_or_default()),
    }
}

/// The steps of an optimal-path DAG, by the state that they lead from.
struct Steps {
    goals: Vec<bool>,
    /// Where the steps of each state begin, and where the last end.
    begins: Vec<usize>,
    to: Vec<u32>,
    /// The landing of each, as a place in `landings`.
    landing: Vec<u32>,
    landings: Vec<[u16; 2]>,
    /// Bytes of the optimal-path DAG and of these lists.
    held: usize,
}

impl Steps {
    fn of<S: Packed>(
        rules: &dyn DynPuzzle<S>,
        dag: &OptimalDag<S>,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let states = dag.states.len();
        let each = size_of::<bool>() + size_of::<usize>();
        let mut steps = Self {
            goals: Vec::with_capacity(states),
            begins: Vec::with_capacity(states + 1),
            to: Vec::new(),
            landing: Vec::new(),
            landings: Vec::new(),
            held: dag.bytes() + (states + 1) * each,
        };
        let mut known = BTreeMap::new();
        steps.begins.push(0);
        for (id, &state) in dag.states.iter().enumerate() {
            watch.tick()?;
            if id.is_multiple_of(LOOK_EVERY) {
                watch
                    .room_for(steps.held + list_bytes(&steps.to, SOON) + list_bytes(&steps.landing, SOON))?;
            }
            steps.goals.push(rules.is_goal(state));
            let landings = if rules.is_goal(state) { Vec::new() } else { rules.landings(state) };
            dag.each_step(rules, id as u32, &mut |number, to| {
                let landing = landings[number as usize];
                steps.to.push(to);
                steps.landing.push(*known.entry(landing).or_insert_with(|| {
                    steps.landings.push(landing);
                    steps.landings.len() as u32 - 1
                }));
            });
            steps.begins.push(steps.to.len());
        }
        steps.held += list_bytes(&steps.to, 0) + list_bytes(&steps.landing, 0);
        Ok(steps)
    }

    /// The heat of every landing; `None`: a number does not fit.
    fn heat<T: Tally>(&self, watch: &mut Watch) -> Result<Option<BTreeMap<[u16; 2], Heat>>, Limit> {
        let Some((total, visits)) = self.visits::<T>(watch)? else { return Ok(None) };
        let mut map = BTreeMap::new();
        for (visits, number) in visits.into_iter().zip(0u32..) {
            watch.check(&Work { stored: self.goals.len() as u64, ..Work::default() })?;
            let Some(avoiding) = self.ways_without::<T>(Some(number), watch)? else { return Ok(None) };
            let solutions = total.big() - avoiding[0].big();
            map.insert(self.landings[number as usize], Heat { visits: visits.big(), solutions });
        }
        Ok(Some(map))
    }

    /// All solutions, and the visits of each landing; `None`: a number does not fit.
    fn visits<T: Tally>(&self, watch: &mut Watch) -> Result<Option<(T, Vec<T>)>, Limit> {
        let Some(after) = self.ways_without::<T>(None, watch)? else { return Ok(None) };
        let Some(total) = after.first().cloned() else { return Ok(None) };
        // The numbers of paths to states are as large as those from them, so they may take the same memory again.
        watch.room_for(self.held + 2 * after.iter().map(T::bytes).sum::<usize>())?;
        let mut before = vec![T::default(); after.len()];
        before[0] = T::one();
        let mut visits = vec![T::default(); self.landings.len()];
        for id in 0..after.len() {
            watch.tick()?;
            for step in self.begins[id]..self.begins[id + 1] {
                let (to, landing) = (self.to[step] as usize, self.landing[step] as usize);
                let here = before[id].clone();
                if pass(here, &mut before[to], &after[to], &mut visits[landing]).is_none() {
                    return Ok(None);
                }
            }
        }
        Ok(Some((total, visits)))
    }

    /// For each state the number of paths to a goal without that landing.
    fn ways_without<T: Tally>(
        &self,
        barred: Option<u32>,
        watch: &mut Watch,
    ) -> Result<Option<Vec<T>>, Limit> {
        let steps = |id: u32, to: &mut Vec<u32>| {
            let steps = self.begins[id as usize]..self.begins[id as usize + 1];
            to.extend(steps.filter(|&step| Some(self.landing[step]) != barred).map(|step| self.to[step]));
        };
        let ends = |id: u32| self.goals[id as usize];
        Ways { states: self.goals.len(), held: self.held, ends: &ends, steps: &steps }.to_goals(watch)
    }
}

/// A move from a state to which `here` paths lead: adds them to those `before` the state after it, and what passes
/// through both to the `visits` of its landing. `None`: a number does not fit.
fn pass<T: Tally>(here: T, before: &mut T, after: &T, visits: &mut T) -> Option<()> {
    *visits = std::mem::take(visits).plus(&here.times(after)?)?;
    *before = std::mem::take(before).plus(&here)?;
    Some(())
}
