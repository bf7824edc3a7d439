//! All placements of the pieces that satisfy the goal, by backtracking.

use crate::packed::CellSet;

/// How many partial placements are tried, for each goal that was asked for, before giving up.
const TRIES_PER_GOAL: usize = 64;

/// Where one piece may stand in a goal.
pub(super) struct Choice<C> {
    pub piece: usize,
    /// Anchors in increasing order, with the cells covered.
    pub places: Vec<(usize, C)>,
    /// A piece placed earlier whose anchor must be smaller (it precedes on the line, or is interchangeable).
    pub after: Option<usize>,
}

/// Calls `visit` with the anchors of every placement. Says `false` if there are more than `limit`, or if
/// the work grew out of proportion to it; then only some were visited.
pub(super) fn placements<C: CellSet>(
    choices: &[Choice<C>],
    limit: usize,
    visit: impl FnMut(&[usize]),
) -> bool {
    let tries = limit.saturating_mul(TRIES_PER_GOAL);
    let mut placing = Placing { choices, anchors: vec![0; choices.len()], left: limit, tries, visit };
    placing.place(0, C::NONE)
}

struct Placing<'a, C, F> {
    choices: &'a [Choice<C>],
    anchors: Vec<usize>,
    left: usize,
    tries: usize,
    visit: F,
}

impl<C: CellSet, F: FnMut(&[usize])> Placing<'_, C, F> {
    fn place(&mut self, depth: usize, occupied: C) -> bool {
        let choices = self.choices;
        let Some(choice) = choices.get(depth) else {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            (self.visit)(&self.anchors);
            return true;
        };
        let least = choice.after.map_or(0, |piece| self.anchors[piece] + 1);
        for &(anchor, cells) in choice.places.iter().filter(|place| place.0 >= least) {
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            if !occupied.meets(cells) {
                self.anchors[choice.piece] = anchor;
                if !self.place(depth + 1, occupied.or(cells)) {
                    return false;
                }
            }
        }
        true
    }
}
