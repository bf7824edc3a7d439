//! A place on paper for each state of a map, so that distances on paper are like distances in moves.
//!
//! ```text
//!    a map of 6 states            every pair would stand as far apart as it is in moves:
//!
//!      0 - 1 - 2                       0 . 1 . 2
//!          |   |            ->             .   .        0 and 5 are four moves apart:
//!          3 - 4 - 5                       3 . 4 . 5    sqrt(10) is as near as the plane allows
//! ```
//!
//! *Stress* is how much that fails: the mean of (distance on paper / moves - 1)² over all pairs. All pairs are too many
//! (541,934 states have 147 thousand million), so each state is held to its neighbours and to some hundred *pivots*
//! only, and a pivot speaks for the states of its region: it weighs as much as those that are nearer to it than half
//! the way (Ortmann, Klimenta and Brandes 2017, "A Sparse Stress Model").
//!
//! 1. [`pivots`] are drawn, the farther from those before, the likelier; [`columns`] are their distances to all.
//! 2. [`scaling`] gives first places (Brandes and Pich 2006, "Eigensolver Methods for Progressive Multidimensional
//!    Scaling of Large Data").
//! 3. [`relax`] moves each state along the line to each pivot in turn, by less and less (the schedule is that of Zheng,
//!    Pawar and Goodman 2019, "Graph Drawing by Stochastic Gradient Descent"), then polishes by majorisation.
//!
//! Places depend on the map and the seed alone, not on threads or processors: sums have a fixed order, and the only
//! operations are + - x / and the square root, which IEEE 754 rounds in one way.
#![forbid(unsafe_code)]

pub mod adjacency;
pub mod columns;
pub mod pivots;
pub mod random;
pub mod relax;
pub mod scaling;
pub mod stress;
#[cfg(test)]
mod tests;
pub mod tile;

use crate::adjacency::Adjacency;
use crate::columns::Columns;
use crate::pivots::Pivots;
use crate::random::Random;
use crate::relax::{Plan, Relaxation};
use crate::tile::{LANES, Tile};
use clew_core::watch::{Limit, Watch};

pub use crate::tile::Request;

/// Maps of up to this many states have [`MANY_PIVOTS`] pivots.
const FEW_STATES: usize = 50_000;
const MANY_PIVOTS: usize = 256;
const FEW_PIVOTS: usize = 128;

/// The places of all states, `D` numbers per state, around (0, 0). One unit is one move.
pub fn places<const D: usize>(
    indptr: &[u64],
    indices: &[u32],
    request: Request,
    watch: &mut Watch,
) -> Result<Vec<f32>, Limit> {
    watch.phase = "layout";
    let states = indptr.len() - 1;
    let adjacency = Adjacency::new(indptr, indices, watch)?;
    let count = states.min(if states <= FEW_STATES { MANY_PIVOTS } else { FEW_PIVOTS });
    let tiles = states.div_ceil(LANES);
    let lists = adjacency.bytes() + tiles * size_of::<Tile<D>>() * 2 + states * 3 * size_of::<u64>();
    watch.room_for(lists + tiles * LANES * count * size_of::<u16>())?;

    let pivots = Pivots::draw(&adjacency, request.start, count, request.seed, watch)?;
    let columns = Columns::measure(&adjacency, &pivots, request.threads, watch)?;
    let first = scaling::places::<D>(&columns, request, watch)?;
    let plan = Plan::new(&adjacency, &pivots, &columns);
    // Other numbers than those that drew the pivots.
    let random = Random::new(request.seed.wrapping_add(2));
    let mut relaxation =
        Relaxation { adjacency: &adjacency, columns: &columns, plan: &plan, tiles: first, random };
    relaxation.run(request.threads, watch)?;
    Ok(in_rows(&relaxation.tiles, states))
}

/// State after state, moved so that the middle of all is (0, 0).
fn in_rows<const D: usize>(tiles: &[Tile<D>], states: usize) -> Vec<f32> {
    let mut middle = [0.0f64; D];
    for state in 0..states {
        for (sum, of) in middle.iter_mut().zip(&tiles[state / LANES]) {
            *sum += f64::from(of[state % LANES]);
        }
    }
    let middle = middle.map(|sum| (sum / states as f64) as f32);
    let place = |state: usize| {
        std::array::from_fn::<f32, D, _>(|axis| tiles[state / LANES][axis][state % LANES] - middle[axis])
    };
    (0..states).flat_map(place).collect()
}
