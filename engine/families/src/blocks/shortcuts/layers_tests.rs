//! The shortcut of straight pieces against the generic search, on random boards of every form that fits.

use crate::blocks::shortcuts::AxisLayers;
use crate::blocks::{Axis, Metric, Setup};
use clew_core::cases;
use clew_core::puzzle::Puzzle;
use clew_core::watch::{Limit, Limits, Stop, Watch};
use clew_search::auto::Request;
use clew_search::found::{Found, Status};
use clew_solve::{Solver, laws};
use proptest::prelude::*;

type Board = Axis<u64, u64>;

/// Pieces dropped one by one onto a board where there is room, and goals on the lines of some of them.
fn boards() -> impl Strategy<Value = Setup> {
    let piece = (any::<usize>(), any::<bool>(), 2usize..5);
    let goal = (any::<usize>(), prop::collection::vec(any::<usize>(), 1..3));
    let form = (1usize..=16, 1usize..=16).prop_filter("64 cells", |(rows, columns)| rows * columns <= 64);
    let forms = prop_oneof![1 => form, 1 => Just((6, 6)), 1 => (3usize..6, 3usize..6)];
    let walls = prop::collection::vec(any::<usize>(), 0..4);
    let metric = prop_oneof![Just(Metric::Slide), Just(Metric::Step), Just(Metric::Piece)];
    let pieces = prop::collection::vec(piece, 1..16);
    (forms, walls, pieces, prop::collection::vec(goal, 1..3), metric).prop_map(
        |((rows, columns), walls, drops, wishes, metric)| {
            let cells = rows * columns;
            let mut free = vec![true; cells];
            let walls: Vec<usize> = walls.into_iter().map(|wall| wall % cells).collect();
            walls.iter().for_each(|&wall| free[wall] = false);
            let (mut pieces, mut goals) = (Vec::<Vec<usize>>::new(), Vec::new());
            for (place, lies, length) in drops {
                let (row, column) = (place % cells / columns, place % columns);
                let (room, stride) = if lies { (columns - column, 1) } else { (rows - row, columns) };
                let piece: Vec<usize> = (0..length).map(|k| row * columns + column + k * stride).collect();
                if length <= room && piece.iter().all(|&cell| free[cell]) {
                    piece.iter().for_each(|&cell| free[cell] = false);
                    pieces.push(piece);
                }
            }
            for (piece, places) in wishes {
                let Some(piece) = piece.checked_rem(pieces.len()) else { continue };
                let (row, column) = (pieces[piece][0] / columns, pieces[piece][0] % columns);
                let lies = pieces[piece][1] == pieces[piece][0] + 1;
                let on_line = |place: usize| {
                    if lies { row * columns + place % columns } else { place % rows * columns + column }
                };
                goals.push((piece, places.into_iter().map(on_line).collect()));
            }
            Setup { rows, columns, walls, pieces, free: false, metric, goals }
        },
    )
}

fn solver(setup: &Setup) -> Option<Solver<Board>> {
    let fits = setup.needs().is_ok_and(|needs| needs.cells <= 64 && needs.bits <= 64);
    let puzzle = fits.then(|| Board::new(setup).expect("the board fits"))?;
    let layers = AxisLayers::new(&puzzle);
    Some(Solver::new(puzzle, layers))
}

fn solve(solver: &Solver<Board>, request: Request, limits: Limits) -> Found<Board> {
    let mut watch = Watch::new(limits, Stop::default(), None);
    solver.solve(solver.puzzle.initial(), request, &mut watch).0
}

/// The state at the end of a solution whose every move is legal.
fn replayed(puzzle: &Board, found: &Found<Board>) -> Option<u64> {
    found.moves.as_ref()?.iter().try_fold(puzzle.initial(), |state, &mv| {
        let mut legal = Vec::new();
        puzzle.moves(state, &mut legal);
        legal.contains(&mv).then(|| puzzle.apply(state, mv))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(25)))]

    #[test]
    fn the_ways_keep_their_laws(setup in boards()) {
        let Some(solver) = solver(&setup) else { return Ok(()) };
        let ways = AxisLayers::new(&solver.puzzle);
        let checked = laws::check(&*solver.puzzle, ways, 20_000);
        prop_assert!(checked.is_ok(), "{checked:?} on {setup:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1000)))]

    #[test]
    fn the_same_length_as_the_generic_search(setup in boards()) {
        let Some(solver) = solver(&setup) else { return Ok(()) };
        let limits = Limits { states: Some(30_000), ..Limits::default() };
        let plain = solve(&solver, Request { shortcuts: false, ..Request::default() }, limits);
        if plain.status == Status::Limit(Limit::States) {
            return Ok(());
        }
        let found = solve(&solver, Request::default(), Limits::default());
        prop_assert_eq!((found.status, found.length), (plain.status, plain.length));
        if plain.status == Status::Unsolvable {
            prop_assert_eq!(found.work.stored, plain.work.stored, "all states are met");
        }
        if let Some(length) = found.length {
            prop_assert_eq!(found.moves.as_ref().map(Vec::len), Some(length as usize));
            prop_assert!(replayed(&solver.puzzle, &found).is_some_and(|end| solver.puzzle.is_goal(end)));
            prop_assert_eq!(&found.moves, &plain.moves, "of several solutions the same");
            for threads in [2, 4] {
                let same = solve(&solver, Request { threads, ..Request::default() }, Limits::default());
                prop_assert_eq!(&same.moves, &found.moves, "{} threads", threads);
            }
        }
    }

    #[test]
    fn limits_are_kept(setup in boards(), most in 0u32..12) {
        let Some(solver) = solver(&setup) else { return Ok(()) };
        let limits = Limits { moves: Some(most), states: Some(20_000), ..Limits::default() };
        let plain = solve(&solver, Request { shortcuts: false, ..Request::default() }, limits);
        let found = solve(&solver, Request::default(), limits);
        if plain.status != Status::Limit(Limit::States) && found.status != Status::Limit(Limit::States) {
            prop_assert_eq!((found.status, found.lower_bound), (plain.status, plain.lower_bound));
        }
    }
}

/// A yard with 8 cars of 2 cells in rows of 8 cells, 7 places each.
fn yard() -> Setup {
    let pieces = (0..8).map(|row| vec![8 * row, 8 * row + 1]).collect();
    let goals = (0..8).map(|row| (row, vec![8 * row + 6])).collect();
    Setup { rows: 8, columns: 8, walls: vec![], pieces, free: false, metric: Metric::Step, goals }
}

#[test]
fn past_a_limit_on_states_the_generic_search_says_where_it_was() {
    let solver = solver(&yard()).unwrap();
    let found = solve(&solver, Request::default(), Limits { states: Some(400_000), ..Limits::default() });
    assert_eq!(found.status, Status::Limit(Limit::States));
    assert!(found.work.stored > 400_000);
    let few = solve(&solver, Request::default(), Limits { states: Some(5_000), ..Limits::default() });
    assert_eq!(few.status, Status::Limit(Limit::States));
    assert!((5_000..60_000).contains(&few.work.stored), "{} states", few.work.stored);
    let stop = Stop::default();
    stop.set();
    let mut watch = Watch::new(Limits::default(), stop, None);
    let stopped = solver.solve(solver.puzzle.initial(), Request::default(), &mut watch).0;
    assert_eq!(stopped.status, Status::Limit(Limit::Interrupted));
}
