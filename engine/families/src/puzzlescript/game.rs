//! A game as masks, read from plain numbers.
//!
//! The numbers are one list, written by `python/clew/families/puzzlescript/program.py` in the same order as they are
//! read here. A set of objects is one number for each 32 of them, lowest first; a set of movements one for each layer.

use super::bits::{A_WORD, Set, add_layer, holds, members, none, set};
use super::planes::Planes;

pub const AGAIN: u8 = 1;
pub const CANCEL: u8 = 2;
pub const CHECKPOINT: u8 = 4;
pub const RESTART: u8 = 8;
pub const WIN: u8 = 16;

/// The most objects of a game, and the most layers.
pub const OBJECTS: usize = 1024;
pub const LAYERS: usize = 192;

/// What a cell of a rule becomes.
#[derive(Clone, Debug)]
pub struct Change {
    pub clear: Set,
    pub put: Set,
    pub still: Set,
    pub moving: Set,
    /// The layers of which the rule says how they move: rigid rules hold them.
    pub layers: Set,
    /// One of these is placed at random.
    pub chosen: Vec<usize>,
    /// Layers that get a random direction.
    pub turned: Vec<usize>,
}

impl Change {
    pub fn is_by_chance(&self) -> bool {
        !self.chosen.is_empty() || !self.turned.is_empty()
    }
}

/// What a cell of a rule asks for.
#[derive(Clone, Debug)]
pub struct Cell {
    pub present: Set,
    pub missing: Set,
    pub any_of: Vec<Set>,
    pub moving: Set,
    pub unmoved: Set,
    pub change: Option<Change>,
}

/// Cells in a line; `cuts`: where there may be any number of cells between.
#[derive(Clone, Debug)]
pub struct Row {
    pub cells: Vec<Cell>,
    pub cuts: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub line: u32,
    pub down: bool,
    /// Whether its rows are read upwards, or to the left.
    pub back: bool,
    pub rows: Vec<Row>,
    pub commands: u8,
    /// The number of its group among the rigid ones, from 1.
    pub rigid: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct Group {
    pub random: bool,
    /// The line of its first rule.
    pub line: u32,
    pub rules: Vec<Rule>,
}

/// Groups in order; after a group with a loop point the groups from there on are run again if something changed.
#[derive(Clone, Debug)]
pub struct Phase {
    pub groups: Vec<Group>,
    /// By group, and one more for the end.
    pub loops: Vec<Option<usize>>,
}

#[derive(Clone, Debug)]
pub struct Win {
    /// -1 no, 0 some, 1 all.
    pub kind: i32,
    pub first: Set,
    pub first_all: bool,
    pub second: Set,
    pub second_all: bool,
    /// Whether `second` is every object.
    pub is_anywhere: bool,
}

#[derive(Clone, Debug)]
pub struct Game {
    pub width: usize,
    pub height: usize,
    /// The layer of each object.
    pub layer_of: Vec<usize>,
    /// The objects of each layer.
    pub layers: Vec<Set>,
    pub player: Set,
    pub player_all: bool,
    pub needs_player_moved: bool,
    pub rules_on_start: bool,
    pub has_action: bool,
    pub has_tick: bool,
    pub early: Phase,
    pub late: Phase,
    /// The group of each rigid group, by its number.
    pub rigid_groups: Vec<usize>,
    pub wins: Vec<Win>,
    /// The level as it was drawn.
    pub level: Planes,
    /// The objects that can be in the level at all: see [`super::program::prune`] and [`super::places::Places::settle`].
    pub can_be: Set,
    /// The movements that anything can have at all.
    pub can_move: Set,
    /// The commands of all rules, of those too that can never match.
    pub commands: u8,
    pub is_random: bool,
}

impl Game {
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.early.groups.iter().chain(&self.late.groups).flat_map(|group| &group.rules)
    }

    pub fn has_command(&self, command: u8) -> bool {
        self.commands & command != 0
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

    fn objects(&mut self) -> Result<Set, String> {
        let mut found = none(self.objects);
        for word in 0..self.objects.div_ceil(32) {
            found[word / 2] |= u64::from(self.number()?) << (32 * (word % 2));
        }
        Ok(found)
    }

    fn movements(&mut self) -> Result<Set, String> {
        let mut found: Set = vec![0; self.layers.div_ceil(A_WORD)].into();
        for (layer, bits) in self.list(|reader| Ok((reader.size()?, reader.number()?)))? {
            add_layer(&mut found, layer, u64::from(bits));
        }
        Ok(found)
    }

    fn cell(&mut self) -> Result<Cell, String> {
        let (present, missing) = (self.objects()?, self.objects()?);
        let any_of: Vec<Set> = self.list(Self::objects)?;
        let (moving, unmoved) = (self.movements()?, self.movements()?);
        let change = if self.truth()? { Some(self.change()?) } else { None };
        Ok(Cell { present, missing, any_of, moving, unmoved, change })
    }

    fn change(&mut self) -> Result<Change, String> {
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

    fn row(&mut self) -> Result<Row, String> {
        let cuts = self.list(Self::size)?;
        Ok(Row { cells: self.list(Self::cell)?, cuts })
    }

    fn rule(&mut self) -> Result<Rule, String> {
        let line = self.number()?;
        let way = self.number()?;
        let commands = self.number()? as u8;
        let rigid = Some(u64::from(self.number()?)).filter(|&number| number > 0);
        let rows: Vec<Row> = self.list(Self::row)?;
        let (down, back) = (way & 1 != 0, way & 2 != 0);
        Ok(Rule { line, down, back, rows, commands, rigid })
    }

    fn phase(&mut self) -> Result<Phase, String> {
        let groups: Vec<Group> = self.list(|reader| {
            let (random, rules) = (reader.truth()?, reader.list(Self::rule)?);
            Ok(Group { random, line: rules.first().map_or(0, |rule: &Rule| rule.line), rules })
        })?;
        let mut loops = vec![None; groups.len() + 1];
        for (last, first) in self.list(|reader| Ok((reader.size()?, reader.size()?)))? {
            loops[last] = Some(first);
        }
        Ok(Phase { groups, loops })
    }

    fn win(&mut self) -> Result<Win, String> {
        let kind = self.number()? as i32 - 1;
        let (first, first_all) = (self.objects()?, self.truth()?);
        let (second, second_all) = (self.objects()?, self.truth()?);
        let is_anywhere = (0..self.objects).all(|object| holds(&second, object));
        Ok(Win { kind, first, first_all, second, second_all, is_anywhere })
    }

    /// The whole game.
    pub fn game(mut self) -> Result<Game, String> {
        let (width, height) = (self.size()?, self.size()?);
        let layer_of = (0..self.objects).map(|_| self.size()).collect::<Result<Vec<_>, _>>()?;
        let mut layers = vec![none(self.objects); self.layers];
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
        let mut level = Planes::new(self.objects, width * height);
        for at in 0..width * height {
            members(&self.objects()?).for_each(|object| level.put(object, at));
        }
        let groups = || early.groups.iter().chain(&late.groups);
        let rules = || groups().flat_map(|group| &group.rules);
        let commands = rules().fold(0, |all, rule| all | rule.commands);
        let mut changes = rules()
            .flat_map(|rule| &rule.rows)
            .flat_map(|row| &row.cells)
            .filter_map(|cell| cell.change.as_ref());
        let is_random = groups().any(|group| group.random) || changes.any(Change::is_by_chance);
        Ok(Game {
            can_be: none(self.objects),
            can_move: none(0),
            commands,
            is_random,
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
