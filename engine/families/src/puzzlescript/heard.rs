//! What a turn asks for beside what it does to the level: sounds and messages of rules. No position, no move and no
//! search depends on it, so a search never listens; who asks has the one turn played plainly, by a table that does.
//!
//! As in the published player, `cancel` and `restart` make what other rules asked for void, a turn has each sound once,
//! and one message: the first. Of the turns that follow by themselves in a move, each has its own.

use std::collections::HashMap;
use std::sync::Arc;

use super::game::{CANCEL, RESTART};

/// The sounds `sfx0` to `sfx10` are 0 to 10.
const CANCELLED: u16 = 11;
const RESTARTED: u16 = 12;
/// An arrow key changes nothing.
const STUCK: u16 = 13;
/// The first message; the others follow.
const MESSAGES: u16 = 16;

/// What rules ask for, by their lines.
#[derive(Default)]
pub struct Asks(HashMap<u32, Vec<u16>>);

impl Asks {
    /// Reads, one after the other, a line, how many things its rule asks for, and these. `Err` if the list ends early.
    pub fn read(mut numbers: &[u32]) -> Result<Self, String> {
        let mut found = HashMap::new();
        while let [line, count, rest @ ..] = numbers {
            let (asked, rest) = rest.split_at_checked(*count as usize).ok_or("`asks` ends too early")?;
            found.insert(*line, asked.iter().map(|&code| code as u16).collect());
            numbers = rest;
        }
        Ok(Self(found))
    }
}

/// What was asked for in a move.
pub struct Heard {
    asks: Arc<Asks>,
    /// In the turn that is being played.
    turn: Vec<u16>,
    all: Vec<u16>,
}

impl Heard {
    pub fn new(asks: Arc<Asks>) -> Self {
        Self { asks, turn: Vec::new(), all: Vec::new() }
    }

    pub fn begin_turn(&mut self) {
        self.turn.clear();
    }

    /// The rule of that line matches. `queue`: the commands before it.
    pub fn ask(&mut self, queue: u8, commands: u8, line: u32) {
        if queue & CANCEL != 0 || queue & RESTART != 0 && commands & CANCEL == 0 {
            return;
        }
        if commands & (CANCEL | RESTART) != 0 {
            self.turn.clear();
        }
        let kind = |code: u16| code.min(MESSAGES);
        for &code in self.asks.0.get(&line).into_iter().flatten() {
            if self.turn.iter().all(|&other| kind(other) != kind(code)) {
                self.turn.push(code);
            }
        }
    }

    /// What the turn asked for counts; also that of a turn that would follow by itself (`dry`), if it is cancelled but
    /// asks for more: it is played for that alone.
    pub fn end_turn(&mut self, queue: u8, dry: bool) {
        if dry && (queue & CANCEL == 0 || queue == CANCEL && self.turn.is_empty()) {
            return;
        }
        let commands = [(CANCEL, CANCELLED), (RESTART, RESTARTED)];
        let ends = commands.into_iter().find(|&(command, _)| queue & command != 0).map(|(_, code)| code);
        for code in self.turn.drain(..).chain(ends) {
            if !self.all.contains(&code) {
                self.all.push(code);
            }
        }
    }

    /// All of the move. `stuck`: whether something was to move and nothing did.
    pub fn all(mut self, stuck: bool) -> Vec<u16> {
        if stuck && !self.all.contains(&CANCELLED) && !self.all.contains(&RESTARTED) {
            self.all.push(STUCK);
        }
        self.all
    }
}
