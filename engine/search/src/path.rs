//! Paths rebuilt from layers: no search stores parents.

use crate::breadth_first::BreadthFirst;
use crate::dyn_puzzle::{Direction, DynPuzzle, move_numbered};
use crate::layers::Layered;
use crate::order::moves_in_order;
use clew_core::packed::Packed;
use clew_core::puzzle::{Backward, Puzzle};
use clew_core::seen::Seen;

/// The cheapest move that leads from one state to the other; the first in the order of moves where several do.
pub fn move_between<P: Puzzle>(puzzle: &P, from: P::State, to: P::State) -> P::Move {
    move_numbered(puzzle, from, number_between(puzzle, from, to))
}

/// The number of that move among the legal ones.
///
/// # Panics
/// If there is none: the caller's layers contradict the puzzle's rule.
fn number_between<S: Packed>(rules: &dyn DynPuzzle<S>, from: S, to: S) -> u32 {
    let (mut found, mut numbers) = (None, 0..);
    rules.each_move(from, &mut |cost, after| {
        let number = numbers.next();
        if after == to && found.is_none_or(|(least, _)| cost < least) {
            found = Some((cost, number));
        }
    });
    found.and_then(|(_, number)| number).expect("a state of a layer is one move from the layer before")
}

/// The moves along a line of states.
pub fn moves_along<P: Puzzle>(puzzle: &P, states: &[P::State]) -> Vec<P::Move> {
    states.windows(2).map(|pair| move_between(puzzle, pair[0], pair[1])).collect()
}

/// The states from the start of a forward search to `end`, which lies in its layer `depth`.
///
/// At each step back the least predecessor is taken, so that the path depends on the sets of states alone.
/// If the puzzle has no predecessors, the first path in the order of moves is taken instead.
pub fn from_start<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    search: &impl Layered<S>,
    start: S,
    end: S,
    depth: u32,
) -> Vec<S> {
    debug_assert_eq!(search.direction(), Direction::Forward);
    if rules.backward() == Backward::No {
        return first_in_order(rules, search, start, end, depth);
    }
    let mut states = line(rules, search, end, depth);
    states.reverse();
    states
}

/// The states from `begin`, which lies in layer `depth` of a backward search, to one of its origins.
pub fn to_goal<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    search: &BreadthFirst<S>,
    begin: S,
    depth: u32,
) -> Vec<S> {
    debug_assert_eq!(search.direction, Direction::Backward);
    line(rules, search, begin, depth)
}

/// The states from `state`, which lies in layer `depth` of a search, to where the search began: in each layer the least.
fn line<S: Packed>(rules: &dyn DynPuzzle<S>, search: &impl Layered<S>, state: S, depth: u32) -> Vec<S> {
    let back = search.direction().opposite();
    let (mut states, mut others) = (vec![state], Vec::new());
    for layer in (0..depth).rev() {
        others.clear();
        rules.neighbours(back, &states[states.len() - 1..], &mut others);
        let least = others.iter().copied().filter(|&other| search.in_layer(other, layer)).min();
        states.push(least.expect("a state of a layer is one move from the layer before"));
    }
    states
}

/// The first solution in the order of moves through the layers of an optimal-path DAG, the last of them first, each sorted.
pub fn first_through<P: Puzzle>(puzzle: &P, layers: &[Vec<P::State>]) -> Vec<P::Move> {
    let Some(([start], later)) = layers.split_last().map(|(first, later)| (&first[..], later)) else {
        unreachable!("a search from one state has that state alone in its first layer");
    };
    let (mut state, mut moves) = (*start, Vec::new());
    let step = |layer: &Vec<P::State>| {
        moves_in_order(puzzle, state, &mut moves);
        let on = moves.iter().find(|(_, after)| layer.binary_search(after).is_ok());
        let &(mv, after) = on.expect("a state of the DAG has a move to its next layer");
        state = after;
        mv
    };
    later.iter().rev().map(step).collect()
}

/// Depth-first through the layers in the order of moves; states that turn out to lead nowhere are not
/// entered twice.
fn first_in_order<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    search: &impl Layered<S>,
    start: S,
    end: S,
    depth: u32,
) -> Vec<S> {
    let mut entered: Seen<S, ()> = Seen::default();
    let mut line: Vec<S> = Vec::new();
    // Successors still to be tried, with the length of the line before each.
    let mut open = vec![(start, 0usize)];
    while let Some((state, before)) = open.pop() {
        line.truncate(before);
        line.push(state);
        if line.len() as u32 == depth + 1 {
            if state == end {
                return line;
            }
            continue;
        }
        let (layer, first) = (line.len() as u32, open.len());
        rules.each_move(state, &mut |_, after| {
            let belongs = if layer == depth { after == end } else { search.in_layer(after, layer) };
            if belongs && entered.insert(after, ()).is_none() {
                open.push((after, line.len()));
            }
        });
        open[first..].reverse();
    }
    unreachable!("the end lies in the search's last layer")
}

/// The states from `start` to `goal`, which was reached at `cost`, by depth-first search in the order of moves
/// through states whose recorded cost fits. `recorded` gives the least known cost of a state plus 1.
///
/// For searches by cost: moves of cost 0 make backward steps ambiguous, and some puzzles have no predecessors. `None` if there
/// is no such line.
pub fn through_costs<S: Packed>(
    rules: &dyn DynPuzzle<S>,
    start: S,
    goal: S,
    cost: u32,
    recorded: impl Fn(S) -> Option<u32>,
) -> Option<Vec<S>> {
    let mut entered: Seen<S, ()> = Seen::default();
    entered.insert(start, ());
    let mut line: Vec<S> = Vec::new();
    let mut open = vec![(start, 0u32, 0usize)];
    while let Some((state, g, before)) = open.pop() {
        line.truncate(before);
        line.push(state);
        if state == goal && g == cost {
            return Some(line);
        }
        if rules.is_goal(state) {
            continue;
        }
        let first = open.len();
        rules.each_move(state, &mut |cost_of_move, after| {
            let g = g.saturating_add(cost_of_move);
            if g <= cost && recorded(after) == Some(g + 1) && entered.insert(after, ()).is_none() {
                open.push((after, g, line.len()));
            }
        });
        open[first..].reverse();
    }
    None
}
