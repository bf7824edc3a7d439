//! What rules do with a position at rest, before anything moves.
//!
//! A rule such as `late [ Crate | Crate ] -> [ | ]` looks at all crates, so no two positions would look the same to it.
//! But whether it matches at all in a position can be found once for all keys, and hardly ever changes from one position
//! to the next. While a turn is noted (see [`super::memory`]), a row that matched nowhere at rest can only match where
//! something has changed since, and only there it is read. The same holds for a rule that matched but would have
//! changed nothing. Turns are remembered for each set of rows that do match, so what is taken for granted is known.

use super::bits::{add, holds, set};
use super::program::{Program, Row};

/// A row at rest: where it matches, or where it would change something.
#[derive(Clone, Debug)]
struct Rest {
    /// From which cells it may match, seen from what never changes.
    from: Vec<u64>,
    tests: Vec<Look>,
    /// Bits that would be cleared, or put; `None` if only the match counts.
    edits: Option<Vec<Look>>,
}

/// Some words of planes of objects that are read together, each a given number of words and bits further on.
#[derive(Clone, Debug)]
struct Look {
    words: usize,
    bits: u32,
    planes: Vec<usize>,
    inverted: u64,
}

impl Look {
    #[inline(always)]
    fn at(&self, planes: &[u64], words: usize, word: usize) -> u64 {
        let mut low = word + self.words;
        low -= if low >= words { words } else { 0 };
        let high = if low + 1 == words { 0 } else { low + 1 };
        let (mut near, mut far) = (0, 0);
        for from in &self.planes {
            near |= planes[from + low];
            far |= planes[from + high];
        }
        (near >> self.bits | far << 1 << (63 - self.bits)) ^ self.inverted
    }
}

/// The rows of a game at rest, and which of them match in a position.
#[derive(Clone, Debug)]
pub struct Rests {
    rests: Vec<Rest>,
    /// By rule and row, and by rule: the number of what matches there, and of what would change something.
    rows: Vec<Vec<Option<usize>>>,
    rules: Vec<Option<usize>>,
    /// By word of the planes of objects: the rests that read it.
    readers: Vec<Vec<u64>>,
    /// The planes that were looked at last; empty before the first.
    seen: Vec<u64>,
    /// The rests that read something which changed since then.
    asked: Vec<u64>,
    /// Those that match, or would change something.
    pub active: Vec<u64>,
}

impl Rests {
    /// `free`: the bits that differ between positions; `fixed`: what is the same in all of them.
    pub fn new(program: &Program, free: &[u64], fixed: &[u64]) -> Self {
        let mut found = Self {
            rests: Vec::new(),
            rows: Vec::new(),
            rules: Vec::new(),
            readers: Vec::new(),
            seen: Vec::new(),
            asked: Vec::new(),
            active: Vec::new(),
        };
        for rule in &program.rules {
            let mut rows = Vec::new();
            for row in &rule.rows {
                rows.push(rest(program, row, free, fixed).map(|rest| found.add(rest)));
            }
            let mut whole = None;
            if let ([row], true) = (&rule.rows[..], rule.is_settled) {
                whole = rest(program, row, free, fixed)
                    .and_then(|rest| edits(program, row, rest))
                    .map(|rest| found.add(rest));
            }
            found.rows.push(rows);
            found.rules.push(whole);
        }
        let words = found.rests.len().div_ceil(64);
        found.active = vec![0; words];
        found.asked = vec![0; words];
        found.readers = vec![Vec::new(); free.len()];
        for (number, rest) in found.rests.iter().enumerate() {
            for from in rest.tests.iter().chain(rest.edits.iter().flatten()).flat_map(|look| &look.planes) {
                for word in *from..from + program.words {
                    let readers = &mut found.readers[word];
                    readers.resize(words, 0);
                    set(readers, number);
                }
            }
        }
        found
    }

    fn add(&mut self, rest: Rest) -> usize {
        self.rests.push(rest);
        self.rests.len() - 1
    }

    /// Whether a row matches nowhere at rest.
    pub fn is_row_quiet(&self, rule: usize, row: usize) -> bool {
        self.rows[rule][row].is_some_and(|number| !holds(&self.active, number))
    }

    /// Whether a rule changes nothing at rest, wherever it matches.
    pub fn is_rule_quiet(&self, rule: usize) -> bool {
        self.rules[rule].is_some_and(|number| !holds(&self.active, number))
    }

    /// Looks at a position.
    #[inline]
    pub fn look(&mut self, planes: &[u64], words: usize) {
        if !self.rests.is_empty() {
            self.look_again(planes, words);
        }
    }

    fn look_again(&mut self, planes: &[u64], words: usize) {
        if self.seen.len() == planes.len() {
            self.asked.fill(0);
            for (word, (seen, &now)) in self.seen.iter_mut().zip(planes).enumerate() {
                if *seen != now {
                    *seen = now;
                    add(&mut self.asked, &self.readers[word]);
                }
            }
        } else {
            self.seen = planes.to_vec();
            self.asked.fill(u64::MAX);
        }
        for number in super::bits::members(&self.asked).take_while(|&number| number < self.rests.len()) {
            let active = self.rests[number].is_active(planes, words);
            if active != holds(&self.active, number) {
                self.active[number / 64] ^= 1 << (number % 64);
            }
        }
    }
}

impl Rest {
    fn is_active(&self, planes: &[u64], words: usize) -> bool {
        (0..words).any(|word| {
            let mut found = self.from[word];
            for look in &self.tests {
                if found == 0 {
                    return false;
                }
                found &= look.at(planes, words, word);
            }
            let Some(edits) = self.edits.as_ref().filter(|_| found != 0) else { return found != 0 };
            edits.iter().any(|look| look.at(planes, words, word) & found != 0)
        })
    }
}

/// The match of a row without gaps that asks for no movement.
fn rest(program: &Program, row: &Row, free: &[u64], fixed: &[u64]) -> Option<Rest> {
    let [segment] = &row.segments[..] else { return None };
    let objects = free.len();
    let mut found = Rest { from: program.fitting[segment.fitting].clone(), tests: Vec::new(), edits: None };
    for test in &segment.tests {
        // Nothing moves at rest.
        let planes: Vec<usize> = test.planes(program).filter(|&from| from < objects).collect();
        if planes.is_empty() && test.inverted == 0 {
            return None;
        }
        let look = Look { words: test.words as usize, bits: test.bits, planes, inverted: test.inverted };
        let is_free = |from: &usize| free[*from..from + program.words].iter().any(|&free| free != 0);
        if look.planes.iter().any(is_free) {
            found.tests.push(look);
        } else {
            for word in 0..program.words {
                found.from[word] &= look.at(fixed, program.words, word);
            }
        }
    }
    Some(found)
}

/// Where a row that matches would change something; `None` if it always would.
fn edits(program: &Program, row: &Row, rest: Rest) -> Option<Rest> {
    let mut looks = Vec::new();
    for edit in &row.edits {
        let (words, bits) = (edit.words, edit.bits);
        let objects = |plane: &&u32| (**plane as usize) < program.objects;
        if edit.put.iter().any(|plane| !objects(&plane)) {
            return None;
        }
        let look = |plane: &u32, inverted| Look {
            words: words as usize,
            bits,
            planes: vec![*plane as usize * program.words],
            inverted,
        };
        looks.extend(edit.clear.iter().filter(objects).map(|plane| look(plane, 0)));
        looks.extend(edit.put.iter().map(|plane| look(plane, u64::MAX)));
    }
    Some(Rest { edits: Some(looks), ..rest })
}
