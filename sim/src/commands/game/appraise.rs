//! `sim appraise`: what the tiles drawn in recorded games were worth to each player, next to the prices asked.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use engine::skye::Skye;
use interface::record::watch_line;
use interface::spoken::Seen;

use crate::base::error::{Error, Result};
use crate::base::out;
use crate::commands::args::library::LibraryArgs;
use crate::lab::wire::Wire;
use crate::lab::wire::files::each_game;
use crate::report::terminal::summary::caveat;
use crate::skye::setting::Setting;
use crate::skye::tools::appraisal::{Row, rows};

/// What the columns are, for `--help`.
const COLUMNS: &str = "\
A row is a drawn tile. Its columns:
  file, game, players, round, seat, player, tile
               where it was drawn; games count from 1 in each file, seats from 0
  price        gold asked for it; empty if it was discarded
  gold         gold of the seat before its offer
  buyer        the seat that bought it; empty if nobody did
  own_vp       VP that it would gain its owner
  buyer_vp     VP that it would gain the other seat that would pay most for it
  vp_per_gold  VP that one gold is worth
  safe_price   the price at which selling to that seat and keeping are worth the same to the owner
VP are what the best greedy player believes before anybody has bought, whoever plays.";

/// Arguments of `sim appraise`.
#[derive(Args, Debug)]
#[command(after_help = COLUMNS)]
pub struct AppraiseArgs {
    /// Record files, one game per line
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub files: Vec<PathBuf>,

    /// Which tile files records may name
    #[command(flatten)]
    pub library: LibraryArgs,
}

/// Prints a row for every tile drawn, as CSV; on standard error, that tiles are reconstructed if they are.
pub fn run(args: &AppraiseArgs) -> Result<()> {
    let library = Setting::library(&args.library.given())?;
    let (mut has_header, mut reconstructed) = (false, Vec::new());
    for file in &args.files {
        let (name, mut printed) = (file.to_string_lossy(), Ok(()));
        let read = each_game(file, |number, line| {
            let mut decisions = Vec::new();
            let mut keep = |seen: Seen<'_, Skye>| {
                if let Seen::Decision(position, decided) = seen {
                    decisions.push((position.clone(), decided));
                }
            };
            let (header, _) = watch_line::<Skye>(line, &library, &mut keep)?;
            for part in &header.reconstructed {
                if !reconstructed.contains(part) {
                    reconstructed.push(*part);
                }
            }
            if printed.is_ok() {
                printed = out::print(format_args!("{}", table(&rows(&name, number, &header, &decisions), !has_header)));
                has_header = true;
            }
            Ok(())
        });
        read.map_err(|fault| Error::input(fault.to_string()).in_one_line())?;
        printed?;
    }
    if let Some(caveat) = caveat(&reconstructed) {
        // Standard output is the table alone; a closed standard error is no reason to fail.
        let _ = writeln!(anstream::stderr(), "{caveat}");
    }
    Ok(())
}

fn table(rows: &[Row<'_>], has_header: bool) -> String {
    let mut writer = csv::WriterBuilder::new().has_headers(has_header).from_writer(Vec::new());
    rows.iter().for_each(|row| writer.serialize(row).expect("plain data"));
    String::from_utf8(writer.into_inner().expect("memory")).expect("names are UTF-8")
}
