//! One turn: the key that was pressed, the rules, the movements, and what follows by itself.

use super::bits::{layer, ones};
use super::board::Board;
use super::fuel::Why;
use super::game::{AGAIN, CANCEL, CHECKPOINT, RESTART, WIN};
use super::grid::{Kept, having};
use super::lanes::Lanes;
use super::memory::Memory;
use super::planes::Planes;
use super::program::{Program, WAYS, Win};
use super::random::Luck;
use super::rules::Run;

/// The movements of the keys, by their bits: up, left, down, right, action.
pub const KEYS: [usize; 5] = [0, 2, 1, 3, 4];
const ACTION: u64 = 16;
/// A turn in which rigid rules keep failing ends after this many trials.
const RIGID_TRIALS: usize = 50;
/// How often a move continues by itself at most.
const AGAINS: usize = 5_000;

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub objects: Planes,
    /// Where a restart leads; empty in games without checkpoints.
    pub restart: Planes,
    pub draws: u32,
    pub won: bool,
}

/// A game with the memory that turns use.
pub struct Table<const N: usize> {
    pub board: Board<N>,
    pub run: Run,
    pub restart: Vec<u64>,
    pub won: bool,
    goes_on: bool,
    /// The cells of the players that the key gave a movement, as a plane; empty where that does not matter.
    players: Vec<u64>,
    /// The planes of movements that may have any.
    moving: Vec<usize>,
    restarting: bool,
    /// Copies of levels that are not needed now.
    spare: Vec<Kept>,
    /// Turns that were met before, where that pays.
    pub memory: Option<Memory>,
    /// Turns side by side, once they were asked for.
    pub lanes: Option<Box<Lanes<N>>>,
}

impl<const N: usize> Table<N> {
    pub fn new(program: &Program, luck: Luck) -> Self {
        Self {
            board: Board::new(program),
            run: Run::new(luck),
            restart: Vec::new(),
            won: false,
            goes_on: false,
            players: Vec::new(),
            moving: Vec::new(),
            restarting: false,
            spare: Vec::new(),
            memory: None,
            lanes: None,
        }
    }

    /// Sets the table to the level as drawn, and runs its rules once if the game says so.
    pub fn begin(&mut self, program: &Program) {
        self.board.grid.set_to(&program.level.bits);
        self.restart.clone_from(&program.level.bits);
        self.run.refuel();
        self.won = false;
        if program.rules_on_start {
            // The first run wins nothing; what follows it by itself is a turn like any other.
            self.goes_on = false;
            self.turn(program, true, false);
            self.go_on(program);
        }
    }

    /// Prepares for the keys of the position in [`super::grid::Grid::laid`]. `objects`: those that may not be where they were in the
    /// last one.
    #[inline(never)]
    pub fn lay(&mut self, program: &Program, objects: &[usize]) {
        self.board.lay(program, objects);
        self.run.refuel();
    }

    /// A key pressed in the position that was laid, by its number, or 5 for a tick, with all that follows. Why that
    /// has no end, if so, is in `run.endless`; what was stopped on the way in `run.cut`. `restart`: where a restart
    /// leads, if not to the level as drawn. `notes`: whether what is read of the position is noted.
    #[inline(never)]
    pub fn play(&mut self, program: &Program, key: usize, restart: &[u64], notes: bool) {
        self.board.restore(program);
        if program.restarts || self.restart.is_empty() {
            let restart = if restart.is_empty() { &program.level.bits } else { restart };
            self.restart.clear();
            self.restart.extend_from_slice(restart);
        }
        self.won = false;
        (self.run.endless, self.run.cut) = (None, None);
        self.goes_on = false;
        self.board.grid.still();
        if notes {
            self.board.begin_noting();
        }
        self.players.clear();
        if let Some(&way) = KEYS.get(key) {
            self.push(program, way);
        }
        self.rules(program);
        self.conclude(program, None, false, false);
        self.go_on(program);
        self.board.grid.end_noting();
    }

    fn go_on(&mut self, program: &Program) {
        if !self.goes_on {
            return;
        }
        let mut rounds = 0;
        // A position met again, with the same random numbers, never ends (Brent's method: one is kept, ever further
        // on).
        let (mut kept, mut draws) = (self.copy(), self.run.luck.draws);
        while self.goes_on && !self.won && self.run.endless.is_none() {
            self.goes_on = false;
            self.turn(program, false, false);
            rounds += 1;
            let again = self.run.luck.draws == draws && !self.board.grid.differs(Some(&kept));
            if self.goes_on && (again || rounds == AGAINS) {
                self.run.ends_never(Why::Again, self.run.again);
                break;
            }
            if rounds.is_power_of_two() {
                self.board.grid.keep(&mut kept);
                draws = self.run.luck.draws;
            }
        }
        self.spare.push(kept);
    }

    /// A copy of the level as it is.
    fn copy(&mut self) -> Kept {
        let mut copy = self.spare.pop().unwrap_or_default();
        self.board.grid.keep(&mut copy);
        copy
    }

    /// One turn that follows by itself. `no_win`: winning is not checked; `dry`: only check whether something would
    /// change.
    fn turn(&mut self, program: &Program, no_win: bool, dry: bool) -> bool {
        let before = self.copy();
        self.board.grid.still();
        self.players.clear();
        self.rules(program);
        let changed = self.conclude(program, Some(&before), no_win, dry);
        self.spare.push(before);
        changed
    }

    /// What follows from the rules of a turn, and the commands that they asked for. `before`: the level before it, if
    /// that is not the position that was laid.
    fn conclude(&mut self, program: &Program, before: Option<&Kept>, no_win: bool, dry: bool) -> bool {
        let was_pushed = self.players.iter().any(|&stood| stood != 0);
        let stays = was_pushed && !self.has_player_moved(program);
        if let Some(heard) = self.run.heard.as_mut().filter(|_| !stays) {
            heard.end_turn(self.run.queue, dry);
        }
        if stays || self.run.queue & CANCEL != 0 || self.run.endless.is_some() {
            self.board.grid.restore_to(before);
            return false;
        }
        if self.run.queue & RESTART != 0 {
            if dry {
                self.board.grid.restore_to(before);
            } else if !self.restarting {
                self.begin_again(program);
                self.won = !no_win && program.is_won(self.board.grid.objects());
            }
            return true;
        }
        let changed = self.board.grid.differs(before);
        if dry {
            let wins = self.run.queue & WIN != 0;
            self.board.grid.restore_to(before);
            return changed || wins;
        }
        let queue = self.run.queue;
        self.won = false;
        if !no_win && (program.keeps_won || queue & (AGAIN | CHECKPOINT) != 0) {
            let grid = &self.board.grid;
            let met = program
                .wins_met(grid.words(), |objects, all, word, among| grid.having(objects, all, word, among));
            self.run.may(met as u64 * program.level_words(), program.early.first_line);
            self.won = queue & WIN != 0 || met > 0 && met == program.wins.len();
        }
        if self.won {
            return changed;
        }
        if queue & CHECKPOINT != 0 {
            self.restart.clear();
            self.restart.extend_from_slice(self.board.grid.objects());
        }
        if queue & AGAIN != 0 && changed && self.turn(program, true, true) {
            self.goes_on = true;
        }
        changed
    }

    /// Restarts the level. The rules of its start may ask for that too, once: what they ask while it restarts counts for
    /// nothing.
    fn begin_again(&mut self, program: &Program) {
        self.board.grid.set_to(&self.restart);
        self.goes_on = false;
        if program.rules_on_start {
            self.restarting = true;
            self.turn(program, true, false);
            self.restarting = false;
        }
    }

    /// Gives the players of the position that was laid a movement, and notes where they stand.
    #[inline(always)]
    fn push(&mut self, program: &Program, way: usize) {
        let grid = &mut self.board.grid;
        for word in 0..grid.words() {
            let standing = grid.having(&program.player, program.player_all, word, program.whole[word]);
            if program.needs_player_moved {
                self.players.push(standing);
            }
            for &object in &program.player {
                let pushed = grid.having(&[object], true, word, standing);
                grid.put_moving(program.moving(program.layer_of[object], way), word, pushed);
            }
        }
    }

    /// Whether a player left its cell with all its parts.
    fn has_player_moved(&self, program: &Program) -> bool {
        let having = |word, among| self.board.grid.having(&program.player, false, word, among);
        self.players.iter().enumerate().any(|(word, &stood)| stood & !having(word, stood) != 0)
    }

    /// Nothing is asked for yet. Where that is listened to, rules that only ask must be tried, too.
    #[inline(always)]
    fn begin_turn(&mut self) {
        self.run.queue = 0;
        if let Some(heard) = &mut self.run.heard {
            heard.begin_turn();
            self.board.sleepers.forget();
        }
    }

    /// Early rules, movements, late rules; where a rigid rule could not do what it asks for, all again without it.
    #[inline(always)]
    fn rules(&mut self, program: &Program) {
        self.begin_turn();
        // The level is copied, compared, and examined for the first win condition.
        if !self.run.may(program.level_words(), program.early.first_line) {
            return;
        }
        if program.rigid_groups.is_empty() {
            self.run.phase(program, &mut self.board, &program.early, false);
            self.resolve(program);
            self.run.phase(program, &mut self.board, &program.late, false);
        } else {
            self.rigid_rules(program);
        }
    }

    fn rigid_rules(&mut self, program: &Program) {
        self.run.banned.clear();
        self.run.banned.resize(program.early.groups.len(), false);
        let objects = self.copy();
        let moving = self.board.grid.movements();
        for _ in 0..RIGID_TRIALS {
            if !self.run.may(2 * program.level_words(), program.early.first_line) {
                break;
            }
            for (groups, held) in &mut self.board.rigid {
                groups.fill(0);
                held.fill(0);
            }
            self.run.phase(program, &mut self.board, &program.early, true);
            if !self.resolve(program) {
                self.run.phase(program, &mut self.board, &program.late, false);
                break;
            }
            self.board.grid.restore_to(Some(&objects));
            for &(plane, at) in &moving {
                self.board.grid.put(plane, at);
            }
            self.begin_turn();
        }
        self.spare.push(objects);
    }

    /// Moves what can move until nothing can; says whether a rigid rule must be undone.
    #[inline(always)]
    fn resolve(&mut self, program: &Program) -> bool {
        self.moving.clear();
        self.moving.extend(self.board.grid.moving());
        let mut any = !self.moving.is_empty();
        while any {
            any = false;
            let mut work = self.board.grid.words() as u64;
            for word in 0..self.board.grid.words() {
                for bit in ones(self.board.grid.any_moving(&self.moving, word)) {
                    work += 1 + program.layers as u64;
                    any |= self.move_from(program, 64 * word + bit);
                }
            }
            if !self.run.may(work, program.early.first_line) {
                break;
            }
        }
        let back = !program.rigid_groups.is_empty() && self.ban_rigid(program);
        self.board.grid.still();
        back
    }

    /// Moves what can move from a cell, layer by layer.
    #[inline(always)]
    fn move_from(&mut self, program: &Program, at: usize) -> bool {
        let (mut any, mut number) = (false, 0);
        while let Some(&plane) = self.moving.get(number) {
            number += 1;
            if !self.board.grid.is_moving(plane, at) {
                continue;
            }
            let of_layer = program.layer_of_plane[plane] as usize;
            let first = program.moving(of_layer, 0);
            let mut ways = 1 << (plane - first);
            while let Some(&plane) = self.moving.get(number).filter(|&&plane| plane < first + WAYS) {
                ways |= u64::from(self.board.grid.is_moving(plane, at)) << (plane - first);
                number += 1;
            }
            if self.move_layer(program, at, of_layer, ways) {
                // Only a movement of one way can be made.
                self.board.grid.take(plane, at);
                any = true;
            }
        }
        any
    }

    #[inline(always)]
    fn move_layer(&mut self, program: &Program, at: usize, number: usize, movement: u64) -> bool {
        let (height, width) = (program.height, program.width);
        let to = match movement {
            1 if !at.is_multiple_of(height) => at - 1,
            2 if !(at + 1).is_multiple_of(height) => at + 1,
            4 if at >= height => at - height,
            8 if at + height < width * height => at + height,
            ACTION => return true,
            _ => return false,
        };
        self.board.grid.shift(&program.of_layer[number], at, to)
    }

    /// Bans the rigid groups behind movements that could not be made; says whether one was not banned yet.
    fn ban_rigid(&mut self, program: &Program) -> bool {
        let mut back = false;
        for word in 0..self.board.grid.words() {
            for bit in ones(self.board.grid.any_moving(&self.moving, word)) {
                let at = 64 * word + bit;
                let left = self.board.movements(program, at);
                let (groups, held) = &self.board.rigid[at];
                let number =
                    (0..program.layers).find(|&number| layer(&left, number) & layer(held, number) != 0);
                if let Some(number) = number {
                    let rigid = layer(groups, number);
                    let group = program.rigid_groups[rigid.saturating_sub(1) as usize];
                    back |= !std::mem::replace(&mut self.run.banned[group], true);
                }
            }
        }
        back
    }
}

impl Program {
    /// Whether all win conditions are met. A game without any can only be won by a command.
    pub fn is_won(&self, planes: &[u64]) -> bool {
        let words = self.words;
        self.are_wins_met(words, |objects, all, word, among| {
            having(planes, words, objects, all, word) & among
        })
    }

    /// The same of a level of which `having` says, of some cells of a word, those that have any of some objects, or all of
    /// them.
    #[inline(always)]
    pub fn are_wins_met(
        &self,
        words: usize,
        having: impl Fn(&[usize], bool, usize, u64) -> u64 + Copy,
    ) -> bool {
        !self.wins.is_empty() && self.wins_met(words, having) == self.wins.len()
    }

    /// How many win conditions are met, up to the first that is not. `having`: of some cells of a word, those that have
    /// any of some objects, or all of them.
    #[inline(always)]
    fn wins_met(&self, words: usize, having: impl Fn(&[usize], bool, usize, u64) -> u64 + Copy) -> usize {
        let is_met = |win: &&Win| {
            let found = (0..words).any(|word| self.telling(win, word, having) != 0);
            found == (win.kind == 0)
        };
        self.wins.iter().take_while(is_met).count()
    }

    /// The cells of a word that meet a condition on some object, or break one on all or none.
    #[inline(always)]
    pub fn telling(&self, win: &Win, word: usize, having: impl Fn(&[usize], bool, usize, u64) -> u64) -> u64 {
        let first = having(&win.first, win.first_all, word, self.whole[word]);
        if first == 0 {
            return 0;
        }
        let second = if win.is_anywhere { first } else { having(&win.second, win.second_all, word, first) };
        if win.kind == 1 { first & !second } else { second }
    }
}
