//! `sim explain`: why an agent would decide as it does at one point of a recorded game.

mod moment;
mod words;

use std::path::PathBuf;

use agents::{AgentSpec, Explanation, Weighed, expected_sales};
use clap::Args;
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};
use engine::Game;
use engine::random::random;
use engine::skye::{Action, View};
use serde::Serialize;

use crate::clock::clock;
use crate::commands::number::whole;
use crate::error::Result;
use crate::out;
use crate::tile_set::TileSet;
use moment::Moment;

/// Arguments of `sim explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A record file, a game in a line
    #[arg(value_name = "FILE.jsonl")]
    pub file: PathBuf,

    /// Number of the game in the file, from 1 as `sim check` counts
    #[arg(long, value_name = "G", value_parser = whole::<u64>(1..=u64::MAX), default_value_t = 1, allow_negative_numbers = true)]
    pub game: u64,

    /// Index of the decision among the game's events, from 0: a price, buy, pass or place [default: lists all decisions]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true, requires = "agent")]
    pub event: Option<u64>,

    /// The agent that is to explain; it need not be the one that played
    #[arg(long, value_name = "SPEC", requires = "event")]
    pub agent: Option<AgentSpec>,

    /// Another tile file that records may name; can be given several times
    #[arg(long, value_name = "FILE")]
    pub tiles: Vec<String>,

    /// Print one JSON object and nothing else
    #[arg(long, requires = "event")]
    pub json: bool,
}

/// How many rounds are simulated to tell how likely the tiles of an offer are sold.
const SALES_ROUNDS: u32 = 200;

/// Asks the agent, with the random source that it had in the game if the record says, and prints what it weighed.
pub fn run(args: &ExplainArgs) -> Result<()> {
    let known = TileSet::all_known(&args.tiles)?;
    let (Some(event), Some(agent)) = (args.event, &args.agent) else {
        return out::line(decisions(&Moment::all(&args.file, args.game, &known)?));
    };
    let moment = Moment::find(&args.file, args.game, event, &known)?;
    let (game, seat) = (&moment.header.game, moment.decided.seat);
    let view = game.view(&moment.position, seat);
    let explanation = agent.build_with(clock).explain(game, &view, &mut moment.thinking());
    let lines = lines(&moment, &view, &explanation);
    if args.json {
        out::json(&report((args.game, agent), &moment, &explanation, lines))
    } else {
        print(agent, &moment, &explanation, &lines)
    }
}

/// What an agent thinks of one action.
#[derive(Serialize)]
struct Line {
    action: String,
    value: f64,
    standard_error: f64,
    visits: u64,
    weight: f64,
    /// For offers: each priced tile and how likely it is sold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sale_chances: Vec<(String, f64)>,
}

/// All actions weighed: by how likely they are chosen, then by visits, since values over fewer visits are over fewer scenarios, then by
/// value; of equals in the agent's order.
fn lines(moment: &Moment, view: &View<'_>, explanation: &Explanation<Action>) -> Vec<Line> {
    let mut weighed: Vec<&Weighed<Action>> = explanation.weighed.iter().collect();
    let by_value = |a: &Weighed<Action>, b: &Weighed<Action>| b.value.total_cmp(&a.value);
    weighed.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(b.visits.cmp(&a.visits)).then(by_value(a, b)));
    weighed.into_iter().map(|weighed| line(moment, view, weighed)).collect()
}

fn line(moment: &Moment, view: &View<'_>, weighed: &Weighed<Action>) -> Line {
    let Weighed { action, value, standard_error, visits, weight } = *weighed;
    let sale_chances = sale_chances(moment, view, action);
    Line { action: words::of(moment, action), value, standard_error, visits, weight, sale_chances }
}

fn sale_chances(moment: &Moment, view: &View<'_>, action: Action) -> Vec<(String, f64)> {
    let Action::Offer(offer) = action else { return Vec::new() };
    let game = &moment.header.game;
    // The same simulated rounds for every offer, so that differences are not luck.
    let sales = expected_sales(game, view, offer, SALES_ROUNDS, &mut random(0));
    let drawn = view.public().player(view.seat()).drawn;
    let priced = drawn.iter().zip(sales).zip(offer.prices()).filter(|(_, price)| *price > 0);
    priced.map(|((&tile, chance), _)| (game.tiles().name(tile).to_owned(), chance)).collect()
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    agent: String,
    game: u64,
    event: u64,
    round: u8,
    seat: usize,
    player: &'a str,
    measure: &'static str,
    iterations: u64,
    chosen: String,
    recorded: String,
    weighed: Vec<Line>,
}

fn report<'a>(
    (game, agent): (u64, &AgentSpec),
    moment: &'a Moment,
    explanation: &Explanation<Action>,
    weighed: Vec<Line>,
) -> Report<'a> {
    Report {
        agent: agent.to_string(),
        game,
        event: moment.decided.event as u64,
        round: moment.position.round,
        seat: moment.decided.seat.index(),
        player: moment.player(),
        measure: explanation.measure,
        iterations: explanation.decision.iterations,
        chosen: words::of(moment, explanation.decision.action),
        recorded: words::of(moment, moment.decided.action),
        weighed,
    }
}

fn print(agent: &AgentSpec, moment: &Moment, explanation: &Explanation<Action>, lines: &[Line]) -> Result<()> {
    let (round, seat) = (moment.position.round, moment.decided.seat);
    let gold = moment.position.player(seat).gold;
    out::line(format_args!("round {round}, seat {seat} ({}), {gold} gold", moment.player()))?;
    if lines.is_empty() {
        out::line(format_args!("{agent} compares no actions"))?;
    } else {
        let (iterations, measure) = (explanation.decision.iterations, explanation.measure);
        out::line(format_args!("{agent}, {iterations} iterations; value: {measure}"))?;
        out::line(table(lines))?;
    }
    out::line(format_args!("chosen    {}", words::of(moment, explanation.decision.action)))?;
    out::line(format_args!("recorded  {}", words::of(moment, moment.decided.action)))
}

/// All decisions of a game, with the index that `--event` takes.
fn decisions(moments: &[Moment]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED).set_header(["event", "round", "seat", "player", "decided"]);
    for moment in moments {
        let decided = &moment.decided;
        table.add_row([
            decided.event.to_string(),
            moment.position.round.to_string(),
            decided.seat.to_string(),
            moment.player().to_owned(),
            words::of(moment, decided.action),
        ]);
    }
    for column in table.column_iter_mut().take(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn table(lines: &[Line]) -> Table {
    let mut table = Table::new();
    let header = ["action", "value", "standard error", "visits", "weight", "sold"];
    table.load_style(UTF8_FULL_CONDENSED).set_header(header);
    for line in lines {
        let sold = line.sale_chances.iter().map(|(tile, chance)| format!("{tile} {:.0} %", 100.0 * chance));
        table.add_row([
            line.action.clone(),
            format!("{:.3}", line.value),
            format!("{:.3}", line.standard_error),
            line.visits.to_string(),
            format!("{:.2}", line.weight),
            sold.collect::<Vec<_>>().join(", "),
        ]);
    }
    for column in table.column_iter_mut().skip(1).take(4) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
