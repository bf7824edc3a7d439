//! Routes: a traveller in a network of places, joined by one-way edges that have a cost.
//!
//! ```text
//!        (4,3)                places: points with whole coordinates
//!       ^  |                  ways:   0 -> 1 cost 5 (a ladder), 1 -> 2 cost 4 (a drop), 0 -> 2 cost 9
//!    5 /   | 4                goal:   one place
//!     /    v
//! (0,0) -> (4,0)
//!        9
//! ```
//!
//! The bound is the straight line to the goal, rounded down. It never overestimates, because the constructor
//! refuses a way that costs less than the straight line between its ends: by the triangle inequality no chain
//! of ways is then cheaper than the line between the first place and the last.
//!
//! Position: one number, the place. Move: (place from, place to).

use crate::any::{Shared, shared};
use crate::values::Values;
use crate::whole::{NOT_IN_PAGES, WHOLE};
use crate::puzzle::{Algorithm, DEAD_END, FARTHEST, Puzzle};

/// The greatest coordinate, and the greatest cost of a way.
pub const LARGEST: i32 = 1 << 20;

#[derive(Clone, Debug)]
pub struct Route {
    start: u16,
    goal: u16,
    places: Vec<[i32; 2]>,
    /// The ways out of each place: where to, at which cost; by place, at most one way to each.
    ways: Vec<Vec<(u16, u32)>>,
}

/// The straight line between two points, rounded down.
fn line(a: [i32; 2], b: [i32; 2]) -> u32 {
    let [dx, dy] = [0, 1].map(|axis| u64::from(a[axis].abs_diff(b[axis])));
    (dx * dx + dy * dy).isqrt() as u32
}

impl Route {
    /// From the place `start` to the place `goal`, over `ways` (from, to, cost). Of several ways between the
    /// same places the cheapest counts.
    pub fn new(places: &[[i32; 2]], ways: &[(u16, u16, u32)], start: u16, goal: u16) -> Result<Self, String> {
        let count = places.len();
        if count > usize::from(u16::MAX) {
            return Err(format!("there are {count} places; at most {} are possible", u16::MAX));
        }
        if let Some(far) = places.iter().position(|place| place.iter().any(|at| at.abs() > LARGEST)) {
            return Err(format!("place {far} lies beyond {LARGEST}"));
        }
        let mut out = vec![Vec::new(); count];
        for &(from, to, cost) in ways {
            let ends = [from, to].map(|end| places.get(usize::from(end)).copied());
            let [Some(a), Some(b)] = ends else {
                return Err(format!("the way {from} -> {to} leads outside the {count} places"));
            };
            let least = line(a, b).max(1);
            if cost < least || cost > LARGEST as u32 {
                return Err(format!(
                    "the way {from} -> {to} costs {cost}; it must cost at least its straight line, {least}, and at \
                     most {LARGEST}"
                ));
            }
            out[usize::from(from)].push((to, cost));
        }
        for ways in &mut out {
            ways.sort_unstable();
            ways.dedup_by_key(|&mut (to, _)| to);
        }
        // The cheapest route goes at most once out of each place.
        let dearest: u64 =
            out.iter().filter_map(|ways| ways.iter().map(|&(_, cost)| u64::from(cost)).max()).sum();
        if dearest > u64::from(FARTHEST) {
            return Err(format!(
                "the dearest ways out of all places cost {dearest} together; it must be at most {FARTHEST}, so that \
                 no route can cost more"
            ));
        }
        if usize::from(start.max(goal)) >= count {
            return Err(format!("start {start} and goal {goal} must be among the {count} places"));
        }
        Ok(Self { start, goal, places: places.to_vec(), ways: out })
    }
}

/// See [`Route::new`]: `places`, `ways`, `start`, `goal`.
pub fn make(values: &Values) -> Result<Shared, String> {
    if !WHOLE {
        return Err(NOT_IN_PAGES.to_owned());
    }
    let places: Vec<[i32; 2]> = values.get("places")?;
    let ways: Vec<(u16, u16, u32)> = values.get("ways")?;
    Ok(shared(Route::new(&places, &ways, values.get("start")?, values.get("goal")?)?))
}

impl Puzzle for Route {
    type State = u64;
    type Move = u16;

    fn initial(&self) -> u64 {
        u64::from(self.start)
    }

    fn moves(&self, state: u64, out: &mut Vec<u16>) {
        out.extend(self.ways[state as usize].iter().map(|&(to, _)| to));
    }

    fn apply(&self, _state: u64, to: u16) -> u64 {
        u64::from(to)
    }

    fn is_goal(&self, state: u64) -> bool {
        state == u64::from(self.goal)
    }

    fn cost(&self, state: u64, to: u16) -> u32 {
        let ways = &self.ways[state as usize];
        ways.binary_search_by_key(&to, |&(end, _)| end).map_or(DEAD_END, |at| ways[at].1)
    }

    fn unit_cost(&self) -> bool {
        false
    }

    // The straight line: see the module documentation.
    fn heuristic(&self, state: u64) -> u32 {
        line(self.places[state as usize], self.places[usize::from(self.goal)])
    }

    fn preferred(&self) -> (Algorithm, &'static str) {
        (Algorithm::AStar, "A*: the straight line to the goal is a bound that costs nothing")
    }

    fn goals(&self, limit: usize, out: &mut Vec<u64>) -> bool {
        let known = limit > 0;
        if known {
            out.push(u64::from(self.goal));
        }
        known
    }

    fn pack(&self, position: &[u16]) -> Result<u64, String> {
        match position {
            &[place] if usize::from(place) < self.places.len() => Ok(u64::from(place)),
            _ => Err(format!("a position is one place, from 0 to {}", self.places.len() - 1)),
        }
    }

    fn unpack(&self, state: u64) -> Vec<u16> {
        vec![state as u16]
    }

    fn describe(&self, state: u64, to: u16) -> Vec<u16> {
        vec![state as u16, to]
    }

    // The traveller, at the place after.
    fn landing(&self, _state: u64, to: u16) -> [u16; 2] {
        [0, to]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::check;
    use crate::search::astar::{astar, uniform_cost};
    use crate::watch::{Limits, Stop, Watch};

    fn unwatched() -> Watch<'static> {
        Watch::new(Limits::default(), Stop::default(), None)
    }

    /// A random network: a small linear congruential generator places points and ways.
    fn random(seed: u64) -> Route {
        let mut state = seed;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let places: Vec<[i32; 2]> = (0..24).map(|_| [next(200) as i32, next(200) as i32]).collect();
        let ways: Vec<(u16, u16, u32)> = (0..60)
            .map(|_| {
                let (from, to) = (next(24) as u16, next(24) as u16);
                let least = line(places[usize::from(from)], places[usize::from(to)]).max(1);
                (from, to, least + next(40) as u32)
            })
            .collect();
        Route::new(&places, &ways, 0, 1).unwrap()
    }

    #[test]
    fn ways_whose_costs_do_not_fit_32_bits_together_are_refused() {
        let chain = |ways: u16| {
            let places = vec![[0, 0]; usize::from(ways) + 1];
            let all: Vec<_> = (0..ways).map(|place| (place, place + 1, LARGEST as u32)).collect();
            Route::new(&places, &all, 0, ways)
        };
        let most = (FARTHEST / LARGEST as u32) as u16;
        let route = chain(most).unwrap();
        let found = astar(&route, route.initial(), &mut unwatched());
        assert_eq!(found.length, Some(FARTHEST));
        assert!(chain(most + 1).unwrap_err().contains("no route can cost more"));
    }

    #[test]
    fn random_networks_keep_the_laws() {
        for seed in 0..40 {
            check(&random(seed), 100).unwrap();
        }
    }

    #[test]
    fn the_bound_changes_work_but_not_the_answer() {
        let (mut guided, mut blind) = (0, 0);
        for seed in 0..40 {
            let route = random(seed);
            let a = astar(&route, 0, &mut unwatched());
            let b = uniform_cost(&route, 0, &mut unwatched());
            assert_eq!((a.status, a.length), (b.status, b.length), "seed {seed}");
            guided += a.work.expanded;
            blind += b.work.expanded;
        }
        assert!(guided < blind, "A* expanded {guided}, uniform cost {blind}");
    }

    #[test]
    fn a_way_below_its_straight_line_is_refused() {
        let message = Route::new(&[[0, 0], [3, 4]], &[(0, 1, 4)], 0, 1).unwrap_err();
        assert!(message.contains("at least its straight line, 5"), "{message}");
        assert!(Route::new(&[[0, 0]], &[(0, 1, 4)], 0, 0).is_err());
        assert!(Route::new(&[[0, 0]], &[], 0, 1).is_err());
    }

    #[test]
    fn of_two_ways_between_the_same_places_the_cheaper_counts() {
        let route = Route::new(&[[0, 0], [3, 4]], &[(0, 1, 9), (0, 1, 5)], 0, 1).unwrap();
        assert_eq!(astar(&route, 0, &mut unwatched()).length, Some(5));
    }
}
