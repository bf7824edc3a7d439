//! A position as the deepening search keeps it.

/// Cells of the largest board; pebbles are fewer.
pub const MOST: usize = 128;
/// In place of a pebble: the hole.
pub const HOLE: u8 = MOST as u8 - 1;

/// A position, as pebbles on cells and as indices.
#[derive(Clone)]
pub struct Position {
    pub pebbles: [u8; MOST],
    pub hole: u8,
    pub index: [u32; MOST],
    /// The tokens of all cells, where they fit in a word.
    pub key: u64,
}
