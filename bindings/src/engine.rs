//! One puzzle for Python.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clew_engine::any::{Answer, AnyPuzzle, Code, Erased, Judged, Position};
use clew_engine::catalogue;
use clew_engine::puzzle::DEAD_END;
use clew_engine::puzzles::{blocks, ricochet};
use clew_engine::search::auto::NoShortcut;
use clew_engine::search::found::Status;
use clew_engine::search::ideas::Ideas;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::asked::Rules;
use crate::asked::puzzle::Asked;
use crate::census::census;
use crate::compiled;
use crate::guest::Guest;
use crate::improve::Improvement;
use crate::listen::Options;
use crate::solutions::PySolutions;

/// One puzzle. Immutable; may be used from several threads.
#[pyclass(module = "clew._engine", frozen)]
pub struct Engine {
    pub puzzle: Arc<dyn AnyPuzzle>,
    /// The rules, where a user wrote them.
    pub guest: Option<Arc<dyn Guest>>,
}

impl Engine {
    /// The options of a run over this puzzle.
    pub fn options(&self, given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        Ok(Options::from_kwargs(given)?.over(self.guest.clone()))
    }
}

pub fn wrong(words: String) -> PyErr {
    PyValueError::new_err(words)
}

fn engine(puzzle: Result<Arc<dyn AnyPuzzle>, String>) -> PyResult<Engine> {
    Ok(Engine { puzzle: puzzle.map_err(wrong)?, guest: None })
}

/// Moves as tuples.
pub fn codes<'py>(py: Python<'py>, codes: &[Code]) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    codes.iter().map(|code| PyTuple::new(py, code)).collect()
}

pub fn status_name(status: Status) -> &'static str {
    match status {
        Status::Solved => "solved",
        Status::Unsolvable => "unsolvable",
        Status::Limit(_) => "limit",
    }
}

#[pymethods]
impl Engine {
    /// The same puzzle without some ideas of its family's own ways.
    fn without(&self, ideas: Vec<String>) -> PyResult<Self> {
        let ideas = Ideas::without_named(&ideas).map_err(wrong)?;
        let puzzle = self.puzzle.with(ideas);
        let none = || "this puzzle is searched in no way of its family's own".to_owned();
        engine(puzzle.ok_or_else(none))
    }

    #[staticmethod]
    fn null(start: u16, highest: u16) -> PyResult<Self> {
        engine(catalogue::null(start, highest))
    }

    #[staticmethod]
    fn pebbles(neighbours: Vec<Vec<usize>>, plates: Vec<u16>, pebbles: Vec<u16>) -> PyResult<Self> {
        engine(catalogue::pebbles(&neighbours, &plates, &pebbles))
    }

    #[staticmethod]
    fn blocks(
        rows: usize,
        columns: usize,
        walls: Vec<usize>,
        pieces: Vec<Vec<usize>>,
        free: bool,
        metric: &str,
        goals: Vec<(usize, Vec<usize>)>,
    ) -> PyResult<Self> {
        let metric = match metric {
            "slide" => blocks::Metric::Slide,
            "step" => blocks::Metric::Step,
            "piece" => blocks::Metric::Piece,
            _ => {
                return Err(wrong(format!(
                    "there is no metric `{metric}`; the metrics are slide, step, piece"
                )));
            }
        };
        engine(catalogue::blocks(&blocks::Setup { rows, columns, walls, pieces, free, metric, goals }))
    }

    #[staticmethod]
    #[allow(clippy::too_many_arguments)] // They are keyword arguments in Python.
    fn ricochet(
        rows: usize,
        columns: usize,
        blocked: Vec<u16>,
        walls: Vec<(u16, u8)>,
        colours: Vec<u32>,
        tiles: Vec<u16>,
        goals: Vec<Vec<(u32, u16)>>,
        open: bool,
    ) -> PyResult<Self> {
        let setup = ricochet::Setup { rows, columns, blocked, walls, colours, tiles, goals, open };
        engine(catalogue::ricochet(&setup))
    }

    #[staticmethod]
    fn coroutine(
        rows: usize,
        columns: usize,
        squares: Vec<Vec<u16>>,
        coins: (usize, usize),
        target: usize,
        steps: bool,
        own: bool,
    ) -> PyResult<Self> {
        let narrow = |list: Vec<u16>| list.into_iter().map(|d| u8::try_from(d).unwrap_or(u8::MAX)).collect();
        let squares: Vec<Vec<u8>> = squares.into_iter().map(narrow).collect();
        engine(catalogue::coroutine(rows, columns, &squares, [coins.0, coins.1], target, steps, own))
    }

    #[staticmethod]
    fn route(places: Vec<[i32; 2]>, ways: Vec<(u16, u16, u32)>, start: u16, goal: u16) -> PyResult<Self> {
        engine(catalogue::route(&places, &ways, start, goal))
    }

    #[staticmethod]
    fn asked(rules: PyRef<'_, Rules>) -> Self {
        let puzzle = Arc::new(Erased::new(Asked(Arc::clone(&rules.inner)), NoShortcut));
        let guest: Arc<dyn Guest> = Arc::clone(&rules.inner) as Arc<dyn Guest>;
        Self { puzzle, guest: Some(guest) }
    }

    #[staticmethod]
    #[pyo3(signature = (**code))]
    fn compiled(py: Python<'_>, code: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let (puzzle, native) = compiled::compiled(code.unwrap_or(&PyDict::new(py)))?;
        Ok(Self { puzzle, guest: Some(native) })
    }

    /// Bits of a state in the search's tables.
    #[getter]
    fn state_bits(&self) -> u32 {
        self.puzzle.state_bits()
    }

    fn initial(&self) -> Position {
        self.puzzle.initial()
    }

    fn canonical(&self, position: Position) -> PyResult<Position> {
        self.puzzle.canonical(&position).map_err(wrong)
    }

    fn moves<'py>(
        &self,
        py: Python<'py>,
        position: Position,
    ) -> PyResult<Vec<(Bound<'py, PyTuple>, u32, Position)>> {
        let moves = self.puzzle.moves(&position).map_err(wrong)?;
        moves.into_iter().map(|(code, cost, after)| Ok((PyTuple::new(py, code)?, cost, after))).collect()
    }

    fn is_goal(&self, position: Position) -> PyResult<bool> {
        self.puzzle.is_goal(&position).map_err(wrong)
    }

    fn heuristic(&self, position: Position) -> PyResult<Option<u32>> {
        let bound = self.puzzle.heuristic(&position).map_err(wrong)?;
        Ok((bound != DEAD_END).then_some(bound))
    }

    fn predecessors(&self, position: Position) -> PyResult<Option<Vec<(Position, u32)>>> {
        self.puzzle.predecessors(&position).map_err(wrong)
    }

    #[pyo3(signature = (position, **options))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        position: Position,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let options = self.options(options)?;
        let started = Instant::now();
        let answer =
            options.run(py, |watch| self.puzzle.solve(&position, options.request, watch))?.map_err(wrong)?;
        found(py, &answer, started.elapsed().as_secs_f64())
    }

    #[pyo3(signature = (position, target, **options))]
    fn between<'py>(
        &self,
        py: Python<'py>,
        position: Position,
        target: Position,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let options = self.options(options)?;
        let started = Instant::now();
        let answer = options
            .run(py, |watch| self.puzzle.between(&position, &target, options.request, watch))?
            .map_err(wrong)?;
        found(py, &answer, started.elapsed().as_secs_f64())
    }

    #[pyo3(signature = (position, length=None, **options))]
    fn solutions(
        &self,
        py: Python<'_>,
        position: Position,
        length: Option<u32>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PySolutions> {
        let options = self.options(options)?;
        let started = Instant::now();
        let all = options
            .run(py, |watch| self.puzzle.solutions(&position, length, options.request, watch))?
            .map_err(wrong)?;
        Ok(PySolutions::new(all, options, started.elapsed().as_secs_f64()))
    }

    #[pyo3(signature = (position, guide=None, lookahead=0, **options))]
    fn improve(
        &self,
        position: Position,
        guide: Option<Py<PyAny>>,
        lookahead: u32,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Improvement> {
        let options = self.options(options)?;
        self.puzzle.canonical(&position).map_err(wrong)?;
        Ok(Improvement::start(Arc::clone(&self.puzzle), position, guide, lookahead, options))
    }

    #[pyo3(signature = (method=None, checkpoint=None, **options))]
    fn census<'py>(
        &self,
        py: Python<'py>,
        method: Option<&str>,
        checkpoint: Option<(PathBuf, String)>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        census(py, &*self.puzzle, method, checkpoint, &self.options(options)?)
    }

    #[pyo3(signature = (position, **options))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        position: Position,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let options = self.options(options)?;
        let started = Instant::now();
        let judged =
            options.run(py, |watch| self.puzzle.hint(&position, options.request, watch))?.map_err(wrong)?;
        hinted(py, &judged, started.elapsed().as_secs_f64())
    }
}

/// `Found` of `_engine.pyi`.
pub fn found<'py>(py: Python<'py>, answer: &Answer, seconds: f64) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("status", status_name(answer.status))?;
    dict.set_item("limit", answer.limit.map(|limit| limit.name()))?;
    dict.set_item("length", answer.length)?;
    dict.set_item("codes", answer.codes.as_deref().map(|list| codes(py, list)).transpose()?)?;
    dict.set_item("optimal", answer.optimal)?;
    dict.set_item("lower_bound", answer.lower_bound)?;
    dict.set_item("states", answer.work.stored)?;
    dict.set_item("expanded", answer.work.expanded)?;
    dict.set_item("seconds", seconds)?;
    dict.set_item("algorithm", answer.choice.algorithm.name())?;
    dict.set_item("reason", &answer.choice.reason)?;
    Ok(dict)
}

/// `Hinted` of `_engine.pyi`.
fn hinted<'py>(py: Python<'py>, judged: &Judged, seconds: f64) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let status = match (judged.limit, judged.distance) {
        (Some(_), _) => "limit",
        (None, Some(_)) => "solved",
        (None, None) => "unsolvable",
    };
    dict.set_item("status", status)?;
    dict.set_item("limit", judged.limit.map(|limit| limit.name()))?;
    dict.set_item("distance", judged.distance)?;
    let moves: PyResult<Vec<_>> =
        judged.moves.iter().map(|(code, distance)| Ok((PyTuple::new(py, code)?, *distance))).collect();
    dict.set_item("moves", moves?)?;
    dict.set_item("line", codes(py, &judged.line)?)?;
    dict.set_item("states", judged.stored)?;
    dict.set_item("seconds", seconds)?;
    Ok(dict)
}
