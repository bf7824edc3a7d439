//! What can change in a position, and where it is kept in a word.
//!
//! An object that no rule makes, takes away or moves stays where the level has it; in its layer nothing else can come
//! to its cell. So the cells of that layer that hold such an object need no bits; every other cell of a layer needs as
//! many as tell apart nothing and the objects that can be there: those that rules make, and those that can be moved.

use super::bits::{add, holds, meets, members, ones, set};
use super::effects::effect;
use super::game::{CHECKPOINT, Game, RESTART};
use super::turn::Standing;
use clew_core::packed::Packed;

const COUNTER: u32 = 32;

/// A word of any length, addressed as fields.
pub trait Bits {
    fn get(&self, shift: u32, width: u32) -> u32;
    /// Sets a field that is zero.
    fn put(&mut self, shift: u32, width: u32, value: u32);
}

impl<W: Packed> Bits for W {
    #[inline(always)]
    fn get(&self, shift: u32, width: u32) -> u32 {
        self.field(shift, width)
    }

    #[inline(always)]
    fn put(&mut self, shift: u32, width: u32, value: u32) {
        *self = self.with_field(shift, width, value);
    }
}

/// As many 64-bit words as needed.
pub struct Long(pub Box<[u64]>);

impl Bits for Long {
    fn get(&self, shift: u32, width: u32) -> u32 {
        (self.0[shift as usize / 64] >> (shift % 64) & ((1 << width) - 1)) as u32
    }

    fn put(&mut self, shift: u32, _width: u32, value: u32) {
        self.0[shift as usize / 64] |= u64::from(value) << (shift % 64);
    }
}

/// Where a game stands, as its parts.
pub struct Point<'a, const O: usize> {
    pub objects: &'a [[u64; O]],
    pub restart: &'a [[u64; O]],
    pub draws: u32,
    pub won: bool,
}

/// A layer of a cell: where it lies in a word.
#[derive(Clone, Copy, Debug)]
struct Field {
    cell: u32,
    layer: u16,
    width: u16,
    shift: u32,
}

#[derive(Clone, Debug)]
pub struct Layout<const O: usize> {
    fields: Vec<Field>,
    /// By cell: where its fields begin in the list; one more at the end.
    begins: Vec<usize>,
    /// By bit of a level: its field.
    field_of: Vec<u32>,
    /// The objects that come, go or are moved.
    pub changing: [u64; O],
    /// What never changes.
    pub fixed: Vec<[u64; O]>,
    /// By layer: the objects that can come and go, in order.
    values: Vec<Vec<usize>>,
    /// By object: its number among those of its layer, from 1.
    number_of: Vec<u32>,
    layers: Vec<[u64; O]>,
    /// Bits of one level.
    level_bits: u32,
    won: Option<u32>,
    draws: Option<u32>,
    restart: Option<u32>,
    pub bits: u32,
}

/// The objects that come, go or are moved.
fn changing<const O: usize, const M: usize>(game: &Game<O, M>) -> [u64; O] {
    let mut found = game.player;
    for cell in game.rules().flat_map(|rule| &rule.rows).flat_map(|row| &row.cells) {
        if let Some(change) = &cell.change {
            let effect = effect(game, cell, change);
            add(&mut found, &effect.exchanged);
            add(&mut found, &effect.moving);
        }
    }
    found
}

impl<const O: usize> Layout<O> {
    /// `over`: whether a position must keep if the level is won, beside what lies in it.
    pub fn new<const M: usize>(game: &Game<O, M>, over: bool) -> Self {
        let changing = changing(game);
        let made = made(game, &changing);
        let values: Vec<Vec<usize>> = game
            .layers
            .iter()
            .map(|of_layer| members(of_layer).filter(|&object| holds(&made, object)).collect())
            .collect();
        let mut number_of = vec![0; game.layer_of.len()];
        for objects in &values {
            objects.iter().enumerate().for_each(|(number, &object)| number_of[object] = number as u32 + 1);
        }
        let fixed: Vec<[u64; O]> = game
            .level
            .iter()
            .map(|cell| std::array::from_fn(|word| cell[word] & !changing[word]))
            .collect();
        let mut layout = Self {
            fields: Vec::new(),
            begins: Vec::new(),
            field_of: Vec::new(),
            changing,
            fixed,
            values,
            number_of,
            layers: game.layers.clone(),
            level_bits: 0,
            won: None,
            draws: None,
            restart: None,
            bits: 0,
        };
        layout.place_fields();
        layout.level_bits = layout.bits.next_multiple_of(64);
        if game.has_command(CHECKPOINT) && game.has_command(RESTART) {
            layout.restart = Some(layout.level_bits);
            layout.bits = 2 * layout.level_bits;
        }
        if game.is_random() {
            layout.draws = Some(layout.room(COUNTER));
        }
        if over {
            layout.won = Some(layout.room(1));
        }
        layout.room(1); // never all ones, which is reserved
        layout
    }

    fn place_fields(&mut self) {
        for cell in 0..self.fixed.len() {
            self.begins.push(self.fields.len());
            for number in 0..self.layers.len() {
                if self.values[number].is_empty() || meets(&self.fixed[cell], &self.layers[number]) {
                    continue;
                }
                let width = usize::BITS - self.values[number].len().leading_zeros();
                let shift = self.room(width);
                self.field_of.resize((shift + width) as usize, self.fields.len() as u32);
                self.fields.push(Field { cell: cell as u32, layer: number as u16, width: width as u16, shift });
            }
        }
        self.begins.push(self.fields.len());
    }

    /// The place of that many more bits, which never straddle a multiple of 64.
    fn room(&mut self, width: u32) -> u32 {
        if self.bits / 64 != (self.bits + width - 1) / 64 {
            self.bits = self.bits.next_multiple_of(64);
        }
        self.bits += width;
        self.bits - width
    }

    /// Whether a position is nothing but its level, without a checkpoint, chance or a won game.
    pub fn is_level_alone(&self) -> bool {
        self.restart.is_none() && self.draws.is_none() && self.won.is_none()
    }

    /// The word of a level that differs from another only in these cells.
    pub fn repack<W: Packed>(
        &self,
        before: W,
        objects: &[[u64; O]],
        cells: impl Iterator<Item = usize>,
    ) -> W {
        let mut word = before;
        for cell in cells {
            for field in &self.fields[self.begins[cell]..self.begins[cell + 1]] {
                let value = self.value_of(field, &objects[cell]);
                word = word.with_field(field.shift, u32::from(field.width), value);
            }
        }
        word
    }

    /// The number of the object that lies in a field; 0 for none.
    #[inline(always)]
    fn value_of(&self, field: &Field, cell: &[u64; O]) -> u32 {
        let of_layer = &self.layers[usize::from(field.layer)];
        let here: [u64; O] = std::array::from_fn(|word| cell[word] & of_layer[word]);
        lowest(&here).map_or(0, |object| self.number_of[object])
    }

    /// Packs a position into a word that is all zeros.
    pub fn pack(&self, at: &Point<O>, word: &mut impl Bits) {
        self.pack_level(at.objects, 0, word);
        if let Some(shift) = self.restart {
            self.pack_level(at.restart, shift, word);
        }
        if let Some(shift) = self.draws {
            word.put(shift, COUNTER, at.draws);
        }
        if let Some(shift) = self.won {
            word.put(shift, 1, u32::from(at.won));
        }
    }

    fn pack_level(&self, objects: &[[u64; O]], base: u32, word: &mut impl Bits) {
        for field in &self.fields {
            let value = self.value_of(field, &objects[field.cell as usize]);
            if value > 0 {
                word.put(base + field.shift, u32::from(field.width), value);
            }
        }
    }

    pub fn unpack(&self, word: &impl Bits, standing: &mut Standing<O>) {
        self.unpack_level(word, &mut standing.objects, 0);
        if let Some(shift) = self.restart {
            self.unpack_level(word, &mut standing.restart, shift);
        }
        standing.draws = self.draws.map_or(0, |shift| word.get(shift, COUNTER));
        standing.won = self.won.is_some_and(|shift| word.get(shift, 1) != 0);
    }

    fn unpack_level(&self, word: &impl Bits, objects: &mut Vec<[u64; O]>, base: u32) {
        objects.clone_from(&self.fixed);
        let mut last = u32::MAX;
        // Most fields are zero, so the ones are looked for.
        for chunk in 0..self.field_of.len().div_ceil(32) {
            for bit in ones(u64::from(word.get(base + 32 * chunk as u32, 32))) {
                let Some(&number) = self.field_of.get(32 * chunk + bit) else { break };
                if number == last {
                    continue;
                }
                last = number;
                let field = &self.fields[number as usize];
                let value = word.get(base + field.shift, u32::from(field.width));
                let object = self.values[usize::from(field.layer)][value as usize - 1];
                set(&mut objects[field.cell as usize], object);
            }
        }
    }

    /// Whether what never changes is where it must be, and nothing is where it cannot get.
    pub fn can_be(&self, objects: &[[u64; O]]) -> bool {
        let mut free: Vec<[u64; O]> = self.fixed.clone();
        for field in &self.fields {
            for &object in &self.values[usize::from(field.layer)] {
                set(&mut free[field.cell as usize], object);
            }
        }
        objects.iter().zip(&self.fixed).all(|(cell, fixed)| super::bits::has(cell, fixed))
            && objects.iter().zip(&free).all(|(cell, free)| super::bits::has(free, cell))
    }

    pub fn keeps_won(&self) -> bool {
        self.won.is_some()
    }

    pub fn keeps_restart(&self) -> bool {
        self.restart.is_some()
    }

    pub fn keeps_draws(&self) -> bool {
        self.draws.is_some()
    }
}

/// The changing objects that can be in the level at all: those it begins with, and those that rules make.
fn made<const O: usize, const M: usize>(game: &Game<O, M>, changing: &[u64; O]) -> [u64; O] {
    let mut found = [0; O];
    game.level.iter().for_each(|cell| add(&mut found, cell));
    for rule in game.rules() {
        for change in rule.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.change.as_ref()) {
            add(&mut found, &change.put);
            change.chosen.iter().for_each(|&object| set(&mut found, object));
        }
    }
    std::array::from_fn(|word| found[word] & changing[word])
}

fn lowest<const O: usize>(bits: &[u64; O]) -> Option<usize> {
    bits.iter().position(|&word| word != 0).map(|word| 64 * word + bits[word].trailing_zeros() as usize)
}
