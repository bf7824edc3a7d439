//! The visited set: states with a small value each, in open addressing.
//!
//! A slot is found by range reduction ([`crate::products::share`]): the hash, read as a fraction of 2^64, times the number of
//! slots. So the number of slots need not be a power of two, and a large table can grow by half
//! instead of doubling: it stays between 50 % and 75 % full, 13 to 20 bytes for a `u64` state with a `u16`.
//!
//! ```text
//!   hash   0x3a..   0x41..   0x42..            0x90..
//!   slots  [ s7 ] [ s2 ] [ s9 ] [    ] [    ] [ s1 ] [    ]     in the order of their hashes
//! ```
//!
//! Slots are in the order of hashes, so growing is one sweep over the old table that writes the new one
//! from front to back: it streams. Beyond [`SPLIT_AT`] states the table splits into [`SHARDS`] tables by the
//! low bits of the hash, each of which grows alone and at another time: no growth pauses the search for longer than a
//! frame, memory rises smoothly and never by half at once, and threads can fill different shards without locks.

pub mod numbers;
mod shard;
#[cfg(test)]
mod tests;

use crate::memory;
use crate::packed::Packed;
use shard::{AHEAD, FIRST_SLOTS, Memory, append_if, room_of, slots_for};

pub use shard::Shard;

/// Number of tables once there are many states.
pub const SHARDS: usize = 64;
const SPLIT_AT: usize = 1 << 18;

/// States with a value each.
#[derive(Clone)]
pub struct Seen<K: Packed, V: Copy + Default> {
    shards: Vec<Shard<K, V>>,
}

impl<K: Packed, V: Copy + Default> Default for Seen<K, V> {
    fn default() -> Self {
        Self { shards: vec![Shard::with_slots(FIRST_SLOTS, true)] }
    }
}

/// The shard, of [`SHARDS`], of a hash: its low bits, which [`Shard`] does not use.
#[inline(always)]
#[must_use]
pub fn shard_of(hash: u64) -> usize {
    hash as usize % SHARDS
}

impl<K: Packed, V: Copy + Default> Seen<K, V> {
    #[inline(always)]
    fn shard(&self, hash: u64) -> usize {
        hash as usize & (self.shards.len() - 1)
    }

    /// Stores the keys that are new, all with this value, and appends them to `fresh`.
    pub fn insert_all(&mut self, keys: &[K], value: V, fresh: &mut Vec<K>) {
        if self.shards.len() == 1 {
            self.shards[0].insert_all(keys, value, fresh);
            if self.shards[0].len > SPLIT_AT {
                self.split();
            }
        } else {
            let announce = |shards: &Vec<Shard<K, V>>, key: K| shards[shard_of(key.hash())].announce(key);
            append_if(&mut self.shards, keys, fresh, announce, |shards, key| {
                let hash = key.hash();
                shards[shard_of(hash)].put(key, hash, value)
            });
        }
    }

    /// The same for those of the new keys that `admits` says yes to.
    pub fn insert_if(&mut self, keys: &[K], value: V, admits: impl Fn(K) -> bool, fresh: &mut Vec<K>) {
        keys.iter().for_each(|&key| self.announce(key));
        for &key in keys {
            if self.get(key).is_none() && admits(key) {
                self.insert(key, value);
                fresh.push(key);
            }
        }
    }

    /// Leaves the new keys that `admits` says yes to.
    pub fn keep_new(&self, keys: &mut Vec<K>, admits: impl Fn(K) -> bool) {
        keys.iter().for_each(|&key| self.announce(key));
        keys.retain(|&key| self.get(key).is_none() && admits(key));
    }

    /// Prefetches the slot of this key.
    #[inline(always)]
    pub fn announce(&self, key: K) {
        self.shards[self.shard(key.hash())].announce(key);
    }

    /// Stores the value if the key is new and returns `None`; otherwise returns the key's value.
    #[inline(always)]
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let hash = key.hash();
        let shard = self.shard(hash);
        let old = self.shards[shard].insert(key, hash, value);
        if old.is_none() && self.shards.len() == 1 && self.shards[0].len > SPLIT_AT {
            self.split();
        }
        old
    }

    #[inline(always)]
    #[must_use]
    pub fn get(&self, key: K) -> Option<V> {
        let hash = key.hash();
        let shard = &self.shards[self.shard(hash)];
        let slot = shard.locate(key, hash);
        (shard.keys[slot] == key).then(|| shard.values[slot])
    }

    /// The value of a key, which is stored with the default value if it is new.
    #[inline(always)]
    pub fn value_mut(&mut self, key: K) -> &mut V {
        let hash = key.hash();
        self.insert(key, V::default());
        let index = self.shard(hash);
        let shard = &mut self.shards[index];
        let slot = shard.locate(key, hash);
        &mut shard.values[slot]
    }

    /// An empty set with room for that many states.
    ///
    /// To fill a set in the order of another one's tables, it must have this room from the beginning. That order is the
    /// order of hashes, so while a set is too small, all states so far belong into its first slots, each behind all
    /// others: the time is the square of their number.
    #[must_use]
    pub fn with_room(states: usize) -> Self {
        if states <= SPLIT_AT {
            return Self { shards: vec![Shard::with_slots(slots_for(states), true)] };
        }
        let each = states / SHARDS;
        Self::sharded(slots_for(each + each / 16))
    }

    /// Many tables of that many slots or up to half as many more. Each grows by half when it is full, and they fill
    /// evenly: tables of equal size would all grow in the same moment, and the set's memory with them.
    fn sharded(slots: usize) -> Self {
        let spread = |shard: usize| (slots as f64 * 1.5f64.powf(shard as f64 / SHARDS as f64)) as usize;
        Self { shards: (0..SHARDS).map(|shard| Shard::with_slots(spread(shard), false)).collect() }
    }

    /// Splits into [`SHARDS`] tables (if it has not yet), for threads to fill.
    pub fn split(&mut self) {
        if self.shards.len() > 1 {
            return;
        }
        memory::keep_freed();
        let whole = self.shards.swap_remove(0);
        *self = Self::sharded((whole.len / SHARDS * 2).max(FIRST_SLOTS));
        for (key, value) in whole.iter() {
            let hash = key.hash();
            self.shards[shard_of(hash)].insert(key, hash, value);
        }
    }

    /// The states and their values, in the order of the tables.
    pub fn iter(&self) -> impl Iterator<Item = (K, V)> + '_ {
        self.shards.iter().flat_map(Shard::iter)
    }

    /// The tables themselves; [`SHARDS`] of them after [`Seen::split`].
    pub fn shards_mut(&mut self) -> &mut [Shard<K, V>] {
        &mut self.shards
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.len).sum()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(Shard::bytes).sum()
    }

    /// The same, plus the memory of the next table if the set will soon move to one. A single table doubles or splits,
    /// and old and new are held at once; of many shards, each grows separately, by a small part of the whole.
    #[must_use]
    pub fn bytes_soon(&self) -> usize {
        let [whole] = &self.shards[..] else { return self.bytes() };
        let each = size_of::<K>() + size_of::<V>();
        match whole.len {
            len if len > SPLIT_AT / 4 * 3 => whole.bytes() + 3 * SPLIT_AT * each,
            len if len > whole.room / 4 * 3 => whole.bytes() + whole.larger() * each,
            _ => whole.bytes(),
        }
    }

    /// The most bytes that a set takes while it grows to this many states.
    #[must_use]
    pub fn bytes_for(states: usize) -> usize {
        let each = size_of::<K>() + size_of::<V>();
        (5 * states.min(SPLIT_AT))
            .saturating_add(states.saturating_sub(SPLIT_AT).saturating_mul(2))
            .saturating_mul(each)
    }
}
