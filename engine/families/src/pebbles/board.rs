//! A board of pebbles: its graph, its plates, and where the fields of a state lie.

use super::bound::Bound;
use super::graph::Graph;
use clew_core::packed::{Fields, Packed};
use clew_core::ranks::{next_set, subsets};

/// Largest board of [`Pebbles`]; [`super::large`] has those beyond. Whatever its tokens, it fits a word of [`bits`] <= 1024.
pub const MAX_CELLS: usize = 128;

/// Up to this many positions, a search that stores them all ends within seconds, mostly at once.
const FEW_POSITIONS: f64 = 2e6;

/// Width of the state word that a board of `cells` cells needs, where its pebbles have `tokens` different
/// tokens: at most 64 is `u64`, at most 128 `u128`, more `Wide`.
#[must_use]
pub fn bits(cells: usize, tokens: usize) -> u32 {
    Fields::new(tokens + 1, cells).bits()
}

/// A board with its plates and the pebbles' start.
#[derive(Clone, Debug)]
pub struct Pebbles<W> {
    pub(super) graph: Graph,
    pub(super) fields: Fields,
    pub(super) start: W,
    /// The caller's ids by dense token; 0 is the hole.
    pub(super) ids: Vec<u16>,
    /// Pebbles of each dense token; holes at 0.
    pub(super) counts: Vec<usize>,
    /// The dense token that each plate wants. 0: none may lie there.
    pub(super) plates: Vec<u8>,
    pub(super) wanted: W,
    /// First bit of each cell's field.
    pub(super) shifts: Vec<u16>,
    /// Edges of cell c: `edges[first[c]..first[c + 1]]`.
    pub(super) first: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    /// In each 64 bits of the word, the highest bit of each cell's field, and the cell by that bit.
    pub(super) tops: Vec<u64>,
    pub(super) cell_at: Vec<u16>,
    pub(super) bound: Bound,
}

/// An edge as seen from a hole: where a pebble may come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) cell: u16,
    pub(super) shift: u16,
}

/// A pebble goes from a cell to a neighbouring hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    pub from: u16,
    pub to: u16,
}

impl<W: Packed> Pebbles<W> {
    /// `neighbours` of each cell, and the token ids of each cell's plate and pebble, 0 for a hole or a plate
    /// that wants one.
    ///
    /// # Errors
    /// The neighbour lists are no undirected graph, lengths differ, there is no hole, a token has more
    /// pebbles than plates, or the board does not fit `W`.
    pub fn new(neighbours: &[Vec<usize>], plates: &[u16], pebbles: &[u16]) -> Result<Self, String> {
        let graph = Graph::new(neighbours)?;
        let cells = graph.cells();
        check_tokens(cells, MAX_CELLS, plates, pebbles)?;
        let mut ids: Vec<u16> = pebbles.iter().copied().chain([0]).collect();
        ids.sort_unstable();
        ids.dedup();
        let needed = bits(cells, ids.len() - 1);
        if needed > W::BITS {
            return Err(format!(
                "the board needs a state of {needed} bits, more than the {} of this one",
                W::BITS
            ));
        }
        // A plate whose token no pebble has stays uncovered, like one that wants the hole.
        let dense = |id: &u16| ids.binary_search(id).unwrap_or(0) as u8;
        let plates: Vec<u8> = plates.iter().map(dense).collect();
        let start: Vec<u8> = pebbles.iter().map(dense).collect();
        let counts: Vec<usize> =
            (0..ids.len()).map(|token| start.iter().filter(|&&t| usize::from(t) == token).count()).collect();
        let fields = Fields::new(ids.len(), cells);
        let bound = Bound::new(&graph, &plates, &counts);
        let shifts: Vec<u16> = (0..cells).map(|cell| fields.shift(cell) as u16).collect();
        let mut puzzle = Self {
            fields,
            start: pack_fields(fields, &start),
            wanted: pack_fields(fields, &plates),
            ids,
            counts,
            plates,
            first: vec![0],
            edges: Vec::new(),
            tops: vec![0; (W::BITS / 64) as usize],
            cell_at: vec![0; W::BITS as usize],
            shifts,
            graph,
            bound,
        };
        puzzle.index_cells();
        Ok(puzzle)
    }

    /// Fills the flat tables that moves are read from.
    fn index_cells(&mut self) {
        for cell in 0..self.graph.cells() {
            let top = usize::from(self.shifts[cell]) + self.fields.width as usize - 1;
            self.tops[top / 64] |= 1 << (top % 64);
            self.cell_at[top] = cell as u16;
            let edge = |&other: &usize| Edge { cell: other as u16, shift: self.shifts[other] };
            self.edges.extend(self.graph.neighbours(cell).iter().map(edge));
            self.first.push(self.edges.len() as u32);
        }
    }

    /// The highest bit of each field of 64 bits of a word that is not 0. Adding all ones below the highest bit
    /// to the rest of a field carries into that bit exactly if the rest is not 0, and never out of the field.
    #[inline(always)]
    pub(super) fn occupied(&self, word: u64, lane: usize) -> u64 {
        let tops = self.tops[lane];
        let below = tops - (tops >> (self.fields.width - 1));
        (((word & below) + below) | word) & tops
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    pub(crate) fn bound(&self) -> &Bound {
        &self.bound
    }

    /// Pebbles of each dense token; holes at 0.
    pub(crate) fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// The dense token that each plate wants; 0: none may lie there.
    pub(crate) fn plates(&self) -> &[u8] {
        &self.plates
    }

    /// The dense token of each cell, 0 for a hole.
    #[inline]
    pub(crate) fn tokens(&self, state: W) -> impl ExactSizeIterator<Item = u8> + '_ {
        self.shifts.iter().map(move |&shift| state.field(u32::from(shift), self.fields.width) as u8)
    }

    /// Bits of a cell's field.
    #[inline(always)]
    pub(crate) fn width(&self) -> u32 {
        self.fields.width
    }

    /// The first bit of a cell's field.
    #[inline(always)]
    pub(crate) fn shift(&self, cell: usize) -> u32 {
        u32::from(self.shifts[cell])
    }

    /// The state in which each cell has that dense token.
    pub(crate) fn state_of(&self, tokens: &[u8]) -> W {
        pack_fields(self.fields, tokens)
    }

    /// How many positions there are, reachable or not.
    pub(super) fn placements(&self) -> f64 {
        let mut left = self.graph.cells();
        let choices = self.counts.iter().map(|&count| {
            let ways = subsets(left, count);
            left -= count;
            ways as f64
        });
        choices.product()
    }

    /// Whether a search that stores every position would end within seconds.
    pub(crate) fn has_few_positions(&self) -> bool {
        self.placements() <= FEW_POSITIONS
    }

    /// Visits every goal until `visit` returns `false`; returns whether it visited all of them.
    pub fn each_goal(&self, visit: &mut dyn FnMut(W) -> bool) -> bool {
        self.cover(1, W::ZERO, visit)
    }

    /// Visits every way to cover `counts` of the plates of each token from `token` on.
    fn cover(&self, token: usize, goal: W, visit: &mut dyn FnMut(W) -> bool) -> bool {
        if token == self.counts.len() {
            return visit(goal);
        }
        let homes: Vec<usize> =
            (0..self.plates.len()).filter(|&cell| usize::from(self.plates[cell]) == token).collect();
        let mut chosen: Vec<usize> = (0..self.counts[token]).collect();
        loop {
            let covered =
                chosen.iter().fold(goal, |goal, &home| self.fields.set(goal, homes[home], token as u32));
            if !self.cover(token + 1, covered, visit) {
                return false;
            }
            if !next_set(&mut chosen, homes.len()) {
                return true;
            }
        }
    }
}

/// Checks everything but the graph.
pub(super) fn check_tokens(cells: usize, most: usize, plates: &[u16], pebbles: &[u16]) -> Result<(), String> {
    if !(2..=most).contains(&cells) {
        return Err(format!("{cells} cells; a board has 2 to {most}"));
    }
    for (name, list) in [("plates", plates), ("pebbles", pebbles)] {
        if list.len() != cells {
            return Err(format!("{} {name} for {cells} cells; there is one for each cell", list.len()));
        }
    }
    if !pebbles.contains(&0) {
        return Err("no hole among the pebbles; at least one cell must be 0".to_owned());
    }
    let count = |list: &[u16], id: u16| list.iter().filter(|&&other| other == id).count();
    for &id in pebbles.iter().filter(|&&id| id != 0) {
        let (has, needs) = (count(plates, id), count(pebbles, id));
        if has < needs {
            return Err(format!(
                "token {id} has {needs} pebbles but {has} plates; every pebble needs a plate"
            ));
        }
    }
    Ok(())
}

pub(super) fn pack_fields<W: Packed>(fields: Fields, tokens: &[u8]) -> W {
    let with = |word, (cell, &token): (usize, &u8)| fields.set(word, cell, u32::from(token));
    tokens.iter().enumerate().fold(W::ZERO, with)
}
