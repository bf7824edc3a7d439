use super::*;
use clew_core::ranks::Words;
use clew_core::watch::Limits;
use clew_search::census::checkpoint::Checkpoints;
use clew_search::census::{Census, CensusRequest};

/// Panguru's graph for a triangle of that many rows: all pairs on a line.
fn lines(rows: usize) -> Vec<Vec<usize>> {
    let cells: Vec<(i32, i32)> =
        (0..rows as i32).flat_map(|row| (0..=row).map(move |column| (row, column))).collect();
    let on_a_line = |(r, c): (i32, i32), (s, d): (i32, i32)| r == s || c == d || r - c == s - d;
    let near = |&cell: &(i32, i32)| {
        (0..cells.len()).filter(|&other| cells[other] != cell && on_a_line(cell, cells[other])).collect()
    };
    cells.iter().map(near).collect()
}

fn grid(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let near = |cell: usize| {
        let (row, column) = (cell / columns, cell % columns);
        let mut list = Vec::new();
        list.extend((row > 0).then(|| cell - columns));
        list.extend((column > 0).then(|| cell - 1));
        list.extend((column + 1 < columns).then_some(cell + 1));
        list.extend((row + 1 < rows).then_some(cell + columns));
        list
    };
    (0..rows * columns).map(near).collect()
}

fn count(puzzle: &Pebbles<u64>, method: Option<Method>, threads: usize) -> Census<u64> {
    let request = CensusRequest { method, threads, checkpoints: Checkpoints::new(None, String::new()) };
    crate::pebbles::census::census(puzzle, request, &mut Watch::unlimited()).unwrap()
}

/// Neighbours, plates, pebbles.
type LevelMatrices = (Vec<Vec<usize>>, Vec<u16>, Vec<u16>);

#[test]
fn all_ways_and_threads_count_alike() {
    let boards: Vec<LevelMatrices> = vec![
        (grid(2, 4), vec![1, 2, 3, 4, 5, 6, 7, 0], vec![1, 2, 3, 4, 5, 6, 7, 0]),
        (grid(3, 3), vec![1, 1, 2, 2, 3, 3, 4, 4, 4], vec![1, 1, 2, 2, 3, 3, 4, 4, 0]),
        (lines(4), vec![1, 2, 3, 1, 2, 3, 4, 4, 5, 5], vec![0, 2, 3, 1, 2, 3, 4, 4, 5, 5]),
        (grid(1, 3), vec![1, 2, 0], vec![1, 2, 0]),
        (grid(2, 5), vec![0, 1, 1, 2, 2, 3, 3, 4, 4, 5], vec![1, 1, 2, 2, 3, 3, 4, 4, 5, 0]),
        // Goals whose holes have different colours, and goals in both halves.
        (grid(2, 4), vec![1, 2, 2, 3, 4, 5, 6, 7], vec![0, 1, 2, 3, 4, 5, 6, 7]),
        (grid(2, 4), vec![2, 1, 2, 3, 4, 5, 6, 7], vec![0, 1, 2, 3, 4, 5, 6, 7]),
        // Two parts that do not touch.
        (vec![vec![1], vec![0], vec![3], vec![2]], vec![1, 0, 2, 3], vec![1, 0, 2, 3]),
    ];
    for (neighbours, plates, pebbles) in boards {
        let puzzle = Pebbles::<u64>::new(&neighbours, &plates, &pebbles).unwrap();
        let expected = count(&puzzle, Some(Method::Hashed), 1);
        for method in [Method::Matrices, Method::Ranks] {
            for threads in [1, 3] {
                let found = count(&puzzle, Some(method), threads);
                assert_eq!(found.counts, expected.counts, "{method:?} on {threads} threads: {plates:?}");
                assert_eq!(found.total, expected.total);
                if found.hardest.len() < MOST_HARDEST {
                    assert_eq!(found.hardest, expected.hardest, "{method:?}: {plates:?}");
                }
            }
        }
    }
}

/// Also where the next level is found from the positions that are left, as the last ones of this board are.
#[test]
fn a_level_that_was_interrupted_can_be_begun_again() {
    for tokens in [[1, 1, 2, 2, 3, 3, 4, 4, 0], [1, 2, 3, 4, 5, 6, 7, 8, 0]] {
        interrupt_every_level(&Pebbles::<u64>::new(&grid(3, 3), &tokens, &tokens).unwrap());
    }
    // Not a chessboard: its holes may be anywhere.
    let tokens = [0, 1, 1, 2, 2, 3, 3, 4, 4, 4];
    interrupt_every_level(&Pebbles::<u64>::new(&lines(4), &tokens, &tokens).unwrap());
}

fn interrupt_every_level(puzzle: &Pebbles<u64>) {
    let expected = count(puzzle, Some(Method::Hashed), 1).counts;
    let free = &mut Watch::unlimited();
    let plan = Plan::new(puzzle, u64::MAX, free).unwrap().unwrap();
    let mut matrices = Matrices::new(puzzle, plan, free).unwrap();
    for (depth, &count) in (0..).zip(&expected).skip(1) {
        let stop = clew_core::watch::Stop::default();
        stop.set();
        let mut stopped = Watch::new(Limits::default(), stop, None);
        assert_eq!(matrices.advance(depth, 2, &mut stopped, Work::default()), Err(Limit::Interrupted));
        assert_eq!(matrices.advance(depth, 2, free, Work::default()), Ok(count), "level {depth}");
    }
    assert!(matrices.left.iter().all(|&left| left == 0));
}

#[test]
fn a_chessboard_of_different_pebbles_takes_half_a_bit_a_position_in_two_sets() {
    let bits_a_position = |neighbours: &[Vec<usize>], tokens: &[u16]| {
        let puzzle = Pebbles::<u64>::new(neighbours, tokens, tokens).unwrap();
        let free = &mut Watch::unlimited();
        let plan = Plan::new(&puzzle, u64::MAX, free).unwrap().unwrap();
        let matrices = Matrices::new(&puzzle, plan, free).unwrap();
        let words: usize = [&matrices.seen, &matrices.last, &matrices.next]
            .iter()
            .map(|sets| sets.words.iter().map(Vec::len).sum::<usize>())
            .sum();
        64.0 * words as f64 / Words::new(puzzle.counts()).unwrap().size() as f64
    };
    let different: Vec<u16> = (0..10).collect();
    let alike = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5];
    // Rows are of whole words of 64 bits: 60 of them used, and 30 to 60.
    assert!(bits_a_position(&grid(2, 5), &different) < 1.1);
    assert!((2.0..4.5).contains(&bits_a_position(&grid(2, 5), &alike)));
    assert!(bits_a_position(&lines(4), &alike) > 3.0);
}

#[test]
fn the_split_of_panguru_leaves_few_edges_across() {
    let mut neighbours = lines(5);
    for (one, two) in [(0, 4), (0, 12), (4, 12)] {
        neighbours[one].push(two);
        neighbours[two].push(one);
    }
    let plates: Vec<u16> = (0..15).collect();
    let puzzle = Pebbles::<u64>::new(&neighbours, &plates, &plates).unwrap();
    let split = split::Split::best(puzzle.graph(), u64::MAX, &mut Watch::unlimited()).unwrap();
    assert_eq!((split.a.len(), split.b.len()), (7, 7));
    assert!(split.across.len() <= 23, "{split:?}");
}

#[test]
fn memory_is_refused_before_it_is_taken() {
    let tokens: Vec<u16> = (0..12).collect();
    let puzzle = Pebbles::<u64>::new(&grid(3, 4), &tokens, &tokens).unwrap();
    for (method, memory) in [(None, 10_000_000), (Some(Method::Matrices), 50_000_000)] {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let mut watch = Watch::new(limits, clew_core::watch::Stop::default(), None);
        let request =
            CensusRequest { method, threads: 1, checkpoints: Checkpoints::new(None, String::new()) };
        let census = crate::pebbles::census::census(&puzzle, request, &mut watch).unwrap();
        assert_eq!((census.limit, census.total), (Some(Limit::Memory), Some(479_001_600)));
    }
}

#[test]
fn more_positions_than_the_limit_of_states_are_refused_before_the_tables() {
    let tokens: Vec<u16> = (0..13).collect();
    let puzzle = Pebbles::<u64>::new(&grid(1, 13), &tokens, &tokens).unwrap();
    for method in [None, Some(Method::Matrices), Some(Method::Ranks)] {
        let limits = Limits { states: Some(6_227_020_799), ..Limits::default() };
        let mut watch = Watch::new(limits, clew_core::watch::Stop::default(), None);
        let request =
            CensusRequest { method, threads: 1, checkpoints: Checkpoints::new(None, String::new()) };
        let census = crate::pebbles::census::census(&puzzle, request, &mut watch).unwrap();
        assert_eq!((census.limit, census.total), (Some(Limit::States), Some(6_227_020_800)));
        assert!(census.counts.is_empty() && watch.phase == "search", "no table was begun");
    }
}
