//! One turn: the key that was pressed, the rules, the movements, and what follows by itself.

use super::bits::{has, is_empty, layer, meets, members, take, take_layer};
use super::board::Board;
use super::game::{AGAIN, CANCEL, CHECKPOINT, Game, RESTART, WIN};
use super::random::Luck;
use super::rules::Run;

/// The movements of the keys: up, left, down, right, action.
const KEYS: [u64; 5] = [1, 4, 2, 8, 16];
const ACTION: u64 = 16;
/// A turn in which rigid rules keep failing ends after so many trials.
const RIGID_TRIALS: usize = 250;
/// A move goes on by itself so often at most.
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
pub struct Table<'a, const O: usize, const M: usize> {
    pub game: &'a Game<O, M>,
    pub board: Board<O, M>,
    pub run: Run,
    pub restart: Vec<[u64; O]>,
    pub won: bool,
    goes_on: bool,
    /// Why the last move has no end: the line of a rule.
    pub stuck: u32,
}

impl<'a, const O: usize, const M: usize> Table<'a, O, M> {
    pub fn new(game: &'a Game<O, M>, luck: Luck) -> Self {
        Self {
            game,
            board: Board::new(game.width, game.height),
            run: Run::new(luck),
            restart: Vec::new(),
            won: false,
            goes_on: false,
            stuck: 0,
        }
    }

    /// Sets the table to the level as drawn, and runs its rules once if the game says so.
    pub fn begin(&mut self) {
        self.board.objects.clone_from(&self.game.level);
        self.restart.clone_from(&self.game.level);
        if self.game.rules_on_start {
            self.turn(None, true, false);
            self.go_on();
        }
        self.won = false;
    }

    /// A key, by its number, or 5 for a tick, with all that follows. Says whether it comes to an end.
    pub fn play(&mut self, key: usize) -> bool {
        self.goes_on = false;
        self.turn(Some(key), false, false);
        self.go_on()
    }

    fn go_on(&mut self) -> bool {
        let mut rounds = 0;
        // A position met again, with the same luck, has no end (Brent's method: one is kept, ever further on).
        let (mut kept, mut draws) = (self.board.objects.clone(), self.run.luck.draws);
        while self.goes_on && !self.won {
            self.goes_on = false;
            self.turn(None, false, false);
            rounds += 1;
            let again = self.board.objects == kept && self.run.luck.draws == draws;
            if self.goes_on && (again || rounds == AGAINS) {
                self.stuck = 1;
                return false;
            }
            if rounds.is_power_of_two() {
                kept.clone_from(&self.board.objects);
                draws = self.run.luck.draws;
            }
        }
        true
    }

    /// One turn. `no_win`: winning is not looked for; `dry`: only whether something would change is asked.
    fn turn(&mut self, key: Option<usize>, no_win: bool, dry: bool) -> bool {
        let before = self.board.objects.clone();
        let players = key.filter(|&key| key < KEYS.len()).map_or(Vec::new(), |key| self.push(KEYS[key]));
        self.board.sum();
        self.rules();
        if self.game.needs_player_moved && !players.is_empty() && !self.moved(&players) {
            self.board.objects = before;
            return false;
        }
        if self.run.queue & CANCEL != 0 {
            self.board.objects = before;
            return false;
        }
        if self.run.queue & RESTART != 0 {
            if dry {
                self.board.objects = before;
            } else if !no_win {
                self.begin_again();
            }
            return true;
        }
        let changed = self.board.objects != before;
        if dry {
            let wins = self.run.queue & WIN != 0;
            self.board.objects = before;
            return changed || wins;
        }
        let queue = self.run.queue;
        self.won = !no_win && (queue & WIN != 0 || self.is_won());
        if self.won {
            return changed;
        }
        if queue & CHECKPOINT != 0 {
            self.restart.clone_from(&self.board.objects);
        }
        if queue & AGAIN != 0 && changed && self.turn(None, true, true) {
            self.goes_on = true;
        }
        changed
    }

    fn begin_again(&mut self) {
        self.board.objects.clone_from(&self.restart);
        self.goes_on = false;
        if self.game.rules_on_start {
            self.turn(None, true, false);
        }
    }

    /// Gives the players a movement; where they stand.
    fn push(&mut self, movement: u64) -> Vec<usize> {
        let mut players = Vec::new();
        for at in 0..self.board.objects.len() {
            let cell = &self.board.objects[at];
            let here = if self.game.player_all {
                has(cell, &self.game.player)
            } else {
                meets(cell, &self.game.player)
            };
            if here {
                for object in members(&self.game.player).filter(|&object| super::bits::holds(cell, object)) {
                    super::bits::add_layer(
                        &mut self.board.movements[at],
                        self.game.layer_of[object],
                        movement,
                    );
                }
                players.push(at);
            }
        }
        players
    }

    fn moved(&self, players: &[usize]) -> bool {
        players.iter().any(|&at| {
            let cell = &self.board.objects[at];
            if self.game.player_all { !has(cell, &self.game.player) } else { !meets(cell, &self.game.player) }
        })
    }

    /// Early rules, movements, late rules; where a rigid rule could not do what it asks for, all again without it.
    fn rules(&mut self) {
        let game = self.game;
        self.run.queue = 0;
        self.run.banned.clear();
        self.run.banned.resize(game.early.groups.len(), false);
        if game.rigid_groups.is_empty() {
            self.run.phase(game, &mut self.board, &game.early, false);
            self.resolve();
            self.run.phase(game, &mut self.board, &game.late, false);
            return;
        }
        let start = (self.board.objects.clone(), self.board.movements.clone());
        for _ in 0..RIGID_TRIALS {
            self.board.rigid.fill(([0; M], [0; M]));
            self.run.phase(game, &mut self.board, &game.early, true);
            if !self.resolve() {
                self.run.phase(game, &mut self.board, &game.late, false);
                break;
            }
            self.board.objects.clone_from(&start.0);
            self.board.movements.clone_from(&start.1);
            self.board.sum();
            self.run.queue = 0;
        }
    }

    /// Moves what can move until nothing can; says whether a rigid rule must be undone.
    fn resolve(&mut self) -> bool {
        let mut any = true;
        while any {
            any = false;
            for at in 0..self.board.objects.len() {
                if !self.board.is_unmoved(at) {
                    any |= self.move_from(at);
                }
            }
        }
        let mut back = false;
        for at in 0..self.board.objects.len() {
            let left = self.board.movements[at];
            if !is_empty(&left) {
                back |= self.ban_rigid(at, &left);
                self.board.movements[at] = [0; M];
            }
        }
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
        super::bits::add(&mut self.board.objects[to], &moving);
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

    pub fn is_won(&self) -> bool {
        is_won(self.game, &self.board.objects)
    }
}

/// Are all win conditions met? A game without any is won by a command alone.
pub fn is_won<const O: usize, const M: usize>(game: &Game<O, M>, objects: &[[u64; O]]) -> bool {
    !game.wins.is_empty()
        && game.wins.iter().all(|win| {
            let first = |cell: &[u64; O]| if win.first_all { has(cell, &win.first) } else { meets(cell, &win.first) };
            let second =
                |cell: &[u64; O]| if win.second_all { has(cell, &win.second) } else { meets(cell, &win.second) };
            match win.kind {
                -1 => !objects.iter().any(|cell| first(cell) && second(cell)),
                0 => objects.iter().any(|cell| first(cell) && second(cell)),
                _ => objects.iter().all(|cell| !first(cell) || second(cell)),
            }
        })
}
