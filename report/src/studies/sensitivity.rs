//! The report of a sensitivity study: which rules matter, and by how much.

use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, DataSource, Dots, Figure, FigureView};
use lab::figure::table_figure::dot_row;
use lab::forms::column::csv;
use lab::forms::compression::table_file;
use lab::forms::numbers::{FALSE_FINDINGS, in_unit_of_differences, list, with_half_width};
use lab::forms::passage::all_lists;
use lab::play::exec_options::ExecOptions;
use lab::study::folder::StudyFolder;
use lab::study::sensitivity::{Sensitivity, SensitivityRow};
use serde_json::json;

use super::{ReportedStudy, StudyReport, number, table};

/// The result table.
pub(super) const TABLE: &str = "sensitivity";

/// The maximum number of changes named in a sentence.
const NAMED: usize = 4;

impl ReportedStudy for Sensitivity {
    fn command(&self) -> &'static str {
        "sensitivity"
    }

    fn report(&self, folder: &mut StudyFolder, exec: ExecOptions) -> Result<StudyReport> {
        let rows = self.play(Some(folder), exec)?;
        let (base, games, steps) = (&self.base, self.games(), &self.steps);
        let played = format!(
            "{games}: {} of the unchanged experiment, and as many with each of {} changes",
            base.games(),
            steps.len()
        );
        Ok(StudyReport {
            title: format!("{}: sensitivity to the rules", base.name),
            facts: vec![
                ("experiment", base.name.clone()),
                ("players", base.players.to_string()),
                ("agents", list(base.names())),
                ("games", played),
                ("seed", base.seed.to_string()),
            ],
            findings: findings(&rows),
            table: None,
            figures: vec![tornado(&rows)],
            files: vec![(table_file(TABLE), csv(&rows, &base.labels()))],
            games,
            keys: json!({"steps": steps.iter().map(|(step, _)| step.setting()).collect::<Vec<_>>()}),
        })
    }
}

/// The rows of one measure and part, the largest differences first.
struct MeasureRows<'a> {
    label: String,
    rows: Vec<&'a SensitivityRow>,
}

impl<'a> MeasureRows<'a> {
    /// Groups rows by measure and part, in the order of their first rows.
    fn all(rows: &'a [SensitivityRow]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for row in rows {
            match all.iter_mut().find(|one| one.label == row.label()) {
                Some(one) => one.rows.push(row),
                None => all.push(Self { label: row.label(), rows: vec![row] }),
            }
        }
        for one in &mut all {
            one.rows.sort_by(|one, two| size(two).total_cmp(&size(one)));
        }
        all
    }

    /// Returns the name of the measure for use in sentences.
    fn name(&self) -> &str {
        &self.rows[0].name
    }

    /// Returns a sentence on the significant changes; `None` if there are none.
    fn finding(&self) -> Option<String> {
        let found: Vec<_> = self.rows.iter().filter(|row| is_found(row)).collect();
        let first = found.iter().take(NAMED).map(|row| format!("{}: {}", row.change(), amount(row)));
        let more = found.len().saturating_sub(NAMED);
        let rest = if more > 0 { format!("; and {more} more of {}", self.rows.len()) } else { String::new() };
        (!found.is_empty()).then(|| format!("{}: {}{rest}.", self.name(), list(first)))
    }

    fn view(&self) -> FigureView {
        let (factor, _, unit) = in_unit_of_differences(self.rows[0].unit);
        let comma = if unit.is_empty() { "" } else { "," };
        let title = format!("change of {}{comma}{unit}", self.name());
        let dots = self.rows.iter().map(|row| dot_row(&row.change(), row.estimate, !is_found(row), amount(row)));
        let chart = Dots {
            axis: Some(if factor > 1.0 { Axis::points(title) } else { Axis::plain(title) }),
            rule: Some((0.0, "unchanged".to_owned())),
            series: vec![String::new()],
            rows: dots.collect(),
            hollow: Some("q ≥ 0.05, not significant"),
        };
        FigureView {
            label: self.label.replace([' ', '-'], "_"),
            answer: None,
            chart: Chart::Dots(chart),
            table: table(self.rows.iter().map(|row| {
                let SensitivityRow { key, from, to, estimate, q, .. } = row;
                let texts = [("key", key), ("from", from), ("to", to)];
                let ends = [("ci_lo", estimate.low()), ("ci_hi", estimate.high())];
                let numbers = [("estimate", estimate.value)].into_iter().chain(ends).chain([("q", *q)]);
                let texts = texts.map(|(column, text)| (column.to_owned(), text.clone()));
                texts.into_iter().chain(numbers.map(|(column, value)| (column.to_owned(), number(value)))).collect()
            })),
            source: DataSource::Result(TABLE),
        }
    }
}

/// Returns the absolute size of a change.
fn size(row: &SensitivityRow) -> f64 {
    row.estimate.value.unwrap_or_default().abs()
}

fn amount(row: &SensitivityRow) -> String {
    let (factor, decimals, unit) = in_unit_of_differences(row.unit);
    with_half_width(&row.estimate, factor, decimals, &unit)
}

/// Returns whether a change is significant among all tested ones.
fn is_found(row: &SensitivityRow) -> bool {
    row.q.is_some_and(|q| q < FALSE_FINDINGS)
}

/// Returns a sentence on the significant changes for each measure, and the measures without any.
fn findings(rows: &[SensitivityRow]) -> Vec<String> {
    let measures = MeasureRows::all(rows);
    let unaffected: Vec<&str> =
        measures.iter().filter(|measure| measure.finding().is_none()).map(MeasureRows::name).collect();
    let none = (!unaffected.is_empty()).then(|| {
        let changes = measures[0].rows.len();
        format!("No significant effect of any of {changes} changes on: {}.", list(&unaffected))
    });
    measures.iter().filter_map(MeasureRows::finding).chain(none).chain(error_rate(rows)).collect()
}

/// Returns the false discovery rate of the tests of a measure, and that of all measures together.
fn error_rate(rows: &[SensitivityRow]) -> Option<String> {
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

/// Returns a tornado chart with a view for each measure: the changes with the largest effects on top.
fn tornado(rows: &[SensitivityRow]) -> Figure {
    Figure {
        name: "tornado",
        section: "Rules",
        question: "Which rules matter?".to_owned(),
        views: MeasureRows::all(rows).iter().map(MeasureRows::view).collect(),
        notes: vec![
            "Each rule one step up or down, all else unchanged, on the same seeds; the largest effects on top."
                .to_owned(),
        ],
    }
}
