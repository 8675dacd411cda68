//! `sim list`: the available choices.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use lab::base::error::{Error, Result};
use lab::base::out;
use lab::config::schema;
use lab::run::manifest::dictionaries;
use lab::schedule::lineup::Lineup;
use lab::subject::gauges::Gauge;
use lab::subject::{GameInfo, List};
use report::studies;

/// Arguments of `sim list`.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Choose what to list [default: list the lists]
    #[arg(value_parser = PossibleValuesParser::new(names()))]
    pub what: Option<String>,

    /// List for this game
    #[arg(long, value_name = "NAME", default_value = games::NAMES[0])]
    pub game: String,

    /// With `tiles`: list the tiles of these modules, such as druids
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub modules: Vec<String>,

    /// With `scoring`: check and list this file of scoring tiles (repeatable)
    #[arg(long, value_name = "FILE", conflicts_with = "modules")]
    pub scoring_tiles: Vec<String>,
}

/// The lists that every game has.
const OF_ANY_GAME: [List; 5] = [
    List::new("agents", "Agents with their settings", list_agents),
    List::new("lineups", "Ways to seat agents", list_lineups),
    List::new("outcomes", "Outcomes in the tables of effects and of balance", list_outcomes),
    List::new("measures", "Measures of finished games for tuning, panels and sensitivity, with units", list_measures),
    List::new("columns", "Columns of all tables, as CSV", list_columns),
];

/// The list of all games together.
const SCHEMA: [&str; 2] = ["schema", "JSON Schema of configs of all games, for editors"];

/// Returns the names of all lists; shared ones once.
fn names() -> Vec<PossibleValue> {
    let mut names = Vec::new();
    for list in
        games::GAMES.iter().flat_map(|game| OF_ANY_GAME.iter().chain(game.lists).map(|list| (list.name, list.meaning)))
    {
        if !names.iter().any(|(name, _)| *name == list.0) {
            names.push(list);
        }
    }
    names.push(SCHEMA.into());
    names.into_iter().map(|(name, meaning)| PossibleValue::new(name).help(meaning)).collect()
}

/// Prints the list.
pub fn run(args: &ListArgs) -> Result<()> {
    let game = games::of_flag(&args.game)?;
    let is_plain = args.modules.is_empty() && args.scoring_tiles.is_empty();
    match args.what.as_deref() {
        None if is_plain => list_lists(game),
        Some(what) if what == SCHEMA[0] && is_plain => list_schema(),
        what => print(game, args, what.unwrap_or_default()),
    }
}

/// Prints the lists that a game has.
fn list_lists(game: &'static GameInfo) -> Result<()> {
    let common = &OF_ANY_GAME;
    let own = game.lists.iter().filter(|own| common.iter().all(|list| list.name != own.name));
    let all: Vec<(&str, &str)> = common.iter().chain(own).map(|list| (list.name, list.meaning)).collect();
    let all = || all.iter().copied().chain([SCHEMA.into()]);
    let width = all().map(|(name, _)| name.len()).max().unwrap_or_default();
    all().try_for_each(|(name, meaning)| out::item(width, name, meaning))
}

fn print(game: &'static GameInfo, args: &ListArgs, what: &str) -> Result<()> {
    let common = &OF_ANY_GAME;
    let mut named = common.iter().chain(game.lists).filter(|list| list.name == what).peekable();
    let flags = [("--modules", &args.modules, "tiles"), ("--scoring-tiles", &args.scoring_tiles, "scoring")];
    if let Some((flag, values, list)) = flags.into_iter().find(|(_, values, _)| !values.is_empty()) {
        let of_parts = named.find_map(|one| one.of_parts.filter(|_| what == list));
        let fault = || Error::input(flag, "found a list of something else", format_args!("`sim list {list}`"));
        return of_parts.ok_or_else(fault)?(values);
    }
    if named.peek().is_none() {
        let own = game.lists.iter().filter(|own| common.iter().all(|list| list.name != own.name));
        let all: Vec<&str> = common.iter().chain(own).map(|list| list.name).collect();
        let (game, accepted) = (game.name, all.join(", "));
        return Err(Error::input("--game", format_args!("`{game}` has no such list"), &accepted));
    }
    named.try_for_each(|list| (list.print)(game))
}

fn list_lineups(_: &'static GameInfo) -> Result<()> {
    Lineup::ALL.iter().try_for_each(|lineup| out::item(12, lineup.name(), lineup.meaning()))
}

fn list_outcomes(game: &'static GameInfo) -> Result<()> {
    game.outcomes
        .iter()
        .try_for_each(|outcome| out::item(16, outcome.name, &format!("{}: {}", outcome.title, outcome.meaning)))
}

fn list_measures(game: &'static GameInfo) -> Result<()> {
    Gauge::all(game).iter().try_for_each(|gauge| {
        let unit = if gauge.unit.is_empty() { String::new() } else { format!(" ({})", gauge.unit) };
        let parts = if gauge.has_parts() { ", each" } else { "" };
        out::item(20, &gauge.name, &format!("{}{unit}{parts}", gauge.meaning))
    })
}

fn list_agents(game: &'static GameInfo) -> Result<()> {
    for kind in game.schemas() {
        out::item(16, kind.name, kind.summary)?;
        for key in kind.keys {
            let only =
                if key.only_with.is_empty() { String::new() } else { format!("; only with {}", key.conditions()) };
            let words = format!(" {} ({}{only})", key.meaning, key.accepted);
            out::entry(&format!("    {}={}", key.name, key.default), &words, 8)?;
        }
    }
    Ok(())
}

/// Prints the schema of configs.
fn list_schema() -> Result<()> {
    let schema = schema::of_games(games::GAMES.iter().map(|game| (game.name, schema::of_game(game))).collect());
    out::line(serde_json::to_string_pretty(&schema).expect("plain data"))
}

/// Prints the column dictionary.
fn list_columns(game: &'static GameInfo) -> Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |row: [&str; 5]| writer.write_record(row).map_err(Error::of_machine);
    write(["table", "name", "type", "unit", "meaning"])?;
    for (table, columns) in dictionaries(game).into_iter().chain(studies::dictionaries()) {
        for column in columns {
            write([table, &column.name, column.kind.name(), column.unit, column.meaning])?;
        }
    }
    let bytes = writer.into_inner().map_err(Error::of_machine)?;
    out::table(&String::from_utf8_lossy(&bytes))
}
