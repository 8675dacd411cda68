//! `sim list`: the available choices.

use agents::skye::value::Evaluation;
use clap::{Args, ValueEnum};
use engine::skye::tiles::RECONSTRUCTED;
use engine::skye::{Module, Modules, ScoringTile, Tiles};
use engine::tipperary::{Components, Sheet};
use interface::tipperary::sheets;

use crate::base::error::{Error, Result};
use crate::base::out;
use crate::games::{GameName, Work, game_named};
use crate::lab::config::schema;
use crate::lab::forms::numbers::list;
use crate::lab::run::manifest::dictionaries;
use crate::lab::schedule::lineup::Lineup;
use crate::lab::shown::Shown;
use crate::lab::study::soak::Soaked;
use crate::lab::subject::Subject;
use crate::skye::designs::{self, Family, SlotOrders};

/// Arguments of `sim list`.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// What to list
    pub what: What,

    /// The game
    #[arg(long, value_name = "NAME", default_value = GameName::NAMES[0])]
    pub game: String,

    /// With `tiles`: those of these modules, such as druids, instead of the landscape tiles
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub modules: Vec<String>,
}

/// What can be listed.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Agents with their settings
    Agents,
    /// Modules with what they add, their scoring tiles and their tiles
    Modules,
    /// Scoring tiles with what they award, and the module that they belong to
    Scoring,
    /// Ways to seat agents
    Lineups,
    /// Ways to choose the scoring tiles of a block
    Designs,
    /// Ways to lay scoring tiles on slots
    SlotOrders,
    /// What tables of effects and of balance are about
    Outcomes,
    /// Columns of all tables, as CSV
    Columns,
    /// What configs of all games may say, as a JSON Schema for editors
    Schema,
    /// Shipped tile files
    TileFiles,
    /// The printed landscape tiles, or those of --modules, as a tile file
    Tiles,
    /// The other reading of the disputed tiles, as a tile file
    OtherTiles,
    /// Tipperary: the shipped bonus tiles, as a tile file
    BonusTiles,
    /// Tipperary: the shipped hometowns, as a tile file
    Hometowns,
}

/// Prints the list.
pub fn run(args: &ListArgs) -> Result<()> {
    if !args.modules.is_empty() {
        return list_module_tiles(args);
    }
    if args.what == What::Schema {
        return list_schema();
    }
    let game = game_named(&args.game)?;
    if let What::Agents | What::Lineups | What::Outcomes | What::Columns = args.what {
        game.does(ListOfAny { what: args.what })?;
        return if (args.what, game) == (What::Agents, GameName::Skye) { list_learned() } else { Ok(()) };
    }
    match game {
        GameName::Skye => list_of_skye(args.what),
        GameName::Tipperary => list_of_tipperary(args.what),
    }
}

/// Lists that every game has.
struct ListOfAny {
    what: What,
}

impl Work for ListOfAny {
    type Output = Result<()>;

    fn run<S: Soaked + Shown>(self) -> Result<()> {
        match self.what {
            What::Agents => list_agents::<S>(),
            What::Lineups => Lineup::ALL.iter().try_for_each(|lineup| entry(12, lineup.name(), lineup.meaning())),
            What::Outcomes => S::outcomes().iter().try_for_each(|outcome| entry(16, outcome.name, outcome.meaning)),
            _ => list_columns::<S>(),
        }
    }
}

fn list_of_tipperary(what: What) -> Result<()> {
    match what {
        What::Tiles => out::print(format_args!("{}", Sheet::Landscape.shipped())),
        What::BonusTiles => out::print(format_args!("{}", Sheet::Bonus.shipped())),
        What::Hometowns => out::print(format_args!("{}", Sheet::Hometowns.shipped())),
        What::TileFiles => list_sheets(),
        _ => Err(no_list("tipperary", "agents, lineups, outcomes, columns, tile-files, tiles, bonus-tiles, hometowns")),
    }
}

/// The shipped files of every kind of component.
fn list_sheets() -> Result<()> {
    let components = Components::shipped();
    let counts = [components.landscape().len(), components.all_bonus().len(), components.all_hometowns().len()];
    for (sheet, count) in Sheet::ALL.into_iter().zip(counts) {
        let names = sheets::shipped(sheet).map(|(name, _)| name);
        entry(12, sheet.name(), &format!("{count} of them, RECONSTRUCTED: {}", list(names)))?;
    }
    out::line("alike: every component has the spaces of the first, so that which of them somebody has cannot matter")
}

fn no_list(game: &str, accepted: &str) -> Error {
    Error::input(format!("--game: `{game}` has no such list; accepted: {accepted}"))
}

fn list_of_skye(what: What) -> Result<()> {
    match what {
        What::Modules => Module::ALL.into_iter().try_for_each(list_module),
        What::Scoring => ScoringTile::ALL.into_iter().try_for_each(list_scoring_tile),
        What::Designs => list_designs(),
        What::SlotOrders => SlotOrders::ALL.iter().try_for_each(|orders| entry(12, orders.name(), orders.meaning())),
        What::TileFiles => list_tile_files(),
        What::Tiles => out::print(format_args!("{}", Tiles::SHIPPED[0].1)),
        What::OtherTiles => out::print(format_args!("{}", Tiles::SHIPPED[1].1)),
        _ => {
            let own = "modules, scoring, designs, slot-orders, tile-files, tiles, other-tiles";
            Err(no_list("skye", &format!("agents, lineups, outcomes, columns, {own}")))
        }
    }
}

/// What a module adds.
fn list_module(module: Module) -> Result<()> {
    entry(12, module.name(), module.text())?;
    let scoring = ScoringTile::ALL.into_iter().filter(|tile| tile.module() == Some(module));
    let scoring = list(scoring);
    if !scoring.is_empty() {
        out::entry("    scoring tiles:", &scoring, 8)?;
    }
    let Some(count) = tile_count(module) else { return Ok(()) };
    let words = format!("{count}, RECONSTRUCTED: the faces of the printed ones are not known");
    out::entry("    tiles:", &words, 8)
}

/// How many shipped tiles a module has; nothing if it has none of its own.
fn tile_count(module: Module) -> Option<usize> {
    let tiles = Tiles::printed_with(Modules::NONE.with(module));
    match module {
        Module::Druids => Some(tiles.druids().count()),
        Module::Tunnels => Some(tiles.tunnels().count()),
        Module::Bonus => None,
        Module::Borderlands => Some(tiles.borderlands().count()),
    }
}

fn list_scoring_tile(tile: ScoringTile) -> Result<()> {
    let module = tile.module().map_or(String::new(), |module| format!(" ({module})"));
    entry(16, tile.name(), &format!("{}{module}", tile.text()))
}

fn list_tile_files() -> Result<()> {
    Tiles::SHIPPED.iter().try_for_each(|(name, _)| out::line(name))?;
    let modules = list(Module::WITH_TILES);
    out::line(format_args!("{RECONSTRUCTED}, of the modules {modules}: the faces of the printed tiles are not known"))
}

/// The shipped tile file of each module named, a blank line between them. Every row says that it is reconstructed.
fn list_module_tiles(args: &ListArgs) -> Result<()> {
    if !matches!(args.what, What::Tiles) {
        return Err(Error::input("--modules: found a list of something else; accepted: `sim list tiles`"));
    }
    let files = args.modules.iter().map(|name| module_tile_file(name)).collect::<Result<Vec<_>>>()?;
    out::print(format_args!("{}", files.join("\n")))
}

fn module_tile_file(name: &str) -> Result<&'static str> {
    let module: Module = name.parse().map_err(|error| Error::input(format!("--modules: {error}")))?;
    let file = Tiles::SHIPPED_FOR_MODULES.into_iter().find(|(other, _)| *other == module);
    let none = || {
        let accepted = list(Module::WITH_TILES);
        Error::input(format!("--modules: found `{module}`, which has no tiles of its own; accepted: {accepted}"))
    };
    file.map(|(_, text)| text).ok_or_else(none)
}

/// A name, as wide as the widest of its list, and what it means.
fn entry(width: usize, name: &str, meaning: &str) -> Result<()> {
    out::entry(&format!("{name:<width$}"), meaning, width + 1)
}

fn list_agents<S: Subject>() -> Result<()> {
    for kind in S::kinds().iter().map(|kind| &kind.face) {
        entry(16, kind.name, kind.summary)?;
        for key in kind.keys {
            let only =
                if key.only_with.is_empty() { String::new() } else { format!("; only with {}", key.conditions()) };
            let words = format!(" {} ({}{only})", key.meaning, key.accepted);
            out::entry(&format!("    {}={}", key.name, key.default), &words, 8)?;
        }
    }
    Ok(())
}

/// What the chances to win that searches see were learned from.
fn list_learned() -> Result<()> {
    entry(
        16,
        "(leaf=learned)",
        "no agent: what the chances to win were learned from; in other games searches take leaf=appraisal",
    )?;
    Evaluation::committed().iter().try_for_each(|Evaluation { players, trained_on, .. }| {
        out::entry(&format!("    {players} players:"), &trained_on.to_string(), 8)
    })
}

fn list_designs() -> Result<()> {
    entry(12, designs::RANDOM, designs::RANDOM_MEANING)?;
    Family::ALL.iter().try_for_each(|family| entry(12, family.name(), family.meaning()))
}

/// The schema of configs.
fn list_schema() -> Result<()> {
    struct OfGame;

    impl Work for OfGame {
        type Output = (&'static str, serde_json::Value);

        fn run<S: Soaked + Shown>(self) -> Self::Output {
            (S::NAME, schema::of_game::<S>())
        }
    }

    let schema = schema::of_games(GameName::ALL.iter().map(|game| game.does(OfGame)).collect());
    out::line(serde_json::to_string_pretty(&schema).expect("plain data"))
}

/// The column dictionary.
fn list_columns<S: Subject>() -> Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |row: [&str; 5]| writer.write_record(row).map_err(Error::other);
    write(["table", "name", "type", "unit", "meaning"])?;
    for (table, columns) in dictionaries::<S>() {
        for column in columns {
            write([table, &column.name, column.kind.name(), column.unit, column.meaning])?;
        }
    }
    let bytes = writer.into_inner().map_err(Error::other)?;
    out::print(format_args!("{}", String::from_utf8_lossy(&bytes)))
}
