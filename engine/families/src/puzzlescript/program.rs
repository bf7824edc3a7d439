//! Rules as tests of planes, and which rules a change of a plane can wake.
//!
//! A plane has a bit for each cell of the level, column by column: one for each object, and one for each movement of
//! each layer. Where the row `[ > Player | Crate ]`, read to the right, matches is an AND of planes, each shifted by
//! the distance of its cell from the first:
//!
//! ```text
//!   level     moves right   Player   Crate one step on   where the row fits   all of them
//!   P*..      1...          1...     1...                111.                 1...
//!   .*P*      ..1.          ..1.     1.1.                111.                 ..1.
//! ```
//!
//! A plane is shifted as a ring: bits that leave it at one end come in at the other. That is right because the plane
//! of where a row fits has only first cells from which the whole row lies on the level, in one line.
//!
//! Where matches have no cell in common, what a rule does at one of them is nothing to the others. Then it is done at all
//! of them at once, and shifted planes are what is put and taken:
//!
//! ```text
//!   [ > P | * ] -> [ > P | > * ]    matches   1...    one step on, as what is moved now   .1..
//!                                             ..1.                                        ...1
//!   [ * | * ] -> [ | * ]   on ***   matches   11.     one step on   .11   they share a cell: one after the other
//! ```
//!
//! It is fast because a word holds 64 cells, and most rules of most turns end at their first test. Most are not even
//! tried: a rule that matched nowhere, or changed nothing, does so again until a plane that it asks for gains a bit, or
//! one whose absence it asks for loses one. Until then it sleeps; see [`super::sleep`].

use std::collections::HashMap;
use std::ops::Range;

use super::bits::{A_WORD, Set, add, add_layer, has, holds, layer, meets, members, none, ones, set};
use super::game::{self, Cell, Game};
use super::planes::Planes;

/// Movements of a layer.
pub const WAYS: usize = 5;
/// How often what can be in a level is worked out anew, at most, before everything that rules make counts.
const PASSES: usize = 64;

/// Which cells have any of some planes, seen from the first cell of a row; or which have none of them.
#[derive(Clone, Debug)]
pub struct Test {
    /// How far the planes are shifted: by whole words, and by bits.
    pub words: u32,
    pub bits: u32,
    /// Where the first of the planes begins among all words, and where the others do, in [`Program::listed`].
    pub first: u32,
    pub more: Range<u32>,
    /// All ones if the cells that have none are meant, otherwise zero.
    pub inverted: u64,
}

impl Test {
    /// Where its planes begin.
    pub fn planes<'a>(&self, program: &'a Program) -> impl Iterator<Item = usize> + Clone + use<'a> {
        let more = &program.listed[self.more.start as usize..self.more.end as usize];
        std::iter::once(self.first).chain(more.iter().copied()).map(|from| from as usize)
    }
}

/// Cells in a line without a gap.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Where it fits, in [`Program::fitting`].
    pub fitting: usize,
    pub tests: Vec<Test>,
}

/// What a cell of a row becomes.
#[derive(Clone, Debug)]
pub struct Edit {
    pub cell: usize,
    /// How far its cell lies from the first one, in a row without gaps: whole words, and bits.
    pub words: u32,
    pub bits: u32,
    pub clear: Vec<u32>,
    pub put: Vec<u32>,
    /// For rigid rules and for chance, which need more.
    pub change: game::Change,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub length: usize,
    pub cuts: Vec<usize>,
    pub segments: Vec<Segment>,
    pub edits: Vec<Edit>,
    /// The same without what is so wherever the rule matches. Turns that are noted go by `edits`: what those ask for
    /// together tells positions apart in fewer steps.
    pub changes: Vec<Edit>,
}

#[derive(Clone, Debug)]
pub struct Rule {
    /// Among all rules.
    pub number: usize,
    pub line: u32,
    pub down: bool,
    pub step: isize,
    pub back: bool,
    pub rows: Vec<Row>,
    /// What it costs to apply it at one place.
    pub words: u64,
    pub commands: u8,
    pub rigid: Option<u64>,
    pub has_edits: bool,
    /// Whether what it does follows from planes and changes nothing but planes: what it would do once more, it does only
    /// after one of them has changed.
    pub is_settled: bool,
    /// Whether it has one row without gaps, and does nothing by chance or rigidly.
    pub is_plain: bool,
    /// The row that it changes, where that is one and nothing that the others ask for: it then does the same as a plain
    /// rule of that row, if the others match anywhere. `None` also where it changes nothing, where there are gaps, or where
    /// it does something by chance or rigidly.
    pub changed_row: Option<usize>,
    /// Where the cells after the first lie: whole words, and bits.
    pub after_first: Vec<(u32, u32)>,
    /// Planes without which it matches nowhere, with their places in [`Waking`].
    pub needs: Vec<(u32, u32)>,
}

#[derive(Clone, Debug)]
pub struct Group {
    pub random: bool,
    pub line: u32,
    pub rules: Range<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct Phase {
    pub groups: Vec<Group>,
    /// By group, and one more for the end.
    pub loops: Vec<Option<usize>>,
    /// By group: the next, from it on, that must be visited even if all its rules sleep.
    pub stops: Vec<usize>,
    pub rules: Range<usize>,
    pub first_line: u32,
}

/// For each plane the rules that it concerns, as words of a set of rules.
#[derive(Clone, Debug, Default)]
pub struct Waking {
    begins: Vec<u32>,
    pub words: Vec<(u32, u64)>,
    /// The planes that concern any rule.
    pub planes: Set,
}

#[derive(Clone, Debug)]
pub struct Win {
    /// -1 no, 0 some, 1 all.
    pub kind: i32,
    pub first: Vec<usize>,
    pub first_all: bool,
    pub second: Vec<usize>,
    pub second_all: bool,
    /// Whether every cell with the first has the second.
    pub is_anywhere: bool,
}

/// A game ready to run.
#[derive(Clone, Debug)]
pub struct Program {
    pub width: usize,
    pub height: usize,
    /// Words of a plane.
    pub words: usize,
    pub objects: usize,
    pub layers: usize,
    pub layer_of: Vec<usize>,
    /// By plane.
    pub layer_of_plane: Vec<u32>,
    /// By layer: the objects that can be in the level.
    pub of_layer: Vec<Vec<usize>>,
    /// The objects that are players, of which a player has any, or all.
    pub player: Vec<usize>,
    pub player_all: bool,
    pub needs_player_moved: bool,
    pub rules_on_start: bool,
    pub rules: Vec<Rule>,
    /// The group of each rule.
    pub group_of: Vec<u32>,
    pub early: Phase,
    pub late: Phase,
    pub rigid_groups: Vec<usize>,
    /// Whether a rule of this level may restart it, or each position says where a restart leads.
    pub restarts: bool,
    /// Where planes begin, as tests list them.
    pub listed: Vec<u32>,
    /// Cells from which so many fit in a line.
    pub fitting: Vec<Vec<u64>>,
    /// By way, but for the last: how far the next cell lies, in words and bits, and the cells that have one.
    pub ahead: [((u32, u32), Vec<u64>); WAYS - 1],
    /// Rules that more bits of a plane can wake, and fewer.
    pub more: Waking,
    pub fewer: Waking,
    pub wins: Vec<Win>,
    /// Whether it matters if a turn wins that does not go on.
    pub keeps_won: bool,
    /// All cells of the level.
    pub whole: Vec<u64>,
    /// By cell: its place row by row.
    pub rank: Vec<u32>,
    pub level: Planes,
}

impl Waking {
    fn new(by_plane: Vec<Vec<(u32, u64)>>) -> Self {
        let mut begins = vec![0];
        let (mut words, mut planes) = (Vec::new(), none(by_plane.len()));
        for (plane, mut found) in by_plane.into_iter().enumerate() {
            if !found.is_empty() {
                set(&mut planes, plane);
            }
            words.append(&mut found);
            begins.push(words.len() as u32);
        }
        Self { begins, words, planes }
    }

    #[inline(always)]
    pub fn of(&self, plane: usize) -> Range<usize> {
        self.begins[plane] as usize..self.begins[plane + 1] as usize
    }
}

/// Takes away the rules that can never match: those that ask for an object that is not in the level, nor made by a rule
/// that can match, or for a movement that nothing gives. `more`: objects that are in the level, too.
pub fn prune(game: &mut Game, more: &[u64]) {
    let mut can = Possible::new(game, more);
    for pass in 0.. {
        let before = can.clone();
        for rule in game.rules() {
            if pass == PASSES || can.may_match(rule) {
                can.follow(rule);
            }
        }
        if can == before {
            break;
        }
    }
    for group in game.early.groups.iter_mut().chain(&mut game.late.groups) {
        group.rules.retain(|rule| can.may_match(rule));
    }
    (game.can_be, game.can_move) = (can.objects, can.moves);
}

/// What can be in a level: objects, and movements of layers.
#[derive(Clone, PartialEq, Eq)]
struct Possible {
    objects: Set,
    moves: Set,
}

impl Possible {
    fn new(game: &Game, more: &[u64]) -> Self {
        let mut objects = none(game.layer_of.len());
        add(&mut objects, more);
        for object in 0..game.layer_of.len() {
            if game.level.plane(object).iter().any(|&word| word != 0) {
                set(&mut objects, object);
            }
        }
        let mut moves: Set = vec![0; game.layers.len().div_ceil(A_WORD)].into();
        for object in members(&game.player) {
            add_layer(&mut moves, game.layer_of[object], 31);
        }
        Self { objects, moves }
    }

    fn may_match(&self, rule: &game::Rule) -> bool {
        rule.rows.iter().flat_map(|row| &row.cells).all(|cell| {
            has(&self.objects, &cell.present)
                && has(&self.moves, &cell.moving)
                && cell.any_of.iter().all(|any| meets(&self.objects, any))
        })
    }

    fn follow(&mut self, rule: &game::Rule) {
        for change in rule.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.change.as_ref()) {
            add(&mut self.objects, &change.put);
            add(&mut self.moves, &change.moving);
            change.chosen.iter().for_each(|&object| set(&mut self.objects, object));
            for &number in &change.turned {
                add_layer(&mut self.moves, number, 15);
            }
        }
    }
}

impl Program {
    pub fn new(game: &Game) -> Self {
        Builder::new(game).build()
    }

    /// The plane of a movement of a layer, by its bit.
    #[inline(always)]
    pub fn moving(&self, layer: usize, way: usize) -> usize {
        self.objects + WAYS * layer + way
    }

    pub fn planes(&self) -> usize {
        self.objects + WAYS * self.layers
    }

    /// The words of a level that one look at its cells compares, with objects and movements.
    pub fn level_words(&self) -> u64 {
        (self.rank.len() * (self.objects.div_ceil(64) + self.layers.div_ceil(A_WORD))) as u64
    }
}

/// A distance on the ring of a plane of so many words: whole words, and bits.
pub fn shift(words: usize, cells: isize) -> (u32, u32) {
    let shift = cells.rem_euclid(64 * words as isize) as u32;
    (shift / 64, shift % 64)
}

struct Builder<'a> {
    game: &'a Game,
    listed: Vec<u32>,
    fitting: Vec<Vec<u64>>,
    /// By the length of a row and its direction.
    fitting_of: HashMap<(usize, bool, bool), usize>,
    more: Vec<Vec<(u32, u64)>>,
    fewer: Vec<Vec<(u32, u64)>>,
    rules: Vec<Rule>,
    group_of: Vec<u32>,
    words: usize,
}

impl<'a> Builder<'a> {
    fn new(game: &'a Game) -> Self {
        let planes = game.layer_of.len() + WAYS * game.layers.len();
        Self {
            game,
            listed: Vec::new(),
            fitting: Vec::new(),
            fitting_of: HashMap::new(),
            more: vec![Vec::new(); planes],
            fewer: vec![Vec::new(); planes],
            rules: Vec::new(),
            group_of: Vec::new(),
            words: game.level.words,
        }
    }

    fn build(mut self) -> Program {
        let game = self.game;
        let (early, late) = (self.phase(&game.early), self.phase(&game.late));
        let (width, height) = (game.width, game.height);
        let possible =
            |objects: &[u64]| members(objects).filter(|&o| holds(&self.game.can_be, o)).collect::<Vec<_>>();
        // Objects that cannot be there count for nothing, except where all of some objects are asked for.
        let side =
            |objects: &[u64], all: bool| if all { members(objects).collect() } else { possible(objects) };
        let wins = game.wins.iter().map(|win| Win {
            kind: win.kind,
            first: side(&win.first, win.first_all),
            first_all: win.first_all,
            second: side(&win.second, win.second_all),
            second_all: win.second_all,
            is_anywhere: win.is_anywhere && !win.second_all && members(&win.first).next().is_some(),
        });
        let restarts = self.rules.iter().any(|rule| rule.commands & game::RESTART != 0);
        let keeps_restart = game.has_command(game::CHECKPOINT);
        let ahead = [(true, true), (true, false), (false, true), (false, false)].map(|(down, back)| {
            let step = if down { 1 } else { height as isize };
            let fits = self.fitting(2, down, back);
            (self.shift(if back { -step } else { step }), self.fitting[fits].clone())
        });
        let mut whole = vec![0; self.words];
        (0..width * height).for_each(|at| whole[at / 64] |= 1 << (at % 64));
        Program {
            width,
            height,
            words: self.words,
            objects: game.layer_of.len(),
            layers: game.layers.len(),
            layer_of: game.layer_of.clone(),
            layer_of_plane: game
                .layer_of
                .iter()
                .copied()
                .chain((0..WAYS * game.layers.len()).map(|number| number / WAYS))
                .map(|number| number as u32)
                .collect(),
            of_layer: game.layers.iter().map(|of_layer| possible(of_layer)).collect(),
            player: members(&game.player).collect(),
            player_all: game.player_all,
            needs_player_moved: game.needs_player_moved,
            rules_on_start: game.rules_on_start,
            early,
            late,
            rigid_groups: game.rigid_groups.clone(),
            restarts: game.has_command(game::RESTART) && (keeps_restart || restarts),
            wins: wins.collect(),
            keeps_won: true,
            whole,
            rank: (0..width * height).map(|at| (at % height * width + at / height) as u32).collect(),
            level: game.level.clone(),
            rules: self.rules,
            group_of: self.group_of,
            listed: self.listed,
            fitting: self.fitting,
            ahead,
            more: Waking::new(self.more),
            fewer: Waking::new(self.fewer),
        }
    }

    fn phase(&mut self, phase: &game::Phase) -> Phase {
        let first = self.rules.len();
        let mut groups = Vec::new();
        for (number, group) in phase.groups.iter().enumerate() {
            let begin = self.rules.len();
            for rule in &group.rules {
                self.rule(rule, group.random);
                self.group_of.push(number as u32);
            }
            groups.push(Group { random: group.random, line: group.line, rules: begin..self.rules.len() });
        }
        let mut stops = vec![groups.len(); groups.len() + 1];
        for at in (0..groups.len()).rev() {
            let ends = at + 1 == groups.len() && phase.loops[at + 1].is_some();
            let stops_here = groups[at].random || phase.loops[at].is_some() || ends;
            stops[at] = if stops_here { at } else { stops[at + 1] };
        }
        let first_line = groups.first().map_or(0, |group| group.line);
        Phase { groups, loops: phase.loops.clone(), stops, rules: first..self.rules.len(), first_line }
    }

    fn rule(&mut self, rule: &game::Rule, random: bool) {
        let step = if rule.down { 1 } else { self.game.height as isize };
        let step = if rule.back { -step } else { step };
        let cells = || rule.rows.iter().flat_map(|row| &row.cells);
        let chance = cells().filter_map(|cell| cell.change.as_ref()).any(game::Change::is_by_chance);
        let is_settled = rule.commands == 0 && rule.rigid.is_none() && !chance;
        let mut reads = Reads::default();
        let mut words = 0;
        let mut rows: Vec<Row> =
            rule.rows.iter().map(|row| self.row(rule, row, step, &mut reads, &mut words)).collect();
        if rule.rigid.is_none() && !chance {
            self.leave_out_what_is(rule, &mut rows);
        }
        if is_settled {
            for edit in rows.iter().flat_map(|row| &row.changes) {
                reads.more.extend(&edit.clear);
                reads.fewer.extend(&edit.put);
            }
        }
        let is_plain = rows.len() == 1 && rows[0].cuts.is_empty() && rule.rigid.is_none() && !chance;
        let changed_row = self.changed_row(&rows).filter(|_| rule.rigid.is_none() && !chance);
        let after_first = (1..rows.get(changed_row.unwrap_or(0)).map_or(0, |row| row.length))
            .map(|cell| self.shift(cell as isize * step))
            .collect();
        let number = self.rules.len();
        let mut needs = Vec::new();
        if !random {
            for list in [&mut reads.needs, &mut reads.more, &mut reads.fewer] {
                list.sort_unstable();
                list.dedup();
            }
            reads.more.iter().for_each(|&plane| note(&mut self.more[plane as usize], number));
            reads.fewer.iter().for_each(|&plane| note(&mut self.fewer[plane as usize], number));
            needs = reads
                .needs
                .iter()
                .map(|&plane| (plane, self.more[plane as usize].len() as u32 - 1))
                .collect();
            // Movements are rarest.
            needs.reverse();
        }
        let has_edits = cells().any(|cell| cell.change.is_some());
        let (line, down, back, commands, rigid) =
            (rule.line, rule.down, rule.back, rule.commands, rule.rigid);
        self.rules.push(Rule {
            number,
            line,
            down,
            step,
            back,
            rows,
            words,
            commands,
            rigid,
            has_edits,
            is_settled,
            is_plain,
            changed_row,
            after_first,
            needs,
        });
    }

    fn row(
        &mut self,
        rule: &game::Rule,
        row: &game::Row,
        step: isize,
        reads: &mut Reads,
        words: &mut u64,
    ) -> Row {
        let mut segments = Vec::new();
        let ends = row.cuts.iter().copied().chain([row.cells.len()]);
        let mut first = 0;
        for end in ends {
            let mut tests = [Vec::new(), Vec::new(), Vec::new()];
            for (number, cell) in row.cells[first..end].iter().enumerate() {
                self.tests(cell, number as isize * step, &mut tests, reads);
            }
            // What is rarest first.
            let tests = tests.concat();
            segments.push(Segment { fitting: self.fitting(end - first, rule.down, rule.back), tests });
            first = end;
        }
        let mut edits = Vec::new();
        for (number, cell) in row.cells.iter().enumerate() {
            let Some(change) = &cell.change else { continue };
            let edit = self.edit(number, step, change);
            *words += (edit.clear.len() + edit.put.len()) as u64;
            edits.push(edit);
        }
        *words += 8 * row.cells.len() as u64;
        Row { length: row.cells.len(), cuts: row.cuts.clone(), segments, changes: edits.clone(), edits }
    }

    fn tests(&mut self, cell: &Cell, shift: isize, tests: &mut [Vec<Test>; 3], reads: &mut Reads) {
        let (further, bits) = self.shift(shift);
        let can_move: Vec<u64> = (0..self.game.layers.len()).map(|number| self.can_move(number)).collect();
        let mut test = |planes: Vec<u32>, inverted: bool| {
            let begin = self.listed.len() as u32;
            let mut from = planes.iter().map(|&plane| plane * self.words as u32);
            let first = from.next().expect("a test has planes");
            self.listed.extend(from);
            let more = begin..self.listed.len() as u32;
            Test { words: further, bits, first, more, inverted: if inverted { u64::MAX } else { 0 } }
        };
        let objects = self.game.layer_of.len();
        let moves = |set: &[u64]| {
            let of =
                |number: usize, bits: u64| ones(bits).map(move |way| (objects + WAYS * number + way) as u32);
            (0..self.game.layers.len())
                .flat_map(|number| of(number, layer(set, number)))
                .collect::<Vec<u32>>()
        };
        let possible = |set: &[u64]| {
            members(set)
                .filter(|&object| holds(&self.game.can_be, object))
                .map(|object| object as u32)
                .collect::<Vec<u32>>()
        };
        for plane in moves(&cell.moving) {
            reads.needs.push(plane);
            reads.more.push(plane);
            tests[0].push(test(vec![plane], false));
        }
        for object in members(&cell.present) {
            reads.needs.push(object as u32);
            reads.more.push(object as u32);
            tests[1].push(test(vec![object as u32], false));
        }
        for any in &cell.any_of {
            let planes = possible(any);
            reads.more.extend(&planes);
            tests[1].push(test(planes, false));
        }
        // What can never move does not.
        let unmoved = moves(&cell.unmoved).into_iter().filter(|&plane| {
            let number = plane as usize - objects;
            can_move[number / WAYS] >> (number % WAYS) & 1 != 0
        });
        let lacking: Vec<u32> = possible(&cell.missing).into_iter().chain(unmoved).collect();
        if !lacking.is_empty() {
            reads.fewer.extend(&lacking);
            tests[2].push(test(lacking, true));
        }
    }

    /// Takes from the changes what is so wherever the rule matches: `[ > Player | Crate ] -> [ > Player | > Crate ]` puts no
    /// player. Not what another row changes, which may stand in the same cell.
    fn leave_out_what_is(&self, rule: &game::Rule, rows: &mut [Row]) {
        let (objects, layer_of) = (self.game.layer_of.len(), &self.game.layer_of);
        let written = |row: &Row| -> Vec<u32> {
            row.edits.iter().flat_map(|edit| edit.clear.iter().chain(&edit.put)).copied().collect()
        };
        let written: Vec<Vec<u32>> = rows.iter().map(written).collect();
        for (number, row) in rows.iter_mut().enumerate() {
            let is_others = |plane: usize| {
                let mut others = written.iter().enumerate().filter(|&(other, _)| other != number);
                others.any(|(_, planes)| planes.contains(&(plane as u32)))
            };
            for edit in &mut row.changes {
                let cell = &rule.rows[number].cells[edit.cell];
                let moves = |set: &[u64], plane: usize| {
                    let way = plane - objects;
                    layer(set, way / WAYS) >> (way % WAYS) & 1 != 0
                };
                let stands = |plane: usize| match plane < objects {
                    true => holds(&cell.present, plane),
                    false => moves(&cell.moving, plane),
                };
                // A cell has one object of a layer at most.
                let excludes = |other: usize, plane: usize| {
                    other != plane && layer_of[other] == layer_of[plane] && !is_others(other)
                };
                let lacks = |plane: usize| match plane < objects {
                    true => {
                        holds(&cell.missing, plane)
                            || members(&cell.present).any(|other| excludes(other, plane))
                    }
                    false => moves(&cell.unmoved, plane),
                };
                edit.put.retain(|&plane| is_others(plane as usize) || !stands(plane as usize));
                edit.clear.retain(|&plane| is_others(plane as usize) || !lacks(plane as usize));
            }
            row.changes.retain(|edit| !(edit.clear.is_empty() && edit.put.is_empty()));
        }
    }

    /// See [`Rule::changed_row`].
    fn changed_row(&self, rows: &[Row]) -> Option<usize> {
        let mut changed = (0..rows.len()).filter(|&number| !rows[number].changes.is_empty());
        let (number, None) = (changed.next()?, changed.next()) else { return None };
        let others = rows.iter().enumerate().filter(|&(other, _)| other != number).map(|(_, row)| row);
        let tests = others.flat_map(|row| &row.segments).flat_map(|segment| &segment.tests);
        let asked: Vec<u32> = tests
            .flat_map(|test| {
                self.listed[test.more.start as usize..test.more.end as usize].iter().chain([&test.first])
            })
            .map(|from| from / self.words as u32)
            .collect();
        let mut written = rows[number].changes.iter().flat_map(|edit| edit.clear.iter().chain(&edit.put));
        let is_free =
            rows.iter().all(|row| row.cuts.is_empty()) && written.all(|plane| !asked.contains(plane));
        is_free.then_some(number)
    }

    fn shift(&self, cells: isize) -> (u32, u32) {
        shift(self.words, cells)
    }

    /// The movements of a layer that anything can have.
    fn can_move(&self, number: usize) -> u64 {
        layer(&self.game.can_move, number)
    }

    fn edit(&self, cell: usize, step: isize, change: &game::Change) -> Edit {
        let objects = self.game.layer_of.len();
        let possible = |object: &usize| holds(&self.game.can_be, *object);
        let (mut clear, mut put): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        clear.extend(
            members(&change.clear).filter(|&o| !holds(&change.put, o)).filter(possible).map(|o| o as u32),
        );
        put.extend(members(&change.put).map(|object| object as u32));
        for number in 0..self.game.layers.len() {
            let moving = layer(&change.moving, number);
            let still = (layer(&change.still, number) | layer(&change.layers, number)) & !moving;
            let still = still & self.can_move(number);
            let planes = |bits| ones(bits).map(move |way| (objects + WAYS * number + way) as u32);
            clear.extend(planes(still));
            put.extend(planes(moving));
        }
        let (words, bits) = self.shift(cell as isize * step);
        Edit { cell, words, bits, clear, put, change: change.clone() }
    }

    /// The cells from which a row of that length lies on the level.
    fn fitting(&mut self, length: usize, down: bool, back: bool) -> usize {
        let (width, height, words) = (self.game.width, self.game.height, self.words);
        let fitting = &mut self.fitting;
        *self.fitting_of.entry((length, down, back)).or_insert_with(|| {
            let mut plane = vec![0; words];
            for at in 0..width * height {
                let (near, room) = if down { (at % height, height) } else { (at / height, width) };
                let fits = if back { near + 1 >= length } else { near + length <= room };
                plane[at / 64] |= u64::from(fits) << (at % 64);
            }
            fitting.push(plane);
            fitting.len() - 1
        })
    }
}

/// The planes that a rule looks at.
#[derive(Default)]
struct Reads {
    /// Without which it matches nowhere.
    needs: Vec<u32>,
    /// Of which more bits can make it do something.
    more: Vec<u32>,
    fewer: Vec<u32>,
}

fn note(words: &mut Vec<(u32, u64)>, rule: usize) {
    let (word, bit) = ((rule / 64) as u32, 1 << (rule % 64));
    match words.last_mut() {
        Some((last, bits)) if *last == word => *bits |= bit,
        _ => words.push((word, bit)),
    }
}
