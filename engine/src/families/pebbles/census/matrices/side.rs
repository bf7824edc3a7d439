//! One side of the split: the arrangements of its slots by share, and what moves do to their numbers.

use std::collections::{HashMap, HashSet};

use super::pattern::Pattern;
use crate::watch::{Limit, Watch};

/// Where the letter that leaves stands in an entry of [`Side::replaced`], above the arrangement's number.
pub const LETTER: u32 = 24;

/// Bits of a letter in a word.
pub fn bits(colours: usize) -> usize {
    (usize::BITS - colours.saturating_sub(1).leading_zeros()).max(1) as usize
}

/// Words with these letters; `None` where they are too many to count.
pub fn words(counts: &[u8]) -> Option<usize> {
    let (mut words, mut letters) = (1u128, 0u128);
    for &count in counts {
        for taken in 1..=u128::from(count) {
            letters += 1;
            words = words * letters / taken;
            if words > 1 << 40 {
                return None;
            }
        }
    }
    Some(words as usize)
}

/// Every way to take `size` letters out of these; `None` where they are more than `most`.
pub fn shares(counts: &[u8], size: usize, most: usize) -> Option<Vec<Vec<u8>>> {
    let mut found = vec![(Vec::new(), size)];
    for (place, &count) in counts.iter().enumerate() {
        let later: usize = counts[place + 1..].iter().map(|&count| usize::from(count)).sum();
        let mut longer = Vec::new();
        for (share, left) in found {
            for taken in 0..=usize::from(count).min(left) {
                if left - taken <= later {
                    let mut share: Vec<u8> = share.clone();
                    share.push(taken as u8);
                    longer.push((share, left - taken));
                }
            }
        }
        if longer.len() > most {
            return None;
        }
        found = longer;
    }
    Some(found.into_iter().map(|(share, _)| share).collect())
}

/// What lies on one side. Its letters are the numbers of its colours in this list.
#[derive(Clone, Debug)]
pub struct Share {
    /// In increasing order.
    pub colours: Vec<u8>,
    /// Pebbles of each, none 0.
    counts: Vec<u8>,
}

impl Share {
    /// From the pebbles of every colour.
    pub fn new(all: &[u8]) -> Self {
        let colours: Vec<u8> = (0..all.len() as u8).filter(|&colour| all[usize::from(colour)] > 0).collect();
        let counts = all.iter().copied().filter(|&count| count > 0).collect();
        Self { colours, counts }
    }

    /// The pebbles of every colour.
    pub fn all(&self, colours: usize) -> Vec<u8> {
        let mut all = vec![0; colours];
        for (&colour, &count) in self.colours.iter().zip(&self.counts) {
            all[usize::from(colour)] = count;
        }
        all
    }

    pub fn letter(&self, colour: u8) -> Option<u8> {
        self.colours.iter().position(|&known| known == colour).map(|letter| letter as u8)
    }

    /// Where a colour that comes stands among these, and whether it is one of them: all that its table depends on.
    fn arrival(&self, colour: u8) -> (usize, bool) {
        let place = self.colours.partition_point(|&known| known < colour);
        (place, self.colours.get(place) == Some(&colour))
    }
}

/// Entries of 4 bytes of the tables of one side, at most.
pub fn entries<'a>(shares: impl Iterator<Item = &'a Share>, pairs: usize, across: usize) -> u64 {
    let patterns: HashSet<&[u8]> = shares.map(|share| &share.counts[..]).collect();
    let lines = patterns.iter().filter_map(|counts| words(counts)).sum::<usize>() as u64;
    lines * (3 + pairs as u64 + 2 * across as u64)
}

/// Entries of [`Side::replaced`], at most.
pub fn replaced_entries(shares: &[(Share, Share)], colours: usize, across: usize) -> u64 {
    let tables: HashSet<(&[u8], usize, bool)> = (0..colours as u8)
        .flat_map(|new| shares.iter().map(move |share| (new, share)))
        .filter(|(new, (other, _))| other.letter(*new).is_some())
        .map(|(new, (_, share))| {
            let (place, known) = share.arrival(new);
            (&share.counts[..], place, known)
        })
        .collect();
    tables.iter().filter_map(|(counts, ..)| words(counts)).sum::<usize>() as u64 * across as u64
}

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
