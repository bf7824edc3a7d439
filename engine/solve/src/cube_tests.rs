//! Searches of large layers, on several threads and under limits: on the corners of a cube, where every distance and the
//! number of all solutions are known.

use crate::{NoWays, Solver};
use clew_core::puzzle::{Algorithm, Backward, Puzzle};
use clew_core::watch::{Limit, Limits, Stop, Watch};
use clew_search::auto::Request;
use clew_search::count::count;
use clew_search::found::Status;
use clew_search::optimal_dag::OptimalDag;

fn asked(algorithm: Algorithm, threads: usize) -> Request {
    Request { algorithm: Some(algorithm), threads, ..Request::default() }
}

/// The corners of a cube of `bits` dimensions: a large space in which every move is known. Corners with `ones`
/// set are goals.
struct Cube {
    bits: u32,
    ones: u32,
}

impl Cube {
    /// The goal is the corner far away.
    fn across(bits: u32) -> Solver<Self> {
        Solver::new(Self { bits, ones: bits }, NoWays)
    }
}

impl Puzzle for Cube {
    type State = u64;
    type Move = u32;

    fn initial(&self) -> u64 {
        0
    }
    fn moves(&self, _state: u64, out: &mut Vec<u32>) {
        out.extend(0..self.bits);
    }
    fn apply(&self, state: u64, mv: u32) -> u64 {
        state ^ 1 << mv
    }
    fn is_goal(&self, state: u64) -> bool {
        state.count_ones() == self.ones
    }
    /// Half of what is missing: A* needs many corners then, and many of one cost.
    fn heuristic(&self, state: u64) -> u32 {
        self.ones.saturating_sub(state.count_ones()) / 2
    }
    fn goals(&self, limit: usize, out: &mut Vec<u64>) -> bool {
        out.extend((0..1 << self.bits).filter(|&state| self.is_goal(state)).take(limit + 1));
        out.len() <= limit
    }
    fn backward(&self) -> Backward {
        Backward::Reversible
    }
    fn pack(&self, position: &[u16]) -> Result<u64, String> {
        Ok(u64::from(position[0]))
    }
    fn unpack(&self, state: u64) -> Vec<u16> {
        vec![state as u16]
    }
    fn describe(&self, _state: u64, mv: u32) -> Vec<u16> {
        vec![mv as u16]
    }
    fn landing(&self, _state: u64, mv: u32) -> [u16; 2] {
        [0, mv as u16]
    }
}

/// As many ways as there are orders in which to set so many of the bits.
fn orders(bits: u64, ones: u64) -> num_bigint::BigUint {
    (bits - ones + 1..=bits).map(num_bigint::BigUint::from).product()
}

#[test]
fn large_layers_give_the_same_solution_for_any_number_of_threads() {
    let others: [(_, _, _, &[usize]); 3] = [
        (Algorithm::Bfs, 16, 16, &[4]),
        (Algorithm::Bfs, 17, 8, &[2, 7]),
        (Algorithm::Bidirectional, 17, 17, &[3]),
    ];
    for (algorithm, bits, ones, others) in others {
        let cube = Solver::new(Cube { bits, ones }, NoWays);
        let run = |threads| {
            let (found, _) = cube.solve(0, asked(algorithm, threads), &mut Watch::unlimited());
            assert_eq!((found.status, found.length), (Status::Solved, Some(ones)));
            let moves = found.moves.expect("a solution");
            assert_eq!(moves.len() as u32, ones);
            (moves, found.work.stored, found.work.expanded)
        };
        let alone = run(1);
        for &threads in others {
            assert_eq!(run(threads), alone, "{algorithm:?} to {ones} ones on {threads} threads");
        }
    }
}

#[test]
fn a_star_in_blocks_shows_the_same_solution() {
    // Corners that are farther than half way are met at most once for each f, so blocks are taken again and again.
    for (bits, ones) in [(18, 11), (20, 9)] {
        let cube = Solver::new(Cube { bits, ones }, NoWays);
        let run = |threads| {
            let (found, _) = cube.solve(0, asked(Algorithm::AStar, threads), &mut Watch::unlimited());
            assert_eq!((found.status, found.length, found.lower_bound), (Status::Solved, Some(ones), ones));
            (found.moves.expect("a solution"), found.work.stored)
        };
        let (alone, stored) = run(1);
        assert!(stored > 1 << 14, "only {stored} states: no bucket is large");
        for threads in [2, 5] {
            assert_eq!(run(threads).0, alone, "{bits} bits, {threads} threads");
        }
        let moves = Limits { moves: Some(ones - 1), ..Limits::default() };
        let limited = |threads| {
            let request = asked(Algorithm::AStar, threads);
            let (found, _) = cube.solve(0, request, &mut Watch::new(moves, Stop::default(), None));
            (found.status, found.lower_bound)
        };
        assert_eq!(limited(2), limited(1));
    }
}

#[test]
fn large_dags_are_the_same_on_any_number_of_threads() {
    let corner = Cube { bits: 16, ones: 13 };
    let of_length =
        |threads| OptimalDag::of_length(&corner, 0, 13, threads, &mut Watch::unlimited()).unwrap();
    let alone = of_length(1);
    assert_eq!(count(&corner, &alone), orders(16, 13));
    let cube = Solver::new(Cube { bits: 16, ones: 13 }, NoWays);
    let of_search = |algorithm, threads| {
        let all = cube.solve_all(0, asked(algorithm, threads), &mut Watch::unlimited());
        all.dag.expect("no limits")
    };
    for threads in [1, 3] {
        let all = [
            of_length(threads),
            of_search(Algorithm::Bfs, threads),
            of_search(Algorithm::Bidirectional, threads),
        ];
        for (way, dag) in all.iter().enumerate() {
            assert!(dag.states == alone.states, "way {way} on {threads} threads");
            assert!(dag.remaining == alone.remaining, "way {way} on {threads} threads");
        }
    }
}

#[test]
fn counting_finishes_the_last_layer_and_shows_the_same_solution() {
    let cube = Solver::new(Cube { bits: 18, ones: 10 }, NoWays);
    let request = asked(Algorithm::Bfs, 2);
    let (found, _) = cube.solve(0, request, &mut Watch::unlimited());
    let all = cube.solve_all(0, request, &mut Watch::unlimited());
    assert_eq!(all.found.moves, found.moves);
    assert!(found.work.expanded <= all.found.work.expanded, "counting looks at no less");
    let mut any = Watch::unlimited();
    any.any_line = true;
    let (hasty, _) = cube.solve(0, request, &mut any);
    assert_eq!(hasty.moves.map(|line| line.len()), found.moves.map(|line| line.len()));
    assert!(
        hasty.work.expanded < all.found.work.expanded,
        "any solution will do: it stops where the searches meet"
    );
    assert_eq!(count(&*cube.puzzle, &all.dag.expect("no limits")), orders(18, 10));
}

#[test]
fn all_orders_of_the_bits_are_counted() {
    let request = asked(Algorithm::Bfs, 2);
    let cube = Cube::across(16);
    let all = cube.solve_all(0, request, &mut Watch::unlimited());
    assert_eq!(count(&*cube.puzzle, &all.dag.unwrap()), orders(16, 16));
}

#[test]
fn limits_end_a_search_with_a_bound() {
    let cube = Cube::across(20);
    let ended = |algorithm, limits| {
        let request = asked(algorithm, 1);
        let (found, _) = cube.solve(0, request, &mut Watch::new(limits, Stop::default(), None));
        assert!(found.lower_bound <= 20);
        (found.status, found.work)
    };
    for algorithm in [Algorithm::Bfs, Algorithm::AStar, Algorithm::IdaStar] {
        let moves = Limits { moves: Some(5), ..Limits::default() };
        assert_eq!(ended(algorithm, moves).0, Status::Limit(Limit::Moves), "{algorithm:?}");
        let seconds = Limits { seconds: Some(0.0), ..Limits::default() };
        assert_eq!(ended(algorithm, seconds).0, Status::Limit(Limit::Seconds), "{algorithm:?}");
    }
    for algorithm in [Algorithm::Bfs, Algorithm::AStar] {
        let states = Limits { states: Some(10_000), ..Limits::default() };
        let (status, work) = ended(algorithm, states);
        assert_eq!(status, Status::Limit(Limit::States));
        assert!(work.stored < 200_000, "{} states", work.stored);
        let memory = Limits { memory: Some(16 << 20), ..Limits::default() };
        let (status, work) = ended(algorithm, memory);
        assert_eq!(status, Status::Limit(Limit::Memory));
        assert!(work.bytes < 26 << 20, "{} bytes", work.bytes);
    }
    let stop = Stop::default();
    stop.set();
    let (found, _) = cube.solve(0, Request::default(), &mut Watch::new(Limits::default(), stop, None));
    assert_eq!(found.status, Status::Limit(Limit::Interrupted));
}
