//! The engine's tables as files in a folder. If anything goes wrong with a file, the table is built again.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use clew_core::kept::TableStore;

use crate::parts;

/// The most files; beyond that, the oldest are deleted.
const MOST_FILES: usize = 8;

pub struct Folder(pub PathBuf);

impl TableStore for Folder {
    fn has(&self, file: &str) -> bool {
        self.0.join(file).is_file()
    }

    fn get(&self, file: &str) -> Option<Vec<u8>> {
        fs::read(self.0.join(file)).ok()
    }

    fn put(&self, file: &str, content: &[&[u8]]) {
        // If a table could not be written, it is simply built again.
        let _ = self.write(file, content);
        let _ = self.tidy();
    }
}

impl Folder {
    /// Nobody sees an incomplete file: it gets its name once it is complete.
    fn write(&self, file: &str, content: &[&[u8]]) -> io::Result<()> {
        let (part, opened) = parts::create(|text| self.0.join(format!(".part-{text}")))?;
        let written = write_all(opened, content).and_then(|()| fs::rename(&part, self.0.join(file)));
        if written.is_err() {
            let _ = fs::remove_file(&part);
        }
        written
    }

    fn tidy(&self) -> io::Result<()> {
        let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            files.push((entry.metadata()?.modified()?, entry.path()));
        }
        files.sort();
        let spare = files.len().saturating_sub(MOST_FILES);
        files[..spare].iter().try_for_each(|(_, path)| fs::remove_file(path))
    }
}

fn write_all(mut file: File, content: &[&[u8]]) -> io::Result<()> {
    content.iter().try_for_each(|part| file.write_all(part))
}
