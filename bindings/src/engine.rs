//! One puzzle for Python.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clew_core::kept::{self, TableStore};
use clew_core::puzzle::DEAD_END;
use clew_core::watch::Stop;
use clew_families::any::{AnyPuzzle, Erased, Position};
use clew_search::techniques::Techniques;
use clew_solve::NoWays;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answers::{found, hinted, wrong};
use crate::census::census;
use crate::compiled;
use crate::improve::Improvement;
use crate::options::Options;
use crate::python_rules::Rules;
use crate::python_rules::puzzle::PythonPuzzle;
use crate::solutions::PySolutions;
use crate::tables::Folder;
use crate::user_rules::{BoardRules, PuzzleError, UserRules};
use crate::values;

/// One puzzle. Immutable; may be used from several threads.
#[pyclass(module = "clew._engine", frozen)]
pub struct Engine {
    pub puzzle: Arc<dyn AnyPuzzle>,
    /// The rules, if a user wrote them.
    pub user_rules: Option<Arc<dyn UserRules>>,
}

impl Engine {
    /// The puzzle for one run, and the options of that run.
    pub fn run(&self, given: Option<&Bound<'_, PyDict>>) -> PyResult<(Arc<dyn AnyPuzzle>, Options)> {
        self.allows_search()?;
        let puzzle = self.afresh();
        let board_rules = || Some(Arc::new(BoardRules::new(puzzle.trouble()?)) as Arc<dyn UserRules>);
        let rules = self.user_rules.clone().or_else(board_rules);
        Ok((puzzle, Options::from_kwargs(given)?.over(rules)))
    }

    /// The puzzle for one run: itself, unless runs must share nothing.
    pub fn afresh(&self) -> Arc<dyn AnyPuzzle> {
        self.puzzle.afresh().unwrap_or_else(|| Arc::clone(&self.puzzle))
    }

    /// Raises an error that says why, if nothing can be proved about this puzzle.
    pub fn allows_search(&self) -> PyResult<()> {
        match self.puzzle.trouble().and_then(|trouble| trouble.refusal()) {
            Some(words) => Err(PuzzleError::new_err(words)),
            None => Ok(()),
        }
    }

    /// Asks the puzzle something outside a search. Rules that came with the board can take long, so they run without
    /// the GIL; all others answer sooner than it could be handed over.
    fn ask<R: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&dyn AnyPuzzle) -> Result<R, String> + Send,
    ) -> PyResult<R> {
        match self.puzzle.afresh() {
            None => question(&*self.puzzle).map_err(wrong),
            Some(puzzle) => checked(&*puzzle, || py.detach(|| question(&*puzzle)))?.map_err(wrong),
        }
    }
}

/// Runs the rules outside a search, and raises what goes wrong in them.
pub fn checked<R>(puzzle: &dyn AnyPuzzle, work: impl FnOnce() -> R) -> PyResult<R> {
    let Some(trouble) = puzzle.trouble() else { return Ok(work()) };
    let run = trouble.begin(&Stop::default());
    let result = work();
    trouble.end(run).map_or(Ok(result), |words| Err(PuzzleError::new_err(words)))
}

fn engine(puzzle: Result<Arc<dyn AnyPuzzle>, String>) -> PyResult<Engine> {
    Ok(Engine { puzzle: puzzle.map_err(wrong)?, user_rules: None })
}

#[pymethods]
impl Engine {
    /// The same puzzle without some techniques of its family's own search.
    fn without(&self, techniques: Vec<String>) -> PyResult<Self> {
        let techniques = Techniques::without_named(&techniques).map_err(wrong)?;
        let puzzle = self.puzzle.with_techniques(techniques);
        let none = || "this puzzle's family has no search of its own".to_owned();
        engine(puzzle.ok_or_else(none))
    }

    /// From now on, large tables are read from files in this folder, and written to it.
    #[staticmethod]
    fn keep_tables(folder: Option<PathBuf>) {
        kept::keep_on(folder.map(|folder| Arc::new(Folder(folder)) as Arc<dyn TableStore>));
    }

    /// A puzzle of a family; the values are those that its `make` in the engine reads.
    #[staticmethod]
    #[pyo3(signature = (family, **values))]
    fn make(py: Python<'_>, family: &str, values: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let values = values::of_kwargs(values)?;
        engine(py.detach(|| clew_families::make(family, &values)))
    }

    #[staticmethod]
    fn asked(rules: PyRef<'_, Rules>) -> Self {
        let puzzle = Arc::new(Erased::new(PythonPuzzle(Arc::clone(&rules.inner)), NoWays));
        let user_rules: Arc<dyn UserRules> = Arc::clone(&rules.inner) as Arc<dyn UserRules>;
        Self { puzzle, user_rules: Some(user_rules) }
    }

    #[staticmethod]
    #[pyo3(signature = (**code))]
    fn compiled(py: Python<'_>, code: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let (puzzle, native) = compiled::compiled(code.unwrap_or(&PyDict::new(py)))?;
        Ok(Self { puzzle, user_rules: Some(native) })
    }

    /// Bits of a state in the search's tables.
    #[getter]
    fn state_bits(&self) -> u32 {
        self.puzzle.state_bits()
    }

    /// What its rules did that a proof rests on, so far: whether a turn was left out because of it, and the words.
    #[getter]
    fn notes(&self) -> Vec<(bool, String)> {
        self.puzzle.trouble().map_or_else(Vec::new, |trouble| trouble.notes())
    }

    fn initial(&self) -> Position {
        self.puzzle.initial()
    }

    fn canonical(&self, py: Python<'_>, position: Position) -> PyResult<Position> {
        self.ask(py, |puzzle| puzzle.canonical(&position))
    }

    fn moves<'py>(
        &self,
        py: Python<'py>,
        position: Position,
    ) -> PyResult<Vec<(Bound<'py, PyTuple>, u32, Position)>> {
        let moves = self.ask(py, |puzzle| puzzle.moves(&position))?;
        moves.into_iter().map(|(code, cost, after)| Ok((PyTuple::new(py, code)?, cost, after))).collect()
    }

    fn asked_for(&self, py: Python<'_>, position: Position, code: Vec<u16>) -> PyResult<Vec<u16>> {
        self.ask(py, |puzzle| puzzle.asked(&position, &code))
    }

    fn is_goal(&self, py: Python<'_>, position: Position) -> PyResult<bool> {
        self.ask(py, |puzzle| puzzle.is_goal(&position))
    }

    fn heuristic(&self, py: Python<'_>, position: Position) -> PyResult<Option<u32>> {
        let bound = self.ask(py, |puzzle| puzzle.heuristic(&position))?;
        Ok((bound != DEAD_END).then_some(bound))
    }

    fn predecessors(&self, py: Python<'_>, position: Position) -> PyResult<Option<Vec<(Position, u32)>>> {
        self.ask(py, |puzzle| puzzle.predecessors(&position))
    }

    #[pyo3(signature = (position, **options))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        position: Position,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (puzzle, options) = self.run(options)?;
        let started = Instant::now();
        let answer =
            options.run(py, |watch| puzzle.solve(&position, options.request, watch))?.map_err(wrong)?;
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
        let (puzzle, options) = self.run(options)?;
        let started = Instant::now();
        let answer = options
            .run(py, |watch| puzzle.between(&position, &target, options.request, watch))?
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
        let (puzzle, options) = self.run(options)?;
        let started = Instant::now();
        let all = options
            .run(py, |watch| puzzle.solutions(&position, length, options.request, watch))?
            .map_err(wrong)?;
        Ok(PySolutions::new(all, options, started.elapsed().as_secs_f64()))
    }

    #[pyo3(signature = (position, estimate=None, lookahead=0, **options))]
    fn improve(
        &self,
        position: Position,
        estimate: Option<Py<PyAny>>,
        lookahead: u32,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Improvement> {
        let (puzzle, options) = self.run(options)?;
        puzzle.canonical(&position).map_err(wrong)?;
        Improvement::start(puzzle, position, estimate, lookahead, options)
    }

    #[pyo3(signature = (method=None, checkpoint=None, **options))]
    fn census<'py>(
        &self,
        py: Python<'py>,
        method: Option<&str>,
        checkpoint: Option<(PathBuf, String)>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (puzzle, options) = self.run(options)?;
        census(py, &*puzzle, method, checkpoint, &options)
    }

    #[pyo3(signature = (position, **options))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        position: Position,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (puzzle, options) = self.run(options)?;
        let started = Instant::now();
        let judged =
            options.run(py, |watch| puzzle.hint(&position, options.request, watch))?.map_err(wrong)?;
        hinted(py, &judged, started.elapsed().as_secs_f64())
    }
}
