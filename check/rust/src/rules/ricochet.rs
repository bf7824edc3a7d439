//! Ricochet: a tile slides until something stops it. Fields: the cell of each tile, in the order of colours, and of
//! cells within a colour; and where a tile must turn, how it went so far: 0 not at all, 1 to 4 only left, right, up or
//! down, 5 with a turn.

use std::rc::Rc;

use super::alike::Alike;
use super::grid::{Grid, LETTERS, STEPS, WORDS, beside, named_cell};
use super::{Moves, Rules, read_table, within};
use crate::json::{Json, Keys};
use crate::refused::{Refused, refuse};
use crate::state::Domain;

const MOST_TILES: usize = 64;
/// Every side of every cell of the largest board.
const MOST_WALLS: usize = 1 << 14;

const TURNED: u16 = 5;
const MOVED: [&str; 5] = ["left", "right", "up", "down", "turned"];

/// What is on the far side of a cell's edge.
#[derive(Clone, Copy, PartialEq)]
enum Beyond {
    Cell(u16),
    /// A wall or a fixed block.
    Stop,
    /// The outside of an open board.
    Out,
}

#[derive(Clone, Copy)]
struct Diagonal {
    rising: bool,
    /// The colour that passes through.
    passes: Option<char>,
}

pub struct Ricochet {
    columns: usize,
    beyond: Vec<[Beyond; 4]>,
    diagonals: Vec<Option<Diagonal>>,
    blocks: Vec<bool>,
    /// The colour of each tile. Those of one colour are alike.
    colours: Vec<char>,
    alike: Alike,
    goal: Vec<(usize, usize, char)>,
    anywhere: bool,
    /// The tile that must turn.
    turns: Option<usize>,
    /// For each tile the next cell on a slide and the direction in which it goes on, by cell and direction: 4 times
    /// the cell and the direction, or [`STOP`], or [`OUT`]. Tiles of one colour share a table.
    onward: Vec<Rc<[[u16; 4]]>>,
    /// What lies on each cell of the state that is looked at: a tile's number from 1.
    tile_at: Vec<u8>,
    start: Vec<u16>,
    domains: Vec<Domain>,
}

const STOP: u16 = u16::MAX;
const OUT: u16 = u16::MAX - 1;

/// A slide that ends: where, and in which directions it went, as bits.
struct Slide {
    end: u16,
    ways: u8,
}

impl Ricochet {
    pub fn read(mut keys: Keys) -> Result<Self, Refused> {
        let board = Grid::read(keys.value("board")?, "board")?;
        let cells = board.signs.len();
        let mut tiles: Vec<(char, u16)> = (0..cells)
            .filter(|&cell| !['.', '#'].contains(&board.signs[cell]))
            .map(|cell| (board.signs[cell], cell as u16))
            .collect();
        tiles.sort_unstable();
        if !(1..=MOST_TILES).contains(&tiles.len()) {
            refuse!("the board must have from 1 to {MOST_TILES} tiles");
        }
        let (colours, mut start): (Vec<char>, Vec<u16>) = tiles.into_iter().unzip();
        let mut domains = vec![Domain::below(cells); start.len()];
        let anywhere = keys.flag("anywhere")?;
        let goal = read_goal(keys.value("goal")?, &board, &colours, anywhere)?;
        let open = keys.choice("edges", &["stop", "open"])? == 1;
        let walls = read_walls(&keys.texts("walls")?, &board)?;
        let diagonals = read_diagonals(&keys.texts("diagonals")?, &board)?;
        let must_turn = keys.flag("must_turn")?;
        let moved = match keys.value("moved")? {
            Json::Null => Some(0),
            Json::Text(text) => MOVED.iter().position(|&word| word == text).map(|place| place + 1),
            _ => None,
        };
        keys.end()?;
        let Some(moved) = moved.filter(|&moved| moved == 0 || must_turn) else {
            refuse!("`moved` is not null, and none of {}, or the board has no `must_turn`", MOVED.join(", "))
        };
        let turns = if must_turn { Some(target(&goal, &colours)?) } else { None };
        if must_turn {
            start.push(moved as u16);
            domains.push(Domain::below(1 + MOVED.len()));
        }
        let beyond = |cell: usize| {
            [0, 1, 2, 3].map(|way| match beside(cell, STEPS[way], board.rows, board.columns) {
                _ if walls[cell][way] => Beyond::Stop,
                None if open => Beyond::Out,
                None => Beyond::Stop,
                Some(there) if board.signs[there] == '#' => Beyond::Stop,
                Some(there) => Beyond::Cell(there as u16),
            })
        };
        let mut read = Self {
            columns: board.columns,
            onward: Vec::new(),
            beyond: (0..cells).map(beyond).collect(),
            diagonals,
            blocks: board.signs.iter().map(|&sign| sign == '#').collect(),
            alike: Alike::new(&colours.iter().map(Some).chain(must_turn.then_some(None)).collect::<Vec<_>>()),
            colours,
            goal,
            anywhere,
            turns,
            tile_at: vec![0; cells],
            start,
            domains,
        };
        for tiles in read.colours.chunk_by(|one, other| one == other) {
            let onward = |cell: u16| {
                [0, 1, 2, 3].map(|way| match read.step(tiles[0], cell, way) {
                    Ok((there, heading)) => 4 * there + heading as u16,
                    Err(Beyond::Out) => OUT,
                    Err(_) => STOP,
                })
            };
            let table: Rc<[[u16; 4]]> = (0..cells as u16).map(onward).collect();
            read.onward.extend(tiles.iter().map(|_| Rc::clone(&table)));
        }
        Ok(read)
    }

    fn tiles(&self) -> usize {
        self.colours.len()
    }

    /// Puts the tiles of a state on the board. False if two lie on one cell, or one on a block.
    fn lay(&mut self, state: &[u16]) -> bool {
        self.tile_at.fill(0);
        for (tile, &cell) in state[..self.colours.len()].iter().enumerate() {
            let cell = usize::from(cell);
            if self.tile_at[cell] != 0 || self.blocks[cell] {
                return false;
            }
            self.tile_at[cell] = tile as u8 + 1;
        }
        true
    }

    /// The next cell on a slide, and the direction in which it goes on; or what is in the way.
    fn step(&self, colour: char, here: u16, heading: usize) -> Result<(u16, usize), Beyond> {
        let there = match self.beyond[usize::from(here)][heading] {
            Beyond::Cell(there) => there,
            other => return Err(other),
        };
        let heading = match self.diagonals[usize::from(there)] {
            Some(diagonal) if diagonal.passes == Some(colour) => heading,
            Some(diagonal) if diagonal.rising => 3 - heading,
            Some(_) => heading ^ 2,
            None => heading,
        };
        Ok((there, heading))
    }

    /// The slide of a tile in one direction; None if it does not move, leaves the board or never ends.
    fn slide(&self, tile: usize, from: u16, way: usize, work: &mut u64) -> Option<Slide> {
        let (own, onward) = (tile as u8 + 1, &*self.onward[tile]);
        let begin = 4 * from + way as u16;
        let (mut at, mut ways) = (begin, 0);
        loop {
            *work += 1;
            let next = onward[usize::from(at / 4)][usize::from(at % 4)];
            if next >= OUT {
                if next == OUT {
                    return None;
                }
                break;
            }
            let there = self.tile_at[usize::from(next / 4)];
            if there != 0 && there != own {
                break;
            }
            ways |= 1 << (at % 4);
            at = next;
            // A slide can be followed backwards, so one that never ends comes by its beginning again.
            if at == begin {
                return None;
            }
        }
        (at / 4 != from).then_some(Slide { end: at / 4, ways })
    }

    /// How the tile that must turn has gone after a slide.
    fn turn_after(before: u16, ways: u8) -> u16 {
        let all = ways | if (1..TURNED).contains(&before) { 1 << (before - 1) } else { 0 };
        if before == TURNED || all.count_ones() > 1 { TURNED } else { all.trailing_zeros() as u16 + 1 }
    }
}

impl Rules for Ricochet {
    fn domains(&self) -> &[Domain] {
        &self.domains
    }

    fn range(&self) -> usize {
        self.beyond.len().max(1 + MOVED.len())
    }

    fn start(&self) -> &[u16] {
        &self.start
    }

    fn is_goal(&self, state: &[u16]) -> bool {
        if self.turns.is_some() && state[self.tiles()] != TURNED {
            return false;
        }
        let Some(&(top, left, _)) = self.goal.first() else { return true };
        let rows = self.beyond.len() / self.columns;
        let covers = |row: usize, column: usize, colour: char| {
            let cell = row * self.columns + column;
            (0..self.tiles()).any(|tile| self.colours[tile] == colour && usize::from(state[tile]) == cell)
        };
        if !self.anywhere {
            return self.goal.iter().all(|&(row, column, colour)| covers(row, column, colour));
        }
        // The first letter of the pattern lies on a tile; that tells where the others must lie.
        state[..self.tiles()].iter().any(|&cell| {
            let (here, at) = (usize::from(cell) / self.columns, usize::from(cell) % self.columns);
            self.goal.iter().all(|&(row, column, colour)| {
                let place = (here + row).checked_sub(top).zip((at + column).checked_sub(left));
                place.is_some_and(|(row, column)| {
                    row < rows && column < self.columns && covers(row, column, colour)
                })
            })
        })
    }

    fn moves(&mut self, state: &[u16], moves: &mut Moves) -> bool {
        let tiles = self.tiles();
        moves.work += self.tile_at.len() as u64 / 8;
        if !self.alike.in_order(state) || !self.lay(state) {
            return false;
        }
        for tile in 0..tiles {
            for way in 0..4 {
                let Some(slide) = self.slide(tile, state[tile], way, &mut moves.work) else { continue };
                if self.turns == Some(tile) {
                    moves.change(tiles, Self::turn_after(state[tiles], slide.ways));
                }
                self.alike.end(state, tile, slide.end, moves);
            }
        }
        true
    }

    fn tables(&self, mut tables: Keys, work: &mut u64) -> Result<Vec<Vec<u8>>, Refused> {
        if self.anywhere {
            refuse!("the default `cells` is not for a goal that may be anywhere");
        }
        let cells = self.beyond.len();
        let mut found = Vec::new();
        for tiles in self.colours.chunk_by(|one, other| one == other) {
            let colour = tiles[0];
            let letters = self.goal.iter().filter(|&&(_, _, letter)| letter == colour);
            let homes: Vec<usize> = letters.map(|&(row, column, _)| row * self.columns + column).collect();
            let table = match tables.optional(colour.encode_utf8(&mut [0; 4])) {
                None => Vec::new(),
                Some(_) if homes.len() != tiles.len() => refuse!("a table is of tiles that need no goal"),
                Some(table) => read_table(table, &homes, cells, |cell, visit| {
                    for begin in (0..4).map(|way| (cell as u16, way)) {
                        let mut at = begin;
                        while let Ok(next) = self.step(colour, at.0, at.1) {
                            *work += 1;
                            visit(usize::from(next.0));
                            at = next;
                            if at == begin {
                                break;
                            }
                        }
                    }
                    within(*work)
                })?,
            };
            found.resize(found.len() + tiles.len(), table);
        }
        tables.end()?;
        Ok(found)
    }

    fn play(&mut self, state: &mut [u16], name: &str, work: &mut u64) -> Option<u16> {
        *work += self.tile_at.len() as u64 / 8;
        let letter = name.chars().next_back()?;
        let way = LETTERS.iter().position(|&other| other == letter)?;
        let rows = self.beyond.len() / self.columns;
        let from = named_cell(&name[..name.len() - 1], rows, self.columns)? as u16;
        let tile = state[..self.tiles()].iter().position(|&cell| cell == from)?;
        self.lay(state).then_some(())?;
        let slide = self.slide(tile, from, way, work)?;
        state[tile] = slide.end;
        if self.turns == Some(tile) {
            let tiles = self.tiles();
            state[tiles] = Self::turn_after(state[tiles], slide.ways);
        }
        Some(1)
    }
}

/// The letters of the goal with their rows and columns.
fn read_goal(
    value: Json,
    board: &Grid,
    colours: &[char],
    anywhere: bool,
) -> Result<Vec<(usize, usize, char)>, Refused> {
    if matches!(&value, Json::List(rows) if rows.is_empty()) {
        return Ok(Vec::new());
    }
    let grid = Grid::read(value, "goal")?;
    if !anywhere && (grid.rows, grid.columns) != (board.rows, board.columns) {
        refuse!("the goal is not as large as the board");
    }
    let letters: Vec<_> = grid.cells().filter(|&(_, _, sign)| sign != '.').collect();
    if letters.iter().any(|(_, _, sign)| !colours.contains(sign)) {
        refuse!("the goal has a letter that no tile has");
    }
    Ok(letters)
}

/// The tile that must turn: the only one of its colour, and the only one with a goal.
fn target(goal: &[(usize, usize, char)], colours: &[char]) -> Result<usize, Refused> {
    if let &[(_, _, colour)] = goal
        && colours.iter().filter(|&&other| other == colour).count() == 1
        && let Some(tile) = colours.iter().position(|&other| other == colour)
    {
        return Ok(tile);
    }
    refuse!("`must_turn` needs a goal of one letter, and one tile of that colour")
}

/// For each cell and direction, whether a wall is there. A wall between two cells is on both of them.
fn read_walls(texts: &[String], board: &Grid) -> Result<Vec<[bool; 4]>, Refused> {
    if texts.len() > MOST_WALLS {
        refuse!("`walls` has more than {MOST_WALLS} texts");
    }
    let mut walls = vec![[false; 4]; board.signs.len()];
    for text in texts {
        let place = text.split_once(' ').and_then(|(name, side)| {
            let cell = named_cell(name, board.rows, board.columns)?;
            Some((cell, WORDS.iter().position(|&word| word == side)?))
        });
        let Some((cell, way)) = place else { refuse!("`{text}` is no wall of this board") };
        walls[cell][way] = true;
        if let Some(there) = beside(cell, STEPS[way], board.rows, board.columns) {
            walls[there][way ^ 1] = true;
        }
    }
    Ok(walls)
}

fn read_diagonals(texts: &[String], board: &Grid) -> Result<Vec<Option<Diagonal>>, Refused> {
    let mut found = vec![None; board.signs.len()];
    for text in texts {
        let mut words = text.splitn(3, ' ');
        let cell = words.next().and_then(|name| named_cell(name, board.rows, board.columns));
        let rising =
            words.next().and_then(|word| ["falling", "rising"].iter().position(|&slant| slant == word));
        let colour: Option<Vec<char>> = words.next().map(|word| word.chars().collect());
        let passes = match colour.as_deref() {
            None => Some(None),
            Some(&[colour]) => Some(Some(colour)),
            Some(_) => None,
        };
        let (Some(cell), Some(rising), Some(passes)) = (cell, rising, passes) else {
            refuse!("`{text}` is no diagonal of this board")
        };
        if board.signs[cell] == '#' || found[cell].is_some() {
            refuse!("the diagonal `{text}` is on a block, or not the first of its cell");
        }
        found[cell] = Some(Diagonal { rising: rising == 1, passes });
    }
    Ok(found)
}
