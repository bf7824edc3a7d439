//! The random numbers of a game: RC4, keyed by the text of a seed, as in the published engine.

/// Numbers one after the other, all of them fixed by the seed.
#[derive(Clone)]
pub struct Luck {
    sheet: [u8; 256],
    i: u8,
    j: u8,
    /// How many numbers were drawn.
    pub draws: u32,
}

const BYTES: u32 = 7;

impl Luck {
    #[must_use]
    pub fn new(seed: &str) -> Self {
        let mut sheet: [u8; 256] = std::array::from_fn(|at| at as u8);
        let key = bytes_of(seed);
        if !key.is_empty() {
            let mut j = 0u8;
            for i in 0..256 {
                j = j.wrapping_add(sheet[i]).wrapping_add(key[i % key.len()]);
                sheet.swap(i, usize::from(j));
            }
        }
        Self { sheet, i: 0, j: 0, draws: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        self.j = self.j.wrapping_add(self.sheet[usize::from(self.i)]);
        self.sheet.swap(usize::from(self.i), usize::from(self.j));
        let sum = self.sheet[usize::from(self.i)].wrapping_add(self.sheet[usize::from(self.j)]);
        self.sheet[usize::from(sum)]
    }

    /// A whole number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.draws += 1;
        let drawn = (0..BYTES).fold(0.0f64, |sum, _| sum * 256.0 + f64::from(self.byte()));
        let share = drawn / (2f64.powi(8 * BYTES as i32) - 1.0);
        ((share * bound as f64).floor() as usize).min(bound.saturating_sub(1))
    }

    /// The same numbers after that many draws.
    #[must_use]
    pub fn after(mut self, draws: u32) -> Self {
        while self.draws < draws {
            self.draws += 1;
            for _ in 0..BYTES {
                self.byte();
            }
        }
        self
    }
}

/// The bytes of a text as UTF-16 units, each without the zeros in front.
fn bytes_of(text: &str) -> Vec<u8> {
    text.encode_utf16()
        .flat_map(|unit| unit.to_be_bytes().into_iter().skip_while(|&byte| byte == 0))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_rc4() {
        // The published test vector of RC4: key "Key".
        let mut luck = Luck::new("Key");
        let stream: Vec<u8> = (0..8).map(|_| luck.byte()).collect();
        assert_eq!(stream, [0xeb, 0x9f, 0x77, 0x81, 0xb7, 0x34, 0xca, 0x72]);
    }

    #[test]
    fn luck_goes_on_where_it_was() {
        let mut one = Luck::new("a seed");
        let drawn: Vec<usize> = (0..10).map(|_| one.below(100)).collect();
        let mut other = Luck::new("a seed").after(4);
        assert_eq!((0..6).map(|_| other.below(100)).collect::<Vec<_>>(), drawn[4..]);
    }
}
