//! Scales: from numbers to positions.

use lab::figure::data::NumberFormat;

/// A linear or logarithmic scale, which maps numbers to positions along an axis.
#[derive(Copy, Clone, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    is_log: bool,
}

impl Scale {
    /// Maps the range of these numbers to the range between two positions, with a margin at both ends.
    ///
    /// It is logarithmic only if all numbers are positive.
    pub fn around(numbers: impl Iterator<Item = f64>, (from, to): (f64, f64), is_log: bool) -> Self {
        let numbers: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
        let is_log = is_log && numbers.iter().all(|number| *number > 0.0);
        let (mut low, mut high) = numbers
            .iter()
            .map(|number| if is_log { number.log10() } else { *number })
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| (low.min(number), high.max(number)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let room = if high > low { 0.04 * (high - low) } else { 0.5 * high.abs().max(1.0) };
        Self { low: low - room, high: high + room, from, to, is_log }
    }

    /// Removes the margins that lie beyond these bounds.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Self {
        Self { low: self.low.max(least), high: self.high.min(most), ..self }
    }

    /// The positions of the highest and of the lowest number.
    pub fn ends(&self) -> (f64, f64) {
        (self.to, self.from)
    }

    /// The lowest and the highest number.
    pub fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Returns whether the scale is logarithmic.
    pub fn is_log(&self) -> bool {
        self.is_log
    }

    /// The position of a number.
    pub fn place(&self, number: f64) -> f64 {
        let number = if self.is_log { number.log10() } else { number };
        self.from + (number - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round numbers along the axis, at most about this many.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        if self.is_log { self.log_ticks(most) } else { self.linear_ticks(most) }
    }

    fn linear_ticks(&self, most: usize) -> Vec<f64> {
        let range = self.high - self.low;
        let mut step = 10_f64.powf((range / most.max(1) as f64).log10().floor());
        let mut factors = [1.0, 2.0, 5.0, 10.0].into_iter();
        step *= factors.find(|factor| range / (step * factor) <= most.max(1) as f64).unwrap_or(20.0);
        let first = (self.low / step).ceil() as i64;
        (first..).map(|index| index as f64 * step).take_while(|tick| *tick <= self.high).take(most + 1).collect()
    }

    fn log_ticks(&self, most: usize) -> Vec<f64> {
        let (first, last) = (self.low.floor() as i32, self.high.ceil() as i32);
        let choices: [&[f64]; 3] = [&[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]];
        let choices: [Vec<f64>; 3] = choices.map(|factors| {
            let all = (first..=last).flat_map(|power| factors.iter().map(move |factor| factor * 10_f64.powi(power)));
            all.filter(|tick| (self.low..=self.high).contains(&tick.log10())).collect()
        });
        choices.iter().find(|ticks| ticks.len() <= most).unwrap_or(&choices[2]).clone()
    }
}

/// The labels of ticks, all with as many decimals as the most precise one needs.
pub fn labels(ticks: &[f64], form: NumberFormat) -> Vec<String> {
    let (factor, unit) = match form {
        NumberFormat::Plain => (1.0, ""),
        NumberFormat::Percent => (100.0, " %"),
        NumberFormat::Points => (100.0, ""),
    };
    // No minus sign before 0.
    let numbers = ticks.iter().map(|tick| tick * factor).map(|number| if number.abs() < 1e-9 { 0.0 } else { number });
    let decimals = (0..6).find(|decimals| {
        let power = 10_f64.powi(*decimals as i32);
        numbers.clone().all(|number| ((number * power).round() - number * power).abs() < 1e-6)
    });
    let decimals = decimals.unwrap_or(6);
    numbers.map(|number| format!("{number:.decimals$}{unit}").replace('-', "−")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        let scale = Scale::around([0.0, 0.672].into_iter(), (0.0, 100.0), false);
        let ticks = scale.ticks(5);
        assert_eq!(labels(&ticks, NumberFormat::Percent), ["0 %", "20 %", "40 %", "60 %"]);
        assert_eq!(labels(&[-0.05, 0.0], NumberFormat::Points), ["−5", "0"]);
        let scale = Scale::around([-738.0, 513.0].into_iter(), (0.0, 100.0), false);
        assert_eq!(labels(&scale.ticks(4), NumberFormat::Plain), ["−500", "0", "500"]);
        let scale = Scale::around([10.0, 4000.0].into_iter(), (0.0, 100.0), true);
        assert_eq!(labels(&scale.ticks(4), NumberFormat::Plain), ["10", "100", "1000"]);
    }

    #[test]
    fn one_number_and_none_have_a_scale() {
        for numbers in [vec![], vec![3.0], vec![0.0], vec![f64::NAN]] {
            let scale = Scale::around(numbers.iter().copied(), (0.0, 100.0), false);
            assert!(scale.place(3.0).is_finite() && scale.ticks(4).len() <= 5, "{numbers:?}: {scale:?}");
        }
    }
}
