//! A map in partitions: what each of many machines does with its partition of the states.
//!
//! A search by layers needs no table of all states if states are kept *sorted*: the moves of a layer make
//! sorted runs, and a merge of these runs, of the layers before and of nothing else says which states are new.
//!
//! ```text
//!   runs made by     3 7 9           a step of the merge goes up to the least last state of the blocks that
//!   the layer      2 3   8 | 12 ..   are not the end of their list (here 8): what is at most 8 is complete
//!   layers before    3     |         in all blocks, whatever comes later
//!                  -----------------
//!   new            2   7 8 |
//! ```
//!
//! Each list is read once, from its beginning, in blocks as small as memory wants: so a layer may be many times
//! larger than the memory, and the disk sees nothing but long reads and writes. States belong to partitions by
//! their hash, so that equal states meet in one partition, whoever made them.

use crate::map::NO_WAY;
use clew_core::packed::Packed;
use clew_core::products::share;
use clew_core::puzzle::Backward;
use clew_search::dyn_puzzle::{Direction, DynPuzzle, Row, TOGETHER};

/// Words of a state.
#[must_use]
pub fn words_a_state<S: Packed>() -> usize {
    (S::BITS / 64) as usize
}

/// The state of these words.
#[must_use]
pub fn state_of<S: Packed>(words: &[u64]) -> S {
    (0..).zip(words).fold(S::ZERO, |state, (word, &value)| {
        let state = state.with_field(64 * word, 32, value as u32);
        state.with_field(64 * word + 32, 32, (value >> 32) as u32)
    })
}

/// Appends the words of a state.
pub fn push_words<S: Packed>(state: S, words: &mut Vec<u64>) {
    let half = |shift| u64::from(state.field(shift, 32));
    let each = words_a_state::<S>() as u32;
    words.extend((0..each).map(|word| half(64 * word) | half(64 * word + 32) << 32));
}

/// The words of these states.
#[must_use]
pub fn all_words<S: Packed>(states: impl IntoIterator<Item = S>) -> Vec<u64> {
    let states = states.into_iter();
    let mut words = Vec::with_capacity(words_a_state::<S>() * states.size_hint().0);
    states.for_each(|state| push_words(state, &mut words));
    words
}

fn states<S: Packed>(words: &[u64]) -> impl Iterator<Item = S> {
    words.chunks_exact(words_a_state::<S>()).map(state_of)
}

/// The partition that a state belongs to, of that many.
#[must_use]
pub fn partition_of<S: Packed>(state: S, partitions: usize) -> usize {
    share(state.hash(), partitions as u64) as usize
}

/// How states are expanded.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Partitions that the states belong to.
    pub partitions: usize,
    /// Whether goals have moves.
    pub expand_goals: bool,
    /// To the states before instead of those after.
    pub backward: bool,
}

/// What expanding gave.
#[derive(Clone, Debug, Default)]
pub struct Expanded {
    /// By the cost of the move and the partition: words of the states, sorted, each once.
    pub runs: Vec<(u32, usize, Vec<u64>)>,
    /// Moves.
    pub edges: u64,
    /// Twice the pairs of different states that are joined, as far as these states' moves tell: a pair whose
    /// other state has a move back counts 1 here, and 1 with that state.
    pub halves: u64,
}

/// States by the cost of the move that leads to them and by partition.
struct Runs<S> {
    partitions: usize,
    by_cost: Vec<(u32, Vec<Vec<S>>)>,
}

impl<S: Packed> Runs<S> {
    #[inline(always)]
    fn put(&mut self, state: S, cost: u32) {
        let partition = partition_of(state, self.partitions);
        let place = match self.by_cost.iter().position(|&(other, _)| other == cost) {
            Some(place) => place,
            None => {
                self.by_cost.push((cost, vec![Vec::new(); self.partitions]));
                self.by_cost.len() - 1
            }
        };
        self.by_cost[place].1[partition].push(state);
    }

    /// What [`Expanded::runs`] has.
    fn sorted(mut self) -> Vec<(u32, usize, Vec<u64>)> {
        self.by_cost.sort_unstable_by_key(|&(cost, _)| cost);
        let runs = self.by_cost.into_iter().flat_map(|(cost, runs)| {
            runs.into_iter().enumerate().map(move |(partition, run)| (cost, partition, run))
        });
        runs.filter(|(_, _, run)| !run.is_empty())
            .map(|(cost, partition, mut run)| {
                run.sort_unstable();
                run.dedup();
                (cost, partition, all_words(run))
            })
            .collect()
    }
}

/// The states one move from these.
#[must_use]
pub fn expand<S: Packed>(rules: &dyn DynPuzzle<S>, words: &[u64], way: Way) -> Expanded {
    let mut runs = Runs { partitions: way.partitions, by_cost: Vec::new() };
    let mut expanded = Expanded::default();
    let mut row = Vec::new();
    for state in states::<S>(words) {
        if way.backward {
            rules.each_predecessor(state, &mut |before, cost| {
                if way.expand_goals || !rules.is_goal(before) {
                    runs.put(before, cost);
                }
            });
        } else if way.expand_goals || !rules.is_goal(state) {
            row.clear();
            rules.each_move(state, &mut |cost, after| {
                runs.put(after, cost);
                row.push(after);
            });
            expanded.edges += row.len() as u64;
            expanded.halves += halves(rules, state, &mut row, way.expand_goals);
        }
    }
    expanded.runs = runs.sorted();
    expanded
}

/// See [`Expanded::halves`]; leaves the row sorted.
fn halves<S: Packed>(rules: &dyn DynPuzzle<S>, state: S, row: &mut Vec<S>, expand_goals: bool) -> u64 {
    row.sort_unstable();
    row.dedup();
    let mut again = Vec::new();
    let mut leads_back = |after: S| {
        if !expand_goals && rules.is_goal(after) {
            return false;
        }
        if rules.backward() == Backward::Reversible {
            return true;
        }
        again.clear();
        rules.neighbours(Direction::Forward, &[after], &mut again);
        again.contains(&state)
    };
    row.iter().filter(|&&after| after != state).map(|&after| if leads_back(after) { 1 } else { 2 }).sum()
}

/// The goals among these states.
#[must_use]
pub fn goals_among<S: Packed>(rules: &dyn DynPuzzle<S>, words: &[u64]) -> Vec<u64> {
    all_words(states::<S>(words).filter(|&state| rules.is_goal(state)))
}

/// All moves of these states in the order in which they are shown: how many each state has, the words of the states
/// after, and the costs.
#[must_use]
pub fn moves<S: Packed>(rules: &dyn DynPuzzle<S>, words: &[u64]) -> (Vec<u32>, Vec<u64>, Vec<u32>) {
    let (mut row, mut few) = (Row::default(), Vec::new());
    for words in words.chunks(TOGETHER * words_a_state::<S>()) {
        few.clear();
        few.extend(states::<S>(words));
        rules.rows(&few, &mut row);
    }
    let costs = if rules.unit_cost() { vec![1; row.after.len()] } else { row.costs };
    (row.lengths, all_words(row.after), costs)
}

/// The next states of a sorted list; `open` if more will follow them.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    pub words: &'a [u64],
    pub open: bool,
}

/// How many states of each block are complete in all blocks, whatever comes later.
fn complete<S: Packed>(blocks: &[Block<'_>]) -> Vec<usize> {
    let each = words_a_state::<S>();
    let last = |block: &Block<'_>| block.words.rchunks_exact(each).next().map(state_of::<S>);
    let bound = blocks.iter().filter(|block| block.open).filter_map(last).min();
    let within = |block: &Block<'_>| {
        let (mut from, mut to) = (0, block.words.len() / each);
        let Some(most) = bound else { return to };
        while from < to {
            let middle = usize::midpoint(from, to);
            match state_of::<S>(&block.words[middle * each..(middle + 1) * each]) <= most {
                true => from = middle + 1,
                false => to = middle,
            }
        }
        from
    };
    blocks.iter().map(within).collect()
}

/// The first states of sorted lists, the given number of each, in one sorted list.
fn merge<S: Packed>(blocks: &[Block<'_>], counts: &[usize]) -> Vec<S> {
    let taken = blocks.iter().zip(counts).flat_map(|(block, &count)| states::<S>(block.words).take(count));
    let mut merged: Vec<S> = Vec::with_capacity(counts.iter().sum());
    taken.for_each(|state| merged.push(state));
    // A stable sort finds the sorted pieces and merges them.
    merged.sort();
    merged
}

/// Keeps of a sorted list the states that are among others, or those that are not.
fn keep<S: Packed>(list: &mut Vec<S>, others: &[S], among: bool) {
    let mut next = 0;
    list.retain(|state| {
        while others.get(next).is_some_and(|other| other < state) {
            next += 1;
        }
        (others.get(next) == Some(state)) == among
    });
}

/// One step of a merge: the states of `new` that are in none of `seen` and, where it is given, in one of
/// `within`; sorted, each once. Then how many states of each block, in the order of the arguments, are done with.
#[must_use]
pub fn fresh<S: Packed>(
    new: &[Block<'_>],
    seen: &[Block<'_>],
    within: Option<&[Block<'_>]>,
) -> (Vec<u64>, Vec<usize>) {
    let blocks: Vec<Block<'_>> =
        new.iter().chain(seen).chain(within.into_iter().flatten()).copied().collect();
    let counts = complete::<S>(&blocks);
    let (of_new, others) = counts.split_at(new.len());
    let (of_seen, of_within) = others.split_at(seen.len());
    let mut wanted = merge::<S>(new, of_new);
    wanted.dedup();
    keep(&mut wanted, &merge(seen, of_seen), false);
    if let Some(within) = within {
        keep(&mut wanted, &merge(within, of_within), true);
    }
    (all_words(wanted), counts)
}

/// Part of a map: words of its states, sorted, with how far each is from the start and from a goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    pub words: Vec<u64>,
    pub depth: Vec<u16>,
    pub distance: Vec<u16>,
}

/// One step of a merge of layers, each a list with its number: those by the way from the start, which hold
/// every state once, and those by the way to a goal. Then as in [`fresh`].
#[must_use]
pub fn join<S: Packed>(depths: &[(Block<'_>, u16)], distances: &[(Block<'_>, u16)]) -> (Joined, Vec<usize>) {
    let layers: Vec<(Block<'_>, u16)> = depths.iter().chain(distances).copied().collect();
    let blocks: Vec<Block<'_>> = layers.iter().map(|&(block, _)| block).collect();
    let counts = complete::<S>(&blocks);
    let mut taken: Vec<(S, usize)> = Vec::with_capacity(counts.iter().sum());
    for (number, (block, &count)) in blocks.iter().zip(&counts).enumerate() {
        taken.extend(states::<S>(block.words).take(count).map(|state| (state, number)));
    }
    taken.sort_by_key(|&(state, _)| state);
    let mut joined = Joined::default();
    for group in taken.chunk_by(|(one, _), (other, _)| one == other) {
        let of = |distance: bool| {
            let found = group.iter().find(|&&(_, block)| (block >= depths.len()) == distance);
            found.map(|&(_, block)| layers[block].1)
        };
        let Some(depth) = of(false) else { continue };
        push_words(group[0].0, &mut joined.words);
        joined.depth.push(depth);
        joined.distance.push(of(true).unwrap_or(NO_WAY));
    }
    (joined, counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_core::packed::Wide;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn block(words: &[u64], open: bool) -> Block<'_> {
        Block { words, open }
    }

    #[test]
    fn a_step_stops_where_a_list_goes_on() {
        let new = [block(&[3, 7, 9], true), block(&[2, 3, 8], true)];
        let (found, counts) = fresh::<u64>(&new, &[block(&[3], false)], None);
        assert_eq!((found, counts), (vec![2, 7, 8], vec![2, 3, 1]));
        let (found, counts) = fresh::<u64>(&[block(&[9], false)], &[], Some(&[block(&[1, 9], false)]));
        assert_eq!((found, counts), (vec![9], vec![1, 2]));
        assert_eq!(fresh::<u64>(&[block(&[9], false)], &[], Some(&[])).0, Vec::<u64>::new());
    }

    #[test]
    fn wide_states_are_kept_whole() {
        let (low, high) = ([5, 0], [5, 1]);
        let words = [low, high].concat();
        let (found, counts) = fresh::<Wide<2>>(&[block(&words, false)], &[block(&low, false)], None);
        assert_eq!((found, counts), (high.to_vec(), vec![2, 1]));
        // The order is that of the states: of a u128 the upper word comes first.
        let (found, _) = fresh::<u128>(&[block(&[1, 1], false), block(&[2, 0], false)], &[], None);
        assert_eq!(found, [2, 0, 1, 1]);
    }

    #[test]
    fn layers_of_both_ways_are_joined() {
        let depths = [(block(&[4], false), 0), (block(&[1, 6], false), 1)];
        let (joined, counts) = join::<u64>(&depths, &[(block(&[1], false), 0), (block(&[4], true), 1)]);
        let wanted = Joined { words: vec![1, 4], depth: vec![1, 0], distance: vec![0, 1] };
        assert_eq!((joined, counts), (wanted, vec![1, 1, 1, 1]));
    }

    fn of(lists: &[(Vec<u64>, bool)]) -> Vec<Block<'_>> {
        lists.iter().map(|(words, open)| block(words, *open)).collect()
    }

    fn lists() -> impl Strategy<Value = Vec<(BTreeSet<u64>, bool)>> {
        prop::collection::vec((prop::collection::btree_set(0u64..60, 0..20), any::<bool>()), 0..4)
    }

    proptest! {
        #[test]
        fn a_step_is_what_sets_say(new in lists(), seen in lists(), within in prop::option::of(lists())) {
            let words = |lists: &[(BTreeSet<u64>, bool)]| -> Vec<(Vec<u64>, bool)> {
                lists.iter().map(|(set, open)| (set.iter().copied().collect(), *open)).collect()
            };
            let all = [words(&new), words(&seen), words(&within.clone().unwrap_or_default())];
            let [new, seen, others] = &all;
            let asked = within.is_some().then(|| of(others));
            let (found, counts) = fresh::<u64>(&of(new), &of(seen), asked.as_deref());
            let lasts = all.iter().flatten().filter(|(_, open)| *open).filter_map(|(words, _)| words.last());
            let most = lasts.min().copied().unwrap_or(u64::MAX);
            let has = |lists: &[(Vec<u64>, bool)], state| lists.iter().any(|(words, _)| words.contains(&state));
            let expected: Vec<u64> = (0..60)
                .filter(|&state| state <= most && has(new, state) && !has(seen, state))
                .filter(|&state| within.is_none() || has(others, state))
                .collect();
            prop_assert_eq!(found, expected);
            let below = |(words, _): &(Vec<u64>, bool)| words.iter().filter(|&&state| state <= most).count();
            prop_assert_eq!(counts, all.iter().flatten().map(below).collect::<Vec<_>>());
        }
    }
}
