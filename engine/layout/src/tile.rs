//! What is laid out, and how the places of states lie in memory.

/// States that are moved together: one after the other in memory, for the processor's wide registers.
pub const LANES: usize = 512;

/// The places of [`LANES`] states, coordinate by coordinate.
pub type Tile<const D: usize> = [[f32; LANES]; D];

/// What is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The first pivot.
    pub start: u32,
    pub seed: u64,
    pub threads: usize,
}
