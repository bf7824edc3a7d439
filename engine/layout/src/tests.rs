use crate::random::Random;
use crate::stress::stress;
use crate::{Request, places};
use clew_core::watch::{Limit, Limits, Stop, Watch};

/// The rows of a map from its edges, each of them in both directions.
fn rows(states: usize, edges: &[(usize, usize)]) -> (Vec<u64>, Vec<u32>) {
    let mut neighbours = vec![Vec::new(); states];
    for &(one, two) in edges {
        neighbours[one].push(two as u32);
        neighbours[two].push(one as u32);
    }
    let mut indptr = vec![0u64];
    for row in &neighbours {
        indptr.push(indptr.last().unwrap() + row.len() as u64);
    }
    (indptr, neighbours.concat())
}

fn grid(side: usize) -> (Vec<u64>, Vec<u32>) {
    let across = (0..side * side).filter(|at| at % side + 1 < side).map(|at| (at, at + 1));
    let down = (0..side * (side - 1)).map(|at| (at, at + side));
    rows(side * side, &across.chain(down).collect::<Vec<_>>())
}

fn path(states: usize) -> (Vec<u64>, Vec<u32>) {
    rows(states, &(1..states).map(|at| (at - 1, at)).collect::<Vec<_>>())
}

fn request(threads: usize) -> Request {
    Request { start: 0, seed: 0, threads }
}

fn laid_out<const D: usize>((indptr, indices): &(Vec<u64>, Vec<u32>), threads: usize) -> Vec<f32> {
    places::<D>(indptr, indices, request(threads), &mut Watch::unlimited()).unwrap()
}

fn stress_of<const D: usize>(map: &(Vec<u64>, Vec<u32>), threads: usize) -> f64 {
    let places = laid_out::<D>(map, threads);
    stress(&map.0, &map.1, &places, D, threads, &mut Watch::unlimited()).unwrap()
}

#[test]
fn a_path_becomes_a_straight_line_of_its_length() {
    let map = path(300); // long enough for searches one by one
    let places = laid_out::<2>(&map, 1);
    let ends = [places[598] - places[0], places[599] - places[1]];
    let apart = ends[0].hypot(ends[1]);
    assert!((290.0..=300.0).contains(&apart), "299 moves are {apart} on paper");
    assert!(stress_of::<2>(&map, 1) < 1e-3);
}

#[test]
fn a_grid_lies_flat() {
    // Distances by moves on a grid are those of a square that stands on its corner: no plane has them quite.
    let flat = stress_of::<2>(&grid(30), 1);
    assert!(flat < 0.03, "stress {flat}");
}

#[test]
fn a_third_dimension_never_makes_it_worse() {
    let mut random = Random::new(5);
    for states in [40, 300] {
        let edges: Vec<_> = (1..states)
            .flat_map(|at| [(at, random.below(at as u64) as usize), (at, at - 1)])
            .filter(|(one, two)| one != two)
            .collect();
        let map = rows(states, &edges);
        let (flat, deep) = (stress_of::<2>(&map, 1), stress_of::<3>(&map, 1));
        assert!(deep <= flat, "{states} states: {deep} in space, {flat} on paper");
    }
}

#[test]
fn threads_change_nothing() {
    for (map, threads) in [(grid(20), 7), (path(300), 2)] {
        assert_eq!(laid_out::<2>(&map, threads), laid_out::<2>(&map, 1));
    }
}

#[test]
fn the_seed_decides() {
    let (indptr, indices) = grid(12);
    let with = |seed| {
        let request = Request { seed, ..request(1) };
        places::<2>(&indptr, &indices, request, &mut Watch::unlimited()).unwrap()
    };
    assert_eq!(with(7), with(7));
    assert_ne!(with(7), with(8));
}

#[test]
fn odd_maps_have_places_too() {
    let lonely = rows(1, &[]);
    let two = rows(2, &[(0, 1)]);
    let apart = rows(5, &[(0, 1), (2, 3)]); // no way from the start to three of them
    let looped = (vec![0, 2, 3], vec![0, 1, 0]); // a move that changes nothing
    for map in [lonely, two, apart, looped] {
        let places = laid_out::<2>(&map, 2);
        assert_eq!(places.len(), 2 * (map.0.len() - 1));
        assert!(places.iter().all(|place| place.is_finite()), "{places:?}");
    }
}

#[test]
fn one_way_moves_count_in_both_directions() {
    let ring: Vec<u32> = (0..40).map(|at| (at + 1) % 40).collect();
    let one_way = ((0..=40).collect::<Vec<u64>>(), ring);
    assert!(stress_of::<2>(&one_way, 1) < 0.1);
}

#[test]
fn limits_hold() {
    let (indptr, indices) = grid(100);
    let limited = |limits| {
        let mut watch = Watch::new(limits, Stop::default(), None);
        places::<2>(&indptr, &indices, request(2), &mut watch).map(|_| ())
    };
    assert_eq!(limited(Limits { memory: Some(1_000_000), ..Limits::default() }), Err(Limit::Memory));
    assert_eq!(limited(Limits { seconds: Some(0.0), ..Limits::default() }), Err(Limit::Seconds));
}
