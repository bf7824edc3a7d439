//! The layers that a breadth-first search leaves behind.

use crate::puzzle::Puzzle;
use crate::search::wave::Wave;

/// A finished breadth-first search: the wave, and the goals of its last layer.
pub struct Layers<P: Puzzle> {
    pub wave: Wave<P::State>,
    /// Goals at the least distance, the one to show first; empty where no goal can be reached.
    pub goals: Vec<P::State>,
}
