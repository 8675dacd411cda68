//! `sim prices`: which pricing rule wins, and what strong players ask for tiles.

use clap::Args;
use serde::Serialize;

use crate::commands::args::{SimulationArgs, skye, whole};
use games::skye::tools::prices::{BookRow, price_book};
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::config::Config;
use lab::config::effective::from_defaults;
use lab::experiment::Experiment;
use lab::forms::numbers::{PrintedInterval, percent, with_half_width, with_sign};
use lab::play::{roster, tournament};
use lab::schedule::MAX_BLOCKS;
use lab::schedule::contestant::{Contestant, PlayerSpec};
use lab::schedule::lineup::Lineup;
use lab::subject::GameInfo;
use lab::tables::agents::Strengths;
use lab::tables::ratio_table::OwnRatios;
use report::terminal::summary;
use report::terminal::table::PrintedTable;

/// The agent that has a pricing rule, unless another is given.
const WITH_RULE: &str = "greedy";

/// The agent of the price book, unless another is given.
const OF_BOOK: &str = "mcts:iterations=50";

/// The numbers of games with rules and of the price book, unless another is given.
const GAMES: [u64; 2] = [6000, 200];

/// Arguments of `sim prices`.
#[derive(Args, Debug)]
pub struct PricesArgs {
    /// Compare these pricing rules, such as safe sampled [default: a price book]
    ///
    /// A single rule is compared with the agent as it is. `sim list agents` prints the rules.
    #[arg(value_name = "RULE")]
    pub rules: Vec<String>,

    /// Play with N players, 2 to 5
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<u8>(2..=5))]
    pub players: u8,

    /// Play with this agent [default: greedy with rules, mcts:iterations=50 without]
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,

    /// Play about N games [default: 6000 with rules, 200 without]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=MAX_BLOCKS))]
    pub games: Option<u64>,

    /// Setup, seed and output
    #[command(flatten)]
    pub common: SimulationArgs,
}

/// The result for `--json`.
#[derive(Serialize)]
struct PricesResult {
    players: usize,
    games: u64,
    /// Modules, rules and files that differ from the printed game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    set_up: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reconstructed: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Vec<RuleResult>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<Vec<BookResult>>,
}

/// The strength of a pricing rule; shares are fractions of 1 per seat.
#[derive(Serialize)]
struct RuleResult {
    rule: String,
    win_share: Option<f64>,
    #[serde(flatten)]
    interval: PrintedInterval,
    vp: Option<f64>,
}

/// A row of the price book, in gold and fractions of 1.
#[derive(Serialize)]
struct BookResult {
    round: usize,
    worth: &'static str,
    asked: Option<f64>,
    sold_share: Option<f64>,
    lost: Option<f64>,
    safe: Option<f64>,
    one_more: Option<f64>,
    one_less: Option<f64>,
}

impl From<&BookRow> for BookResult {
    fn from(row: &BookRow) -> Self {
        Self {
            round: row.round,
            worth: row.worth,
            asked: row.asked.value,
            sold_share: row.sold.value,
            lost: row.lost.value,
            safe: row.safe.value,
            one_more: row.one_more.value,
            one_less: row.one_less.value,
        }
    }
}

/// Compares rules, or prints the price book.
pub fn run(args: &PricesArgs) -> Result<()> {
    let config = args.common.setup.config()?;
    let game = skye(&config)?;
    let config = config.only(game, &[])?;
    if args.rules.is_empty() { book(game, args, &config) } else { rules(game, args, &config) }
}

/// Reads an agent.
fn agent(game: &GameInfo, place: &str, text: &str) -> Result<PlayerSpec> {
    PlayerSpec::read(text, &game.schemas(), &[]).map_err(|error| error.at(place))
}

fn rules(game: &'static GameInfo, args: &PricesArgs, config: &Config) -> Result<()> {
    let (players, spec) = (usize::from(args.players), args.agent.as_deref().unwrap_or(WITH_RULE));
    let mut agents = Vec::new();
    for rule in &args.rules {
        if agents.iter().any(|agent: &Contestant| agent.name == *rule) {
            return Err(Error::input("<RULE>", format_args!("found `{rule}` twice"), "every rule once"));
        }
        let join = if spec.contains(':') { ',' } else { ':' };
        let spec = agent(game, "<RULE>", &format!("{spec}{join}pricing={rule}"))?;
        agents.push(Contestant { name: rule.clone(), spec });
    }
    if agents.len() == 1 {
        agents.push(Contestant::plain(agent(game, "--agent", spec)?));
    }
    // With fewer rules than seats, each rule sits among copies of each other rule.
    let lineup = if agents.len() < players { Lineup::EachAgainst } else { Lineup::RoundRobin };
    let lineups = lineup.count(agents.len(), players);
    let wanted = args.games.unwrap_or(GAMES[0]);
    let blocks = lineups * (wanted / (lineups * players as u64)).max(1);
    let subject = config.components(game, players)?;
    let experiment = Experiment::in_memory(subject, players, lineup, agents, blocks, args.common.seed)?;
    let outcome = tournament::play(&experiment, &*roster::of_experiment(&experiment), args.common.exec.into())?;
    let tables = &outcome.totals.tables;
    if args.common.json {
        let rows = tables.get::<Strengths>().rows();
        let rules = rows.iter().take(args.rules.len()).map(|row| RuleResult {
            rule: experiment.agents[row.agent].name.clone(),
            win_share: row.win_share.value,
            interval: row.win_share.into(),
            vp: row.vp.value,
        });
        return out::json(&result(&experiment, Some(rules.collect()), None));
    }
    let seats = match lineup {
        Lineup::EachAgainst => "each rule alone among copies of each other",
        _ => "every choice of rules",
    };
    summary::print_games(&experiment, seats)?;
    summary::print_agents(&experiment, tables, &outcome.costs)?;
    tables
        .get::<OwnRatios>()
        .of("pricing")
        .and_then(|of| of.passage(&experiment))
        .iter()
        .try_for_each(summary::print_passage)
}

fn book(game: &'static GameInfo, args: &PricesArgs, config: &Config) -> Result<()> {
    let (players, text) = (usize::from(args.players), args.agent.as_deref().unwrap_or(OF_BOOK));
    let spec = agent(game, "--agent", text)?;
    let subject = config.components(game, players)?;
    let (agents, games) = (vec![Contestant::plain(spec.clone())], args.games.unwrap_or(GAMES[1]));
    let experiment = Experiment::in_memory(subject, players, Lineup::SelfPlay, agents, games, args.common.seed)?;
    let rows = price_book(&experiment, spec.own().expect("an agent of the game"), args.common.exec.into())?;
    if args.common.json {
        return out::json(&result(&experiment, None, Some(rows.iter().map(BookResult::from).collect())));
    }
    summary::print_games(&experiment, &format!("all `{text}`"))?;
    let header = ["round", "worth to its owner", "tiles", "asked", "sold", "lost if not", "safe", "1 more", "1 less"];
    let mut table = PrintedTable::new(&header, 2..header.len());
    for row in rows.iter().filter(|row| row.tiles > 0) {
        let gold = [&row.asked, &row.lost, &row.safe].map(|gold| with_half_width(gold, 1.0, 1, ""));
        let [asked, lost, safe] = gold;
        let [more, less] = [&row.one_more, &row.one_less].map(|change| with_sign(change, 100.0, 1, ""));
        let (round, worth) = (row.round.to_string(), row.worth.to_owned());
        table.add_row([round, worth, row.tiles.to_string(), asked, percent(&row.sold), lost, safe, more, less]);
    }
    out::line(table)?;
    out::line(
        "Prices in gold; ±: half-width of the 95 % confidence interval over games. Worth: the VP that the tile is estimated to bring its owner. Safe: the price at which selling the tile to the best buyer and keeping it are estimated to be worth the same. 1 more, 1 less: change of the owner's chance to win, in percentage points, if the price is one gold higher or lower, where it can be, as `mcts` expects it; a player that chooses its prices in this way loses by both.",
    )
}

fn result(experiment: &Experiment, rules: Option<Vec<RuleResult>>, book: Option<Vec<BookResult>>) -> PricesResult {
    let (players, games, set_up) = (experiment.players, experiment.games(), from_defaults(&*experiment.subject));
    PricesResult { players, games, set_up, reconstructed: experiment.reconstructed(), rules, book }
}
