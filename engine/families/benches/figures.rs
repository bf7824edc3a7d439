//! Figures for tables: one JSON object a line, `{group, board, method, median_ns, p99_ns, runs, states}`.
//!
//! `cargo bench --bench figures -- [filter]`: groups whose name holds the filter. Where the environment
//! variable `CLEW_ACCEPTANCE` names a folder with `blocks_rush.csv` (columns `board` and `optimal`), each of
//! its boards is measured too. `least_ns` is the best run: what a quiet machine would give.

#[path = "common/boards.rs"]
mod boards;
#[path = "common/slide.rs"]
mod slide;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clew_core::puzzle::Puzzle;
use clew_core::watch::Watch;
use clew_families::any::Shared;
use clew_families::blocks::Setup;
use clew_families::blocks::make;
use clew_search::auto::Request;
use clew_search::bfs::bfs;

/// A board is measured this long, and this many times at least and at most.
const BUDGET: Duration = Duration::from_millis(30);
const RUNS: std::ops::RangeInclusive<usize> = 7..=101;
/// Methods that take turns have so many.
const TURNS: usize = 15;

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

    /// Runs several methods in turns: once to warm up, then so often.
    fn in_turns(methods: &[&dyn Fn() -> u64]) -> Vec<Self> {
        let mut all: Vec<_> = methods.iter().map(|work| Self { times: Vec::new(), states: work() }).collect();
        for _ in 0..TURNS {
            for (work, figures) in methods.iter().zip(&mut all) {
                let start = Instant::now();
                std::hint::black_box(work());
                figures.times.push(start.elapsed().as_nanos() as u64);
            }
        }
        all.iter_mut().for_each(|figures| figures.times.sort_unstable());
        all
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
    let puzzle = make::puzzle(setup).expect("a board of the bench is valid");
    for (method, shortcuts) in [("solve", true), ("plain", false)] {
        Figures::measure(|| solve(&puzzle, shortcuts)).print(group, board, method);
    }
    let made = || make::puzzle(setup).map_or(0, |puzzle| u64::from(puzzle.state_bits() > 0));
    Figures::measure(made).print(group, board, "construct");
}

/// A line of a CSV file: the fields of the columns that were asked for.
type Line = Vec<String>;

/// The lines of a CSV file without quotes in the folder that the environment variable `CLEW_ACCEPTANCE`
/// names; none where it is not set or the file is missing.
fn acceptance(file: &str, columns: &[&str]) -> Vec<Line> {
    let folder = std::env::var_os("CLEW_ACCEPTANCE").map(PathBuf::from);
    let text = folder.and_then(|folder| std::fs::read_to_string(folder.join(file)).ok()).unwrap_or_default();
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let Some(head) = lines.next() else { return Vec::new() };
    let place = |name: &&str| head.iter().position(|title| title == name);
    let places: Option<Vec<usize>> = columns.iter().map(place).collect();
    let places = places.unwrap_or_else(|| panic!("{file} has no columns {columns:?}"));
    lines.map(|line| places.iter().map(|&place| line[place].to_owned()).collect()).collect()
}

/// The generic search through the trait, on several threads, and a loop written for this board alone. They take
/// turns, so that what else the machine does strikes them all.
fn sliding_board() {
    let puzzle = slide::puzzle();
    let search = |threads| bfs(&puzzle, puzzle.initial(), threads, &mut Watch::unlimited()).work.stored;
    let methods: [(&str, &dyn Fn() -> u64); 4] = [
        ("1 threads", &|| search(1)),
        ("by hand", &|| slide::by_hand() as u64),
        ("2 threads", &|| search(2)),
        ("4 threads", &|| search(4)),
    ];
    for ((name, _), figures) in methods.iter().zip(Figures::in_turns(&methods.map(|(_, work)| work))) {
        figures.print("search", "sliding 2x5", name);
    }
}

fn main() {
    let filter = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let wanted = |group: &str| group.contains(&filter);
    if wanted("blocks") {
        compare("blocks", "60 moves", &boards::rush(boards::SIXTY_MOVES));
        compare("blocks", "huarong dao", &boards::huarong_dao());
    }
    if wanted("search") {
        sliding_board();
    }
    for line in acceptance("blocks_rush.csv", &["board", "optimal"]) {
        let long = line[1].parse::<u32>().is_ok_and(|optimal| optimal >= 50);
        let group = if long { "rush long" } else { "rush" };
        if wanted(group) {
            compare(group, &line[0], &boards::rush(&line[0]));
        }
    }
}
