//! Isle of Skye for people at a terminal: what they see of the table, and the lines they type.

use engine::skye::action::{MOST_DRAWN, PRICED};
use engine::skye::{Action, Offer, Phase, Placement, Public, Skye, TileId, View};
use engine::{Game, Seat};

use super::drawing;
use super::drawing::tile_group::{self, TileGroup};
use crate::human_input::{HumanInput, STRONG, WIDTH, joined, name, read_listed, shown};

impl HumanInput for Skye {
    fn table(&self, view: &View<'_>, players: &[String]) -> Vec<String> {
        let (public, seat) = (view.public(), view.seat());
        let group = |who: Seat, what: &str, tiles: &[TileId]| TileGroup {
            title: format!("{} {what}", name(players, who)),
            tiles: tiles.iter().map(|&tile| (tile, String::new())).collect(),
        };
        let groups = match public.phase {
            Phase::Price(_) => {
                Seat::all(self.seats()).map(|other| group(other, "draws", &public.player(other).drawn)).collect()
            }
            Phase::KeepDrawn(_) => vec![group(seat, "has drawn", &public.found)],
            Phase::Build(_) => vec![group(seat, "lays", &self.tiles_to_lay(public.player(seat)))],
            Phase::Draw
            | Phase::Buy(_)
            | Phase::BuyAgain(_)
            | Phase::Uncover(_)
            | Phase::DrawFromBag(_)
            | Phase::Over => Vec::new(),
        };
        let mut lines = tile_group::lines(self.tiles(), &groups);
        lines.push(format!("{STRONG}Territory of {}{STRONG:#}", name(players, seat)));
        lines.extend(drawing::narrow_territory(self.tiles(), &public.player(seat).territory, WIDTH));
        lines
    }

    fn glyphs(&self) -> Vec<&'static str> {
        drawing::legend(self.rules().modules).collect()
    }

    fn form(&self, view: &View<'_>) -> Option<String> {
        let public = view.public();
        let Phase::Price(seat) = public.phase else { return None };
        let (gold, limits) = (public.player(seat).gold, self.rules().prices);
        let (drawn, lowest, most) = (drawn(self, public, seat), limits.lowest, limits.most(gold));
        let others = match drawn.len() - PRICED {
            0 => "",
            1 => "; the third is discarded",
            _ => "; the others are discarded",
        };
        let names = drawn.join(", ");
        Some(format!(
            "TILE PRICE, TILE PRICE  asks these prices for two of {names}, each {lowest} to {most} gold, at most {gold} together{others}"
        ))
    }

    fn line(&self, view: &View<'_>, action: Action) -> String {
        let (public, tiles) = (view.public(), self.tiles());
        match action {
            Action::Offer(offer) => {
                let drawn = public.player(view.seat()).drawn;
                joined(offer.priced().map(|(place, price)| format!("{} {price}", tiles.name(drawn[place]))), "")
            }
            Action::Buy { from, tile } => format!("{from} {}", tiles.name(tile)),
            Action::TakeOwn { tile } => format!("own {}", tiles.name(tile)),
            Action::Pass => "pass".to_owned(),
            Action::BuyDruid { space } => {
                let tile = public.dolmen.board.get(usize::from(space)).copied().flatten();
                format!("druid {}", tile.map_or("", |tile| tiles.name(tile)))
            }
            Action::DrawFromBag => "bag".to_owned(),
            Action::KeepDrawn { tile } => format!("keep {}", tiles.name(tile)),
            Action::EndBuilding => "done".to_owned(),
            Action::Place(Placement { tile, place, rotation }) => {
                format!("{} {} {} {}", tiles.name(tile), place.x, place.y, rotation.degrees())
            }
        }
    }

    fn read(&self, view: &View<'_>, line: &str) -> Result<Action, String> {
        match view.public().phase {
            Phase::Price(seat) => read_offer(self, view.public(), seat, line).map(Action::Offer),
            _ => read_listed(self, view, line),
        }
    }
}

/// The tiles that a seat has drawn.
fn drawn<'g>(game: &'g Skye, public: &Public, seat: Seat) -> Vec<&'g str> {
    public.player(seat).drawn.into_iter().map(|tile| game.tiles().name(tile)).collect()
}

/// The line of an offer at the lowest prices, for the first two of these tiles.
fn cheapest(game: &Skye, drawn: &[&str]) -> String {
    let lowest = game.rules().prices.lowest;
    drawn.iter().take(PRICED).map(|tile| format!("{tile} {lowest}")).collect::<Vec<_>>().join(", ")
}

/// Reads an offer from a line: two tiles with prices.
fn read_offer(game: &Skye, public: &Public, seat: Seat, line: &str) -> Result<Offer, String> {
    let player = public.player(seat);
    let names = drawn(game, public, seat);
    let (gold, limits) = (player.gold, game.rules().prices);
    let lowest = limits.lowest;
    let fault = |accepted: &str| format!("found `{}`; accepted: {accepted}", shown(line));
    let form = || {
        let example = cheapest(game, &names);
        fault(&format!("two tiles, each with a price, separated by a comma, such as `{example}`"))
    };
    let parts: Vec<&str> = line.split(',').collect();
    let [first, second] = &parts[..] else { return Err(form()) };
    let mut prices = [0; MOST_DRAWN];
    for part in [first, second] {
        let words: Vec<&str> = part.split_whitespace().collect();
        let [tile, price] = words[..] else { return Err(form()) };
        let index = names.iter().position(|name| name.eq_ignore_ascii_case(tile));
        let index = index.ok_or_else(|| fault(&format!("tiles out of {}", names.join(", "))))?;
        if prices[index] > 0 {
            return Err(fault("two different tiles"));
        }
        let price = price.parse::<u16>().ok().filter(|price| *price > 0 && limits.allow(*price) && *price <= gold);
        prices[index] = price.ok_or_else(|| fault(&format!("prices of {lowest} to {} gold", limits.most(gold))))?;
    }
    let offer = Offer::from_prices(prices).filter(|offer| offer.is_legal(names.len(), gold, limits));
    offer.ok_or_else(|| fault(&format!("prices of at most {gold} gold together")))
}
