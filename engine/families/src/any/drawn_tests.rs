//! Every search on one kind of puzzle that has everything: an explicit graph, drawn at random, with moves
//! that can or cannot be undone, of unit or other costs, parallel moves and dead ends. All searches must
//! agree with each other and with sums over all walks, which are taken here the slow way.

use crate::any::{AnyPuzzle, Erased};
use clew_core::puzzle::{Algorithm, Backward, Puzzle};
use clew_core::watch::{Limit, Limits, Stop, Watch};
use clew_search::auto::Request;
use clew_search::count::count;
use clew_search::found::Status;
use clew_solve::anytime::{Estimate, Guidance, improve};
use clew_solve::{NoWays, Solver};
use proptest::prelude::*;

/// A puzzle given as a list of moves: from each state to each other, with costs.
#[derive(Clone, Debug)]
struct Drawn {
    edges: Vec<Vec<(u16, u32)>>,
    goals: Vec<bool>,
    backward: Backward,
    unit: bool,
}

impl Puzzle for Drawn {
    type State = u64;
    type Move = u16;

    fn initial(&self) -> u64 {
        0
    }
    fn moves(&self, state: u64, out: &mut Vec<u16>) {
        out.extend(0..self.edges[state as usize].len() as u16);
    }
    fn apply(&self, state: u64, mv: u16) -> u64 {
        u64::from(self.edges[state as usize][mv as usize].0)
    }
    fn is_goal(&self, state: u64) -> bool {
        self.goals[state as usize]
    }
    fn cost(&self, state: u64, mv: u16) -> u32 {
        self.edges[state as usize][mv as usize].1
    }
    fn unit_cost(&self) -> bool {
        self.unit
    }
    fn backward(&self) -> Backward {
        self.backward
    }
    fn predecessors(&self, state: u64, mut visit: impl FnMut(u64, u32)) {
        for (from, edges) in self.edges.iter().enumerate() {
            for &(to, cost) in edges {
                if u64::from(to) == state {
                    visit(from as u64, cost);
                }
            }
        }
    }
    fn goals(&self, _limit: usize, out: &mut Vec<u64>) -> bool {
        out.extend((0..self.goals.len() as u64).filter(|&s| self.goals[s as usize]));
        true
    }
    fn pack(&self, position: &[u16]) -> Result<u64, String> {
        Ok(u64::from(position[0]))
    }
    fn unpack(&self, state: u64) -> Vec<u16> {
        vec![state as u16]
    }
    fn describe(&self, _state: u64, mv: u16) -> Vec<u16> {
        vec![mv]
    }
    fn landing(&self, state: u64, mv: u16) -> [u16; 2] {
        [mv % 2, self.apply(state, mv) as u16]
    }
}

impl Drawn {
    /// Bellman-Ford from the goals, which are not played on from.
    fn remaining(&self) -> Vec<Option<u32>> {
        let mut cost: Vec<Option<u32>> = self.goals.iter().map(|&goal| goal.then_some(0)).collect();
        for _ in 0..self.edges.len() {
            for from in (0..self.edges.len()).filter(|&from| !self.goals[from]) {
                let via =
                    self.edges[from].iter().filter_map(|&(to, c)| cost[to as usize].map(|r| r + c)).min();
                cost[from] = [cost[from], via].into_iter().flatten().min();
            }
        }
        cost
    }

    /// Optimal solutions, by walking all of them.
    fn walk(&self, at: usize, remaining: &[Option<u32>]) -> u64 {
        if self.goals[at] {
            return 1;
        }
        let follows = |&&(to, c): &&(u16, u32)| remaining[to as usize].map(|r| r + c) == remaining[at];
        self.edges[at].iter().filter(follows).map(|&(to, _)| self.walk(to as usize, remaining)).sum()
    }

    /// Solutions of a cost that pass no state twice, by walking all of them.
    fn walk_exactly(&self, visited: &mut Vec<usize>, left: u32) -> u64 {
        let at = visited[visited.len() - 1];
        if self.goals[at] {
            return u64::from(left == 0);
        }
        let mut sum = 0;
        for &(to, cost) in &self.edges[at] {
            if cost <= left && !visited.contains(&(to as usize)) {
                visited.push(to as usize);
                sum += self.walk_exactly(visited, left - cost);
                visited.pop();
            }
        }
        sum
    }
}

/// Cost of every move at least `cheapest`.
fn drawn(unit: bool, reversible: bool) -> impl Strategy<Value = Drawn> {
    let states = 1usize..14;
    states.prop_flat_map(move |n| {
        let costs = if unit { 1u32..2 } else { 0..4 };
        let edges = prop::collection::vec((0..n as u16, 0..n as u16, costs), 0..40);
        let goals = prop::collection::vec(prop::bool::weighted(0.15), n);
        (edges, goals, any::<bool>()).prop_map(move |(list, goals, known)| {
            let mut edges = vec![Vec::new(); n];
            for (from, to, cost) in list {
                // A free move leads to a higher number, so that none goes round in a circle.
                let cost = if cost == 0 && to <= from { 1 } else { cost };
                edges[from as usize].push((to, cost));
                if reversible {
                    edges[to as usize].push((from, cost));
                }
            }
            let backward = match (reversible, known) {
                (true, true) => Backward::Reversible,
                (_, true) => Backward::Predecessors,
                (_, false) => Backward::No,
            };
            Drawn { edges, goals, backward, unit }
        })
    })
}

const ALL: [Algorithm; 4] = [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::AStar, Algorithm::IdaStar];

fn asked(algorithm: Algorithm, threads: usize) -> Request {
    Request { algorithm: Some(algorithm), threads, ..Request::default() }
}

fn check(puzzle: &Drawn) -> Result<(), TestCaseError> {
    let solver = Solver::new(puzzle.clone(), NoWays);
    let remaining = puzzle.remaining();
    let ways = if remaining[0].is_some() { puzzle.walk(0, &remaining) } else { 0 };
    for algorithm in ALL {
        for threads in [1, 2, 4] {
            let request = asked(algorithm, threads);
            let limits = Limits { moves: Some(60), ..Limits::default() };
            let (found, _) = solver.solve(0, request, &mut Watch::new(limits, Stop::default(), None));
            if remaining[0].is_none() && found.status == Status::Limit(Limit::Moves) {
                prop_assert_eq!(
                    algorithm,
                    Algorithm::IdaStar,
                    "only IDA* may fail to prove that there is none"
                );
                continue;
            }
            prop_assert_eq!(found.length, remaining[0], "{:?}", algorithm);
            prop_assert_eq!(found.optimal(), remaining[0].is_some());
            if let Some(moves) = &found.moves {
                let (mut at, mut spent) = (0, 0);
                for &mv in moves {
                    prop_assert!(!puzzle.is_goal(at), "{:?} plays on after a goal", algorithm);
                    spent += puzzle.cost(at, mv);
                    at = puzzle.apply(at, mv);
                }
                prop_assert!(puzzle.is_goal(at));
                prop_assert_eq!(Some(spent), found.length);
            }
            if remaining[0].is_some() {
                let all = solver.solve_all(0, request, &mut Watch::unlimited());
                prop_assert_eq!(count(puzzle, &all.dag.unwrap()), ways.into(), "{:?}", algorithm);
            }
        }
    }
    check_improve(&solver, remaining[0])?;
    let all = Erased::new(puzzle.clone(), NoWays);
    for length in 0..7 {
        let some = all.solutions(&[0], Some(length), Request::default(), &mut Watch::unlimited()).unwrap();
        let slow = if Some(length) == remaining[0] {
            ways
        } else if remaining[0].is_none_or(|least| length < least) {
            0
        } else {
            puzzle.walk_exactly(&mut vec![0], length)
        };
        let mut solutions = some.solutions();
        let mut listed = std::collections::BTreeSet::new();
        while let Some(line) = solutions.next(&mut Watch::unlimited()).unwrap() {
            prop_assert!(listed.insert(line), "a solution is listed twice");
        }
        prop_assert_eq!(listed.len() as u64, slow, "solutions of cost {}", length);
        prop_assert_eq!(some.count(&mut Watch::unlimited()), Some(slow.into()));
    }
    Ok(())
}

/// Solutions get better and better, and the last is optimal, however badly the estimates lead.
fn check_improve(solver: &Solver<Drawn>, optimum: Option<u32>) -> Result<(), TestCaseError> {
    let estimates: [&Estimate<u64>; 3] = [&|_| 0, &|state| 7 * state as u32, &|state| 100 - state as u32];
    for (estimate, lookahead) in estimates.into_iter().zip([0, 1, 2]) {
        let mut lengths = Vec::new();
        let guidance = Guidance { estimate, lookahead };
        let (found, _) =
            improve(solver, 0, &guidance, Request::default(), &mut Watch::unlimited(), &mut |better| {
                lengths.push(better.length);
            });
        prop_assert_eq!(found.length, optimum);
        prop_assert_eq!(found.optimal(), optimum.is_some());
        prop_assert_eq!(lengths.last().copied(), optimum);
        prop_assert!(lengths.windows(2).all(|pair| pair[1] < pair[0]));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn searches_agree_on_unit_costs(puzzle in drawn(true, false)) { check(&puzzle)?; }

    #[test]
    fn searches_agree_where_moves_can_be_undone(puzzle in drawn(true, true)) { check(&puzzle)?; }

    #[test]
    fn searches_agree_on_any_costs(puzzle in drawn(false, false)) { check(&puzzle)?; }
}

#[test]
fn counts_leave_machine_integers_behind() {
    // A chain of 70 pairs of parallel moves has 2^70 solutions.
    let chain = Solver::new(
        Drawn {
            edges: (0..=70)
                .map(|i: u16| if i < 70 { vec![(i + 1, 1), (i + 1, 1)] } else { vec![] })
                .collect(),
            goals: (0..=70).map(|i| i == 70).collect(),
            backward: Backward::Predecessors,
            unit: true,
        },
        NoWays,
    );
    for algorithm in ALL {
        let request = asked(algorithm, 1);
        let all = chain.solve_all(0, request, &mut Watch::unlimited());
        assert_eq!(count(&*chain.puzzle, &all.dag.unwrap()), num_bigint::BigUint::from(2u32).pow(70));
    }
}
