//! How games are played; none of it changes a result.

/// How games are played.
#[derive(Copy, Clone, Default, Debug)]
pub struct ExecOptions {
    /// Number of threads; by default one per core.
    pub threads: Option<usize>,
    /// Whether to show no progress.
    pub quiet: bool,
}
