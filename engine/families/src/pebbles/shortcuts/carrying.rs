//! A first solution where pebbles have far to go: one after the other is carried home and stays there.
//!
//! ```text
//!   12 . . 7        the cell farthest from the hole's plate comes first: its pebble is carried
//!    . . 3 .        there, whatever the others do on the way. Then the next farthest, among the
//!    5 . - .        cells that are left; what is home is not touched again
//!    . 9 . .
//!
//!   . . . .
//!   8 9 | |         two at the end of a row are carried together: with 9 alone at home, what is
//!                   on the cell of 8 could never come out, since the hole would have to pass it
//! ```
//!
//! Where only the hole, one pebble and the cells that are left matter, a carry is a search through at most cells² states;
//! two pebbles make it cells³. The cells that are left hang together without any one of them (on such a graph pebbles
//! mix, by Wilson's theorem), and the last few are solved as a board of their own. So the time grows with the number of
//! cells, not with the number of positions: 63 pebbles take hundredths of a second.

use std::cmp::Reverse;
use std::collections::VecDeque;

use crate::pebbles::board::{Hop, MAX_CELLS, Pebbles};
use crate::pebbles::graph::Graph;
use clew_core::packed::Packed;
use clew_core::puzzle::Puzzle;
use clew_core::seen::Seen;
use clew_core::watch::{Limit, Watch, Work};

/// Cells that are solved together at the end, at first and at most.
const REST: usize = 6;
const LARGEST_REST: usize = 9;
/// Of a place in a state of a carry: a board has at most 128 cells, and nine places fit one word.
const BITS: usize = 7;
const PLACE: u64 = (1 << BITS) - 1;
const _: () = assert!(MAX_CELLS <= 1 << BITS && LARGEST_REST * BITS <= 64);

/// Carries every pebble home. The moves, `Err(None)` if a carry finds no way, and what that took.
pub fn carried<W: Packed>(
    puzzle: &Pebbles<W>,
    start: W,
    watch: &mut Watch,
) -> (Result<Vec<Hop>, Option<Limit>>, Work) {
    let Some((homes, hole)) = homes(puzzle, start) else {
        return (Err(None), Work::default());
    };
    let mut carrier = Carrier::new(puzzle.graph(), homes, hole);
    let moves = carrier.run(watch).map(|()| without_circles(puzzle, start, &carrier.line));
    (moves, carrier.work)
}

/// The home of what lies on each cell, the hole's included, and the hole's cell: a plate of its own for each pebble.
/// `None` if parity forbids those that were tried.
fn homes<W: Packed>(puzzle: &Pebbles<W>, start: W) -> Option<(Vec<usize>, usize)> {
    let (graph, plates) = (puzzle.graph(), puzzle.plates());
    let tokens: Vec<u8> = puzzle.tokens(start).collect();
    let cells = graph.cells();
    let (mut home, mut taken) = (vec![cells; cells], vec![false; cells]);
    let mut pairs: Vec<(u16, usize, usize)> = Vec::new();
    for cell in (0..cells).filter(|&cell| tokens[cell] != 0) {
        let away = graph.distances([cell]);
        let plates = (0..cells).filter(|&plate| plates[plate] == tokens[cell]);
        pairs.extend(plates.map(|plate| (away[plate], cell, plate)));
    }
    pairs.sort_unstable();
    for (_, cell, plate) in pairs {
        if home[cell] == cells && !taken[plate] {
            (home[cell], taken[plate]) = (plate, true);
        }
    }
    let hole = tokens.iter().position(|&token| token == 0)?;
    home[hole] = taken.iter().position(|&taken| !taken)?;
    let sides = graph.sides();
    let possible = |home: &[usize]| sides.as_ref().is_none_or(|sides| !is_odd(home, hole, sides));
    if possible(&home) {
        return Some((home, hole));
    }
    // Two pebbles of a token may change plates, and one may lie on a plate to spare.
    for one in 0..cells {
        for other in one + 1..cells {
            let equal = tokens[one] == tokens[other];
            let spare = [(one, other), (other, one)]
                .into_iter()
                .any(|(hole, pebble)| tokens[hole] == 0 && plates[home[hole]] == tokens[pebble]);
            if equal || spare {
                home.swap(one, other);
                if possible(&home) {
                    return Some((home, hole));
                }
                home.swap(one, other);
            }
        }
    }
    None
}

/// Whether parity says that the homes cannot all be reached: see the module `bound`.
fn is_odd(home: &[usize], hole: usize, sides: &[u8]) -> bool {
    let mut odd = sides[hole] != sides[home[hole]];
    let mut seen = vec![false; home.len()];
    for first in 0..home.len() {
        let mut cell = first;
        while !std::mem::replace(&mut seen[cell], true) {
            cell = home[cell];
            odd ^= cell != first;
        }
    }
    odd
}

/// The line up to the first goal, without the parts that lead back to a state.
fn without_circles<W: Packed>(puzzle: &Pebbles<W>, start: W, line: &[Hop]) -> Vec<Hop> {
    let (mut states, mut short) = (vec![start], Vec::new());
    let mut seen: Seen<W, u32> = Seen::default();
    *seen.value_mut(start) = 1;
    for &hop in line {
        let state = states[states.len() - 1];
        if puzzle.is_goal(state) {
            break;
        }
        let after = puzzle.apply(state, hop);
        let place = seen.value_mut(after);
        let before = (*place as usize).wrapping_sub(1);
        if states.get(before) == Some(&after) {
            states.truncate(before + 1);
            short.truncate(before);
            continue;
        }
        short.push(hop);
        states.push(after);
        *place = states.len() as u32;
    }
    short
}

/// A board in the middle of its carries. What lies on a cell is named after its home.
struct Carrier<'a> {
    graph: &'a Graph,
    here: Vec<usize>,
    hole: usize,
    /// The cells whose pebbles are home and stay.
    fixed: Vec<bool>,
    line: Vec<Hop>,
    work: Work,
}

impl<'a> Carrier<'a> {
    fn new(graph: &'a Graph, here: Vec<usize>, hole: usize) -> Self {
        Self { graph, fixed: vec![false; here.len()], here, hole, line: Vec::new(), work: Work::default() }
    }

    fn run(&mut self, watch: &mut Watch) -> Result<(), Option<Limit>> {
        let cells = self.here.len();
        let last = self.here[self.hole];
        let away = self.graph.distances([last]);
        while self.fixed.iter().filter(|&&fixed| !fixed).count() > REST {
            let next = self.next(last, &away).ok_or(None)?;
            if !self.carry(&next, watch)? {
                return Err(None);
            }
            next.into_iter().for_each(|cell| self.fixed[cell] = true);
        }
        loop {
            let rest: Vec<usize> = (0..cells).filter(|&cell| cell != last && !self.fixed[cell]).collect();
            if self.carry(&rest, watch)? {
                return Ok(());
            }
            // A cell beside two others closes a circle, in which pebbles can pass each other.
            let fixed = (0..cells).filter(|&cell| self.fixed[cell]);
            let next = fixed.min_by_key(|&cell| (2usize.saturating_sub(self.left(cell)), away[cell]));
            match next {
                Some(cell) if rest.len() + 1 < LARGEST_REST => self.fixed[cell] = false,
                _ => return Err(None),
            }
        }
    }

    /// The cell to fill next, or two: far from the hole's plate, and such that the cells that are left hang together
    /// without any one of them. (A pebble in a dead end could never come out again.)
    fn next(&self, last: usize, away: &[u16]) -> Option<Vec<usize>> {
        let mut free: Vec<usize> =
            (0..self.here.len()).filter(|&cell| cell != last && !self.fixed[cell]).collect();
        free.sort_by_key(|&cell| Reverse(away[cell]));
        let beside = |cell: usize| {
            let others = self.graph.neighbours(cell).iter().copied();
            others.filter(move |&other| other != last && !self.fixed[other])
        };
        let pairs = free.iter().flat_map(|&cell| beside(cell).map(move |other| vec![cell, other]));
        let groups = free.iter().map(|&cell| vec![cell]).chain(pairs);
        groups.into_iter().find(|group| self.mixes_without(group))
    }

    /// Whether the cells that are left stay connected without these, and without any other one.
    fn mixes_without(&self, removed: &[usize]) -> bool {
        let mut gone = self.fixed.clone();
        removed.iter().for_each(|&cell| gone[cell] = true);
        let left: Vec<usize> = (0..gone.len()).filter(|&cell| !gone[cell]).collect();
        let connected = |gone: &mut [bool], without: usize| {
            gone[without] = true;
            let mut seen = gone.to_vec();
            let mut stack: Vec<usize> =
                left.iter().copied().find(|&cell| cell != without).into_iter().collect();
            stack.iter().for_each(|&cell| seen[cell] = true);
            while let Some(cell) = stack.pop() {
                for &other in self.graph.neighbours(cell) {
                    if !std::mem::replace(&mut seen[other], true) {
                        stack.push(other);
                    }
                }
            }
            gone[without] = false;
            seen.into_iter().all(|seen| seen)
        };
        left.iter().all(|&cell| connected(&mut gone, cell))
    }

    /// The neighbours of a cell that are not home yet.
    fn left(&self, cell: usize) -> usize {
        self.graph.neighbours(cell).iter().filter(|&&other| !self.fixed[other]).count()
    }

    /// Brings the pebbles of these cells home together in the fewest moves, and says whether there is a way.
    fn carry(&mut self, cells: &[usize], watch: &mut Watch) -> Result<bool, Option<Limit>> {
        // Where the hole is and where each of the pebbles is.
        let place =
            |home: usize| self.here.iter().position(|&other| other == home).expect("a home of its own");
        let key = |places: &mut dyn Iterator<Item = usize>| {
            places.fold(0u64, |key, place| key << BITS | place as u64)
        };
        let pebbles = cells.len();
        let goal = key(&mut cells.iter().copied());
        let start = (self.hole as u64) << (BITS * pebbles) | key(&mut cells.iter().map(|&cell| place(cell)));
        let below = (1u64 << (BITS * pebbles)) - 1;
        // 1 more than the state before each.
        let mut before: Seen<u64, u64> = Seen::default();
        *before.value_mut(start) = start + 1;
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            if state & below == goal {
                self.play(state, &before, pebbles);
                return Ok(true);
            }
            self.work.expanded += 1;
            self.work.stored = self.work.stored.max(before.len() as u64);
            self.work.bytes = (before.bytes_soon() + size_of::<u64>() * queue.len()) as u64;
            watch.tick()?;
            watch.check_counts(self.work.stored, &self.work)?;
            let hole = state >> (BITS * pebbles);
            for &from in self.graph.neighbours(hole as usize) {
                if self.fixed[from] {
                    continue;
                }
                let from = from as u64;
                let moved = (0..pebbles).map(|at| BITS * at).find(|at| state >> at & PLACE == from);
                let others = moved.map_or(state & below, |at| (state & below) ^ (from ^ hole) << at);
                let after = from << (BITS * pebbles) | others;
                let known = before.value_mut(after);
                if *known == 0 {
                    *known = state + 1;
                    queue.push_back(after);
                }
            }
        }
        Ok(false)
    }

    /// Plays the line to a state of a carry.
    fn play(&mut self, mut state: u64, before: &Seen<u64, u64>, pebbles: usize) {
        let mut holes = vec![(state >> (BITS * pebbles)) as usize];
        while let Some(earlier) =
            before.get(state).map(|earlier| earlier - 1).filter(|&earlier| earlier != state)
        {
            state = earlier;
            holes.push((state >> (BITS * pebbles)) as usize);
        }
        for &from in holes.iter().rev().skip(1) {
            self.line.push(Hop { from: from as u16, to: self.hole as u16 });
            self.here.swap(from, self.hole);
            self.hole = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pebbles::graph::boards;
    use clew_core::packed::Wide;
    use clew_core::products::mix;
    use clew_core::puzzle::DEAD_END;

    /// Checks the line of a board with these plates and pebbles in an order by chance; whether there is one.
    fn is_carried(neighbours: &[Vec<usize>], plates: &[u16], seed: u64) -> bool {
        let mut pebbles = plates.to_vec();
        let mut random = seed;
        for place in (1..pebbles.len()).rev() {
            random = mix(random + 1);
            pebbles.swap(place, (random % (place as u64 + 1)) as usize);
        }
        let puzzle = Pebbles::<Wide<8>>::new(neighbours, plates, &pebbles).unwrap();
        let start = puzzle.initial();
        let (line, work) = carried(&puzzle, start, &mut Watch::unlimited());
        if puzzle.heuristic(start) == DEAD_END {
            assert_eq!(line, Err(None));
            return false;
        }
        let line = line.expect("a line on every board that parity allows");
        let (mut state, mut legal) = (start, Vec::new());
        for hop in line {
            legal.clear();
            puzzle.moves(state, &mut legal);
            assert!(!puzzle.is_goal(state) && legal.contains(&hop));
            state = puzzle.apply(state, hop);
        }
        assert!(puzzle.is_goal(state) && (work.expanded > 0 || state == start));
        true
    }

    #[test]
    fn every_board_that_parity_allows_is_carried_home() {
        let mut found = [0, 0];
        for (rows, columns) in [(2, 3), (2, 7), (3, 3), (4, 4), (5, 5), (5, 9), (8, 8)] {
            let cells = rows * columns;
            let graph = boards::grid(rows, columns);
            for seed in 0..8 {
                let hole = if seed < 4 { 0 } else { mix(seed) as usize % cells };
                let kinds = [cells, 5, cells][seed as usize % 3];
                let plate = |cell: usize| if cell == hole { 0 } else { (1 + cell % kinds) as u16 };
                let plates: Vec<u16> = (0..cells).map(plate).collect();
                found[usize::from(is_carried(&graph, &plates, seed))] += 1;
            }
        }
        assert!(found[0] > 5 && found[1] > 20, "{found:?}");
        let panguru: Vec<u16> = (0..15).map(|cell| cell % 5).map(|token| token + 1).collect();
        let plates: Vec<u16> = [&[0][..], &panguru[1..]].concat();
        assert!((0..10).all(|seed| is_carried(&boards::panguru(), &plates, seed)));
    }
}
