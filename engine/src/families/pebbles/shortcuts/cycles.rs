//! Closed cycles of colours, for boards of at most eight tokens (the hole's is one): the same number as the
//! family's bound counts (its essay says why each of them adds to the distances), from a matrix in one word.
//!
//! ```text
//!   plates  R G B W     pebbles  G R - B        row of each colour: the colours joined to it
//!   cell 0: plate R under pebble G  joins R-G      R: G      B: hole W
//!   cell 1: plate G under pebble R  joins R-G      G: R      ...
//! ```
//!
//! Eight rows of eight bits are 64. The matrix of a position is the union of what its cells join, one load per cell.
//! The colours joined to any of a set are the union of the set's rows: the set spread over the rows is a mask from a
//! table, and three shifts fold the rows that it leaves. On most positions one or two such steps from the hole reach
//! every colour that is not at home, and nothing else is asked.

use super::position::{HOLE, MOST, Position};

/// Tokens, the hole's included, at most.
pub const TOKENS: usize = 8;

pub struct Cycles {
    /// By cell and pebble: what a pebble joins there.
    joins: Vec<u64>,
    cells: usize,
}

impl Cycles {
    /// `tokens` of each pebble by its number, `plates` by cell; `None` beyond eight tokens.
    pub fn new(plates: &[u8], tokens: &[u8]) -> Option<Self> {
        if tokens.iter().any(|&token| usize::from(token) >= TOKENS) {
            return None;
        }
        let mut joins = vec![0; plates.len() * MOST];
        for (cell, &plate) in plates.iter().enumerate() {
            let hole = (usize::from(HOLE), 0);
            for (pebble, token) in tokens.iter().copied().enumerate().chain([hole]) {
                joins[cell * MOST + pebble] = self::joins(token, plate);
            }
        }
        Some(Self { joins, cells: plates.len() })
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        8 * self.joins.len()
    }

    /// The number of closed cycles; `excess` gives the tokens whose cost exceeds the number of their
    /// pebbles that are not at home, and is asked only if it matters.
    #[inline]
    pub fn closed(&self, position: &Position, excess: impl FnOnce() -> u32) -> u32 {
        let cells = position.pebbles[..self.cells].iter().zip(self.joins.chunks_exact(MOST));
        Self::closed_in(cells.fold(0, |matrix, (&pebble, joins)| matrix | joins[usize::from(pebble) % MOST]), excess)
    }

    /// The same from the union of what all cells join ([`joins`]).
    #[inline(always)]
    pub fn closed_in(matrix: u64, excess: impl FnOnce() -> u32) -> u32 {
        let astray = fold(matrix);
        let open = flood(matrix, 1, astray);
        if astray & !open == 0 {
            return 0;
        }
        let mut left = astray & !flood(matrix, open | excess() as u8, astray);
        let mut cycles = 0;
        while left != 0 {
            left &= !flood(matrix, left & left.wrapping_neg(), left);
            cycles += 1;
        }
        cycles
    }
}

/// What a token on this plate joins.
#[must_use]
pub fn joins(token: u8, plate: u8) -> u64 {
    if token == plate { 0 } else { 1 << (8 * token + plate) | 1 << (8 * plate + token) }
}

/// By set of tokens: all bits of their rows.
static ROWS: [u64; 1 << TOKENS] = {
    let mut rows = [0; 1 << TOKENS];
    let mut set = 0;
    while set < rows.len() {
        let mut token = 0;
        while token < TOKENS {
            if set >> token & 1 != 0 {
                rows[set] |= 0xff << (8 * token);
            }
            token += 1;
        }
        set += 1;
    }
    rows
};

/// All tokens that can be reached from those in `set`; the search may end once it has all of `wanted`.
#[inline(always)]
fn flood(matrix: u64, mut set: u8, wanted: u8) -> u8 {
    loop {
        let larger = set | fold(matrix & ROWS[usize::from(set)]);
        if larger == set || wanted & !larger == 0 {
            return larger;
        }
        set = larger;
    }
}

/// The union of all rows.
#[inline(always)]
fn fold(matrix: u64) -> u8 {
    let half = matrix | matrix >> 32;
    let quarter = half | half >> 16;
    (quarter | quarter >> 8) as u8
}
