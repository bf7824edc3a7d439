//! Full maps (states, directed edges, distances) of straight blocks: by boxes, and by the plain way in the same run.
//!
//! `cargo bench --bench maps`: a large board, and, where the environment variable `CLEW_ACCEPTANCE` names a folder
//! with `blocks_rush.csv`, all boards of it, on one thread and, a board each, on several. An object a line:
//! `{board, method, threads, states, seconds, states_per_second, bytes_per_state}`; the best of the rounds.

#[allow(dead_code)] // other benches use the rest
#[path = "common/boards.rs"]
mod boards;
#[path = "common/hashing.rs"]
mod hashing;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clew_core::puzzle::Puzzle;
use clew_core::watch::Watch;
use clew_families::blocks::Axis;
use clew_families::blocks::boxes;
use clew_space::{Map, MapOptions};
use hashing::Sums;

const ROUNDS: usize = 3;
/// 541,934 states.
const LARGE: &str = "BBoCoooDoCEEoDAAFGHoIIFGHoJKKoLLJooo";

fn by_boxes(puzzle: &Axis<u64, u64>, edges: bool) -> Map<u64> {
    let options = MapOptions { edges, ..MapOptions::default() };
    let map = boxes::map(puzzle, puzzle.initial(), options, &mut Watch::unlimited());
    map.expect("boxes suit the boards of the bench").expect("there are no limits")
}

fn sums(map: &Map<u64>) -> Sums {
    let distances = map.distance.iter().map(|&distance| u64::from(distance)).sum();
    Sums { states: map.distance.len() as u64, edges: map.edges, distances }
}

/// Bytes of a finished map.
fn bytes(map: &Map<u64>) -> usize {
    let rows = map.rows.as_ref().map_or(0, |rows| 8 * rows.indptr.len() + 4 * rows.indices.len());
    rows + 2 * (map.distance.len() + map.depth.len()) + map.goal.len() + map.places.bytes()
}

fn puzzle(board: &str) -> Axis<u64, u64> {
    Axis::new(&boards::rush(board)).expect("a board of the bench is valid")
}

fn print(board: &str, method: &str, threads: usize, states: u64, seconds: f64, bytes: Option<usize>) {
    let each = bytes.map_or("null".to_owned(), |bytes| format!("{:.1}", bytes as f64 / states as f64));
    println!(
        "{{\"board\":\"{board}\",\"method\":\"{method}\",\"threads\":{threads},\"states\":{states},\
         \"seconds\":{seconds:.6},\"states_per_second\":{:.0},\"bytes_per_state\":{each}}}",
        states as f64 / seconds
    );
}

/// The least of several rounds, so that what else the machine does counts little. Rounds of the methods alternate.
fn least(rounds: usize, mut one: impl FnMut(), mut other: impl FnMut()) -> [f64; 2] {
    let mut least = [f64::INFINITY; 2];
    for _ in 0..rounds {
        for (least, work) in least.iter_mut().zip([&mut one as &mut dyn FnMut(), &mut other]) {
            let began = Instant::now();
            work();
            *least = least.min(began.elapsed().as_secs_f64());
        }
    }
    least
}

fn large() {
    let puzzle = puzzle(LARGE);
    let map = by_boxes(&puzzle, true);
    let figures = hashing::map(&puzzle);
    assert_eq!(sums(&map), figures, "both ways give the same map");
    let [boxes, plain] = least(
        5 * ROUNDS,
        || drop(std::hint::black_box(by_boxes(&puzzle, true))),
        || assert_eq!(hashing::map(&puzzle), figures),
    );
    print("large", "boxes", 1, figures.states, boxes, Some(bytes(&map)));
    print("large", "hashing", 1, figures.states, plain, None);
    print("large", "boxes, edges dropped", 1, figures.states, boxes, Some(bytes(&by_boxes(&puzzle, false))));
}

fn set(puzzles: &[Axis<u64, u64>]) {
    let (mut states, mut held, mut bare) = (0, 0, 0);
    for puzzle in puzzles {
        let map = by_boxes(puzzle, true);
        assert_eq!(sums(&map), hashing::map(puzzle), "both ways give the same map");
        states += map.distance.len() as u64;
        held += bytes(&map);
        bare += bytes(&by_boxes(puzzle, false));
    }
    let [boxes, plain] = least(
        ROUNDS,
        || puzzles.iter().for_each(|puzzle| drop(std::hint::black_box(by_boxes(puzzle, true)))),
        || assert_eq!(puzzles.iter().map(|puzzle| hashing::map(puzzle).states).sum::<u64>(), states),
    );
    print("set", "boxes", 1, states, boxes, Some(held));
    print("set", "hashing", 1, states, plain, None);
    print("set", "boxes, edges dropped", 1, states, boxes, Some(bare));
    for threads in [2, 4] {
        let [boxes, _] = least(ROUNDS, || side_by_side(puzzles, threads), || {});
        print("set", "boxes", threads, states, boxes, Some(held));
    }
}

/// Each board on one thread, several at a time.
fn side_by_side(puzzles: &[Axis<u64, u64>], threads: usize) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(puzzle) = puzzles.get(next.fetch_add(1, Ordering::Relaxed)) {
                    drop(std::hint::black_box(by_boxes(puzzle, true)));
                }
            });
        }
    });
}

fn main() {
    large();
    let folder = std::env::var_os("CLEW_ACCEPTANCE").map(PathBuf::from);
    let file = folder.map(|folder| folder.join("blocks_rush.csv"));
    if let Some(text) = file.and_then(|file| std::fs::read_to_string(file).ok()) {
        let boards = text.lines().skip(1).filter_map(|line| line.split(',').next());
        set(&boards.map(puzzle).collect::<Vec<_>>());
    }
}
