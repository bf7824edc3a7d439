//! A game of any number of objects behind one interface, for states of one kind of word.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Instant;

use super::bits::{none, set};
use super::board::Board;
use super::bound::Bound;
use super::fuel::Why;
use super::game::{Game, WIN};
use super::heard::{Asks, Heard};
use super::lanes::{LANES, Lanes, Outcome};
use super::layout::{Bits, Demand, Layout, Point};
use super::memory::{Memory, Patch};
use super::places::Places;
use super::planes::{Planes, cells};
use super::program::{Program, prune};
use super::random::Luck;
use super::relaxed::{Outlook, Relaxed};
use super::rest::Rests;
use super::turn::{Standing, Table};
use clew_core::packed::Packed;
use clew_core::trouble::Trouble;
use clew_core::whole::WHOLE;

/// Tables that are kept.
const TABLES: usize = 16;

/// The keys: up, left, down, right, action, and a tick of the clock.
const KEYS: usize = 6;
const ACTION: usize = 4;
const TICK: usize = 5;

/// Words of what changes in a level whose turns are remembered: noting what a turn reads takes time with each of them.
const MOST_WORDS: usize = 256;

/// How many numbers chance may have drawn in a position that comes from outside: they are drawn again for its moves.
const MOST_DRAWS: u32 = 1 << 21;

/// Of a turn that makes [`Places`] wrong: no answer is better than one about another game.
const MISPLACED: &str = "something came where Clew had found that it cannot come; that is a fault of Clew, not of the \
                         game: please report it, with the game";

/// What a search asks of a game.
pub trait Rules<W: Packed>: Send + Sync {
    /// See [`clew_core::puzzle::Puzzle::afresh`].
    fn afresh(&self) -> Box<dyn Rules<W>>;
    /// Where the game begins.
    fn initial(&self) -> W;
    /// Visits the keys that change something, with what they lead to. `only`: one key, instead of all.
    fn successors(&self, state: W, only: Option<u8>, visit: &mut dyn FnMut(u8, W));
    /// See [`clew_core::puzzle::Puzzle::successors_of`].
    fn successors_of(&self, states: &[W], visit: &mut dyn FnMut(usize, u8, W));
    fn is_goal(&self, state: W) -> bool;
    fn pack(&self, position: &[u16]) -> Result<W, String>;
    fn unpack(&self, state: W) -> Vec<u16>;
    /// A player, and where it stands.
    fn player(&self, state: W) -> [u16; 2];
    /// A lower bound, as in [`clew_core::puzzle::Puzzle::heuristic`].
    fn heuristic(&self, state: W) -> u32;
    fn has_bound(&self) -> bool;
    /// What may come of a position that is not a goal; `None` where the level is too large for that.
    fn outlook(&self, state: W) -> Option<Outlook>;
    /// As in [`clew_core::puzzle::Puzzle::parts`].
    fn parts(&self, state: W, out: &mut Vec<u64>);
    /// As in [`clew_core::puzzle::Puzzle::asked`].
    fn asked(&self, state: W, key: u8) -> Vec<u16>;
    /// What went wrong while rules ran.
    fn trouble(&self) -> &Arc<Trouble>;
}

/// A game, and how its positions are packed. `N`: the words of a plane, or 0 for any number.
pub struct Machine<const N: usize> {
    rules: Arc<Compiled>,
    pub trouble: Arc<Trouble>,
    pub asks: Arc<Asks>,
    luck: Luck,
    tables: Arc<Tables<N>>,
}

/// A turn of a key.
pub enum Turn<'a, const N: usize> {
    /// It was met before: what it changes.
    Met(&'a [Patch]),
    Played(&'a Point<'a>, &'a Board<N>),
}

/// What never changes.
struct Compiled {
    program: Program,
    layout: Layout,
    bound: Bound,
    relaxed: Option<Relaxed>,
    /// See [`Layout::demands`].
    demands: (Vec<Demand>, bool),
    /// Whether turns, which follow from what lies in the level and from nothing else, may be run side by side; and whether
    /// they may be remembered.
    abreast: bool,
    remembers: bool,
    /// The keys of the game.
    keys: Vec<usize>,
    /// Where the level begins.
    first: Standing,
}

/// Tables for the threads that play. Each thread tries the one first that it had last, which hardly ever is in use.
struct Tables<const N: usize>([Mutex<Option<Box<Table<N>>>>; TABLES]);

impl<const N: usize> Default for Tables<N> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Mutex::default()))
    }
}

impl<const N: usize> Tables<N> {
    fn free(&self) -> Option<MutexGuard<'_, Option<Box<Table<N>>>>> {
        let mine = THREAD.with(|thread| thread.0);
        (0..TABLES).find_map(|more| match self.0[(mine + more) % TABLES].try_lock() {
            Ok(place) => Some(place),
            Err(TryLockError::Poisoned(place)) => {
                let mut place = place.into_inner();
                *place = None;
                Some(place)
            }
            Err(TryLockError::WouldBlock) => None,
        })
    }
}

/// The number of a thread, which is free again when it ends: helpers of a search are started for each block of work,
/// and those after them take over their tables.
struct Number(usize);

static TAKEN: AtomicU32 = AtomicU32::new(0);
thread_local! {
    static THREAD: Number = Number::take();
}

impl Number {
    /// The least free number; [`TABLES`] if there is none.
    fn take() -> Self {
        let least = |taken: u32| taken.trailing_ones() as usize;
        let with_it = |taken| (least(taken) < TABLES).then(|| taken | 1 << least(taken));
        match TAKEN.fetch_update(Ordering::Relaxed, Ordering::Relaxed, with_it) {
            Ok(before) => Self(least(before)),
            Err(_) => Self(TABLES),
        }
    }
}

impl Drop for Number {
    fn drop(&mut self) {
        if self.0 < TABLES {
            TAKEN.fetch_and(!(1 << self.0), Ordering::Relaxed);
        }
    }
}

impl<const N: usize> Machine<N> {
    /// `start`: the plain numbers of another position in which it may begin; `draws`: the numbers that chance has drawn
    /// before the level begins. `Err`, in words, if it never does.
    pub fn new(mut game: Game, seed: &str, draws: u32, start: &[u16]) -> Result<Self, String> {
        let luck = Luck::new(seed);
        let trouble: Arc<Trouble> = Arc::default();
        let objects = game.layer_of.len();
        let mut more = none(objects);
        let numbers = start.iter().filter_map(|&number| usize::from(number).checked_sub(1));
        numbers.filter(|&object| object < objects).for_each(|object| set(&mut more, object));
        prune(&mut game, &more);
        let mut program = Program::new(&game);
        let places = Places::new(&game, &program, start);
        if places.settle(&mut game) {
            // Two of a large level would hold much memory.
            drop(program);
            program = Program::new(&game);
        }
        let mut table = Table::<N>::new(&program, luck.clone().after(draws));
        table.begin(&program);
        if let Some(endless) = table.run.endless {
            return Err(endless.words());
        }
        if let Some(cut) = table.run.cut {
            trouble.note(false, cut.line, || cut.words());
        }
        let begun = table.board.grid.objects();
        // Whether what lies in a position does not say if the level is won: a rule may win it, or it begins with its
        // conditions met, which no turn has looked at.
        let keeps_won = game.has_command(WIN) || !table.won && program.is_won(begun);
        let layout = Layout::new(&game, keeps_won, &places.at_rest(&game, start, begun));
        if !layout.can_be(begun) || layout.keeps_restart() && !layout.can_be(&table.restart) {
            return Err(MISPLACED.to_owned());
        }
        let words = program.words;
        let planes = |bits: &[u64]| Planes { bits: bits.to_vec(), words };
        let first = Standing {
            objects: planes(begun),
            restart: planes(if layout.keeps_restart() { &table.restart } else { &[] }),
            draws: if layout.keeps_draws() { table.run.luck.draws } else { 0 },
            won: table.won && layout.keeps_won(),
        };
        let bound = Bound::new(&game, &layout.fixed, &layout.changing);
        let relaxed = Relaxed::new(&game, &program, &layout.fixed, &layout.changing);
        program.keeps_won = keeps_won;
        let demands = layout.demands(&program);
        let (has_action, has_tick) = (game.has_action, game.has_tick);
        let follows = !layout.keeps_restart()
            && !layout.keeps_draws()
            && !program.restarts
            && program.rigid_groups.is_empty();
        let abreast = follows && Lanes::<N>::fit(&program);
        let remembers = follows && layout.is_level_alone() && layout.made.len() * program.words <= MOST_WORDS;
        let keys =
            (0..KEYS).filter(|&key| (key != ACTION || has_action) && (key != TICK || has_tick)).collect();
        let rules =
            Arc::new(Compiled { program, layout, bound, relaxed, demands, remembers, abreast, keys, first });
        Ok(Self { rules, trouble, asks: Arc::default(), luck, tables: Arc::default() })
    }

    /// Bits of a position.
    pub fn bits(&self) -> u32 {
        self.rules.layout.bits
    }

    /// The same machine for another run, with trouble of its own; all that never changes is shared.
    pub fn afresh(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            trouble: Arc::new(self.trouble.afresh()),
            asks: Arc::clone(&self.asks),
            luck: self.luck.clone(),
            tables: Arc::clone(&self.tables),
        }
    }

    /// A table on which nothing was played. `remembers`: whether it may remember turns.
    #[cold]
    fn table(&self, remembers: bool) -> Box<Table<N>> {
        let Compiled { program, layout, .. } = &*self.rules;
        let mut table = Box::new(Table::new(program, self.luck.clone()));
        table.board.grid.laid_mut().copy_from_slice(&layout.fixed.bits);
        table.board.grid.set_to(&layout.fixed.bits);
        if remembers && self.rules.remembers {
            let free = layout.free.bits.clone();
            let leading = leading(program, &free);
            let rests = Rests::new(program, &free, &layout.fixed.bits);
            table.memory = Some(Memory::new(rests.active.len(), &leading, KEYS));
            table.board.grid.can_note(free, leading);
            table.board.rests = Some(Box::new(rests));
        }
        table
    }

    /// Does something with a table.
    #[inline(always)]
    fn with_table<T>(&self, act: impl FnOnce(&mut Table<N>) -> T) -> T {
        let mut free = self.tables.free();
        let mut own = None;
        let table = match &mut free {
            Some(place) => place.get_or_insert_with(|| self.table(true)),
            None => own.insert(self.table(false)),
        };
        let done = act(table);
        // What took much work may hold much memory. What was learnt stays, and whether that pays.
        let plenty = table.run.fuel.is_plenty();
        if let Some(place) = free.as_mut().filter(|_| !plenty)
            && let Some(old) = place.take()
        {
            let Table { memory, board, lanes, .. } = *old;
            let table = place.insert(self.table(true));
            (table.memory, table.board.rests, table.lanes) = (memory, board.rests, lanes);
        }
        done
    }

    /// Looks at the planes of objects of a position.
    #[inline(always)]
    fn with_planes<T>(&self, state: &impl Bits, look: impl FnOnce(&[u64]) -> T) -> T {
        self.with_table(|table| {
            self.rules.layout.unpack_objects(state, table.board.grid.laid_mut());
            look(table.board.grid.laid())
        })
    }

    /// Where the game begins, packed into a word that is all zeros.
    pub fn first<B: Bits>(&self, word: B) -> B {
        self.write(&self.rules.first, word)
    }

    /// Visits where each key leads from a position, even if it changes nothing; none if that is won. A turn that never
    /// ends is no move. `only`: one key, instead of all.
    #[inline(always)]
    pub fn steps(&self, state: &impl Bits, only: Option<u8>, visit: impl FnMut(u8, Turn<'_, N>)) {
        self.with_table(|table| self.steps_on(table, state, only, visit));
    }

    /// The same for some positions, for all keys. `visit` is also told the number of the position.
    #[inline(always)]
    pub fn steps_of<B: Bits>(&self, states: &[B], mut visit: impl FnMut(usize, u8, Turn<'_, N>)) {
        let mut at = 0;
        // After much work the table is another one.
        while at < states.len() {
            self.with_table(|table| {
                while at < states.len() {
                    let abreast = self.abreast(table, states.len() - at);
                    if abreast > 0 {
                        let from = at;
                        at +=
                            self.steps_abreast(table, &states[at..at + abreast], &mut |number, key, turn| {
                                visit(from + number, key, turn);
                            });
                    } else {
                        self.steps_on(table, &states[at], None, |key, turn| visit(at, key, turn));
                        at += 1;
                    }
                    if !table.run.fuel.is_plenty() {
                        break;
                    }
                }
            });
        }
    }

    /// Of how many positions to come turns are run side by side, of so many.
    #[inline(always)]
    fn abreast(&self, table: &mut Table<N>, most: usize) -> usize {
        // A page would have a third more to load.
        if !WHOLE {
            return 0;
        }
        let pauses = table.memory.as_ref().map_or(most, |memory| memory.pauses().0).min(most);
        if !self.rules.abreast || pauses * self.rules.keys.len() < LANES / 2 {
            return 0;
        }
        let Compiled { program, layout, .. } = &*self.rules;
        let lanes = table.lanes.get_or_insert_with(|| Box::new(Lanes::new(program, &layout.fixed.bits)));
        if lanes.pays() { pauses } else { 0 }
    }

    /// The turns of some positions side by side, except those that were met before; says of how many positions.
    #[inline(never)]
    fn steps_abreast<B: Bits>(
        &self,
        table: &mut Table<N>,
        states: &[B],
        visit: &mut impl FnMut(usize, u8, Turn<'_, N>),
    ) -> usize {
        let Compiled { program, layout, keys, .. } = &*self.rules;
        let mut lanes = table.lanes.take().expect("they are there");
        let (mut met, mut turns) = (Vec::new(), Vec::with_capacity(states.len() * keys.len()));
        let goes_on = |state: &&B| !layout.unpack_rest(*state).1;
        for (number, state) in states.iter().enumerate().filter(|(_, state)| goes_on(state)) {
            let leaves = self.leaves(table, state);
            let wanted = keys.iter().filter(|&&key| leaves.is_none_or(|leaves| leaves[key].is_none()));
            turns.extend(wanted.map(|&key| (number as u32, key as u32)));
            met.push(leaves);
        }
        let alone = lanes.pace.runs_alone();
        let began = Instant::now();
        if alone {
            lanes.leave(turns.len())
        } else {
            lanes.turns(program, layout, states, &turns)
        }
        let (mut met, mut outcomes) = (met.into_iter(), lanes.outcomes.iter());
        let mut done = 0;
        for (number, state) in states.iter().enumerate() {
            done += 1;
            if !goes_on(&state) {
                continue;
            }
            let leaves: Option<[_; KEYS]> = met.next().expect("one for each position that is not won");
            let mut is_laid = false;
            for &key in keys {
                if let (Some(memory), Some(leaf)) = (&table.memory, leaves.and_then(|leaves| leaves[key])) {
                    visit(number, key as u8, Turn::Met(memory.patches_of(leaf)));
                    continue;
                }
                match *outcomes.next().expect("one for each turn") {
                    Outcome::Ended(from, to) => {
                        let patches = &lanes.patches[from as usize..to as usize];
                        visit(number, key as u8, Turn::Met(patches));
                    }
                    Outcome::Left => {
                        if !std::mem::replace(&mut is_laid, true) {
                            layout.unpack_objects(state, table.board.grid.laid_mut());
                            table.lay(program, &layout.made);
                        }
                        if self.play(table, key, state, 0, false) {
                            visit(number, key as u8, Turn::Played(&self.point(table), &table.board));
                        }
                    }
                }
            }
            if !table.run.fuel.is_plenty() {
                break;
            }
        }
        lanes.pace.took(alone, turns.len(), began);
        table.lanes = Some(lanes);
        if let Some(memory) = &mut table.memory {
            memory.paused(done);
        }
        done
    }

    /// By key: where the turns end that were met before, if they are looked up now.
    #[inline(always)]
    fn leaves(&self, table: &mut Table<N>, state: &impl Bits) -> Option<[Option<u32>; KEYS]> {
        let Compiled { program, layout, keys, .. } = &*self.rules;
        let Table { board, memory: Some(memory), .. } = table else { return None };
        if !memory.pauses().1 {
            return None;
        }
        layout.unpack_objects(state, board.grid.laid_mut());
        let planes = board.grid.laid();
        let rests = board.rests.as_mut()?;
        rests.look(planes, program.words);
        let mut found = [None; KEYS];
        if memory.turn_to_known(&rests.active, planes) {
            keys.iter().for_each(|&key| found[key] = memory.leaf(key, planes));
        }
        Some(found)
    }

    fn point<'a>(&self, table: &'a Table<N>) -> Point<'a> {
        let layout = &self.rules.layout;
        Point {
            objects: table.board.grid.objects(),
            restart: &table.restart,
            draws: if layout.keeps_draws() { table.run.luck.draws } else { 0 },
            won: table.won && layout.keeps_won(),
        }
    }

    #[inline(always)]
    fn steps_on(
        &self,
        table: &mut Table<N>,
        state: &impl Bits,
        only: Option<u8>,
        mut visit: impl FnMut(u8, Turn<'_, N>),
    ) {
        let Compiled { program, layout, .. } = &*self.rules;
        let (draws, won) = layout.unpack_rest(state);
        if won {
            return;
        }
        layout.unpack_objects(state, table.board.grid.laid_mut());
        let mut is_laid = false;
        let Table { board, memory, .. } = &mut *table;
        let mut looks_up = false;
        if let (Some(memory), Some(rests)) = (memory, &mut board.rests)
            && memory.looks_up()
        {
            let planes = board.grid.laid();
            rests.look(planes, program.words);
            memory.turn_to(&rests.active, planes);
            looks_up = true;
        }
        for &key in &self.rules.keys {
            if only.is_some_and(|only| usize::from(only) != key) {
                continue;
            }
            if let Some(memory) = table.memory.as_mut().filter(|_| looks_up) {
                if let Some(patches) = memory.find(key, table.board.grid.laid()) {
                    visit(key as u8, Turn::Met(patches));
                    continue;
                }
                memory.miss();
            }
            if !std::mem::replace(&mut is_laid, true) {
                table.lay(program, &layout.made);
            }
            let notes = looks_up && table.memory.as_ref().is_some_and(Memory::learns);
            if !self.play(table, key, state, draws, notes) {
                if table.run.endless.is_some_and(|endless| endless.why != Why::Again) {
                    return;
                }
                continue;
            }
            visit(key as u8, Turn::Played(&self.point(table), &table.board));
        }
    }

    /// Plays a key in the position that was laid. Says whether it ended. `notes`: whether the turn is learned.
    #[inline(never)]
    fn play(&self, table: &mut Table<N>, key: usize, state: &impl Bits, draws: u32, notes: bool) -> bool {
        let Compiled { program, layout, .. } = &*self.rules;
        let mut restart = Vec::new();
        if layout.keeps_restart() {
            layout.unpack_restart(state, &mut restart);
        }
        if layout.keeps_draws() {
            table.run.luck = self.luck.clone().after(draws);
        }
        table.play(program, key, &restart, notes);
        if let Some(endless) = table.run.endless {
            if endless.why == Why::Again {
                self.trouble.note(true, endless.line, || endless.words());
            } else {
                self.trouble.report(endless.words());
            }
            return false;
        }
        let has_room = layout.has_room(table.board.grid.differences());
        if !has_room || layout.keeps_restart() && !layout.can_be(&table.restart) {
            self.trouble.report(MISPLACED.to_owned());
            return false;
        }
        if let Some(cut) = table.run.cut {
            self.trouble.note(false, cut.line, || cut.words());
        } else if let Some(memory) = table.memory.as_mut().filter(|_| notes) {
            let patches = layout.patches(table.board.grid.differences());
            let (reads, laid) = table.board.grid.noted();
            memory.learn(key, reads, laid, &patches);
        }
        true
    }

    /// What a key asks for beside where it leads; nothing if its turns never end. The table is a new one: what others
    /// know of rules that change nothing is not what these ask for.
    pub fn asked_by(&self, standing: &Standing, key: u8) -> Vec<u16> {
        let Compiled { program, layout, .. } = &*self.rules;
        if standing.won || !self.rules.keys.contains(&key.into()) {
            return Vec::new();
        }
        let mut table = self.table(false);
        table.board.grid.laid_mut().copy_from_slice(&standing.objects.bits);
        table.lay(program, &layout.made);
        table.run.heard = Some(Heard::new(Arc::clone(&self.asks)));
        if layout.keeps_draws() {
            table.run.luck = self.luck.clone().after(standing.draws);
        }
        table.play(program, key.into(), &standing.restart.bits, false);
        if table.run.endless.is_some() {
            return Vec::new();
        }
        let changed = table.board.grid.objects() != standing.objects.bits
            || table.won && layout.keeps_won()
            || layout.keeps_restart() && table.restart != standing.restart.bits
            || layout.keeps_draws() && table.run.luck.draws != standing.draws;
        // Only a key with a direction can be stuck. Where the player must move and does not, there was no turn.
        let stuck = key < 4 && !program.needs_player_moved && !changed;
        table.run.heard.map_or_else(Vec::new, |heard| heard.all(stuck))
    }

    pub fn goal(&self, state: &impl Bits) -> bool {
        let Compiled { program, layout, .. } = &*self.rules;
        if layout.keeps_won() {
            return layout.unpack_rest(state).1;
        }
        let (demands, is_all) = &self.rules.demands;
        if !demands.iter().all(|demand| demand.is_met(state)) {
            return false;
        }
        *is_all || self.with_planes(state, |planes| program.is_won(planes))
    }

    pub fn bound_of(&self, state: &impl Bits) -> u32 {
        let Compiled { program, bound, .. } = &*self.rules;
        if self.goal(state) {
            return 0;
        }
        self.with_planes(state, |planes| bound.of(program, planes))
    }

    pub fn has_bound(&self) -> bool {
        self.rules.bound.is_useful()
    }

    pub fn outlook_of(&self, state: &impl Bits) -> Option<Outlook> {
        let relaxed = self.rules.relaxed.as_ref()?;
        Some(self.with_planes(state, |planes| relaxed.outlook(planes)))
    }

    /// What lies where, of what changes.
    pub fn parts_of(&self, state: &impl Bits, out: &mut Vec<u64>) {
        let Compiled { program, layout, .. } = &*self.rules;
        self.with_planes(state, |planes| {
            for &object in &layout.made {
                let plane = &planes[object * program.words..][..program.words];
                out.extend(cells(plane).map(|cell| (object as u64) << 32 | cell as u64));
            }
        });
    }

    /// A player, and the cell where it stands.
    pub fn player(&self, standing: &Standing) -> [u16; 2] {
        let program = &self.rules.program;
        let player = |at| program.player.iter().find(|&&object| standing.objects.holds(object, at));
        let found = (0..program.rank.len()).find_map(|at| Some([*player(at)? as u16, at as u16]));
        found.unwrap_or([u16::MAX, 0])
    }

    /// The plain numbers of a position.
    pub fn position(&self, standing: &Standing) -> Vec<u16> {
        let layout = &self.rules.layout;
        let mut found = self.numbers(&standing.objects);
        if layout.keeps_restart() {
            found.append(&mut self.numbers(&standing.restart));
        }
        if layout.keeps_draws() {
            found.extend([(standing.draws >> 16) as u16, standing.draws as u16]);
        }
        if layout.keeps_won() {
            found.push(u16::from(standing.won));
        }
        found
    }

    fn numbers(&self, objects: &Planes) -> Vec<u16> {
        let program = &self.rules.program;
        let mut found = vec![0; program.rank.len() * program.layers];
        for object in 0..program.objects {
            for at in cells(objects.plane(object)) {
                found[at * program.layers + program.layer_of[object]] = object as u16 + 1;
            }
        }
        found
    }

    /// The position of plain numbers; `Err`, in words, if they do not describe one of this game.
    pub fn standing_of(&self, position: &[u16]) -> Result<Standing, String> {
        let Compiled { program, layout, first, .. } = &*self.rules;
        let level = program.rank.len() * program.layers;
        let extras = usize::from(layout.keeps_draws()) * 2 + usize::from(layout.keeps_won());
        let length = level * (1 + usize::from(layout.keeps_restart())) + extras;
        if position.len() != length {
            return Err(format!("a position is {length} numbers, not {}", position.len()));
        }
        let (objects, mut rest) = (self.objects(&position[..level])?, &position[level..]);
        let mut restart = Planes { bits: Vec::new(), words: program.words };
        if layout.keeps_restart() {
            restart = self.objects(&rest[..level])?;
            rest = &rest[level..];
        }
        let mut draws = 0;
        if layout.keeps_draws() {
            draws = u32::from(rest[0]) << 16 | u32::from(rest[1]);
            rest = &rest[2..];
        }
        let mut found = Standing { objects, restart, draws, won: rest.first().is_some_and(|&won| won != 0) };
        // Wherever the conditions hold, a turn has seen that, except where all lies as at the start: a turn that is
        // cancelled draws from chance, and looks no further.
        let as_begun = found.objects == first.objects;
        found.won |= layout.keeps_won() && !as_begun && program.is_won(&found.objects.bits);
        Ok(found)
    }

    /// `Err`, in words, if an object is where it cannot be, or chance would take too long.
    pub fn check(&self, standing: &Standing) -> Result<(), String> {
        if standing.draws > MOST_DRAWS {
            return Err(format!(
                "chance has drawn {} numbers; at most {MOST_DRAWS} are followed",
                standing.draws
            ));
        }
        let layout = &self.rules.layout;
        let can_be = |objects: &Planes| layout.can_be(&objects.bits);
        if can_be(&standing.objects) && (!layout.keeps_restart() || can_be(&standing.restart)) {
            return Ok(());
        }
        Err("something stands where it cannot come, or is missing where it never moves".to_owned())
    }

    fn objects(&self, numbers: &[u16]) -> Result<Planes, String> {
        let program = &self.rules.program;
        let mut found = Planes::new(program.objects, program.rank.len());
        for (at, cell) in numbers.chunks_exact(program.layers).enumerate() {
            for (layer, &number) in cell.iter().enumerate() {
                let Some(object) = usize::from(number).checked_sub(1) else { continue };
                if program.layer_of.get(object) != Some(&layer) {
                    return Err(format!("object {object} is not of layer {layer}"));
                }
                found.put(object, at);
            }
        }
        Ok(found)
    }

    pub fn read(&self, word: &impl Bits) -> Standing {
        self.rules.layout.unpack(word)
    }

    /// Packs a position into a word that is all zeros.
    pub fn write<B: Bits>(&self, standing: &Standing, mut word: B) -> B {
        let Standing { objects, restart, draws, won } = standing;
        let point = Point { objects: &objects.bits, restart: &restart.bits, draws: *draws, won: *won };
        self.pack_point(&point, &mut word);
        word
    }

    /// The position after a turn.
    #[inline(always)]
    fn after<W: Packed>(&self, state: W, turn: &Turn<'_, N>) -> W {
        let layout = &self.rules.layout;
        match turn {
            Turn::Met(patches) => {
                patches.iter().fold(state, |word, patch| word.patched(patch.word, patch.clear, patch.put))
            }
            Turn::Played(_, board) if layout.is_level_alone() => {
                layout.repack(state, board.grid.differences())
            }
            Turn::Played(point, _) => {
                let mut after = W::ZERO;
                layout.pack(point, &mut after);
                after
            }
        }
    }

    /// Packs a position into a word that is all zeros.
    pub fn pack_point(&self, point: &Point, word: &mut impl Bits) {
        self.rules.layout.pack(point, word);
    }
}

/// The words of planes that each key reads first: where players are.
fn leading(program: &Program, free: &[u64]) -> Vec<u32> {
    let words = program.player.iter().flat_map(|object| object * program.words..(object + 1) * program.words);
    words.filter(|&word| free[word] != 0).map(|word| word as u32).collect()
}

impl<W: Packed, const N: usize> Rules<W> for Machine<N> {
    fn afresh(&self) -> Box<dyn Rules<W>> {
        Box::new(self.afresh())
    }

    fn initial(&self) -> W {
        self.first(W::ZERO)
    }

    fn successors(&self, state: W, only: Option<u8>, visit: &mut dyn FnMut(u8, W)) {
        self.steps(&state, only, |key, turn| {
            let after = self.after(state, &turn);
            if after != state {
                visit(key, after);
            }
        });
    }

    fn successors_of(&self, states: &[W], visit: &mut dyn FnMut(usize, u8, W)) {
        self.steps_of(states, |number, key, turn| {
            let after = self.after(states[number], &turn);
            if after != states[number] {
                visit(number, key, after);
            }
        });
    }

    fn is_goal(&self, state: W) -> bool {
        self.goal(&state)
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        let standing = self.standing_of(position)?;
        self.check(&standing)?;
        Ok(self.write(&standing, W::ZERO))
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        self.position(&self.read(&state))
    }

    fn player(&self, state: W) -> [u16; 2] {
        self.player(&self.read(&state))
    }

    fn heuristic(&self, state: W) -> u32 {
        self.bound_of(&state)
    }

    fn has_bound(&self) -> bool {
        self.has_bound()
    }

    fn outlook(&self, state: W) -> Option<Outlook> {
        self.outlook_of(&state)
    }

    fn parts(&self, state: W, out: &mut Vec<u64>) {
        self.parts_of(&state, out);
    }

    fn asked(&self, state: W, key: u8) -> Vec<u16> {
        self.asked_by(&self.read(&state), key)
    }

    fn trouble(&self) -> &Arc<Trouble> {
        &self.trouble
    }
}

#[cfg(test)]
mod tests {
    use super::super::PuzzleScript;
    use super::super::bits::{Set, add_layer, has, holds, layer};
    use super::super::game::{
        AGAIN, CANCEL, CHECKPOINT, Cell, Change, Group, Phase, RESTART, Row, Rule, Win,
    };
    use super::super::relaxed::WORK;
    use super::*;
    use clew_core::outside::Stop;
    use clew_core::packed::Wide;
    use clew_core::products::mix;
    use clew_core::puzzle::{DEAD_END, Puzzle};
    use proptest::prelude::*;

    type State = Wide<8>;
    /// For the largest levels.
    type Large = Wide<32>;

    /// A background; a mark and a dot; a player, a wall, a crate and a ball.
    const LAYERS: [&[usize]; 3] = [&[0], &[1, 2], &[3, 4, 5, 6]];
    const PLAYER: usize = 3;
    const POSITIONS: usize = 40;

    /// Numbers that follow from a seed.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = mix(self.0.wrapping_add(1));
            (self.0 >> 20) as usize % bound
        }

        fn one(&mut self, of: &[usize]) -> usize {
            of[self.below(of.len())]
        }

        /// Asks for something in each layer, or not, and perhaps changes it.
        fn cell(&mut self) -> Cell {
            let (objects, ways): (Set, Set) = (none(7), vec![0].into());
            let mut cell = Cell {
                present: objects.clone(),
                missing: objects.clone(),
                any_of: Vec::new(),
                moving: ways.clone(),
                unmoved: ways.clone(),
                change: None,
            };
            let (put, clear, still, moving) = (objects.clone(), objects, ways.clone(), ways.clone());
            let mut change =
                Change { clear, put, still, moving, layers: ways, chosen: Vec::new(), turned: Vec::new() };
            for (layer, objects) in LAYERS.into_iter().enumerate().skip(1) {
                match self.below(6) {
                    0 | 1 => {
                        set(&mut cell.present, self.one(objects));
                        match self.below(4) {
                            0 => add_layer(&mut cell.moving, layer, 1 << self.below(4)),
                            1 => add_layer(&mut cell.unmoved, layer, 31),
                            _ => {}
                        }
                    }
                    2 => set(&mut cell.missing, self.one(objects)),
                    3 => {
                        let mut any = none(7);
                        (0..2).for_each(|_| set(&mut any, self.one(objects)));
                        cell.any_of.push(any);
                    }
                    _ => {}
                }
                let kind = self.below(6);
                if kind < 3 {
                    objects.iter().for_each(|&object| set(&mut change.clear, object));
                    // What comes may go on as what was there.
                    if self.below(3) > 0 {
                        add_layer(&mut change.still, layer, 31);
                    }
                }
                if (1..3).contains(&kind) {
                    set(&mut change.put, self.one(objects));
                }
                if kind == 2 || kind == 3 {
                    add_layer(&mut change.moving, layer, 1 << self.below(4));
                }
            }
            cell.change = Some(change).filter(|_| self.below(3) > 0);
            cell
        }

        fn rule(&mut self) -> Rule {
            let rows = (0..1 + self.below(5) / 4)
                .map(|_| {
                    let cells: Vec<Cell> = (0..1 + self.below(3)).map(|_| self.cell()).collect();
                    let cuts = if cells.len() > 1 && self.below(6) == 0 { vec![1] } else { Vec::new() };
                    Row { cells, cuts }
                })
                .collect();
            let commands = [0, 0, 0, 0, AGAIN, AGAIN, AGAIN, CANCEL][self.below(8)];
            let (down, back) = (self.below(2) == 0, self.below(2) == 0);
            Rule { line: 1, down, back, rows, commands, rigid: None }
        }

        /// Takes all of some objects away.
        fn rule_that_takes(&mut self) -> Rule {
            let [objects, nothing] = [self.one(&[1, 4, 5]), 2].map(|object| some(&[object]));
            let mut cell = plain_cell(&[], &[], &[2]);
            if self.below(2) == 0 {
                cell.present = objects.clone();
            } else {
                cell.any_of
                    .push(Set::from_iter(objects.iter().zip(&nothing).map(|(one, other)| one | other)));
            }
            let change = cell.change.as_mut().expect("it puts something");
            (change.clear, change.put) = (objects, none(7));
            let row = Row { cells: vec![cell], cuts: Vec::new() };
            Rule { line: 1, down: true, back: false, rows: vec![row], commands: 0, rigid: None }
        }

        fn phase(&mut self, most: usize) -> Phase {
            let group = |numbers: &mut Self| {
                let rules = (0..1 + numbers.below(2)).map(|_| numbers.rule()).collect();
                Group { random: false, line: 1, rules }
            };
            let groups: Vec<Group> = (0..self.below(most + 1)).map(|_| group(self)).collect();
            let loops = vec![None; groups.len() + 1];
            Phase { groups, loops }
        }

        fn game(&mut self) -> Game {
            let size = [(4, 2), (5, 3), (3, 3), (9, 8)][self.below(4)];
            self.game_of(size)
        }

        fn game_of(&mut self, (width, height): (usize, usize)) -> Game {
            let mut level = Planes::new(7, width * height);
            for at in 0..width * height {
                level.put(0, at);
                for objects in &LAYERS[1..] {
                    if self.below(2) == 0 {
                        level.put(self.one(objects), at);
                    }
                }
            }
            let layers = LAYERS.map(|layer| {
                let mut objects = none(7);
                layer.iter().for_each(|&object| set(&mut objects, object));
                objects
            });
            let mut player = none(7);
            set(&mut player, PLAYER);
            let (early, mut late) = (self.phase(4), self.phase(2));
            let mut more = Numbers(mix(self.0));
            if more.below(3) == 0 {
                let (place, rule) = (more.below(late.groups.len() + 1), more.rule_that_takes());
                late.groups.insert(place, Group { random: false, line: 1, rules: vec![rule] });
                late.loops.push(None);
            }
            let rules = early.groups.iter().chain(&late.groups).flat_map(|group| &group.rules);
            Game {
                width,
                height,
                layer_of: vec![0, 1, 1, 2, 2, 2, 2],
                layers: layers.into(),
                player,
                player_all: false,
                needs_player_moved: self.below(4) == 0,
                rules_on_start: false,
                has_action: true,
                has_tick: true,
                commands: rules.fold(0, |all, rule| all | rule.commands),
                early,
                late,
                rigid_groups: Vec::new(),
                wins: Vec::new(),
                level,
                can_be: none(7),
                can_move: none(0),
                is_random: false,
            }
        }
    }

    /// What games have more seldom: chance, rigid rules, loops, the action key, two gaps, and players in two layers.
    fn add_more(numbers: &mut Numbers, game: &mut Game) {
        let mut is_rigid = false;
        for group in game.early.groups.iter_mut().chain(&mut game.late.groups) {
            group.random = numbers.below(8) == 0;
            for rule in &mut group.rules {
                for row in &mut rule.rows {
                    if row.cells.len() > 2 && numbers.below(3) == 0 {
                        row.cuts = vec![1, 2];
                    }
                    for cell in &mut row.cells {
                        let asked = (1..3).find(|&number| layer(&cell.moving, number) != 0);
                        if let Some(number) = asked.filter(|_| numbers.below(4) == 0) {
                            cell.moving = vec![0].into();
                            add_layer(&mut cell.moving, number, 1 << 4);
                        }
                        let Some(change) = &mut cell.change else { continue };
                        match numbers.below(16) {
                            0 => change.turned.push(1 + numbers.below(2)),
                            1 => change.chosen = (0..2).map(|_| 1 + numbers.below(6)).collect(),
                            2 => add_layer(&mut change.moving, 1 + numbers.below(2), 1 << 4),
                            _ => {}
                        }
                    }
                }
            }
        }
        let loops = &mut game.early.loops;
        if loops.len() > 1 && numbers.below(16) == 0 {
            let end = loops.len() - 2;
            loops[end] = Some(numbers.below(end + 1));
        }
        for group in &mut game.early.groups {
            if !is_rigid && !group.random && numbers.below(4) == 0 {
                is_rigid = true;
                for rule in &mut group.rules {
                    rule.rigid = Some(1);
                    let cells = rule.rows.iter_mut().flat_map(|row| &mut row.cells);
                    for change in cells.filter_map(|cell| cell.change.as_mut()) {
                        change.layers = change.moving.clone();
                    }
                }
            }
        }
        if let Some(rigid) = game.early.groups.iter().position(|group| group.rules[0].rigid.is_some()) {
            game.rigid_groups = vec![rigid];
        }
        if numbers.below(4) == 0 {
            set(&mut game.player, 1);
        }
        let is_by_chance = |group: &Group| {
            let cells = group.rules.iter().flat_map(|rule| &rule.rows).flat_map(|row| &row.cells);
            group.random || cells.filter_map(|cell| cell.change.as_ref()).any(Change::is_by_chance)
        };
        game.is_random = game.early.groups.iter().chain(&game.late.groups).any(is_by_chance);
    }

    /// The same, of what leaves turns such that they may be run side by side.
    fn add_without_chance(numbers: &mut Numbers, game: &mut Game) {
        for phase in [&mut game.early, &mut game.late] {
            let groups = phase.groups.len();
            if groups > 0 && numbers.below(4) == 0 {
                let end = numbers.below(groups);
                phase.loops[end] = Some(numbers.below(end + 1));
            }
            for rule in phase.groups.iter_mut().flat_map(|group| &mut group.rules) {
                rule.commands |= [CHECKPOINT, 0, 0, 0, 0, 0][numbers.below(6)];
            }
        }
        game.commands = game.rules().fold(0, |all, rule| all | rule.commands);
        if numbers.below(4) == 0 {
            set(&mut game.player, 1);
            game.player_all = true;
        }
    }

    /// A game that can be won: by its conditions, or by a rule.
    fn game_to_win(numbers: &mut Numbers) -> Game {
        let mut game = numbers.game();
        if numbers.below(3) == 0 {
            add_more(numbers, &mut game);
        }
        let groups = game.early.groups.iter_mut().chain(&mut game.late.groups);
        for rule in groups.flat_map(|group| &mut group.rules) {
            rule.commands |= [0, 0, 0, 0, 0, 0, WIN, RESTART][numbers.below(8)];
        }
        game.commands = game.rules().fold(0, |all, rule| all | rule.commands);
        game.rules_on_start = numbers.below(4) == 0;
        let side = |numbers: &mut Numbers| {
            let mut objects = none(7);
            (0..1 + numbers.below(2)).for_each(|_| set(&mut objects, 1 + numbers.below(6)));
            (objects, numbers.below(4) == 0)
        };
        for _ in 0..numbers.below(3) {
            let ((first, first_all), (mut second, second_all)) = (side(numbers), side(numbers));
            let is_anywhere = numbers.below(3) == 0;
            if is_anywhere {
                (0..7).for_each(|object| set(&mut second, object));
            }
            let second_all = second_all && !is_anywhere;
            let kind = numbers.below(3) as i32 - 1;
            game.wins.push(Win { kind, first, first_all, second, second_all, is_anywhere });
        }
        game
    }

    /// Positions, from the start on, each with how many keys lead to it, and from it to a goal through these, if any do; and
    /// the moves between them, none from goals.
    #[expect(clippy::type_complexity)]
    fn measured(machine: &Machine<0>, most: usize) -> (Vec<(State, u32, Option<u32>)>, Vec<(usize, usize)>) {
        let mut positions = vec![machine.first(State::ZERO)];
        let mut depths = vec![0];
        let mut moves: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        while at < positions.len() && at < most {
            if !machine.goal(&positions[at]) {
                for (_, after) in steps(machine, positions[at]) {
                    let known = positions.iter().position(|&other| other == after);
                    moves.push((at, known.unwrap_or(positions.len())));
                    if known.is_none() {
                        positions.push(after);
                        depths.push(depths[at] + 1);
                    }
                }
            }
            at += 1;
        }
        let mut left: Vec<Option<u32>> =
            positions.iter().map(|state| machine.goal(state).then_some(0)).collect();
        for _ in 0..positions.len() {
            for &(from, to) in &moves {
                left[from] = left[from].into_iter().chain(left[to].map(|left| left + 1)).min();
            }
        }
        moves.dedup();
        let found = positions.into_iter().zip(depths).zip(left);
        (found.map(|((state, depth), left)| (state, depth, left)).collect(), moves)
    }

    fn steps(machine: &Machine<0>, state: State) -> Vec<(u8, State)> {
        let mut found = Vec::new();
        machine.successors(state, None, &mut |key, after| found.push((key, after)));
        found
    }

    /// Of turns of some positions, run side by side as often as there are numbers in `goes`: how many ended, and how many were
    /// left. Each that ended is held against the same turn alone.
    fn side_by_side<const N: usize>(
        machine: &Machine<N>,
        numbers: &mut Numbers,
        goes: usize,
    ) -> (usize, usize) {
        let Compiled { program, layout, keys, .. } = &*machine.rules;
        let mut positions: Vec<Large> = vec![machine.first(Large::ZERO)];
        let mut known: Vec<Vec<Vec<Large>>> = Vec::new();
        while known.len() < positions.len() && known.len() < POSITIONS {
            let state = positions[known.len()];
            let mut of = vec![Vec::new(); KEYS];
            for &key in keys {
                // A turn that never ends is none.
                machine.steps(&state, Some(key as u8), |_, turn| of[key].push(machine.after(state, &turn)));
                positions
                    .extend(of[key].iter().filter(|after| !positions.contains(after)).collect::<Vec<_>>());
            }
            known.push(of);
        }
        let going: Vec<usize> =
            (0..known.len()).filter(|&at| !layout.unpack_rest(&positions[at]).1).collect();
        if going.is_empty() {
            return (0, 0);
        }
        let mut lanes = Lanes::<N>::new(program, &layout.fixed.bits);
        let (mut ended, mut left) = (0, 0);
        for _ in 0..goes {
            let turns: Vec<(u32, u32)> = (0..numbers.below(3 * LANES))
                .map(|_| (numbers.one(&going) as u32, numbers.one(keys) as u32))
                .collect();
            lanes.turns(program, layout, &positions, &turns);
            for (&(at, key), &outcome) in turns.iter().zip(&lanes.outcomes) {
                let Outcome::Ended(from, to) = outcome else {
                    left += 1;
                    continue;
                };
                ended += 1;
                let state = positions[at as usize];
                let patches = &lanes.patches[from as usize..to as usize];
                let after = machine.after(state, &Turn::Met(patches));
                let alone = &known[at as usize][key as usize];
                assert_eq!(&[after], &alone[..], "position {at}, key {key}");
            }
        }
        (ended, left)
    }

    /// What a key reads in a position, and what it changes; `None` if the turn is not one that is remembered.
    fn noted(machine: &Machine<0>, planes: &[u64], key: usize) -> Option<(Vec<u64>, Vec<u64>, String)> {
        let Compiled { program, layout, .. } = &*machine.rules;
        let mut table = Table::<0>::new(program, machine.luck.clone());
        let free = layout.free.bits.clone();
        let mut rests = Rests::new(program, &free, &layout.fixed.bits);
        let leading = leading(program, &free);
        let begins: Vec<u64> = leading.iter().map(|&word| planes[word as usize]).collect();
        table.board.grid.can_note(free, leading);
        rests.look(planes, program.words);
        let active = [rests.active.clone(), begins].concat();
        table.board.rests = Some(Box::new(rests));
        table.board.grid.laid_mut().copy_from_slice(planes);
        table.board.grid.set_to(planes);
        table.lay(program, &layout.made);
        table.play(program, key, &[], true);
        if table.run.endless.is_some() || table.run.cut.is_some() {
            return None;
        }
        let changes = format!("{:?}", layout.patches(table.board.grid.differences()));
        let (reads, _) = table.board.grid.noted();
        Some((active, (0..planes.len()).map(|word| reads.of(word)).collect(), changes))
    }

    /// The position with something else wherever nothing was read.
    fn otherwise(
        planes: &[u64],
        free: &[u64],
        read: &[u64],
        words: usize,
        numbers: &mut Numbers,
    ) -> Vec<u64> {
        let mut other = planes.to_vec();
        for at in 0..64 * words {
            for layer in LAYERS {
                let of = |object: usize| 64 * words * object + at;
                let open: Vec<usize> = layer
                    .iter()
                    .map(|&object| of(object))
                    .filter(|&bit| holds(free, bit) && !holds(read, bit))
                    .collect();
                let lies = |bit: &usize| holds(planes, *bit);
                let is_taken =
                    layer.iter().map(|&object| of(object)).any(|bit| lies(&bit) && !open.contains(&bit));
                if open.is_empty() || is_taken || numbers.below(2) == 0 {
                    continue;
                }
                open.iter().for_each(|bit| other[bit / 64] &= !(1 << (bit % 64)));
                let chosen = numbers.below(open.len() + 1);
                open.get(chosen).into_iter().for_each(|&bit| set(&mut other, bit));
            }
        }
        other
    }

    /// Where each key leads from a position, as planes of objects; only those that change something.
    fn turns<W: Packed, const N: usize>(machine: &Machine<N>, planes: &[u64]) -> Vec<(u8, Vec<u64>)> {
        let Compiled { program, layout, .. } = &*machine.rules;
        let objects = Planes { bits: planes.to_vec(), words: program.words };
        let restart = Planes { bits: Vec::new(), words: program.words };
        let state = machine.write(&Standing { objects, restart, draws: 0, won: false }, W::ZERO);
        let mut found = Vec::new();
        machine.successors(state, None, &mut |key, after: W| {
            found.push((key, layout.unpack(&after).objects.bits))
        });
        found
    }

    /// The same, played on planes of the whole game, none of which is ever packed.
    fn raw_turns(program: &Program, planes: &[u64]) -> Vec<(u8, Vec<u64>)> {
        let mut table = Table::<0>::new(program, Luck::new(""));
        let everything: Vec<usize> = (0..program.objects).collect();
        table.board.grid.laid_mut().copy_from_slice(planes);
        table.lay(program, &everything);
        let mut found = Vec::new();
        for key in 0..KEYS {
            table.play(program, key, &[], false);
            let after = table.board.grid.objects();
            if table.run.endless.is_none() && after != planes {
                found.push((key as u8, after.to_vec()));
            }
        }
        found
    }

    /// The game without the rules that can never match.
    fn game_of(game: &Game) -> Game {
        let mut game = game.clone();
        prune(&mut game, &none(7));
        game
    }

    /// Planes of objects of the first positions, found without packing them.
    fn raw_positions(program: &Program) -> Vec<Vec<u64>> {
        let mut found = vec![program.level.bits.clone()];
        let mut at = 0;
        while at < found.len() && at < POSITIONS {
            for (_, after) in raw_turns(program, &found[at]) {
                if !found.contains(&after) {
                    found.push(after);
                }
            }
            at += 1;
        }
        found
    }

    // A turn that puts something where there is no room for it is refused, with a reason.
    #[test]
    fn nothing_is_left_out_of_a_position() {
        for seed in 0.. {
            let game = Numbers(seed).game();
            let mut machine = Machine::<0>::new(game, "", 0, &[]).expect("no rule runs at the start");
            let begun = machine.first(State::ZERO);
            if steps(&machine, begun).is_empty() {
                continue;
            }
            let rules = Arc::get_mut(&mut machine.rules).expect("nobody else has it");
            rules.layout.free.bits.fill(0);
            // What is remembered rests on that, too.
            rules.remembers = false;
            machine.tables = Arc::default();
            let run = machine.trouble.begin(&Stop::default());
            assert_eq!(steps(&machine, begun), []);
            assert_eq!(machine.trouble.end(run).as_deref(), Some(MISPLACED));
            return;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(clew_core::cases(300)))]

        // Whatever comes of a position may come of it, and goals are no nearer.
        #[test]
        fn what_may_come_is_all_that_comes(seed in any::<u64>()) {
            let game = game_to_win(&mut Numbers(seed));
            // Where rules hardly ever come to rest, positions are dear.
            let is_dear = game.is_random || game.early.loops.iter().any(Option::is_some);
            let most = if is_dear { 3 } else { POSITIONS / 2 };
            let Ok(machine) = Machine::<0>::new(game, "", 0, &[]) else { return Ok(()) };
            let Compiled { relaxed, layout, .. } = &*machine.rules;
            let relaxed = relaxed.as_ref().expect("the level is small");
            let planes = |state: &State| layout.unpack(state).objects.bits;
            let begun = planes(&machine.first(State::ZERO));
            let (found, moves) = measured(&machine, most);
            for (at, &(state, depth, left)) in found.iter().enumerate() {
                let before = planes(&state);
                // What is one move from the start is among the moves.
                prop_assert!(depth < 2 || relaxed.covers(&begun, depth, &before), "not after {depth} keys");
                for &(_, to) in moves.iter().filter(|&&(from, _)| from == at) {
                    prop_assert!(relaxed.covers(&before, 1, &planes(&found[to].0)), "not to {to}");
                }
                let is_won = machine.rules.program.is_won(&before);
                prop_assert!(layout.keeps_won() || machine.goal(&state) == is_won);
                let Some(left) = left.filter(|&left| left > 0) else { continue };
                for work in [WORK, mix(seed) as usize % 3000] {
                    let (outlook, _) = relaxed.cost(&before, work);
                    prop_assert!(outlook.bound <= left, "{outlook:?}, but {left} keys lead to a goal");
                }
                prop_assert!(machine.bound_of(&state) <= left);
            }
        }
    }

    // So that it says something that turns are the same side by side.
    #[test]
    fn most_turns_end_side_by_side() {
        let (mut ended, mut left) = (0, 0);
        for seed in 0..60 {
            let mut numbers = Numbers(seed);
            let machine = Machine::<0>::new(numbers.game(), "", 0, &[]).expect("no rule runs at the start");
            let of = side_by_side(&machine, &mut numbers, 2);
            (ended, left) = (ended + of.0, left + of.1);
        }
        assert!(ended > 1000, "{ended} ended, {left} left");
    }

    // So that the test above can fail: positions that are known to be lost, and goals that are known to be far.
    #[test]
    fn what_may_come_says_something() {
        let (mut lost, mut far) = (0, 0);
        for seed in 0..200 {
            let game = game_to_win(&mut Numbers(seed));
            let Ok(machine) = Machine::<0>::new(game, "", 0, &[]) else { continue };
            let outlook = machine.outlook_of(&machine.first(State::ZERO)).expect("the level is small");
            lost += u32::from(outlook.bound == DEAD_END);
            far += u32::from((2..DEAD_END).contains(&outlook.bound));
        }
        assert!(lost > 20 && far > 0, "{lost} lost, {far} far");
    }

    /// A set of some of the objects of [`LAYERS`].
    fn some(objects: &[usize]) -> Set {
        let mut found = none(7);
        objects.iter().for_each(|&object| set(&mut found, object));
        found
    }

    fn reaches_mark() -> Win {
        Win {
            kind: 0,
            first: some(&[PLAYER]),
            first_all: false,
            second: some(&[1]),
            second_all: false,
            is_anywhere: false,
        }
    }

    /// A cell that asks for something, lacks something, and gets something.
    fn plain_cell(present: &[usize], missing: &[usize], put: &[usize]) -> Cell {
        let ways: Set = vec![0].into();
        let change = Change {
            clear: none(7),
            put: some(put),
            still: ways.clone(),
            moving: ways.clone(),
            layers: ways.clone(),
            chosen: Vec::new(),
            turned: Vec::new(),
        };
        Cell {
            present: some(present),
            missing: some(missing),
            any_of: Vec::new(),
            moving: ways.clone(),
            unmoved: ways,
            change: Some(change).filter(|_| !put.is_empty()),
        }
    }

    // Not where the level begins as drawn, if it begins elsewhere.
    #[test]
    fn a_level_is_lost_where_it_begins() {
        const WALL: usize = 4;
        let empty = || Phase { groups: Vec::new(), loops: vec![None] };
        let game = |player: usize| {
            let mut level = Planes::new(7, 4);
            (0..4).for_each(|at| level.put(0, at));
            level.put(PLAYER, player);
            level.put(WALL, 1);
            level.put(1, 3);
            Game {
                width: 4,
                height: 1,
                needs_player_moved: false,
                commands: 0,
                early: empty(),
                late: empty(),
                wins: vec![reaches_mark()],
                level,
                ..Numbers(1).game()
            }
        };
        for (drawn, begins) in [(0, 2), (2, 0), (0, 0), (2, 2)] {
            let mut start = vec![1, 0, 0, 1, 0, 5, 1, 0, 0, 1, 2, 0];
            start[3 * begins + 2] = PLAYER as u16 + 1;
            let machine = Machine::<0>::new(game(drawn), "", 0, &start).expect("its turns end");
            let initial = Rules::<u64>::pack(&machine, &start).expect("the player may stand there");
            let puzzle = PuzzleScript::new(Box::new(machine), initial);
            assert_eq!(puzzle.heuristic(initial) == DEAD_END, begins == 0, "{drawn} {begins}");
            assert_eq!(puzzle.estimate(initial) == DEAD_END, begins == 0, "{drawn} {begins}");
        }
    }

    // A fire creeps along a corridor through the whole level, and each step of it concerns a thousand rules.
    #[test]
    fn what_may_come_is_not_looked_at_for_long() {
        const DOT: usize = 2;
        const WALL: usize = 4;
        const FIRE: usize = 6;
        let (width, height) = (31, 31);
        let mut game = Numbers(1).game();
        game.level = Planes::new(7, width * height);
        for at in 0..width * height {
            let (x, y) = (at / height, at % height);
            game.level.put(0, at);
            // Walls with a gap at the one end, then at the other.
            if x % 2 == 1 && y != if x % 4 == 1 { height - 1 } else { 0 } {
                game.level.put(WALL, at);
            }
        }
        game.level.put(FIRE, 0);
        game.level.put(PLAYER, width * height - 2);
        game.level.put(1, width * height - 1);
        let group = |rules| Group { random: false, line: 1, rules };
        let rule = |to: Cell, (down, back)| {
            let row = Row { cells: vec![plain_cell(&[FIRE], &[], &[]), to], cuts: Vec::new() };
            Rule { line: 1, down, back, rows: vec![row], commands: 0, rigid: None }
        };
        let ways = [(false, false), (false, true), (true, false), (true, true)];
        let spread = ways.map(|way| rule(plain_cell(&[], &[PLAYER, WALL, FIRE], &[FIRE]), way));
        let ash = |number: usize| rule(plain_cell(&[FIRE], &[], &[DOT]), ways[number % 4]);
        let mut groups = vec![group(spread.into())];
        groups.extend((0..1000).map(|number| group(vec![ash(number)])));
        let loops = vec![None; groups.len() + 1];
        game = Game {
            width,
            height,
            needs_player_moved: false,
            commands: 0,
            early: Phase { groups, loops },
            late: Phase { groups: Vec::new(), loops: vec![None] },
            wins: vec![reaches_mark()],
            ..game
        };
        let machine = Machine::<0>::new(game, "", 0, &[]).expect("its turns end");
        let Compiled { relaxed, first, .. } = &*machine.rules;
        let relaxed = relaxed.as_ref().expect("the level is small");
        let planes = &first.objects.bits;
        let (outlook, cost) = relaxed.cost(planes, WORK);
        assert!(outlook.is_cut && outlook.bound == 1, "{outlook:?}");
        assert!((WORK..WORK + WORK / 100).contains(&cost), "{cost}");
        // A little work at a time: whatever is cut short, nothing is called lost.
        for work in (0..WORK / 4).step_by(WORK / 64) {
            let (outlook, _) = relaxed.cost(planes, work);
            assert!(
                outlook.is_cut && outlook.bound == 1 && outlook.guess < DEAD_END,
                "{outlook:?} with {work}"
            );
        }
        let mut is_won = false;
        let first = machine.first(Wide::<128>::ZERO);
        machine.successors(first, None, &mut |_, after| is_won |= machine.goal(&after));
        assert!(is_won);
    }

    /// The same machine, for levels whose planes have so many words.
    fn same<const N: usize>(game: Game) -> Machine<N> {
        Machine::new(game, "", 0, &[]).expect("it was made before")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(clew_core::cases(32)))]

        // Whatever runs beside it, a turn is the same.
        #[test]
        fn turns_are_the_same_side_by_side(seed in any::<u64>()) {
            let mut numbers = Numbers(seed);
            let mut game = match numbers.below(4) {
                0 => numbers.game(),
                1 => numbers.game_of((12, 11)),
                2 => numbers.game_of((16, 15)),
                _ => game_to_win(&mut numbers),
            };
            add_without_chance(&mut numbers, &mut game);
            let Ok(machine) = Machine::<0>::new(game.clone(), "", 0, &[]) else { return Ok(()) };
            if machine.rules.abreast {
                side_by_side(&machine, &mut numbers, 4);
                match machine.rules.program.words {
                    1 => side_by_side(&same::<1>(game), &mut numbers, 4),
                    2 => side_by_side(&same::<2>(game), &mut numbers, 4),
                    4 => side_by_side(&same::<4>(game), &mut numbers, 4),
                    _ => (0, 0),
                };
            }
        }

        // What was remembered is what the rules do, whatever was asked before; and what a turn did not read does not
        // matter to it.
        #[test]
        fn a_turn_follows_from_what_it_read(seed in any::<u64>()) {
            let mut numbers = Numbers(seed);
            let game = numbers.game();
            let new = || Machine::<0>::new(game.clone(), "", 0, &[]).expect("no rule runs at the start");
            let (machine, mut plain) = (new(), new());
            prop_assert!(machine.rules.remembers);
            Arc::get_mut(&mut plain.rules).expect("nobody else has it").remembers = false;
            let mut positions = vec![plain.first(State::ZERO)];
            let mut at = 0;
            while at < positions.len() && at < POSITIONS {
                for (_, after) in steps(&plain, positions[at]) {
                    if !positions.contains(&after) {
                        positions.push(after);
                    }
                }
                at += 1;
            }
            for _ in 0..2 * positions.len() {
                let state = positions[numbers.below(positions.len())];
                prop_assert_eq!(steps(&machine, state), steps(&plain, state));
            }
            let Compiled { program, layout, .. } = &*machine.rules;
            let pruned = game_of(&game);
            let whole = Program::new(&pruned);
            let places = Places::new(&pruned, &whole, &[]);
            let fixed = match whole.words {
                1 => Machine::<1>::new(game.clone(), "", 0, &[]).ok(),
                _ => None,
            };
            let raw = raw_positions(&whole);
            prop_assert!(raw.iter().all(|planes| has(&places.can.bits, planes)));
            for planes in raw.into_iter().take(POSITIONS / 8) {
                let raw = raw_turns(&whole, &planes);
                prop_assert_eq!(&turns::<State, 0>(&plain, &planes), &raw);
                if let Some(fixed) = &fixed {
                    prop_assert_eq!(&turns::<State, 1>(fixed, &planes), &raw);
                }
            }
            for _ in 0..20 {
                let planes = layout.unpack(&positions[numbers.below(positions.len())]).objects.bits;
                let key = numbers.below(KEYS);
                let Some((active, read, changes)) = noted(&machine, &planes, key) else { continue };
                let other = otherwise(&planes, &layout.free.bits, &read, program.words, &mut numbers);
                if let Some(found) = noted(&machine, &other, key).filter(|found| found.0 == active) {
                    prop_assert_eq!(found, (active, read, changes));
                }
            }
        }
    }
}
