//! From first places to good ones.
//!
//! ```text
//!      pivot p                     p would have x at distance d, and x stands at r:
//!        *. . . . . d . . . .      x goes towards the place at d by a share of the way,
//!         \ . . . r . . x          min(1, eta * w) / 2, and eta falls from round to round
//! ```
//!
//! A round moves the pivots among themselves, then every state by the pivots, which stand still meanwhile, then all
//! states by their neighbours' old places. So no state writes what another reads, whatever the number of threads.
//! Pivots pull in another order in every round: with one order for all, roads that should lie on two sides of a tangle
//! often end up on one.
//!
//! Majorisation at the end sets every state to the mean of the places where pivots and neighbours would have it
//! (Gansner, Koren and North 2004, "Graph Drawing by Stress Majorization"): it smooths out what is left of the last
//! steps' noise.

use std::ops::Range;

use crate::adjacency::Adjacency;
use crate::columns::{Columns, UNKNOWN, share, watched};
use crate::pivots::Pivots;
use crate::random::Random;
use crate::tile::{LANES, Tile};
use clew_core::watch::{Limit, Watch};

/// A map of more states has fewer rounds and more polish.
const LARGE: usize = 200_000;
/// No state stands nearer to another than this, for the division.
const LEAST: f32 = 1e-4;
/// The share of a step that all neighbours of a state together may ask for.
const MOST_BY_EDGES: f32 = 0.7;
/// Pivots that are moved together. One after the other, each would wait for the root and the division of the one
/// before: at a thousand states that was a third of all time.
const BLOCK: usize = 16;

/// How strongly states are held, and for how long they are moved.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The weight of each pivot for a state at each distance, and last, for states without a way to it: nothing.
    weights: Vec<Vec<f32>>,
    /// The weight of an edge.
    edge: f32,
    /// What eta is in each round.
    etas: Vec<f32>,
    sweeps: usize,
}

impl Plan {
    /// From the regions of the pivots: a pivot at distance d weighs s / d², where s states of its region are no farther
    /// from it than d / 2.
    #[must_use]
    pub fn new(adjacency: &Adjacency, pivots: &Pivots, columns: &Columns) -> Self {
        let longest = usize::from(columns.longest);
        let weight = |within: &[u32], far: usize| {
            let region = within[(far / 2).min(within.len() - 1)];
            if far < 2 { 0.0 } else { region as f32 / (far * far) as f32 }
        };
        let of_pivot =
            |within: &Vec<u32>| (0..=longest).map(|far| weight(within, far)).chain([0.0]).collect();
        let weights: Vec<Vec<f32>> = pivots.within.iter().map(of_pivot).collect();

        let (sum, least, most) = Self::met(&weights, columns);
        // Where pivots outweigh edges by far, edges would be torn apart, which shows as stray spikes.
        let long_and_thin = longest * longest > 4 * columns.states;
        let share = if long_and_thin || columns.states > LARGE { 1.0 } else { 0.3 };
        let degree = adjacency.mean_degree().max(1.0);
        let edge = (share * sum / columns.states as f64 / degree).max(1.0) as f32;
        let (rounds, sweeps) = if columns.states > LARGE { (12, 10) } else { (45, 5) };
        let etas = falling(1.0 / f64::from(least.min(edge)), 0.1 / f64::from(most.max(1.0)), rounds);
        Self { weights, edge, etas, sweeps }
    }

    /// The sum of all weights over states and pivots, the least and the greatest: of those that occur.
    fn met(weights: &[Vec<f32>], columns: &Columns) -> (f64, f32, f32) {
        let (mut sum, mut least, mut most) = (0.0, f32::INFINITY, 0.0f32);
        for (pivot, weights) in weights.iter().enumerate() {
            let mut counts = vec![0u64; weights.len()];
            for tile in 0..columns.states.div_ceil(LANES) {
                let lanes = LANES.min(columns.states - tile * LANES);
                for &far in columns.tile(tile, pivot)[..lanes].iter().filter(|&&far| far != UNKNOWN) {
                    counts[usize::from(far)] += 1;
                }
            }
            for (&weight, &count) in weights.iter().zip(&counts) {
                if count > 0 && weight > 0.0 {
                    sum += f64::from(weight) * count as f64;
                    (least, most) = (least.min(weight), most.max(weight));
                }
            }
        }
        (sum, least.min(1.0), most)
    }
}

/// Numbers from `first` to `last`, each the same multiple of the one before. The multiple is found by halving, because
/// powers are not rounded in the same way by all libraries.
fn falling(first: f64, last: f64, count: usize) -> Vec<f32> {
    let (mut low, mut high) = (0.0f64, 1.0f64);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let end = (1..count).fold(first, |value, _| value * middle);
        if end > last { high = middle } else { low = middle }
    }
    std::iter::successors(Some(first), |value| Some(value * low))
        .take(count)
        .map(|value| value as f32)
        .collect()
}

/// A layout under way.
pub struct Relaxation<'a, const D: usize> {
    pub adjacency: &'a Adjacency,
    pub columns: &'a Columns,
    pub plan: &'a Plan,
    pub tiles: Vec<Tile<D>>,
    /// Draws the order of the pivots in each round.
    pub random: Random,
}

impl<const D: usize> Relaxation<'_, D> {
    /// All rounds and the polish.
    pub fn run(&mut self, threads: usize, watch: &mut Watch) -> Result<(), Limit> {
        let between = self.between_pivots();
        for &eta in &self.plan.etas {
            watch.look()?;
            let steps = self.steps(eta);
            let order = self.random.order(self.columns.pivots.len());
            let pivots = self.move_pivots(&between, &steps, &order);
            self.by_pivots(&pivots, &steps, &order, threads, watch)?;
            self.put_pivots(&pivots);
            self.by_edges(eta, threads, watch)?;
        }
        for _ in 0..self.plan.sweeps {
            self.majorise(threads, watch)?;
        }
        Ok(())
    }

    /// The share of the way that a state goes for each pivot and distance.
    fn steps(&self, eta: f32) -> Vec<Vec<f32>> {
        let step = |&weight: &f32| 0.5 * (eta * weight).min(1.0);
        self.plan.weights.iter().map(|weights| weights.iter().map(step).collect()).collect()
    }

    fn place(&self, state: u32) -> [f32; D] {
        let (tile, lane) = (state as usize / LANES, state as usize % LANES);
        std::array::from_fn(|axis| self.tiles[tile][axis][lane])
    }

    fn put_pivots(&mut self, places: &[[f32; D]]) {
        for (&pivot, place) in self.columns.pivots.iter().zip(places) {
            for (axis, &along) in place.iter().enumerate() {
                self.tiles[pivot as usize / LANES][axis][pivot as usize % LANES] = along;
            }
        }
    }

    /// How far each pivot is from each other one: `far[other * pivots + pivot]`.
    fn between_pivots(&self) -> Vec<u16> {
        let pivots = &self.columns.pivots;
        let to = |other| pivots.iter().map(move |&pivot| self.columns.get(pivot as usize, other));
        (0..pivots.len()).flat_map(to).collect()
    }

    /// The pivots' new places: a block is moved by all others, one after the other, where they stand by then.
    fn move_pivots(&self, between: &[u16], steps: &[Vec<f32>], order: &[usize]) -> Vec<[f32; D]> {
        let mut places: Vec<_> = self.columns.pivots.iter().map(|&pivot| self.place(pivot)).collect();
        let mut step = [0.0; BLOCK];
        for block in order.chunks(BLOCK) {
            // In a block that is not full, the last pivot is moved several times, always to the same place.
            let moved: [usize; BLOCK] = std::array::from_fn(|lane| block[lane.min(block.len() - 1)]);
            let mut group: [[f32; BLOCK]; D] =
                std::array::from_fn(|axis| moved.map(|pivot| places[pivot][axis]));
            for &other in order {
                let row = &between[other * order.len()..][..order.len()];
                let far = moved.map(|pivot| row[pivot]);
                look_up(&steps[other], &far, &mut step);
                by_pivot(&mut group, &places[other], &far, &step);
            }
            for (lane, &pivot) in block.iter().enumerate() {
                places[pivot] = std::array::from_fn(|axis| group[axis][lane]);
            }
        }
        places
    }

    /// Every state by all pivots, one after the other.
    fn by_pivots(
        &mut self,
        pivots: &[[f32; D]],
        steps: &[Vec<f32>],
        order: &[usize],
        threads: usize,
        watch: &mut Watch,
    ) -> Result<(), Limit> {
        let (columns, share) = (self.columns, share(self.columns.states, threads));
        let mut parts: Vec<_> = self.tiles.chunks_mut(share).enumerate().collect();
        watched(&mut parts, threads, watch, |(part, tiles)| {
            let mut step = [0.0; LANES];
            for (at, tile) in tiles.iter_mut().enumerate() {
                for &number in order {
                    let far = columns.tile(*part * share + at, number);
                    look_up(&steps[number], far, &mut step);
                    by_pivot(tile, &pivots[number], far, &step);
                }
            }
        })?;
        Ok(())
    }

    /// Every state by its neighbours, all from the places before.
    fn by_edges(&mut self, eta: f32, threads: usize, watch: &mut Watch) -> Result<(), Limit> {
        let step = 0.5 * (eta * self.plan.edge).min(1.0);
        self.by_old_places(threads, watch, |old, number, tile| {
            for state in old.states_of(number) {
                let neighbours = old.adjacency.of(state);
                let step = step.min(MOST_BY_EDGES / neighbours.len() as f32);
                let place = old.place(state as u32);
                let mut moved = place;
                for &other in neighbours {
                    let other = old.place(other);
                    let pull = step * (1.0 - 1.0 / apart(&place, &other));
                    for axis in 0..D {
                        moved[axis] -= pull * (place[axis] - other[axis]);
                    }
                }
                for axis in 0..D {
                    tile[axis][state % LANES] = moved[axis];
                }
            }
        })
    }

    /// Every state to the mean of where all would have it.
    fn majorise(&mut self, threads: usize, watch: &mut Watch) -> Result<(), Limit> {
        let pivots: Vec<_> = self.columns.pivots.iter().map(|&pivot| self.place(pivot)).collect();
        self.by_old_places(threads, watch, |old, number, tile| {
            let (mut sums, mut total, mut weight) = ([[0.0f32; LANES]; D], [0.0f32; LANES], [0.0f32; LANES]);
            for (at, (pivot, weights)) in pivots.iter().zip(&old.plan.weights).enumerate() {
                let far = old.columns.tile(number, at);
                look_up(weights, far, &mut weight);
                add_wanted(&mut sums, &mut total, &old.tiles[number], pivot, far, &weight);
            }
            let edge = old.plan.edge;
            for state in old.states_of(number) {
                let lane = state % LANES;
                let place = old.place(state as u32);
                for &other in old.adjacency.of(state) {
                    let other = old.place(other);
                    let pull = 1.0 / apart(&place, &other);
                    for axis in 0..D {
                        sums[axis][lane] += edge * (other[axis] + pull * (place[axis] - other[axis]));
                    }
                    total[lane] += edge;
                }
                if total[lane] > 0.0 {
                    for axis in 0..D {
                        tile[axis][lane] = sums[axis][lane] / total[lane];
                    }
                }
            }
        })
    }

    fn states_of(&self, tile: usize) -> Range<usize> {
        tile * LANES..self.columns.states.min((tile + 1) * LANES)
    }

    /// Changes each tile by the places that all states had before.
    fn by_old_places(
        &mut self,
        threads: usize,
        watch: &mut Watch,
        change: impl Fn(&Self, usize, &mut Tile<D>) + Sync,
    ) -> Result<(), Limit> {
        let share = share(self.columns.states, threads);
        let mut fresh = self.tiles.clone();
        let mut parts: Vec<_> = fresh.chunks_mut(share).enumerate().collect();
        let old: &Self = self;
        watched(&mut parts, threads, watch, |(part, tiles)| {
            for (at, tile) in tiles.iter_mut().enumerate() {
                change(old, *part * share + at, tile);
            }
        })?;
        drop(parts);
        self.tiles = fresh;
        Ok(())
    }
}

/// How far two places are apart, never 0.
#[inline(always)]
fn apart<const D: usize>(first: &[f32; D], second: &[f32; D]) -> f32 {
    let mut squares = LEAST * LEAST;
    for axis in 0..D {
        let side = first[axis] - second[axis];
        squares += side * side;
    }
    squares.sqrt()
}

/// What a pivot has at each distance, of a weight or of a step; the last of them where no path leads.
#[inline(always)]
fn look_up<const L: usize>(at: &[f32], far: &[u16; L], into: &mut [f32; L]) {
    let unknown = at.len() - 1;
    for (found, &far) in into.iter_mut().zip(far) {
        *found = at[usize::from(far).min(unknown)];
    }
}

/// The squares of the distances of a group of states from a pivot, never 0: [`apart`] for each lane, before the root.
#[inline(always)]
fn squares<const D: usize, const L: usize>(group: &[[f32; L]; D], pivot: &[f32; D]) -> [f32; L] {
    let mut squares = [LEAST * LEAST; L];
    for axis in 0..D {
        for lane in 0..L {
            let side = group[axis][lane] - pivot[axis];
            squares[lane] += side * side;
        }
    }
    squares
}

/// Moves each of a group of states by its step towards where it would be `far` from a pivot, in a form that compilers
/// turn into instructions for many lanes. A pivot does not move itself: nearer than two moves, no step is taken.
#[inline(always)]
fn by_pivot<const D: usize, const L: usize>(
    group: &mut [[f32; L]; D],
    pivot: &[f32; D],
    far: &[u16; L],
    step: &[f32; L],
) {
    let mut pull = squares(group, pivot);
    for lane in 0..L {
        pull[lane] = step[lane] * (1.0 - f32::from(far[lane]) / pull[lane].sqrt());
    }
    for axis in 0..D {
        for lane in 0..L {
            group[axis][lane] -= pull[lane] * (group[axis][lane] - pivot[axis]);
        }
    }
}

/// Adds, for each lane, the place where a pivot would have it, by its weight.
#[inline(always)]
fn add_wanted<const D: usize>(
    sums: &mut Tile<D>,
    total: &mut [f32; LANES],
    tile: &Tile<D>,
    pivot: &[f32; D],
    far: &[u16; LANES],
    weight: &[f32; LANES],
) {
    let mut pull = squares(tile, pivot);
    for lane in 0..LANES {
        pull[lane] = f32::from(far[lane]) / pull[lane].sqrt();
        total[lane] += weight[lane];
    }
    for axis in 0..D {
        for lane in 0..LANES {
            let wanted = pivot[axis] + pull[lane] * (tile[axis][lane] - pivot[axis]);
            sums[axis][lane] += weight[lane] * wanted;
        }
    }
}
