//! The states met so far, by number, and their numbers, by state.

use clew_engine::packed::{Packed, Wide};
use clew_engine::seen::Seen;

/// States of one width, in 64-bit words.
pub trait Known: Send {
    fn len(&self) -> usize;
    /// Appends the numbers of states, given by their words; new ones get the next numbers.
    fn number_all(&mut self, words: &[u64], numbers: &mut Vec<u32>);
    /// Appends the words of a state.
    fn words(&self, number: u32, out: &mut Vec<u64>);
    /// Bytes that they take, and will take while the table grows next.
    fn bytes(&self) -> usize;
}

/// A table for states of 1, 2, 4 or 8 words.
pub fn known(width: usize) -> Option<Box<dyn Known>> {
    Some(match width {
        1 => Box::new(States::<1, u64>::default()),
        2 => Box::new(States::<2, Wide<2>>::default()),
        4 => Box::new(States::<4, Wide<4>>::default()),
        8 => Box::new(States::<8, Wide<8>>::default()),
        _ => return None,
    })
}

trait Words<const N: usize>: Packed {
    fn from_words(words: [u64; N]) -> Self;
    fn to_words(self) -> [u64; N];
}

impl Words<1> for u64 {
    fn from_words([word]: [u64; 1]) -> Self {
        word
    }

    fn to_words(self) -> [u64; 1] {
        [self]
    }
}

impl<const N: usize> Words<N> for Wide<N> {
    fn from_words(words: [u64; N]) -> Self {
        Wide(words)
    }

    fn to_words(self) -> [u64; N] {
        self.0
    }
}

struct States<const N: usize, K: Words<N>> {
    seen: Seen<K, u32>,
    list: Vec<K>,
    keys: Vec<K>,
}

impl<const N: usize, K: Words<N>> Default for States<N, K> {
    fn default() -> Self {
        Self { seen: Seen::default(), list: Vec::new(), keys: Vec::new() }
    }
}

impl<const N: usize, K: Words<N>> Known for States<N, K> {
    fn len(&self) -> usize {
        self.list.len()
    }

    fn number_all(&mut self, words: &[u64], numbers: &mut Vec<u32>) {
        self.keys.clear();
        self.keys.extend(words.as_chunks().0.iter().map(|&words| K::from_words(words)));
        grow(&mut self.list, self.keys.len());
        self.seen.number_all(&self.keys, 0, numbers, &mut self.list);
    }

    fn words(&self, number: u32, out: &mut Vec<u64>) {
        out.extend(self.list[number as usize].to_words());
    }

    fn bytes(&self) -> usize {
        self.seen.bytes_soon() + (self.list.capacity() + self.keys.capacity()) * size_of::<K>()
    }
}

/// Makes room for `more` entries, at least an eighth of the list: doubling it would take memory before it is needed.
pub fn grow<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 8));
    }
}
