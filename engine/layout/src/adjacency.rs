//! The neighbours of each state: the states one move away, in either direction.

use clew_core::watch::{Limit, Watch};

/// Neighbours, each named once and in ascending order; no state is its own.
#[derive(Clone, Debug, Default)]
pub struct Adjacency {
    starts: Vec<usize>,
    ends: Vec<u32>,
}

impl Adjacency {
    /// From the rows of a map.
    pub fn new(indptr: &[u64], indices: &[u32], watch: &mut Watch) -> Result<Self, Limit> {
        let states = indptr.len() - 1;
        watch.room_for((2 * indices.len()) * size_of::<u32>() + (states + 1) * 2 * size_of::<usize>())?;
        let edges = |state: usize| &indices[indptr[state] as usize..indptr[state + 1] as usize];
        let mut starts = vec![0usize; states + 1];
        for state in 0..states {
            watch.tick()?;
            for &to in edges(state).iter().filter(|&&to| to as usize != state) {
                starts[state + 1] += 1;
                starts[to as usize + 1] += 1;
            }
        }
        for state in 0..states {
            starts[state + 1] += starts[state];
        }
        let mut free = starts.clone();
        let mut ends = vec![0u32; starts[states]];
        for state in 0..states {
            watch.tick()?;
            for &to in edges(state).iter().filter(|&&to| to as usize != state) {
                for (from, to) in [(state as u32, to), (to, state as u32)] {
                    ends[free[from as usize]] = to;
                    free[from as usize] += 1;
                }
            }
        }
        drop(free);
        Self::without_repeats(starts, ends, watch)
    }

    fn without_repeats(mut starts: Vec<usize>, mut ends: Vec<u32>, watch: &mut Watch) -> Result<Self, Limit> {
        let mut kept = 0;
        for state in 0..starts.len() - 1 {
            watch.tick()?;
            let row = starts[state]..starts[state + 1];
            ends[row.clone()].sort_unstable();
            starts[state] = kept;
            for place in row.clone() {
                if place == row.start || ends[place] != ends[kept - 1] {
                    ends[kept] = ends[place];
                    kept += 1;
                }
            }
        }
        *starts.last_mut().expect("there is an end") = kept;
        ends.truncate(kept);
        Ok(Self { starts, ends })
    }

    #[must_use]
    pub fn states(&self) -> usize {
        self.starts.len() - 1
    }

    /// The neighbours of a state.
    #[must_use]
    #[inline(always)]
    pub fn of(&self, state: usize) -> &[u32] {
        &self.ends[self.starts[state]..self.starts[state + 1]]
    }

    /// How many neighbours a state has in the mean.
    #[must_use]
    pub fn mean_degree(&self) -> f64 {
        self.ends.len() as f64 / self.states() as f64
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<u32>() + self.starts.capacity() * size_of::<usize>()
    }

    /// Moves from a state to every other, [`u32::MAX`] where no way leads.
    pub fn distances(&self, from: u32, watch: &mut Watch) -> Result<Vec<u32>, Limit> {
        let mut far = vec![u32::MAX; self.states()];
        far[from as usize] = 0;
        let mut queue = Vec::with_capacity(self.states());
        queue.push(from);
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            watch.tick()?;
            next += 1;
            for &to in self.of(state as usize) {
                if far[to as usize] == u32::MAX {
                    far[to as usize] = far[state as usize] + 1;
                    queue.push(to);
                }
            }
        }
        Ok(far)
    }
}
