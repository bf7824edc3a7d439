//! Pebbles on graphs of more cells than [`super::MAX_CELLS`], under either metric.
//!
//! The rule and the position are those of [`super::Pebbles`] and [`super::slides::Slides`]. Tokens are numbers of 16
//! bits here, and the bounds are the plain ones: each pebble to its nearest plate, or [`LineBound`] where lines are
//! pushed, and the parity of the order where all tokens are distinct. Small boards, with their tables, stay as they are.

use super::board::{Hop, check_tokens};
use super::graph::{APART, Graph};
use super::slides::LineBound;
use super::slides::lines::Lines;
use clew_core::ordering::sort_by_number;
use clew_core::packed::{Fields, Packed};
use clew_core::puzzle::{Algorithm, Backward, DEAD_END, Puzzle};

/// Largest board.
pub const MAX_CELLS: usize = 512;

/// A large board with its plates and the pebbles' start.
#[derive(Clone, Debug)]
pub struct LargePebbles<W> {
    graph: Graph,
    fields: Fields,
    start: W,
    /// The caller's ids by dense token; 0 is the hole.
    ids: Vec<u16>,
    counts: Vec<usize>,
    /// The dense token that each plate wants. 0: none may lie there.
    plates: Vec<u16>,
    /// Edges to the nearest plate of its token, by token and cell.
    nearest: Vec<u16>,
    lines: Option<(Lines, LineBound)>,
    /// The sides of the graph and the one class of solvable positions; see [`Parity`](super::bound).
    parity: Option<(Vec<u8>, u32)>,
}

impl<W: Packed> LargePebbles<W> {
    /// As [`super::Pebbles::new`]; `columns` are those of a grid on which lines are pushed, or 0.
    pub fn new(
        neighbours: &[Vec<usize>],
        plates: &[u16],
        pebbles: &[u16],
        columns: usize,
    ) -> Result<Self, String> {
        let graph = Graph::new(neighbours)?;
        let cells = graph.cells();
        check_tokens(cells, MAX_CELLS, plates, pebbles)?;
        let mut ids: Vec<u16> = pebbles.iter().copied().chain([0]).collect();
        ids.sort_unstable();
        ids.dedup();
        let fields = Fields::new(ids.len(), cells);
        if fields.bits() > W::BITS {
            return Err(format!(
                "the board needs a state of {} bits, more than the {} of this one",
                fields.bits(),
                W::BITS
            ));
        }
        let dense = |list: &[u16]| -> Vec<u16> {
            list.iter().map(|id| ids.binary_search(id).unwrap_or(0) as u16).collect()
        };
        let (plates, pebbles) = (dense(plates), dense(pebbles));
        let mut counts = vec![0; ids.len()];
        pebbles.iter().for_each(|&token| counts[usize::from(token)] += 1);
        let mut nearest = vec![0; cells];
        for token in 1..ids.len() {
            let homes = (0..cells).filter(|&cell| usize::from(plates[cell]) == token);
            nearest.extend(graph.distances(homes));
        }
        let lines = match columns {
            0 => None,
            _ => Some((Lines::new(&graph, columns)?, LineBound::new(&plates, &counts, columns))),
        };
        let mut puzzle =
            Self { graph, fields, start: W::ZERO, ids, counts, plates, nearest, lines, parity: None };
        puzzle.start = puzzle.pack_tokens(&pebbles);
        puzzle.parity = puzzle.solvable_class();
        Ok(puzzle)
    }

    fn pack_tokens(&self, tokens: &[u16]) -> W {
        let with = |word, (cell, &token): (usize, &u16)| self.fields.set(word, cell, u32::from(token));
        tokens.iter().enumerate().fold(W::ZERO, with)
    }

    #[inline]
    fn token(&self, state: W, cell: usize) -> u16 {
        self.fields.get(state, cell) as u16
    }

    fn tokens(&self, state: W) -> impl Iterator<Item = u16> + '_ {
        (0..self.plates.len()).map(move |cell| self.token(state, cell))
    }

    /// Where every token occurs once and its plate too, so that there is one goal: the class of that goal.
    fn solvable_class(&self) -> Option<(Vec<u8>, u32)> {
        let sides = self.graph.sides()?;
        (self.counts.iter().all(|&count| count == 1) && self.only_goal().is_some())
            .then(|| self.class(&sides, self.plates.iter().copied()))
            .map(|class| (sides, class))
    }

    /// The parity of the order of distinct tokens plus the side of the hole, which no move changes. A permutation of n
    /// tokens in c cycles has the parity of n - c.
    fn class(&self, sides: &[u8], tokens: impl Iterator<Item = u16>) -> u32 {
        let order: Vec<u16> = tokens.collect();
        let mut seen = vec![false; order.len()];
        let (mut cycles, mut side) = (0, 0);
        for first in 0..order.len() {
            if order[first] == 0 {
                side = u32::from(sides[first]);
            }
            cycles += usize::from(!seen[first]);
            let mut at = first;
            while !std::mem::replace(&mut seen[at], true) {
                at = usize::from(order[at]);
            }
        }
        ((order.len() - cycles) as u32 + side) % 2
    }

    /// The goal, if there is one only: every plate that some pebble wants gets it.
    fn only_goal(&self) -> Option<W> {
        let wanted = |token: usize| self.plates.iter().filter(|&&plate| usize::from(plate) == token).count();
        (1..self.counts.len())
            .all(|token| wanted(token) == self.counts[token])
            .then(|| self.pack_tokens(&self.plates))
    }

    /// Visits each move with the state after it, hole by hole.
    #[inline]
    fn each_move(&self, state: W, mut visit: impl FnMut(Hop, W)) {
        for hole in (0..self.plates.len()).filter(|&cell| self.token(state, cell) == 0) {
            let mut push = |cells: &mut dyn Iterator<Item = usize>| {
                let (mut after, mut gap) = (state, hole);
                for cell in cells {
                    let token = self.token(state, cell);
                    if token == 0 {
                        break;
                    }
                    after = self.fields.set(self.fields.set(after, gap, u32::from(token)), cell, 0);
                    gap = cell;
                    visit(Hop { from: cell as u16, to: hole as u16 }, after);
                }
            };
            match &self.lines {
                None => self.graph.neighbours(hole).iter().for_each(|&cell| push(&mut std::iter::once(cell))),
                Some((lines, _)) => {
                    lines.of(hole).iter().for_each(|line| push(&mut line.iter().map(|&cell| cell.into())));
                }
            }
        }
    }
}

impl<W: Packed> Puzzle for LargePebbles<W> {
    type State = W;
    type Move = Hop;

    fn initial(&self) -> W {
        self.start
    }

    fn moves(&self, state: W, out: &mut Vec<Hop>) {
        self.each_move(state, |hop, _| out.push(hop));
    }

    fn apply(&self, state: W, hop: Hop) -> W {
        let (mut after, mut gap) = (state, usize::from(hop.to));
        let mut push = |cell: usize| {
            after = self.fields.set(self.fields.set(after, gap, u32::from(self.token(state, cell))), cell, 0);
            gap = cell;
        };
        match &self.lines {
            None => push(usize::from(hop.from)),
            Some((lines, _)) => lines.between(hop.to, hop.from).for_each(push),
        }
        after
    }

    fn is_goal(&self, state: W) -> bool {
        self.tokens(state).zip(&self.plates).all(|(token, &plate)| token == 0 || token == plate)
    }

    fn heuristic(&self, state: W) -> u32 {
        if self.parity.as_ref().is_some_and(|(sides, class)| self.class(sides, self.tokens(state)) != *class)
        {
            return DEAD_END;
        }
        let mut bound = 0;
        for (cell, token) in self.tokens(state).enumerate() {
            match self.nearest[usize::from(token) * self.plates.len() + cell] {
                APART => return DEAD_END,
                edges => bound += u32::from(edges),
            }
        }
        self.lines.as_ref().map_or(bound, |(_, lines)| lines.of(self.tokens(state)))
    }

    fn successors(&self, state: W, visit: impl FnMut(Hop, W)) {
        self.each_move(state, visit);
    }

    fn sort_moves<T>(&self, _state: W, moves: &mut [(Hop, T)]) {
        sort_by_number(moves, |hop| u64::from(hop.from) << 16 | u64::from(hop.to));
    }

    fn preferred(&self) -> (Algorithm, &'static str) {
        (Algorithm::AStar, "A*: a large board, and the way of each pebble to its nearest plate guides it")
    }

    fn backward(&self) -> Backward {
        Backward::Reversible
    }

    fn goals(&self, limit: usize, out: &mut Vec<W>) -> bool {
        let goal = self.only_goal().filter(|_| limit > 0);
        out.extend(goal);
        goal.is_some()
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        let cells = self.plates.len();
        if position.len() != cells {
            return Err(format!(
                "a position has a token for each of the {cells} cells, not {}",
                position.len()
            ));
        }
        let mut left = self.counts.clone();
        let mut tokens = Vec::with_capacity(cells);
        for (cell, id) in position.iter().enumerate() {
            match self.ids.binary_search(id) {
                Ok(token) if left[token] > 0 => {
                    left[token] -= 1;
                    tokens.push(token as u16);
                }
                Ok(_) => return Err(format!("more of token {id} than the board has, at cell {cell}")),
                Err(_) => return Err(format!("token {id} at cell {cell} is not on this board")),
            }
        }
        Ok(self.pack_tokens(&tokens))
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        self.tokens(state).map(|token| self.ids[usize::from(token)]).collect()
    }

    fn describe(&self, _state: W, hop: Hop) -> Vec<u16> {
        vec![hop.from, hop.to]
    }

    // The caller's id of the token, and the cell that it comes to.
    fn landing(&self, state: W, hop: Hop) -> [u16; 2] {
        let to = self.lines.as_ref().map_or(hop.to, |(lines, _)| lines.next(hop.from, hop.to));
        [self.ids[usize::from(self.token(state, usize::from(hop.from)))], to]
    }
}
