//! Tiny games whose solutions can be worked out by hand.
//!
//! They show that [`Game`](crate::Game) fits more than tile games, and they are used to test searches.

mod sealed_bids;
pub use sealed_bids::{Bid, BidEvent, BidPosition, BidPublic, BidView, Bidder, SealedBids};

mod matrix_game;
pub use matrix_game::{MatrixGame, MatrixPosition, MatrixPublic, MatrixView};
