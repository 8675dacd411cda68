//! Fairs as records.

use engine::{Game, MAX_SEATS, Seat, Turn};
use interface::cursor::GameFault;
use interface::json::{Keys, mismatch, shortened};
use interface::spoken::{Decided, Seen, Spoken, Watch};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use sim::base::error::{Error, Result as Fallible};
use sim::lab::subject::Design;
use sim::lab::wire::Wire;

use super::rules::{Fair, FairEvent, FairPosition};
use super::subject::{COINS, FairSetting, PRIZES, Purse, WORTH};

/// The most coins in a purse.
const PURSE: &str = "purse";

impl Wire for FairSetting {
    fn library(given: &[String]) -> Fallible<()> {
        if given.is_empty() { Ok(()) } else { Err(Error::input("a fair is made of no files")) }
    }

    fn record_keys(&self, treatment: Purse) -> Map<String, Value> {
        let Fair { prizes, purse, .. } = self.game(treatment);
        Map::from_iter([(PRIZES.to_owned(), json!(prizes)), (PURSE.to_owned(), json!(purse))])
    }
}

impl Spoken for Fair {
    const NAME: &'static str = "fair";

    type Library = ();

    const RECORD_KEYS: &'static [&'static str] = &[PRIZES, PURSE];

    fn from_record(keys: &Keys<'_>, _: &[String], players: usize, (): &()) -> Result<Self, String> {
        let prizes: Vec<u8> = keys.read(PRIZES, "a list of prizes")?;
        let purse: u8 = keys.read(PURSE, "a number of coins")?;
        if !(2..=MAX_SEATS).contains(&players) {
            return Err(mismatch("players", &format!("{players} names"), "2 to 5"));
        }
        if prizes.is_empty() || !prizes.iter().all(|prize| WORTH.contains(&u64::from(*prize))) {
            return Err(mismatch(PRIZES, &format!("{prizes:?}"), "numbers from 1 to 100"));
        }
        if !COINS.contains(&u64::from(purse)) {
            return Err(mismatch(PURSE, &purse.to_string(), "1 to 20"));
        }
        Ok(Self { players, prizes, purse })
    }

    fn write_events(&self, events: &[FairEvent]) -> Box<RawValue> {
        serde_json::value::to_raw_value(events).expect("plain data")
    }

    fn check_events(&self, events: &[&RawValue], watch: Watch<'_, Self>) -> Result<(), GameFault> {
        let read = |(index, raw): (usize, &&RawValue)| {
            serde_json::from_str(raw.get()).map_err(|_| fault(index, "an event", shortened(raw.get())))
        };
        let events: Vec<FairEvent> = events.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Replay::begin(self, &events).check(watch)
    }
}

fn fault(index: usize, expected: impl Into<String>, found: impl Into<String>) -> GameFault {
    GameFault::Event { index, expected: expected.into(), found: found.into() }
}

/// A game that is played again from its events.
struct Replay<'a> {
    game: &'a Fair,
    events: &'a [FairEvent],
    position: FairPosition,
    /// How many events have happened.
    passed: usize,
}

impl<'a> Replay<'a> {
    /// Only the first purse says who begins.
    fn begin(game: &'a Fair, events: &'a [FairEvent]) -> Self {
        let seat = |event: &FairEvent| match event {
            FairEvent::Purse { seat, .. } => Seat::all(game.players).nth(*seat),
            _ => None,
        };
        let first = events.iter().find_map(seat).unwrap_or_default();
        Self { game, events, position: game.start(first), passed: 0 }
    }

    fn check(mut self, watch: Watch<'_, Fair>) -> Result<(), GameFault> {
        let mut decisions = 0;
        loop {
            match self.game.turn(&self.position) {
                Turn::Over if self.passed == self.events.len() => return Ok(()),
                Turn::Over => return Err(self.fault_here("the end of the record")),
                Turn::Chance => {
                    self.pass_chance()?;
                    watch(Seen::Event(&self.events[self.passed - 1]));
                }
                Turn::Seat(seat) => {
                    let (event, action) = self.bid_of(seat)?;
                    watch(Seen::Decision(&self.position, Decided { event, seat, action, number: decisions }));
                    decisions += 1;
                    let mut told = None;
                    self.game.apply_telling(&mut self.position, action, &mut |event| told = Some(event));
                    if told.is_some() && told.as_ref() != self.events.get(self.passed) {
                        return Err(self.fault_here(format!("{told:?}")));
                    }
                    told.iter().for_each(|event| watch(Seen::Event(event)));
                    self.passed += usize::from(told.is_some());
                }
            }
        }
    }

    /// Lets chance do what the record says, if it can.
    fn pass_chance(&mut self) -> Result<(), GameFault> {
        let (game, square) = (self.game, &*self.position);
        let bell = game.bell(square);
        let (expected, is_possible) = match (square.prize, self.events.get(self.passed)) {
            (Some(_), event) => {
                let due = game.bidder(square).index();
                let is_due = |seat: usize, coins: u8| seat == due && game.coins().contains(&coins);
                let is_possible = matches!(event, Some(FairEvent::Purse { seat, coins }) if is_due(*seat, *coins));
                (format!("the purse of seat {due} with {:?} coins", game.coins()), is_possible)
            }
            (None, Some(FairEvent::Prize { prize })) => {
                (format!("one of the prizes {:?}", game.prizes), game.prizes.contains(prize))
            }
            (None, event) => (format!("a prize or {bell:?}"), event == Some(&bell)),
        };
        if !is_possible {
            return Err(self.fault_here(expected));
        }
        self.game.befall(&mut self.position, &self.events[self.passed]);
        self.passed += 1;
        Ok(())
    }

    /// The bid of a seat, which is revealed with all others, and the event that does so.
    fn bid_of(&self, seat: Seat) -> Result<(usize, u8), GameFault> {
        let bids = |event: &'a FairEvent| match event {
            FairEvent::Bids { bids } => Some(bids),
            _ => None,
        };
        let mut rest = self.events.iter().enumerate().skip(self.passed);
        let next = rest.find_map(|(index, event)| Some((index, bids(event)?)));
        let index = next.map_or(self.events.len(), |(index, _)| index);
        let bid = next.filter(|(_, bids)| bids.len() == self.game.players).map(|(_, bids)| bids[seat.index()]);
        let legal = bid.filter(|bid| self.game.is_legal(&self.position, *bid));
        let expected = || format!("bids of all, that of seat {seat} no more than its purse");
        legal.map(|bid| (index, bid)).ok_or_else(|| fault(index, expected(), self.shown(index)))
    }

    fn fault_here(&self, expected: impl Into<String>) -> GameFault {
        fault(self.passed, expected, self.shown(self.passed))
    }

    fn shown(&self, index: usize) -> String {
        self.events.get(index).map_or("the end of the record".to_owned(), |event| format!("{event:?}"))
    }
}
