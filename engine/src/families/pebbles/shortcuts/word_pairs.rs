//! Gains of pairs of colours ([`super::colour_patterns`]) at positions that are read from their words.
//!
//! ```text
//!   from     pairs that tell something: {R G}, {B Y}      R moves: of the pairs without R, {B Y} stays;
//!   R moves                                               only those with R are looked up again
//! ```
//!
//! A state that is expanded is read once, and then asked about each of its moves. A move changes one colour's set, and
//! six of Panguru's 21 pairs with it.

use super::colour_layout::{ColourLayout, MOST_COLOURS};
use super::colour_patterns::{ColourPatterns, Seen};
use super::words::{Change, Indices, Words};
use crate::packed::Packed;
use crate::ranks::next_set;

pub struct WordPairs {
    patterns: ColourPatterns,
    /// By colour, its token.
    tokens: Vec<u8>,
    /// By token, its place among the colours, or [`MOST_COLOURS`].
    places: Vec<u8>,
    /// By entry of the words' costs, the number of the token's set.
    numbers: Vec<u16>,
}

impl WordPairs {
    pub fn new<W: Packed>(words: &Words<W>, layout: &ColourLayout, patterns: ColourPatterns) -> Self {
        let tokens: Vec<u8> = layout.tokens().map(|(token, _)| token as u8).collect();
        let (mut places, mut numbers) = (vec![MOST_COLOURS as u8; words.tokens()], vec![0; words.entries()]);
        for (place, (token, count)) in layout.tokens().enumerate() {
            places[token] = place as u8;
            let mut set: Vec<usize> = (0..count).collect();
            for number in 0.. {
                numbers[words.entry_of(token, &set)] = number;
                if !next_set(&mut set, layout.cells()) {
                    break;
                }
            }
        }
        Self { patterns, tokens, places, numbers }
    }

    pub fn bytes(&self) -> usize {
        self.patterns.held() + size_of_val(&*self.numbers)
    }

    /// The gains at a position.
    #[inline]
    pub fn see<W: Packed>(&self, words: &Words<W>, at: Indices) -> Seen {
        let mut sets = [0; MOST_COLOURS + 1];
        for (set, &token) in sets.iter_mut().zip(&self.tokens) {
            *set = self.numbers[words.entry(token.into(), at)].into();
        }
        self.patterns.see(sets)
    }

    /// More than `room` where the gains after this move of a token exceed it, otherwise 0.
    #[inline]
    pub fn beyond(&self, seen: &Seen, at: Indices, token: usize, change: Change, room: u32) -> u32 {
        let place = usize::from(self.places[token]);
        if place == MOST_COLOURS {
            return seen.gains.beyond(room);
        }
        self.patterns.beyond_after(seen, place, self.numbers[change.entry_after(at)].into(), room)
    }
}
