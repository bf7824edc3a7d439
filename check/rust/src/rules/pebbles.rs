//! Pebbles: a pebble goes along an edge of a graph into a hole. Field i: what lies on cell i, 0 for a hole, else the
//! place of its token, from 1, among the board's tokens in order.

use std::collections::BTreeSet;

use super::grid::plain_number;
use super::{Moves, Rules, read_table};
use crate::json::{Json, Keys};
use crate::refused::{Refused, refuse};
use crate::state::Domain;

const MOST_CELLS: usize = 512;
const MOST_GOALS: usize = 100_000;

pub struct Pebbles {
    neighbours: Vec<Vec<usize>>,
    /// The columns of the grid where a move pushes a line.
    lines: Option<usize>,
    /// What each cell wants; no pebble has the number of a plate for which there is no pebble.
    plates: Vec<u16>,
    /// In order.
    tokens: Vec<String>,
    start: Vec<u16>,
    domains: Vec<Domain>,
}

impl Pebbles {
    pub fn read(mut keys: Keys) -> Result<Self, Refused> {
        let (neighbours, lines) = match keys.choice("metric", &["moves", "slides"])? {
            0 => (read_neighbours(keys.list("allowed_moves")?)?, None),
            _ => {
                let (rows, columns) = read_grid(&keys.text("layout")?)?;
                (vec![Vec::new(); rows * columns], Some(columns))
            }
        };
        let (plates, pebbles) = (keys.texts("plates")?, keys.texts("pebbles")?);
        keys.end()?;
        if [plates.len(), pebbles.len()] != [neighbours.len(); 2] {
            refuse!("the board has {} cells, but not as many plates and pebbles", neighbours.len());
        }
        let tokens: BTreeSet<&String> = pebbles.iter().filter(|&token| token != "-").collect();
        let tokens: Vec<String> = tokens.into_iter().cloned().collect();
        let number = |token: &String| tokens.binary_search(token).map_or(0, |place| place as u16 + 1);
        Ok(Self {
            lines,
            plates: plates.iter().map(number).collect(),
            start: pebbles.iter().map(number).collect(),
            domains: vec![Domain::below(tokens.len() + 1); neighbours.len()],
            tokens,
            neighbours,
        })
    }

    /// The cells from a hole in one direction, as far as the grid goes: (first cell, step, how many).
    fn rays(&self, columns: usize, hole: usize) -> [(isize, usize); 4] {
        let (row, column) = (hole / columns, hole % columns);
        let below = self.start.len() / columns - 1 - row;
        [(-1, column), (1, columns - 1 - column), (-(columns as isize), row), (columns as isize, below)]
    }
}

impl Rules for Pebbles {
    fn domains(&self) -> &[Domain] {
        &self.domains
    }

    fn range(&self) -> usize {
        self.tokens.len() + 1
    }

    fn start(&self) -> &[u16] {
        &self.start
    }

    fn is_goal(&self, state: &[u16]) -> bool {
        state.iter().zip(&self.plates).all(|(&pebble, &plate)| pebble == 0 || pebble == plate)
    }

    fn moves(&mut self, state: &[u16], moves: &mut Moves) -> bool {
        moves.work += state.len() as u64;
        for (hole, _) in state.iter().enumerate().filter(|&(_, &pebble)| pebble == 0) {
            let Some(columns) = self.lines else {
                for &cell in &self.neighbours[hole] {
                    if state[cell] != 0 {
                        moves.change(hole, state[cell]);
                        moves.end(cell, 0, 1);
                    }
                }
                moves.work += 4 * self.neighbours[hole].len() as u64;
                continue;
            };
            for (step, count) in self.rays(columns, hole) {
                for length in 1..=count {
                    let cell = |far: usize| hole.wrapping_add_signed(step * far as isize);
                    if state[cell(length)] == 0 {
                        break;
                    }
                    for far in 0..length {
                        moves.change(cell(far), state[cell(far + 1)]);
                    }
                    moves.end(cell(length), 0, 1);
                    moves.work += 4 * length as u64;
                }
            }
        }
        true
    }

    fn play(&mut self, state: &mut [u16], name: &str, _work: &mut u64) -> Option<u16> {
        let (from, hole) = name.split_once('-')?;
        let (from, hole) = (plain_number(from)?, plain_number(hole)?);
        if from >= state.len() || hole >= state.len() || state[from] == 0 || state[hole] != 0 {
            return None;
        }
        let Some(columns) = self.lines else {
            self.neighbours[hole].contains(&from).then(|| state.swap(from, hole))?;
            return Some(1);
        };
        let (step, length) = if from / columns == hole / columns {
            (1, from.abs_diff(hole))
        } else if from % columns == hole % columns {
            (columns, from.abs_diff(hole) / columns)
        } else {
            return None;
        };
        let cell = |far: usize| if from > hole { hole + far * step } else { hole - far * step };
        if (1..=length).any(|far| state[cell(far)] == 0) {
            return None;
        }
        for far in 0..length {
            state.swap(cell(far), cell(far + 1));
        }
        Some(1)
    }

    fn tables(&self, mut tables: Keys, _work: &mut u64) -> Result<Vec<Vec<u8>>, Refused> {
        if self.lines.is_some() {
            refuse!("the default `cells` is not for pebbles of which a move takes more than one");
        }
        let mut found = vec![vec![0; self.tokens.len() + 1]; self.plates.len()];
        for (token, number) in self.tokens.iter().zip(1..) {
            let Some(table) = tables.optional(token) else { continue };
            let homes: Vec<usize> =
                (0..self.plates.len()).filter(|&cell| usize::from(self.plates[cell]) == number).collect();
            let table = read_table(table, &homes, self.plates.len(), |cell, visit| {
                self.neighbours[cell].iter().for_each(|&there| visit(there));
                Ok(())
            })?;
            found.iter_mut().zip(table).for_each(|(values, of_cell)| values[number] = of_cell);
        }
        tables.end()?;
        Ok(found)
    }

    fn goals(&self) -> Result<Option<Vec<Vec<u16>>>, Refused> {
        let mut found = vec![vec![0; self.start.len()]];
        for token in 1..=self.tokens.len() as u16 {
            let plates: Vec<usize> =
                (0..self.plates.len()).filter(|&cell| self.plates[cell] == token).collect();
            let pebbles = self.start.iter().filter(|&&pebble| pebble == token).count();
            let Some(spare) = plates.len().checked_sub(pebbles) else { return Ok(Some(Vec::new())) };
            for goal in &mut found {
                for &cell in &plates {
                    goal[cell] = token;
                }
            }
            // Each round takes one pebble off, always from a plate after the one before it.
            let mut partial: Vec<(Vec<u16>, usize)> = found.into_iter().map(|goal| (goal, 0)).collect();
            for _ in 0..spare {
                let mut next = Vec::new();
                for (goal, from) in partial {
                    for place in from..plates.len() {
                        let mut fewer = goal.clone();
                        fewer[plates[place]] = 0;
                        next.push((fewer, place + 1));
                    }
                    if next.len() > MOST_GOALS {
                        refuse!("the board has more than {MOST_GOALS} goals");
                    }
                }
                partial = next;
            }
            found = partial.into_iter().map(|(goal, _)| goal).collect();
        }
        Ok(Some(found))
    }
}

/// The neighbours of each cell, every pair named from both sides.
fn read_neighbours(lists: Vec<Json>) -> Result<Vec<Vec<usize>>, Refused> {
    let cells = lists.len();
    if !(1..=MOST_CELLS).contains(&cells) {
        refuse!("`allowed_moves` must have from 1 to {MOST_CELLS} cells");
    }
    let mut joined = vec![false; cells * cells];
    let mut found = Vec::new();
    for (cell, list) in lists.into_iter().enumerate() {
        let mut near: Vec<usize> = Vec::new();
        for item in list.list("allowed_moves")? {
            let other = item.whole("allowed_moves", 0, cells as u32 - 1)? as usize;
            if other == cell || near.last().is_some_and(|&before| before >= other) {
                refuse!("the neighbours of cell {cell} are not other cells in ascending order");
            }
            joined[cell * cells + other] = true;
            near.push(other);
        }
        found.push(near);
    }
    for (cell, near) in found.iter().enumerate() {
        if let Some(other) = near.iter().find(|&other| !joined[other * cells + cell]) {
            refuse!("cell {cell} has the neighbour {other}, but not the other way round");
        }
    }
    Ok(found)
}

/// The rows and columns in `grid 3x4`.
fn read_grid(layout: &str) -> Result<(usize, usize), Refused> {
    let size = layout.strip_prefix("grid ").and_then(|size| size.split_once('x'));
    if let Some((rows, columns)) = size
        && let (Some(rows), Some(columns)) = (plain_number(rows), plain_number(columns))
        && (1..=MOST_CELLS).contains(&rows)
        && (1..=MOST_CELLS / rows).contains(&columns)
    {
        return Ok((rows, columns));
    }
    refuse!("`layout` is no grid of 1 to {MOST_CELLS} cells, such as `grid 3x4`")
}
