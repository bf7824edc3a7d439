//! Files that are written under a name of their own and get the right one once they are complete.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// A new file, of which `named` makes the path from a text that no other part of this process has. A name that is taken
/// was left by a process that was killed and had the same number, or belongs to one on another machine.
pub fn create(named: impl Fn(&str) -> PathBuf) -> io::Result<(PathBuf, File)> {
    static PARTS: AtomicU32 = AtomicU32::new(0);
    loop {
        let path = named(&format!("{}-{}", process::id(), PARTS.fetch_add(1, Ordering::Relaxed)));
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return Ok((path, opened?)),
        }
    }
}
