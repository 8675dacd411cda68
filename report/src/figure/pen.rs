//! The elements from which all charts are drawn.

use maud::{Markup, html};

use super::scale::{Scale, labels};
use super::words::{fitting, width, wrapped};
use lab::figure::data::NumberFormat;
use stats::Estimate;

/// The size of a chart.
#[derive(Copy, Clone, Debug)]
pub struct Sheet {
    /// The width in pixels.
    pub width: f64,
    /// The font size in pixels.
    pub font: f64,
    /// Whether marks carry their numbers, as tooltips for people and as attributes for programs.
    pub has_tips: bool,
}

/// The width, in font sizes, below which elements are stacked instead of placed next to each other.
const NARROW: f64 = 38.0;

impl Sheet {
    /// Returns whether the sheet is so narrow that elements are stacked.
    pub fn is_narrow(&self) -> bool {
        self.width < NARROW * self.font
    }

    /// The width of a text.
    pub fn of(&self, text: &str) -> f64 {
        self.font * width(text)
    }

    /// The width of the widest text; 0 if there are none.
    pub fn widest(&self, texts: impl IntoIterator<Item = impl AsRef<str>>) -> f64 {
        texts.into_iter().map(|text| self.of(text.as_ref())).fold(0.0, f64::max)
    }

    /// Shortens a text to this width.
    pub fn cut(&self, text: &str, most: f64) -> String {
        fitting(text, most / self.font)
    }

    /// Breaks a text into lines as wide as the sheet and draws them from `top`; also returns their height.
    pub fn paragraph(&self, text: &str, top: f64, class: &str) -> (Markup, f64) {
        let lines = wrapped(text, self.width / self.font);
        let step = 1.35 * self.font;
        let drawn = html! {
            @for (index, line) in lines.iter().enumerate() {
                (words(line, (0.0, top + self.font + index as f64 * step), Anchor::Start, class))
            }
        };
        (drawn, lines.len() as f64 * step)
    }
}

/// A part of a drawing and its height.
pub struct Fragment {
    /// The elements.
    pub markup: Markup,
    /// The height in pixels.
    pub height: f64,
}

/// Formats a coordinate with at most one decimal.
///
/// # Panics
/// If it is not finite.
pub fn at(place: f64) -> String {
    // A bug: otherwise the whole drawing would vanish.
    assert!(place.is_finite(), "a place in a figure is no number");
    let text = format!("{place:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// The part of a text that is at its position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// Draws a text on one line.
pub fn words(text: &str, (x, y): (f64, f64), anchor: Anchor, class: &str) -> Markup {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => "mid",
        Anchor::End => "end",
    };
    let classes = [class, anchor].into_iter().filter(|class| !class.is_empty()).collect::<Vec<_>>().join(" ");
    html! { text x=(at(x)) y=(at(y)) class=[(!classes.is_empty()).then_some(classes)] { (text) } }
}

/// Draws a vertical or horizontal line.
pub fn line(from: (f64, f64), to: (f64, f64), class: &str) -> Markup {
    lines([(from, to)], class)
}

/// Draws several vertical or horizontal lines as one path.
pub fn lines(all: impl IntoIterator<Item = ((f64, f64), (f64, f64))>, class: &str) -> Markup {
    let mut path = String::new();
    for ((x1, y1), (x2, y2)) in all {
        let end = if x1 == x2 { format!("V{}", at(y2)) } else { format!("H{}", at(x2)) };
        path += &format!("M{} {}{end}", at(x1), at(y1));
    }
    html! { path d=(path) class=(class) {} }
}

/// The outlines of dots around their centre, all but the first shape, the circle.
///
/// Square, triangle, diamond, triangle, bar, plus, bar, left and right triangles, hourglass, cup.
const SHAPES: [&str; 11] = [
    "m-3.5 -3.5h7v7h-7z",
    "m0 -5l4.5 8h-9z",
    "m0 -5l5 5l-5 5l-5 -5z",
    "m0 5l4.5 -8h-9z",
    "m-5 -2.5h10v5h-10z",
    "m-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
    "m-2.5 -5h5v10h-5z",
    "m-5 0l8 -4.5v9z",
    "m5 0l-8 -4.5v9z",
    "m-4.5 -4.5h9l-9 9h9z",
    "m-5 -3h10a5 5 0 0 1 -10 0z",
];

/// The number of colours for series.
pub const COLOURS: usize = 6;

/// The number of dash patterns.
const DASHES: usize = 4;

/// The number of distinguishable series, by the shape and colour of dots and the dashes of lines.
pub const MOST_SERIES: usize = COLOURS * DASHES;

/// Draws a dot in the shape and colour of its series.
pub fn dot(series: usize, (x, y): (f64, f64), is_hollow: bool) -> Markup {
    let class = format!("dot s{}{}", series % COLOURS, if is_hollow { " hollow" } else { "" });
    let shapes = SHAPES.len() + 1;
    // After each cycle of shapes the colours shift by one, so that no shape repeats its colour.
    let shape = (series + series / shapes) % shapes;
    match shape.checked_sub(1) {
        None => html! { circle cx=(at(x)) cy=(at(y)) r="4" class=(class) {} },
        Some(other) => html! { path d={ "M" (at(x)) " " (at(y)) (SHAPES[other]) } class=(class) {} },
    }
}

/// The classes of the lines of a series.
pub fn line_class(series: usize) -> String {
    match series / COLOURS % DASHES {
        0 => format!("line s{}", series % COLOURS),
        dashes => format!("line s{} d{dashes}", series % COLOURS),
    }
}

/// Adds a tooltip to a mark, and its numbers in the format of tables.
pub fn mark(sheet: &Sheet, estimate: &Estimate, tip: &str, drawn: &Markup) -> Markup {
    if !sheet.has_tips {
        return drawn.clone();
    }
    let numbers = [estimate.value, estimate.low(), estimate.high()].into_iter().flatten();
    let numbers: Vec<String> = numbers.map(|number| format!("{number:.6}")).collect();
    html! { g data-cells=(numbers.join(" ")) { title { (tip) } (drawn) } }
}

/// Draws a name, shortened if necessary, with the full name as a tooltip.
pub fn name(sheet: &Sheet, name: &str, most: f64, spot: (f64, f64), class: &str) -> Markup {
    // Bold letters are wider.
    let cut = sheet.cut(name, if class == "strong" { most / 1.15 } else { most });
    let drawn = words(&cut, spot, Anchor::Start, class);
    if cut == name {
        drawn
    } else {
        html! { g { title { (name) } (drawn) } }
    }
}

/// The sample of a series in a legend.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sample {
    /// A dot.
    Dot,
    /// A line segment.
    Line,
    /// A line segment with a dot on it.
    Both,
}

impl Sample {
    fn width(self) -> f64 {
        if self == Self::Dot { 12.0 } else { 30.0 }
    }

    fn draw(self, series: usize, (left, y): (f64, f64)) -> Markup {
        html! {
            @if self != Self::Dot { path d={ "M" (at(left)) " " (at(y)) "h" (at(self.width())) } class=(line_class(series)) {} }
            @if self != Self::Line { (dot(series, (left + self.width() / 2.0, y), false)) }
        }
    }
}

/// Draws the names of several series with their samples, on as many lines as necessary.
pub fn legend(sheet: &Sheet, series: &[String], sample: Sample) -> Fragment {
    if series.len() < 2 {
        return Fragment { markup: html! {}, height: 0.0 };
    }
    let step = 1.5 * sheet.font;
    let (mut x, mut y) = (0.0, 0.0);
    let markup = html! {
        @for (index, name) in series.iter().enumerate() {
            @let before = sample.width() + 4.0;
            @let name = sheet.cut(name, sheet.width - before - 8.0);
            @let room = before + sheet.of(&name) + 14.0;
            @let is_over = x > 0.0 && x + room > sheet.width;
            @let spot = if is_over { (0.0, y + step) } else { (x, y) };
            @let () = { (x, y) = (spot.0 + room, spot.1); };
            (sample.draw(index, (spot.0, spot.1 + 0.6 * sheet.font)))
            (words(&name, (spot.0 + before, spot.1 + sheet.font), Anchor::Start, ""))
        }
    };
    Fragment { markup, height: y + step + 4.0 }
}

/// Draws tick labels at this height, centred below their ticks but within the sheet.
pub fn tick_labels(sheet: &Sheet, ticks: &[(f64, String)], scale: &Scale, y: f64) -> Markup {
    html! {
        g class="soft mid" {
            @for (tick, label) in ticks {
                @let half = sheet.of(label) / 2.0;
                (words(label, (scale.place(*tick).clamp(half, sheet.width - half), y), Anchor::Start, ""))
            }
        }
    }
}

/// Chooses as many ticks as fit, with their labels.
pub fn ticks_across(sheet: &Sheet, scale: &Scale, length: f64, form: NumberFormat) -> Vec<(f64, String)> {
    for most in [8, 6, 5, 4, 3, 2] {
        let ticks = scale.ticks(most);
        let labels = labels(&ticks, form);
        let widest = sheet.widest(&labels);
        let gap = ticks.windows(2).map(|pair| scale.place(pair[1]) - scale.place(pair[0])).fold(length, f64::min);
        if widest + 10.0 <= gap || most == 2 {
            return ticks.into_iter().zip(labels).collect();
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_series_look_alike() {
        let dots: BTreeSet<String> =
            (0..MOST_SERIES).map(|series| dot(series, (0.0, 0.0), false).into_string()).collect();
        let lines: BTreeSet<String> = (0..MOST_SERIES).map(line_class).collect();
        assert_eq!((dots.len(), lines.len()), (MOST_SERIES, MOST_SERIES));
    }
}
