//! The states to which all others are held.

use crate::adjacency::Adjacency;
use crate::random::Random;
use clew_core::watch::{Limit, Watch};

/// Pivots, and the region of each: the states that are nearer to it than to the others.
#[derive(Clone, Debug)]
pub struct Pivots {
    pub states: Vec<u32>,
    /// For each pivot and each number of moves: the states of its region that are at most that far away.
    pub within: Vec<Vec<u32>>,
}

impl Pivots {
    /// The first is `start`; each next one is drawn with a chance in proportion to its distance from the nearest before.
    /// (Always taking the farthest would put most of them into dead ends.)
    ///
    /// Distances to the nearest are kept up to date by a search from the new pivot that goes on only where they fall.
    pub fn draw(
        adjacency: &Adjacency,
        start: u32,
        count: usize,
        seed: u64,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let mut random = Random::new(seed);
        let mut nearest = adjacency.distances(start, watch)?;
        for far in nearest.iter_mut().filter(|far| **far == u32::MAX) {
            *far = 0; // no way leads there: such a state is never a pivot
        }
        let mut region = vec![0u32; nearest.len()];
        let mut states = vec![start];
        let mut queue = Vec::new();
        while states.len() < count {
            watch.look()?;
            let total = nearest.iter().map(|&far| u64::from(far)).sum::<u64>();
            if total == 0 {
                break;
            }
            let pivot = chosen(&nearest, random.below(total));
            let number = states.len() as u32;
            states.push(pivot);
            nearest[pivot as usize] = 0;
            region[pivot as usize] = number;
            queue.clear();
            queue.push(pivot);
            let mut next = 0;
            while let Some(&state) = queue.get(next) {
                next += 1;
                let far = nearest[state as usize] + 1;
                for &to in adjacency.of(state as usize) {
                    if far < nearest[to as usize] {
                        nearest[to as usize] = far;
                        region[to as usize] = number;
                        queue.push(to);
                    }
                }
            }
        }
        let within = within(&nearest, &region, states.len());
        Ok(Self { states, within })
    }
}

/// The state in whose span the number falls, where each state's span is as wide as its distance.
fn chosen(nearest: &[u32], mut number: u64) -> u32 {
    for (state, &far) in nearest.iter().enumerate() {
        if number < u64::from(far) {
            return state as u32;
        }
        number -= u64::from(far);
    }
    unreachable!("the number is below the sum of all spans")
}

fn within(nearest: &[u32], region: &[u32], count: usize) -> Vec<Vec<u32>> {
    let mut within = vec![Vec::new(); count];
    for (&far, &own) in nearest.iter().zip(region) {
        let counts: &mut Vec<u32> = &mut within[own as usize];
        if counts.len() <= far as usize {
            counts.resize(far as usize + 1, 0);
        }
        counts[far as usize] += 1;
    }
    for counts in &mut within {
        let mut sum = 0;
        for count in counts {
            sum += *count;
            *count = sum;
        }
    }
    within
}
