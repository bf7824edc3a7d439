//! PuzzleScript: a game is what its rules say. Cells hold objects, at most one of each layer; a turn gives the player a
//! movement, runs the rules, moves what has a movement, and runs the late rules.
//!
//! Position: for each cell, column by column, one number per layer: 0, or the object there, counted from 1. If rules
//! may restart from a checkpoint, the same again for that; if there is chance, how many numbers were drawn, in two
//! halves; if what lies there does not say whether the level is won, 1 where it is.
//! Move: one number, 0 up, 1 left, 2 down, 3 right, 4 action, 5 a tick.
//!
//! | file | what is in it |
//! |---|---|
//! | `game` | rules as masks, read from plain numbers |
//! | `program` | rules as tests of planes |
//! | `planes`, `grid` | a level as planes; one in play: all that a turn reads of it and writes to it |
//! | `board` | where rules match, and what they change |
//! | `sleep` | which rules must be tried |
//! | `rules` | groups to their fix point, loops, commands |
//! | `effects`, `bound` | what rules can do to objects, and the lower bounds that follow |
//! | `relaxed` | what may come of a position: a guess of how far it is from won, and whether it is lost |
//! | `fuel` | how much work a position may cost, and the message if it is more |
//! | `turn` | one turn, and what follows by itself |
//! | `lanes` | sixteen turns side by side |
//! | `places` | where things can be at all |
//! | `layout` | what can change, packed into a word |
//! | `machine` | a game for a search |
//! | `memory` | turns that were met before, by the bits of a position that they read |
//! | `rest` | which rows match before anything moves |
//! | `interned` | the same for positions too long for a word |
//! | `random` | chance, fixed by a seed |
//! | `heard` | sounds and messages of rules |

mod bits;
mod board;
mod bound;
mod effects;
mod fuel;
mod game;
mod grid;
mod heard;
mod interned;
mod lanes;
mod layout;
mod machine;
mod memory;
mod places;
mod planes;
mod program;
mod random;
mod relaxed;
mod rest;
mod rules;
mod sleep;
mod turn;

use std::sync::Arc;

use crate::any::{Shared, shared};
use clew_core::packed::{Packed, Wide};
use clew_core::puzzle::{Algorithm, DEAD_END, Puzzle, tenths};
use clew_core::trouble::Trouble;
use clew_core::values::Values;
use clew_core::whole::WHOLE;
use game::{Game, Reader};
use heard::Asks;
use interned::Interned;
use machine::{Machine, Rules};
use relaxed::Outlook;

/// A game as a puzzle, with states of one kind of word.
pub struct PuzzleScript<W: Packed> {
    rules: Box<dyn Rules<W>>,
    initial: W,
    /// What may come of the position where it begins.
    outlook: Option<Outlook>,
}

impl<W: Packed> PuzzleScript<W> {
    fn new(rules: Box<dyn Rules<W>>, initial: W) -> Self {
        let outlook = if rules.is_goal(initial) { None } else { rules.outlook(initial) };
        Self { rules, initial, outlook }
    }

    /// Whether it cannot be won from where it begins.
    fn is_lost(&self) -> bool {
        self.outlook.is_some_and(|outlook| outlook.bound == DEAD_END)
    }

    /// What may come of a position that is not a goal; `None` where that costs too much, seen from where it begins.
    fn outlook_of(&self, state: W) -> Option<Outlook> {
        self.outlook.filter(|begin| !begin.is_cut).and_then(|_| self.rules.outlook(state))
    }
}

impl<W: Packed> Puzzle for PuzzleScript<W> {
    type State = W;
    type Move = u8;

    fn initial(&self) -> W {
        self.initial
    }

    fn moves(&self, state: W, out: &mut Vec<u8>) {
        self.rules.successors(state, None, &mut |key, _| out.push(key));
    }

    fn apply(&self, state: W, mv: u8) -> W {
        let mut found = state;
        self.rules.successors(state, Some(mv), &mut |_, after| found = after);
        found
    }

    fn successors(&self, state: W, mut visit: impl FnMut(u8, W)) {
        self.rules.successors(state, None, &mut visit);
    }

    const TOGETHER: usize = 6;

    fn successors_of(&self, states: &[W], mut visit: impl FnMut(usize, u8, W)) {
        self.rules.successors_of(states, &mut visit);
    }

    fn is_goal(&self, state: W) -> bool {
        self.rules.is_goal(state)
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        self.rules.pack(position)
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        self.rules.unpack(state)
    }

    fn describe(&self, _state: W, mv: u8) -> Vec<u16> {
        vec![u16::from(mv)]
    }

    // See `bound`.
    fn heuristic(&self, state: W) -> u32 {
        let bound = self.rules.heuristic(state);
        if bound > 0 && self.is_lost() && self.outlook_of(state).is_some_and(|found| found.bound == DEAD_END)
        {
            return DEAD_END;
        }
        bound
    }

    // See `relaxed`.
    fn estimate(&self, state: W) -> u32 {
        let bound = self.rules.heuristic(state);
        if bound == 0 || bound == DEAD_END {
            return bound;
        }
        match self.outlook_of(state) {
            Some(Outlook { bound: DEAD_END, .. }) => DEAD_END,
            found => tenths(bound.saturating_add(found.map_or(0, |found| found.guess)).min(DEAD_END - 1)),
        }
    }

    fn parts(&self, state: W, out: &mut Vec<u64>) {
        self.rules.parts(state, out);
    }

    const CHOICE: &'static [Algorithm] = &[Algorithm::Bfs, Algorithm::AStar];

    fn preferred(&self) -> (Algorithm, &'static str) {
        if self.is_lost() {
            (Algorithm::AStar, "A*: nothing that may come of the position meets the win conditions")
        } else if self.rules.has_bound() {
            (Algorithm::AStar, "A*: the rules and the win conditions give a lower bound")
        } else {
            (Algorithm::Bfs, "breadth-first search: no lower bound follows from the rules")
        }
    }

    fn afresh(&self) -> Option<Self> {
        Some(Self { rules: self.rules.afresh(), initial: self.initial, outlook: self.outlook })
    }

    fn trouble(&self) -> Option<Arc<Trouble>> {
        Some(Arc::clone(self.rules.trouble()))
    }

    fn asked(&self, state: W, code: &[u16]) -> Vec<u16> {
        let key = code.first().and_then(|&key| u8::try_from(key).ok());
        key.map_or_else(Vec::new, |key| self.rules.asked(state, key))
    }

    // A player, where it stands after the move.
    fn landing(&self, state: W, mv: u8) -> [u16; 2] {
        self.rules.player(self.apply(state, mv))
    }
}

/// How a level begins.
struct Begin {
    seed: String,
    /// How many numbers chance has drawn already.
    draws: u32,
    /// The position; empty for the level's own.
    start: Vec<u16>,
    /// Why nothing can be proved; empty where it can.
    refusal: String,
    /// Sounds and messages of rules.
    asks: Asks,
}

/// `program`: the game and the level as [`Reader`] reads them; the rest as in [`Begin`].
pub fn make(values: &Values) -> Result<Shared, String> {
    let program: Vec<u32> = values.get("program")?;
    let begin = Begin {
        seed: values.get("seed")?,
        draws: values.get("draws")?,
        start: values.get("start")?,
        refusal: values.get("refusal")?,
        // Missing in pages that were exported before there was any.
        asks: Asks::read(&values.get::<Vec<u32>>("asks").unwrap_or_default())?,
    };
    let game = Reader::new(&program)?.game()?;
    let (objects, layers) = (game.layer_of.len(), game.layers.len());
    if objects > game::OBJECTS || layers > game::LAYERS {
        return Err(format!(
            "a game has at most {} objects and {} layers; this has {objects} and {layers}",
            game::OBJECTS,
            game::LAYERS
        ));
    }
    match game.level.words {
        1 => sized::<1>(game, begin),
        2 => sized::<2>(game, begin),
        4 => sized::<4>(game, begin),
        _ => sized::<0>(game, begin),
    }
}

fn sized<const N: usize>(game: Game, begin: Begin) -> Result<Shared, String> {
    let mut machine = Machine::<N>::new(game, &begin.seed, begin.draws, &begin.start)?;
    machine.asks = Arc::new(begin.asks);
    if !begin.refusal.is_empty() {
        machine.trouble.refuse(begin.refusal);
    }
    match machine.bits() {
        0..=64 => puzzle::<u64>(Box::new(machine), &begin.start),
        65..=128 if WHOLE => puzzle::<u128>(Box::new(machine), &begin.start),
        129..=256 if WHOLE => puzzle::<Wide<4>>(Box::new(machine), &begin.start),
        65..=512 => puzzle::<Wide<8>>(Box::new(machine), &begin.start),
        513..=1024 if WHOLE => puzzle::<Wide<16>>(Box::new(machine), &begin.start),
        1025..=2048 if WHOLE => puzzle::<Wide<32>>(Box::new(machine), &begin.start),
        2049..=8192 if WHOLE => puzzle::<Wide<128>>(Box::new(machine), &begin.start),
        _ => puzzle::<u64>(Box::new(Interned::new(machine)), &begin.start),
    }
}

fn puzzle<W: Packed>(rules: Box<dyn Rules<W>>, start: &[u16]) -> Result<Shared, String> {
    let initial = if start.is_empty() { rules.initial() } else { rules.pack(start)? };
    Ok(shared(PuzzleScript::new(rules, initial)))
}
