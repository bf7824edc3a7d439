//! Planes against the generic search: whatever pieces are inner, the same layers, a solution that can be played.
//! The shortcut as a whole is compared with it in `engine/families/src/blocks/shortcuts/layers_tests.rs`.

use proptest::prelude::*;

use super::*;
use crate::blocks::tests::{random_setup, setup};
use clew_core::cases;
use clew_core::puzzle::Puzzle;
use clew_core::watch::{Limit, Limits, Stop};
use clew_search::bfs::bfs;
use clew_search::found::Status;

/// 51 moves, from Fogleman's published set: other pieces are chosen on the way.
const LONG: &str = "xCCoLM/ooJoLM/AAJoLN/HIDDDN/HIoKEE/xooKGG";

fn long() -> Axis<u64, u64> {
    Axis::new(&setup(LONG, false, Metric::Slide, &[16])).unwrap()
}

/// A board of straight pieces; the seed says which.
fn random(seed: u64) -> Axis<u64, u64> {
    let mut boards = (0..).map(|more| random_setup(seed.wrapping_add(more)));
    Axis::new(&boards.find(|setup| !setup.free).unwrap()).unwrap()
}

/// The solution is made of legal moves, does not pass a goal, and ends at one.
fn plays(puzzle: &Axis<u64, u64>, moves: &[AxisMove]) {
    let end = moves.iter().fold(puzzle.initial(), |at, &mv| {
        let mut legal = Vec::new();
        puzzle.moves(at, &mut legal);
        assert!(legal.contains(&mv) && !puzzle.is_goal(at), "{mv:?} of {moves:?}");
        puzzle.apply(at, mv)
    });
    assert!(puzzle.is_goal(end), "{moves:?}");
}

/// Searches with these pieces inside, in that many goes. `any`: for any shortest solution.
fn with_inside(puzzle: &Axis<u64, u64>, set: u64, goes: &[usize], any: bool) -> Found<Axis<u64, u64>> {
    let layers = AxisLayers::new(puzzle);
    let inside = Inside::new(&layers, set);
    let mut planes = Planes::EMPTY;
    planes.begin(&inside, puzzle.initial());
    for &most in goes {
        planes.go_on(&inside, most, &mut Watch::unlimited());
    }
    planes.found(&inside, any).expect("no limits")
}

fn agrees(puzzle: &Axis<u64, u64>, found: &Found<Axis<u64, u64>>) -> Result<(), TestCaseError> {
    let plain = bfs(puzzle, puzzle.initial(), 1, &mut Watch::unlimited());
    prop_assert_eq!((found.status, found.length), (plain.status, plain.length));
    prop_assert_eq!(found.lower_bound, plain.lower_bound);
    match &found.moves {
        Some(moves) => {
            prop_assert_eq!(moves.len() as u32, found.length.unwrap());
            plays(puzzle, moves);
            prop_assert_eq!(moves, &plain.moves.unwrap());
        }
        None => prop_assert_eq!(found.work.stored, plain.work.stored),
    }
    Ok(())
}

/// Those pieces of `wish` that can move and find room in a word together, in order.
fn that_fit(layers: &AxisLayers, wish: u64) -> u64 {
    let (mut set, mut count) = (0, 1);
    for (number, runner) in layers.runners.iter().enumerate() {
        let more = count * u64::from(runner.last + 1);
        if wish >> number & 1 != 0 && runner.last > 0 && more <= MOST_ARRANGEMENTS {
            (set, count) = (set | 1 << number, more);
        }
    }
    set
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(375)))]

    #[test]
    fn any_pieces_inside_give_the_layers_of_the_plain_search(seed: u64, wish: u64, first in 1usize..40) {
        let puzzle = random(seed);
        let set = that_fit(&AxisLayers::new(&puzzle), wish);
        let found = with_inside(&puzzle, set, &[first, usize::MAX], false);
        agrees(&puzzle, &found)?;
        let any = with_inside(&puzzle, set, &[first, usize::MAX], true);
        prop_assert_eq!((any.status, any.length), (found.status, found.length));
        if let Some(moves) = &any.moves {
            prop_assert_eq!(Some(moves.len() as u32), any.length);
            plays(&puzzle, moves);
        }
    }
}

#[test]
fn other_pieces_are_chosen_where_they_promise_more() {
    let puzzle = long();
    let layers = AxisLayers::new(&puzzle);
    let mut planes = Planes::EMPTY;
    for _ in 0..2 {
        let found = layers.search(&mut planes, puzzle.initial(), &mut Watch::unlimited()).unwrap();
        assert_eq!((found.status, found.length), (Status::Solved, Some(51)));
        plays(&puzzle, &found.moves.unwrap());
    }
    // With no piece inside, each plane is a state.
    for set in [0, 0b11, 0b1_0000_0000_0010] {
        let set = that_fit(&layers, set);
        assert_eq!(with_inside(&puzzle, set, &[48, 49, usize::MAX], false).length, Some(51), "{set:b}");
    }
}

#[test]
fn a_stop_and_a_limit_on_memory_end_the_search_with_a_bound() {
    let puzzle = long();
    let layers = AxisLayers::new(&puzzle);
    let stop = Stop::default();
    stop.set();
    for (limits, stop, limit) in [
        (Limits::default(), stop, Limit::Interrupted),
        (Limits { memory: Some(10), ..Limits::default() }, Stop::default(), Limit::Memory),
    ] {
        let watch = &mut Watch::new(limits, stop, None);
        let found = layers.search(&mut { Planes::EMPTY }, puzzle.initial(), watch).unwrap();
        assert_eq!(found.status, Status::Limit(limit));
        assert!((1..=51).contains(&found.lower_bound), "{}", found.lower_bound);
    }
}

/// Each technique takes effect: without it planes are met more often.
#[test]
fn without_a_technique_planes_are_met_more_often() {
    let puzzle = long();
    let records = |techniques| {
        let (layers, mut planes) = (AxisLayers { techniques, ..AxisLayers::new(&puzzle) }, Planes::EMPTY);
        let found = layers.search(&mut planes, puzzle.initial(), &mut Watch::unlimited());
        assert_eq!(found.unwrap().length, Some(51));
        planes.sample(&Inside::new(&layers, 0), usize::MAX).len()
    };
    let all = Techniques::default();
    let once = records(all.without(Technique::ChosenAgain));
    assert!(records(all) < once && once < records(all.without(Technique::InnerPieces)));
}
