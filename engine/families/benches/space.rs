//! Full maps by the plain search, on one thread and on two: pebbles on a grid of 3 x 4, 6,652,800 states.
//!
//! `cargo bench --bench space`: an object a line, `{board, edges, threads, states, seconds, states_per_second}`; the
//! median of the rounds.

use std::time::Instant;

use clew_core::puzzle::Puzzle;
use clew_core::watch::Watch;
use clew_families::pebbles::Pebbles;
use clew_space::MapOptions;
use clew_space::explore::explore;

const COLUMNS: usize = 4;
const PLATES: &str = "AAABBBCCDEF-";
const ROUNDS: usize = 3;

fn puzzle() -> Pebbles<u64> {
    let cells = PLATES.len();
    let beside = |cell: usize, other: usize| {
        (cell / COLUMNS == other / COLUMNS && cell.abs_diff(other) == 1) || cell.abs_diff(other) == COLUMNS
    };
    let neighbours: Vec<Vec<usize>> =
        (0..cells).map(|cell| (0..cells).filter(|&other| beside(cell, other)).collect()).collect();
    let token = |letter: u8| if letter == b'-' { 0 } else { u16::from(letter - b'A' + 1) };
    let plates: Vec<u16> = PLATES.bytes().map(token).collect();
    let start: Vec<u16> = plates.iter().rev().copied().collect();
    Pebbles::new(&neighbours, &plates, &start).expect("a board of the bench is valid")
}

fn main() {
    let puzzle = puzzle();
    for edges in [true, false] {
        for threads in [1, 2] {
            let mut states = 0;
            let mut times: Vec<f64> = (0..ROUNDS)
                .map(|_| {
                    let options = MapOptions { edges, threads, ..MapOptions::default() };
                    let began = Instant::now();
                    let map = explore(&puzzle, puzzle.initial(), options, &mut Watch::unlimited());
                    let took = began.elapsed().as_secs_f64();
                    states = map.expect("there are no limits").distance.len();
                    took
                })
                .collect();
            times.sort_by(f64::total_cmp);
            let seconds = times[ROUNDS / 2];
            println!(
                "{{\"board\":\"pebbles 3x4\",\"edges\":{edges},\"threads\":{threads},\"states\":{states},\
                 \"seconds\":{seconds:.3},\"states_per_second\":{:.0}}}",
                states as f64 / seconds
            );
        }
    }
}
