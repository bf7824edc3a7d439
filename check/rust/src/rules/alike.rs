//! Things that are alike, such as tiles of one colour: a state keeps their values in ascending order.

/// Which fields hold alike things: each knows the nearest before it and after it.
pub struct Alike {
    before: Vec<Option<usize>>,
    after: Vec<Option<usize>>,
}

impl Alike {
    /// Fields with equal kinds are alike, and those without one are like no other.
    pub fn new<K: PartialEq>(kinds: &[Option<K>]) -> Self {
        let count = kinds.len();
        let same = |one: usize, other: usize| kinds[one].is_some() && kinds[one] == kinds[other];
        Self {
            before: (0..count).map(|field| (0..field).rev().find(|&other| same(field, other))).collect(),
            after: (0..count).map(|field| (field + 1..count).find(|&other| same(field, other))).collect(),
        }
    }

    /// Puts alike things in order.
    pub fn sort(&self, state: &mut [u16]) {
        for field in (0..self.after.len()).filter(|&field| self.before[field].is_none()) {
            let fields: Vec<usize> = std::iter::successors(Some(field), |&other| self.after[other]).collect();
            let mut values: Vec<u16> = fields.iter().map(|&field| state[field]).collect();
            values.sort_unstable();
            for (&field, value) in fields.iter().zip(values) {
                state[field] = value;
            }
        }
    }

    pub fn in_order(&self, state: &[u16]) -> bool {
        self.after.iter().zip(state).all(|(after, &value)| after.is_none_or(|after| value < state[after]))
    }

    /// Gives a field a value: calls `change` for each field that is another then, itself or a like one.
    pub fn put(&self, state: &[u16], field: usize, value: u16, mut change: impl FnMut(usize, u16)) {
        let mut here = field;
        while let Some(next) = self.after[here]
            && state[next] < value
        {
            change(here, state[next]);
            here = next;
        }
        while let Some(next) = self.before[here]
            && state[next] > value
        {
            change(here, state[next]);
            here = next;
        }
        change(here, value);
    }
}
