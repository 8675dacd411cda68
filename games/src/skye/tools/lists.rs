//! The lists for Isle of Skye.

use std::path::Path;

use agents::skye::value;
use engine::skye::tiles::RECONSTRUCTED;
use engine::skye::{Module, Modules, ScoringTile, Tiles};

use crate::skye::designs::{self, Family, SlotOrders};
use crate::skye::setting::scoring_tiles;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::forms::numbers::list;
use lab::subject::List;
use lab::subject::files::Files;

/// All lists; the one of agents continues the common one.
pub const LISTS: [List; 8] = [
    List::new("modules", "Modules with their additions, scoring tiles and tiles", |_| {
        Module::ALL.into_iter().try_for_each(list_module)
    }),
    List {
        of_parts: Some(list_own_scoring_tiles),
        ..List::new("scoring", "Scoring tiles with their awards and modules, or those of --scoring-tiles", |_| {
            ScoringTile::ALL.into_iter().try_for_each(list_scoring_tile)
        })
    },
    List::new("designs", "Designs that choose the scoring tiles of a block", |_| list_designs()),
    List::new("slot-orders", "Orders of scoring tiles on slots", |_| {
        SlotOrders::ALL.iter().try_for_each(|orders| out::item(12, orders.name(), orders.meaning()))
    }),
    List::new("tile-files", "Shipped tile files", |_| list_tile_files()),
    List {
        of_parts: Some(list_module_tiles),
        ..List::new("tiles", "The printed landscape tiles, or those of --modules, as a tile file", |_| {
            out::print(format_args!("{}", Tiles::SHIPPED[0].1))
        })
    },
    List::new("other-tiles", "The other reading of the disputed tiles, as a tile file", |_| {
        out::print(format_args!("{}", Tiles::SHIPPED[1].1))
    }),
    List::new("agents", "", |_| list_learned()),
];

/// Prints the shipped tile file of each named module, separated by blank lines.
///
/// Every row says that it is reconstructed.
fn list_module_tiles(modules: &[String]) -> Result<()> {
    let files = modules.iter().map(|name| module_tile_file(name)).collect::<Result<Vec<_>>>()?;
    out::print(format_args!("{}", files.join("\n")))
}

/// Checks files of scoring tiles, and prints the tiles.
fn list_own_scoring_tiles(files: &[String]) -> Result<()> {
    let found = files.iter().map(|file| scoring_tiles::find(Files::From(Path::new("")), file));
    let found = found.collect::<Result<Vec<_>>>()?;
    found.iter().flat_map(|file| &file.tiles).try_for_each(|tile| list_scoring_tile(*tile))
}

/// Prints the content of a module.
fn list_module(module: Module) -> Result<()> {
    out::item(12, module.name(), module.meaning())?;
    let scoring = ScoringTile::ALL.into_iter().filter(|tile| tile.module() == Some(module));
    let scoring = list(scoring);
    if !scoring.is_empty() {
        out::entry("    scoring tiles:", &scoring, 8)?;
    }
    let Some(count) = tile_count(module) else { return Ok(()) };
    let words = format!("{count}, RECONSTRUCTED: the printed faces are not known");
    out::entry("    tiles:", &words, 8)
}

/// Returns the number of shipped tiles of a module; `None` if it has no tiles.
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
    out::item(16, tile.name(), &format!("{}{module}", tile.text()))
}

fn list_tile_files() -> Result<()> {
    Tiles::SHIPPED.iter().try_for_each(|(name, _)| out::line(name))?;
    let modules = list(Module::WITH_TILES);
    out::line(format_args!("{RECONSTRUCTED}, of the modules {modules}: the printed faces are not known"))
}

fn module_tile_file(name: &str) -> Result<&'static str> {
    let module: Module = name.parse().map_err(|error| Error::input("--modules", &error, ""))?;
    let file = Tiles::SHIPPED_FOR_MODULES.into_iter().find(|(other, _)| *other == module);
    file.map(|(_, text)| text).ok_or_else(|| {
        let accepted = list(Module::WITH_TILES);
        Error::input("--modules", format_args!("found `{module}`, which has no tiles of its own"), &accepted)
    })
}

/// Prints the games on which the value nets of searches were trained.
fn list_learned() -> Result<()> {
    out::item(
        16,
        "(leaf=learned)",
        "no agent: games from which the winning probabilities were learned; searches also use them under like rules, and leaf=appraisal in all other games",
    )?;
    value::committed()
        .try_for_each(|learned| out::entry(&format!("    {}:", learned.known), &learned.trained_on.to_string(), 8))
}

fn list_designs() -> Result<()> {
    out::item(12, designs::RANDOM, designs::RANDOM_MEANING)?;
    Family::ALL.iter().try_for_each(|family| out::item(12, family.name(), family.meaning()))
}
