//! Layers of states with the number of walks that lead to each, in parts by their hashes.

use num_bigint::BigUint;

use clew_core::packed::Packed;
use clew_core::products::share;

/// Bits of the marks, below the number of walks.
const MARKS: u32 = 24;
/// States of a part, about: its table is to fit the cache of one core, nearly.
const PART: usize = 1 << 14;
/// States of a sample, about.
const SAMPLE: usize = 1 << 11;
/// More parts than this would not keep their open pieces in the cache.
const MOST_BITS: u32 = 10;

/// A state, the number of walks that lead to it, and the marks of the moves that they end with.
#[derive(Clone, Copy, Debug)]
pub struct Tallied<S> {
    pub state: S,
    /// The walks above [`MARKS`] bits of marks.
    tally: u64,
}

impl<S: Packed> Tallied<S> {
    const NONE: Self = Self { state: S::EMPTY, tally: 0 };

    /// One walk of no move.
    pub(super) fn first(state: S, marks: u32) -> Self {
        Self { state, tally: 1 << MARKS | u64::from(marks) }
    }

    fn walks(self) -> u64 {
        self.tally >> MARKS
    }

    #[inline(always)]
    #[must_use]
    pub fn marks(self) -> u32 {
        self.tally as u32 & ((1 << MARKS) - 1)
    }

    /// The same walks, a move longer.
    #[inline(always)]
    pub(super) fn then(self, state: S, marks: u32) -> Self {
        Self { state, tally: self.tally >> MARKS << MARKS | u64::from(marks) }
    }
}

/// How many bits of the hash select the part, in the layer after one of that many states.
pub(super) fn bits_for(states: usize) -> u32 {
    // Each has about two successors.
    (2 * states / PART).max(1).ilog2().min(MOST_BITS)
}

/// The part of a hash: its upper bits.
#[inline(always)]
pub(super) fn part_of(hash: u64, bits: u32) -> usize {
    (hash >> 1 >> (63 - bits)) as usize
}

/// A layer.
pub(super) struct Layer<S> {
    parts: Vec<Vec<Tallied<S>>>,
    bits: u32,
    len: usize,
}

impl<S> Default for Layer<S> {
    fn default() -> Self {
        Self { parts: Vec::new(), bits: 0, len: 0 }
    }
}

impl<S: Packed> Layer<S> {
    /// From two to the power of `bits` parts.
    pub fn new(parts: Vec<Vec<Tallied<S>>>, bits: u32) -> Self {
        let len = parts.iter().map(Vec::len).sum();
        Self { parts, bits, len }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn bits(&self) -> u32 {
        self.bits
    }

    pub fn part(&self, part: usize) -> &[Tallied<S>] {
        &self.parts[part]
    }

    pub fn bytes(&self) -> usize {
        self.len * size_of::<Tallied<S>>()
    }

    /// Some [`SAMPLE`] of the states, the same in whatever order they are.
    pub fn sample(&self) -> impl Iterator<Item = Tallied<S>> {
        let zeros = (self.len / SAMPLE).max(1).ilog2();
        let is_taken = move |one: &&Tallied<S>| one.state.hash().trailing_zeros() >= zeros;
        self.parts.iter().flatten().filter(is_taken).copied()
    }

    /// The states in pieces of at most that many.
    pub fn pieces(&self, most: usize) -> impl Iterator<Item = &[Tallied<S>]> {
        self.parts.iter().flat_map(move |part| part.chunks(most))
    }
}

/// The states of one part, in open addressing.
struct TallyTable<S> {
    slots: Vec<Tallied<S>>,
    /// Upper bits of the hash that all of them share.
    bits: u32,
}

fn slots_for(states: usize) -> usize {
    states / 2 * 3 + 2
}

/// Bytes of the table of a part of that many states.
pub(super) fn bytes_of_table<S>(states: usize) -> usize {
    slots_for(states) * size_of::<Tallied<S>>()
}

impl<S: Packed> TallyTable<S> {
    /// For at most that many states.
    fn for_states(states: usize, bits: u32) -> Self {
        Self { slots: vec![Tallied::NONE; slots_for(states)], bits }
    }

    /// The slot of a state, or the empty one where it belongs.
    #[inline(always)]
    fn locate(&self, state: S) -> usize {
        let hash = state.hash() << self.bits;
        let mut slot = share(hash, self.slots.len() as u64) as usize;
        loop {
            let found = self.slots[slot].state;
            if found.difference(state).min(found.difference(S::EMPTY)) == 0 {
                return slot;
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    /// Adds the walks to a state. `None`: their number does not fit.
    #[inline(always)]
    fn add(&mut self, walks: Tallied<S>) -> Option<()> {
        let slot = self.locate(walks.state);
        let known = &mut self.slots[slot];
        let marks = (known.tally | walks.tally) & ((1 << MARKS) - 1);
        let number = (known.tally >> MARKS << MARKS).checked_add(walks.tally >> MARKS << MARKS)?;
        *known = Tallied { state: walks.state, tally: number | marks };
        Some(())
    }

    /// The walks that lead to a state.
    #[inline(always)]
    fn walks(&self, state: S) -> u64 {
        self.slots[self.locate(state)].walks()
    }
}

/// The states of a part, each once, from `size` that may be the same. `None`: a number of walks does not fit.
pub(super) fn merge<S: Packed>(pieces: &[&[Tallied<S>]], size: usize, bits: u32) -> Option<Vec<Tallied<S>>> {
    let mut table = TallyTable::for_states(size, bits);
    for walks in pieces.iter().copied().flatten() {
        table.add(*walks)?;
    }
    let filled = |slot: &&Tallied<S>| slot.state != S::EMPTY;
    let mut states = Vec::with_capacity(table.slots.iter().filter(filled).count());
    states.extend(table.slots.iter().filter(filled));
    Some(states)
}

/// A sum of products of two numbers of walks.
#[derive(Default)]
pub(super) struct Sum {
    /// What did not fit below.
    more: BigUint,
    below: u128,
}

impl Sum {
    #[inline(always)]
    fn add(&mut self, product: u128) {
        match self.below.checked_add(product) {
            Some(sum) => self.below = sum,
            None => self.more += std::mem::replace(&mut self.below, product),
        }
    }

    pub fn join(&mut self, other: Self) {
        self.more += other.more;
        self.add(other.below);
    }

    pub fn total(self) -> BigUint {
        self.more + self.below
    }
}

/// The walks to the states of `there`, which are distinct, times the walks that meet them.
pub(super) fn join<S: Packed>(there: &[Tallied<S>], pieces: &[&[Tallied<S>]], bits: u32) -> Sum {
    let mut table = TallyTable::for_states(there.len(), bits);
    for &walks in there {
        let slot = table.locate(walks.state);
        table.slots[slot] = walks;
    }
    let mut sum = Sum::default();
    for walks in pieces.iter().copied().flatten() {
        sum.add(u128::from(walks.walks()) * u128::from(table.walks(walks.state)));
    }
    sum
}
