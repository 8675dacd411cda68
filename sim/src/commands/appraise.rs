//! `sim appraise`: what the tiles drawn in recorded games were worth to whom, beside what was asked for them.

use std::path::PathBuf;

use agents::appraisal::{Judgements, MilliVp, TileGains, VP};
use agents::greedy::{Market, safe_price};
use clap::Args;
use engine::skye::action::DRAWN;
use engine::skye::{Action, Offer, Position, Skye, TileId};
use engine::{Game, Seat};
use serde::Serialize;

use crate::check::{Decided, each_game, watch_line};
use crate::error::{Error, Result};
use crate::out;
use crate::record::Header;
use crate::tile_set::TileSet;

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
    /// Record files, a game in a line
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub files: Vec<PathBuf>,

    /// Another tile file that records may name; can be given several times
    #[arg(long, value_name = "FILE")]
    pub tiles: Vec<String>,
}

/// A drawn tile. Whoever played, all values are those of the best greedy player, before anybody has bought.
#[derive(Serialize)]
struct Row<'a> {
    /// The file, as it was given, and the number of the game in it, from 1.
    file: &'a str,
    game: u64,
    players: usize,
    round: u8,
    seat: usize,
    player: &'a str,
    tile: &'a str,
    /// Gold asked for it; none if it is discarded.
    price: Option<u16>,
    /// Gold of the seat before it made its offer.
    gold: u16,
    /// Who bought it.
    buyer: Option<usize>,
    /// VP that it would gain its owner.
    own_vp: f64,
    /// VP that it would gain the other player who pays most for it.
    buyer_vp: f64,
    /// VP that one gold is worth to its owner.
    vp_per_gold: f64,
    /// The price at which it is the same to its owner whether that player buys it.
    safe_price: f64,
}

/// Prints a row for every tile drawn, as CSV.
pub fn run(args: &AppraiseArgs) -> Result<()> {
    let known = TileSet::all_known(&args.tiles)?;
    let mut has_header = false;
    for file in &args.files {
        let (name, mut printed) = (file.to_string_lossy(), Ok(()));
        let read = each_game(file, |number, line| {
            let mut decisions = Vec::new();
            let (header, _) = watch_line(line, &known, &mut |position, decided| decisions.push((*position, decided)))?;
            if printed.is_ok() {
                printed = out::print(format_args!("{}", table(&rows(&name, number, &header, &decisions), !has_header)));
                has_header = true;
            }
            Ok(())
        });
        read.map_err(|fault| Error::input(fault.to_string()).in_one_line())?;
        printed?;
    }
    Ok(())
}

fn table(rows: &[Row<'_>], has_header: bool) -> String {
    let mut writer = csv::WriterBuilder::new().has_headers(has_header).from_writer(Vec::new());
    rows.iter().for_each(|row| writer.serialize(row).expect("plain data"));
    String::from_utf8(writer.into_inner().expect("memory")).expect("names are UTF-8")
}

/// The rows of a game, from its decisions.
fn rows<'a>(file: &'a str, number: u64, header: &'a Header, decisions: &[(Position, Decided)]) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let mut gains = TileGains::by(Judgements::calibrated());
    for (position, decided) in decisions {
        match decided.action {
            Action::Offer(offer) => {
                rows.extend(of_offer((file, number), header, position, decided.seat, offer, &mut gains));
            }
            Action::Buy { tile, .. } => {
                let name = header.game.tiles().name(tile);
                let bought = rows.iter_mut().rev().find(|row: &&mut Row<'_>| row.tile == name);
                bought.expect("what is bought was offered").buyer = Some(decided.seat.index());
            }
            Action::Pass | Action::Place(_) => {}
        }
    }
    rows
}

fn of_offer<'a>(
    (file, game_number): (&'a str, u64),
    header: &'a Header,
    position: &Position,
    seat: Seat,
    offer: Offer,
    gains: &mut TileGains,
) -> [Row<'a>; DRAWN] {
    let game: &Skye = &header.game;
    let market = Market::of_drawn(game, position, gains);
    let player = position.player(seat);
    std::array::from_fn(|place| {
        let tile: TileId = player.drawn[place];
        let (own, buyer) = (market.gains[seat.index()][seat.index()][place], best_buyer(&market, seat, place));
        let safe = safe_price(own, buyer, market.rivals(), market.per_gold);
        Row {
            file,
            game: game_number,
            players: game.seats(),
            round: position.round,
            seat: seat.index(),
            player: &header.players[seat.index()],
            tile: game.tiles().name(tile),
            price: Some(offer.prices()[place]).filter(|&price| price > 0),
            gold: player.gold,
            buyer: None,
            own_vp: vp(own),
            buyer_vp: vp(buyer),
            vp_per_gold: vp(market.per_gold),
            safe_price: (100.0 * safe).round() / 100.0,
        }
    })
}

/// What the tile gains the other seat that would pay most for it.
fn best_buyer(market: &Market, seat: Seat, place: usize) -> MilliVp {
    let others = (0..market.seats).filter(|&other| other != seat.index());
    let most = others.max_by_key(|&other| market.reservation(other, seat.index(), place)).expect("a rival");
    market.gains[most][seat.index()][place]
}

fn vp(milli: MilliVp) -> f64 {
    f64::from(milli) / f64::from(VP)
}
