//! Boards like a chessboard: where the hole is tells which level it is, and half of the positions are never met.
//!
//! # Every move takes the hole to the other colour
//!
//! Where the cells have two colours and neighbours always differ, the holes of all positions of a level are on one colour
//! (if those of all goals are), and those of the next level on the other. So a level needs room for the holes of one colour
//! only, and the last level and the next take the room of one set.
//!
//! # Every swap takes the slots to the other half
//!
//! Where all pebbles differ, too, the words in the slots are odd or even (by their inversions). A move swaps two slots, and
//! so goes from even to odd or back; but for a move to or from the pivot, which leaves the slots as they are. Give the
//! pivot the colour of its neighbours, and all moves keep to one rule: either both change, or neither does.
//!
//! ```text
//!    w . w        the hole's colour, the pivot in the middle counted       colour + inversions (mod 2)
//!    . w .        as its neighbours                                        is the same for all positions
//!    w . w        (dots: the other cells)                                  that can be reached
//! ```
//!
//! So of the columns of a row half can be reached: the even ones or the odd ones, which the place of the hole, the share and
//! the row decide. Columns 2k and 2k + 1 in the order of words differ in their last two letters, so one of them is even;
//! that is why bit k of a row stands for column 2k or 2k + 1.

use super::shares::{Share, odd};
use super::split::Split;
use crate::pebbles::board::Pebbles;
use clew_core::packed::Packed;

/// The colours of a chessboard, for the cells of a graph.
#[derive(Clone, Debug)]
pub struct Chessboard {
    /// 0 or 1 for each cell.
    pub colours: Vec<u8>,
    /// The colour that the holes of all goals have.
    pub first: u8,
}

impl Chessboard {
    /// `None` where some neighbours cannot differ, or where the holes of the goals do.
    pub fn new<W: Packed>(puzzle: &Pebbles<W>) -> Option<Self> {
        let colours = puzzle.graph().sides()?;
        let mut first = None;
        puzzle
            .each_goal(&mut |goal| {
                let hole = puzzle.tokens(goal).position(|token| token == 0).expect("there is one hole");
                *first.get_or_insert(colours[hole]) == colours[hole]
            })
            .then_some(())?;
        Some(Self { first: first?, colours })
    }
}

/// Which half of a row's columns can be reached.
#[derive(Clone, Debug)]
pub struct Parity {
    /// By place of the hole: 1 where the inversions of the words that can be reached are odd.
    pub holes: Vec<u8>,
    /// By share: 1 where the inversions between the sides are odd.
    pub shares: Vec<u8>,
}

impl Parity {
    /// `None` where pebbles are alike, or goals are in both halves, or there are no two columns.
    pub fn new<W: Packed>(puzzle: &Pebbles<W>, board: &Chessboard, split: &Split) -> Option<Self> {
        if split.b.len() < 2 || puzzle.counts()[1..].iter().any(|&count| count != 1) {
            return None;
        }
        let mut holes = board.colours.clone();
        if let Some(&near) = puzzle.graph().neighbours(split.pivot).first() {
            holes[split.pivot] = holes[near];
        }
        let mut first = None;
        puzzle
            .each_goal(&mut |goal| {
                let tokens: Vec<u8> = puzzle.tokens(goal).collect();
                let hole = tokens.iter().position(|&token| token == 0).expect("there is one hole");
                let half = odd(split.slots().map(|slot| tokens[split.cell(slot, hole)])) ^ holes[hole];
                *first.get_or_insert(half) == half
            })
            .then_some(())?;
        let first = first?;
        holes.iter_mut().for_each(|hole| *hole ^= first);
        Some(Self { holes, shares: Vec::new() })
    }

    /// Counts the inversions between the sides.
    pub fn note_shares(&mut self, shares: &[(Share, Share)]) {
        let colours = |(a, b): &(Share, Share)| odd(a.colours.iter().chain(&b.colours).copied());
        self.shares = shares.iter().map(colours).collect();
    }
}

/// Which half of the columns of each row can be reached: 1 for the odd ones.
#[derive(Clone, Copy, Default)]
pub struct Halves<'a> {
    pub first: u8,
    pub odd_rows: &'a [u8],
}

impl Halves<'_> {
    /// 0 where all columns have bits of their own.
    #[inline(always)]
    pub fn of(&self, row: usize) -> u8 {
        self.odd_rows.get(row).map_or(0, |odd| odd ^ self.first)
    }
}
