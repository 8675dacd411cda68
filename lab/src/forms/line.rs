//! A fast writer of the cells of one CSV line.

use std::io::Write;

use super::labels::{ALL, Labels};
use super::seat_set::{MARK, SeatSet};
use stats::Estimate;

/// A table line under construction. Every method writes one cell, or a whole line.
pub struct Line<'a> {
    bytes: &'a mut Vec<u8>,
    labels: &'a Labels,
}

impl<'a> Line<'a> {
    /// Starts a line at the end of `bytes`.
    pub fn at_end(bytes: &'a mut Vec<u8>, labels: &'a Labels) -> Self {
        Self { bytes, labels }
    }

    /// Writes a whole number.
    #[inline]
    pub fn whole(&mut self, number: impl Into<i64>) {
        let number = number.into();
        match u64::try_from(number) {
            Ok(number) => self.count(number),
            Err(_) => self.plain(itoa::Buffer::new().format(number)),
        }
    }

    /// Writes a count, such as a block's number.
    #[inline]
    pub fn count(&mut self, number: u64) {
        // Nearly all numbers in tables have one or two digits, which need no library.
        match number {
            0..10 => self.bytes.push(b'0' + number as u8),
            10..100 => self.bytes.extend_from_slice(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]),
            _ => self.plain(itoa::Buffer::new().format(number)),
        }
    }

    /// Writes a small index, such as a seat's.
    pub fn index(&mut self, number: usize) {
        self.count(number as u64);
    }

    /// Writes a number with 6 decimals; an empty cell for `None`.
    pub fn float(&mut self, number: Option<f64>) {
        // The sign of zero, and of numbers rounded to zero, would depend on the order of summation.
        let Some(number) = number else { return };
        let number = if number.abs() < 5e-7 { 0.0 } else { number };
        if number.fract() == 0.0 && number.abs() < 1e15 {
            // Shares of wins are nearly always 0 or 1, and general formatting is a hundred times as slow.
            self.whole(number as i64);
            return self.plain(".000000");
        }
        write!(self.bytes, "{number:.6}").expect("a vector takes all bytes");
    }

    /// Writes a p or q value with 6 decimals, or with 4 significant digits if these say more; an empty cell for `None`.
    ///
    /// A small one cut to 0 would break every correction for multiple tests that is applied to it later.
    pub fn probability(&mut self, probability: Option<f64>) {
        match probability.filter(|probability| (f64::MIN_POSITIVE..1e-3).contains(probability)) {
            Some(small) => self.display(format_args!("{small:.3e}")),
            None => self.float(probability),
        }
    }

    /// Writes an estimate, or the lower or upper end of its interval.
    ///
    /// An interval narrower than the last decimal, such as that of a share of variance that is surely 0, is left out.
    pub fn estimate(&mut self, estimate: &Estimate, part: usize) {
        let interval = estimate.interval.filter(|interval| interval.high - interval.low >= 1e-6);
        self.interval(&Estimate { interval, ..*estimate }, part);
    }

    /// Writes an estimate, or the lower or upper end of its interval, however narrow.
    pub fn interval(&mut self, estimate: &Estimate, part: usize) {
        self.float([estimate.value, estimate.low(), estimate.high()][part]);
    }

    /// Writes the agents of a line-up by seat, separated by spaces; `None` stands for all line-ups.
    pub fn lineup(&mut self, agents: Option<&[usize]>) {
        let labels = self.labels;
        let Some(agents) = agents else { return self.plain(ALL) };
        let names: Vec<&str> = agents.iter().map(|&agent| labels.agent(agent)).collect();
        self.plain(&names.join(" "));
    }

    /// Writes a text without commas, quotes or line ends.
    pub fn plain(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Writes any text, quoted if necessary.
    pub fn text(&mut self, text: &str) {
        if text.contains([',', '"', '\n', '\r']) {
            write!(self.bytes, "\"{}\"", text.replace('"', "\"\"")).expect("a vector takes all bytes");
        } else {
            self.plain(text);
        }
    }

    /// Writes any value whose text has no commas, quotes or line ends.
    pub fn display(&mut self, value: impl std::fmt::Display) {
        write!(self.bytes, "{value}").expect("a vector takes all bytes");
    }

    /// Writes seats separated by plus signs.
    pub fn seats(&mut self, seats: SeatSet) {
        for (number, seat) in seats.iter().enumerate() {
            if number > 0 {
                self.plain("+");
            }
            self.plain(MARK);
            self.index(seat.index());
        }
    }

    /// Writes the name of an agent, given by index; `None` stands for all agents.
    pub fn agent(&mut self, agent: Option<usize>) {
        let labels = self.labels;
        self.plain(agent.map_or(ALL, |agent| labels.agent(agent)));
    }

    /// Writes the spec of an agent, given by index.
    pub fn spec(&mut self, agent: usize) {
        let labels = self.labels;
        self.text(&labels.agents[agent].spec);
    }

    /// Writes the name of a game component, such as a tile, given by index.
    pub fn piece(&mut self, piece: usize) {
        let labels = self.labels;
        self.plain(labels.piece(piece));
    }

    /// Starts the next cell.
    #[inline]
    pub fn next_cell(&mut self) {
        self.bytes.push(b',');
    }

    /// Ends the line.
    #[inline]
    pub fn end(&mut self) {
        self.bytes.pop();
        self.bytes.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Line<'_>)) -> String {
        let labels = Labels::default();
        let mut bytes = Vec::new();
        write(&mut Line::at_end(&mut bytes, &labels));
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        for number in [0, 1, 9, 10, 42, 99, 100, 101, 65_535, i64::MAX, -1, -9, -10, -100, i64::MIN] {
            assert_eq!(written(|line| line.whole(number)), number.to_string());
        }
        for number in [0, 9, 10, 99, 100, u64::MAX] {
            assert_eq!(written(|line| line.count(number)), number.to_string());
        }
    }

    #[test]
    fn floats_have_six_decimals_whether_whole_or_not() {
        for number in [0.0, 1.0, -3.0, 0.5, 1.0 / 3.0, -0.25, 12.000_000_4, 99_999.999_999_9, 1e14, 1e15, 1e16] {
            assert_eq!(written(|line| line.float(Some(number))), format!("{number:.6}"));
        }
        assert_eq!(written(|line| line.float(Some(-0.0))), "0.000000");
        assert_eq!(written(|line| line.float(Some(-4e-7))), "0.000000");
        assert_eq!(written(|line| line.float(None)), "");
    }

    #[test]
    fn small_probabilities_keep_four_digits() {
        for (number, expected) in [
            (1.0, "1.000000"),
            (0.05, "0.050000"),
            (1e-3, "0.001000"),
            (9.999_6e-4, "1.000e-3"),
            (4.254_99e-7, "4.255e-7"),
            (1.234_5e-300, "1.234e-300"),
            (0.0, "0.000000"),
        ] {
            assert_eq!(written(|line| line.probability(Some(number))), expected);
        }
        assert_eq!(written(|line| line.probability(None)), "");
    }
}
