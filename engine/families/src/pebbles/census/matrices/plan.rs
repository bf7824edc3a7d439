//! What a board's matrices look like, before any memory is taken for them.

use super::parity::{Chessboard, Parity};
use super::shares::{self, Share};
use super::split::Split;
use crate::pebbles::board::Pebbles;
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch};

/// Rows and columns have numbers below this; a letter has its number above them, in one word.
const MOST_LINES: usize = 1 << 24;
const MOST_SHARES: usize = 1 << 16;
/// A board of more has more positions than matrices hold.
pub const MOST_COLOURS: usize = 16;

/// Where the matrix of a share lies among the words of a hole.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub first: usize,
    pub rows: usize,
    /// Bits of a row: a column each, or one for two columns of which only one can be reached.
    pub bits: usize,
    /// Words of a row.
    pub words: usize,
}

impl Shape {
    pub fn row(&self, row: usize) -> std::ops::Range<usize> {
        let first = self.first + row * self.words;
        first..first + self.words
    }

    /// The bits of a row's last word that are used.
    pub fn last_bits(&self) -> u64 {
        u64::MAX >> (64 * self.words - self.bits)
    }

    /// The part of a table of bits for the half of the columns that can be reached.
    #[inline(always)]
    pub fn half<'a>(&self, table: &'a [u32], half: u8) -> &'a [u32] {
        &table[usize::from(half) * self.bits..][..self.bits]
    }

    pub fn end(&self) -> usize {
        self.first + self.rows * self.words
    }
}

/// How the positions of a board are matrices.
pub struct Plan {
    pub split: Split,
    /// What lies on A, and on B, for each share.
    pub shares: Vec<(Share, Share)>,
    pub shapes: Vec<Shape>,
    pub cells: usize,
    /// Pebbles of each colour.
    pub counts: Vec<u8>,
    /// Where the holes of a level are on one colour.
    pub chessboard: Option<Chessboard>,
    /// Where half of the positions can be reached.
    pub parity: Option<Parity>,
}

impl Plan {
    /// `None` where the puzzle has not exactly one hole, or is beyond the tables' numbers. `positions`: how
    /// many it has.
    pub fn new<W: Packed>(
        puzzle: &Pebbles<W>,
        positions: u64,
        watch: &mut Watch,
    ) -> Result<Option<Self>, Limit> {
        let cells = puzzle.graph().cells();
        if puzzle.counts()[0] != 1 || cells < 3 {
            return Ok(None);
        }
        let split = Split::best(puzzle.graph(), positions, watch)?;
        let chessboard = Chessboard::new(puzzle);
        let mut parity = chessboard.as_ref().and_then(|board| Parity::new(puzzle, board, &split));
        let counts: Vec<u8> = puzzle.counts()[1..].iter().map(|&count| count as u8).collect();
        let Some((shares, shapes)) = shared(&counts, &split, parity.is_some()) else { return Ok(None) };
        if let Some(parity) = &mut parity {
            parity.note_shares(&shares);
        }
        Ok(Some(Self { split, shares, shapes, cells, counts, chessboard, parity }))
    }

    /// Positions with the hole in one place.
    pub fn positions(&self) -> u64 {
        self.shapes.iter().map(|shape| (shape.rows * shape.bits) as u64).sum()
    }

    pub fn words(&self) -> usize {
        self.shapes.last().map_or(0, Shape::end)
    }

    /// The holes that the goals may have, and those that the next level may have.
    pub fn holes(&self, next: bool) -> impl Iterator<Item = bool> + '_ {
        (0..self.cells).map(move |cell| match &self.chessboard {
            Some(Chessboard { colours, first }) => (colours[cell] == *first) != next,
            None => true,
        })
    }

    /// Bytes that the census takes: what was seen, the last level and the next, and the tables.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let sets = if self.chessboard.is_some() { 2 } else { 3 };
        sets * self.cells as u64 * self.words() as u64 * 8 + self.table_entries() * size_of::<u32>() as u64
    }

    fn table_entries(&self) -> u64 {
        let (across_a, across_b) = self.split.across_slots();
        let sides = [
            shares::entries(
                self.shares.iter().map(|share| &share.0),
                self.split.inside_a.len(),
                across_a.len(),
            ),
            shares::entries(
                self.shares.iter().map(|share| &share.1),
                self.split.inside_b.len(),
                across_b.len(),
            ),
        ];
        let replaced = shares::replaced_entries(&self.shares, self.counts.len(), across_b.len());
        sides.iter().sum::<u64>() + replaced
    }
}

type Shares = (Vec<(Share, Share)>, Vec<Shape>);

/// The shares of the colours between the sides with their matrices; `None` where there are too many of something.
fn shared(counts: &[u8], split: &Split, halved: bool) -> Option<Shares> {
    let bits = shares::bits(counts.len());
    if counts.len() > MOST_COLOURS || bits * split.a.len().max(split.b.len()) > 64 {
        return None;
    }
    let (mut shares, mut shapes) = (Vec::new(), Vec::new());
    let mut first = 0usize;
    for on_a in shares::all(counts, split.a.len(), MOST_SHARES)? {
        let on_b: Vec<u8> = counts.iter().zip(&on_a).map(|(all, here)| all - here).collect();
        let (rows, columns) = (shares::words(&on_a)?, shares::words(&on_b)?);
        if rows.max(columns) > MOST_LINES {
            return None;
        }
        let bits = if halved { columns / 2 } else { columns };
        let shape = Shape { first, rows, bits, words: bits.div_ceil(64) };
        first = shape.end();
        if first as u64 > 1 << 37 {
            return None;
        }
        shapes.push(shape);
        shares.push((Share::new(&on_a), Share::new(&on_b)));
    }
    Some((shares, shapes))
}
