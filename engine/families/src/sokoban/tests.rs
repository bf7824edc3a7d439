use std::sync::Arc;

use super::board::{APART, NOWHERE, SokobanBoard};
use super::distances::Distances;
use super::puzzle::{Metric, Sokoban};
use super::setup::Setup;
use super::tour::Tour;
use clew_core::cases;
use clew_core::packed::{CellSet, Cells256, Cells4096, Packed, Wide};
use clew_core::puzzle::Puzzle;
use clew_search::laws;
use proptest::prelude::*;

/// A board as it is usually drawn: `#` wall, `$` box, `.` goal, `*` box on a goal, `@` player, `+` player on
/// a goal.
pub(super) fn drawn(rows: &[&str]) -> Setup {
    let width = rows.iter().map(|row| row.len()).max().unwrap();
    let cells: Vec<u8> = rows.iter().flat_map(|row| format!("{row:#<width$}").into_bytes()).collect();
    let found = |kinds: &str| -> Vec<u16> {
        (0u16..)
            .zip(&cells)
            .filter(|&(_, &kind)| kinds.contains(char::from(kind)))
            .map(|(cell, _)| cell)
            .collect()
    };
    Setup {
        width,
        height: rows.len(),
        walls: cells.iter().map(|&kind| u8::from(kind == b'#')).collect(),
        goals: found(".*+"),
        boxes: found("$*"),
        player: found("@+")[0],
    }
}

fn sized<W: Packed, C: CellSet>(setup: &Setup, metric: Metric) -> Sokoban<W, C> {
    let board = Arc::new(SokobanBoard::new(setup).unwrap());
    let distances = Arc::new(Distances::new(&board));
    let tour = (metric != Metric::Pushes).then(|| Arc::new(Tour::new(&board, &distances)));
    Sokoban::new(board, distances, tour, setup, metric).unwrap()
}

fn puzzle(setup: &Setup, metric: Metric) -> Sokoban<u64, Cells256> {
    sized(setup, metric)
}

/// The optimum under each metric, with the laws checked on every position.
fn optima(setup: &Setup) -> [Option<u32>; 4] {
    Metric::ALL.map(|metric| laws::check(&puzzle(setup, metric), 20_000).unwrap().optimum)
}

#[test]
fn a_small_level_has_its_known_optima() {
    // The second of Microban.
    let setup = drawn(&["######", "#    #", "# #@ #", "# $* #", "# .* #", "#    #", "######"]);
    assert_eq!(optima(&setup), [Some(16), Some(3), Some(1_600_003), Some(300_016)]);
}

#[test]
fn where_boxes_outnumber_goals_each_goal_needs_one() {
    assert_eq!(optima(&drawn(&["#.  $$@"]))[0], None);
    assert_eq!(optima(&drawn(&["#######", "#.$ $@#", "#     #"]))[..2], [Some(5), Some(1)]);
    assert_eq!(optima(&drawn(&["######", "#. $@#", "#.  ##"]))[..2], [Some(2), Some(2)]);
}

#[test]
fn boxes_out_of_reach_stay_and_count() {
    let beside = drawn(&["#########", "#.$@#.#$#", "#########"]);
    assert_eq!(optima(&beside), [None; 4], "the last box is on no goal");
    let board = drawn(&["#######", "#.$@#*#", "#######"]);
    assert_eq!(optima(&board)[0], Some(1));
    let puzzle = puzzle(&board, Metric::Moves);
    assert_eq!(puzzle.unpack(puzzle.initial()), [10, 9, 12]);
    assert!(puzzle.pack(&[10, 9]).unwrap_err().contains("2 different cells"));
    assert!(puzzle.pack(&[12, 9, 10]).is_err());
}

#[test]
fn moves_are_told_in_numbers() {
    let board = drawn(&["#######", "#. $ @#", "#######"]);
    let told = |metric| {
        let puzzle = puzzle(&board, metric);
        let mut moves = Vec::new();
        puzzle.moves(puzzle.initial(), &mut moves);
        moves.iter().map(|&mv| puzzle.describe(puzzle.initial(), mv)).collect::<Vec<_>>()
    };
    assert_eq!(told(Metric::Moves), [[3, 12, 0]]);
    assert_eq!(told(Metric::Pushes), [[3, 10, 1]]);
    assert_eq!(told(Metric::PushesThenMoves), [[3, 10, 1, 1]]);
}

/// A board of which every cell but the player's is drawn at random.
pub(super) fn boards() -> impl Strategy<Value = Setup> {
    let kinds = prop::sample::select(b"      ####$$$...*".to_vec());
    (2usize..=5, 3usize..=6).prop_flat_map(move |(height, width)| {
        (prop::collection::vec(kinds.clone(), height * width), 0..height * width).prop_filter_map(
            "a board has a box and a goal",
            move |(mut cells, player)| {
                cells[player] = if cells[player] == b'.' { b'+' } else { b'@' };
                let text = String::from_utf8(cells).unwrap();
                let rows: Vec<&str> = (0..height).map(|row| &text[row * width..(row + 1) * width]).collect();
                let setup = drawn(&rows);
                (setup.check().is_ok() && setup.boxes.len() <= 5).then_some(setup)
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(50)))]
    #[test]
    fn random_boards_keep_the_laws(setup in boards()) {
        for metric in Metric::ALL {
            if let Err(breach) = laws::check(&puzzle(&setup, metric), 2_000) {
                prop_assert!(false, "{breach}");
            }
        }
    }
}

#[test]
fn large_boards_are_made_and_too_large_ones_refused() {
    let mut setup = Setup {
        width: 50,
        height: 50,
        walls: vec![0; 2500],
        goals: vec![9],
        boxes: (50..129).collect(),
        player: 0,
    };
    let puzzle = sized::<Wide<16>, Cells4096>(&setup, Metric::Moves);
    assert_eq!(puzzle.heuristic(puzzle.initial()), 1);
    let values = |setup: &Setup| {
        use clew_core::values::{Value, Values};
        let list = |numbers: &[u16]| Value::List(numbers.iter().map(|&n| Value::Number(n.into())).collect());
        let walls: Vec<u16> = setup.walls.iter().map(|&wall| wall.into()).collect();
        Values::new(vec![
            ("width".to_owned(), Value::Number(setup.width as i64)),
            ("height".to_owned(), Value::Number(setup.height as i64)),
            ("walls".to_owned(), list(&walls)),
            ("goals".to_owned(), list(&setup.goals)),
            ("boxes".to_owned(), list(&setup.boxes)),
            ("player".to_owned(), Value::Number(setup.player.into())),
            ("metric".to_owned(), Value::Number(0)),
        ])
    };
    assert!(super::make(&values(&setup)).is_ok());
    setup.boxes.push(200);
    assert!(super::make(&values(&setup)).err().unwrap().contains("at most 1,024"));
}

/// The part of every square around a box by a plain search: see [`Board::part`].
fn parts_around(board: &SokobanBoard, of_box: usize) -> Vec<usize> {
    let mut parts = vec![usize::from(APART); board.squares()];
    let mut number = 0;
    for &first in &board.next[of_box] {
        let mut stack = vec![first];
        let begun = first != NOWHERE && parts[usize::from(first)] == usize::from(APART);
        while let Some(square) = stack.pop() {
            if square == NOWHERE
                || usize::from(square) == of_box
                || parts[usize::from(square)] != usize::from(APART)
            {
                continue;
            }
            parts[usize::from(square)] = number;
            stack.extend(board.next[usize::from(square)]);
        }
        number += usize::from(begun);
    }
    parts
}

proptest! {
    #[test]
    fn a_box_parts_the_squares_as_a_plain_search_says(
        walls in prop::collection::vec(prop::bool::weighted(0.3), 36),
        stuck in prop::collection::vec(0u16..36, 0..4),
    ) {
        let mut walls: Vec<u8> = walls.into_iter().map(u8::from).collect();
        walls[..3].fill(0);
        let setup = Setup { width: 6, height: 6, walls, goals: vec![1], boxes: vec![2], player: 0 };
        let whole = SokobanBoard::new(&setup).unwrap();
        let mut stuck: Vec<u16> = stuck.into_iter().filter(|&square| usize::from(square) < whole.squares()).collect();
        stuck.sort_unstable();
        stuck.dedup();
        stuck.truncate(whole.boxes);
        for board in [whole.walled(&stuck), whole] {
            for of_box in 0..board.squares() {
                let parts: Vec<usize> = (0..board.squares()).map(|other| board.part(of_box, other)).collect();
                prop_assert_eq!(parts, parts_around(&board, of_box));
            }
        }
    }
}

#[test]
fn positions_are_counted_as_they_are_packed() {
    let setup = drawn(&["######", "#. $@#", "# #  #", "######"]);
    for metric in Metric::ALL {
        let puzzle = puzzle(&setup, metric);
        let cells: Vec<u16> = (0..24).collect();
        let mut packed: Vec<u64> = cells
            .iter()
            .flat_map(|&player| cells.iter().map(move |&cell| [player, cell]))
            .filter_map(|position| puzzle.pack(&position).ok())
            .collect();
        packed.sort_unstable();
        packed.dedup();
        let total = packed.len() as u64;
        assert_eq!(puzzle.positions(total, &mut || true), Some(total));
        assert_eq!(puzzle.positions(total - 1, &mut || true), None);
    }
}
