//! What lies on each side of the split: how the colours are shared, and how many arrangements that makes.

use std::collections::HashSet;

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
pub fn all(counts: &[u8], size: usize, most: usize) -> Option<Vec<Vec<u8>>> {
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
    pub counts: Vec<u8>,
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
    pub fn arrival(&self, colour: u8) -> (usize, bool) {
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

/// Entries of the tables of what becomes of arrangements as a colour comes, at most.
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

/// Whether that many pairs of a word are out of order: 1 where the number is odd.
pub fn odd(word: impl Iterator<Item = u8> + Clone) -> u8 {
    let mut later = word.clone();
    let mut inversions = 0;
    for letter in word {
        later.next();
        inversions += later.clone().filter(|&other| other < letter).count();
    }
    (inversions % 2) as u8
}
