//! Gains of pairs of colours ([`super::colour_patterns`]) at positions that are read from their words.
//!
//! ```text
//!   from     pairs that tell something: {R G}, {B Y}      R moves: of the pairs without R, {B Y} stays;
//!   R moves                                               only those with R are looked up again
//! ```
//!
//! A state that is expanded is read once, and then asked about each of its moves. A move changes one colour's set, and
//! six of Panguru's 21 pairs with it. Where that colour is a pair's second one, its row of the table stays.

use super::colour_layout::{ColourLayout, MOST_COLOURS};
use super::colour_patterns::ColourPatterns;
use super::databases::Databases;
use super::packing::Gains;
use super::words::{Change, Indices, Words};
use clew_core::ranks::next_set;

/// Pairs that are looked up at most.
const MOST_PAIRS: usize = 32;

pub struct WordPairs {
    patterns: ColourPatterns,
    pairs: Vec<Pair>,
    /// By colour, the pairs of which it is the first, and the second.
    first: Vec<Vec<u8>>,
    second: Vec<Vec<u8>>,
    /// By colour, its token.
    tokens: Vec<u8>,
    /// By token, its place among the colours, or [`MOST_COLOURS`].
    places: Vec<u8>,
    /// By entry of the words' costs, the number of the token's set.
    numbers: Vec<u16>,
}

struct Pair {
    colours: [u8; 2],
    /// Those as bits.
    mask: u32,
    /// Where its entries begin, and the length of its rows.
    begin: u32,
    row: u32,
}

/// What is known at a position.
pub struct Seen {
    /// By colour.
    sets: [u32; MOST_COLOURS + 1],
    /// By pair, where the row of its first colour begins.
    rows: [u32; MOST_PAIRS],
    gains: Gains,
}

impl WordPairs {
    pub fn new(words: &Words, layout: &ColourLayout, patterns: ColourPatterns) -> Self {
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
        let mask = |colours: [u8; 2]| 1 << colours[0] | 1 << colours[1];
        let pairs = patterns.pairs().take(MOST_PAIRS);
        let pairs: Vec<Pair> =
            pairs.map(|(colours, begin, row)| Pair { colours, mask: mask(colours), begin, row }).collect();
        let with = |colour: usize, side: usize| {
            let pairs = (0u8..).zip(&pairs).filter(|(_, pair)| usize::from(pair.colours[side]) == colour);
            pairs.map(|(number, _)| number).collect()
        };
        let [first, second] = [0, 1].map(|side| (0..tokens.len()).map(|colour| with(colour, side)).collect());
        Self { patterns, pairs, first, second, tokens, places, numbers }
    }

    pub fn bytes(&self) -> usize {
        self.patterns.held() + size_of_val(&*self.numbers)
    }

    /// The gains at a position.
    #[inline]
    pub fn see(&self, words: &Words, at: Indices) -> Seen {
        let mut seen = Seen { sets: [0; MOST_COLOURS + 1], rows: [0; MOST_PAIRS], gains: Gains::default() };
        for (set, &token) in seen.sets.iter_mut().zip(&self.tokens) {
            *set = self.numbers[words.entry(token.into(), at)].into();
        }
        let table = self.patterns.table();
        for (row, pair) in seen.rows.iter_mut().zip(&self.pairs) {
            let [first, second] =
                pair.colours.map(|colour| seen.sets[usize::from(colour) % (MOST_COLOURS + 1)]);
            *row = pair.begin + first * pair.row;
            seen.gains.push_any(pair.mask, table[(*row + second) as usize]);
        }
        seen
    }

    /// More than `room` where the gains after this move of a token exceed it, otherwise 0.
    #[inline]
    pub fn beyond(&self, seen: &Seen, at: Indices, token: usize, change: Change, room: u32) -> u32 {
        let colour = usize::from(self.places[token]);
        if colour == MOST_COLOURS {
            return seen.gains.beyond(room);
        }
        let (table, set) = (self.patterns.table(), u32::from(self.numbers[change.entry_after(at)]));
        let mut gains = seen.gains.without(1 << colour);
        for &number in &self.second[colour] {
            let number = usize::from(number) % MOST_PAIRS;
            gains.push_any(self.pairs[number].mask, table[(seen.rows[number] + set) as usize]);
        }
        for &number in &self.first[colour] {
            let pair = &self.pairs[usize::from(number)];
            let second = seen.sets[usize::from(pair.colours[1]) % (MOST_COLOURS + 1)];
            gains.push_any(pair.mask, table[(pair.begin + set * pair.row + second) as usize]);
        }
        gains.beyond(room)
    }
}
