//! The laws on random boards, a rule book written a second time from the board alone, and known figures.

use std::collections::{BTreeSet, VecDeque};

use proptest::prelude::*;

use super::geometry::CheckedSetup;
use super::*;
use clew_core::cases;
use clew_core::packed::{CellSet, Cells256, Wide};
use clew_core::puzzle::{DEAD_END, Puzzle};
use clew_search::laws::{self, Checked};

const GAR_1: &str = "BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo";
const HUARONG_DAO: &str = "BAAC/BAAC/DEEF/DGHF/IooJ";

/// A setup from text: `o` empty, `x` wall, letters pieces in order; the goal is on piece A.
pub(crate) fn setup(board: &str, free: bool, metric: Metric, anchors: &[usize]) -> Setup {
    let rows: Vec<&[u8]> = board.split('/').map(str::as_bytes).collect();
    let cells = rows.concat();
    let of = |letter: u8| -> Vec<usize> { (0..cells.len()).filter(|&cell| cells[cell] == letter).collect() };
    let letters: BTreeSet<u8> = cells.iter().copied().filter(|letter| !b"ox".contains(letter)).collect();
    Setup {
        rows: rows.len(),
        columns: rows[0].len(),
        walls: of(b'x'),
        pieces: letters.into_iter().map(of).collect(),
        free,
        metric,
        goals: vec![(0, anchors.to_vec())],
    }
}

fn checked(setup: &Setup, max_states: usize) -> Result<Checked, String> {
    if setup.free {
        laws::check(&Free::<u128, u64>::new(setup)?, max_states)
    } else {
        laws::check(&Axis::<u64, u64>::new(setup)?, max_states)
    }
}

#[test]
fn the_first_board_of_the_game_about_rectangles() {
    for (metric, optimum) in [(Metric::Slide, 8), (Metric::Step, 16), (Metric::Piece, 8)] {
        let found = checked(&setup(GAR_1, false, metric, &[16]), 2000);
        assert_eq!(found, Ok(Checked { states: 1247, optimum: Some(optimum) }), "{metric:?}");
    }
}

#[test]
fn huarong_dao() {
    for (metric, optimum) in [(Metric::Piece, 81), (Metric::Slide, 90), (Metric::Step, 116)] {
        let found = checked(&setup(HUARONG_DAO, true, metric, &[13]), 30_000);
        assert_eq!(found, Ok(Checked { states: 25_955, optimum: Some(optimum) }), "{metric:?}");
    }
}

#[test]
fn a_piece_move_is_described_by_its_shortest_path() {
    let board = setup("AAo/oAo/ooo", true, Metric::Piece, &[4]);
    let puzzle = Free::<u64, u64>::new(&board).unwrap();
    let (start, mut moves) = (puzzle.initial(), Vec::new());
    puzzle.moves(start, &mut moves);
    let codes: Vec<Vec<u16>> = moves.into_iter().map(|mv| puzzle.describe(start, mv)).collect();
    assert_eq!(codes, [vec![0, 1, 1, 1], vec![0, 3, 3, 1], vec![0, 4, 1, 1, 3, 1]]);
}

#[test]
fn interchangeable_pieces_are_one_state() {
    let free = setup("AoBC/AoBC", true, Metric::Step, &[1]);
    let puzzle = Free::<u64, u64>::new(&free).unwrap();
    assert_eq!(puzzle.pack(&[0, 3, 2]), puzzle.pack(&[0, 2, 3]));
    let axis = setup("CCoBBo/AAoooo", false, Metric::Step, &[10]);
    let puzzle = Axis::<u64, u64>::new(&axis).unwrap();
    assert_eq!(puzzle.unpack(puzzle.initial()), [6, 0, 3]);
    assert_eq!(puzzle.pack(&[6, 3, 0]), Ok(puzzle.initial()));
}

#[test]
fn hopeless_boards_are_seen_at_once() {
    for (board, goal) in [
        ("AAxo", 2),              // a wall in the way
        ("AABB", 2),              // a piece that cannot leave the line
        ("AAoBo/oooBo/oooBo", 3), // one across that always covers the row
    ] {
        let puzzle = Axis::<u64, u64>::new(&setup(board, false, Metric::Slide, &[goal])).unwrap();
        assert_eq!(puzzle.heuristic(puzzle.initial()), DEAD_END, "{board}");
    }
    let apart = setup("Aox/xxo", true, Metric::Slide, &[5]);
    let puzzle = Free::<u64, u64>::new(&apart).unwrap();
    assert_eq!(puzzle.heuristic(puzzle.initial()), DEAD_END);
}

#[test]
fn bounds_count_what_stands_in_the_way() {
    for (board, goal, slides, steps) in [
        ("ooo/ooB/AAB", 7, 2, 2),                   // B leaves upwards by 1
        ("AAoB/oooB/oooB/oooo/oooo/oooo", 2, 2, 3), // A by 2, B downwards by 1
        ("BoAA/Booo/oooo", 0, 2, 3),                // the same to the left
        ("AABBoo/oooooo", 2, 2, 4),                 // B makes room on the line
    ] {
        for (metric, bound) in [(Metric::Slide, slides), (Metric::Step, steps)] {
            let board = setup(board, false, metric, &[goal]);
            let puzzle = Axis::<u64, u64>::new(&board).unwrap();
            assert_eq!(puzzle.heuristic(puzzle.initial()), bound, "{board:?}");
            assert_eq!(checked(&board, 1000).unwrap().optimum, Some(bound), "{board:?}");
        }
    }
}

#[test]
fn faults_are_named() {
    let error = |change: fn(&mut Setup)| {
        let mut board = setup("AAo/ooB/xoB", false, Metric::Slide, &[1]);
        change(&mut board);
        board.needs().and_then(|_| Axis::<u64, u64>::new(&board)).unwrap_err()
    };
    assert_eq!(error(|b| b.rows = 65), "a board has 1 to 64 rows and columns, not 65 x 3");
    assert_eq!(error(|b| b.walls.push(9)), "the wall at cell 9 is off the board, whose cells are 0 to 8");
    assert_eq!(error(|b| b.pieces[1] = vec![5, 1]), "pieces 0 and 1 both stand on cell 1");
    assert_eq!(error(|b| b.pieces[1] = vec![6, 7]), "piece 1 stands on the wall at cell 6");
    assert_eq!(error(|b| b.pieces[1] = vec![]), "piece 1 has no cells");
    assert!(error(|b| b.pieces[1] = vec![2, 8]).starts_with("piece 1 is in several parts"));
    assert!(error(|b| b.pieces[1] = vec![3]).starts_with("piece 1 is not straight"));
    assert_eq!(error(|b| b.goals[0].0 = 2), "the goal names piece 2, of 2 pieces");
    assert_eq!(
        error(|b| b.goals[0].1 = vec![9]),
        "the goal of piece 0: cell 9 is off the board, whose cells are 0 to 8"
    );
    let puzzle = Axis::<u64, u64>::new(&setup("BBoCCC", false, Metric::Slide, &[1])).unwrap();
    assert_eq!(puzzle.pack(&[4, 0]), Err("piece 0 cannot stand with its first cell at 4".into()));
    assert_eq!(puzzle.pack(&[0, 1]), Err("piece 1 cannot stand with its first cell at 1".into()));
    assert!(puzzle.pack(&[0]).is_err());
    let free = Free::<u64, u64>::new(&setup("BBoCCC", true, Metric::Slide, &[1])).unwrap();
    assert_eq!(free.pack(&[1, 2]), Err("pieces 0 and 1 stand on the same cell".into()));
}

#[test]
fn goals_stop_at_their_limit() {
    let puzzle = Axis::<u64, u64>::new(&setup("AAoo/BBoo/CCoo", false, Metric::Slide, &[2])).unwrap();
    let mut goals = vec![0];
    assert!(!puzzle.goals(8, &mut goals));
    assert_eq!(goals, [0], "what was in the list stays as it was");
    assert!(puzzle.goals(9, &mut goals));
    assert_eq!(goals.len(), 10);
}

#[test]
fn large_boards_fit_the_word_that_they_ask_for() {
    let rows = vec!["AAoooooooooooooo"; 16].join("/").into_bytes();
    let mut board = setup(&String::from_utf8(rows).unwrap(), true, Metric::Step, &[14]);
    board.pieces = (0..16).map(|row| vec![16 * row, 16 * row + 1]).collect();
    assert_eq!(board.needs(), Ok(Needs { cells: 256, bits: 128 }));
    assert!(Free::<u64, Cells256>::new(&board).unwrap_err().contains("128 bits"));
    assert!(Free::<u128, u64>::new(&board).unwrap_err().contains("256 cells"));
    board.free = false;
    assert_eq!(board.needs(), Ok(Needs { cells: 256, bits: 64 }));
    board.pieces = (0..128).map(|piece| vec![2 * piece, 2 * piece + 1]).collect();
    let full = Axis::<Wide<8>, Cells256>::new(&board).unwrap();
    assert_eq!(laws::check(&full, 10), Ok(Checked { states: 1, optimum: None }));
}

/// A small source of numbers, so that a board is known by its seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % sides
    }
}

pub(crate) fn random_setup(seed: u64) -> Setup {
    let mut dice = Dice(seed);
    let (rows, columns) = (1 + dice.roll(6), 1 + dice.roll(6));
    let cells = rows * columns;
    let free = dice.roll(2) == 0;
    let metric = [Metric::Slide, Metric::Step, Metric::Piece][dice.roll(3)];
    let mut open: BTreeSet<usize> = (0..cells).collect();
    let walls: Vec<usize> = (0..dice.roll(4)).map(|_| dice.roll(cells)).collect();
    open.retain(|cell| !walls.contains(cell));
    let mut pieces = Vec::new();
    for _ in 0..dice.roll(14) {
        let piece = random_piece(&mut dice, columns, &open, free);
        if piece.len() > usize::from(!free) {
            open.retain(|cell| !piece.contains(cell));
            pieces.push(piece);
        }
    }
    let mut goals = Vec::new();
    for _ in 0..dice.roll(4).min(pieces.len()) {
        let piece = dice.roll(pieces.len());
        let anchors = match dice.roll(3) {
            0 => (0..1 + dice.roll(4)).map(|_| dice.roll(cells)).collect(),
            1 => vec![pieces[piece][0] / columns * columns + dice.roll(columns)],
            _ => vec![dice.roll(rows) * columns + pieces[piece][0] % columns],
        };
        goals.push((piece, anchors));
    }
    Setup { rows, columns, walls, pieces, free, metric, goals }
}

/// Grows from a random cell, along one line where pieces are straight.
fn random_piece(dice: &mut Dice, columns: usize, open: &BTreeSet<usize>, free: bool) -> Vec<usize> {
    let mut piece: Vec<usize> = open.iter().copied().nth(dice.roll(open.len().max(1))).into_iter().collect();
    let mut lies = dice.roll(2) == 0;
    for _ in 0..dice.roll(4) {
        let Some(&cell) = piece.last() else { break };
        if free {
            lies = dice.roll(2) == 0;
        }
        let next = if lies { cell + 1 } else { cell + columns };
        if open.contains(&next) && (!lies || next % columns != 0) {
            piece.push(next);
        }
    }
    piece
}

/// The rules once more: cells of each piece, moved one by one over a board of owners.
struct RuleBook<'a> {
    setup: &'a Setup,
    groups: Vec<Vec<usize>>,
}

impl RuleBook<'_> {
    /// Moved by one cell, unless something is in the way.
    fn shifted(&self, pieces: &[Vec<usize>], piece: usize, direction: usize) -> Option<Vec<Vec<usize>>> {
        let (rows, columns) = (self.setup.rows, self.setup.columns);
        let lies = pieces[piece][1..].iter().all(|cell| cell / columns == pieces[piece][0] / columns);
        if !self.setup.free && lies != (direction < 2) {
            return None;
        }
        let mut after = pieces.to_vec();
        for cell in &mut after[piece] {
            let (row, column) = (*cell / columns, *cell % columns);
            *cell = match direction {
                0 if column > 0 => *cell - 1,
                1 if column + 1 < columns => *cell + 1,
                2 if row > 0 => *cell - columns,
                3 if row + 1 < rows => *cell + columns,
                _ => return None,
            };
        }
        let blocked = |cell: &usize| {
            self.setup.walls.contains(cell)
                || (0..pieces.len()).any(|o| o != piece && pieces[o].contains(cell))
        };
        (!after[piece].iter().any(blocked)).then_some(after)
    }

    fn after_one_move(&self, pieces: &[Vec<usize>]) -> BTreeSet<Vec<u16>> {
        let mut reached = BTreeSet::new();
        for piece in 0..pieces.len() {
            let mut queue = VecDeque::new();
            for direction in 0..4 {
                queue.extend(self.shifted(pieces, piece, direction).map(|after| (after, direction)));
            }
            while let Some((after, direction)) = queue.pop_front() {
                if after == pieces || !reached.insert(self.position(&after)) {
                    continue;
                }
                let onward = match self.setup.metric {
                    Metric::Step => 0..0,
                    Metric::Slide => direction..direction + 1,
                    Metric::Piece => 0..4,
                };
                for direction in onward {
                    queue.extend(self.shifted(&after, piece, direction).map(|after| (after, direction)));
                }
            }
        }
        reached
    }

    fn position(&self, pieces: &[Vec<usize>]) -> Vec<u16> {
        let mut anchors: Vec<usize> =
            pieces.iter().map(|cells| *cells.iter().min().expect("pieces have cells")).collect();
        geometry::sort_groups(&self.groups, &mut anchors);
        anchors.iter().map(|&anchor| anchor as u16).collect()
    }

    /// Where the path of a code leads, cell by cell.
    fn follow(&self, pieces: &[Vec<usize>], code: &[u16]) -> Option<Vec<u16>> {
        let piece = pieces.iter().position(|cells| cells.iter().min() == Some(&code[0].into()))?;
        let mut now = pieces.to_vec();
        for pair in code[2..].chunks_exact(2) {
            for _ in 0..pair[1] {
                now = self.shifted(&now, piece, pair[0].into())?;
            }
        }
        (now[piece].iter().min() == Some(&code[1].into())).then(|| self.position(&now))
    }
}

/// States of a board whose laws are checked.
const STATES: usize = 1500;

/// Every state within reach has the moves of the rule book, and is a goal just when the setup says so.
fn obeys_the_rules<P: Puzzle>(
    puzzle: &P,
    setup: &Setup,
    groups: Vec<Vec<usize>>,
) -> Result<(), TestCaseError> {
    let book = RuleBook { setup, groups };
    let shapes = CheckedSetup::new(setup).unwrap();
    let cells = |position: &[u16]| -> Vec<Vec<usize>> {
        let all = 0..setup.rows * setup.columns;
        let of = |(piece, &anchor): (usize, &u16)| {
            let set: Cells256 = shapes.cells_at(piece, anchor.into()).expect("pieces stand on the board");
            all.clone().filter(|&cell| set.has(cell)).collect()
        };
        position.iter().enumerate().map(of).collect()
    };
    let mut states = vec![puzzle.initial()];
    let mut next = 0;
    while next < states.len().min(60) {
        let state = states[next];
        next += 1;
        let position = puzzle.unpack(state);
        let pieces = cells(&position);
        let mut said = BTreeSet::new();
        let mut visited = Vec::new();
        puzzle.successors(state, |mv, after| visited.push((mv, after)));
        for &(mv, after) in &visited {
            let code = puzzle.describe(state, mv);
            prop_assert_eq!(book.follow(&pieces, &code), Some(puzzle.unpack(after)), "code {:?}", code);
            prop_assert!(said.insert(puzzle.unpack(after)), "two moves lead to {:?}", puzzle.unpack(after));
            if !states.contains(&after) {
                states.push(after);
            }
        }
        prop_assert_eq!(said, book.after_one_move(&pieces));
        let goal = setup.goals.iter().all(|(piece, anchors)| anchors.contains(&position[*piece].into()));
        prop_assert_eq!(puzzle.is_goal(state), goal, "at {:?}", position);
    }
    Ok(())
}

fn holds<P: Puzzle>(puzzle: &P, setup: &Setup, groups: Vec<Vec<usize>>) -> Result<Checked, TestCaseError> {
    obeys_the_rules(puzzle, setup, groups)?;
    laws::check(puzzle, STATES).map_err(TestCaseError::fail)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(37)))]

    #[test]
    fn random_boards_keep_laws_and_rules(seed: u64) {
        let setup = random_setup(seed);
        let layout = CheckedSetup::new(&setup).unwrap();
        let groups = match setup.free {
            true => layout.groups(|_, _| true),
            false => tracks::Lines::new(&layout).unwrap().groups,
        };
        let (small, wide) = if setup.free {
            (
                holds(&Free::<u128, u64>::new(&setup).unwrap(), &setup, groups.clone())?,
                holds(&Free::<Wide<8>, Cells256>::new(&setup).unwrap(), &setup, groups.clone())?,
            )
        } else {
            (
                holds(&Axis::<u64, u64>::new(&setup).unwrap(), &setup, groups.clone())?,
                holds(&Axis::<Wide<8>, Cells256>::new(&setup).unwrap(), &setup, groups.clone())?,
            )
        };
        prop_assert_eq!(&small, &wide);
        let large = holds(&large::Large::<Wide<13>>::new(&setup).unwrap(), &setup, groups)?;
        // Moves may come in another order, so where the check is cut the states are not the same ones.
        if small.states.max(large.states) <= STATES {
            prop_assert_eq!(small, large);
        }
    }
}
