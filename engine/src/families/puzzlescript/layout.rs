//! What of a position can change, and where it is kept in a word.
//!
//! An object that no rule makes, takes away or moves stays where the level has it; in its layer nothing else can come
//! to its cell. So the cells of that layer that hold such an object need no bits; every other cell of a layer needs as
//! many as tell apart nothing and the objects that can be there: those that rules make, and those that can be moved.

use super::bits::{add, holds, layer, meets, members, set};
use super::game::{CHECKPOINT, Game, RESTART, WIN};
use super::turn::Standing;
use crate::packed::Packed;

const COUNTER: u32 = 32;

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
    /// What never changes.
    fixed: Vec<[u64; O]>,
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
    for rule in game.rules() {
        for cell in rule.rows.iter().flat_map(|row| &row.cells) {
            let Some(change) = &cell.change else { continue };
            for object in &change.chosen {
                set(&mut found, *object);
                add(&mut found, &game.layers[game.layer_of[*object]]);
            }
            for (number, of_layer) in game.layers.iter().enumerate() {
                let there = there(game, cell, number);
                let mut put = [0; O];
                let mut kept = [0; O];
                for word in 0..O {
                    put[word] = change.put[word] & of_layer[word] & !cell.present[word];
                    kept[word] = there[word] & !(change.put[word] & cell.present[word]);
                }
                add(&mut found, &put);
                if meets(&change.clear, of_layer) {
                    for word in 0..O {
                        found[word] |= kept[word] & change.clear[word];
                    }
                }
                let moves = layer(&change.moving, number) != 0 || change.turned.contains(&number);
                if moves {
                    add(&mut found, &there);
                    for word in 0..O {
                        found[word] |= change.put[word] & of_layer[word];
                    }
                }
            }
        }
    }
    found
}

/// What can lie in a layer of a cell where a rule matches.
fn there<const O: usize, const M: usize>(
    game: &Game<O, M>,
    cell: &super::game::Cell<O, M>,
    number: usize,
) -> [u64; O] {
    let of_layer = &game.layers[number];
    if meets(&cell.present, of_layer) {
        return std::array::from_fn(|word| cell.present[word] & of_layer[word]);
    }
    let any = cell.any_of.iter().find(|any| super::bits::has(of_layer, any));
    std::array::from_fn(|word| any.map_or(of_layer[word], |any| any[word]) & !cell.missing[word])
}

impl<const O: usize> Layout<O> {
    pub fn new<const M: usize>(game: &Game<O, M>) -> Self {
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
        if game.has_command(WIN) {
            layout.won = Some(layout.room(1));
        }
        layout.bits += 1; // never all ones, which is reserved
        layout
    }

    fn place_fields(&mut self) {
        for cell in 0..self.fixed.len() {
            for number in 0..self.layers.len() {
                if self.values[number].is_empty() || meets(&self.fixed[cell], &self.layers[number]) {
                    continue;
                }
                let width = usize::BITS - self.values[number].len().leading_zeros();
                let shift = self.room(width);
                self.fields.push(Field { cell: cell as u32, layer: number as u16, width: width as u16, shift });
            }
        }
    }

    /// The place of so many more bits, which never straddle a multiple of 64.
    fn room(&mut self, width: u32) -> u32 {
        if self.bits / 64 != (self.bits + width - 1) / 64 {
            self.bits = self.bits.next_multiple_of(64);
        }
        self.bits += width;
        self.bits - width
    }

    pub fn pack<W: Packed>(&self, standing: &Standing<O>) -> W {
        let mut word = self.pack_level(W::ZERO, &standing.objects, 0);
        if let Some(shift) = self.restart {
            word = self.pack_level(word, &standing.restart, shift);
        }
        if let Some(shift) = self.draws {
            word = word.with_field(shift, COUNTER, standing.draws);
        }
        self.won.map_or(word, |shift| word.with_field(shift, 1, u32::from(standing.won)))
    }

    fn pack_level<W: Packed>(&self, mut word: W, objects: &[[u64; O]], base: u32) -> W {
        for field in &self.fields {
            let cell = &objects[field.cell as usize];
            let of_layer = &self.layers[usize::from(field.layer)];
            let here: [u64; O] = std::array::from_fn(|word| cell[word] & of_layer[word]);
            if let Some(object) = lowest(&here) {
                word = word.with_field(base + field.shift, u32::from(field.width), self.number_of[object]);
            }
        }
        word
    }

    pub fn unpack<W: Packed>(&self, word: W, standing: &mut Standing<O>) {
        self.unpack_level(word, &mut standing.objects, 0);
        if let Some(shift) = self.restart {
            self.unpack_level(word, &mut standing.restart, shift);
        }
        standing.draws = self.draws.map_or(0, |shift| word.field(shift, COUNTER));
        standing.won = self.won.is_some_and(|shift| word.field(shift, 1) != 0);
    }

    fn unpack_level<W: Packed>(&self, word: W, objects: &mut Vec<[u64; O]>, base: u32) {
        objects.clear();
        objects.extend_from_slice(&self.fixed);
        for field in &self.fields {
            let value = word.field(base + field.shift, u32::from(field.width));
            if value > 0 {
                let object = self.values[usize::from(field.layer)][value as usize - 1];
                set(&mut objects[field.cell as usize], object);
            }
        }
    }

    /// Is what never changes where it must be, and nothing else that cannot come there?
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
