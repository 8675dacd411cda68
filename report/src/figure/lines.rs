//! Line charts with confidence bands, in panels that share their axes.

use maud::{Markup, html};

use super::pen::{
    Anchor, COLOURS, Fragment, Sample, Sheet, at, dot, legend, line, line_class, lines, mark, name, tick_labels,
    ticks_across, words,
};
use super::scale::{Scale, labels};
use lab::figure::data::{Curve, Lines, NumberFormat, Point, Subplot};

/// The maximum number of points of a line that are drawn as dots.
const DOTTED: usize = 12;

/// The height of a panel's plot area, in font sizes.
const INSIDE: f64 = 11.0;

/// Draws the chart.
pub fn draw(chart: &Lines, sheet: &Sheet) -> Fragment {
    let key = legend(sheet, &chart.series, sample(chart));
    let (lowest, _) = up_scale(chart, (0.0, 1.0)).range();
    let from = if lowest > 0.0 { "; the axis does not start at 0" } else { "" };
    let (title, title_height) = sheet.paragraph(&format!("{}{from}", chart.up.title), key.height, "soft");
    let (rule_words, rule_height) = chart.rule.as_ref().map_or((html! {}, 0.0), |(_, label)| {
        sheet.paragraph(&format!("dashed: {label}"), key.height + title_height, "soft")
    });
    let top = key.height + title_height + rule_height + 6.0;
    let columns = columns(chart.panels.len(), sheet);
    let width = sheet.width / columns as f64;
    let height = (INSIDE + 4.6) * sheet.font;
    let markup = html! {
        (key.markup) (title) (rule_words)
        @for (index, panel) in chart.panels.iter().enumerate() {
            @let corner = ((index % columns) as f64 * width, top + (index / columns) as f64 * height);
            (draw_panel(chart, panel, sheet, corner, width - if columns > 1 { 12.0 } else { 0.0 }))
        }
    };
    Fragment { markup, height: top + height * chart.panels.len().div_ceil(columns) as f64 }
}

/// The sample of a line in the legend, with a dot if its points are drawn as dots.
fn sample(chart: &Lines) -> Sample {
    let is_dotted = chart.panels.iter().flat_map(|panel| &panel.lines).all(|line| line.points.len() <= DOTTED);
    if is_dotted { Sample::Both } else { Sample::Line }
}

/// The number of panels next to each other.
fn columns(panels: usize, sheet: &Sheet) -> usize {
    match panels {
        _ if sheet.is_narrow() => 1,
        0 | 1 => 1,
        2 | 4 => 2,
        _ => 3,
    }
}

fn values(chart: &Lines) -> impl Iterator<Item = f64> {
    // The axis of amounts includes 0.
    let zero = (chart.up.form == NumberFormat::Plain).then_some(0.0);
    chart.numbers().into_iter().chain(chart.up.reach.clone()).chain(zero)
}

fn up_scale(chart: &Lines, ends: (f64, f64)) -> Scale {
    let scale = Scale::around(values(chart), ends, false);
    match chart.up.form {
        NumberFormat::Percent => scale.within(0.0, 1.0),
        NumberFormat::Points => scale,
        NumberFormat::Plain if values(chart).any(|value| value < 0.0) => scale,
        NumberFormat::Plain => scale.within(0.0, f64::INFINITY),
    }
}

fn draw_panel(chart: &Lines, panel: &Subplot, sheet: &Sheet, (left, top): (f64, f64), width: f64) -> Markup {
    let (upper, lower) = (top + 1.8 * sheet.font, top + (1.8 + INSIDE) * sheet.font);
    let up = up_scale(chart, (lower, upper));
    let ticks = up.ticks(5);
    let names = labels(&ticks, chart.up.form);
    let margin = sheet.widest(&names) + 8.0;
    let inside = (left + margin, left + width - 8.0);
    let all = chart.panels.iter().flat_map(|panel| &panel.lines).flat_map(|line| &line.points);
    let across = all.map(|point| point.across).chain(chart.across.reach.iter().copied());
    let across = Scale::around(across, inside, chart.is_log);
    html! {
        @if !panel.title.is_empty() { (name(sheet, &panel.title, width, (left, top + sheet.font), "strong")) }
        (lines(ticks.iter().map(|tick| ((inside.0, up.place(*tick)), (inside.1, up.place(*tick)))), "grid"))
        g class="soft end" {
            @for (tick, label) in ticks.iter().zip(&names) {
                (words(label, (inside.0 - 5.0, up.place(*tick) + 0.35 * sheet.font), Anchor::Start, ""))
            }
        }
        @let ticks = ticks_across(sheet, &across, inside.1 - inside.0, NumberFormat::Plain);
        (tick_labels(sheet, &ticks, &across, lower + 1.3 * sheet.font))
        @let middle = (inside.0 + inside.1) / 2.0;
        @let scale = if across.is_log() { ", on a logarithmic scale" } else { "" };
        (words(&sheet.cut(&format!("{}{scale}", chart.across.title), width), (middle, lower + 2.4 * sheet.font), Anchor::Middle, "soft"))
        (line((inside.0, lower), (inside.1, lower), "axis"))
        @if let Some((value, _)) = &chart.rule {
            (line((inside.0, up.place(*value)), (inside.1, up.place(*value)), "rule"))
        }
        @for line in &panel.lines { (draw_line(line, sheet, &across, &up)) }
        @if let [line] = &panel.lines[..] { (numbers(line, chart.up.form, sheet, &across, &up, inside)) }
    }
}

fn draw_line(line: &Curve, sheet: &Sheet, across: &Scale, up: &Scale) -> Markup {
    // A band that extends beyond the axis is clipped.
    let (lowest, highest) = up.range();
    let spot = |point: &Point, value: Option<f64>| {
        Some(format!("{} {}", at(across.place(point.across)), at(up.place(value?.clamp(lowest, highest)))))
    };
    let highs = line.points.iter().filter_map(|point| spot(point, point.up.high()));
    let lows = line.points.iter().rev().filter_map(|point| spot(point, point.up.low()));
    let band = highs.chain(lows).collect::<Vec<_>>().join("L");
    let trace = line.points.iter().filter_map(|point| spot(point, point.up.value)).collect::<Vec<_>>().join("L");
    let colour = line.series % COLOURS;
    html! {
        @if !band.is_empty() { path d={ "M" (band) "Z" } class={ "band s" (colour) } {} }
        @if !trace.is_empty() { path d={ "M" (trace) } class=(line_class(line.series)) {} }
        @for (index, point) in line.points.iter().enumerate() {
            @if let Some(value) = point.up.value {
                @let place = (across.place(point.across), up.place(value));
                @let decided = line.mark.as_ref().filter(|(marked, _)| *marked == index);
                @let tip = decided.map_or_else(|| point.tip.clone(), |(_, words)| format!("{}; {words}", point.tip));
                @let drawn = html! {
                    @if line.points.len() <= DOTTED { (dot(line.series, place, false)) }
                    @if decided.is_some() { circle cx=(at(place.0)) cy=(at(place.1)) r="8" class="ring" {} }
                };
                @if sheet.has_tips || !drawn.0.is_empty() { (mark(sheet, &point.up, &tip, &drawn)) }
            }
        }
    }
}

/// Formats the number of a point. An amount always has one decimal place.
fn number(point: &Point, form: NumberFormat, decimals: usize) -> Option<String> {
    let value = point.up.value?;
    Some(match form {
        NumberFormat::Percent => format!("{:.decimals$} %", 100.0 * value),
        NumberFormat::Points => format!("{:.decimals$} points", 100.0 * value),
        NumberFormat::Plain => format!("{value:.1}"),
    })
}

/// Draws the numbers of a single line above or below its dots, if there is space between them.
fn numbers(
    line: &Curve,
    form: NumberFormat,
    sheet: &Sheet,
    across: &Scale,
    up: &Scale,
    (left, right): (f64, f64),
) -> Markup {
    let places: Vec<f64> = line.points.iter().map(|point| across.place(point.across)).collect();
    let gap = places.windows(2).map(|pair| pair[1] - pair[0]).fold(right - left, f64::min);
    let fitting = [(1, 12.0), (0, 4.0)].into_iter().find_map(|(decimals, apart)| {
        let texts: Vec<Option<String>> = line.points.iter().map(|point| number(point, form, decimals)).collect();
        let widest = sheet.widest(texts.iter().flatten());
        (widest + apart <= gap).then_some((texts, widest))
    });
    let Some((texts, widest)) = fitting.filter(|_| line.points.len() <= DOTTED) else { return html! {} };
    let (upper, lower) = up.ends();
    html! {
        g class="value mid" {
            @for ((point, place), text) in line.points.iter().zip(places).zip(texts) {
                @if let (Some(value), Some(text)) = (point.up.value, text) {
                    @let height = up.place(value);
                    // Below the dot if it is near the upper end.
                    @let is_below = height - 1.8 * sheet.font < upper;
                    @let y = if is_below { (height + 1.6 * sheet.font).min(lower) } else { height - 0.8 * sheet.font };
                    @let x = place.clamp(left + widest / 2.0, right - widest / 2.0 + 8.0);
                    (words(&text, (x, y), Anchor::Start, ""))
                }
            }
        }
    }
}
