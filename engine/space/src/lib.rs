//! The complete state space of a puzzle: every state that can be reached, every move between them, how far each
//! is from the start and from a goal.
//!
//! ```text
//!   number     0      1      2      3          a state's moves are a *row*, in the order in which they
//!   row      [1 2]  [0 3]  [0]    [1]          are shown; rows lie one after the other in `indices`,
//!   indptr    0      2      4      5     6     and row i is indices[indptr[i]..indptr[i + 1]]
//! ```
//!
//! [`explore`] makes one by plain breadth-first search, for every family; a family may have a faster way
//! (`clew_solve`), which may number states differently; [`partitions`] is for many machines, each with a partition of the states. Numbers
//! of states depend on the puzzle alone, not on threads.
#![forbid(unsafe_code)]

pub mod distances;
pub mod explore;
mod levels;
mod listed;
pub mod map;
pub mod optimal_ways;
pub mod partitions;
pub mod rows;

pub use map::{Map, MapOptions, NO_WAY, Places, Rows, Unmapped};
