//! The positions that a search has met: each with its least known cost and the position before it.

use clew_core::packed::Packed;
use clew_core::prefetch;
use clew_core::products::share;

/// No position.
pub const NONE: u32 = u32::MAX;

/// More positions than are added between two looks at the limits.
const SOON: usize = 1 << 15;

/// How long a full table is made.
fn larger(full: usize) -> usize {
    full + full / 2 + (1 << 10)
}

/// A position that was met.
#[derive(Clone, Copy)]
pub struct Node<K> {
    pub key: K,
    /// The least known cost.
    pub g: u32,
    /// The number of the position before it on the way of that cost.
    pub before: u32,
}

/// Positions in the order in which they were met, found by their keys.
pub struct Nodes<K> {
    pub list: Vec<Node<K>>,
    /// Numbers of positions in open addressing, or [`NONE`].
    slots: Vec<u32>,
}

impl<K: Packed> Nodes<K> {
    pub fn new() -> Self {
        Self { list: Vec::new(), slots: vec![NONE; 1 << 12] }
    }

    /// Bytes of its tables, with what the next ones take where they will soon grow.
    pub fn bytes(&self) -> usize {
        let (list, slots) = (self.list.capacity(), self.slots.len());
        let list = if self.list.len() + SOON > list { list + larger(list) } else { list };
        let slots = if 4 * (self.list.len() + SOON) >= 3 * slots { larger(slots) } else { slots };
        list * size_of::<Node<K>>() + slots * size_of::<u32>()
    }

    /// Prefetches where the key is looked up.
    pub fn announce(&self, key: K) {
        prefetch::soon(&self.slots, self.home(key));
    }

    /// Prefetches what is compared with the key, once the former has arrived.
    pub fn announce_node(&self, key: K) {
        prefetch::soon(&self.list, self.slots[self.home(key)] as usize);
    }

    fn home(&self, key: K) -> usize {
        share(key.hash(), self.slots.len() as u64) as usize
    }

    /// The slot of the key, or the empty one where it belongs.
    fn slot(&self, key: K) -> usize {
        let mut slot = self.home(key);
        loop {
            match self.slots[slot] {
                NONE => return slot,
                number if self.list[number as usize].key == key => return slot,
                _ => slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 },
            }
        }
    }

    /// The number of the position with this key.
    pub fn find(&self, key: K) -> Option<u32> {
        Some(self.slots[self.slot(key)]).filter(|&number| number != NONE)
    }

    /// Adds a position that is not there.
    pub fn add(&mut self, node: Node<K>) -> u32 {
        if 4 * self.list.len() >= 3 * self.slots.len() {
            let larger = larger(self.slots.len());
            self.slots = Vec::new();
            self.slots.resize(larger, NONE);
            for number in 0..self.list.len() {
                let slot = self.slot(self.list[number].key);
                self.slots[slot] = number as u32;
            }
        }
        let (slot, number) = (self.slot(node.key), self.list.len() as u32);
        self.slots[slot] = number;
        if self.list.len() == self.list.capacity() {
            self.list.reserve_exact(larger(self.list.len()) - self.list.len());
        }
        self.list.push(node);
        number
    }
}
