//! Fairs for other programs.

use std::ops::RangeInclusive;

use engine::{Game, MAX_SEATS, Seat, Turn};
use interface::protocol::Protocol;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::rules::{Fair, FairPosition, FairView, Square};

/// The view of a seat as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonView {
    seat: usize,
    is_over: bool,
    first: usize,
    turned_up: u64,
    prize: Option<u8>,
    purses: Vec<u8>,
    bids: usize,
    points: [i32; MAX_SEATS],
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
        let Square { is_over, first, turned_up, prize, purses, bids, points } = self.public(view).clone();
        let (seat, first, own_bid) = (self.viewer(view).index(), first.index(), view.own_bid());
        to_raw_value(&JsonView { seat, is_over, first, turned_up, prize, purses, bids, points, own_bid }).unwrap()
    }

    fn read_view(&self, view: &str) -> Result<(FairPosition, Seat), String> {
        let json: JsonView = serde_json::from_str(view).map_err(|error| error.to_string())?;
        let seats: RangeInclusive<usize> = 0..=self.players - 1;
        if ![json.seat, json.first].iter().all(|seat| seats.contains(seat)) || json.bids > self.players {
            return Err("accepted: seats of the table".to_owned());
        }
        let [seat, first] = [json.seat, json.first].map(Seat::new);
        let JsonView { is_over, turned_up, prize, purses, bids, points, own_bid, .. } = json;
        let square = Square { is_over, first, turned_up, prize, purses, bids, points };
        Ok((FairPosition::as_seen(square, |turn| first.clockwise(turn, self.players) == seat, own_bid), seat))
    }

    fn write_action(&self, _: &Square, bid: u8) -> Value {
        json!({"e": "bid", "bid": bid})
    }
}
