//! The distances of all states to the pivots.
//!
//! ```text
//!   tile 0                            tile 1
//!   | pivot 0: 512 states | pivot 1: 512 states | ... | pivot 0: the next 512 states | ...
//! ```
//!
//! Searches from 64 pivots run at once, a bit of a word each: a state that is new to a search at distance d is one that
//! has a neighbour which was new at distance d - 1. A state only reads its neighbours' words and writes its own, so that
//! threads need no locks. Where distances are long, most of such a sweep would find nothing new, and plain searches,
//! one per pivot, are quicker.

use crate::adjacency::Adjacency;
use crate::pivots::Pivots;
use crate::tile::LANES;
use clew_core::watch::{Limit, Watch};
use clew_search::parallel::{Cancellation, map_watched, split};

/// In a column: no path leads there, or one too long to store.
pub const UNKNOWN: u16 = u16::MAX;

/// Searches per word.
const WORD: usize = 64;
/// From this distance on searches run one by one.
const LONG: u32 = 128;

/// Distances, in tiles.
#[derive(Clone, Debug)]
pub struct Columns {
    pub states: usize,
    pub pivots: Vec<u32>,
    /// No distance is longer, [`UNKNOWN`] aside.
    pub longest: u16,
    far: Vec<u16>,
}

impl Columns {
    /// Finds them.
    pub fn measure(
        adjacency: &Adjacency,
        pivots: &Pivots,
        threads: usize,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let (states, count) = (adjacency.states(), pivots.states.len());
        let entries = states.div_ceil(LANES) * LANES * count;
        watch.room_for(entries * size_of::<u16>())?;
        let far = watch.filled(entries, || UNKNOWN)?;
        let mut columns = Self { states, pivots: pivots.states.clone(), longest: 0, far };
        let from_first = adjacency.distances(pivots.states[0], watch)?;
        let reach = from_first.iter().copied().filter(|&far| far != u32::MAX).max().unwrap_or(0);
        if reach < LONG {
            for word in 0..count.div_ceil(WORD) {
                columns.sweep(adjacency, word * WORD, threads, watch)?;
            }
        } else {
            columns.search(adjacency, threads, watch)?;
        }
        for some in columns.far.chunks(1 << 20) {
            watch.look()?;
            let longest = some.iter().copied().filter(|&far| far != UNKNOWN).max().unwrap_or(0);
            columns.longest = columns.longest.max(longest);
        }
        Ok(columns)
    }

    /// The distances of a tile's states to a pivot.
    #[must_use]
    #[inline(always)]
    pub fn tile(&self, tile: usize, pivot: usize) -> &[u16; LANES] {
        let begin = (tile * self.pivots.len() + pivot) * LANES;
        self.far[begin..begin + LANES].try_into().expect("a tile has so many lanes")
    }

    #[must_use]
    #[inline(always)]
    pub fn get(&self, state: usize, pivot: usize) -> u16 {
        self.tile(state / LANES, pivot)[state % LANES]
    }

    /// Up to 64 searches at once, from the pivots that begin with number `first`.
    fn sweep(
        &mut self,
        adjacency: &Adjacency,
        first: usize,
        threads: usize,
        watch: &mut Watch,
    ) -> Result<(), Limit> {
        let count = self.pivots.len();
        let own = first..count.min(first + WORD);
        let all = u64::MAX >> (WORD - own.len());
        let mut seen = vec![0u64; self.states];
        let mut new = vec![0u64; self.states];
        for (bit, pivot) in own.clone().enumerate() {
            let state = self.pivots[pivot] as usize;
            seen[state] |= 1 << bit;
            new[state] |= 1 << bit;
            self.far[(state / LANES * count + pivot) * LANES + state % LANES] = 0;
        }
        let mut next = vec![0u64; self.states];
        let share = share(self.states, threads);
        for far in 1..UNKNOWN {
            let columns = self.far.chunks_mut(share * LANES * count);
            let words = seen.chunks_mut(share * LANES).zip(next.chunks_mut(share * LANES));
            let mut parts: Vec<_> = columns.zip(words).enumerate().collect();
            let found = watched(&mut parts, threads, watch, |(part, (columns, (seen, next)))| {
                let begin = *part * share * LANES;
                let mut any = false;
                for (at, (seen, next)) in seen.iter_mut().zip(next.iter_mut()).enumerate() {
                    *next = 0;
                    if *seen == all {
                        continue;
                    }
                    let near = adjacency.of(begin + at).iter().fold(0, |near, &to| near | new[to as usize]);
                    *next = near & !*seen;
                    *seen |= near;
                    any |= *next != 0;
                    let mut bits = *next;
                    while bits != 0 {
                        let pivot = first + bits.trailing_zeros() as usize;
                        columns[(at / LANES * count + pivot) * LANES + at % LANES] = far;
                        bits &= bits - 1;
                    }
                }
                any
            })?;
            if !found.contains(&true) {
                break;
            }
            std::mem::swap(&mut new, &mut next);
        }
        Ok(())
    }

    /// One search per pivot; each thread has some of the pivots.
    fn search(&mut self, adjacency: &Adjacency, threads: usize, watch: &mut Watch) -> Result<(), Limit> {
        let count = self.pivots.len();
        for block in split(count, count.div_ceil(threads.max(1))) {
            let mut parts: Vec<_> =
                self.pivots[block.clone()].iter().map(|&pivot| (pivot, Vec::new())).collect();
            let unwatched = |part: &mut (u32, Vec<u32>)| {
                part.1 = adjacency.distances(part.0, &mut Watch::unlimited()).expect("nothing limits it");
            };
            watched(&mut parts, threads, watch, unwatched)?;
            for (pivot, (_, distances)) in block.zip(parts) {
                for (state, &far) in distances.iter().enumerate() {
                    let far = u16::try_from(far).unwrap_or(UNKNOWN);
                    self.far[(state / LANES * count + pivot) * LANES + state % LANES] = far;
                }
            }
        }
        Ok(())
    }
}

/// Tiles that a thread takes at a time: few enough to react to Ctrl-C within milliseconds.
#[must_use]
pub fn share(states: usize, threads: usize) -> usize {
    states.div_ceil(LANES).div_ceil(4 * threads.max(1)).clamp(1, 64)
}

/// Work on all parts, by several threads.
pub fn watched<T: Send, R: Send + Default>(
    parts: &mut [T],
    threads: usize,
    watch: &mut Watch,
    work: impl Fn(&mut T) -> R + Sync,
) -> Result<Vec<R>, Limit> {
    let cancellation = Cancellation::new(watch);
    let results = map_watched(parts, threads, &cancellation, |part| {
        if cancellation.is_cancelled() { R::default() } else { work(part) }
    });
    cancellation.result()?;
    Ok(results)
}
