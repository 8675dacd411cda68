//! The features of a seat between two rounds.

use engine::tipperary::{Public, Tipperary};
use engine::{MAX_SEATS, Seat};

use crate::tipperary::appraisal::{Estate, Features, FutureValue, Judgements, MilliVp, rounds_to_come};
use crate::value::in_tenths;

/// The number of features: rounds, measurements of the appraisal, and the standing.
pub const NUMBERS: usize = 1 + ROUNDS + Features::NAMES.len() + STANDING;

/// Numbers of the standing: the last ones of `row`.
const STANDING: usize = 16;

/// The most rounds to come that have a feature each; beyond that only the number is a feature.
const ROUNDS: usize = 6;

/// The features of all seats between two rounds, and the worth of their displays.
#[derive(Clone, Debug)]
pub struct AppraisedSeats {
    seats: usize,
    features: [Features; MAX_SEATS],
    worth: [MilliVp; MAX_SEATS],
}

impl AppraisedSeats {
    /// Measures all displays, and appraises them by a judgement.
    pub fn of(judgements: &Judgements, game: &Tipperary, position: &Public) -> Self {
        let seats = position.seats();
        let mut appraised = Self { seats, features: [Features::default(); MAX_SEATS], worth: [0; MAX_SEATS] };
        for seat in Seat::all(seats) {
            let to_come = rounds_to_come(game, position, seat);
            let to_come = FutureValue::new(judgements, game, position, seat, to_come);
            let features = Estate::new(to_come, position, seat).features();
            (appraised.features[seat.index()], appraised.worth[seat.index()]) = (features, to_come.worth(&features));
        }
        appraised
    }

    /// Returns the worth of a seat's display.
    pub fn worth(&self, seat: Seat) -> MilliVp {
        self.worth[seat.index()]
    }

    /// All numbers of a seat.
    pub fn row(&self, game: &Tipperary, position: &Public, seat: Seat) -> Vec<i16> {
        let to_come = rounds_to_come(game, position, seat);
        let mut row = Vec::with_capacity(NUMBERS);
        row.push(to_come as i16);
        row.extend((1..=ROUNDS).map(|rounds| i16::from(to_come == rounds)));
        let own = &self.features[seat.index()];
        row.extend(own.numbers().map(|number| number as i16));
        row.extend(self.standing(position, seat));
        row
    }

    /// Compares a seat with the others, and adds the features that all of them share.
    fn standing(&self, position: &Public, seat: Seat) -> [i16; STANDING] {
        let of = |seat: Seat| &self.features[seat.index()];
        let best = |of: &dyn Fn(Seat) -> i32| seat.others(self.seats).map(of).max().unwrap_or(0);
        let flock = |seat: Seat| of(seat).flock;
        let scored = |seat: Seat| {
            let features = of(seat);
            features.area + features.flock + features.whiskey + features.stones
        };
        let lead = |of: &dyn Fn(Seat) -> i32, most: i32| (of(seat) - best(of)).clamp(-most, most) as i16;
        let worth = self.worth(seat);
        let mean =
            seat.others(self.seats).map(|other| self.worth(other)).sum::<MilliVp>() / (self.seats as MilliVp - 1);
        let turn = seat.steps_from(position.start, self.seats);
        let sheep = (flock(seat) - best(&flock)).clamp(-2, 2);
        [
            in_tenths(worth),
            in_tenths(worth - best(&|other| self.worth(other))),
            in_tenths(worth - mean),
            lead(&scored, 40),
            lead(&|seat| of(seat).area, 20),
            lead(&flock, 10),
            i16::from(sheep == -2),
            i16::from(sheep == -1),
            i16::from(sheep == 0),
            i16::from(sheep == 1),
            i16::from(position.marker == Some(seat)),
            lead(&|seat| of(seat).whiskey, 20),
            lead(&|seat| of(seat).towers, 4),
            turn as i16,
            i16::from(position.sheep),
            i16::from(position.towers),
        ]
    }
}
