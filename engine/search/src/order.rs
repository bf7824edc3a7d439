//! The order of solutions: of several cheapest ones, those with the fewest moves come first, and of these the first in
//! the order of moves is shown.
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
//!
//! Where every move costs 1, all cheapest solutions have the same number of moves. Elsewhere the states are gone through
//! by the number of moves first ([`fewest`]), and the line is drawn through those that lie on a solution with the fewest.

use crate::dyn_puzzle::DynPuzzle;
use clew_core::packed::Packed;
use clew_core::puzzle::Puzzle;
use clew_core::seen::Seen;
use clew_core::watch::{Limit, Watch, Work};
use clew_core::whole::WHOLE;

const CHECK_EVERY: u64 = 1024;
/// Among how many times as many moves that wait are looked for those whose successors are asked for together.
const NEAR: usize = 4;

/// Legal moves with the states after them, in the order in which they are shown to people.
pub fn moves_in_order<P: Puzzle>(puzzle: &P, state: P::State, moves: &mut Vec<(P::Move, P::State)>) {
    moves.clear();
    puzzle.successors(state, |mv, after| moves.push((mv, after)));
    puzzle.sort_moves(state, moves);
}

/// Legal moves, each with the state after it.
type Moves<P> = Vec<(<P as Puzzle>::Move, <P as Puzzle>::State)>;

/// A move that waits to be made.
struct Open<P: Puzzle> {
    mv: P::Move,
    after: P::State,
    g: u32,
    /// Length of the line before it.
    depth: usize,
    /// What can be done after it, if that was asked.
    moves: Option<Moves<P>>,
}

/// The moves of a state, in order; and, with them, those of the states that are entered next.
fn moves_with_next<P: Puzzle>(puzzle: &P, state: P::State, open: &mut [Open<P>]) -> Moves<P> {
    let near = open.iter_mut().rev().take(NEAR * (P::TOGETHER - 1));
    let mut next: Vec<&mut Open<P>> =
        near.filter(|open| open.moves.is_none()).take(P::TOGETHER - 1).collect();
    let states: Vec<P::State> = [state].into_iter().chain(next.iter().map(|open| open.after)).collect();
    let mut found = vec![Moves::<P>::new(); states.len()];
    puzzle.successors_of(&states, |number, mv, after| found[number].push((mv, after)));
    found.iter_mut().zip(states).for_each(|(moves, state)| puzzle.sort_moves(state, moves));
    let mut found = found.into_iter();
    let moves = found.next().expect("the state comes first");
    next.iter_mut().zip(found).for_each(|(open, moves)| open.moves = Some(moves));
    moves
}

/// Whether a solution may pass through a state at a cost.
type May<'a, S> = &'a dyn Fn(S, u32) -> bool;

/// The solution of cost `length` with the fewest moves, the first in the order of moves. `may(state, g)`: might a solution of that cost pass
/// through `state` at cost `g`? It must not say no where one does. `announce` prefetches what it will look up.
///
/// `None` in a page and where the caller accepts any solution ([`Watch::any_line`]), or where time or memory ran out: `held` is the
/// memory that the search holds. The caller then shows another solution of this length.
pub fn first<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    length: u32,
    announce: &dyn Fn(P::State),
    may: May<P::State>,
    watch: &mut Watch,
    held: Work,
) -> Option<Vec<P::Move>> {
    if !WHOLE || watch.any_line {
        return None;
    }
    let states = watch.limits.states.take();
    let line = if puzzle.unit_cost() {
        descend(puzzle, start, length, announce, may, watch, held)
    } else {
        fewest(puzzle, start, length, may, watch, held).ok().and_then(|on_it| on_it.line(puzzle, start))
    };
    watch.limits.states = states;
    line
}

fn descend<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    length: u32,
    announce: &dyn Fn(P::State),
    may: May<P::State>,
    watch: &mut Watch,
    held: Work,
) -> Option<Vec<P::Move>> {
    // The least cost at which each state was entered, plus 1.
    let mut entered: Seen<P::State, u32> = Seen::default();
    let (mut line, mut open) = (Vec::new(), Vec::<Open<P>>::new());
    let (mut state, mut g, mut expanded, mut known_moves) = (start, 0, 0u64, None);
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
            let moves = known_moves.take().unwrap_or_else(|| moves_with_next(puzzle, state, &mut open));
            for &(_, after) in &moves {
                entered.announce(after);
                announce(after);
            }
            for &(mv, after) in moves.iter().rev() {
                let g = g + puzzle.cost(state, mv);
                if g <= length && entered.get(after).is_none_or(|known| known > g + 1) && may(after, g) {
                    open.push(Open { mv, after, g, depth: line.len(), moves: None });
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
                (state, g, known_moves) = (next.after, next.g, next.moves);
                break;
            }
        }
    }
}

/// The states on the cheapest solutions with the fewest moves.
struct Fewest<S: Packed> {
    /// The number of moves that are left, plus 1.
    left: Seen<S, u32>,
    /// The least cost of these states from the start, plus 1.
    cost: Seen<S, u32>,
}

impl<S: Packed> Fewest<S> {
    /// Whether a move that leads to `after` at cost `g` stays on these solutions, with so many moves left plus 1.
    fn follows(&self, after: S, g: u32, left: u32) -> bool {
        self.left.get(after) == Some(left) && self.cost.get(after) == Some(g + 1)
    }

    /// The first of them in the order of moves. `None`: a heuristic that overestimates hides them all.
    fn line<P: Puzzle<State = S>>(&self, puzzle: &P, start: S) -> Option<Vec<P::Move>> {
        let (mut state, mut g, mut line, mut moves) = (start, 0, Vec::new(), Vec::new());
        let all = self.left.get(start)?;
        for left in (1..all).rev() {
            moves_in_order(puzzle, state, &mut moves);
            let on = moves.iter().map(|&(mv, after)| (mv, after, g + puzzle.cost(state, mv)));
            let mut on = on.filter(|&(_, after, g)| self.follows(after, g, left));
            let (mv, after, spent) = on.next()?;
            line.push(mv);
            (state, g) = (after, spent);
        }
        Some(line)
    }
}

/// The states on the solutions of cost `length` with the fewest moves.
///
/// Layers of moves forward: a state is entered again only if it costs less than before. Then backwards, from the goals of
/// the first layer that has one of cost `length`: on such a solution a state is never reached cheaper, nor as cheaply by
/// fewer moves, so that its cost and its layer are its own.
fn fewest<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    start: S,
    length: u32,
    may: May<S>,
    watch: &mut Watch,
    held: Work,
) -> Result<Fewest<S>, Limit> {
    let mut on_it = Fewest { left: Seen::default(), cost: Seen::default() };
    on_it.cost.insert(start, 1);
    let (mut layers, mut bytes, mut expanded) = (vec![vec![(start, 0)]], 0, 0u64);
    loop {
        let layer = &layers[layers.len() - 1];
        for &(state, _) in layer.iter().filter(|&&(state, g)| g == length && rules.is_goal(state)) {
            on_it.left.insert(state, 1);
        }
        if !on_it.left.is_empty() || layer.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for &(state, g) in layer {
            expanded += 1;
            if watch.due(expanded, CHECK_EVERY) {
                let bytes = bytes + on_it.cost.bytes() + size_of_val(&next[..]);
                watch.check(&Work { bytes: held.bytes + bytes as u64, ..held })?;
            }
            if on_it.cost.get(state) != Some(g + 1) || rules.is_goal(state) {
                continue;
            }
            rules.each_move(state, &mut |cost, after| {
                let g = g.saturating_add(cost);
                if g <= length && on_it.cost.get(after).is_none_or(|known| known > g + 1) && may(after, g) {
                    *on_it.cost.value_mut(after) = g + 1;
                    next.push((after, g));
                }
            });
        }
        bytes += next.capacity() * size_of::<(S, u32)>();
        layers.push(next);
    }
    for (layer, more) in layers.iter().rev().skip(1).zip(1..) {
        for &(state, g) in layer.iter().filter(|&&(state, g)| on_it.cost.get(state) == Some(g + 1)) {
            watch.tick()?;
            let mut leads = false;
            if !rules.is_goal(state) {
                rules.each_move(state, &mut |cost, after| {
                    leads |= on_it.follows(after, g.saturating_add(cost), more);
                });
            }
            if leads {
                on_it.left.insert(state, more + 1);
            }
        }
    }
    Ok(on_it)
}
