//! Pattern databases that the whole process shares: a hundred boards of one layout build them once.

use std::sync::{Arc, PoisonError};

use super::databases::{Databases, StateLayout};
use clew_core::kept;
use clew_core::watch::{Limit, Watch};

/// Databases that are kept, and their bytes; those not used for longest go first.
const KEPT: usize = 4;
const BYTES_KEPT: usize = 128 << 20;

/// Bytes of databases that are kept on disk, at least: smaller ones are built as fast as they are read.
const WORTH_KEEPING: usize = 8 << 20;

/// The largest databases of a layout that were built and fit `memory` bytes.
pub fn known<D: Databases>(layout: &D::StateLayout, memory: Option<u64>) -> Option<Arc<D>> {
    let mut known = D::known().lock().unwrap_or_else(PoisonError::into_inner);
    let fits = |databases: &D| memory.is_none_or(|most| databases.bytes() as u64 <= most);
    let all = known.iter().enumerate().filter(|(_, (other, databases))| other == layout && fits(databases));
    let (place, _) = all.max_by_key(|(_, (_, databases))| databases.size())?;
    known[..=place].rotate_right(1);
    Some(Arc::clone(&known[0].1))
}

/// The databases of a layout of this size, built if they are not known.
pub fn of_size<D: Databases>(
    layout: &D::StateLayout,
    size: usize,
    lower_bound: u32,
    threads: usize,
    watch: &mut Watch,
) -> Result<Arc<D>, Limit> {
    let known = D::known().lock().unwrap_or_else(PoisonError::into_inner);
    let same = known.iter().find(|(other, databases)| other == layout && databases.size() == size);
    let same = same.map(|(_, databases)| Arc::clone(databases));
    drop(known);
    same.map_or_else(|| build(layout, size, lower_bound, threads, watch), Ok)
}

/// Builds the databases of a layout of this size. No thread waits for another: two threads that need the same databases
/// at the same time both build them, each under its own limits.
fn build<D: Databases>(
    layout: &D::StateLayout,
    size: usize,
    lower_bound: u32,
    threads: usize,
    watch: &mut Watch,
) -> Result<Arc<D>, Limit> {
    let databases = Arc::new(D::build(layout, size, lower_bound, threads, watch)?);
    if size == layout.largest(None).unwrap_or(0) && databases.bytes() >= WORTH_KEEPING {
        kept::put(&layout.name(size), databases.table());
    }
    Ok(remember(layout, databases))
}

/// Shares the databases with later searches.
fn remember<D: Databases>(layout: &D::StateLayout, databases: Arc<D>) -> Arc<D> {
    let size = databases.size();
    let mut known = D::known().lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|(other, old)| other != layout || old.size() > size);
    known.insert(0, (layout.clone(), Arc::clone(&databases)));
    let mut bytes = 0;
    let fit = known.iter().take(KEPT).take_while(|(_, databases)| {
        bytes += databases.bytes();
        bytes <= BYTES_KEPT
    });
    let fit = fit.count().max(1);
    known.truncate(fit);
    databases
}

/// Whether the largest databases of a layout are kept on disk and fit `memory` bytes.
pub fn is_kept(layout: &impl StateLayout, memory: Option<u64>) -> bool {
    layout.largest(memory).is_some_and(|size| kept::has(&layout.name(size)))
}

/// Those databases; `None` where the file is damaged.
pub fn kept<D: Databases>(layout: &D::StateLayout, memory: Option<u64>) -> Option<Arc<D>> {
    let size = layout.largest(memory)?;
    let table = kept::get(&layout.name(size))?;
    Some(remember(layout, Arc::new(D::of_table(layout, size, table.into())?)))
}
