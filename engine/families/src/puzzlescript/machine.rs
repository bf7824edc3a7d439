//! A game of any number of objects behind one interface, for states of one kind of word.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::bits::{CellSet, holds, members, set};
use super::bound::Bound;
use super::fuel::Why;
use super::game::{Game, WIN};
use super::layout::{Bits, Layout, Point};
use super::random::Luck;
use super::turn::{Standing, Table};
use clew_core::packed::Packed;
use clew_core::trouble::Trouble;

/// The keys: up, left, down, right, action, and a tick of the clock.
const KEYS: usize = 6;
const ACTION: usize = 4;
const TICK: usize = 5;

/// How many numbers chance may have drawn in a position that comes from outside: they are drawn again for its moves.
const MOST_DRAWS: u32 = 1 << 21;

/// What a search asks of a game.
pub trait Rules<W: Packed>: Send + Sync {
    /// See [`clew_core::puzzle::Puzzle::afresh`].
    fn afresh(&self) -> Box<dyn Rules<W>>;
    /// Where the game begins.
    fn initial(&self) -> W;
    /// Visits the keys that change something, with what they lead to.
    fn successors(&self, state: W, visit: &mut dyn FnMut(u8, W));
    fn is_goal(&self, state: W) -> bool;
    fn pack(&self, position: &[u16]) -> Result<W, String>;
    fn unpack(&self, state: W) -> Vec<u16>;
    /// A player, and where it stands.
    fn player(&self, state: W) -> [u16; 2];
    /// A lower bound, as in [`clew_core::puzzle::Puzzle::heuristic`].
    fn heuristic(&self, state: W) -> u32;
    fn has_bound(&self) -> bool;
    /// What went wrong while rules ran.
    fn trouble(&self) -> &Arc<Trouble>;
}

/// A game, and how its positions are packed.
pub struct Machine<const O: usize, const M: usize> {
    pub game: Arc<Game<O, M>>,
    pub layout: Arc<Layout<O>>,
    pub bound: Arc<Bound<O>>,
    pub trouble: Arc<Trouble>,
    luck: Luck,
    /// Where the level begins.
    first: Standing<O>,
    /// Tables that no thread uses now.
    tables: Arc<Mutex<Vec<Table<O, M>>>>,
}

impl<const O: usize, const M: usize> Machine<O, M> {
    /// `draws`: the numbers that chance has drawn before the level begins. `Err`, in words, if it never does.
    pub fn new(mut game: Game<O, M>, seed: &str, draws: u32) -> Result<Self, String> {
        let luck = Luck::new(seed);
        let trouble: Arc<Trouble> = Arc::default();
        let mut table = Table::new(&Arc::new(game.clone()), luck.clone().after(draws));
        table.begin();
        if let Some(endless) = table.run.endless {
            return Err(endless.words());
        }
        if let Some(cut) = table.run.cut {
            trouble.note(false, cut.line, || cut.words());
        }
        let layout = Layout::new(&game, keeps_won(&game, &table));
        let first = Standing {
            objects: table.board.objects,
            restart: if layout.keeps_restart() { table.restart } else { Vec::new() },
            draws: if layout.keeps_draws() { table.run.luck.draws } else { 0 },
            won: table.won && layout.keeps_won(),
        };
        game.wins.iter_mut().for_each(|win| win.settle(&layout.fixed, &layout.changing));
        let bound = Bound::new(&game, &layout.fixed, &layout.changing);
        let (game, layout, bound) = (Arc::new(game), Arc::new(layout), Arc::new(bound));
        Ok(Self { game, layout, bound, trouble, luck, first, tables: Arc::default() })
    }

    /// The same machine for another run, with trouble of its own; all that never changes is shared.
    pub fn afresh(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            layout: Arc::clone(&self.layout),
            bound: Arc::clone(&self.bound),
            trouble: Arc::new(self.trouble.afresh()),
            luck: self.luck.clone(),
            first: self.first.clone(),
            tables: Arc::clone(&self.tables),
        }
    }

    fn tables(&self) -> MutexGuard<'_, Vec<Table<O, M>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_key(&self, key: usize) -> bool {
        match key {
            ACTION => self.game.has_action,
            TICK => self.game.has_tick,
            _ => true,
        }
    }

    /// The position on a table.
    fn point<'a>(&self, table: &'a Table<O, M>) -> Point<'a, O> {
        Point {
            objects: &table.board.objects,
            restart: &table.restart,
            draws: if self.layout.keeps_draws() { table.run.luck.draws } else { 0 },
            won: table.won && self.layout.keeps_won(),
        }
    }

    /// Where the game begins, packed into a word that is all zeros.
    pub fn first<B: Bits>(&self, word: B) -> B {
        self.write(&self.first, word)
    }

    /// Visits where each key leads, even if it changes nothing. A turn that never ends is no move.
    pub fn steps(&self, here: &Standing<O>, mut visit: impl FnMut(u8, &Point<O>, &CellSet)) {
        if here.won {
            return;
        }
        let free = self.tables().pop();
        let mut table = free.unwrap_or_else(|| Table::new(&self.game, self.luck.clone()));
        let luck = self.layout.keeps_draws().then(|| self.luck.clone().after(here.draws));
        table.lay(here);
        for key in (0..KEYS).filter(|&key| self.is_key(key)) {
            if let Some(luck) = &luck {
                table.run.luck = luck.clone();
            }
            table.play(here, key);
            match table.run.endless {
                Some(endless) if endless.why == Why::Again => {
                    self.trouble.note(true, endless.line, || endless.words());
                    continue;
                }
                Some(endless) => {
                    self.trouble.report(endless.words());
                    break;
                }
                None => {}
            }
            if let Some(cut) = table.run.cut {
                self.trouble.note(false, cut.line, || cut.words());
            }
            visit(key as u8, &self.point(&table), &table.board.touched);
        }
        if table.run.fuel.is_plenty() {
            self.tables().push(table);
        }
    }

    pub fn is_goal(&self, standing: &Standing<O>) -> bool {
        if self.layout.keeps_won() { standing.won } else { self.game.is_won(&standing.objects) }
    }

    pub fn bound_of(&self, standing: &Standing<O>) -> u32 {
        if self.is_goal(standing) { 0 } else { self.bound.of(&standing.objects) }
    }

    /// A player, and the cell where it stands.
    pub fn player(&self, standing: &Standing<O>) -> [u16; 2] {
        for (at, cell) in standing.objects.iter().enumerate() {
            if let Some(object) = members(&self.game.player).find(|&object| holds(cell, object)) {
                return [object as u16, at as u16];
            }
        }
        [u16::MAX, 0]
    }

    /// The plain numbers of a position.
    pub fn position(&self, standing: &Standing<O>) -> Vec<u16> {
        let mut found = Vec::with_capacity(standing.objects.len() * self.game.layers.len() + 3);
        self.numbers(&standing.objects, &mut found);
        if self.layout.keeps_restart() {
            self.numbers(&standing.restart, &mut found);
        }
        if self.layout.keeps_draws() {
            found.extend([(standing.draws >> 16) as u16, standing.draws as u16]);
        }
        if self.layout.keeps_won() {
            found.push(u16::from(standing.won));
        }
        found
    }

    fn numbers(&self, objects: &[[u64; O]], out: &mut Vec<u16>) {
        for cell in objects {
            let begin = out.len();
            out.resize(begin + self.game.layers.len(), 0);
            for object in members(cell) {
                out[begin + self.game.layer_of[object]] = object as u16 + 1;
            }
        }
    }

    /// The position of plain numbers; `Err`, in words, if they do not describe one of this game.
    pub fn standing_of(&self, position: &[u16]) -> Result<Standing<O>, String> {
        let level = self.game.level.len() * self.game.layers.len();
        let extras = usize::from(self.layout.keeps_draws()) * 2 + usize::from(self.layout.keeps_won());
        let length = level * (1 + usize::from(self.layout.keeps_restart())) + extras;
        if position.len() != length {
            return Err(format!("a position is {length} numbers, not {}", position.len()));
        }
        let (objects, mut rest) = (self.objects(&position[..level])?, &position[level..]);
        let mut restart = Vec::new();
        if self.layout.keeps_restart() {
            restart = self.objects(&rest[..level])?;
            rest = &rest[level..];
        }
        let mut draws = 0;
        if self.layout.keeps_draws() {
            draws = u32::from(rest[0]) << 16 | u32::from(rest[1]);
            rest = &rest[2..];
        }
        let mut found = Standing { objects, restart, draws, won: rest.first().is_some_and(|&won| won != 0) };
        // Wherever the conditions hold, a turn has seen that, except at the start.
        found.won |= self.layout.keeps_won() && found != self.first && self.game.is_won(&found.objects);
        Ok(found)
    }

    /// `Err`, in words, if an object is where it cannot be, or chance would take too long.
    pub fn check(&self, standing: &Standing<O>) -> Result<(), String> {
        if standing.draws > MOST_DRAWS {
            return Err(format!("chance has drawn {} numbers; at most {MOST_DRAWS} are followed", standing.draws));
        }
        if self.layout.can_be(&standing.objects)
            && (!self.layout.keeps_restart() || self.layout.can_be(&standing.restart))
        {
            return Ok(());
        }
        Err("something stands elsewhere that never moves, or is missing".to_owned())
    }

    fn objects(&self, numbers: &[u16]) -> Result<Vec<[u64; O]>, String> {
        numbers
            .chunks_exact(self.game.layers.len())
            .map(|cell| {
                let mut found = [0; O];
                for (layer, &number) in cell.iter().enumerate() {
                    let Some(object) = usize::from(number).checked_sub(1) else { continue };
                    if self.game.layer_of.get(object) != Some(&layer) {
                        return Err(format!("object {object} is not of layer {layer}"));
                    }
                    set(&mut found, object);
                }
                Ok(found)
            })
            .collect()
    }

    pub fn read(&self, word: &impl Bits) -> Standing<O> {
        let mut standing = Standing { objects: Vec::new(), restart: Vec::new(), draws: 0, won: false };
        self.layout.unpack(word, &mut standing);
        standing
    }

    /// Packs a position into a word that is all zeros.
    pub fn write<B: Bits>(&self, standing: &Standing<O>, mut word: B) -> B {
        let Standing { objects, restart, draws, won } = standing;
        self.layout.pack(&Point { objects, restart, draws: *draws, won: *won }, &mut word);
        word
    }
}

/// Whether what lies in a position does not say if the level is won: a rule may win it, or it begins with its conditions
/// met, which no turn has looked at.
fn keeps_won<const O: usize, const M: usize>(game: &Game<O, M>, begun: &Table<O, M>) -> bool {
    game.has_command(WIN) || !begun.won && game.is_won(&begun.board.objects)
}

impl<W: Packed, const O: usize, const M: usize> Rules<W> for Machine<O, M> {
    fn afresh(&self) -> Box<dyn Rules<W>> {
        Box::new(self.afresh())
    }

    fn initial(&self) -> W {
        self.first(W::ZERO)
    }

    fn successors(&self, state: W, visit: &mut dyn FnMut(u8, W)) {
        let is_level = self.layout.is_level_alone();
        self.steps(&self.read(&state), |key, point, touched| {
            let mut after = W::ZERO;
            if is_level {
                after = self.layout.repack(state, point.objects, touched.cells());
            } else {
                self.layout.pack(point, &mut after);
            }
            if after != state {
                visit(key, after);
            }
        });
    }

    fn is_goal(&self, state: W) -> bool {
        self.is_goal(&self.read(&state))
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
        self.bound_of(&self.read(&state))
    }

    fn has_bound(&self) -> bool {
        self.bound.is_useful()
    }

    fn trouble(&self) -> &Arc<Trouble> {
        &self.trouble
    }
}
