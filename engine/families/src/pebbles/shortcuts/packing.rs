//! Which pattern databases to add up at a position.
//!
//! ```text
//!   R G  2        Each database tells what its colours need beyond their distances, its *gain*. Gains of
//!   G B  1        databases without a common colour add up: {R G} and {B Y} give 3, {G B} alone 1.
//!   B Y  1
//! ```
//!
//! The best choice is a set packing of the largest weight. It is asked for at most positions of a search, but there are
//! few gains at each of them, and the only question is whether they exceed what is left of the bound: branch and bound
//! ends where they do, or cannot.

/// Gains that are considered at a position; leaving some out makes the bound smaller, not wrong.
const MOST: usize = 12;

/// The gains of a position's databases.
#[derive(Default)]
pub struct Gains {
    /// The colours, as bits, and what is gained.
    all: [(u32, u32); MOST],
    len: usize,
    sum: u32,
}

impl Gains {
    #[inline(always)]
    pub fn push(&mut self, colours: u32, gain: u32) {
        if let Some(next) = self.all.get_mut(self.len) {
            *next = (colours, gain);
            self.len += 1;
            self.sum += gain;
        }
    }

    /// The same for an entry that may be 0, as most are.
    #[inline(always)]
    pub fn push_any(&mut self, colours: u32, gain: u8) {
        if gain > 0 {
            self.push(colours, gain.into());
        }
    }

    /// Those that have none of these colours.
    #[inline(always)]
    pub fn without(&self, colours: u32) -> Self {
        let mut left = Self::default();
        self.all[..self.len]
            .iter()
            .filter(|one| one.0 & colours == 0)
            .for_each(|&(mask, gain)| left.push(mask, gain));
        left
    }

    /// A sum of gains without a common colour that exceeds `room`, or 0 where none does.
    #[inline(always)]
    pub fn beyond(&self, room: u32) -> u32 {
        if self.sum <= room {
            return 0;
        }
        search(&self.all[..self.len], self.sum, 0, 0, room)
    }
}

/// The same among `left`, which sum up to `sum`, if `gained` has been chosen, of the colours `taken`.
fn search(left: &[(u32, u32)], sum: u32, taken: u32, gained: u32, room: u32) -> u32 {
    if gained > room {
        return gained;
    }
    let Some((&(colours, gain), rest)) = left.split_first().filter(|_| gained + sum > room) else {
        return 0;
    };
    if colours & taken == 0 {
        let found = search(rest, sum - gain, taken | colours, gained + gain, room);
        if found > 0 {
            return found;
        }
    }
    search(rest, sum - gain, taken, gained, room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The largest sum of any choice, tried one by one.
    fn largest(all: &[(u32, u32)]) -> u32 {
        let fits = |choice: &u32| {
            let mut taken = 0;
            (0..all.len()).filter(|i| choice >> i & 1 != 0).all(|i| {
                let free = taken & all[i].0 == 0;
                taken |= all[i].0;
                free
            })
        };
        let sum = |choice: u32| (0..all.len()).filter(|i| choice >> i & 1 != 0).map(|i| all[i].1).sum();
        (0..1 << all.len()).filter(fits).map(sum).max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn a_packing_is_found_wherever_there_is_one(
            all in prop::collection::vec((1u32..256, 1u32..4), 0..=MOST),
            room in 0u32..10,
        ) {
            let mut gains = Gains::default();
            all.iter().for_each(|&(colours, gain)| gains.push(colours, gain));
            let (best, found) = (largest(&all), gains.beyond(room));
            prop_assert_eq!(found > room, best > room, "{} of {}", found, best);
            prop_assert!(found <= best);
        }
    }

    #[test]
    fn more_gains_than_there_is_room_for_are_left_out() {
        let mut gains = Gains::default();
        (0..20).for_each(|colour| gains.push(1 << colour, 1));
        assert!(gains.beyond(11) == 12 && gains.beyond(12) == 0);
    }
}
