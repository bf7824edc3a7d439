//! Threads for work that comes in independent parts. Scoped threads of the standard library: a block of work
//! takes milliseconds, starting a thread microseconds.

use std::ops::Range;

use crate::packed::Packed;
use crate::seen::SHARDS;

/// `len` items in as many even parts as there are threads.
#[must_use]
pub fn split(len: usize, threads: usize) -> Vec<Range<usize>> {
    let threads = threads.max(1);
    (0..threads).map(|i| len * i / threads..len * (i + 1) / threads).filter(|part| !part.is_empty()).collect()
}

/// The results of `work` on each part, in order; each part on its own thread.
pub fn map<T: Sync, R: Send>(parts: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if let [only] = parts {
        return vec![work(only)];
    }
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = parts.iter().map(|part| scope.spawn(move || work(part))).collect();
        threads.into_iter().map(join).collect()
    })
}

/// The same for parts that the work changes.
pub fn map_mut<T: Send, R: Send>(parts: &mut [T], work: impl Fn(&mut T) -> R + Sync) -> Vec<R> {
    if let [only] = parts {
        return vec![work(only)];
    }
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = parts.iter_mut().map(|part| scope.spawn(move || work(part))).collect();
        threads.into_iter().map(join).collect()
    })
}

/// A panic in a thread goes on in the caller, as it would without threads.
fn join<R>(thread: std::thread::ScopedJoinHandle<'_, R>) -> R {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// States sorted by the shard of the visited set to which they belong.
pub struct Sorted<S> {
    shards: Vec<Vec<S>>,
}

impl<S> Default for Sorted<S> {
    fn default() -> Self {
        Self { shards: (0..SHARDS).map(|_| Vec::new()).collect() }
    }
}

impl<S: Packed> Sorted<S> {
    #[inline(always)]
    pub fn push(&mut self, shard: usize, state: S) {
        self.shards[shard].push(state);
    }

    /// Forgets the states, but keeps their room.
    pub fn clear(&mut self) {
        self.shards.iter_mut().for_each(Vec::clear);
    }

    #[must_use]
    pub fn shard(&self, shard: usize) -> &[S] {
        &self.shards[shard]
    }
}
