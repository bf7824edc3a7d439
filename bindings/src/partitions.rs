//! Partitions of a map for Python: lists of states as numpy arrays of their words.

use clew_core::puzzle::Backward;
use clew_families::any::Position;
use clew_space::partitions::{Block, Joined, Way};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers::wrong;
use crate::engine::{Engine, checked};
use crate::space::slice;

type Words<'py> = PyReadonlyArray1<'py, u64>;
type Array<'py, T> = Bound<'py, PyArray1<T>>;

#[pymethods]
impl Engine {
    #[getter]
    fn backward(&self) -> &'static str {
        match self.puzzle.backward() {
            Backward::No => "no",
            Backward::Reversible => "reversible",
            Backward::Predecessors => "predecessors",
        }
    }

    #[getter]
    fn unit_cost(&self) -> bool {
        self.puzzle.unit_cost()
    }

    fn partition_of(&self, position: Position, partitions: usize) -> PyResult<usize> {
        self.puzzle.partition_of(&position, partitions).map_err(wrong)
    }

    /// `Expanded` of `_engine.pyi`.
    #[pyo3(signature = (words, partitions, expand_goals=true, backward=false))]
    fn expand<'py>(
        &self,
        py: Python<'py>,
        words: Words<'py>,
        partitions: usize,
        expand_goals: bool,
        backward: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        if partitions == 0 || (backward && self.puzzle.backward() == Backward::No) {
            return Err(PyValueError::new_err(
                "the number of partitions is 0, or this puzzle has no predecessors",
            ));
        }
        let words = slice(&words, "words")?;
        let way = Way { partitions, expand_goals, backward };
        self.allows_search()?;
        let puzzle = self.afresh();
        let expanded = checked(&*puzzle, || py.detach(|| puzzle.expand(words, way)))?;
        let arrays = |(cost, partition, run)| (cost, partition, PyArray1::from_vec(py, run));
        let dict = PyDict::new(py);
        dict.set_item("edges", expanded.edges)?;
        dict.set_item("halves", expanded.halves)?;
        dict.set_item("runs", expanded.runs.into_iter().map(arrays).collect::<Vec<_>>())?;
        Ok(dict)
    }

    fn goals_among<'py>(&self, py: Python<'py>, words: Words<'py>) -> PyResult<Array<'py, u64>> {
        let words = slice(&words, "words")?;
        Ok(PyArray1::from_vec(py, py.detach(|| self.puzzle.goals_among(words))))
    }

    fn moves_of_all<'py>(
        &self,
        py: Python<'py>,
        words: Words<'py>,
    ) -> PyResult<(Array<'py, u32>, Array<'py, u64>, Array<'py, u32>)> {
        let words = slice(&words, "words")?;
        let puzzle = self.afresh();
        let (counts, after, costs) = checked(&*puzzle, || py.detach(|| puzzle.moves_of_all(words)))?;
        Ok((PyArray1::from_vec(py, counts), PyArray1::from_vec(py, after), PyArray1::from_vec(py, costs)))
    }

    #[pyo3(signature = (new, seen, within=None))]
    fn fresh<'py>(
        &self,
        py: Python<'py>,
        new: Vec<(Words<'py>, bool)>,
        seen: Vec<(Words<'py>, bool)>,
        within: Option<Vec<(Words<'py>, bool)>>,
    ) -> PyResult<(Array<'py, u64>, Vec<usize>)> {
        let (new, seen) = (blocks(&new)?, blocks(&seen)?);
        let within = within.as_deref().map(blocks).transpose()?;
        let (words, taken) = py.detach(|| self.puzzle.fresh(&new, &seen, within.as_deref()));
        Ok((PyArray1::from_vec(py, words), taken))
    }

    /// `Joined` of `_engine.pyi`.
    fn join<'py>(
        &self,
        py: Python<'py>,
        depths: Vec<(Words<'py>, bool, u16)>,
        distances: Vec<(Words<'py>, bool, u16)>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (depths, distances) = (layers(&depths)?, layers(&distances)?);
        let (Joined { words, depth, distance }, taken) = py.detach(|| self.puzzle.join(&depths, &distances));
        let dict = PyDict::new(py);
        dict.set_item("words", PyArray1::from_vec(py, words))?;
        dict.set_item("depth", PyArray1::from_vec(py, depth))?;
        dict.set_item("distance", PyArray1::from_vec(py, distance))?;
        dict.set_item("taken", taken)?;
        Ok(dict)
    }
}

fn blocks<'a>(lists: &'a [(Words<'_>, bool)]) -> PyResult<Vec<Block<'a>>> {
    lists.iter().map(|(words, open)| block(words, *open)).collect()
}

fn layers<'a>(lists: &'a [(Words<'_>, bool, u16)]) -> PyResult<Vec<(Block<'a>, u16)>> {
    lists.iter().map(|(words, open, layer)| Ok((block(words, *open)?, *layer))).collect()
}

fn block<'a>(words: &'a Words<'_>, open: bool) -> PyResult<Block<'a>> {
    let words = slice(words, "words")?;
    if open && words.is_empty() {
        return Err(PyValueError::new_err(
            "a list that is still open has no states here, so the merge cannot advance",
        ));
    }
    Ok(Block { words, open })
}
