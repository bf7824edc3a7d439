//! A game of any number of objects behind one interface, for states of one kind of word.

use super::bits::{holds, members, set};
use super::game::Game;
use super::layout::Layout;
use super::random::Luck;
use super::turn::{Standing, Table, is_won};
use crate::packed::Packed;

/// The keys: up, left, down, right, action, and a tick of the clock.
const KEYS: usize = 6;
const ACTION: usize = 4;
const TICK: usize = 5;

/// What a search asks of a game.
pub trait Rules<W: Packed>: Send + Sync {
    fn initial(&self) -> W;
    /// Visits the keys that change something, with what they lead to.
    fn successors(&self, state: W, visit: &mut dyn FnMut(u8, W));
    fn is_goal(&self, state: W) -> bool;
    fn pack(&self, position: &[u16]) -> Result<W, String>;
    fn unpack(&self, state: W) -> Vec<u16>;
    /// A player, and where it stands.
    fn player(&self, state: W) -> [u16; 2];
}

/// A game, and how its positions are packed.
pub struct Machine<const O: usize, const M: usize> {
    pub game: Game<O, M>,
    pub layout: Layout<O>,
    luck: Luck,
    /// Numbers that chance has drawn before the level begins.
    draws: u32,
}

/// A position, and where each key leads.
pub struct Steps<const O: usize> {
    pub here: Standing<O>,
    pub after: Vec<(u8, Standing<O>)>,
}

impl<const O: usize, const M: usize> Machine<O, M> {
    pub fn new(game: Game<O, M>, seed: &str, draws: u32) -> Self {
        let layout = Layout::new(&game);
        Self { game, layout, luck: Luck::new(seed), draws }
    }

    fn table(&self) -> Table<'_, O, M> {
        Table::new(&self.game, self.luck.clone())
    }

    fn is_key(&self, key: usize) -> bool {
        match key {
            ACTION => self.game.has_action,
            TICK => self.game.has_tick,
            _ => true,
        }
    }

    fn standing(&self, table: &Table<'_, O, M>) -> Standing<O> {
        Standing {
            objects: table.board.objects.clone(),
            restart: if self.layout.keeps_restart() { table.restart.clone() } else { Vec::new() },
            draws: table.run.luck.draws,
            won: table.won && self.layout.keeps_won(),
        }
    }

    /// Where the game begins.
    pub fn first(&self) -> Standing<O> {
        let mut table = self.table();
        table.run.luck = self.luck.clone().after(self.draws);
        table.begin();
        self.standing(&table)
    }

    /// Where each key leads, those too that change nothing; a move without an end is none.
    pub fn steps(&self, here: Standing<O>) -> Steps<O> {
        let mut after = Vec::new();
        if !here.won {
            let mut table = self.table();
            let luck = table.run.luck.clone().after(here.draws);
            for key in (0..KEYS).filter(|&key| self.is_key(key)) {
                table.board.objects.clone_from(&here.objects);
                table.restart.clone_from(if self.layout.keeps_restart() {
                    &here.restart
                } else {
                    &self.game.level
                });
                table.run.luck = luck.clone();
                table.won = false;
                if table.play(key) {
                    after.push((key as u8, self.standing(&table)));
                }
            }
        }
        Steps { here, after }
    }

    pub fn is_goal(&self, standing: &Standing<O>) -> bool {
        standing.won || is_won(&self.game, &standing.objects)
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

    /// The position of plain numbers; `Err`, in words, if they are none of this game's.
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
        Ok(Standing { objects, restart, draws, won: rest.first().is_some_and(|&won| won != 0) })
    }

    /// `Err`, in words, where something stands that cannot.
    pub fn check(&self, standing: &Standing<O>) -> Result<(), String> {
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

    fn read<W: Packed>(&self, state: W) -> Standing<O> {
        let mut standing = Standing { objects: Vec::new(), restart: Vec::new(), draws: 0, won: false };
        self.layout.unpack(state, &mut standing);
        standing
    }
}

impl<W: Packed, const O: usize, const M: usize> Rules<W> for Machine<O, M> {
    fn initial(&self) -> W {
        self.layout.pack(&self.first())
    }

    fn successors(&self, state: W, visit: &mut dyn FnMut(u8, W)) {
        for (key, standing) in self.steps(self.read(state)).after {
            let after: W = self.layout.pack(&standing);
            if after != state {
                visit(key, after);
            }
        }
    }

    fn is_goal(&self, state: W) -> bool {
        self.is_goal(&self.read(state))
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        let standing = self.standing_of(position)?;
        self.check(&standing)?;
        Ok(self.layout.pack(&standing))
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        self.position(&self.read(state))
    }

    fn player(&self, state: W) -> [u16; 2] {
        self.player(&self.read(state))
    }
}
