//! One puzzle for Python.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clew_engine::any::{AnyPuzzle, Erased, Position};
use clew_engine::families;
use clew_engine::kept::{self, TableStore};
use clew_engine::puzzle::DEAD_END;
use clew_engine::search::techniques::Techniques;
use clew_engine::watch::Stop;
use clew_engine::ways::NoWays;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answers::{found, hinted, wrong};
use crate::batched::BatchedRules;
use crate::batched::puzzle::BatchedPuzzle;
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
    /// The options of a run on this puzzle.
    pub fn options(&self, given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        self.allows_search()?;
        Ok(Options::from_kwargs(given)?.over(self.rules()))
    }

    /// Raises an error that says why, if nothing can be proved about this puzzle.
    pub fn allows_search(&self) -> PyResult<()> {
        match self.puzzle.trouble().and_then(|trouble| trouble.refusal()) {
            Some(words) => Err(PuzzleError::new_err(words)),
            None => Ok(()),
        }
    }

    /// Runs the rules outside a search, and raises what goes wrong in them.
    pub fn checked<R>(&self, work: impl FnOnce() -> R) -> PyResult<R> {
        let Some(trouble) = self.puzzle.trouble() else { return Ok(work()) };
        let run = trouble.begin(&Stop::default());
        let result = work();
        trouble.end(run).map_or(Ok(result), |words| Err(PuzzleError::new_err(words)))
    }

    /// What can go wrong in the rules, if they are not the engine's own.
    fn rules(&self) -> Option<Arc<dyn UserRules>> {
        let board_rules = || Some(Arc::new(BoardRules::new(self.puzzle.trouble()?)) as Arc<dyn UserRules>);
        self.user_rules.clone().or_else(board_rules)
    }
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
    fn make(family: &str, values: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        engine(families::make(family, &values::of_kwargs(values)?))
    }

    #[staticmethod]
    fn asked(rules: PyRef<'_, Rules>) -> Self {
        let puzzle = Arc::new(Erased::new(PythonPuzzle(Arc::clone(&rules.inner)), NoWays));
        let user_rules: Arc<dyn UserRules> = Arc::clone(&rules.inner) as Arc<dyn UserRules>;
        Self { puzzle, user_rules: Some(user_rules) }
    }

    #[staticmethod]
    fn batched(rules: PyRef<'_, BatchedRules>) -> Self {
        let puzzle = Arc::new(Erased::new(BatchedPuzzle(Arc::clone(&rules.inner)), NoWays));
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

    fn canonical(&self, position: Position) -> PyResult<Position> {
        self.puzzle.canonical(&position).map_err(wrong)
    }

    fn moves<'py>(
        &self,
        py: Python<'py>,
        position: Position,
    ) -> PyResult<Vec<(Bound<'py, PyTuple>, u32, Position)>> {
        let moves = self.checked(|| self.puzzle.moves(&position))?.map_err(wrong)?;
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

    #[pyo3(signature = (position, estimate=None, lookahead=0, **options))]
    fn improve(
        &self,
        position: Position,
        estimate: Option<Py<PyAny>>,
        lookahead: u32,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Improvement> {
        let options = self.options(options)?;
        self.puzzle.canonical(&position).map_err(wrong)?;
        Improvement::start(Arc::clone(&self.puzzle), position, estimate, lookahead, options)
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
