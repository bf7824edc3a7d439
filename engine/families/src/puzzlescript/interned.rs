//! Positions too long for a word: each is kept once for a run, and a search holds its number. The position in which the
//! puzzle begins is number 0 of every run.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::layout::Long;
use super::machine::{Machine, Rules, Turn};
use super::relaxed::Outlook;
use clew_core::trouble::Trouble;
use clew_core::watch::Outside;

/// What a position takes in addition to its words: its places in both lists, and what the allocator adds.
const EACH: usize = 96;

#[derive(Default)]
struct Store {
    numbers: HashMap<Arc<[u64]>, u64>,
    positions: Vec<Arc<[u64]>>,
}

pub struct Interned<const N: usize> {
    machine: Machine<N>,
    store: Mutex<Store>,
    held: Arc<Outside>,
}

impl<const N: usize> Interned<N> {
    /// `held` counts the bytes of the positions, for the memory limit of the searches.
    pub fn new(machine: Machine<N>) -> Self {
        let held = Arc::clone(machine.trouble.keeps_memory());
        Self { machine, store: Mutex::default(), held }
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A position of nothing.
    fn blank(&self) -> Long {
        Long(vec![0; self.machine.bits().div_ceil(64) as usize].into())
    }

    fn number(&self, position: Long) -> u64 {
        let mut store = self.store();
        if let Some(&number) = store.numbers.get(&*position.0) {
            return number;
        }
        let position: Arc<[u64]> = position.0.into();
        self.held.hold((8 * position.len() + EACH) as u64);
        let number = store.positions.len() as u64;
        store.positions.push(Arc::clone(&position));
        store.numbers.insert(position, number);
        number
    }

    /// The number of a position after a turn.
    fn after<const M: usize>(&self, position: &Long, turn: Turn<'_, M>) -> u64 {
        self.number(match turn {
            Turn::Met(patches) => position.with(patches),
            Turn::Played(point, _) => {
                let mut after = self.blank();
                self.machine.pack_point(point, &mut after);
                after
            }
        })
    }

    fn word(&self, state: u64) -> Long {
        let position = Arc::clone(&self.store().positions[state as usize]);
        Long((&*position).into())
    }
}

impl<const N: usize> Rules<u64> for Interned<N> {
    fn afresh(&self) -> Box<dyn Rules<u64>> {
        let begins = Arc::clone(&self.store().positions[0]);
        let fresh = Self::new(self.machine.afresh());
        fresh.number(Long((&*begins).into()));
        Box::new(fresh)
    }

    fn initial(&self) -> u64 {
        self.number(self.machine.first(self.blank()))
    }

    fn successors_of(&self, states: &[u64], visit: &mut dyn FnMut(usize, u8, u64)) {
        let positions: Vec<Long> = states.iter().map(|&state| self.word(state)).collect();
        self.machine.steps_of(&positions, |number, key, turn| {
            let after = self.after(&positions[number], turn);
            if after != states[number] {
                visit(number, key, after);
            }
        });
    }

    fn successors(&self, state: u64, only: Option<u8>, visit: &mut dyn FnMut(u8, u64)) {
        let position = self.word(state);
        self.machine.steps(&position, only, |key, turn| {
            let after = self.after(&position, turn);
            if after != state {
                visit(key, after);
            }
        });
    }

    fn is_goal(&self, state: u64) -> bool {
        self.machine.goal(&self.word(state))
    }

    fn pack(&self, position: &[u16]) -> Result<u64, String> {
        let standing = self.machine.standing_of(position)?;
        self.machine.check(&standing)?;
        Ok(self.number(self.machine.write(&standing, self.blank())))
    }

    fn unpack(&self, state: u64) -> Vec<u16> {
        self.machine.position(&self.machine.read(&self.word(state)))
    }

    fn player(&self, state: u64) -> [u16; 2] {
        self.machine.player(&self.machine.read(&self.word(state)))
    }

    fn heuristic(&self, state: u64) -> u32 {
        self.machine.bound_of(&self.word(state))
    }

    fn has_bound(&self) -> bool {
        self.machine.has_bound()
    }

    fn outlook(&self, state: u64) -> Option<Outlook> {
        self.machine.outlook_of(&self.word(state))
    }

    fn parts(&self, state: u64, out: &mut Vec<u64>) {
        self.machine.parts_of(&self.word(state), out);
    }

    fn asked(&self, state: u64, key: u8) -> Vec<u16> {
        self.machine.asked_by(&self.machine.read(&self.word(state)), key)
    }

    fn trouble(&self) -> &Arc<Trouble> {
        &self.machine.trouble
    }
}
