//! Fairs for other programs.

use engine::{Game, Seat, Turn};
use interface::protocol::Protocol;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::rules::{Fair, FairPosition, FairView, Square};

/// The view of a seat as JSON.
#[derive(Serialize, Deserialize)]
struct JsonView {
    seat: usize,
    square: Square,
    own_bid: Option<u8>,
}

impl Protocol for Fair {
    fn decisions(&self) -> Vec<&'static str> {
        vec!["bid"]
    }

    fn decision(&self, square: &Square) -> Option<&'static str> {
        matches!(self.turn(square), Turn::Seat(_)).then_some("bid")
    }

    fn write_view(&self, view: &FairView<'_>) -> Box<RawValue> {
        let (seat, square) = (self.viewer(view).index(), self.public(view).clone());
        to_raw_value(&JsonView { seat, square, own_bid: view.own_bid() }).unwrap()
    }

    fn read_view(&self, view: &str) -> Result<(FairPosition, Seat), String> {
        let JsonView { seat, square, own_bid } = serde_json::from_str(view).map_err(|error| error.to_string())?;
        if seat.max(square.first) >= self.players || square.bids > self.players {
            return Err("accepted: seats of the table".to_owned());
        }
        let (first, seat) = (Seat::new(square.first), Seat::new(seat));
        Ok((FairPosition::as_seen(square, |turn| first.clockwise(turn, self.players) == seat, own_bid), seat))
    }

    fn write_action(&self, _: &Square, bid: u8) -> Value {
        json!({"e": "bid", "bid": bid})
    }
}
