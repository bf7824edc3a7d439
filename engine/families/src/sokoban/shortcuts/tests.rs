use clew_core::cases;
use clew_core::watch::Watch;
use clew_search::auto::{Request, solve};
use clew_solve::laws;
use proptest::prelude::*;

use super::super::puzzle::Metric;
use super::super::tests::{boards, drawn};
use super::*;
use crate::sokoban::puzzle::Sokoban;
use crate::sokoban::setup::Setup;
use clew_core::packed::Cells256;

fn with_ways(setup: &Setup, metric: Metric) -> (Sokoban<u64, Cells256>, FastSokoban) {
    let board = Arc::new(SokobanBoard::new(setup).unwrap());
    let distances = Arc::new(Distances::new(&board));
    let tour = (metric != Metric::Pushes).then(|| Arc::new(Tour::new(&board, &distances)));
    let ways = FastSokoban::new(&board, &distances, tour.clone(), metric);
    (Sokoban::new(board, distances, tour, setup, metric).unwrap(), ways)
}

/// Compares with plain search.
fn check(setup: &Setup, metric: Metric) -> Result<(), String> {
    let (puzzle, ways) = with_ways(setup, metric);
    if puzzle.unit_cost() {
        return laws::check(&puzzle, ways, 5_000).map(|_| ());
    }
    let start = puzzle.initial();
    let asked = Request { algorithm: Some(Algorithm::Bfs), ..Request::default() };
    let (expected, _) = solve(&puzzle, start, asked, &mut Watch::unlimited());
    let (found, _) = ways.solve(&puzzle, start, Request::default(), &mut Watch::unlimited()).unwrap();
    let told =
        |found: &Found<Sokoban<u64, Cells256>>| format!("{:?}", (found.status, found.length, &found.moves));
    if told(&found) == told(&expected) {
        Ok(())
    } else {
        Err(format!("{}, and by plain search {}", told(&found), told(&expected)))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(50)))]
    #[test]
    fn random_boards_are_solved_as_by_plain_search(setup in boards()) {
        for metric in Metric::ALL {
            if let Err(difference) = check(&setup, metric) {
                prop_assert!(false, "{metric:?}: {difference}");
            }
        }
    }
}

/// A first solution is one by the rules, and is found wherever there is one.
fn check_first(setup: &Setup, metric: Metric) -> Result<(), String> {
    let (puzzle, ways) = with_ways(setup, metric);
    let start = puzzle.initial();
    let (best, _) = ways.solve(&puzzle, start, Request::default(), &mut Watch::unlimited()).unwrap();
    let Some((found, _)) = ways.first(&puzzle, start, &mut Watch::unlimited()) else { return Ok(()) };
    let Ok(moves) = found else {
        return if best.length.is_none() { Ok(()) } else { Err(format!("none, but {:?}", best.length)) };
    };
    let (mut state, mut cost, mut legal) = (start, 0, Vec::new());
    for mv in moves {
        legal.clear();
        puzzle.moves(state, &mut legal);
        if puzzle.is_goal(state) || !legal.contains(&mv) {
            return Err(format!("{mv:?} is not legal"));
        }
        cost += puzzle.cost(state, mv);
        state = puzzle.apply(state, mv);
    }
    match puzzle.is_goal(state) && best.length.is_some_and(|least| least <= cost) {
        true => Ok(()),
        false => Err(format!("it costs {cost}, and the least is {:?}", best.length)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]
    #[test]
    fn first_solutions_of_random_boards_are_solutions(setup in boards()) {
        for metric in Metric::ALL {
            if let Err(wrong) = check_first(&setup, metric) {
                prop_assert!(false, "{metric:?}: {wrong}");
            }
        }
    }
}

#[test]
fn a_level_of_seven_boxes_has_its_known_optimum() {
    // Microban 126.
    let setup = drawn(&[
        " ###########",
        "##.......  #",
        "# $$$$$$$@ #",
        "#   # # # ##",
        "# # #     #",
        "#   #######",
        "#####",
    ]);
    let (puzzle, ways) = with_ways(&setup, Metric::Pushes);
    let start = puzzle.initial();
    let (found, _) = ways.solve(&puzzle, start, Request::default(), &mut Watch::unlimited()).unwrap();
    assert_eq!((found.length, found.moves.map(|moves| moves.len())), (Some(23), Some(23)));
    assert!(found.work.stored < 5_000, "{} positions: corrals are not opened first", found.work.stored);
}
