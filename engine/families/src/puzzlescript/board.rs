//! A level in play: planes of objects and of movements, where rules match in them, and what they change.

use super::bits::{A_WORD, Set, add, add_layer, common, has, holds, layer, none, ones, set, without};
use super::fuel::{Fuel, LOOK, PLACE};
use super::game::Change;
use super::planes::cells;
use super::program::{Edit, Program, Row, Rule, Segment, Test, WAYS};
use super::random::Luck;
use super::sleep::Sleepers;

/// Where a row of a rule matches: its first cell, and how many cells lie in each of its cuts.
pub type Place = [u32; 3];

/// Planes that cost about as much as one more test.
const AT_ONCE: usize = 16;

/// For rigid rules: by layer the number of the group that moved it, and which layers were.
type Held = (Set, Set);

/// `N`: the words of a plane, or 0 for any number of them.
#[derive(Clone)]
pub struct Board<const N: usize> {
    words: usize,
    /// Planes of objects, then of movements.
    pub bits: Vec<u64>,
    /// Planes of objects of the position from which keys are pressed.
    pub laid: Vec<u64>,
    /// The planes that may have any bits.
    filled: Set,
    /// The planes that have gained bits, or lost some, since rules were woken.
    gained: Set,
    lost: Set,
    /// The planes that may differ from the position that was laid, beside those.
    dirty: Set,
    pub sleepers: Sleepers,
    /// By cell; empty in games without rigid rules.
    pub rigid: Vec<Held>,
    scratch: Vec<Vec<u64>>,
}

impl<const N: usize> Board<N> {
    pub fn new(program: &Program) -> Self {
        let planes = program.planes();
        let nothing: Set = vec![0; program.layers.div_ceil(A_WORD)].into();
        let rigid = if program.rigid_groups.is_empty() { 0 } else { program.rank.len() };
        Self {
            words: program.words,
            bits: vec![0; planes * program.words],
            laid: vec![0; program.objects * program.words],
            filled: none(planes),
            gained: none(planes),
            lost: none(planes),
            dirty: none(planes),
            sleepers: Sleepers::new(program),
            rigid: vec![(nothing.clone(), nothing); rigid],
            scratch: vec![Vec::new(); 3],
        }
    }

    #[inline(always)]
    pub fn words(&self) -> usize {
        if N > 0 { N } else { self.words }
    }

    #[inline(always)]
    pub fn plane(&self, plane: usize) -> &[u64] {
        let words = self.words();
        &self.bits[plane * words..][..words]
    }

    #[inline(always)]
    pub fn holds(&self, plane: usize, at: usize) -> bool {
        self.bits[plane * self.words() + at / 64] >> (at % 64) & 1 != 0
    }

    pub fn objects<'a>(&'a self, program: &Program) -> &'a [u64] {
        &self.bits[..program.objects * self.words()]
    }

    /// Puts a bit into a plane of objects or movements; says whether it is new.
    #[inline(always)]
    pub fn put(&mut self, plane: usize, at: usize) -> bool {
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

    /// Takes a bit from a plane; says whether it was there.
    #[inline(always)]
    pub fn take(&mut self, plane: usize, at: usize) -> bool {
        let words = self.words();
        let word = &mut self.bits[plane * words + at / 64];
        if *word >> (at % 64) & 1 == 0 {
            return false;
        }
        *word &= !(1 << (at % 64));
        set(&mut self.lost, plane);
        true
    }

    /// Wakes the rules that what was changed concerns; says how many words of sets of rules that took.
    #[inline(always)]
    pub fn wake(&mut self, program: &Program) -> u64 {
        let mut work = 0;
        for word in 0..self.gained.len() {
            let (gained, lost) = (self.gained[word], self.lost[word]);
            if gained | lost == 0 {
                continue;
            }
            (self.gained[word], self.lost[word]) = (0, 0);
            self.dirty[word] |= gained | lost;
            for bit in ones(gained & program.more.planes[word]) {
                work += self.sleepers.more(program, 64 * word + bit);
            }
            for bit in ones(lost & program.fewer.planes[word]) {
                work += self.sleepers.fewer(program, 64 * word + bit);
            }
        }
        work
    }

    /// The planes of movements that may have any, in order.
    #[inline(always)]
    pub fn moving(&self, program: &Program) -> impl Iterator<Item = usize> + '_ {
        planes_from(&self.filled, program.objects)
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
    fn dirty(&self, program: &Program) -> impl Iterator<Item = usize> + Clone + '_ {
        let (last, words) = (program.objects, program.objects.div_ceil(64));
        let sets = self.dirty[..words].iter().zip(&self.gained[..words]).zip(&self.lost[..words]);
        sets.enumerate()
            .flat_map(|(place, ((dirty, gained), lost))| {
                ones(dirty | gained | lost).map(move |bit| 64 * place + bit)
            })
            .take_while(move |&plane| plane < last)
    }

    /// The level becomes the position in `laid`, which differs from the last one in these objects at most.
    #[inline(always)]
    pub fn lay(&mut self, program: &Program, objects: &[usize]) {
        let laid = std::mem::take(&mut self.laid);
        objects.iter().for_each(|&object| self.set_plane(object, &laid));
        self.laid = laid;
        self.wake(program);
        self.dirty.fill(0);
    }

    /// Brings back the position that was laid.
    #[inline(always)]
    pub fn restore(&mut self, program: &Program) {
        let laid = std::mem::take(&mut self.laid);
        self.restore_to(program, &laid);
        self.laid = laid;
        // What is brought back is told to the rules, and no difference any more.
        self.wake(program);
        self.dirty.fill(0);
    }

    /// Brings back a position from which only dirty planes differ.
    #[inline(always)]
    pub fn restore_to(&mut self, program: &Program, before: &[u64]) {
        for place in 0..program.objects.div_ceil(64) {
            for bit in ones(self.dirty[place] | self.gained[place] | self.lost[place]) {
                if 64 * place + bit < program.objects {
                    self.set_plane(64 * place + bit, before);
                }
            }
        }
    }

    /// Sets all objects to a position.
    pub fn set_to(&mut self, program: &Program, objects: &[u64]) {
        (0..program.objects).for_each(|object| self.set_plane(object, objects));
    }

    /// Whether the objects differ from a position; only dirty planes can.
    pub fn differs(&self, program: &Program, before: &[u64]) -> bool {
        let words = self.words();
        self.dirty(program).any(|plane| {
            (0..words)
                .fold(0, |all, word| all | self.bits[plane * words + word] ^ before[plane * words + word])
                != 0
        })
    }

    /// The planes of objects that may differ from the position that was laid, as they were there and as they are.
    #[inline(always)]
    pub fn differences(
        &self,
        program: &Program,
    ) -> impl Iterator<Item = (usize, &[u64], &[u64])> + Clone + '_ {
        let words = self.words();
        self.dirty(program).map(move |plane| {
            let [before, after] = [&self.laid, &self.bits].map(|bits| &bits[plane * words..][..words]);
            (plane, before, after)
        })
    }

    /// Nothing moves any more.
    #[inline(always)]
    pub fn still(&mut self, program: &Program) {
        let (first, words) = (program.objects, self.words());
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

    /// The cells of a word that lie in any of some planes.
    #[inline(always)]
    pub fn any_in(&self, planes: &[usize], word: usize) -> u64 {
        let words = self.words();
        planes.iter().fold(0, |all, plane| all | self.bits[plane * words + word])
    }

    /// The movements of a cell.
    pub fn movements(&self, program: &Program, at: usize) -> Set {
        let mut found: Set = vec![0; program.layers.div_ceil(A_WORD)].into();
        for plane in self.moving(program).filter(|&plane| self.holds(plane, at)) {
            let number = plane - program.objects;
            add_layer(&mut found, number / WAYS, 1 << (number % WAYS));
        }
        found
    }

    /// Of the cells of a word, those from which a segment matches.
    #[inline(always)]
    fn matching(&self, program: &Program, tests: &[Test], word: usize, from: u64, looks: &mut u64) -> u64 {
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

    /// Whether a rule cannot match because a plane is empty that it needs; then where it waits.
    #[inline(always)]
    pub fn lacks(&self, program: &Program, rule: &Rule) -> Option<usize> {
        let lacking = rule.needs.iter().find(|&&(plane, _)| !holds(&self.filled, plane as usize));
        lacking.map(|&(plane, number)| program.more.of(plane as usize).start + number as usize)
    }

    /// Every place where a row of a rule matches, in the order in which they are taken; `Err` if that is too much work.
    #[inline(always)]
    pub fn places(
        &mut self,
        program: &Program,
        rule: &Rule,
        row: &Row,
        found: &mut Vec<Place>,
        fuel: &mut Fuel,
    ) -> Result<(), ()> {
        found.clear();
        if row.cuts.is_empty() {
            let (segment, mut looks) = (&row.segments[0], self.words() as u64);
            let fitting = &program.fitting[segment.fitting];
            for (word, &from) in fitting.iter().enumerate().take(self.words()) {
                let matching = self.matching(program, &segment.tests, word, from, &mut looks);
                found.extend(ones(matching).map(|bit| [(64 * word + bit) as u32, 0, 0]));
            }
            if !rule.down && found.len() > 1 {
                found.sort_unstable_by_key(|place| program.rank[place[0] as usize]);
            }
            return fuel.spend(LOOK * looks + PLACE * found.len() as u64);
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        let result = self.cut_places(program, rule, row, found, fuel, &mut scratch);
        self.scratch = scratch;
        result
    }

    /// `matching`: memory for where each segment matches.
    fn cut_places(
        &self,
        program: &Program,
        rule: &Rule,
        row: &Row,
        found: &mut Vec<Place>,
        fuel: &mut Fuel,
        matching: &mut [Vec<u64>],
    ) -> Result<(), ()> {
        for (segment, matching) in row.segments.iter().zip(&mut *matching) {
            self.matching_all(program, segment, matching, fuel)?;
            if matching.iter().all(|&word| word == 0) {
                return Ok(());
            }
        }
        let mut firsts: Vec<usize> = cells(&matching[0]).collect();
        if !rule.down {
            firsts.sort_unstable_by_key(|&at| program.rank[at]);
        }
        let holds = |segment: usize, at: usize| matching[segment][at / 64] >> (at % 64) & 1 != 0;
        let second = row.cuts.get(1).copied();
        for at in firsts {
            let (near, length) = if rule.down {
                (at % program.height, program.height)
            } else {
                (at / program.height, program.width)
            };
            // How many cells lie before the end of the line, beside those of the row.
            let ahead = if rule.back { near + 1 } else { length - near };
            let Some(room) = ahead.checked_sub(row.length) else { continue };
            for gap in 0..=room {
                let before = found.len();
                let goes_on = holds(1, along(at, row.cuts[0] + gap, rule.step));
                if let Some(second) = second.filter(|_| goes_on) {
                    for other in 0..=room - gap {
                        if holds(2, along(at, second + gap + other, rule.step)) {
                            found.push([at as u32, gap as u32, other as u32]);
                        }
                    }
                    fuel.spend((room - gap) as u64)?;
                } else if goes_on {
                    found.push([at as u32, gap as u32, 0]);
                }
                fuel.spend(1 + PLACE * (found.len() - before) as u64)?;
            }
        }
        Ok(())
    }

    fn matching_all(
        &self,
        program: &Program,
        segment: &Segment,
        found: &mut Vec<u64>,
        fuel: &mut Fuel,
    ) -> Result<(), ()> {
        let mut looks = self.words() as u64;
        found.clear();
        for (word, &from) in program.fitting[segment.fitting].iter().enumerate() {
            found.push(self.matching(program, &segment.tests, word, from, &mut looks));
        }
        fuel.spend(LOOK * looks)
    }

    /// Whether a rule still matches at these places.
    #[inline(always)]
    pub fn still_fits(&self, program: &Program, rule: &Rule, places: &[Place]) -> bool {
        rule.rows.iter().zip(places).all(|(row, &place)| {
            row.segments.iter().enumerate().all(|(number, segment)| {
                let at = match number {
                    0 => place[0] as usize,
                    _ => cell_at(row, place, row.cuts[number - 1], rule.step),
                };
                self.matching(program, &segment.tests, at / 64, 1 << (at % 64), &mut 0) != 0
            })
        })
    }

    /// Does what a rule says at these places. Returns whether anything changed.
    #[inline(always)]
    pub fn change(&mut self, program: &Program, rule: &Rule, places: &[Place], luck: &mut Luck) -> bool {
        let mut changed = false;
        for (row, &place) in rule.rows.iter().zip(places) {
            for edit in &row.edits {
                let at = cell_at(row, place, edit.cell, rule.step);
                changed |= if edit.change.is_by_chance() {
                    self.change_by_chance(program, &edit.change, at, luck)
                } else {
                    self.change_cell(edit, at)
                };
                if let Some(group) = rule.rigid {
                    changed |= self.hold(group, &edit.change.layers, at);
                }
            }
        }
        changed
    }

    #[inline(always)]
    fn change_cell(&mut self, edit: &Edit, at: usize) -> bool {
        let mut changed = false;
        for &plane in &edit.clear {
            changed |= self.take(plane as usize, at);
        }
        for &plane in &edit.put {
            changed |= self.put(plane as usize, at);
        }
        changed
    }

    fn change_by_chance(&mut self, program: &Program, change: &Change, at: usize, luck: &mut Luck) -> bool {
        let mut before = none(program.objects);
        (0..program.objects)
            .filter(|&object| self.holds(object, at))
            .for_each(|object| set(&mut before, object));
        let moved_before = self.movements(program, at);
        let mut objects = without(&before, &change.clear);
        add(&mut objects, &change.put);
        let mut movements = without(&without(&moved_before, &change.still), &change.layers);
        add(&mut movements, &change.moving);
        if !change.chosen.is_empty() {
            let object = change.chosen[luck.below(change.chosen.len())];
            let number = program.layer_of[object];
            for other in (0..program.objects).filter(|&other| program.layer_of[other] == number) {
                objects[other / 64] &= !(1 << (other % 64));
            }
            set(&mut objects, object);
            let mut of_layer: Set = vec![0; movements.len()].into();
            add_layer(&mut of_layer, number, 31);
            movements = without(&movements, &of_layer);
            // A movement that the rule itself gives the layer stays.
            add(&mut movements, &common(&change.moving, &of_layer));
        }
        for &number in &change.turned {
            add_layer(&mut movements, number, 1 << luck.below(4));
        }
        let mut changed = false;
        for object in 0..program.objects {
            changed |= self.set_bit(object, at, holds(&objects, object));
        }
        for number in 0..program.layers {
            for way in 0..WAYS {
                let moves = layer(&movements, number) >> way & 1 != 0;
                changed |= self.set_bit(program.moving(number, way), at, moves);
            }
        }
        changed
    }

    fn set_bit(&mut self, plane: usize, at: usize, to: bool) -> bool {
        if to { self.put(plane, at) } else { self.take(plane, at) }
    }

    /// A rigid rule holds the layers that it moves, unless another holds them; says whether that is new.
    fn hold(&mut self, group: u64, layers: &[u64], at: usize) -> bool {
        let mut marks: Set = vec![0; layers.len()].into();
        for (mark, bits) in marks.iter_mut().zip(layers) {
            for layer in 0..A_WORD {
                *mark |= (group << (5 * layer)) & bits;
            }
        }
        let (groups, held) = &mut self.rigid[at];
        if has(groups, &marks) || has(held, layers) {
            return false;
        }
        add(groups, &marks);
        add(held, layers);
        true
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

/// The cell of the board that a cell of a row stands for.
#[inline(always)]
fn cell_at(row: &Row, place: Place, number: usize, step: isize) -> usize {
    let gaps: usize = row
        .cuts
        .iter()
        .zip(&place[1..])
        .filter(|&(&cut, _)| number >= cut)
        .map(|(_, &gap)| gap as usize)
        .sum();
    along(place[0] as usize, number + gaps, step)
}

/// The cell that many steps on.
#[inline(always)]
fn along(at: usize, steps: usize, step: isize) -> usize {
    at.wrapping_add_signed(steps as isize * step)
}
