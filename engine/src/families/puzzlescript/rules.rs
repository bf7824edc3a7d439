//! Rules run on a board: groups to their fix point, loops, commands.

use super::board::{Board, Place};
use super::game::{CANCEL, Game, Group, Phase, RESTART, Rule};
use super::random::Luck;

/// A group of rules is run so often in one go, and a loop of groups so often, and no more: what then still changes
/// would change for ever.
pub const ROUNDS: usize = 200;

/// What a run of rules uses beside the board.
pub struct Run {
    pub luck: Luck,
    /// The commands that are asked for.
    pub queue: u8,
    /// Rigid groups that must not move anything this time.
    pub banned: Vec<bool>,
    /// The line of a rule that did not come to rest.
    pub endless: u32,
    matches: Vec<Vec<Place>>,
}

impl Run {
    pub fn new(luck: Luck) -> Self {
        Self { luck, queue: 0, banned: Vec::new(), endless: 0, matches: Vec::new() }
    }

    /// Cancel goes before restart, and restart before everything else.
    fn ask(&mut self, commands: u8) {
        if commands == 0 || self.queue & CANCEL != 0 || self.queue & RESTART != 0 && commands & CANCEL == 0 {
            return;
        }
        if commands & (CANCEL | RESTART) != 0 {
            self.queue = 0;
        }
        self.queue |= commands;
    }

    /// Every place of every row of a rule; does each row have one?
    fn find<const O: usize, const M: usize>(&mut self, board: &Board<O, M>, rule: &Rule<O, M>) -> bool {
        if self.matches.len() < rule.rows.len() {
            self.matches.resize_with(rule.rows.len(), Vec::new);
        }
        rule.rows.iter().zip(&mut self.matches).all(|(row, found)| {
            board.places(rule, row, found);
            !found.is_empty()
        })
    }

    /// The combinations of places of the rows of a rule, those of the first row changing fastest.
    fn combinations(&self, rows: usize) -> impl Iterator<Item = [Place; MOST_ROWS]> + use<> {
        let found: Vec<Vec<Place>> = self.matches[..rows].to_vec();
        let count: usize = found.iter().map(Vec::len).fold(1, usize::saturating_mul);
        (0..count).map(move |mut number| {
            let mut places = [[0; 3]; MOST_ROWS];
            for (place, row) in places.iter_mut().zip(&found) {
                *place = row[number % row.len()];
                number /= row.len();
            }
            places
        })
    }

    fn rule<const O: usize, const M: usize>(
        &mut self,
        game: &Game<O, M>,
        board: &mut Board<O, M>,
        rule: &Rule<O, M>,
    ) -> bool {
        if !self.find(board, rule) {
            return false;
        }
        let mut changed = false;
        if rule.changes {
            if rule.rows.len() == 1 {
                let found = std::mem::take(&mut self.matches[0]);
                for (number, place) in found.iter().enumerate() {
                    changed |= self.change(game, board, rule, std::slice::from_ref(place), number > 0);
                }
                self.matches[0] = found;
            } else {
                for (number, places) in self.combinations(rule.rows.len()).enumerate() {
                    changed |= self.change(game, board, rule, &places[..rule.rows.len()], number > 0);
                }
            }
        }
        self.ask(rule.commands);
        changed
    }

    /// What a rule does at places that matched; `check`: what was done since may have changed that.
    fn change<const O: usize, const M: usize>(
        &mut self,
        game: &Game<O, M>,
        board: &mut Board<O, M>,
        rule: &Rule<O, M>,
        places: &[Place],
        check: bool,
    ) -> bool {
        (!check || board.still_fits(rule, places)) && board.change(game, rule, places, &mut self.luck)
    }

    /// One rule of the group at one place, both by chance.
    fn random_group<const O: usize, const M: usize>(
        &mut self,
        game: &Game<O, M>,
        board: &mut Board<O, M>,
        group: &Group<O, M>,
    ) -> bool {
        let mut found = Vec::new();
        for rule in &group.rules {
            if self.find(board, rule) {
                found.extend(self.combinations(rule.rows.len()).map(|places| (rule, places)));
            }
        }
        if found.is_empty() {
            return false;
        }
        let (rule, places) = found[self.luck.below(found.len())];
        let changed = board.change(game, rule, &places[..rule.rows.len()], &mut self.luck);
        self.ask(rule.commands);
        changed
    }

    fn group<const O: usize, const M: usize>(
        &mut self,
        game: &Game<O, M>,
        board: &mut Board<O, M>,
        group: &Group<O, M>,
    ) -> bool {
        if group.random {
            return self.random_group(game, board, group);
        }
        let (mut any, mut idle) = (false, 0);
        for round in 0.. {
            if round == ROUNDS {
                self.endless = group.rules[0].line;
                break;
            }
            let mut changed = false;
            for rule in &group.rules {
                if self.rule(game, board, rule) {
                    changed = true;
                    idle = 0;
                } else {
                    idle += 1;
                }
                if idle == group.rules.len() {
                    break;
                }
            }
            any |= changed;
            if !changed || idle >= group.rules.len() {
                break;
            }
        }
        any
    }

    /// All groups of a phase, with its loops. `ban`: banned groups are left out.
    pub fn phase<const O: usize, const M: usize>(
        &mut self,
        game: &Game<O, M>,
        board: &mut Board<O, M>,
        phase: &Phase<O, M>,
        ban: bool,
    ) {
        let (mut changed, mut at, mut rounds) = (false, 0, 0);
        while at < phase.groups.len() {
            if !(ban && self.banned[at]) {
                changed |= self.group(game, board, &phase.groups[at]);
            }
            let end = at + 1 == phase.groups.len();
            let back = phase.loops[at].or(if end { phase.loops[at + 1] } else { None });
            match back.filter(|_| changed) {
                Some(first) => {
                    rounds += 1;
                    if rounds > ROUNDS {
                        self.endless = phase.groups[first].rules[0].line;
                        return;
                    }
                    (at, changed) = (first, false);
                }
                None => at += 1,
            }
        }
    }
}

/// Rows of a rule.
pub const MOST_ROWS: usize = 16;
