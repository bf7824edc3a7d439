//! Words of given letters as consecutive numbers, in lexicographic order.
//!
//! Of N words of n letters, c of them `t`, N c / n begin with `t`; so the first letter's rank is a sum of such terms,
//! and the rest is the same question about a shorter word (Knuth, *The Art of Computer Programming* 4A, 7.2.1.2: ranks
//! of multisets).
//!
//! ```text
//!   A B - B     12 words of - A B B; 3 begin with -, so A.... is number 3 and up; of the 3 words
//!   3 + 1 + 0   of - B B one begins with -, so AB.. is number 4 and up; then - is first, and B is left
//! ```

/// More words than any machine that Clew is meant for can hold.
pub const MOST: u64 = 1 << 40;

/// Words of given letters, numbered.
#[derive(Clone, Debug)]
pub struct Words {
    /// How often each letter occurs.
    counts: Vec<u64>,
    letters: usize,
    size: u64,
}

impl Words {
    /// `None` where there are more than [`MOST`].
    #[must_use]
    pub fn new(counts: &[usize]) -> Option<Self> {
        let (mut words, mut letters) = (1u128, 0u128);
        for &count in counts {
            for taken in 1..=count as u128 {
                letters += 1;
                words = words * letters / taken;
                if words > u128::from(MOST) {
                    return None;
                }
            }
        }
        let counts = counts.iter().map(|&count| count as u64).collect();
        Some(Self { counts, letters: letters as usize, size: words as u64 })
    }

    /// How many there are.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The number of a word of these letters.
    pub fn rank(&self, word: &[u8], left: &mut Vec<u64>) -> u64 {
        left.clone_from(&self.counts);
        let (mut words, mut rank) = (self.size, 0);
        for (place, &letter) in word.iter().enumerate() {
            let letters = (self.letters - place) as u64;
            let (before, rest) = left.split_at_mut(usize::from(letter));
            // Below 2^40 words and 2^7 letters the products fit.
            rank += words * before.iter().sum::<u64>() / letters;
            words = words * rest[0] / letters;
            rest[0] -= 1;
        }
        rank
    }

    /// The word of that number.
    pub fn word(&self, mut rank: u64, left: &mut Vec<u64>, word: &mut Vec<u8>) {
        left.clone_from(&self.counts);
        word.clear();
        let mut words = self.size;
        for letters in (1..=self.letters as u64).rev() {
            let mut letter = 0;
            loop {
                let here = words * left[letter] / letters;
                if rank < here {
                    words = here;
                    break;
                }
                rank -= here;
                letter += 1;
            }
            left[letter] -= 1;
            word.push(letter as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_numbered_in_their_order() {
        let words = Words::new(&[1, 1, 2]).expect("twelve words");
        let (mut left, mut word, mut before) = (Vec::new(), Vec::new(), Vec::new());
        for rank in 0..words.size() {
            words.word(rank, &mut left, &mut word);
            assert!(word > before, "{word:?} after {before:?}");
            assert_eq!(words.rank(&word, &mut left), rank);
            before.clone_from(&word);
        }
        assert_eq!((words.size(), before), (12, vec![2, 2, 1, 0]));
        assert!(Words::new(&[30, 30]).is_none(), "more than {MOST} words");
    }
}
