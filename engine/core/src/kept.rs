//! Tables that another process has built, kept wherever the caller keeps them.
//!
//! The engine does no input or output. A caller that does sets a [`TableStore`] once; without one nothing is kept.
//! Everything that a table depends on is its *name*, written in full before the table, so that no two can be confused;
//! so is the version, since another one may build another table under the same name. A checksum over all of it comes
//! last. An incomplete table counts as missing.

use std::sync::{Arc, Mutex, PoisonError};

use crate::checksum::checksum;

/// Where tables are kept, as files by name.
pub trait TableStore: Send + Sync {
    fn has(&self, file: &str) -> bool;
    fn get(&self, file: &str) -> Option<Vec<u8>>;
    fn put(&self, file: &str, content: &[&[u8]]);
}

static STORE: Mutex<Option<Arc<dyn TableStore>>> = Mutex::new(None);

/// From now on tables are kept there; `None`: nowhere.
pub fn keep_on(store: Option<Arc<dyn TableStore>>) {
    *STORE.lock().unwrap_or_else(PoisonError::into_inner) = store;
}

fn store() -> Option<Arc<dyn TableStore>> {
    STORE.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Whether there is a table of that name.
#[must_use]
pub fn has(name: &str) -> bool {
    store().is_some_and(|store| store.has(&file_of(name)))
}

/// The table of that name, if it exists and is complete.
#[must_use]
pub fn get(name: &str) -> Option<Vec<u8>> {
    table_in(store()?.get(&file_of(name))?, name)
}

/// Keeps a table.
pub fn put(name: &str, table: &[u8]) {
    if let Some(store) = store() {
        let head = head_of(name);
        let sum = checksum(checksum(0, &head), table).to_le_bytes();
        store.put(&file_of(name), &[&head, table, &sum]);
    }
}

/// The table in a file's content.
fn table_in(mut content: Vec<u8>, name: &str) -> Option<Vec<u8>> {
    let head = head_of(name);
    let end = content.len().checked_sub(8).filter(|&end| end >= head.len())?;
    let sum = checksum(checksum(0, &content[..head.len()]), &content[head.len()..end]);
    if content[..head.len()] != head || content[end..] != sum.to_le_bytes() {
        return None;
    }
    content.truncate(end);
    content.drain(..head.len());
    Some(content)
}

fn file_of(name: &str) -> String {
    format!("{:016x}.table", checksum(0, name.as_bytes()))
}

fn head_of(name: &str) -> Vec<u8> {
    format!("clew table 1, engine {}\n{name}\n", env!("CARGO_PKG_VERSION")).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, table: &[u8]) -> Vec<u8> {
        let head = head_of(name);
        let sum = checksum(checksum(0, &head), table).to_le_bytes();
        [&head[..], table, &sum].concat()
    }

    #[test]
    fn a_whole_file_is_read_and_a_damaged_one_is_not() {
        let table: Vec<u8> = (0..1003u32).map(|number| (number * 7) as u8).collect();
        let whole = file("grid", &table);
        assert_eq!(table_in(whole.clone(), "grid"), Some(table));
        assert_eq!(table_in(whole.clone(), "ring"), None, "another name");
        for cut in [0, 1, 7, 20, whole.len() - 1] {
            assert_eq!(table_in(whole[..cut].to_vec(), "grid"), None, "{cut} bytes");
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 16;
            assert_eq!(table_in(damaged, "grid"), None, "byte {at}");
        }
    }
}
