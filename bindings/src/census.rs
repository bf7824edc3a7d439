//! The census of all positions, for Python; its record is a file.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clew_engine::any::AnyPuzzle;
use clew_engine::search::census::checkpoint::{CheckpointStore, Checkpoints};
use clew_engine::search::census::{CensusRequest, Method};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::options::Options;

const BUFFER: usize = 1 << 20;

/// Parts of files that were changed longer ago than this were left by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// A checkpoint in a file, replaced as a whole: a crash during a write leaves the previous one intact. Each process
/// writes a part file of its own, so two censuses with one checkpoint never mix.
struct CheckpointFile(PathBuf);

impl CheckpointStore for CheckpointFile {
    fn open(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        match File::open(&self.0) {
            Ok(file) => Ok(Some(Box::new(BufReader::with_capacity(BUFFER, file)))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn replace(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let target = target_of(&self.0);
        let parts = part_of(&target, "");
        remove_abandoned(&parts);
        let part = part_of(&target, &std::process::id().to_string());
        let written = File::create(&part).and_then(|file| {
            let mut file = BufWriter::with_capacity(BUFFER, file);
            write(&mut file)?;
            file.into_inner()?.sync_all()?;
            fs::rename(&part, &target)
        });
        if written.is_err() {
            fs::remove_file(&part).ok();
        }
        written
    }
}

/// Where a link leads, also one that leads to a file that is not there yet.
fn target_of(path: &Path) -> PathBuf {
    let beside = |to: PathBuf| path.parent().unwrap_or(Path::new("")).join(to);
    let found = fs::canonicalize(path).or_else(|_| fs::read_link(path).map(beside));
    found.unwrap_or_else(|_| path.to_owned())
}

fn part_of(target: &Path, process: &str) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(format!(".part-{process}"));
    PathBuf::from(name)
}

/// Removes files that begin like `parts` and that nobody writes any more: they can be as large as the checkpoint.
fn remove_abandoned(parts: &Path) {
    let (Some(folder), Some(name)) = (parts.parent(), parts.file_name()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let old = || entry.metadata()?.modified()?.elapsed().map_err(io::Error::other);
        let is_part = entry.file_name().as_encoded_bytes().starts_with(name.as_encoded_bytes());
        if is_part && old().is_ok_and(|age| age > ABANDONED) {
            fs::remove_file(entry.path()).ok();
        }
    }
}

/// `Counted` of `_engine.pyi`.
pub fn census<'py>(
    py: Python<'py>,
    puzzle: &dyn AnyPuzzle,
    method: Option<&str>,
    checkpoint: Option<(PathBuf, String)>,
    options: &Options,
) -> PyResult<Bound<'py, PyDict>> {
    let method = match method {
        None => None,
        Some(name) => Some(Method::named(name).ok_or_else(|| {
            PyValueError::new_err(format!("there is no method `{name}`; choose matrices, ranks or hash"))
        })?),
    };
    let started = Instant::now();
    let (path, name) = checkpoint.map_or((None, String::new()), |(path, name)| (Some(path), name));
    let mut file = path.map(CheckpointFile);
    let census = options
        .run(py, |watch| {
            let store = file.as_mut().map(|file| file as &mut dyn CheckpointStore);
            let checkpoints = Checkpoints::new(store, name);
            puzzle.census(CensusRequest { method, threads: options.request.threads, checkpoints }, watch)
        })?
        .map_err(PyValueError::new_err)?;
    let dict = PyDict::new(py);
    dict.set_item("counts", census.counts)?;
    dict.set_item("total", census.total)?;
    dict.set_item("hardest", census.hardest)?;
    dict.set_item("limit", census.limit.map(|limit| limit.name()))?;
    dict.set_item("unsaved", census.unsaved)?;
    dict.set_item("method", census.method.name())?;
    dict.set_item("bytes", census.work.bytes)?;
    dict.set_item("seconds", started.elapsed().as_secs_f64())?;
    Ok(dict)
}
