//! The options of execution; none of them changes a result.

/// Options of execution.
#[derive(Copy, Clone, Default, Debug)]
pub struct ExecOptions {
    /// Number of threads; by default one per core.
    pub threads: Option<usize>,
    /// Hides progress.
    pub quiet: bool,
}
