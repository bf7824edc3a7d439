use std::collections::HashMap;

use super::databases::{Databases, StateLayout};
use super::deepening::IncrementalHeuristic;
use super::patterns::Patterns;
use super::*;
use crate::pebbles::graph::boards;
use clew_core::watch::{Limits, Progress, Stop};

/// Every position from which home can be reached, with its distance.
pub fn distances(puzzle: &Pebbles<u64>) -> HashMap<u64, u32> {
    let mut goals = Vec::new();
    assert!(puzzle.goals(100, &mut goals));
    let mut distance: HashMap<u64, u32> = goals.iter().map(|&goal| (goal, 0)).collect();
    let mut next = 0;
    while next < goals.len() {
        let state = goals[next];
        let after = distance[&state] + 1;
        puzzle.successors(state, |_, other| {
            distance.entry(other).or_insert_with(|| {
                goals.push(other);
                after
            });
        });
        next += 1;
    }
    distance
}

fn layout(puzzle: &Pebbles<u64>) -> Option<DistinctLayout> {
    DistinctLayout::new(puzzle.graph(), puzzle.plates(), puzzle.counts())
}

/// On complete maps: the estimate never exceeds the true distance, is 0 at home alone, and follows the moves.
#[test]
fn pattern_databases_never_exceed_true_distances() {
    let wheel: Vec<(usize, usize)> = (0..7).flat_map(|rim| [(rim, (rim + 1) % 7), (rim, 7)]).collect();
    for (neighbours, plates) in [
        (boards::grid(3, 3), vec![0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (boards::grid(3, 3), vec![5, 1, 2, 3, 0, 4, 6, 7, 8]),
        (boards::grid(2, 4), vec![1, 2, 3, 4, 5, 6, 0, 7]),
        (boards::of_edges(8, &wheel), vec![1, 2, 3, 4, 5, 6, 7, 0]),
    ] {
        let puzzle = Pebbles::<u64>::new(&neighbours, &plates, &plates).unwrap();
        let watch = &mut Watch::unlimited();
        let patterns = Patterns::build(&layout(&puzzle).unwrap(), 5, 0, 1, watch).unwrap();
        let (mut sum, mut of_pebbles) = (0, 0);
        for (&state, &true_distance) in &distances(&puzzle) {
            let tokens: Vec<u8> = puzzle.tokens(state).collect();
            let (mut at, estimate) = patterns.position(&tokens);
            let whole = estimate + patterns.closer(&at, estimate, 0);
            assert!(whole <= true_distance, "{whole} > {true_distance} at {:?}", puzzle.unpack(state));
            assert_eq!(estimate == 0, true_distance == 0, "at {:?}", puzzle.unpack(state));
            sum += u64::from(whole);
            of_pebbles += u64::from(puzzle.heuristic(state));
            let mut hops = Vec::new();
            puzzle.moves(state, &mut hops);
            let hop = hops[state as usize % hops.len()];
            let after = patterns.after(&at, estimate, hop.from as u8);
            patterns.hop(&mut at, hop.from as u8);
            let tokens: Vec<u8> = puzzle.tokens(puzzle.apply(state, hop)).collect();
            assert_eq!(after, patterns.position(&tokens).1);
        }
        assert!(sum > of_pebbles, "groups tell more than single distances: {sum} and {of_pebbles}");
    }
}

#[test]
fn they_apply_where_every_pebble_has_its_own_plate() {
    let applies = |plates: &[u16], pebbles: &[u16]| {
        layout(&Pebbles::<u64>::new(&boards::grid(3, 3), plates, pebbles).unwrap()).is_some()
    };
    let eight: Vec<u16> = (0..9).collect();
    assert!(applies(&eight, &eight));
    assert!(!applies(&eight, &[0, 0, 2, 3, 4, 5, 6, 7, 8]), "two holes");
    assert!(!applies(&[0, 1, 1, 3, 4, 5, 6, 7, 8], &[0, 1, 1, 3, 4, 5, 6, 7, 8]), "equal pebbles");
    assert!(!applies(&[1, 1, 2, 3, 4, 5, 6, 7, 8], &eight), "a plate to spare");
}

/// Three of Korf's hundred boards (1985); the tables are built once for all.
#[test]
fn fifteen_puzzles_take_their_moves() {
    let home: Vec<u16> = (0..16).collect();
    let boards_of = [
        ([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], 57),
        ([0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15], 42),
        ([14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15], 59),
    ];
    for (pebbles, length) in boards_of {
        let puzzle = Pebbles::<u64>::new(&boards::grid(4, 4), &home, &pebbles).unwrap();
        let start = puzzle.initial();
        let quick = FastPebbles::default();
        let (found, _) = quick.solve(&puzzle, start, Request::default(), &mut Watch::unlimited()).unwrap();
        assert_eq!((found.length, found.lower_bound), (Some(length), length));
        let end = found.moves.unwrap().into_iter().fold(start, |state, hop| puzzle.apply(state, hop));
        assert!(puzzle.is_goal(end));
    }
    let puzzle = Pebbles::<u64>::new(&boards::grid(4, 4), &home, &home).unwrap();
    assert!(shared::known::<Patterns>(&layout(&puzzle).unwrap(), None).is_some(), "kept for the next board");
}

/// Tables of less memory are smaller; none are built where even those do not fit.
#[test]
fn tables_keep_to_the_callers_memory() {
    let home: Vec<u16> = (0..16).collect();
    let puzzle = Pebbles::<u64>::new(&boards::grid(4, 4), &home, &home).unwrap();
    let layout = layout(&puzzle).unwrap();
    assert_eq!(layout.next_size(None, None), Some(5));
    assert_eq!(layout.next_size(Some(5), None), Some(6));
    assert_eq!(layout.next_size(Some(6), None), None);
    assert_eq!(layout.next_size(None, Some(2 << 20)), Some(3));
    assert_eq!(layout.next_size(Some(3), Some(2 << 20)), Some(4));
    assert_eq!(layout.next_size(None, Some(1 << 10)), None);
    let small = Patterns::build(&layout, 4, 0, 1, &mut Watch::unlimited()).unwrap();
    assert!(small.bytes() < 1 << 20);
}

#[test]
fn building_tables_can_be_stopped_and_is_told() {
    let home: Vec<u16> = (0..16).rev().collect();
    let puzzle = Pebbles::<u64>::new(&boards::grid(4, 4), &home, &home).unwrap();
    let (stop, mut phases) = (Stop::default(), Vec::new());
    let mut listen = |progress: &Progress| {
        phases.push(progress.phase);
        false
    };
    let mut watch = Watch::new(Limits::default(), stop, Some(&mut listen));
    let stopped = Patterns::build(&layout(&puzzle).unwrap(), 6, 7, 1, &mut watch);
    assert_eq!(stopped.err(), Some(Limit::Interrupted));
    drop(watch);
    assert_eq!(phases, ["tables"], "asked once, and no more after the answer");
}
