//! Pebbles as a [`Puzzle`]: the rule, on packed states.

use std::sync::Arc;

use super::board::{Hop, Pebbles, pack_fields};
use super::halves::Halves;
use clew_core::ordering::sort_by_number;
use clew_core::packed::Packed;
use clew_core::puzzle::{Algorithm, Backward, PerfectHash, Puzzle};
use clew_core::ranks::subsets;

/// 64 bits of a state.
#[inline(always)]
fn lane<W: Packed>(state: W, index: usize) -> u64 {
    let shift = 64 * index as u32;
    u64::from(state.field(shift, 32)) | u64::from(state.field(shift + 32, 32)) << 32
}

impl<W: Packed> Puzzle for Pebbles<W> {
    type State = W;
    type Move = Hop;

    fn initial(&self) -> W {
        self.start
    }

    fn moves(&self, state: W, out: &mut Vec<Hop>) {
        self.successors(state, |hop, _| out.push(hop));
    }

    #[inline]
    fn apply(&self, state: W, Hop { from, to }: Hop) -> W {
        let [from, to] = [from, to].map(|cell| u32::from(self.shifts[usize::from(cell)]));
        let width = self.fields.width;
        state.with_field(to, width, state.field(from, width)).with_field(from, width, 0)
    }

    /// No pebble lies on another token's plate. (Then every pebble has its own.)
    #[inline]
    fn is_goal(&self, state: W) -> bool {
        (0..(W::BITS / 64) as usize).all(|index| {
            let here = lane(state, index);
            let differs = self.occupied(here ^ lane(self.wanted, index), index);
            differs & self.occupied(here, index) == 0
        })
    }

    #[inline]
    fn heuristic(&self, state: W) -> u32 {
        self.bound.of(state, self.fields, &self.shifts)
    }

    #[inline]
    fn successors(&self, state: W, mut visit: impl FnMut(Hop, W)) {
        let width = self.fields.width;
        for index in 0..(W::BITS / 64) as usize {
            let mut holes = self.tops[index] & !self.occupied(lane(state, index), index);
            while holes != 0 {
                let top = 64 * index as u32 + holes.trailing_zeros();
                holes &= holes - 1;
                let hole = self.cell_at[top as usize];
                let (first, last) = (self.first[usize::from(hole)], self.first[usize::from(hole) + 1]);
                for edge in &self.edges[first as usize..last as usize] {
                    let from = u32::from(edge.shift);
                    let token = state.field(from, width);
                    if token != 0 {
                        let after =
                            state.with_field(from, width, 0).with_field(top + 1 - width, width, token);
                        visit(Hop { from: edge.cell, to: hole }, after);
                    }
                }
            }
        }
    }

    fn sort_moves<T>(&self, _state: W, moves: &mut [(Hop, T)]) {
        sort_by_number(moves, |hop| u64::from(hop.from) << 16 | u64::from(hop.to));
    }

    /// IDA* stores nothing, and so never ends on a position from which no goal can be reached, unless its
    /// bound says so at the root. Where Wilson's theorem applies the parity in the bound is all that can
    /// forbid a goal. Elsewhere a search that remembers positions proves it by exhausting them. With several
    /// holes moves commute, and IDA* would walk the same positions in every order.
    const CHOICE: &'static [Algorithm] = &[Algorithm::AStar, Algorithm::IdaStar];

    fn preferred(&self) -> (Algorithm, &'static str) {
        if self.has_few_positions() {
            return (Algorithm::AStar, "A*: few positions, and the bound by colour spares most of them");
        }
        if self.counts[0] > 1 {
            return (Algorithm::AStar, "A*: with several holes many orders of moves lead to one position");
        }
        if !self.graph.mixes_everything() {
            return (
                Algorithm::AStar,
                "A*: on this graph only exhausting the positions proves that none is solved",
            );
        }
        (Algorithm::IdaStar, "IDA*: too many positions to store, and the bound by colour is close")
    }

    fn backward(&self) -> Backward {
        Backward::Reversible
    }

    fn goals(&self, limit: usize, out: &mut Vec<W>) -> bool {
        self.goals_while(limit, &mut || true, out)
    }

    fn goals_while(&self, limit: usize, go_on: &mut dyn FnMut() -> bool, out: &mut Vec<W>) -> bool {
        let before = out.len();
        let plates = |token: usize| self.plates.iter().filter(|&&plate| usize::from(plate) == token).count();
        let choices = (1..self.counts.len()).map(|token| subsets(plates(token), self.counts[token]));
        let few = choices.fold(1, u64::saturating_mul) <= limit as u64;
        let complete = few
            && self.each_goal(&mut |goal| {
                out.push(goal);
                go_on()
            });
        if !complete {
            out.truncate(before);
        }
        complete
    }

    fn positions(&self, most: u64, _go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        // Exact below 2^53, and what is more is far beyond any table.
        let most = most.min(1 << 52);
        Some(self.placements()).filter(|&number| number <= most as f64).map(|number| number as u64)
    }

    fn perfect_hash(&self, most: usize) -> Option<Arc<dyn PerfectHash<W>>> {
        if W::BITS != 64 || self.placements() > most as f64 {
            return None;
        }
        Some(Arc::new(Halves::new(self.fields.width, &self.counts)?))
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        let cells = self.graph.cells();
        if position.len() != cells {
            return Err(format!(
                "a position has a token for each of the {cells} cells, not {}",
                position.len()
            ));
        }
        let mut left = self.counts.clone();
        let mut tokens = Vec::with_capacity(cells);
        for (cell, id) in position.iter().enumerate() {
            let Ok(token) = self.ids.binary_search(id) else {
                return Err(format!("token {id} at cell {cell} is not on this board"));
            };
            if left[token] == 0 {
                let (what, count) = (if *id == 0 { "holes" } else { "pebbles" }, self.counts[token]);
                return Err(format!("more than the board's {count} {what} of token {id}, at cell {cell}"));
            }
            left[token] -= 1;
            tokens.push(token as u8);
        }
        Ok(pack_fields(self.fields, &tokens))
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        (0..self.graph.cells()).map(|cell| self.ids[self.fields.get(state, cell) as usize]).collect()
    }

    // The tables of a token's number by its field.
    fn sums<'a>(&'a self, tables: &'a [Vec<u8>]) -> Box<dyn Fn(W) -> u32 + 'a> {
        let said = |table: &Vec<u8>| -> Vec<u8> {
            self.ids.iter().map(|&id| table.get(usize::from(id)).copied().unwrap_or(0)).collect()
        };
        let by_field: Vec<_> = tables.iter().take(self.graph.cells()).map(said).collect();
        Box::new(self.fields.sums(&by_field))
    }

    fn describe(&self, _state: W, hop: Hop) -> Vec<u16> {
        vec![hop.from, hop.to]
    }

    // The caller's id of the token, and the cell that it comes to.
    fn landing(&self, state: W, hop: Hop) -> [u16; 2] {
        let token = self.fields.get(state, usize::from(hop.from));
        [self.ids[token as usize], hop.to]
    }
}
