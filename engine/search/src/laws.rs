//! The contract of a family, checked on one small puzzle: every law of [`Puzzle`] on every state that can
//! be reached, against a plain breadth-first search. Tests of families call it on many boards.

use std::collections::{HashMap, VecDeque};

#[cfg(feature = "whole")]
use crate::proof::{Default, Numbered, Unlisted, list};
use clew_core::packed::Packed;
use clew_core::puzzle::{Backward, DEAD_END, Puzzle};
#[cfg(feature = "whole")]
use clew_core::watch::Watch;

/// Perfect hashes of more numbers are not checked.
const MOST_NUMBERS: usize = 1 << 24;

/// What the check saw, for tests to compare with known figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// States reached, with play continuing after goals.
    pub states: usize,
    /// Fewest moves' cost from the start to a goal.
    pub optimum: Option<u32>,
}

/// Explores `puzzle` from its start and checks every law on every state; `Err` names the first breach.
///
/// States beyond `max_states` are not expanded, and then only the laws that need no distances are checked.
pub fn check<P: Puzzle>(puzzle: &P, max_states: usize) -> Result<Checked, String> {
    let (preferred, _) = puzzle.preferred();
    if !P::CHOICE.contains(&preferred) {
        return Err(format!("the preferred search {preferred:?} is not in `CHOICE`"));
    }
    let mut order = vec![puzzle.initial()];
    let mut index = HashMap::from([(Key(order[0]), 0usize)]);
    let mut into: Vec<Vec<(usize, u32)>> = vec![Vec::new()];
    let mut next = 0;
    while next < order.len() && order.len() <= max_states {
        let state = order[next];
        check_state(puzzle, state)?;
        puzzle.successors(state, |mv, after| {
            let id = *index.entry(Key(after)).or_insert_with(|| {
                order.push(after);
                into.push(Vec::new());
                order.len() - 1
            });
            into[id].push((next, puzzle.cost(state, mv)));
        });
        next += 1;
    }
    if next < order.len() {
        return Ok(Checked { states: order.len(), optimum: None });
    }
    check_predecessors(puzzle, &order, &into)?;
    check_perfect_hash(puzzle, &order)?;
    let distance = distances(puzzle, &order, &into);
    for (&state, &true_cost) in order.iter().zip(&distance) {
        let bound = puzzle.heuristic(state);
        if bound > true_cost.unwrap_or(DEAD_END) {
            return Err(format!(
                "heuristic {bound} exceeds the true cost {true_cost:?} at {:?}",
                puzzle.unpack(state)
            ));
        }
        if true_cost.is_some() && puzzle.estimate(state) == DEAD_END {
            return Err(format!(
                "estimated as lost, but won at a cost of {true_cost:?}: {:?}",
                puzzle.unpack(state)
            ));
        }
    }
    check_goals(puzzle, &order)?;
    check_proof(puzzle, distance[0])?;
    Ok(Checked { states: order.len(), optimum: distance[0] })
}

/// The lists of states that prove the length prove it: see [`list`].
#[cfg(feature = "whole")]
fn check_proof<P: Puzzle>(puzzle: &P, length: Option<u32>) -> Result<(), String> {
    for default in [Default::Zero, Default::Near] {
        let listing = match list(puzzle, puzzle.initial(), length, default, &mut Watch::unlimited()) {
            Ok(listing) => listing,
            Err(Unlisted::Refused(_)) => continue,
            Err(Unlisted::Limit(..)) => unreachable!("there is no limit"),
        };
        let by_state = |numbered: Numbered<P::State>| -> HashMap<_, _> {
            numbered.states.into_iter().map(Key).zip(numbered.numbers).collect()
        };
        let near = listing.near.map(|(below, near)| (below, by_state(near)));
        let numbers = by_state(listing.listed);
        let number = |state| {
            let elsewhere =
                |(below, near): &(u32, HashMap<_, u32>)| near.get(&Key(state)).copied().unwrap_or(*below);
            let default = near.as_ref().map_or(0, elsewhere);
            numbers.get(&Key(state)).copied().unwrap_or(default)
        };
        if number(puzzle.initial()) < length.unwrap_or(1) {
            return Err(format!("the list of a proof ({default:?}) does not say {length:?} of the start"));
        }
        for (&Key(state), &left) in &numbers {
            let mut holds = !puzzle.is_goal(state);
            puzzle.successors(state, |mv, after| {
                holds &= left <= puzzle.cost(state, mv).saturating_add(number(after));
                holds &= length.is_some() || numbers.contains_key(&Key(after));
            });
            if !holds {
                return Err(format!("a proof ({default:?}) does not hold at {:?}", puzzle.unpack(state)));
            }
        }
    }
    Ok(())
}

#[cfg(not(feature = "whole"))]
fn check_proof<P: Puzzle>(_: &P, _: Option<u32>) -> Result<(), String> {
    Ok(())
}

fn check_state<P: Puzzle>(puzzle: &P, state: P::State) -> Result<(), String> {
    let position = puzzle.unpack(state);
    let at = || format!("at {position:?}");
    if state == P::State::EMPTY {
        return Err(format!("the reserved word is used as a state {}", at()));
    }
    if puzzle.pack(&position) != Ok(state) {
        return Err(format!("pack(unpack(state)) differs {}", at()));
    }
    let (mut moves, mut visited) = (Vec::new(), Vec::new());
    puzzle.moves(state, &mut moves);
    puzzle.successors(state, |mv, after| visited.push((mv, after)));
    let applied: Vec<_> = moves.iter().map(|&mv| (mv, puzzle.apply(state, mv))).collect();
    if visited != applied {
        return Err(format!("successors {visited:?} differ from moves with apply {applied:?} {}", at()));
    }
    if puzzle.unit_cost() && moves.iter().any(|&mv| puzzle.cost(state, mv) != 1) {
        return Err(format!("a move does not cost 1 {}", at()));
    }
    let names: std::collections::HashSet<_> = moves.iter().map(|&mv| puzzle.describe(state, mv)).collect();
    if names.len() != moves.len() {
        return Err(format!("two moves are described alike {}", at()));
    }
    if puzzle.is_goal(state) && puzzle.heuristic(state) != 0 {
        return Err(format!("heuristic {} at a goal {}", puzzle.heuristic(state), at()));
    }
    Ok(())
}

/// Predecessors among the reached states are exactly the states with an edge here.
fn check_predecessors<P: Puzzle>(
    puzzle: &P,
    order: &[P::State],
    into: &[Vec<(usize, u32)>],
) -> Result<(), String> {
    if puzzle.backward() == Backward::No {
        return Ok(());
    }
    let reached: HashMap<_, _> = order.iter().enumerate().map(|(id, &state)| (Key(state), id)).collect();
    for (&state, edges) in order.iter().zip(into) {
        let mut said = Vec::new();
        puzzle.predecessors(state, |before, cost| {
            if let Some(&id) = reached.get(&Key(before)) {
                said.push((id, cost));
            }
        });
        let mut true_edges = edges.clone();
        for list in [&mut said, &mut true_edges] {
            list.sort_unstable();
            list.dedup();
        }
        if said != true_edges {
            return Err(format!("predecessors of {:?} are wrong", puzzle.unpack(state)));
        }
    }
    Ok(())
}

/// Different states have different numbers, all below the size.
fn check_perfect_hash<P: Puzzle>(puzzle: &P, order: &[P::State]) -> Result<(), String> {
    let Some(hash) = puzzle.perfect_hash(MOST_NUMBERS) else { return Ok(()) };
    let mut numbers = Vec::new();
    hash.number_all(order, &mut numbers);
    let mut taken = vec![false; hash.size()];
    for (&state, number) in order.iter().zip(numbers) {
        match taken.get_mut(number as usize) {
            Some(taken) if !*taken => *taken = true,
            _ => {
                return Err(format!(
                    "the number {number} of {:?} is taken or too large",
                    puzzle.unpack(state)
                ));
            }
        }
    }
    Ok(())
}

fn check_goals<P: Puzzle>(puzzle: &P, order: &[P::State]) -> Result<(), String> {
    let mut goals = Vec::new();
    if !puzzle.goals(1_000_000, &mut goals) {
        return Ok(());
    }
    if let Some(&wrong) = goals.iter().find(|&&state| !puzzle.is_goal(state)) {
        return Err(format!("goals() names {:?}, which is not a goal", puzzle.unpack(wrong)));
    }
    let named: std::collections::HashSet<_> = goals.into_iter().map(Key).collect();
    match order.iter().find(|&&state| puzzle.is_goal(state) && !named.contains(&Key(state))) {
        Some(&missing) => Err(format!("goals() leaves out {:?}", puzzle.unpack(missing))),
        None => Ok(()),
    }
}

/// Cost from every state to a goal, by relaxation backwards over the recorded edges.
fn distances<P: Puzzle>(puzzle: &P, order: &[P::State], into: &[Vec<(usize, u32)>]) -> Vec<Option<u32>> {
    let mut distance: Vec<Option<u32>> = vec![None; order.len()];
    let mut queue = VecDeque::new();
    for (id, &state) in order.iter().enumerate() {
        if puzzle.is_goal(state) {
            distance[id] = Some(0);
            queue.push_back(id);
        }
    }
    while let Some(id) = queue.pop_front() {
        let here = distance[id].expect("queued states have a distance");
        for &(before, cost) in &into[id] {
            if distance[before].is_none_or(|known| known > here + cost) {
                distance[before] = Some(here + cost);
                queue.push_back(before);
            }
        }
    }
    distance
}

/// A state as a key of std's maps.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key<S: Packed>(S);

impl<S: Packed> std::hash::Hash for Key<S> {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0.hash());
    }
}
