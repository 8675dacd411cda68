//! Events as records spell them.

use std::borrow::Cow;
use std::fmt;

use engine::skye::{Event, Tiles};
use serde::Serialize;

/// One event of a record; tiles by id, seats and amounts as plain numbers, so that it can also hold what no game allows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "e", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are those of the engine's events")]
pub enum RecordEvent<'a> {
    Round { round: i64, start: i64 },
    Income { seat: i64, castle: i64, whisky: i64, catch_up: i64, gold: i64 },
    Draw { seat: i64, tiles: [Cow<'a, str>; 3] },
    Price { seat: i64, discard: Cow<'a, str>, prices: [(Cow<'a, str>, i64); 2] },
    Buy { seat: i64, from: i64, tile: Cow<'a, str>, price: i64 },
    Pass { seat: i64 },
    Keep { seat: i64, tile: Cow<'a, str>, lost: i64 },
    Place { seat: i64, tile: Cow<'a, str>, x: i64, y: i64, rotation: i64 },
    Return { seat: i64, tile: Cow<'a, str> },
    Score { seat: i64, slot: Cow<'a, str>, scoring: Cow<'a, str>, vp: i64, total: i64 },
    Scroll { seat: i64, tile: Cow<'a, str>, kind: Cow<'a, str>, doubled: bool, vp: i64 },
    GoldVp { seat: i64, gold: i64, vp: i64 },
    Result { seat: i64, vp: i64, gold: i64, rank: i64 },
}

impl<'a> RecordEvent<'a> {
    /// The record's words for an event of the engine.
    pub fn of(tiles: &'a Tiles, event: &Event) -> Self {
        let id = |tile| Cow::Borrowed(tiles.name(tile));
        let at = |seat: engine::Seat| seat.index() as i64;
        match *event {
            Event::Round { round, start } => Self::Round { round: round.into(), start: at(start) },
            Event::Income { seat, castle, whisky, catch_up, gold } => Self::Income {
                seat: at(seat),
                castle: castle.into(),
                whisky: whisky.into(),
                catch_up: catch_up.into(),
                gold: gold.into(),
            },
            Event::Draw { seat, tiles } => Self::Draw { seat: at(seat), tiles: tiles.map(id) },
            Event::Price { seat, tiles, offer } => {
                let discard = offer.discard();
                let kept = [usize::from(discard == 0), 2 - usize::from(discard == 2)];
                let prices = kept.map(|index| (id(tiles[index]), offer.prices()[index].into()));
                Self::Price { seat: at(seat), discard: id(tiles[discard]), prices }
            }
            Event::Buy { seat, from, tile, price } => {
                Self::Buy { seat: at(seat), from: at(from), tile: id(tile), price: price.into() }
            }
            Event::Pass { seat } => Self::Pass { seat: at(seat) },
            Event::Keep { seat, tile, lost } => Self::Keep { seat: at(seat), tile: id(tile), lost: lost.into() },
            Event::Place { seat, placement } => Self::Place {
                seat: at(seat),
                tile: id(placement.tile),
                x: placement.place.x.into(),
                y: placement.place.y.into(),
                rotation: placement.rotation.degrees().into(),
            },
            Event::Return { seat, tile } => Self::Return { seat: at(seat), tile: id(tile) },
            Event::Score { seat, slot, scoring, vp, total } => Self::Score {
                seat: at(seat),
                slot: slot.letter().to_string().into(),
                scoring: scoring.name().into(),
                vp: vp.into(),
                total: total.into(),
            },
            Event::Scroll { seat, scroll } => Self::Scroll {
                seat: at(seat),
                tile: id(scroll.tile),
                kind: scroll.kind.name().into(),
                doubled: scroll.doubled,
                vp: scroll.vp.into(),
            },
            Event::GoldVp { seat, gold, vp } => Self::GoldVp { seat: at(seat), gold: gold.into(), vp: vp.into() },
            Event::Result { seat, vp, gold, rank } => {
                Self::Result { seat: at(seat), vp: vp.into(), gold: gold.into(), rank: rank.into() }
            }
        }
    }

    /// The seat that it concerns; none for the begin of a round.
    pub fn seat(&self) -> Option<i64> {
        match *self {
            Self::Round { .. } => None,
            Self::Income { seat, .. }
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

    /// The one tile that it concerns, if it concerns one.
    pub fn tile(&self) -> Option<&str> {
        match self {
            Self::Buy { tile, .. }
            | Self::Keep { tile, .. }
            | Self::Place { tile, .. }
            | Self::Return { tile, .. }
            | Self::Scroll { tile, .. } => Some(tile),
            Self::Round { .. }
            | Self::Income { .. }
            | Self::Draw { .. }
            | Self::Price { .. }
            | Self::Pass { .. }
            | Self::Score { .. }
            | Self::GoldVp { .. }
            | Self::Result { .. } => None,
        }
    }
}

/// As in a record: one JSON object.
impl fmt::Display for RecordEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}
