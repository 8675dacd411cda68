//! The learned evaluation between two rounds of Tipperary.
//!
//! A net sees the appraisal's measurements of a seat's display, its present score, and its standing relative to the
//! others'.

mod features;
pub use features::{AppraisedSeats, NUMBERS};

use std::sync::LazyLock;

use engine::tipperary::{Phase, Public, Rules, Tipperary, TrackSpace};
use engine::{Game, MAX_SEATS, Seat};

use super::appraisal::Judgements;
use crate::search::{Calibration, CalibrationNumbers, Values};
use crate::value::{Evaluation, GameFamily, Learnable, SeatFeatures};

/// The committed files by number of players, each parsed on first use.
static LEARNED: [LazyLock<Evaluation>; MAX_SEATS - 1] = [
    LazyLock::new(|| Evaluation::committed::<Tipperary>(include_str!("../../../data/tipperary_value_2.json"))),
    LazyLock::new(|| Evaluation::committed::<Tipperary>(include_str!("../../../data/tipperary_value_3.json"))),
    LazyLock::new(|| Evaluation::committed::<Tipperary>(include_str!("../../../data/tipperary_value_4.json"))),
    LazyLock::new(|| Evaluation::committed::<Tipperary>(include_str!("../../../data/tipperary_value_5.json"))),
];

/// The printed rules by number of players.
static PRINTED: LazyLock<Vec<Rules>> = LazyLock::new(|| (2..=MAX_SEATS).map(Rules::printed).collect());

/// All committed evaluations.
pub fn committed() -> impl Iterator<Item = &'static Evaluation> {
    LEARNED.iter().map(|evaluation| &**evaluation)
}

/// The committed evaluation for this number of players and the printed rules, if there is one.
///
/// Under other rules they predict no better than linear worth alone.
pub fn of(game: &Tipperary) -> Option<&'static Evaluation> {
    let index = game.seats() - 2;
    let is_printed = PRINTED.get(index)? == game.rules();
    is_printed.then(|| &*LEARNED[index])
}

/// How often the chances of a search with the committed evaluations come true at this position.
///
/// Others that still move overtake where all playouts agree.
pub fn calibration(game: &Tipperary, position: &Public) -> Calibration {
    Calibration::new(CALIBRATIONS[game.seats() - 2], rounds_to_come(game, position), false)
}

/// By number of players.
///
/// Fitted to self-play of `mcts:iterations=24` by `examples/calibration.rs`, games from 1,000,000 on.
const CALIBRATIONS: [CalibrationNumbers; MAX_SEATS - 1] = [
    (1.097, 0.787, &[-0.589, -0.507, 0.012]),
    (1.168, 0.762, &[-0.614, -0.449, 0.078]),
    (1.144, 0.687, &[-0.406, -0.384, 0.079]),
    (1.199, 0.678, &[-0.447, -0.277, 0.135]),
];

/// Rounds still to be played, with the current one.
pub fn rounds_to_come(game: &Tipperary, position: &Public) -> usize {
    usize::from(game.rules().rounds) + 1 - usize::from(position.round)
}

/// The chance of every seat to win, by an evaluation for this number of players.
///
/// `None` unless it is between two rounds, as many before the end as the evaluation was trained for. A judgement gives
/// the worth of displays.
pub fn chances(
    evaluation: &Evaluation,
    judgements: &Judgements,
    game: &Tipperary,
    position: &Public,
) -> Option<Values> {
    let to_come = game.rounds_to_come(position).filter(|&to_come| evaluation.is_trained_for(to_come))?;
    let appraised = AppraisedSeats::of(judgements, game, position);
    Some(Evaluation::chances(Seat::all(position.seats()).map(|seat| {
        let row = appraised.row(game, position, seat);
        evaluation.net.score(&row) + evaluation.given(to_come, appraised.worth(seat))
    })))
}

impl Learnable for Tipperary {
    const NAME: &'static str = "tipperary";

    type Cache = ();

    /// Twelve rounds, and none.
    const MAX_ROUNDS: usize = 13;

    fn family(&self) -> GameFamily {
        let rules = changes(self.rules(), &Rules::printed(self.seats()));
        GameFamily { game: Self::NAME.to_owned(), players: self.seats(), modules: Vec::new(), rules }
    }

    fn new_cache() {}

    fn width(_: &[String]) -> usize {
        NUMBERS
    }

    fn rounds_to_come(&self, position: &Public) -> Option<usize> {
        (position.phase == Phase::Spin).then(|| rounds_to_come(self, position))
    }

    fn features(&self, position: &Public, seat: Seat, (): &mut ()) -> SeatFeatures {
        let appraised = AppraisedSeats::of(&Judgements::calibrated(), self, position);
        SeatFeatures { worth: appraised.worth(seat), row: appraised.row(self, position, seat) }
    }
}

/// Lists the differences between rules, by the keys of configs.
fn changes(rules: &Rules, printed: &Rules) -> Vec<String> {
    let track = |rules: &Rules| rules.whiskey_track.iter().map(TrackSpace::to_string).collect::<Vec<_>>().join(" ");
    let numbers = |rules: &Rules| {
        [
            ("rounds", rules.rounds),
            ("wooden-sheep", rules.wooden_sheep),
            ("towers", rules.towers),
            ("marker-vp", rules.marker_vp),
            ("exploration-vp", rules.exploration_vp),
        ]
    };
    let numbers = numbers(rules).into_iter().zip(numbers(printed)).filter(|(found, printed)| found != printed);
    let numbers = numbers.map(|((key, number), _)| format!("{key}={number}"));
    let track = (rules.whiskey_track != printed.whiskey_track).then(|| format!("whiskey-track={}", track(rules)));
    numbers.chain(track).collect()
}
