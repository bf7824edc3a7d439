//! The lists of proofs, as bytes.

use std::time::Instant;

use clew_families::any::{AnyNumbered, Position};
use clew_search::proof::{Default, Form, Unlisted};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::answers::wrong;
use crate::engine::Engine;
use crate::options::Options;

#[pymethods]
impl Engine {
    /// `Listed` of `_engine.pyi`.
    #[pyo3(signature = (
        position, groups, length=None, default="zero", tables=Vec::new(), values=Vec::new(), bytes_each=1, **options
    ))]
    #[allow(clippy::too_many_arguments)] // Those of Python.
    fn proof<'py>(
        &self,
        py: Python<'py>,
        position: Position,
        groups: Vec<Vec<usize>>,
        length: Option<u32>,
        default: &str,
        tables: Vec<Vec<u8>>,
        values: Vec<u16>,
        bytes_each: usize,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let default = match default {
            "zero" => Default::Zero,
            "cells" => Default::Cells(&tables),
            "near" => Default::Near,
            other => return Err(wrong(format!("there is no default `{other}`"))),
        };
        let (puzzle, options): (_, Options) = self.run(options)?;
        let form = Form { groups, values, bytes: bytes_each };
        let started = Instant::now();
        let made = options.run(py, |watch| puzzle.proof(&position, length, default, &form, watch))?;
        let dict = PyDict::new(py);
        dict.set_item("limit", py.None())?;
        let put = |name: &str, AnyNumbered { states, columns }: AnyNumbered| -> PyResult<()> {
            dict.set_item(name, (states, PyBytes::new(py, &columns)))
        };
        match made {
            Err(Err(words)) => return Err(wrong(words)),
            Err(Ok(Unlisted::Refused(words))) => return Err(wrong(words.to_owned())),
            Err(Ok(Unlisted::Limit(limit, work))) => {
                dict.set_item("limit", limit.name())?;
                dict.set_item("stored", work.stored)?;
            }
            Ok(proof) => {
                dict.set_item("stored", proof.work.stored)?;
                dict.set_item("expanded", proof.work.expanded)?;
                dict.set_item("width", proof.width)?;
                put("listed", proof.listed)?;
                if let Some((below, near)) = proof.near {
                    dict.set_item("below", below)?;
                    put("near", near)?;
                }
            }
        }
        dict.set_item("seconds", started.elapsed().as_secs_f64())?;
        Ok(dict)
    }
}
