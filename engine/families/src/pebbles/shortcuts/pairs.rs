//! Pairs of colours for searches that go from layer to layer, built once a layer is large.

use std::sync::Arc;

use super::colour_layout::ColourLayout;
use super::colour_patterns::ColourPatterns;
use super::costs::Costs;
use super::databases::Databases;
use crate::pebbles::board::Pebbles;
use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch};

/// Colours of a database.
const PAIRS: usize = 2;
/// Pairs are built for a layer of at least this many states...
const FROM: usize = 1 << 12;
/// ... and of one state to this many entries: expanding such a layer takes longer than building them.
const ENTRIES_PER_STATE: u64 = 32;

/// What is asked for.
#[derive(Clone, Copy)]
pub struct Asked {
    /// The optimal length.
    pub length: u32,
    pub threads: usize,
    /// Whether pairs of colours are used.
    pub pairs: bool,
}

/// One end of a search: what bounds the way to it.
pub struct Destination<'a, W: Packed> {
    pub puzzle: &'a Pebbles<W>,
    /// Where the pebbles belong at that end.
    pub plates: &'a [u8],
    /// The length of the solutions that are asked for.
    pub length: u32,
}

impl<W: Packed> Destination<'_, W> {
    /// The databases for a layer of that many states, if they pay off and there is room for them beside `held` bytes.
    pub fn pairs(
        &self,
        costs: impl FnOnce() -> Option<Arc<Costs>>,
        states: usize,
        held: usize,
        watch: &mut Watch,
    ) -> Result<Option<(ColourLayout, ColourPatterns)>, Limit> {
        if states < FROM {
            return Ok(None);
        }
        let (graph, counts) = (self.puzzle.graph(), self.puzzle.counts());
        let layout = costs().and_then(|costs| ColourLayout::new(graph, self.plates, counts, &costs));
        let pays_off = |layout: &ColourLayout| states as u64 >= layout.entries(PAIRS) / ENTRIES_PER_STATE;
        let Some(layout) = layout.filter(pays_off) else { return Ok(None) };
        if watch.room_for(held + layout.bytes_to_build(PAIRS, 1) as usize).is_err() {
            return Ok(None);
        }
        let patterns = ColourPatterns::build(&layout, PAIRS, self.length, 1, watch)?;
        Ok(Some((layout, patterns)))
    }
}
