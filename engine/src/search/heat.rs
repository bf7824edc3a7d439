//! Where pieces come to stand on optimal solutions, exactly.
//!
//! A *landing* is a move seen from where it ends: the same kind of piece coming to stand at the same place,
//! wherever it came from. Two numbers a landing, both from sums over the corridor:
//!
//! * *visits*: how often it happens, all optimal solutions together. For a move from s to t it is
//!   (ways from the start to s) x (ways from t to a goal): a solution that makes the move is a way before it and
//!   a way after it. Each solution of n moves makes n landings, so the visits add up to n x solutions.
//! * *solutions*: on how many solutions it happens at least once: all of them, less those that avoid it, which
//!   are counted by leaving its moves out.
//!
//! ```text
//!   S --3 ways-- s ==move==> t --5 ways-- G        visits of the move: 3 x 5
//! ```

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::puzzle::Puzzle;
use crate::search::corridor::Corridor;
use crate::search::count::{ways, ways_without};
use crate::search::tally::Tally;
use crate::watch::{Limit, Watch, Work};

/// How often a landing occurs on optimal solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    pub visits: BigUint,
    pub solutions: BigUint,
}

/// The heat of every landing; `landing` maps moves that are the same landing to equal keys.
pub fn heat<P: Puzzle, K: Ord + Clone>(
    puzzle: &P,
    corridor: &Corridor<P::State>,
    landing: impl Fn(P::State, P::Move) -> K,
    watch: &mut Watch,
) -> Result<BTreeMap<K, Heat>, Limit> {
    watch.phase = "heat";
    match tallied::<u64, P, K>(puzzle, corridor, &landing, watch)? {
        Some(map) => Ok(map),
        None => Ok(tallied::<BigUint, P, K>(puzzle, corridor, &landing, watch)?.unwrap_or_default()),
    }
}

/// `None`: a number does not fit `T`.
fn tallied<T: Tally, P: Puzzle, K: Ord + Clone>(
    puzzle: &P,
    corridor: &Corridor<P::State>,
    landing: &impl Fn(P::State, P::Move) -> K,
    watch: &mut Watch,
) -> Result<Option<BTreeMap<K, Heat>>, Limit> {
    let Some((total, visits)) = visits::<T, P, K>(puzzle, corridor, landing, watch)? else {
        return Ok(None);
    };
    let mut map = BTreeMap::new();
    for (key, visits) in visits {
        watch.check(&Work { stored: corridor.states.len() as u64, ..Work::default() })?;
        let barred = |id: u32, mv, _| landing(corridor.states[id as usize], mv) == key;
        let Some(avoiding) = ways_without::<T, P>(puzzle, corridor, barred, watch)? else {
            return Ok(None);
        };
        let solutions = total.big() - avoiding[0].big();
        map.insert(key, Heat { visits: visits.big(), solutions });
    }
    Ok(Some(map))
}

/// All solutions, and the visits of each landing; `None`: a number does not fit.
type Visits<T, K> = Option<(T, BTreeMap<K, T>)>;

/// See [`Visits`].
fn visits<T: Tally, P: Puzzle, K: Ord + Clone>(
    puzzle: &P,
    corridor: &Corridor<P::State>,
    landing: &impl Fn(P::State, P::Move) -> K,
    watch: &mut Watch,
) -> Result<Visits<T, K>, Limit> {
    let Some(after) = ways::<T, P>(puzzle, corridor, watch)? else { return Ok(None) };
    let Some(total) = after.first().cloned() else { return Ok(None) };
    // The ways to states are numbers as large as those from them: what those held may be held once more.
    watch.room_for(corridor.bytes() + 2 * after.iter().map(T::bytes).sum::<usize>())?;
    let mut before = vec![T::default(); after.len()];
    before[0] = T::one();
    let mut visits: BTreeMap<K, T> = BTreeMap::new();
    for id in 0..corridor.states.len() {
        watch.tick()?;
        let mut steps = Vec::new();
        corridor.steps(puzzle, id as u32, |mv, to| steps.push((mv, to)));
        for (mv, to) in steps {
            let here = before[id].clone();
            let entry = visits.entry(landing(corridor.states[id], mv)).or_default();
            if pass(here, &mut before[to as usize], &after[to as usize], entry).is_none() {
                return Ok(None);
            }
        }
    }
    Ok(Some((total, visits)))
}

/// A move from a state that `here` ways lead to: adds them to those `before` the state after it, and what passes
/// through both to the `visits` of its landing. `None`: a number does not fit.
fn pass<T: Tally>(here: T, before: &mut T, after: &T, visits: &mut T) -> Option<()> {
    *visits = std::mem::take(visits).plus(&here.times(after)?)?;
    *before = std::mem::take(before).plus(&here)?;
    Some(())
}
