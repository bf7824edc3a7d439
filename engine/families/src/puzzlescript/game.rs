//! A game as masks, read from plain numbers.
//!
//! The numbers are one list, written by `python/clew/families/puzzlescript/program.py` in the same order as they are
//! read here. A set of objects is one number for each 32 of them, lowest first; a set of movements one for each layer.

use super::bits::{add, add_layer, has, holds, meets, set};
use super::fuel::CELL;

pub const AGAIN: u8 = 1;
pub const CANCEL: u8 = 2;
pub const CHECKPOINT: u8 = 4;
pub const RESTART: u8 = 8;
pub const WIN: u8 = 16;

pub const MOST_WORDS: usize = 16;
/// The most objects of a game.
pub const OBJECTS: usize = 64 * MOST_WORDS;

/// What a cell of a rule becomes.
#[derive(Clone, Debug)]
pub struct Change<const O: usize, const M: usize> {
    pub clear: [u64; O],
    pub put: [u64; O],
    pub still: [u64; M],
    pub moving: [u64; M],
    /// The layers of which the rule says how they move: rigid rules hold them.
    pub layers: [u64; M],
    /// One of these is placed at random.
    pub chosen: Vec<usize>,
    /// Layers that get a random direction.
    pub turned: Vec<usize>,
}

/// What a cell of a rule asks for.
#[derive(Clone, Debug)]
pub struct Cell<const O: usize, const M: usize> {
    pub present: [u64; O],
    pub missing: [u64; O],
    pub any_of: Vec<[u64; O]>,
    pub moving: [u64; M],
    pub unmoved: [u64; M],
    /// Elsewhere, since most comparisons fail: the cells of a rule lie close together.
    pub change: Option<Box<Change<O, M>>>,
    /// What a comparison with a cell of the level costs, in units of [`super::fuel::Fuel`].
    pub words: u64,
}

/// Cells in a line; `cuts`: where there may be any number of cells between.
#[derive(Clone, Debug)]
pub struct Row<const O: usize, const M: usize> {
    pub cells: Vec<Cell<O, M>>,
    pub cuts: Vec<usize>,
    /// What a line of the board must hold for this to match anywhere in it.
    pub present: [u64; O],
    pub moving: [u64; M],
}

#[derive(Clone, Debug)]
pub struct Rule<const O: usize, const M: usize> {
    pub line: u32,
    pub down: bool,
    /// Whether its rows are read upwards, or to the left.
    pub back: bool,
    pub rows: Vec<Row<O, M>>,
    /// What the level must hold for all rows to match.
    pub present: [u64; O],
    pub moving: [u64; M],
    pub changes: bool,
    /// What it costs to apply it at one place.
    pub words: u64,
    pub commands: u8,
    /// The number of its group among the rigid ones, from 1.
    pub rigid: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct Group<const O: usize, const M: usize> {
    pub random: bool,
    pub rules: Vec<Rule<O, M>>,
}

/// Groups in order; after a group with a loop point the groups from there on are run again if something changed.
#[derive(Clone, Debug)]
pub struct Phase<const O: usize, const M: usize> {
    pub groups: Vec<Group<O, M>>,
    /// By group, and one more for the end.
    pub loops: Vec<Option<usize>>,
}

#[derive(Clone, Debug)]
pub struct Win<const O: usize> {
    /// -1 no, 0 some, 1 all.
    pub kind: i32,
    pub first: [u64; O],
    pub first_all: bool,
    pub second: [u64; O],
    pub second_all: bool,
    /// Whether `second` is every object.
    pub is_anywhere: bool,
    /// The cells that decide a condition on all objects of a kind that never change; empty where others may.
    pub places: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct Game<const O: usize, const M: usize> {
    pub width: usize,
    pub height: usize,
    /// The layer of each object.
    pub layer_of: Vec<usize>,
    /// The objects of each layer.
    pub layers: Vec<[u64; O]>,
    pub player: [u64; O],
    pub player_all: bool,
    pub needs_player_moved: bool,
    pub rules_on_start: bool,
    pub has_action: bool,
    pub has_tick: bool,
    pub early: Phase<O, M>,
    pub late: Phase<O, M>,
    /// The group of each rigid group, by its number.
    pub rigid_groups: Vec<usize>,
    pub wins: Vec<Win<O>>,
    /// The level as it was drawn.
    pub level: Vec<[u64; O]>,
}

impl<const O: usize> Win<O> {
    /// Finds the cells that decide. `fixed`: what never changes, by cell; `changing`: the objects that do.
    pub fn settle(&mut self, fixed: &[[u64; O]], changing: &[u64; O]) {
        if self.kind == 1 && !meets(&self.first, changing) {
            self.places = (0..fixed.len()).filter(|&at| self.has_first(&fixed[at])).collect();
        }
    }

    pub fn has_first(&self, cell: &[u64; O]) -> bool {
        if self.first_all { has(cell, &self.first) } else { meets(cell, &self.first) }
    }

    pub fn has_second(&self, cell: &[u64; O]) -> bool {
        if self.second_all { has(cell, &self.second) } else { meets(cell, &self.second) }
    }

    fn is_met(&self, objects: &[[u64; O]]) -> bool {
        let both = |cell: &[u64; O]| self.has_first(cell) && self.has_second(cell);
        if !self.places.is_empty() {
            return self.places.iter().all(|&at| self.has_second(&objects[at]));
        }
        match self.kind {
            -1 => !objects.iter().any(both),
            0 => objects.iter().any(both),
            _ => objects.iter().all(|cell| !self.has_first(cell) || self.has_second(cell)),
        }
    }
}

impl<const O: usize, const M: usize> Phase<O, M> {
    /// The line of its first rule; 0 where it has none.
    pub fn first_line(&self) -> u32 {
        self.groups.first().map_or(0, |group| group.rules[0].line)
    }
}

impl<const O: usize, const M: usize> Game<O, M> {
    pub fn rules(&self) -> impl Iterator<Item = &Rule<O, M>> {
        self.early.groups.iter().chain(&self.late.groups).flat_map(|group| &group.rules)
    }

    pub fn has_command(&self, command: u8) -> bool {
        self.rules().any(|rule| rule.commands & command != 0)
    }

    /// Whether all win conditions are met. A game without any can only be won by a command.
    pub fn is_won(&self, objects: &[[u64; O]]) -> bool {
        !self.wins.is_empty() && self.wins_met(objects) == self.wins.len()
    }

    /// How many win conditions are met, up to the first that is not.
    pub fn wins_met(&self, objects: &[[u64; O]]) -> usize {
        self.wins.iter().take_while(|win| win.is_met(objects)).count()
    }

    /// The words of a level that one look at its cells compares, with objects and movements.
    pub fn level_words(&self) -> u64 {
        (self.level.len() * (O + M)) as u64
    }

    pub fn is_random(&self) -> bool {
        let by_chance = |cell: &Cell<O, M>| {
            cell.change.as_ref().is_some_and(|change| !change.chosen.is_empty() || !change.turned.is_empty())
        };
        self.early.groups.iter().chain(&self.late.groups).any(|group| group.random)
            || self.rules().any(|rule| rule.rows.iter().any(|row| row.cells.iter().any(by_chance)))
    }
}

/// Reads the numbers of a game one after the other.
pub struct Reader<'a> {
    numbers: &'a [u32],
    objects: usize,
    layers: usize,
}

impl<'a> Reader<'a> {
    /// Objects and layers of the game come first.
    pub fn new(numbers: &'a [u32]) -> Result<Self, String> {
        let [objects, layers, rest @ ..] = numbers else {
            return Err("`program` ends before it begins".to_owned());
        };
        Ok(Self { numbers: rest, objects: *objects as usize, layers: *layers as usize })
    }

    pub fn sizes(&self) -> (usize, usize) {
        (self.objects, self.layers)
    }

    fn number(&mut self) -> Result<u32, String> {
        let (&first, rest) = self.numbers.split_first().ok_or("`program` ends too early")?;
        self.numbers = rest;
        Ok(first)
    }

    fn size(&mut self) -> Result<usize, String> {
        Ok(self.number()? as usize)
    }

    fn truth(&mut self) -> Result<bool, String> {
        Ok(self.number()? != 0)
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        let count = self.size()?;
        (0..count).map(|_| read(self)).collect()
    }

    fn objects<const O: usize>(&mut self) -> Result<[u64; O], String> {
        let mut found = [0; O];
        for word in 0..self.objects.div_ceil(32) {
            found[word / 2] |= u64::from(self.number()?) << (32 * (word % 2));
        }
        Ok(found)
    }

    fn movements<const M: usize>(&mut self) -> Result<[u64; M], String> {
        let mut found = [0; M];
        for (layer, bits) in self.list(|reader| Ok((reader.size()?, reader.number()?)))? {
            add_layer(&mut found, layer, u64::from(bits));
        }
        Ok(found)
    }

    fn cell<const O: usize, const M: usize>(&mut self) -> Result<Cell<O, M>, String> {
        let (present, missing) = (self.objects()?, self.objects()?);
        let any_of: Vec<[u64; O]> = self.list(Self::objects)?;
        let (moving, unmoved) = (self.movements()?, self.movements()?);
        let change = if self.truth()? { Some(Box::new(self.change()?)) } else { None };
        let words = CELL + (O * (2 + any_of.len()) + 2 * M) as u64;
        Ok(Cell { present, missing, any_of, moving, unmoved, change, words })
    }

    fn change<const O: usize, const M: usize>(&mut self) -> Result<Change<O, M>, String> {
        Ok(Change {
            clear: self.objects()?,
            put: self.objects()?,
            still: self.movements()?,
            moving: self.movements()?,
            layers: self.movements()?,
            chosen: self.list(Self::size)?,
            turned: self.list(Self::size)?,
        })
    }

    fn row<const O: usize, const M: usize>(&mut self) -> Result<Row<O, M>, String> {
        let cuts = self.list(Self::size)?;
        let cells: Vec<Cell<O, M>> = self.list(Self::cell)?;
        let (mut present, mut moving) = ([0; O], [0; M]);
        for cell in &cells {
            add(&mut present, &cell.present);
            add(&mut moving, &cell.moving);
        }
        Ok(Row { cells, cuts, present, moving })
    }

    fn rule<const O: usize, const M: usize>(&mut self) -> Result<Rule<O, M>, String> {
        let line = self.number()?;
        let way = self.number()?;
        let commands = self.number()? as u8;
        let rigid = Some(u64::from(self.number()?)).filter(|&number| number > 0);
        let rows: Vec<Row<O, M>> = self.list(Self::row)?;
        let changes = rows.iter().any(|row| row.cells.iter().any(|cell| cell.change.is_some()));
        let (mut present, mut moving) = ([0; O], [0; M]);
        for row in &rows {
            add(&mut present, &row.present);
            add(&mut moving, &row.moving);
        }
        let written = |cell: &Cell<O, M>| if cell.change.is_some() { cell.words + 4 * (O + M) as u64 } else { cell.words };
        let words = rows.iter().flat_map(|row| &row.cells).map(written).sum();
        let (down, back) = (way & 1 != 0, way & 2 != 0);
        Ok(Rule { line, down, back, rows, present, moving, changes, words, commands, rigid })
    }

    fn phase<const O: usize, const M: usize>(&mut self) -> Result<Phase<O, M>, String> {
        let groups: Vec<Group<O, M>> =
            self.list(|reader| Ok(Group { random: reader.truth()?, rules: reader.list(Self::rule)? }))?;
        let mut loops = vec![None; groups.len() + 1];
        for (last, first) in self.list(|reader| Ok((reader.size()?, reader.size()?)))? {
            loops[last] = Some(first);
        }
        Ok(Phase { groups, loops })
    }

    fn win<const O: usize>(&mut self) -> Result<Win<O>, String> {
        let kind = self.number()? as i32 - 1;
        let (first, first_all) = (self.objects()?, self.truth()?);
        let (second, second_all) = (self.objects()?, self.truth()?);
        let is_anywhere = (0..self.objects).all(|object| holds(&second, object));
        Ok(Win { kind, first, first_all, second, second_all, is_anywhere, places: Vec::new() })
    }

    /// The whole game.
    pub fn game<const O: usize, const M: usize>(mut self) -> Result<Game<O, M>, String> {
        let (width, height) = (self.size()?, self.size()?);
        let layer_of = (0..self.objects).map(|_| self.size()).collect::<Result<Vec<_>, _>>()?;
        let mut layers = vec![[0; O]; self.layers];
        for (object, &layer) in layer_of.iter().enumerate() {
            set(layers.get_mut(layer).ok_or("an object lies in no layer")?, object);
        }
        let player = self.objects()?;
        let [player_all, needs_player_moved, rules_on_start, has_action, has_tick] =
            [self.truth()?, self.truth()?, self.truth()?, self.truth()?, self.truth()?];
        let early = self.phase()?;
        let late = self.phase()?;
        let rigid_groups = self.list(Self::size)?;
        let wins = self.list(Self::win)?;
        let level = (0..width * height).map(|_| self.objects()).collect::<Result<Vec<_>, _>>()?;
        Ok(Game {
            width,
            height,
            layer_of,
            layers,
            player,
            player_all,
            needs_player_moved,
            rules_on_start,
            has_action,
            has_tick,
            early,
            late,
            rigid_groups,
            wins,
            level,
        })
    }
}
