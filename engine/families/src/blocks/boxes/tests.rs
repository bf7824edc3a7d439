//! Boxes give the map that plain search gives: state for state, edge for edge, distance for distance.

use proptest::prelude::*;

use super::explorer::BoxExplorer;
use super::{map, roomier};
use crate::blocks::{Axis, Metric, Setup};
use clew_core::cases;
use clew_core::puzzle::Puzzle;
use clew_core::watch::{Limit, Limits, Stop, Watch};
use clew_space::explore::explore;
use clew_space::{Map, MapOptions, Rows};

/// A board from rows of text: `.` empty, `#` a wall, letters pieces; the first piece wanted at `goals`.
fn board(rows: &[&str], metric: Metric, goals: Vec<usize>) -> Axis<u64, u64> {
    let cells = rows.concat().into_bytes();
    let of = |sign: u8| -> Vec<usize> { (0..cells.len()).filter(|&cell| cells[cell] == sign).collect() };
    let setup = Setup {
        rows: rows.len(),
        columns: rows[0].len(),
        walls: of(b'#'),
        pieces: (b'A'..=b'Z').map(of).filter(|piece| !piece.is_empty()).collect(),
        free: false,
        metric,
        goals: vec![(0, goals)],
    };
    Axis::new(&setup).expect("a board of the tests is valid")
}

fn by_boxes(puzzle: &Axis<u64, u64>) -> Map<u64> {
    let map = map(puzzle, puzzle.initial(), MapOptions::default(), &mut Watch::unlimited());
    map.expect("no box is too large").expect("there are no limits")
}

fn row(rows: &Rows, state: usize) -> &[u32] {
    &rows.indices[rows.indptr[state] as usize..rows.indptr[state + 1] as usize]
}

/// Compares with the plain map, and gives the number of states.
fn compare(puzzle: &Axis<u64, u64>) -> usize {
    let ours = by_boxes(puzzle);
    let plain = explore(puzzle, puzzle.initial(), MapOptions::default(), &mut Watch::unlimited());
    let plain = plain.expect("there are no limits");
    assert_eq!((ours.distance.len(), ours.edges), (plain.distance.len(), plain.edges));
    assert_eq!(ours.places.state(ours.start), puzzle.initial());
    let states = ours.distance.len();
    let theirs: Vec<u32> = (0..states as u32)
        .map(|state| plain.places.number(ours.places.state(state)).expect("plain search meets all states"))
        .collect();
    let (rows, plain_rows) = (ours.rows.expect("rows are wanted"), plain.rows.expect("rows are wanted"));
    for (state, &there) in theirs.iter().enumerate() {
        let there = there as usize;
        assert_eq!(ours.places.number(ours.places.state(state as u32)), Some(state as u32));
        assert_eq!(ours.distance[state], plain.distance[there]);
        assert_eq!(ours.goal[state], plain.goal[there]);
        let after: Vec<u32> = row(&rows, state).iter().map(|&after| theirs[after as usize]).collect();
        assert_eq!(
            after,
            row(&plain_rows, there),
            "the moves of {:?}",
            puzzle.unpack(plain.places.state(theirs[state]))
        );
    }
    states
}

#[test]
fn boards_of_all_kinds() {
    for metric in [Metric::Slide, Metric::Step, Metric::Piece] {
        // The Game About Rectangles, level 1.
        let rows = ["BB...G", "E..H.G", "EAAH.G", "E..H..", "F...CC", "F.DDD."];
        assert_eq!(compare(&board(&rows, metric, vec![16])), 1247);
        // Several pieces on a line, walls between them, a goal for a piece that stands.
        compare(&board(&["BB.#CC..", "A..DD..E", "A.F....E", "..F.GG.#"], metric, vec![16]));
        // Nothing crosses; nothing lies.
        assert_eq!(compare(&board(&["AA...", "BB.CC"], metric, vec![3])), 12);
        assert_eq!(compare(&board(&["A.B", "A.B", "...", "..."], metric, vec![6])), 9);
        // Nothing can move; much can.
        assert_eq!(compare(&board(&["BB", "AA"], metric, vec![2])), 1);
        assert_eq!(compare(&board(&["BB..............", "AA.............."], metric, vec![30])), 225);
        // Long lines with many pieces.
        compare(&board(&["BB.CC.DD...EE.F.", "A.............F.", "A..GGG......HHF."], metric, vec![0]));
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn processors_without_the_faster_way_make_the_same_rows() {
    let puzzle =
        board(&["BB...G", "E..H.G", "EAAH.G", "E..H..", "F...CC", "F.DDD."], Metric::Slide, vec![16]);
    let rows = [true, false].map(|fast| {
        let mut explorer = BoxExplorer::new(roomier(&puzzle, puzzle.initial()));
        explorer.columns.fast = explorer.columns.fast.filter(|_| fast);
        let looked = explorer.explore_all(&mut Watch::unlimited());
        looked.expect("no box is too large").expect("there are no limits");
        explorer.rows
    });
    assert_eq!(rows[0], rows[1]);
}

#[test]
fn limits_hold_and_cuts_are_declined() {
    let puzzle =
        board(&["BB...G", "E..H.G", "EAAH.G", "E..H..", "F...CC", "F.DDD."], Metric::Slide, vec![16]);
    let limits = Limits { states: Some(1000), ..Limits::default() };
    let mut watch = Watch::new(limits, Stop::default(), None);
    let limited = map(&puzzle, puzzle.initial(), MapOptions::default(), &mut watch);
    assert!(matches!(limited, Some(Err(clew_space::Unmapped::Limit(Limit::States, _)))));
    let options = MapOptions { expand_goals: false, ..MapOptions::default() };
    assert!(map(&puzzle, puzzle.initial(), options, &mut Watch::unlimited()).is_none());
    let options = MapOptions { max_depth: Some(3), ..MapOptions::default() };
    assert!(map(&puzzle, puzzle.initial(), options, &mut Watch::unlimited()).is_none());
}

/// Puts pieces where the numbers say, as long as they fit.
fn scattered(height: usize, width: usize, places: &[(usize, bool, usize)], wall: usize) -> Vec<String> {
    let mut cells = vec![b'.'; height * width];
    cells[wall % (height * width)] = b'#';
    let mut letter = b'A';
    for &(place, lies, length) in places {
        let (first, stride) = (place % (height * width), if lies { 1 } else { width });
        let fits = if lies { first % width + length <= width } else { first / width + length <= height };
        let taken = |&cell: &usize| cells[cell] != b'.';
        let covered: Vec<usize> = (0..length).map(|k| first + k * stride).collect();
        if fits && !covered.iter().any(taken) {
            covered.iter().for_each(|&cell| cells[cell] = letter);
            letter += 1;
        }
    }
    cells.chunks(width).map(|row| String::from_utf8(row.to_vec()).expect("letters")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(20)))]
    #[test]
    fn random_boards(
        (height, width) in (2usize..6, 3usize..7),
        places in prop::collection::vec((0usize..64, any::<bool>(), 2usize..4), 4..14),
        wall in 0usize..64,
        step in any::<bool>(),
        goal in 0usize..64,
    ) {
        let rows = scattered(height, width, &places, wall);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        prop_assume!(rows.concat().contains('A'));
        let metric = if step { Metric::Step } else { Metric::Slide };
        let puzzle = board(&rows, metric, vec![goal % (height * width)]);
        let most = Limits { states: Some(5000), ..Limits::default() };
        let mut watch = Watch::new(most, Stop::default(), None);
        let small = explore(&puzzle, puzzle.initial(), MapOptions { edges: false, ..MapOptions::default() }, &mut watch);
        prop_assume!(small.is_ok());
        compare(&puzzle);
    }
}
