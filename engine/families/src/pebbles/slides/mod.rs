//! Pebbles on a grid under the metric "slides": a line of pebbles that is pushed into a hole is one move.
//!
//! ```text
//!   1 2 3                 1 2 3       one move (5 -> 3): the pebbles 4 and 5, which stand in line with the
//!   - 4 5   --5, 4 left-> 4 5 -       hole, both go one cell to the left
//! ```
//!
//! Position: as in [`Pebbles`]. Move: the cell of the last pebble of the line, and the hole.

mod bound;
pub mod lines;
#[cfg(test)]
mod tests;

use super::board::{Hop, Pebbles};
use super::census::ranks::Ranks;
pub use bound::LineBound;
use clew_core::ordering::sort_by_number;
use clew_core::packed::Packed;
use clew_core::puzzle::{Algorithm, Backward, DEAD_END, Puzzle};
use clew_core::ranks::Words;
use clew_core::watch::{Limit, Watch};
use clew_search::census::{self as levels, Census, CensusRequest, Method, Refusal, take};
use clew_solve::Ways;
use lines::Lines;

/// Goals up to which a search from both ends lists them.
const FEW_GOALS: usize = 64;

/// A board of pebbles whose moves push lines.
#[derive(Clone, Debug)]
pub struct Slides<W> {
    board: Pebbles<W>,
    lines: Lines,
    bound: LineBound,
}

impl<W: Packed> Slides<W> {
    /// `board` lies on a grid with that many columns.
    ///
    /// # Errors
    /// Its graph is not such a grid.
    pub fn new(board: Pebbles<W>, columns: usize) -> Result<Self, String> {
        let lines = Lines::new(board.graph(), columns)?;
        let plates: Vec<u16> = board.plates().iter().map(|&plate| plate.into()).collect();
        let bound = LineBound::new(&plates, board.counts(), columns);
        Ok(Self { board, lines, bound })
    }

    /// Visits each move with the state after it: for every hole and direction, the lines of one, two, ... pebbles.
    #[inline]
    fn pushes(&self, state: W, mut visit: impl FnMut(Hop, W)) {
        let width = self.board.width();
        for hole in 0..self.lines.cells() {
            if state.field(self.board.shift(hole), width) != 0 {
                continue;
            }
            for line in self.lines.of(hole) {
                let (mut after, mut gap) = (state, self.board.shift(hole));
                for &cell in line {
                    let from = self.board.shift(usize::from(cell));
                    let token = state.field(from, width);
                    if token == 0 {
                        break;
                    }
                    after = after.with_field(gap, width, token).with_field(from, width, 0);
                    gap = from;
                    visit(Hop { from: cell, to: hole as u16 }, after);
                }
            }
        }
    }
}

impl<W: Packed> Puzzle for Slides<W> {
    type State = W;
    type Move = Hop;

    fn initial(&self) -> W {
        self.board.initial()
    }

    fn moves(&self, state: W, out: &mut Vec<Hop>) {
        self.pushes(state, |hop, _| out.push(hop));
    }

    fn apply(&self, state: W, Hop { from, to }: Hop) -> W {
        let width = self.board.width();
        let (mut after, mut gap) = (state, self.board.shift(usize::from(to)));
        for cell in self.lines.between(to, from) {
            let here = self.board.shift(cell);
            after = after.with_field(gap, width, state.field(here, width)).with_field(here, width, 0);
            gap = here;
        }
        after
    }

    fn is_goal(&self, state: W) -> bool {
        self.board.is_goal(state)
    }

    #[inline]
    fn heuristic(&self, state: W) -> u32 {
        if self.board.bound().parity_forbids(self.board.tokens(state).map(u32::from)) {
            return DEAD_END;
        }
        self.bound.of(self.board.tokens(state).map(u16::from))
    }

    #[inline]
    fn successors(&self, state: W, visit: impl FnMut(Hop, W)) {
        self.pushes(state, visit);
    }

    fn sort_moves<T>(&self, _state: W, moves: &mut [(Hop, T)]) {
        sort_by_number(moves, |hop| u64::from(hop.from) << 16 | u64::from(hop.to));
    }

    /// A push changes many pebbles at once, so that no bound comes near the truth; but a solution has few pushes, and
    /// from both ends each search goes half as deep.
    const CHOICE: &'static [Algorithm] = &[Algorithm::AStar, Algorithm::Bidirectional];

    fn preferred(&self) -> (Algorithm, &'static str) {
        if self.board.has_few_positions() {
            (Algorithm::AStar, "A*: few positions, and the bound by rows and columns spares some of them")
        } else if self.board.goals(FEW_GOALS, &mut Vec::new()) {
            (
                Algorithm::Bidirectional,
                "bidirectional search: solutions have few slides, and the goals are known",
            )
        } else {
            (Algorithm::AStar, "A*: many goals, and a bound by rows and columns")
        }
    }

    fn backward(&self) -> Backward {
        Backward::Reversible
    }

    fn goals(&self, limit: usize, out: &mut Vec<W>) -> bool {
        self.board.goals(limit, out)
    }

    fn goals_while(&self, limit: usize, go_on: &mut dyn FnMut() -> bool, out: &mut Vec<W>) -> bool {
        self.board.goals_while(limit, go_on, out)
    }

    fn positions(&self, most: u64, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        self.board.positions(most, go_on)
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        self.board.pack(position)
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        self.board.unpack(state)
    }

    fn describe(&self, state: W, hop: Hop) -> Vec<u16> {
        self.board.describe(state, hop)
    }

    // The last pebble of the line, and the cell to which it goes: the next one in the direction of the hole.
    fn landing(&self, state: W, hop: Hop) -> [u16; 2] {
        let [token, _] = self.board.landing(state, hop);
        [token, self.lines.next(hop.from, hop.to)]
    }
}

/// The census by ranks; the generic searches do the rest.
pub struct SlideCensus;

impl<W: Packed> Ways<Slides<W>> for SlideCensus {
    fn census(
        &self,
        puzzle: &Slides<W>,
        mut request: CensusRequest,
        watch: &mut Watch,
    ) -> Result<Census<W>, Refusal> {
        let method = match request.method {
            None => request.checkpoints.method()?,
            asked => asked,
        };
        match (method, Words::new(puzzle.board.counts())) {
            (Some(Method::Matrices), _) => {
                Err("the census by matrices is for moves of one pebble; use ranks for slides".to_owned())
            }
            (None | Some(Method::Ranks), Some(words)) => puzzle.ranked(words, request, watch),
            _ => levels::census(puzzle, request, watch),
        }
    }
}

impl<W: Packed> Slides<W> {
    fn ranked(&self, words: Words, request: CensusRequest, watch: &mut Watch) -> Result<Census<W>, Refusal> {
        let total = words.size();
        let stopped = |limit| Ok(Census::stopped(Method::Ranks, Some(total), limit));
        if watch.limits.states.is_some_and(|most| most < total) {
            return stopped(Limit::States);
        }
        if watch.limits.memory.is_some_and(|most| most < Ranks::<W>::bytes_for(&words)) {
            return stopped(Limit::Memory);
        }
        watch.phase = "tables";
        match Ranks::of_lines(&self.board, &self.lines, words, watch) {
            Ok(ranks) => take(ranks, total, request, watch),
            Err(limit) => stopped(limit),
        }
    }
}
