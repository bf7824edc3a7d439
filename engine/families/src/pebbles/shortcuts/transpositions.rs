//! Positions that an iteration of IDA* has entered before, so that what follows is searched once (Reinefeld and
//! Marsland 1994).
//!
//! ```text
//!     A B        The hole goes round a triangle one way or the other, three moves, and A and B have changed
//!      -         places: the same position. Panguru boards are made of triangles.
//! ```
//!
//! **Why no solution is lost.** A position is left out where it was entered before, in the same iteration and as near
//! to the root. Take a shortest solution, and the last of its positions that was entered at its own place on it, `i`:
//! the root is one. The next one is not the way back, or the solution were not the shortest. Its entry, if it has one,
//! cannot be nearer to the root than `i + 1`, for the same reason; and were it `i + 1`, it would be the last. So the
//! next position was cut off by the bound: what it would have cost is no more than the solution's length, and the
//! least cost cut off, which is the next bound, is still a lower bound. Where the solution is within the bound,
//! nothing of it is cut off, and the last is a goal.
//!
//! **Why it is exact.** An entry is the whole key, multiplied by an odd number, which maps the numbers of [`KEY_BITS`]
//! bits one to one to themselves; beside it stands the depth. Entries stand in pairs: the one nearer to the root, whose
//! subtree is larger, stays in the first place, the last one to come takes the second.
//!
//! **Why it is small.** It must stay in the cache of one core; on the board of 25 moves that takes longest 1.4 million
//! nodes remain of 5.3, with a table of any size 0.8. It begins small and grows with the iteration, since most boards
//! are solved before a large table would be cleared.

/// A key has at most this many bits.
pub const KEY_BITS: u32 = 56;
/// Entries, as powers of two, one size after the other.
const SIZES: [u32; 3] = [5, 12, 16];
/// A table grows once this many positions per entry were entered in an iteration.
const FULL: u64 = 2;

pub struct Transpositions {
    /// Hash and depth: the larger of two with one hash is the one nearer to the root. 0: none.
    entries: Vec<u64>,
    bits: u32,
    /// Positions entered in this iteration, before the table grows.
    left: u64,
    /// Bytes that it may take.
    most: u64,
}

impl Transpositions {
    /// A table that takes at most that many bytes; only the smallest size may exceed them.
    pub fn within(most: u64) -> Self {
        let mut table = Self { entries: Vec::new(), bits: 0, left: 0, most };
        table.resize(SIZES[0]);
        table
    }

    /// Forgets all positions, for the next iteration.
    pub fn clear(&mut self) {
        self.entries.fill(0);
        self.left = self.room();
    }

    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<u64>()) as u64
    }

    /// Whether the position was entered before, as near to the root. If not, it is entered now.
    #[inline(always)]
    pub fn enter(&mut self, key: u64, depth: usize) -> bool {
        // Beyond what an entry can tell nothing is left out.
        let Some(near) = 255u64.checked_sub(depth as u64).filter(|&near| near > 0) else { return false };
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) << (64 - KEY_BITS);
        let (entry, slot) = (hash | near, (hash >> (64 - self.bits)) as usize & !1);
        let [first, second] = &mut self.entries[slot..slot + 2] else { return false };
        let same = |other: u64| (other ^ entry) < 1 << (64 - KEY_BITS);
        if same(*first) && *first >= entry || same(*second) && *second >= entry {
            return true;
        }
        if same(*first) || *first & 255 < near {
            *second = std::mem::replace(first, entry);
        } else {
            *second = entry;
        }
        self.left -= 1;
        if self.left == 0 {
            self.grow();
        }
        false
    }

    /// The next size, empty. What is forgotten is only searched again.
    #[cold]
    fn grow(&mut self) {
        let larger = SIZES.iter().find(|&&bits| bits > self.bits && 8 << bits <= self.most);
        match larger {
            Some(&bits) => self.resize(bits),
            None => self.left = u64::MAX,
        }
    }

    fn resize(&mut self, bits: u32) {
        self.entries = vec![0; 1 << bits];
        self.bits = bits;
        self.left = self.room();
    }

    fn room(&self) -> u64 {
        FULL << self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        /// It may forget, but it never says of a position that it was entered before if it was not.
        #[test]
        fn it_never_makes_a_position_up(
            entered in prop::collection::vec((0u64..3000, 0usize..300), 0..6000),
            spread in prop::sample::select(vec![1, 1 << 20, 1 << 44]),
            most in prop::sample::select(vec![0, 1 << 16, 1 << 20]),
        ) {
            let (mut table, mut depths) = (Transpositions::within(most), HashMap::new());
            for (key, depth) in entered {
                let least = *depths.entry(key).and_modify(|least: &mut usize| *least = depth.min(*least)).or_insert(usize::MAX);
                prop_assert!(!table.enter(key * spread, depth) || least <= depth, "{key} at {depth}, {least} before");
                depths.entry(key).and_modify(|least| *least = depth.min(*least));
            }
            prop_assert!(table.bytes() <= most.max(8 << SIZES[0]));
        }
    }

    #[test]
    fn what_was_just_entered_is_known_until_it_is_cleared() {
        let mut table = Transpositions::within(u64::MAX);
        assert!(!table.enter(7, 5) && table.enter(7, 5) && table.enter(7, 9));
        assert!(!table.enter(7, 4), "nearer to the root more can be reached within the bound");
        assert!(table.enter(7, 5));
        table.clear();
        assert!(!table.enter(7, 9));
    }
}
