//! How well a layout keeps distances.

use crate::adjacency::Adjacency;
use crate::columns::{Columns, UNKNOWN};
use crate::pivots::Pivots;
use crate::random::Random;
use clew_core::watch::{Limit, Watch};

/// Pairs that are sampled.
const PAIRS: usize = 200_000;
const SOURCES: usize = 256;
const SEED: u64 = 2;

/// The mean of (distance on paper / moves - 1)² over 200,000 pairs of states, the same ones for every layout of a map.
/// 0 is perfect. `places` has `axes` numbers per state, in moves.
pub fn stress(
    indptr: &[u64],
    indices: &[u32],
    places: &[f32],
    axes: usize,
    threads: usize,
    watch: &mut Watch,
) -> Result<f64, Limit> {
    let adjacency = Adjacency::new(indptr, indices, watch)?;
    let states = adjacency.states();
    let mut random = Random::new(SEED);
    let mut any = || random.below(states as u64) as u32;
    let sources = Pivots { states: (0..states.min(SOURCES)).map(|_| any()).collect(), within: Vec::new() };
    let columns = Columns::measure(&adjacency, &sources, threads, watch)?;
    let place = |state: usize| &places[state * axes..(state + 1) * axes];
    let (mut sum, mut pairs) = (0.0, 0u64);
    for number in 0..PAIRS {
        let source = number % sources.states.len();
        let other = any() as usize;
        let far = columns.get(other, source);
        if far == 0 || far == UNKNOWN {
            continue;
        }
        let sides = place(sources.states[source] as usize).iter().zip(place(other));
        let apart = sides.map(|(one, two)| f64::from(one - two).powi(2)).sum::<f64>().sqrt();
        sum += (apart / f64::from(far) - 1.0).powi(2);
        pairs += 1;
    }
    Ok(if pairs == 0 { 0.0 } else { sum / pairs as f64 })
}
