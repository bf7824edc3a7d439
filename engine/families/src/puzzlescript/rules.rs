//! Rules run on a board: groups to their fix point, loops, commands.

use super::board::{Board, Place};
use super::fuel::{Endless, Fuel, PLACE, ROUNDS, RULE, WOKEN, Why};
use super::game::{AGAIN, CANCEL, RESTART};
use super::heard::Heard;
use super::program::{Group, Phase, Program, Rule};
use super::random::Luck;

/// Rows of a rule.
pub const MOST_ROWS: usize = 16;

/// A place for each row of a rule.
type Places = [Place; MOST_ROWS];

/// The commands that are asked for, with those of one more rule: cancel goes before restart, and restart before
/// everything else.
pub fn asked(queue: u8, commands: u8) -> u8 {
    if commands == 0 || queue & CANCEL != 0 || queue & RESTART != 0 && commands & CANCEL == 0 {
        queue
    } else if commands & (CANCEL | RESTART) != 0 {
        commands
    } else {
        queue | commands
    }
}

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
    /// What rules ask for besides, if that is listened to.
    pub heard: Option<Heard>,
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
            heard: None,
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

    fn ask(&mut self, commands: u8, line: u32) {
        if let Some(heard) = &mut self.heard {
            heard.ask(self.queue, commands, line);
        }
        self.queue = asked(self.queue, commands);
        if commands & AGAIN != 0 && self.queue & AGAIN != 0 {
            self.again = line;
        }
    }

    /// Finds every place of every row of a rule; does each row have one?
    #[inline(always)]
    pub fn find<const N: usize>(&mut self, program: &Program, board: &mut Board<N>, rule: &Rule) -> bool {
        if !self.may(RULE, rule.line) {
            return false;
        }
        for (row, found) in rule.rows.iter().enumerate().zip(&mut self.matches) {
            if board.places(program, rule, row, found, &mut self.fuel).is_err() {
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
    #[inline(always)]
    fn combination(&self, rows: usize, mut number: usize) -> Places {
        let mut places = [[0; 3]; MOST_ROWS];
        for (place, row) in places.iter_mut().zip(&self.matches[..rows]) {
            *place = row[number % row.len()];
            number /= row.len();
        }
        places
    }

    /// Tries a rule that is awake; says whether it changed anything.
    fn rule<const N: usize>(&mut self, program: &Program, board: &mut Board<N>, number: usize) -> bool {
        let rule = &program.rules[number];
        if let Some(place) = board.lacks(program, rule) {
            board.sleepers.wait(number, place);
            return false;
        }
        if board.is_still_quiet(program, rule) {
            board.sleepers.sleep(number);
            return false;
        }
        if rule.is_plain && !board.grid.is_noting() {
            return self.plain_rule(program, board, rule);
        }
        if !self.find(program, board, rule) {
            if self.endless.is_none() {
                board.sleepers.sleep(number);
            }
            return false;
        }
        let changed = self.change(program, board, rule);
        self.ask(rule.commands, rule.line);
        if changed {
            let work = board.wake(program);
            self.may(WOKEN * work, rule.line);
        } else if rule.is_settled && self.endless.is_none() {
            board.sleepers.sleep(number);
        }
        changed
    }

    /// The same for a rule of one row without gaps, while nothing is noted.
    #[inline(always)]
    fn plain_rule<const N: usize>(&mut self, program: &Program, board: &mut Board<N>, rule: &Rule) -> bool {
        if !self.may(RULE, rule.line) {
            return false;
        }
        let Ok(count) = board.find_all(program, rule, &mut self.fuel) else {
            return self.ends_never(Why::Work, rule.line);
        };
        if count == 0 {
            board.sleepers.sleep(rule.number);
            return false;
        }
        let words = (board.grid.words() * rule.after_first.len()) as u64;
        let is_apart = !rule.has_edits
            || count == 1
            || self.may(words, rule.line) && board.grid.are_apart(rule, &board.found);
        let changed = if !is_apart {
            board.list_found(program, rule, &mut self.matches[0]);
            self.change(program, board, rule)
        } else {
            rule.has_edits && self.may(count * (PLACE + rule.words), rule.line) && board.change_all(rule)
        };
        self.ask(rule.commands, rule.line);
        // Once more at the same places it would change nothing, and what else it changed wakes it.
        if (is_apart || !changed) && rule.is_settled && self.endless.is_none() {
            board.sleepers.sleep(rule.number);
        }
        if changed {
            let work = board.wake(program);
            self.may(WOKEN * work, rule.line);
        }
        changed
    }

    /// Does what a rule says at the places found, one after the other; says whether anything changed.
    #[inline(always)]
    pub fn change<const N: usize>(&mut self, program: &Program, board: &mut Board<N>, rule: &Rule) -> bool {
        let (mut changed, rows) = (false, rule.rows.len());
        if rule.has_edits {
            let mut several;
            for number in 0..self.combinations(rows) {
                if !self.may(PLACE + rule.words, rule.line) {
                    break;
                }
                let places = if rows == 1 {
                    &self.matches[0][number..=number]
                } else {
                    several = self.combination(rows, number);
                    &several[..rows]
                };
                // What was done at the places before may have changed what lies at these.
                if number == 0 || board.still_fits(program, rule, places) {
                    changed |= board.change(program, rule, places, &mut self.luck);
                }
            }
        }
        changed
    }

    /// One rule of the group at one place, both chosen at random.
    fn random_group<const N: usize>(
        &mut self,
        program: &Program,
        board: &mut Board<N>,
        group: &Group,
    ) -> bool {
        let mut counts = Vec::with_capacity(group.rules.len());
        for rule in &program.rules[group.rules.clone()] {
            let matches = self.find(program, board, rule);
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
        let rule = &program.rules[group.rules.start + chosen];
        let rows = rule.rows.len();
        if !self.find(program, board, rule) {
            return false;
        }
        let places = self.combination(rows, number);
        let changed = board.change(program, rule, &places[..rows], &mut self.luck);
        let work = board.wake(program);
        self.may(WOKEN * work, rule.line);
        self.ask(rule.commands, rule.line);
        changed
    }

    /// Runs a group until it changes nothing more: until every rule, one after the other, has changed nothing.
    fn group<const N: usize>(&mut self, program: &Program, board: &mut Board<N>, group: &Group) -> bool {
        if group.random {
            return self.random_group(program, board, group);
        }
        let (mut any, mut last) = (false, group.rules.end);
        for _ in 0..ROUNDS {
            let (mut changed, mut at) = (false, group.rules.start);
            while let Some(number) = board.sleepers.next(at..if changed { group.rules.end } else { last }) {
                if self.rule(program, board, number) {
                    (changed, last) = (true, number + 1);
                }
                at = number + 1;
            }
            any |= changed;
            if !changed {
                return any;
            }
        }
        self.cut.get_or_insert(Endless { why: Why::Group, line: group.line });
        any
    }

    /// All groups of a phase, with its loops. `ban`: banned groups are left out.
    #[inline(always)]
    pub fn phase<const N: usize>(
        &mut self,
        program: &Program,
        board: &mut Board<N>,
        phase: &Phase,
        ban: bool,
    ) {
        let work = board.wake(program);
        if !self.may(WOKEN * work, phase.first_line) {
            return;
        }
        let awake = board.sleepers.next(phase.rules.clone());
        if awake.is_none() && phase.stops.first().is_none_or(|&stop| stop == phase.groups.len()) {
            return;
        }
        self.groups(program, board, phase, ban);
    }

    #[inline(never)]
    fn groups<const N: usize>(&mut self, program: &Program, board: &mut Board<N>, phase: &Phase, ban: bool) {
        let (mut changed, mut at, mut rounds) = (false, 0, 0);
        while at < phase.groups.len() && self.endless.is_none() {
            // Groups in which all rules sleep are passed over.
            let from = phase.groups[at].rules.start;
            let awake = board.sleepers.next(from..phase.rules.end);
            let awake = awake.map_or(phase.groups.len(), |rule| program.group_of[rule] as usize);
            at = awake.min(phase.stops[at]);
            let Some(group) = phase.groups.get(at) else { break };
            if !(ban && self.banned[at]) {
                changed |= self.group(program, board, group);
            }
            let end = at + 1 == phase.groups.len();
            let back = phase.loops[at].or(if end { phase.loops[at + 1] } else { None });
            match back.filter(|_| changed) {
                Some(first) => {
                    rounds += 1;
                    if rounds > ROUNDS {
                        let line = phase.groups[first].line;
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
