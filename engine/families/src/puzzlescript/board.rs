//! A level in play: where rules match in it, what they change, and which of them sleep.

use super::bits::{A_WORD, Set, add, add_layer, common, has, holds, layer, none, ones, set, without};
use super::fuel::{Fuel, LOOK, PLACE};
use super::game::Change;
use super::grid::Grid;
use super::planes::cells;
use super::program::{Program, Row, Rule, Segment, WAYS};
use super::random::Luck;
use super::rest::Rests;
use super::sleep::Sleepers;

/// Where a row of a rule matches: its first cell, and how many cells lie in each of its cuts.
pub type Place = [u32; 3];

/// For rigid rules: by layer the number of the group that moved it, and which layers were.
type Held = (Set, Set);

/// `N`: the words of a plane, or 0 for any number of them.
#[derive(Clone)]
pub struct Board<const N: usize> {
    pub grid: Grid<N>,
    pub sleepers: Sleepers,
    /// By cell; empty in games without rigid rules.
    pub rigid: Vec<Held>,
    scratch: Vec<Vec<u64>>,
    /// Where a rule matches, as a plane.
    pub found: Vec<u64>,
    /// What matches in the position that was laid, where turns are remembered.
    pub rests: Option<Box<Rests>>,
}

impl<const N: usize> Board<N> {
    pub fn new(program: &Program) -> Self {
        let nothing: Set = vec![0; program.layers.div_ceil(A_WORD)].into();
        let rigid = if program.rigid_groups.is_empty() { 0 } else { program.rank.len() };
        Self {
            grid: Grid::new(program),
            sleepers: Sleepers::new(program),
            rigid: vec![(nothing.clone(), nothing); rigid],
            scratch: vec![Vec::new(); 3],
            found: vec![0; program.words],
            rests: None,
        }
    }

    /// From here on, what is read of the position that was laid is noted. What rules know from other positions was not
    /// read in this one.
    pub fn begin_noting(&mut self) {
        self.sleepers.forget();
        self.grid.begin_noting();
    }

    /// Wakes the rules that what was changed concerns; says how many words of sets of rules that took.
    #[inline(always)]
    pub fn wake(&mut self, program: &Program) -> u64 {
        let mut work = 0;
        for word in 0..self.grid.set_words() {
            let (gained, lost) = self.grid.changes(word);
            if gained | lost == 0 {
                continue;
            }
            for bit in ones(gained & program.more.planes[word]) {
                work += self.sleepers.more(program, 64 * word + bit);
            }
            for bit in ones(lost & program.fewer.planes[word]) {
                work += self.sleepers.fewer(program, 64 * word + bit);
            }
        }
        work
    }

    /// The level becomes the position in [`Grid::laid`], which differs from the last one in these objects at most.
    #[inline(always)]
    pub fn lay(&mut self, program: &Program, objects: &[usize]) {
        self.grid.lay(objects);
        self.wake(program);
        self.grid.is_as_laid();
    }

    /// Brings back the position that was laid.
    #[inline(always)]
    pub fn restore(&mut self, program: &Program) {
        self.grid.restore_to(None);
        // What is brought back is told to the rules, and no difference any more.
        self.wake(program);
        self.grid.is_as_laid();
    }

    /// The movements of a cell.
    pub fn movements(&self, program: &Program, at: usize) -> Set {
        let mut found: Set = vec![0; program.layers.div_ceil(A_WORD)].into();
        for plane in self.grid.moving().filter(|&plane| self.grid.is_moving(plane, at)) {
            let number = plane - program.objects;
            add_layer(&mut found, number / WAYS, 1 << (number % WAYS));
        }
        found
    }

    /// Whether a rule cannot match because a plane is empty that it needs; then where it waits.
    #[inline(always)]
    pub fn lacks(&self, program: &Program, rule: &Rule) -> Option<usize> {
        let lacking = rule.needs.iter().find(|&&(plane, _)| self.grid.is_empty(plane as usize));
        lacking.map(|&(plane, number)| program.more.of(plane as usize).start + number as usize)
    }

    /// Whether a rule that would have changed nothing in the position that was laid still does, while reads are noted.
    #[inline(always)]
    pub fn is_still_quiet(&self, program: &Program, rule: &Rule) -> bool {
        self.grid.is_noting() && self.is_quiet_noted(program, rule)
    }

    #[cold]
    fn is_quiet_noted(&self, program: &Program, rule: &Rule) -> bool {
        let rests = self.rests.as_ref();
        let quiet = rests
            .is_some_and(|rests| rests.is_rule_quiet(rule.number) && !rests.is_row_quiet(rule.number, 0));
        quiet && !self.grid.would_change(program, rule)
    }

    /// Finds where a rule of one row without gaps matches, as a plane, while nothing is noted; says how many places that
    /// are. `Err` if it is too much work.
    #[inline(always)]
    pub fn find_all(&mut self, program: &Program, rule: &Rule, fuel: &mut Fuel) -> Result<u64, ()> {
        let mut looks = self.grid.words() as u64;
        let count = self.grid.find_all(program, &rule.rows[0].segments[0], &mut self.found, &mut looks);
        fuel.spend(LOOK * looks + PLACE * count)?;
        Ok(count)
    }

    /// Does what a rule says at all places found, which are apart; says whether anything changed.
    #[inline(always)]
    pub fn change_all(&mut self, rule: &Rule) -> bool {
        let changes = &rule.rows[0].changes;
        changes.iter().fold(false, |changed, edit| changed | self.grid.edit_all(edit, &self.found))
    }

    /// The places found, in the order in which they are taken.
    pub fn list_found(&self, program: &Program, rule: &Rule, list: &mut Vec<Place>) {
        list.clear();
        list.extend(cells(&self.found).map(|at| [at as u32, 0, 0]));
        if !rule.down {
            list.sort_unstable_by_key(|place| program.rank[place[0] as usize]);
        }
    }

    /// Every place where a row of a rule matches, in the order in which they are taken; `Err` if that is too much work.
    #[inline(always)]
    pub fn places(
        &mut self,
        program: &Program,
        rule: &Rule,
        (number, row): (usize, &Row),
        found: &mut Vec<Place>,
        fuel: &mut Fuel,
    ) -> Result<(), ()> {
        found.clear();
        if row.cuts.is_empty() {
            let (segment, mut looks) = (&row.segments[0], self.grid.words() as u64);
            let is_quiet =
                || self.rests.as_ref().is_some_and(|rests| rests.is_row_quiet(rule.number, number));
            self.grid.each_match(program, segment, is_quiet, &mut looks, |word, matching| {
                found.extend(ones(matching).map(|bit| [(64 * word + bit) as u32, 0, 0]));
            });
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
        let mut looks = self.grid.words() as u64;
        found.clear();
        self.grid.each_match(program, segment, || false, &mut looks, |_, matching| found.push(matching));
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
                self.grid.matching(program, &segment.tests, at / 64, 1 << (at % 64)) != 0
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
                    self.grid.edit(edit, at)
                };
                if let Some(group) = rule.rigid {
                    changed |= self.hold(group, &edit.change.layers, at);
                }
            }
        }
        changed
    }

    fn change_by_chance(&mut self, program: &Program, change: &Change, at: usize, luck: &mut Luck) -> bool {
        let mut before = none(program.objects);
        (0..program.objects)
            .filter(|&object| self.grid.holds(object, at))
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
        if to { self.grid.put(plane, at) } else { self.grid.take(plane, at) }
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
pub fn along(at: usize, steps: usize, step: isize) -> usize {
    at.wrapping_add_signed(steps as isize * step)
}
