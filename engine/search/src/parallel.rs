//! Threads for work in independent parts. Scoped threads of the standard library are enough: a block of work takes
//! milliseconds, starting a thread microseconds.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread, ThreadId};
use std::time::Duration;

use crate::dyn_puzzle::TOGETHER;
use clew_core::chunks::{CHUNK, Chunks};
use clew_core::packed::Packed;
use clew_core::quiet::{is_quiet, set_quiet};
use clew_core::seen::SHARDS;
use clew_core::watch::{Limit, Watch};

/// Parts per thread: a thread that finishes early, or was not delayed by other programs, takes more.
const SHARES: usize = 4;

/// The best number of parts for this many threads.
#[must_use]
pub fn parts_for(threads: usize) -> usize {
    if threads > 1 { SHARES * threads } else { 1 }
}

/// `len` items in `parts` even parts, none of them empty.
#[must_use]
pub fn split(len: usize, parts: usize) -> Vec<Range<usize>> {
    (0..parts).map(|i| len * i / parts..len * (i + 1) / parts).filter(|part| !part.is_empty()).collect()
}

/// Layers of at least this many states are worth sorting by shard, and threads.
pub const BLOCKS_FROM: usize = 1 << 13;
/// States of a block at most, and successors that it is expected to have at most. Starting and joining threads is
/// then a small part of the work, and stopping, in the middle of a block too, a matter of a twentieth of a second.
const BLOCK: usize = 4 * CHUNK;
const BLOCK_SUCCESSORS: usize = 1 << 19;
/// The successors of a block take at most one part in this many of the search's memory.
const BLOCK_SHARE: u64 = 32;
/// States of a block at least.
const LEAST_BLOCK: usize = 64;
/// New states that an expanded one is expected to have at most, where a limit is near.
const FRESH: u64 = 8;

/// States of the next block of a large layer, whose states have `fan` successors that take `each` bytes: if at most
/// `room` states may still be stored, in `memory` bytes. It depends on sets of states and on limits alone, since the order
/// of a layer follows from how it is cut into blocks.
#[must_use]
pub fn block_size(fan: usize, each: usize, room: u64, memory: Option<u64>) -> usize {
    let successors = BLOCK_SUCCESSORS.checked_div(fan).unwrap_or(BLOCKS_FROM);
    let within = memory.map_or(BLOCK, |bytes| (bytes / BLOCK_SHARE / each.max(1) as u64) as usize);
    // Near a limit on states, it is checked more often.
    let room = (room / FRESH) as usize;
    BLOCK.min(successors).min(within).min(room).max(LEAST_BLOCK)
}

/// Pieces of work between two checks for cancellation.
const LOOK_EVERY: u32 = 32;
/// How long the caller waits for the others between two checks.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Tells the threads that work on a block when to stop. The caller's thread checks for all of them: no other thread
/// receives Ctrl-C.
pub struct Cancellation<'p, 'w> {
    watch: Mutex<&'p mut Watch<'w>>,
    caller: ThreadId,
    cancelled: AtomicBool,
    paused: Option<Arc<AtomicBool>>,
    limit: Mutex<Option<Limit>>,
}

impl<'p, 'w> Cancellation<'p, 'w> {
    /// Must be made by the thread that checks.
    pub fn new(watch: &'p mut Watch<'w>) -> Self {
        let (cancelled, limit) = (AtomicBool::new(false), Mutex::new(None));
        let (paused, caller) = (watch.paused.clone(), thread::current().id());
        Self { watch: Mutex::new(watch), caller, cancelled, paused, limit }
    }

    /// Whether the work must stop.
    pub fn is_cancelled(&self) -> bool {
        if thread::current().id() == self.caller {
            let looked = self.watch.lock().unwrap_or_else(PoisonError::into_inner).look();
            if let Err(limit) = looked {
                *self.limit.lock().unwrap_or_else(PoisonError::into_inner) = Some(limit);
                self.cancelled.store(true, Ordering::Relaxed);
            }
        } else if self.paused.as_ref().is_some_and(|paused| paused.load(Ordering::Relaxed)) {
            // The caller holds the watch until its listener lets the search go on.
            drop(self.watch.lock());
        }
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Visits the items until the work is cancelled.
    #[inline(always)]
    pub fn each<T>(&self, all: impl IntoIterator<Item = T>, mut visit: impl FnMut(T)) {
        for (number, one) in (0u32..).zip(all) {
            if number.is_multiple_of(LOOK_EVERY) && self.is_cancelled() {
                return;
            }
            visit(one);
        }
    }

    /// Visits the states of these lists, some at a time, until the work is cancelled.
    pub fn each_batch<S>(&self, lists: &[&[S]], mut visit: impl FnMut(&[S])) {
        for states in lists.iter().flat_map(|list| list.chunks(TOGETHER)) {
            if self.is_cancelled() {
                return;
            }
            visit(states);
        }
    }

    /// The limit that ended the work, if one did; its results are then incomplete.
    pub fn result(&self) -> Result<(), Limit> {
        self.limit.lock().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// The results of `work` on each part, in order. Each thread takes the next part when it has finished one; the caller
/// is one of the threads, and keeps checking for cancellation when no parts are left.
pub fn map_watched<T: Send, R: Send>(
    parts: &mut [T],
    threads: usize,
    cancellation: &Cancellation,
    work: impl Fn(&mut T) -> R + Sync,
) -> Vec<R> {
    let helpers = threads.min(parts.len()).saturating_sub(1);
    let results: Vec<Mutex<Option<R>>> = parts.iter().map(|_| Mutex::new(None)).collect();
    let queue = Mutex::new(parts.iter_mut().zip(&results));
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    on_threads(helpers, cancellation, &|| {
        while let Some((part, result)) = next() {
            let found = work(part);
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
        }
    });
    results
        .into_iter()
        .filter_map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// Calls `work` on this thread and on that many others, and returns when all have ended. Not generic: starting and
/// watching threads is much code, and is compiled once.
fn on_threads(helpers: usize, cancellation: &Cancellation, work: &(dyn Fn() + Sync)) {
    let (caller, busy, quiet) = (thread::current(), AtomicUsize::new(helpers), is_quiet());
    thread::scope(|scope| {
        let help = || {
            set_quiet(quiet);
            let _done = Done { busy: &busy, caller: &caller };
            work();
        };
        // If the system cannot start more threads, those already running do the work.
        let start = |_| thread::Builder::new().spawn_scoped(scope, help).ok();
        let started: Vec<_> = (0..helpers).map_while(start).collect();
        busy.fetch_sub(helpers - started.len(), Ordering::Release);
        work();
        while busy.load(Ordering::Acquire) > 0 {
            thread::park_timeout(POLL_INTERVAL);
            cancellation.is_cancelled();
        }
        // A panic of a thread goes to the caller, as it would without threads.
        for thread in started {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Signals the caller that a helper has ended, even by a panic.
struct Done<'a> {
    busy: &'a AtomicUsize,
    caller: &'a Thread,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.busy.fetch_sub(1, Ordering::Release);
        self.caller.unpark();
    }
}

/// States sorted by the shard of the visited set to which they belong.
///
/// Each thread updates the lengths of its own lists all the time, so those of two threads must not share a cache line,
/// which would bounce between them. (Processors fetch lines in pairs: 128 bytes.)
#[derive(Clone)]
#[repr(align(128))]
pub struct ByShard<S> {
    shards: [Vec<S>; SHARDS],
}

impl<S> Default for ByShard<S> {
    fn default() -> Self {
        Self { shards: std::array::from_fn(|_| Vec::new()) }
    }
}

impl<S> ByShard<S> {
    #[inline(always)]
    pub fn push(&mut self, shard: usize, state: S) {
        self.shards[shard].push(state);
    }

    #[must_use]
    pub fn shard(&self, shard: usize) -> &[S] {
        &self.shards[shard]
    }

    pub fn clear(&mut self) {
        self.shards.iter_mut().for_each(Vec::clear);
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(Vec::capacity).sum::<usize>() * size_of::<S>()
    }
}

/// What threads write to while they work on a block. Reused from block to block, so that memory is allocated once.
#[derive(Clone)]
pub struct Buffers<S> {
    /// For each part of the block: its successors.
    pub sorted: Vec<ByShard<S>>,
    /// For each shard: its new states, until they are gathered.
    pub fresh: Vec<Vec<S>>,
}

/// Work to be done by any thread.
pub type Task<'a> = Box<dyn FnMut() + Send + 'a>;

impl<S> Default for Buffers<S> {
    fn default() -> Self {
        Self { sorted: Vec::new(), fresh: Vec::new() }
    }
}

impl<S> Buffers<S> {
    /// Makes room for `parts` parts and empties them; the new states of the shards stay.
    pub fn clear(&mut self, parts: usize) {
        self.sorted.resize_with(parts, ByShard::default);
        self.fresh.resize_with(SHARDS, Vec::new);
        self.sorted.iter_mut().for_each(ByShard::clear);
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        let fresh = self.fresh.iter().map(Vec::capacity).sum::<usize>() * size_of::<S>();
        self.sorted.iter().map(ByShard::bytes).sum::<usize>() + fresh
    }
}

/// Appends the new states of the shards to the list, shard after shard.
pub fn gather<S: Packed>(fresh: &mut [Vec<S>], list: &mut Chunks<S>) {
    for states in fresh {
        list.extend_from_slice(states);
        states.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_core::watch::{Limits, Stop};

    #[test]
    fn helpers_wait_while_the_listener_holds_the_search_up() {
        let (paused, done) = (Arc::new(AtomicBool::new(false)), AtomicUsize::new(0));
        let mut has_rested = None;
        let mut hold_up = |_: &_| {
            has_rested.get_or_insert_with(|| {
                paused.store(true, Ordering::Relaxed);
                let rested = (0..100).any(|_| {
                    let before = done.load(Ordering::Relaxed);
                    thread::sleep(Duration::from_millis(20));
                    done.load(Ordering::Relaxed) == before
                });
                paused.store(false, Ordering::Relaxed);
                rested
            });
            false // when all have ended, it is called again
        };
        let mut watch = Watch::new(Limits::default(), Stop::default(), Some(&mut hold_up));
        watch.paused = Some(Arc::clone(&paused));
        let cancellation = Cancellation::new(&mut watch);
        map_watched(&mut [(); 2], 2, &cancellation, |()| {
            while !cancellation.is_cancelled() {
                done.fetch_add(1, Ordering::Relaxed);
            }
        });
        assert_eq!(cancellation.result(), Err(Limit::Interrupted));
        assert_eq!(has_rested, Some(true));
    }
}
