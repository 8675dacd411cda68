//! Dot plots: estimates with intervals, row by row.

use maud::{Markup, html};

use super::pen::{
    Anchor, COLOURS, Fragment, Sample, Sheet, at, dot, legend, line, lines, mark, name, tick_labels, ticks_across,
    words,
};
use super::scale::Scale;
use super::words::wrapped;
use lab::figure::data::{Dot, DotRow, Dots, NumberFormat};
use stats::Interval;

/// The note that replaces a common axis.
const OWN_SCALES: &str = "Each row has its own scale: less to the left, more to the right.";

/// The note on intervals longer than their axis.
const CUT_OFF: &str = "An arrow head marks an interval that continues; its ends are in the numbers.";

/// The line height of the axis title, in font sizes.
const TITLE_STEP: f64 = 1.35;

/// The gap below a row whose label is above its dots.
///
/// It is wider than the gap between label and dots, so that these are seen as a group.
const GAP: f64 = 14.0;

/// The positions of a row's parts.
struct RowLayout {
    /// The ends of the axis.
    across: (f64, f64),
    /// The space for a label above the dots; 0 if the label is left of them.
    above: f64,
    /// The height of a row.
    pitch: f64,
    /// Whether the numbers are at the right.
    has_numbers: bool,
}

/// Draws the chart.
pub fn draw(chart: &Dots, sheet: &Sheet) -> Fragment {
    let layout = RowLayout::of(chart, sheet);
    let key = legend(sheet, &chart.series, Sample::Dot);
    let hollow = chart.hollow.filter(|_| chart.rows.iter().any(|row| row.dots.iter().any(|dot| dot.is_hollow)));
    let (hint, hint_height) =
        hollow.map_or((html! {}, 0.0), |hollow| sheet.paragraph(&format!("hollow: {hollow}"), key.height, "soft"));
    let rule_room = if chart.rule.is_some() { 1.6 * sheet.font } else { 4.0 };
    let top = key.height + hint_height + rule_room;
    let bottom = top + layout.pitch * chart.rows.len() as f64;
    let common = chart.axis.is_some().then(|| scale(chart, layout.across));
    let is_cut = common.is_some_and(|scale| chart.rows.iter().flat_map(|row| &row.dots).any(|dot| is_cut(dot, &scale)));
    let titles = chart.axis.as_ref().map_or(Vec::new(), |axis| wrapped(&axis.title, sheet.width / sheet.font));
    let below = bottom + (2.8 + TITLE_STEP * titles.len().saturating_sub(1) as f64) * sheet.font;
    let (cut_off, cut_height) = if is_cut { sheet.paragraph(CUT_OFF, below, "soft") } else { (html! {}, 0.0) };
    let markup = html! {
        (key.markup)
        (hint)
        @if let (Some(scale), Some(axis)) = (&common, &chart.axis) {
            @let ticks = ticks_across(sheet, scale, layout.across.1 - layout.across.0, axis.form);
            @let places = ticks.iter().map(|(tick, _)| scale.place(*tick));
            (lines(places.map(|place| ((place, top), (place, bottom))), "grid"))
            (tick_labels(sheet, &ticks, scale, bottom + 1.2 * sheet.font))
            @let middle = (layout.across.0 + layout.across.1) / 2.0;
            @for (index, title) in titles.iter().enumerate() {
                (words(title, title_spot(sheet, title, middle, bottom + index as f64 * TITLE_STEP * sheet.font), Anchor::Middle, "soft"))
            }
            @if let Some((value, label)) = &chart.rule { (rule(sheet, (top, bottom), layout.across, scale.place(*value), label)) }
        }
        @if let (None, Some((_, label))) = (&common, &chart.rule) {
            (rule(sheet, (top, bottom), layout.across, (layout.across.0 + layout.across.1) / 2.0, label))
        }
        @if common.is_none() { (sheet.paragraph(OWN_SCALES, bottom, "soft").0) }
        (cut_off)
        @for (index, row) in chart.rows.iter().enumerate() {
            @let own = common.unwrap_or_else(|| own_scale(chart, row, layout.across));
            (draw_row(row, sheet, &layout, &own, top + index as f64 * layout.pitch))
        }
    };
    Fragment { markup, height: below + cut_height }
}

/// Returns whether an interval extends beyond its axis.
fn is_cut(dot: &Dot, scale: &Scale) -> bool {
    let (low, high) = scale.range();
    dot.estimate.interval.is_some_and(|interval| interval.low < low || interval.high > high)
}

/// The position of the axis title: below its middle, but within the sheet.
fn title_spot(sheet: &Sheet, title: &str, middle: f64, bottom: f64) -> (f64, f64) {
    let half = sheet.of(title).min(sheet.width) / 2.0;
    (middle.clamp(half, sheet.width - half), bottom + 2.5 * sheet.font)
}

fn rule(sheet: &Sheet, (top, bottom): (f64, f64), across: (f64, f64), place: f64, label: &str) -> Markup {
    let half = sheet.of(label) / 2.0;
    let middle = place.clamp(half.min(across.1), (sheet.width - half).max(half));
    html! {
        (line((place, top), (place, bottom), "rule"))
        (words(&sheet.cut(label, sheet.width), (middle, top - 0.5 * sheet.font), Anchor::Middle, "soft"))
    }
}

impl RowLayout {
    fn of(chart: &Dots, sheet: &Sheet) -> Self {
        let labels = sheet.widest(chart.rows.iter().map(|row| &row.label));
        let is_single = chart.rows.iter().all(|row| row.dots.len() <= 1);
        let numbers = sheet.widest(chart.rows.iter().flat_map(|row| &row.dots).map(|dot| &dot.text));
        let deepest = chart.rows.iter().map(|row| row.dots.len()).max().unwrap_or(0) as f64;
        let dots = (12.0 * deepest).max(12.0);
        // Also if the labels are long.
        if sheet.is_narrow() || labels > 0.36 * sheet.width {
            let is_long = labels + if is_single { numbers + 10.0 } else { 0.0 } > sheet.width;
            let above = if is_long { 2.7 } else { 1.4 } * sheet.font;
            return Self { across: (8.0, sheet.width - 8.0), above, pitch: above + dots + GAP, has_numbers: is_single };
        }
        let left = labels + 12.0;
        let right = if is_single { numbers + 14.0 } else { 8.0 };
        let pitch = (dots + 8.0).max(1.7 * sheet.font);
        Self { across: (left, sheet.width - right), above: 0.0, pitch, has_numbers: is_single }
    }
}

/// The values of dots and the ends of their intervals.
fn reach<'a>(rows: impl Iterator<Item = &'a DotRow>) -> impl Iterator<Item = f64> {
    let estimates = rows.flat_map(|row| row.dots.iter().map(|dot| dot.estimate));
    estimates.flat_map(|estimate| [estimate.value, estimate.low(), estimate.high()]).flatten()
}

fn scale(chart: &Dots, across: (f64, f64)) -> Scale {
    let is_share = chart.axis.as_ref().is_some_and(|axis| axis.form == NumberFormat::Percent);
    let beside = chart.axis.iter().flat_map(|axis| axis.reach.iter().copied());
    let numbers: Vec<f64> = chart.numbers().into_iter().chain(beside).collect();
    let is_share = is_share && numbers.iter().all(|number| (0.0..=1.0).contains(number));
    let scale = Scale::around(numbers.into_iter(), across, false);
    if is_share { scale.within(-0.01, 1.01) } else { scale }
}

/// The scale of a single row, symmetric around the rule.
fn own_scale(chart: &Dots, row: &DotRow, across: (f64, f64)) -> Scale {
    let middle = chart.rule.as_ref().map_or(0.0, |(value, _)| *value);
    let furthest = reach([row].into_iter()).map(|number| (number - middle).abs()).fold(0.0, f64::max);
    Scale::around([middle - furthest, middle + furthest].into_iter(), across, false)
}

fn draw_row(row: &DotRow, sheet: &Sheet, layout: &RowLayout, scale: &Scale, top: f64) -> Markup {
    let gap = if layout.above > 0.0 { GAP } else { 0.0 };
    let middle = top + layout.above + (layout.pitch - layout.above - gap) / 2.0;
    let (label_y, label_room) = if layout.above > 0.0 {
        let numbers = row.dots.first().filter(|_| layout.has_numbers).map_or(0.0, |dot| sheet.of(&dot.text) + 10.0);
        (top + sheet.font, (sheet.width - numbers).max(4.0 * sheet.font))
    } else {
        (middle + 0.35 * sheet.font, layout.across.0 - 11.0)
    };
    let first = middle - 6.0 * (row.dots.len().saturating_sub(1)) as f64;
    html! {
        @let lines = wrapped(&row.label, label_room / sheet.font);
        @if let ([one, two], true) = (&lines[..], layout.above > 2.0 * sheet.font) {
            (words(one, (0.0, label_y), Anchor::Start, ""))
            (words(two, (0.0, label_y + 1.3 * sheet.font), Anchor::Start, ""))
        } @else {
            (name(sheet, &row.label, label_room, (0.0, label_y), ""))
        }
        @for (index, dot) in row.dots.iter().enumerate() {
            (draw_dot(dot, &row.label, sheet, scale, first + 12.0 * index as f64))
            @if layout.has_numbers {
                (words(&dot.text, (sheet.width, label_y), Anchor::End, ""))
            }
        }
    }
}

fn draw_dot(shown: &Dot, label: &str, sheet: &Sheet, scale: &Scale, y: f64) -> Markup {
    let Some(centre) = shown.estimate.value else { return html! {} };
    let drawn = html! {
        @if let Some(interval) = shown.estimate.interval {
            path d=(span(scale, interval, y)) class={ "reach s" (shown.series % COLOURS) } {}
        }
        (dot(shown.series, (scale.place(centre), y), shown.is_hollow))
    };
    mark(sheet, &shown.estimate, &format!("{label}: {}", shown.text), &drawn)
}

/// The path of an interval, with an arrow head at an end of the axis that it goes beyond.
fn span(scale: &Scale, interval: Interval, y: f64) -> String {
    let (low, high) = scale.range();
    let (from, to) = (scale.place(interval.low.clamp(low, high)), scale.place(interval.high.clamp(low, high)));
    let mut path = format!("M{} {}H{}", at(from), at(y), at(to));
    for (is_beyond, x, back) in [(interval.low < low, from, 5.0), (interval.high > high, to, -5.0)] {
        if is_beyond {
            path += &format!("M{} {}L{} {}L{} {}", at(x + back), at(y - 4.0), at(x), at(y), at(x + back), at(y + 4.0));
        }
    }
    path
}
