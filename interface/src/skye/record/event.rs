//! Events of Isle of Skye in the format of records.

use std::borrow::Cow;

use engine::skye::{Event, Module, ScoringTile, Skye, TileId};
use serde::{Serialize, Serializer};
use serde_json::Value;

pub use crate::event::Name;
use crate::event::{FromField, number, record_events};
use crate::record_format::EventOrder;

record_events! {
    "dolmen" Dolmen { removed: Vec<Name<'a>>, drawn: Vec<Name<'a>>, board: Vec<Option<Name<'a>>> }
    "round" Round { round: i64, start: i64 }
    "vp_barrels" VpBarrels { seat: i64, vp: i64, total: i64 }
    "income" Income { seat: i64, castle: i64, whisky: i64, catch_up: i64, gold: i64 }
    "draw" Draw { seat: i64, tiles: Vec<Name<'a>> }
    "price" Price { seat: i64, discard: Discards<'a>, prices: TilePrices<'a> }
    "buy_own" BuyOwn { seat: i64, tile: Name<'a>, lost: i64 }
    "buy" Buy { seat: i64, from: i64, tile: Name<'a>, price: i64; paid: i64, received: i64 }
    "pass" Pass { seat: i64 }
    "keep" Keep { seat: i64, tile: Name<'a>, lost: i64 }
    "buy_druid" BuyDruid { seat: i64, space: i64, tile: Name<'a>, cost: i64, surcharge: i64, price: i64 }
    "bag" Bag { seat: i64, paid: i64, tiles: Vec<Name<'a>>, kept: Name<'a> }
    "place" Place { seat: i64, tile: Name<'a>, x: i64, y: i64, rotation: i64 }
    "tablet" Tablet { seat: i64, tile: Name<'a>, tablet: Name<'a> }
    "flip" Flip { seat: i64, tile: Name<'a> }
    "return" Return { seat: i64, tile: Name<'a> }
    "remove" Remove { seat: i64, tile: Name<'a> }
    "score" Score { seat: i64, slot: Name<'a>, scoring: Name<'a>, vp: i64, total: i64; tile: Option<Name<'a>> }
    "scroll" Scroll { seat: i64, tile: Name<'a>, kind: Name<'a>, doubled: bool, vp: i64 }
    "score_again" ScoreAgain { seat: i64, tile: Name<'a>, kind: Name<'a>, vp: i64 }
    "gold_vp" GoldVp { seat: i64, gold: i64, vp: i64 }
    "result" Result { seat: i64, vp: i64, gold: i64, rank: i64 }
}

/// The prices of two tiles, in any order.
#[derive(Clone, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct TilePrices<'a>(pub [(Name<'a>, i64); 2]);

impl PartialEq for TilePrices<'_> {
    fn eq(&self, other: &Self) -> bool {
        let [one, two] = &self.0;
        other.0 == self.0 || other.0.iter().eq([two, one])
    }
}

/// The tiles discarded, in any order.
///
/// A single one is a string, as with three tiles drawn; none or several are a list.
#[derive(Clone, Eq, Debug)]
pub struct Discards<'a>(pub Vec<Name<'a>>);

impl PartialEq for Discards<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().all(|tile| other.0.contains(tile))
    }
}

impl Serialize for Discards<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [tile] => tile.serialize(serializer),
            tiles => tiles.serialize(serializer),
        }
    }
}

impl FromField for Discards<'static> {
    const ACCEPTED: &str = "a string, or where not three tiles are drawn a list of tile ids";

    fn from_field(value: &Value) -> Option<Self> {
        match value {
            Value::Array(_) => Vec::from_field(value).map(Self),
            _ => Name::from_field(value).map(|tile| Self(vec![tile])),
        }
    }
}

impl FromField for TilePrices<'static> {
    const ACCEPTED: &str = "a list of two pairs [tile id, whole number]";

    fn from_field(value: &Value) -> Option<Self> {
        value
            .as_array()?
            .iter()
            .map(|pair| match pair.as_array()?.as_slice() {
                [tile, gold] => Some((Name::from_field(tile)?, gold.as_i64()?)),
                _ => None,
            })
            .collect::<Option<Vec<_>>>()?
            .try_into()
            .ok()
            .map(Self)
    }
}

impl<'a> RecordEvent<'a> {
    /// Converts an event of the engine to the format of records.
    pub fn of(game: &'a Skye, event: &Event) -> Self {
        let tiles = game.tiles();
        let with_druids = game.has(Module::Druids);
        let only = |is_wanted: bool, amount: u16| is_wanted.then_some(amount.into());
        let ids = |list: &[TileId]| list.iter().map(|&tile| Cow::Borrowed(tiles.name(tile))).collect();
        let id = |tile| Cow::Borrowed(tiles.name(tile));
        match *event {
            Event::Round { round, start } => Self::Round { round: round.into(), start: number(start) },
            Event::Dolmen { removed, drawn, board } => Self::Dolmen {
                removed: removed.into_iter().map(id).collect(),
                drawn: ids(&drawn),
                board: board.into_iter().map(|tile| tile.map(id)).collect(),
            },
            Event::VpBarrels { seat, vp, total } => {
                Self::VpBarrels { seat: number(seat), vp: vp.into(), total: total.into() }
            }
            Event::Income { seat, castle, whisky, catch_up, gold } => Self::Income {
                seat: number(seat),
                castle: castle.into(),
                whisky: whisky.into(),
                catch_up: catch_up.into(),
                gold: gold.into(),
            },
            Event::Draw { seat, tiles } => Self::Draw { seat: number(seat), tiles: ids(&tiles) },
            Event::Price { seat, tiles, offer } => {
                let discard = offer.discards(tiles.len()).map(|place| id(tiles[place])).collect();
                let prices = offer.priced().map(|(place, price)| (id(tiles[place]), price.into()));
                Self::Price { seat: number(seat), discard: Discards(discard), prices: TilePrices(prices) }
            }
            Event::Buy { seat, from, tile, price, paid, received } => Self::Buy {
                seat: number(seat),
                from: number(from),
                tile: id(tile),
                price: price.into(),
                paid: only(with_druids, paid),
                received: only(with_druids, received),
            },
            Event::BuyOwn { seat, tile, lost } => {
                Self::BuyOwn { seat: number(seat), tile: id(tile), lost: lost.into() }
            }
            Event::BuyDruid { seat, space, tile, cost, surcharge } => Self::BuyDruid {
                seat: number(seat),
                space: space.into(),
                tile: id(tile),
                cost: cost.into(),
                surcharge: surcharge.into(),
                price: (cost + surcharge).into(),
            },
            Event::Bag { seat, paid, tiles: drawn, kept } => {
                Self::Bag { seat: number(seat), paid: paid.into(), tiles: ids(&drawn), kept: id(kept) }
            }
            Event::Tablet { seat, tile, tablet } => {
                Self::Tablet { seat: number(seat), tile: id(tile), tablet: tablet.name().into() }
            }
            Event::Flip { seat, tile } => Self::Flip { seat: number(seat), tile: id(tile) },
            Event::Remove { seat, tile } => Self::Remove { seat: number(seat), tile: id(tile) },
            Event::ScoreAgain { seat, tile, kind, vp } => {
                Self::ScoreAgain { seat: number(seat), tile: id(tile), kind: kind.name().into(), vp: vp.into() }
            }
            Event::Pass { seat } => Self::Pass { seat: number(seat) },
            Event::Keep { seat, tile, lost } => Self::Keep { seat: number(seat), tile: id(tile), lost: lost.into() },
            Event::Place { seat, placement } => Self::Place {
                seat: number(seat),
                tile: id(placement.tile),
                x: placement.place.x.into(),
                y: placement.place.y.into(),
                rotation: placement.rotation.degrees().into(),
            },
            Event::Return { seat, tile } => Self::Return { seat: number(seat), tile: id(tile) },
            Event::Score { seat, slot, scoring, vp, total, scroll } => Self::Score {
                seat: number(seat),
                slot: slot.letter().to_string().into(),
                scoring: scoring.name().into(),
                vp: vp.into(),
                total: total.into(),
                tile: (scoring == ScoringTile::ScrollOfChoice).then(|| scroll.map(id)),
            },
            Event::Scroll { seat, scroll } => Self::Scroll {
                seat: number(seat),
                tile: id(scroll.tile),
                kind: scroll.kind.name().into(),
                doubled: scroll.doubled,
                vp: scroll.vp.into(),
            },
            Event::GoldVp { seat, gold, vp } => Self::GoldVp { seat: number(seat), gold: gold.into(), vp: vp.into() },
            Event::Result { seat, vp, gold, rank } => {
                Self::Result { seat: number(seat), vp: vp.into(), gold: gold.into(), rank: rank.into() }
            }
        }
    }

    /// Removes the fields that the format does not list for this game.
    #[must_use]
    pub fn for_game(self, game: &Skye) -> Self {
        match self {
            Self::Buy { seat, from, tile, price, .. } if !game.has(Module::Druids) => {
                Self::Buy { seat, from, tile, price, paid: None, received: None }
            }
            Self::Score { seat, slot, scoring, vp, total, .. } if scoring != ScoringTile::ScrollOfChoice.name() => {
                Self::Score { seat, slot, scoring, vp, total, tile: None }
            }
            other => other,
        }
    }

    /// The seat that it concerns; `None` for the start of a round and the dolmen board.
    pub fn seat(&self) -> Option<i64> {
        match *self {
            Self::Round { .. } | Self::Dolmen { .. } => None,
            Self::Income { seat, .. }
            | Self::VpBarrels { seat, .. }
            | Self::BuyOwn { seat, .. }
            | Self::BuyDruid { seat, .. }
            | Self::Bag { seat, .. }
            | Self::Tablet { seat, .. }
            | Self::Flip { seat, .. }
            | Self::Remove { seat, .. }
            | Self::ScoreAgain { seat, .. }
            | Self::Draw { seat, .. }
            | Self::Price { seat, .. }
            | Self::Buy { seat, .. }
            | Self::Pass { seat }
            | Self::Keep { seat, .. }
            | Self::Place { seat, .. }
            | Self::Return { seat, .. }
            | Self::Score { seat, .. }
            | Self::Scroll { seat, .. }
            | Self::GoldVp { seat, .. }
            | Self::Result { seat, .. } => Some(seat),
        }
    }

    /// Returns how it may change places with other events of its kind; `None` if it may not.
    pub fn order(&self) -> Option<EventOrder> {
        let letter = |name: &str| name.chars().next().unwrap_or_default();
        let (group, stage) = match self {
            Self::VpBarrels { .. } => ((0, ' '), 0),
            Self::Income { .. } => ((1, ' '), 0),
            Self::Draw { .. } => ((2, ' '), 0),
            Self::Price { .. } => ((2, ' '), 1),
            Self::Keep { .. } => ((3, ' '), 0),
            // Only tiles of one seat.
            Self::Return { seat, .. } | Self::Remove { seat, .. } => ((4, letter(&seat.to_string())), 0),
            Self::Score { slot, .. } => ((5, letter(slot)), 0),
            Self::Scroll { .. } => ((6, ' '), 0),
            Self::ScoreAgain { .. } => ((6, ' '), 1),
            Self::GoldVp { .. } => ((6, ' '), 2),
            Self::Result { .. } => ((7, ' '), 0),
            Self::Dolmen { .. }
            | Self::Round { .. }
            | Self::BuyOwn { .. }
            | Self::Buy { .. }
            | Self::Pass { .. }
            | Self::BuyDruid { .. }
            | Self::Bag { .. }
            | Self::Place { .. }
            | Self::Tablet { .. }
            | Self::Flip { .. } => return None,
        };
        Some(EventOrder { group, seat: self.seat()?, stage })
    }
}
