//! Positions too long for a word: each is kept once, and a search holds its number.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::machine::{Machine, Steps};
use super::turn::Standing;
use super::machine::Rules;

/// Bytes that positions may take together. A search that needs more could not go on soundly, so it ends.
const MOST_BYTES: usize = 2 << 30;

#[derive(Default)]
struct Store {
    numbers: HashMap<Box<[u16]>, u64>,
    positions: Vec<Box<[u16]>>,
    bytes: usize,
}

pub struct Interned<const O: usize, const M: usize> {
    machine: Machine<O, M>,
    store: Mutex<Store>,
}

impl<const O: usize, const M: usize> Interned<O, M> {
    pub fn new(machine: Machine<O, M>) -> Self {
        Self { machine, store: Mutex::default() }
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn number(&self, standing: &Standing<O>) -> u64 {
        let position = self.machine.position(standing).into_boxed_slice();
        let mut store = self.store();
        if let Some(&number) = store.numbers.get(&position) {
            return number;
        }
        store.bytes += 2 * (2 * position.len() + 48);
        assert!(
            store.bytes < MOST_BYTES,
            "the positions of this level take more than {} MB; make the level smaller",
            MOST_BYTES >> 20
        );
        let number = store.positions.len() as u64;
        store.positions.push(position.clone());
        store.numbers.insert(position, number);
        number
    }

    fn standing(&self, state: u64) -> Standing<O> {
        let position = self.store().positions[state as usize].clone();
        self.machine.standing_of(&position).unwrap_or_else(|_| unreachable!("it was kept here"))
    }
}

impl<const O: usize, const M: usize> Rules<u64> for Interned<O, M> {
    fn initial(&self) -> u64 {
        self.number(&self.machine.first())
    }

    fn successors(&self, state: u64, visit: &mut dyn FnMut(u8, u64)) {
        let Steps { here, after } = self.machine.steps(self.standing(state));
        for (key, standing) in after {
            if standing != here {
                visit(key, self.number(&standing));
            }
        }
    }

    fn is_goal(&self, state: u64) -> bool {
        self.machine.is_goal(&self.standing(state))
    }

    fn pack(&self, position: &[u16]) -> Result<u64, String> {
        let standing = self.machine.standing_of(position)?;
        self.machine.check(&standing)?;
        Ok(self.number(&standing))
    }

    fn unpack(&self, state: u64) -> Vec<u16> {
        self.store().positions[state as usize].to_vec()
    }

    fn player(&self, state: u64) -> [u16; 2] {
        self.machine.player(&self.standing(state))
    }
}
