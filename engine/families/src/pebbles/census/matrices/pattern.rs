//! The arrangements of one pattern of letters, numbered, and what moves do to the numbers.
//!
//! Two shares of red, red, blue and of green, green, black have the same arrangements if letters take the place of colours:
//! 0 0 1, 0 1 0 and 1 0 0. What moves inside a side do to their numbers is the same, too, so all shares with the same
//! numbers of letters have one pattern, and its tables stay in the processor's cache.

use super::shares::odd;
use clew_core::watch::{Limit, Watch};

/// Where the letter that leaves stands in an entry of a table, above the arrangement's number.
pub const LETTER: u32 = 24;

/// See [`Pattern::by_letter`].
type ByLetter = (Vec<u32>, Vec<Vec<u32>>);

/// Arrangements and tables of the shares with these numbers of letters.
pub struct Pattern {
    /// Bits of a letter in a word.
    bits: usize,
    slots: usize,
    letters: usize,
    /// The arrangements as words, first slot highest, in increasing order.
    words: Vec<u64>,
    /// For each pair of slots with an edge: the number of each arrangement after the swap.
    pub swapped: Vec<Vec<u32>>,
    /// For each slot with an edge across: how many arrangements with the same letter there come before each.
    pub ranks: Vec<Vec<u32>>,
    /// For each slot with an edge across, and letter: the arrangements with that letter there, in order.
    pub holding: Vec<Vec<Vec<u32>>>,
    /// For each arrangement, whether its inversions are odd. Empty where nobody asks.
    pub odd: Vec<u8>,
}

impl Pattern {
    pub fn new(
        counts: &[u8],
        bits: usize,
        pairs: &[(usize, usize)],
        across: &[usize],
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let mut pattern = Self {
            bits,
            slots: counts.iter().map(|&count| usize::from(count)).sum(),
            letters: counts.len(),
            words: arrangements(counts, bits, watch)?,
            swapped: Vec::new(),
            ranks: Vec::new(),
            holding: Vec::new(),
            odd: Vec::new(),
        };
        let swapped: Result<_, Limit> = pairs.iter().map(|&pair| pattern.swap(pair, watch)).collect();
        pattern.swapped = swapped?;
        let by_letter: Result<Vec<_>, Limit> =
            across.iter().map(|&slot| pattern.by_letter(slot, watch)).collect();
        (pattern.ranks, pattern.holding) = by_letter?.into_iter().unzip();
        Ok(pattern)
    }

    /// Notes which arrangements are odd.
    pub fn note_odd(&mut self) {
        self.odd = (0..self.words.len()).map(|number| odd(self.letters(number))).collect();
    }

    /// The number of the arrangement that a bit stands for, where rows have a bit for two: the even one or the odd one.
    pub fn number(&self, bit: usize, half: u8) -> usize {
        if self.odd.is_empty() { bit } else { 2 * bit + usize::from(self.odd[2 * bit] ^ half) }
    }

    /// The bit that stands for an arrangement.
    pub fn bit(&self, number: usize) -> usize {
        number >> usize::from(!self.odd.is_empty())
    }

    /// A table of numbers as one of bits: where rows have a bit for two arrangements, first the even ones.
    pub fn by_bit(&self, table: Vec<u32>) -> Vec<u32> {
        if self.odd.is_empty() {
            return table;
        }
        let entry = |bit, half| {
            let entry = table[self.number(bit, half)];
            entry >> LETTER << LETTER | (entry & ((1 << LETTER) - 1)) >> 1
        };
        let bits = table.len() / 2;
        (0..2)
            .flat_map(|half| (0..bits).map(move |bit| (bit, half)))
            .map(|(bit, half)| entry(bit, half))
            .collect()
    }

    /// The number of an arrangement.
    pub fn find(&self, letters: impl Iterator<Item = u8>) -> Option<usize> {
        let word = letters.fold(0, |word, letter| word << self.bits | u64::from(letter));
        self.words.binary_search(&word).ok()
    }

    pub fn letters(&self, number: usize) -> impl Iterator<Item = u8> + Clone + '_ {
        (0..self.slots).map(move |slot| self.letter(self.words[number], slot) as u8)
    }

    /// The letter of each arrangement in a slot.
    pub fn letters_at(&self, slot: usize) -> impl Iterator<Item = u8> + '_ {
        self.words.iter().map(move |&word| self.letter(word, slot) as u8)
    }

    fn shift(&self, slot: usize) -> usize {
        self.bits * (self.slots - 1 - slot)
    }

    fn letter(&self, word: u64, slot: usize) -> u64 {
        word >> self.shift(slot) & ((1 << self.bits) - 1)
    }

    fn swap(&self, (one, two): (usize, usize), watch: &mut Watch) -> Result<Vec<u32>, Limit> {
        let swapped = |&word: &u64| {
            let differ = self.letter(word, one) ^ self.letter(word, two);
            word ^ (differ << self.shift(one) | differ << self.shift(two))
        };
        let number = |word: &u64| -> Result<u32, Limit> {
            watch.tick()?;
            Ok(self.words.binary_search(&swapped(word)).expect("the same letters") as u32)
        };
        self.words.iter().map(number).collect()
    }

    /// The rank of each arrangement among those with its letter in a slot, and these by letter.
    fn by_letter(&self, slot: usize, watch: &mut Watch) -> Result<ByLetter, Limit> {
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); self.letters];
        let mut ranks = Vec::with_capacity(self.words.len());
        for (number, letter) in self.letters_at(slot).enumerate() {
            watch.tick()?;
            let list = &mut lists[usize::from(letter)];
            ranks.push(list.len() as u32);
            list.push(number as u32);
        }
        lists.iter_mut().for_each(Vec::shrink_to_fit);
        Ok((ranks, lists))
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
