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

use std::collections::BTreeMap;

use crate::packed::Packed;
use crate::puzzle::{Backward, Puzzle};
use crate::space::NO_WAY;

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

/// The partition that a state belongs to, of so many.
#[must_use]
pub fn partition_of<S: Packed>(state: S, partitions: usize) -> usize {
    ((u128::from(state.hash()) * partitions as u128) >> 64) as usize
}

/// How states are expanded.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Partitions that the states belong to.
    pub partitions: usize,
    /// Do goals have moves?
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

/// The states one move from these.
#[must_use]
pub fn expand<P: Puzzle>(puzzle: &P, words: &[u64], way: Way) -> Expanded {
    let mut runs: BTreeMap<(u32, usize), Vec<P::State>> = BTreeMap::new();
    let mut put = |state: P::State, cost: u32| {
        runs.entry((cost, partition_of(state, way.partitions))).or_default().push(state);
    };
    let mut expanded = Expanded::default();
    let mut row = Vec::new();
    for state in states::<P::State>(words) {
        if way.backward {
            puzzle.predecessors(state, |before, cost| {
                if way.expand_goals || !puzzle.is_goal(before) {
                    put(before, cost);
                }
            });
        } else if way.expand_goals || !puzzle.is_goal(state) {
            row.clear();
            puzzle.successors(state, |mv, after| {
                put(after, puzzle.cost(state, mv));
                row.push(after);
            });
            expanded.edges += row.len() as u64;
            expanded.halves += halves(puzzle, state, &mut row, way.expand_goals);
        }
    }
    expanded.runs = runs
        .into_iter()
        .map(|((cost, partition), mut run)| {
            run.sort_unstable();
            run.dedup();
            (cost, partition, all_words(run))
        })
        .collect();
    expanded
}

/// See [`Expanded::halves`]; leaves the row sorted.
fn halves<P: Puzzle>(puzzle: &P, state: P::State, row: &mut Vec<P::State>, expand_goals: bool) -> u64 {
    row.sort_unstable();
    row.dedup();
    let leads_back = |after: P::State| {
        if !expand_goals && puzzle.is_goal(after) {
            return false;
        }
        let mut back = puzzle.backward() == Backward::Reversible;
        if !back {
            puzzle.successors(after, |_, again| back |= again == state);
        }
        back
    };
    row.iter().filter(|&&after| after != state).map(|&after| if leads_back(after) { 1 } else { 2 }).sum()
}

/// The goals among these states.
#[must_use]
pub fn goals_among<P: Puzzle>(puzzle: &P, words: &[u64]) -> Vec<u64> {
    all_words(states::<P::State>(words).filter(|&state| puzzle.is_goal(state)))
}

/// All moves of these states in the order in which they are shown: how many each state has, the words of the states
/// after, and the costs.
#[must_use]
pub fn moves<P: Puzzle>(puzzle: &P, words: &[u64]) -> (Vec<u32>, Vec<u64>, Vec<u32>) {
    let (mut counts, mut after, mut costs) = (Vec::new(), Vec::new(), Vec::new());
    let mut row = Vec::new();
    for state in states::<P::State>(words) {
        row.clear();
        puzzle.successors(state, |mv, next| row.push((mv, next)));
        puzzle.sort_moves(state, &mut row);
        counts.push(row.len() as u32);
        for &(mv, next) in &row {
            costs.push(puzzle.cost(state, mv));
            push_words(next, &mut after);
        }
    }
    (counts, after, costs)
}

/// The next states of a sorted list; `open` if more will follow them.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    pub words: &'a [u64],
    pub open: bool,
}

/// The states up to the bound, sorted, each with the number of its block; and how many of each block they are.
type Taken<S> = (Vec<(S, u32)>, Vec<usize>);

fn take<S: Packed>(blocks: &[Block<'_>]) -> Taken<S> {
    let each = words_a_state::<S>();
    let last = |block: &Block<'_>| block.words.rchunks_exact(each).next().map(state_of::<S>);
    let bound = blocks.iter().filter(|block| block.open).filter_map(last).min();
    let mut taken = Vec::new();
    let counts = blocks
        .iter()
        .zip(0..)
        .map(|(block, number)| {
            let before = taken.len();
            let within = states::<S>(block.words).take_while(|&state| bound.is_none_or(|most| state <= most));
            taken.extend(within.map(|state| (state, number)));
            taken.len() - before
        })
        .collect();
    // A stable sort finds the sorted pieces and merges them.
    taken.sort_by_key(|&(state, _)| state);
    (taken, counts)
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
    let (taken, counts) = take::<S>(&blocks);
    let (first_seen, first_within) = (new.len() as u32, (new.len() + seen.len()) as u32);
    let wanted = |group: &&[(S, u32)]| {
        let has = |from: u32, to: u32| group.iter().any(|&(_, block)| (from..to).contains(&block));
        has(0, first_seen)
            && !has(first_seen, first_within)
            && (within.is_none() || has(first_within, u32::MAX))
    };
    let groups = taken.chunk_by(|(one, _), (other, _)| one == other);
    (all_words(groups.filter(wanted).map(|group| group[0].0)), counts)
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
    let (taken, counts) = take::<S>(&blocks);
    let mut joined = Joined::default();
    for group in taken.chunk_by(|(one, _), (other, _)| one == other) {
        let of = |distance: bool| {
            let found = group.iter().find(|&&(_, block)| (block as usize >= depths.len()) == distance);
            found.map(|&(_, block)| layers[block as usize].1)
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
    use crate::families::null::Null;
    use crate::packed::Wide;

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

    #[test]
    fn moves_are_made_once_and_sorted_by_partition() {
        let puzzle = Null::new(3, 5).unwrap();
        let start = puzzle.initial();
        let way = Way { partitions: 1, expand_goals: true, backward: false };
        let expanded = expand(&puzzle, &[start, start + 1], way);
        let [(1, 0, run)] = &expanded.runs[..] else { panic!("{expanded:?}") };
        assert!(run.is_sorted() && run.len() == 4);
        assert_eq!((expanded.edges, expanded.halves), (4, 4));
        let before = expand(&puzzle, &[start, start + 1], Way { backward: true, ..way });
        assert_eq!(&before.runs[0].2, run, "every move can be taken back");
        let (counts, after, costs) = moves(&puzzle, &[start]);
        assert_eq!((counts, after.len(), costs), (vec![2], 2, vec![1, 1]));
    }
}
