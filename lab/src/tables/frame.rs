//! Result tables read back as text.

use std::path::Path;

use crate::base::error::{Error, Result};
use crate::base::files::{exists, read_text};
use crate::forms::labels::ALL;
use stats::{Estimate, Interval};

/// The maximum size of a result table.
const MOST_BYTES: u64 = 64 << 20;

/// A table as text, with the cells of its file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TextTable {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// A table with a header.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The file, for errors.
    file: String,
    cells: TextTable,
}

impl Frame {
    /// Reads a table; `None` if the file does not exist.
    ///
    /// # Errors
    /// If it cannot be read or is not CSV.
    pub fn read(path: &Path) -> Result<Option<Self>> {
        if !exists(path)? {
            return Ok(None);
        }
        let file = path.display().to_string();
        let text = read_text(path, MOST_BYTES).map_err(|error| Error::of_path(path, &error, ""))?;
        Self::parse(file, &text).map(Some)
    }

    fn parse(file: String, text: &str) -> Result<Self> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let fault = |error: csv::Error| Error::input(&file, &error, "a table of a run").in_one_line();
        let header: Vec<String> = reader.headers().map_err(fault)?.iter().map(str::to_owned).collect();
        let is_odd = |(place, name): &(usize, &String)| name.contains([';', '\t']) || header[..*place].contains(name);
        if let Some((_, name)) = header.iter().enumerate().find(is_odd) {
            let (found, accepted) = (format!("found the column `{name}`"), "columns with commas between, each once");
            return Err(Error::input(&file, found, accepted).in_one_line());
        }
        let row =
            |record: csv::Result<csv::StringRecord>| Ok(record.map_err(fault)?.iter().map(str::to_owned).collect());
        let rows = reader.records().map(row).collect::<Result<_>>()?;
        Ok(Self { cells: TextTable { header, rows }, file })
    }

    /// Returns the names of its columns.
    pub fn columns(&self) -> &[String] {
        &self.cells.header
    }

    /// Returns whether it has this column.
    pub fn has(&self, column: &str) -> bool {
        self.cells.header.iter().any(|name| name == column)
    }

    /// Checks that it has this column.
    ///
    /// # Errors
    /// If it does not.
    pub fn must_have(&self, column: &str) -> Result<()> {
        let columns = self.cells.header.join(", ");
        if self.has(column) {
            Ok(())
        } else {
            Err(Error::input(&self.file, format_args!("found no column `{column}`"), &columns).in_one_line())
        }
    }

    /// Returns its rows in order.
    pub fn rows(&self) -> impl Iterator<Item = FrameRow<'_>> {
        (0..self.cells.rows.len()).map(|index| FrameRow { frame: self, index })
    }

    /// Returns the cells of these rows in those of these columns that exist.
    ///
    /// Columns have spaces between them; `vp*` is an estimate with its ends: `vp` or `vp_mean`, `vp_lo` and `vp_hi`.
    pub fn cells<'a>(&self, rows: impl IntoIterator<Item = FrameRow<'a>>, columns: &str) -> TextTable {
        let mut header = Vec::new();
        for name in columns.split(' ') {
            match name.strip_suffix('*') {
                Some(estimate) => header.extend(["", "_mean", "_lo", "_hi"].map(|end| format!("{estimate}{end}"))),
                None => header.push(name.to_owned()),
            }
        }
        header.retain(|name| self.has(name));
        let cells = |row: FrameRow<'_>| header.iter().map(|column| row.text(column).to_owned()).collect();
        TextTable { rows: rows.into_iter().map(cells).collect(), header }
    }
}

/// A row of a table.
#[derive(Copy, Clone, Debug)]
pub struct FrameRow<'a> {
    frame: &'a Frame,
    index: usize,
}

impl<'a> FrameRow<'a> {
    /// Returns a cell; empty if the table lacks the column.
    pub fn text(&self, column: &str) -> &'a str {
        let place = self.frame.cells.header.iter().position(|name| name == column);
        place.map_or("", |place| &self.frame.cells.rows[self.index][place])
    }

    /// Returns whether its table has this column.
    pub fn has(&self, column: &str) -> bool {
        self.frame.has(column)
    }

    /// Reads a number; `None` if the cell is empty.
    ///
    /// # Errors
    /// If it is something else.
    pub fn number(&self, column: &str) -> Result<Option<f64>> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.map(Some).ok_or_else(|| self.fault(column, "a number, or nothing"))
    }

    /// Reads a required whole number.
    ///
    /// # Errors
    /// If it is something else.
    pub fn whole(&self, column: &str) -> Result<u64> {
        self.text(column).parse().map_err(|_| self.fault(column, "a whole number"))
    }

    /// Reads a whole number; `None` if the cell is empty.
    ///
    /// # Errors
    /// If it is something else.
    pub fn whole_or_empty(&self, column: &str) -> Result<Option<u64>> {
        (!self.text(column).is_empty()).then(|| self.whole(column)).transpose()
    }

    /// Reads an estimate with its interval.
    ///
    /// Its columns are this name (possibly with `_mean`), and this name with `_lo` and `_hi`.
    ///
    /// # Errors
    /// If one of them is not a number, or the ends are exchanged.
    pub fn estimate(&self, name: &str) -> Result<Estimate> {
        let mean = format!("{name}_mean");
        let value = self.number(if self.frame.has(name) { name } else { &mean })?;
        Ok(Estimate { value, interval: self.interval(&format!("{name}_lo"), &format!("{name}_hi"))? })
    }

    /// Reads an interval from the columns of its ends; `None` if one is empty.
    ///
    /// # Errors
    /// If an end is not a number, or the lower one is above the upper one.
    pub fn interval(&self, low: &str, high: &str) -> Result<Option<Interval>> {
        match self.number(low)?.zip(self.number(high)?).map(|(low, high)| Interval { low, high }) {
            Some(ends) if ends.low > ends.high => Err(self.fault(low, &format!("at most {}, its {high}", ends.high))),
            interval => Ok(interval),
        }
    }

    /// Returns the index of a cell's text in a list of names; `None` if the text is `all`.
    ///
    /// # Errors
    /// If it is not in the list.
    pub fn one_or_all<'n>(&self, column: &str, names: impl IntoIterator<Item = &'n str>) -> Result<Option<usize>> {
        if self.text(column) == ALL { Ok(None) } else { self.one_of(column, names).map(Some) }
    }

    /// Returns the index of a cell's text in a list of names.
    ///
    /// # Errors
    /// If it is not in the list.
    pub fn one_of<'n>(&self, column: &str, names: impl IntoIterator<Item = &'n str>) -> Result<usize> {
        let (text, names) = (self.text(column), names.into_iter().collect::<Vec<_>>());
        let place = names.iter().position(|name| *name == text);
        place.ok_or_else(|| self.fault(column, &format!("one of {}", names.join(", "))))
    }

    /// Creates the error of an unexpected cell.
    pub fn fault(&self, column: &str, accepted: &str) -> Error {
        let (file, line, found) = (&self.frame.file, self.index + 2, self.text(column));
        Error::input(format_args!("{file}:{line}: {column}"), format_args!("found `{found}`"), accepted).in_one_line()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str) -> Frame {
        Frame::parse("t.csv".to_owned(), text).unwrap()
    }

    #[test]
    fn estimates_are_read_whatever_their_column_is_called() {
        let frame = frame("agent,vp_mean,vp_lo,vp_hi,win\na,1.5,1,2,0.25\nall,,,,\n");
        let rows: Vec<FrameRow<'_>> = frame.rows().collect();
        let interval = Some(Interval { low: 1.0, high: 2.0 });
        assert_eq!(rows[0].estimate("vp").unwrap(), Estimate { value: Some(1.5), interval });
        assert_eq!(rows[0].estimate("win").unwrap(), Estimate { value: Some(0.25), interval: None });
        assert_eq!(rows[1].estimate("vp").unwrap(), Estimate::default());
        assert_eq!(rows[0].one_or_all("agent", ["b", "a"]).unwrap(), Some(1));
        assert_eq!(rows[1].one_or_all("agent", ["b", "a"]).unwrap(), None);
        assert_eq!(frame.cells(frame.rows().take(1), "vp* agent").header, ["vp_mean", "vp_lo", "vp_hi", "agent"]);
        assert_eq!(frame.cells(frame.rows().take(1), "win none agent").rows, [["0.25", "a"]]);
    }

    #[test]
    fn what_is_no_number_is_told_with_its_place() {
        let frame = frame("agent,vp\na,1\nb,NaN\n");
        let row = frame.rows().nth(1).unwrap();
        assert_eq!(
            row.number("vp").unwrap_err().to_string(),
            "t.csv:3: vp: found `NaN`; accepted: a number, or nothing"
        );
        assert_eq!(
            row.one_of("agent", ["a"]).unwrap_err().to_string(),
            "t.csv:3: agent: found `b`; accepted: one of a"
        );
        assert!(Frame::parse("t.csv".to_owned(), "a,b\n1\n").is_err());
    }
}
