//! The memory of planes.

use super::super::inside::Inside;
use super::{CHECK_EVERY, Edge, Met, Plane, Planes, Record};
use clew_core::memory::list_bytes;

/// Planes that may be made between two checks of the limits.
const SOON: usize = 8 * CHECK_EVERY;

impl Planes {
    /// Bytes of the lists.
    pub fn bytes(&self) -> u64 {
        (self.planes.capacity() * size_of::<Plane>()
            + self.met.capacity() * size_of::<Met>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.records.capacity() * size_of::<Record>()
            + (self.next.capacity() + self.slots.capacity()) * size_of::<u32>()) as u64
    }

    /// The same, with the memory of the next lists where some will soon be full: lists move to larger ones, and both
    /// are held meanwhile.
    pub(super) fn bytes_soon(&self, inside: &Inside) -> u64 {
        // A record leads to as many planes as its plane has edges, at most.
        let (edges, planes) = (CHECK_EVERY * inside.most_edges(), self.planes.len() + SOON);
        let edges = if self.used + edges > self.edges.len() { 2 * size_of_val(&self.edges[..]) } else { 0 };
        let slots = if 4 * planes > self.slots.len() { 4 * size_of_val(&self.slots[..]) } else { 0 };
        let next = if planes > self.next.len() { 2 * size_of_val(&self.next[..]) } else { 0 };
        let grown = |now: usize, soon: usize| soon.saturating_sub(now);
        let planes = grown(self.planes.capacity() * size_of::<Plane>(), list_bytes(&self.planes, SOON));
        let met = grown(self.met.capacity() * size_of::<Met>(), list_bytes(&self.met, 2 * SOON));
        let records = grown(self.records.capacity() * size_of::<Record>(), list_bytes(&self.records, SOON));
        self.bytes() + (edges + slots + next + planes + met + records) as u64
    }
}
