use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::*;
use clew_core::cases;
use clew_core::packed::{Cells256, Cells1024, Cells4096, Wide};
use clew_core::puzzle::DEAD_END;
use clew_search::laws;

/// Reads a board and a goal as people write them: `#` a block, `.` empty, letters tiles.
pub(crate) fn board(board: &str, goal: &str) -> Setup {
    let rows: Vec<&str> = board.split('/').collect();
    let letters = |text: &str| -> Vec<(u32, u16)> {
        let cells = text.chars().filter(|&c| c != '/').enumerate();
        cells.filter(|(_, c)| c.is_alphabetic()).map(|(cell, c)| (c as u32, cell as u16)).collect()
    };
    let blocked = board.chars().filter(|&c| c != '/').enumerate().filter(|&(_, c)| c == '#');
    let (colours, tiles) = letters(board).into_iter().unzip();
    Setup {
        rows: rows.len(),
        columns: rows[0].len(),
        blocked: blocked.map(|(cell, _)| cell as u16).collect(),
        colours,
        tiles,
        goals: vec![letters(goal)],
        ..Setup::default()
    }
}

/// Small boards with every option: at most 20 cells and 4 tiles, so that all states can be visited.
/// Some goals are met at the start, some can never be.
pub(crate) fn small_boards() -> impl Strategy<Value = Setup> {
    let alternatives = prop_oneof![1 => Just(0usize), 8 => Just(1), 3 => 2usize..6, 1 => Just(20)];
    let tiles = prop_oneof![1 => Just(0usize), 20 => 1usize..=3, 3 => Just(4)];
    let wanted = prop_oneof![1 => Just(0usize), 20 => 1usize..=3, 1 => Just(5)];
    let kinds = (0usize..4, 0usize..4, tiles, prop::bool::weighted(0.3), alternatives, 1u32..=3);
    let picks = prop::collection::vec(any::<prop::sample::Index>(), 40);
    (2usize..=5, 3usize..=4, kinds, picks, prop::collection::vec((0u8..4, 0u32..3, wanted), 4)).prop_map(
        |(rows, columns, (blocks, walls, tiles, open, alternatives, colour_count), picks, kinds)| {
            let size = rows * columns;
            // A shuffle of the cells: blocks and tiles take from it, and goals from further on in it.
            let mut cells: Vec<u16> = (0..size as u16).collect();
            for (i, pick) in picks.iter().enumerate().take(size) {
                cells.swap(i, i + pick.index(size - i));
            }
            let (blocked, free) = cells.split_at(blocks.min(size - 1));
            let tiles = tiles.min(free.len());
            let colours: Vec<u32> =
                kinds[..tiles].iter().map(|(_, colour, _)| colour % colour_count).collect();
            let goal = |alternative: usize| {
                let (_, _, wanted) = kinds[alternative % 4];
                let skipped = tiles + picks[20 + alternative].index(free.len() - tiles + 1);
                let turned = free.iter().cycle().skip(skipped);
                // Some want nothing, and some more tiles than there are.
                colours.iter().copied().cycle().zip(turned.copied()).take(wanted.min(tiles + 1)).collect()
            };
            let wall =
                |(i, &(side, _, _)): (usize, &(u8, u32, usize))| (picks[36 + i].index(size) as u16, side);
            Setup {
                rows,
                columns,
                blocked: blocked.to_vec(),
                walls: kinds.iter().enumerate().take(walls).map(wall).collect(),
                tiles: free[..tiles].to_vec(),
                goals: (0..alternatives).map(goal).collect(),
                colours,
                open,
            }
        },
    )
}

/// The rule, cell by cell: all slides of a position as (tile, direction, cell after).
fn stepped(setup: &Setup, position: &[u16]) -> HashSet<(u16, u16, u16)> {
    let (rows, columns) = (setup.rows as i32, setup.columns as i32);
    let walled = |cell: i32, direction: usize| {
        setup.walls.iter().any(|&(at, side)| i32::from(at) == cell && usize::from(side) == direction)
    };
    let mut slides = HashSet::new();
    for &from in position {
        for (direction, (down, right)) in [(0, -1), (0, 1), (-1, 0), (1, 0)].into_iter().enumerate() {
            let mut at = i32::from(from);
            let end = loop {
                let (row, column) = (at / columns + down, at % columns + right);
                let next = row * columns + column;
                let outside = !(0..rows).contains(&row) || !(0..columns).contains(&column);
                if walled(at, direction) || (!outside && walled(next, direction ^ 1)) {
                    break Some(at);
                }
                if outside {
                    break (!setup.open).then_some(at);
                }
                if setup.blocked.contains(&(next as u16)) || position.contains(&(next as u16)) {
                    break Some(at);
                }
                at = next;
            };
            if let Some(end) = end.filter(|&end| end != i32::from(from)) {
                slides.insert((from, direction as u16, end as u16));
            }
        }
    }
    slides
}

/// Solved, by the letter of the rule.
fn solved(setup: &Setup, position: &[u16]) -> bool {
    setup.goals.iter().any(|alternative| {
        let mut cells: HashMap<u16, HashSet<u32>> = HashMap::new();
        for &(colour, cell) in alternative {
            cells.entry(cell).or_default().insert(colour);
        }
        cells.iter().all(|(cell, colours)| {
            let tile = position.iter().position(|at| at == cell);
            tile.is_some_and(|tile| colours.iter().all(|&colour| colour == setup.colours[tile]))
        })
    })
}

fn follows_the_rule<W: Packed, C: CellSet>(setup: &Setup) {
    let puzzle = Ricochet::<W, C>::new(setup).expect("the board is in order");
    let (mut queue, mut seen, mut next) = (vec![puzzle.initial()], HashSet::new(), 0);
    while next < queue.len().min(100) {
        let (state, mut slides) = (queue[next], Vec::new());
        next += 1;
        let position = puzzle.unpack(state);
        puzzle.successors(state, |slide, after| {
            slides.push(puzzle.describe(state, slide));
            if seen.insert(puzzle.unpack(after)) {
                queue.push(after);
            }
        });
        let said: HashSet<_> = slides.iter().map(|slide| (slide[0], slide[1], slide[2])).collect();
        assert_eq!(
            (said.len(), &said),
            (slides.len(), &stepped(setup, &position)),
            "at {position:?} of {setup:?}"
        );
        assert_eq!(puzzle.is_goal(state), solved(setup, &position), "at {position:?} of {setup:?}");
    }
}

fn keeps_the_laws<W: Packed, C: CellSet>(setup: &Setup) -> laws::Checked {
    let puzzle = Ricochet::<W, C>::new(setup).expect("the board is in order");
    laws::check(&puzzle, 20_000).unwrap_or_else(|breach| panic!("{breach}\non {setup:?}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(50)))]

    #[test]
    fn slides_and_goals_follow_the_rule_cell_by_cell(setup in small_boards()) {
        follows_the_rule::<u64, u64>(&setup);
        follows_the_rule::<u128, Cells256>(&setup);
        follows_the_rule::<Wide<13>, Cells4096>(&setup);
    }

    #[test]
    fn the_laws_are_kept_on_every_word(setup in small_boards()) {
        let small = keeps_the_laws::<u64, u64>(&setup);
        prop_assert_eq!(small, keeps_the_laws::<Wide<8>, Cells256>(&setup));
    }
}

/// Fewest slides and states seen by plain breadth-first search through the trait.
fn fewest<W: Packed, C: CellSet>(puzzle: &Ricochet<W, C>) -> Option<u32> {
    let mut seen = HashSet::from([puzzle.unpack(puzzle.initial())]);
    let mut layer = vec![puzzle.initial()];
    for depth in 0.. {
        if layer.iter().any(|&state| puzzle.is_goal(state)) {
            return Some(depth);
        }
        let mut next = Vec::new();
        for state in layer {
            puzzle.successors(state, |_, after| {
                if seen.insert(puzzle.unpack(after)) {
                    next.push(after);
                }
            });
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

#[test]
fn known_boards_take_their_known_number_of_slides() {
    let known = [
        (".R.../...../R#.../...#./..G#.", "..R.G/...../...../...../.....", Some(5)),
        ("..../#.GB/..R./...#", "...B/.R../G.../....", Some(7)),
        ("#...G./..#.##/.R..../.#...G/....../R.....", ".....G/....../....../....../R...../......", Some(3)),
        ("R.#./..../..../.G#.", "G..R/..../..../....", Some(5)),
        (".#R./..../.G../...#", "..../G.../.R../....", None),
    ];
    for (text, goal, optimum) in known {
        let puzzle = Ricochet::<u64, u64>::new(&board(text, goal)).expect("the board is in order");
        assert_eq!(fewest(&puzzle), optimum, "{text} to {goal}");
        let bound = puzzle.heuristic(puzzle.initial());
        assert!(bound <= optimum.unwrap_or(DEAD_END), "{bound} for {text} to {goal}");
    }
}

#[test]
fn a_pattern_may_be_completed_anywhere_and_the_nearest_place_counts() {
    let mut setup = board("AB.../...../.....", "AB.../...../.....");
    setup.goals = (0..3)
        .flat_map(|row| (0..4).map(move |column| (row, column)))
        .map(|(row, column)| vec![(65, row * 5 + column), (66, row * 5 + column + 1)])
        .collect();
    let puzzle = Ricochet::<u64, u64>::new(&setup).expect("the board is in order");
    for (position, solved, bound) in [([3, 4], true, 0), ([9, 10], false, 3), ([4, 3], false, 1)] {
        let state = puzzle.pack(&position).expect("a position of this board");
        assert_eq!((puzzle.is_goal(state), puzzle.heuristic(state)), (solved, bound), "{position:?}");
    }
    let mut goals = Vec::new();
    assert!(!puzzle.goals(11, &mut goals) && goals.is_empty());
    assert!(puzzle.goals(12, &mut goals));
    assert_eq!(goals.len(), 12);
}

#[test]
fn goal_states_are_counted_before_they_are_listed() {
    // 62 tiles of one colour on 64 cells: C(63, 61) placements, found without a detour.
    let mut setup = Setup { rows: 8, columns: 8, ..Setup::default() };
    setup.tiles = (0..62).collect();
    setup.colours = vec![7; 62];
    setup.goals = vec![vec![(7, 63)]];
    let puzzle = Ricochet::<Wide<8>, u64>::new(&setup).expect("the board is in order");
    let mut goals = Vec::new();
    assert!(puzzle.goals(2000, &mut goals));
    assert_eq!(goals.len(), 1953);
    assert!(!puzzle.goals(1952, &mut Vec::new()));
    assert_eq!(puzzle.placements(), 2016);
}

#[test]
fn many_tiles_of_a_colour_keep_an_admissible_bound() {
    // Nine and ten goal cells of one colour are matched in another way than few.
    for goal in ["RRRR/RRR./RR..", "RRRR/RRR./RRR."] {
        let setup = board("RRRR/.RRR/.RRR", goal);
        let checked = keeps_the_laws::<u64, u64>(&setup);
        assert_eq!(checked.optimum, fewest(&Ricochet::<u64, u64>::new(&setup).expect("a board")), "{goal}");
        assert!(checked.optimum.is_some_and(|slides| slides > 1), "{goal}");
    }
}

#[test]
fn boards_choose_the_smallest_types() {
    let with = |rows, columns, tiles: usize| Setup {
        rows,
        columns,
        colours: vec![1; tiles],
        tiles: (0..tiles as u16).collect(),
        ..Setup::default()
    };
    assert_eq!(with(8, 8, 10).needs(), Ok((64, 64)));
    assert_eq!(with(16, 16, 8).needs(), Ok((64, 256)));
    assert_eq!(with(8, 8, 11).needs(), Ok((128, 64)));
    assert_eq!(with(16, 16, 64).needs(), Ok((512, 256)));
    assert_eq!(with(22, 22, 7).needs(), Ok((64, 484)));
    assert_eq!(with(22, 22, 8).needs(), Ok((128, 484)));
    assert_eq!(with(64, 64, 5).needs(), Ok((64, 4096)));
    assert_eq!(with(64, 64, 64).needs(), Ok((832, 4096)));
    assert_eq!(keeps_the_laws::<u64, Cells256>(&with(16, 16, 1)).optimum, None);
    assert_eq!(keeps_the_laws::<u64, Cells1024>(&with(17, 17, 1)).optimum, None);
    assert_eq!(keeps_the_laws::<u64, Cells4096>(&with(64, 64, 1)).optimum, None);
    assert!(Ricochet::<u64, u64>::new(&with(9, 9, 2)).is_err());
    assert!(with(64, 65, 1).needs().unwrap_err().contains("4096"));
    assert!(with(9, 9, 65).needs().unwrap_err().contains("64"));
}

#[test]
fn errors_name_the_place() {
    let board = board("R.#/...", ".../...");
    let with = |change: &dyn Fn(&mut Setup)| {
        let mut setup = board.clone();
        change(&mut setup);
        Ricochet::<u64, u64>::new(&setup).expect_err("the board is not in order")
    };
    assert!(with(&|setup| setup.tiles = vec![2]).contains("cell 2, which is blocked"));
    assert!(with(&|setup| setup.tiles = vec![6]).contains("outside the board, whose cells are 0 to 5"));
    assert!(with(&|setup| setup.blocked = vec![9]).contains("blocked cell 9"));
    assert!(with(&|setup| setup.walls = vec![(0, 4)]).contains("not 4"));
    assert!(with(&|setup| setup.walls = vec![(8, 0)]).contains("wall, 8 is outside"));
    assert!(with(&|setup| setup.goals = vec![vec![(1, 7)]]).contains("goal cell 7"));
    assert!(with(&|setup| setup.colours = vec![1, 2]).contains("2 colours and 1 cells"));
    let puzzle = Ricochet::<u64, u64>::new(&board).expect("the board is in order");
    assert!(puzzle.pack(&[0, 1]).unwrap_err().contains("each of the 1 tiles"));
    let two = Setup { colours: vec![1, 1], tiles: vec![1, 1], ..board };
    assert!(Ricochet::<u64, u64>::new(&two).unwrap_err().contains("where another tile is"));
}
