//! `sim appraise`: what the tiles drawn in recorded games were worth to each player, next to the prices asked.

use std::path::{Path, PathBuf};

use clap::Args;
use interface::record::watch_line;
use interface::replay::Seen;

use crate::base::error::{Error, Result};
use crate::base::out;
use crate::commands::args::LibraryArgs;
use crate::for_game;
use crate::games::GameName;
use crate::lab::study::Studied;
use crate::lab::wire::files::each_game;

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

/// Prints a row for every tile drawn, as CSV.
pub fn run(args: &AppraiseArgs) -> Result<()> {
    let mut has_header = false;
    args.files.iter().try_for_each(|file| for_game!(GameName::of_record(file) => appraise(file, args, &mut has_header)))
}

fn appraise<S: Studied>(file: &Path, args: &AppraiseArgs, has_header: &mut bool) -> Result<()> {
    let library = S::library(&args.library.given())?;
    let (name, mut printed) = (file.to_string_lossy(), Ok(()));
    let read = each_game(file, |number, line| {
        let mut decisions = Vec::new();
        let mut keep = |seen: Seen<'_, S::Game>| {
            if let Seen::Decision(position, decided) = seen {
                decisions.push((position.clone(), decided));
            }
        };
        let (header, _) = watch_line::<S::Game>(line, &library, &mut keep)?;
        if printed.is_ok() {
            printed = S::appraised(&name, number, &header, &decisions).and_then(|table| {
                let (_, rows) = table.split_once('\n').unwrap_or_default();
                out::print(format_args!("{}", if *has_header { rows } else { &table }))
            });
            *has_header = true;
        }
        Ok(())
    });
    read.map_err(|fault| Error::input(fault.to_string()).in_one_line())?;
    printed
}
