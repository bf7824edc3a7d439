//! How many optimal solutions there are, from both ends, without finding them.
//!
//! ```text
//!                  layer 2             start -> m   m -> goal
//!         a        m1 (1)        x     m1:  1    x     2
//!   start          m2 (2)            goal        m2:  2    x     1        1 x 2 + 2 x 1 = 4 solutions
//!         b        m3 (1)        y     m3:  1    x     0
//! ```
//!
//! A solution of L moves is a walk from the start to a state m of its middle, and one from there to a goal. So each
//! state carries the number of walks that lead to it from its end, both ends advance layer by layer, the smaller
//! first, and where they meet the numbers are multiplied and added up.
//!
//! **Why it is exact.** L is the optimal length, so every walk of L moves from the start to a goal is an optimal
//! solution: a shorter way to any of its states, or a goal on its way, would make a shorter one. Nothing has to
//! remember which states were met before. A side may leave out states that no walk within L passes through ([`Side`]),
//! and steps that only lead back; both leave out walks that are no solutions, and never one that is.
//!
//! **Why it is fast.** Only two layers are held, and no state is looked up among all others: successors are sorted by
//! the upper bits of their hash into parts that fit a cache, and each part is merged by itself, in a table that is
//! forgotten at once. Threads expand different states and merge different parts; a sum has no order.
//!
//! ```text
//!   layer k   |  expand  |   part 0 | part 1 | part 2 | ...     successors, a state several times
//!                            merge    merge    merge
//!   layer k+1                0 0 0    1 1 1    2 2 2            each once, walks added up
//! ```
//!
//! The layer in which they meet is the largest, and is not stored: the successors of the smaller side are looked up
//! among the states of the other.

mod layer;
mod scatter;

use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;

use crate::parallel::{Cancellation, map_watched};
use clew_core::memory;
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch, Work};
use layer::{Layer, Sum, join, merge};
use scatter::Scatter;

pub use layer::Tallied;

/// States that a thread expands between two readings of the clock.
const AT_ONCE: usize = 1 << 10;
/// Such pieces of work between two counts of the memory.
const PIECES: usize = 1 << 8;
/// Parts that are merged between two counts of the memory.
const PARTS: usize = 1 << 6;

/// What one end needs to know.
pub trait Side<S>: Sync {
    /// Moves that a state has at most.
    fn most_moves(&self) -> usize;

    /// Bytes that it holds.
    fn bytes(&self) -> usize {
        0
    }

    /// Called before a layer is expanded, for whatever pays off for many states.
    fn prepare(&self, _coming: Coming<S>, _watch: &mut Watch) -> Result<(), Limit> {
        Ok(())
    }

    /// The marks of a state where walks begin.
    fn first_marks(&self, state: S) -> u32;

    /// Visits the states one move from `from` that may be followed by a walk of `left` moves to the other end, each
    /// with its marks: up to 24 bits, those of all walks to a state joined by or, that [`Tallied::marks`] gives back
    /// when it is expanded.
    fn each_next(&self, from: Tallied<S>, left: u32, visit: impl FnMut(S, u32));
}

/// A layer that is about to be expanded.
pub struct Coming<'a, S> {
    pub states: usize,
    /// Some thousand of them, or all of a small layer.
    pub sample: &'a mut dyn Iterator<Item = Tallied<S>>,
    /// Moves from the states after it to the other end.
    pub left: u32,
    /// The optimal length.
    pub length: u32,
    /// Bytes in use.
    pub held: usize,
}

/// One end, with its newest layer.
struct Half<'a, S, X> {
    side: &'a X,
    layer: Layer<S>,
    depth: u32,
}

/// Why there is no number.
enum Stop {
    Limit(Limit),
    /// A number of walks does not fit its field.
    TooMany,
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// The question: the sides, the length, and what is held besides.
pub struct Walks<'a, X> {
    pub forward: &'a X,
    pub backward: &'a X,
    /// The optimal length.
    pub length: u32,
    pub threads: usize,
    /// Bytes that are held besides.
    pub bytes: usize,
}

impl<X> Walks<'_, X> {
    /// The number of walks of the optimal length from the start to the goals; `None` if that to some state is beyond
    /// 40 bits.
    pub fn count<S: Packed>(
        &self,
        start: S,
        goals: Vec<S>,
        watch: &mut Watch,
    ) -> Option<Result<BigUint, Limit>>
    where
        X: Side<S>,
    {
        if self.length == 0 {
            return Some(Ok(BigUint::from(goals.contains(&start))));
        }
        memory::keep_freed();
        watch.phase = "count";
        let successors = (0..self.threads.max(1)).map(|_| Scatter::default()).collect();
        let mut counting = Counting { walks: self, successors, met: 0, expanded: 0, besides: 0, watch };
        let mut halves = [(self.forward, vec![start]), (self.backward, goals)].map(|(side, states)| {
            let first = |state| Tallied::first(state, side.first_marks(state));
            let layer = Layer::new(vec![states.into_iter().map(first).collect()], 0);
            Half { side, layer, depth: 0 }
        });
        let counted = counting.run(&mut halves);
        let held = halves.iter().map(|half| half.layer.bytes()).sum::<usize>() + counting.scattered();
        if held > memory::MUCH {
            memory::free_aside((halves.map(|half| half.layer), counting.successors));
        }
        match counted {
            Ok(number) => Some(Ok(number)),
            Err(Stop::Limit(limit)) => Some(Err(limit)),
            Err(Stop::TooMany) => None,
        }
    }
}

struct Counting<'a, 'w, S: Packed, X: Side<S>> {
    walks: &'a Walks<'a, X>,
    /// The lists of each thread.
    successors: Vec<Scatter<S>>,
    /// States of all layers so far.
    met: usize,
    expanded: usize,
    /// Bytes of the layers that are not worked on.
    besides: usize,
    watch: &'a mut Watch<'w>,
}

impl<S: Packed, X: Side<S>> Counting<'_, '_, S, X> {
    fn run(&mut self, halves: &mut [Half<'_, S, X>; 2]) -> Result<BigUint, Stop> {
        loop {
            let [forward, backward] = halves;
            let forwards = forward.layer.len() <= backward.layer.len();
            let (half, other) = if forwards { (forward, backward) } else { (backward, forward) };
            self.prepare(half, other)?;
            if half.depth + other.depth + 1 == self.walks.length {
                return self.join(half, other);
            }
            self.besides = other.layer.bytes();
            let bits = layer::bits_for(half.layer.len());
            let tasks: Vec<&[Tallied<S>]> = half.layer.pieces(AT_ONCE).collect();
            self.empty(bits);
            self.expand(half.side, half.depth, half.layer.bytes(), &tasks)?;
            drop(tasks);
            half.layer = Layer::default();
            half.depth += 1;
            half.layer = self.merge(bits, half.depth)?;
            self.met += half.layer.len();
        }
    }

    fn prepare(&mut self, half: &Half<S, X>, other: &Half<S, X>) -> Result<(), Limit> {
        let coming = Coming {
            states: half.layer.len(),
            sample: &mut half.layer.sample(),
            left: self.walks.length - half.depth - 1,
            length: self.walks.length,
            held: self.sides() + half.layer.bytes() + other.layer.bytes() + self.scattered(),
        };
        half.side.prepare(coming, self.watch)
    }

    /// Empties the lists of successors, for that many parts.
    fn empty(&mut self, bits: u32) {
        self.successors.iter_mut().for_each(|lists| lists.empty(bits));
    }

    /// Expands states of a layer into the lists of successors.
    fn expand(&mut self, side: &X, depth: u32, held: usize, tasks: &[&[Tallied<S>]]) -> Result<(), Limit> {
        let left = self.walks.length - depth - 1;
        for block in tasks.chunks(PIECES * self.successors.len()) {
            let states: usize = block.iter().map(|task| task.len()).sum();
            let soon = scatter::bytes_soon(&self.successors, states * side.most_moves());
            self.check(depth, held + soon)?;
            let (cancellation, next) = (Cancellation::new(self.watch), AtomicUsize::new(0));
            let threads = self.successors.len().min(block.len());
            map_watched(&mut self.successors, threads, &cancellation, |lists| {
                while let Some(task) = block.get(next.fetch_add(1, Ordering::Relaxed))
                    && !cancellation.is_cancelled()
                {
                    for &from in *task {
                        side.each_next(from, left, |state, marks| lists.push(from.then(state, marks)));
                    }
                }
            });
            cancellation.result()?;
            self.expanded += states;
        }
        Ok(())
    }

    /// The layer that the successors make.
    fn merge(&mut self, bits: u32, depth: u32) -> Result<Layer<S>, Stop> {
        let mut parts: Vec<Vec<Tallied<S>>> = Vec::with_capacity(1 << bits);
        let mut held = self.scattered();
        for first in (0..1 << bits).step_by(PARTS) {
            let sizes = (first..(1 << bits).min(first + PARTS)).map(|part| self.size_of(part));
            let mut tasks: Vec<(usize, usize)> = (first..).zip(sizes).collect();
            self.check(depth, held + self.bytes_to_merge(&tasks))?;
            let cancellation = Cancellation::new(self.watch);
            let (lists, threads) = (&self.successors, self.successors.len());
            let merged = map_watched(&mut tasks, threads, &cancellation, |&mut (part, size)| {
                if cancellation.is_cancelled() {
                    Some(Vec::new())
                } else {
                    merge(&pieces(lists, part), size, bits)
                }
            });
            cancellation.result()?;
            for part in merged {
                let part = part.ok_or(Stop::TooMany)?;
                held += part.len() * size_of::<Tallied<S>>();
                parts.push(part);
            }
        }
        Ok(Layer::new(parts, bits))
    }

    /// The last move: walks that meet, multiplied and added up. The successors are gathered for a part of the smaller
    /// layer at a time, so that they take no more memory than the layers.
    fn join(&mut self, half: &Half<S, X>, other: &Half<S, X>) -> Result<BigUint, Stop> {
        let bits = other.layer.bits();
        self.besides = half.layer.bytes() + other.layer.bytes();
        let mut sum = Sum::default();
        let tasks: Vec<&[Tallied<S>]> = half.layer.pieces(AT_ONCE).collect();
        let at_once = (other.layer.len() / 2 / AT_ONCE).max(PIECES * self.successors.len());
        for tasks in tasks.chunks(at_once) {
            self.empty(bits);
            self.expand(half.side, half.depth, 0, tasks)?;
            for first in (0..1 << bits).step_by(PARTS) {
                let mut parts: Vec<usize> = (first..(1 << bits).min(first + PARTS)).collect();
                let largest = parts.iter().map(|&part| other.layer.part(part).len()).max().unwrap_or(0);
                let tables = self.successors.len() * layer::bytes_of_table::<S>(largest);
                self.check(half.depth, self.scattered() + tables)?;
                let cancellation = Cancellation::new(self.watch);
                let (lists, threads) = (&self.successors, self.successors.len());
                let sums = map_watched(&mut parts, threads, &cancellation, |&mut part| {
                    if cancellation.is_cancelled() {
                        return Sum::default();
                    }
                    join(other.layer.part(part), &pieces(lists, part), bits)
                });
                cancellation.result()?;
                sums.into_iter().for_each(|part| sum.join(part));
            }
        }
        Ok(sum.total())
    }

    /// Bytes of the sides, and of what is held besides.
    fn sides(&self) -> usize {
        self.walks.bytes + self.walks.forward.bytes() + self.walks.backward.bytes()
    }

    /// Bytes of the lists of successors.
    fn scattered(&self) -> usize {
        self.successors.iter().map(Scatter::bytes).sum()
    }

    /// Successors in a part.
    fn size_of(&self, part: usize) -> usize {
        pieces(&self.successors, part).iter().map(|piece| piece.len()).sum()
    }

    /// Bytes that the merging of parts of these sizes takes at most: what it makes, and a table for each thread.
    fn bytes_to_merge(&self, parts: &[(usize, usize)]) -> usize {
        let all: usize = parts.iter().map(|&(_, size)| size).sum();
        let largest = parts.iter().map(|&(_, size)| size).max().unwrap_or(0);
        all * size_of::<Tallied<S>>() + self.successors.len() * layer::bytes_of_table::<S>(largest)
    }

    fn check(&mut self, depth: u32, bytes: usize) -> Result<(), Limit> {
        self.watch.check(&Work {
            stored: self.met as u64,
            expanded: self.expanded as u64,
            bytes: (self.sides() + self.besides + bytes) as u64,
            depth,
            lower_bound: self.walks.length,
            best: Some(self.walks.length),
            ..Work::default()
        })
    }
}

/// The successors of a part, of all threads.
fn pieces<S: Packed>(lists: &[Scatter<S>], part: usize) -> Vec<&[Tallied<S>]> {
    lists.iter().flat_map(|lists| lists.part(part)).collect()
}

#[cfg(test)]
mod tests;
