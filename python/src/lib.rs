//! The Rust half of the package `boardlab`.
//!
//! `package/boardlab/_native.pyi` describes its Python interface.

mod any_game;
mod arrays;
mod batch;
mod border;
mod cluster;
mod competing;
mod decisions;
mod games;
mod named;
mod playing;
mod positions;
mod runs;
mod searching;
mod seated;
mod steps;

use pyo3::prelude::*;

/// The module `boardlab._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    lab::base::interrupt::leave_to_program();
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("REVISION", lab::run::manifest::REVISION)?;
    module.add("PACKAGE", env!("BOARDLAB_PACKAGE"))?;
    module.add("SOURCES", env!("BOARDLAB_SOURCES"))?;
    module.add("GAMES", ::games::NAMES.to_vec())?;
    module.add_class::<games::PyGame>()?;
    module.add_class::<positions::PyPosition>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_class::<batch::PyBatchState>()?;
    module.add_class::<steps::PyDecision>()?;
    module.add_class::<any_game::AnyEncoding>()?;
    module.add_class::<steps::PyStepper>()?;
    module.add_function(wrap_pyfunction!(playing::play, module)?)?;
    module.add_function(wrap_pyfunction!(competing::compete, module)?)?;
    module.add_function(wrap_pyfunction!(positions::read_record, module)?)?;
    module.add_function(wrap_pyfunction!(games::of_set_up, module)?)?;
    module.add_function(wrap_pyfunction!(games::of_config, module)?)?;
    module.add_function(wrap_pyfunction!(positions::of_pickled, module)?)?;
    module.add_function(wrap_pyfunction!(positions::moves, module)?)?;
    module.add_function(wrap_pyfunction!(decisions::decisions, module)?)?;
    module.add_function(wrap_pyfunction!(steps::encoding, module)?)?;
    module.add_function(wrap_pyfunction!(searching::search, module)?)?;
    module.add_function(wrap_pyfunction!(runs::run, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::blocks_of, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::play_blocks, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::assemble, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::play_clusters, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::study, module)?)?;
    module.add_function(wrap_pyfunction!(runs::columns, module)?)?;
    module.add_function(wrap_pyfunction!(runs::report, module)?)?;
    module.add_function(wrap_pyfunction!(runs::notes, module)?)?;
    Ok(())
}
