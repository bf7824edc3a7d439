use super::bound::Bound;
use super::graph::boards;
use super::*;
use clew_core::cases;
use clew_core::packed::{Packed, Wide};
use clew_core::puzzle::{Algorithm, DEAD_END, Puzzle};
use clew_search::laws;
use proptest::prelude::*;

const EXAMPLE_PLATES: &str = "WCBRBOGYGPCORPY";

/// One token a character, `-` for the hole.
fn tokens(text: &str) -> Vec<u16> {
    text.bytes().map(|byte| if byte == b'-' { 0 } else { u16::from(byte) }).collect()
}

fn panguru(plates: &str, pebbles: &str) -> Pebbles<u64> {
    Pebbles::new(&boards::panguru(), &tokens(plates), &tokens(pebbles)).unwrap()
}

/// The fewest moves, by iterative deepening on the bound (Korf 1985).
fn ida_star<W: Packed>(puzzle: &Pebbles<W>) -> u32 {
    fn within<W: Packed>(puzzle: &Pebbles<W>, state: W, last: Option<W>, left: u32) -> bool {
        if puzzle.heuristic(state) > left {
            return false;
        }
        let mut found = left == 0 || puzzle.is_goal(state);
        puzzle.successors(state, |_, after| {
            found = found || Some(after) != last && within(puzzle, after, Some(state), left - 1);
        });
        found
    }
    let start = puzzle.initial();
    assert_ne!(puzzle.heuristic(start), DEAD_END);
    (puzzle.heuristic(start)..).find(|&left| within(puzzle, start, None, left)).unwrap()
}

#[test]
fn known_panguru_boards_take_their_moves() {
    assert_eq!(ida_star(&panguru(EXAMPLE_PLATES, "-PCBRYOGYGBCORP")), 16);
    assert_eq!(ida_star(&panguru("PGYGOYRWROBCPCB", "-YGCBPCGPYORORB")), 18);
    assert_eq!(ida_star(&panguru(EXAMPLE_PLATES, EXAMPLE_PLATES.replace('W', "-").as_str())), 0);
}

/// Undirected graphs of 2 to 6 cells, not all connected, with plates and pebbles in every proportion.
fn small_boards() -> impl Strategy<Value = (Vec<Vec<usize>>, Vec<u16>, Vec<u16>)> {
    (2usize..=6).prop_flat_map(|cells| {
        let pairs: Vec<_> = (0..cells).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
        let edges = prop::collection::vec(prop::bool::weighted(0.5), pairs.len());
        let plates = prop::collection::vec(prop_oneof![1 => Just(0u16), 5 => 1u16..=60], cells);
        (edges, plates, 1u16..=6, Just((0..cells).collect::<Vec<_>>()).prop_shuffle(), 1..=cells).prop_map(
            move |(edges, plates, kinds, order, holes)| {
                let edges: Vec<_> =
                    pairs.iter().zip(edges).filter(|(_, keep)| *keep).map(|(e, _)| *e).collect();
                // Ids far apart: the family numbers them densely.
                let plates: Vec<u16> =
                    plates.into_iter().map(|id| if id == 0 { 0 } else { 1000 * (id % kinds + 1) }).collect();
                let mut pebbles: Vec<u16> = order.iter().map(|&home| plates[home]).collect();
                pebbles[..holes.min(3)].fill(0);
                (boards::of_edges(order.len(), &edges), plates, pebbles)
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(125)))]

    #[test]
    fn random_boards_keep_the_laws((neighbours, plates, pebbles) in small_boards()) {
        let puzzle = Pebbles::<u64>::new(&neighbours, &plates, &pebbles).unwrap();
        let checked = laws::check(&puzzle, 10_000);
        prop_assert!(checked.is_ok(), "{checked:?}");
        let wide = Pebbles::<Wide<8>>::new(&neighbours, &plates, &pebbles).unwrap();
        prop_assert_eq!(laws::check(&wide, 10_000), checked.clone());
        let mut frugal = puzzle;
        frugal.bound = Bound::with_budget(&frugal.graph, &frugal.plates, &frugal.counts, 0);
        prop_assert_eq!(laws::check(&frugal, 10_000), checked);
    }
}

#[test]
fn grids_keep_the_laws_with_distinct_and_with_equal_tokens() {
    let distinct =
        Pebbles::<u64>::new(&boards::grid(2, 4), &[1, 2, 3, 4, 5, 6, 7, 0], &[7, 0, 4, 1, 2, 6, 3, 5]);
    let checked = laws::check(&distinct.unwrap(), 100_000).unwrap();
    assert_eq!(checked.states, 20_160, "half of 8!");
    let pairs =
        Pebbles::<u128>::new(&boards::grid(2, 4), &[1, 1, 2, 2, 3, 3, 0, 0], &[3, 0, 2, 1, 0, 1, 3, 2]);
    let checked = laws::check(&pairs.unwrap(), 100_000).unwrap();
    assert_eq!(checked.states, 2_520, "8! / 2^4");
    assert!(checked.optimum.is_some());
}

/// On 2 x 3 cells the bound says DEAD_END exactly for the positions that the goals do not reach.
#[test]
fn parity_tells_every_unsolvable_position_of_distinct_tokens() {
    for (plates, unsolvable) in
        [([1, 2, 3, 4, 5, 0], 360), ([1, 2, 1, 3, 4, 5], 0), ([1, 1, 2, 3, 4, 5], 360)]
    {
        let puzzle = Pebbles::<u64>::new(&boards::grid(2, 3), &plates, &[0, 1, 2, 3, 4, 5]).unwrap();
        let mut solvable = Vec::new();
        assert!(puzzle.goals(10, &mut solvable));
        let mut next = 0;
        while next < solvable.len() {
            puzzle.successors(solvable[next], |_, after| {
                if !solvable.contains(&after) {
                    solvable.push(after);
                }
            });
            next += 1;
        }
        assert_eq!(solvable.len(), 720 - unsolvable, "{plates:?}");
        let mut dead = 0;
        permutations(&mut [0, 1, 2, 3, 4, 5], 0, &mut |position| {
            let state = puzzle.pack(position).unwrap();
            let is_dead = puzzle.heuristic(state) == DEAD_END;
            assert_eq!(is_dead, !solvable.contains(&state), "{plates:?} {position:?}");
            dead += usize::from(is_dead);
        });
        assert_eq!(dead, unsolvable, "{plates:?}");
    }
}

fn permutations(items: &mut [u16; 6], from: usize, visit: &mut impl FnMut(&[u16])) {
    if from == items.len() {
        visit(items);
    }
    for i in from..items.len() {
        items.swap(from, i);
        permutations(items, from + 1, visit);
        items.swap(from, i);
    }
}

#[test]
fn a_pebble_that_cannot_come_home_is_a_dead_end() {
    let neighbours = boards::of_edges(4, &[(0, 1), (2, 3)]);
    let new = |pebbles| Pebbles::<u64>::new(&neighbours, &[1, 0, 1, 0], pebbles).unwrap();
    let (apart, home) = (new(&[0, 1, 1, 0]), new(&[1, 1, 0, 0]));
    assert_eq!(apart.heuristic(apart.initial()), 1);
    assert_eq!(home.heuristic(home.initial()), DEAD_END, "both pebbles on one side, a plate on each");
}

#[test]
fn the_search_suits_the_board() {
    let algorithm = |neighbours: &[Vec<usize>], plates: &[u16], pebbles: &[u16]| {
        Pebbles::<u128>::new(neighbours, plates, pebbles).unwrap().preferred().0
    };
    let fifteen: Vec<u16> = (0..16).collect();
    assert_eq!(algorithm(&boards::grid(4, 4), &fifteen, &fifteen), Algorithm::IdaStar);
    assert_eq!(algorithm(&boards::grid(1, 16), &fifteen, &fifteen), Algorithm::AStar, "a path mixes nothing");
    assert_eq!(
        algorithm(&boards::grid(3, 3), &fifteen[..9], &fifteen[..9]),
        Algorithm::AStar,
        "few positions"
    );
    let holes: Vec<u16> = (0..16).map(|token: u16| token.saturating_sub(3)).collect();
    assert_eq!(algorithm(&boards::grid(4, 4), &holes, &holes), Algorithm::AStar, "several holes");
}

#[test]
fn large_boards_fit_the_word_that_bits_names() {
    let distinct: Vec<u16> = (0..121).collect();
    assert_eq!(bits(16, 15), 64);
    assert_eq!(bits(15, 7), 64);
    assert_eq!(bits(25, 24), 192);
    assert!(bits(MAX_CELLS, MAX_CELLS - 1) <= Wide::<16>::BITS);
    let mut swapped = distinct.clone();
    swapped.swap(119, 120);
    let neighbours = boards::grid(11, 11);
    let puzzle = Pebbles::<Wide<16>>::new(&neighbours, &distinct, &swapped).unwrap();
    assert_eq!(puzzle.unpack(puzzle.initial()), swapped);
    assert_eq!(puzzle.heuristic(puzzle.initial()), DEAD_END, "one exchange is odd");
    let mut after = Vec::new();
    puzzle.successors(puzzle.initial(), |hop, state| after.push((hop.from, hop.to, puzzle.unpack(state)[0])));
    assert_eq!(after, [(1, 0, 1), (11, 0, 11)]);
    let error = Pebbles::<Wide<8>>::new(&neighbours, &distinct, &swapped).unwrap_err();
    assert!(error.contains("needs a state of 896 bits"), "{error}");
}

#[test]
fn all_goals_are_named_up_to_the_limit() {
    // Two of four plates 1 and one of two plates 2 stay uncovered: 6 * 2 goals.
    let puzzle = Pebbles::<u64>::new(&boards::grid(2, 3), &[1, 1, 1, 1, 2, 2], &[2, 1, 0, 1, 0, 0]).unwrap();
    let mut goals = Vec::new();
    assert!(!puzzle.goals(11, &mut goals) && goals.is_empty());
    assert!(puzzle.goals(12, &mut goals));
    goals.sort_unstable();
    goals.dedup();
    assert_eq!(goals.len(), 12);
    assert!(goals.iter().all(|&goal| puzzle.is_goal(goal)));
}

#[test]
fn bad_boards_and_positions_are_named() {
    let line = boards::grid(1, 3);
    let error = |plates: &[u16], pebbles: &[u16]| Pebbles::<u64>::new(&line, plates, pebbles).unwrap_err();
    assert!(error(&[1, 2], &[0, 1, 2]).contains("2 plates for 3 cells"));
    assert!(error(&[1, 2, 0], &[0, 1]).contains("2 pebbles for 3 cells"));
    assert!(error(&[1, 2, 3], &[1, 2, 3]).contains("no hole"));
    assert!(error(&[1, 2, 0], &[1, 1, 0]).contains("token 1 has 2 pebbles but 1 plates"));
    let puzzle = Pebbles::<u64>::new(&line, &[1, 2, 0], &[0, 1, 2]).unwrap();
    assert!(puzzle.pack(&[0, 1]).unwrap_err().contains("each of the 3 cells, not 2"));
    assert!(puzzle.pack(&[0, 1, 9]).unwrap_err().contains("token 9 at cell 2"));
    assert!(puzzle.pack(&[0, 1, 1]).unwrap_err().contains("1 pebbles of token 1, at cell 2"));
    assert!(puzzle.pack(&[0, 0, 1]).unwrap_err().contains("1 holes of token 0, at cell 1"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(50)))]

    #[test]
    fn large_boards_keep_the_laws_and_have_the_answers_of_small_ones((neighbours, plates, pebbles) in small_boards()) {
        let small = laws::check(&Pebbles::<u64>::new(&neighbours, &plates, &pebbles).unwrap(), 10_000);
        let large = large::LargePebbles::<Wide<16>>::new(&neighbours, &plates, &pebbles, 0).unwrap();
        prop_assert_eq!(laws::check(&large, 10_000), small);
    }
}

#[test]
fn the_largest_board_holds_distinct_tokens() {
    let tokens: Vec<u16> = (0..512).collect();
    let mut swapped = tokens.clone();
    swapped.swap(510, 511);
    let neighbours = boards::grid(16, 32);
    let puzzle = large::LargePebbles::<Wide<74>>::new(&neighbours, &tokens, &swapped, 0).unwrap();
    assert_eq!(puzzle.unpack(puzzle.initial()), swapped);
    assert_eq!(puzzle.heuristic(puzzle.initial()), DEAD_END, "one exchange is odd");
    let lines = large::LargePebbles::<Wide<74>>::new(&neighbours, &tokens, &tokens, 32).unwrap();
    let mut moves = Vec::new();
    lines.moves(lines.initial(), &mut moves);
    assert_eq!(moves.len(), 31 + 15);
    for hop in moves {
        let mut after = None;
        lines.successors(lines.initial(), |other, state| after = after.or((other == hop).then_some(state)));
        assert_eq!(after, Some(lines.apply(lines.initial(), hop)));
    }
    assert!(large::LargePebbles::<Wide<16>>::new(&neighbours, &tokens, &tokens, 0).is_err());
}
