//! First places: classical scaling of the columns (Pivot MDS).
//!
//! If states had places whose distances were those of the columns, the columns' squares, centred and halved, would be
//! the products of a state's place and the pivots' places. The directions in which these products vary most are the
//! axes of the plane that keeps most of them; they are found by multiplying vectors with the matrix again and again.

use crate::columns::{Columns, UNKNOWN, share, watched};
use crate::random::Random;
use crate::tile::{LANES, Request, Tile};
use clew_core::watch::{Limit, Watch};

/// States that stand for all where the axes are found.
const SAMPLE: usize = 4096;
/// Multiplications: more make no visible difference.
const ROUNDS: usize = 60;
/// Rows that are multiplied at once: the products are too many to be read from near memory once more for each row.
const TOGETHER: usize = 4;
/// Moves by which states are set apart by chance, so that none stand in one place.
const APART: f32 = 0.05;

/// The squares of a state's distances, centred by rows and columns, and halved.
struct Centred<'a> {
    columns: &'a Columns,
    /// The mean of each column, less the mean of all.
    means: Vec<f64>,
}

impl<'a> Centred<'a> {
    fn new(columns: &'a Columns, sample: &[usize]) -> Self {
        let mut means = vec![0.0; columns.pivots.len()];
        for &state in sample {
            for (pivot, mean) in means.iter_mut().enumerate() {
                *mean += square(columns, state, pivot);
            }
        }
        for mean in &mut means {
            *mean /= sample.len() as f64;
        }
        let all = means.iter().sum::<f64>() / means.len() as f64;
        for mean in &mut means {
            *mean -= all;
        }
        Self { columns, means }
    }

    fn row(&self, state: usize, row: &mut [f64]) {
        for (pivot, value) in row.iter_mut().enumerate() {
            *value = square(self.columns, state, pivot);
        }
        let mean = row.iter().sum::<f64>() / row.len() as f64;
        for (value, column) in row.iter_mut().zip(&self.means) {
            *value = -0.5 * (*value - mean - column);
        }
    }
}

fn square(columns: &Columns, state: usize, pivot: usize) -> f64 {
    let far = columns.get(state, pivot);
    let far = f64::from(if far == UNKNOWN { columns.longest } else { far });
    far * far
}

/// Places for all states, in the unit that fits best.
pub fn places<const D: usize>(
    columns: &Columns,
    request: Request,
    watch: &mut Watch,
) -> Result<Vec<Tile<D>>, Limit> {
    let (states, count) = (columns.states, columns.pivots.len());
    let sampled = states.min(SAMPLE);
    let sample: Vec<_> = (0..sampled).map(|at| at * states / sampled).collect();
    let centred = Centred::new(columns, &sample);
    let products = products(&centred, &sample, watch)?;
    let axes = axes::<D>(&products, count);

    let mut tiles = vec![[[0.0f32; LANES]; D]; states.div_ceil(LANES)];
    let share = share(states, request.threads);
    let mut parts: Vec<_> = tiles.chunks_mut(share).enumerate().collect();
    watched(&mut parts, request.threads, watch, |(part, tiles)| {
        let mut row = vec![0.0; count];
        for (at, tile) in tiles.iter_mut().enumerate() {
            let begin = (*part * share + at) * LANES;
            for state in begin..states.min(begin + LANES) {
                centred.row(state, &mut row);
                for (axis, along) in axes.iter().zip(tile.iter_mut()) {
                    along[state - begin] = dot(&row, axis) as f32;
                }
            }
        }
    })?;
    drop(parts);
    let unit = unit(columns, &sample, &tiles);
    let mut random = Random::new(request.seed);
    for tile in &mut tiles {
        for along in tile.iter_mut() {
            for place in along {
                *place = *place * unit + APART * random.either_side();
            }
        }
    }
    Ok(tiles)
}

/// The products of all pairs of columns over the sample; only the upper half is filled, then mirrored.
fn products(centred: &Centred, sample: &[usize], watch: &mut Watch) -> Result<Vec<f64>, Limit> {
    let count = centred.means.len();
    let mut products = vec![0.0; count * count];
    let mut rows = [const { Vec::new() }; TOGETHER];
    for states in sample.chunks(TOGETHER) {
        watch.tick()?;
        for (number, row) in rows.iter_mut().enumerate() {
            row.clear();
            row.resize(count, 0.0);
            if let Some(&state) = states.get(number) {
                centred.row(state, row);
            }
        }
        for first in 0..count {
            let [one, two, three, four] = rows.each_ref().map(|row| &row[first..]);
            let line = &mut products[first * count + first..(first + 1) * count];
            for ((((sum, at_one), at_two), at_three), at_four) in
                line.iter_mut().zip(one).zip(two).zip(three).zip(four)
            {
                *sum += one[0] * at_one + two[0] * at_two + three[0] * at_three + four[0] * at_four;
            }
        }
    }
    for first in 0..count {
        for second in first + 1..count {
            products[second * count + first] = products[first * count + second];
        }
    }
    Ok(products)
}

/// The directions that a symmetric matrix stretches most, at right angles to each other.
fn axes<const D: usize>(matrix: &[f64], count: usize) -> [Vec<f64>; D] {
    let mut random = Random::new(1);
    let mut axes: [Vec<f64>; D] =
        std::array::from_fn(|_| (0..count).map(|_| f64::from(random.either_side())).collect());
    for _ in 0..ROUNDS {
        for number in 0..D {
            let mut along: Vec<f64> =
                (0..count).map(|row| dot(&matrix[row * count..][..count], &axes[number])).collect();
            for before in &axes[..number] {
                let part = dot(&along, before);
                along.iter_mut().zip(before).for_each(|(value, other)| *value -= part * other);
            }
            let length = dot(&along, &along).sqrt();
            let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
            along.iter_mut().for_each(|value| *value *= scale);
            axes[number] = along;
        }
    }
    axes
}

/// By several sums side by side, which need not wait for each other.
fn dot(first: &[f64], second: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (first, second) = (first.chunks(sums.len()), second.chunks(sums.len()));
    for (one, other) in first.zip(second) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += one * other;
        }
    }
    sums.iter().sum()
}

/// The factor with which distances on paper are most like distances in moves, each compared with its own length.
fn unit<const D: usize>(columns: &Columns, sample: &[usize], tiles: &[Tile<D>]) -> f32 {
    let place = |state: usize, axis: usize| f64::from(tiles[state / LANES][axis][state % LANES]);
    let (mut along, mut squares) = (0.0, 0.0);
    for &state in sample {
        for (number, &pivot) in columns.pivots.iter().enumerate() {
            let far = columns.get(state, number);
            if far == 0 || far == UNKNOWN {
                continue;
            }
            let apart = (0..D).map(|axis| place(state, axis) - place(pivot as usize, axis));
            let apart = apart.map(|side| side * side).sum::<f64>().sqrt() / f64::from(far);
            along += apart;
            squares += apart * apart;
        }
    }
    if squares > 0.0 { (along / squares) as f32 } else { 1.0 }
}
