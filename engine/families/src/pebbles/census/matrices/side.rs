//! One side of the split: the arrangements of its slots by share, and what moves do to their numbers.

use std::collections::HashMap;

use super::pattern::{LETTER, Pattern};
use super::shares::Share;
use clew_core::watch::{Limit, Watch};

/// Arrangements and tables of one side.
pub struct Side {
    shares: Vec<Share>,
    patterns: Vec<Pattern>,
    /// The pattern of each share.
    pattern_of: Vec<usize>,
    /// Pairs of slots with an edge, and slots with an edge across.
    pairs: Vec<(usize, usize)>,
    across: Vec<usize>,
    /// The number of each arrangement in its new share after a colour came to a slot with an edge across, and above it the
    /// letter that leaves. Only on the side that is asked for every bit ([`Side::with_tables`]).
    replaced: Vec<Vec<u32>>,
    /// Which of these, for each share, slot with an edge across, and colour that comes. `u32::MAX` where it cannot come.
    replaced_at: Vec<u32>,
    colours: usize,
}

impl Side {
    pub fn new(
        shares: Vec<Share>,
        bits: usize,
        pairs: &[(usize, usize)],
        across: &[usize],
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let mut known: HashMap<&[u8], usize> = HashMap::new();
        let (mut patterns, mut pattern_of) = (Vec::new(), Vec::new());
        for share in &shares {
            let number = *known.entry(&share.counts).or_insert(patterns.len());
            if number == patterns.len() {
                patterns.push(Pattern::new(&share.counts, bits, pairs, across, watch)?);
            }
            pattern_of.push(number);
        }
        let (pairs, across) = (pairs.to_vec(), across.to_vec());
        let (replaced, replaced_at) = (Vec::new(), Vec::new());
        Ok(Self { shares, patterns, pattern_of, pairs, across, replaced, replaced_at, colours: 0 })
    }

    /// Notes which arrangements are odd.
    pub fn note_odd(&mut self) {
        self.patterns.iter_mut().for_each(Pattern::note_odd);
    }

    /// The same with a table for each colour that may come. `exchange`: the share after one left this side
    /// and another came, or `u32::MAX`. Where it was noted which arrangements are odd, a row has a bit for two columns;
    /// then tables are for bits, first those of the even columns.
    pub fn with_tables(
        mut self,
        colours: usize,
        exchange: impl Fn(usize, u8, u8) -> u32,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        self.colours = colours;
        let mut known = HashMap::new();
        for (share, &pattern) in self.pattern_of.iter().enumerate() {
            for (place, new) in (0..self.across.len() * colours).map(|i| (i / colours, (i % colours) as u8)) {
                if exchange(share, self.shares[share].colours[0], new) == u32::MAX {
                    self.replaced_at.push(u32::MAX);
                    continue;
                }
                let key = (pattern, place, self.shares[share].arrival(new));
                let number = *known.entry(key).or_insert(self.replaced.len());
                if number == self.replaced.len() {
                    let after = |old| exchange(share, old, new) as usize;
                    let table = self.replace(share, place, new, after, watch)?;
                    self.replaced.push(self.patterns[pattern].by_bit(table));
                }
                self.replaced_at.push(number as u32);
            }
        }
        for pattern in &mut self.patterns {
            for table in std::mem::take(&mut pattern.swapped) {
                let table = pattern.by_bit(table);
                pattern.swapped.push(table);
            }
            (pattern.ranks, pattern.holding) = (Vec::new(), Vec::new());
        }
        Ok(self)
    }

    /// What becomes of each arrangement of a share as a colour comes to a place across.
    fn replace(
        &self,
        share: usize,
        place: usize,
        new: u8,
        after: impl Fn(u8) -> usize,
        watch: &mut Watch,
    ) -> Result<Vec<u32>, Limit> {
        let afters: Vec<&[u32]> = self.shares[share]
            .colours
            .iter()
            .map(|&old| {
                let after = after(old);
                let letter = self.shares[after].letter(new).expect("it has come");
                &self.patterns[self.pattern_of[after]].holding[place][usize::from(letter)][..]
            })
            .collect();
        let pattern = self.pattern(share);
        let ranks = pattern.ranks[place].iter();
        let entry = |(old, &rank): (u8, &u32)| -> Result<u32, Limit> {
            watch.tick()?;
            Ok(afters[usize::from(old)][rank as usize] | u32::from(old) << LETTER)
        };
        pattern.letters_at(self.across[place]).zip(ranks).map(entry).collect()
    }

    pub fn pattern(&self, share: usize) -> &Pattern {
        &self.patterns[self.pattern_of[share]]
    }

    pub fn share(&self, number: usize) -> &Share {
        &self.shares[number]
    }

    /// How many arrangements with the same letter in a slot with an edge across come before each.
    pub fn ranks(&self, share: usize, slot: usize) -> &[u32] {
        &self.pattern(share).ranks[self.place(slot)]
    }

    /// The arrangements with that colour in a slot with an edge across, in order.
    pub fn holding(&self, share: usize, slot: usize, colour: u8) -> &[u32] {
        let letter = self.shares[share].letter(colour).expect("a colour of the share");
        &self.pattern(share).holding[self.place(slot)][usize::from(letter)]
    }

    /// The share and the number of an arrangement.
    pub fn find(&self, colours: &[u8]) -> (usize, usize) {
        let mut found = colours.to_vec();
        found.sort_unstable();
        found.dedup();
        let place = |(number, share): (usize, &Share)| {
            let letters: Vec<u8> = colours.iter().filter_map(|&colour| share.letter(colour)).collect();
            let fits = share.colours == found;
            Some((number, fits.then(|| self.pattern(number).find(letters.into_iter()))??))
        };
        self.shares.iter().enumerate().find_map(place).expect("every arrangement is in a share")
    }

    pub fn colours(&self, share: usize, number: usize) -> impl Iterator<Item = u8> + '_ {
        let colours = &self.shares[share].colours;
        self.pattern(share).letters(number).map(|letter| colours[usize::from(letter)])
    }

    /// Numbers after the swap of two slots with an edge between them.
    pub fn swapped(&self, share: usize, one: usize, two: usize) -> &[u32] {
        let pair = (one.min(two), one.max(two));
        let place = self.pairs.iter().position(|&known| known == pair).expect("an edge inside the side");
        &self.pattern(share).swapped[place]
    }

    /// Numbers, with the letter that leaves, after a colour came to a slot with an edge across.
    pub fn replaced(&self, share: usize, slot: usize, new: u8) -> &[u32] {
        let at = (share * self.across.len() + self.place(slot)) * self.colours + usize::from(new);
        &self.replaced[self.replaced_at[at] as usize]
    }

    fn place(&self, slot: usize) -> usize {
        self.across.iter().position(|&known| known == slot).expect("a slot with an edge across")
    }
}
