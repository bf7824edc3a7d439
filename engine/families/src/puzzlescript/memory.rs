//! Turns that were met before.
//!
//! A turn looks at few bits of a position. While it runs, [`Reads`] notes which, in the order in which they are asked
//! for. Two positions that agree in them take the same turn: what is asked for next depends on nothing but what was
//! read before. So the turns of a key are a tree. Each step reads some bits of the position; what they are leads to the
//! next step; a leaf says which bits of the packed word change:
//!
//! ```text
//!   where is the player?  --cell 9-->  key right:   a crate in cell 18?  --no-->   player: cell 9 to 18
//!        |                                                `-----------yes-->   a crate in cell 27?  --no--> ...
//!        `--cell 10-->  key right:   (a wall that never moves)  nothing changes
//! ```
//!
//! Where the players are is read by each key, so it is looked up once for all of them: the trees hang from it.
//!
//! Nothing is assumed of the rules. What sleeping rules have learned from other positions is forgotten before a turn is
//! noted, since it came from bits that this turn would not read. Turns that draw from chance, restart a level or may
//! fail for rigid rules are run every time; where too few positions agree, remembering pauses.

use clew_core::products::mix;

/// A step that ends a turn.
const END: u32 = u32::MAX;
/// A step that reads single bits of several words.
const SINGLE: u32 = 1 << 31;
/// Bits of a word, on average, that are read one by one with those of other words; more are read word by word.
const TOGETHER: usize = 4;
/// No head.
const NO_HEAD: u32 = u32::MAX;
/// Of a step that reads so few bits, what they lead to lies in a list, by their value; of others in slots.
const FEW: u64 = 4;
/// Slots of the tree at most, 32 bytes each; and entries of its lists.
const MOST: usize = 1 << 18;
/// After so many turns that were noted it is asked whether that pays.
const TRIAL: u64 = 128;
/// The more turns were noted in all, the more must be met again: as many when so many were noted, and three times as
/// many in the end.
const LEARNT: u64 = 1024;
const WORTH: u64 = 3;
/// Positions in which nothing is noted when it did not pay, at first. Each time it is twice as long, or much longer if
/// hardly any turn was met, but at most so long.
const PAUSE: u64 = 512;
const LONGEST: u64 = 1 << 20;

/// What is done with turns at present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// They are looked up, and learned.
    Learns,
    /// They are looked up only, in so many more positions.
    LooksUp(u64),
    /// They are run, in so many more positions.
    Rests(u64),
}

/// What a turn changes in a word of 64 bits of the packed position: bits that are cleared, then bits that are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    pub word: u32,
    pub clear: u64,
    pub put: u64,
}

/// What a turn reads of the position from which it begins.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// The bits that differ between positions, by word of all planes of objects.
    free: Vec<u64>,
    /// The words that are known before a turn begins.
    leading: Vec<u32>,
    read: Vec<u64>,
    /// Bits by their word, in the order of reading; and where those end that are asked for at once.
    bits: Vec<(u32, u64)>,
    ends: Vec<usize>,
}

impl Reads {
    /// `free`: the bits that differ between positions; `leading`: the words that are known before a turn begins.
    pub fn new(free: Vec<u64>, leading: Vec<u32>) -> Self {
        Self { read: vec![0; free.len()], free, leading, ..Self::default() }
    }

    pub fn begin(&mut self) {
        self.read.fill(0);
        self.leading.iter().for_each(|&word| self.read[word as usize] = self.free[word as usize]);
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
    /// The words of planes that every turn reads first.
    leading: Vec<u32>,
    keys: usize,
    /// What positions begin with that were met: the rows that match at rest, then the words in `leading`, of each one
    /// after the other; and where those are found by their hash.
    heads: Vec<u64>,
    head_at: Vec<u32>,
    /// Words of a head.
    head: usize,
    /// By head and key.
    roots: Vec<Step>,
    /// Where the keys of the head at hand begin.
    at_hand: usize,
    /// By value, for each step that reads few bits.
    lists: Vec<Step>,
    slots: Vec<Slot>,
    used: usize,
    nodes: u32,
    single: Vec<(u32, u32)>,
    /// Where the patches of each leaf begin; one more at the end.
    leaves: Vec<u32>,
    patches: Vec<Patch>,
    /// Turns that were met, and that were not, since what is done with them was chosen.
    met: u64,
    missed: u64,
    /// Turns that were noted in all.
    learned: u64,
    mode: Mode,
    pause: u64,
}

impl Memory {
    /// `active`: words of the set of rows that match at rest; `leading`: the words of planes that every turn reads first.
    pub fn new(active: usize, leading: &[u32], keys: usize) -> Self {
        Self {
            leading: leading.to_vec(),
            keys,
            heads: Vec::new(),
            head_at: vec![NO_HEAD; 1 << 8],
            head: active + leading.len(),
            roots: Vec::new(),
            at_hand: 0,
            lists: Vec::new(),
            slots: vec![NOTHING; 1 << 10],
            used: 0,
            nodes: 0,
            single: Vec::new(),
            leaves: vec![0],
            patches: Vec::new(),
            met: 0,
            missed: 0,
            learned: 0,
            mode: Mode::Learns,
            pause: PAUSE,
        }
    }

    /// Whether turns of the next position are looked up.
    #[inline(always)]
    pub fn looks_up(&mut self) -> bool {
        match &mut self.mode {
            Mode::Learns => return true,
            Mode::LooksUp(left) | Mode::Rests(left) if *left > 0 => *left -= 1,
            _ => {
                (self.mode, self.met, self.missed) = (Mode::Learns, 0, 0);
                return true;
            }
        }
        matches!(self.mode, Mode::LooksUp(_))
    }

    /// Of how many positions to come nothing is learned; and whether their turns are looked up.
    pub fn pauses(&self) -> (usize, bool) {
        match self.mode {
            Mode::Learns => (0, true),
            Mode::LooksUp(left) => (left as usize, true),
            Mode::Rests(left) => (left as usize, false),
        }
    }

    /// So many of them were played.
    pub fn paused(&mut self, positions: usize) {
        if let Mode::LooksUp(left) | Mode::Rests(left) = &mut self.mode {
            *left = left.saturating_sub(positions as u64);
        }
    }

    /// Whether a turn that is run is noted, to be learned.
    #[inline(always)]
    pub fn learns(&self) -> bool {
        self.mode == Mode::Learns
    }

    /// What follows is asked of a position with these planes, in which these rows match at rest.
    #[inline]
    pub fn turn_to(&mut self, active: &[u64], planes: &[u64]) {
        if !self.turn_to_known(active, planes) {
            let words = active.iter().copied().chain(self.leading.iter().map(|&word| planes[word as usize]));
            let head: Vec<u64> = words.collect();
            self.begin_head(&head);
        }
    }

    /// The same; says whether it begins as one that was met.
    #[inline]
    pub fn turn_to_known(&mut self, active: &[u64], planes: &[u64]) -> bool {
        let words = || active.iter().copied().chain(self.leading.iter().map(|&word| planes[word as usize]));
        let hash = words().fold(0, |hash: u64, word| mix(hash.rotate_left(23) ^ word));
        let last = self.head_at.len() - 1;
        let mut place = hash as usize & last;
        loop {
            let number = self.head_at[place];
            if number == NO_HEAD {
                return false;
            }
            let head = &self.heads[number as usize * self.head..][..self.head];
            if words().zip(head).all(|(word, &known)| word == known) {
                self.at_hand = number as usize * self.keys;
                return true;
            }
            place = (place + 1) & last;
        }
    }

    #[cold]
    fn begin_head(&mut self, head: &[u64]) {
        if self.roots.len() >= MOST || self.heads.len() >= MOST {
            self.forget();
        }
        let number = self.roots.len() / self.keys;
        self.heads.extend_from_slice(head);
        self.at_hand = self.roots.len();
        self.roots.resize(self.roots.len() + self.keys, NOWHERE);
        if 2 * number >= self.head_at.len() {
            self.head_at = vec![NO_HEAD; 4 * self.head_at.len()];
            (0..number).for_each(|number| self.place_head(number));
        }
        self.place_head(number);
    }

    fn place_head(&mut self, number: usize) {
        let head = &self.heads[number * self.head..][..self.head];
        let hash = head.iter().fold(0, |hash: u64, word| mix(hash.rotate_left(23) ^ word));
        let last = self.head_at.len() - 1;
        let mut place = hash as usize & last;
        while self.head_at[place] != NO_HEAD {
            place = (place + 1) & last;
        }
        self.head_at[place] = number as u32;
    }

    /// Forgets all turns, and where positions begin.
    fn forget(&mut self) {
        let active = self.head - self.leading.len();
        let Self { met, missed, learned, mode, pause, .. } = *self;
        *self = Self { met, missed, learned, mode, pause, ..Self::new(active, &self.leading, self.keys) };
    }

    /// What a key changes in a position, given as planes, if that is known.
    #[inline]
    pub fn find(&mut self, key: usize, planes: &[u64]) -> Option<&[Patch]> {
        let leaf = self.leaf(key, planes)?;
        self.met += 1;
        Some(self.patches_of(leaf))
    }

    /// What is changed at the end of a turn.
    #[inline]
    pub fn patches_of(&self, leaf: u32) -> &[Patch] {
        let [from, to] = [0, 1].map(|more| self.leaves[leaf as usize + more] as usize);
        &self.patches[from..to]
    }

    /// Where a turn ends, if it was met before.
    #[inline]
    pub fn leaf(&self, key: usize, planes: &[u64]) -> Option<u32> {
        let mut step = self.roots[self.at_hand + key];
        while step.word != END {
            step = self.after(&step, self.value(&step, planes));
        }
        Some(step.node).filter(|&leaf| leaf != END)
    }

    /// A turn was not met. Where that is so too often, noting pauses.
    #[inline]
    pub fn miss(&mut self) {
        self.missed += 1;
        if self.missed < TRIAL || !self.learns() {
            return;
        }
        self.learned += self.missed;
        if self.met < (self.missed * self.learned / LEARNT).min(WORTH * self.missed) {
            let pays_to_look = 2 * self.met > self.missed;
            self.mode = if pays_to_look { Mode::LooksUp(self.pause) } else { Mode::Rests(self.pause) };
            let longer = if 8 * self.met > self.missed { 2 } else { 8 };
            self.pause = (longer * self.pause).min(LONGEST);
        }
        (self.met, self.missed) = (0, 0);
    }

    /// Learns a turn that was noted: from which position, and what it changes.
    pub fn learn(&mut self, key: usize, reads: &Reads, planes: &[u64], patches: &[Patch]) {
        let is_full = self.lists.len().max(self.single.len()).max(self.patches.len()) > MOST;
        if is_full || 2 * (self.used + reads.bits.len()) >= MOST {
            let head = self.heads[self.at_hand / self.keys * self.head..][..self.head].to_vec();
            self.forget();
            self.begin_head(&head);
        }
        if 2 * (self.used + reads.bits.len()) >= self.slots.len() {
            self.grow(reads.bits.len());
        }
        let root = self.at_hand + key;
        let mut at = None;
        let mut begin = 0;
        for &end in &reads.ends {
            let bits = &reads.bits[begin..end];
            begin = end;
            let all: u32 = bits.iter().map(|(_, bits)| bits.count_ones()).sum();
            if bits.len() > 1 && all as usize <= TOGETHER * bits.len() && all <= 64 {
                at = Some(self.reach(root, at, planes, bits));
            } else {
                for one in bits {
                    at = Some(self.reach(root, at, planes, std::slice::from_ref(one)));
                }
            }
        }
        self.patches.extend_from_slice(patches);
        let leaf = Step { node: self.leaves.len() as u32 - 1, word: END, bits: 0 };
        self.leaves.push(self.patches.len() as u32);
        self.lead(root, at, leaf);
    }

    /// The step that reads these bits after `at`, an old one or a new one; and where what it reads leads.
    fn reach(
        &mut self,
        root: usize,
        at: Option<(Step, u64)>,
        planes: &[u64],
        bits: &[(u32, u64)],
    ) -> (Step, u64) {
        let known = match &at {
            None => self.roots[root],
            Some((step, value)) => self.after(step, *value),
        };
        let known = Some(known).filter(|&next| next != NOWHERE);
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
            self.lead(root, at, step);
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

    fn lead(&mut self, root: usize, at: Option<(Step, u64)>, next: Step) {
        match at {
            None => self.roots[root] = next,
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

    const LEADING: u32 = 3;

    /// Reads groups of bits, each chosen by what was read before; what it changes follows from all of that.
    fn turn(key: usize, planes: &[u64], reads: &mut Reads) -> Vec<Patch> {
        let mut seen = mix(key as u64 ^ planes[LEADING as usize] << 8);
        reads.begin();
        for _ in 0..4 {
            let (first, second) = (seen as usize % planes.len(), (seen >> 8) as usize % planes.len());
            let asked = [(first, seen >> 16 & 0x1f), (second, seen >> 24 & 7)];
            asked.iter().for_each(|&(word, bits)| reads.note(word, bits));
            reads.seal();
            seen = asked.iter().fold(seen, |seen, &(word, bits)| mix(seen ^ planes[word] & bits));
        }
        (0..seen % 3).map(|word| Patch { word: word as u32, clear: 1, put: seen & 1 }).collect()
    }

    proptest! {
        #[test]
        fn a_turn_met_before_is_the_same(
            positions in prop::collection::vec((0..3_usize, prop::array::uniform4(0..32_u64), 0..2_u64), 1..600),
        ) {
            let mut memory = Memory::new(1, &[LEADING], 3);
            let mut reads = Reads::new(vec![u64::MAX; 4], vec![LEADING]);
            for (key, planes, active) in positions {
                // The set of rows at rest counts as if it were read first.
                memory.turn_to(&[active], &planes);
                let patches = turn(key + 3 * active as usize, &planes, &mut reads);
                match memory.find(key, &planes) {
                    Some(found) => prop_assert_eq!(found, &patches[..]),
                    None => memory.learn(key, &reads, &planes, &patches),
                }
                prop_assert_eq!(memory.find(key, &planes), Some(&patches[..]));
            }
        }
    }
}
