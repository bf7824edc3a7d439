//! Pattern databases that the whole process shares: a hundred boards of one layout build them once.

use std::sync::{Arc, Mutex, PoisonError};

use super::patterns::{Layout, Patterns};
use crate::watch::{Limit, Watch};

/// Layouts that are kept; the one not used for longest goes first.
const KEPT: usize = 4;

static KNOWN: Mutex<Vec<(Layout, Arc<Patterns>)>> = Mutex::new(Vec::new());

/// The databases of a layout, if they were built.
pub fn known(layout: &Layout) -> Option<Arc<Patterns>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let place = known.iter().position(|(other, _)| other == layout)?;
    known[..=place].rotate_right(1);
    Some(Arc::clone(&known[0].1))
}

/// Builds the databases of a layout. Nobody waits for it: two threads that need the same ones at the same
/// time both build them, each under its own limits. Tables cut short by a limit on memory are not shared.
pub fn build(layout: &Layout, lower_bound: u32, watch: &mut Watch) -> Result<Option<Arc<Patterns>>, Limit> {
    let Some(patterns) = Patterns::build(layout, lower_bound, watch)? else {
        return Ok(None);
    };
    let patterns = Arc::new(patterns);
    if watch.limits.memory.is_none() {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(other, _)| other != layout);
        known.insert(0, (layout.clone(), Arc::clone(&patterns)));
        known.truncate(KEPT);
    }
    Ok(Some(patterns))
}
