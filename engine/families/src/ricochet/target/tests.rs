use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;

use super::*;
use crate::ricochet::Setup;
use crate::ricochet::tests::{board, small_boards};
use clew_core::cases;
use clew_core::packed::{Cells256, Cells4096, Wide};
use clew_core::puzzle::Puzzle;

/// Small boards whose first tile has a goal and a colour of its own.
pub(crate) fn one_target_boards() -> impl Strategy<Value = Setup> {
    (small_boards(), any::<prop::sample::Index>()).prop_filter_map(
        "there is a tile, and not too many",
        |(mut setup, pick)| {
            let colour = 9;
            *setup.colours.first_mut()? = colour;
            let free: Vec<u16> = (0..(setup.rows * setup.columns) as u16)
                .filter(|cell| !setup.blocked.contains(cell))
                .collect();
            setup.goals = vec![vec![(colour, free[pick.index(free.len())])]];
            // Few enough positions to look at all of them.
            (Ricochet::<u64, u64>::new(&setup).ok()?.placements() <= 5_000).then_some(setup)
        },
    )
}

/// All positions, and the fewest slides from each to a goal by plain search backwards.
fn distances<W: Packed, C: CellSet>(puzzle: &Ricochet<W, C>) -> HashMap<Vec<u16>, Option<u32>> {
    let (mut all, mut goals) = (HashMap::new(), Vec::new());
    let mut free = puzzle.clone();
    free.goals = Goals::new(&[vec![]], &free.tiles, free.free);
    assert!(free.goals(1 << 20, &mut goals), "the board is small");
    let mut layer: Vec<W> = goals.iter().copied().filter(|&state| puzzle.is_goal(state)).collect();
    all.extend(goals.into_iter().map(|state| (puzzle.unpack(state), None)));
    for depth in 0.. {
        layer.retain(|&state| {
            let known = all.get_mut(&puzzle.unpack(state)).expect("every position is listed");
            known.is_none() && known.replace(depth).is_none()
        });
        if layer.is_empty() {
            return all;
        }
        let mut before = Vec::new();
        for state in layer.drain(..) {
            puzzle.predecessors(state, |other, _| before.push(other));
        }
        layer = before;
    }
    all
}

/// The bound on every position of a board: never too much, 0 at goals alone, falling by at most one a slide, and given
/// to the successors as it is from scratch.
fn keeps_its_promises<W: Packed, C: CellSet>(setup: &Setup) -> u64 {
    let puzzle = Ricochet::<W, C>::new(setup).expect("the board is in order");
    let Some(board) = TargetBoard::of(&puzzle) else {
        panic!("{setup:?} has one target");
    };
    let (truth, mut expander, mut sum) = (distances(&puzzle), board.expander(), 0);
    for (position, slides) in &truth {
        let state = puzzle.pack(position).expect("a position of this board");
        let alike = board.without_letters(&puzzle, state);
        let bound = board.least(alike);
        assert!(bound <= slides.unwrap_or(DEAD_END), "{bound} > {slides:?} at {position:?} of {setup:?}");
        assert_eq!(bound == 0, puzzle.is_goal(state), "at {position:?} of {setup:?}");
        sum += u64::from(if bound == DEAD_END { 0 } else { bound });
        let (mut made, mut plain) = (Vec::new(), Vec::new());
        expander.successors(alike, |after, least| made.push((after, least)));
        board.alike.successors(alike, |_, after| {
            let least = board.least(after);
            assert!(bound <= least.saturating_add(1), "falls too fast at {position:?} of {setup:?}");
            if least != DEAD_END {
                plain.push((after, least));
            }
        });
        made.sort_unstable();
        plain.sort_unstable();
        assert_eq!(made, plain, "at {position:?} of {setup:?}");
        let (mut lettered, mut alike_after) = (BTreeSet::new(), BTreeSet::new());
        puzzle.successors(state, |slide, after| {
            lettered.insert((slide.from, slide.direction, board.without_letters(&puzzle, after)));
        });
        board.alike.successors(alike, |slide, after| {
            alike_after.insert((slide.from, slide.direction, after));
        });
        assert_eq!(lettered, alike_after, "at {position:?} of {setup:?}");
    }
    sum
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(37)))]

    #[test]
    fn the_blocker_bound_is_never_too_much_and_falls_slowly(setup in one_target_boards()) {
        let small = keeps_its_promises::<u64, u64>(&setup);
        prop_assert_eq!(small, keeps_its_promises::<Wide<8>, Cells256>(&setup));
    }
}

/// Large boards with walls and blocks, and the turns of a walk on them.
fn large_boards() -> impl Strategy<Value = (Setup, Vec<prop::sample::Index>)> {
    let picks = || prop::collection::vec(any::<prop::sample::Index>(), 40);
    let shape = (17usize..=64, 2usize..=64, 2usize..=8, any::<bool>());
    (shape, picks(), prop::collection::vec((any::<prop::sample::Index>(), 0u8..4), 30), picks()).prop_map(
        |((rows, columns, tiles, open), picks, walls, turns)| {
            let size = rows * columns;
            let mut cells: Vec<u16> = (0..size as u16).collect();
            picks.iter().take(30).enumerate().for_each(|(i, pick)| cells.swap(i, i + pick.index(size - i)));
            let mut setup = Setup { rows, columns, open, ..Setup::default() };
            setup.tiles = cells[..tiles].to_vec();
            setup.blocked = cells[10..29].to_vec();
            setup.colours = (0..tiles as u32).map(|tile| [9, 1, 2, 1][tile as usize % 4]).collect();
            setup.colours[1..].iter_mut().filter(|colour| **colour == 9).for_each(|colour| *colour = 3);
            setup.walls = walls.iter().map(|(pick, side)| (pick.index(size) as u16, *side)).collect();
            setup.goals = vec![vec![(9, cells[9])]];
            (setup, turns)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(75)))]

    #[test]
    fn slides_and_bounds_of_large_boards_are_those_of_plain_sets((setup, turns) in large_boards()) {
        let puzzle = Ricochet::<Wide<13>, Cells4096>::new(&setup).expect("the board is in order");
        let board = TargetBoard::of(&puzzle).expect("one tile counts");
        let mut expander = board.expander();
        turns.iter().fold(board.alike.initial(), |state, turn| {
            let (mut made, mut plain) = (Vec::new(), Vec::new());
            expander.successors(state, |after, least| made.push((after, least)));
            board.alike.successors(state, |_, after| plain.push((after, board.least(after))));
            let end = if plain.is_empty() { state } else { plain[turn.index(plain.len())].0 };
            plain.retain(|&(_, least)| least != DEAD_END);
            made.sort_unstable();
            plain.sort_unstable();
            assert_eq!(made, plain, "on {setup:?}");
            end
        });
    }
}

#[test]
fn what_must_stop_the_target_is_counted() {
    let bound_of = |text: &str| {
        let goal = "....../....../...T../....../......";
        let puzzle = Ricochet::<u64, u64>::new(&board(text, goal)).expect("a board");
        let board = TargetBoard::of(&puzzle).expect("one tile counts");
        board.least(board.alike.initial())
    };
    // The board of the essay, and the same with less and less to do.
    assert_eq!(bound_of("....../X...../....../....../T...Y."), 2 + 1 + 1);
    assert_eq!(bound_of("....../X...Y./....../....../T....."), 2 + 1);
    assert_eq!(bound_of("....../X...#./....../....../T....."), 2 + 1);
    assert_eq!(bound_of("....../...X../....../....../T....."), 2);
    // Nobody else, and a wall nowhere near: it cannot be done.
    assert_eq!(bound_of("....../....../....../....../T....."), DEAD_END);
}

#[test]
fn only_boards_with_one_target_are_taken() {
    let is_one = |text: &str, goal: &str| {
        let puzzle = Ricochet::<u64, u64>::new(&board(text, goal)).expect("the board is in order");
        TargetBoard::of(&puzzle).is_some()
    };
    assert!(is_one("R..B/....", ".R../...."));
    assert!(!is_one("R..R/....", ".R../...."), "two tiles may be the target");
    assert!(!is_one("R..B/....", ".R../B..."), "two tiles have goals");
    assert!(!is_one("R..B/....", "..../...."), "none has one");
}
