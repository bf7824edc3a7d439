use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::time::Duration;

use crate::coroutine::Coroutine;
use crate::null::Null;
use crate::pebbles::{self, Pebbles};
use clew_core::puzzle::Puzzle;
use clew_core::watch::{Limit, Limits, Stop, Watch};
use clew_search::census::checkpoint::{CheckpointStore, Checkpoints};
use clew_search::census::{Census, CensusRequest, Method, Refusal, census};

/// A store in memory.
#[derive(Default)]
struct Memory(Option<Vec<u8>>);

impl CheckpointStore for Memory {
    fn open(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        Ok(self.0.clone().map(|bytes| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn replace(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.0 = Some(bytes);
        Ok(())
    }
}

fn request(method: Option<Method>) -> CensusRequest<'static> {
    CensusRequest { method, threads: 1, checkpoints: Checkpoints::new(None, String::new()) }
}

fn eight_puzzle() -> Pebbles<u64> {
    let near: Vec<Vec<usize>> = (0..9usize)
        .map(|cell| {
            (0..9).filter(|&o| (cell / 3).abs_diff(o / 3) + (cell % 3).abs_diff(o % 3) == 1).collect()
        })
        .collect();
    let tokens = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    Pebbles::new(&near, &tokens, &tokens).unwrap()
}

#[test]
fn a_counter_is_counted() {
    let census = census(&Null::new(3, 9).unwrap(), request(None), &mut Watch::unlimited()).unwrap();
    assert_eq!((census.counts, census.total, census.hardest), (vec![1; 10], Some(10), vec![9]));
}

#[test]
fn turns_that_cost_nothing_are_counted() {
    let squares: Vec<Vec<u8>> = vec![vec![0, 4], vec![3, 4], vec![0, 4, 5], vec![1, 2]]
        .into_iter()
        .chain([vec![], vec![0, 5], vec![6, 3], vec![0, 7, 3], vec![6, 5, 4]])
        .collect();
    let puzzle = Coroutine::new(3, 3, &squares, [0, 8], 4, true, false).unwrap();
    let census = census(&puzzle, request(None), &mut Watch::unlimited()).unwrap();
    assert_eq!(census.total, Some(144));
    // Bellman and Ford, forwards over all states, as a check that walks no edge backwards.
    let mut states = Vec::new();
    for position in (0..162u16).map(|i| [i / 18, i / 2 % 9, i % 2]) {
        states.extend(puzzle.pack(&position).ok());
    }
    let mut cost: HashMap<u64, u32> =
        states.iter().map(|&s| (s, if puzzle.is_goal(s) { 0 } else { 999 })).collect();
    for _ in 0..states.len() {
        for &state in &states {
            let mut best = cost[&state];
            puzzle.successors(state, |mv, after| best = best.min(cost[&after] + puzzle.cost(state, mv)));
            cost.insert(state, best);
        }
    }
    for (moves, &count) in census.counts.iter().enumerate() {
        assert_eq!(count, cost.values().filter(|&&c| c == moves as u32).count() as u64, "{moves} steps");
    }
    assert_eq!(census.counts.iter().sum::<u64>(), cost.values().filter(|&&c| c < 999).count() as u64);
}

#[test]
fn an_interrupted_census_resumes_from_its_checkpoint() {
    let puzzle = eight_puzzle();
    for method in Method::ALL {
        let whole = pebbles::census::census(&puzzle, request(Some(method)), &mut Watch::unlimited()).unwrap();
        assert_eq!((whole.counts.len(), whole.counts.iter().sum::<u64>()), (32, 181_440));
        let mut store = Memory::default();
        for most in [3, 8, 17, 40] {
            let checkpoints = Checkpoints::new(Some(&mut store), "eight".to_owned());
            let limits = Limits { moves: Some(most), ..Limits::default() };
            let mut watch = Watch::new(limits, Stop::default(), None);
            let found = pebbles::census::census(
                &puzzle,
                CensusRequest { method: Some(method), threads: 2, checkpoints },
                &mut watch,
            )
            .unwrap();
            assert_eq!(found.counts, whole.counts[..whole.counts.len().min(most as usize + 1)]);
        }
        // Stopped by the number of states, in the middle of a level.
        let mut store = Memory::default();
        for most in [50_000, 120_000, 500_000] {
            let checkpoints = Checkpoints::new(Some(&mut store), "eight".to_owned());
            let limits = Limits { states: Some(most), ..Limits::default() };
            let mut watch = Watch::new(limits, Stop::default(), None);
            let request = CensusRequest { method: Some(method), threads: 1, checkpoints };
            let found = pebbles::census::census(&puzzle, request, &mut watch).unwrap();
            assert_eq!(found.limit.is_none(), most == 500_000, "{method:?}, {most} states");
            assert_eq!(found.counts, whole.counts[..found.counts.len()], "{method:?}, {most} states");
        }
    }
}

/// A store whose writes take a while, or fail from some number on.
struct Fickle {
    kept: Memory,
    takes: Duration,
    good: usize,
}

impl CheckpointStore for Fickle {
    fn open(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        self.kept.open()
    }

    fn replace(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        std::thread::sleep(self.takes);
        self.good = self.good.checked_sub(1).ok_or_else(|| io::Error::other("no space left"))?;
        self.kept.replace(write)
    }
}

/// The census of the eight-puzzle with a store.
fn eight(
    store: &mut dyn CheckpointStore,
    method: Method,
    limits: Limits,
    stop: &Stop,
) -> Result<Census<u64>, Refusal> {
    let checkpoints = Checkpoints::new(Some(store), "eight".to_owned());
    let request = CensusRequest { method: Some(method), threads: 1, checkpoints };
    pebbles::census::census(&eight_puzzle(), request, &mut Watch::new(limits, stop.clone(), None))
}

fn moves(most: u32) -> Limits {
    Limits { moves: Some(most), ..Limits::default() }
}

/// The levels in a store.
fn levels_in(store: &mut dyn CheckpointStore, method: Method) -> usize {
    let mut levels = 0;
    let mut checkpoints = Checkpoints::new(Some(store), "eight".to_owned());
    let found = checkpoints.resume(method, 362_880, &mut |_| Ok(()), |counts, _| {
        levels = counts.len();
        Err(io::Error::other("enough"))
    });
    assert!(found.is_err() && levels > 0);
    levels
}

#[test]
fn the_limit_on_moves_writes_what_is_counted_too() {
    for method in Method::ALL {
        // After a write this slow, the next one is not due for two seconds.
        let mut store = Fickle { kept: Memory::default(), takes: Duration::ZERO, good: 9 };
        eight(&mut store, method, moves(2), &Stop::default()).unwrap();
        store.takes = Duration::from_millis(200);
        eight(&mut store, method, moves(12), &Stop::default()).unwrap();
        assert_eq!(levels_in(&mut store, method), 13, "{method:?}");
    }
}

#[test]
fn a_census_is_not_thrown_away_because_its_checkpoint_cannot_be_written() {
    for method in Method::ALL {
        let mut store = Fickle { kept: Memory::default(), takes: Duration::ZERO, good: 1 };
        let whole = eight(&mut store, method, Limits::default(), &Stop::default()).unwrap();
        assert_eq!((whole.counts.len(), whole.limit), (32, None));
        assert_eq!(whole.unsaved.as_deref(), Some("the checkpoint cannot be written: no space left"));
        store.good = 99;
        let again = eight(&mut store, method, Limits::default(), &Stop::default()).unwrap();
        assert_eq!((again.counts, again.unsaved), (whole.counts, None), "{method:?}: from the last good one");
    }
    let mut none = Fickle { kept: Memory::default(), takes: Duration::ZERO, good: 0 };
    assert!(eight(&mut none, Method::Ranks, Limits::default(), &Stop::default()).is_err(), "told at once");
    let few = eight(&mut none, Method::Ranks, moves(0), &Stop::default()).unwrap();
    assert_eq!((few.counts.len(), few.unsaved.is_some()), (1, true), "the end is too late for an error");
}

#[test]
fn a_checkpoint_that_knows_more_than_was_asked_answers_what_was_asked() {
    for method in Method::ALL {
        let known = [0, 10, 20, 31, 32]
            .map(|few| (few, eight(&mut Memory::default(), method, moves(few), &Stop::default()).unwrap()));
        for far in [20, 99] {
            let mut store = Memory::default();
            eight(&mut store, method, moves(far), &Stop::default()).unwrap();
            for &(few, ref fresh) in &known {
                let found = eight(&mut store, method, moves(few), &Stop::default()).unwrap();
                assert_eq!(
                    (found.limit, &found.counts),
                    (fresh.limit, &fresh.counts),
                    "{method:?}, {few} moves"
                );
                assert_eq!(found.hardest, fresh.hardest);
            }
        }
    }
}

#[test]
fn reading_a_checkpoint_heeds_the_limits() {
    for method in Method::ALL {
        let mut store = Memory::default();
        eight(&mut store, method, moves(25), &Stop::default()).unwrap();
        let stop = Stop::default();
        stop.set();
        let stopped = eight(&mut store, method, Limits::default(), &stop).unwrap();
        assert_eq!((stopped.limit, stopped.counts.len()), (Some(Limit::Interrupted), 0), "{method:?}");
    }
    // Enough for the positions in a list, but not for the table that they are read into.
    let mut store = Memory::default();
    eight(&mut store, Method::Hashed, moves(25), &Stop::default()).unwrap();
    let limits = Limits { memory: Some(5_000_000), ..Limits::default() };
    let stopped = eight(&mut store, Method::Hashed, limits, &Stop::default()).unwrap();
    assert_eq!((stopped.limit, stopped.counts.len()), (Some(Limit::Memory), 0));
}

#[test]
fn where_moves_cost_differently_there_is_no_checkpoint() {
    let squares = [vec![1], vec![2], vec![3], vec![0]];
    let puzzle = Coroutine::new(2, 2, &squares, [0, 3], 1, true, false).unwrap();
    let mut store = Memory::default();
    let checkpoints = Checkpoints::new(Some(&mut store), String::new());
    let asked = CensusRequest { method: None, threads: 1, checkpoints };
    let refused = census(&puzzle, asked, &mut Watch::unlimited()).unwrap_err();
    assert!(refused.contains("keeps no checkpoint"), "{refused}");
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let puzzle = eight_puzzle();
    let mut store = Memory::default();
    let with = |store: &mut Memory, name: &str, method| {
        let checkpoints = Checkpoints::new(Some(store), name.to_owned());
        pebbles::census::census(
            &puzzle,
            CensusRequest { method, threads: 1, checkpoints },
            &mut Watch::unlimited(),
        )
    };
    with(&mut store, "eight", None).unwrap();
    let good = store.0.clone().unwrap();
    assert!(with(&mut store, "nine", None).unwrap_err().contains("to another puzzle, eight"));
    assert!(with(&mut store, "eight", Some(Method::Hashed)).unwrap_err().contains("by matrices, not hash"));
    for bad in [&good[..good.len() - 9], &good[..20], b"something else"] {
        store.0 = Some(bad.to_vec());
        assert!(with(&mut store, "eight", None).unwrap_err().contains("damaged"), "{} bytes", bad.len());
    }
}

#[test]
fn no_byte_of_a_checkpoint_may_change() {
    let near = [vec![1, 3], vec![0, 2, 4], vec![1, 5], vec![0, 4], vec![1, 3, 5], vec![2, 4]];
    let puzzle: Pebbles<u64> = Pebbles::new(&near, &[1, 2, 3, 4, 5, 0], &[1, 2, 3, 4, 5, 0]).unwrap();
    let resumed = |bytes: Vec<u8>, method, moves| {
        let mut store = Memory((!bytes.is_empty()).then_some(bytes));
        let checkpoints = Checkpoints::new(Some(&mut store), "six".to_owned());
        let mut watch = Watch::new(Limits { moves, ..Limits::default() }, Stop::default(), None);
        let request = CensusRequest { method, threads: 1, checkpoints };
        let census = pebbles::census::census(&puzzle, request, &mut watch).map(|census| census.counts);
        (census, store.0.unwrap())
    };
    for (method, moves) in Method::ALL.into_iter().flat_map(|method| [(method, Some(6)), (method, None)]) {
        let (_, good) = resumed(vec![], Some(method), moves);
        let (whole, _) = resumed(good.clone(), None, None);
        assert_eq!(whole.unwrap().iter().sum::<u64>(), 360);
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            let (found, _) = resumed(bad, None, None);
            assert!(found.is_err(), "{method:?}, {moves:?}, byte {at} of {}: {found:?}", good.len());
        }
        let (longer, _) = resumed([&good[..], &[0]].concat(), None, None);
        assert!(longer.unwrap_err().contains("damaged"));
    }
}
