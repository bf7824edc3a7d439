//! The corridor where another search has told which states lie on it.

use crate::memory::list_bytes;
use crate::packed::Packed;
use crate::puzzle::Puzzle;
use crate::search::corridor::{Corridor, SOON, bytes_of, sort, watched};
use crate::watch::{Limit, Watch, Work};

impl<S: Packed> Corridor<S> {
    /// Forward from the start alone, where it is known which states lie on a solution of the least length: `on_it` says
    /// so of a state and the moves that are left.
    pub fn of_known<P: Puzzle<State = S>>(
        puzzle: &P,
        start: S,
        length: u32,
        on_it: impl Fn(S, u32) -> bool,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let mut layers = vec![vec![start]];
        let mut work = Work { lower_bound: length, best: Some(length), ..Work::default() };
        let mut stored = 1;
        for depth in 1..=length {
            let mut layer = Vec::new();
            let held = bytes_of(&layers);
            for &state in &layers[depth as usize - 1] {
                watched(&mut work, watch, stored, held + list_bytes(&layer, SOON), depth)?;
                puzzle.successors(state, |_, after| {
                    if on_it(after, length - depth) {
                        layer.push(after);
                    }
                });
            }
            sort(&mut layer, watch)?;
            layer.dedup();
            stored += layer.len();
            layers.push(layer);
        }
        watch.room_for(Self::bytes_to_build(&layers))?;
        Self::from_layers(layers, watch)
    }
}
