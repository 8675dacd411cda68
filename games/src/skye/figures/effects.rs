//! Figures of the effects of scoring tiles, of pairs of them and of their slots.

use engine::skye::Slot;

use super::scoring::SECTION;
use crate::skye::notes::outcomes::OUTCOMES;
use crate::skye::tables::effects::TermKind;
use crate::skye::tables::findings::{absent, name, sentence};
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Dots, Figure, FigureView, Matrix, MatrixCell, NumberFormat};
use lab::figure::table_figure::{TableFigure, dot_rows, sorted, why_missing};
use lab::forms::labels::ALL;
use lab::forms::numbers::{FALSE_FINDINGS, with_half_width};
use lab::forms::passage::TestedEffect;
use lab::run::finished_run::FinishedRun;
use lab::schedule::Schedule;
use lab::subject::outcome::{LEVERAGE, VP};
use lab::tables::frame::{Frame, FrameRow};
use stats::Estimate;

/// The outcomes shown for tiles; all those of the table would make the page half as large again.
const OF_TILES: [&str; 4] = [VP, "margin", "first_start_win", LEVERAGE];

/// The outcomes shown for pairs and slots.
const OF_PAIRS: [&str; 2] = [VP, LEVERAGE];

/// The figure of a kind of effect.
struct EffectFigure {
    term: TermKind,
    figure: TableFigure,
    chart: fn(&[FrameRow<'_>], &OutcomeAxis) -> Result<Chart>,
}

const TILES: TableFigure = TableFigure {
    name: "tiles",
    section: SECTION,
    question: "How does a scoring tile in play change the game?",
    table: "effects",
    columns: "tile with effect* p q shrunk rank",
    note: "Compared with an average scoring tile. Hollow: not significant (q ≥ 0.05). Intervals are 95 %, not adjusted for multiple comparisons.",
};

const EFFECT_FIGURES: [EffectFigure; 3] = [
    EffectFigure { term: TermKind::Tile, figure: TILES, chart: dots },
    EffectFigure {
        term: TermKind::Pair,
        figure: TableFigure {
            name: "tile-pairs",
            question: "Do scoring tiles interact?",
            note: "Beyond the sum of the two tiles' own effects. A sign marks significant effects (q < 0.05).",
            ..TILES
        },
        chart: pairs,
    },
    EffectFigure {
        term: TermKind::Slot,
        figure: TableFigure {
            name: "tile-slots",
            question: "Does the slot of a scoring tile matter?",
            note: "Beyond the tile's effect on an average slot. A sign marks significant effects (q < 0.05).",
            ..TILES
        },
        chart: slots,
    },
];

/// The title of an outcome on an axis, and the number of decimals of its effects.
struct OutcomeAxis {
    title: String,
    decimals: usize,
}

/// One figure for each kind.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let Some(frame) = run.result(TILES.table)? else {
        return Ok(vec![TILES.missing(why_missing(run, TILES.table))]);
    };
    let scored = run.result("scoring")?;
    let tiles = scored.map_or(0, |scored| scored.rows().filter(|row| row.text("agent") == ALL).count());
    let mut figures = Vec::new();
    for kind in &EFFECT_FIGURES {
        let views = kind.views(&frame, &run.experiment)?;
        figures.push(if views.is_empty() {
            let why = absent(kind.term, run.experiment.clusters_in(&run.part), tiles);
            kind.figure.missing(why.unwrap_or_else(|| "Too few scoring tiles came up to compare them.".to_owned()))
        } else {
            kind.figure.with_views(views)
        });
    }
    Ok(figures)
}

impl EffectFigure {
    /// Returns a view for each outcome.
    fn views(&self, frame: &Frame, schedule: &Schedule) -> Result<Vec<FigureView>> {
        let wanted = if self.term == TermKind::Tile { &OF_TILES[..] } else { &OF_PAIRS[..] };
        // With more than two agents the difference between the first two is not of interest.
        let has_leverage = schedule.agents.len() == 2;
        let mut views = Vec::new();
        for outcome in OUTCOMES.iter().filter(|outcome| wanted.contains(&outcome.name)) {
            let is_own =
                |row: &FrameRow<'_>| row.text("outcome") == outcome.name && row.text("kind") == self.term.name();
            let rows: Vec<FrameRow<'_>> = frame.rows().filter(is_own).collect();
            if rows.is_empty() || (outcome.name == LEVERAGE && !has_leverage) {
                continue;
            }
            let (meaning, title) = match outcome.name {
                LEVERAGE => {
                    let names: Vec<&str> = schedule.names().collect();
                    let leverage = format!("VP of {}", names.join(" minus VP of "));
                    (leverage.clone(), leverage)
                }
                _ => (outcome.meaning.to_owned(), outcome.title.to_owned()),
            };
            let unit = if outcome.unit.is_empty() { String::new() } else { format!(", {}", outcome.unit) };
            let decimals = if matches!(outcome.unit, "VP" | "gold") { 1 } else { 3 };
            let axis = OutcomeAxis { title: format!("change of: {meaning}{unit}"), decimals };
            let found = rows.iter().map(found).collect::<Result<Vec<_>>>()?;
            let answer = sentence(&found, &format!("Effects on {title}"), axis.decimals);
            let view = self.figure.view(answer, (self.chart)(&rows, &axis)?, frame, rows);
            views.push(FigureView { label: outcome.name.to_owned(), ..view });
        }
        Ok(views)
    }
}

fn found(row: &FrameRow<'_>) -> Result<TestedEffect> {
    let estimate = row.estimate("effect")?;
    let (effect, interval) = estimate.value.zip(estimate.interval).ok_or_else(|| row.fault("effect", "a number"))?;
    let q = row.number("q")?.ok_or_else(|| row.fault("q", "a number"))?;
    let name = name(row.text("tile"), row.text("with"));
    Ok(TestedEffect { name, effect, half: (interval.high - interval.low) / 2.0, q })
}

fn dots(rows: &[FrameRow<'_>], axis: &OutcomeAxis) -> Result<Chart> {
    let rows = sorted(rows.iter().copied(), "effect")?;
    let text = |effect: &Estimate| with_half_width(effect, 1.0, axis.decimals, "");
    Ok(Chart::Dots(Dots {
        axis: Some(Axis::plain(axis.title.clone())),
        rule: Some((0.0, "average tile".to_owned())),
        rows: dot_rows(&rows, "tile", "effect", Some("q"), text)?,
        hollow: Some("q ≥ 0.05, not significantly different from an average tile"),
        ..Dots::default()
    }))
}

/// The lower triangle of pairs: the first tile at the top, the second at the left.
fn pairs(rows: &[FrameRow<'_>], axis: &OutcomeAxis) -> Result<Chart> {
    let mut tiles: Vec<&str> = Vec::new();
    for row in rows {
        for tile in [row.text("tile"), row.text("with")] {
            if !tiles.contains(&tile) {
                tiles.push(tile);
            }
        }
    }
    let columns: Vec<&str> = tiles[..tiles.len() - 1].to_vec();
    matrix(rows, &tiles[1..], &columns, |row| (row.text("with"), row.text("tile")), axis)
}

fn slots(rows: &[FrameRow<'_>], axis: &OutcomeAxis) -> Result<Chart> {
    let mut tiles: Vec<&str> = rows.iter().map(|row| row.text("tile")).collect();
    tiles.dedup();
    let letters = Slot::ALL.map(|slot| slot.letter().to_string());
    let columns: Vec<&str> = letters.iter().map(String::as_str).collect();
    matrix(rows, &tiles, &columns, |row| (row.text("tile"), row.text("with")), axis)
}

fn matrix<'a>(
    rows: &[FrameRow<'a>],
    down: &[&str],
    across: &[&str],
    place: impl Fn(&FrameRow<'a>) -> (&'a str, &'a str),
    axis: &OutcomeAxis,
) -> Result<Chart> {
    let mut fields = vec![vec![None; across.len()]; down.len()];
    for row in rows {
        let (at, beside) = place(row);
        let spot = down.iter().position(|name| *name == at).zip(across.iter().position(|name| *name == beside));
        let (Some((line, column)), Some(value)) = (spot, row.number("effect")?) else { continue };
        let is_found = row.number("q")?.is_some_and(|q| q < FALSE_FINDINGS);
        let short = match (is_found, value < 0.0) {
            (false, _) => "",
            (true, true) => "−",
            (true, false) => "+",
        };
        let text = with_half_width(&row.estimate("effect")?, 1.0, axis.decimals, "");
        let stands = if is_found { "" } else { ", not significant" };
        let tip = format!("{at} with {beside}: {text}{stands}");
        fields[line][column] = Some(MatrixCell { value, text: short.to_owned(), short, tip });
    }
    Ok(Chart::Matrix(Matrix {
        rows: down.iter().map(|name| (*name).to_owned()).collect(),
        columns: across.iter().map(|name| (*name).to_owned()).collect(),
        fields,
        middle: 0.0,
        form: NumberFormat::Plain,
        ends: [format!("less; {}", axis.title), "more".to_owned()],
        furthest: 0.0,
    }))
}
