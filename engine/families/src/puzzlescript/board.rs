//! A level in play: objects and movements of each cell, column by column, and what each line holds at most.

use super::bits::{CellSet, add, has, is_empty, meets, ones, take};
use super::fuel::{Fuel, PLACE};
use super::game::{Cell, Change, Game, Row, Rule};
use super::random::Luck;

/// Where a row of a rule matches: its first cell, and how many cells lie in each of its cuts.
pub type Place = [u32; 3];

/// All that a line may hold: more than it does, once something has left it.
type Held<const O: usize, const M: usize> = ([u64; O], [u64; M]);

/// What each row, each column and the whole level hold at most. A rule that asks for more can be skipped without
/// examining the cells.
#[derive(Clone, Default)]
pub struct Sums<const O: usize, const M: usize> {
    rows: Vec<Held<O, M>>,
    columns: Vec<Held<O, M>>,
    all: Option<Held<O, M>>,
}

impl<const O: usize, const M: usize> Sums<O, M> {
    fn still(&mut self) {
        let lines = self.rows.iter_mut().chain(&mut self.columns).chain(&mut self.all);
        lines.for_each(|line| line.1 = [0; M]);
    }

    /// Takes over what another has, without new memory.
    pub fn set(&mut self, other: &Self) {
        self.rows.clone_from(&other.rows);
        self.columns.clone_from(&other.columns);
        self.all = other.all;
    }
}

#[derive(Clone, Default)]
pub struct Board<const O: usize, const M: usize> {
    pub width: usize,
    pub height: usize,
    pub objects: Vec<[u64; O]>,
    pub movements: Vec<[u64; M]>,
    pub sums: Sums<O, M>,
    /// The cells that may hold a movement.
    pub moving: CellSet,
    /// The cells whose objects may differ from those of the position that was laid.
    pub touched: CellSet,
    /// For rigid rules: by layer the number of the group that moved it, and which layers were.
    pub rigid: Vec<([u64; M], [u64; M])>,
}

impl<const O: usize, const M: usize> Board<O, M> {
    pub fn new(width: usize, height: usize) -> Self {
        let cells = width * height;
        let nothing = ([0; O], [0; M]);
        Self {
            width,
            height,
            objects: vec![[0; O]; cells],
            movements: vec![[0; M]; cells],
            sums: Sums { rows: vec![nothing; height], columns: vec![nothing; width], all: Some(nothing) },
            moving: CellSet::new(cells),
            touched: CellSet::new(cells),
            rigid: vec![([0; M], [0; M]); cells],
        }
    }

    /// Computes the sums of lines again; nothing moves yet.
    pub fn sum(&mut self) {
        let Sums { rows, columns, all } = &mut self.sums;
        let mut whole = [0; O];
        rows.fill(([0; O], [0; M]));
        for (column, cells) in columns.iter_mut().zip(self.objects.chunks_exact(self.height)) {
            let mut held = [0; O];
            for (row, cell) in rows.iter_mut().zip(cells) {
                add(&mut held, cell);
                add(&mut row.0, cell);
            }
            add(&mut whole, &held);
            *column = (held, [0; M]);
        }
        *all = Some((whole, [0; M]));
        self.touched.fill(self.objects.len());
    }

    /// Brings back a position from which only touched cells differ.
    pub fn restore(&mut self, before: &[[u64; O]]) {
        for word in 0..self.touched.words() {
            for bit in ones(self.touched.word(word)) {
                let at = 64 * word + bit;
                self.objects[at] = before[at];
            }
        }
    }

    /// Whether the objects differ from a position from which only touched cells may differ.
    pub fn differs(&self, before: &[[u64; O]]) -> bool {
        self.touched.cells().any(|at| self.objects[at] != before[at])
    }

    /// The position is the one that was laid, and nothing moves.
    pub fn untouched(&mut self) {
        for at in self.moving.cells() {
            self.movements[at] = [0; M];
        }
        self.touched.clear();
        self.moving.clear();
    }

    /// Nothing moves any more.
    pub fn still(&mut self) {
        self.sums.still();
    }

    /// Notes in the sums what a cell holds now.
    #[inline]
    pub fn note(&mut self, at: usize) {
        self.touched.add(at);
        self.moving.add(at);
        let Sums { rows, columns, all } = &mut self.sums;
        let lines = [&mut columns[at / self.height], &mut rows[at % self.height]];
        for line in lines.into_iter().chain(all) {
            add(&mut line.0, &self.objects[at]);
            add(&mut line.1, &self.movements[at]);
        }
    }

    /// Whether a rule may match at all.
    #[inline]
    pub fn may_match(&self, rule: &Rule<O, M>) -> bool {
        self.sums.all.is_some_and(|all| has(&all.0, &rule.present) && has(&all.1, &rule.moving))
    }

    #[inline(always)]
    fn fits(&self, cell: &Cell<O, M>, at: usize) -> bool {
        let (objects, movements) = (&self.objects[at], &self.movements[at]);
        has(objects, &cell.present)
            && !meets(objects, &cell.missing)
            && has(movements, &cell.moving)
            && !meets(movements, &cell.unmoved)
            && cell.any_of.iter().all(|any| meets(objects, any))
    }

    /// `words`: what was compared is added to it.
    #[inline(always)]
    fn fit(&self, cells: &[Cell<O, M>], at: usize, step: isize, words: &mut u64) -> bool {
        cells.iter().enumerate().all(|(number, cell)| {
            *words += cell.words;
            self.fits(cell, along(at, number, step))
        })
    }

    fn step(&self, rule: &Rule<O, M>) -> isize {
        let step = if rule.down { 1 } else { self.height as isize };
        if rule.back { -step } else { step }
    }

    /// Every place where a row of a rule matches, in the order in which they are taken; `Err` if that is too much work.
    pub fn places(
        &self,
        rule: &Rule<O, M>,
        row: &Row<O, M>,
        found: &mut Vec<Place>,
        fuel: &mut Fuel,
    ) -> Result<(), ()> {
        found.clear();
        let step = self.step(rule);
        let (lines, length) =
            if rule.down { (&self.sums.columns, self.height) } else { (&self.sums.rows, self.width) };
        let Some(last) = length.checked_sub(row.cells.len()) else { return Ok(()) };
        fuel.spend((lines.len() * (O + M)) as u64)?;
        for (number, line) in lines.iter().enumerate() {
            if !has(&line.0, &row.present) || !has(&line.1, &row.moving) {
                continue;
            }
            let start = if rule.down { number * self.height } else { number };
            for near in 0..=last {
                // A row that is read backwards has its first cell at its far end.
                let (first, room) = if rule.back { (length - 1 - (last - near), near) } else { (near, last - near) };
                let at = along(start, first, step.abs());
                if row.cuts.is_empty() {
                    let mut words = 0;
                    if self.fit(&row.cells, at, step, &mut words) {
                        found.push([at as u32, 0, 0]);
                        words += PLACE;
                    }
                    fuel.spend(words)?;
                } else {
                    self.cut_places(row, at, step, room, found, fuel)?;
                }
            }
        }
        Ok(())
    }

    fn cut_places(
        &self,
        row: &Row<O, M>,
        at: usize,
        step: isize,
        room: usize,
        found: &mut Vec<Place>,
        fuel: &mut Fuel,
    ) -> Result<(), ()> {
        let (first, mut words) = (row.cuts[0], 0);
        let begins = self.fit(&row.cells[..first], at, step, &mut words);
        fuel.spend(words)?;
        if !begins {
            return Ok(());
        }
        let second = row.cuts.get(1).copied();
        for gap in 0..=room {
            let (end, mut words) = (second.unwrap_or(row.cells.len()), 0);
            let goes_on = self.fit(&row.cells[first..end], along(at, first + gap, step), step, &mut words);
            let before = found.len();
            if let Some(second) = second.filter(|_| goes_on) {
                for other in 0..=room - gap {
                    if self.fit(&row.cells[second..], along(at, second + gap + other, step), step, &mut words) {
                        found.push([at as u32, gap as u32, other as u32]);
                    }
                }
            } else if goes_on {
                found.push([at as u32, gap as u32, 0]);
            }
            fuel.spend(words + PLACE * (found.len() - before) as u64)?;
        }
        Ok(())
    }

    /// The cell of the board that a cell of a row stands for.
    fn cell_at(row: &Row<O, M>, place: Place, number: usize, step: isize) -> usize {
        let gaps: usize = row
            .cuts
            .iter()
            .zip(&place[1..])
            .filter(|&(&cut, _)| number >= cut)
            .map(|(_, &gap)| gap as usize)
            .sum();
        along(place[0] as usize, number + gaps, step)
    }

    /// Whether a rule still matches at these places.
    pub fn still_fits(&self, rule: &Rule<O, M>, places: &[Place]) -> bool {
        let step = self.step(rule);
        rule.rows.iter().zip(places).all(|(row, &place)| {
            if row.cuts.is_empty() {
                return self.fit(&row.cells, place[0] as usize, step, &mut 0);
            }
            row.cells
                .iter()
                .enumerate()
                .all(|(number, cell)| self.fits(cell, Self::cell_at(row, place, number, step)))
        })
    }

    /// Does what a rule says at these places. Returns whether anything changed.
    pub fn change(&mut self, game: &Game<O, M>, rule: &Rule<O, M>, places: &[Place], luck: &mut Luck) -> bool {
        let step = self.step(rule);
        let mut changed = false;
        for (row, &place) in rule.rows.iter().zip(places) {
            for (number, cell) in row.cells.iter().enumerate() {
                if let Some(change) = &cell.change {
                    let at = Self::cell_at(row, place, number, step);
                    changed |= self.change_cell(game, rule, change, at, luck);
                }
            }
        }
        changed
    }

    fn change_cell(
        &mut self,
        game: &Game<O, M>,
        rule: &Rule<O, M>,
        change: &Change<O, M>,
        at: usize,
        luck: &mut Luck,
    ) -> bool {
        let (before, moved_before) = (self.objects[at], self.movements[at]);
        let (mut objects, mut movements) = (before, moved_before);
        take(&mut objects, &change.clear);
        add(&mut objects, &change.put);
        take(&mut movements, &change.still);
        take(&mut movements, &change.layers);
        add(&mut movements, &change.moving);
        if !change.chosen.is_empty() || !change.turned.is_empty() {
            by_chance(game, change, &mut objects, &mut movements, luck);
        }
        let held = rule.rigid.is_some_and(|group| self.hold(group, &change.layers, at));
        if objects == before && movements == moved_before && !held {
            return false;
        }
        self.objects[at] = objects;
        self.movements[at] = movements;
        self.note(at);
        true
    }

    /// A rigid rule holds the layers that it moves, unless another holds them; says whether that is new.
    fn hold(&mut self, group: u64, layers: &[u64; M], at: usize) -> bool {
        let mut marks = [0; M];
        for (mark, bits) in marks.iter_mut().zip(layers) {
            for layer in 0..super::bits::A_WORD {
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

    pub fn is_unmoved(&self, at: usize) -> bool {
        is_empty(&self.movements[at])
    }
}

/// The cell that many steps on.
#[inline(always)]
fn along(at: usize, steps: usize, step: isize) -> usize {
    at.wrapping_add_signed(steps as isize * step)
}

fn by_chance<const O: usize, const M: usize>(
    game: &Game<O, M>,
    change: &Change<O, M>,
    objects: &mut [u64; O],
    movements: &mut [u64; M],
    luck: &mut Luck,
) {
    if !change.chosen.is_empty() {
        let object = change.chosen[luck.below(change.chosen.len())];
        let layer = game.layer_of[object];
        take(objects, &game.layers[layer]);
        super::bits::set(objects, object);
        super::bits::take_layer(movements, layer, 31);
        // A movement that the rule itself gives the layer stays.
        super::bits::add_layer(movements, layer, super::bits::layer(&change.moving, layer));
    }
    for &layer in &change.turned {
        super::bits::add_layer(movements, layer, 1 << luck.below(4));
    }
}
