//! Fewest moves of straight pieces: the breadth-first search of [`crate::search::bfs`], at a third of the work.
//!
//! **Cells stay beside the state.** The generic search unpacks every state to find the cells that its pieces
//! cover. Here they travel with the state, as two sets of cells, and a move changes two or three bits. Which
//! pieces can move is then a shift and an AND a direction (see [`Axis`]).
//!
//! **Moves that need not be tried.** A move leaves every line alone that it does not cross: there the same
//! moves can be made before it and after it, and lead to the same state in either order. Trying both orders
//! only finds that state twice.
//!
//! ```text
//!   . A A . . C      Lines are ordered: rows, then columns. B moves right by one. After it A need not be
//!   . . . . . C      tried, since A moves before B elsewhere; nor B again (in slides: it could have gone on
//!   . B B . . .      at once). D must be, whose column B now enters; and C, which comes later in the order,
//!   . . . D . .      unless it slept before B moved.
//!   . . . D . .
//! ```
//!
//! Pieces that need not be tried are *asleep*. After a move there sleep, of the lines that it does not cross,
//! those that come before its own and those that slept already; and the piece that moved. A state that is
//! reached in several ways lets those sleep that sleep in all of them. These are the *sleep sets* of
//! Godefroid (1990), which leave out moves, never states.
//!
//! **Proof** that every state is still found, in its layer. Of the shortest paths to a state take the least
//! in the order of the lines moved, and suppose that a move m on it, from a state s, is the first one left
//! out. Its piece sleeps at s on every way there, so on this path too, since a move p of it, and no move
//! from p on up to s crosses m's line (or is on it, but for p itself); so m could be made right before p, if
//! p is of another line, or in one with p. In one, the path gets shorter. Before p, the path stays as short,
//! and is less in the order, because m's line comes before p's. Both contradict the choice.
//!
//! On the 60-move board 6.7 moves a state are possible, and 3.5 are tried.

mod nodes;

use std::cell::Cell;

use crate::packed::{CellSet, Packed};
use crate::puzzle::Algorithm;
use crate::puzzles::blocks::{Axis, AxisMove, Metric};
use crate::search::auto::{Choice, Request, Shortcut, choice};
use crate::search::found::Found;
use crate::watch::{Limit, Watch, Work};
use nodes::{Node, Nodes};

/// States expanded between two looks at the limits.
const CHECK_EVERY: usize = 1024;
/// Larger searches are left to the generic one, which needs less memory a state and uses threads.
const MOST_STATES: usize = 1 << 18;
/// States expanded between two looks for a goal.
const BATCH: usize = 16;
/// Bytes of tables kept for the next search on a thread: enough for some 60,000 states.
const MOST_SPARE: u64 = 1 << 22;

/// A piece that moves along its line. Pairs are for moves back (left, up) and forth (right, down).
#[derive(Clone, Copy, Debug)]
struct Runner {
    /// What a step adds to the state, wrapping.
    step: [u64; 2],
    /// Its cells, from the one that leads.
    shape: [u64; 2],
    /// The leading cell at offset 0.
    lead: [u32; 2],
    shift: u32,
    /// Not to be told from `stride`, which is 1 for columns too on a board of one column.
    horizontal: bool,
    stride: u32,
    /// The first cell of its line, and the factor that spreads cells of a line at 0 over the lines across.
    begin: u32,
    spread: u64,
    /// Cells of the parallel lines before its own.
    before: u64,
    /// Cells of all other parallel lines.
    elsewhere: u64,
    piece: u8,
}

/// The shortcut for boards whose cells and states fit in a word.
pub struct AxisLayers {
    /// In rows, then in columns; line by line, along the line.
    runners: Vec<Runner>,
    /// The first runner of the line of each cell, for rows and for columns.
    owner: [[u8; 64]; 2],
    open: u64,
    /// For each direction (left, right, up, down) the cells that can be entered so, and the rotation of a
    /// set of cells that goes there. What a rotation carries round from one end of the word to the other
    /// ends on no cell, or on one that cannot be entered so.
    ways: [(u64, u32); 4],
    /// Moves from one state at most: an empty cell can be entered from four sides.
    most_moves: usize,
    width: u32,
    /// All cells, but none where a move goes one cell far: there a piece that moved does not sleep either.
    further: u64,
    /// Shift and allowed offsets of each piece that the goal names.
    goals: Vec<(u32, u32)>,
}

impl AxisLayers {
    #[must_use]
    pub fn new(puzzle: &Axis<u64, u64>) -> Self {
        let tracks = puzzle.tracks();
        let columns = puzzle.columns();
        let mut order: Vec<usize> = (0..tracks.len()).collect();
        order.sort_by_key(|&piece| (!tracks[piece].horizontal, tracks[piece].line, tracks[piece].base));
        let mut owner = [[0; 64]; 2];
        for (number, &piece) in order.iter().enumerate().rev() {
            let track = &tracks[piece];
            for place in track.base..track.base + track.last + track.length {
                owner[usize::from(!track.horizontal)][track.cell(columns, place)] = number as u8;
            }
        }
        let (inner, cells) = (puzzle.inner(), puzzle.cells());
        let has_above = cells & cells << columns;
        let down = columns as u32;
        Self {
            runners: order.iter().map(|&piece| runner(puzzle, piece)).collect(),
            owner,
            open: puzzle.open(),
            ways: [(inner >> 1, 63), (inner, 1), (has_above >> columns, 64 - down), (has_above, down)],
            most_moves: 4 * puzzle.open().count() as usize,
            width: puzzle.fields().width,
            further: if puzzle.metric() == Metric::Step { 0 } else { u64::MAX },
            goals: puzzle
                .named()
                .iter()
                .map(|&(piece, offsets)| (puzzle.fields().shift(piece), offsets))
                .collect(),
        }
    }

    fn is_goal(&self, state: u64) -> bool {
        self.goals.iter().all(|&(shift, allowed)| allowed >> state.field(shift, self.width) & 1 != 0)
    }

    fn origin(&self, state: u64) -> Node {
        let mut node = Node { state, ..Node::default() };
        for runner in &self.runners {
            let lead = runner.lead[0] + state.field(runner.shift, self.width) * runner.stride;
            let cells = runner.shape[0].rotate_left(lead);
            if runner.horizontal { node.lying |= cells } else { node.standing |= cells }
        }
        node
    }

    /// Makes the moves of the pieces that are awake: one loop over all cells from which a piece can go on,
    /// whatever its direction.
    #[inline(always)]
    fn expand(&self, seen: &mut Nodes, number: usize) {
        seen.reserve(self.most_moves);
        let node = seen.nodes[number];
        let Node { state, lying, standing, asleep } = node;
        let empty = self.open & !(lying | standing);
        let ways = self.ways.map(|(entered, turn)| (empty & entered, turn));
        let from = |way: (u64, u32)| way.0.rotate_right(way.1);
        let forth = lying & from(ways[1]) | standing & from(ways[3]);
        let back = lying & from(ways[0]) | standing & from(ways[2]);
        let mut leading = (back | forth) & !asleep;
        while leading != 0 {
            let cell = leading.trailing_zeros();
            leading &= leading - 1;
            let (stands, forth) = ((standing >> cell & 1) as usize, (forth >> cell & 1) as usize);
            let runner = self.find(state, cell, stands, forth);
            let (entered, turn) = ways[2 * stands + forth];
            let entered = entered & self.further;
            let step = runner.step[forth];
            let mut cells = runner.shape[forth].rotate_left(cell);
            let across = (stands as u64).wrapping_sub(1);
            let rest = (lying & across | standing & !across) ^ cells;
            let crossing = lying & !across | standing & across;
            let parallel_asleep = (asleep & runner.elsewhere | runner.before) & rest;
            let crossing_asleep = (asleep | !across) & crossing;
            let mut swept = cells;
            let mut after = state;
            let mut ahead = (1u64 << cell).rotate_left(turn);
            loop {
                cells = cells.rotate_left(turn);
                after = after.wrapping_add(step);
                ahead = ahead.rotate_left(turn);
                swept |= cells;
                let crossed = (swept >> runner.begin).wrapping_mul(runner.spread);
                let moved = rest | cells;
                seen.insert(
                    Node {
                        state: after,
                        lying: moved & across | lying & !across,
                        standing: moved & !across | standing & across,
                        asleep: parallel_asleep | crossing_asleep & !crossed | cells & self.further,
                    },
                    number as u32,
                );
                if ahead & entered == 0 {
                    break;
                }
            }
        }
    }

    /// The piece that leads with `cell`.
    #[inline(always)]
    fn find(&self, state: u64, cell: u32, stands: usize, forth: usize) -> &Runner {
        let mut number = usize::from(self.owner[stands][cell as usize]);
        loop {
            let runner = &self.runners[number];
            if runner.lead[forth] + state.field(runner.shift, self.width) * runner.stride == cell {
                return runner;
            }
            number += 1;
        }
    }

    /// The moves from the first node to a goal.
    fn solution(&self, seen: &Nodes, goal: usize) -> Vec<AxisMove> {
        let (nodes, parents) = (&seen.nodes, &seen.parents);
        let mut moves = Vec::new();
        let mut at = goal;
        while at > 0 {
            let before = parents[at] as usize;
            let changed = nodes[at].state ^ nodes[before].state;
            let moved = |runner: &&Runner| changed.field(runner.shift, self.width) != 0;
            let runner = self.runners.iter().find(moved).expect("neighbouring states differ in one piece");
            let to = nodes[at].state.field(runner.shift, self.width) as u8;
            moves.push(AxisMove { piece: runner.piece, to });
            at = before;
        }
        moves.reverse();
        moves
    }

    /// Fewest moves; `None` where the search grows large.
    fn search(&self, seen: &mut Nodes, start: u64, watch: &mut Watch) -> Option<Found<Axis<u64, u64>>> {
        seen.begin(self.origin(start));
        let mut work = Work { stored: 1, bytes: seen.bytes(), ..Work::default() };
        if self.is_goal(start) {
            return Some(Found::solved(Vec::new(), 0, work));
        }
        // As in the generic search, a limit on states is looked at state by state.
        let (batch, check_every) = if watch.limits.states.is_some() { (1, 1) } else { (BATCH, CHECK_EVERY) };
        let (mut begin, mut end, mut next_check) = (0, 1, 0);
        while begin < end {
            work.depth += 1;
            work.lower_bound = work.depth;
            if !watch.admits(work.depth) {
                return Some(Found::limit(Limit::Moves, work.depth, work));
            }
            while begin < end {
                if begin >= next_check {
                    next_check = begin + check_every;
                    if let Err(limit) = watch.check(&work) {
                        return Some(Found::limit(limit, work.depth, work));
                    }
                }
                let (first, known) = (begin, seen.len);
                begin = end.min(first + batch);
                for number in first..begin {
                    self.expand(seen, number);
                }
                work.expanded = begin as u64;
                work.stored = seen.len as u64;
                work.bytes = seen.bytes();
                let is_goal = |&number: &usize| self.is_goal(seen.nodes[number].state);
                if let Some(goal) = (known..seen.len).find(is_goal) {
                    return Some(Found::solved(self.solution(seen, goal), work.depth, work));
                }
                if seen.len > MOST_STATES {
                    return None;
                }
            }
            end = seen.len;
        }
        Some(Found::unsolvable(work))
    }
}

fn runner(puzzle: &Axis<u64, u64>, piece: usize) -> Runner {
    let track = &puzzle.tracks()[piece];
    let columns = puzzle.columns();
    let row = (1u64 << columns) - 1;
    // A geometric series: the first cell of each row.
    let column = puzzle.cells() / row;
    let line = |line: usize| if track.horizontal { row << (line * columns) } else { column << line };
    let cells = (0..track.length).fold(0, |cells, place| cells | 1u64 << track.cell(columns, place));
    let cells = cells >> cells.trailing_zeros();
    let shift = puzzle.fields().shift(piece);
    let lead = |place: usize| track.cell(columns, track.base + place) as u32;
    Runner {
        step: [(1u64 << shift).wrapping_neg(), 1 << shift],
        shape: [cells, cells.rotate_left(1 + cells.leading_zeros())],
        lead: [lead(0), lead(track.length - 1)],
        shift,
        horizontal: track.horizontal,
        stride: if track.horizontal { 1 } else { columns as u32 },
        begin: track.cell(columns, 0) as u32,
        spread: if track.horizontal { column } else { row },
        before: (0..track.line).fold(0, |before, number| before | line(number)),
        elsewhere: !line(track.line),
        piece: piece as u8,
    }
}

thread_local! {
    /// The memory of the last search on this thread, for the next one: a page fresh from the system costs
    /// more than all states that find room in it.
    static SPARE: Cell<Nodes> = const { Cell::new(Nodes::EMPTY) };
}

impl Shortcut<Axis<u64, u64>> for AxisLayers {
    fn solve(
        &self,
        puzzle: &Axis<u64, u64>,
        start: u64,
        request: Request,
        watch: &mut Watch,
    ) -> Option<(Found<Axis<u64, u64>>, Choice)> {
        let choice = choice(puzzle, request);
        if choice.algorithm != Algorithm::Bfs {
            return None;
        }
        let mut seen = SPARE.replace(Nodes::EMPTY);
        let found = self.search(&mut seen, start, watch);
        if seen.bytes() <= MOST_SPARE {
            SPARE.set(seen);
        }
        Some((found?, choice))
    }
}
