//! The census of all positions, for Python; its record is a file.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clew_families::any::AnyPuzzle;
use clew_search::census::checkpoint::{CheckpointStore, Checkpoints};
use clew_search::census::{CensusRequest, Method};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::options::Options;
use crate::parts;

const BUFFER: usize = 1 << 20;

/// Parts of files that were changed longer ago than this were left by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);
/// The name of a part begins with at most that many bytes of the name of its file: names have at most 255.
const PART_NAME: usize = 200;
/// Links that are followed, one to the next.
const MOST_LINKS: usize = 40;

/// A checkpoint in a file, replaced as a whole: a crash during a write leaves the previous one intact. Each write has a
/// part file of its own, so two censuses with one checkpoint never mix.
struct CheckpointFile(PathBuf);

impl CheckpointStore for CheckpointFile {
    fn open(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        if !is_there(&self.0)? {
            return Ok(None);
        }
        Ok(Some(Box::new(BufReader::with_capacity(BUFFER, File::open(&self.0)?))))
    }

    fn replace(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let target = target_of(&self.0);
        is_there(&target)?;
        let beginning = part_name(&target)?;
        remove_abandoned(&target, &beginning);
        let (part, opened) = parts::create(|text| target.with_file_name(format!("{beginning}{text}")))?;
        let mut file = BufWriter::with_capacity(BUFFER, opened);
        let mut written = write(&mut file);
        written = written.and_then(|()| file.into_inner()?.sync_all());
        written = written.and_then(|()| fs::rename(&part, &target));
        if written.is_err() {
            fs::remove_file(&part).ok();
        }
        written
    }
}

/// Whether the file exists. Anything else in its place, such as a folder or a pipe, is an error.
fn is_there(path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(true),
        Ok(_) => Err(io::Error::other("it is not a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Where links lead, also to a file that is not there yet.
fn target_of(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(to) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(to);
    }
    target
}

/// What the names of parts of this file begin with.
fn part_name(target: &Path) -> io::Result<String> {
    let name = target.file_name().ok_or_else(|| io::Error::other("it is not a file"))?;
    let mut name = name.to_string_lossy().into_owned();
    while name.len() > PART_NAME {
        name.pop();
    }
    Ok(format!("{name}.part-"))
}

/// Removes parts that nobody writes any more: they can be as large as the checkpoint.
fn remove_abandoned(target: &Path, beginning: &str) {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let numbers = name.to_str().and_then(|name| name.strip_prefix(beginning)?.split_once('-'));
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_part = numbers.is_some_and(|(process, number)| are_digits(process) && are_digits(number));
        let age = || entry.metadata()?.modified()?.elapsed().map_err(io::Error::other);
        if is_part && age().is_ok_and(|age| age > ABANDONED) {
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
