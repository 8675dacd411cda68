//! How games are played; none of it changes a result.

/// How games are played.
#[derive(Copy, Clone, Default, Debug)]
pub struct Manner {
    /// Number of threads; all cores if not said.
    pub threads: Option<usize>,
    /// Whether no progress is shown.
    pub quiet: bool,
}
