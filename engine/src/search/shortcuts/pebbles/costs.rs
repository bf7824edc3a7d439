//! Distance sums by group of pebbles, kept up to date by one exclusive-or a move.
//!
//! ```text
//!   cells    0 1 2 3 4      group R, two pebbles     index = code(pebble 0, cell 1) ^ code(pebble 1, cell 3)
//!            . R . R -      R moves 3 -> 4           index ^= code(pebble 1, 3) ^ code(pebble 1, 4)
//! ```
//!
//! Each pebble that stands on a cell has a *code*; the index of a group into its table is the exclusive-or of
//! its pebbles' codes. A move changes the code of one pebble, so that the sum of all tables changes by one
//! entry less another. Two codes serve:
//! * a field a pebble (the cell's number, shifted to the pebble's place): small for few pebbles, and two
//!   pebbles of 15 cells need 256 entries, so that the seven colours of a Panguru board fill 2 KB;
//! * a bit a cell, for larger groups: the order of the pebbles drops out.
//!
//! Tables are powers of two, the largest first, so that each begins at a multiple of its size and the
//! beginning is part of the index.

use crate::puzzles::pebbles::bound::Bound;

/// Cells of the largest board; pebbles are fewer.
pub const MOST: usize = 128;
/// In place of a pebble: the hole.
pub const HOLE: u8 = MOST as u8 - 1;
/// Index bits of the largest table.
const MOST_BITS: u32 = 20;

/// Pebbles whose cost is told by one table.
struct Group {
    token: usize,
    pebbles: usize,
    /// Is the table one of sets, or a lone pebble's?
    sets: bool,
    code: Code,
}

/// How an index is made up.
#[derive(Clone, Copy)]
enum Code {
    /// A field of so many bits a pebble.
    Fields(u32),
    /// A bit a cell.
    Bits,
}

impl Code {
    fn of(self, place: usize, cell: usize) -> u32 {
        match self {
            Code::Fields(width) => (cell as u32) << (width * place as u32),
            Code::Bits => 1 << cell,
        }
    }
}

/// The tables. Pebbles are numbered by token, those of a token as their cells come.
pub struct Costs {
    pub cells: usize,
    /// Least moves of the group with this index, cut at 255.
    cost: Vec<u8>,
    /// Is that more than the number of its pebbles away from home?
    beyond: Vec<bool>,
    /// By pebble and cell.
    codes: Vec<u32>,
    stride: u32,
    /// By pebble.
    group: [u8; MOST],
    token: [u8; MOST],
    /// By token, the number of its first pebble.
    first: Vec<u8>,
    /// By group, where its table begins, and its token.
    begins: Vec<u32>,
    tokens: Vec<u8>,
}

/// A position, as pebbles on cells and as indices.
#[derive(Clone)]
pub struct Position {
    pub pebbles: [u8; MOST],
    pub hole: u8,
    index: [u32; MOST],
}

impl Costs {
    /// For a single hole and a connected graph. `counts` of pebbles by token; `None` if a table would be
    /// too large.
    pub fn new(bound: &Bound, cells: usize, counts: &[usize]) -> Option<Self> {
        let mut groups = groups(bound, cells, counts)?;
        let width = |group: &Group| match group.code {
            Code::Fields(width) => width * group.pebbles as u32,
            Code::Bits => cells as u32,
        };
        groups.sort_by_key(|group| std::cmp::Reverse(width(group)));
        let size: usize = groups.iter().map(|group| 1 << width(group)).sum();
        let stride = cells.next_power_of_two().ilog2();
        let mut costs = Self {
            cells,
            cost: vec![0; size],
            beyond: vec![false; size],
            codes: vec![0; counts[1..].iter().sum::<usize>() << stride],
            stride,
            group: [0; MOST],
            token: [0; MOST],
            first: vec![0; counts.len()],
            begins: Vec::new(),
            tokens: groups.iter().map(|group| group.token as u8).collect(),
        };
        for token in 2..counts.len() {
            costs.first[token] = costs.first[token - 1] + counts[token - 1] as u8;
        }
        let (mut begin, mut taken) = (0, vec![0; counts.len()]);
        for group in &groups {
            let first = usize::from(costs.first[group.token]) + taken[group.token];
            taken[group.token] += group.pebbles;
            costs.number(group, first);
            costs.fill(bound, group, begin);
            costs.begins.push(begin);
            begin += 1 << width(group);
        }
        Some(costs)
    }

    /// Gives the pebbles of a group, from number `first` on, their codes.
    fn number(&mut self, group: &Group, first: usize) {
        for place in 0..group.pebbles {
            let pebble = first + place;
            self.group[pebble] = self.begins.len() as u8;
            self.token[pebble] = group.token as u8;
            for cell in 0..self.cells {
                self.codes[pebble << self.stride | cell] = group.code.of(place, cell);
            }
        }
    }

    fn fill(&mut self, bound: &Bound, group: &Group, begin: u32) {
        let mut enter = |index: u32, cost: u32, beyond: bool| {
            self.cost[index as usize] = u8::try_from(cost).unwrap_or(u8::MAX);
            self.beyond[index as usize] = beyond;
        };
        if !group.sets {
            for cell in 0..self.cells {
                let (cost, beyond) = bound.lone(group.token, cell);
                enter(begin + cell as u32, cost, beyond);
            }
            return;
        }
        bound.each_set(group.token, group.pebbles, |set, cost, beyond| match group.code {
            Code::Bits => enter(begin + set.iter().map(|cell| 1 << cell).sum::<u32>(), cost, beyond),
            Code::Fields(_) => in_any_order(set, &mut |order| {
                let parts = order.iter().enumerate().map(|(place, &cell)| group.code.of(place, cell));
                enter(begin + parts.sum::<u32>(), cost, beyond);
            }),
        });
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        2 * self.cost.len() + 4 * self.codes.len()
    }

    /// A position with one hole, from the token of each cell, and its distance sum.
    pub fn position(&self, tokens: impl Iterator<Item = u8>) -> (Position, u32) {
        let mut position = Position { pebbles: [HOLE; MOST], hole: 0, index: [0; MOST] };
        position.index[..self.begins.len()].copy_from_slice(&self.begins);
        let mut next = [0; MOST];
        next[..self.first.len()].copy_from_slice(&self.first);
        for (cell, token) in tokens.enumerate() {
            if token == 0 {
                position.hole = cell as u8;
                continue;
            }
            let pebble = next[usize::from(token) % MOST];
            next[usize::from(token) % MOST] += 1;
            position.pebbles[cell] = pebble;
            position.index[self.group_of(pebble)] ^= self.code(pebble, cell as u8);
        }
        let indices = &position.index[..self.begins.len()];
        let sum = indices.iter().map(|&index| u32::from(self.cost[index as usize])).sum();
        (position, sum)
    }

    #[inline(always)]
    fn code(&self, pebble: u8, cell: u8) -> u32 {
        self.codes[usize::from(pebble) << self.stride | usize::from(cell)]
    }

    #[inline(always)]
    fn group_of(&self, pebble: u8) -> usize {
        usize::from(self.group[usize::from(pebble) % MOST]) % MOST
    }

    #[inline(always)]
    pub fn token_of(&self, pebble: u8) -> u8 {
        self.token[usize::from(pebble) % MOST]
    }

    /// The distance sum after the pebble of cell `from` goes to the hole, where it is `sum` now.
    #[inline(always)]
    pub fn after(&self, position: &Position, sum: u32, from: u8) -> u32 {
        let pebble = position.pebbles[usize::from(from) % MOST];
        let index = position.index[self.group_of(pebble)];
        let moved = index ^ self.code(pebble, from) ^ self.code(pebble, position.hole);
        sum + u32::from(self.cost[moved as usize]) - u32::from(self.cost[index as usize])
    }

    /// Moves the pebble of cell `from` into the hole.
    #[inline(always)]
    pub fn hop(&self, position: &mut Position, from: u8) {
        let pebble = position.pebbles[usize::from(from) % MOST];
        position.pebbles[usize::from(position.hole) % MOST] = pebble;
        position.pebbles[usize::from(from) % MOST] = HOLE;
        position.index[self.group_of(pebble)] ^= self.code(pebble, from) ^ self.code(pebble, position.hole);
        position.hole = from;
    }

    /// Closed cycles of colours (see [`crate::puzzles::pebbles`]' bound).
    #[inline]
    pub fn closed_cycles(&self, bound: &Bound, position: &Position) -> u32 {
        let marks =
            position.index.iter().zip(&self.tokens).map(|(&index, &token)| {
                u32::from(self.beyond[index as usize]).wrapping_shl(u32::from(token))
            });
        let beyond = marks.fold(0, |all, mark| all | mark);
        let tokens = position.pebbles[..self.cells].iter().map(|&pebble| u32::from(self.token_of(pebble)));
        bound.closed_cycles(tokens, beyond)
    }
}

/// The groups of all tokens: a colour with its table of sets, or each of its pebbles alone.
fn groups(bound: &Bound, cells: usize, counts: &[usize]) -> Option<Vec<Group>> {
    let width = cells.next_power_of_two().ilog2();
    let mut groups = Vec::new();
    for (token, &count) in counts.iter().enumerate().skip(1) {
        if count == 1 || !bound.each_set(token, count, |_, _, _| ()) {
            let lone = |_| Group { token, pebbles: 1, sets: false, code: Code::Fields(width) };
            groups.extend((0..count).map(lone));
            continue;
        }
        // Every order of the pebbles has an entry of its own under fields: few pebbles only.
        let bits = width * count as u32;
        let fields = count <= 4 && bits <= MOST_BITS;
        let code = match cells as u32 {
            cells if fields && (bits <= cells || cells > MOST_BITS) => Code::Fields(width),
            ..=MOST_BITS => Code::Bits,
            _ => return None,
        };
        groups.push(Group { token, pebbles: count, sets: true, code });
    }
    Some(groups)
}

/// Visits a set in every order (Heap's algorithm).
fn in_any_order(set: &[usize], visit: &mut impl FnMut(&[usize])) {
    fn permute(set: &mut [usize], open: usize, visit: &mut impl FnMut(&[usize])) {
        if open <= 1 {
            return visit(set);
        }
        for i in 0..open {
            permute(set, open - 1, visit);
            let other = if open.is_multiple_of(2) { i } else { 0 };
            set.swap(other, open - 1);
        }
    }
    permute(&mut set.to_vec(), set.len(), visit);
}
