//! The bound by colour, read from a position's word a few cells at a time.
//!
//! ```text
//!   word   R . G | B . - | G R .        three cells a piece: each piece looks up what its cells add
//!          tab 0 | tab 1 | tab 2        to the index of every colour, by exclusive-or
//! ```
//!
//! It is the bound of [`super::costs`] where states come in no order, so that none follows from the one before:
//! there a position is set up from its 15 cells, here by five look-ups. The indices of all colours stand side by side
//! in one word. For that the code of a pebble must not depend on which of its colour it is, and yet tell all sets of
//! k cells apart: the powers x, x^3, ..., x^(2k-1) of the cell's number x in the field of 2^m elements do (they are
//! the columns of a BCH code, of which any 2k are independent: two sets of k cells differ in at most 2k), and take
//! no more bits than the k numbers themselves. Where one bit per cell takes fewer, that is the code.

use crate::pebbles::board::Pebbles;
use crate::pebbles::bound::Bound;
use clew_core::packed::Packed;

/// Bits of a piece: a table of its values stays in the nearest cache with the others.
const PIECE: u32 = 9;
/// Index bits of a colour, at most.
const MOST_BITS: u32 = 16;
/// Costs are cut here; positions that cost as much are beyond any length that is asked for.
pub const FARTHEST: u32 = 127;

/// Tables for one set of plates.
pub struct Words {
    bound: Bound,
    pieces: Vec<Piece>,
    /// By piece, what its cells add to the indices.
    codes: Vec<CodeTable>,
    /// By token; the hole's index is its cell.
    colours: Vec<Colour>,
    costs: Vec<u8>,
    /// By token and cell.
    cell_codes: Vec<Vec<u32>>,
}

/// Cells side by side in a word.
#[derive(Clone, Copy)]
struct Piece {
    shift: u32,
    width: u32,
}

/// What the cells of a piece add, by its value.
type CodeTable = [u64; 1 << PIECE];

/// Where a token's index stands, and its costs.
#[derive(Clone, Copy, Default)]
struct Colour {
    shift: u32,
    mask: u32,
    begin: u32,
}

/// A move of a pebble, as its token's index sees it.
#[derive(Clone, Copy, Default)]
pub struct Change {
    colour: Colour,
    code: u32,
}

/// A position that was read.
#[derive(Clone, Copy)]
pub struct Indices(u64);

impl Words {
    /// For a single hole. `None` if a colour has too many sets for a table, or if an index needs more than 64 bits.
    pub fn new<W: Packed>(puzzle: &Pebbles<W>, bound: Bound) -> Option<Self> {
        let (cells, counts) = (puzzle.plates().len(), puzzle.counts());
        let mut cell_codes = vec![(0..cells as u32).collect::<Vec<u32>>()];
        let mut colours = vec![Colour { shift: 0, mask: low(field_bits(cells)), begin: 0 }];
        let (mut shift, mut costs) = (field_bits(cells), Vec::new());
        for (token, &count) in counts.iter().enumerate().skip(1) {
            let (codes, bits) = codes(cells, count);
            if bits > MOST_BITS || shift + bits > u64::BITS {
                return None;
            }
            let begin = costs.len();
            costs.resize(begin + (1 << bits), FARTHEST as u8);
            enter_costs(&bound, token, count, &codes, &mut costs[begin..])?;
            colours.push(Colour { shift, mask: low(bits), begin: begin as u32 });
            cell_codes.push(codes);
            shift += bits;
        }
        let mut words = Self { bound, pieces: Vec::new(), codes: Vec::new(), colours, costs, cell_codes };
        words.enter_pieces(puzzle);
        Some(words)
    }

    /// Cuts the word into pieces, none of which goes beyond one of its lanes.
    fn enter_pieces<W: Packed>(&mut self, puzzle: &Pebbles<W>) {
        let (width, count) = (puzzle.width(), puzzle.plates().len());
        let most = (PIECE / width).max(1) as usize;
        let mut first = 0;
        while first < count {
            let shift = puzzle.shift(first);
            let side_by_side = |&cell: &usize| puzzle.shift(cell) == shift + width * (cell - first) as u32;
            let cells = (first..count).take(most).take_while(side_by_side).count();
            self.pieces.push(Piece { shift, width: width * cells as u32 });
            self.enter_piece(width, first, cells);
            first += cells;
        }
    }

    /// Fills the tables of the piece that begins at cell `first`.
    fn enter_piece(&mut self, width: u32, first: usize, cells: usize) {
        let mut codes = [0; 1 << PIECE];
        for (value, entry) in codes.iter_mut().enumerate().take(1 << (width as usize * cells)) {
            for place in 0..cells {
                let token = value >> (width as usize * place) & low(width) as usize;
                if token < self.colours.len() {
                    let code = self.cell_codes[token][first + place];
                    *entry ^= u64::from(code) << self.colours[token].shift;
                }
            }
        }
        self.codes.push(codes);
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.codes.len() * size_of::<CodeTable>() + self.costs.len()
    }

    /// The bound of the same plates, state by state.
    #[must_use]
    pub fn bound(&self) -> &Bound {
        &self.bound
    }

    /// Tokens, the hole among them.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.colours.len()
    }

    /// Entries of all costs.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.costs.len()
    }

    /// The entry of a token whose pebbles are on these cells.
    pub fn entry_of(&self, token: usize, set: &[usize]) -> usize {
        let index = set.iter().fold(0, |index, &cell| index ^ self.cell_codes[token][cell]);
        (self.colours[token].begin + index) as usize
    }

    /// The entry of a token at a position.
    #[inline(always)]
    pub fn entry(&self, token: usize, at: Indices) -> usize {
        (self.colours[token].begin + at.of(self.colours[token])) as usize
    }

    #[inline(always)]
    pub fn read<W: Packed>(&self, state: W) -> Indices {
        let value = |piece: &Piece| state.field(piece.shift, piece.width) as usize % (1 << PIECE);
        Indices(self.pieces.iter().zip(&self.codes).fold(0, |all, (piece, codes)| all ^ codes[value(piece)]))
    }

    /// The sum of distances.
    pub fn sum(&self, at: Indices) -> u32 {
        (1..self.colours.len()).map(|token| u32::from(self.costs[self.entry(token, at)])).sum()
    }

    /// The hole's cell.
    #[inline(always)]
    pub fn hole(&self, at: Indices) -> usize {
        at.of(self.colours[0]) as usize
    }

    /// What changes when a pebble of a token goes from one cell to the other.
    pub fn change(&self, token: usize, cells: [usize; 2]) -> Change {
        let codes = &self.cell_codes[token];
        Change { colour: self.colours[token], code: codes[cells[0]] ^ codes[cells[1]] }
    }

    /// The sum after that change, where it is `sum` now.
    #[inline(always)]
    pub fn after(&self, at: Indices, sum: u32, Change { colour, code }: Change) -> u32 {
        let index = at.of(colour);
        let cost = |index: u32| u32::from(self.costs[(colour.begin + index) as usize]);
        sum + cost(index ^ code) - cost(index)
    }
}

impl Change {
    /// The entry of its token after it.
    #[inline(always)]
    pub fn entry_after(self, at: Indices) -> usize {
        (self.colour.begin + (at.of(self.colour) ^ self.code)) as usize
    }
}

impl Indices {
    #[inline(always)]
    fn of(self, colour: Colour) -> u32 {
        (self.0 >> colour.shift) as u32 & colour.mask
    }
}

fn low(bits: u32) -> u32 {
    (1 << bits) - 1
}

/// Bits of a cell's number.
fn field_bits(cells: usize) -> u32 {
    cells.next_power_of_two().ilog2()
}

/// The code of a pebble on each cell, where it is one of `count`, and their bits.
fn codes(cells: usize, count: usize) -> (Vec<u32>, u32) {
    let bits = field_bits(cells);
    if count as u32 * bits >= cells as u32 && cells as u32 <= MOST_BITS {
        return ((0..cells).map(|cell| 1 << cell).collect(), cells as u32);
    }
    let code = |x: u32| {
        let square = product(x, x, bits);
        let powers = std::iter::successors(Some(x), |&power| Some(product(power, square, bits)));
        (0..).step_by(bits as usize).zip(powers.take(count)).fold(0u64, |code, (shift, power): (u32, u32)| {
            code | u64::from(power).checked_shl(shift).unwrap_or(0)
        }) as u32
    };
    ((0..cells as u32).map(code).collect(), count as u32 * bits)
}

/// The product in the field of 2^bits elements.
fn product(one: u32, other: u32, bits: u32) -> u32 {
    // Polynomials without factors, by their degree.
    const MODULUS: [u32; 8] = [0b1, 0b11, 0b111, 0b1011, 0b1_0011, 0b10_0101, 0b100_0011, 0b1000_1001];
    let mut sum = (0..bits).filter(|&bit| other >> bit & 1 != 0).fold(0, |sum, bit| sum ^ one << bit);
    for bit in (bits..2 * bits).rev() {
        if sum >> bit & 1 != 0 {
            sum ^= MODULUS[bits as usize] << (bit - bits);
        }
    }
    sum
}

/// Fills the costs of a token's sets. `None` where it has no table of them.
fn enter_costs(bound: &Bound, token: usize, count: usize, codes: &[u32], costs: &mut [u8]) -> Option<()> {
    let mut enter = |index: u32, cost: u32| costs[index as usize] = cost.min(FARTHEST) as u8;
    if count == 1 {
        for (cell, &code) in codes.iter().enumerate() {
            enter(code, bound.lone(token, cell));
        }
        return Some(());
    }
    let index = |set: &[usize]| set.iter().fold(0, |index, &cell| index ^ codes[cell]);
    bound.each_set(token, count, |set, cost| enter(index(set), cost)).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn codes_tell_all_sets_apart() {
        for (cells, count) in [(15, 1), (15, 2), (15, 3), (16, 2), (9, 4), (13, 3), (25, 3), (64, 2)] {
            let (codes, bits) = codes(cells, count);
            let mut set: Vec<usize> = (0..count).collect();
            let mut met = HashSet::new();
            loop {
                let index = set.iter().fold(0, |index, &cell| index ^ codes[cell]);
                assert!(index >> bits == 0 && met.insert(index), "{count} of {cells}: {set:?}");
                if !clew_core::ranks::next_set(&mut set, cells) {
                    break;
                }
            }
        }
    }
}
