//! Coroutine: two coins take turns. Fields: the cell of coin 0, the cell of coin 1, whose turn it is.

use super::grid::{beside, named_cell};
use super::{Moves, Rules};
use crate::json::Keys;
use crate::refused::{Refused, refuse};
use crate::state::Domain;

const MOST_SIDE: usize = 32;

/// The points of the compass with their (rows, columns).
const COMPASS: [(&str, i32, i32); 8] = [
    ("N", -1, 0),
    ("NE", -1, 1),
    ("E", 0, 1),
    ("SE", 1, 1),
    ("S", 1, 0),
    ("SW", 1, -1),
    ("W", 0, -1),
    ("NW", -1, -1),
];

pub struct Coroutine {
    /// For each cell of the coin that moves, where each direction leads.
    beside: Vec<[Option<u16>; 8]>,
    /// For each cell whose directions are read, which of them are printed there.
    printed: Vec<[bool; 8]>,
    reads_own: bool,
    pass_costs: u16,
    target: u16,
    start: [u16; 3],
    domains: [Domain; 3],
}

impl Coroutine {
    pub fn read(mut keys: Keys) -> Result<Self, Refused> {
        let rows: Vec<Vec<String>> =
            keys.list("squares")?.into_iter().map(|row| row.texts("squares")).collect::<Result<_, _>>()?;
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        if !(1..=MOST_SIDE).contains(&height) || !(1..=MOST_SIDE).contains(&width) {
            refuse!("`squares` must have from 1 to {MOST_SIDE} rows and columns");
        }
        if rows.iter().any(|row| row.len() != width) {
            refuse!("the rows of `squares` are not of one length");
        }
        let printed = rows.iter().flatten().map(|square| directions(square)).collect::<Result<_, _>>()?;
        let cell = |name: &String| match named_cell(name, height, width) {
            Some(cell) => Ok(cell as u16),
            None => refuse!("there is no cell `{name}`"),
        };
        let coins: Vec<u16> = keys.texts("coins")?.iter().map(cell).collect::<Result<_, _>>()?;
        let &[first, second] = coins.as_slice() else { refuse!("`coins` are not two cells") };
        if first == second {
            refuse!("both coins are on one cell");
        }
        let target = cell(&keys.text("target")?)?;
        let turn = keys.whole("first", 0, 1)? as u16;
        let pass_costs = [1, 0][keys.choice("metric", &["turns", "steps"])?];
        let reads_own = keys.choice("rule", &["other", "own"])? == 1;
        keys.end()?;
        let around =
            |here| COMPASS.map(|(_, down, right)| Some(beside(here, (down, right), height, width)? as u16));
        let cells = Domain::below(height * width);
        Ok(Self {
            beside: (0..height * width).map(around).collect(),
            printed,
            reads_own,
            pass_costs,
            target,
            start: [first, second, turn],
            domains: [cells, cells, Domain::below(2)],
        })
    }

    /// The steps of the coin whose turn it is: the direction, and the cell.
    fn steps(&self, state: &[u16]) -> impl Iterator<Item = (usize, u16)> {
        let turn = usize::from(state[2]);
        let (mine, theirs) = (state[turn], state[1 - turn]);
        let shown = self.printed[usize::from(if self.reads_own { mine } else { theirs })];
        let beside = self.beside[usize::from(mine)];
        (0..COMPASS.len())
            .filter(move |&way| shown[way])
            .filter_map(move |way| beside[way].filter(|&there| there != theirs).map(|there| (way, there)))
    }
}

/// The directions printed on a square.
fn directions(square: &str) -> Result<[bool; 8], Refused> {
    let mut found = [false; 8];
    for word in square.split(' ').filter(|_| !square.is_empty()) {
        let Some(way) = COMPASS.iter().position(|&(name, ..)| name == word) else {
            refuse!("`{word}` is no direction")
        };
        found[way] = true;
    }
    Ok(found)
}

impl Rules for Coroutine {
    fn domains(&self) -> &[Domain] {
        &self.domains
    }

    fn range(&self) -> usize {
        self.beside.len().max(2)
    }

    fn start(&self) -> &[u16] {
        &self.start
    }

    fn is_goal(&self, state: &[u16]) -> bool {
        state[..2].contains(&self.target)
    }

    fn moves(&mut self, state: &[u16], moves: &mut Moves) -> bool {
        let turn = usize::from(state[2]);
        let mut passes = true;
        for (_, there) in self.steps(state) {
            moves.change(turn, there);
            moves.end(2, 1 - state[2], 1);
            passes = false;
        }
        if passes {
            moves.end(2, 1 - state[2], self.pass_costs);
        }
        moves.work += 32;
        state[0] != state[1]
    }

    fn play(&mut self, state: &mut [u16], name: &str, _work: &mut u64) -> Option<u16> {
        let turn = usize::from(state[2]);
        let word = name.strip_prefix(if turn == 0 { '0' } else { '1' })?;
        let cost = if word == "-" {
            if self.steps(state).next().is_some() {
                return None;
            }
            self.pass_costs
        } else {
            let (_, there) = self.steps(state).find(|&(way, _)| COMPASS[way].0 == word)?;
            state[turn] = there;
            1
        };
        state[2] = 1 - state[2];
        Some(cost)
    }
}
