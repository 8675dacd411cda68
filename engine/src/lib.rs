//! The rules of the games: positions are plain values, decisions are data.
//!
//! There are no agents, files, clocks, threads or global random sources here.
//!
//! [`Game`] is the one trait; [`skye`] implements Isle of Skye, [`tipperary`] Tipperary, and [`toy`] tiny games of
//! simultaneous hidden choice with known solutions, on which agents and searches are tested. [`contract`] checks the laws
//! that every game keeps.
//!
//! ```
//! use engine::random::random;
//! use engine::skye::{ScoringTile, Skye};
//! use engine::{Game, Seat, Turn};
//!
//! // A whole game of uniformly random players.
//! use ScoringTile::{Columns, Harbours, Sheep, Squares};
//! let game = Skye::printed(4, [Sheep, Squares, Columns, Harbours])?;
//! let mut position = game.start(Seat::new(2));
//! let mut rng = random(1);
//! loop {
//!     match game.turn(&position) {
//!         Turn::Chance => game.resolve_chance(&mut position, 7),
//!         Turn::Seat(_) => {
//!             let action = game.random_action(&position, &mut rng);
//!             game.apply(&mut position, action);
//!         }
//!         Turn::Over => break,
//!     }
//! }
//! assert_eq!(game.outcome(&position).points.len(), 4);
//! # Ok::<(), engine::skye::SetupError>(())
//! ```

pub mod bits;
pub mod names;
pub mod random;
pub use random::{Random, RandomSource, below, mix};

mod game;
pub use game::{Ending, Game, MAX_SEATS, Seat, Turn};

pub mod rules_error;
pub mod tile_file;

pub mod skye;
pub mod tipperary;
pub mod toy {
    //! Tiny games whose solutions can be worked out by hand.
    //!
    //! They show that [`Game`](crate::Game) fits more than tile games, and they are used to test searches.

    mod sealed_bids;
    pub use sealed_bids::{Bid, BidEvent, BidPosition, BidPublic, BidView, Bidder, SealedBids};

    mod matrix_game;
    pub use matrix_game::{MatrixGame, MatrixPosition, MatrixPublic, MatrixView};
}

pub mod contract;
