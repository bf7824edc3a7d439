//! `clew._engine`: thin Python bindings of the engine. Text stays in Python, search stays in `clew-engine`; the
//! bindings pass numbers on, release the GIL and check for signals.
// Denied, not forbidden: `compiled` calls machine code by its address.
#![deny(unsafe_code)]

mod answers;
mod asking;
mod census;
mod compiled;
mod engine;
mod improve;
mod layout;
mod options;
mod partitions;
mod parts;
mod proof;
mod python_rules;
mod solutions;
mod space;
mod tables;
mod user_rules;
mod values;

use clew_core::quiet::is_quiet;
use pyo3::prelude::*;

/// The native engine: searches over puzzles whose positions and moves are plain numbers.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !is_quiet() {
            hook(panic);
        }
    }));
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<improve::Improvement>()?;
    module.add_function(wrap_pyfunction!(improve::end_improvements, module)?)?;
    module.add_class::<options::PyStop>()?;
    module.add_class::<python_rules::Rules>()?;
    module.add_class::<space::Places>()?;
    module.add_function(wrap_pyfunction!(space::undirected_edges, module)?)?;
    module.add_function(wrap_pyfunction!(space::spread, module)?)?;
    module.add_function(wrap_pyfunction!(layout::layout, module)?)?;
    module.add_function(wrap_pyfunction!(layout::stress_of, module)?)?;
    module.add_function(wrap_pyfunction!(space::count_optimal, module)?)?;
    module.add_class::<solutions::PySolutions>()?;
    module.add_class::<solutions::SolutionIterator>()
}
