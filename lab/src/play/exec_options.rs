//! Options of execution, none of which affects results.

/// Options of execution.
#[derive(Copy, Clone, Default, Debug)]
pub struct ExecOptions {
    /// The number of threads; by default one per core.
    pub threads: Option<usize>,
    /// Whether to hide progress.
    pub quiet: bool,
}
