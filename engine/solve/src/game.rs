//! Puzzles with states of any kind: what a program of your own needs.
//!
//! ```text
//!   state      "..#"  ".#."  "#.."        any type that can be compared and hashed
//!   number       0      1      2          what the searches see: a number for each state met, in a table
//! ```
//!
//! The searches are the same as for packed states ([`Puzzle`]), which take a tenth of the time and memory: a state is
//! kept once in the table, and looked up for each move that leads to it.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigUint;

use crate::{NoWays, Solver, hint};
use clew_core::puzzle::{Algorithm, Backward, Puzzle};
use clew_core::watch::{Limit, Limits, Stop, Watch};
use clew_search::auto::Request;
use clew_search::found::Status;
use clew_space::{MapOptions, NO_WAY, Unmapped};

/// A move puzzle.
///
/// ```
/// use clew_solve::game::{Game, solve};
/// use clew_core::watch::Limits;
///
/// /// Two jugs, of 3 and 5 litres; 4 litres are wanted.
/// struct Jugs;
///
/// impl Game for Jugs {
///     type State = (u32, u32);
///     type Move = &'static str;
///
///     fn initial(&self) -> (u32, u32) {
///         (0, 0)
///     }
///
///     fn moves(&self, &(small, large): &(u32, u32)) -> Vec<(&'static str, (u32, u32))> {
///         let (over, back) = (small.min(5 - large), large.min(3 - small));
///         vec![
///             ("fill the small one", (3, large)),
///             ("fill the large one", (small, 5)),
///             ("empty the small one", (0, large)),
///             ("empty the large one", (small, 0)),
///             ("pour into the large one", (small - over, large + over)),
///             ("pour into the small one", (small + back, large - back)),
///         ]
///     }
///
///     fn is_goal(&self, &(_, large): &(u32, u32)) -> bool {
///         large == 4
///     }
/// }
///
/// let solution = solve(&Jugs, Limits::default())?.expect("it can be done");
/// assert_eq!(solution.cost, 6);
/// assert_eq!(solution.moves[0], "fill the large one");
/// # Ok::<(), clew_solve::game::Error>(())
/// ```
pub trait Game: Send + Sync {
    type State: Clone + Eq + Hash + Send + Sync;
    type Move: Clone + Send + Sync;

    /// The start.
    fn initial(&self) -> Self::State;

    /// The legal moves, each with the state after it. Their order, and the moves, depend on the state alone.
    fn moves(&self, state: &Self::State) -> Vec<(Self::Move, Self::State)>;

    /// Whether the puzzle is solved here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// What a move costs. Override [`Game::unit_cost`] too.
    fn cost(&self, _state: &Self::State, _mv: &Self::Move) -> u32 {
        1
    }

    /// Whether every move costs 1.
    fn unit_cost(&self) -> bool {
        true
    }

    /// A lower bound on the cost to a goal; 0 at goals, [`clew_core::puzzle::DEAD_END`] only where no goal can be
    /// reached. One that is ever too high makes answers wrong.
    fn heuristic(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Whether each move can be taken back by a move of the same cost.
    fn reversible(&self) -> bool {
        false
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A limit was reached. No solution costs less than `lower_bound`.
    Limit { limit: Limit, lower_bound: u32 },
    /// The puzzle is too large for this question; the text says what is.
    TooLarge(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Limit { limit, lower_bound } => {
                write!(
                    f,
                    "the limit on {} was reached; no solution costs less than {lower_bound}",
                    limit.name()
                )
            }
            Error::TooLarge(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Error {}

/// A solution of the least cost: `states` has one more than `moves`, the start.
#[derive(Clone, Debug)]
pub struct Solution<G: Game> {
    pub cost: u32,
    pub moves: Vec<G::Move>,
    pub states: Vec<G::State>,
    /// States whose moves were generated.
    pub expanded: u64,
}

/// All states that can be reached. The number of a state is its place in the lists; 0 is the start.
#[derive(Clone, Debug)]
pub struct Space<S> {
    pub states: Vec<S>,
    /// By state, where its moves lead.
    pub moves: Vec<Vec<usize>>,
    /// By state, the least cost to a goal; `None` where none can be reached.
    pub distance: Vec<Option<u32>>,
    /// By state, the least cost from the start.
    pub depth: Vec<u32>,
}

/// A solution of the least cost; `None`: it is proved that there is none.
///
/// # Errors
/// A limit was reached first.
pub fn solve<G: Game>(game: &G, limits: Limits) -> Result<Option<Solution<G>>, Error> {
    let solver = Solver::new(Interned::new(game), NoWays);
    let (found, _) = solver.solve(0, Request::default(), &mut Watch::new(limits, Stop::default(), None));
    if let Status::Limit(limit) = found.status {
        return Err(Error::Limit { limit, lower_bound: found.lower_bound });
    }
    let Some((cost, numbers)) = found.length.zip(found.moves) else { return Ok(None) };
    let (mut state, mut moves) = (game.initial(), Vec::new());
    let mut states = vec![state.clone()];
    for number in numbers {
        let (mv, after) = game.moves(&state).swap_remove(number as usize);
        moves.push(mv);
        states.push(after.clone());
        state = after;
    }
    Ok(Some(Solution { cost, moves, states, expanded: found.work.expanded }))
}

/// The number of solutions of the least cost; 0: there is none.
///
/// # Errors
/// A limit was reached first.
pub fn count<G: Game>(game: &G, limits: Limits) -> Result<BigUint, Error> {
    let solver = Solver::new(Interned::new(game), NoWays);
    let all = solver.solve_all(0, Request::default(), &mut Watch::new(limits, Stop::default(), None));
    match (all.dag, all.limit) {
        (_, Some(limit)) => Err(Error::Limit { limit, lower_bound: all.found.lower_bound }),
        (Some(dag), None) => Ok(clew_search::count::count(&*solver.puzzle, &dag)),
        (None, None) => Ok(BigUint::default()),
    }
}

/// A move with the least cost from the state after it to a goal; `None` where none can be reached.
pub type Rated<M> = (M, Option<u32>);

/// The moves of a state, rated.
///
/// # Errors
/// A limit was reached first.
pub fn rate<G: Game>(game: &G, state: &G::State, limits: Limits) -> Result<Vec<Rated<G::Move>>, Error> {
    let puzzle = Interned::new(game);
    let number = puzzle.number(state.clone());
    let solver = Solver::new(puzzle, NoWays);
    let watch = &mut Watch::new(limits, Stop::default(), None);
    let hint = hint::hint(&solver, number, Request::default(), watch);
    if let Some(limit) = hint.limit {
        return Err(Error::Limit { limit, lower_bound: hint.here.lower_bound });
    }
    let rated: HashMap<u32, Option<u32>> = hint.moves.into_iter().collect();
    let moves = game.moves(state).into_iter().zip(0..);
    Ok(moves.map(|((mv, _), number)| (mv, rated.get(&number).copied().flatten())).collect())
}

/// All states that can be reached, goals with their moves too.
///
/// # Errors
/// A limit was reached first, or there are too many states.
pub fn explore<G: Game>(game: &G, limits: Limits) -> Result<Space<G::State>, Error> {
    let solver = Solver::new(Interned::new(game), NoWays);
    let watch = &mut Watch::new(limits, Stop::default(), None);
    let map = solver.map(0, MapOptions::default(), watch).map_err(|unmapped| match unmapped {
        Unmapped::Limit(limit, work) => Error::Limit { limit, lower_bound: work.lower_bound },
        Unmapped::TooLarge(why) => Error::TooLarge(why),
    })?;
    let rows = map.rows.as_ref().expect("they were wanted");
    let state = |number: usize| solver.puzzle.state(map.places.state(number as u32));
    let row = |number: usize| {
        let row = rows.indptr[number] as usize..rows.indptr[number + 1] as usize;
        rows.indices[row].iter().map(|&after| after as usize).collect()
    };
    let numbers = || 0..map.distance.len();
    Ok(Space {
        states: numbers().map(state).collect(),
        moves: numbers().map(row).collect(),
        distance: map.distance.iter().map(|&cost| (cost != NO_WAY).then(|| cost.into())).collect(),
        depth: map.depth.iter().map(|&cost| cost.into()).collect(),
    })
}

/// A game as a puzzle of numbers: each state met gets the next.
struct Interned<'a, G: Game> {
    game: &'a G,
    known: Mutex<Known<G::State>>,
}

struct Known<S> {
    numbers: HashMap<Arc<S>, u64>,
    states: Vec<Arc<S>>,
}

impl<'a, G: Game> Interned<'a, G> {
    /// The start is number 0.
    fn new(game: &'a G) -> Self {
        let interned =
            Self { game, known: Mutex::new(Known { numbers: HashMap::new(), states: Vec::new() }) };
        interned.number(game.initial());
        interned
    }

    fn number(&self, state: G::State) -> u64 {
        let known = &mut *self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = known.numbers.get(&state) {
            return number;
        }
        let (state, number) = (Arc::new(state), known.states.len() as u64);
        known.states.push(Arc::clone(&state));
        known.numbers.insert(state, number);
        number
    }

    fn shared(&self, number: u64) -> Arc<G::State> {
        Arc::clone(&self.known.lock().unwrap_or_else(PoisonError::into_inner).states[number as usize])
    }

    fn state(&self, number: u64) -> G::State {
        (*self.shared(number)).clone()
    }
}

impl<G: Game> Puzzle for Interned<'_, G> {
    type State = u64;
    type Move = u32;

    fn initial(&self) -> u64 {
        0
    }

    fn moves(&self, state: u64, out: &mut Vec<u32>) {
        out.extend(0..self.game.moves(&self.shared(state)).len() as u32);
    }

    fn apply(&self, state: u64, mv: u32) -> u64 {
        let (_, after) = self.game.moves(&self.shared(state)).swap_remove(mv as usize);
        self.number(after)
    }

    fn successors(&self, state: u64, mut visit: impl FnMut(u32, u64)) {
        for ((_, after), number) in self.game.moves(&self.shared(state)).into_iter().zip(0..) {
            visit(number, self.number(after));
        }
    }

    fn is_goal(&self, state: u64) -> bool {
        self.game.is_goal(&self.shared(state))
    }

    fn cost(&self, state: u64, mv: u32) -> u32 {
        let state = self.shared(state);
        self.game.cost(&state, &self.game.moves(&state)[mv as usize].0)
    }

    fn unit_cost(&self) -> bool {
        self.game.unit_cost()
    }

    fn heuristic(&self, state: u64) -> u32 {
        self.game.heuristic(&self.shared(state))
    }

    fn preferred(&self) -> (Algorithm, &'static str) {
        match self.heuristic(0) {
            0 => (Algorithm::Bfs, "breadth-first search: no lower bound is known"),
            _ => (Algorithm::AStar, "A*: there is a lower bound"),
        }
    }

    fn backward(&self) -> Backward {
        if self.game.reversible() { Backward::Reversible } else { Backward::No }
    }

    fn pack(&self, position: &[u16]) -> Result<u64, String> {
        Ok(position.iter().rev().fold(0, |number, &part| number << 16 | u64::from(part)))
    }

    fn unpack(&self, state: u64) -> Vec<u16> {
        (0..4).map(|part| (state >> (16 * part)) as u16).collect()
    }

    fn describe(&self, _: u64, mv: u32) -> Vec<u16> {
        vec![mv as u16, (mv >> 16) as u16]
    }

    fn landing(&self, _: u64, mv: u32) -> [u16; 2] {
        [0, mv as u16]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Edges with costs between few states, named by texts.
    #[derive(Debug)]
    struct Drawn {
        edges: Vec<Vec<(usize, u32)>>,
        goals: Vec<bool>,
    }

    impl Game for Drawn {
        type State = String;
        type Move = (usize, u32);

        fn initial(&self) -> String {
            "0".to_owned()
        }

        fn moves(&self, state: &String) -> Vec<((usize, u32), String)> {
            self.edges[at(state)].iter().map(|&(to, cost)| ((to, cost), to.to_string())).collect()
        }

        fn is_goal(&self, state: &String) -> bool {
            self.goals[at(state)]
        }

        fn cost(&self, _: &String, &(_, cost): &(usize, u32)) -> u32 {
            cost
        }

        fn unit_cost(&self) -> bool {
            self.edges.iter().flatten().all(|&(_, cost)| cost == 1)
        }
    }

    fn at(state: &str) -> usize {
        state.parse().expect("a number")
    }

    /// Least costs from every state to a goal, by going over all edges as often as there are states.
    fn slowly(game: &Drawn) -> Vec<Option<u32>> {
        let mut least: Vec<Option<u32>> = game.goals.iter().map(|&goal| goal.then_some(0)).collect();
        for _ in 0..least.len() {
            for (from, edges) in game.edges.iter().enumerate() {
                let ways = edges.iter().filter_map(|&(to, cost)| least[to].map(|rest| rest + cost));
                least[from] = ways.chain(least[from]).min();
            }
        }
        least
    }

    fn drawn() -> impl Strategy<Value = Drawn> {
        (1usize..9, any::<bool>()).prop_flat_map(|(states, unit)| {
            let edge = (0..states, 1u32..if unit { 2 } else { 4 });
            let edges = prop::collection::vec(prop::collection::vec(edge, 0..4), states);
            (edges, prop::collection::vec(prop::bool::weighted(0.2), states))
                .prop_map(|(edges, goals)| Drawn { edges, goals })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(clew_core::cases(200)))]

        #[test]
        fn answers_are_those_of_sums_over_all_edges(game in drawn()) {
            let least = slowly(&game);
            let solution = solve(&game, Limits::default()).unwrap();
            prop_assert_eq!(solution.as_ref().map(|solution| solution.cost), least[0]);
            if let Some(solution) = &solution {
                prop_assert_eq!(solution.moves.iter().map(|&(_, cost)| cost).sum::<u32>(), solution.cost);
                prop_assert!(game.is_goal(solution.states.last().unwrap()));
            }
            let number = count(&game, Limits::default()).unwrap();
            prop_assert_eq!(number == BigUint::default(), least[0].is_none());
            let space = explore(&game, Limits::default()).unwrap();
            for (state, distance) in space.states.iter().zip(&space.distance) {
                prop_assert_eq!(distance, &least[at(state)]);
            }
            for (state, row) in space.states.iter().zip(&space.moves) {
                let after: Vec<usize> = row.iter().map(|&after| at(&space.states[after])).collect();
                prop_assert_eq!(after, game.edges[at(state)].iter().map(|&(to, _)| to).collect::<Vec<_>>());
            }
            for ((to, _), distance) in rate(&game, &"0".to_owned(), Limits::default()).unwrap() {
                prop_assert_eq!(distance, least[to]);
            }
        }
    }

    #[test]
    fn limits_are_errors_in_words() {
        let long = Drawn {
            edges: (1..=50).map(|to| vec![(to % 50, 1)]).collect(),
            goals: (0..50).map(|state| state == 49).collect(),
        };
        let limits = Limits { moves: Some(10), ..Limits::default() };
        let error = solve(&long, limits).unwrap_err();
        assert_eq!(error, Error::Limit { limit: Limit::Moves, lower_bound: 11 });
        assert_eq!(error.to_string(), "the limit on moves was reached; no solution costs less than 11");
    }
}
