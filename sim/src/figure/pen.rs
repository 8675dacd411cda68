//! The parts that all charts are drawn with.

use maud::{Markup, html};

use super::data::Form;
use super::scale::{Scale, labels};
use super::words::{fitting, width, wrapped};
use crate::stats::Estimate;

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

/// How many shapes there are for dots.
const SHAPES: usize = 6;

/// How many colours there are for series.
pub const COLOURS: usize = 6;

/// A dot in the shape and colour of its series.
pub fn dot(series: usize, (x, y): (f64, f64), is_hollow: bool) -> Markup {
    let hollow = if is_hollow { " hollow" } else { "" };
    let path = match series % SHAPES {
        0 => {
            return html! { circle cx=(at(x)) cy=(at(y)) r="4" class={ "dot s" (series % COLOURS) (hollow) } {} };
        }
        1 => format!("M{} {}h7v7h-7z", at(x - 3.5), at(y - 3.5)),
        2 => format!("M{} {}l4.5 8h-9z", at(x), at(y - 5.0)),
        3 => format!("M{} {}l5 5l-5 5l-5 -5z", at(x), at(y - 5.0)),
        4 => format!("M{} {}l4.5 -8h-9z", at(x), at(y + 5.0)),
        _ => format!("M{} {}h10v5h-10z", at(x - 5.0), at(y - 2.5)),
    };
    html! { path d=(path) class={ "dot s" (series % COLOURS) (hollow) } {} }
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

/// The names of several series with their shapes, in as many lines as they need, and their height.
pub fn legend(sheet: &Sheet, series: &[String]) -> Drawn {
    if series.len() < 2 {
        return Drawn { markup: html! {}, height: 0.0 };
    }
    let step = 1.5 * sheet.font;
    let (mut x, mut y) = (0.0, 0.0);
    let markup = html! {
        @for (index, name) in series.iter().enumerate() {
            @let name = sheet.cut(name, sheet.width - 24.0);
            @let room = 16.0 + sheet.of(&name) + 14.0;
            @let is_over = x > 0.0 && x + room > sheet.width;
            @let spot = if is_over { (0.0, y + step) } else { (x, y) };
            @let () = { (x, y) = (spot.0 + room, spot.1); };
            (dot(index, (spot.0 + 6.0, spot.1 + 0.6 * sheet.font), false))
            (words(&name, (spot.0 + 16.0, spot.1 + sheet.font), Anchor::Start, ""))
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
pub fn ticks_across(sheet: &Sheet, scale: &Scale, length: f64, form: Form) -> Vec<(f64, String)> {
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
