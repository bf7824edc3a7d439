//! What can change in a position, and where it is kept in a word.
//!
//! An object that no rule makes, takes away or moves stays where the level has it; in its layer nothing else can come
//! to its cell. So the cells of that layer that hold such an object need no bits, nor do those where nothing can come
//! ([`super::places`]); every other cell of a layer needs as many as tell apart nothing and the objects of that layer that
//! rules make or that can be moved.

use super::bits::{Set, add, common, has, holds, members, ones};
use super::effects::effect;
use super::game::{CHECKPOINT, Game, RESTART};
use super::memory::Patch;
use super::planes::Planes;
use super::program::{Program, Win};
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

impl Long {
    /// The same words with other bits.
    pub fn with(&self, patches: &[Patch]) -> Self {
        let mut words = self.0.clone();
        for &Patch { word, clear, put } in patches {
            words[word as usize] = words[word as usize] & !clear | put;
        }
        Self(words)
    }
}

/// Where a game stands, as its parts.
pub struct Point<'a> {
    pub objects: &'a [u64],
    pub restart: &'a [u64],
    pub draws: u32,
    pub won: bool,
}

/// A field, and which values it must have, as bits.
#[derive(Clone, Debug)]
pub struct Demand {
    shift: u32,
    width: u32,
    allowed: u64,
}

impl Demand {
    #[inline(always)]
    pub fn is_met(&self, word: &impl Bits) -> bool {
        self.allowed >> word.get(self.shift, self.width) & 1 != 0
    }
}

/// A layer of a cell: where it lies in a word.
#[derive(Clone, Copy, Debug)]
struct Field {
    cell: u32,
    layer: u16,
    width: u16,
    shift: u32,
    /// Which objects can be there, in [`Layout::lists`].
    list: u32,
}

#[derive(Clone, Debug)]
pub struct Layout {
    fields: Vec<Field>,
    /// By cell: where its fields begin in the list; one more at the end.
    begins: Vec<usize>,
    /// By bit of a level: its field.
    field_of: Vec<u32>,
    /// The objects that come, go or are moved.
    pub changing: Set,
    /// What never changes.
    pub fixed: Planes,
    /// Objects that can be in the same field, in order.
    lists: Vec<Vec<usize>>,
    /// By list and object: its number in that list, from 1.
    number_of: Vec<u32>,
    layer_of: Vec<u16>,
    /// The objects of all layers that can come and go.
    pub made: Vec<usize>,
    /// Bits of one level.
    level_bits: u32,
    won: Option<u32>,
    draws: Option<u32>,
    restart: Option<u32>,
    pub bits: u32,
}

/// The objects that come, go or are moved.
pub fn changing(game: &Game) -> Set {
    let mut found = game.player.clone();
    for cell in game.rules().flat_map(|rule| &rule.rows).flat_map(|row| &row.cells) {
        if let Some(change) = &cell.change {
            let effect = effect(game, cell, change);
            add(&mut found, &effect.exchanged);
            add(&mut found, &effect.moving);
        }
    }
    found
}

impl Layout {
    /// `over`: whether a position must keep if the level is won, beside what lies in it; `places`: where each object can be.
    pub fn new(game: &Game, over: bool, places: &Planes) -> Self {
        let changing = changing(game);
        let made = common(&game.can_be, &changing);
        let mut fixed = game.level.clone();
        members(&changing).for_each(|object| fixed.plane_mut(object).fill(0));
        let mut layout = Self {
            fields: Vec::new(),
            begins: Vec::new(),
            field_of: Vec::new(),
            changing,
            fixed,
            lists: Vec::new(),
            number_of: Vec::new(),
            layer_of: game.layer_of.iter().map(|&layer| layer as u16).collect(),
            made: members(&made).collect(),
            level_bits: 0,
            won: None,
            draws: None,
            restart: None,
            bits: 0,
        };
        layout.place_fields(game, places);
        layout.level_bits = layout.bits.next_multiple_of(64);
        if game.has_command(CHECKPOINT) && game.has_command(RESTART) {
            layout.restart = Some(layout.level_bits);
            layout.bits = 2 * layout.level_bits;
        }
        if game.is_random {
            layout.draws = Some(layout.room(COUNTER));
        }
        if over {
            layout.won = Some(layout.room(1));
        }
        layout.room(1); // never all ones, which is reserved
        layout
    }

    fn place_fields(&mut self, game: &Game, places: &Planes) {
        let taken: Vec<Vec<u64>> = game.layers.iter().map(|of_layer| self.fixed.any(of_layer)).collect();
        for cell in 0..game.width * game.height {
            self.begins.push(self.fields.len());
            for (number, taken) in taken.iter().enumerate() {
                let can_be = |&object: &usize| {
                    usize::from(self.layer_of[object]) == number && places.holds(object, cell)
                };
                let list: Vec<usize> = self.made.iter().copied().filter(can_be).collect();
                if holds(taken, cell) || list.is_empty() {
                    continue;
                }
                let width = usize::BITS - list.len().leading_zeros();
                let list = self.list(list);
                let shift = self.room(width);
                self.field_of.resize((shift + width) as usize, self.fields.len() as u32);
                self.fields.push(Field {
                    cell: cell as u32,
                    layer: number as u16,
                    width: width as u16,
                    shift,
                    list,
                });
            }
        }
        self.begins.push(self.fields.len());
    }

    /// The number of a list of objects.
    fn list(&mut self, objects: Vec<usize>) -> u32 {
        let known = self.lists.iter().position(|list| *list == objects);
        known.unwrap_or_else(|| {
            let begin = self.number_of.len();
            self.number_of.resize(begin + self.layer_of.len(), 0);
            objects.iter().zip(1..).for_each(|(&object, number)| self.number_of[begin + object] = number);
            self.lists.push(objects);
            self.lists.len() - 1
        }) as u32
    }

    /// The number of an object in a field.
    #[inline(always)]
    fn number_in(&self, field: &Field, object: usize) -> u32 {
        self.number_of[field.list as usize * self.layer_of.len() + object]
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

    /// The word of a level that differs from another only in these planes, given as they were and as they are.
    #[inline(always)]
    pub fn repack<'a, W: Packed>(
        &self,
        before: W,
        planes: impl Iterator<Item = (usize, &'a [u64], &'a [u64])> + Clone,
    ) -> W {
        let mut word = before;
        // What left a cell makes room first for what came there.
        for (object, before, after) in planes.clone() {
            for (place, (before, after)) in before.iter().zip(after).enumerate() {
                for bit in ones(before & !after) {
                    word = self.with(word, object, 64 * place + bit, false);
                }
            }
        }
        for (object, before, after) in planes {
            for (place, (before, after)) in before.iter().zip(after).enumerate() {
                for bit in ones(after & !before) {
                    word = self.with(word, object, 64 * place + bit, true);
                }
            }
        }
        word
    }

    /// What differs in a packed position where these planes do, given as they were and as they are: by word, in order.
    pub fn patches<'a>(
        &self,
        planes: impl Iterator<Item = (usize, &'a [u64], &'a [u64])> + Clone,
    ) -> Vec<Patch> {
        let mut found: Vec<Patch> = Vec::new();
        // What left a cell makes room first for what came there.
        for comes in [false, true] {
            for (object, before, after) in planes.clone() {
                let both = before
                    .iter()
                    .zip(after)
                    .map(|(&before, &after)| if comes { after & !before } else { before & !after });
                for (place, bits) in both.enumerate() {
                    for field in ones(bits).filter_map(|bit| self.field(object, 64 * place + bit)) {
                        let (word, shift) = (field.shift / 64, field.shift % 64);
                        let number = if comes { self.number_in(field, object) } else { 0 };
                        let clear = ((1 << field.width) - 1) << shift;
                        let at = found.iter().position(|patch| patch.word == word).unwrap_or(found.len());
                        if at == found.len() {
                            found.push(Patch { word, clear: 0, put: 0 });
                        }
                        found[at].clear |= clear;
                        found[at].put = found[at].put & !clear | u64::from(number) << shift;
                    }
                }
            }
        }
        found.sort_unstable_by_key(|patch| patch.word);
        found
    }

    /// The word with an object in the field of its layer, or with nothing there.
    #[inline(always)]
    fn with<W: Packed>(&self, word: W, object: usize, at: usize, comes: bool) -> W {
        let field = self.field(object, at);
        debug_assert!(field.is_some(), "an object is where it cannot be");
        match field {
            Some(field) => {
                let number = if comes { self.number_in(field, object) } else { 0 };
                word.with_field(field.shift, u32::from(field.width), number)
            }
            None => word,
        }
    }

    /// The field of an object's layer in a cell, if it has one.
    #[inline(always)]
    fn field(&self, object: usize, at: usize) -> Option<&Field> {
        let layer = self.layer_of[object];
        self.fields[self.begins[at]..self.begins[at + 1]].iter().find(|field| field.layer == layer)
    }

    /// Packs a position into a word that is all zeros.
    pub fn pack(&self, at: &Point<'_>, word: &mut impl Bits) {
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

    fn pack_level(&self, objects: &[u64], base: u32, word: &mut impl Bits) {
        let words = self.fixed.words;
        for &object in &self.made {
            for (place, &lies) in objects[object * words..][..words].iter().enumerate() {
                for bit in ones(lies) {
                    if let Some(field) = self.field(object, 64 * place + bit) {
                        word.put(base + field.shift, u32::from(field.width), self.number_in(field, object));
                    }
                }
            }
        }
    }

    /// The position of a word.
    pub fn unpack(&self, word: &impl Bits) -> Standing {
        let mut objects = self.fixed.clone();
        self.unpack_level(word, &mut objects.bits, 0);
        let mut restart = Planes { bits: Vec::new(), words: self.fixed.words };
        if let Some(base) = self.restart {
            restart = self.fixed.clone();
            self.unpack_level(word, &mut restart.bits, base);
        }
        let (draws, won) = self.unpack_rest(word);
        Standing { objects, restart, draws, won }
    }

    /// How many numbers chance has drawn, and whether the level is won.
    #[inline(always)]
    pub fn unpack_rest(&self, word: &impl Bits) -> (u32, bool) {
        let draws = self.draws.map_or(0, |shift| word.get(shift, COUNTER));
        (draws, self.won.is_some_and(|shift| word.get(shift, 1) != 0))
    }

    /// The restart of a word, into planes of which those of changing objects may hold another.
    pub fn unpack_restart(&self, word: &impl Bits, planes: &mut Vec<u64>) {
        planes.clone_from(&self.fixed.bits);
        if let Some(base) = self.restart {
            self.unpack_level(word, planes, base);
        }
    }

    /// The level of a word, into planes of which those of changing objects may hold another.
    #[inline(always)]
    pub fn unpack_objects(&self, word: &impl Bits, planes: &mut [u64]) {
        let words = self.fixed.words;
        for &object in &self.made {
            planes[object * words..][..words].fill(0);
        }
        self.unpack_level(word, planes, 0);
    }

    #[inline(always)]
    fn unpack_level(&self, word: &impl Bits, planes: &mut [u64], base: u32) {
        let (mut last, words) = (u32::MAX, self.fixed.words);
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
                let object = self.lists[field.list as usize][value as usize - 1];
                planes[object * words + field.cell as usize / 64] |= 1 << (field.cell % 64);
            }
        }
    }

    /// What win conditions ask of single fields, and whether they ask for nothing else.
    pub fn demands(&self, program: &Program) -> (Vec<Demand>, bool) {
        let (mut found, mut is_all) = (Vec::new(), !program.wins.is_empty());
        for win in &program.wins {
            is_all &= self.add_demands(win, &mut found).is_some();
        }
        (found, is_all)
    }

    /// Adds what a condition such as `all Target on Crate` asks for, if targets never change; `None` if it asks for more.
    fn add_demands(&self, win: &Win, found: &mut Vec<Demand>) -> Option<()> {
        let changes = win.first.iter().any(|object| self.made.binary_search(object).is_ok());
        if win.kind != 1 || changes || win.second_all && win.second.len() > 1 {
            return None;
        }
        let places = self.fixed.any_or_all(&win.first, win.first_all);
        let mut whole = Some(());
        for at in (0..self.begins.len() - 1).filter(|&at| holds(&places, at)) {
            if win.is_anywhere || win.second.iter().any(|&object| self.fixed.holds(object, at)) {
                continue;
            }
            let fields = &self.fields[self.begins[at]..self.begins[at + 1]];
            let values = |field: &Field| &self.lists[field.list as usize];
            let can_meet = |field: &&Field| values(field).iter().any(|object| win.second.contains(object));
            let mut fitting = fields.iter().filter(can_meet);
            match (fitting.next(), fitting.next()) {
                (Some(field), None) if values(field).len() < 64 => {
                    let met = values(field).iter().zip(1..).filter(|(object, _)| win.second.contains(object));
                    let allowed = met.fold(0, |all, (_, value)| all | 1u64 << value);
                    found.push(Demand { shift: field.shift, width: u32::from(field.width), allowed });
                }
                _ => whole = None,
            }
        }
        whole
    }

    /// Whether what never changes is where it must be, and nothing is where it cannot get.
    pub fn can_be(&self, objects: &Planes) -> bool {
        let mut all = self.fixed.clone();
        add(&mut all.bits, &self.free().bits);
        has(&objects.bits, &self.fixed.bits) && has(&all.bits, &objects.bits)
    }

    /// Where objects may be in one position and not in another.
    pub fn free(&self) -> Planes {
        let mut free = self.fixed.clone();
        free.bits.fill(0);
        for field in &self.fields {
            for &object in &self.lists[field.list as usize] {
                free.put(object, field.cell as usize);
            }
        }
        free
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
