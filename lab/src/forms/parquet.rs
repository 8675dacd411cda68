//! A table as a Parquet file: columns of the types that the dictionary gives, and what it says about them in the file's metadata.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::FileReader;
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type as Schema};

use super::column::{Entry, Type};

/// How a Parquet file of this program says who wrote it, before the version.
const WRITER: &str = "sim version ";

/// Rows that are together in memory, and in the file: readers skip, and divide among threads, that many. A file has at most 2¹⁵ such groups.
const ROWS_PER_GROUP: usize = 1 << 17;

/// Columns of whole numbers that never fall from row to row: their differences take next to no room.
const ASCENDING: [&str; 3] = ["block", "cluster", "game"];

/// Whether a file is a Parquet file that this program wrote.
///
/// # Errors
/// If it cannot be read.
pub fn is_ours(path: &Path) -> io::Result<bool> {
    let written_by = |reader: SerializedFileReader<File>| {
        reader.metadata().file_metadata().created_by().is_some_and(|writer| writer.starts_with(WRITER))
    };
    match SerializedFileReader::new(File::open(path)?).map(written_by) {
        Ok(is_ours) => Ok(is_ours),
        Err(ParquetError::External(error)) => error.downcast::<io::Error>().map_or(Ok(false), |error| Err(*error)),
        Err(_) => Ok(false),
    }
}

/// A cell of a table; nothing where it is empty.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Cell<'a> {
    /// Of a column of [`Type::Integer`].
    Integer(Option<i64>),
    /// Of a column of [`Type::Float`].
    Float(Option<f64>),
    /// Of a column of [`Type::Text`].
    Text(Option<&'a str>),
}

/// A Parquet file under construction.
pub struct ParquetWriter {
    writer: SerializedFileWriter<File>,
    columns: Vec<Values>,
    rows: usize,
}

impl ParquetWriter {
    /// Begins a new file with columns as in the dictionary. The metadata has what is noted, by key, and under `columns` the dictionary as JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(path: &Path, version: &str, columns: &[Entry], notes: &[(&str, String)]) -> Result<Self> {
        let fields = columns.iter().map(field).collect::<Result<_>>()?;
        let schema = Schema::group_type_builder("schema").with_fields(fields).build()?;
        let noted = notes.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone()));
        let metadata = noted.chain([KeyValue::new("columns".to_owned(), dictionary_json(columns))]).collect();
        let mut properties = WriterProperties::builder()
            .set_created_by(format!("{WRITER}{version}"))
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_max_row_group_row_count(Some(ROWS_PER_GROUP))
            .set_key_value_metadata(Some(metadata));
        for column in ASCENDING.map(ColumnPath::from) {
            properties = properties
                .set_column_dictionary_enabled(column.clone(), false)
                .set_column_encoding(column, Encoding::DELTA_BINARY_PACKED);
        }
        let writer =
            SerializedFileWriter::new(File::create_new(path)?, Arc::new(schema), Arc::new(properties.build()))?;
        Ok(Self { writer, columns: columns.iter().map(|column| Values::of(column.kind)).collect(), rows: 0 })
    }

    /// Adds the next cell of a column.
    ///
    /// # Panics
    /// If it is of another type than the column.
    pub fn add(&mut self, column: usize, cell: Cell<'_>) {
        self.columns[column].add(cell);
    }

    /// Ends a row, of which every column has been added.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn end_row(&mut self) -> Result<()> {
        self.rows += 1;
        if self.rows == ROWS_PER_GROUP { self.end_group() } else { Ok(()) }
    }

    fn end_group(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        self.columns.iter_mut().try_for_each(|column| column.write(&mut group))?;
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    /// Ends the file, which is on the disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<()> {
        if self.rows > 0 {
            self.end_group()?;
        }
        Ok(self.writer.into_inner()?.sync_data()?)
    }
}

/// A column in the schema of a file. Any of its cells may be empty.
fn field(column: &Entry) -> Result<Arc<Schema>> {
    let (physical, logical) = match column.kind {
        Type::Integer => (Physical::INT64, None),
        Type::Float => (Physical::DOUBLE, None),
        Type::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Schema::primitive_type_builder(&column.name, physical).with_logical_type(logical);
    field.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
}

/// Name, type, unit and meaning of the columns.
fn dictionary_json(columns: &[Entry]) -> String {
    let columns = columns.iter().map(|Entry { name, kind, unit, meaning }| {
        serde_json::json!({"name": name, "type": kind.name(), "unit": unit, "meaning": meaning})
    });
    serde_json::Value::Array(columns.collect()).to_string()
}

/// The cells of a column that are not in the file yet.
struct Values {
    filled: Filled,
    /// 1 for each cell that is not empty, 0 for one that is.
    levels: Vec<i16>,
}

/// Those that are not empty.
enum Filled {
    Integers(Vec<i64>),
    Floats(Vec<f64>),
    /// One after the other, and where each ends.
    Texts(Vec<u8>, Vec<usize>),
}

impl Values {
    fn of(kind: Type) -> Self {
        let filled = match kind {
            Type::Integer => Filled::Integers(Vec::new()),
            Type::Float => Filled::Floats(Vec::new()),
            Type::Text => Filled::Texts(Vec::new(), Vec::new()),
        };
        Self { filled, levels: Vec::new() }
    }

    fn add(&mut self, cell: Cell<'_>) {
        let is_filled = match (&mut self.filled, cell) {
            (Filled::Integers(values), Cell::Integer(value)) => {
                values.extend(value);
                value.is_some()
            }
            (Filled::Floats(values), Cell::Float(value)) => {
                values.extend(value);
                value.is_some()
            }
            (Filled::Texts(bytes, ends), Cell::Text(value)) => {
                if let Some(text) = value {
                    bytes.extend_from_slice(text.as_bytes());
                    ends.push(bytes.len());
                }
                value.is_some()
            }
            (Filled::Integers(_) | Filled::Floats(_) | Filled::Texts(..), _) => {
                panic!("{cell:?} in a column of another type")
            }
        };
        self.levels.push(is_filled.into());
    }

    /// Writes them as the next column of a group of rows, and forgets them.
    fn write(&mut self, group: &mut SerializedRowGroupWriter<'_, File>) -> Result<()> {
        let missing = || ParquetError::General("the schema has fewer columns".to_owned());
        let mut column = group.next_column()?.ok_or_else(missing)?;
        let levels = Some(&self.levels[..]);
        match &mut self.filled {
            Filled::Integers(values) => {
                column.typed::<Int64Type>().write_batch(values, levels, None)?;
                values.clear();
            }
            Filled::Floats(values) => {
                column.typed::<DoubleType>().write_batch(values, levels, None)?;
                values.clear();
            }
            Filled::Texts(bytes, ends) => {
                let all = ByteArray::from(std::mem::take(bytes));
                let begins = [0].into_iter().chain(ends.iter().copied());
                let texts: Vec<_> = begins.zip(&*ends).map(|(begin, end)| all.slice(begin, end - begin)).collect();
                column.typed::<ByteArrayType>().write_batch(&texts, levels, None)?;
                ends.clear();
            }
        }
        self.levels.clear();
        column.close()
    }
}
