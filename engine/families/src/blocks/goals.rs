//! All placements of the pieces, or those that satisfy the goal, by backtracking.

use clew_core::packed::CellSet;

/// How many partial placements are tried, for each goal that was asked for, before giving up.
const TRIES_PER_GOAL: usize = 64;

/// Where one piece may stand.
pub(super) struct Choice<C> {
    pub piece: usize,
    /// Anchors in increasing order, with the cells covered.
    pub places: Vec<(usize, C)>,
    /// A piece placed earlier whose anchor must be smaller (it precedes on the line, or is interchangeable).
    pub after: Option<usize>,
}

/// How many placements there are; see [`clew_core::puzzle::Puzzle::positions`].
pub(super) fn count<C: CellSet>(
    choices: &[Choice<C>],
    most: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    let mut number = 0u64;
    let complete = placements(choices, usize::try_from(most).unwrap_or(usize::MAX), go_on, |_| number += 1);
    complete.then_some(number)
}

/// Calls `visit` with the anchors of every placement, until `go_on` says no. Says `false` if it did, if there are
/// more than `limit`, or if the work grew out of proportion to it; then only some were visited.
pub(super) fn placements<C: CellSet>(
    choices: &[Choice<C>],
    limit: usize,
    go_on: &mut dyn FnMut() -> bool,
    visit: impl FnMut(&[usize]),
) -> bool {
    let tries = limit.saturating_mul(TRIES_PER_GOAL);
    let mut placing = Placing { choices, anchors: vec![0; choices.len()], left: limit, tries, go_on, visit };
    placing.place(0, C::NONE)
}

struct Placing<'a, C, F> {
    choices: &'a [Choice<C>],
    anchors: Vec<usize>,
    left: usize,
    tries: usize,
    go_on: &'a mut dyn FnMut() -> bool,
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
            if self.tries == 0 || !(self.go_on)() {
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
