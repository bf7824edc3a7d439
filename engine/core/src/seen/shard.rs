//! One table of the visited set.

use crate::packed::Packed;
use crate::prefetch;
use crate::products::share;

/// A look-up is prefetched this many look-ups ahead: about as much work as memory takes to answer.
pub(super) const AHEAD: usize = 12;
pub(super) const FIRST_SLOTS: usize = 1 << 10;
/// Tables of fewer slots are only filled to a quarter: they cost little, and look-ups end at the first slot.
const SMALL: usize = 1 << 14;

/// One table. One thread updates its length all the time, so it is kept away from what others read.
#[derive(Clone)]
#[repr(align(128))]
pub struct Shard<K: Packed, V: Copy + Default> {
    pub(super) keys: Vec<K>,
    pub(super) values: Vec<V>,
    pub(super) len: usize,
    /// The table grows when it holds more than this.
    pub(super) room: usize,
    /// The whole set, or one of [`super::SHARDS`] parts of it.
    pub(super) whole: bool,
    /// Memory for the next, larger table, if already allocated.
    pub(super) ahead: Option<Memory<K, V>>,
}

/// Memory of a table.
#[derive(Clone)]
pub(super) struct Memory<K, V> {
    pub(super) slots: usize,
    pub(super) keys: Vec<K>,
    pub(super) values: Vec<V>,
}

impl<K: Packed, V: Copy + Default> Memory<K, V> {
    pub(super) fn of(slots: usize) -> Self {
        Self { slots, keys: Vec::with_capacity(slots), values: Vec::with_capacity(slots) }
    }

    /// The empty table in it.
    pub(super) fn table(mut self, whole: bool) -> Shard<K, V> {
        let slots = self.slots;
        self.keys.resize(slots, K::EMPTY);
        self.values.resize(slots, V::default());
        Shard { keys: self.keys, values: self.values, len: 0, room: room_of(slots), whole, ahead: None }
    }
}

impl<K: Packed, V: Copy + Default> Shard<K, V> {
    pub(super) fn with_slots(slots: usize, whole: bool) -> Self {
        Memory::of(slots).table(whole)
    }

    #[inline(always)]
    pub(super) fn home(&self, hash: u64) -> usize {
        share(hash, self.keys.len() as u64) as usize
    }

    /// The slot of `key`, or the empty slot where it belongs.
    #[inline(always)]
    pub(super) fn locate(&self, key: K, hash: u64) -> usize {
        let mut slot = self.home(hash);
        loop {
            let found = self.keys[slot];
            // One branch, not two: which case it is cannot be predicted, but that it is one of them mostly can.
            if found.difference(key).min(found.difference(K::EMPTY)) == 0 {
                return slot;
            }
            slot += 1;
            if slot == self.keys.len() {
                slot = 0;
            }
        }
    }

    /// Stores the key with the value if it is new, and returns whether it is.
    ///
    /// That cannot be predicted, and a mispredicted branch costs more time than everything else here. So both cases
    /// do the same, without a branch: a known key is overwritten with itself.
    #[inline(always)]
    pub(super) fn put(&mut self, key: K, hash: u64, value: V) -> bool {
        if self.len == self.room {
            self.grow();
        }
        let slot = self.locate(key, hash);
        let new = self.keys[slot] == K::EMPTY;
        self.keys[slot] = key;
        self.values[slot] = std::hint::select_unpredictable(new, value, self.values[slot]);
        self.len += usize::from(new);
        new
    }

    /// Allocates the memory of a larger table if `keys` more keys might fill this one.
    ///
    /// Called by the thread that owns the set, before others fill it: the C library keeps memory per thread, so tables
    /// that are allocated on many threads leave holes in many places. The keys move to the new table when this one is
    /// next filled.
    pub fn make_room(&mut self, keys: usize) {
        if self.len + keys > self.room {
            self.ahead = Some(Memory::of(self.larger()));
        }
    }

    /// Whether a larger table is allocated, so that the next insertion moves this one.
    #[must_use]
    pub fn grows(&self) -> bool {
        self.ahead.is_some()
    }

    /// Stores the keys that are new, all with this value, and appends them to `fresh`.
    pub fn insert_all(&mut self, keys: &[K], value: V, fresh: &mut Vec<K>) {
        if let Some(memory) = self.ahead.take() {
            self.move_to(memory);
        }
        append_if(self, keys, fresh, Self::announce, |shard, key| shard.put(key, key.hash(), value));
    }

    /// Stores the value of each key that is new or has a greater one, and appends these to `lowered`. Returns how many are
    /// new.
    pub fn lower_all(&mut self, pairs: &[(K, V)], lowered: &mut Vec<(K, V)>) -> usize
    where
        V: Ord,
    {
        if let Some(memory) = self.ahead.take() {
            self.move_to(memory);
        }
        let before = self.len;
        for (turn, &(key, value)) in pairs.iter().enumerate() {
            if let Some(&(later, _)) = pairs.get(turn + AHEAD) {
                self.announce(later);
            }
            let hash = key.hash();
            if self.put(key, hash, value) {
                lowered.push((key, value));
                continue;
            }
            let slot = self.locate(key, hash);
            if value < self.values[slot] {
                self.values[slot] = value;
                lowered.push((key, value));
            }
        }
        self.len - before
    }

    /// Prefetches the slot of this key.
    #[inline(always)]
    pub(super) fn announce(&self, key: K) {
        let home = self.home(key.hash());
        prefetch::soon(&self.keys, home);
        prefetch::soon(&self.values, home);
    }

    /// Stores the value if the key is new and returns `None`; otherwise changes nothing and returns the key's value.
    #[inline(always)]
    pub fn insert(&mut self, key: K, hash: u64, value: V) -> Option<V> {
        let slot = self.locate(key, hash);
        if self.keys[slot] == key {
            return Some(self.values[slot]);
        }
        self.keys[slot] = key;
        self.values[slot] = value;
        self.len += 1;
        if self.len > self.room {
            self.grow();
        }
        None
    }

    /// Slots of the next table. A small set grows fast, to grow seldom; the shards of a large one grow by half, to
    /// waste little.
    pub(super) fn larger(&self) -> usize {
        self.larger_than(self.keys.len())
    }

    pub(super) fn larger_than(&self, slots: usize) -> usize {
        match self.whole {
            true if slots < SMALL => slots * 4,
            true => slots * 2,
            false => slots / 2 * 3,
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self) {
        self.move_to(Memory::of(self.larger()));
    }

    pub(super) fn move_to(&mut self, memory: Memory<K, V>) {
        let old = std::mem::replace(self, memory.table(self.whole));
        for (key, value) in old.iter() {
            let slot = self.locate(key, key.hash());
            self.keys[slot] = key;
            self.values[slot] = value;
        }
        self.len = old.len;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (K, V)> + '_ {
        self.keys
            .iter()
            .zip(&self.values)
            .filter(|(key, _)| **key != K::EMPTY)
            .map(|(&key, &value)| (key, value))
    }

    pub(super) fn bytes(&self) -> usize {
        let ahead = self.ahead.as_ref().map_or(0, |memory| memory.slots);
        (self.keys.len() + ahead) * (size_of::<K>() + size_of::<V>())
    }
}

/// Keys that a table of that many slots holds before it grows.
pub(super) fn room_of(slots: usize) -> usize {
    if slots < SMALL { slots / 4 } else { slots / 4 * 3 }
}

/// Slots of a table that holds that many keys without growing.
pub(super) fn slots_for(keys: usize) -> usize {
    let (spacious, full) = (4 * (keys + 1), (keys + 4) / 3 * 4);
    if full < SMALL { spacious.clamp(FIRST_SLOTS, SMALL) } else { full }
}

/// Appends the keys for which `put` returns `true`, without a branch: each is written to the end of the list, and the
/// end moves on if it is to be kept. Look-ups are prefetched.
#[inline(always)]
pub(super) fn append_if<T, K: Packed>(
    table: &mut T,
    keys: &[K],
    list: &mut Vec<K>,
    announce: impl Fn(&T, K),
    mut put: impl FnMut(&mut T, K) -> bool,
) {
    if prefetch::IS_THERE {
        keys.iter().take(AHEAD).for_each(|&key| announce(table, key));
    }
    let mut end = list.len();
    list.resize(end + keys.len(), K::EMPTY);
    for (turn, &key) in keys.iter().enumerate() {
        if prefetch::IS_THERE
            && let Some(&later) = keys.get(turn + AHEAD)
        {
            announce(table, later);
        }
        list[end] = key;
        end += usize::from(put(table, key));
    }
    list.truncate(end);
}
