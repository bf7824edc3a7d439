//! Lists of states with their numbers, and how a state is found in one.

use crate::file::Body;
use crate::refused::{Refused, refuse};
use crate::rules::Rules;
use crate::state::{Key, Layout, order};

const CHUNK: usize = 1 << 15;

/// States in ascending order, each with its number.
pub struct List<const N: usize> {
    pub keys: Vec<Key<N>>,
    /// Empty where the list has no numbers.
    numbers: Vec<u32>,
}

impl<const N: usize> List<N> {
    pub fn field_bytes(rules: &dyn Rules) -> usize {
        if rules.range() > 256 { 2 } else { 1 }
    }

    /// Reads `count` states, and a number of `width` bytes for each.
    pub fn read(
        body: &mut Body<'_>,
        rules: &dyn Rules,
        layout: &Layout,
        count: usize,
        width: usize,
    ) -> Result<Self, Refused> {
        let mut keys = vec![[0; N]; count];
        let bytes = Self::field_bytes(rules);
        for (field, domain) in rules.domains().iter().enumerate() {
            let places: Vec<Option<u16>> =
                (0..rules.range()).map(|value| domain.place(value as u16)).collect();
            let mut all = true;
            each_number(body, bytes, &mut keys, |key, value| match places.get(value as usize) {
                Some(&Some(place)) => layout.put(key, field, place),
                _ => all = false,
            })?;
            if !all {
                refuse!("a listed state is no position of this board");
            }
        }
        if !keys.is_sorted_by(|one, other| order(one, other).is_lt()) {
            refuse!("the states are not in ascending order");
        }
        let mut numbers = vec![0; if width > 0 { count } else { 0 }];
        each_number(body, width, &mut numbers, |number, value| *number = value)?;
        Ok(Self { keys, numbers })
    }

    /// The place of a state in the list.
    pub fn find(&self, key: &Key<N>) -> Option<usize> {
        self.keys.binary_search_by(|other| order(other, key)).ok()
    }

    /// The same, for a state that is likely to be near `hint`. Leaves there where it is, or would be.
    pub fn find_near(&self, hint: &mut u32, key: &Key<N>) -> Option<usize> {
        let (mut low, mut high, mut step) = (*hint as usize, *hint as usize, 1);
        // Steps of 1, 2, 4 and so on: all before `low` come before the key, and all from `high` on do not.
        if self.comes_before(low, key) {
            high += 1;
            while self.comes_before(high, key) {
                low = high;
                step *= 2;
                high += step;
            }
            low += 1;
            high = high.min(self.keys.len());
        } else {
            while low > 0 && !self.comes_before(low - 1, key) {
                high = low - 1;
                low = high.saturating_sub(step);
                step *= 2;
            }
        }
        let place = low + self.keys[low..high].partition_point(|other| order(other, key).is_lt());
        *hint = place as u32;
        self.keys.get(place).filter(|&other| other == key).map(|_| place)
    }

    fn comes_before(&self, place: usize, key: &Key<N>) -> bool {
        self.keys.get(place).is_some_and(|other| order(other, key).is_lt())
    }

    /// The number of the state at a place; 0 where the list has none.
    pub fn number(&self, place: usize) -> u32 {
        self.numbers.get(place).copied().unwrap_or(0)
    }
}

/// Reads a number of `width` bytes, the lowest byte first, for each item.
#[inline]
fn each_number<T>(
    body: &mut Body<'_>,
    width: usize,
    items: &mut [T],
    mut each: impl FnMut(&mut T, u32),
) -> Result<(), Refused> {
    let mut buffer = vec![0; CHUNK * width];
    for items in items.chunks_mut(CHUNK) {
        let bytes = &mut buffer[..items.len() * width];
        body.read(bytes)?;
        if width == 1 {
            items.iter_mut().zip(bytes).for_each(|(item, &mut byte)| each(item, u32::from(byte)));
        } else {
            for (item, bytes) in items.iter_mut().zip(bytes.chunks_exact(width)) {
                each(item, bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte)));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_from_any_hint() {
        let keys: Vec<Key<2>> = (0..40).map(|number| [number % 3, number * number]).collect();
        let list = List { keys, numbers: Vec::new() };
        for hint in 0..=40 {
            for second in 0..1_600 {
                let key = [second % 3, second];
                let mut place = hint;
                assert_eq!(list.find_near(&mut place, &key), list.find(&key));
                assert_eq!(place as usize, list.keys.partition_point(|other| order(other, &key).is_lt()));
            }
        }
    }
}
