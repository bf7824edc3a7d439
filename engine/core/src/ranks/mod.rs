//! Placements as consecutive numbers, for tables with an entry for each: sets of cells, and words of letters that are
//! alike or not.

mod subsets;
mod words;

pub use subsets::{next_set, placements, subsets, terms};
pub use words::{MOST as MOST_WORDS, Words};
