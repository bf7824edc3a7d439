//! What a swap of a slot of A and one of B does to the bits of a share.

use super::parity::Halves;
use super::pattern::LETTER;
use super::plan::{MOST_COLOURS, Shape};
use super::tables::Tables;

/// The rows of the share that has one pebble x of A less, and one pebble y more.
#[derive(Clone, Copy, Default)]
struct Rows<'a> {
    first: usize,
    words: usize,
    /// Those that have y in the slot.
    holding: &'a [u32],
}

/// A slot of A and one of B change their pebbles: what that does to each row of a share.
#[derive(Default)]
pub struct Exchange<'a> {
    /// The letter x that leaves A, by row.
    leaving: Vec<u8>,
    /// How many rows with the same x come before each.
    ranks: &'a [u32],
    /// By x, and the letter of B that comes to A.
    rows: [[Rows<'a>; MOST_COLOURS]; MOST_COLOURS],
    /// By x, the bit afterwards, and the letter that comes, by the bit before.
    columns: [&'a [u32]; MOST_COLOURS],
    /// Letters of B.
    letters: usize,
    halves: Halves<'a>,
    bits: usize,
}

impl<'a> Exchange<'a> {
    pub fn new(tables: &'a Tables, share: usize, (a, b): (usize, usize), halves: Halves<'a>) -> Self {
        let (leaving, coming) = (&tables.a.share(share).colours, &tables.b.share(share).colours);
        let mut exchange = Exchange {
            leaving: tables.a.pattern(share).letters_at(a).collect(),
            ranks: tables.a.ranks(share, a),
            letters: coming.len(),
            halves,
            bits: tables.plan.shapes[share].bits,
            ..Exchange::default()
        };
        for (letter, &x) in leaving.iter().enumerate() {
            exchange.columns[letter] = tables.b.replaced(share, b, x);
            for (rows, &y) in exchange.rows[letter].iter_mut().zip(coming) {
                let after = tables.exchanged(share, x, y);
                let Shape { first, words, .. } = tables.plan.shapes[after];
                *rows = Rows { first, words, holding: tables.a.holding(after, a, y) };
            }
        }
        exchange
    }

    #[inline(always)]
    pub fn row(&self, row: usize) -> ExchangedRow<'a> {
        let x = usize::from(self.leaving[row]) % MOST_COLOURS;
        let rank = self.ranks[row] as usize;
        let mut firsts = [0; MOST_COLOURS];
        for (first, rows) in firsts.iter_mut().zip(&self.rows[x][..self.letters]) {
            *first = 64 * (rows.first + rows.holding[rank] as usize * rows.words);
        }
        let half = usize::from(self.halves.of(row));
        ExchangedRow { firsts, columns: &self.columns[x][half * self.bits..][..self.bits] }
    }
}

/// Where the bits of a row are after the exchange.
pub struct ExchangedRow<'a> {
    /// The first bit of the row, by the letter that came to A.
    firsts: [usize; MOST_COLOURS],
    columns: &'a [u32],
}

impl ExchangedRow<'_> {
    #[inline(always)]
    pub fn bit(&self, column: usize) -> usize {
        let entry = self.columns[column];
        self.firsts[(entry >> LETTER) as usize % MOST_COLOURS] + (entry & ((1 << LETTER) - 1)) as usize
    }
}
