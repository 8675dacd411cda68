//! The cells of one line of a raw table, from left to right. Raw tables need no quotes: their texts are plain.

use std::fmt::Display;

use engine::Seat;

use crate::rows::SeatSet;

/// A cell that is not as a run writes it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{column}: found `{found}`; accepted: {accepted}")]
pub struct Fault {
    column: &'static str,
    found: String,
    accepted: String,
}

impl Fault {
    /// A fault with what was found and what is accepted.
    pub fn new(column: &'static str, found: impl Display, accepted: impl Display) -> Self {
        Self { column, found: found.to_string(), accepted: accepted.to_string() }
    }

    /// The same for a cell; of a damaged file it can be anything, and of any length.
    fn bytes(column: &'static str, cell: &[u8], accepted: impl Display) -> Self {
        let found: String = String::from_utf8_lossy(cell).chars().take(120).collect();
        Self::new(column, found.escape_default(), accepted)
    }
}

/// The cells of a line that were not read yet.
pub struct Cells<'a> {
    /// Nothing after the last cell.
    rest: Option<&'a [u8]>,
}

impl<'a> Cells<'a> {
    /// Of a line without its end.
    pub fn of(line: &'a [u8]) -> Self {
        Self { rest: Some(line) }
    }

    /// The next cell as it stands; a missing one is empty.
    pub fn bytes(&mut self) -> &'a [u8] {
        let rest = self.rest.unwrap_or_default();
        let comma = rest.iter().position(|&byte| byte == b',');
        self.rest = comma.map(|comma| &rest[comma + 1..]);
        comma.map_or(rest, |comma| &rest[..comma])
    }

    /// A whole number, written without sign and leading zeros.
    pub fn whole<T: TryFrom<u64>>(&mut self, column: &'static str) -> Result<T, Fault> {
        let cell = self.bytes();
        whole(cell).and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            let accepted = format!("a whole number below {}", 1_u128 << (8 * size_of::<T>()));
            Fault::bytes(column, cell, accepted)
        })
    }

    /// A whole number that may be negative.
    pub fn signed(&mut self, column: &'static str) -> Result<i32, Fault> {
        let cell = self.bytes();
        let (sign, digits) = cell.strip_prefix(b"-").map_or((1, cell), |digits| (-1, digits));
        let number =
            whole(digits).and_then(|number| i32::try_from(number).ok()).filter(|&number| sign == 1 || number > 0);
        number.map(|number| sign * number).ok_or_else(|| Fault::bytes(column, cell, "a whole number"))
    }

    /// A whole number below another.
    pub fn below(&mut self, column: &'static str, count: usize) -> Result<usize, Fault> {
        let cell = self.bytes();
        let number = whole(cell).map(|number| number as usize).filter(|&number| number < count);
        number.ok_or_else(|| Fault::bytes(column, cell, format!("a whole number below {count}")))
    }

    /// A round of a game with so many.
    pub fn round(&mut self, rounds: usize) -> Result<u8, Fault> {
        let cell = self.bytes();
        let round = whole(cell).filter(|round| (1..=rounds as u64).contains(round));
        round.map(|round| round as u8).ok_or_else(|| Fault::bytes("round", cell, format!("1 to {rounds}")))
    }

    /// A rank among so many players.
    pub fn rank(&mut self, players: usize) -> Result<u8, Fault> {
        let cell = self.bytes();
        let rank = whole(cell).filter(|rank| (1..=players as u64).contains(rank));
        rank.map(|rank| rank as u8).ok_or_else(|| Fault::bytes("rank", cell, format!("1 to {players}")))
    }

    /// A cell that can only be this.
    pub fn expect(&mut self, column: &'static str, expected: &str) -> Result<(), Fault> {
        let cell = self.bytes();
        if cell == expected.as_bytes() { Ok(()) } else { Err(Fault::bytes(column, cell, format!("`{expected}`"))) }
    }

    /// A whole number that can only be this.
    pub fn expect_whole(&mut self, column: &'static str, expected: u64) -> Result<(), Fault> {
        let cell = self.bytes();
        if whole(cell) == Some(expected) { Ok(()) } else { Err(Fault::bytes(column, cell, format!("`{expected}`"))) }
    }

    /// One of several texts; its index.
    pub fn word(&mut self, column: &'static str, words: &[&str]) -> Result<usize, Fault> {
        let cell = self.bytes();
        let index = words.iter().position(|word| word.as_bytes() == cell);
        index.ok_or_else(|| Fault::bytes(column, cell, words.join(", ")))
    }

    /// A text that something else can read.
    pub fn parse<T>(&mut self, column: &'static str, read: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Fault> {
        let cell = self.bytes();
        let text = std::str::from_utf8(cell).map_err(|_| Fault::bytes(column, cell, "UTF-8 text"))?;
        read(text).map_err(|accepted| Fault::bytes(column, cell, accepted))
    }

    /// One or more seats at a table of so many, ascending, with a plus between them.
    pub fn some_seats(&mut self, column: &'static str, players: usize) -> Result<SeatSet, Fault> {
        let cell = self.bytes();
        let accepted = || format!("one or more of the seats 0 to {}, in order, with a plus between them", players - 1);
        seats(cell, players).ok_or_else(|| Fault::bytes(column, cell, accepted()))
    }

    /// Makes sure that there are no more cells.
    pub fn end(self) -> Result<(), Fault> {
        self.rest.map_or(Ok(()), |rest| Err(Fault::bytes("behind the last column", rest, "nothing")))
    }
}

fn whole(digits: &[u8]) -> Option<u64> {
    let is_plain = matches!(digits, [_] | [b'1'..=b'9', ..]) && digits.len() <= 19;
    let all = is_plain && digits.iter().all(u8::is_ascii_digit);
    all.then(|| digits.iter().fold(0, |number, digit| 10 * number + u64::from(digit - b'0')))
}

fn seats(cell: &[u8], players: usize) -> Option<SeatSet> {
    let index = |part: &[u8]| whole(part).map(|seat| seat as usize).filter(|&seat| seat < players);
    let indices: Option<Vec<usize>> = cell.split(|&byte| byte == b'+').map(index).collect();
    let indices = indices.filter(|indices| indices.is_sorted_by(|a, b| a < b))?;
    Some(indices.into_iter().map(Seat::new).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_one_after_the_other() {
        let mut cells = Cells::of(b"7,-3,0+2,b");
        assert_eq!(cells.whole("x"), Ok(7_u16));
        assert_eq!(cells.signed("x"), Ok(-3));
        assert_eq!(cells.some_seats("x", 3).unwrap().iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(cells.word("x", &["a", "b"]), Ok(1));
        cells.end().unwrap();
    }

    #[track_caller]
    fn check_refused<T: std::fmt::Debug>(cell: &str, read: impl FnOnce(&mut Cells<'_>) -> Result<T, Fault>) {
        let error = read(&mut Cells::of(cell.as_bytes())).unwrap_err().to_string();
        assert!(error.starts_with(&format!("vp: found `{cell}`; accepted: ")), "{error}");
    }

    #[test]
    fn what_no_run_writes_is_refused() {
        for cell in ["", "x", "+5", "-5", "05", "00", "5 ", "65536", "99999999999999999999", "1e3", "5.0"] {
            check_refused(cell, |cells| cells.whole::<u16>("vp"));
        }
        ["", "-", "-0", "--1", "01", "2147483648"]
            .iter()
            .for_each(|cell| check_refused(cell, |cells| cells.signed("vp")));
        for cell in ["", "4", "5", "1+0", "0+0", "0+", "+", "a"] {
            check_refused(cell, |cells| cells.some_seats("vp", 4));
        }
        check_refused("c", |cells| cells.word("vp", &["a", "b"]));
        check_refused("c", |cells| cells.expect("vp", "a"));
        check_refused("c", |cells| cells.parse("vp", |_| Err::<(), _>("nothing".to_owned())));
    }

    #[test]
    fn a_line_has_neither_fewer_nor_more_cells() {
        let mut cells = Cells::of(b"1");
        cells.bytes();
        assert!(cells.whole::<u8>("rank").is_err());
        let mut cells = Cells::of(b"1,");
        cells.bytes();
        assert!(cells.end().is_err());
    }

    #[test]
    fn anything_can_be_shown() {
        let long = [b'\n', 0xff].repeat(1000);
        assert!(Cells::of(&long).whole::<u8>("rank").unwrap_err().to_string().len() < 1500);
    }
}
