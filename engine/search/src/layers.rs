//! The layers that a breadth-first search leaves behind.

use crate::breadth_first::{BreadthFirst, Direction};
use clew_core::packed::Packed;
use clew_core::puzzle::Puzzle;

/// A search that knows of each state how many moves it is from where it began.
pub trait Layered<S>: Sync {
    /// Which way it ran.
    fn direction(&self) -> Direction;
    /// The last layer.
    fn depth(&self) -> u32;
    /// Whether `state` was first met in layer `layer`.
    fn in_layer(&self, state: S, layer: u32) -> bool;
    /// Prefetches what that will read.
    fn announce(&self, state: S);
    /// States that it stores, and the bytes that it holds.
    fn stored(&self) -> usize;
    fn bytes(&self) -> usize;
}

impl<S: Packed> Layered<S> for BreadthFirst<S> {
    fn direction(&self) -> Direction {
        self.direction
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    #[inline(always)]
    fn in_layer(&self, state: S, layer: u32) -> bool {
        BreadthFirst::in_layer(self, state, layer)
    }

    #[inline(always)]
    fn announce(&self, state: S) {
        self.seen.announce(state);
    }

    fn stored(&self) -> usize {
        self.seen.len()
    }

    fn bytes(&self) -> usize {
        BreadthFirst::bytes(self)
    }
}

/// A finished breadth-first search: the search, and the goals of its last layer.
pub struct Layers<P: Puzzle> {
    pub search: BreadthFirst<P::State>,
    /// Goals at the least distance, the one to show first; empty where no goal can be reached.
    pub goals: Vec<P::State>,
}
