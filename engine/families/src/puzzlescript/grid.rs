//! The planes of a level in play, and what a turn reads of them.
//!
//! A turn is remembered by the bits of a position that it read ([`super::memory`]). That is right only if it read no
//! other: one look at a bit that is not noted, and two positions that differ there share a turn. So a turn has no way to
//! the bits but through here, and here everything that is read is noted, in the order in which it is read:
//!
//! ```text
//!     P . * . *        key right, [ > Player | Crate ] -> [ > Player | > Crate ]
//!     1 2 3 4 5
//!                      asked                      of the position    noted
//!     where players are                           all of their plane P12345
//!     a crate right of what moves                 cell 2             P12345, *2
//!     what stands where the player goes           cell 2             P12345, *2
//!
//!     P . * . .        agrees in P12345 and *2, and so takes the same turn: what lies in 3 to 5 was not asked
//! ```
//!
//! Why that is enough. Between two reads a turn computes with nothing but what it read before, the rules, and what it
//! wrote itself. So as long as all reads so far gave the same bits, the next read asks for the same bits, and in the end
//! the same has been written. A write is a read, too: whether it changed anything is known then, and rules go on from
//! that. Three shortcuts need a look of their own:
//!
//! * Where planes are compared with an earlier copy ([`Grid::differs`], [`Grid::restore_to`]), only bits that the turn
//!   wrote can differ, and those were noted.
//! * What changed since the position was laid ([`Grid::changed`]) is the bits in which the planes differ from it: again
//!   bits that were written. The position must be at hand for that during the whole turn, so it stays here, too. (It was
//!   moved away once while `again` was tried: then everything that lay in the level seemed to have changed, and what was
//!   read depended on bits that were not noted.)
//! * Whether a whole plane is empty would be much to read. While reads are noted, only planes of movements say so.
//!
//! What sleeping rules know comes from other positions: [`super::board::Board::begin_noting`] wakes them all.

use std::cell::RefCell;

use super::bits::{Set, holds, none, ones, set};
use super::memory::Reads;
use super::program::{Edit, Program, Rule, Segment, Test};

/// Planes that cost about as much as one more test.
const AT_ONCE: usize = 16;

/// A level as it was, to compare with.
#[derive(Clone, Default)]
pub struct Kept(Vec<u64>);

/// `N`: the words of a plane, or 0 for any number of them.
#[derive(Clone)]
pub struct Grid<const N: usize> {
    words: usize,
    /// How many planes are of objects; those of movements follow.
    objects: usize,
    bits: Vec<u64>,
    /// Planes of objects of the position from which keys are pressed.
    laid: Vec<u64>,
    /// The planes that may have any bits.
    filled: Set,
    /// The planes that have gained bits, or lost some, since that was asked last.
    gained: Set,
    lost: Set,
    /// The planes that may differ from the position that was laid, beside those.
    dirty: Set,
    /// What the turn reads of the position that was laid, while that is noted.
    reads: RefCell<Reads>,
    is_noting: bool,
}

impl<const N: usize> Grid<N> {
    pub fn new(program: &Program) -> Self {
        let planes = program.planes();
        Self {
            words: program.words,
            objects: program.objects,
            bits: vec![0; planes * program.words],
            laid: vec![0; program.objects * program.words],
            filled: none(planes),
            gained: none(planes),
            lost: none(planes),
            dirty: none(planes),
            reads: RefCell::default(),
            is_noting: false,
        }
    }

    #[inline(always)]
    pub fn words(&self) -> usize {
        if N > 0 { N } else { self.words }
    }

    /// `free`: the bits that differ between positions, by word of all planes of objects; `leading`: the words of which all
    /// bits count as read before a turn begins.
    pub fn can_note(&mut self, free: Vec<u64>, leading: Vec<u32>) {
        self.reads = Reads::new(free, leading).into();
    }

    /// From here on, what is read of the position that was laid is noted.
    pub fn begin_noting(&mut self) {
        self.reads.get_mut().begin();
        self.is_noting = true;
    }

    pub fn end_noting(&mut self) {
        self.is_noting = false;
    }

    #[inline(always)]
    pub fn is_noting(&self) -> bool {
        self.is_noting
    }

    /// What was noted last, and the position of which that was read.
    pub fn noted(&mut self) -> (&Reads, &[u64]) {
        (self.reads.get_mut(), &self.laid)
    }

    /// The position from which keys are pressed.
    pub fn laid(&self) -> &[u64] {
        &self.laid
    }

    /// The same, for another one; [`Self::lay`] makes it the level.
    pub fn laid_mut(&mut self) -> &mut [u64] {
        &mut self.laid
    }

    /// What lies in the level, for whoever looks at it after a turn: it is not noted.
    pub fn objects(&self) -> &[u64] {
        &self.bits[..self.objects * self.words()]
    }

    /// Notes that some planes are asked for together in a cell.
    #[inline(always)]
    fn ask(&self, planes: impl Iterator<Item = usize>, at: usize) {
        if self.is_noting {
            self.ask_noted(planes, at / 64, 1 << (at % 64));
        }
    }

    #[cold]
    fn ask_noted(&self, planes: impl Iterator<Item = usize>, word: usize, bits: u64) {
        let mut reads = self.reads.borrow_mut();
        planes.for_each(|plane| reads.note(plane * self.words() + word, bits));
        reads.seal();
    }

    #[inline(always)]
    pub fn holds(&self, plane: usize, at: usize) -> bool {
        self.ask(std::iter::once(plane), at);
        self.bits[plane * self.words() + at / 64] >> (at % 64) & 1 != 0
    }

    /// Of some cells of a word, those that have any of some objects, or all of them.
    #[inline(always)]
    pub fn having(&self, objects: &[usize], all: bool, word: usize, among: u64) -> u64 {
        if self.is_noting {
            self.ask_noted(objects.iter().copied(), word, among);
        }
        having(&self.bits, self.words(), objects, all, word) & among
    }

    /// Whether a plane of movements has a cell: what moves follows from what was read.
    #[inline(always)]
    pub fn is_moving(&self, plane: usize, at: usize) -> bool {
        debug_assert!(plane >= self.objects);
        self.bits[plane * self.words() + at / 64] >> (at % 64) & 1 != 0
    }

    /// The cells of a word that lie in any of some planes of movements.
    #[inline(always)]
    pub fn any_moving(&self, planes: &[usize], word: usize) -> u64 {
        let words = self.words();
        debug_assert!(planes.iter().all(|&plane| plane >= self.objects));
        planes.iter().fold(0, |all, plane| all | self.bits[plane * words + word])
    }

    /// Puts a bit into a plane of objects or movements; says whether it is new.
    #[inline(always)]
    pub fn put(&mut self, plane: usize, at: usize) -> bool {
        self.ask(std::iter::once(plane), at);
        self.put_asked(plane, at)
    }

    /// The same, where that was asked.
    #[inline(always)]
    fn put_asked(&mut self, plane: usize, at: usize) -> bool {
        let words = self.words();
        let word = &mut self.bits[plane * words + at / 64];
        if *word >> (at % 64) & 1 != 0 {
            return false;
        }
        *word |= 1 << (at % 64);
        set(&mut self.filled, plane);
        set(&mut self.gained, plane);
        true
    }

    /// Puts bits into a word of a plane of movements.
    #[inline(always)]
    pub fn put_moving(&mut self, plane: usize, word: usize, bits: u64) {
        debug_assert!(plane >= self.objects);
        self.put_word(plane, word, bits);
    }

    /// Puts bits into a word of a plane; gives those that are new.
    #[inline(always)]
    fn put_word(&mut self, plane: usize, word: usize, bits: u64) -> u64 {
        let of_plane = &mut self.bits[plane * if N > 0 { N } else { self.words } + word];
        let new = bits & !*of_plane;
        if new != 0 {
            *of_plane |= new;
            set(&mut self.filled, plane);
            set(&mut self.gained, plane);
        }
        new
    }

    /// Takes bits from a word of a plane; gives those that were there.
    #[inline(always)]
    fn take_word(&mut self, plane: usize, word: usize, bits: u64) -> u64 {
        let of_plane = &mut self.bits[plane * if N > 0 { N } else { self.words } + word];
        let had = bits & *of_plane;
        if had != 0 {
            *of_plane ^= had;
            set(&mut self.lost, plane);
        }
        had
    }

    /// Takes a bit from a plane; says whether it was there.
    #[inline(always)]
    pub fn take(&mut self, plane: usize, at: usize) -> bool {
        self.ask(std::iter::once(plane), at);
        self.take_asked(plane, at)
    }

    /// The same, where that was asked.
    #[inline(always)]
    fn take_asked(&mut self, plane: usize, at: usize) -> bool {
        let words = self.words();
        let word = &mut self.bits[plane * words + at / 64];
        if *word >> (at % 64) & 1 == 0 {
            return false;
        }
        *word &= !(1 << (at % 64));
        set(&mut self.lost, plane);
        true
    }

    /// Does what a rule says in a cell; says whether anything changed.
    #[inline(always)]
    pub fn edit(&mut self, edit: &Edit, at: usize) -> bool {
        self.ask(edit.clear.iter().chain(&edit.put).map(|&plane| plane as usize), at);
        let mut changed = false;
        for &plane in &edit.clear {
            changed |= self.take_asked(plane as usize, at);
        }
        for &plane in &edit.put {
            changed |= self.put_asked(plane as usize, at);
        }
        changed
    }

    /// Does what a rule says in a cell of each place in a plane, while nothing is noted; says whether anything changed.
    #[inline(always)]
    pub fn edit_all(&mut self, edit: &Edit, places: &[u64]) -> bool {
        let mut changed = false;
        each_shifted(self.words(), places, (edit.words, edit.bits), |word, among| {
            changed |= self.edit_word(edit, word, among);
        });
        changed
    }

    #[inline(always)]
    fn edit_word(&mut self, edit: &Edit, word: usize, among: u64) -> bool {
        debug_assert!(!self.is_noting);
        let mut changed = 0;
        for &plane in &edit.clear {
            changed |= self.take_word(plane as usize, word, among);
        }
        for &plane in &edit.put {
            changed |= self.put_word(plane as usize, word, among);
        }
        changed != 0
    }

    /// Fills a plane with the places from which a segment matches, while nothing is noted; says how many they are.
    #[inline(always)]
    pub fn find_all(&self, program: &Program, segment: &Segment, found: &mut [u64], looks: &mut u64) -> u64 {
        debug_assert!(!self.is_noting);
        let fitting = &program.fitting[segment.fitting];
        let (words, mut all) = (self.words(), 0);
        for (word, found) in found.iter_mut().enumerate().take(words) {
            *found = self.matching_plain(program, &segment.tests, word, fitting[word], looks);
            all |= *found;
        }
        // Mostly there are none, and to count them takes time.
        if all == 0 { 0 } else { found.iter().take(words).map(|found| u64::from(found.count_ones())).sum() }
    }

    /// Whether no cell of the level belongs to two places of a rule of one row without gaps.
    #[inline(always)]
    pub fn are_apart(&self, rule: &Rule, places: &[u64]) -> bool {
        rule.after_first.iter().all(|&further| {
            let mut shared = 0;
            each_shifted(self.words(), places, further, |word, among| shared |= among & places[word]);
            shared == 0
        })
    }

    /// Moves what lies in a cell, of the objects of a layer, to another one, if none of them lies there; says whether
    /// there was room.
    #[inline(always)]
    pub fn shift(&mut self, of_layer: &[usize], at: usize, to: usize) -> bool {
        self.ask(of_layer.iter().copied(), to);
        let words = self.words();
        if of_layer.iter().any(|&object| self.bits[object * words + to / 64] >> (to % 64) & 1 != 0) {
            return false;
        }
        self.ask(of_layer.iter().copied(), at);
        for &object in of_layer {
            if self.take_asked(object, at) {
                self.put_asked(object, to);
            }
        }
        true
    }

    /// Words of a set of planes.
    #[inline(always)]
    pub fn set_words(&self) -> usize {
        self.gained.len()
    }

    /// Of a word of the set of planes, those that gained bits since this was asked last, and those that lost some.
    #[inline(always)]
    pub fn changes(&mut self, word: usize) -> (u64, u64) {
        let (gained, lost) = (self.gained[word], self.lost[word]);
        if gained | lost != 0 {
            (self.gained[word], self.lost[word]) = (0, 0);
            self.dirty[word] |= gained | lost;
        }
        (gained, lost)
    }

    /// The level is the position that was laid: nothing is different from it any more.
    #[inline(always)]
    pub fn is_as_laid(&mut self) {
        self.dirty.fill(0);
    }

    /// Whether a plane has no bits, as far as that is known without reading it.
    #[inline(always)]
    pub fn is_empty(&self, plane: usize) -> bool {
        !(holds(&self.filled, plane) || self.is_noting && plane < self.objects)
    }

    /// The planes of movements that may have any, in order.
    #[inline(always)]
    pub fn moving(&self) -> impl Iterator<Item = usize> + '_ {
        planes_from(&self.filled, self.objects)
    }

    /// The movements of the level, by plane and cell.
    pub fn movements(&self) -> Vec<(usize, usize)> {
        let words = self.words();
        self.moving()
            .flat_map(|plane| {
                super::planes::cells(&self.bits[plane * words..][..words]).map(move |at| (plane, at))
            })
            .collect()
    }

    /// Makes a plane of objects that of another position, of which the planes of objects are given.
    #[inline(always)]
    fn set_plane(&mut self, plane: usize, objects: &[u64]) {
        let words = self.words();
        let (mut gained, mut lost, mut all) = (0, 0, 0);
        let new = &objects[plane * words..][..words];
        for (old, &new) in self.bits[plane * words..][..words].iter_mut().zip(new) {
            gained |= new & !*old;
            lost |= *old & !new;
            all |= new;
            *old = new;
        }
        let (place, bit) = (plane / 64, plane % 64);
        self.filled[place] = self.filled[place] & !(1 << bit) | u64::from(all != 0) << bit;
        self.gained[place] |= u64::from(gained != 0) << bit;
        self.lost[place] |= u64::from(lost != 0) << bit;
    }

    /// The planes of objects that may differ from the position that was laid.
    #[inline(always)]
    fn dirty(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        let (last, words) = (self.objects, self.objects.div_ceil(64));
        let sets = self.dirty[..words].iter().zip(&self.gained[..words]).zip(&self.lost[..words]);
        sets.enumerate()
            .flat_map(|(place, ((dirty, gained), lost))| {
                ones(dirty | gained | lost).map(move |bit| 64 * place + bit)
            })
            .take_while(move |&plane| plane < last)
    }

    /// The level becomes the position in [`Self::laid`], which differs from the last one in these objects at most.
    #[inline(always)]
    pub fn lay(&mut self, objects: &[usize]) {
        let laid = std::mem::take(&mut self.laid);
        objects.iter().for_each(|&object| self.set_plane(object, &laid));
        self.laid = laid;
    }

    /// Keeps a copy of the level as it is.
    pub fn keep(&self, copy: &mut Kept) {
        copy.0.clear();
        copy.0.extend_from_slice(self.objects());
    }

    /// Brings back an earlier level of this turn, or the position that was laid: only dirty planes differ.
    #[inline(always)]
    pub fn restore_to(&mut self, before: Option<&Kept>) {
        let laid = std::mem::take(&mut self.laid);
        let objects = before.map_or(&laid, |before| &before.0);
        for place in 0..self.objects.div_ceil(64) {
            for bit in ones(self.dirty[place] | self.gained[place] | self.lost[place]) {
                if 64 * place + bit < self.objects {
                    self.set_plane(64 * place + bit, objects);
                }
            }
        }
        self.laid = laid;
    }

    /// Sets all planes, word by word, without telling anyone what changed.
    #[inline(always)]
    pub fn fill(&mut self, word: impl Fn(usize) -> u64) {
        self.bits.iter_mut().enumerate().for_each(|(number, bits)| *bits = word(number));
    }

    /// A word of all planes.
    #[inline(always)]
    pub fn word(&self, number: usize) -> u64 {
        self.bits[number]
    }

    /// Sets all objects to a position.
    pub fn set_to(&mut self, objects: &[u64]) {
        (0..self.objects).for_each(|object| self.set_plane(object, objects));
    }

    /// Whether the objects differ from an earlier level of this turn, or from the position that was laid.
    pub fn differs(&self, before: Option<&Kept>) -> bool {
        let (words, before) = (self.words(), before.map_or(&self.laid, |before| &before.0));
        self.dirty().any(|plane| {
            (0..words)
                .fold(0, |all, word| all | self.bits[plane * words + word] ^ before[plane * words + word])
                != 0
        })
    }

    /// The planes of objects that may differ from the position that was laid, as they were there and as they are.
    #[inline(always)]
    pub fn differences(&self) -> impl Iterator<Item = (usize, &[u64], &[u64])> + Clone + '_ {
        let words = self.words();
        self.dirty().map(move |plane| {
            let [before, after] = [&self.laid, &self.bits].map(|bits| &bits[plane * words..][..words]);
            (plane, before, after)
        })
    }

    /// Nothing moves any more.
    #[inline(always)]
    pub fn still(&mut self) {
        let (first, words) = (self.objects, self.words());
        for place in first / 64..self.filled.len() {
            let before = if place == first / 64 { (1 << (first % 64)) - 1 } else { 0 };
            for bit in ones(self.filled[place] & !before) {
                let plane = &mut self.bits[(64 * place + bit) * words..][..words];
                let had = plane.iter_mut().fold(0, |all, word| all | std::mem::take(word));
                self.lost[place] |= u64::from(had != 0) << bit;
            }
            self.filled[place] &= before;
        }
    }

    /// Calls for each word with the cells from which a segment matches, one after the other. `changed`: it matched nowhere
    /// in the position that was laid, so that while reads are noted, it is looked for only where something changed.
    #[inline(always)]
    pub fn each_match(
        &self,
        program: &Program,
        segment: &Segment,
        changed: impl Fn() -> bool,
        looks: &mut u64,
        mut act: impl FnMut(usize, u64),
    ) {
        let fitting = &program.fitting[segment.fitting];
        if self.is_noting {
            let changed = changed();
            for (word, &from) in fitting.iter().enumerate() {
                let changed = if changed { self.changed(program, &segment.tests, word) } else { u64::MAX };
                act(word, self.matching_noted(program, &segment.tests, word, from & changed));
            }
            return;
        }
        for (word, &from) in fitting.iter().enumerate().take(self.words()) {
            act(word, self.matching_plain(program, &segment.tests, word, from, looks));
        }
    }

    /// Of some cells of a word, those from which a segment matches.
    #[inline(always)]
    pub fn matching(&self, program: &Program, tests: &[Test], word: usize, from: u64) -> u64 {
        if self.is_noting {
            return self.matching_noted(program, tests, word, from);
        }
        self.matching_plain(program, tests, word, from, &mut 0)
    }

    /// The same where nothing is noted.
    #[inline(always)]
    fn matching_plain(
        &self,
        program: &Program,
        tests: &[Test],
        word: usize,
        from: u64,
        looks: &mut u64,
    ) -> u64 {
        let mut found = from;
        for test in tests {
            if found == 0 {
                break;
            }
            *looks += 1 + (test.more.len() / AT_ONCE) as u64;
            let more = if test.more.is_empty() {
                &[]
            } else {
                &program.listed[test.more.start as usize..test.more.end as usize]
            };
            let held = if N == 1 {
                let any = more
                    .iter()
                    .fold(self.bits[test.first as usize], |any, &from| any | self.bits[from as usize]);
                any.rotate_right(test.bits)
            } else {
                let words = self.words();
                let mut low = word + test.words as usize;
                low -= if low >= words { words } else { 0 };
                let high = if low + 1 == words { 0 } else { low + 1 };
                let first = &self.bits[test.first as usize..][..words];
                let (mut near, mut far) = (first[low], first[high]);
                for &from in more {
                    let plane = &self.bits[from as usize..][..words];
                    near |= plane[low];
                    far |= plane[high];
                }
                near >> test.bits | far << 1 << (63 - test.bits)
            };
            found &= held ^ test.inverted;
        }
        found
    }

    /// The same, noting what is read: what is the same in all positions is asked first.
    #[cold]
    fn matching_noted(&self, program: &Program, tests: &[Test], word: usize, from: u64) -> u64 {
        let (words, mut found) = (self.words(), from);
        for known in [true, false] {
            for test in tests {
                let is_known = |from| self.reads.borrow().is_known(from, words);
                if found == 0 || test.planes(program).all(is_known) != known {
                    continue;
                }
                let looks = test.planes(program).map(|from| (from, test.words, test.bits));
                found &= self.shifted_noted(looks, word, found) ^ test.inverted;
            }
        }
        found
    }

    /// Of some cells of a word, those that have any of some planes, each so many words and bits further on.
    fn shifted_noted(
        &self,
        looks: impl Iterator<Item = (usize, u32, u32)> + Clone,
        word: usize,
        among: u64,
    ) -> u64 {
        let words = self.words();
        let mut reads = self.reads.borrow_mut();
        for (from, further, bits) in looks.clone() {
            let low = (word + further as usize) % words;
            reads.note(from + low, among << bits);
            reads.note(from + (low + 1) % words, among >> 1 >> (63 - bits));
        }
        reads.seal();
        shifted(words, looks, word, |word| self.bits[word]) & among
    }

    /// The bits of a word of planes that are not as in the position that was laid, in which nothing moved.
    fn difference(&self, word: usize) -> u64 {
        self.bits[word] ^ self.laid.get(word).copied().unwrap_or(0)
    }

    /// Of the cells of a word, those for which something that a segment reads is not as in the position that was laid.
    #[cold]
    fn changed(&self, program: &Program, tests: &[Test], word: usize) -> u64 {
        let looks =
            tests.iter().flat_map(|test| test.planes(program).map(move |from| (from, test.words, test.bits)));
        shifted(self.words(), looks, word, |word| self.difference(word))
    }

    /// Whether a rule of one row without gaps would change something, if from where nothing changed it would not.
    pub fn would_change(&self, program: &Program, rule: &Rule) -> bool {
        (0..self.words()).any(|word| self.would_change_word(program, rule, word))
    }

    fn would_change_word(&self, program: &Program, rule: &Rule, word: usize) -> bool {
        let (row, words) = (&rule.rows[0], self.words());
        let edits = || {
            row.edits.iter().flat_map(|edit| {
                let (further, bits) = (edit.words, edit.bits);
                let of = move |plane: &u32, put| ((*plane as usize * words, further, bits), put);
                let clear = edit.clear.iter().map(move |plane| of(plane, false));
                clear.chain(edit.put.iter().map(move |plane| of(plane, true)))
            })
        };
        let segment = &row.segments[0];
        let touched = shifted(words, edits().map(|(look, _)| look), word, |word| self.difference(word));
        let from =
            program.fitting[segment.fitting][word] & (touched | self.changed(program, &segment.tests, word));
        let found = self.matching_noted(program, &segment.tests, word, from);
        found != 0
            && edits().any(|(look, put)| {
                let held = self.shifted_noted(std::iter::once(look), word, found);
                found & if put { !held } else { held } != 0
            })
    }
}

/// The cells of a word of some planes that have any of some objects, or all of them.
#[inline(always)]
pub fn having(planes: &[u64], words: usize, objects: &[usize], all: bool, word: usize) -> u64 {
    let planes = objects.iter().map(|object| planes[object * words + word]);
    if all {
        planes.fold(u64::MAX, |all, plane| all & plane)
    } else {
        planes.fold(0, |any, plane| any | plane)
    }
}

/// The cells of a word that have any of some bits, each so many words and bits further on.
fn shifted(
    words: usize,
    looks: impl Iterator<Item = (usize, u32, u32)>,
    word: usize,
    bits_of: impl Fn(usize) -> u64,
) -> u64 {
    looks.fold(0, |all, (from, further, bits)| {
        let low = (word + further as usize) % words;
        let high = (low + 1) % words;
        all | bits_of(from + low) >> bits | bits_of(from + high) << 1 << (63 - bits)
    })
}

/// Visits the words of a plane that is moved on by so many words and bits, where it is not empty.
#[inline(always)]
pub fn each_shifted(
    words: usize,
    plane: &[u64],
    (further, bits): (u32, u32),
    mut visit: impl FnMut(usize, u64),
) {
    for (word, &cells) in plane.iter().enumerate().take(words) {
        if cells == 0 {
            continue;
        }
        let mut low = word + further as usize;
        low -= if low >= words { words } else { 0 };
        let (near, over) = (cells << bits, cells >> 1 >> (63 - bits));
        if near != 0 {
            visit(low, near);
        }
        if over != 0 {
            visit(if low + 1 == words { 0 } else { low + 1 }, over);
        }
    }
}

/// The members of a set from one on, in order.
#[inline(always)]
fn planes_from(set: &[u64], start: usize) -> impl Iterator<Item = usize> + '_ {
    let first = start / 64;
    let words = set.get(first..).unwrap_or_default().iter().enumerate();
    let of_word = move |(number, &word): (usize, &u64)| {
        let before = if number == 0 { (1 << (start % 64)) - 1 } else { 0 };
        ones(word & !before).map(move |bit| 64 * (first + number) + bit)
    };
    words.flat_map(of_word)
}
