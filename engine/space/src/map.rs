//! What a map is: its states by number, their moves, their distances.

use clew_core::watch::{Limit, Work};

/// In a list of distances: unreachable.
pub const NO_WAY: u16 = u16::MAX;

/// What a caller wants to be mapped.
#[derive(Clone, Copy, Debug)]
pub struct MapOptions {
    /// Whether play continues after goals; otherwise goals have no moves.
    pub expand_goals: bool,
    /// States this far from the start have no moves.
    pub max_depth: Option<u32>,
    /// Whether to keep the moves.
    pub edges: bool,
    /// Whether the family's own mapper may be used.
    pub shortcuts: bool,
    pub threads: usize,
}

impl Default for MapOptions {
    fn default() -> Self {
        Self { expand_goals: true, max_depth: None, edges: true, shortcuts: true, threads: 1 }
    }
}

/// The moves of all states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Where each row begins, and the end of the last.
    pub indptr: Vec<u64>,
    /// The state after each move.
    pub indices: Vec<u32>,
    /// The cost of each move; `None` where all cost 1.
    pub costs: Option<Vec<u16>>,
}

/// Finds the states of a map by number, and their numbers by state.
pub trait Places<S>: Send + Sync {
    fn state(&self, number: u32) -> S;
    /// `None` for a state that is not on the map.
    fn number(&self, state: S) -> Option<u32>;
    /// Memory that they take.
    fn bytes(&self) -> usize;
}

/// A map.
pub struct Map<S> {
    pub places: Box<dyn Places<S>>,
    pub start: u32,
    /// `None` where they were not wanted.
    pub rows: Option<Rows>,
    /// Directed edges, counted even where they were not kept.
    pub edges: u64,
    /// Least cost from each state to a goal, or [`NO_WAY`].
    pub distance: Vec<u16>,
    /// Least cost from the start to each state; empty where it is left to be found in the rows by
    /// [`symmetric`](super::distances::symmetric).
    pub depth: Vec<u16>,
    pub goal: Vec<bool>,
    /// Whether a state was left without its moves because of [`MapOptions::max_depth`].
    pub cut: bool,
    pub work: Work,
}

/// Why there is no map.
#[derive(Clone, Debug)]
pub enum Unmapped {
    Limit(Limit, Work),
    /// The space does not fit the numbers of a map, in words.
    TooLarge(String),
}

impl Unmapped {
    pub fn too_many(most: u64) -> Self {
        Unmapped::TooLarge(format!("the puzzle has more than {most} states: too many for a map"))
    }

    pub(super) fn too_long() -> Self {
        let most = NO_WAY - 1;
        Unmapped::TooLarge(format!("a state is more than {most} moves away: too far for a map"))
    }
}
