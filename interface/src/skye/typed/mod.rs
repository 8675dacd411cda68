//! Isle of Skye at a table with people: what they see, and the lines they type.

mod news;

mod screen;

use engine::skye::action::DRAWN;
use engine::skye::{Action, Offer, Phase, Placement, Public, Rotation, Skye, TileId, View};
use engine::{Game, Seat};

use super::drawing::{self, Mark};
use crate::typed::{
    Laying, STRONG, Typed, WIDTH, all_wrapped, joined, labelled, listed, name, read_listed, shown, unique, wrapped,
};

impl Typed for Skye {
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
                let ([one, two, _], lowest) = (drawn(self, public, seat), self.rules().prices.lowest);
                format!("Your offer, with {gold} gold, such as `{one} {lowest}, {two} {lowest}`?")
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
                vec![format!(
                    "  TILE PRICE, TILE PRICE  asks these prices for two of {drawn}, each {lowest} to {most} gold, at most {gold} together; the third \
                     is discarded"
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
        let name = |tile: TileId| self.tiles().name(tile);
        match action {
            Action::Offer(offer) => {
                let drawn = public.player(view.seat()).drawn;
                let priced = drawn.iter().zip(offer.prices()).filter(|(_, price)| *price > 0);
                joined(priced.map(|(&tile, price)| format!("{} {price}", name(tile))), "")
            }
            Action::Buy { from, tile } => format!("{from} {}", name(tile)),
            Action::TakeOwn { tile } => format!("own {}", name(tile)),
            Action::Pass => "pass".to_owned(),
            Action::BuyDruid { space } => {
                let tile = public.dolmen.board.get(usize::from(space)).copied().flatten();
                format!("druid {}", tile.map_or("", name))
            }
            Action::DrawFromBag => "bag".to_owned(),
            Action::KeepDrawn { tile } => format!("keep {}", name(tile)),
            Action::EndBuilding => "done".to_owned(),
            Action::Place(Placement { tile, place, rotation }) => {
                format!("{} {} {} {}", name(tile), place.x, place.y, rotation.degrees())
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
                    let fault =
                        "found `done`; accepted: a placement, as long as a tile fits that is no borderland tile";
                    return may.then_some(Action::EndBuilding).ok_or_else(|| fault.to_owned());
                }
                Laying::read(&layings(self, public, seat), line)
            }
            _ => read_listed(self, view, line),
        }
    }

    fn end(&self, position: &Public, players: &[String]) -> Vec<String> {
        let mut results: Vec<(u8, Seat)> =
            self.outcome(position).ranks.into_iter().zip(Seat::all(self.seats())).collect();
        results.sort_unstable();
        let line = |(rank, seat): (u8, Seat)| {
            let player = position.player(seat);
            format!("  {rank}.  {:22} {:3} VP, {} gold left", name(players, seat), player.vp, player.gold)
        };
        let heading = [String::new(), format!("{STRONG}Result{STRONG:#}")];
        heading.into_iter().chain(results.into_iter().map(line)).collect()
    }
}

/// What a purchase or the like does.
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
fn drawn<'g>(game: &'g Skye, public: &Public, seat: Seat) -> [&'g str; DRAWN] {
    let drawn = public.player(seat).drawn;
    std::array::from_fn(|index| game.tiles().name(drawn[index]))
}

/// The offer that a line means: two tiles with prices.
fn read_offer(game: &Skye, public: &Public, seat: Seat, line: &str) -> Result<Offer, String> {
    let player = public.player(seat);
    let names = drawn(game, public, seat);
    let (gold, limits, [one, two, _]) = (player.gold, game.rules().prices, names);
    let lowest = limits.lowest;
    let fault = |accepted: &str| format!("found `{}`; accepted: {accepted}", shown(line));
    let form = || {
        fault(&format!(
            "two tiles with a price each and a comma between them, such as `{one} {lowest}, {two} {lowest}`"
        ))
    };
    let parts: Vec<&str> = line.split(',').collect();
    let [first, second] = &parts[..] else { return Err(form()) };
    let mut prices = [0; DRAWN];
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
    let offer = Offer::from_prices(prices).filter(|offer| offer.is_legal(gold, limits));
    offer.ok_or_else(|| fault(&format!("prices of at most {gold} gold together")))
}

/// Every way to lay a tile, with letters from north to south and from west to east.
fn layings(game: &Skye, public: &Public, seat: Seat) -> Vec<Laying<Action>> {
    let player = public.player(seat);
    let tiles = unique(game.tiles_to_lay(player));
    let all: Vec<Placement> =
        tiles.iter().flat_map(|&tile| player.territory.placements_of(game.tiles(), tile)).collect();
    let mut places: Vec<_> = all.iter().map(|laid| (-laid.place.y, laid.place.x)).collect();
    places.sort_unstable();
    places.dedup();
    let labels = labelled(places);
    let laying = |laid: Placement| {
        let at = (-laid.place.y, laid.place.x);
        let label = labels.iter().find(|(_, place)| *place == at).map(|(label, _)| label.clone());
        Laying {
            action: Action::Place(laid),
            tile: game.tiles().name(laid.tile).to_owned(),
            at: (laid.place.x.into(), laid.place.y.into()),
            label: label.unwrap_or_default(),
            anchor: (laid.place.x.into(), laid.place.y.into()),
            way: Some((laid.rotation.degrees(), false)),
        }
    };
    all.into_iter().map(laying).collect()
}

/// Where each tile fits, by letters, with the turns that fit there.
fn places(game: &Skye, public: &Public, seat: Seat) -> Vec<String> {
    let all = layings(game, public, seat);
    let line = |tile: TileId| {
        let tile = game.tiles().name(tile);
        let own: Vec<&Laying<Action>> = all.iter().filter(|laying| laying.tile == tile).collect();
        let places = Laying::labels(&all, Some(tile)).into_iter().map(|(label, _)| {
            let here = own.iter().filter(|laying| laying.label == label);
            format!("{label} {}", here.map(|laying| laying.turns()).collect::<Vec<_>>().join(" "))
        });
        format!("  {tile:4} fits at  {}", joined(places, "no place"))
    };
    let tiles = unique(game.tiles_to_lay(public.player(seat)));
    let done = game.may_end_building(public.player(seat)).then(|| "  done  lays nothing more".to_owned());
    tiles.into_iter().map(line).chain(done).collect()
}

/// The places where tiles fit, as they are drawn; with the turns if there is one tile.
fn marks(all: &[Laying<Action>], tile: Option<&str>) -> Vec<Mark> {
    let is_wanted = |laying: &&Laying<Action>| tile.is_none_or(|tile| laying.tile == tile);
    let wanted: Vec<&Laying<Action>> = all.iter().filter(is_wanted).collect();
    let is_one = wanted.iter().all(|laying| laying.tile == wanted[0].tile);
    let mark = |label: &String| {
        let here: Vec<&&Laying<Action>> = wanted.iter().filter(|laying| laying.label == *label).collect();
        let turns: Vec<String> = here.iter().map(|laying| laying.turns()).collect();
        // Four turns take two lines.
        let notes = turns.chunks(2).map(|some| some.join(" "));
        let place = match here[0].action {
            Action::Place(laid) => laid.place,
            _ => return None,
        };
        Some(Mark { place, label: label.clone(), notes: if is_one { notes.collect() } else { Vec::new() } })
    };
    unique(wanted.iter().map(|laying| &laying.label)).into_iter().filter_map(mark).collect()
}

/// One tile in all turns, and where it fits.
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
            lines.extend(wrapped(&format!("  {id} is not to be laid, or fits nowhere"), 4));
        }
    }
    lines
}
