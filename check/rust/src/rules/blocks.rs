//! Blocks: pieces slide on a grid. Field i: where the first cell of piece i is, in reading order. Pieces are in the
//! order of their signs, but those like another follow the first of them.
//!
//! In memory the board has a rim of walls, which stops a step off it:
//!
//! ```text
//! # # # # #
//! # A A . #    cell 0 of the board is cell 6 here
//! # . . . #
//! # # # # #
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::alike::Alike;
use super::grid::{Grid, LETTERS, STEPS, WORDS, plain_number};
use super::{Moves, Rules};
use crate::json::{Json, Keys};
use crate::refused::{Refused, refuse};
use crate::state::Domain;

const MOST_PIECES: usize = 64;

const FREE: u8 = 0;
const WALL: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq)]
enum Metric {
    Slide,
    Step,
    Piece,
}

pub struct Blocks {
    metric: Metric,
    cells: usize,
    signs: Vec<char>,
    pieces: Vec<Piece>,
    alike: Alike,
    /// Of each piece in the goal, whether the goal allows each place.
    goal: Vec<(usize, Vec<bool>)>,
    walls: Vec<u8>,
    /// The walls, and the pieces of the state that is looked at, by their numbers from 1.
    board: Vec<u8>,
    walk: Walk,
    /// The start with each piece under its own sign, and with alike pieces in order.
    drawn: Vec<u16>,
    start: Vec<u16>,
    domains: Vec<Domain>,
}

struct Piece {
    /// Its cells in memory, from its first one.
    shape: Vec<isize>,
    /// Its first cell in memory at each place; none where it would not be on the board.
    places: Vec<Option<usize>>,
    ways: Vec<Way>,
}

/// A direction in which a piece can go.
struct Way {
    direction: u8,
    /// What a step adds to the place of the piece, and to its first cell in memory.
    place: isize,
    cell: isize,
    /// The cells that a step newly covers, from the first cell before it: one, and the others.
    lead: isize,
    others: Vec<isize>,
}

/// What one piece can reach alone, nearest first.
#[derive(Default)]
struct Walk {
    queue: Vec<u16>,
    /// For each place met: the place before it, and the direction from there.
    met: Vec<Option<(u16, u8)>>,
}

impl Blocks {
    pub fn read(mut keys: Keys) -> Result<Self, Refused> {
        let grid = Grid::read(keys.value("board")?, "board")?;
        let axis = keys.choice("movement", &["axis", "free"])? == 0;
        let metric = [Metric::Slide, Metric::Step, Metric::Piece]
            [keys.choice("metric", &["slide", "step", "piece"])?];
        let goal = keys.value("goal")?;
        keys.end()?;
        let mut cells_of: BTreeMap<char, Cells> = BTreeMap::new();
        for (row, column, sign) in grid.cells().filter(|(_, _, sign)| !['.', '#'].contains(sign)) {
            cells_of.entry(sign).or_default().push((row, column));
        }
        if !(1..=MOST_PIECES).contains(&cells_of.len()) {
            refuse!("the board must have from 1 to {MOST_PIECES} pieces");
        }
        let signs: Vec<char> = cells_of.keys().copied().collect();
        let bodies: Vec<Body> = cells_of.values().map(|cells| Body::new(cells, &grid, axis)).collect();
        if let Some(number) = bodies.iter().position(|body| body.directions.is_empty()) {
            refuse!("piece `{}` is not straight, or has one cell, under the movement `axis`", signs[number]);
        }
        let goal = read_goal(goal, &grid, &signs, &bodies)?;
        // Pieces that keep to their lines keep their order there, so that none is like another.
        let kind = |number: usize| {
            let named = goal.contains_key(&number);
            (!axis && !named).then(|| &bodies[number].shape)
        };
        let first_alike = |number: usize| {
            (0..number).find(|&other| kind(other).is_some() && kind(other) == kind(number)).unwrap_or(number)
        };
        let mut order: Vec<usize> = (0..signs.len()).collect();
        order.sort_by_key(|&number| (first_alike(number), number));
        let alike = Alike::new(&order.iter().map(|&number| kind(number)).collect::<Vec<_>>());
        let drawn: Vec<u16> = order.iter().map(|&number| bodies[number].start).collect();
        let mut start = drawn.clone();
        alike.sort(&mut start);
        let rim = grid.columns + 2;
        let mut walls = vec![WALL; (grid.rows + 2) * rim];
        for (row, column, sign) in grid.cells() {
            walls[(row + 1) * rim + column + 1] = if sign == '#' { WALL } else { FREE };
        }
        Ok(Self {
            metric,
            cells: grid.signs.len(),
            signs: order.iter().map(|&number| signs[number]).collect(),
            pieces: order.iter().map(|&number| bodies[number].piece(&grid)).collect(),
            domains: order.iter().map(|&number| bodies[number].domain).collect(),
            goal: order
                .iter()
                .enumerate()
                .filter_map(|(field, number)| Some((field, goal.get(number)?.clone())))
                .collect(),
            alike,
            board: walls.clone(),
            walls,
            walk: Walk { queue: Vec::new(), met: vec![None; grid.signs.len()] },
            drawn,
            start,
        })
    }

    /// Puts the pieces of a state on the board. False if one would not be on it, or two overlap.
    fn lay(&mut self, state: &[u16]) -> bool {
        let board = self.board.as_mut_slice();
        board.copy_from_slice(&self.walls);
        let mut met = FREE;
        for (number, piece) in self.pieces.iter().enumerate() {
            let Some(first) = piece.places[usize::from(state[number])] else { return false };
            for &cell in &piece.shape {
                let cell = &mut board[first.wrapping_add_signed(cell)];
                met |= *cell;
                *cell = number as u8 + 1;
            }
        }
        met == FREE
    }

    /// Every place that a piece reaches alone, with its shortest path there, first in the order L R U D.
    fn walk(&mut self, number: usize, from: u16, work: &mut u64) {
        let mut walk = std::mem::take(&mut self.walk);
        for place in walk.queue.drain(..) {
            walk.met[usize::from(place)] = None;
        }
        walk.queue.push(from);
        walk.met[usize::from(from)] = Some((from, 0));
        let piece = &self.pieces[number];
        let mut next = 0;
        while let Some(&here) = walk.queue.get(next) {
            next += 1;
            let Some(first) = piece.places[usize::from(here)] else { continue };
            for way in &piece.ways {
                *work += 8 + way.others.len() as u64;
                if way.is_free(&self.board, first, number) {
                    let there = usize::from(here).wrapping_add_signed(way.place);
                    if walk.met[there].is_none() {
                        walk.met[there] = Some((here, way.direction));
                        walk.queue.push(there as u16);
                    }
                }
            }
        }
        self.walk = walk;
    }
}

impl Way {
    /// Whether a piece, of which this is a way, can step from a first cell.
    #[inline]
    fn is_free(&self, board: &[u8], first: usize, number: usize) -> bool {
        let free = |cell: isize| {
            let there = board[first.wrapping_add_signed(cell)];
            there == FREE || there == number as u8 + 1
        };
        free(self.lead) && self.others.iter().all(|&cell| free(cell))
    }
}

impl Walk {
    /// The path to a place in runs of one direction each; none where it was not met.
    fn path(&self, from: u16, to: usize) -> Option<Vec<(u8, usize)>> {
        let mut runs: Vec<(u8, usize)> = Vec::new();
        let mut here = u16::try_from(to).ok()?;
        while here != from {
            let (before, direction) = (*self.met.get(usize::from(here))?)?;
            match runs.last_mut() {
                Some((last, count)) if *last == direction => *count += 1,
                _ => runs.push((direction, 1)),
            }
            here = before;
        }
        runs.reverse();
        Some(runs)
    }
}

impl Rules for Blocks {
    fn domains(&self) -> &[Domain] {
        &self.domains
    }

    fn range(&self) -> usize {
        self.cells
    }

    fn start(&self) -> &[u16] {
        &self.start
    }

    fn drawn(&self) -> &[u16] {
        &self.drawn
    }

    fn is_goal(&self, state: &[u16]) -> bool {
        self.goal.iter().all(|(number, places)| places[usize::from(state[*number])])
    }

    fn moves(&mut self, state: &[u16], moves: &mut Moves) -> bool {
        moves.work += (self.cells + 8 * self.pieces.len()) as u64;
        if !self.alike.in_order(state) || !self.lay(state) {
            return false;
        }
        if self.metric == Metric::Piece {
            for number in 0..self.pieces.len() {
                self.walk(number, state[number], &mut moves.work);
                for &there in &self.walk.queue[1..] {
                    self.alike.end(state, number, there, moves);
                }
            }
            return true;
        }
        for (number, piece) in self.pieces.iter().enumerate() {
            let from = state[number];
            let Some(start) = piece.places[usize::from(from)] else { return false };
            for way in &piece.ways {
                let (mut first, mut there) = (start, from);
                while way.is_free(&self.board, first, number) {
                    moves.work += way.others.len() as u64;
                    first = first.wrapping_add_signed(way.cell);
                    there = there.wrapping_add_signed(way.place as i16);
                    self.alike.end(state, number, there, moves);
                    if self.metric == Metric::Step {
                        break;
                    }
                }
            }
        }
        true
    }

    fn play(&mut self, state: &mut [u16], name: &str, work: &mut u64) -> Option<u16> {
        *work += self.cells as u64;
        let mut rest = name.chars();
        let sign = rest.next()?;
        let number = self.signs.iter().position(|&other| other == sign)?;
        let runs = read_runs(rest.as_str())?;
        self.lay(state).then_some(())?;
        let from = state[number];
        let piece = &self.pieces[number];
        let way = |direction: u8| piece.ways.iter().find(|way| way.direction == direction);
        let mut to = isize::try_from(from).ok()?;
        for &(direction, count) in &runs {
            to += way(direction)?.place * count as isize;
        }
        let to = usize::try_from(to).ok()?;
        if self.metric == Metric::Piece {
            self.walk(number, from, work);
            (self.walk.path(from, to)? == runs).then_some(())?;
        } else {
            let &[(direction, count)] = runs.as_slice() else { return None };
            let way = way(direction)?;
            let mut first = piece.places[usize::from(from)]?;
            if self.metric == Metric::Step && count > 1 {
                return None;
            }
            for _ in 0..count {
                way.is_free(&self.board, first, number).then_some(())?;
                *work += 4 + way.others.len() as u64;
                first = first.wrapping_add_signed(way.cell);
            }
        }
        state[number] = u16::try_from(to).ok()?;
        Some(1)
    }
}

/// The runs of one direction each in `R1D2`: direction and steps. A path is one or more.
fn read_runs(mut text: &str) -> Option<Vec<(u8, usize)>> {
    let mut runs: Vec<(u8, usize)> = Vec::new();
    while let Some(letter) = text.chars().next() {
        let direction = LETTERS.iter().position(|&other| other == letter)? as u8;
        let digits = &text[1..];
        let end = digits.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(digits.len());
        let count = plain_number(&digits[..end]).filter(|&count| count > 0)?;
        if runs.last().is_some_and(|&(last, _)| last == direction) {
            return None;
        }
        runs.push((direction, count));
        text = &digits[end..];
    }
    (!runs.is_empty()).then_some(runs)
}

/// (row, column) of cells, in reading order.
type Cells = Vec<(usize, usize)>;

/// A piece while the board is read.
struct Body {
    /// Its cells in (rows, columns) from its first one.
    shape: BTreeSet<(isize, isize)>,
    /// The directions in which it can go; none where the movement does not allow such a piece.
    directions: std::ops::Range<usize>,
    domain: Domain,
    start: u16,
}

impl Body {
    fn new(cells: &Cells, grid: &Grid, axis: bool) -> Self {
        let (top, left) = cells[0];
        let shape: BTreeSet<(isize, isize)> = cells
            .iter()
            .map(|&(row, column)| (row as isize - top as isize, column as isize - left as isize))
            .collect();
        let down = cells.last().map_or(0, |&(row, _)| row - top);
        let right = shape.iter().map(|&(_, column)| column.unsigned_abs()).max().unwrap_or(0);
        let line = |first: usize, stride: usize, count: usize| Domain {
            first: first as u16,
            stride: stride as u16,
            count: count as u32,
        };
        let (directions, domain) = match (axis, down > 0, right > 0) {
            (false, ..) => (0..4, Domain::below(grid.signs.len())),
            (true, false, true) => (0..2, line(top * grid.columns, 1, grid.columns - right)),
            (true, true, false) => (2..4, line(left, grid.columns, grid.rows - down)),
            (true, ..) => (0..0, Domain::below(0)),
        };
        let start = domain.place((top * grid.columns + left) as u16).unwrap_or(0);
        Self { shape, directions, domain, start }
    }

    /// The cells that the piece covers at a place; none if it would not be on the board.
    fn at(&self, place: u32, grid: &Grid) -> Option<Cells> {
        let cell = usize::from(self.domain.first) + usize::from(self.domain.stride) * place as usize;
        let on = |(down, right): &(isize, isize)| {
            let row = (cell / grid.columns).checked_add_signed(*down).filter(|&row| row < grid.rows)?;
            let column = (cell % grid.columns).checked_add_signed(*right).filter(|&at| at < grid.columns)?;
            Some((row, column))
        };
        self.shape.iter().map(on).collect()
    }

    fn piece(&self, grid: &Grid) -> Piece {
        let rim = grid.columns as isize + 2;
        let cell = |(down, right): (isize, isize)| down * rim + right;
        let place = |number| {
            let (row, column) = self.at(number, grid)?[0];
            Some((row + 1) * (grid.columns + 2) + column + 1)
        };
        let way = |direction: usize| {
            let (down, right) = (STEPS[direction].0 as isize, STEPS[direction].1 as isize);
            let stepped = self.shape.iter().map(|&(row, column)| (row + down, column + right));
            let mut front = stepped.filter(|there| !self.shape.contains(there)).map(cell);
            Way {
                direction: direction as u8,
                place: (down * grid.columns as isize + right) / self.domain.stride as isize,
                cell: cell((down, right)),
                lead: front.next().unwrap_or(0),
                others: front.collect(),
            }
        };
        Piece {
            shape: self.shape.iter().copied().map(cell).collect(),
            places: (0..self.domain.count).map(place).collect(),
            ways: self.directions.clone().map(way).collect(),
        }
    }
}

/// Of each piece that the goal names, whether it is a goal at each of its places.
fn read_goal(
    value: Json,
    grid: &Grid,
    signs: &[char],
    bodies: &[Body],
) -> Result<BTreeMap<usize, Vec<bool>>, Refused> {
    let allowed = |number: usize, test: &dyn Fn(&Cells) -> bool| {
        let body = &bodies[number];
        let places =
            (0..body.domain.count).map(|place| body.at(place, grid).is_some_and(|cells| test(&cells)));
        (number, places.collect())
    };
    if let Json::Object(_) = value {
        let mut keys = Keys::of(value, "goal")?;
        let piece = keys.text("piece")?;
        let edge = keys.choice("exit", &WORDS)?;
        keys.end()?;
        let Some(number) = signs.iter().position(|sign| piece.chars().eq([*sign])) else {
            refuse!("there is no piece `{piece}`")
        };
        let touches = |&(row, column): &(usize, usize)| {
            [column == 0, column + 1 == grid.columns, row == 0, row + 1 == grid.rows][edge]
        };
        return Ok(BTreeMap::from([allowed(number, &|cells| cells.iter().any(touches))]));
    }
    let wanted = Grid::read(value, "goal")?;
    if (wanted.rows, wanted.columns) != (grid.rows, grid.columns) {
        refuse!("the goal is not as large as the board");
    }
    let mut cells_of: BTreeMap<usize, Cells> = BTreeMap::new();
    for (row, column, sign) in wanted.cells().filter(|&(_, _, sign)| sign != '.') {
        match signs.binary_search(&sign) {
            Ok(number) => cells_of.entry(number).or_default().push((row, column)),
            Err(_) => refuse!("the goal has the sign `{sign}`, which is no piece"),
        }
    }
    let covers = |cells: &Cells, wanted: &Cells| wanted.iter().all(|cell| cells.binary_search(cell).is_ok());
    Ok(cells_of.iter().map(|(&number, wanted)| allowed(number, &|cells| covers(cells, wanted))).collect())
}
