//! Figures for tables: one JSON object a line, `{group, board, method, median_ns, p99_ns, runs, states}`.
//!
//! `cargo bench --bench figures -- [filter]`: groups whose name holds the filter. Where the environment
//! variable `CLEW_ACCEPTANCE` names a folder with `blocks_rush.csv` (columns `board` and `optimal`), each of
//! its boards is measured too. `least_ns` is the best run: what a quiet machine would give.

mod common;

use std::time::{Duration, Instant};

use clew_engine::catalogue::{self, Shared};
use clew_engine::puzzles::blocks::Setup;
use clew_engine::search::auto::Request;
use clew_engine::watch::Watch;

/// A board is measured this long, and this many times at least and at most.
const BUDGET: Duration = Duration::from_millis(30);
const RUNS: std::ops::RangeInclusive<usize> = 7..=101;

/// What was measured on one board.
struct Figures {
    times: Vec<u64>,
    states: u64,
}

impl Figures {
    /// Runs `work`, which tells the states that it stored: once to warm up, then for the budget.
    fn measure(mut work: impl FnMut() -> u64) -> Self {
        let states = work();
        let (began, mut times) = (Instant::now(), Vec::new());
        while times.len() < *RUNS.start() || (began.elapsed() < BUDGET && times.len() < *RUNS.end()) {
            let start = Instant::now();
            std::hint::black_box(work());
            times.push(start.elapsed().as_nanos() as u64);
        }
        times.sort_unstable();
        Self { times, states }
    }

    fn print(&self, group: &str, board: &str, method: &str) {
        let at = |percent: usize| self.times[(self.times.len() - 1) * percent / 100];
        println!(
            "{{\"group\":\"{group}\",\"board\":\"{board}\",\"method\":\"{method}\",\"least_ns\":{},\
             \"median_ns\":{},\"p99_ns\":{},\"runs\":{},\"states\":{}}}",
            at(0),
            at(50),
            at(99),
            self.times.len(),
            self.states
        );
    }
}

fn solve(puzzle: &Shared, shortcuts: bool) -> u64 {
    let request = Request { shortcuts, ..Request::default() };
    let answer = puzzle.solve(&puzzle.initial(), request, &mut Watch::unlimited());
    answer.expect("the start is a position").work.stored
}

fn compare(group: &str, board: &str, setup: &Setup) {
    let puzzle = catalogue::blocks(setup).expect("a board of the bench is right");
    for (method, shortcuts) in [("solve", true), ("plain", false)] {
        Figures::measure(|| solve(&puzzle, shortcuts)).print(group, board, method);
    }
    let made = || catalogue::blocks(setup).map_or(0, |puzzle| u64::from(puzzle.state_bits() > 0));
    Figures::measure(made).print(group, board, "construct");
}

fn main() {
    let filter = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let wanted = |group: &str| group.contains(&filter);
    if wanted("blocks") {
        compare("blocks", "60 moves", &common::rush(common::SIXTY_MOVES));
        compare("blocks", "huarong dao", &common::huarong_dao());
    }
    for line in common::acceptance("blocks_rush.csv", &["board", "optimal"]) {
        let long = line[1].parse::<u32>().is_ok_and(|optimal| optimal >= 50);
        let group = if long { "rush long" } else { "rush" };
        if wanted(group) {
            compare(group, &line[0], &common::rush(&line[0]));
        }
    }
}
