//! The order of solutions: of several shortest ones, the first in the order of moves is shown.
//!
//! ```text
//!   start --- A --- x           moves are tried in order; A leads to a solution in time, so B is not looked at,
//!     \------ B --- y --- G     and at A the same again. Whatever search ran, and on however many threads,
//!                               what is first depends on the puzzle and the start alone.
//! ```
//!
//! A search says which states may lie on a solution of the least length, by its layers, its closed costs or its
//! bounds. [`first`] goes depth-first through these, in the order in which moves are shown to people, and enters no
//! state twice at the same cost: if it did not lead to a goal in time before, it never will.

use crate::puzzle::Puzzle;
use crate::seen::Seen;
use crate::watch::{Watch, Work};
use crate::whole::WHOLE;

const CHECK_EVERY: u64 = 1024;

/// Legal moves with the states after them, in the order in which they are shown to people.
pub fn moves_in_order<P: Puzzle>(puzzle: &P, state: P::State, moves: &mut Vec<(P::Move, P::State)>) {
    moves.clear();
    puzzle.successors(state, |mv, after| moves.push((mv, after)));
    puzzle.sort_moves(state, moves);
}

/// A move that waits to be made.
struct Open<P: Puzzle> {
    mv: P::Move,
    after: P::State,
    g: u32,
    /// Length of the line before it.
    depth: usize,
}

/// The first solution of cost `length` in the order of moves. `may(state, g)`: might a solution of that cost pass
/// through `state` at cost `g`? It must not say no where one does. `announce` prefetches what it will look up.
///
/// `None` in a page and where the caller accepts any solution ([`Watch::any_line`]), or where time or memory ran out: `held` is the
/// memory that the search holds. The caller then shows another solution of this length.
pub fn first<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    length: u32,
    announce: &dyn Fn(P::State),
    may: &dyn Fn(P::State, u32) -> bool,
    watch: &mut Watch,
    held: Work,
) -> Option<Vec<P::Move>> {
    if !WHOLE || watch.any_line {
        return None;
    }
    let states = watch.limits.states.take();
    let line = descend(puzzle, start, length, announce, may, watch, held);
    watch.limits.states = states;
    line
}

fn descend<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    length: u32,
    announce: &dyn Fn(P::State),
    may: &dyn Fn(P::State, u32) -> bool,
    watch: &mut Watch,
    held: Work,
) -> Option<Vec<P::Move>> {
    // The least cost at which each state was entered, plus 1.
    let mut entered: Seen<P::State, u32> = Seen::default();
    let (mut line, mut open, mut moves) = (Vec::new(), Vec::<Open<P>>::new(), Vec::new());
    let (mut state, mut g, mut expanded) = (start, 0, 0u64);
    entered.insert(start, 1);
    loop {
        if puzzle.is_goal(state) {
            if g == length {
                return Some(line);
            }
        } else {
            expanded += 1;
            if watch.due(expanded, CHECK_EVERY) {
                let bytes = entered.bytes() + open.capacity() * size_of::<Open<P>>();
                watch.check(&Work { bytes: held.bytes + bytes as u64, ..held }).ok()?;
            }
            moves_in_order(puzzle, state, &mut moves);
            for &(_, after) in &moves {
                entered.announce(after);
                announce(after);
            }
            for &(mv, after) in moves.iter().rev() {
                let g = g + puzzle.cost(state, mv);
                if g <= length && entered.get(after).is_none_or(|known| known > g + 1) && may(after, g) {
                    open.push(Open { mv, after, g, depth: line.len() });
                }
            }
        }
        loop {
            let next = open.pop()?;
            let known = entered.value_mut(next.after);
            if *known == 0 || *known > next.g + 1 {
                *known = next.g + 1;
                line.truncate(next.depth);
                line.push(next.mv);
                (state, g) = (next.after, next.g);
                break;
            }
        }
    }
}
