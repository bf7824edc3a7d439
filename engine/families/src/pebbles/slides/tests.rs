use super::*;
use crate::pebbles::graph::boards;
use clew_core::cases;
use clew_search::laws;
use proptest::prelude::*;

fn slides(rows: usize, columns: usize, plates: &[u16], pebbles: &[u16]) -> Slides<u64> {
    let board = Pebbles::new(&boards::grid(rows, columns), plates, pebbles).unwrap();
    Slides::new(board, columns).unwrap()
}

const SIZES: [(usize, usize); 8] = [(1, 2), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)];

/// Grids of at most nine cells, few tokens, one to three holes.
fn small_boards() -> impl Strategy<Value = (usize, usize, Vec<u16>, Vec<u16>)> {
    (prop::sample::select(&SIZES[..]), 1usize..=3, 1u16..=3).prop_flat_map(
        |((rows, columns), holes, kinds)| {
            let cells = rows * columns;
            let pebbles: Vec<u16> = (0..cells)
                .map(|cell| if cell < holes.min(cells - 1) { 0 } else { cell as u16 % kinds + 1 })
                .collect();
            let plates: Vec<u16> = pebbles.iter().map(|&token| if token == 0 { 2 } else { token }).collect();
            (Just(rows), Just(columns), Just(plates).prop_shuffle(), Just(pebbles).prop_shuffle())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(37)))]

    #[test]
    fn random_boards_keep_the_laws((rows, columns, plates, pebbles) in small_boards()) {
        let checked = laws::check(&slides(rows, columns, &plates, &pebbles), 20_000);
        prop_assert!(checked.is_ok(), "{checked:?}");
    }
}

#[test]
fn a_line_goes_as_one() {
    let puzzle = slides(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0], &[1, 2, 3, 0, 4, 5, 6, 7, 8]);
    let mut moves = Vec::new();
    puzzle.moves(puzzle.initial(), &mut moves);
    moves.sort_unstable_by_key(|hop| hop.from);
    let named: Vec<_> = moves.iter().map(|hop| (hop.from, hop.to)).collect();
    assert_eq!(named, [(0, 3), (4, 3), (5, 3), (6, 3)]);
    let after = puzzle.apply(puzzle.initial(), Hop { from: 5, to: 3 });
    assert_eq!(puzzle.unpack(after), [1, 2, 3, 4, 5, 0, 6, 7, 8]);
    assert_eq!(puzzle.landing(puzzle.initial(), Hop { from: 5, to: 3 }), [5, 4]);
    // Six columns in all, two pebbles a push: three pushes along rows, and one between each two.
    assert_eq!(puzzle.heuristic(puzzle.initial()), 5);
}

#[test]
fn only_grids_have_lines() {
    let board = |graph: &[Vec<usize>]| {
        let tokens: Vec<u16> = (0..graph.len() as u16).collect();
        Pebbles::<u64>::new(graph, &tokens, &tokens).unwrap()
    };
    assert!(Slides::new(board(&boards::grid(2, 3)), 3).is_ok());
    assert!(
        Slides::new(board(&boards::grid(2, 3)), 2)
            .unwrap_err()
            .contains("not joined as on a grid of 2 columns")
    );
    assert!(Slides::new(board(&boards::grid(2, 3)), 4).unwrap_err().contains("no grid of 4 columns"));
    assert!(Slides::new(board(&boards::panguru()), 5).is_err());
}
