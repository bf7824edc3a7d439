//! Pattern databases that the whole process shares: a hundred boards of one layout build them once.

use std::sync::{Arc, Mutex, PoisonError};

use super::patterns::{Layout, Patterns};
use crate::kept;
use crate::watch::{Limit, Watch};

/// Layouts that are kept; the one not used for longest goes first.
const KEPT: usize = 4;

/// Bytes of databases that are kept on disk, at least: smaller ones are built as fast as they are read.
const WORTH_KEEPING: usize = 8 << 20;

static KNOWN: Mutex<Vec<(Layout, Arc<Patterns>)>> = Mutex::new(Vec::new());

/// The largest databases of a layout that were built and fit `memory` bytes.
pub fn known(layout: &Layout, memory: Option<u64>) -> Option<Arc<Patterns>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let fits = |patterns: &Patterns| memory.is_none_or(|most| patterns.bytes() as u64 <= most);
    let all = known.iter().enumerate().filter(|(_, (other, patterns))| other == layout && fits(patterns));
    let (place, _) = all.max_by_key(|(_, (_, patterns))| patterns.size)?;
    known[..=place].rotate_right(1);
    Some(Arc::clone(&known[0].1))
}

/// The databases of a layout with groups of `size` pebbles, built if they are not known.
pub fn of_size(
    layout: &Layout,
    size: usize,
    lower_bound: u32,
    threads: usize,
    watch: &mut Watch,
) -> Result<Arc<Patterns>, Limit> {
    let exists = |(other, patterns): &&(Layout, Arc<Patterns>)| other == layout && patterns.size == size;
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).iter().find(exists).cloned();
    known.map_or_else(|| build(layout, size, lower_bound, threads, watch), |(_, patterns)| Ok(patterns))
}

/// Builds the databases of a layout with groups of `size` pebbles. No thread waits for another: two threads that need
/// the same databases at the same time both build them, each under its own limits.
fn build(
    layout: &Layout,
    size: usize,
    lower_bound: u32,
    threads: usize,
    watch: &mut Watch,
) -> Result<Arc<Patterns>, Limit> {
    let patterns = Arc::new(Patterns::build(layout, size, lower_bound, threads, watch)?);
    if size == layout.largest(None).unwrap_or(0) && patterns.bytes() >= WORTH_KEEPING {
        kept::put(&layout.name(size), patterns.table());
    }
    Ok(remember(layout, patterns))
}

/// Shares the databases with later searches.
fn remember(layout: &Layout, patterns: Arc<Patterns>) -> Arc<Patterns> {
    let size = patterns.size;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|(other, old)| other != layout || old.size > size);
    known.insert(0, (layout.clone(), Arc::clone(&patterns)));
    known.truncate(KEPT);
    patterns
}

/// Whether the largest databases of a layout are kept on disk and fit `memory` bytes.
pub fn is_kept(layout: &Layout, memory: Option<u64>) -> bool {
    layout.largest(memory).is_some_and(|size| kept::has(&layout.name(size)))
}

/// Those databases; `None` where the file is damaged.
pub fn kept(layout: &Layout, memory: Option<u64>) -> Option<Arc<Patterns>> {
    let size = layout.largest(memory)?;
    let table = kept::get(&layout.name(size))?;
    Some(remember(layout, Arc::new(Patterns::of_table(layout, size, table.into())?)))
}
