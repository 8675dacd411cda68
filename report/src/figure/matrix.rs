//! Matrices of coloured squares.

use maud::{Markup, html};

use super::pen::{Anchor, Fragment, Sheet, at, mark, name, words};
use super::scale::labels;
use lab::figure::data::{Matrix, MatrixCell};
use stats::Estimate;

/// The number of colours on either side of the middle.
const STEPS: i32 = 3;

/// Draws the chart.
pub fn draw(chart: &Matrix, sheet: &Sheet) -> Fragment {
    let left = sheet.widest(&chart.rows).min(0.34 * sheet.width) + 8.0;
    let top = sheet.widest(&chart.columns).min(10.0 * sheet.font) + 8.0;
    let most = if sheet.is_narrow() { 44.0 } else { 56.0 };
    let size = ((sheet.width - left) / chart.columns.len().max(1) as f64).min(most);
    let height = size.min(2.4 * sheet.font);
    let bottom = top + height * chart.rows.len() as f64;
    let furthest = furthest(chart);
    let key = key(chart, sheet, furthest, bottom + 10.0);
    let markup = html! {
        @for (index, column) in chart.columns.iter().enumerate() {
            @let x = left + (index as f64 + 0.5) * size + 0.35 * sheet.font;
            g transform={ "translate(" (at(x)) " " (at(top - 6.0)) ") rotate(-90)" } {
                (name(sheet, column, top - 8.0, (0.0, 0.0), ""))
            }
        }
        @for (row, label) in chart.rows.iter().enumerate() {
            @let y = top + row as f64 * height;
            (name(sheet, label, left - 8.0, (0.0, y + height / 2.0 + 0.35 * sheet.font), ""))
            @for (column, field) in chart.fields[row].iter().enumerate() {
                @if let Some(field) = field {
                    (square(field, chart.middle, furthest, sheet, (left + column as f64 * size, y), (size, height)))
                }
            }
        }
        (key.markup)
    };
    Fragment { markup, height: bottom + 10.0 + key.height }
}

fn furthest(chart: &Matrix) -> f64 {
    let fields = chart.fields.iter().flatten().flatten();
    fields.map(|field| (field.value - chart.middle).abs()).fold(chart.furthest, f64::max)
}

/// The colour of a value, an integer from -3 to 3.
fn step(value: f64, middle: f64, furthest: f64) -> i32 {
    if furthest <= 0.0 { 0 } else { (f64::from(STEPS) * (value - middle) / furthest).round() as i32 }
}

fn square(
    field: &MatrixCell,
    middle: f64,
    furthest: f64,
    sheet: &Sheet,
    (x, y): (f64, f64),
    (width, height): (f64, f64),
) -> Markup {
    let step = step(field.value, middle, furthest);
    // Drop the percent sign if there is little space.
    let bare = field.text.strip_suffix(" %").unwrap_or(&field.text);
    let mut texts = [field.text.as_str(), bare, field.short].into_iter().filter(|_| 1.2 * sheet.font <= height);
    let text = texts.find(|text| sheet.of(text) + 4.0 <= width).unwrap_or("");
    let class = if step.abs() == STEPS { "on-dark" } else { "" };
    let drawn = html! {
        rect x=(at(x)) y=(at(y)) width=(at(width)) height=(at(height)) class={ "field m" (step + STEPS) } {}
        @if !text.is_empty() {
            (words(text, (x + width / 2.0, y + height / 2.0 + 0.35 * sheet.font), Anchor::Middle, class))
        }
    };
    mark(sheet, &Estimate { value: Some(field.value), interval: None }, &field.tip, &drawn)
}

/// Draws the colour key: a bar with numbers below it, between the meanings of its ends.
///
/// On narrow sheets the meanings are below the bar.
fn key(chart: &Matrix, sheet: &Sheet, furthest: f64, top: f64) -> Fragment {
    let ends = [chart.middle - furthest, chart.middle, chart.middle + furthest];
    let numbers = ends.map(|end| labels(&[(end * 1000.0).round() / 1000.0], chart.form).concat());
    let side = 22.0;
    let bar = side * f64::from(2 * STEPS + 1);
    let [less, more] = &chart.ends;
    let is_beside = sheet.of(less) + bar + sheet.of(more) + 20.0 <= sheet.width;
    let left = if is_beside { sheet.of(less) + 10.0 } else { sheet.of(&numbers[0]) / 2.0 };
    let (line, below) = (top + 0.85 * sheet.font, top + 2.1 * sheet.font);
    let middle = left + bar / 2.0;
    let under = below + 0.3 * sheet.font;
    let (low, low_height) = sheet.paragraph(&format!("left: {less}"), under, "soft");
    let (high, high_height) = sheet.paragraph(&format!("right: {more}"), under + low_height, "soft");
    let markup = html! {
        @for number in 0..=2 * STEPS {
            rect x=(at(left + f64::from(number) * side)) y=(at(top)) width=(at(side)) height=(at(sheet.font))
                class={ "field m" (number) } {}
        }
        @for (number, x) in numbers.iter().zip([left, middle, left + bar]) { (words(number, (x, below), Anchor::Middle, "soft")) }
        @if is_beside {
            (words(less, (left - 10.0, line), Anchor::End, "soft"))
            (words(more, (left + bar + 10.0, line), Anchor::Start, "soft"))
        } @else {
            (low)
            (high)
        }
    };
    let height = 2.3 * sheet.font + if is_beside { 0.0 } else { low_height + high_height };
    Fragment { markup, height: height + 6.0 }
}
