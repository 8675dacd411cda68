//! Isle of Skye: From Chieftain to King, for 2 to 5 players, with its expansion modules.
//!
//! Read in this order: what is printed ([`place`], [`sizes`], [`feature`], [`payment`], [`scoring_tile`], [`rules`], [`scroll`], [`tile`], [`demand`], [`tile_files`],
//! [`tiles`]), what a player builds ([`territory`], [`areas`], [`roads`], [`shape`], [`scoring`]), and how a game proceeds ([`action`], [`past`],
//! [`position`], [`event`], [`set_up`], [`phases`], [`view`]).

mod printed {
    //! The printed components: tiles in any rotation, scoring tiles, the board.

    pub mod demand;
    pub mod feature;
    pub mod modules;
    pub mod payment;
    pub mod place;
    pub mod rules;
    pub mod scoring_tile;
    pub mod scroll;
    pub mod sizes;
    pub mod tablet;
    pub mod tile;
    pub mod tile_files;
    pub mod tiles;
}
pub use printed::{
    demand, feature, modules, payment, place, rules, scoring_tile, scroll, sizes, tablet, tile, tile_files, tiles,
};

pub use feature::{Feature, FeatureCounts, Terrain};
pub use modules::{Module, Modules};
pub use payment::{AreaKind, Countable, FeatureSet, Payment, PaymentPart, Pays};
pub use place::{Place, Rotation, SIDES, Side};
pub use rules::{DiscountBorneBy, PriceLimits, Rules, Slot};
pub use scoring_tile::{OwnTile, ScoringTile};
pub use scroll::{ScrollCriterion, ScrollKind};
pub use sizes::{MAX_BORDERLANDS, MAX_COUNT, MAX_ROUNDS, MAX_TERRITORY, MAX_TILES_PER_ROUND};
pub use tablet::{Tablet, Tablets};
pub use tile::{Edges, Tile, TileArea};
pub use tile_files::DOLMEN_SPACES;

pub use tiles::{TileId, Tiles};

pub mod territory;
pub use territory::{areas, roads, scoring, shape};

pub use areas::{Area, Areas};
pub use scoring::{Scroll, Survey};
pub use territory::Territory;
pub use territory::laid_tiles::{Placement, TileIndexSet};

mod course;
pub use course::{action, event, past, phases, position, set_up, view};

pub use action::{Action, DRAWN, Drawn, MOST_DRAWN, Offer, PRICED};
pub use event::Event;
pub use past::{PastSeat, PastTrade};
pub use phases::{Chance, Draws};
pub use position::{Bag, Phase, Player, Position, Public};
pub use set_up::{ScoringSet, ScoringTopics, SetupError, Skye};
pub use view::View;
