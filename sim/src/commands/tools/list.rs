//! `sim list`: the available choices.

use agents::skye::KINDS;
use clap::{Args, ValueEnum};
use engine::skye::{ScoringTile, Tiles};

use crate::base::error::{Error, Result};
use crate::base::out;
use crate::lab::run::manifest::dictionaries;
use crate::lab::schedule::lineup::Lineup;
use crate::lab::subject::Subject;
use crate::skye::designs::{self, Family, SlotOrders};
use crate::skye::setting::Setting;

/// Arguments of `sim list`.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// What to list
    pub what: What,
}

/// What can be listed.
#[derive(ValueEnum, Copy, Clone, Debug)]
pub enum What {
    /// Agents with their settings
    Agents,
    /// Scoring tiles with what they award
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
    /// Shipped tile files
    TileFiles,
    /// The printed landscape tiles, as a tile file
    Tiles,
    /// The other reading of the disputed tiles, as a tile file
    OtherTiles,
}

/// Prints the list.
pub fn run(args: &ListArgs) -> Result<()> {
    match args.what {
        What::Agents => list_agents(),
        What::Scoring => ScoringTile::ALL.iter().try_for_each(|tile| entry(16, tile.name(), tile.text())),
        What::Lineups => Lineup::ALL.iter().try_for_each(|lineup| entry(12, lineup.name(), lineup.meaning())),
        What::Designs => list_designs(),
        What::SlotOrders => SlotOrders::ALL.iter().try_for_each(|orders| entry(12, orders.name(), orders.meaning())),
        What::Outcomes => Setting::outcomes().iter().try_for_each(|outcome| entry(16, outcome.name, outcome.meaning)),
        What::Columns => list_columns(),
        What::TileFiles => Tiles::SHIPPED.iter().try_for_each(|(name, _)| out::line(name)),
        What::Tiles => out::print(format_args!("{}", Tiles::SHIPPED[0].1)),
        What::OtherTiles => out::print(format_args!("{}", Tiles::SHIPPED[1].1)),
    }
}

/// A name, as wide as the widest of its list, and what it means.
fn entry(width: usize, name: &str, meaning: &str) -> Result<()> {
    out::line(format_args!("{name:<width$} {meaning}"))
}

fn list_agents() -> Result<()> {
    for kind in KINDS.iter().map(|kind| &kind.face) {
        entry(16, kind.name, kind.summary)?;
        for key in kind.keys {
            let only =
                if key.only_with.is_empty() { String::new() } else { format!("; only with {}", key.conditions()) };
            out::line(format_args!("    {}={}  {} ({}{only})", key.name, key.default, key.meaning, key.accepted))?;
        }
    }
    Ok(())
}

fn list_designs() -> Result<()> {
    entry(12, designs::RANDOM, designs::RANDOM_MEANING)?;
    Family::ALL.iter().try_for_each(|family| entry(12, family.name(), family.meaning()))
}

/// The column dictionary.
fn list_columns() -> Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |row: [&str; 5]| writer.write_record(row).map_err(Error::other);
    write(["table", "name", "type", "unit", "meaning"])?;
    for (table, columns) in dictionaries::<Setting>() {
        for column in columns {
            write([table, &column.name, column.kind.name(), column.unit, column.meaning])?;
        }
    }
    let bytes = writer.into_inner().map_err(Error::other)?;
    out::print(format_args!("{}", String::from_utf8_lossy(&bytes)))
}
