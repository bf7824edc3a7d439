//! The corridor, if another search has found which states lie on it.

use crate::memory::list_bytes;
use crate::packed::Packed;
use crate::search::corridor::{Corridor, SOON, bytes_of, watched};
use crate::search::long_lists::sort;
use crate::search::rules::{Direction, Rules};
use crate::watch::{Limit, Watch, Work};

impl<S: Packed> Corridor<S> {
    /// Forward from the start alone, where it is known which states lie on a solution of the least length: `on_it` says
    /// so of a state and the moves that are left.
    pub fn of_known(
        rules: &dyn Rules<S>,
        start: S,
        length: u32,
        on_it: impl Fn(S, u32) -> bool,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let mut layers = vec![vec![start]];
        let mut work = Work { lower_bound: length, best: Some(length), ..Work::default() };
        let (mut stored, mut after_it) = (1, Vec::new());
        for depth in 1..=length {
            let mut layer = Vec::new();
            let held = bytes_of(&layers);
            for &state in &layers[depth as usize - 1] {
                watched(&mut work, watch, stored, held + list_bytes(&layer, SOON), depth)?;
                after_it.clear();
                rules.neighbours(Direction::Forward, &[state], &mut after_it);
                layer.extend(after_it.iter().copied().filter(|&after| on_it(after, length - depth)));
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
