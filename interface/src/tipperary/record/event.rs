//! Events of Tipperary in the format of records.

use std::borrow::Cow;

use engine::tipperary::{BonusId, Event, Score, TileId, Tipperary};

use crate::event::{Name, number, record_events};

record_events! {
    "round" Round { round: i64, start: i64 }
    "fill" Fill { area: i64, tiles: Vec<Name<'a>> }
    "spin" Spin { shift: i64 }
    "take" Take { seat: i64, area: i64, tile: Name<'a>, left: Name<'a> }
    "place" Place { seat: i64, tile: Name<'a>, x: i64, y: i64, rotation: i64, flip: bool }
    "whiskey" Whiskey { seat: i64, pairs: i64, space: i64, vp: i64 }
    "tower" Tower { seat: i64, towers: i64 }
    "sheep" Sheep { seat: i64, x: i64, y: i64 }
    "bonus" Bonus { seat: i64, tile: Name<'a> }
    "bonus_place" BonusPlace { seat: i64, tile: Name<'a>, x: i64, y: i64 }
    "lost" Lost { seat: i64, what: Name<'a> }
    "flocks" Flocks { flocks: Vec<i64>, holder: Option<i64> }
    "tower_place" TowerPlace { seat: i64, x: i64, y: i64 }
    "stop" Stop { seat: i64, towers: i64 }
    "score" Score { seat: i64, area: i64, flock: i64, marker: i64, exploration: i64, whiskey: i64, stones: i64, vp: i64 }
    "result" Result { seat: i64, vp: i64, rank: i64 }
}

impl<'a> RecordEvent<'a> {
    /// Converts an event of the engine to the format of records.
    pub fn of(game: &'a Tipperary, event: &Event) -> Self {
        let components = game.components();
        let tile = |tile: TileId| Cow::Borrowed(components.landscape().tile(tile).name.as_str());
        let bonus = |tile: BonusId| Cow::Borrowed(components.bonus(tile).name.as_str());
        match *event {
            Event::Round { round, start } => Self::Round { round: round.into(), start: number(start) },
            Event::Fill { area, tiles } => {
                Self::Fill { area: area.into(), tiles: tiles.into_iter().map(tile).collect() }
            }
            Event::Spin { shift } => Self::Spin { shift: shift.into() },
            Event::Take { seat, area, tile: taken, left } => {
                Self::Take { seat: number(seat), area: area.into(), tile: tile(taken), left: tile(left) }
            }
            Event::Place { seat, placement } => Self::Place {
                seat: number(seat),
                tile: tile(placement.tile),
                x: placement.corner.x.into(),
                y: placement.corner.y.into(),
                rotation: placement.way.degrees().into(),
                flip: placement.way.flip(),
            },
            Event::Whiskey { seat, pairs, space, vp } => {
                Self::Whiskey { seat: number(seat), pairs: pairs.into(), space: space.into(), vp: vp.into() }
            }
            Event::Tower { seat, towers } => Self::Tower { seat: number(seat), towers: towers.into() },
            Event::Sheep { seat, place } => Self::Sheep { seat: number(seat), x: place.x.into(), y: place.y.into() },
            Event::Bonus { seat, tile } => Self::Bonus { seat: number(seat), tile: bonus(tile) },
            Event::BonusPlace { seat, tile, place } => {
                Self::BonusPlace { seat: number(seat), tile: bonus(tile), x: place.x.into(), y: place.y.into() }
            }
            Event::Lost { seat, what } => Self::Lost { seat: number(seat), what: what.name().into() },
            Event::Flocks { flocks, holder } => {
                Self::Flocks { flocks: flocks.into_iter().map(i64::from).collect(), holder: holder.map(number) }
            }
            Event::TowerPlace { seat, place } => {
                Self::TowerPlace { seat: number(seat), x: place.x.into(), y: place.y.into() }
            }
            Event::Stop { seat, towers } => Self::Stop { seat: number(seat), towers: towers.into() },
            Event::Score { seat, score } => {
                let Score { area, flock, marker, exploration, whiskey, stones } = score;
                Self::Score {
                    seat: number(seat),
                    area: area.into(),
                    flock: flock.into(),
                    marker: marker.into(),
                    exploration: exploration.into(),
                    whiskey: whiskey.into(),
                    stones: stones.into(),
                    vp: score.vp().into(),
                }
            }
            Event::Result { seat, vp, rank } => Self::Result { seat: number(seat), vp: vp.into(), rank: rank.into() },
        }
    }
}
