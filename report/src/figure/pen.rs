//! The parts that all charts are drawn with.

use maud::{Markup, html};

use super::scale::{Scale, labels};
use super::words::{fitting, width, wrapped};
use lab::figure::data::NumberFormat;
use stats::Estimate;

/// How large a chart is drawn.
#[derive(Copy, Clone, Debug)]
pub struct Sheet {
    /// Its width in pixels.
    pub width: f64,
    /// The font size in pixels.
    pub font: f64,
    /// Whether marks tell their numbers, to people who point at them and to programs.
    pub has_tips: bool,
}

/// Below this width, in font sizes, a chart puts under each other what stands side by side otherwise.
const NARROW: f64 = 38.0;

impl Sheet {
    /// Whether there is little room across.
    pub fn is_narrow(&self) -> bool {
        self.width < NARROW * self.font
    }

    /// The width of a text.
    pub fn of(&self, text: &str) -> f64 {
        self.font * width(text)
    }

    /// The text as far as it fits into this width.
    pub fn cut(&self, text: &str, most: f64) -> String {
        fitting(text, most / self.font)
    }

    /// The text in lines as wide as the sheet, starting at this height; and their height.
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

/// A drawing without its frame, and how high it is.
pub struct Drawn {
    /// What is drawn.
    pub markup: Markup,
    /// The height in pixels.
    pub height: f64,
}

/// A coordinate, short.
pub fn at(place: f64) -> String {
    // What is no number comes from a bug: it would make the whole drawing vanish.
    assert!(place.is_finite(), "a place in a figure is no number");
    let text = format!("{place:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// Which point of a text is where it is put.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A text on one line.
pub fn words(text: &str, (x, y): (f64, f64), anchor: Anchor, class: &str) -> Markup {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => "mid",
        Anchor::End => "end",
    };
    let classes = [class, anchor].into_iter().filter(|class| !class.is_empty()).collect::<Vec<_>>().join(" ");
    html! { text x=(at(x)) y=(at(y)) class=[(!classes.is_empty()).then_some(classes)] { (text) } }
}

/// A straight line, upright or level.
pub fn line(from: (f64, f64), to: (f64, f64), class: &str) -> Markup {
    lines([(from, to)], class)
}

/// Several of them in one path.
pub fn lines(all: impl IntoIterator<Item = ((f64, f64), (f64, f64))>, class: &str) -> Markup {
    let piece = |((x1, y1), (x2, y2)): ((f64, f64), (f64, f64))| {
        let end = if x1 == x2 { format!("V{}", at(y2)) } else { format!("H{}", at(x2)) };
        format!("M{} {}{end}", at(x1), at(y1))
    };
    html! { path d=(all.into_iter().map(piece).collect::<String>()) class=(class) {} }
}

/// The shapes of dots around their middle, after the circle: square, triangle, diamond, triangle, bar, plus, bar, triangles to either side,
/// hourglass, cup.
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

/// How many colours there are for series.
pub const COLOURS: usize = 6;

/// How many ways there are to break a line.
const DASHES: usize = 4;

/// How many series can be told apart, as dots by shape and colour and as lines by dashes and colour.
pub const MOST_SERIES: usize = COLOURS * DASHES;

/// A dot in the shape and colour of its series.
pub fn dot(series: usize, (x, y): (f64, f64), is_hollow: bool) -> Markup {
    let class = format!("dot s{}{}", series % COLOURS, if is_hollow { " hollow" } else { "" });
    let shapes = SHAPES.len() + 1;
    // After all shapes the colours move on by one, so that no shape has its colour again.
    let shape = (series + series / shapes) % shapes;
    match shape.checked_sub(1) {
        None => html! { circle cx=(at(x)) cy=(at(y)) r="4" class=(class) {} },
        Some(other) => html! { path d={ "M" (at(x)) " " (at(y)) (SHAPES[other]) } class=(class) {} },
    }
}

/// What lines of a series look like, as classes.
pub fn line_class(series: usize) -> String {
    match series / COLOURS % DASHES {
        0 => format!("line s{}", series % COLOURS),
        dashes => format!("line s{} d{dashes}", series % COLOURS),
    }
}

/// A mark with what it shows: in words, and the numbers as tables have them.
pub fn mark(sheet: &Sheet, estimate: &Estimate, tip: &str, drawn: &Markup) -> Markup {
    if !sheet.has_tips {
        return drawn.clone();
    }
    let numbers = [estimate.value, estimate.low(), estimate.high()].into_iter().flatten();
    let numbers: Vec<String> = numbers.map(|number| format!("{number:.6}")).collect();
    html! { g data-cells=(numbers.join(" ")) { title { (tip) } (drawn) } }
}

/// A name as far as there is room for it; in full where one points at it.
pub fn name(sheet: &Sheet, name: &str, most: f64, spot: (f64, f64), class: &str) -> Markup {
    // Strong letters are wider.
    let cut = sheet.cut(name, if class == "strong" { most / 1.15 } else { most });
    let drawn = words(&cut, spot, Anchor::Start, class);
    if cut == name {
        drawn
    } else {
        html! { g { title { (name) } (drawn) } }
    }
}

/// What stands for a series in a legend.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sample {
    /// Its dot.
    Dot,
    /// A piece of its line.
    Line,
    /// A piece of its line with a dot on it.
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

/// The names of several series with their samples, in as many lines as they need, and their height.
pub fn legend(sheet: &Sheet, series: &[String], sample: Sample) -> Drawn {
    if series.len() < 2 {
        return Drawn { markup: html! {}, height: 0.0 };
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
    Drawn { markup, height: y + step + 4.0 }
}

/// The labels of ticks at this height under their places, but within the sheet.
pub fn tick_labels(sheet: &Sheet, ticks: &[(f64, String)], scale: &Scale, y: f64) -> Markup {
    let within = |label: &str, x: f64| x.clamp(sheet.of(label) / 2.0, sheet.width - sheet.of(label) / 2.0);
    html! {
        g class="soft mid" {
            @for (tick, label) in ticks { (words(label, (within(label, scale.place(*tick)), y), Anchor::Start, "")) }
        }
    }
}

/// As many ticks as there is room for, with their labels.
pub fn ticks_across(sheet: &Sheet, scale: &Scale, length: f64, form: NumberFormat) -> Vec<(f64, String)> {
    for most in [8, 6, 5, 4, 3, 2] {
        let ticks = scale.ticks(most);
        let labels = labels(&ticks, form);
        let widest = labels.iter().map(|label| sheet.of(label)).fold(0.0, f64::max);
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
