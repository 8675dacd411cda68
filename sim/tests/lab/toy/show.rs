//! Fairs in words.

use engine::Seat;
use interface::narrate::{Narrate, Say};
use interface::observer::Observer;

use super::rules::{Fair, FairEvent, FairPosition, buyer};

impl Narrate for Fair {
    fn narrator<'a>(&'a self, players: &'a [String], seed: &str, mut say: Say<'a>) -> impl Observer<Self> + 'a {
        say(&format!("fair {seed}: {}", players.join(", ")));
        Narrator { players, say }
    }

    fn round(position: &FairPosition) -> u64 {
        position.turned_up
    }

    fn means(position: &FairPosition, _: Seat) -> String {
        format!("{} coins", position.purses[position.bids])
    }

    fn action(&self, _: &FairPosition, _: Seat, bid: u8) -> String {
        format!("bid {bid}")
    }
}

struct Narrator<'a> {
    players: &'a [String],
    say: Say<'a>,
}

impl Observer<Fair> for Narrator<'_> {
    fn event(&mut self, _: &FairPosition, event: &FairEvent) {
        let words = match event {
            FairEvent::Prize { prize } => format!("a prize of {prize}"),
            FairEvent::Purse { seat, coins } => format!("{} has {coins} coins", self.players[*seat]),
            FairEvent::Bids { bids } => match buyer(bids) {
                Some(seat) => format!("{} pays {}", self.players[seat], bids[seat]),
                None => "nobody buys".to_owned(),
            },
            FairEvent::Bell { points } => format!("the bell: {points:?}"),
        };
        (self.say)(&words);
    }
}
