//! What can change in a position, and where it is kept in a word.
//!
//! An object that no rule makes, takes away or moves stays where the level has it; in its layer nothing else can come
//! to its cell. So the cells of that layer that hold such an object need no bits, nor do those where nothing can come
//! ([`super::places`]); every other cell of a layer needs as many as tell apart nothing and the objects of that layer that
//! rules make or that can be moved.

use std::collections::HashMap;

use super::bits::{Set, add, common, holds, members, ones};
use super::effects::effect;
use super::game::{CHECKPOINT, Game, RESTART};
use super::memory::Patch;
use super::planes::Planes;
use super::program::{Program, Win};
use super::turn::Standing;
use clew_core::packed::Packed;

const COUNTER: u32 = 32;

/// Lists of what can be in a field, at most, before a field gets all that can be in its layer anywhere.
const LISTS: usize = 4096;

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
    /// Where objects may be in one position and not in another.
    pub free: Planes,
    /// Objects that can be in the same field, in order; the place of one is its number there, from 1.
    lists: Vec<Vec<usize>>,
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
            free: Planes { bits: vec![0; game.level.bits.len()], words: game.level.words },
            lists: Vec::new(),
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
        let mut made = vec![Vec::new(); game.layers.len()];
        self.made.iter().for_each(|&object| made[usize::from(self.layer_of[object])].push(object));
        let mut known = HashMap::new();
        for cell in 0..game.width * game.height {
            self.begins.push(self.fields.len());
            for (number, (taken, made)) in taken.iter().zip(&made).enumerate() {
                let list: Vec<usize> =
                    made.iter().copied().filter(|&object| places.holds(object, cell)).collect();
                if holds(taken, cell) || list.is_empty() {
                    continue;
                }
                list.iter().for_each(|&object| self.free.put(object, cell));
                let list = self.list(&mut known, list, made);
                let width = usize::BITS - self.lists[list as usize].len().leading_zeros();
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

    /// The number of a list of objects, or of all in their layer.
    fn list(&mut self, known: &mut HashMap<Vec<usize>, u32>, mut objects: Vec<usize>, all: &[usize]) -> u32 {
        if self.lists.len() >= LISTS && !known.contains_key(&objects) {
            objects = all.to_vec();
        }
        *known.entry(objects).or_insert_with_key(|objects| {
            self.lists.push(objects.clone());
            self.lists.len() as u32 - 1
        })
    }

    /// The number of an object in a field.
    #[inline(always)]
    fn number_in(&self, field: &Field, object: usize) -> u32 {
        let place = self.lists[field.list as usize].binary_search(&object);
        place.expect("nothing else is put there: see `has_room`") as u32 + 1
    }

    /// Whether a position has room for what differs from another one that has: all that comes or goes is free to.
    #[inline(always)]
    pub fn has_room<'a>(&self, mut planes: impl Iterator<Item = (usize, &'a [u64], &'a [u64])>) -> bool {
        planes.all(|(object, before, after)| {
            let free = self.free.plane(object);
            before
                .iter()
                .zip(after)
                .zip(free)
                .fold(0, |all, ((before, after), free)| all | (before ^ after) & !free)
                == 0
        })
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
                    ones(bits).for_each(|bit| self.patch(&mut found, 0, object, 64 * place + bit, comes));
                }
            }
        }
        found.sort_unstable_by_key(|patch| patch.word);
        found
    }

    /// An object comes to a cell, or leaves it: adds that to the patches of a turn, which begin at `from`.
    #[inline(always)]
    pub fn patch(&self, found: &mut Vec<Patch>, from: usize, object: usize, at: usize, comes: bool) {
        let field = self.field(object, at);
        let (word, shift) = (field.shift / 64, field.shift % 64);
        let number = if comes { self.number_in(field, object) } else { 0 };
        let clear = ((1 << field.width) - 1) << shift;
        let known = found[from..].iter().position(|patch| patch.word == word);
        let at = known.map_or(found.len(), |known| from + known);
        if at == found.len() {
            found.push(Patch { word, clear: 0, put: 0 });
        }
        found[at].clear |= clear;
        found[at].put = found[at].put & !clear | u64::from(number) << shift;
    }

    /// The level is won, if positions say so: adds that to the patches of a turn, which begin at `from`.
    pub fn patch_won(&self, found: &mut Vec<Patch>, from: usize) {
        let Some(shift) = self.won else { return };
        let (word, bit) = (shift / 64, 1 << (shift % 64));
        match found[from..].iter_mut().find(|patch| patch.word == word) {
            Some(patch) => patch.put |= bit,
            None => found.push(Patch { word, clear: 0, put: bit }),
        }
    }

    /// The word with an object in the field of its layer, or with nothing there.
    #[inline(always)]
    fn with<W: Packed>(&self, word: W, object: usize, at: usize, comes: bool) -> W {
        let field = self.field(object, at);
        let number = if comes { self.number_in(field, object) } else { 0 };
        word.with_field(field.shift, u32::from(field.width), number)
    }

    /// The field of an object's layer in a cell where the object is free to come and go.
    #[inline(always)]
    fn field(&self, object: usize, at: usize) -> &Field {
        let layer = self.layer_of[object];
        let mut fields = self.fields[self.begins[at]..self.begins[at + 1]].iter();
        fields.find(|field| field.layer == layer).expect("nothing else comes or goes: see `has_room`")
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
                    let field = self.field(object, 64 * place + bit);
                    word.put(base + field.shift, u32::from(field.width), self.number_in(field, object));
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
                // A word of a damaged file may hold a number of nothing.
                let Some(&object) = self.lists[field.list as usize].get((value as usize).wrapping_sub(1))
                else {
                    continue;
                };
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

    /// Adds what a condition asks for: `no Sand`, or such as `all Target on Crate` if targets never change. `None` if it
    /// asks for more.
    fn add_demands(&self, win: &Win, found: &mut Vec<Demand>) -> Option<()> {
        if win.kind == -1 && win.is_anywhere {
            return self.demand_none(win, found);
        }
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

    fn demand_none(&self, win: &Win, found: &mut Vec<Demand>) -> Option<()> {
        let is_alone = !win.first_all || win.first.len() == 1;
        let never = self.fixed.any_or_all(&win.first, false).iter().all(|&word| word == 0);
        if !is_alone || !never {
            return None;
        }
        for field in &self.fields {
            let values = &self.lists[field.list as usize];
            if values.len() >= 64 {
                return None;
            }
            let forbidden = values.iter().zip(1..).filter(|(object, _)| win.first.contains(object));
            let forbidden = forbidden.fold(0, |all, (_, value)| all | 1u64 << value);
            if forbidden != 0 {
                found.push(Demand { shift: field.shift, width: u32::from(field.width), allowed: !forbidden });
            }
        }
        Some(())
    }

    /// Whether what never changes is where it must be, and nothing is where it cannot get.
    pub fn can_be(&self, objects: &[u64]) -> bool {
        let known = self.fixed.bits.iter().zip(&self.free.bits);
        objects.iter().zip(known).all(|(object, (fixed, free))| (object ^ fixed) & !free == 0)
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

#[cfg(test)]
mod tests {
    use super::super::bits::{none, set};
    use super::super::game::{Cell, Change, Group, Phase, Row, Rule};
    use super::super::places::Places;
    use super::super::program::prune;
    use super::*;

    const SIDE: usize = 66;

    /// In each cell lie a mark of its column and one of its row, and for each mark a rule puts a thing of its own.
    fn game_of_lines() -> Game {
        let (marks, objects) = (2 * SIDE, 4 * SIDE);
        let mut level = Planes::new(objects, SIDE * SIDE);
        for at in 0..SIDE * SIDE {
            level.put(at / SIDE, at);
            level.put(SIDE + at % SIDE, at);
        }
        let ways: Set = vec![0].into();
        let rule = |mark: usize| {
            let [mut present, missing, mut clear, mut put] = std::array::from_fn(|_| none(objects));
            set(&mut present, mark);
            (marks..objects).for_each(|object| set(&mut clear, object));
            set(&mut put, marks + mark);
            let [still, moving, layers, unmoved] = std::array::from_fn(|_| ways.clone());
            let (chosen, turned, any_of) = (vec![], vec![], vec![]);
            let change = Some(Change { clear, put, still, moving, layers, chosen, turned });
            let cell = Cell { present, missing, any_of, moving: ways.clone(), unmoved, change };
            let rows = vec![Row { cells: vec![cell], cuts: vec![] }];
            Rule { line: 1, down: true, back: false, rows, commands: 0, rigid: None }
        };
        let groups = vec![Group { random: false, line: 1, rules: (0..marks).map(rule).collect() }];
        let layer_of: Vec<usize> = (0..objects).map(|object| (object / SIDE).min(2)).collect();
        let mut layers = vec![none(objects); 3];
        layer_of.iter().enumerate().for_each(|(object, &layer)| set(&mut layers[layer], object));
        Game {
            width: SIDE,
            height: SIDE,
            layer_of,
            layers,
            player: none(objects),
            player_all: false,
            needs_player_moved: false,
            rules_on_start: false,
            has_action: true,
            has_tick: false,
            early: Phase { groups, loops: vec![None; 2] },
            late: Phase { groups: vec![], loops: vec![None] },
            rigid_groups: vec![],
            wins: vec![],
            level,
            can_be: none(objects),
            can_move: ways.clone(),
            commands: 0,
            is_random: false,
        }
    }

    #[test]
    fn a_list_for_every_cell_is_not_kept() {
        let mut game = game_of_lines();
        prune(&mut game, &[]);
        let places = Places::new(&game, &Program::new(&game), &[]);
        places.settle(&mut game);
        let layout = Layout::new(&game, false, &places.can);
        assert_eq!(layout.lists.len(), LISTS + 1);
        // What lies in the cells with a list of their own, and in the others, is what was packed there.
        let mut objects = game.level.clone();
        for at in 0..SIDE * SIDE {
            let line = if at % 2 == 0 { at / SIDE } else { SIDE + at % SIDE };
            objects.put(2 * SIDE + line, at);
        }
        assert!(layout.can_be(&objects.bits));
        let mut word = Long(vec![0; layout.bits.div_ceil(64) as usize].into());
        layout.pack(&Point { objects: &objects.bits, restart: &[], draws: 0, won: false }, &mut word);
        assert_eq!(layout.unpack(&word).objects, objects);
        // A word of a damaged file is no reason to stop.
        word.0.fill(u64::MAX);
        layout.unpack(&word);
    }
}
