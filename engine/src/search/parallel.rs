//! Threads for work that comes in independent parts. Scoped threads of the standard library: a block of work
//! takes milliseconds, starting a thread microseconds.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::chunks::Chunks;
use crate::packed::Packed;
use crate::seen::SHARDS;

/// Parts for each of several threads: whoever is done early, or was not held up by other programs, takes more.
const SHARES: usize = 4;

/// In how many parts work for so many threads is best cut.
#[must_use]
pub fn parts_for(threads: usize) -> usize {
    if threads > 1 { SHARES * threads } else { 1 }
}

/// `len` items in so many even parts, none of them empty.
#[must_use]
pub fn split(len: usize, parts: usize) -> Vec<Range<usize>> {
    (0..parts).map(|i| len * i / parts..len * (i + 1) / parts).filter(|part| !part.is_empty()).collect()
}

/// The results of `work` on each part, in order. Each of the threads takes the next part when it is done with
/// one; the caller is the first of them.
pub fn map_mut<T: Send, R: Send>(
    parts: &mut [T],
    threads: usize,
    work: impl Fn(&mut T) -> R + Sync,
) -> Vec<R> {
    let helpers = threads.min(parts.len()).saturating_sub(1);
    let queue = Mutex::new(parts.iter_mut().enumerate());
    let take_parts = || {
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        std::iter::from_fn(next).map(|(turn, part)| (turn, work(part))).collect::<Vec<_>>()
    };
    let mut results = std::thread::scope(|scope| {
        let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(take_parts)).collect();
        let own = take_parts();
        own.into_iter().chain(helpers.into_iter().flat_map(join)).collect::<Vec<_>>()
    });
    results.sort_unstable_by_key(|&(turn, _)| turn);
    results.into_iter().map(|(_, result)| result).collect()
}

/// A panic in a thread goes on in the caller, as it would without threads.
fn join<R>(thread: std::thread::ScopedJoinHandle<'_, R>) -> R {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// States sorted by the shard of the visited set to which they belong.
///
/// Each thread writes to the lengths of its own lists all the time, so those of two threads must not lie in one
/// line of the cache: it would go to and fro between them. (Processors fetch lines by pairs: 128 bytes.)
#[derive(Clone)]
#[repr(align(128))]
pub struct Sorted<S> {
    shards: [Vec<S>; SHARDS],
}

impl<S> Default for Sorted<S> {
    fn default() -> Self {
        Self { shards: std::array::from_fn(|_| Vec::new()) }
    }
}

impl<S: Packed> Sorted<S> {
    #[inline(always)]
    pub fn push(&mut self, shard: usize, state: S) {
        self.shards[shard].push(state);
    }

    #[must_use]
    pub fn shard(&self, shard: usize) -> &[S] {
        &self.shards[shard]
    }
}

/// What threads write to while they work on a block. Kept from block to block, so that their memory is asked for
/// once.
#[derive(Clone)]
pub struct Desks<S> {
    /// For each part of the block: its successors.
    pub sorted: Vec<Sorted<S>>,
    /// For each shard: those that were new to it, until they are gathered.
    pub fresh: Vec<Vec<S>>,
}

/// Work to be done by any thread.
pub type Task<'a> = Box<dyn FnMut() + Send + 'a>;

impl<S> Default for Desks<S> {
    fn default() -> Self {
        Self { sorted: Vec::new(), fresh: Vec::new() }
    }
}

impl<S: Packed> Desks<S> {
    /// For so many parts, with nothing on them; what was new to the shards stays.
    pub fn clear(&mut self, parts: usize) {
        self.sorted.resize_with(parts, Sorted::default);
        self.fresh.resize_with(SHARDS, Vec::new);
        self.sorted.iter_mut().flat_map(|sorted| &mut sorted.shards).for_each(Vec::clear);
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        let lists = self.sorted.iter().flat_map(|sorted| &sorted.shards).chain(&self.fresh);
        lists.map(Vec::capacity).sum::<usize>() * size_of::<S>()
    }
}

/// Moves what was new to the shards to the end of the list, shard after shard.
pub fn gather<S: Packed>(fresh: &mut [Vec<S>], list: &mut Chunks<S>) {
    for states in fresh {
        list.extend_from_slice(states);
        states.clear();
    }
}
