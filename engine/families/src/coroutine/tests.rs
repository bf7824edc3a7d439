use super::*;
use clew_core::cases;
use clew_search::laws;
use proptest::prelude::*;

const NAMES: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// The first of Duane Bailey's coroutine puzzles.
fn bailey(steps: bool) -> Coroutine {
    let text = "N S,S SE,N S SW,NE E,,N SW,W SE,N NW SE,W SW S";
    let direction = |name| NAMES.iter().position(|&known| known == name).unwrap() as u8;
    let squares: Vec<Vec<u8>> =
        text.split(',').map(|square| square.split_whitespace().map(direction).collect()).collect();
    Coroutine::new(3, 3, &squares, [0, 8], 4, steps, false).unwrap()
}

#[test]
fn the_known_puzzle_takes_19_turns_and_16_steps() {
    for (steps, optimum) in [(false, 19), (true, 16)] {
        assert_eq!(laws::check(&bailey(steps), 1000).unwrap().optimum, Some(optimum), "steps: {steps}");
    }
}

#[test]
fn the_known_solution_can_be_played() {
    let solution = "0S 1- 0S 1W 0N 1NE 0N 1N 0S 1- 0S 1W 0- 1W 0N 1E 0SE 1SE 0N";
    let puzzle = bailey(false);
    let name =
        |turn: &Turn| format!("{}{}", turn.coin, NAMES.get(usize::from(turn.direction)).unwrap_or(&"-"));
    let end = solution.split(' ').fold(puzzle.initial(), |state, wanted| {
        assert!(!puzzle.is_goal(state), "solved before {wanted}");
        let mut turns = Vec::new();
        puzzle.moves(state, &mut turns);
        let turn = turns.iter().find(|&turn| name(turn) == wanted);
        puzzle.apply(state, *turn.unwrap_or_else(|| panic!("{wanted} is not among {turns:?}")))
    });
    assert!(puzzle.is_goal(end));
}

prop_compose! {
    fn puzzles()(rows in 1usize..=4, columns in 2usize..=4)(
        squares in prop::collection::vec(any::<[u8; 3]>(), rows * columns),
        cells in Just(rows * columns).prop_flat_map(|n| (0..n, 1..n, 0..n)),
        rows in Just(rows), columns in Just(columns), sparse in 0u8..3, steps in any::<bool>(), own in any::<bool>(),
    ) -> Coroutine {
        let printed = |[a, b, c]: [u8; 3]| [a, a & b, a & b & c][usize::from(sparse)];
        let list = |bits: u8| (0..8).filter(|d| bits >> d & 1 != 0).collect();
        let squares: Vec<Vec<u8>> = squares.into_iter().map(|bits| list(printed(bits))).collect();
        let (first, ahead, target) = cells;
        let second = (first + ahead) % (rows * columns);
        Coroutine::new(rows, columns, &squares, [first, second], target, steps, own).unwrap()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]
    #[test]
    fn random_puzzles_keep_the_laws(puzzle in puzzles()) {
        if let Err(breach) = laws::check(&puzzle, 10_000) {
            prop_assert!(false, "{breach}");
        }
    }
}

#[test]
fn the_largest_grid_works() {
    let squares = vec![vec![2, 4]; 32 * 32];
    let puzzle = Coroutine::new(32, 32, &squares, [0, 1023], 1022, false, false).unwrap();
    assert_eq!(puzzle.unpack(puzzle.initial()), [0, 1023, 0]);
    assert_eq!(puzzle.heuristic(puzzle.initial()), 2 * 61 - 1);
    let mut goals = Vec::new();
    assert!(!puzzle.goals(4 * 1023 - 1, &mut goals) && goals.is_empty());
    assert!(puzzle.goals(4 * 1023, &mut goals) && goals.iter().all(|&goal| puzzle.is_goal(goal)));
}

#[test]
fn bad_boards_and_positions_are_named() {
    let new = |squares: &[Vec<u8>], coins, target| {
        Coroutine::new(1, 3, squares, coins, target, false, false).map(|_| ()).unwrap_err()
    };
    let blank = vec![vec![]; 3];
    assert!(new(&blank[1..], [0, 1], 2).contains("2 squares for a grid of 1 x 3"));
    assert!(new(&blank, [1, 1], 2).contains("both coins are on cell 1"));
    assert!(new(&blank, [0, 3], 2).contains("coin 1 is on cell 3"));
    assert!(new(&blank, [0, 1], 5).contains("the target is on cell 5"));
    assert!(new(&[vec![], vec![8], vec![]], [0, 1], 2).contains("direction 8 on square 1"));
    assert!(new(&[vec![], vec![3, 3], vec![]], [0, 1], 2).contains("direction 3 appears twice on square 1"));
    for position in [&[0u16, 0, 0][..], &[0, 9, 0], &[0, 1, 2], &[0, 1]] {
        assert!(bailey(false).pack(position).unwrap_err().contains("two different cells from 0 to 8"));
    }
}
