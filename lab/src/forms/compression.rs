//! Compression of raw tables in the folder of a complete run.

/// The compression of raw tables in the folder of a complete run.
///
/// During the run they are uncompressed, so that no row is buffered.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Compression {
    /// As plain text.
    None,
    /// By gzip.
    Gzip,
}

impl Compression {
    /// All methods.
    pub const ALL: [Self; 2] = [Self::None, Self::Gzip];

    /// The name in configs.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Gzip => "gzip",
        }
    }

    /// Returns the file name of a raw table in the folder of a complete run.
    pub fn file_name(self, table: &str) -> String {
        match self {
            Self::None => table_file(table),
            Self::Gzip => format!("{table}.csv{GZIP_ENDING}"),
        }
    }
}

/// The file name extension of compressed files.
pub const GZIP_ENDING: &str = ".gz";

/// Returns the file name of an uncompressed table.
pub fn table_file(table: &str) -> String {
    format!("{table}.csv")
}
