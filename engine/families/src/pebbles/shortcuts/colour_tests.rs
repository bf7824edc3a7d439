use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use proptest::prelude::*;

use super::colour_layout::ColourLayout;
use super::colour_patterns::ColourPatterns;
use super::colour_table::{self, Sets};
use super::databases::{Databases, StateLayout};
use super::deepening::{DeepeningEnd, IncrementalHeuristic, IterativeDeepening, Nodes};
use super::pattern_tests::distances;
use super::tests::near_boards;
use super::*;
use crate::pebbles::Hop;
use crate::pebbles::graph::{Graph, boards};
use clew_core::cases;
use clew_core::ranks::next_set;
use clew_core::watch::{Limits, Progress, Stop};
use clew_search::parallel::Cancellation;

fn layout(puzzle: &Pebbles<u64>) -> Option<ColourLayout> {
    let (graph, plates, counts) = (puzzle.graph(), puzzle.plates(), puzzle.counts());
    let costs = Costs::new(puzzle.bound(), graph.cells(), counts)?;
    ColourLayout::new(graph, plates, counts, &Arc::new(costs))
}

fn built(puzzle: &Pebbles<u64>, size: usize) -> ColourPatterns {
    ColourPatterns::build(&layout(puzzle).unwrap(), size, 0, 1, &mut Watch::unlimited()).unwrap()
}

/// On complete maps: what the databases add never exceeds the true distance, whatever room the bound leaves.
#[test]
fn databases_of_colours_never_exceed_true_distances() {
    let wheel: Vec<(usize, usize)> = (0..8).flat_map(|rim| [(rim, (rim + 1) % 8), (rim, 8)]).collect();
    for (neighbours, plates, pebbles) in [
        (boards::grid(3, 3), vec![0, 1, 1, 2, 2, 3, 3, 4, 4], vec![0, 1, 1, 2, 2, 3, 3, 4, 4]),
        (boards::grid(3, 3), vec![1, 2, 3, 1, 0, 3, 1, 2, 3], vec![0, 1, 1, 2, 2, 3, 3, 1, 3]),
        (boards::grid(2, 4), vec![1, 1, 2, 2, 3, 3, 4, 0], vec![1, 1, 2, 2, 3, 3, 4, 0]),
        (boards::grid(2, 4), vec![1, 1, 1, 2, 2, 3, 4, 4], vec![0, 1, 1, 2, 2, 3, 4, 4]),
        (boards::of_edges(9, &wheel), vec![1, 2, 3, 4, 1, 2, 3, 4, 0], vec![1, 1, 2, 2, 3, 3, 4, 4, 0]),
    ] {
        let puzzle = Pebbles::<u64>::new(&neighbours, &plates, &pebbles).unwrap();
        let all = distances(&puzzle);
        let mut beyond = [0u64; 2];
        for size in [2, 3] {
            let patterns = built(&puzzle, size);
            for (&state, &true_distance) in &all {
                let tokens: Vec<u8> = puzzle.tokens(state).collect();
                let (at, estimate) = patterns.position(&tokens);
                assert_eq!(estimate == 0, true_distance == 0);
                for room in 0..6 {
                    let whole = estimate + patterns.closer(&at, estimate, room);
                    assert!(
                        whole <= true_distance,
                        "{whole} > {true_distance} at {:?}",
                        puzzle.unpack(state)
                    );
                    beyond[size - 2] += u64::from(whole > puzzle.heuristic(state).max(estimate + room));
                }
            }
        }
        assert!(0 < beyond[0] && beyond[0] < beyond[1], "pairs tell something, triples more: {beyond:?}");
    }
}

/// The gains of these colours by a search that moves one pebble after the other, on lists of cells.
fn slowly(graph: &Graph, plates: &[Vec<usize>]) -> HashMap<Vec<Vec<usize>>, u32> {
    let mut distance = HashMap::from([(plates.to_vec(), 0)]);
    let mut queue = VecDeque::from([plates.to_vec()]);
    while let Some(placing) = queue.pop_front() {
        let after = distance[&placing] + 1;
        for (colour, cells) in placing.iter().enumerate() {
            for (place, &from) in cells.iter().enumerate() {
                for &to in graph.neighbours(from).iter().filter(|to| !placing.concat().contains(to)) {
                    let mut moved = placing.clone();
                    moved[colour][place] = to;
                    moved[colour].sort_unstable();
                    if !distance.contains_key(&moved) {
                        distance.insert(moved.clone(), after);
                        queue.push_back(moved);
                    }
                }
            }
        }
    }
    distance
}

fn sets_of(cells: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![(0..count).collect::<Vec<usize>>()];
    loop {
        let mut next = all[all.len() - 1].clone();
        if !next_set(&mut next, cells) {
            return all;
        }
        all.push(next);
    }
}

#[test]
fn a_table_has_what_a_plain_search_finds() {
    for (neighbours, plates) in [
        (boards::grid(3, 3), vec![vec![0, 1], vec![2, 5], vec![8]]),
        (boards::grid(2, 4), vec![vec![0, 1, 2], vec![4, 5]]),
        (boards::panguru(), vec![vec![0, 7], vec![3, 4]]),
        (boards::grid(3, 4), vec![vec![0, 1, 2, 3], vec![8, 9, 10]]),
    ] {
        let graph = Graph::new(&neighbours).unwrap();
        let each = |plates: &[Vec<usize>]| -> (Vec<Sets>, HashMap<Vec<Vec<usize>>, u32>) {
            let sets = plates.iter().map(|cells| {
                let alone = slowly(&graph, std::slice::from_ref(cells));
                let costs =
                    sets_of(graph.cells(), cells.len()).into_iter().map(|set| alone[&vec![set]] as u8);
                Sets::new(&graph, cells.len(), cells.iter().map(|cell| 1 << cell).sum(), costs.collect())
            });
            (sets.collect(), slowly(&graph, plates))
        };
        let (sets, together) = each(&plates);
        let sets: Vec<&Sets> = sets.iter().collect();
        let mut table = vec![7; sets.iter().map(|sets| sets.len()).product()];
        colour_table::fill(&sets, &mut table, &Cancellation::new(&mut Watch::unlimited()));
        let lists: Vec<Vec<Vec<usize>>> =
            plates.iter().map(|cells| sets_of(graph.cells(), cells.len())).collect();
        let alone: Vec<_> = plates.iter().map(|cells| slowly(&graph, std::slice::from_ref(cells))).collect();
        let mut gains = 0;
        for (number, &gain) in table.iter().enumerate() {
            let mut rest = number;
            let mut placing: Vec<Vec<usize>> = lists
                .iter()
                .rev()
                .map(|list| {
                    let set = list[rest % list.len()].clone();
                    rest /= list.len();
                    set
                })
                .collect();
            placing.reverse();
            let apart: u32 = placing.iter().zip(&alone).map(|(set, alone)| alone[&vec![set.clone()]]).sum();
            let expected = together.get(&placing).map_or(0, |cost| cost - apart);
            assert_eq!(u32::from(gain), expected, "{placing:?}");
            gains += expected;
        }
        assert!(gains > 0);
    }
}

fn hops<G: IncrementalHeuristic>(puzzle: &Pebbles<u64>, heuristic: &G, at: G::At, estimate: u32) -> Vec<Hop> {
    let hole_moves = &HoleMoves::new(puzzle.graph());
    let (nodes, most) = (Nodes::default(), u64::MAX);
    let mut search = IterativeDeepening {
        heuristic,
        hole_moves,
        bytes: 0,
        nodes,
        knows_positions: true,
        most,
        threads: 1,
        threads_from: 0,
    };
    match search.run(at, estimate, puzzle.heuristic(puzzle.initial()), &mut Watch::unlimited()) {
        DeepeningEnd::Solved(hops) => hops,
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(20)))]

    /// The first solution in the order of moves is the same with any databases.
    #[test]
    fn databases_do_not_change_the_solution((neighbours, plates, pebbles) in near_boards()) {
        let puzzle = Pebbles::<u64>::new(&neighbours, &plates, &pebbles).unwrap();
        let tables = Tables::build(&puzzle).unwrap();
        let tokens: Vec<u8> = puzzle.tokens(puzzle.initial()).collect();
        let (at, estimate) = tables.costs.position(tokens.iter().copied());
        let without = hops(&puzzle, &*tables.costs, at.clone(), estimate);
        if layout(&puzzle).is_some() {
            for size in [2, 3] {
                let patterns = built(&puzzle, size);
                prop_assert_eq!(&hops(&puzzle, &patterns, at.clone(), estimate), &without);
            }
        }
    }
}

fn panguru() -> Pebbles<u64> {
    let tokens = |text: &str| -> Vec<u16> {
        text.bytes().map(|byte| if byte == b'-' { 0 } else { u16::from(byte) }).collect()
    };
    Pebbles::<u64>::new(&boards::panguru(), &tokens("WCBRBOGYGPCORPY"), &tokens("-ORPYCBCYRBPGOG")).unwrap()
}

/// A board of 25 moves: hundreds of thousands of nodes by distances, a few with triples.
#[test]
fn tables_keep_to_the_callers_memory() {
    let layout = layout(&panguru()).unwrap();
    let sizes = |memory| (layout.next_size(None, memory), layout.next_size(Some(2), memory));
    assert_eq!(sizes(None), (Some(2), Some(3)));
    assert_eq!(sizes(Some(10 << 20)), (Some(2), None));
    assert_eq!(sizes(Some(1 << 10)), (None, None));
}

#[test]
fn building_tables_can_be_stopped_and_is_told() {
    let (stop, mut phases) = (Stop::default(), Vec::new());
    let mut listen = |progress: &Progress| {
        phases.push(progress.phase);
        false
    };
    let mut watch = Watch::new(Limits::default(), stop, Some(&mut listen));
    let stopped = ColourPatterns::build(&layout(&panguru()).unwrap(), 3, 7, 1, &mut watch);
    assert_eq!(stopped.err(), Some(Limit::Interrupted));
    drop(watch);
    assert_eq!(phases, ["tables"], "asked once, and no more after the answer");
}

#[test]
fn distinct_pebbles_have_databases_of_their_own() {
    let eight: Vec<u16> = (0..9).collect();
    let of = |plates: &[u16], pebbles: &[u16]| {
        layout(&Pebbles::<u64>::new(&boards::grid(3, 3), plates, pebbles).unwrap())
    };
    assert!(of(&eight, &eight).is_none());
    assert!(of(&[0, 1, 1, 2, 2, 3, 3, 4, 4], &[0, 1, 1, 2, 2, 3, 3, 4, 4]).is_some());
    assert!(of(&[0, 1, 1, 1, 1, 1, 1, 1, 1], &[0, 1, 1, 1, 1, 1, 1, 1, 1]).is_none(), "one colour");
}
