//! The figure of the VP that scoring tiles pay, by agent.

use crate::skye::setting::Setting;
use crate::skye::tables::own_tiles::{TileEffect, TilePay, sentence};
use crate::skye::tables::passages::{FEWEST, known};
use lab::base::error::Result;
use lab::figure::data::{Axis, Chart, DataSource, Dot, DotRow, Dots, Figure, FigureView};
use lab::figure::of_run::{sorted, table};
use lab::forms::labels::ALL;
use lab::forms::numbers::{counted, with_half_width};
use lab::run::finished_run::FinishedRun;
use lab::tables::frame::{Frame, FrameRow};

/// The section of the page.
pub const SECTION: &str = "Scoring tiles";

/// Returns the figure of VP from each scoring tile by agent, the tile with most VP first.
pub fn figure(run: &FinishedRun) -> Result<Figure> {
    let (name, question) = ("scoring", "Which scoring tile pays most, and for which agent?");
    let frame = match table(run, "scoring")? {
        Ok(frame) => frame,
        Err(why) => return Ok(Figure::missing(name, SECTION, question, why)),
    };
    let together = frame.rows().filter(|row| row.text("agent") == ALL).collect();
    let together = sorted(together, |row| row.estimate("vp"))?;
    let names: Vec<&str> = run.experiment.names().collect();
    // A single agent is the same as all agents together.
    let series: Vec<&str> = if names.len() > 1 { names } else { vec![ALL] };
    let rows = together.iter().map(|all| {
        let tile = all.text("scoring");
        let dots = frame.rows().filter(|row| row.text("scoring") == tile).filter_map(|row| {
            let series = series.iter().position(|name| *name == row.text("agent"))?;
            Some(dot(&row, series, &series_name(&row)))
        });
        Ok(DotRow { label: tile.to_owned(), dots: dots.collect::<Result<_>>()? })
    });
    let chart = Dots {
        axis: Some(Axis::plain("mean VP from the tile in games where it is in play")),
        series: series.iter().map(|name| (*name).to_owned()).collect(),
        rows: rows.collect::<Result<_>>()?,
        ..Dots::default()
    };
    // A tile that occurred with few seeds can rank first by chance.
    let seeds = together.iter().map(|row| row.whole("clusters")).collect::<Result<Vec<_>>>()?;
    let enough = together.iter().zip(&seeds).find(|(_, seeds)| **seeds >= FEWEST).map(|(row, _)| row);
    let most = seeds.iter().max().map(|most| counted(*most, "seed"));
    let too_few = most.map(|most| format!("Too few seeds: no tile was in play in more than {most}."));
    let answer = enough.map(most_paying).transpose()?.or(too_few);
    let answer = list_of(answer.into_iter().chain(own_tiles(run, &frame)?));
    let columns = ["agent", "scoring", "clusters", "seat_games", "vp_mean", "vp_lo", "vp_hi", "vp_sd", "winners_share"];
    let cells = frame.cells(frame.rows(), &columns);
    let source = DataSource::Result("scoring.csv");
    let view = FigureView { label: String::new(), answer, chart: Chart::Dots(chart), table: cells, source };
    Ok(Figure::of(name, SECTION, question, view)
        .note("What a tile pays is not its effect on the game, which the next figure shows. There is no interval with fewer than 5 seeds. Overlapping intervals do not show which of two tiles pays more."))
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

/// Joins sentences; `None` if there are none.
fn list_of(sentences: impl Iterator<Item = String>) -> Option<String> {
    Some(sentences.collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
}

fn most_paying(row: &FrameRow<'_>) -> Result<String> {
    let mean = with_half_width(&row.estimate("vp")?, 1.0, 1, " VP");
    let (tile, seeds) = (row.text("scoring"), counted(row.whole("clusters")?, "seed"));
    Ok(format!("Over all agents, {tile} pays most: {mean} per game, over {seeds} with it."))
}

fn series_name(row: &FrameRow<'_>) -> String {
    if row.text("agent") == ALL { String::new() } else { format!("{}, ", row.text("agent")) }
}

fn dot(row: &FrameRow<'_>, series: usize, before: &str) -> Result<Dot> {
    let estimate = known(&row.estimate("vp")?, row.whole("clusters")?);
    let text = format!("{before}{}", with_half_width(&estimate, 1.0, 1, " VP"));
    Ok(Dot { series, estimate, is_hollow: false, text })
}
