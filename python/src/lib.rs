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
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::any_game::AnyEncoding;
    #[pymodule_export]
    use crate::batch::{PyBatch, PyBatchState};
    #[pymodule_export]
    use crate::cluster::{assemble, blocks_of, play_blocks, play_clusters, study};
    #[pymodule_export]
    use crate::competing::compete;
    #[pymodule_export]
    use crate::decisions::decisions;
    #[pymodule_export]
    use crate::games::{PyGame, of_config, of_set_up};
    #[pymodule_export]
    use crate::playing::play;
    #[pymodule_export]
    use crate::positions::{PyPosition, moves, of_pickled, read_record};
    #[pymodule_export]
    use crate::runs::{columns, notes, report, run};
    #[pymodule_export]
    use crate::searching::search;
    #[pymodule_export]
    use crate::steps::{PyDecision, PyStepper, encoding};

    #[pymodule_init]
    fn begin(module: &Bound<'_, PyModule>) -> PyResult<()> {
        lab::base::interrupt::leave_to_program();
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        module.add("REVISION", lab::run::manifest::REVISION)?;
        module.add("PACKAGE", env!("BOARDLAB_PACKAGE"))?;
        module.add("SOURCES", env!("BOARDLAB_SOURCES"))?;
        module.add("GAMES", games::NAMES.to_vec())
    }
}
