//! Searches: one algorithm per file, each generic over [`clew_core::puzzle::Puzzle`].
#![forbid(unsafe_code)]

pub mod astar;
pub mod auto;
pub mod bfs;
pub mod bidirectional;
pub mod breadth_first;
pub mod census;
pub mod count;
pub mod dyn_puzzle;
pub mod enumerate;
pub mod essential;
pub mod f_layers;
pub mod found;
pub mod graph;
pub mod heat;
pub mod ida_star;
mod known;
pub mod laws;
pub mod layers;
mod long_lists;
mod look_up;
pub mod optimal_dag;
pub mod order;
pub mod parallel;
mod part;
pub mod path;
#[cfg(feature = "whole")]
pub mod proof;
pub mod retargeted;
pub mod tally;
pub mod techniques;
pub mod walks;
