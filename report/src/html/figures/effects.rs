//! Effects: of a change, seed by seed, and by kind of player.

use std::collections::BTreeMap;

use crate::terminal::comparison::{difference, sentence, stands_out};
use lab::base::error::Result;
use lab::config::effective::compared;
use lab::figure::data::{Axis, COMPARISON, Chart, DataSource, DotRow, Dots, Figure, FigureView, PANEL};
use lab::figure::table_figure::{Drawn, TableFigure, dot_row};
use lab::forms::numbers::{FALSE_FINDINGS, amount, in_unit_of_differences};
use lab::run::finished_run::FinishedRun;
use lab::schedule::Schedule;
use lab::subject::gauges::{Gauge, Gauges};
use lab::tables::comparison::ComparisonRow;
use lab::tables::frame::FrameRow;
use lab::tables::panel::kind_names;
use stats::Estimate;

const EFFECTS: TableFigure = TableFigure {
    name: COMPARISON,
    section: "Comparison",
    question: "What are the effects of the change?",
    table: "comparison",
    columns: "measure agent part clusters first second difference* p q",
    note: "Second run minus first, paired by seed, with 95 % intervals over seeds. Each row has its own scale, centred on no difference. Places \
           are those of the first round's turn order. q is the p value adjusted for the number of rows; differences with q below 0.05 are \
           significant.",
};

/// The effect of `[compare]`; `None` in a run without that section.
pub fn comparison(run: &FinishedRun) -> Result<Option<Figure>> {
    let Some(frame) = run.result(EFFECTS.table)? else { return Ok(None) };
    let schedule: &Schedule = &run.experiment;
    let read = ComparisonRow::read_all(run.experiment.info(), frame.rows(), schedule)?;
    let (rows, read): (Vec<FrameRow<'_>>, Vec<ComparisonRow>) =
        frame.rows().zip(read).filter(|(_, read)| read.is_said).unzip();
    let changes = compared(run.experiment.info(), &run.config).unwrap_or_default();
    let dot = |of: &ComparisonRow| dot_row(&of.about(schedule), of.difference, !stands_out(of), difference(of));
    let chart = Dots {
        rule: Some((0.0, "no difference".to_owned())),
        rows: read.iter().map(dot).collect(),
        hollow: Some("q ≥ 0.05, not significant"),
        ..Dots::default()
    };
    let answer = Some(sentence(schedule, &changes, &read));
    Ok(EFFECTS.of(&frame, Drawn { answer, chart: Some(Chart::Dots(chart)), rows }))
}

/// The units of an effect.
struct EffectUnits<'a> {
    unit: &'a str,
    /// The value under the null hypothesis.
    null: f64,
    /// Whether the effect is a difference, not a number of the whole game.
    is_difference: bool,
}

/// The effects of a panel; `None` in a run without a panel.
pub fn panel(run: &FinishedRun) -> Result<Option<Figure>> {
    let (Some(effects), Some(agents)) = (run.result("panel")?, run.result("panel_agents")?) else { return Ok(None) };
    let experiment = &run.experiment;
    let gauges: Gauges = Gauges::new(Gauge::of_the_game(experiment.info()), &experiment.schedule, &*experiment.subject);
    let parts: BTreeMap<String, usize> = (0..gauges.parts.len()).map(|part| (gauges.label(part), part)).collect();
    let specs = experiment.panel.iter().map(|kind| kind.spec.to_string());
    let kinds: BTreeMap<String, String> = specs.zip(kind_names(experiment.info(), &experiment.panel)).collect();
    let view = |effect: FrameRow<'_>| -> Result<FigureView> {
        let (label, unit) = (effect.text("effect"), effect.text("unit"));
        let part = parts.get(label).copied();
        let name = part.map_or(label.to_owned(), |part| gauges.in_words(part));
        let is_difference = experiment.compare.is_some() || part.is_none_or(|part| gauges.gauge(part).has_parts());
        let own: Vec<FrameRow<'_>> = agents.rows().filter(|row| row.text("effect") == label).collect();
        let null = effect.number("null")?.unwrap_or(0.0);
        let units = EffectUnits { unit, null, is_difference };
        let mut rows = Vec::new();
        for row in &own {
            let spec = row.text("agent");
            let q = if is_difference { row.number("q")? } else { effect.number("heterogeneity_q")? };
            let kind = kinds.get(spec).map_or(spec, String::as_str);
            rows.push(units.row(kind, estimate(row, "estimate", "ci")?, q));
        }
        let q = effect.number(if is_difference { "q" } else { "heterogeneity_q" })?;
        rows.push(units.row("mean over all kinds", estimate(&effect, "pooled", "ci")?, q));
        rows.push(units.row("an unseen kind", estimate(&effect, "pooled", "pi")?, None));
        let chart = Dots {
            axis: Some(units.axis(&name)),
            rule: Some((null, if null == 0.0 { "no effect" } else { "mean of all kinds" }.to_owned())),
            series: vec![String::new()],
            rows,
            hollow: Some(if is_difference {
                "not significantly different from 0"
            } else {
                "not shown to depend on who plays"
            }),
        };
        Ok(FigureView {
            label: label.replace([' ', '-'], "_"),
            answer: Some(format!("{name}: {}.", effect.text("finding"))),
            chart: Chart::Dots(chart),
            table: agents.cells(own, "effect kind agent estimate ci_lo ci_hi clusters q"),
            source: DataSource::Result("panel_agents"),
        })
    };
    let is_twin =
        |row: &FrameRow<'_>| parts.get(row.text("effect")).is_some_and(|part| gauges.gauge(*part).is_said_by_another());
    let views = effects.rows().filter(|row| !is_twin(row)).map(view).collect::<Result<Vec<_>>>()?;
    let note = "The same experiment with each kind of player; below, the mean over kinds (random effects, panel.csv) and the prediction interval for \
                an unseen kind. With `[compare]` the effect is that of the change, otherwise the difference of a part from the mean of all parts, or \
                a whole-game measure as it is. Sentences and filled dots have a false discovery rate of 5 % over all effects and kinds.";
    let question = "Does it depend on who plays?".to_owned();
    Ok(Some(Figure { name: PANEL, section: "Players", question, views, notes: vec![note.to_owned()] }))
}

/// Reads an estimate whose interval has other columns.
fn estimate(row: &FrameRow<'_>, value: &str, ends: &str) -> Result<Estimate> {
    let interval = row.interval(&format!("{ends}_lo"), &format!("{ends}_hi"))?;
    Ok(Estimate { value: row.number(value)?, interval })
}

impl EffectUnits<'_> {
    fn axis(&self, name: &str) -> Axis {
        let (factor, _, unit) = in_unit_of_differences(self.unit);
        let unit = if self.is_difference || factor == 1.0 { unit.trim() } else { "%" };
        let title = if unit.is_empty() { name.to_owned() } else { format!("{name}, {unit}") };
        match (factor > 1.0, self.is_difference) {
            (false, _) => Axis::plain(title),
            (true, false) => Axis::percent(title),
            (true, true) => Axis::points(title),
        }
    }

    /// A row, with a hollow dot unless it is significant by its q value or, without one, by its interval.
    fn row(&self, label: &str, estimate: Estimate, q: Option<f64>) -> DotRow {
        let is_hollow = q.map_or_else(
            || estimate.interval.is_none_or(|ends| ends.low <= self.null && ends.high >= self.null),
            |q| q >= FALSE_FINDINGS,
        );
        dot_row(label, estimate, is_hollow, amount(&estimate, self.unit, self.is_difference))
    }
}
