//! Compression of raw tables in the folder of a complete run.

engine::named_enum! {
    /// The compression of raw tables in the folder of a complete run.
    ///
    /// During the run they are uncompressed, so that no row is buffered.
    pub enum Compression {
        /// As plain text.
        None = "none",
        /// By gzip.
        Gzip = "gzip",
    }
}

impl Compression {
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
