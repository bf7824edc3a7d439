//! The numbers of states: a hash table over Python's own hash and equality.
//!
//! A dict would do, at twice the cost: its index, its entry, the state and the number (an object too) are four distant
//! places in memory. Here a slot holds the hash and the number; the state itself is compared only where the hashes
//! agree. The states of a whole row are prefetched before the first is looked up.

use clew_core::packed::Packed;
use clew_core::prefetch;
use pyo3::prelude::*;

const FREE: u32 = u32::MAX;
const FIRST_SLOTS: usize = 1 << 8;

#[derive(Clone, Copy)]
struct Slot {
    hash: u64,
    number: u32,
}

/// Numbers by state, and states by number.
pub struct Numbers {
    slots: Vec<Slot>,
    pub states: Vec<Py<PyAny>>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self { slots: vec![Slot { hash: 0, number: FREE }; FIRST_SLOTS], states: Vec::new() }
    }
}

impl Numbers {
    /// Python's hash, mixed: the hash of a whole number is the number itself.
    pub fn hash(state: &Bound<'_, PyAny>) -> PyResult<u64> {
        Ok(Packed::hash(state.hash()? as u64))
    }

    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    /// Prefetches the slot of a state with this hash.
    pub fn announce(&self, hash: u64) {
        prefetch::soon(&self.slots, self.home(hash));
    }

    /// The number of a state; a new state gets the next number. `None` if there are no numbers left.
    pub fn enter(&mut self, state: &Bound<'_, PyAny>, hash: u64) -> PyResult<Option<u32>> {
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            if slot.number == FREE {
                break;
            }
            if slot.hash == hash {
                let known = self.states[slot.number as usize].bind(state.py());
                if known.is(state) || known.eq(state)? {
                    return Ok(Some(slot.number));
                }
            }
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
        let Some(number) = u32::try_from(self.states.len()).ok().filter(|&number| number != FREE) else {
            return Ok(None);
        };
        self.slots[at] = Slot { hash, number };
        self.states.push(state.clone().unbind());
        if 5 * self.states.len() > 3 * self.slots.len() {
            self.grow();
        }
        Ok(Some(number))
    }

    fn grow(&mut self) {
        let wider = vec![Slot { hash: 0, number: FREE }; 2 * self.slots.len()];
        for slot in std::mem::replace(&mut self.slots, wider) {
            if slot.number != FREE {
                let mut at = self.home(slot.hash);
                while self.slots[at].number != FREE {
                    at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
                }
                self.slots[at] = slot;
            }
        }
    }
}
