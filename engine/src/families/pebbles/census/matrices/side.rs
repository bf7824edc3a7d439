//! One side of the split: the arrangements of its slots by share, numbered, and what moves do to the numbers.

use crate::watch::{Limit, Watch};

/// See [`Side::by_colour`].
type ByColour = (Vec<u32>, Vec<Vec<u32>>);

/// Where a colour stands in an entry of [`Side::replaced`], above the arrangement's number.
pub const COLOUR: u32 = 24;

/// Bits of a colour in a word.
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

/// Arrangements and tables of one side.
pub struct Side {
    bits: usize,
    slots: usize,
    colours: usize,
    /// The arrangements of each share as words, first slot highest, in increasing order.
    words: Vec<Vec<u64>>,
    /// For each share and pair of slots with an edge: the number of each arrangement after the swap.
    swapped: Vec<Vec<Vec<u32>>>,
    pairs: Vec<(usize, usize)>,
    across: Vec<usize>,
    /// For each share and slot with an edge across: how many arrangements with the same colour there come
    /// before each.
    ranks: Vec<Vec<Vec<u32>>>,
    /// For each share, slot with an edge across, and colour: the arrangements with that colour there, in order.
    holding: Vec<Vec<Vec<Vec<u32>>>>,
    /// For each share, slot with an edge across, and colour that comes: the number of each arrangement in its
    /// new share, and above it the colour that leaves. `u32::MAX` where the colour cannot come. Only on the
    /// side that is asked for every bit ([`Side::with_tables`]).
    replaced: Vec<Vec<Vec<u32>>>,
}

impl Side {
    pub fn new(
        shares: &[Vec<u8>],
        pairs: &[(usize, usize)],
        across: &[usize],
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let (colours, slots) = (shares[0].len(), shares[0].iter().map(|&count| usize::from(count)).sum());
        let bits = bits(colours);
        let mut words = Vec::with_capacity(shares.len());
        for share in shares {
            words.push(arrangements(share, bits, watch)?);
        }
        let mut side = Self {
            bits,
            slots,
            colours,
            words,
            swapped: Vec::new(),
            pairs: pairs.to_vec(),
            across: across.to_vec(),
            ranks: Vec::new(),
            holding: Vec::new(),
            replaced: Vec::new(),
        };
        for share in 0..shares.len() {
            let swapped: Result<_, Limit> = pairs.iter().map(|&pair| side.swap(share, pair, watch)).collect();
            side.swapped.push(swapped?);
            let by_colour: Result<Vec<_>, Limit> =
                across.iter().map(|&slot| side.by_colour(share, slot, watch)).collect();
            let (ranks, holding) = by_colour?.into_iter().unzip();
            side.ranks.push(ranks);
            side.holding.push(holding);
        }
        Ok(side)
    }

    /// The same with a table for each colour that may come. `exchange`: the share after one left this side
    /// and another came.
    pub fn with_tables(
        mut self,
        exchange: impl Fn(usize, usize, usize) -> u32,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let mut table = |share: usize, place: usize, new: usize| -> Result<Vec<u32>, Limit> {
            let number = |number: usize| -> Result<u32, Limit> {
                watch.tick()?;
                let old = self.colour_at(share, number, self.across[place]);
                Ok(match exchange(share, old, new) {
                    u32::MAX => u32::MAX,
                    after => self.after(share, place, number, after as usize, new) | (old as u32) << COLOUR,
                })
            };
            (0..self.words[share].len()).map(number).collect()
        };
        let mut tables = |share: usize| -> Result<Vec<Vec<u32>>, Limit> {
            let pairs = (0..self.across.len() * self.colours).map(|i| (i / self.colours, i % self.colours));
            pairs.map(|(place, new)| table(share, place, new)).collect()
        };
        let replaced: Result<Vec<_>, Limit> = (0..self.words.len()).map(&mut tables).collect();
        self.replaced = replaced?;
        (self.ranks, self.holding) = (Vec::new(), Vec::new());
        Ok(self)
    }

    fn colour(&self, word: u64, slot: usize) -> u64 {
        word >> (self.bits * (self.slots - 1 - slot)) & ((1 << self.bits) - 1)
    }

    fn swap(&self, share: usize, (one, two): (usize, usize), watch: &mut Watch) -> Result<Vec<u32>, Limit> {
        let shift = |slot: usize| self.bits * (self.slots - 1 - slot);
        let swapped = |&word: &u64| {
            let differ = self.colour(word, one) ^ self.colour(word, two);
            word ^ (differ << shift(one) | differ << shift(two))
        };
        let words = &self.words[share];
        let number = |word: &u64| -> Result<u32, Limit> {
            watch.tick()?;
            Ok(words.binary_search(&swapped(word)).expect("the same colours") as u32)
        };
        words.iter().map(number).collect()
    }

    /// The rank of each arrangement among those of its colour in a slot, and these by colour.
    fn by_colour(&self, share: usize, slot: usize, watch: &mut Watch) -> Result<ByColour, Limit> {
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); self.colours];
        let mut ranks = Vec::with_capacity(self.words[share].len());
        for (number, &word) in self.words[share].iter().enumerate() {
            watch.tick()?;
            let list = &mut lists[self.colour(word, slot) as usize];
            ranks.push(list.len() as u32);
            list.push(number as u32);
        }
        lists.iter_mut().for_each(Vec::shrink_to_fit);
        Ok((ranks, lists))
    }

    /// The number that an arrangement of `share` has in the share `after`, with `new` at a place across.
    fn after(&self, share: usize, place: usize, number: usize, after: usize, new: usize) -> u32 {
        self.holding[after][place][new][self.ranks[share][place][number] as usize]
    }

    /// How many arrangements with the same colour in a slot with an edge across come before each.
    pub fn ranks(&self, share: usize, slot: usize) -> &[u32] {
        &self.ranks[share][self.place(slot)]
    }

    /// The arrangements with that colour in a slot with an edge across, in order.
    pub fn holding(&self, share: usize, slot: usize, colour: usize) -> &[u32] {
        &self.holding[share][self.place(slot)][colour]
    }

    /// The colour of each arrangement in a slot.
    pub fn colours_at(&self, share: usize, slot: usize) -> Vec<u8> {
        self.words[share].iter().map(|&word| self.colour(word, slot) as u8).collect()
    }

    /// The share and the number of an arrangement.
    pub fn find(&self, colours: &[u8]) -> (usize, usize) {
        let word = colours.iter().fold(0, |word, &colour| word << self.bits | u64::from(colour));
        let place = |(share, words): (usize, &Vec<u64>)| Some((share, words.binary_search(&word).ok()?));
        self.words.iter().enumerate().find_map(place).expect("every arrangement is in a share")
    }

    pub fn colours(&self, share: usize, number: usize) -> impl Iterator<Item = u8> + '_ {
        let word = self.words[share][number];
        (0..self.slots).map(move |slot| self.colour(word, slot) as u8)
    }

    /// The colour in a slot.
    pub fn colour_at(&self, share: usize, number: usize, slot: usize) -> usize {
        self.colour(self.words[share][number], slot) as usize
    }

    /// Numbers after the swap of two slots with an edge between them.
    pub fn swapped(&self, share: usize, one: usize, two: usize) -> &[u32] {
        let pair = (one.min(two), one.max(two));
        let place = self.pairs.iter().position(|&known| known == pair).expect("an edge inside the side");
        &self.swapped[share][place]
    }

    /// Numbers, with the colour that leaves, after a colour came to a slot with an edge across.
    pub fn replaced(&self, share: usize, slot: usize, new: usize) -> &[u32] {
        &self.replaced[share][self.place(slot) * self.colours + new]
    }

    fn place(&self, slot: usize) -> usize {
        self.across.iter().position(|&known| known == slot).expect("a slot with an edge across")
    }
}

/// All words of these letters, in increasing order.
fn arrangements(counts: &[u8], bits: usize, watch: &mut Watch) -> Result<Vec<u64>, Limit> {
    struct Arranging<'a, 'w> {
        left: Vec<u8>,
        bits: usize,
        out: Vec<u64>,
        watch: &'a mut Watch<'w>,
    }
    impl Arranging<'_, '_> {
        fn extend(&mut self, letters: usize, word: u64) -> Result<(), Limit> {
            if letters == 0 {
                self.out.push(word);
                return self.watch.tick();
            }
            for letter in 0..self.left.len() {
                if self.left[letter] > 0 {
                    self.left[letter] -= 1;
                    self.extend(letters - 1, word << self.bits | letter as u64)?;
                    self.left[letter] += 1;
                }
            }
            Ok(())
        }
    }
    let letters = counts.iter().map(|&count| usize::from(count)).sum();
    let mut arranging = Arranging { left: counts.to_vec(), bits, out: Vec::new(), watch };
    arranging.extend(letters, 0)?;
    Ok(arranging.out)
}
