//! Lower bounds that follow from the rules and the win conditions, and from nothing else.
//!
//! **What one move can repair.** Where every rule that changes an object asks for a player in the same row of cells, it
//! matches at most once for each player, so a cell of it stands for at most as many cells of the level as there are
//! players. A movement, too, moves one object by one cell. So one move (without `again`) repairs at most
//!
//! ```text
//!   players x (cells of rules that change such objects + cells of rules that move them)
//! ```
//!
//! cells that break a win condition; rules that ask for the player to go one way count for that key alone, as long as
//! no rule turns the player. The number of cells that break the condition, divided by that and rounded up, is a bound.
//!
//! **Pushing.** Where nothing makes or takes away the objects of a condition such as `all Target on Crate`, targets stay
//! where they are, and crates only move as above, each target needs its own crate, which comes one cell nearer per
//! move. A cheapest matching of targets and crates, divided by the crates that one move moves, is a bound, and if there
//! is none, no goal can be reached: the bound of Sokoban, with its dead cells. Where a crate is only pushed ahead by a
//! player beside it, a step counts only if the player can stand behind the crate.

use super::bits::{Set, has, holds, layer, meets, members, ones};
use super::effects::{Effect, effect, there};
use super::game::{AGAIN, CHECKPOINT, Game, RESTART, Row, Rule, WIN, Win};
use super::grid::having;
use super::planes::{Planes, cells};
use super::program::Program;
use clew_core::matching::{FORBIDDEN, min_cost};
use clew_core::puzzle::DEAD_END;

/// Keys by their movement: up, down, left, right, action.
const WAYS: usize = 5;
/// Targets that are matched, and distances that are kept for them.
const MOST_TARGETS: usize = 60;
/// Distances that are kept for all conditions together.
const MOST_STEPS: usize = 1 << 22;

/// A cell of a rule that changes something.
struct Touch {
    exchanged: Set,
    pushed: Set,
    /// Whether the row asks for a player, at a known place.
    tied: bool,
    /// The movement that a player of the row must have, by its bit.
    way: Option<usize>,
    /// Whether what is pushed is pushed ahead by a player beside it.
    ahead: bool,
}

/// The bound of one win condition.
struct Condition {
    /// Of the win conditions.
    number: usize,
    /// Whether it says something about each cell.
    counts: bool,
    /// Cells that one move repairs at most, for each player.
    repaired: Option<u64>,
    matching: Option<Matching>,
}

/// Targets that need a crate each, or crates that need a target each.
struct Matching {
    crates: Vec<usize>,
    /// Whether every target needs a crate; otherwise every crate needs a target.
    all_targets: bool,
    /// By target: how many steps each cell is away.
    steps: Vec<Vec<u32>>,
    /// Crates that one move moves at most, for each player.
    moved: u64,
}

/// The bounds of a level.
pub struct Bound {
    player: Vec<usize>,
    words: usize,
    conditions: Vec<Condition>,
}

impl Bound {
    /// `fixed`: what never changes, by cell.
    pub fn new(game: &Game, fixed: &Planes, changing: &[u64]) -> Self {
        let (player, words) = (&game.player, fixed.words);
        let free = [AGAIN, CHECKPOINT, RESTART, WIN].into_iter().any(|command| game.has_command(command));
        let touches = touches(game);
        let makes_players = touches.iter().any(|touch| meets(&touch.exchanged, player) && !touch.tied)
            || game.rules().any(|rule| makes(rule, player));
        if free || makes_players {
            return Self { player: members(player).collect(), words, conditions: Vec::new() };
        }
        let mut room = MOST_STEPS;
        let condition = |(number, win): (usize, &Win)| Condition {
            number,
            counts: win.kind != 0,
            repaired: repaired(&touches, win, player),
            matching: Matching::new(game, &touches, win, fixed, changing, &mut room),
        };
        let conditions = game.wins.iter().enumerate().map(condition);
        Self {
            player: members(player).collect(),
            words,
            conditions: conditions
                .filter(|found| found.repaired.is_some() || found.matching.is_some())
                .collect(),
        }
    }

    /// Whether it can say more than that a position is not a goal.
    pub fn is_useful(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// The bound of a position that is not a goal.
    pub fn of(&self, program: &Program, objects: &[u64]) -> u32 {
        let ones = |plane: &[u64]| plane.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let players: u64 =
            self.player.iter().map(|object| ones(&objects[object * self.words..][..self.words])).sum();
        let mut most = 1;
        for condition in &self.conditions {
            if let Some(repaired) =
                condition.repaired.map(|repaired| repaired * players).filter(|&repaired| repaired > 0)
            {
                most = most.max(condition.broken(program, objects).div_ceil(repaired) as u32);
            }
            if let Some(matching) = &condition.matching {
                let Some(steps) = matching.steps_needed(objects, self.words) else { return DEAD_END };
                let moved = matching.moved * players;
                if moved > 0 {
                    most = most.max(u64::from(steps).div_ceil(moved) as u32);
                }
            }
        }
        most
    }
}

impl Condition {
    /// How many cells break it.
    fn broken(&self, program: &Program, objects: &[u64]) -> u64 {
        if !self.counts {
            return 1;
        }
        let having =
            |asked: &[usize], all, word, among| having(objects, program.words, asked, all, word) & among;
        let telling = |word| program.telling(&program.wins[self.number], word, having);
        (0..program.words).map(|word| u64::from(telling(word).count_ones())).sum()
    }
}

impl Matching {
    fn new(
        game: &Game,
        touches: &[Touch],
        win: &Win,
        fixed: &Planes,
        changing: &[u64],
        room: &mut usize,
    ) -> Option<Self> {
        let all_targets = meets(&win.second, changing) || !meets(&win.second, &game.can_be);
        let (targets, crates) =
            if all_targets { (&win.first, &win.second) } else { (&win.second, &win.first) };
        let single = |mask: &[u64]| members(mask).count() == 1;
        let plain = (!win.first_all || single(&win.first)) && (!win.second_all || single(&win.second));
        let of_layer = game.layers.iter().find(|of_layer| meets(of_layer, crates))?;
        let wrong = win.kind != 1 || !plain || meets(targets, changing) || !has(of_layer, crates);
        // What is taken out of the layer may leave its movement behind, which would carry a crate on.
        let exchanges = touches.iter().any(|touch| meets(&touch.exchanged, of_layer));
        if wrong || exchanges || meets(crates, &game.player) {
            return None;
        }
        let pushes: Vec<&Touch> = touches.iter().filter(|touch| meets(&touch.pushed, crates)).collect();
        if pushes.iter().any(|push| !push.tied) {
            return None;
        }
        let moved = most_by_way(pushes.iter().map(|push| (push.way, 1)));
        let count = game.width * game.height;
        let places: Vec<usize> = cells(&fixed.any(targets)).collect();
        if places.is_empty() || places.len() > MOST_TARGETS {
            return None;
        }
        *room = room.checked_sub(places.len() * count)?;
        let ways = Ways { game, fixed, crates, of_layer, behind: pushes.iter().all(|push| push.ahead) };
        let steps = places.iter().map(|&at| ways.steps_to(at)).collect();
        Some(Self { crates: members(crates).collect(), all_targets, steps, moved })
    }

    /// Steps that all crates together need at least; `None` if there is no way.
    fn steps_needed(&self, objects: &[u64], words: usize) -> Option<u32> {
        let any = |word| self.crates.iter().fold(0, |any, object| any | objects[object * words + word]);
        let crates: Vec<usize> =
            (0..words).flat_map(|word| ones(any(word)).map(move |bit| 64 * word + bit)).collect();
        let targets = self.steps.len();
        let (needing, needed) =
            if self.all_targets { (targets, crates.len()) } else { (crates.len(), targets) };
        if needing > needed {
            return None;
        }
        if crates.len() > MOST_TARGETS * 4 {
            return Some(0);
        }
        min_cost(targets, crates.len(), |target, one| self.steps[target][crates[one]])
    }
}

/// How crates can move.
struct Ways<'a> {
    game: &'a Game,
    fixed: &'a Planes,
    crates: &'a [u64],
    /// The layer of the crates.
    of_layer: &'a [u64],
    /// Whether a player must stand behind a crate that is moved.
    behind: bool,
}

impl Ways<'_> {
    fn is_open(&self, at: usize, of_layer: &[u64]) -> bool {
        !members(of_layer).any(|object| self.fixed.holds(object, at))
    }

    fn has_room_for_player(&self, at: usize) -> bool {
        members(&self.game.player)
            .any(|object| self.is_open(at, &self.game.layers[self.game.layer_of[object]]))
    }

    /// How many steps a crate on each cell is away from a target, by cells that never are obstructed for good.
    fn steps_to(&self, target: usize) -> Vec<u32> {
        let mut steps = vec![FORBIDDEN; self.game.width * self.game.height];
        if !self.is_open(target, self.of_layer) {
            // What obstructs it for good may be what it needs.
            if !self.is_open(target, self.crates) {
                steps[target] = 0;
            }
            return steps;
        }
        steps[target] = 0;
        let mut reached = vec![target];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for way in 0..4 {
                // The cell that the crate comes from, and behind that the player.
                let Some(from) = self.beside(at, way) else { continue };
                let pushed = !self.behind
                    || self.beside(from, way).is_some_and(|behind| self.has_room_for_player(behind));
                if pushed && steps[from] == FORBIDDEN && self.is_open(from, self.of_layer) {
                    steps[from] = steps[at] + 1;
                    reached.push(from);
                }
            }
        }
        steps
    }

    fn beside(&self, at: usize, way: usize) -> Option<usize> {
        let (width, height) = (self.game.width, self.game.height);
        let (x, y) = (at / height, at % height);
        match way {
            0 if y > 0 => Some(at - 1),
            1 if y + 1 < height => Some(at + 1),
            2 if x > 0 => Some(at - height),
            3 if x + 1 < width => Some(at + height),
            _ => None,
        }
    }
}

/// The cells of rules that change something.
fn touches(game: &Game) -> Vec<Touch> {
    let turns = game.rules().any(|rule| turns_players(game, rule));
    let mut found = Vec::new();
    for rule in game.rules() {
        for row in &rule.rows {
            let players: Vec<usize> =
                (0..row.cells.len()).filter(|&at| asks_for_player(game, row, at)).collect();
            let tied = !players.is_empty() && row.cuts.is_empty();
            let way = if turns { None } else { players.iter().find_map(|&at| way_of_player(game, row, at)) };
            for (at, cell) in row.cells.iter().enumerate() {
                let Some(change) = &cell.change else { continue };
                let effect = effect(game, cell, change);
                let behind = behind(rule, change_way(&change.moving, game.layers.len()), at);
                let ahead =
                    change.turned.is_empty() && behind.is_some_and(|behind| players.contains(&behind));
                let Effect { exchanged, pushed, .. } = effect;
                found.push(Touch { exchanged, pushed, tied, way, ahead });
            }
        }
    }
    found
}

/// Whether the cell of a row asks for a player, one object or any.
fn asks_for_player(game: &Game, row: &Row, at: usize) -> bool {
    let cell = &row.cells[at];
    meets(&cell.present, &game.player) || cell.any_of.iter().any(|any| has(&game.player, any))
}

/// The one movement that the player of a cell must have, by its bit.
fn way_of_player(game: &Game, row: &Row, at: usize) -> Option<usize> {
    let cell = &row.cells[at];
    let asked = |number: usize| {
        let of_layer = &game.layers[number];
        let players = there(game, cell, number);
        let named = meets(&cell.present, of_layer) || cell.any_of.iter().any(|any| has(of_layer, any));
        let bits = layer(&cell.moving, number);
        (named && has(&game.player, &players) && bits.count_ones() == 1)
            .then(|| bits.trailing_zeros() as usize)
    };
    (0..game.layers.len()).find_map(asked)
}

/// Whether a rule may give a player a movement that its key did not.
fn turns_players(game: &Game, rule: &Rule) -> bool {
    rule.rows.iter().flat_map(|row| &row.cells).any(|cell| {
        cell.change.as_ref().is_some_and(|change| meets(&effect(game, cell, change).pushed, &game.player))
    })
}

/// Whether a rule puts a player where there was none.
fn makes(rule: &Rule, player: &[u64]) -> bool {
    rule.rows.iter().flat_map(|row| &row.cells).any(|cell| {
        cell.change.as_ref().is_some_and(|change| {
            (0..player.len()).any(|word| change.put[word] & player[word] & !cell.present[word] != 0)
                || change.chosen.iter().any(|&object| holds(player, object))
        })
    })
}

/// The one movement, of the four directions, that a cell of a rule gives; by its bit.
fn change_way(moving: &[u64], layers: usize) -> Option<usize> {
    let all = (0..layers).fold(0, |all, number| all | layer(moving, number));
    (all.count_ones() == 1 && all < 16).then(|| all.trailing_zeros() as usize)
}

/// The cell of a row that lies behind another, seen in the direction of a movement.
fn behind(rule: &Rule, way: Option<usize>, at: usize) -> Option<usize> {
    let way = way?;
    if (way < 2) != rule.down {
        return None;
    }
    // Up and left lead against the order of cells, unless the row is read that way.
    if (way % 2 == 0) == rule.back { at.checked_sub(1) } else { Some(at + 1) }
}

/// The most for one key: what counts for all keys, and for that one alone.
fn most_by_way(counts: impl Iterator<Item = (Option<usize>, u64)>) -> u64 {
    let mut by_way = [0; WAYS];
    for (way, count) in counts {
        by_way
            .iter_mut()
            .enumerate()
            .filter(|&(other, _)| way.is_none_or(|way| way == other))
            .for_each(|(_, all)| *all += count);
    }
    by_way.into_iter().max().unwrap_or(0)
}

/// How many cells that break a condition one move repairs at most, for each player; `None` if that is not known.
fn repaired(touches: &[Touch], win: &Win, player: &[u64]) -> Option<u64> {
    if win.kind == 0 {
        return None;
    }
    let on_first = |mask: &[u64]| meets(mask, &win.first);
    // A condition on objects alone is met wherever they are.
    let on_second = |mask: &[u64]| !win.is_anywhere && meets(mask, &win.second);
    let concerns = |mask: &[u64]| on_first(mask) || on_second(mask);
    // An object that counts on both sides may repair the cell that it leaves and the one that it enters.
    let by_moving = if on_second(&win.first) && win.kind > 0 { 2 } else { 1 };
    let mut counts = vec![(None, if concerns(player) { by_moving } else { 0 })];
    for touch in touches {
        // What is taken away may repair this cell; what is put in its place may move on and repair another.
        let both = win.kind > 0 && on_first(&touch.exchanged) && on_second(&touch.exchanged);
        let exchanges = if both { 2 } else { u64::from(concerns(&touch.exchanged)) };
        let moving = members(&touch.pushed)
            .filter(|&object| holds(&win.first, object) || (!win.is_anywhere && holds(&win.second, object)));
        let moves = by_moving * moving.count() as u64;
        if exchanges + moves > 0 {
            if !touch.tied {
                return None;
            }
            counts.push((touch.way, exchanges + moves));
        }
    }
    Some(most_by_way(counts.into_iter()))
}
