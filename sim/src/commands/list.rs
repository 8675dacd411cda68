//! `sim list`: what there is to choose from.

use agents::KINDS;
use clap::{Args, ValueEnum};
use engine::skye::{ScoringTile, Tiles};

use crate::error::{Error, Result};
use crate::experiment::Lineup;
use crate::tables::dictionaries;

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
        What::Scoring => ScoringTile::ALL.iter().for_each(|tile| anstream::println!("{:<16} {}", tile, tile.text())),
        What::Lineups => {
            Lineup::ALL.iter().for_each(|lineup| anstream::println!("{:<12} {}", lineup.name(), lineup.meaning()));
        }
        What::Columns => return list_columns(),
        What::TileFiles => Tiles::SHIPPED.iter().for_each(|(name, _)| anstream::println!("{name}")),
        What::Tiles => anstream::print!("{}", Tiles::SHIPPED[0].1),
        What::OtherTiles => anstream::print!("{}", Tiles::SHIPPED[1].1),
    }
    Ok(())
}

fn list_agents() {
    for kind in KINDS {
        anstream::println!("{:<16} {}", kind.name, kind.summary);
        for key in kind.keys {
            anstream::println!("    {}={}  {} ({})", key.name, key.default, key.meaning, key.accepted);
        }
    }
}

/// The column dictionary.
fn list_columns() -> Result<()> {
    let mut writer = csv::Writer::from_writer(std::io::stdout().lock());
    let mut write = |row: [&str; 5]| writer.write_record(row).map_err(Error::other);
    write(["table", "name", "type", "unit", "meaning"])?;
    for (table, columns) in dictionaries() {
        for column in columns {
            write([table, &column.name, column.kind.name(), column.unit, column.meaning])?;
        }
    }
    writer.flush().map_err(Error::other)
}
