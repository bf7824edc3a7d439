//! Rules run on a board: groups to their fix point, loops, commands.

use super::board::{Board, Place};
use super::fuel::{Endless, Fuel, PLACE, ROUNDS, RULE, Why};
use super::game::{AGAIN, CANCEL, Game, Group, Phase, RESTART, Rule};
use super::random::Luck;

/// Rows of a rule.
pub const MOST_ROWS: usize = 16;

/// A place for each row of a rule.
type Places = [Place; MOST_ROWS];

/// What a run of rules uses in addition to the board.
pub struct Run {
    pub luck: Luck,
    /// The commands that are asked for.
    pub queue: u8,
    /// Rigid groups that must not move anything this time.
    pub banned: Vec<bool>,
    /// Why the move cannot be made.
    pub endless: Option<Endless>,
    /// What was stopped after [`ROUNDS`].
    pub cut: Option<Endless>,
    /// The line of the rule that asked for `again` last.
    pub again: u32,
    pub fuel: Fuel,
    matches: Vec<Vec<Place>>,
}

impl Run {
    pub fn new(luck: Luck) -> Self {
        Self {
            luck,
            queue: 0,
            banned: Vec::new(),
            endless: None,
            cut: None,
            again: 0,
            fuel: Fuel::default(),
            matches: vec![Vec::new(); MOST_ROWS],
        }
    }

    /// Prepares for the moves of a position.
    pub fn refuel(&mut self) {
        (self.fuel, self.endless, self.cut) = (Fuel::default(), None, None);
    }

    /// Notes why the move cannot be made; says that it cannot.
    pub fn ends_never(&mut self, why: Why, line: u32) -> bool {
        self.endless.get_or_insert(Endless { why, line });
        false
    }

    /// Whether there is work left.
    pub fn may(&mut self, work: u64, line: u32) -> bool {
        self.endless.is_none() && (self.fuel.spend(work).is_ok() || self.ends_never(Why::Work, line))
    }

    /// Cancel goes before restart, and restart before everything else.
    fn ask(&mut self, commands: u8, line: u32) {
        if commands == 0 || self.queue & CANCEL != 0 || self.queue & RESTART != 0 && commands & CANCEL == 0 {
            return;
        }
        if commands & (CANCEL | RESTART) != 0 {
            self.queue = 0;
        }
        if commands & AGAIN != 0 {
            self.again = line;
        }
        self.queue |= commands;
    }

    /// Finds every place of every row of a rule; does each row have one?
    fn find<const O: usize, const M: usize>(&mut self, board: &Board<O, M>, rule: &Rule<O, M>) -> bool {
        if !self.may(RULE, rule.line) || !board.may_match(rule) {
            return false;
        }
        for (row, found) in rule.rows.iter().zip(&mut self.matches) {
            if board.places(rule, row, found, &mut self.fuel).is_err() {
                return self.ends_never(Why::Work, rule.line);
            }
            if found.is_empty() {
                return false;
            }
        }
        true
    }

    /// How many combinations of places there are for the rows of a rule.
    fn combinations(&self, rows: usize) -> usize {
        self.matches[..rows].iter().map(Vec::len).fold(1, usize::saturating_mul)
    }

    /// One of the combinations; the places of the first row change fastest.
    fn combination(&self, rows: usize, mut number: usize) -> Places {
        let mut places = [[0; 3]; MOST_ROWS];
        for (place, row) in places.iter_mut().zip(&self.matches[..rows]) {
            *place = row[number % row.len()];
            number /= row.len();
        }
        places
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
        let (mut changed, rows) = (false, rule.rows.len());
        if rule.changes {
            for number in 0..self.combinations(rows) {
                if !self.may(PLACE + rule.words, rule.line) {
                    break;
                }
                let places = self.combination(rows, number);
                // What was done at the places before may have changed what lies at these.
                if number == 0 || board.still_fits(rule, &places[..rows]) {
                    changed |= board.change(game, rule, &places[..rows], &mut self.luck);
                }
            }
        }
        self.ask(rule.commands, rule.line);
        changed
    }

    /// One rule of the group at one place, both chosen at random.
    fn random_group<const O: usize, const M: usize>(
        &mut self,
        game: &Game<O, M>,
        board: &mut Board<O, M>,
        group: &Group<O, M>,
    ) -> bool {
        let mut counts = Vec::with_capacity(group.rules.len());
        for rule in &group.rules {
            let matches = self.find(board, rule);
            counts.push(if matches { self.combinations(rule.rows.len()) } else { 0 });
        }
        let all = counts.iter().copied().fold(0, usize::saturating_add);
        if all == 0 || self.endless.is_some() {
            return false;
        }
        let mut number = self.luck.below(all);
        let mut chosen = 0;
        while number >= counts[chosen] {
            number -= counts[chosen];
            chosen += 1;
        }
        // The places of all rules together could fill the memory, so those of this one are found again.
        let rule = &group.rules[chosen];
        let rows = rule.rows.len();
        if !self.find(board, rule) {
            return false;
        }
        let places = self.combination(rows, number);
        let changed = board.change(game, rule, &places[..rows], &mut self.luck);
        self.ask(rule.commands, rule.line);
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
        for _ in 0..ROUNDS {
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
                return any;
            }
        }
        self.cut.get_or_insert(Endless { why: Why::Group, line: group.rules[0].line });
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
        while at < phase.groups.len() && self.endless.is_none() {
            if !(ban && self.banned[at]) {
                changed |= self.group(game, board, &phase.groups[at]);
            }
            let end = at + 1 == phase.groups.len();
            let back = phase.loops[at].or(if end { phase.loops[at + 1] } else { None });
            match back.filter(|_| changed) {
                Some(first) => {
                    rounds += 1;
                    if rounds > ROUNDS {
                        let line = phase.groups[first].rules[0].line;
                        self.cut.get_or_insert(Endless { why: Why::Loop, line });
                        return;
                    }
                    (at, changed) = (first, false);
                }
                None => at += 1,
            }
        }
    }
}
