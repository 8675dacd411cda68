//! Isle of Skye as JSON for programs that take a seat.

use engine::skye::Bag;
use engine::skye::action::{MOST_DRAWN, PRICED};
use engine::skye::position::{Borderlands, Dolmen, ForSale};
use engine::skye::{
    Action, Module, Offer, PastSeat, PastTrade, Phase, Place, Placement, Player, Position, PriceLimits, Public,
    Rotation, Skye, Tablet, Tablets, Territory, TileId, View,
};
use engine::{Game, Seat};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use crate::json::{read, some};
use crate::protocol::{Protocol, ProtocolError};

/// A tile's id.
type Id = String;

/// A view in its JSON form.
///
/// Fields of modules are only there if those are in play. A key that may be null must be there, which
/// `Option::deserialize` ensures.
#[derive(Serialize, Deserialize)]
struct ViewJson {
    seat: usize,
    round: u8,
    rounds: usize,
    start: usize,
    phase: String,
    /// The seat whose turn it is; `None` at a chance event and at the end.
    #[serde(deserialize_with = "Option::deserialize")]
    turn: Option<usize>,
    bag: Vec<Id>,
    players: Vec<PlayerJson>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    dolmen: Option<DolmenJson>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    found: Option<Vec<Id>>,
    /// The own offer while it is secret: prices in the order drawn, 0 for the discard.
    #[serde(deserialize_with = "Option::deserialize")]
    own_offer: Option<Vec<u16>>,
    trades: Vec<TradeJson>,
}

#[derive(Serialize, Deserialize)]
struct PlayerJson {
    gold: u16,
    vp: u16,
    drawn: Vec<Id>,
    display: Vec<(Id, u16)>,
    to_place: Vec<Id>,
    /// Tile, x, y and rotation in the order laid, without the castle.
    territory: Vec<(Id, i8, i8, u16)>,
    /// Stone tablets by name, one entry for each.
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    tablets: Option<Vec<String>>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    own_taken: Option<u8>,
    #[serde(default, deserialize_with = "some", skip_serializing_if = "Option::is_none")]
    borderlands: Option<BorderlandsJson>,
}

#[derive(Serialize, Deserialize)]
struct BorderlandsJson {
    left: Vec<Id>,
    turned: Vec<Id>,
    laid_this_round: bool,
}

#[derive(Serialize, Deserialize)]
struct DolmenJson {
    board: Vec<Option<Id>>,
    face_down: Vec<Id>,
}

#[derive(Serialize, Deserialize)]
struct TradeJson {
    start: usize,
    bag: Vec<Id>,
    seats: Vec<SideJson>,
}

#[derive(Serialize, Deserialize)]
struct SideJson {
    gold: u16,
    vp: u16,
    /// Tiles laid, the castle included.
    laid: u8,
    drawn: Vec<Id>,
    prices: Vec<u16>,
    /// The seller and the tile bought.
    #[serde(deserialize_with = "Option::deserialize")]
    bought: Option<(usize, Id)>,
}

/// Names a phase.
fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Draw => "draw",
        Phase::Price(_) => "price",
        Phase::Buy(_) => "buy",
        Phase::BuyAgain(_) => "buy_again",
        Phase::Uncover(_) => "uncover",
        Phase::DrawFromBag(_) => "draw_from_bag",
        Phase::KeepDrawn(_) => "keep_drawn",
        Phase::Build(_) => "build",
        Phase::Over => "over",
    }
}

/// Names for ids.
struct TileNames<'g>(&'g Skye);

impl TileNames<'_> {
    fn of(&self, tile: TileId) -> Id {
        self.0.tiles().name(tile).to_owned()
    }

    fn all(&self, tiles: impl IntoIterator<Item = TileId>) -> Vec<Id> {
        tiles.into_iter().map(|tile| self.of(tile)).collect()
    }

    /// A set of tiles, sorted by name.
    fn set(&self, tiles: &Bag) -> Vec<Id> {
        let mut names = self.all(self.0.tiles().all().filter(|tile| tiles.has(*tile)));
        names.sort_unstable();
        names
    }

    fn tile(&self, name: &str) -> Result<TileId, String> {
        self.0.tiles().by_name(name).ok_or_else(|| format!("`{name}` is not a tile of this game"))
    }

    fn tiles<C: FromIterator<TileId>>(&self, names: &[Id]) -> Result<C, String> {
        names.iter().map(|name| self.tile(name)).collect()
    }

    fn seat(&self, number: usize) -> Result<Seat, String> {
        Seat::all(self.0.seats()).find(|seat| seat.index() == number).ok_or_else(|| format!("no seat {number}"))
    }

    fn player(&self, player: &Player) -> PlayerJson {
        let TileNames(game) = self;
        let with_druids = game.has(Module::Druids);
        let tablets =
            || Tablet::ALL.into_iter().flat_map(|kind| (0..player.tablets.of(kind)).map(move |_| kind.name()));
        PlayerJson {
            gold: player.gold,
            vp: player.vp,
            drawn: self.all(player.drawn),
            display: player.display.iter().map(|sale| (self.of(sale.tile), sale.price)).collect(),
            to_place: self.all(player.to_build),
            territory: player
                .territory
                .placements()
                .skip(1)
                .map(|laid| (self.of(laid.tile), laid.place.x, laid.place.y, laid.rotation.degrees()))
                .collect(),
            tablets: with_druids.then(|| tablets().map(str::to_owned).collect()),
            own_taken: with_druids.then_some(player.own_taken),
            borderlands: game.has(Module::Borderlands).then(|| self.borderlands(player)),
        }
    }

    fn borderlands(&self, player: &Player) -> BorderlandsJson {
        let tiles = self.0.tiles();
        let left = tiles.borderlands().enumerate().filter(|(number, _)| player.borderlands.has(*number));
        BorderlandsJson {
            left: self.all(left.map(|(_, tile)| tile)),
            turned: self.all(
                player
                    .territory
                    .placements()
                    .map(|laid| laid.tile)
                    .filter(|tile| tiles.is_borderland(*tile) && tiles.back_of(*tile).is_none()),
            ),
            laid_this_round: player.borderlands.is_used(),
        }
    }

    fn read_player(&self, seen: &PlayerJson) -> Result<Player, String> {
        let TileNames(game) = self;
        let mut tablets = Tablets::default();
        for name in seen.tablets.iter().flatten() {
            tablets.add(Tablet::from_name(name).ok_or_else(|| format!("`{name}` is not a tablet"))?);
        }
        let mut territory = Territory::castle(game.tiles());
        for (tile, x, y, degrees) in &seen.territory {
            let rotation = Rotation::from_degrees(*degrees).ok_or_else(|| format!("no rotation by {degrees}"))?;
            let placement = Placement { tile: self.tile(tile)?, place: Place { x: *x, y: *y }, rotation };
            if !territory.allows(game.tiles(), placement) {
                return Err(format!("{tile} does not fit at {x} {y}"));
            }
            territory.lay_and_flip(game.tiles(), placement, |_| {});
        }
        let borderlands = match &seen.borderlands {
            Some(seen) => {
                let left: Vec<TileId> = self.tiles(&seen.left)?;
                let numbers = left.into_iter().filter_map(|tile| game.tiles().borderland(tile));
                Borderlands::of(numbers, seen.laid_this_round)
            }
            None => Borderlands::default(),
        };
        let [drawn, display, to_build] = [seen.drawn.len(), seen.display.len(), seen.to_place.len()];
        if drawn > MOST_DRAWN || display > 2 || to_build > Player::default().to_build.capacity() {
            return Err("a player with more tiles than a round has".to_owned());
        }
        Ok(Player {
            gold: seen.gold,
            vp: seen.vp,
            drawn: self.tiles(&seen.drawn)?,
            display: seen
                .display
                .iter()
                .map(|(tile, price)| Ok(ForSale { tile: self.tile(tile)?, price: *price }))
                .collect::<Result<_, String>>()?,
            to_build: self.tiles(&seen.to_place)?,
            tablets,
            own_taken: seen.own_taken.unwrap_or_default(),
            borderlands,
            territory,
        })
    }

    /// The offer with these prices, one for each tile drawn.
    fn offer(&self, prices: &[u16]) -> Option<Offer> {
        Offer::from_prices(prices).filter(|_| prices.len() == usize::from(self.0.rules().tiles_drawn))
    }

    fn trade(&self, trade: &PastTrade) -> TradeJson {
        TradeJson {
            start: trade.start.index(),
            bag: self.set(&trade.bag),
            seats: trade
                .seats
                .iter()
                .map(|side| SideJson {
                    gold: side.gold,
                    vp: side.vp,
                    laid: side.laid,
                    drawn: self.all(side.drawn),
                    prices: side.prices[..side.drawn.len()].to_vec(),
                    bought: side.bought.map(|(from, tile)| (from.index(), self.of(tile))),
                })
                .collect(),
        }
    }

    fn read_trade(&self, seen: &TradeJson) -> Result<PastTrade, String> {
        if seen.seats.len() != self.0.seats() {
            return Err(format!("a trade of {} seats", seen.seats.len()));
        }
        let seats = seen
            .seats
            .iter()
            .map(|side| {
                let bought =
                    side.bought.as_ref().map(|(from, tile)| Ok::<_, String>((self.seat(*from)?, self.tile(tile)?)));
                let offer = self.offer(&side.prices).filter(|_| side.drawn.len() == side.prices.len());
                let offer = offer.ok_or_else(|| format!("{:?} are not valid prices for an offer", side.prices))?;
                Ok(PastSeat {
                    gold: side.gold,
                    vp: side.vp,
                    laid: side.laid,
                    drawn: self.tiles(&side.drawn)?,
                    prices: offer.prices(),
                    bought: bought.transpose()?,
                })
            })
            .collect::<Result<_, String>>()?;
        Ok(PastTrade { start: self.seat(seen.start)?, bag: self.tiles(&seen.bag)?, seats })
    }
}

impl Protocol for Skye {
    fn decisions(&self) -> Vec<&'static str> {
        let with_druids = ["buy_again", "keep_drawn"].into_iter().filter(|_| self.has(Module::Druids));
        ["price", "buy"].into_iter().chain(with_druids).chain(["build"]).collect()
    }

    fn decision(&self, position: &Public) -> Option<&'static str> {
        position.phase.seat().map(|_| phase_name(position.phase))
    }

    fn write_view(&self, view: &View<'_>) -> Box<RawValue> {
        let (public, names) = (view.public(), TileNames(self));
        let seen = ViewJson {
            seat: view.seat().index(),
            round: public.round,
            rounds: self.rules().round_count(),
            start: public.start.index(),
            phase: phase_name(public.phase).to_owned(),
            turn: public.phase.seat().map(Seat::index),
            bag: names.set(&public.bag),
            players: public.players.iter().map(|player| names.player(player)).collect(),
            dolmen: self.has(Module::Druids).then(|| DolmenJson {
                board: public.dolmen.board.iter().map(|tile| tile.map(|tile| names.of(tile))).collect(),
                face_down: names.set(&public.dolmen.stack),
            }),
            found: self.has(Module::Druids).then(|| names.all(public.found)),
            own_offer: view.own_offer().map(|offer| offer.prices()[..usize::from(self.rules().tiles_drawn)].to_vec()),
            trades: view.trades().iter().map(|trade| names.trade(trade)).collect(),
        };
        to_raw_value(&seen).expect("plain data")
    }

    fn read_view(&self, view: &str) -> Result<(Position, Seat), String> {
        let seen: ViewJson = read(view).map_err(|error| error.to_string())?;
        let names = TileNames(self);
        let turn = seen.turn.map(|turn| names.seat(turn)).transpose()?;
        let phase = match (seen.phase.as_str(), turn) {
            ("price", Some(seat)) => Phase::Price(seat),
            ("buy", Some(seat)) => Phase::Buy(seat),
            ("buy_again", Some(seat)) => Phase::BuyAgain(seat),
            ("keep_drawn", Some(seat)) => Phase::KeepDrawn(seat),
            ("build", Some(seat)) => Phase::Build(seat),
            ("draw", None) => Phase::Draw,
            ("over", None) => Phase::Over,
            (other, _) => return Err(format!("`phase`: `{other}` with the turn {turn:?}")),
        };
        let seat = names.seat(seen.seat)?;
        let own = seen.own_offer.map(|prices| {
            names.offer(&prices).ok_or_else(|| format!("`own_offer`: {prices:?} are not valid prices for an offer"))
        });
        let mut dolmen = Dolmen::default();
        if let Some(seen) = &seen.dolmen {
            for (space, name) in dolmen.board.iter_mut().zip(&seen.board) {
                *space = name.as_ref().map(|name| names.tile(name)).transpose()?;
            }
            dolmen.stack = names.tiles(&seen.face_down)?;
        }
        let found = seen.found.unwrap_or_default();
        let public = Public {
            round: seen.round,
            start: names.seat(seen.start)?,
            phase,
            bag: names.tiles(&seen.bag)?,
            dolmen,
            found: found.iter().map(|name| names.tile(name)).collect::<Result<_, _>>()?,
            players: seen.players.iter().map(|player| names.read_player(player)).collect::<Result<_, _>>()?,
        };
        if public.players.len() != self.seats() {
            return Err(format!("`players`: {} of {}", public.players.len(), self.seats()));
        }
        let trades = seen.trades.iter().map(|trade| names.read_trade(trade)).collect::<Result<_, _>>()?;
        Ok((Position::shown(public, seat, own.transpose()?, trades), seat))
    }

    fn write_action(&self, position: &Public, action: Action) -> Value {
        match action {
            Action::Offer(offer) => {
                let drawn = position.phase.seat().map(|seat| position.player(seat).drawn).unwrap_or_default();
                let priced = drawn.iter().zip(offer.prices()).filter(|(_, price)| *price > 0);
                let prices: Vec<Value> = priced.map(|(&tile, price)| json!([self.tiles().name(tile), price])).collect();
                let discards: Vec<&str> =
                    offer.discards(drawn.len()).map(|place| self.tiles().name(drawn[place])).collect();
                let discard = if let [tile] = discards[..] { json!(tile) } else { json!(discards) };
                json!({"e": "price", "discard": discard, "prices": prices})
            }
            Action::Buy { from, tile } => json!({"e": "buy", "from": from.index(), "tile": self.tiles().name(tile)}),
            Action::TakeOwn { tile } => json!({"e": "buy_own", "tile": self.tiles().name(tile)}),
            Action::Pass => json!({"e": "pass"}),
            Action::BuyDruid { space } => json!({"e": "buy_druid", "space": space}),
            Action::DrawFromBag => json!({"e": "bag"}),
            Action::KeepDrawn { tile } => json!({"e": "kept", "tile": self.tiles().name(tile)}),
            Action::EndBuilding => json!({"e": "done"}),
            Action::Place(Placement { tile, place, rotation }) => {
                json!({"e": "place", "tile": self.tiles().name(tile), "x": place.x, "y": place.y, "rotation": rotation.degrees()})
            }
        }
    }

    /// There are too many offers to list.
    fn write_factors(&self, position: &Public) -> Option<Value> {
        let Phase::Price(seat) = position.phase else { return None };
        let player = position.player(seat);
        let mut legal = json!({"tiles": TileNames(self).all(player.drawn), "gold": player.gold});
        let limits = self.rules().prices;
        if limits != PriceLimits::PRINTED {
            legal["lowest"] = limits.lowest.into();
            legal["highest"] = limits.most(player.gold).into();
        }
        Some(legal)
    }

    fn read_factored(&self, position: &Public, action: &Map<String, Value>) -> Result<Action, ProtocolError> {
        let Phase::Price(seat) = position.phase else { panic!("only offers are not listed") };
        let player = position.player(seat);
        let names = TileNames(self).all(player.drawn);
        let value = |key: &str| action.get(key).cloned().unwrap_or(Value::Null);
        if value("e") != "price" {
            return Err(ProtocolError::new("e", &value("e"), "\"price\""));
        }
        if let Some(key) = action.keys().find(|key| !["e", "discard", "prices"].contains(&key.as_str())) {
            return Err(ProtocolError::new(key, &value(key), "no such key"));
        }
        let place = |name: &Value| names.iter().position(|other| name == other);
        // A single discard is a string; none or several are a list.
        let discards = match value("discard") {
            Value::Array(tiles) if names.len() != PRICED + 1 => tiles,
            tile => vec![tile],
        };
        let of_count = || match names.len() - PRICED {
            0 => "an empty list".to_owned(),
            1 => format!("one of {}", names.join(", ")),
            count => format!("a list of {count} of {}", names.join(", ")),
        };
        let mut discarded: Vec<usize> = discards.iter().filter_map(place).collect();
        discarded.sort_unstable();
        discarded.dedup();
        if discarded.len() != discards.len() || discarded.len() + PRICED != names.len() {
            return Err(ProtocolError::new("discard", &value("discard"), of_count()));
        }
        let accepted = || format!("[tile, price] for each of the two tiles kept, out of {}", names.join(", "));
        let fault = || ProtocolError::new("prices", &value("prices"), accepted());
        let mut prices = [0; MOST_DRAWN];
        let pairs = value("prices");
        for pair in pairs.as_array().filter(|pairs| pairs.len() == 2).ok_or_else(fault)? {
            let [name, price] = pair.as_array().map(Vec::as_slice).unwrap_or_default() else { return Err(fault()) };
            let index =
                place(name).filter(|index| !discarded.contains(index) && prices[*index] == 0).ok_or_else(fault)?;
            let price = price.as_u64().and_then(|price| u16::try_from(price).ok()).filter(|price| *price > 0);
            let accepted = "prices in whole numbers of at least 1 gold";
            prices[index] = price.ok_or_else(|| ProtocolError::new("prices", &pairs, accepted))?;
        }
        let limits = self.rules().prices;
        if prices.iter().any(|&price| price > 0 && !limits.allow(price)) {
            let accepted = format!("prices from {} to {} gold", limits.lowest, limits.most(player.gold));
            return Err(ProtocolError::new("prices", &pairs, accepted));
        }
        let offer = Offer::from_prices(prices).filter(|offer| offer.is_legal(names.len(), player.gold, limits));
        offer
            .map(Action::Offer)
            .ok_or_else(|| ProtocolError::new("prices", &pairs, format!("at most {} gold in all", player.gold)))
    }
}
