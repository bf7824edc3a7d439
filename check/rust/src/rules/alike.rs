//! Things that are alike, such as tiles of one colour: a state keeps their values in ascending order.

use super::Moves;

/// Which fields hold alike things: for each, the nearest before it and after it.
pub struct Alike {
    links: Vec<(Option<u16>, Option<u16>)>,
}

impl Alike {
    /// Fields with equal kinds are alike, and those without one are like no other.
    pub fn new<K: PartialEq>(kinds: &[Option<K>]) -> Self {
        let count = kinds.len();
        let same = |one: usize, other: usize| kinds[one].is_some() && kinds[one] == kinds[other];
        let links = |field: usize| {
            let before = (0..field).rev().find(|&other| same(field, other));
            let after = (field + 1..count).find(|&other| same(field, other));
            (before.map(|other| other as u16), after.map(|other| other as u16))
        };
        Self { links: (0..count).map(links).collect() }
    }

    /// Puts alike things in order.
    pub fn sort(&self, state: &mut [u16]) {
        for (field, _) in self.links.iter().enumerate().filter(|(_, (before, _))| before.is_none()) {
            let next = |&other: &usize| self.links[other].1.map(usize::from);
            let fields: Vec<usize> = std::iter::successors(Some(field), next).collect();
            let mut values: Vec<u16> = fields.iter().map(|&field| state[field]).collect();
            values.sort_unstable();
            for (&field, value) in fields.iter().zip(values) {
                state[field] = value;
            }
        }
    }

    pub fn in_order(&self, state: &[u16]) -> bool {
        let follows = |(&(_, after), &value): (&(_, Option<u16>), &u16)| {
            after.is_none_or(|after| value < state[usize::from(after)])
        };
        self.links.iter().zip(state).all(follows)
    }

    /// A move that costs 1 and gives a field a value, and like ones what keeps them in order.
    #[inline]
    pub fn end(&self, state: &[u16], field: usize, value: u16, moves: &mut Moves) {
        if self.links[field] == (None, None) {
            moves.end(field, value, 1);
        } else {
            self.end_in_order(state, field, value, moves);
        }
    }

    fn end_in_order(&self, state: &[u16], mut field: usize, value: u16, moves: &mut Moves) {
        let (mut before, mut after) = self.links[field];
        while let Some(next) = after.map(usize::from)
            && state[next] < value
        {
            moves.change(field, state[next]);
            (field, after) = (next, self.links[next].1);
        }
        while let Some(next) = before.map(usize::from)
            && state[next] > value
        {
            moves.change(field, state[next]);
            (field, before) = (next, self.links[next].0);
        }
        moves.end(field, value, 1);
    }
}
