//! The optimal-path DAG, if another search has found which states lie on it.

use crate::dyn_puzzle::{Direction, DynPuzzle};
use crate::long_lists::sort;
use crate::look_up::{Known, LookUp, Scratch};
use crate::optimal_dag::{OptimalDag, bytes_of};
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch, Work};

/// The states that lie on a solution, so many moves from its end.
struct OnIt<'a, F>(&'a F, u32);

impl<S: Packed, F: Fn(S, u32) -> bool + Sync> Known<S> for OnIt<'_, F> {
    fn announce(&self, _: &[S]) {}

    fn has(&self, state: S) -> bool {
        self.0(state, self.1)
    }
}

impl<S: Packed> OptimalDag<S> {
    /// Forward from the start alone, where it is known which states lie on a solution of the least length: `on_it` says
    /// so of a state and the moves that are left.
    pub fn of_known(
        rules: &dyn DynPuzzle<S>,
        start: S,
        length: u32,
        on_it: impl Fn(S, u32) -> bool + Sync,
        threads: usize,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let mut layers = vec![vec![start]];
        let mut work = Work { stored: 1, lower_bound: length, best: Some(length), ..Work::default() };
        let mut scratch = Scratch::new();
        for depth in 1..=length {
            work.depth = depth;
            let (known, held) = (OnIt(&on_it, length - depth), bytes_of(&layers));
            let look_up = LookUp { rules, direction: Direction::Forward, known: &known, threads, held };
            let mut layer =
                look_up.neighbours(&layers[depth as usize - 1], &mut scratch, &mut work, watch)?;
            sort(&mut layer, watch)?;
            layer.dedup();
            work.stored += layer.len() as u64;
            layers.push(layer);
        }
        watch.room_for(Self::bytes_to_build(&layers))?;
        Self::from_layers(layers, watch)
    }
}
