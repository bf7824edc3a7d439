//! The same engine with states packed by hand: rows of coins, three next to each other are turned by a move.

use clew_core::puzzle::{Backward, Puzzle};
use clew_core::watch::Watch;
use clew_search::auto::Request;
use clew_search::count::count;
use clew_solve::{NoWays, Solver};

/// Coins in a row, a bit for each that shows its tail.
struct Coins {
    number: u32,
    tails: u64,
}

impl Puzzle for Coins {
    type State = u64;
    /// The first of the three.
    type Move = u32;

    fn initial(&self) -> u64 {
        self.tails
    }

    fn moves(&self, _: u64, out: &mut Vec<u32>) {
        out.extend(0..self.number - 2);
    }

    fn apply(&self, coins: u64, first: u32) -> u64 {
        coins ^ 0b111 << first
    }

    fn is_goal(&self, coins: u64) -> bool {
        coins == 0
    }

    // Each move turns at most three of the coins that are left.
    fn heuristic(&self, coins: u64) -> u32 {
        coins.count_ones().div_ceil(3)
    }

    fn backward(&self) -> Backward {
        Backward::Reversible
    }

    fn pack(&self, position: &[u16]) -> Result<u64, String> {
        let &[coins] = position else { return Err("a position is one number".to_owned()) };
        Ok(coins.into())
    }

    fn unpack(&self, coins: u64) -> Vec<u16> {
        vec![coins as u16]
    }

    fn describe(&self, _: u64, first: u32) -> Vec<u16> {
        vec![first as u16]
    }

    fn landing(&self, _: u64, first: u32) -> [u16; 2] {
        [0, first as u16]
    }
}

fn main() {
    let solver = Solver::new(Coins { number: 12, tails: 0b1011_0110_1101 }, NoWays);
    let all = solver.solve_all(solver.puzzle.initial(), Request::default(), &mut Watch::unlimited());
    let dag = all.dag.expect("it can be solved");
    let solutions = count(&*solver.puzzle, &dag);
    println!(
        "{:?} moves, {solutions} solutions, {} states expanded",
        all.found.length, all.found.work.expanded
    );
    println!("{}: {}", all.choice.algorithm.name(), all.choice.reason);
    assert!(all.found.optimal());
}

#[test]
fn it_runs() {
    main();
}
