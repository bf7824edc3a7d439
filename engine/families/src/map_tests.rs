//! Maps of a board whose layers are taken in blocks, against one state after the other.

use std::collections::HashMap;

use crate::pebbles::Pebbles;
use clew_core::packed::Packed;
use clew_core::puzzle::Puzzle;
use clew_core::watch::{Limit, Limits, Stop, Watch};
use clew_search::order::moves_in_order;
use clew_space::explore::explore;
use clew_space::map::{Map, MapOptions, NO_WAY, Unmapped};

/// Pebbles on a grid of 3 x 3, two of them alike: 181,440 states, whose largest layers are taken in blocks. In words of
/// 64 bits its states have a perfect hash, in larger ones not.
fn board<W: Packed>() -> Pebbles<W> {
    let beside = |cell: usize, other: usize| {
        (cell / 3 == other / 3 && cell.abs_diff(other) == 1) || cell.abs_diff(other) == 3
    };
    let neighbours: Vec<Vec<usize>> =
        (0..9).map(|cell| (0..9).filter(|&other| beside(cell, other)).collect()).collect();
    Pebbles::new(&neighbours, &[1, 1, 2, 3, 4, 5, 6, 7, 0], &[0, 7, 6, 5, 4, 3, 2, 1, 1]).unwrap()
}

/// What a map says, the plain way.
#[derive(Debug, PartialEq)]
struct Plain<W> {
    states: Vec<W>,
    indptr: Vec<u64>,
    indices: Vec<u32>,
    depth: Vec<u16>,
    distance: Vec<u16>,
    goal: Vec<bool>,
}

fn plain<W: Packed + std::hash::Hash>(puzzle: &Pebbles<W>, expand_goals: bool) -> Plain<W> {
    let start = puzzle.initial();
    let mut numbers = HashMap::from([(start, 0u32)]);
    let (mut states, mut depth) = (vec![start], vec![0u16]);
    let (mut indptr, mut indices, mut moves) = (vec![0], Vec::new(), Vec::new());
    let mut next = 0;
    while next < states.len() {
        if expand_goals || !puzzle.is_goal(states[next]) {
            moves_in_order(puzzle, states[next], &mut moves);
            for &(_, after) in &moves {
                let number = *numbers.entry(after).or_insert_with(|| {
                    states.push(after);
                    depth.push(depth[next] + 1);
                    states.len() as u32 - 1
                });
                indices.push(number);
            }
        }
        indptr.push(indices.len() as u64);
        next += 1;
    }
    let goal: Vec<bool> = states.iter().map(|&state| puzzle.is_goal(state)).collect();
    let mut before = vec![Vec::new(); states.len()];
    for state in 0..states.len() {
        for &to in &indices[indptr[state] as usize..indptr[state + 1] as usize] {
            before[to as usize].push(state);
        }
    }
    let mut distance = vec![NO_WAY; states.len()];
    let mut queue: Vec<usize> = (0..states.len()).filter(|&state| goal[state]).collect();
    queue.iter().for_each(|&state| distance[state] = 0);
    let mut next = 0;
    while let Some(&state) = queue.get(next) {
        for &other in &before[state] {
            if distance[other] == NO_WAY {
                distance[other] = distance[state] + 1;
                queue.push(other);
            }
        }
        next += 1;
    }
    Plain { states, indptr, indices, depth, distance, goal }
}

fn limited(states: u64) -> Watch<'static> {
    Watch::new(Limits { states: Some(states), ..Limits::default() }, Stop::default(), None)
}

fn mapped<W: Packed>(puzzle: &Pebbles<W>, options: MapOptions) -> Map<W> {
    explore(puzzle, puzzle.initial(), options, &mut Watch::unlimited()).unwrap()
}

fn states<W>(map: &Map<W>) -> Vec<W> {
    (0..map.depth.len() as u32).map(|number| map.places.state(number)).collect()
}

#[test]
fn numbers_rows_and_distances_are_the_same_on_any_number_of_threads() {
    same_on_these_threads(&board::<u64>(), &[1, 5]);
    same_on_these_threads(&board::<u128>(), &[2]);
}

fn same_on_these_threads<W: Packed + std::hash::Hash>(puzzle: &Pebbles<W>, threads: &[usize]) {
    for expand_goals in [true, false] {
        let expected = plain(puzzle, expand_goals);
        for &threads in threads {
            let map = mapped(puzzle, MapOptions { expand_goals, threads, ..MapOptions::default() });
            let states = states(&map);
            assert!(states.iter().zip(0..).all(|(&state, number)| map.places.number(state) == Some(number)));
            assert_eq!(map.edges as usize, expected.indices.len());
            let Map { rows: Some(rows), depth, distance, goal, .. } = map else { panic!("rows were wanted") };
            let (indptr, indices) = (rows.indptr, rows.indices);
            let found = Plain { states, indptr, indices, depth, distance, goal };
            assert!(found == expected, "{threads} threads, goals expanded: {expand_goals}");
        }
    }
}

#[test]
fn maps_without_rows_have_the_same_states_and_distances() {
    same_without_rows(&board::<u64>());
    same_without_rows(&board::<u128>());
}

fn same_without_rows<W: Packed + std::hash::Hash>(puzzle: &Pebbles<W>) {
    let expected = plain(puzzle, false);
    for threads in [1, 3] {
        let options = MapOptions { edges: false, expand_goals: false, threads, ..MapOptions::default() };
        let map = mapped(puzzle, options);
        assert!(map.rows.is_none());
        assert_eq!(map.edges as usize, expected.indices.len());
        assert!(states(&map) == expected.states);
        assert!(map.distance == expected.distance && map.depth == expected.depth);
    }
}

#[test]
fn a_cut_map_is_the_beginning_of_the_whole_one() {
    let puzzle = board::<u64>();
    let whole = mapped(&puzzle, MapOptions::default());
    let options = MapOptions { max_depth: Some(19), threads: 2, ..MapOptions::default() };
    let cut = mapped(&puzzle, options);
    let inside = whole.depth.iter().filter(|&&depth| depth <= 19).count();
    assert!(cut.cut && cut.depth == whole.depth[..inside]);
    assert_eq!(states(&cut), states(&whole)[..inside]);
}

#[test]
fn a_limit_on_states_ends_at_the_same_state_on_any_number_of_threads() {
    ends_at_the_same_state(&board::<u64>());
    ends_at_the_same_state(&board::<u128>());
}

fn ends_at_the_same_state<W: Packed>(puzzle: &Pebbles<W>) {
    for limit in [5_000, 60_000, 120_001] {
        let stored = [1, 2, 4].map(|threads| {
            let options = MapOptions { threads, ..MapOptions::default() };
            match explore(puzzle, puzzle.initial(), options, &mut limited(limit)) {
                Err(Unmapped::Limit(Limit::States, work)) => (work.stored, work.expanded),
                _ => panic!("{limit} states are too few"),
            }
        });
        assert!(stored.iter().all(|one| one == &stored[0]), "{stored:?}");
        // Checks come every 1024 states, each of which has two new neighbours at most.
        assert!((limit + 1..limit + 2 * 1024 + 1).contains(&stored[0].0), "{stored:?}");
    }
}
