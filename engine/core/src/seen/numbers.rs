//! States that are numbered in the order in which they are met, many at a time.

use super::{AHEAD, Memory, SPLIT_AT, Seen, Shard, room_of};
use crate::packed::Packed;

/// No key has this number.
pub const NONE: u32 = u32::MAX;

impl<K: Packed> Shard<K, u32> {
    /// The number of a key, which is stored with the number `next` if it is new; its slot; and whether it is new. Without
    /// a branch, for the reason given at [`Shard::put`].
    #[inline(always)]
    fn number(&mut self, key: K, hash: u64, next: u32) -> (u32, usize, bool) {
        if self.len == self.room {
            self.grow();
        }
        let slot = self.locate(key, hash);
        let new = self.keys[slot] == K::EMPTY;
        let number = std::hint::select_unpredictable(new, next, self.values[slot]);
        self.keys[slot] = key;
        self.values[slot] = number;
        self.len += usize::from(new);
        (number, slot, new)
    }

    /// Allocates the memory of a larger table if `keys` more keys would not fit this one, so large that they fit. See
    /// [`Shard::make_room`].
    pub fn reserve(&mut self, keys: usize) {
        let mut slots = self.keys.len();
        while room_of(slots) < self.len + keys {
            slots = self.larger_than(slots);
        }
        self.ahead = (slots > self.keys.len()).then(|| Memory::of(slots));
    }

    /// Moves to the memory that was reserved.
    pub fn settle(&mut self) {
        if let Some(memory) = self.ahead.take() {
            self.move_to(memory);
        }
    }

    /// Appends the numbers of the keys to `numbers`; new ones get `next`, `next` + 1, .., and their slots are appended
    /// to `slots`. Slots stay as they are while the table has the room that was reserved.
    pub fn number_all(&mut self, keys: &[K], mut next: u32, numbers: &mut Vec<u32>, slots: &mut Vec<u32>) {
        keys.iter().take(AHEAD).for_each(|&key| self.announce(key));
        let (from, mut end) = (numbers.len(), slots.len());
        numbers.resize(from + keys.len(), NONE);
        slots.resize(end + keys.len(), 0);
        for (turn, (&key, place)) in keys.iter().zip(&mut numbers[from..]).enumerate() {
            if let Some(&later) = keys.get(turn + AHEAD) {
                self.announce(later);
            }
            let (number, slot, new) = self.number(key, key.hash(), next);
            *place = number;
            slots[end] = slot as u32;
            end += usize::from(new);
            next = next.wrapping_add(u32::from(new));
        }
        slots.truncate(end);
    }

    /// Gives the keys in these slots other numbers.
    pub fn renumber(&mut self, slots: &[u32], numbers: impl Iterator<Item = u32>) {
        for (&slot, number) in slots.iter().zip(numbers) {
            self.values[slot as usize] = number;
        }
    }
}

impl<K: Packed> Seen<K, u32> {
    /// Appends the numbers of the keys to `numbers`. A new key gets the number `next` plus the length of `fresh`, to which
    /// it is appended.
    pub fn number_all(&mut self, keys: &[K], next: u32, numbers: &mut Vec<u32>, fresh: &mut Vec<K>) {
        keys.iter().take(AHEAD).for_each(|&key| self.announce(key));
        for (turn, &key) in keys.iter().enumerate() {
            if let Some(&later) = keys.get(turn + AHEAD) {
                self.announce(later);
            }
            let hash = key.hash();
            let shard = self.shard(hash);
            let next = next.wrapping_add(fresh.len() as u32);
            let (number, _, new) = self.shards[shard].number(key, hash, next);
            numbers.push(number);
            if new {
                fresh.push(key);
            }
        }
        if self.shards.len() == 1 && self.shards[0].len > SPLIT_AT {
            self.split();
        }
    }

    /// Appends the numbers of the keys, [`NONE`] for those that are not stored.
    pub fn find_all(&self, keys: &[K], numbers: &mut Vec<u32>) {
        keys.iter().take(AHEAD).for_each(|&key| self.announce(key));
        numbers.extend(keys.iter().enumerate().map(|(turn, &key)| {
            if let Some(&later) = keys.get(turn + AHEAD) {
                self.announce(later);
            }
            self.get(key).unwrap_or(NONE)
        }));
    }
}
