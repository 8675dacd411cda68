//! `sim dev appraise`: the value of the tiles drawn in recorded games to each player, next to the prices asked.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use interface::record::decisions_of_line;

use crate::commands::args::LibraryArgs;
use games::for_game;
use lab::base::error::Result;
use lab::base::out;
use lab::study::Study;
use lab::wire::files::{RecordFault, Records};
use report::terminal::summary::caveat;

/// The columns, for `--help`.
const COLUMNS: &str = "\
Each row is a drawn tile. Columns:
  file, game, players, round, seat, player, tile
               where it was drawn; games count from 1 in each file, seats from 0
  price        gold asked for it; empty if it was discarded
  gold         gold of the seat before its offer
  buyer        the seat that bought it; empty if nobody did
  own_vp       VP gain of its owner
  buyer_vp     VP gain of the other seat that would pay most for it
  vp_per_gold  VP value of one gold
  safe_price   the price at which selling to that seat and keeping are worth the same to the owner
VP are estimates of the greedy agent before any purchase, whichever agents play.";

/// Arguments of `sim dev appraise`.
#[derive(Args, Debug)]
#[command(after_help = COLUMNS)]
pub struct AppraiseArgs {
    /// Read these record files, one game per line
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub files: Vec<PathBuf>,

    /// Tile files that records may name
    #[command(flatten)]
    pub library: LibraryArgs,
}

/// Prints a row for every tile drawn, as CSV.
///
/// Standard error notes if tiles are reconstructed.
pub fn run(args: &AppraiseArgs) -> Result<()> {
    let (mut has_header, mut reconstructed) = (false, Vec::new());
    for file in &args.files {
        let (name, records) = games::of_record(file).map_err(RecordFault::into_error)?;
        for_game!(name => appraise(records, args, &mut has_header, &mut reconstructed))?;
    }
    if let Some(caveat) = caveat(&reconstructed) {
        // Standard output is the table alone; a closed standard error must not cause a failure.
        let _ = writeln!(anstream::stderr(), "{caveat}");
    }
    Ok(())
}

fn appraise<S: Study>(
    records: Records,
    args: &AppraiseArgs,
    has_header: &mut bool,
    reconstructed: &mut Vec<&'static str>,
) -> Result<()> {
    let library = S::library(&args.library.given())?;
    let (name, mut printed) = (records.path().to_string_lossy().into_owned(), Ok(()));
    let read = records.each(|number, line| {
        let (header, decisions) = decisions_of_line::<S::Game>(line, &library)?;
        for part in &header.reconstructed {
            if !reconstructed.contains(part) {
                reconstructed.push(*part);
            }
        }
        if printed.is_ok() {
            printed = S::appraised(&name, number, &header, &decisions).and_then(|table| {
                let (_, rows) = table.split_once('\n').unwrap_or_default();
                out::table(if *has_header { rows } else { &table })
            });
            *has_header = true;
        }
        Ok(())
    });
    read.map_err(RecordFault::into_error)?;
    printed
}
