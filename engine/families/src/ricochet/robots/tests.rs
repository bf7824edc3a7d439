use proptest::prelude::*;

use super::*;
use crate::ricochet::tests::{board, small_boards};
use clew_core::cases;
use clew_core::packed::Cells256;
use clew_search::laws;

/// A board with these diagonals: cell, rising, and the letter that passes.
fn with(
    text: &str,
    goal: &str,
    diagonals: &[(u16, bool, Option<char>)],
    target: Option<char>,
) -> Robots<u64, Cells256> {
    let extras = Extras {
        diagonals: diagonals
            .iter()
            .map(|&(cell, rising, colour)| Diagonal { cell, rising, colour: colour.map(u32::from) })
            .collect(),
        must_turn: target.map(|letter| (u32::from(letter), 0)),
    };
    Robots::new(&board(text, goal), &extras).unwrap()
}

/// Cells and directions of the start's slides, with the cells where they end.
fn slides(puzzle: &Robots<u64, Cells256>) -> Vec<(u16, u8, u16)> {
    let mut moves = Vec::new();
    puzzle.moves(puzzle.initial(), &mut moves);
    moves.iter().map(|slide| (slide.from, slide.direction, slide.to)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(50)))]

    #[test]
    fn random_boards_keep_the_laws(
        setup in small_boards(),
        diagonals in prop::collection::vec((any::<u16>(), any::<bool>(), prop::option::of(0u32..3)), 0..4),
        turns in any::<bool>(),
        turn in 0u32..6,
    ) {
        let free = |cell: &u16| !setup.blocked.contains(cell);
        let mut diagonals: Vec<Diagonal> = diagonals
            .into_iter()
            .map(|(cell, rising, colour)| Diagonal { cell: cell % (setup.rows * setup.columns) as u16, rising, colour })
            .filter(|diagonal| free(&diagonal.cell))
            .collect();
        diagonals.sort_by_key(|diagonal| diagonal.cell);
        diagonals.dedup_by_key(|diagonal| diagonal.cell);
        let alone = setup.colours.iter().find(|colour| setup.colours.iter().filter(|c| c == colour).count() == 1);
        let must_turn = alone.filter(|_| turns).map(|&colour| (colour, turn));
        let extras = Extras { diagonals, must_turn };
        let checked = laws::check(&Robots::<u64, Cells256>::new(&setup, &extras).unwrap(), 20_000);
        prop_assert!(checked.is_ok(), "{checked:?} {setup:?} {extras:?}");
    }
}

#[test]
fn a_diagonal_deflects_all_but_its_own_colour() {
    let (board, goal) = ("...../...../R..../.....", "...../...../...../.....");
    let up = with(board, goal, &[(13, true, None)], None);
    assert!(slides(&up).contains(&(10, 1, 3)));
    let down = with(board, goal, &[(13, false, None)], None);
    assert!(slides(&down).contains(&(10, 1, 18)));
    let own = with(board, goal, &[(13, true, Some('R'))], None);
    assert!(slides(&own).contains(&(10, 1, 14)));
}

#[test]
fn a_tile_stops_on_a_diagonal_when_the_way_on_is_taken() {
    let puzzle = with("...../...G./R..../.....", "...../...../...../.....", &[(13, true, Some('G'))], None);
    assert!(slides(&puzzle).contains(&(10, 1, 13)));
}

#[test]
fn a_slide_that_would_never_stop_is_illegal() {
    // Four diagonals send the tile around for ever, from its first cell to the right and down.
    let ring = [(0, true, None), (2, false, None), (6, false, None), (8, true, None)];
    let puzzle = with(".R./.../...", ".../.../...", &ring, None);
    let directions: Vec<u8> = slides(&puzzle).iter().map(|slide| slide.1).collect();
    assert_eq!(directions, [3], "neither left nor right, and the edge is above");
    let stopped = with(".R./.../.G.", ".../.../...", &ring, None);
    assert!(slides(&stopped).contains(&(1, 1, 8)), "the other tile stands in the way");
}

#[test]
fn the_target_must_turn() {
    let straight = with("R..../.....", "....R/.....", &[], None);
    let turned = with("R..../.....", "....R/.....", &[], Some('R'));
    assert_eq!(straight.heuristic(straight.initial()), 1);
    assert_eq!(turned.heuristic(turned.initial()), 2);
    let checked = laws::check(&turned, 1000).unwrap();
    assert_eq!(checked.optimum, Some(3), "down, right, up");
}

#[test]
fn bad_boards_are_named() {
    let board = board("RR#/...", ".../...");
    let error = |extras: &Extras| Robots::<u64, Cells256>::new(&board, extras).unwrap_err();
    let must_turn = Extras { must_turn: Some((u32::from('R'), 0)), ..Extras::default() };
    assert!(error(&must_turn).contains("only one of its colour"));
    let diagonals = vec![Diagonal { cell: 2, rising: true, colour: None }];
    assert!(error(&Extras { diagonals, must_turn: None }).contains("on no free cell"));
}
