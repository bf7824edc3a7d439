//! The census of all positions, for Python; its record is a file.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::time::Instant;

use clew_engine::any::AnyPuzzle;
use clew_engine::search::census::checkpoint::{CheckpointStore, Checkpoints};
use clew_engine::search::census::{CensusRequest, Method};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::options::Options;

const BUFFER: usize = 1 << 20;

/// A checkpoint in a file, replaced as a whole: a crash during a write leaves the previous one intact.
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
        let mut name = self.0.clone().into_os_string();
        name.push(".part");
        let part = PathBuf::from(name);
        let written = File::create(&part).and_then(|file| {
            let mut file = BufWriter::with_capacity(BUFFER, file);
            write(&mut file)?;
            file.into_inner()?.sync_all()
        });
        match written {
            Ok(()) => fs::rename(&part, &self.0),
            Err(error) => {
                fs::remove_file(&part).ok();
                Err(error)
            }
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
    dict.set_item("method", census.method.name())?;
    dict.set_item("bytes", census.work.bytes)?;
    dict.set_item("seconds", started.elapsed().as_secs_f64())?;
    Ok(dict)
}
