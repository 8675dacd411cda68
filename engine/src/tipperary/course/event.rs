//! Actions, and events that observers receive, in the order in which they happen.

use tinyvec::ArrayVec;

use super::position::Area;
use crate::tipperary::{BonusId, Place, Placement, Score, TileId};
use crate::{MAX_SEATS, Seat, named_enum};

named_enum! {
    /// Something that was due but not available.
    pub enum Lost {
        /// The supply of towers is empty.
        Tower = "tower",
        /// The supply of wooden sheep is empty, or no meadow is free.
        Sheep = "sheep",
        /// No bonus tile is left.
        Bonus = "bonus",
    }
}

/// One thing that happened in a game.
///
/// The set-up and the events describe a game completely.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A round starts.
    Round {
        /// Its number, from 1.
        round: u8,
        /// The seat with the bag.
        start: Seat,
    },
    /// Landscape tiles are added to an area.
    Fill {
        /// The area, 0 to 4.
        area: u8,
        /// The tiles: two in the first round, one in later rounds.
        tiles: Area,
    },
    /// The wheel is spun.
    Spin {
        /// The position in which it stops, 0 to 4.
        ///
        /// The crest at place w of the wheel points to area (w + shift) mod 5.
        shift: u8,
    },
    /// A player takes a landscape tile.
    Take {
        /// The player.
        seat: Seat,
        /// From this area.
        area: u8,
        /// The tile.
        tile: TileId,
        /// The tile that stays.
        left: TileId,
    },
    /// And lays it.
    Place {
        /// The player.
        seat: Seat,
        /// The tile, its place and its orientation.
        placement: Placement,
    },
    /// New pairs of grain field and distillery move the barrel, unless it is at the end of the track.
    Whiskey {
        /// The player.
        seat: Seat,
        /// The number of pairs.
        pairs: u8,
        /// The barrel's space after it, 0 at the start.
        space: u8,
        /// The space's VP.
        vp: u16,
    },
    /// A new line of ruins earns a tower.
    Tower {
        /// The player.
        seat: Seat,
        /// The number of towers that the player has afterwards.
        towers: u8,
    },
    /// A wooden sheep is placed.
    Sheep {
        /// The player.
        seat: Seat,
        /// On this meadow.
        place: Place,
    },
    /// A bonus tile is drawn.
    Bonus {
        /// The player.
        seat: Seat,
        /// The tile.
        tile: BonusId,
    },
    /// And placed.
    BonusPlace {
        /// The player.
        seat: Seat,
        /// The tile.
        tile: BonusId,
        /// The place of its corner.
        place: Place,
    },
    /// Something is due but not available.
    Lost {
        /// The player.
        seat: Seat,
        /// One of these.
        what: Lost,
    },
    /// The sheep phase.
    Flocks {
        /// Sheep of the largest flock, by seat.
        flocks: ArrayVec<[u16; MAX_SEATS]>,
        /// The holder of the marker after it.
        holder: Option<Seat>,
    },
    /// After the last round a tower is placed.
    TowerPlace {
        /// The player.
        seat: Seat,
        /// The place.
        place: Place,
    },
    /// A player forgoes towers.
    Stop {
        /// The player.
        seat: Seat,
        /// The number of towers.
        towers: u8,
    },
    /// A player's final scoring.
    Score {
        /// Whose.
        seat: Seat,
        /// Its parts.
        score: Score,
    },
    /// A player's final result.
    Result {
        /// The player.
        seat: Seat,
        /// Final score.
        vp: u16,
        /// 1 is a winner; ties share a rank.
        rank: u8,
    },
}

/// One complete decision of one player.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Take one of the two tiles of the seat's area and lay it.
    Place(Placement),
    /// Place a wooden sheep on this meadow.
    Sheep(Place),
    /// Place the bonus tile that was drawn.
    Bonus(Place),
    /// After the last round: place a tower.
    Tower(Place),
    /// After the last round: forgo the remaining towers.
    Stop,
}
