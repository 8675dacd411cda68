//! Fairs as records.

use engine::{Game, MAX_SEATS, Seat};
use interface::event::Mismatch;
use interface::event_cursor::{EventCursor, GameFault, ReadError};
use interface::json::{Keys, mismatch};
use interface::record_format::RecordFormat;

use super::rules::{Fair, FairEvent, FairPosition};
use super::subject::{COINS, PRIZES, WORTH};

/// The most coins in a purse.
pub const PURSE: &str = "purse";

impl RecordFormat for Fair {
    const NAME: &'static str = "fair";

    type Library = ();

    type RecordEvent<'a> = FairEvent;

    const RECORD_KEYS: &'static [&'static str] = &[PRIZES, PURSE];

    fn from_record(keys: &Keys, _: &[String], players: usize, (): &()) -> Result<Self, String> {
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

    fn encoded(&self, event: &FairEvent) -> FairEvent {
        event.clone()
    }

    fn read_event(&self, json: &str) -> Result<FairEvent, Mismatch> {
        serde_json::from_str(json).map_err(|_| Mismatch { accepted: "an event".to_owned(), found: json.to_owned() })
    }

    /// Reads the first seat, which only the first purse tells.
    fn first(&self, ahead: &EventCursor<'_, FairEvent>) -> Result<Seat, GameFault> {
        let seat = |event: &FairEvent| match event {
            FairEvent::Purse { seat, .. } => Seat::all(self.players).nth(*seat),
            _ => None,
        };
        Ok((0..2).find_map(|further| seat(ahead.peek(further).ok()??)).unwrap_or_default())
    }

    fn read_chance(
        &self,
        position: &FairPosition,
        ahead: &EventCursor<'_, FairEvent>,
    ) -> Result<FairEvent, ReadError<FairEvent>> {
        let (due, bell) = (self.bidder(position).index(), self.bell(position));
        let expected = || match position.prize {
            Some(_) => format!("the purse of seat {due} with {:?} coins", self.coins()),
            None => format!("one of the prizes {:?} or {bell}", self.prizes),
        };
        let is_possible = |event: &FairEvent| match event {
            FairEvent::Purse { seat, coins } => {
                position.prize.is_some() && *seat == due && self.coins().contains(coins)
            }
            FairEvent::Prize { prize } => position.prize.is_none() && self.prizes.contains(prize),
            event => position.prize.is_none() && *event == bell,
        };
        Ok(ahead.read(0, expected, |event| is_possible(event).then(|| event.clone()))?)
    }

    /// Reads the bid of a seat, which is revealed with all others.
    fn read_action(
        &self,
        position: &FairPosition,
        seat: Seat,
        ahead: &EventCursor<'_, FairEvent>,
    ) -> Result<(usize, u8), ReadError<u8>> {
        let is_before =
            |further: usize| matches!(ahead.peek(further), Ok(Some(event)) if !matches!(event, FairEvent::Bids { .. }));
        let further = (0..).find(|further| !is_before(*further)).unwrap_or_default();
        let bid = |event: &FairEvent| match event {
            FairEvent::Bids { bids } if bids.len() == self.players => {
                Some(bids[seat.index()]).filter(|bid| self.is_legal(position, *bid))
            }
            _ => None,
        };
        let expected = || format!("bids of all, that of seat {seat} no more than its purse");
        let bid = ahead.read(further, expected, bid);
        bid.map(|bid| (ahead.index(further), bid)).map_err(|fault| ReadError { fault, instead: Some(0) })
    }
}
