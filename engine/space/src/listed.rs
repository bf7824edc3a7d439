//! States in the order of their numbers, and a table that finds them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::map::Places;
use clew_core::memory::list_bytes;
use clew_core::packed::Packed;
use clew_core::prefetch;
use clew_core::puzzle::PerfectHash;
use clew_core::seen::Seen;
use clew_core::seen::numbers::NONE;
use clew_core::watch::{Limit, Watch};

/// A look-up is prefetched this many look-ups ahead.
const AHEAD: usize = 12;

/// Finds the numbers of states.
pub enum Numbers<S: Packed> {
    /// In a hash table of those met.
    Hashed(Seen<S, u32>),
    /// In a list with an entry for every position.
    Dense(Dense<S>),
}

/// The number of every position that was met, by its perfect hash: 32 bits per position, and one cache line for a look-up.
pub struct Dense<S> {
    pub hash: Arc<dyn PerfectHash<S>>,
    /// [`NONE`]: not met.
    pub numbers: Vec<AtomicU32>,
    /// The perfect hashes of some states, held temporarily.
    places: Vec<u32>,
}

impl<S: Packed> Dense<S> {
    /// Bytes of the list and of what it is looked up by.
    pub fn bytes_for(hash: &dyn PerfectHash<S>) -> usize {
        4 * hash.size() + hash.bytes()
    }

    /// The numbers 0, 1, 2, .. for these states.
    pub fn new(hash: Arc<dyn PerfectHash<S>>, states: &[S], watch: &mut Watch) -> Result<Self, Limit> {
        let numbers = watch.filled(hash.size(), || AtomicU32::new(NONE))?;
        let mut dense = Self { hash, numbers, places: Vec::new() };
        let mut known = Vec::new();
        for (some, next) in states.chunks(1 << 12).zip((0..).step_by(1 << 12)) {
            watch.look()?;
            known.clear();
            dense.number_all(some, next, &mut known, &mut Vec::new());
        }
        Ok(dense)
    }

    /// As [`Seen::number_all`].
    pub fn number_all(&mut self, states: &[S], next: u32, numbers: &mut Vec<u32>, fresh: &mut Vec<S>) {
        self.places.clear();
        self.hash.number_all(states, &mut self.places);
        let (mut end, first) = (fresh.len(), next.wrapping_add(fresh.len() as u32));
        fresh.resize(end + states.len(), S::EMPTY);
        let mut next = first;
        // Whether a state is new cannot be predicted, so both cases do the same, without a branch.
        numbers.extend(ahead(&self.numbers, &self.places).zip(states).map(|(place, &state)| {
            let known = place.load(Ordering::Relaxed);
            let new = known == NONE;
            let number = std::hint::select_unpredictable(new, next, known);
            place.store(number, Ordering::Relaxed);
            fresh[end] = state;
            end += usize::from(new);
            next = next.wrapping_add(u32::from(new));
            number
        }));
        fresh.truncate(end);
    }

    /// As [`Seen::find_all`].
    fn find_all(&self, states: &[S], numbers: &mut Vec<u32>) {
        let mut places = Vec::with_capacity(states.len());
        self.hash.number_all(states, &mut places);
        numbers.extend(ahead(&self.numbers, &places).map(|place| place.load(Ordering::Relaxed)));
    }

    fn find(&self, state: S) -> u32 {
        let mut number = Vec::with_capacity(1);
        self.find_all(&[state], &mut number);
        number[0]
    }
}

/// The entries at these places, one after the other, prefetched.
#[inline(always)]
pub fn ahead<'a, T>(list: &'a [T], places: &'a [u32]) -> impl Iterator<Item = &'a T> {
    places.iter().take(AHEAD).for_each(|&place| prefetch::soon(list, place as usize));
    places.iter().enumerate().map(move |(turn, &place)| {
        if let Some(&later) = places.get(turn + AHEAD) {
            prefetch::soon(list, later as usize);
        }
        &list[place as usize]
    })
}

impl<S: Packed> Numbers<S> {
    /// As [`Seen::number_all`].
    pub fn number_all(&mut self, states: &[S], next: u32, numbers: &mut Vec<u32>, fresh: &mut Vec<S>) {
        match self {
            Self::Hashed(seen) => seen.number_all(states, next, numbers, fresh),
            Self::Dense(dense) => dense.number_all(states, next, numbers, fresh),
        }
    }

    /// As [`Seen::find_all`].
    pub fn find_all(&self, states: &[S], numbers: &mut Vec<u32>) {
        match self {
            Self::Hashed(seen) => seen.find_all(states, numbers),
            Self::Dense(dense) => dense.find_all(states, numbers),
        }
    }

    /// As [`Seen::insert`].
    fn insert(&mut self, state: S, number: u32) -> Option<u32> {
        match self {
            Self::Hashed(seen) => seen.insert(state, number),
            Self::Dense(dense) => {
                let mut known = Vec::with_capacity(1);
                dense.number_all(&[state], number, &mut known, &mut Vec::new());
                (known[0] != number).then_some(known[0])
            }
        }
    }

    fn get(&self, state: S) -> Option<u32> {
        match self {
            Self::Hashed(seen) => seen.get(state),
            Self::Dense(dense) => Some(dense.find(state)).filter(|&number| number != NONE),
        }
    }

    /// Prefetches the place of this state, where that takes no look-up itself.
    pub fn announce(&self, state: S) {
        if let Self::Hashed(seen) = self {
            seen.announce(state);
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Self::Hashed(seen) => seen.bytes(),
            Self::Dense(dense) => Dense::bytes_for(&*dense.hash),
        }
    }

    fn bytes_soon(&self) -> usize {
        match self {
            Self::Hashed(seen) => seen.bytes_soon(),
            Self::Dense(_) => self.bytes(),
        }
    }
}

/// States in the order of their numbers, and what finds them.
pub struct Listed<S: Packed> {
    pub states: Vec<S>,
    pub numbers: Numbers<S>,
}

impl<S: Packed> Listed<S> {
    pub fn of(start: S) -> Self {
        let mut listed = Self { states: Vec::new(), numbers: Numbers::Hashed(Seen::default()) };
        listed.enter(start);
        listed
    }

    /// The number of a state; a new state gets the next number.
    #[inline(always)]
    pub fn enter(&mut self, state: S) -> u32 {
        let fresh = self.states.len() as u32;
        self.numbers.insert(state, fresh).unwrap_or_else(|| {
            self.states.push(state);
            fresh
        })
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Bytes that it takes while up to `more` states are added.
    pub fn bytes_soon(&self, more: usize) -> usize {
        self.numbers.bytes_soon() + list_bytes(&self.states, more)
    }
}

impl<S: Packed> Places<S> for Listed<S> {
    fn state(&self, number: u32) -> S {
        self.states[number as usize]
    }

    fn number(&self, state: S) -> Option<u32> {
        self.numbers.get(state)
    }

    fn bytes(&self) -> usize {
        self.numbers.bytes() + self.states.capacity() * size_of::<S>()
    }
}
