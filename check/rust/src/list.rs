//! Lists of states with their numbers, and the search for a state in one.

use std::hash::{BuildHasher, RandomState};

use crate::file::Body;
use crate::refused::{Refused, refuse};
use crate::rules::Rules;
use crate::state::{Key, Layout, before};

const CHUNK: usize = 1 << 15;

/// States in ascending order, each with its number, and a table to find them.
pub struct List<const N: usize> {
    pub keys: Vec<Key<N>>,
    /// Empty where the list has no numbers.
    numbers: Vec<u32>,
    /// Half a hash, and the place of a state plus 1; 0 where no state is. As many as a power of two.
    table: Vec<(u32, u32)>,
    seeds: [u64; 2],
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
            each_number(body, count, bytes, |state, value| {
                match domain.place(value as u16) {
                    Some(place) => layout.put(&mut keys[state], field, place),
                    None => refuse!("a listed state is no position of this board"),
                }
                Ok(())
            })?;
        }
        if !keys.is_sorted_by(before) {
            refuse!("the states are not in ascending order");
        }
        let mut numbers = Vec::new();
        if width > 0 {
            numbers.reserve_exact(count);
            each_number(body, count, width, |_, number| {
                numbers.push(number);
                Ok(())
            })?;
        }
        // Nobody can foresee the seeds, so nobody can write a list whose states all have one hash.
        let random = RandomState::new();
        let seeds = [random.hash_one(0), random.hash_one(1)];
        let table = vec![(0, 0); (count + count / 2 + 1).next_power_of_two()];
        let mut list = Self { keys, numbers, table, seeds };
        for place in 0..count {
            let hash = list.hash(&list.keys[place]);
            let mut slot = list.slot(hash);
            while list.table[slot].1 != 0 {
                slot = (slot + 1) & (list.table.len() - 1);
            }
            list.table[slot] = (hash as u32, place as u32 + 1);
        }
        Ok(list)
    }

    pub fn hash(&self, key: &Key<N>) -> u64 {
        key.iter().fold(self.seeds[0], |hash, word| {
            let product = u128::from(hash ^ word) * u128::from(self.seeds[1] | 1);
            product as u64 ^ (product >> 64) as u64
        })
    }

    fn slot(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.table.len() - 1)
    }

    /// The place of a state in the list.
    pub fn find(&self, key: &Key<N>) -> Option<usize> {
        self.find_hashed(key, self.hash(key))
    }

    pub fn find_hashed(&self, key: &Key<N>, hash: u64) -> Option<usize> {
        let mut slot = self.slot(hash);
        loop {
            match self.table[slot] {
                (_, 0) => return None,
                (half, place) if half == hash as u32 && self.keys[place as usize - 1] == *key => {
                    return Some(place as usize - 1);
                }
                _ => slot = (slot + 1) & (self.table.len() - 1),
            }
        }
    }

    /// The number of the state at a place; 0 where the list has none.
    pub fn number(&self, place: usize) -> u32 {
        self.numbers.get(place).copied().unwrap_or(0)
    }
}

/// Reads `count` numbers of `width` bytes, the lowest byte first.
fn each_number(
    body: &mut Body<'_>,
    count: usize,
    width: usize,
    mut each: impl FnMut(usize, u32) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let mut buffer = vec![0; CHUNK * width];
    for begin in (0..count).step_by(CHUNK) {
        let bytes = &mut buffer[..CHUNK.min(count - begin) * width];
        body.read(bytes)?;
        for (number, bytes) in bytes.chunks_exact(width).enumerate() {
            each(begin + number, bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte)))?;
        }
    }
    Ok(())
}
