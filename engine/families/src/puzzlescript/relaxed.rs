//! What may come of a position, if nothing that was possible once ever becomes impossible.
//!
//! For each object there are two planes: the cells where it *may* lie, and those where it *may be missing*. They begin as
//! the position is. A relaxed turn runs all keys at once and every rule wherever it may match, and only adds bits:
//!
//! ```text
//!   cell            0    1    2    3    4        P the player, C a crate that is pushed; in each cell what may lie
//!   turn 0               P    C         +        there, or nothing if it is not in capitals; + is a target
//!   turn 1          p    p    pc   c    +
//!   turn 2          p    p    pc   pc   +c       the crate may lie on the target: the bound is 2
//! ```
//!
//! **Why it never leaves out anything.** Let a position be *covered* if each object of it lies where it may, and each that
//! is not in a cell may be missing there. The position itself is covered at turn 0. If a rule matches in a covered
//! position, each of its tests holds for the planes, since a test asks either that an object is there, or that one is
//! not; so its changes were added to the planes, and what it leads to is covered. A test that something stands still is left
//! out, so rules match more often here. Chance and rigid rules only choose which of the matches are carried out. What
//! `cancel` leads back to was covered before, and `restart` adds the level as drawn. The same holds for movements, which
//! belong to an object and a cell here, and for an object that moves: its layer may be free where it goes. Rules are run
//! until nothing is added, whatever their order, and so are turns that follow by `again`. So a position that is reached
//! by k keys is covered after k relaxed turns.
//!
//! It follows:
//! * the first turn after which the win conditions *may* hold is a lower bound;
//! * where nothing is added any more and they may not, no goal can be reached, whatever the reason: a key that is gone,
//!   a crate in a corner, a door that nothing opens. No kind of game is known by name.
//!
//! **Work** is limited ([`WORK`]). In a turn that is cut short, bits may be missing: the turns before it count, and nothing
//! else is concluded.
//!
//! **A guess.** For each cell that breaks a condition, how many turns pass before it may be repaired; all of these
//! together. It may be too high, and guides only searches that prove nothing. (This is the sum of the levels of a
//! relaxed plan: Bonet, Geffner, *Planning as Heuristic Search*, 2001.)
//!
//! **A movement of nothing.** A rule may give a layer a movement in a cell where nothing lies, or take an object away and
//! leave its movement; what is put there later, or comes there, is carried on. Such movements have planes of their own
//! ([`Places::loose`]).

use super::bits::{Set, common, has, holds, layer, meets, members, none, ones, set, without};
use super::effects::there;
use super::game::{self, AGAIN, CHECKPOINT, Cell, Change, Game, RESTART, WIN};
use super::planes::Planes;
use super::program::{Program, WAYS, Win, shift};
use clew_core::puzzle::DEAD_END;
use std::collections::HashMap;

/// Turns that are looked ahead.
const MOST_TURNS: u32 = 250;
/// Words of planes that are worth the time.
const MOST_WORDS: usize = 1 << 13;
/// Words that all rules and conditions of a level may take.
const ROOM: usize = 1 << 22;
/// What one position may cost, in words of planes that are looked at: some milliseconds.
pub const WORK: usize = 1 << 23;
/// What trying a rule costs, even if it can match nowhere.
const RULE: usize = 8;
/// In the place of a plane: all cells.
const ALWAYS: u32 = u32::MAX;

/// Where the planes of a position begin, by number.
struct Places {
    /// Objects that come, go or move, by their number; `None` for those that never change.
    number_of: Vec<Option<u32>>,
    objects: u32,
    layers: u32,
}

impl Places {
    fn may(&self, number: u32) -> u32 {
        number
    }

    fn may_lack(&self, number: u32) -> u32 {
        self.objects + number
    }

    /// The movement of an object.
    fn moving(&self, number: u32, way: usize) -> u32 {
        2 * self.objects + WAYS as u32 * number + way as u32
    }

    /// Any movement in a layer.
    fn any_moving(&self, layer: usize, way: usize) -> u32 {
        (2 + WAYS as u32) * self.objects + (WAYS * layer + way) as u32
    }

    /// A movement that belongs to no object.
    fn loose(&self, layer: usize, way: usize) -> u32 {
        self.any_moving(self.layers as usize + layer, way)
    }

    /// Planes that are the same in all positions come after all others.
    fn constants(&self) -> u32 {
        self.any_moving(2 * self.layers as usize, 0)
    }
}

/// A distance on the ring of a plane: whole words, and bits.
type Shift = (u32, u32);

/// Any of some planes, each seen so far on.
struct Look {
    shift: Shift,
    any: Box<[u32]>,
}

/// A plane that gains the cells where a row matches; only those that another plane has, if not [`ALWAYS`].
struct Gain {
    plane: u32,
    among: u32,
}

/// What is gained in a cell of a row, seen from its first cell.
struct Edit {
    shift: Shift,
    gains: Vec<Gain>,
}

/// Cells in a line without a gap.
struct Segment {
    length: isize,
    /// From which cells it may match, seen from what never changes.
    from: Box<[u64]>,
    tests: Vec<Look>,
    edits: Vec<Edit>,
}

struct Rule {
    /// From one cell to the next.
    step: isize,
    /// Its direction, by number: see [`Relaxed::inside`].
    direction: usize,
    rows: Vec<Vec<Segment>>,
    wins: bool,
    restarts: bool,
}

impl Rule {
    /// The words that it takes, among them those of the lists of rules that a gain wakes.
    fn room(&self, words: usize) -> usize {
        let segments = self.rows.iter().flatten();
        let room = |segment: &Segment| {
            let tests: usize = segment.tests.iter().map(|look| 4 + look.any.len()).sum();
            let edits: usize = segment.edits.iter().map(|edit| 6 + 2 * edit.gains.len()).sum();
            8 + words + tests + edits
        };
        8 + segments.map(room).sum::<usize>()
    }
}

/// A layer with what moves in it.
struct Layer {
    number: usize,
    objects: Vec<u32>,
    /// Cells that nothing obstructs for good.
    open: Box<[u64]>,
}

/// A win condition: the cells that break it, or meet it.
struct Condition {
    kind: i32,
    first: Side,
    second: Option<Side>,
}

/// Objects of a condition: those that change, and where the others lie.
struct Side {
    all: bool,
    changing: Vec<u32>,
    fixed: Box<[u64]>,
}

/// A level as it is relaxed.
pub struct Relaxed {
    places: Places,
    words: usize,
    rules: Vec<Rule>,
    /// By direction of rules: the cells that have a next one.
    inside: [Box<[u64]>; 4],
    /// The first late rule.
    late: usize,
    /// By plane: the rules that more bits of it concern.
    woken: Vec<Box<[u32]>>,
    /// Rules that give movements without asking for any: they run in every frame.
    every_turn: Vec<u32>,
    layers: Vec<Layer>,
    /// Players, with the layer of each.
    players: Vec<(u32, usize)>,
    keys: usize,
    goes_on: bool,
    wins: Vec<Condition>,
    /// What it costs to look at all conditions.
    wins_work: usize,
    /// Where a restart leads.
    level: Planes,
    /// By movement: the distance, and the cells that something can come to.
    ways: Vec<(Shift, Shift, Box<[u64]>)>,
    whole: Vec<u64>,
    objects: Vec<usize>,
    constants: Vec<u64>,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// A lower bound on the moves to a goal, or [`DEAD_END`].
    pub bound: u32,
    /// All turns before each part of the conditions may be met, together.
    pub guess: u32,
    /// Whether the work ran out: more might be known.
    pub is_cut: bool,
}

impl Relaxed {
    /// `fixed`: what never changes; `changing`: the objects that do. `None` for a level or rules that are too large, and
    /// where a restart leads to another position than the level as drawn.
    pub fn new(game: &Game, program: &Program, fixed: &Planes, changing: &[u64]) -> Option<Self> {
        let objects: Vec<usize> = members(&common(changing, &game.can_be)).collect();
        let mut number_of = vec![None; game.layer_of.len()];
        objects.iter().zip(0..).for_each(|(&object, number)| number_of[object] = Some(number));
        let places = Places { number_of, objects: objects.len() as u32, layers: game.layers.len() as u32 };
        let room = places.constants() as usize * program.words;
        if game.has_command(RESTART) && game.has_command(CHECKPOINT) || room > MOST_WORDS {
            return None;
        }
        let inside =
            [0, 1, 2, 3].map(|direction| fitting(game, program, 2, (direction & 1 > 0, direction > 1)));
        let mut builder = Builder {
            game,
            program,
            fixed,
            places,
            constants: Vec::new(),
            known: HashMap::new(),
            room: ROOM,
        };
        let mut rules = builder.rules(&game.early)?;
        let late = rules.len();
        rules.append(&mut builder.rules(&game.late)?);
        let mut wins = Vec::new();
        for win in &program.wins {
            let found = builder.condition(win);
            builder.take(2 * program.words + found.changing())?;
            wins.push(found);
        }
        let wins_work = wins.iter().map(|win| program.words * (4 + 2 * win.changing())).sum();
        let layers = builder.layers();
        let Builder { places, constants, .. } = builder;
        let number = |object: usize| Some((places.number_of[object]?, game.layer_of[object]));
        let players = members(&game.player).filter_map(number).collect();
        let mut found = Self {
            words: program.words,
            inside,
            late,
            woken: Vec::new(),
            every_turn: Vec::new(),
            layers,
            players,
            keys: if game.has_action { WAYS } else { WAYS - 1 },
            // A restart runs the rules of the start.
            goes_on: game.has_command(AGAIN) || game.has_command(RESTART) && game.rules_on_start,
            wins,
            wins_work,
            level: game.level.clone(),
            ways: ways(program),
            whole: program.whole.clone(),
            objects,
            constants,
            places,
            rules,
        };
        found.note_readers();
        Some(found)
    }

    fn note_readers(&mut self) {
        let first_move = self.places.moving(0, 0);
        let mut woken = vec![Vec::new(); self.places.constants() as usize];
        for (number, rule) in self.rules.iter().enumerate() {
            let segments = || rule.rows.iter().flatten();
            let looks = || segments().flat_map(|segment| &segment.tests);
            let gains = || segments().flat_map(|segment| &segment.edits).flat_map(|edit| &edit.gains);
            let tests = looks().flat_map(|look| look.any.iter().copied());
            let among = gains().map(|gain| gain.among);
            for plane in tests.chain(among).filter(|&plane| plane < self.places.constants()) {
                woken[plane as usize].push(number as u32);
            }
            let asks = looks().any(|look| look.any.iter().all(|&plane| plane >= first_move));
            let gives =
                |gain: &Gain| gain.plane >= first_move && (gain.among == ALWAYS || gain.among < first_move);
            if !asks && gains().any(gives) {
                self.every_turn.push(number as u32);
            }
        }
        for rules in &mut woken {
            rules.dedup();
        }
        self.woken = woken.into_iter().map(Vec::into).collect();
    }

    /// What is known of a position that is not a goal.
    pub fn outlook(&self, objects: &[u64]) -> Outlook {
        Run::new(self, objects, WORK).outlook()
    }
}

#[cfg(test)]
impl Relaxed {
    /// Whether what may come of a position in so many turns has room for another position.
    pub fn covers(&self, objects: &[u64], turns: u32, other: &[u64]) -> bool {
        let mut run = Run::new(self, objects, usize::MAX);
        (0..turns).for_each(|_| run.turn());
        (0..).zip(&self.objects).all(|(number, &object)| {
            let lies = &other[object * self.words..][..self.words];
            let lacks: Vec<u64> = lies.iter().zip(&self.whole).map(|(lies, whole)| whole & !lies).collect();
            has(run.plane(self.places.may(number)), lies)
                && has(run.plane(self.places.may_lack(number)), &lacks)
        })
    }

    /// What it costs to look at a position with so much work.
    pub fn cost(&self, objects: &[u64], work: usize) -> (Outlook, usize) {
        let mut run = Run::new(self, objects, work);
        (run.outlook(), run.spent)
    }
}

/// A position that is relaxed.
struct Run<'a> {
    game: &'a Relaxed,
    planes: Vec<u64>,
    /// Rules that must be tried.
    awake: Vec<u64>,
    /// Whether anything was gained that stays.
    gained: bool,
    wins: bool,
    /// The work that was done, and that may be.
    spent: usize,
    work: usize,
    /// Where the segments of a rule match, and where an object moves to: memory that is used again.
    matching: Vec<u64>,
    moved: Vec<u64>,
}

impl<'a> Run<'a> {
    fn new(game: &'a Relaxed, objects: &[u64], work: usize) -> Self {
        let words = game.words;
        let mut planes = vec![0; game.places.constants() as usize * words];
        for (number, &object) in (0..).zip(&game.objects) {
            let lies = &objects[object * words..][..words];
            planes[game.places.may(number) as usize * words..][..words].copy_from_slice(lies);
            let lacks = &mut planes[game.places.may_lack(number) as usize * words..][..words];
            for ((lacks, lies), whole) in lacks.iter_mut().zip(lies).zip(&game.whole) {
                *lacks = whole & !lies;
            }
        }
        let mut awake = vec![0; game.rules.len().div_ceil(64)];
        (0..game.rules.len()).for_each(|rule| set(&mut awake, rule));
        let (matching, moved) = (Vec::new(), Vec::new());
        Self { game, planes, awake, gained: false, wins: false, spent: 0, work, matching, moved }
    }

    fn plane(&self, plane: u32) -> &[u64] {
        let at = plane as usize * self.game.words;
        match at.checked_sub(self.planes.len()) {
            None => &self.planes[at..][..self.game.words],
            Some(at) => &self.game.constants[at..][..self.game.words],
        }
    }

    /// Notes what will be done; says whether there is work left for it. What is not done adds no bits: then nothing is
    /// known of the turn that is being run, nor of those after it.
    fn spend(&mut self, work: usize) -> bool {
        self.spent = self.spent.saturating_add(work);
        !self.is_cut()
    }

    fn is_cut(&self) -> bool {
        self.spent > self.work
    }

    fn outlook(&mut self) -> Outlook {
        let mut guess: u32 = 0;
        for turn in 1..=MOST_TURNS {
            guess = guess.saturating_add(self.left()).min(DEAD_END - 1);
            self.gained = false;
            self.turn();
            // First of all: what a turn that was cut has not gained says nothing.
            let is_cut = self.is_cut();
            if is_cut || self.wins || !self.game.wins.is_empty() && self.may_be_won() {
                return Outlook { bound: turn, guess, is_cut };
            }
            if !self.gained {
                return Outlook { bound: DEAD_END, guess: DEAD_END, is_cut };
            }
        }
        Outlook { bound: MOST_TURNS + 1, guess, is_cut: false }
    }

    /// All keys, and what follows by itself.
    fn turn(&mut self) {
        let game = self.game;
        self.begin_frame();
        for &(player, of_layer) in &game.players {
            for way in 0..game.keys {
                if !self.spend(2 * game.words) {
                    return;
                }
                for word in 0..game.words {
                    let stands = self.plane(game.places.may(player))[word];
                    self.gain_moving(player, of_layer, way, word, stands);
                }
            }
        }
        self.frame();
        let before = self.gained;
        while game.goes_on && std::mem::replace(&mut self.gained, false) && !self.is_cut() {
            self.begin_frame();
            self.frame();
        }
        self.gained |= before;
    }

    /// Nothing moves.
    fn begin_frame(&mut self) {
        let (first, end) = (self.game.places.moving(0, 0), self.game.places.constants());
        // Filling is faster than all else.
        self.spend((end - first) as usize * self.game.words / 8 + self.game.every_turn.len());
        self.planes[first as usize * self.game.words..end as usize * self.game.words].fill(0);
        self.game.every_turn.iter().for_each(|&rule| set(&mut self.awake, rule as usize));
    }

    /// Early rules, movements, late rules.
    fn frame(&mut self) {
        self.run_rules(0, self.game.late);
        self.resolve();
        self.run_rules(self.game.late, self.game.rules.len());
    }

    fn run_rules(&mut self, from: usize, to: usize) {
        while self.spend(1 + to.div_ceil(64) - from / 64) {
            let mut any = false;
            for word in from / 64..to.div_ceil(64) {
                let mut some = self.awake[word];
                if word == from / 64 {
                    some &= u64::MAX << (from % 64);
                }
                if word == to / 64 {
                    some &= (1 << (to % 64)) - 1;
                }
                for bit in ones(some) {
                    any = true;
                    self.awake[word] &= !(1 << bit);
                    self.run_rule(64 * word + bit);
                    if self.is_cut() {
                        return;
                    }
                }
            }
            if !any {
                return;
            }
        }
    }

    fn run_rule(&mut self, number: usize) {
        let game = self.game;
        let rule = &game.rules[number];
        let words = game.words;
        self.spend(RULE);
        let mut matching = std::mem::take(&mut self.matching);
        matching.clear();
        let matches = rule.rows.iter().all(|row| self.match_row(rule, row, &mut matching));
        if matches {
            self.wins |= rule.wins;
            if rule.restarts {
                self.restart();
            }
            let segments = rule.rows.iter().flatten();
            for (segment, matching) in segments.zip(matching.chunks_exact(words)) {
                for edit in &segment.edits {
                    if !self.spend(words * (1 + edit.gains.len())) {
                        break;
                    }
                    for word in 0..words {
                        let cells = seen(matching, edit.shift, word);
                        if cells == 0 {
                            continue;
                        }
                        for gain in &edit.gains {
                            let among = match gain.among {
                                ALWAYS => cells,
                                plane => cells & self.plane(plane)[word],
                            };
                            self.gain(gain.plane, word, among);
                        }
                    }
                }
            }
        }
        self.matching = matching;
    }

    /// All may lie as the level was drawn.
    fn restart(&mut self) {
        let game = self.game;
        self.spend(2 * game.objects.len() * game.words);
        for (number, &object) in (0..).zip(&game.objects) {
            for (word, &lies) in game.level.plane(object).iter().enumerate() {
                self.gain(game.places.may(number), word, lies);
                self.gain(game.places.may_lack(number), word, game.whole[word] & !lies);
            }
        }
    }

    /// Appends where each segment of a row may match; says whether all do, as far as there is work left.
    fn match_row(&mut self, rule: &Rule, row: &[Segment], matching: &mut Vec<u64>) -> bool {
        let (words, begin) = (self.game.words, matching.len());
        for segment in row {
            let first = matching.len();
            matching.extend_from_slice(&segment.from);
            let cells = &mut matching[first..];
            for look in &segment.tests {
                if !self.spend(words * look.any.len()) {
                    return false;
                }
                let mut left = 0;
                for (word, cells) in cells.iter_mut().enumerate().filter(|(_, cells)| **cells != 0) {
                    let any = look
                        .any
                        .iter()
                        .fold(0, |any, &plane| any | seen(self.plane(plane), look.shift, word));
                    *cells &= any;
                    left |= *cells;
                }
                if left == 0 {
                    return false;
                }
            }
            if !self.spend(words) || cells.iter().all(|&cells| cells == 0) {
                return false;
            }
        }
        let inside = &self.game.inside[rule.direction];
        // Each segment lies further on in the line than the one before.
        for number in (1..row.len()).rev() {
            let (before, after) = matching[begin..].split_at_mut(number * words);
            let before = &mut before[(number - 1) * words..];
            let mut ray = after[..words].to_vec();
            self.extend(&mut ray, inside, rule.step);
            // The last cell of a place has a next one, from which a line leads to a place of the segment after it.
            let last: Vec<u64> =
                (0..words).map(|word| seen(&ray, self.shift(rule.step), word) & inside[word]).collect();
            let first = self.shift((row[number - 1].length - 1) * rule.step);
            if !narrow(before, |word| seen(&last, first, word)) {
                return false;
            }
        }
        for number in 1..row.len() {
            let (before, after) = matching[begin..].split_at_mut(number * words);
            let before = &before[(number - 1) * words..];
            let last = self.shift((1 - row[number - 1].length) * rule.step);
            let mut ray: Vec<u64> = (0..words).map(|word| seen(before, last, word) & inside[word]).collect();
            self.extend(&mut ray, inside, -rule.step);
            if !narrow(&mut after[..words], |word| seen(&ray, self.shift(-rule.step), word)) {
                return false;
            }
        }
        true
    }

    fn shift(&self, cells: isize) -> Shift {
        let shift = cells.rem_euclid(64 * self.game.words as isize) as u32;
        (shift / 64, shift % 64)
    }

    /// Adds all cells from which steps inside lead to one of these: 1 step, then up to 3, 7, and so on.
    fn extend(&mut self, ray: &mut [u64], inside: &[u64], mut step: isize) {
        // The cells from which so many steps are inside.
        let mut open = inside.to_vec();
        while open.iter().any(|&cells| cells != 0) {
            self.spend(3 * open.len());
            let shift = self.shift(step);
            let more: Vec<u64> = (0..ray.len()).map(|word| seen(ray, shift, word) & open[word]).collect();
            ray.iter_mut().zip(more).for_each(|(ray, more)| *ray |= more);
            open = (0..open.len()).map(|word| seen(&open, shift, word) & open[word]).collect();
            step *= 2;
        }
    }

    /// Moves what may move to where its layer may be free, until nothing is added.
    fn resolve(&mut self) {
        let game = self.game;
        let places = &game.places;
        for of_layer in &game.layers {
            let still = |way: &usize| {
                self.plane(places.any_moving(of_layer.number, *way)).iter().all(|&bits| bits == 0)
            };
            let is_still = (0..WAYS - 1).all(|way| still(&way));
            if !self.spend(WAYS * game.words) {
                return;
            }
            while !is_still && self.move_layer(of_layer) {}
        }
    }

    /// Moves each object of a layer once, all ways; says whether anything is new, and there is work left.
    fn move_layer(&mut self, of_layer: &Layer) -> bool {
        let game = self.game;
        let places = &game.places;
        let mut any = false;
        for (way, (ahead, back, reached)) in game.ways.iter().enumerate() {
            for &object in &of_layer.objects {
                if !self.spend(game.words * (WAYS + of_layer.objects.len())) {
                    return false;
                }
                let mut moved = std::mem::take(&mut self.moved);
                moved.clear();
                let moving = self.plane(places.moving(object, way));
                moved.extend((0..game.words).map(|word| {
                    let comes = seen(moving, *back, word) & reached[word] & of_layer.open[word];
                    let lacking = |free, &other: &u32| free & self.plane(places.may_lack(other))[word];
                    if comes == 0 { 0 } else { of_layer.objects.iter().fold(comes, lacking) }
                }));
                for word in 0..game.words {
                    any |= self.gain(places.may(object), word, moved[word]);
                    for carried in 0..WAYS {
                        let loose = self.plane(places.loose(of_layer.number, carried))[word] & moved[word];
                        any |= self.gain_moving(object, of_layer.number, carried, word, loose);
                    }
                    any |= self.gain(places.may_lack(object), word, seen(&moved, *ahead, word));
                }
                self.moved = moved;
            }
        }
        any
    }

    fn gain_moving(&mut self, object: u32, of_layer: usize, way: usize, word: usize, cells: u64) -> bool {
        let places = &self.game.places;
        self.gain(places.any_moving(of_layer, way), word, cells);
        self.gain(places.moving(object, way), word, cells)
    }

    /// Adds bits to a plane; says whether any is new.
    fn gain(&mut self, plane: u32, word: usize, cells: u64) -> bool {
        let place = &mut self.planes[plane as usize * self.game.words + word];
        if cells & !*place == 0 {
            return false;
        }
        *place |= cells;
        self.gained |= plane < self.game.places.moving(0, 0);
        let woken = &self.game.woken[plane as usize];
        self.spend(woken.len());
        woken.iter().for_each(|&rule| set(&mut self.awake, rule as usize));
        true
    }

    /// Whether the win conditions may all be met.
    fn may_be_won(&mut self) -> bool {
        self.spend(self.game.wins_work);
        self.game.wins.iter().all(|win| self.left_of(win, false) == 0)
    }

    /// How much of the win conditions cannot be met yet.
    fn left(&mut self) -> u32 {
        self.spend(self.game.wins_work);
        let left: u32 = self.game.wins.iter().map(|win| self.left_of(win, true)).sum();
        left.max(1)
    }

    /// How many cells of a condition certainly break it; 1 where it needs a cell and has none. `guessed`: also how many
    /// fixed places of a condition on what moves are not reached yet.
    fn left_of(&self, win: &Condition, guessed: bool) -> u32 {
        let has =
            |side: &Side, word| side.fold(word, |number| self.plane(self.game.places.may(number))[word]);
        let lacks = |side: &Side, word| {
            side.lacking(word, |number| self.plane(self.game.places.may_lack(number))[word])
        };
        let whole = &self.game.whole;
        let mut left = 0;
        let mut any = 0;
        for (word, &whole) in whole.iter().enumerate() {
            let first = has(&win.first, word) & whole;
            let second = win.second.as_ref().map_or(first, |second| has(second, word)) & whole;
            any |= first & second;
            let no_second = win.second.as_ref().map_or(0, |second| lacks(second, word));
            left += match win.kind {
                // It lies there for certain, and nothing of the second may.
                1 => !lacks(&win.first, word) & whole & !second,
                -1 => !lacks(&win.first, word) & !no_second & whole,
                _ => 0,
            }
            .count_ones();
            if let Some(second) =
                win.second.as_ref().filter(|second| guessed && win.kind == 1 && second.changing.is_empty())
                && !win.first.changing.is_empty()
            {
                left += (has(second, word) & !first & whole).count_ones();
            }
        }
        if win.kind == 0 { u32::from(any == 0) } else { left }
    }
}

impl Condition {
    /// Planes that are looked at.
    fn changing(&self) -> usize {
        self.first.changing.len() + self.second.as_ref().map_or(0, |second| second.changing.len())
    }
}

impl Side {
    /// Where it may be: any of its objects, or all of them.
    fn fold(&self, word: usize, may: impl Fn(u32) -> u64) -> u64 {
        let planes = self.changing.iter().map(|&number| may(number));
        if self.all {
            planes.fold(self.fixed[word], |all, plane| all & plane)
        } else {
            planes.fold(self.fixed[word], |any, plane| any | plane)
        }
    }

    /// Where it may be missing.
    fn lacking(&self, word: usize, may_lack: impl Fn(u32) -> u64) -> u64 {
        let planes = self.changing.iter().map(|&number| may_lack(number));
        if self.all {
            planes.fold(!self.fixed[word], |any, plane| any | plane)
        } else {
            planes.fold(!self.fixed[word], |all, plane| all & plane)
        }
    }
}

/// A plane, as each cell sees it so far on.
#[inline(always)]
fn seen(plane: &[u64], (words, bits): Shift, word: usize) -> u64 {
    let mut low = word + words as usize;
    low -= if low >= plane.len() { plane.len() } else { 0 };
    let high = if low + 1 == plane.len() { 0 } else { low + 1 };
    plane[low] >> bits | plane[high] << 1 << (63 - bits)
}

/// Leaves only some cells of a plane; says whether there are any.
fn narrow(plane: &mut [u64], among: impl Fn(usize) -> u64) -> bool {
    plane.iter_mut().enumerate().for_each(|(word, cells)| *cells &= among(word));
    plane.iter().any(|&cells| cells != 0)
}

/// The cells from which so many lie on the level in a direction: down or to the right, or back.
fn fitting(game: &Game, program: &Program, length: usize, (down, back): (bool, bool)) -> Box<[u64]> {
    let (width, height) = (game.width, game.height);
    let mut fits = vec![0; program.words];
    for at in 0..width * height {
        let (near, room) = if down { (at % height, height) } else { (at / height, width) };
        if if back { near + 1 >= length } else { near + length <= room } {
            set(&mut fits, at);
        }
    }
    fits.into()
}

/// By movement: how far it leads, how far back it came from, and the cells that something can come to.
fn ways(program: &Program) -> Vec<(Shift, Shift, Box<[u64]>)> {
    let (width, height) = (program.width, program.height);
    let way = |(step, comes): (isize, &dyn Fn(usize) -> bool)| {
        let mut reached = vec![0; program.words];
        (0..width * height).filter(|&at| comes(at)).for_each(|at| set(&mut reached, at));
        (shift(program.words, step), shift(program.words, -step), reached.into())
    };
    let down = height as isize;
    [
        way((-1, &|at| at % height + 1 < height)),
        way((1, &|at| at % height > 0)),
        way((-down, &|at| at / height + 1 < width)),
        way((down, &|at| at / height > 0)),
    ]
    .into()
}

struct Builder<'a> {
    game: &'a Game,
    program: &'a Program,
    fixed: &'a Planes,
    places: Places,
    constants: Vec<u64>,
    /// The planes of constants, each once.
    known: HashMap<Vec<u64>, u32>,
    /// Words that may still be taken.
    room: usize,
}

impl Builder<'_> {
    /// `None` if there is not so much room.
    fn take(&mut self, words: usize) -> Option<()> {
        self.room = self.room.checked_sub(words)?;
        Some(())
    }

    /// `None` if they take too much room.
    fn rules(&mut self, phase: &game::Phase) -> Option<Vec<Rule>> {
        let mut found = Vec::new();
        for rule in phase.groups.iter().flat_map(|group| &group.rules) {
            let constants = self.constants.len();
            if let Some(rule) = self.rule(rule) {
                self.take(rule.room(self.program.words))?;
                found.push(rule);
            }
            self.take(self.constants.len() - constants)?;
        }
        Some(found)
    }

    /// `None` for a rule that can never match.
    fn rule(&mut self, rule: &game::Rule) -> Option<Rule> {
        let step = if rule.down { 1 } else { self.game.height as isize };
        let step = if rule.back { -step } else { step };
        let alone = rule.rows.len() == 1;
        let mut rows = Vec::new();
        for row in &rule.rows {
            let mut segments = Vec::new();
            let mut first = 0;
            for end in row.cuts.iter().copied().chain([row.cells.len()]) {
                segments.push(self.segment(rule, &row.cells[first..end], step, alone)?);
                first = end;
            }
            rows.push(segments);
        }
        let (wins, restarts) = (rule.commands & WIN != 0, rule.commands & RESTART != 0);
        let direction = usize::from(rule.down) + 2 * usize::from(rule.back);
        let does_something =
            wins || restarts || rows.iter().flatten().any(|segment: &Segment| !segment.edits.is_empty());
        does_something.then_some(Rule { step, direction, rows, wins, restarts })
    }

    fn segment(&mut self, rule: &game::Rule, cells: &[Cell], step: isize, alone: bool) -> Option<Segment> {
        let mut from = fitting(self.game, self.program, cells.len(), (rule.down, rule.back));
        // Movements are rarest.
        let mut tests = [Vec::new(), Vec::new()];
        let mut edits = Vec::new();
        for (number, cell) in cells.iter().enumerate() {
            let away = number as isize * step;
            self.tests(cell, shift(self.program.words, away), &mut from, &mut tests)?;
            if let Some(change) = &cell.change {
                let gains = self.gains(cell, change, alone);
                if !gains.is_empty() {
                    edits.push(Edit { shift: shift(self.program.words, -away), gains });
                }
            }
        }
        Some(Segment {
            length: cells.len() as isize,
            from,
            tests: tests.into_iter().flatten().collect(),
            edits,
        })
    }

    fn number(&self, object: usize) -> Option<u32> {
        self.places.number_of[object]
    }

    /// The objects of a set that change.
    fn numbers(&self, objects: &[u64]) -> Vec<u32> {
        members(objects).filter_map(|object| self.number(object)).collect()
    }

    /// Adds what a cell asks for; `None` if that never holds.
    fn tests(
        &mut self,
        cell: &Cell,
        shift: Shift,
        from: &mut [u64],
        [moves, lies]: &mut [Vec<Look>; 2],
    ) -> Option<()> {
        let mut always = |plane: &[u64], is_there: bool| {
            for (word, from) in from.iter_mut().enumerate() {
                let seen = seen(plane, shift, word);
                *from &= if is_there { seen } else { !seen };
            }
        };
        for object in members(&cell.present) {
            match self.number(object) {
                Some(number) => lies.push(Look { shift, any: [self.places.may(number)].into() }),
                None => always(self.fixed.plane(object), true),
            }
        }
        for object in members(&cell.missing) {
            match self.number(object) {
                Some(number) => lies.push(Look { shift, any: [self.places.may_lack(number)].into() }),
                None => always(self.fixed.plane(object), false),
            }
        }
        for any_of in &cell.any_of {
            let mut any: Vec<u32> =
                self.numbers(any_of).into_iter().map(|number| self.places.may(number)).collect();
            let fixed = self.fixed.any(any_of);
            if any.is_empty() {
                always(&fixed, true);
                continue;
            }
            if fixed.iter().any(|&word| word != 0) {
                let next = self.places.constants() + self.known.len() as u32;
                let constants = &mut self.constants;
                any.push(*self.known.entry(fixed).or_insert_with_key(|fixed| {
                    constants.extend(fixed);
                    next
                }));
            }
            lies.push(Look { shift, any: any.into() });
        }
        for number in 0..self.game.layers.len() {
            for way in ones(layer(&cell.moving, number)) {
                let mut any: Vec<u32> = self
                    .numbers(&there(self.game, cell, number))
                    .into_iter()
                    .map(|object| self.places.moving(object, way))
                    .collect();
                if !self.is_named(cell, number) {
                    any.push(self.places.loose(number, way));
                }
                if any.is_empty() {
                    return None;
                }
                moves.push(Look { shift, any: any.into() });
            }
        }
        from.iter().any(|&word| word != 0).then_some(())
    }

    /// Whether a cell asks for an object of a layer.
    fn is_named(&self, cell: &Cell, number: usize) -> bool {
        let of_layer = &self.game.layers[number];
        meets(&cell.present, of_layer) || cell.any_of.iter().any(|any| has(of_layer, any))
    }

    /// What is gained where a cell is changed. `alone`: whether no other row of the rule may have changed it meanwhile.
    fn gains(&self, cell: &Cell, change: &Change, alone: bool) -> Vec<Gain> {
        let mut found = Vec::new();
        for (number, of_layer) in self.game.layers.iter().enumerate() {
            self.gains_of_layer(cell, change, alone, (number, of_layer), &mut found);
        }
        found
    }

    fn gains_of_layer(
        &self,
        cell: &Cell,
        change: &Change,
        alone: bool,
        (number, of_layer): (usize, &Set),
        found: &mut Vec<Gain>,
    ) {
        let places = &self.places;
        // A movement that the rule gives.
        let mut ways = layer(&change.moving, number);
        if change.turned.contains(&number) {
            ways |= 15;
        }
        let is_chosen = change.chosen.iter().any(|&object| self.game.layer_of[object] == number);
        let is_exchanged = meets(&change.clear, of_layer) || meets(&change.put, of_layer);
        if ways == 0 && !is_chosen && !is_exchanged {
            return;
        }
        let mut gain = |plane, among| found.push(Gain { plane, among });
        let lay = if alone { there(self.game, cell, number) } else { of_layer.clone() };
        let is_certain = alone && self.is_named(cell, number);
        let put = common(&change.put, of_layer);
        let cleared = without(&common(&change.clear, &lay), &put);
        let mut comes = without(&put, &cell.present);
        if !alone {
            comes.clone_from(&put);
        }
        let chosen: Vec<usize> =
            change.chosen.iter().copied().filter(|&object| self.game.layer_of[object] == number).collect();
        for &object in &chosen {
            set(&mut comes, object);
        }
        let mut goes = cleared.clone();
        if !chosen.is_empty() {
            goes = of_layer.clone();
        }
        self.numbers(&comes).into_iter().for_each(|object| gain(places.may(object), ALWAYS));
        self.numbers(&goes).into_iter().for_each(|object| gain(places.may_lack(object), ALWAYS));
        let mut result = none(self.game.layer_of.len());
        for word in 0..result.len() {
            result[word] = put[word] | comes[word];
            if members(&put).next().is_none() {
                result[word] |= lay[word];
            }
        }
        let is_empty = |objects: &[u64]| objects.iter().all(|&word| word == 0);
        let may_be_empty = is_empty(&put) && (!is_certain || !is_empty(&cleared));
        let lies_for_certain = |object: usize| holds(&put, object) || alone && holds(&cell.present, object);
        for way in ones(ways) {
            for object in members(&result) {
                let Some(moved) = self.number(object) else { continue };
                let among = if lies_for_certain(object) { ALWAYS } else { places.may(moved) };
                gain(places.moving(moved, way), among);
            }
            if may_be_empty {
                gain(places.loose(number, way), ALWAYS);
            }
            gain(places.any_moving(number, way), ALWAYS);
        }
        // A movement that was there already, and stays for what comes, or for nothing.
        let stilled = layer(&change.still, number) | layer(&change.layers, number);
        for way in ones(31 & !stilled) {
            for object in self.numbers(&comes) {
                gain(places.moving(object, way), places.any_moving(number, way));
            }
            if is_empty(&put) && !is_empty(&cleared) {
                gain(places.loose(number, way), places.any_moving(number, way));
            }
        }
    }

    fn layers(&self) -> Vec<Layer> {
        let numbered = self.game.layers.iter().enumerate();
        let found = numbered.map(|(number, of_layer)| {
            let fixed = self.fixed.any(of_layer);
            let open = self.program.whole.iter().zip(fixed).map(|(whole, fixed)| whole & !fixed).collect();
            Layer { number, objects: self.numbers(of_layer), open }
        });
        found.filter(|found| !found.objects.is_empty()).collect()
    }

    fn condition(&self, win: &Win) -> Condition {
        let side = |objects: &[usize], all: bool| {
            let changing: Vec<u32> = objects.iter().filter_map(|&object| self.number(object)).collect();
            let unchanging: Vec<usize> =
                objects.iter().copied().filter(|&object| self.number(object).is_none()).collect();
            Side { all, changing, fixed: self.fixed.any_or_all(&unchanging, all).into() }
        };
        Condition {
            kind: win.kind,
            first: side(&win.first, win.first_all),
            second: (!win.is_anywhere).then(|| side(&win.second, win.second_all)),
        }
    }
}
