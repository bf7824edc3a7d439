//! A level in play: planes of objects and of movements, where rules match in them, and what they change.

use super::bits::{A_WORD, Set, add, add_layer, common, has, layer, none, ones, set, without};
use super::fuel::{Fuel, LOOK, PLACE};
use super::game::Change;
use super::planes::cells;
use super::program::{Edit, Program, Row, Rule, Segment, Test, WAYS};
use super::random::Luck;
use super::sleep::Sleepers;

/// Where a row of a rule matches: its first cell, and how many cells lie in each of its cuts.
pub type Place = [u32; 3];

const GAINED: u8 = 1;
const LOST: u8 = 2;
/// The plane may differ from the position that was laid.
const DIRTY: u8 = 4;

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
    /// Whether a plane may have any bits.
    filled: Vec<bool>,
    /// The planes of movements that may have any, in order.
    pub moving: Vec<u32>,
    pub dirty: Vec<u32>,
    marks: Vec<u8>,
    changed: Vec<u32>,
    pub sleepers: Sleepers,
    /// By cell; empty in games without rigid rules.
    pub rigid: Vec<Held>,
    /// See [`Board::find_changes`].
    pub changes: Vec<u64>,
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
            filled: vec![false; planes],
            moving: Vec::new(),
            dirty: Vec::new(),
            marks: vec![0; planes],
            changed: Vec::new(),
            sleepers: Sleepers::new(program),
            rigid: vec![(nothing.clone(), nothing); rigid],
            changes: vec![0; program.words],
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

    #[inline(always)]
    fn mark(&mut self, plane: usize, how: u8) {
        let marks = &mut self.marks[plane];
        if *marks & (GAINED | LOST) == 0 {
            self.changed.push(plane as u32);
        }
        if *marks & DIRTY == 0 {
            self.dirty.push(plane as u32);
        }
        *marks |= how | DIRTY;
    }

    /// Puts a bit into a plane of objects or movements; says whether it is new.
    #[inline(always)]
    pub fn put(&mut self, program: &Program, plane: usize, at: usize) -> bool {
        let word = &mut self.bits[plane * (if N > 0 { N } else { self.words }) + at / 64];
        if *word >> (at % 64) & 1 != 0 {
            return false;
        }
        *word |= 1 << (at % 64);
        if !self.filled[plane] {
            self.filled[plane] = true;
            if plane >= program.objects {
                let place = self.moving.partition_point(|&other| (other as usize) < plane);
                self.moving.insert(place, plane as u32);
            }
        }
        self.mark(plane, GAINED);
        true
    }

    /// Takes a bit from a plane; says whether it was there.
    #[inline(always)]
    pub fn take(&mut self, plane: usize, at: usize) -> bool {
        let word = &mut self.bits[plane * (if N > 0 { N } else { self.words }) + at / 64];
        if *word >> (at % 64) & 1 == 0 {
            return false;
        }
        *word &= !(1 << (at % 64));
        self.mark(plane, LOST);
        true
    }

    /// Wakes the rules that what was changed concerns.
    #[inline(always)]
    pub fn wake(&mut self, program: &Program) {
        while let Some(plane) = self.changed.pop() {
            let marks = self.marks[plane as usize];
            self.marks[plane as usize] = marks & DIRTY;
            if marks & GAINED != 0 {
                self.sleepers.more(program, plane as usize);
            }
            if marks & LOST != 0 {
                self.sleepers.fewer(program, plane as usize);
            }
        }
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
        self.filled[plane] = all != 0;
        if gained != 0 {
            self.mark(plane, GAINED);
        }
        if lost != 0 {
            self.mark(plane, LOST);
        }
    }

    /// Forgets what differs from the position that was laid, which is what lies here now.
    fn settle(&mut self) {
        for plane in self.dirty.drain(..) {
            self.marks[plane as usize] &= !DIRTY;
        }
    }

    /// The level becomes the position in `laid`, which differs from the last one in these objects at most.
    pub fn lay(&mut self, objects: &[usize]) {
        let laid = std::mem::take(&mut self.laid);
        objects.iter().for_each(|&object| self.set_plane(object, &laid));
        self.laid = laid;
        self.settle();
    }

    /// Brings back the position that was laid.
    #[inline(always)]
    pub fn restore(&mut self, program: &Program) {
        let laid = std::mem::take(&mut self.laid);
        self.restore_to(program, &laid);
        self.laid = laid;
        self.settle();
    }

    /// Brings back a position from which only dirty planes differ.
    #[inline(always)]
    pub fn restore_to(&mut self, program: &Program, before: &[u64]) {
        for at in 0..self.dirty.len() {
            let plane = self.dirty[at] as usize;
            if plane < program.objects {
                self.set_plane(plane, before);
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
        self.dirty.iter().map(|&plane| plane as usize).filter(|&plane| plane < program.objects).any(|plane| {
            self.bits[plane * words..][..words] != before[plane * words..][..words]
        })
    }

    /// Finds the cells whose objects differ from the position that was laid.
    #[inline(always)]
    pub fn find_changes(&mut self, program: &Program) {
        let words = self.words();
        self.changes.fill(0);
        for plane in self.dirty.iter().map(|&plane| plane as usize).filter(|&plane| plane < program.objects) {
            let (now, laid) = (&self.bits[plane * words..][..words], &self.laid[plane * words..][..words]);
            for (found, (now, laid)) in self.changes.iter_mut().zip(now.iter().zip(laid)) {
                *found |= now ^ laid;
            }
        }
    }

    /// Nothing moves any more.
    pub fn still(&mut self) {
        for number in 0..self.moving.len() {
            let plane = self.moving[number] as usize;
            let words = self.words();
            let had = self.bits[plane * words..][..words].iter().fold(0, |all, word| all | word);
            self.bits[plane * words..][..words].fill(0);
            self.filled[plane] = false;
            if had != 0 {
                self.mark(plane, LOST);
            }
        }
        self.moving.clear();
    }

    /// The movements in a word of cells.
    pub fn moving_in(&self, word: usize) -> u64 {
        self.moving.iter().fold(0, |all, &plane| all | self.bits[plane as usize * self.words() + word])
    }

    /// The movements of a cell.
    pub fn movements(&self, program: &Program, at: usize) -> Set {
        let mut found: Set = vec![0; program.layers.div_ceil(A_WORD)].into();
        for plane in self.moving.iter().map(|&plane| plane as usize).filter(|&plane| self.holds(plane, at)) {
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
            *looks += 1;
            let words = self.words();
            let planes = &program.listed[test.planes.start as usize..test.planes.end as usize];
            let held = if N == 1 {
                planes.iter().fold(0, |held, &plane| held | self.bits[plane as usize]).rotate_right(test.bits)
            } else {
                let mut low = word + test.words as usize;
                low -= if low >= words { words } else { 0 };
                let high = if low + 1 == words { 0 } else { low + 1 };
                let (mut near, mut far) = (0, 0);
                for &plane in planes {
                    let plane = &self.bits[plane as usize * words..][..words];
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
        let lacking = rule.needs.iter().find(|&&(plane, _)| !self.filled[plane as usize]);
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
            for word in 0..self.words() {
                let matching = self.matching(program, &segment.tests, word, fitting[word], &mut looks);
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
            let (near, length) =
                if rule.down { (at % program.height, program.height) } else { (at / program.height, program.width) };
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
                    self.change_cell(program, edit, at)
                };
                if let Some(group) = rule.rigid {
                    changed |= self.hold(group, &edit.change.layers, at);
                }
            }
        }
        changed
    }

    #[inline(always)]
    fn change_cell(&mut self, program: &Program, edit: &Edit, at: usize) -> bool {
        let mut changed = false;
        for &plane in &edit.clear {
            changed |= self.take(plane as usize, at);
        }
        for &plane in &edit.put {
            changed |= self.put(program, plane as usize, at);
        }
        changed
    }

    fn change_by_chance(&mut self, program: &Program, change: &Change, at: usize, luck: &mut Luck) -> bool {
        let mut before = none(program.objects);
        (0..program.objects).filter(|&object| self.holds(object, at)).for_each(|object| set(&mut before, object));
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
            changed |= self.set_bit(program, object, at, super::bits::holds(&objects, object));
        }
        for number in 0..program.layers {
            for way in 0..WAYS {
                let moves = layer(&movements, number) >> way & 1 != 0;
                changed |= self.set_bit(program, program.moving(number, way), at, moves);
            }
        }
        changed
    }

    fn set_bit(&mut self, program: &Program, plane: usize, at: usize, to: bool) -> bool {
        if to { self.put(program, plane, at) } else { self.take(plane, at) }
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

/// The cell of the board that a cell of a row stands for.
#[inline(always)]
fn cell_at(row: &Row, place: Place, number: usize, step: isize) -> usize {
    let gaps: usize =
        row.cuts.iter().zip(&place[1..]).filter(|&(&cut, _)| number >= cut).map(|(_, &gap)| gap as usize).sum();
    along(place[0] as usize, number + gaps, step)
}

/// The cell that many steps on.
#[inline(always)]
fn along(at: usize, steps: usize, step: isize) -> usize {
    at.wrapping_add_signed(steps as isize * step)
}
