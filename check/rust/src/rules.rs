//! The rules of the families, written for this program alone.
//!
//! A state is a list of small numbers, one for each field of the file. In memory each is the place of the field's value
//! in its [`Domain`].

mod alike;
mod blocks;
mod coroutine;
mod grid;
mod pebbles;
mod ricochet;

use crate::json::{Json, Keys};
use crate::refused::{Refused, refuse};
use crate::state::Domain;

pub trait Rules {
    /// The values of each field.
    fn domains(&self) -> &[Domain];

    /// One more than the largest value that a field can have in a file.
    fn range(&self) -> usize;

    fn start(&self) -> &[u16];

    /// The start as it is drawn: alike pieces are not in order, but each under its own sign.
    fn drawn(&self) -> &[u16] {
        self.start()
    }

    fn is_goal(&self, state: &[u16]) -> bool;

    /// Adds every move from a state to `moves`. False if the board has no such state: pieces overlap, say.
    fn moves(&mut self, state: &[u16], moves: &mut Moves) -> bool;

    /// Makes the move of that name, and says what it costs. None if it is not legal. Begins with `drawn`.
    fn play(&mut self, state: &mut [u16], name: &str, work: &mut u64) -> Option<u16>;

    /// What the tables of a header say, for each field of each of its values, so that their sum is never above what is
    /// left to a goal.
    fn tables(&self, _tables: Keys, _work: &mut u64) -> Result<Vec<Vec<u8>>, Refused> {
        refuse!("the default `cells` is not for this puzzle")
    }

    /// Every goal, if moves can be undone at the same cost and goals can be listed.
    fn goals(&self) -> Result<Option<Vec<Vec<u16>>>, Refused> {
        Ok(None)
    }
}

/// What all moves together may take: half a minute at most.
const MOST_WORK: u64 = 20_000_000_000;

/// Refuses more work than that.
pub fn within(work: u64) -> Result<(), Refused> {
    if work > MOST_WORK {
        refuse!("this takes too long");
    }
    Ok(())
}

/// The moves from one state, in memory that is used again for the next.
#[derive(Default)]
pub struct Moves {
    /// What the moves change, one after another.
    pub changes: Vec<Change>,
    /// How much was done, in steps of a nanosecond or a few, since the beginning.
    pub work: u64,
}

pub struct Change {
    pub field: u16,
    pub value: u16,
    /// What the move costs, if this is its last change.
    pub cost: Option<u16>,
}

impl Moves {
    /// A change in the move that the next `end` completes.
    #[inline]
    pub fn change(&mut self, field: usize, value: u16) {
        self.changes.push(Change { field: field as u16, value, cost: None });
    }

    /// The last change of a move, and what the move costs.
    #[inline]
    pub fn end(&mut self, field: usize, value: u16, cost: u16) {
        self.changes.push(Change { field: field as u16, value, cost: Some(cost) });
    }
}

/// A number for each cell that is 0 at home, and at most 1 more than at the cells to which `ways` leads from there.
fn read_table(
    table: Json,
    homes: &[usize],
    cells: usize,
    mut ways: impl FnMut(usize, &mut dyn FnMut(usize)) -> Result<(), Refused>,
) -> Result<Vec<u8>, Refused> {
    let numbers = table.list("tables")?.into_iter().map(|number| Ok(number.whole("tables", 0, 255)? as u8));
    let numbers: Vec<u8> = numbers.collect::<Result<_, _>>()?;
    if numbers.len() != cells {
        refuse!("a table has not one number for each of {cells} cells");
    }
    if homes.iter().any(|&cell| numbers[cell] > 0) {
        refuse!("a table has more than 0 at a goal");
    }
    for (cell, &number) in numbers.iter().enumerate() {
        let mut least = number;
        ways(cell, &mut |there| least = least.min(numbers[there]))?;
        if number > least.saturating_add(1) {
            refuse!("a table has a number that is more than 1 above that of a cell one move away");
        }
    }
    Ok(numbers)
}

/// The rules of the puzzle in a header.
pub fn of(mut puzzle: Keys) -> Result<Box<dyn Rules>, Refused> {
    Ok(match puzzle.text("family")?.as_str() {
        "blocks" => Box::new(blocks::Blocks::read(puzzle)?),
        "pebbles" => Box::new(pebbles::Pebbles::read(puzzle)?),
        "ricochet" => Box::new(ricochet::Ricochet::read(puzzle)?),
        "coroutine" => Box::new(coroutine::Coroutine::read(puzzle)?),
        _ => refuse!("this program knows the families blocks, pebbles, ricochet and coroutine"),
    })
}
