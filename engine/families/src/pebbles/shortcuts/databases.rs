//! What all pattern databases have in common: sizes, one after the other, and tables that may be shared and kept.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use super::deepening::IncrementalHeuristic;
use clew_core::watch::{Limit, Watch};

/// What databases are made for: a board without its position.
pub trait StateLayout: Clone + PartialEq + Send {
    /// The smallest size worth building.
    const LEAST: usize;
    /// Nodes that a search enters before databases are read from disk: as long as that takes.
    const NODES_BEFORE_READING: u64;

    /// The largest size whose tables fit `memory` bytes, beside those of the size before it.
    fn largest(&self, memory: Option<u64>) -> Option<usize>;

    /// Nodes that searches enter before the size after `built` is built: about as long as that takes.
    fn nodes_before(&self, built: Option<usize>) -> u64;

    /// All that the tables of a size depend on.
    fn name(&self, size: usize) -> String;

    /// The size to build after `built`: one smaller than the largest, then the largest; `None` if there is no larger one.
    fn next_size(&self, built: Option<usize>, memory: Option<u64>) -> Option<usize> {
        let largest = self.largest(memory)?;
        match built {
            None => Some((largest - 1).max(Self::LEAST)),
            Some(size) => (size < largest).then_some(largest),
        }
    }
}

/// Databases that the process shares, with their layouts, the last used first.
pub type Known<D> = Mutex<Vec<(<D as Databases>::StateLayout, Arc<D>)>>;

/// Pattern databases of one size, as the lower bound of a search.
pub trait Databases: IncrementalHeuristic + Send + Sized + 'static {
    type StateLayout: StateLayout;

    /// Where the process shares them.
    fn known() -> &'static Known<Self>;

    fn build(
        layout: &Self::StateLayout,
        size: usize,
        lower_bound: u32,
        threads: usize,
        watch: &mut Watch,
    ) -> Result<Self, Limit>;

    /// The databases from their [`table`](Self::table); `None` if it is not theirs.
    fn of_table(layout: &Self::StateLayout, size: usize, table: Arc<[u8]>) -> Option<Self>;

    /// The entries of all databases.
    fn table(&self) -> &[u8];

    fn size(&self) -> usize;

    fn bytes(&self) -> usize;

    /// Nodes that searches have entered with them.
    fn spent(&self) -> &AtomicU64;

    /// A position from the token of each cell, and its estimate.
    fn position(&self, tokens: &[u8]) -> (Self::At, u32);
}
