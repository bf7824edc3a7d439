//! Turns that were met before.
//!
//! A turn looks at few bits of a position. While it runs, [`Reads`] notes which, in the order in which they are asked
//! for. Two positions that agree in them take the same turn: what is asked for next depends on nothing but what was
//! read before. So the turns of a key are a tree. Each step reads some bits of the position; what they are leads to the
//! next step; a leaf says which fields of the packed word change, and to what:
//!
//! ```text
//!   key right:   where is the player?  --cell 9-->   a crate in cell 18?  --no-->   player: cell 9 to 18
//!                         |                                  `-----------yes-->   a crate in cell 27?  --no--> ...
//!                         `--cell 10-->  (a wall that never moves)  nothing changes
//! ```
//!
//! Nothing is assumed of the rules. What sleeping rules have learned from other positions is forgotten before a turn is
//! noted, since it came from bits that this turn would not read. Turns that draw from chance, restart a level or may
//! fail for rigid rules are run every time; where positions hardly ever agree, remembering ends.

use std::collections::HashMap;

use clew_core::products::mix;

/// A step that ends a turn.
const END: u32 = u32::MAX;
/// A step that reads single bits of several words.
const SINGLE: u32 = 1 << 31;
/// Of a step that reads so few bits, what they lead to lies in a list, by their value; of others in slots.
const FEW: u64 = 4;
/// Slots of the tree at most, 32 bytes each; and entries of its lists, half as many as fields.
const MOST: usize = 1 << 18;
/// Turns that are noted before it is asked for the first time whether that pays.
const TRIAL: u64 = 128;
/// The more turns were noted, the more must have been met again: as many when so many were noted, and three times as
/// many in the end.
const LEARNT: u64 = 1024;
const WORTH: u64 = 3;

/// A field of the packed word, and what it becomes.
#[derive(Clone, Copy, Debug)]
pub struct Became {
    pub shift: u32,
    pub width: u32,
    pub number: u32,
}

/// What a turn reads of the position from which it begins.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// The bits that differ between positions, by word of all planes of objects.
    free: Vec<u64>,
    read: Vec<u64>,
    /// Bits by their word, in the order of reading; and where those end that are asked for at once.
    bits: Vec<(u32, u64)>,
    ends: Vec<usize>,
}

impl Reads {
    pub fn new(free: Vec<u64>) -> Self {
        Self { read: vec![0; free.len()], free, ..Self::default() }
    }

    pub fn begin(&mut self) {
        self.read.fill(0);
        self.bits.clear();
        self.ends.clear();
    }

    /// Whether the words from one on are the same in every position, or of movements, which follow from what was read.
    pub fn is_known(&self, from: usize, words: usize) -> bool {
        self.free.get(from..from + words).is_none_or(|free| free.iter().all(|&free| free == 0))
    }

    /// The bits of a word that were read.
    #[cfg(test)]
    pub fn of(&self, word: usize) -> u64 {
        self.read[word]
    }

    /// Some bits of a word are asked for.
    pub fn note(&mut self, word: usize, bits: u64) {
        let Some(&free) = self.free.get(word) else { return };
        let new = bits & free & !self.read[word];
        if new != 0 {
            self.read[word] |= new;
            self.bits.push((word as u32, new));
        }
    }

    /// What is noted from here on may depend on what was noted before.
    pub fn seal(&mut self) {
        if self.ends.last().copied().unwrap_or(0) < self.bits.len() {
            self.ends.push(self.bits.len());
        }
    }
}

/// What to read next; or, at the end of a turn, the number of its leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    node: u32,
    word: u32,
    bits: u64,
}

/// What the bits of a node lead to.
#[derive(Clone, Copy, Debug)]
struct Slot {
    value: u64,
    node: u32,
    next: Step,
}

const NOWHERE: Step = Step { node: END, word: END, bits: 0 };
const NOTHING: Slot = Slot { value: 0, node: END, next: NOWHERE };

impl Step {
    /// Whether it reads few bits; its node is then where the list of what they lead to begins.
    #[inline(always)]
    fn is_short(&self) -> bool {
        if self.word & SINGLE == 0 { self.bits.is_power_of_two() } else { self.bits <= FEW }
    }
}

/// The turns of all keys.
#[derive(Clone, Debug)]
pub struct Memory {
    /// By set of rows that match at rest, and by key.
    roots: Vec<Option<Step>>,
    sets: HashMap<Box<[u64]>, usize>,
    /// Where the keys of the set at hand begin, and how many there are.
    set: usize,
    keys: usize,
    /// By value, for each step that reads few bits.
    lists: Vec<Step>,
    slots: Vec<Slot>,
    used: usize,
    nodes: u32,
    single: Vec<(u32, u32)>,
    /// Where the fields of each leaf end.
    leaves: Vec<usize>,
    fields: Vec<Became>,
    met: u64,
    missed: u64,
    trial: u64,
}

impl Memory {
    pub fn new() -> Self {
        Self {
            roots: Vec::new(),
            sets: HashMap::new(),
            set: 0,
            keys: 0,
            lists: Vec::new(),
            slots: vec![NOTHING; 1 << 10],
            used: 0,
            nodes: 0,
            single: Vec::new(),
            leaves: Vec::new(),
            fields: Vec::new(),
            met: 0,
            missed: 0,
            trial: TRIAL,
        }
    }

    /// From here on positions have these rows that match at rest.
    pub fn turn_to(&mut self, active: &[u64], keys: usize) {
        self.keys = keys;
        self.set = self.sets.get(active).copied().unwrap_or_else(|| {
            let begin = self.roots.len();
            self.roots.resize(begin + keys, None);
            self.sets.insert(active.into(), begin);
            begin
        });
    }

    /// Forgets all turns, but not what is at hand.
    fn forget(&mut self) {
        let set = self.sets.drain().find(|&(_, begin)| begin == self.set);
        let keys = self.keys;
        *self = Self::new();
        if let Some((active, _)) = set {
            self.turn_to(&active, keys);
        }
    }

    /// What a key changes in a position, given as planes, if that is known.
    #[inline]
    pub fn find(&mut self, key: usize, planes: &[u64]) -> Option<&[Became]> {
        let mut step = self.roots[self.set + key]?;
        while step.word != END {
            step = self.after(&step, self.value(&step, planes));
        }
        if step.node == END {
            return None;
        }
        self.met += 1;
        let leaf = step.node as usize;
        let begin = if leaf == 0 { 0 } else { self.leaves[leaf - 1] };
        Some(&self.fields[begin..self.leaves[leaf]])
    }

    /// Whether it still pays to note turns.
    pub fn pays(&mut self) -> bool {
        self.missed += 1;
        if self.missed < self.trial {
            return true;
        }
        self.trial *= 2;
        let wanted = (self.missed * self.missed / LEARNT).min(WORTH * self.missed);
        self.met >= wanted
    }

    /// Learns a turn that was noted: from which position, and what it changes.
    pub fn learn(&mut self, key: usize, reads: &Reads, planes: &[u64], fields: &[Became]) {
        if self.lists.len().max(self.single.len()).max(self.fields.len() / 2) > MOST {
            self.forget();
        }
        if 2 * (self.used + reads.bits.len()) >= self.slots.len() {
            if self.slots.len() >= MOST {
                self.forget();
            }
            self.grow(reads.bits.len());
        }
        let key = self.set + key;
        let mut at = None;
        let mut begin = 0;
        for &end in &reads.ends {
            let bits = &reads.bits[begin..end];
            begin = end;
            let all: u32 = bits.iter().map(|(_, bits)| bits.count_ones()).sum();
            if bits.len() > 1 && all <= 64 {
                at = Some(self.reach(key, at, planes, bits));
            } else {
                for one in bits {
                    at = Some(self.reach(key, at, planes, std::slice::from_ref(one)));
                }
            }
        }
        self.fields.extend_from_slice(fields);
        let leaf = Step { node: self.leaves.len() as u32, word: END, bits: 0 };
        self.leaves.push(self.fields.len());
        self.lead(key, at, leaf);
    }

    /// The step that reads these bits after `at`, an old one or a new one; and where what it reads leads.
    fn reach(
        &mut self,
        key: usize,
        at: Option<(Step, u64)>,
        planes: &[u64],
        bits: &[(u32, u64)],
    ) -> (Step, u64) {
        let known = match &at {
            None => self.roots[key],
            Some((step, value)) => Some(self.after(step, *value)).filter(|&next| next != NOWHERE),
        };
        debug_assert!(
            known.is_none_or(|step| self.asks(&step) == in_order(bits)),
            "a turn asks for other bits than one that has read the same: something that it read was not noted"
        );
        let step = known.unwrap_or_else(|| {
            let node = self.nodes;
            self.nodes += 1;
            let mut step = match *bits {
                [(word, bits)] => Step { node, word, bits },
                _ => {
                    let begin = self.single.len();
                    self.single.extend(in_order(bits));
                    Step { node, word: SINGLE | begin as u32, bits: (self.single.len() - begin) as u64 }
                }
            };
            if step.is_short() {
                step.node = self.lists.len() as u32;
                let bits = if step.word & SINGLE == 0 { 1 } else { step.bits };
                self.lists.resize(self.lists.len() + (1 << bits), NOWHERE);
            }
            self.lead(key, at, step);
            step
        });
        (step, self.value(&step, planes))
    }

    /// The bits that a step reads, by their words.
    fn asks(&self, step: &Step) -> Vec<(u32, u32)> {
        if step.word & SINGLE == 0 {
            return in_order(&[(step.word, step.bits)]);
        }
        let begin = (step.word & !SINGLE) as usize;
        self.single[begin..begin + step.bits as usize].to_vec()
    }

    fn lead(&mut self, key: usize, at: Option<(Step, u64)>, next: Step) {
        match at {
            None => self.roots[key] = Some(next),
            Some((step, value)) if step.is_short() => self.lists[step.node as usize + value as usize] = next,
            Some((Step { node, .. }, value)) => {
                let place = self.place(node, value);
                self.used += usize::from(self.slots[place].node == END);
                self.slots[place] = Slot { value, node, next };
            }
        }
    }

    /// The step that a value leads to; nowhere if that is not known.
    #[inline(always)]
    fn after(&self, step: &Step, value: u64) -> Step {
        if step.is_short() {
            return self.lists[step.node as usize + value as usize];
        }
        self.slots[self.place(step.node, value)].next
    }

    /// What a step reads in a position.
    #[inline(always)]
    fn value(&self, step: &Step, planes: &[u64]) -> u64 {
        if step.word & SINGLE == 0 {
            let bits = planes[step.word as usize] & step.bits;
            return if step.bits.is_power_of_two() { u64::from(bits != 0) } else { bits };
        }
        let begin = (step.word & !SINGLE) as usize;
        let bits = &self.single[begin..begin + step.bits as usize];
        bits.iter().fold(0, |value, &(word, bit)| value << 1 | planes[word as usize] >> bit & 1)
    }

    /// The slot of a value of a node, or the free one where it belongs.
    #[inline(always)]
    fn place(&self, node: u32, value: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut place = mix(value ^ u64::from(node).wrapping_mul(0x9e37_79b9_7f4a_7c15)) as usize & last;
        loop {
            let slot = &self.slots[place];
            if slot.node == END || slot.node == node && slot.value == value {
                return place;
            }
            place = (place + 1) & last;
        }
    }

    fn grow(&mut self, more: usize) {
        let slots = (2 * (self.used + more) + 1).next_power_of_two().max(self.slots.len());
        let old = std::mem::replace(&mut self.slots, vec![NOTHING; slots]);
        for slot in old.into_iter().filter(|slot| slot.node != END) {
            let place = self.place(slot.node, slot.value);
            self.slots[place] = slot;
        }
    }
}

/// Single bits, by their words.
fn in_order(bits: &[(u32, u64)]) -> Vec<(u32, u32)> {
    bits.iter().flat_map(|&(word, bits)| super::bits::ones(bits).map(move |bit| (word, bit as u32))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads groups of bits, each chosen by what was read before; what it changes follows from all of that.
    fn turn(key: usize, planes: &[u64], reads: &mut Reads) -> Vec<Became> {
        let mut seen = mix(key as u64);
        reads.begin();
        for _ in 0..4 {
            let (first, second) = (seen as usize % planes.len(), (seen >> 8) as usize % planes.len());
            let asked = [(first, seen >> 16 & 0x1f), (second, seen >> 24 & 7)];
            asked.iter().for_each(|&(word, bits)| reads.note(word, bits));
            reads.seal();
            seen = asked.iter().fold(seen, |seen, &(word, bits)| mix(seen ^ planes[word] & bits));
        }
        (0..seen % 3).map(|shift| Became { shift: shift as u32, width: 1, number: seen as u32 & 1 }).collect()
    }

    fn plain(fields: &[Became]) -> Vec<[u32; 3]> {
        fields.iter().map(|field| [field.shift, field.width, field.number]).collect()
    }

    proptest! {
        #[test]
        fn a_turn_met_before_is_the_same(
            positions in prop::collection::vec((0..3_usize, prop::array::uniform3(0..32_u64), 0..2_u64), 1..600),
        ) {
            let mut memory = Memory::new();
            let mut reads = Reads::new(vec![u64::MAX; 3]);
            for (key, planes, active) in positions {
                // The set of rows at rest counts as if it were read first.
                memory.turn_to(&[active], 3);
                let fields = turn(key + 3 * active as usize, &planes, &mut reads);
                match memory.find(key, &planes) {
                    Some(found) => prop_assert_eq!(plain(found), plain(&fields)),
                    None => memory.learn(key, &reads, &planes, &fields),
                }
                let found = memory.find(key, &planes).map(plain);
                prop_assert_eq!(found, Some(plain(&fields)));
            }
        }
    }
}
