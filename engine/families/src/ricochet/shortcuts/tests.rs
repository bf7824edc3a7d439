use proptest::prelude::*;

use super::*;
use crate::ricochet::Setup;
use crate::ricochet::target::tests::one_target_boards;
use crate::ricochet::tests::{board, small_boards};
use clew_core::cases;
use clew_core::packed::{Cells256, Wide};
use clew_core::puzzle::DEAD_END;
use clew_core::watch::{Limit, Limits, Stop};
use clew_search::auto::Request;
use clew_search::count::count;
use clew_search::found::Status;
use clew_solve::{NoWays, Solver, Ways};

/// Budgets that lead small boards through every stage.
fn stages() -> [Budgets; 5] {
    let usual = Budgets::default();
    [
        usual,
        Budgets { judged_states: 3, ..usual },
        Budgets { first_states: 0, ..usual },
        Budgets { few_goals: 0, first_states: 10, ..usual },
        Budgets { most_goals: 0, few_goals: 0, first_states: 20, ..usual },
    ]
}

/// Fewest slides and number of solutions by the plain searches through the trait.
fn plainly<W: Packed, C: CellSet>(puzzle: &Ricochet<W, C>) -> (Option<u32>, num_bigint::BigUint) {
    let solver = Solver::new(puzzle.clone(), NoWays);
    let request = Request { algorithm: Some(Algorithm::Bfs), shortcuts: false, ..Request::default() };
    let all = solver.solve_all(puzzle.initial(), request, &mut Watch::unlimited());
    (all.found.length, all.dag.map_or_else(Default::default, |dag| count(puzzle, &dag)))
}

fn agrees<W: Packed, C: CellSet>(setup: &Setup, threads: usize) {
    let puzzle = Ricochet::<W, C>::new(setup).expect("the board is in order");
    let (fewest, number) = plainly(&puzzle);
    let start = puzzle.initial();
    for budgets in stages() {
        let shortcut = Escalation::with_budgets(budgets);
        let watch = &mut Watch::unlimited();
        let (found, choice) = StagedSearch::new(&shortcut, &puzzle, start, threads, watch).run();
        let told = format!("{budgets:?}, {choice:?} on {setup:?}");
        assert_eq!(found.length, fewest, "{told}");
        let Some(length) = fewest else {
            assert_eq!((found.status, found.lower_bound), (Status::Unsolvable, DEAD_END), "{told}");
            continue;
        };
        assert_eq!((found.status, found.lower_bound), (Status::Solved, length), "{told}");
        let end = found.moves.expect("a solution").into_iter().fold(start, |at, slide| {
            let mut slides = Vec::new();
            puzzle.moves(at, &mut slides);
            assert!(slides.contains(&slide) && !puzzle.is_goal(at), "{told}");
            puzzle.apply(at, slide)
        });
        assert!(puzzle.is_goal(end), "{told}");
        let dag = shortcut.optimal_dag(&puzzle, start, length, Request::default(), watch);
        let dag = dag.expect("the length is known").expect("no limits");
        assert_eq!(count(&puzzle, &dag), number, "{told}");
    }
}

/// Both bounds against true distances, walked forward over all states.
fn bounds_are_lower_bounds<W: Packed, C: CellSet>(setup: &Setup) {
    let puzzle = Ricochet::<W, C>::new(setup).expect("the board is in order");
    let (start, mut seen) = (puzzle.initial(), std::collections::HashSet::new());
    let (to_goals, from_start) = (puzzle.bound_to_goals(), puzzle.bound_from(start));
    let (mut layer, mut depth) = (vec![start], 0);
    while !layer.is_empty() && seen.len() < 3000 {
        for &state in &layer {
            let bound = from_start.least(state);
            assert!(
                bound <= depth,
                "{bound} > {depth} from the start to {:?} of {setup:?}",
                puzzle.unpack(state)
            );
            assert_eq!(to_goals.least(state), puzzle.heuristic(state));
        }
        let mut next = Vec::new();
        for state in layer {
            puzzle.successors(state, |_, after| {
                if seen.insert(puzzle.unpack(after)) {
                    next.push(after);
                }
            });
        }
        (layer, depth) = (next, depth + 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(25)))]

    #[test]
    fn the_ways_keep_their_laws(setup in small_boards(), stage in 0usize..5) {
        let puzzle = Ricochet::<u64, u64>::new(&setup).expect("the board is in order");
        let checked = clew_solve::laws::check(&puzzle, Escalation::with_budgets(stages()[stage]), 20_000);
        prop_assert!(checked.is_ok(), "{checked:?} on {setup:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(250)))]

    #[test]
    fn every_stage_gives_the_answers_of_plain_search(setup in small_boards(), threads in 1usize..3) {
        agrees::<u64, u64>(&setup, threads);
    }

    #[test]
    fn bounds_never_exceed_true_distances(setup in small_boards()) {
        bounds_are_lower_bounds::<u64, u64>(&setup);
        bounds_are_lower_bounds::<Wide<8>, Cells256>(&setup);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(50)))]

    #[test]
    fn large_words_give_the_same_answers(setup in small_boards()) {
        agrees::<u128, Cells256>(&setup, 1);
    }
}

/// Everything that a caller learns about a board with one target: from its own search, and from the plain one.
fn one_target_agrees<W: Packed, C: CellSet>(setup: &Setup) {
    let puzzle = Ricochet::<W, C>::new(setup).expect("the board is in order");
    let start = puzzle.initial();
    let board = TargetBoard::of(&puzzle).expect("one tile counts");
    let plain = Solver::new(puzzle.clone(), NoWays);
    let request = Request { algorithm: Some(Algorithm::Bfs), shortcuts: false, ..Request::default() };
    let watch = &mut Watch::unlimited();
    let all = plain.solve_all(start, request, watch);
    let (found, _) = one_target::solve(&board, &puzzle, start, 1, watch).expect("it is not deep");
    let told = |found: &Found<_>| (found.status, found.length, found.lower_bound);
    assert_eq!(told(&found), told(&all.found), "{setup:?}");
    assert_eq!(found.moves, all.found.moves, "the first solution in the order of moves, of {setup:?}");
    let Some(dag) = all.dag else { return };
    let length = found.length.expect("there is a solution");
    let own = one_target::optimal_dag(&board, &puzzle, start, length, 1, watch);
    let own = own.expect("it is not deep").expect("no limits");
    assert_eq!((&own.states, &own.remaining), (&dag.states, &dag.remaining), "{setup:?}");
    assert_eq!(count(&puzzle, &own), count(&puzzle, &dag), "{setup:?}");
    // Any line will do: it is as short.
    watch.any_line = true;
    let (any, _) = one_target::solve(&board, &puzzle, start, 1, watch).expect("it is not deep");
    let end = any.moves.expect("a line").into_iter().fold(start, |at, slide| puzzle.apply(at, slide));
    assert!(puzzle.is_goal(end) && any.length == Some(length), "{setup:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(500)))]

    #[test]
    fn boards_with_one_target_are_answered_as_by_plain_search(setup in one_target_boards()) {
        one_target_agrees::<u64, u64>(&setup);
        one_target_agrees::<u128, Cells256>(&setup);
    }
}

/// Boards of 6 x 6 whose tiles can stand in millions of ways. The goal is where a walk led, for all tiles or
/// some of them.
fn middling_boards() -> impl Strategy<Value = Setup> {
    let picks = prop::collection::vec(any::<prop::sample::Index>(), 60);
    (0usize..9, 5usize..=6, 3u32..=5, 2usize..=6, any::<bool>(), picks).prop_map(
        |(blocks, tiles, colours, wanted, open, picks)| {
            let mut cells: Vec<u16> = (0..36).collect();
            for (i, pick) in picks[..blocks + tiles].iter().enumerate() {
                cells.swap(i, i + pick.index(36 - i));
            }
            let mut setup = Setup {
                rows: 6,
                columns: 6,
                blocked: cells[..blocks].to_vec(),
                tiles: cells[blocks..blocks + tiles].to_vec(),
                colours: (0..tiles as u32).map(|tile| tile % colours).collect(),
                open,
                ..Setup::default()
            };
            let puzzle = Ricochet::<u64, u64>::new(&setup).expect("the board is in order");
            let end = picks[20..].iter().fold(puzzle.initial(), |at, pick| {
                let mut slides = Vec::new();
                puzzle.moves(at, &mut slides);
                if slides.is_empty() { at } else { puzzle.apply(at, slides[pick.index(slides.len())]) }
            });
            let stand = puzzle.unpack(end);
            setup.goals = vec![setup.colours.iter().copied().zip(stand).take(wanted).collect()];
            setup
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(20)))]

    #[test]
    fn a_solver_with_the_shortcut_answers_as_one_without(setup in middling_boards()) {
        let puzzle = Ricochet::<u64, u64>::new(&setup).expect("the board is in order");
        let solver = Solver::new(puzzle.clone(), Escalation::default());
        let [fast, plain] = [true, false].map(|shortcuts| {
            let request = Request { shortcuts, ..Request::default() };
            let all = solver.solve_all(puzzle.initial(), request, &mut Watch::unlimited());
            (all.found.length, all.found.optimal(), count(&puzzle, &all.dag.expect("a walk led there")))
        });
        prop_assert_eq!(fast, plain);
    }
}

/// A board of some hundred million placements, solved in 14 slides.
fn wide_board() -> Ricochet<u64, u64> {
    let text = ".......#/.......#/Y..R..../G..##..O/...#...#/.##B.#../...#..../........";
    let goal = "......../......../......../......../......B./......G./.....R../....Y...";
    Ricochet::new(&board(text, goal)).expect("the board is in order")
}

fn stopped(budgets: Budgets, limits: Limits, stop: Stop) -> Found<Ricochet<u64, u64>> {
    let puzzle = wide_board();
    let watch = &mut Watch::new(limits, stop, None);
    let shortcut = Escalation::with_budgets(budgets);
    let (found, choice) = StagedSearch::new(&shortcut, &puzzle, puzzle.initial(), 1, watch).run();
    assert_eq!(watch.limits, limits, "the caller's limits are as they were");
    assert!(found.lower_bound <= 14 && found.lower_bound >= 11, "{} by {choice:?}", found.lower_bound);
    found
}

#[test]
fn every_stage_keeps_to_the_limits() {
    let usual = Budgets::default();
    let stages = [
        usual,
        Budgets { judged_states: 3, ..usual },
        Budgets { first_states: 0, ..usual },
        Budgets { most_goals: 0, ..usual },
    ];
    for (index, budgets) in stages.into_iter().enumerate() {
        let with = |limits| stopped(budgets, limits, Stop::default());
        let found = with(Limits { states: Some(700), ..Limits::default() });
        assert_eq!(found.status, Status::Limit(Limit::States), "stage {index}");
        assert!(found.work.stored < 20_000, "{} states at stage {index}", found.work.stored);
        let found = with(Limits { memory: Some(20_000), ..Limits::default() });
        assert_eq!(found.status, Status::Limit(Limit::Memory), "stage {index}");
        assert!(found.work.bytes < 1_000_000, "{} bytes at stage {index}", found.work.bytes);
        let found = with(Limits { seconds: Some(0.0), ..Limits::default() });
        assert_eq!(found.status, Status::Limit(Limit::Seconds), "stage {index}");
        let found = with(Limits { moves: Some(11), ..Limits::default() });
        assert_eq!((found.status, found.lower_bound), (Status::Limit(Limit::Moves), 12), "stage {index}");
        let stop = Stop::default();
        stop.set();
        let found = stopped(budgets, Limits::default(), stop);
        assert_eq!(found.status, Status::Limit(Limit::Interrupted), "stage {index}");
    }
}

#[test]
fn counting_keeps_to_the_limits() {
    let puzzle = wide_board();
    let usual = Budgets::default();
    let ways = [
        usual,
        Budgets { few_goals: 0, ..usual },
        Budgets { few_goals: 0, first_states: 50, ..usual },
        Budgets { few_goals: 0, first_states: 50, most_goals: 0, ..usual },
    ];
    for budgets in ways {
        let shortcut = Escalation::with_budgets(budgets);
        let limits = Limits { states: Some(100), ..Limits::default() };
        let watch = &mut Watch::new(limits, Stop::default(), None);
        let gathered = shortcut.optimal_dag(&puzzle, puzzle.initial(), 14, Request::default(), watch);
        assert!(matches!(gathered, Some(Err(Limit::States))), "{budgets:?}");
        assert_eq!(watch.limits, limits, "the caller's limits are as they were");
    }
}
