//! The null puzzle: count down to zero. It is the smallest complete [`Puzzle`] and the template for new
//! families; it is always built, and every search is tested on it.
//!
//! ```text
//!   5  --down-->  4  --down-->  3 ... 0   (solved)
//!      <---up---     <---up---            (never above `highest`)
//! ```
//!
//! Position: one number, the counter. Move: one number, 0 down or 1 up.

use crate::any::{Shared, shared};
use clew_core::puzzle::{Backward, Puzzle};
use clew_core::values::Values;

#[derive(Clone, Debug)]
pub struct Null {
    start: u16,
    highest: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Down,
    Up,
}

impl Null {
    /// A counter that begins at `start` and never exceeds `highest`.
    pub fn new(start: u16, highest: u16) -> Result<Self, String> {
        if start > highest {
            return Err(format!("the counter begins at {start}, above its highest value {highest}"));
        }
        Ok(Self { start, highest })
    }
}

/// See [`Null::new`]: `start`, `highest`.
pub fn make(values: &Values) -> Result<Shared, String> {
    Ok(shared(Null::new(values.get("start")?, values.get("highest")?)?))
}

impl Puzzle for Null {
    type State = u64;
    type Move = Step;

    fn initial(&self) -> u64 {
        u64::from(self.start)
    }

    fn moves(&self, state: u64, out: &mut Vec<Step>) {
        if state > 0 {
            out.push(Step::Down);
        }
        if state < u64::from(self.highest) {
            out.push(Step::Up);
        }
    }

    fn apply(&self, state: u64, mv: Step) -> u64 {
        match mv {
            Step::Down => state - 1,
            Step::Up => state + 1,
        }
    }

    fn is_goal(&self, state: u64) -> bool {
        state == 0
    }

    fn sort_moves<T>(&self, _: u64, _: &mut [(Step, T)]) {} // they are in order

    // A move subtracts at most one, so at least `state` moves are needed.
    fn heuristic(&self, state: u64) -> u32 {
        state as u32
    }

    fn backward(&self) -> Backward {
        Backward::Reversible
    }

    fn goals(&self, limit: usize, out: &mut Vec<u64>) -> bool {
        let known = limit > 0;
        if known {
            out.push(0);
        }
        known
    }

    fn positions(&self, most: u64, _go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        Some(u64::from(self.highest) + 1).filter(|&number| number <= most)
    }

    fn pack(&self, position: &[u16]) -> Result<u64, String> {
        match position {
            &[value] if value <= self.highest => Ok(u64::from(value)),
            _ => Err(format!("a position is one number from 0 to {}", self.highest)),
        }
    }

    fn unpack(&self, state: u64) -> Vec<u16> {
        vec![state as u16]
    }

    fn describe(&self, _state: u64, mv: Step) -> Vec<u16> {
        vec![mv as u16]
    }

    // The counter, at its new value.
    fn landing(&self, state: u64, mv: Step) -> [u16; 2] {
        [0, self.apply(state, mv) as u16]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_search::laws::{Checked, check};
    use clew_space::partitions::{Way, expand, moves};

    #[test]
    fn the_template_keeps_the_laws() {
        let checked = check(&Null::new(5, 9).unwrap(), 1000);
        assert_eq!(checked, Ok(Checked { states: 10, optimum: Some(5) }));
    }

    #[test]
    fn moves_are_made_once_and_sorted_by_partition() {
        let puzzle = Null::new(3, 5).unwrap();
        let start = Puzzle::initial(&puzzle);
        let way = Way { partitions: 1, expand_goals: true, backward: false };
        let expanded = expand(&puzzle, &[start, start + 1], way);
        let [(1, 0, run)] = &expanded.runs[..] else { panic!("{expanded:?}") };
        assert!(run.is_sorted() && run.len() == 4);
        assert_eq!((expanded.edges, expanded.halves), (4, 4));
        let before = expand(&puzzle, &[start, start + 1], Way { backward: true, ..way });
        assert_eq!(&before.runs[0].2, run, "every move can be taken back");
        let (counts, after, costs) = moves(&puzzle, &[start]);
        assert_eq!((counts, after.len(), costs), (vec![2], 2, vec![1, 1]));
    }
}
