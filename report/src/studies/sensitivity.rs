//! What `sim sensitivity` leaves: a table, a page and figures.

use serde_json::json;

use crate::figure::draw::{Drawing, FigureStyle, alone};
use crate::html::page;
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Dot, DotRow, Dots, Figure, Source, View};
use lab::figure::of_run::cells;
use lab::forms::column::{dictionary, header, write_rows};
use lab::forms::labels::Labels;
use lab::forms::line::Line;
use lab::forms::numbers::{FALSE_FINDINGS, in_unit_of_differences, list, with_half_width};
use lab::forms::passage::all_lists;
use lab::play::exec_options::ExecOptions;
use lab::run::manifest::MANIFEST;
use lab::study::folder::{StudyFolder, manifest};
use lab::study::sensitivity::{Sensitivity, SensitivityRow};

/// The table.
const TABLE: &str = "sensitivity.csv";

/// What the study is called.
fn title(study: &Sensitivity) -> String {
    format!("{}: which rules matter", study.base.name)
}

/// Plays a study, writes its files, and completes its folder; `command` is what made it, for its page. Returns what was found.
///
/// # Errors
/// If it cannot be played, or a file cannot be written.
pub fn complete(study: &Sensitivity, command: &str, mut open: StudyFolder, exec: ExecOptions) -> Result<Vec<String>> {
    let base = &study.base;
    let rows = study.play(Some(&mut open), exec)?;
    let findings = findings(&rows);
    let figures: Vec<Figure> = tornadoes(&rows);
    let mut files = vec![(TABLE.to_owned(), csv(base.labels(), &rows))];
    let drawn = |figure: &Figure| {
        figure
            .views
            .iter()
            .map(|view| {
                (
                    format!("{}-{}.svg", figure.name, view.label),
                    alone(&Drawing::of(figure, view), &FigureStyle::default()).into_bytes(),
                )
            })
            .collect::<Vec<_>>()
    };
    files.extend(figures.iter().flat_map(drawn));
    let facts = [
        ("experiment", base.name.clone()),
        ("players", base.players.to_string()),
        ("agents", list(base.names())),
        (
            "games",
            format!(
                "{}: {} of the experiment as it is, and as many of each of {} changes",
                study.games(),
                base.games(),
                study.steps.len()
            ),
        ),
        ("seed", base.seed.to_string()),
    ];
    files.push((
        "report.html".to_owned(),
        page::of_study(&title(study), &facts, &findings, &figures, command).into_bytes(),
    ));
    let more = json!({"steps": study.steps.iter().map(|(step, _)| step.setting()).collect::<Vec<_>>()});
    files.push((MANIFEST.to_owned(), manifest("sensitivity", &study.description(), base, more, study.games(), &files)));
    open.complete(&files)?;
    Ok(findings)
}

fn csv(labels: Labels, rows: &[SensitivityRow]) -> Vec<u8> {
    let mut bytes = header(&dictionary(SensitivityRow::COLUMNS)).into_bytes();
    write_rows(SensitivityRow::COLUMNS, rows, &mut Line::at_end(&mut bytes, &labels));
    bytes
}

fn amount(row: &SensitivityRow) -> String {
    let (factor, decimals, unit) = in_unit_of_differences(row.unit);
    with_half_width(&row.difference(), factor, decimals, &unit)
}

/// For each measure, which changes matter, the clearest first.
fn findings(rows: &[SensitivityRow]) -> Vec<String> {
    let of = |label: String| {
        let all: Vec<&SensitivityRow> = rows.iter().filter(|row| row.label() == label).collect();
        let mut found: Vec<&&SensitivityRow> = all.iter().filter(|row| is_found(row)).collect();
        let size = |row: &SensitivityRow| row.estimate.unwrap_or_default().abs();
        found.sort_by(|one, two| size(two).total_cmp(&size(one)));
        let named = list(found.iter().take(NAMED).map(|row| format!("{}: {}", row.change(), amount(row))));
        let more = found.len().saturating_sub(NAMED);
        let rest = if more > 0 { format!("; {more} more of {}", all.len()) } else { String::new() };
        format!("{}: {named}{rest}.", all[0].name)
    };
    let in_words = |label: &String| rows.iter().find(|row| row.label() == *label).map_or("", |row| &row.name);
    let (found, none): (Vec<String>, Vec<String>) =
        labels(rows).into_iter().partition(|label| rows.iter().any(|row| row.label() == *label && is_found(row)));
    let changes = rows.iter().filter(|row| row.label() == rows[0].label()).count();
    let none = (!none.is_empty())
        .then(|| format!("Not shown to depend on any of {changes} changes: {}.", list(none.iter().map(in_words))));
    found.into_iter().map(of).chain(none).chain(rate(rows)).collect()
}

/// What the tests of a measure promise, and what those of all measures together do not.
fn rate(rows: &[SensitivityRow]) -> Option<String> {
    let mut measures: Vec<&str> = rows.iter().filter(|row| row.q.is_some()).map(|row| row.measure.as_str()).collect();
    measures.sort_unstable();
    measures.dedup();
    let lists = measures.len();
    (lists > 0).then(|| {
        let together = if lists > 1 {
            format!(
                "; if no change had an effect, up to {:.0} % of studies would still report one on at least one of these {lists} measures",
                100.0 * all_lists(lists)
            )
        } else {
            String::new()
        };
        format!("False discovery rate {:.0} % within each measure, over all its parts and changes{together}.", 100.0 * FALSE_FINDINGS)
    })
}

/// Whether a change matters, among all that were looked at.
fn is_found(row: &SensitivityRow) -> bool {
    row.q.is_some_and(|q| q < FALSE_FINDINGS)
}

/// How many changes a sentence names.
const NAMED: usize = 4;

fn labels(rows: &[SensitivityRow]) -> Vec<String> {
    let mut labels = Vec::new();
    for row in rows {
        if !labels.contains(&row.label()) {
            labels.push(row.label());
        }
    }
    labels
}

/// A tornado with a view for each measure: the changes that move it furthest on top.
fn tornadoes(rows: &[SensitivityRow]) -> Vec<Figure> {
    let view = |label: String| {
        let mut own: Vec<&SensitivityRow> = rows.iter().filter(|row| row.label() == label).collect();
        let size = |row: &SensitivityRow| row.estimate.unwrap_or_default().abs();
        own.sort_by(|one, two| size(two).total_cmp(&size(one)));
        let unit = own.first().map_or("", |row| row.unit);
        let (factor, _, unit) = in_unit_of_differences(unit);
        let (name, comma) = (own.first().map_or("", |row| &row.name), if unit.is_empty() { "" } else { "," });
        let title = format!("change of {name}{comma}{unit}");
        let axis = if factor > 1.0 { Axis::points(title) } else { Axis::plain(title) };
        let dot = |row: &SensitivityRow| Dot {
            series: 0,
            estimate: row.difference(),
            is_hollow: !is_found(row),
            text: amount(row),
        };
        let chart = Dots {
            axis: Some(axis),
            rule: Some((0.0, "as it is".to_owned())),
            series: vec![String::new()],
            rows: own.iter().map(|row| DotRow { label: row.change(), dots: vec![dot(row)] }).collect(),
            hollow: Some("q ≥ 0.05, does not stand out from chance"),
        };
        let number = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.6}"));
        let table = own.iter().map(|row| {
            vec![
                row.key.clone(),
                row.from.clone(),
                row.to.clone(),
                number(row.estimate),
                number(row.ci_lo),
                number(row.ci_hi),
                number(row.q),
            ]
        });
        View {
            label: label.replace([' ', '-'], "_"),
            answer: None,
            chart: Chart::Dots(chart),
            table: cells(&["key", "from", "to", "estimate", "ci_lo", "ci_hi", "q"], table.collect()),
            source: Source::Result(TABLE),
        }
    };
    let views = labels(rows).into_iter().map(view).collect();
    vec![Figure {
        name: "tornado",
        section: "Rules",
        question: "Which rules matter?".to_owned(),
        views,
        notes: vec![
            "A step of each rule with everything else as it is, over the same seeds; the furthest on top.".to_owned(),
        ],
    }]
}
