//! The figure of the VP that scoring tiles pay, by agent.

use crate::skye::setting::Setting;
use crate::skye::tables::own_tiles::{TileEffect, TilePay, sentence};
use crate::skye::tables::passages::{FEWEST, known};
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, Dot, DotRow, Dots, Figure};
use lab::figure::table_figure::{Drawn, TableFigure, sorted};
use lab::forms::labels::ALL;
use lab::forms::numbers::{counted, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::{Frame, FrameRow};

/// The section of the page.
pub const SECTION: &str = "Scoring tiles";

const SCORING: TableFigure = TableFigure {
    name: "scoring",
    section: SECTION,
    question: "Which scoring tile pays most, and for which agent?",
    table: "scoring",
    columns: "agent scoring clusters seat_games vp* vp_sd winners_share",
    note: "What a tile pays is not its effect on the game, which the next figure shows. There is no interval with fewer than 5 seeds. Overlapping intervals do not show which of two tiles pays more.",
};

/// Returns the figure of VP from each scoring tile by agent, the tile with most VP first.
pub fn figure(run: &FinishedRun) -> Result<Option<Figure>> {
    SCORING.draw(run, |frame| {
        let together = sorted(frame.rows().filter(|row| row.text("agent") == ALL), "vp")?;
        let names: Vec<&str> = run.experiment.names().collect();
        // A single agent is the same as all agents together.
        let series = if names.len() > 1 { names } else { vec![ALL] };
        let mut rows = Vec::new();
        for all in &together {
            let tile = all.text("scoring");
            let mut dots = Vec::new();
            for row in frame.rows().filter(|row| row.text("scoring") == tile) {
                if let Some(series) = series.iter().position(|name| *name == row.text("agent")) {
                    dots.push(dot(&row, series)?);
                }
            }
            rows.push(DotRow { label: tile.to_owned(), dots });
        }
        let chart = Dots {
            axis: Some(Axis::plain("mean VP from the tile in games where it is in play")),
            series: series.iter().map(|name| (*name).to_owned()).collect(),
            rows,
            ..Dots::default()
        };
        // A tile that occurred with few seeds can rank first by chance.
        let seeds = together.iter().map(|row| row.whole("clusters")).collect::<Result<Vec<_>>>()?;
        let mut sentences = Vec::new();
        if let Some((row, _)) = together.iter().zip(&seeds).find(|(_, seeds)| **seeds >= FEWEST) {
            sentences.push(most_paying(row)?);
        } else if let Some(most) = seeds.iter().max() {
            let most = counted(*most, "seed");
            sentences.push(format!("Too few seeds: no tile was in play in more than {most}."));
        }
        sentences.extend(own_tiles(run, frame)?);
        let answer = (!sentences.is_empty()).then(|| sentences.join(" "));
        Ok(Drawn { answer, chart: Some(Chart::Dots(chart)), rows: frame.rows().collect() })
    })
}

/// Returns a sentence on each of the user's own scoring tiles, whatever its rank.
fn own_tiles(run: &FinishedRun, frame: &Frame) -> Result<Vec<String>> {
    let own = run.experiment.subject.setup::<Setting>().own_tiles();
    let pays = TilePay::read(&frame.rows().collect::<Vec<_>>())?;
    let effects = run.result("effects")?;
    let effects = effects.map_or(Ok(Vec::new()), |effects| TileEffect::read(&effects.rows().collect::<Vec<_>>()))?;
    let seeds = run.experiment.clusters();
    Ok(own.iter().map(|tile| sentence(tile.name(), &pays, &effects, seeds)).collect())
}

fn most_paying(row: &FrameRow<'_>) -> Result<String> {
    let mean = with_half_width(&row.estimate("vp")?, 1.0, 1, " VP");
    let (tile, seeds) = (row.text("scoring"), counted(row.whole("clusters")?, "seed"));
    Ok(format!("Over all agents, {tile} pays most: {mean} per game, over {seeds} with it."))
}

fn dot(row: &FrameRow<'_>, series: usize) -> Result<Dot> {
    let estimate = known(&row.estimate("vp")?, row.whole("clusters")?);
    let vp = with_half_width(&estimate, 1.0, 1, " VP");
    let text = if row.text("agent") == ALL { vp } else { format!("{}, {vp}", row.text("agent")) };
    Ok(Dot { series, estimate, is_hollow: false, text })
}
