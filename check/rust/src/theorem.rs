//! What is checked of the lists: the theorem in docs/reference/proofs.md.

use crate::claimed::Claimed;
use crate::file::Body;
use crate::json::{Json, Keys};
use crate::list::List;
use crate::refused::{Refused, refuse};
use crate::rules::{Moves, Rules, within};
use crate::state::{Key, Layout};

const MOST_STATES: u32 = 2_500_000;
const MOST_CLAIM: u32 = 1 << 31;
const MOST_MOVES: usize = 1 << 20;
const MOST_BYTES: usize = 64 << 20;

/// What finding the end of a move may take, where the list is long and nothing is near.
const FIND_WORK: u64 = 100;

/// Kinds of moves for which the place of the last is kept.
const HINTS: usize = 1 << 14;

/// What a file claims.
enum Claim {
    Unsolvable,
    Cost { least: u32, default: Default, width: usize, solution: Option<Vec<String>> },
}

/// The number of a state that is not in the list.
enum Default {
    Zero,
    /// For each field, by its value.
    Cells(Vec<Vec<u8>>),
    Near {
        below: u32,
        count: usize,
    },
}

/// Checks what the rest of a header claims of a puzzle.
pub fn check(mut header: Keys, rules: &mut dyn Rules, body: Body<'_>) -> Result<Claimed, Refused> {
    let mut moves = Moves::default();
    let claim = Claim::read(&mut header, rules, &mut moves.work)?;
    let states = header.whole("states", 0, MOST_STATES - claim.near() as u32)? as usize;
    header.end()?;
    let layout = Layout::new(rules.domains());
    match layout.words {
        1 => Proof::<1>::check(claim, states, rules, &layout, body, moves),
        2 => Proof::<2>::check(claim, states, rules, &layout, body, moves),
        3..=4 => Proof::<4>::check(claim, states, rules, &layout, body, moves),
        5..=8 => Proof::<8>::check(claim, states, rules, &layout, body, moves),
        9..=16 => Proof::<16>::check(claim, states, rules, &layout, body, moves),
        17..=32 => Proof::<32>::check(claim, states, rules, &layout, body, moves),
        33..=80 => Proof::<80>::check(claim, states, rules, &layout, body, moves),
        _ => refuse!("the board is too large for this program"),
    }
}

impl Claim {
    /// How many states are in the list of those near a goal.
    fn near(&self) -> usize {
        if let Self::Cost { default: Default::Near { count, .. }, .. } = *self { count } else { 0 }
    }

    fn read(header: &mut Keys, rules: &dyn Rules, work: &mut u64) -> Result<Self, Refused> {
        let least = match header.value("claim")? {
            Json::Text(word) if word == "unsolvable" => return Ok(Self::Unsolvable),
            value => value.whole("claim", 0, MOST_CLAIM)?,
        };
        let default = match header.choice("default", &["zero", "cells", "near"])? {
            0 => Default::Zero,
            1 => Default::Cells(rules.tables(Keys::of(header.value("tables")?, "tables")?, work)?),
            _ => Default::Near {
                below: header.whole("below", 1, 255)?,
                count: header.whole("near", 0, MOST_STATES)? as usize,
            },
        };
        let width = header.whole("width", 1, 4)? as usize;
        let solution = match header.value("moves")? {
            Json::Null => None,
            value => Some(value.texts("moves")?),
        };
        if solution.as_ref().is_some_and(|moves| moves.len() > MOST_MOVES) {
            refuse!("`moves` has more than {MOST_MOVES} moves");
        }
        Ok(Self::Cost { least, default, width, solution })
    }
}

struct Proof<'a, const N: usize> {
    rules: &'a mut dyn Rules,
    layout: &'a Layout,
    moves: Moves,
}

impl<'a, const N: usize> Proof<'a, N> {
    fn check(
        claim: Claim,
        states: usize,
        rules: &'a mut dyn Rules,
        layout: &'a Layout,
        mut body: Body<'_>,
        moves: Moves,
    ) -> Result<Claimed, Refused> {
        let width = if let Claim::Cost { width, .. } = claim { width } else { 0 };
        let near = claim.near();
        let bytes = rules.domains().len() * List::<N>::field_bytes(rules);
        if states * (bytes + width) + near * (bytes + 1) > MOST_BYTES {
            refuse!("the lists have more than {MOST_BYTES} bytes");
        }
        let near = List::<N>::read(&mut body, rules, layout, near, 1)?;
        let list = List::read(&mut body, rules, layout, states, width)?;
        body.end()?;
        let mut proof = Self { rules, layout, moves };
        match claim {
            Claim::Unsolvable => proof.closed(&list),
            Claim::Cost { least, default, solution, .. } => {
                proof.numbers(&list, &near, &default, least)?;
                match solution {
                    None => Ok(Claimed::AtLeast(least)),
                    Some(names) => proof.replay(&names, least),
                }
            }
        }
    }

    /// That no move leaves the list, and that the start is in it, but no goal.
    fn closed(&mut self, list: &List<N>) -> Result<Claimed, Refused> {
        if list.find(&self.layout.pack(self.rules.start())).is_none() {
            refuse!("the start is not in the list");
        }
        self.each_move(list, Closed)?;
        Ok(Claimed::Unsolvable)
    }

    /// That the numbers of the list, with the default elsewhere, obey the theorem, and that the start's is enough.
    fn numbers(
        &mut self,
        list: &List<N>,
        near: &List<N>,
        default: &Default,
        least: u32,
    ) -> Result<(), Refused> {
        let start = self.rules.start().to_vec();
        if let Default::Near { below, .. } = *default {
            self.near(near, below)?;
        }
        let mut otherwise = Otherwise { default, near, layout: self.layout, spare: start.clone() };
        let key = self.layout.pack(&start);
        let found = list.find(&key).map(|place| list.number(place));
        let number = found.unwrap_or_else(|| otherwise.number(&key));
        if number < least {
            refuse!("the number of the start is {number}, below {least}");
        }
        self.each_move(list, Numbers { otherwise })
    }

    /// That a list holds every state from which a goal is nearer than `below`, with no more than what it has left.
    fn near(&mut self, near: &List<N>, below: u32) -> Result<(), Refused> {
        let Some(goals) = self.rules.goals()? else { refuse!("the default `near` is not for this puzzle") };
        for goal in goals {
            if near.find(&self.layout.pack(&goal)).is_none_or(|place| near.number(place) > 0) {
                refuse!("a goal is not in the list of states near one with the number 0");
            }
        }
        self.each_move(near, Near { below })
    }

    /// Asks a law about every state of a list, and about every move from it.
    ///
    /// One and the same change of fields leads from ascending states to ascending states. So the end of a move is close
    /// after the end of the last move with the same change, and `hints` keeps that for each.
    fn each_move(&mut self, list: &List<N>, mut law: impl Law<N>) -> Result<(), Refused> {
        let mut state = self.rules.start().to_vec();
        let mut hints = vec![0; HINTS];
        for (place, key) in list.keys.iter().enumerate() {
            let number = list.number(place);
            self.layout.unpack(key, &mut state);
            law.state(self.rules, &state, number)?;
            self.moves.changes.clear();
            if !self.rules.moves(&state, &mut self.moves) {
                refuse!("a listed state is no position of this board");
            }
            let mut after = *key;
            for change in &self.moves.changes {
                self.layout.put(&mut after, usize::from(change.field), change.value);
                let Some(cost) = change.cost else { continue };
                if let Some(wanted) = law.wanted(number, u32::from(cost)) {
                    let found = list.find_near(&mut hints[kind(key, &after)], &after);
                    law.end(&after, wanted, found.map(|place| list.number(place)))?;
                    self.moves.work += FIND_WORK;
                }
                after = *key;
            }
            self.moves.work += (state.len() + (N + 4) * self.moves.changes.len()) as u64;
            within(self.moves.work)?;
        }
        Ok(())
    }

    /// That the named moves lead from the start to a goal, and cost what is claimed.
    fn replay(&mut self, names: &[String], least: u32) -> Result<Claimed, Refused> {
        let mut state = self.rules.drawn().to_vec();
        let mut cost = 0;
        for name in names {
            if self.rules.is_goal(&state) {
                refuse!("the solution goes on after a goal");
            }
            match self.rules.play(&mut state, name, &mut self.moves.work) {
                Some(more) => cost += u32::from(more),
                None => refuse!("the move {name:?} of the solution is not legal"),
            }
            within(self.moves.work)?;
        }
        if !self.rules.is_goal(&state) {
            refuse!("the solution does not end at a goal");
        }
        if cost != least {
            refuse!("the solution costs {cost}, not {least}");
        }
        Ok(Claimed::Fewest(least))
    }
}

/// What tables say of a state.
fn sum(tables: &[Vec<u8>], state: &[u16]) -> u32 {
    let numbers = tables.iter().zip(state).map(|(table, &value)| table.get(usize::from(value)));
    numbers.map(|number| u32::from(*number.unwrap_or(&0))).sum()
}

/// A number below `HINTS` for what a move changes, whatever else is in the state.
fn kind<const N: usize>(before: &Key<N>, after: &Key<N>) -> usize {
    let mixed = before.iter().zip(after).fold(0, |mixed: u64, (before, after)| {
        (mixed.rotate_left(7) ^ after.wrapping_sub(*before)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (mixed >> 32) as usize % HINTS
}

/// What must hold for the states of a list and their moves.
trait Law<const N: usize> {
    fn state(&mut self, rules: &dyn Rules, state: &[u16], number: u32) -> Result<(), Refused>;

    /// What to look up the end of a move for; none where any end will do.
    fn wanted(&self, number: u32, cost: u32) -> Option<u32>;

    /// Judges the end of a move by its number in the list.
    fn end(&mut self, key: &Key<N>, wanted: u32, found: Option<u32>) -> Result<(), Refused>;
}

struct Closed;

impl<const N: usize> Law<N> for Closed {
    fn state(&mut self, rules: &dyn Rules, state: &[u16], _: u32) -> Result<(), Refused> {
        if rules.is_goal(state) {
            refuse!("a goal is in the list");
        }
        Ok(())
    }

    fn wanted(&self, _: u32, _: u32) -> Option<u32> {
        Some(0)
    }

    fn end(&mut self, _: &Key<N>, _: u32, found: Option<u32>) -> Result<(), Refused> {
        if found.is_none() {
            refuse!("a move leaves the list");
        }
        Ok(())
    }
}

/// Moves can be undone at the same cost, so the moves from a state show which lead to it.
struct Near {
    below: u32,
}

impl<const N: usize> Law<N> for Near {
    fn state(&mut self, _: &dyn Rules, _: &[u16], number: u32) -> Result<(), Refused> {
        if number >= self.below {
            refuse!("a number near a goal is {number}, not below {}", self.below);
        }
        Ok(())
    }

    fn wanted(&self, number: u32, cost: u32) -> Option<u32> {
        Some(number + cost).filter(|&most| most < self.below)
    }

    fn end(&mut self, _: &Key<N>, most: u32, found: Option<u32>) -> Result<(), Refused> {
        if found.is_none_or(|number| number > most) {
            refuse!("a state that leads to one near a goal is missing, or its number is too large");
        }
        Ok(())
    }
}

struct Numbers<'a, const N: usize> {
    otherwise: Otherwise<'a, N>,
}

impl<const N: usize> Law<N> for Numbers<'_, N> {
    fn state(&mut self, rules: &dyn Rules, state: &[u16], number: u32) -> Result<(), Refused> {
        if number > 0 && rules.is_goal(state) {
            refuse!("a goal has a number above 0");
        }
        if number < self.otherwise.of_state(state) {
            refuse!("a state has a number below its default");
        }
        Ok(())
    }

    fn wanted(&self, number: u32, cost: u32) -> Option<u32> {
        number.checked_sub(cost).filter(|&least| least > 0)
    }

    fn end(&mut self, key: &Key<N>, least: u32, found: Option<u32>) -> Result<(), Refused> {
        if found.unwrap_or_else(|| self.otherwise.number(key)) < least {
            refuse!("a move loses more than it costs");
        }
        Ok(())
    }
}

/// The numbers of states that are not in the list.
struct Otherwise<'a, const N: usize> {
    default: &'a Default,
    near: &'a List<N>,
    layout: &'a Layout,
    spare: Vec<u16>,
}

impl<const N: usize> Otherwise<'_, N> {
    fn number(&mut self, key: &Key<N>) -> u32 {
        match *self.default {
            Default::Zero => 0,
            Default::Cells(ref tables) => {
                self.layout.unpack(key, &mut self.spare);
                sum(tables, &self.spare)
            }
            Default::Near { below, .. } => self.near.find(key).map_or(below, |place| self.near.number(place)),
        }
    }

    fn of_state(&self, state: &[u16]) -> u32 {
        match *self.default {
            Default::Zero => 0,
            Default::Cells(ref tables) => sum(tables, state),
            Default::Near { below, .. } => {
                self.near.find(&self.layout.pack(state)).map_or(below, |place| self.near.number(place))
            }
        }
    }
}
