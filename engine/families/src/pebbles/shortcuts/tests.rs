use super::deepening::IncrementalHeuristic;
use super::*;
use crate::pebbles::graph::boards;
use clew_core::cases;
use clew_core::watch::{Limit, Limits, Stop};
use clew_search::count::count;
use clew_search::found::Status;
use clew_solve::Solver;
use proptest::prelude::*;

const PLAIN: Request = Request { algorithm: None, threads: 1, shortcuts: false };
const PANGURU: &str = "WCBRBOGYGPCORPY";

/// One token a character, `-` for the hole.
fn tokens(text: &str) -> Vec<u16> {
    text.bytes().map(|byte| if byte == b'-' { 0 } else { u16::from(byte) }).collect()
}

fn solver<W: Packed>(neighbours: &[Vec<usize>], plates: &[u16], pebbles: &[u16]) -> Solver<Pebbles<W>> {
    Solver::new(Pebbles::new(neighbours, plates, pebbles).unwrap(), FastPebbles::default())
}

/// The answer of the fast way itself; the board must have one.
fn fast<W: Packed>(solver: &Solver<Pebbles<W>>, watch: &mut Watch) -> (Found<Pebbles<W>>, Choice) {
    let quick = FastPebbles::default();
    quick.solve(&solver.puzzle, solver.puzzle.initial(), Request::default(), watch).expect("a fast way")
}

/// Graphs of 9 to 11 cells on which pebbles mix: a ring with chords, or a grid.
fn mixing_graphs() -> impl Strategy<Value = Vec<Vec<usize>>> {
    let ring = (9usize..=11).prop_flat_map(|cells| {
        let chords = prop::collection::btree_set((0..cells, 2..cells - 1), 1..12);
        chords.prop_map(move |chords| {
            let mut edges: Vec<(usize, usize)> = (0..cells).map(|cell| (cell, (cell + 1) % cells)).collect();
            edges.extend(chords.into_iter().map(|(a, step)| (a, (a + step) % cells)));
            edges.iter_mut().for_each(|edge| *edge = (edge.0.min(edge.1), edge.0.max(edge.1)));
            edges.sort_unstable();
            edges.dedup();
            boards::of_edges(cells, &edges)
        })
    });
    prop_oneof![4 => ring, 1 => Just(boards::grid(3, 3)), 1 => Just(boards::grid(2, 5))]
}

/// Boards with one hole, near enough to home for the generic search: pebbles of some plates, then a walk.
pub fn near_boards() -> impl Strategy<Value = (Vec<Vec<usize>>, Vec<u16>, Vec<u16>)> {
    let walk = prop::collection::vec(any::<prop::sample::Index>(), 0..26);
    (mixing_graphs(), walk, 1u16..=9, any::<u64>()).prop_map(|(neighbours, walk, kinds, seed)| {
        let cells = neighbours.len();
        // Every plate of the hole's cell, including one of a token that then has a plate to spare.
        let plate = |cell: usize| ((seed >> (4 * cell)) as u16 & 15) % kinds + 1;
        let plates: Vec<u16> = (0..cells).map(plate).collect();
        let (mut pebbles, mut hole) = (plates.clone(), seed as usize % cells);
        pebbles[hole] = 0;
        for step in walk {
            let from = neighbours[hole][step.index(neighbours[hole].len())];
            pebbles.swap(hole, from);
            hole = from;
        }
        (neighbours, plates, pebbles)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(25)))]

    #[test]
    fn the_ways_keep_their_laws((neighbours, plates, pebbles) in near_boards()) {
        let puzzle = Pebbles::<u64>::new(&neighbours, &plates, &pebbles).unwrap();
        let ways = FastPebbles { tables: OnceLock::from(Tables::build(&puzzle)), ..FastPebbles::default() };
        let checked = clew_solve::laws::check(&puzzle, ways, 20_000);
        prop_assert!(checked.is_ok(), "{checked:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(250)))]

    /// The tables are built whatever the family prefers, so that small boards, which the generic searches
    /// finish, can be compared with them.
    #[test]
    fn as_short_as_the_generic_search((neighbours, plates, pebbles) in near_boards()) {
        let solver = solver::<u64>(&neighbours, &plates, &pebbles);
        let puzzle = &*solver.puzzle;
        let (plain, _) = solver.solve(puzzle.initial(), PLAIN, &mut Watch::unlimited());
        let quick = FastPebbles { tables: OnceLock::from(Tables::build(puzzle)), ..FastPebbles::default() };
        let watch = &mut Watch::unlimited();
        let (found, choice) = quick.solve(puzzle, puzzle.initial(), Request::default(), watch).unwrap();
        prop_assert_eq!(choice.algorithm, Algorithm::IdaStar);
        prop_assert_eq!((found.status, found.length), (plain.status, plain.length));
        prop_assert_eq!(found.lower_bound, plain.lower_bound);
        let end = found.moves.unwrap().into_iter().try_fold(puzzle.initial(), |state, hop| {
            let mut legal = Vec::new();
            puzzle.moves(state, &mut legal);
            legal.contains(&hop).then(|| puzzle.apply(state, hop))
        });
        prop_assert!(end.is_some_and(|state| puzzle.is_goal(state)), "{end:?}");
        let length = plain.length.unwrap();
        let whole = |dag: OptimalDag<u64>| (dag.states, dag.remaining);
        let generic = whole(OptimalDag::of_length(puzzle, puzzle.initial(), length, 1, watch).unwrap());
        let dag = quick.optimal_dag(puzzle, puzzle.initial(), length, Request::default(), watch).unwrap().unwrap();
        for threads in [1, 2] {
            let request = Request { threads, ..Request::default() };
            let number = quick.count(puzzle, puzzle.initial(), length, request, watch).unwrap().unwrap();
            prop_assert_eq!(number, count(puzzle, &dag));
        }
        prop_assert_eq!(whole(dag), generic);
    }

    /// The estimate that follows the moves is the bound of the family, at every step.
    #[test]
    fn the_estimate_follows_the_bound((neighbours, plates, pebbles) in near_boards(), walk in prop::collection::vec(0usize..64, 30)) {
        let puzzle = Pebbles::<u64>::new(&neighbours, &plates, &pebbles).unwrap();
        let tables = Tables::build(&puzzle).unwrap();
        let heuristic = &*tables.costs;
        let (mut at, mut sum) = heuristic.position(puzzle.tokens(puzzle.initial()));
        let mut state = puzzle.initial();
        for step in walk {
            prop_assert_eq!(sum, puzzle.heuristic(state));
            prop_assert_eq!(sum == 0, puzzle.is_goal(state));
            let mut hops = Vec::new();
            puzzle.moves(state, &mut hops);
            let hop = hops[step % hops.len()];
            sum = heuristic.after(&at, sum, hop.from as u8);
            heuristic.hop(&mut at, hop.from as u8);
            state = puzzle.apply(state, hop);
        }
    }
}

#[test]
fn panguru_boards_take_their_moves() {
    for (plates, pebbles, length) in [
        (PANGURU, "-PCBRYOGYGBCORP", 16),
        ("PGYGOYRWROBCPCB", "-YGCBPCGPYORORB", 18),
        (PANGURU, "-ORPYCBCYRBPGOG", 25),
    ] {
        let solver = solver::<u64>(&boards::panguru(), &tokens(plates), &tokens(pebbles));
        let (found, choice) =
            solver.solve(solver.puzzle.initial(), Request::default(), &mut Watch::unlimited());
        assert_eq!(found.length, Some(length));
        assert_eq!(
            (choice.algorithm, choice.reason.as_str()),
            (
                Algorithm::IdaStar,
                "IDA* with distances, and additive pattern databases where those do not suffice"
            )
        );
    }
}

/// Each technique can be left out, and the answer stays.
#[test]
fn techniques_change_the_work_but_not_the_answer() {
    let board = solver::<u64>(&boards::panguru(), &tokens(PANGURU), &tokens("GOCPCYRYBRGPBO-"));
    let entered = |techniques| {
        let quick = FastPebbles { techniques, ..FastPebbles::default() };
        let start = board.puzzle.initial();
        let (found, _) =
            quick.solve(&board.puzzle, start, Request::default(), &mut Watch::unlimited()).unwrap();
        assert_eq!(found.length, Some(20));
        assert!(quick.looked_at() >= found.work.expanded);
        found.work.expanded
    };
    let bare = Technique::ALL.into_iter().fold(Techniques::default(), Techniques::without);
    // Where databases are known, little is left for the others to cut.
    let distances = Techniques::default().without(Technique::Patterns);
    let most = entered(distances);
    let without = entered(distances.without(Technique::KnownPositions));
    assert!(most < without, "known positions cut nothing: {most} and {without} nodes");
    assert!(entered(Techniques::default()) <= most && most < entered(bare));
    let fifteen: Vec<u16> = (0..16).collect();
    let near = [1, 5, 2, 3, 4, 9, 6, 7, 8, 13, 10, 11, 12, 14, 15, 0];
    let board = solver::<u64>(&boards::grid(4, 4), &fifteen, &near);
    let quick = FastPebbles { techniques: bare, ..FastPebbles::default() };
    let (found, _) = quick
        .solve(&board.puzzle, board.puzzle.initial(), Request::default(), &mut Watch::unlimited())
        .unwrap();
    assert_eq!(found.length, Some(6));
}

#[test]
fn it_declines_where_it_might_not_end_or_was_not_asked() {
    let declines = |neighbours: &[Vec<usize>], plates: &[u16], pebbles: &[u16], algorithm| {
        let solver = solver::<u64>(neighbours, plates, pebbles);
        let request = Request { algorithm, ..Request::default() };
        let start = solver.puzzle.initial();
        FastPebbles::default().solve(&solver.puzzle, start, request, &mut Watch::unlimited()).is_none()
    };
    let fifteen: Vec<u16> = (0..16).collect();
    assert!(declines(&boards::grid(1, 16), &fifteen, &fifteen, None), "a path mixes nothing");
    let holes: Vec<u16> = (0..16).map(|token: u16| token.saturating_sub(3)).collect();
    assert!(declines(&boards::grid(4, 4), &holes, &holes, None), "several holes");
    assert!(declines(&boards::grid(4, 4), &fifteen, &fifteen, Some(Algorithm::AStar)), "A* was asked for");
    assert!(!declines(&boards::grid(4, 4), &fifteen, &fifteen, Some(Algorithm::IdaStar)));
}

#[test]
fn limits_end_the_search_with_a_true_lower_bound() {
    let board = solver::<u64>(&boards::panguru(), &tokens(PANGURU), &tokens("-ORPYCBCYRBPGOG"));
    let limited = |limits| fast(&board, &mut Watch::new(limits, Stop::default(), None)).0;
    let moves = limited(Limits { moves: Some(23), ..Limits::default() });
    assert_eq!((moves.status, moves.lower_bound), (Status::Limit(Limit::Moves), 24));
    let seconds = limited(Limits { seconds: Some(0.0), ..Limits::default() });
    assert_eq!(seconds.status, Status::Limit(Limit::Seconds));
    assert!(seconds.lower_bound <= 25);
    let stop = Stop::default();
    stop.set();
    let stopped = fast(&board, &mut Watch::new(Limits::default(), stop, None)).0;
    assert_eq!(stopped.status, Status::Limit(Limit::Interrupted));
    let states = limited(Limits { states: Some(20_000), ..Limits::default() });
    assert_eq!(states.status, Status::Limit(Limit::States), "nothing is stored: those expanded count");
    assert!((20_000..40_000).contains(&states.work.expanded), "{} expanded", states.work.expanded);
    let enough = limited(Limits { moves: Some(25), states: Some(1 << 32), ..Limits::default() });
    assert_eq!(enough.length, Some(25));
}

#[test]
fn parity_proves_a_board_unsolvable_without_a_search() {
    let home: Vec<u16> = (0..16).collect();
    let mut swapped = home.clone();
    swapped.swap(14, 15);
    let board = solver::<u64>(&boards::grid(4, 4), &home, &swapped);
    let (found, _) = fast(&board, &mut Watch::unlimited());
    assert_eq!((found.status, found.lower_bound, found.work.expanded), (Status::Unsolvable, DEAD_END, 0));
}

/// The number is that of an engine without databases.
#[test]
fn databases_change_no_count() {
    let solver = solver::<u64>(&boards::panguru(), &tokens(PANGURU), &tokens("OOGYYCBCRRBPP-G"));
    let start = solver.puzzle.initial();
    for techniques in [Techniques::default(), Techniques::default().without(Technique::Patterns)] {
        let quick = FastPebbles { techniques, ..FastPebbles::default() };
        let number = quick.count(&solver.puzzle, start, 24, Request::default(), &mut Watch::unlimited());
        assert_eq!(number.unwrap().unwrap(), BigUint::from(206_926u32), "{techniques:?}");
    }
}

/// The layers of a hard board are in many parts, and there are more solutions than states.
#[test]
fn walks_from_both_ends_count_as_the_dag_does() {
    for (plates, pebbles) in [(PANGURU, "GOCPCYRYBRGPBO-"), ("PGYGOYRWROBCPCB", "-YGCBPCGPYORORB")] {
        let solver = solver::<u64>(&boards::panguru(), &tokens(plates), &tokens(pebbles));
        let start = solver.puzzle.initial();
        let all = solver.solve_all(start, Request::default(), &mut Watch::unlimited());
        assert!(all.later && all.dag.is_none(), "nothing is gathered before it is asked for");
        let length = all.found.length.unwrap();
        let watch = &mut Watch::unlimited();
        let dag = solver.optimal_dag(start, length, Request::default(), watch).unwrap();
        assert_eq!(all.found.moves.unwrap(), dag.first(&*solver.puzzle));
        let number =
            solver.count(start, length, Request { threads: 2, ..Request::default() }, watch).unwrap();
        assert_eq!(number, count(&*solver.puzzle, &dag));
    }
}
