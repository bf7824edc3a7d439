//! Solves the puzzle of each line of standard input as somebody would who writes it with the crate `pathfinding`, and
//! with a queue and a hash table of one's own. For each it prints the fewest moves (`-`: none) and, for the two ways,
//! nanoseconds, the median of some runs. Fields are separated by tabs:
//!
//! ```text
//! lights    4      65535            side, lights that are on as bits
//! pancake   312                     the sizes, top first
//! ricochet  R..B/.#..   .../...R    rows; the goals, each for a tile of its colour
//! rush      AAoB/oooB               rows; A leaves at the right
//! ```
#![forbid(unsafe_code)]

use pathfinding::prelude::bfs;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::hash::Hash;
use std::io::{BufRead, stdin};
use std::time::{Duration, Instant};

/// Runs that are timed of each: more of short ones.
const ENOUGH: Duration = Duration::from_millis(20);
const MOST_RUNS: usize = 51;

fn main() {
    for line in stdin().lock().lines() {
        let line = line.expect("lines of text");
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["lights", side, on] => {
                let masks = lights(side.parse().expect("a side"));
                compare(
                    on.parse::<u64>().expect("bits"),
                    |&state| masks.iter().map(|mask| state ^ mask).collect(),
                    |&state| state == 0,
                );
            }
            ["pancake", order] => {
                let start: Vec<u8> = order.bytes().map(|digit| digit - b'0').collect();
                compare(start, |stack| flips(stack), |stack| stack.is_sorted());
            }
            ["ricochet", board, goal] => {
                let room = Room::of(board);
                let goals = tiles(goal);
                compare(
                    tiles(board),
                    |all| room.slides(all),
                    |all| goals.iter().all(|goal| all.contains(goal)),
                );
            }
            ["rush", board] => {
                let (cars, start, columns) = cars(board);
                let walls = board.replace('/', "").bytes().map(|sign| sign == b'x').collect::<Vec<_>>();
                compare(
                    start,
                    |state| slides_of_cars(&cars, state, &walls, columns),
                    |state| usize::from(state[0]) % columns + cars[0].length == columns,
                );
            }
            _ => panic!("no puzzle: {line}"),
        }
    }
}

/// Prints the fewest moves, and nanoseconds of both ways.
fn compare<S: Clone + Eq + Hash>(start: S, after: impl Fn(&S) -> Vec<S>, ended: impl Fn(&S) -> bool) {
    let (of_crate, crates) = timed(|| bfs(&start, &after, &ended).map(|path| path.len() - 1));
    let (of_loop, loops) = timed(|| by_hand(&start, &after, &ended));
    assert_eq!(of_crate, of_loop);
    let length = of_crate.map_or("-".to_owned(), |length| length.to_string());
    println!("{length}\t{}\t{}", crates.as_nanos(), loops.as_nanos());
}

/// What a function returns, and the median of its times.
fn timed<T>(mut work: impl FnMut() -> T) -> (T, Duration) {
    let (began, mut times) = (Instant::now(), Vec::new());
    loop {
        let start = Instant::now();
        let found = work();
        times.push(start.elapsed());
        if began.elapsed() > ENOUGH || times.len() == MOST_RUNS {
            times.sort_unstable();
            return (found, times[times.len() / 2]);
        }
    }
}

fn by_hand<S: Clone + Eq + Hash>(
    start: &S,
    after: impl Fn(&S) -> Vec<S>,
    ended: impl Fn(&S) -> bool,
) -> Option<usize> {
    let mut seen = FxHashSet::from_iter([start.clone()]);
    let mut waiting = VecDeque::from([(start.clone(), 0)]);
    while let Some((state, depth)) = waiting.pop_front() {
        if ended(&state) {
            return Some(depth);
        }
        for next in after(&state) {
            if seen.insert(next.clone()) {
                waiting.push_back((next, depth + 1));
            }
        }
    }
    None
}

fn lights(side: usize) -> Vec<u64> {
    let cells = (0..side * side).map(|cell| (cell / side, cell % side));
    let beside = |row: usize, column: usize| {
        let all = [
            (row, column),
            (row.wrapping_sub(1), column),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
        ];
        all.into_iter().filter(|&(r, c)| r < side && c < side).map(|(r, c)| 1u64 << (r * side + c)).sum()
    };
    cells.map(|(row, column)| beside(row, column)).collect()
}

fn flips(stack: &[u8]) -> Vec<Vec<u8>> {
    let flip = |count: usize| {
        let mut other = stack.to_vec();
        other[..count].reverse();
        other
    };
    (2..=stack.len()).map(flip).collect()
}

/// The tiles of a board with their cells, sorted.
fn tiles(board: &str) -> Vec<(u8, u16)> {
    let cells = board.bytes().filter(|&sign| sign != b'/').zip(0..);
    let mut found: Vec<_> = cells.filter(|(sign, _)| sign.is_ascii_alphabetic()).collect();
    found.sort_unstable();
    found
}

/// A board of ricochet: tiles slide until something stops them.
struct Room {
    blocked: Vec<bool>,
    columns: usize,
}

impl Room {
    fn of(board: &str) -> Self {
        let cells = board.bytes().filter(|&sign| sign != b'/');
        Self {
            blocked: cells.map(|sign| sign == b'#').collect(),
            columns: board.find('/').unwrap_or(board.len()),
        }
    }

    fn slides(&self, all: &[(u8, u16)]) -> Vec<Vec<(u8, u16)>> {
        let (columns, cells) = (self.columns as isize, self.blocked.len() as isize);
        let mut free: Vec<bool> = self.blocked.iter().map(|blocked| !blocked).collect();
        all.iter().for_each(|&(_, cell)| free[usize::from(cell)] = false);
        let mut found = Vec::new();
        for (number, &(colour, from)) in all.iter().enumerate() {
            for step in [-1, 1, -columns, columns] {
                let mut at = from as isize;
                loop {
                    let next = at + step;
                    let leaves =
                        step.abs() == 1 && columns > 1 && next.div_euclid(columns) != at.div_euclid(columns);
                    if leaves || next < 0 || next >= cells || !free[next as usize] {
                        break;
                    }
                    at = next;
                }
                if at != from as isize {
                    let mut after = all.to_vec();
                    after[number] = (colour, at as u16);
                    after.sort_unstable();
                    found.push(after);
                }
            }
        }
        found
    }
}

struct Car {
    length: usize,
    lies: bool,
}

/// The cars of a board in the order of their letters, their first cells, and its columns.
fn cars(board: &str) -> (Vec<Car>, Vec<u8>, usize) {
    let columns = board.find('/').expect("rows");
    let text: Vec<u8> = board.bytes().filter(|&sign| sign != b'/').collect();
    let mut letters: Vec<u8> = text.iter().copied().filter(|sign| !b"ox.".contains(sign)).collect();
    letters.sort_unstable();
    letters.dedup();
    let cells = |letter: u8| (0..text.len()).filter(|&cell| text[cell] == letter).collect::<Vec<_>>();
    let car = |cells: &Vec<usize>| Car { length: cells.len(), lies: cells[1] == cells[0] + 1 };
    let places: Vec<_> = letters.iter().map(|&letter| cells(letter)).collect();
    (places.iter().map(car).collect(), places.iter().map(|cells| cells[0] as u8).collect(), columns)
}

fn slides_of_cars(cars: &[Car], state: &[u8], walls: &[bool], columns: usize) -> Vec<Vec<u8>> {
    let mut full = walls.to_vec();
    for (car, &anchor) in cars.iter().zip(state) {
        let step = if car.lies { 1 } else { columns };
        (0..car.length).for_each(|place| full[usize::from(anchor) + place * step] = true);
    }
    let mut found = Vec::new();
    for (number, car) in cars.iter().enumerate() {
        let (anchor, step) = (usize::from(state[number]), if car.lies { 1 } else { columns });
        let mut moved = |to: usize| {
            let mut after = state.to_vec();
            after[number] = to as u8;
            found.push(after);
        };
        let inside = |cell: usize| cell < full.len() && (!car.lies || cell / columns == anchor / columns);
        let mut at = anchor;
        while at >= step && inside(at - step) && !full[at - step] {
            at -= step;
            moved(at);
        }
        let mut at = anchor;
        while inside(at + car.length * step) && !full[at + car.length * step] {
            at += step;
            moved(at);
        }
    }
    found
}
