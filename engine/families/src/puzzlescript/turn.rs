//! One turn: the key that was pressed, the rules, the movements, and what follows by itself.

use std::sync::Arc;

use super::bits::{add, add_layer, has, holds, is_empty, layer, meets, members, ones, take, take_layer};
use super::board::{Board, Sums};
use super::fuel::Why;
use super::game::{AGAIN, CANCEL, CHECKPOINT, Game, RESTART, WIN};
use super::random::Luck;
use super::rules::Run;

/// The movements of the keys: up, left, down, right, action.
const KEYS: [u64; 5] = [1, 4, 2, 8, 16];
const ACTION: u64 = 16;
/// A turn in which rigid rules keep failing ends after this many trials.
const RIGID_TRIALS: usize = 50;
/// How often a move continues by itself at most.
const AGAINS: usize = 5_000;

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing<const O: usize> {
    pub objects: Vec<[u64; O]>,
    /// Where a restart leads.
    pub restart: Vec<[u64; O]>,
    pub draws: u32,
    pub won: bool,
}

/// A game with the memory that turns use.
pub struct Table<const O: usize, const M: usize> {
    game: Arc<Game<O, M>>,
    pub board: Board<O, M>,
    pub run: Run,
    pub restart: Vec<[u64; O]>,
    pub won: bool,
    goes_on: bool,
    /// What the lines of the position hold from which keys are pressed.
    sums: Sums<O, M>,
    /// The cells of players in that position.
    stands: Vec<usize>,
    players: Vec<usize>,
    /// Whether a rule may restart the level.
    restarts: bool,
    restarting: bool,
    /// Copies of levels that are not needed now.
    spare: Vec<Vec<[u64; O]>>,
}

impl<const O: usize, const M: usize> Table<O, M> {
    pub fn new(game: &Arc<Game<O, M>>, luck: Luck) -> Self {
        Self {
            game: Arc::clone(game),
            board: Board::new(game.width, game.height),
            run: Run::new(luck),
            restart: Vec::new(),
            won: false,
            goes_on: false,
            sums: Sums::default(),
            stands: Vec::new(),
            players: Vec::new(),
            restarts: game.has_command(RESTART),
            restarting: false,
            spare: Vec::new(),
        }
    }

    /// Sets the table to the level as drawn, and runs its rules once if the game says so.
    pub fn begin(&mut self) {
        self.board.objects.clone_from(&self.game.level);
        self.restart.clone_from(&self.game.level);
        self.run.refuel();
        self.board.sum();
        self.won = false;
        if self.game.rules_on_start {
            // The first run wins nothing; what follows it by itself is a turn like any other.
            self.goes_on = false;
            self.turn(true, false);
            self.go_on();
        }
    }

    /// Prepares for the keys of a position.
    pub fn lay(&mut self, here: &Standing<O>) {
        self.board.objects.clone_from(&here.objects);
        self.board.sum();
        self.sums.set(&self.board.sums);
        self.stands.clear();
        let game = &self.game;
        self.stands.extend((0..here.objects.len()).filter(|&at| has_player(game, &here.objects[at])));
        self.run.refuel();
    }

    /// A key pressed in the position that was laid, by its number, or 5 for a tick, with all that follows. Why that
    /// has no end, if so, is in `run.endless`; what was stopped on the way in `run.cut`.
    pub fn play(&mut self, here: &Standing<O>, key: usize) {
        self.board.restore(&here.objects);
        self.board.sums.set(&self.sums);
        self.board.untouched();
        if self.restarts || self.restart.is_empty() {
            self.restart.clone_from(if here.restart.is_empty() { &self.game.level } else { &here.restart });
        }
        self.won = false;
        (self.run.endless, self.run.cut) = (None, None);
        self.goes_on = false;
        self.first_turn(key, &here.objects);
        self.go_on();
    }

    fn go_on(&mut self) {
        if !self.goes_on {
            return;
        }
        let mut rounds = 0;
        // A position met again, with the same random numbers, never ends (Brent's method: one is kept, ever further
        // on).
        let (mut kept, mut draws) = (self.copy(), self.run.luck.draws);
        while self.goes_on && !self.won && self.run.endless.is_none() {
            self.goes_on = false;
            self.turn(false, false);
            rounds += 1;
            let again = self.board.objects == kept && self.run.luck.draws == draws;
            if self.goes_on && (again || rounds == AGAINS) {
                self.run.ends_never(Why::Again, self.run.again);
                break;
            }
            if rounds.is_power_of_two() {
                kept.clone_from(&self.board.objects);
                draws = self.run.luck.draws;
            }
        }
        self.spare.push(kept);
    }

    /// A copy of the level as it is.
    fn copy(&mut self) -> Vec<[u64; O]> {
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.clone_from(&self.board.objects);
        copy
    }

    /// The turn of a key in the position that was laid.
    fn first_turn(&mut self, key: usize, laid: &[[u64; O]]) {
        self.board.still();
        self.players.clear();
        if let Some(&movement) = KEYS.get(key) {
            self.push(movement);
        }
        self.rules();
        self.conclude(laid, false, false);
    }

    /// One turn that follows by itself. `no_win`: winning is not checked; `dry`: only check whether something would
    /// change.
    fn turn(&mut self, no_win: bool, dry: bool) -> bool {
        let before = self.copy();
        self.board.still();
        self.players.clear();
        self.rules();
        let changed = self.conclude(&before, no_win, dry);
        self.spare.push(before);
        changed
    }

    /// What follows from the rules of a turn, and the commands that they asked for.
    fn conclude(&mut self, before: &[[u64; O]], no_win: bool, dry: bool) -> bool {
        let stays = self.game.needs_player_moved && !self.players.is_empty() && !self.has_player_moved();
        if stays || self.run.queue & CANCEL != 0 || self.run.endless.is_some() {
            self.board.restore(before);
            return false;
        }
        if self.run.queue & RESTART != 0 {
            if dry {
                self.board.restore(before);
            } else if !self.restarting {
                self.begin_again();
                self.won = !no_win && self.game.is_won(&self.board.objects);
            }
            return true;
        }
        let changed = self.board.differs(before);
        if dry {
            let wins = self.run.queue & WIN != 0;
            self.board.restore(before);
            return changed || wins;
        }
        let queue = self.run.queue;
        let met = if no_win { 0 } else { self.game.wins_met(&self.board.objects) };
        self.run.may(met as u64 * self.game.level_words(), self.game.early.first_line());
        self.won = !no_win && (queue & WIN != 0 || met > 0 && met == self.game.wins.len());
        if self.won {
            return changed;
        }
        if queue & CHECKPOINT != 0 {
            self.restart.clone_from(&self.board.objects);
        }
        if queue & AGAIN != 0 && changed && self.turn(true, true) {
            self.goes_on = true;
        }
        changed
    }

    /// Restarts the level. The rules of its start may ask for that too, once: what they ask while it restarts counts for
    /// nothing.
    fn begin_again(&mut self) {
        self.board.objects.clone_from(&self.restart);
        self.board.sum();
        self.goes_on = false;
        if self.game.rules_on_start {
            self.restarting = true;
            self.turn(true, false);
            self.restarting = false;
        }
    }

    /// Gives the players of the position that was laid a movement, and notes where they stand.
    fn push(&mut self, movement: u64) {
        let game = &self.game;
        for &at in &self.stands {
            for object in members(&game.player) {
                if holds(&self.board.objects[at], object) {
                    add_layer(&mut self.board.movements[at], game.layer_of[object], movement);
                }
            }
            self.board.note(at);
        }
        self.players.extend_from_slice(&self.stands);
    }

    /// Whether a player left its cell with all its parts.
    fn has_player_moved(&self) -> bool {
        self.players.iter().any(|&at| !meets(&self.board.objects[at], &self.game.player))
    }

    /// Early rules, movements, late rules; where a rigid rule could not do what it asks for, all again without it.
    fn rules(&mut self) {
        self.run.queue = 0;
        // The level is copied, compared, and examined for the first win condition.
        if !self.run.may(self.game.level_words(), self.game.early.first_line()) {
            return;
        }
        if self.game.rigid_groups.is_empty() {
            self.run.phase(&self.game, &mut self.board, &self.game.early, false);
            self.resolve();
            self.run.phase(&self.game, &mut self.board, &self.game.late, false);
            return;
        }
        self.run.banned.clear();
        self.run.banned.resize(self.game.early.groups.len(), false);
        let start = (self.board.objects.clone(), self.board.movements.clone());
        for _ in 0..RIGID_TRIALS {
            if !self.run.may(2 * self.game.level_words(), self.game.early.first_line()) {
                break;
            }
            self.board.rigid.fill(([0; M], [0; M]));
            self.run.phase(&self.game, &mut self.board, &self.game.early, true);
            if !self.resolve() {
                self.run.phase(&self.game, &mut self.board, &self.game.late, false);
                break;
            }
            self.board.objects.clone_from(&start.0);
            self.board.movements.clone_from(&start.1);
            (0..self.board.objects.len()).for_each(|at| self.board.note(at));
            self.run.queue = 0;
        }
    }

    /// Moves what can move until nothing can; says whether a rigid rule must be undone.
    fn resolve(&mut self) -> bool {
        let mut any = true;
        while any {
            any = false;
            let mut work = self.board.moving.words() as u64;
            for word in 0..self.board.moving.words() {
                for bit in ones(self.board.moving.word(word)) {
                    let at = 64 * word + bit;
                    work += 1;
                    if !self.board.is_unmoved(at) {
                        work += self.game.layers.len() as u64;
                        any |= self.move_from(at);
                    }
                }
            }
            if !self.run.may(work, self.game.early.first_line()) {
                break;
            }
        }
        let mut back = false;
        for word in 0..self.board.moving.words() {
            for bit in ones(self.board.moving.word(word)) {
                let at = 64 * word + bit;
                let left = self.board.movements[at];
                if !is_empty(&left) {
                    back |= self.ban_rigid(at, &left);
                    self.board.movements[at] = [0; M];
                }
            }
        }
        self.board.moving.clear();
        back
    }

    fn move_from(&mut self, at: usize) -> bool {
        let mut any = false;
        for number in 0..self.game.layers.len() {
            let movement = layer(&self.board.movements[at], number);
            if movement != 0 && self.move_layer(at, number, movement) {
                take_layer(&mut self.board.movements[at], number, movement);
                any = true;
            }
        }
        any
    }

    fn move_layer(&mut self, at: usize, number: usize, movement: u64) -> bool {
        let (height, width) = (self.board.height, self.board.width);
        let (x, y) = (at / height, at % height);
        let to = match movement {
            1 if y > 0 => at - 1,
            2 if y + 1 < height => at + 1,
            4 if x > 0 => at - height,
            8 if x + 1 < width => at + height,
            ACTION => return true,
            _ => return false,
        };
        let of_layer = &self.game.layers[number];
        if meets(&self.board.objects[to], of_layer) {
            return false;
        }
        let mut moving = self.board.objects[at];
        moving.iter_mut().zip(of_layer).for_each(|(moving, layer)| *moving &= layer);
        take(&mut self.board.objects[at], of_layer);
        self.board.touched.add(at);
        add(&mut self.board.objects[to], &moving);
        self.board.note(to);
        true
    }

    /// Bans the rigid group behind a movement that could not be made; says whether it was not banned yet.
    fn ban_rigid(&mut self, at: usize, left: &[u64; M]) -> bool {
        let (groups, held) = self.board.rigid[at];
        for number in 0..self.game.layers.len() {
            if layer(left, number) & layer(&held, number) != 0 {
                let rigid = layer(&groups, number);
                let group = self.game.rigid_groups[rigid.saturating_sub(1) as usize];
                return !std::mem::replace(&mut self.run.banned[group], true);
            }
        }
        false
    }
}

fn has_player<const O: usize, const M: usize>(game: &Game<O, M>, cell: &[u64; O]) -> bool {
    if game.player_all { has(cell, &game.player) } else { meets(cell, &game.player) }
}
