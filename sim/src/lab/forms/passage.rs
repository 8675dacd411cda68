//! A table for people, as plain data: the code that shows it decides how it looks.

/// A table under a title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    /// What stands above it.
    pub title: &'static str,
    /// The names of its columns.
    pub header: Vec<String>,
    /// How many columns, from the left, are texts; the others are numbers.
    pub texts: usize,
    /// Its cells, row by row.
    pub rows: Vec<Vec<String>>,
}
