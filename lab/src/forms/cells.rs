//! The cells of one line of a raw table, from left to right, which need no quotes.

use std::fmt::Display;

use engine::Seat;

use super::column_group::ColumnGroup;
use super::labels::Labels;
use super::line::Line;
use super::seat_set::{MARK, SeatSet};

/// A cell that no run would write.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{column}: found `{found}`; accepted: {accepted}")]
pub struct CellFault {
    column: String,
    found: String,
    accepted: String,
}

impl CellFault {
    /// Creates the error of a bad cell, which in a damaged file can have any content and length.
    fn bytes(column: &str, cell: &[u8], accepted: impl Display) -> Self {
        let found: String = String::from_utf8_lossy(cell).chars().take(120).collect();
        Self { column: column.to_owned(), found: found.escape_default().to_string(), accepted: accepted.to_string() }
    }
}

/// A reader of the remaining cells of a line.
pub struct CellReader<'a> {
    /// `None` after the last cell.
    rest: Option<&'a [u8]>,
    labels: &'a Labels,
    /// The column of the next cell.
    column: (&'static str, ColumnGroup, usize),
}

impl<'a> CellReader<'a> {
    /// Creates a reader of a line, given without its line end.
    pub fn of(line: &'a [u8], labels: &'a Labels) -> Self {
        Self { rest: Some(line), labels, column: ("", ColumnGroup::Single, 0) }
    }

    /// Sets the column of the next cell: its group and its index in it.
    pub fn enter(&mut self, name: &'static str, over: ColumnGroup, part: usize) {
        self.column = (name, over, part);
    }

    /// Creates the error that this cell is not accepted in its column.
    pub fn fault(&self, cell: &[u8], accepted: impl Display) -> CellFault {
        let (name, over, part) = self.column;
        CellFault::bytes(&over.name(name, part), cell, accepted)
    }

    /// Reads the next cell verbatim; a missing one is empty.
    pub fn bytes(&mut self) -> &'a [u8] {
        let rest = self.rest.unwrap_or_default();
        let comma = rest.iter().position(|&byte| byte == b',');
        self.rest = comma.map(|comma| &rest[comma + 1..]);
        comma.map_or(rest, |comma| &rest[..comma])
    }

    /// Skips the next cell if it is empty; returns whether it did.
    pub fn skip_if_empty(&mut self) -> bool {
        let is_empty = self.rest.is_none_or(|rest| rest.is_empty() || rest[0] == b',');
        if is_empty {
            self.bytes();
        }
        is_empty
    }

    /// Reads a whole number, written without sign and leading zeros.
    pub fn whole<T: TryFrom<u64>>(&mut self) -> Result<T, CellFault> {
        let cell = self.bytes();
        whole(cell).and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            let accepted = format!("a whole number below {}", 1_u128 << (8 * size_of::<T>()));
            self.fault(cell, accepted)
        })
    }

    /// Reads a whole number that may be negative.
    pub fn signed(&mut self) -> Result<i32, CellFault> {
        let cell = self.bytes();
        let (sign, digits) = cell.strip_prefix(b"-").map_or((1, cell), |digits| (-1, digits));
        let number =
            whole(digits).and_then(|number| i32::try_from(number).ok()).filter(|&number| sign == 1 || number > 0);
        number.map(|number| sign * number).ok_or_else(|| self.fault(cell, "a whole number"))
    }

    /// Reads a whole number below `count`.
    pub fn below(&mut self, count: usize) -> Result<usize, CellFault> {
        let cell = self.bytes();
        let number = whole(cell).map(|number| number as usize).filter(|&number| number < count);
        number.ok_or_else(|| self.fault(cell, format!("a whole number below {count}")))
    }

    /// Reads a whole number from 1 to `most`, such as a round or a rank.
    pub fn up_to<T: TryFrom<u64>>(&mut self, most: usize) -> Result<T, CellFault> {
        let cell = self.bytes();
        let number = whole(cell).filter(|number| (1..=most as u64).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| self.fault(cell, format!("1 to {most}")))
    }

    /// Reads a cell that must have this text.
    pub fn expect(&mut self, expected: &str) -> Result<(), CellFault> {
        let cell = self.bytes();
        if cell == expected.as_bytes() { Ok(()) } else { Err(self.fault(cell, format!("`{expected}`"))) }
    }

    /// Reads a cell that must equal the output of `write`.
    pub fn expect_written(&mut self, write: impl FnOnce(&mut Line<'_>)) -> Result<(), CellFault> {
        let mut expected = Vec::new();
        write(&mut Line::at_end(&mut expected, self.labels));
        self.expect(&String::from_utf8_lossy(&expected))
    }

    /// Reads one of several texts; returns its index.
    pub fn word(&mut self, words: &[&str]) -> Result<usize, CellFault> {
        let cell = self.bytes();
        let index = words.iter().position(|word| word.as_bytes() == cell);
        index.ok_or_else(|| self.fault(cell, words.join(", ")))
    }

    /// Reads the name of a game component, such as a tile; returns its index.
    pub fn piece(&mut self, accepted: &str) -> Result<usize, CellFault> {
        let cell = self.bytes();
        let number = std::str::from_utf8(cell).ok().and_then(|name| self.labels.piece_number(name));
        number.ok_or_else(|| self.fault(cell, accepted))
    }

    /// Reads one or more seats in ascending order, separated by plus signs.
    pub fn some_seats(&mut self, players: usize) -> Result<SeatSet, CellFault> {
        let cell = self.bytes();
        seats(cell, players).ok_or_else(|| {
            let last = players - 1;
            self.fault(cell, format!("one or more of the seats {MARK}0 to {MARK}{last}, in order, joined by `+`"))
        })
    }

    /// Checks that there are no more cells.
    pub fn end(self) -> Result<(), CellFault> {
        self.rest.map_or(Ok(()), |rest| Err(CellFault::bytes("after the last column", rest, "nothing")))
    }
}

fn whole(digits: &[u8]) -> Option<u64> {
    let is_plain = matches!(digits, [_] | [b'1'..=b'9', ..]) && digits.len() <= 19;
    let all = is_plain && digits.iter().all(u8::is_ascii_digit);
    all.then(|| digits.iter().fold(0, |number, digit| 10 * number + u64::from(digit - b'0')))
}

fn seats(cell: &[u8], players: usize) -> Option<SeatSet> {
    let numbers = cell.split(|&byte| byte == b'+').map(|part| part.strip_prefix(MARK.as_bytes()));
    let indices = numbers.map(|number| number.and_then(whole).map(|seat| seat as usize));
    let indices: Option<Vec<usize>> = indices.map(|seat| seat.filter(|&seat| seat < players)).collect();
    let indices = indices.filter(|indices| indices.is_sorted_by(|a, b| a < b))?;
    Some(indices.into_iter().map(Seat::new).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells<'a>(line: &'a [u8], labels: &'a Labels) -> CellReader<'a> {
        let mut cells = CellReader::of(line, labels);
        cells.enter("vp", ColumnGroup::Rounds(9), 2);
        cells
    }

    #[test]
    fn cells_come_one_after_the_other() {
        let labels = Labels::default();
        let mut cells = cells(b"7,-3,s0+s2,b,,,8", &labels);
        assert_eq!(cells.whole(), Ok(7_u16));
        assert_eq!(cells.signed(), Ok(-3));
        assert_eq!(cells.some_seats(3).unwrap().iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(cells.word(&["a", "b"]), Ok(1));
        assert!(cells.skip_if_empty() && cells.skip_if_empty() && !cells.skip_if_empty());
        assert_eq!(cells.up_to(8), Ok(8_u8));
        assert!(cells.skip_if_empty());
        cells.end().unwrap();
    }

    #[track_caller]
    fn check_refused<T: std::fmt::Debug>(cell: &str, read: impl FnOnce(&mut CellReader<'_>) -> Result<T, CellFault>) {
        let labels = Labels::default();
        let error = read(&mut cells(cell.as_bytes(), &labels)).unwrap_err().to_string();
        assert!(error.starts_with(&format!("vp_3: found `{cell}`; accepted: ")), "{error}");
    }

    #[test]
    fn what_no_run_writes_is_refused() {
        for cell in ["", "x", "+5", "-5", "05", "00", "5 ", "65536", "99999999999999999999", "1e3", "5.0"] {
            check_refused(cell, |cells| cells.whole::<u16>());
        }
        ["", "-", "-0", "--1", "01", "2147483648"].iter().for_each(|cell| check_refused(cell, |cells| cells.signed()));
        for cell in ["", "s4", "s5", "s1+s0", "s0+s0", "s0+", "s0+1", "0", "+", "a"] {
            check_refused(cell, |cells| cells.some_seats(4));
        }
        ["", "0", "7"].iter().for_each(|cell| check_refused(cell, |cells| cells.up_to::<u8>(6)));
        ["4", "x", "01"].iter().for_each(|cell| check_refused(cell, |cells| cells.below(4)));
        check_refused("c", |cells| cells.word(&["a", "b"]));
        check_refused("c", |cells| cells.expect("a"));
        check_refused("c", |cells| cells.piece("a piece"));
    }

    #[test]
    fn a_line_has_neither_fewer_nor_more_cells() {
        let labels = Labels::default();
        let mut one = cells(b"1", &labels);
        one.bytes();
        assert!(one.whole::<u8>().is_err());
        let mut two = cells(b"1,", &labels);
        two.bytes();
        assert!(two.end().is_err());
    }

    #[test]
    fn anything_can_be_shown() {
        let long = [b'\n', 0xff].repeat(1000);
        let labels = Labels::default();
        assert!(cells(&long, &labels).whole::<u8>().unwrap_err().to_string().len() < 1500);
    }
}
