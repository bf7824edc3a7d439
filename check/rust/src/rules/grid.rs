//! Grids of signs, the names of their cells, and the four directions.

use crate::json::Json;
use crate::refused::{Refused, refuse};

/// Left, right, up, down: the order of the families.
pub const LETTERS: [char; 4] = ['L', 'R', 'U', 'D'];
pub const WORDS: [&str; 4] = ["left", "right", "up", "down"];

/// (rows, columns) of one step in each direction.
pub const STEPS: [(i32, i32); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

pub const MOST_SIDE: usize = 64;

/// Rows of one length, of at least one cell.
pub struct Grid {
    pub rows: usize,
    pub columns: usize,
    pub signs: Vec<char>,
}

impl Grid {
    pub fn read(value: Json, key: &str) -> Result<Self, Refused> {
        let rows = value.texts(key)?;
        let columns = rows.first().map_or(0, |row| row.chars().count());
        if !(1..=MOST_SIDE).contains(&rows.len()) || !(1..=MOST_SIDE).contains(&columns) {
            refuse!("`{key}` must have from 1 to {MOST_SIDE} rows and columns");
        }
        if rows.iter().any(|row| row.chars().count() != columns) {
            refuse!("the rows of `{key}` are not of one length");
        }
        Ok(Self { rows: rows.len(), columns, signs: rows.iter().flat_map(|row| row.chars()).collect() })
    }

    /// The row, the column and the sign of each cell.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, char)> {
        self.signs.iter().enumerate().map(|(cell, &sign)| (cell / self.columns, cell % self.columns, sign))
    }
}

/// The cell one step on from another, where the board has one.
pub fn beside(cell: usize, (down, right): (i32, i32), rows: usize, columns: usize) -> Option<usize> {
    let row = (cell / columns).checked_add_signed(down as isize).filter(|&row| row < rows)?;
    let column = (cell % columns).checked_add_signed(right as isize).filter(|&column| column < columns)?;
    Some(row * columns + column)
}

/// The cell with a name like `c4`: its column in letters, and its row, counted from 1.
pub fn named_cell(name: &str, rows: usize, columns: usize) -> Option<usize> {
    let digits = name.trim_start_matches(|sign: char| sign.is_ascii_lowercase());
    let letters = &name[..name.len() - digits.len()];
    if !(1..=2).contains(&letters.len()) {
        return None;
    }
    let column = letters.bytes().fold(0, |sum, letter| 26 * sum + usize::from(letter - b'a') + 1);
    let row = plain_number(digits).filter(|row| (1..=rows).contains(row))?;
    (column <= columns).then(|| (row - 1) * columns + column - 1)
}

/// A whole number of at most six digits, without a sign or a zero in front.
pub fn plain_number(digits: &str) -> Option<usize> {
    let plain = digits.len() <= 6 && digits.bytes().all(|sign| sign.is_ascii_digit());
    if !plain || (digits.starts_with('0') && digits != "0") {
        return None;
    }
    digits.parse().ok()
}
