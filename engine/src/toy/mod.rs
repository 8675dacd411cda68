//! Tiny games whose solutions can be worked out by hand.
//!
//! They show that [`Game`](crate::Game) fits more than tiles, and searches are tested on them.

mod sealed_bids;
pub use sealed_bids::{Bid, BidEvent, BidPosition, BidPublic, BidView, Bidder, SealedBids};

mod matrix_game;
pub use matrix_game::{MatrixGame, MatrixPosition, MatrixPublic, MatrixView};
