//! States as keys: the numbers of a state's fields side by side in a few machine words.

use std::cmp::Ordering;

/// The values that a field can have: `count` of them, from `first` in steps of `stride`.
///
/// A key holds the place of a value among these, which takes fewer bits than the value.
#[derive(Clone, Copy, Debug)]
pub struct Domain {
    pub first: u16,
    pub stride: u16,
    pub count: u32,
}

impl Domain {
    /// The values from 0.
    pub fn below(count: usize) -> Self {
        Self { first: 0, stride: 1, count: u32::try_from(count).unwrap_or(u32::MAX) }
    }

    /// The place of a value, if it is one of these.
    pub fn place(self, value: u16) -> Option<u16> {
        let far = value.checked_sub(self.first)?;
        let place = far / self.stride;
        (far % self.stride == 0 && u32::from(place) < self.count).then_some(place)
    }
}

pub type Key<const N: usize> = [u64; N];

struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

/// Where in a key each field is. No field is in two words; the last field weighs most, as in the order of the lists.
pub struct Layout {
    fields: Vec<Field>,
    pub words: usize,
}

impl Layout {
    pub fn new(domains: &[Domain]) -> Self {
        let (mut word, mut used) = (0, 0);
        let fields = domains
            .iter()
            .map(|domain| {
                let bits = (u32::BITS - domain.count.saturating_sub(1).leading_zeros()).max(1);
                if used + bits > u64::BITS {
                    (word, used) = (word + 1, 0);
                }
                used += bits;
                Field { word, shift: used - bits, mask: (1 << bits) - 1 }
            })
            .collect();
        Self { fields, words: word + 1 }
    }

    pub fn put<const N: usize>(&self, key: &mut Key<N>, field: usize, value: u16) {
        let Field { word, shift, mask } = self.fields[field];
        key[word] = key[word] & !(mask << shift) | u64::from(value) << shift;
    }

    pub fn pack<const N: usize>(&self, state: &[u16]) -> Key<N> {
        let mut key = [0; N];
        for (field, &value) in state.iter().enumerate() {
            self.put(&mut key, field, value);
        }
        key
    }

    pub fn unpack<const N: usize>(&self, key: &Key<N>, state: &mut [u16]) {
        for (value, field) in state.iter_mut().zip(&self.fields) {
            *value = (key[field.word] >> field.shift & field.mask) as u16;
        }
    }
}

/// The order of keys in a list.
pub fn order<const N: usize>(one: &Key<N>, other: &Key<N>) -> Ordering {
    one.iter().rev().cmp(other.iter().rev())
}
