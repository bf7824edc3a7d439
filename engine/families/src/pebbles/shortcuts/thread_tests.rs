//! IDA* on threads, and databases that are kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;

use super::databases::{Databases, StateLayout};
use super::deepening::{DeepeningEnd, IterativeDeepening, Nodes};
use super::patterns::Patterns;
use super::tests::near_boards;
use super::*;
use crate::pebbles::Hop;
use crate::pebbles::graph::boards;
use clew_core::cases;
use clew_core::kept::{self, TableStore};

/// A solution by IDA*, with threads from the first iteration on.
fn deepened(puzzle: &Pebbles<u64>, tables: &Tables, threads: usize, most: u64) -> DeepeningEnd {
    let costs = &*tables.costs;
    let (at, estimate) = costs.position(puzzle.tokens(puzzle.initial()));
    let mut search = IterativeDeepening {
        heuristic: costs,
        hole_moves: &tables.hole_moves,
        bytes: 0,
        nodes: Nodes::default(),
        knows_positions: true,
        most,
        threads,
        threads_from: 0,
    };
    search.run(at, estimate, puzzle.heuristic(puzzle.initial()), &mut Watch::unlimited())
}

fn hops(end: DeepeningEnd) -> Vec<Hop> {
    match end {
        DeepeningEnd::Solved(hops) => hops,
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(250)))]

    #[test]
    fn the_solution_is_the_same_on_any_number_of_threads((neighbours, plates, pebbles) in near_boards()) {
        let puzzle = Pebbles::<u64>::new(&neighbours, &plates, &pebbles).unwrap();
        let tables = Tables::build(&puzzle).unwrap();
        let alone = hops(deepened(&puzzle, &tables, 1, u64::MAX));
        for threads in [2, 5] {
            prop_assert_eq!(&hops(deepened(&puzzle, &tables, threads, u64::MAX)), &alone);
        }
    }
}

/// A Panguru board of 25 moves, whose last iterations enter hundreds of thousands of nodes.
#[test]
fn a_long_search_has_the_same_solution_on_threads_and_ends_when_its_nodes_are_spent() {
    let tokens = |text: &str| -> Vec<u16> {
        text.bytes().map(|byte| if byte == b'-' { 0 } else { u16::from(byte) }).collect()
    };
    let (plates, pebbles) = (tokens("WCBRBOGYGPCORPY"), tokens("-OGPYCYCRRBPGOB"));
    let puzzle = Pebbles::<u64>::new(&boards::panguru(), &plates, &pebbles).unwrap();
    let tables = Tables::build(&puzzle).unwrap();
    let alone = hops(deepened(&puzzle, &tables, 1, u64::MAX));
    for threads in [2, 3] {
        assert_eq!(hops(deepened(&puzzle, &tables, threads, u64::MAX)), alone);
        let spent = deepened(&puzzle, &tables, threads, 1 << 15);
        assert!(matches!(spent, DeepeningEnd::Spent(bound) if (bound as usize) <= alone.len()), "{spent:?}");
    }
}

/// Files in memory.
#[derive(Default)]
struct InMemory(Mutex<HashMap<String, Vec<u8>>>);

impl TableStore for InMemory {
    fn has(&self, file: &str) -> bool {
        self.0.lock().unwrap().contains_key(file)
    }

    fn get(&self, file: &str) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(file).cloned()
    }

    fn put(&self, file: &str, content: &[&[u8]]) {
        self.0.lock().unwrap().insert(file.to_owned(), content.concat());
    }
}

#[test]
fn databases_are_read_as_they_were_built_and_not_at_all_if_damaged() {
    let home: Vec<u16> = [4, 1, 2, 3, 0, 5, 6, 7, 8].to_vec();
    let puzzle = Pebbles::<u64>::new(&boards::grid(3, 3), &home, &home).unwrap();
    let layout = DistinctLayout::new(puzzle.graph(), puzzle.plates(), puzzle.counts()).unwrap();
    let store = Arc::new(InMemory::default());
    kept::keep_on(Some(store.clone()));
    let size = layout.largest(None).unwrap();
    let small = shared::of_size::<Patterns>(&layout, size - 1, 0, 1, &mut Watch::unlimited()).unwrap();
    assert!(!shared::is_kept(&layout, None), "small ones are built as fast");
    let built = shared::of_size::<Patterns>(&layout, size, 0, 2, &mut Watch::unlimited()).unwrap();
    assert!(shared::is_kept(&layout, None) && !shared::is_kept(&layout, Some(1 << 20)));
    let read = shared::kept::<Patterns>(&layout, None).unwrap();
    assert!(read.table() == built.table() && read.table() != small.table());
    for content in store.0.lock().unwrap().values_mut() {
        content[1000] ^= 1;
    }
    assert!(shared::is_kept(&layout, None) && shared::kept::<Patterns>(&layout, None).is_none());
    kept::keep_on(None);
}
