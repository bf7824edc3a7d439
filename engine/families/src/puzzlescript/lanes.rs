//! Many turns side by side: each rule is tried in sixteen levels at once.
//!
//! Most of the time of a turn goes into finding out what to look at: which rule is next, which planes it asks for, by how
//! much they are shifted. All that is the same in whatever position the rule is tried. So sixteen turns, of all keys of
//! some positions, run in lanes beside each other: a word of a plane is a row of sixteen words, one for each lane, and
//! each look at a plane is a look at sixteen levels. Processors do several of these words at a time.
//!
//! ```text
//!   [ > Crate | no Wall ]     lane     0       1       2       3   ...   of planes with a bit for each cell
//!   right-moving crates    :        .1..    ....    1...    .1..
//!   no wall one step on    :        1.1.    1.11    111.    1111
//!   where it matches       :        ....    ....    1...    .1..         it is tried once, and matches in two
//! ```
//!
//! Why it is right. A rule that matches nowhere changes nothing, so lanes in which it need not be tried may be asked as
//! well: a lane in which a group of rules has come to rest goes through one more round of it as if it were not there, and
//! so it does through a loop. A rule sleeps if it would do nothing in any lane ([`super::sleep`]). Turns end at different
//! times only where they go on by themselves (`again`); a lane whose turn has ended gets the next one.
//!
//! What one lane does is as in [`super::rules`] and [`super::turn`]: matches that share no cell are changed at once, others
//! one after the other, in their order. Rules of several rows, and those with gaps, are tried lane by lane, by the same
//! code as ever. A turn that does anything else is not ended here but said to be left ([`Outcome::Left`]), and run again
//! from its beginning by that code: one that restarts, goes on by itself for long, takes much work, or moves things of a
//! layer such that their order counts.

use std::time::Instant;

use super::bits::{Set, holds, members, none, ones, set};
use super::board::{Board, along};
use super::fuel::{LOOK, ROUNDS};
use super::game::{AGAIN, CANCEL, CHECKPOINT, RESTART, WIN};
use super::layout::{Bits, Layout};
use super::memory::Patch;
use super::planes::cells;
use super::program::{Edit, Group, Phase, Program, Row as RuleRow, Rule, Segment, WAYS};
use super::random::Luck;
use super::rules::{Run, asked};
use super::sleep::Sleepers;
use super::turn::KEYS;

/// Turns that run at once.
pub const LANES: usize = 16;
/// Rows of words, at most: more would not stay in the nearer caches.
const MOST_ROWS: usize = 1 << 12;
/// How often a turn goes on by itself here at most.
const AGAINS: u32 = 16;
/// Looks at a row of words that a turn may cost here: for all keys of a position, about the work that it may take where
/// turns are played alone, so that what is refused there seldom ends here.
const LOOKS: u64 = 1 << 19;
/// After so many turns it is asked whether most were ended here.
const TRIAL: usize = 256;
/// Once in so many goes, turns are run in the way that was slower.
const RETRY: u64 = 64;

/// A word of a plane in each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Row([u64; LANES]);

const NONE: Row = Row([0; LANES]);

// Plain loops over arrays: compilers make several lanes an instruction of them.
impl Row {
    #[inline(always)]
    fn all(word: u64) -> Self {
        Self([word; LANES])
    }

    #[inline(always)]
    fn join(&mut self, other: &Self) {
        for lane in 0..LANES {
            self.0[lane] |= other.0[lane];
        }
    }

    #[inline(always)]
    fn and(mut self, other: &Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] &= other.0[lane];
        }
        self
    }

    #[inline(always)]
    fn without(mut self, other: &Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] &= !other.0[lane];
        }
        self
    }

    #[inline(always)]
    fn up(mut self, bits: u32) -> Self {
        for lane in 0..LANES {
            self.0[lane] <<= bits;
        }
        self
    }

    #[inline(always)]
    fn down(mut self, bits: u32) -> Self {
        for lane in 0..LANES {
            self.0[lane] >>= bits;
        }
        self
    }

    /// Any bit of any lane.
    #[inline(always)]
    fn any(&self) -> u64 {
        let mut some = [0; 4];
        for lanes in self.0.chunks_exact(4) {
            for (some, lane) in some.iter_mut().zip(lanes) {
                *some |= lane;
            }
        }
        some[0] | some[1] | some[2] | some[3]
    }

    /// All ones in the lanes where it is not zero.
    #[inline(always)]
    fn lanes(mut self) -> Self {
        for lane in 0..LANES {
            self.0[lane] = if self.0[lane] == 0 { 0 } else { u64::MAX };
        }
        self
    }
}

/// What became of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// What it changes: from the one patch to the other.
    Ended(u32, u32),
    /// It must be run in another way.
    Left,
}

/// Too much work for lanes.
struct Heavy;

/// A turn in a lane.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    /// Its number in the go; from the last one on, it is for nobody.
    turn: usize,
    /// Whether it has not ended yet.
    goes_on: bool,
    /// How often it went on by itself.
    agains: u32,
    /// The commands that its rules asked for.
    queue: u8,
    /// Looks that it has cost, while it was one of those that ran.
    looks: u64,
}

/// `N`: the words of a plane, or 0 for any number of them.
pub struct Lanes<const N: usize> {
    words: usize,
    objects: usize,
    /// By plane and word: planes of objects, then those of movements.
    bits: Vec<Row>,
    /// Planes of objects of the positions from which the keys are pressed; and where turns that go on did so last.
    laid: Vec<Row>,
    since: Vec<Row>,
    /// The planes that may have any bits; that gained some, or lost some; and that ever did.
    filled: Set,
    gained: Set,
    lost: Set,
    touched: Set,
    sleepers: Sleepers,
    lanes: [Lane; LANES],
    /// Where the players stood that the key gave a movement, by word.
    players: Vec<Row>,
    /// Where a segment matches, by word.
    found: Vec<Row>,
    /// Rows to work with, by word.
    part: Vec<Row>,
    free: Vec<Row>,
    gone: Vec<Row>,
    /// See [`Self::note_changes`].
    changed: Vec<u32>,
    /// The planes of one position.
    position: Vec<u64>,
    /// One lane, for rules that are tried lane by lane.
    board: Board<N>,
    run: Run,
    /// Of the turn that has cost most of those that run.
    looks: u64,
    pub outcomes: Vec<Outcome>,
    pub patches: Vec<Patch>,
    /// Turns that were begun here, and that were left.
    begun: usize,
    left: usize,
    is_off: bool,
    pub pace: Pace,
}

/// How long a turn takes, alone and side by side, in nanoseconds: which is faster depends on the rules and the position, and
/// only the time depends on which is chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    alone: f64,
    abreast: f64,
    goes: u64,
}

impl Pace {
    /// Whether the turns of the next go are run alone.
    pub fn runs_alone(&mut self) -> bool {
        self.goes += 1;
        // Both are tried first.
        let other = self.goes == 2 || self.goes.is_multiple_of(RETRY);
        (self.goes > 2 && self.alone < self.abreast) != other
    }

    pub fn took(&mut self, alone: bool, turns: usize, began: Instant) {
        // The time of few says little.
        if turns < LANES {
            return;
        }
        let each = began.elapsed().as_nanos() as f64 / turns as f64;
        let known = if alone { &mut self.alone } else { &mut self.abreast };
        *known = if *known == 0.0 { each } else { *known + (each - *known) / 4.0 };
    }
}

impl<const N: usize> Lanes<N> {
    /// Whether the levels of a game are small enough.
    pub fn fit(program: &Program) -> bool {
        program.planes() * program.words <= MOST_ROWS
    }

    /// For positions that differ only in what is not `fixed`.
    pub fn new(program: &Program, fixed: &[u64]) -> Self {
        let (planes, words, objects) = (program.planes(), program.words, program.objects);
        let mut found = Self {
            words,
            objects,
            bits: vec![NONE; planes * words],
            laid: vec![NONE; objects * words],
            since: vec![NONE; objects * words],
            filled: none(planes),
            gained: none(planes),
            lost: none(planes),
            touched: none(planes),
            sleepers: Sleepers::new(program),
            lanes: [Lane::default(); LANES],
            players: vec![NONE; words],
            found: vec![NONE; words],
            part: vec![NONE; words],
            free: vec![NONE; words],
            gone: vec![NONE; words],
            changed: Vec::new(),
            position: fixed.to_vec(),
            board: Board::new(program),
            run: Run::new(Luck::new("")),
            looks: 0,
            outcomes: Vec::new(),
            patches: Vec::new(),
            begun: 0,
            left: 0,
            is_off: false,
            pace: Pace::default(),
        };
        for (number, &word) in fixed.iter().enumerate() {
            (found.bits[number], found.laid[number]) = (Row::all(word), Row::all(word));
            if word != 0 {
                set(&mut found.filled, number / words);
            }
        }
        found
    }

    #[inline(always)]
    fn words(&self) -> usize {
        if N > 0 { N } else { self.words }
    }

    /// Whether turns are run here: not if most had to be left.
    pub fn pays(&self) -> bool {
        !self.is_off
    }

    /// Leaves so many turns.
    pub fn leave(&mut self, turns: usize) {
        self.outcomes.clear();
        self.outcomes.resize(turns, Outcome::Left);
    }

    /// Runs turns of some positions: from which of them, and with which key. Their outcomes come in that order.
    pub fn turns<B: Bits>(&mut self, program: &Program, layout: &Layout, states: &[B], turns: &[(u32, u32)]) {
        self.leave(turns.len());
        self.patches.clear();
        self.run.refuel();
        self.lanes = [Lane::default(); LANES];
        let (mut next, mut running) = (0, 0);
        let mut unpacked = u32::MAX;
        loop {
            self.still();
            for lane in 0..LANES {
                if self.lanes[lane].goes_on {
                    continue;
                }
                // No lane stands still: rules that sleep know nothing of a level in which they were not tried. One that is not
                // needed plays a turn that another one has played.
                let Some(&(number, key)) = turns.get(next).or(turns.last()) else { return };
                if number != unpacked {
                    layout.unpack_objects(&states[number as usize], &mut self.position);
                    unpacked = number;
                }
                self.lay(layout, lane);
                self.push(program, lane, key as usize);
                self.lanes[lane] = Lane { turn: next, goes_on: true, ..Lane::default() };
                running += usize::from(next < turns.len());
                next += 1;
            }
            if running == 0 {
                break;
            }
            let before = self.lanes.iter().map(|lane| lane.looks).max().unwrap_or(0);
            self.looks = before;
            if self.rules(program).is_err() {
                self.is_off = true;
                break;
            }
            self.note_changes();
            for lane in 0..LANES {
                self.lanes[lane].looks += self.looks - before;
                self.conclude(program, layout, lane);
                let Lane { turn, goes_on, .. } = self.lanes[lane];
                running -= usize::from(!goes_on && turn < turns.len());
            }
        }
        let left = self.outcomes.iter().filter(|&&outcome| outcome == Outcome::Left).count();
        (self.begun, self.left) = (self.begun + turns.len(), self.left + left);
        if self.begun > TRIAL {
            self.is_off |= 2 * self.left > self.begun;
            (self.begun, self.left) = (0, 0);
        }
    }

    /// A lane becomes the position at hand.
    fn lay(&mut self, layout: &Layout, lane: usize) {
        let words = self.words();
        // What rules made that no turn leaves.
        let others: Vec<usize> =
            self.touched_objects().filter(|object| layout.made.binary_search(object).is_err()).collect();
        let Self { bits, laid, position, filled, gained, lost, .. } = self;
        let lay = |object: usize| {
            let (mut comes, mut goes, mut lies) = (0, 0, 0);
            for word in object * words..(object + 1) * words {
                let (new, old) = (position[word], bits[word].0[lane]);
                (bits[word].0[lane], laid[word].0[lane]) = (new, new);
                comes |= new & !old;
                goes |= old & !new;
                lies |= new;
            }
            let (place, bit) = (object / 64, object % 64);
            filled[place] |= u64::from(lies != 0) << bit;
            gained[place] |= u64::from(comes != 0) << bit;
            lost[place] |= u64::from(goes != 0) << bit;
        };
        layout.made.iter().copied().chain(others).for_each(lay);
    }

    /// Gives the players of a lane a movement, and notes where they stand.
    fn push(&mut self, program: &Program, lane: usize, key: usize) {
        let words = self.words();
        let way = KEYS.get(key);
        for word in 0..words {
            self.players[word].0[lane] = 0;
            let Some(&way) = way else { continue };
            let standing = self.having(&program.player, program.player_all, word, lane) & program.whole[word];
            if standing == 0 {
                continue;
            }
            self.players[word].0[lane] = standing;
            for &object in &program.player {
                let pushed = standing & self.bits[object * words + word].0[lane];
                if pushed != 0 {
                    let plane = program.moving(program.layer_of[object], way);
                    self.bits[plane * words + word].0[lane] |= pushed;
                    set(&mut self.filled, plane);
                    set(&mut self.gained, plane);
                }
            }
        }
    }

    /// The cells of a word of a lane that have any of some objects, or all of them.
    #[inline(always)]
    fn having(&self, objects: &[usize], all: bool, word: usize, lane: usize) -> u64 {
        let words = self.words();
        let planes = objects.iter().map(|object| self.bits[object * words + word].0[lane]);
        if all {
            planes.fold(u64::MAX, |all, plane| all & plane)
        } else {
            planes.fold(0, |any, plane| any | plane)
        }
    }

    /// Early rules, movements, late rules.
    fn rules(&mut self, program: &Program) -> Result<(), Heavy> {
        self.phase(program, &program.early)?;
        self.resolve(program)?;
        self.phase(program, &program.late)
    }

    // As `Run::phase` does it.
    fn phase(&mut self, program: &Program, phase: &Phase) -> Result<(), Heavy> {
        self.wake(program);
        let (mut changed, mut at, mut rounds) = (false, 0, 0);
        while at < phase.groups.len() {
            let from = phase.groups[at].rules.start;
            let awake = self.sleepers.next(from..phase.rules.end);
            let awake = awake.map_or(phase.groups.len(), |rule| program.group_of[rule] as usize);
            at = awake.min(phase.stops[at]);
            let Some(group) = phase.groups.get(at) else { break };
            changed |= self.group(program, group)?;
            let end = at + 1 == phase.groups.len();
            let back = phase.loops[at].or(if end { phase.loops[at + 1] } else { None });
            match back.filter(|_| changed) {
                Some(first) => {
                    rounds += 1;
                    if rounds == ROUNDS {
                        return Err(Heavy);
                    }
                    (at, changed) = (first, false);
                }
                None => at += 1,
            }
        }
        Ok(())
    }

    // As `Run::group` does it.
    fn group(&mut self, program: &Program, group: &Group) -> Result<bool, Heavy> {
        let (mut any, mut last) = (false, group.rules.end);
        for _ in 0..ROUNDS - 1 {
            let (mut changed, mut at) = (false, group.rules.start);
            while let Some(number) = self.sleepers.next(at..if changed { group.rules.end } else { last }) {
                if self.rule(program, &program.rules[number])? {
                    (changed, last) = (true, number + 1);
                }
                at = number + 1;
            }
            any |= changed;
            if !changed {
                return Ok(any);
            }
        }
        Err(Heavy)
    }

    /// Tries a rule that is awake; says whether it changed anything in any lane.
    fn rule(&mut self, program: &Program, rule: &Rule) -> Result<bool, Heavy> {
        let lacking = rule.needs.iter().find(|&&(plane, _)| !holds(&self.filled, plane as usize));
        if let Some(&(plane, number)) = lacking {
            self.sleepers.wait(rule.number, program.more.of(plane as usize).start + number as usize);
            return Ok(false);
        }
        let (matches, changed, is_done) = match rule.changed_row.or(rule.is_plain.then_some(0)) {
            Some(row) => self.rule_of_one(program, rule, row)?,
            None => self.rule_by_lane(program, rule, &Row::all(u64::MAX))?,
        };
        if !matches || is_done && rule.is_settled {
            self.sleepers.sleep(rule.number);
        }
        if changed {
            self.wake(program);
        }
        Ok(changed)
    }

    fn spend(&mut self, looks: usize) -> Result<(), Heavy> {
        self.looks += looks as u64;
        if self.looks > LOOKS { Err(Heavy) } else { Ok(()) }
    }

    /// A rule of which one row is changed, without gaps: whether it matches anywhere, whether it changed anything, and
    /// whether it would change nothing once more where it matched.
    #[inline(always)]
    fn rule_of_one(
        &mut self,
        program: &Program,
        rule: &Rule,
        number: usize,
    ) -> Result<(bool, bool, bool), Heavy> {
        let (mut among, mut places) = (Row::all(u64::MAX), 1);
        for (other, row) in rule.rows.iter().enumerate() {
            let segment = &row.segments[0];
            self.spend(self.words() * (1 + segment.tests.len()))?;
            if other != number {
                if !self.find(program, segment, &among) {
                    return Ok((false, false, true));
                }
                among = self.lanes_found();
                places = self.places().saturating_mul(places);
            }
        }
        let row = &rule.rows[number];
        if !self.find(program, &row.segments[0], &among) {
            return Ok((false, false, true));
        }
        // A turn alone goes through all combinations of places.
        self.spend(
            places.saturating_mul(self.places()).saturating_mul(1 + rule.words as usize / LOOK as usize),
        )?;
        if rule.commands != 0 {
            let matching = self.lanes_found();
            self.ask(rule, &matching);
        }
        if row.changes.is_empty() {
            return Ok((true, false, true));
        }
        let shared = self.sharing(rule);
        if shared.any() == 0 {
            return Ok((true, self.change_all(row), true));
        }
        let mut changed = false;
        for word in 0..self.words() {
            self.part[word] = self.found[word].and(&shared);
            self.found[word] = self.found[word].without(&shared);
        }
        changed |= self.change_all(row);
        if rule.rows.len() > 1 {
            changed |= self.rule_by_lane(program, rule, &shared)?.1;
        } else {
            for lane in (0..LANES).filter(|&lane| shared.0[lane] != 0) {
                changed |= self.one_by_one(program, rule, lane)?;
            }
        }
        Ok((true, changed, !changed))
    }

    /// Finds where a segment matches in some lanes; says whether it does anywhere.
    #[inline(always)]
    fn find(&mut self, program: &Program, segment: &Segment, among: &Row) -> bool {
        let (words, mut all) = (self.words(), 0);
        let fitting = &program.fitting[segment.fitting];
        for (word, &from) in fitting.iter().enumerate().take(words) {
            let mut found = Row::all(from).and(among);
            for test in &segment.tests {
                if found.any() == 0 {
                    break;
                }
                let mut low = word + if N == 1 { 0 } else { test.words as usize };
                low -= if low >= words { words } else { 0 };
                let high = if low + 1 == words { 0 } else { low + 1 };
                let more = &program.listed[test.more.start as usize..test.more.end as usize];
                let mut held = self.joined(test.first, more, low);
                if test.bits != 0 {
                    let mut far = held;
                    if N != 1 {
                        far = self.joined(test.first, more, high);
                    }
                    held = held.down(test.bits);
                    held.join(&far.up(64 - test.bits));
                }
                for lane in 0..LANES {
                    found.0[lane] &= held.0[lane] ^ test.inverted;
                }
            }
            self.found[word] = found;
            all |= found.any();
        }
        all != 0
    }

    /// A word of some planes together, of which the places of the first words are given.
    #[inline(always)]
    fn joined(&self, first: u32, more: &[u32], word: usize) -> Row {
        let mut all = self.bits[first as usize + word];
        for &from in more {
            all.join(&self.bits[from as usize + word]);
        }
        all
    }

    /// In how many places the segment that was looked for last matches in any lane.
    fn places(&self) -> usize {
        self.found[..self.words()].iter().map(|row| row.any().count_ones() as usize).sum()
    }

    /// The lanes in which the segment that was looked for last matches.
    fn lanes_found(&self) -> Row {
        let mut all = NONE;
        self.found[..self.words()].iter().for_each(|row| all.join(row));
        all.lanes()
    }

    fn ask(&mut self, rule: &Rule, matching: &Row) {
        for lane in (0..LANES).filter(|&lane| matching.0[lane] != 0) {
            let queue = &mut self.lanes[lane].queue;
            *queue = asked(*queue, rule.commands);
        }
    }

    /// The lanes in which two of the places found share a cell.
    #[inline(always)]
    fn sharing(&self, rule: &Rule) -> Row {
        let (words, mut shared) = (self.words(), NONE);
        for &(further, bits) in &rule.after_first {
            for word in 0..words {
                let from = self.found[word];
                let mut low = word + further as usize;
                low -= if low >= words { words } else { 0 };
                shared.join(&from.up(bits).and(&self.found[low]));
                if bits != 0 {
                    let far = &self.found[if low + 1 == words { 0 } else { low + 1 }];
                    shared.join(&from.down(64 - bits).and(far));
                }
            }
        }
        shared.lanes()
    }

    /// Does what a rule says at all places found; says whether anything changed.
    #[inline(always)]
    fn change_all(&mut self, row: &RuleRow) -> bool {
        let (words, mut changed) = (self.words(), false);
        for edit in &row.changes {
            for word in 0..words {
                let from = self.found[word];
                if from.any() == 0 {
                    continue;
                }
                let mut low = word + edit.words as usize;
                low -= if low >= words { words } else { 0 };
                changed |= self.edit_word(edit, low, &from.up(edit.bits));
                if edit.bits != 0 {
                    let over = from.down(64 - edit.bits);
                    let high = if low + 1 == words { 0 } else { low + 1 };
                    changed |= over.any() != 0 && self.edit_word(edit, high, &over);
                }
            }
        }
        changed
    }

    #[inline(always)]
    fn edit_word(&mut self, edit: &Edit, word: usize, among: &Row) -> bool {
        let (words, mut changed) = (self.words(), 0);
        for &plane in &edit.clear {
            let row = &mut self.bits[plane as usize * words + word];
            let had = row.and(among).any();
            *row = row.without(among);
            if had != 0 {
                set(&mut self.lost, plane as usize);
                changed |= had;
            }
        }
        for &plane in &edit.put {
            let row = &mut self.bits[plane as usize * words + word];
            let new = among.without(row).any();
            row.join(among);
            if new != 0 {
                set(&mut self.filled, plane as usize);
                set(&mut self.gained, plane as usize);
                changed |= new;
            }
        }
        changed != 0
    }

    /// Does what a rule of one row says at the places in [`Self::part`] of a lane, one after the other.
    fn one_by_one(&mut self, program: &Program, rule: &Rule, lane: usize) -> Result<bool, Heavy> {
        let found: Vec<u64> = self.part[..self.words()].iter().map(|row| row.0[lane]).collect();
        let mut places: Vec<usize> = cells(&found).collect();
        if !rule.down {
            places.sort_unstable_by_key(|&at| program.rank[at]);
        }
        let row = &rule.rows[0];
        let mut changed = false;
        for (number, &at) in places.iter().enumerate() {
            self.spend(1)?;
            // What was done at the places before may have changed what lies at this one.
            if number > 0 && !self.still_fits(program, &row.segments[0], lane, at) {
                continue;
            }
            for edit in &row.changes {
                changed |= self.edit_cell(edit, lane, along(at, edit.cell, rule.step));
            }
        }
        Ok(changed)
    }

    fn still_fits(&self, program: &Program, segment: &Segment, lane: usize, at: usize) -> bool {
        let words = self.words();
        segment.tests.iter().all(|test| {
            let cell = at + 64 * test.words as usize + test.bits as usize;
            let cell = if cell >= 64 * words { cell - 64 * words } else { cell };
            let lies = |from: usize| self.bits[from + cell / 64].0[lane] >> (cell % 64) & 1 != 0;
            test.planes(program).any(lies) != (test.inverted != 0)
        })
    }

    fn edit_cell(&mut self, edit: &Edit, lane: usize, at: usize) -> bool {
        let mut changed = false;
        let (words, bit) = (self.words(), 1 << (at % 64));
        for &plane in &edit.clear {
            let word = &mut self.bits[plane as usize * words + at / 64].0[lane];
            if *word & bit != 0 {
                *word ^= bit;
                set(&mut self.lost, plane as usize);
                changed = true;
            }
        }
        for &plane in &edit.put {
            let word = &mut self.bits[plane as usize * words + at / 64].0[lane];
            if *word & bit == 0 {
                *word |= bit;
                set(&mut self.filled, plane as usize);
                set(&mut self.gained, plane as usize);
                changed = true;
            }
        }
        changed
    }

    /// Any rule, in each of some lanes where all of it that has no gaps matches. The same as for [`Self::rule_of_one`] is
    /// said.
    fn rule_by_lane(
        &mut self,
        program: &Program,
        rule: &Rule,
        among: &Row,
    ) -> Result<(bool, bool, bool), Heavy> {
        let mut matching = *among;
        for segment in rule.rows.iter().flat_map(|row| &row.segments) {
            self.spend(self.words() * (1 + segment.tests.len()))?;
            if !self.find(program, segment, &matching) {
                return Ok((false, false, true));
            }
            matching = self.lanes_found();
        }
        let (mut matches, mut changed) = (false, false);
        for lane in (0..LANES).filter(|&lane| matching.0[lane] != 0) {
            self.spend(self.bits.len())?;
            let bits = &self.bits;
            self.board.grid.fill(|number| bits[number].0[lane]);
            if !self.run.find(program, &mut self.board, rule) {
                if self.run.endless.is_some() {
                    return Err(Heavy);
                }
                continue;
            }
            matches = true;
            let queue = &mut self.lanes[lane].queue;
            *queue = asked(*queue, rule.commands);
            if self.run.change(program, &mut self.board, rule) {
                changed = true;
                self.take_over(rule, lane);
            }
            if self.run.endless.is_some() {
                return Err(Heavy);
            }
        }
        Ok((matches, changed, !changed))
    }

    /// What a rule changed on the board is changed in a lane.
    fn take_over(&mut self, rule: &Rule, lane: usize) {
        let words = self.words();
        let edits = rule.rows.iter().flat_map(|row| &row.edits);
        for &plane in edits.flat_map(|edit| edit.clear.iter().chain(&edit.put)) {
            for word in plane as usize * words..(plane as usize + 1) * words {
                let (old, new) = (self.bits[word].0[lane], self.board.grid.word(word));
                if old == new {
                    continue;
                }
                self.bits[word].0[lane] = new;
                if new & !old != 0 {
                    set(&mut self.filled, plane as usize);
                    set(&mut self.gained, plane as usize);
                }
                if old & !new != 0 {
                    set(&mut self.lost, plane as usize);
                }
            }
        }
    }

    /// Wakes the rules that what was changed concerns.
    #[inline(always)]
    fn wake(&mut self, program: &Program) {
        for word in 0..self.gained.len() {
            let (gained, lost) = (self.gained[word], self.lost[word]);
            if gained | lost == 0 {
                continue;
            }
            (self.gained[word], self.lost[word]) = (0, 0);
            self.touched[word] |= gained | lost;
            for bit in ones(gained & program.more.planes[word]) {
                self.sleepers.more(program, 64 * word + bit);
            }
            for bit in ones(lost & program.fewer.planes[word]) {
                self.sleepers.fewer(program, 64 * word + bit);
            }
        }
    }

    /// Nothing moves any more.
    fn still(&mut self) {
        let words = self.words();
        for plane in self.objects..self.bits.len() / words {
            if !holds(&self.filled, plane) {
                continue;
            }
            let rows = &mut self.bits[plane * words..][..words];
            if rows.iter().any(|row| row.any() != 0) {
                rows.fill(NONE);
                set(&mut self.lost, plane);
            }
            self.filled[plane / 64] &= !(1 << (plane % 64));
        }
    }

    /// Moves what can move until nothing can, layer by layer.
    fn resolve(&mut self, program: &Program) -> Result<(), Heavy> {
        for layer in 0..program.layers {
            let first = program.moving(layer, 0);
            let ways = (0..WAYS - 1)
                .filter(|way| holds(&self.filled, first + way))
                .fold(0u32, |all, way| all | 1 << way);
            if ways != 0 {
                self.resolve_layer(program, layer, ways)?;
            }
        }
        self.still();
        Ok(())
    }

    /// Where all that moves in a layer of a lane lies there and moves one way, a thing moves if a chain of such things
    /// before it ends at a free cell; in what order does not matter. Other lanes are moved cell by cell.
    fn resolve_layer(&mut self, program: &Program, layer: usize, ways: u32) -> Result<(), Heavy> {
        let words = self.words();
        let first = program.moving(layer, 0);
        let (mut one, mut more, mut apart) = (NONE, NONE, NONE);
        for word in 0..words {
            self.free[word] = NONE;
            for &object in &program.of_layer[layer] {
                self.free[word].join(&self.bits[object * words + word]);
            }
        }
        for way in (0..WAYS).filter(|way| holds(&self.filled, first + way)) {
            let mut moves = NONE;
            for word in 0..words {
                let row = &self.bits[(first + way) * words + word];
                moves.join(row);
                apart.join(&row.without(&self.free[word]));
            }
            let moves = moves.lanes();
            more.join(&one.and(&moves));
            one.join(&moves);
        }
        more.join(&apart.lanes());
        for lane in (0..LANES).filter(|&lane| more.0[lane] != 0) {
            self.move_by_cell(program, layer, lane)?;
        }
        let alone = one.without(&more);
        // Where something of the layer may come: free cells, and then those of what goes.
        self.free[..words].iter_mut().for_each(|row| *row = Row::all(u64::MAX).without(row));
        for way in ones(u64::from(ways)) {
            self.move_way(program, layer, way, &alone)?;
        }
        Ok(())
    }

    /// Moves all that moves one way in a layer, in some lanes.
    fn move_way(&mut self, program: &Program, layer: usize, way: usize, among: &Row) -> Result<(), Heavy> {
        let words = self.words();
        let moves = program.moving(layer, way) * words;
        let ((further, bits), fitting) = &program.ahead[way];
        let next = |word: usize| {
            let low = word + *further as usize;
            let low = if low >= words { low - words } else { low };
            (low, if low + 1 == words { 0 } else { low + 1 })
        };
        self.part[..words].fill(NONE);
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            self.spend(words * (1 + program.layers))?;
            for (word, &has_next) in fitting.iter().enumerate().take(words) {
                let (low, high) = next(word);
                let mut ahead = self.free[low].down(*bits);
                if *bits != 0 {
                    ahead.join(&self.free[high].up(64 - bits));
                }
                let new = self.bits[moves + word].and(&ahead).and(among).and(&Row::all(has_next));
                goes_on |= new.without(&self.part[word]).any() != 0;
                self.part[word].join(&new);
            }
            for word in 0..words {
                self.free[word].join(&self.part[word]);
            }
        }
        for &object in &program.of_layer[layer] {
            let mut goes = 0;
            for word in 0..words {
                let row = &mut self.bits[object * words + word];
                self.gone[word] = row.and(&self.part[word]);
                *row = row.without(&self.part[word]);
                goes |= self.gone[word].any();
            }
            if goes == 0 {
                continue;
            }
            for word in 0..words {
                let (low, high) = next(word);
                self.bits[object * words + low].join(&self.gone[word].up(*bits));
                if *bits != 0 {
                    self.bits[object * words + high].join(&self.gone[word].down(64 - bits));
                }
            }
            set(&mut self.gained, object);
            set(&mut self.lost, object);
        }
        Ok(())
    }

    // As `Table::resolve` does it, in one layer: what happens in one layer is nothing to the others.
    fn move_by_cell(&mut self, program: &Program, layer: usize, lane: usize) -> Result<(), Heavy> {
        let words = self.words();
        let first = program.moving(layer, 0);
        let of_layer = &program.of_layer[layer];
        let moving = |bits: &[Row], way: usize, word: usize| bits[(first + way) * words + word].0[lane];
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            self.spend(words * (1 + program.layers))?;
            for word in 0..words {
                let all = (0..WAYS).fold(0, |all, way| all | moving(&self.bits, way, word));
                for bit in ones(all) {
                    let at = 64 * word + bit;
                    let ways = (0..WAYS)
                        .filter(|&way| moving(&self.bits, way, word) >> bit & 1 != 0)
                        .fold(0u64, |all, way| all | 1 << way);
                    let (height, width) = (program.height, program.width);
                    let to = match ways {
                        1 if !at.is_multiple_of(height) => at - 1,
                        2 if !(at + 1).is_multiple_of(height) => at + 1,
                        4 if at >= height => at - height,
                        8 if at + height < width * height => at + height,
                        _ => continue,
                    };
                    let lies = |bits: &[Row], object: usize, at: usize| {
                        bits[object * words + at / 64].0[lane] >> (at % 64) & 1 != 0
                    };
                    if of_layer.iter().any(|&object| lies(&self.bits, object, to)) {
                        continue;
                    }
                    for &object in of_layer {
                        if lies(&self.bits, object, at) {
                            self.bits[object * words + at / 64].0[lane] ^= 1 << (at % 64);
                            self.bits[object * words + to / 64].0[lane] |= 1 << (to % 64);
                            set(&mut self.gained, object);
                            set(&mut self.lost, object);
                        }
                    }
                    let way = ways.trailing_zeros() as usize;
                    self.bits[(first + way) * words + word].0[lane] ^= 1 << bit;
                    set(&mut self.lost, first + way);
                    goes_on = true;
                }
            }
        }
        Ok(())
    }

    /// Notes the words of planes of objects in which a lane is not as it was laid.
    fn note_changes(&mut self) {
        let words = self.words();
        self.changed.clear();
        for object in members(&self.touched).take_while(|&plane| plane < self.objects) {
            for number in object * words..(object + 1) * words {
                let (mut differs, laid) = (self.bits[number], &self.laid[number]);
                for lane in 0..LANES {
                    differs.0[lane] ^= laid.0[lane];
                }
                if differs.any() != 0 {
                    self.changed.push(number as u32);
                }
            }
        }
    }

    /// What follows from the rules of a turn, as in `Table::conclude`.
    fn conclude(&mut self, program: &Program, layout: &Layout, lane: usize) {
        let words = self.words();
        let Lane { turn, agains, queue, .. } = self.lanes[lane];
        (self.lanes[lane].queue, self.lanes[lane].goes_on) = (0, false);
        if queue & RESTART != 0 && queue & CANCEL == 0 {
            return;
        }
        let stays = program.needs_player_moved && {
            let left = |word: usize| {
                let stood = self.players[word].0[lane];
                stood & !self.having(&program.player, false, word, lane) != 0
            };
            (0..words).any(|word| self.players[word].0[lane] != 0) && !(0..words).any(left)
        };
        let is_undone = stays || queue & CANCEL != 0;
        let is_asked = program.keeps_won || queue & (AGAIN | CHECKPOINT) != 0;
        let is_won = !is_undone && is_asked && (queue & WIN != 0 || self.meets_all(program, lane));
        if !is_undone && !is_won && queue & AGAIN != 0 && self.has_changed(lane) {
            if agains == AGAINS {
                return;
            }
            for (since, now) in self.since.iter_mut().zip(&self.bits) {
                since.0[lane] = now.0[lane];
            }
            self.players.iter_mut().for_each(|row| row.0[lane] = 0);
            (self.lanes[lane].agains, self.lanes[lane].goes_on) = (agains + 1, true);
            return;
        }
        if turn < self.outcomes.len() {
            self.outcomes[turn] = self.outcome(layout, lane, is_undone, is_won);
        }
    }

    /// The objects that may not lie where the position has them.
    fn touched_objects(&self) -> impl Iterator<Item = usize> + use<N> {
        let (touched, objects) = (self.touched.clone(), self.objects);
        (0..objects).filter(move |&object| holds(&touched, object))
    }

    /// Whether a lane differs from what it was when its turn began, or went on.
    fn has_changed(&self, lane: usize) -> bool {
        if self.lanes[lane].agains == 0 {
            let differs =
                |&number: &u32| self.laid[number as usize].0[lane] != self.bits[number as usize].0[lane];
            return self.changed.iter().any(differs);
        }
        self.since.iter().zip(&self.bits).any(|(since, now)| since.0[lane] != now.0[lane])
    }

    /// Whether the level of a lane meets all win conditions.
    fn meets_all(&self, program: &Program, lane: usize) -> bool {
        let having = |objects: &[usize], all, word, among| self.having(objects, all, word, lane) & among;
        program.are_wins_met(self.words(), having)
    }

    /// What a turn that has ended changes in the packed position. `is_undone`: what it did since it began, or went on, is
    /// taken back.
    fn outcome(&mut self, layout: &Layout, lane: usize, is_undone: bool, is_won: bool) -> Outcome {
        let from = self.patches.len();
        if is_undone && self.lanes[lane].agains == 0 {
            return Outcome::Ended(from as u32, from as u32);
        }
        let words = self.words();
        let after = if is_undone { &self.since } else { &self.bits };
        let all: Vec<u32> = if is_undone { (0..self.since.len() as u32).collect() } else { Vec::new() };
        // What left a cell makes room first for what came there.
        for comes in [false, true] {
            for number in if is_undone { &all } else { &self.changed }.iter().map(|&number| number as usize) {
                let (before, after) = (self.laid[number].0[lane], after[number].0[lane]);
                if (before ^ after) & !layout.free.bits[number] != 0 {
                    self.patches.truncate(from);
                    return Outcome::Left;
                }
                for bit in ones(if comes { after & !before } else { before & !after }) {
                    layout.patch(&mut self.patches, from, number / words, 64 * (number % words) + bit, comes);
                }
            }
        }
        if is_won {
            layout.patch_won(&mut self.patches, from);
        }
        self.patches[from..].sort_unstable_by_key(|patch| patch.word);
        Outcome::Ended(from as u32, self.patches.len() as u32)
    }
}
