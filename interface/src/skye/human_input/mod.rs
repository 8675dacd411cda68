//! Isle of Skye for people at a terminal: the screen, and the lines they type.

mod news;

mod placing;

mod screen;

use engine::skye::action::{MOST_DRAWN, PRICED};
use engine::skye::{Action, Offer, Phase, Placement, Public, Rotation, Skye, TileId, View};
use engine::{Game, Seat};

pub(super) use self::screen::belongings;

use self::placing::{layings, marks, places};
use super::drawing;
use crate::human_input::{
    HumanInput, LabelledPlacement, WIDTH, all_wrapped, joined, listed, name, read_listed, shown, wrapped,
};

impl HumanInput for Skye {
    fn news(&self, players: &[String], events: &[Self::Event]) -> Vec<String> {
        news::of(self, players, events)
    }

    fn screen(&self, view: &View<'_>, players: &[String]) -> Vec<String> {
        screen::of(self, view, players)
    }

    fn look(&self, view: &View<'_>, players: &[String], what: &str) -> Result<Vec<String>, String> {
        let public = view.public();
        if let Some(seat) = Seat::all(self.seats()).find(|seat| seat.to_string() == what) {
            return Ok(screen::territory_of(self, public, players, seat));
        }
        let tile = self.tiles().all().find(|tile| self.tiles().name(*tile).eq_ignore_ascii_case(what));
        match tile {
            Some(tile) => Ok(look_at_tile(self, view, tile)),
            None => {
                let last = self.seats() - 1;
                Err(format!("found `{}`; accepted: a seat from 0 to {last}, or the id of a tile", shown(what)))
            }
        }
    }

    fn legend(&self) -> Vec<String> {
        all_wrapped(drawing::legend(self.rules().modules).map(|line| format!("  {line}")), 4)
    }

    fn question(&self, view: &View<'_>) -> String {
        let public = view.public();
        let gold = public.player(view.seat()).gold;
        match public.phase {
            Phase::Price(seat) => {
                format!("Your offer, with {gold} gold, such as `{}`?", cheapest(self, &drawn(self, public, seat)))
            }
            Phase::Buy(_) => format!("Do you buy a tile, with {gold} gold? Seat and tile, or `pass`"),
            Phase::BuyAgain(_) => format!("Second purchase, with {gold} gold? `?` lists what is possible"),
            Phase::KeepDrawn(_) => "Which of these do you keep?".to_owned(),
            Phase::Build(seat) => {
                let tiles = self.tiles_to_lay(public.player(seat));
                let hand = tiles.iter().filter(|tile| self.tiles().borderland(**tile).is_none());
                let tiles = joined(hand.map(|&tile| self.tiles().name(tile)), "a borderland tile, or `done`");
                format!("Where do you lay {tiles}?")
            }
            Phase::Draw | Phase::Uncover(_) | Phase::DrawFromBag(_) | Phase::Over => String::new(),
        }
    }

    fn possible(&self, view: &View<'_>, players: &[String]) -> Vec<String> {
        let public = view.public();
        let texts: Vec<String> = match public.phase {
            Phase::Price(seat) => {
                let player = public.player(seat);
                let drawn = joined(player.drawn.iter().map(|&tile| self.tiles().name(tile)), "nothing");
                let (gold, limits) = (player.gold, self.rules().prices);
                let (lowest, most) = (limits.lowest, limits.most(gold));
                let others = match player.drawn.len() - PRICED {
                    0 => "",
                    1 => "; the third is discarded",
                    _ => "; the others are discarded",
                };
                vec![format!(
                    "  TILE PRICE, TILE PRICE  asks these prices for two of {drawn}, each {lowest} to {most} gold, at most {gold} together{others}"
                )]
            }
            Phase::Build(seat) => places(self, public, seat),
            _ => listed(self, view)
                .into_iter()
                .map(|(action, line)| format!("  {line:12}  {}", meaning(self, public, view.seat(), players, action)))
                .collect(),
        };
        all_wrapped(texts, 16)
    }

    fn line(&self, view: &View<'_>, action: Action) -> String {
        let public = view.public();
        match action {
            Action::Offer(offer) => {
                let drawn = public.player(view.seat()).drawn;
                let priced = drawn.iter().zip(offer.prices()).filter(|(_, price)| *price > 0);
                joined(priced.map(|(&tile, price)| format!("{} {price}", self.tiles().name(tile))), "")
            }
            Action::Buy { from, tile } => format!("{from} {}", self.tiles().name(tile)),
            Action::TakeOwn { tile } => format!("own {}", self.tiles().name(tile)),
            Action::Pass => "pass".to_owned(),
            Action::BuyDruid { space } => {
                let tile = public.dolmen.board.get(usize::from(space)).copied().flatten();
                format!("druid {}", tile.map_or("", |tile| self.tiles().name(tile)))
            }
            Action::DrawFromBag => "bag".to_owned(),
            Action::KeepDrawn { tile } => format!("keep {}", self.tiles().name(tile)),
            Action::EndBuilding => "done".to_owned(),
            Action::Place(Placement { tile, place, rotation }) => {
                format!("{} {} {} {}", self.tiles().name(tile), place.x, place.y, rotation.degrees())
            }
        }
    }

    fn read(&self, view: &View<'_>, line: &str) -> Result<Action, String> {
        let public = view.public();
        match public.phase {
            Phase::Price(seat) => read_offer(self, public, seat, line).map(Action::Offer),
            Phase::Build(seat) => {
                if line.trim().eq_ignore_ascii_case("done") {
                    let may = self.is_legal(public, Action::EndBuilding);
                    let fault = "found `done`; accepted: a placement, while a tile fits that is not a borderland tile";
                    return may.then_some(Action::EndBuilding).ok_or_else(|| fault.to_owned());
                }
                LabelledPlacement::read(&layings(self, public, seat), line)
            }
            _ => read_listed(self, view, line),
        }
    }

    fn result(&self, position: &Public, seat: Seat) -> String {
        let player = position.player(seat);
        format!("{:3} VP, {} gold left", player.vp, player.gold)
    }
}

/// Describes the effect of a purchase or a similar action.
fn meaning(game: &Skye, public: &Public, seat: Seat, players: &[String], action: Action) -> String {
    let player = public.player(seat);
    match action {
        Action::Buy { from, tile } => {
            let price = public.player(from).display.iter().find(|sale| sale.tile == tile).map_or(0, |sale| sale.price);
            let less = price - player.payment(price);
            let less = if less == 0 { String::new() } else { format!(" less {less}") };
            format!("buys {} from {} for {price}{less}", game.tiles().name(tile), name(players, from))
        }
        Action::TakeOwn { tile } => {
            format!("takes the own tile {} with a tablet; its stake is lost", game.tiles().name(tile))
        }
        Action::Pass => "buys nothing".to_owned(),
        Action::BuyDruid { space } => {
            let price = public.dolmen.price(game.tiles(), usize::from(space)).unwrap_or_default();
            format!("buys this Druid tile for {price}")
        }
        Action::DrawFromBag => {
            let tablets = player.tablets;
            format!("draws {} tiles from the bag for {} gold and keeps one", tablets.bag_tiles(), tablets.bag_cost())
        }
        Action::KeepDrawn { .. } => "keeps it; the others go back to the bag".to_owned(),
        Action::Offer(_) | Action::Place(_) | Action::EndBuilding => String::new(),
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

/// Shows one tile in all rotations, and where it fits.
fn look_at_tile(game: &Skye, view: &View<'_>, tile: TileId) -> Vec<String> {
    let (public, tiles, id) = (view.public(), game.tiles(), game.tiles().name(tile));
    let turns: Vec<(TileId, Rotation)> =
        tiles.as_printed(tile).distinct_rotations().map(|rotation| (tile, rotation)).collect();
    let mut lines = drawing::turned_row(tiles, &turns);
    let pitch = drawing::ROW_PITCH;
    lines.push(turns.iter().map(|(_, turn)| format!("{:^pitch$}", turn.degrees())).collect::<String>());
    if let Phase::Build(seat) = public.phase
        && seat == view.seat()
    {
        let all = layings(game, public, seat);
        if all.iter().any(|laying| laying.tile == id) {
            let territory = &public.player(seat).territory;
            lines.extend(drawing::marked_territory(tiles, territory, &marks(&all, Some(id)), WIDTH));
        } else {
            lines.extend(wrapped(&format!("  {id} is not one of your tiles, or fits nowhere"), 4));
        }
    }
    lines
}
