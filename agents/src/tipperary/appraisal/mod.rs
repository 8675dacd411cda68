//! The worth of displays, in thousandths of a VP.
//!
//! - [`Land`] is a display in the form that the appraisal reads: a grid of bytes.
//! - [`Features`] are the measurements of a display: its present score, and its potential.
//! - [`Judgements`] hold the worth of each feature by rounds to come. They are plain data, calibrated on self-play.
//! - [`Sites`] hold the gain at each empty place, by the space that a tile has there: a quick measure of every legal
//!   placement, which selects the few that are appraised.

mod land;
pub use land::Land;

mod rectangles;

mod features;
pub use features::{Features, Holdings};

mod judgement;
pub use judgement::{Judgements, LEADS, MilliVp, STAGES, Stage, VP};

mod sites;
pub use sites::Sites;

use engine::Seat;
use engine::tipperary::{Action, Display, Effects, Hometown, Phase, Public, Tipperary};

/// The placements that a seat will still make after the current ones.
///
/// Its own turn in this round is one of them until it is over.
pub fn rounds_to_come(game: &Tipperary, position: &Public, seat: Seat) -> usize {
    let step = |seat: Seat| seat.steps_from(position.start, position.seats());
    let has_turn_to_come = match position.phase {
        Phase::Spin => true,
        Phase::Place(acting) => step(seat) >= step(acting),
        Phase::Sheep(acting) | Phase::DrawBonus(acting) | Phase::Bonus(acting, _) => step(seat) > step(acting),
        Phase::Tower(_) | Phase::Over => false,
    };
    usize::from(game.rules().rounds) - usize::from(position.round) + usize::from(has_turn_to_come)
}

/// The judgement of the rest of a game for one seat, with a number of placements to come.
#[derive(Copy, Clone, Debug)]
pub struct FutureValue<'a> {
    game: &'a Tipperary,
    hometown: &'a Hometown,
    stage: &'a Stage,
    players: usize,
    /// The largest flock of any other player.
    rival: i32,
    /// Supplies: wooden sheep, towers and bonus tiles.
    supplies: [i32; 3],
}

impl<'a> FutureValue<'a> {
    /// For a seat with this many placements to come.
    pub fn new(judgements: &'a Judgements, game: &'a Tipperary, position: &Public, seat: Seat, to_come: usize) -> Self {
        let others = seat.others(position.seats());
        let rival = others.map(|other| position.player(other).display.largest_flock()).max().unwrap_or(0);
        Self {
            game,
            hometown: game.hometown(seat),
            stage: judgements.stage(to_come),
            players: position.seats(),
            rival: i32::from(rival),
            supplies: [i32::from(position.sheep), i32::from(position.towers), position.bonus.len() as i32],
        }
    }

    /// Worth of these features.
    pub fn worth(&self, features: &Features) -> MilliVp {
        features.times(&self.stage.weights) + self.stage.marker(self.players, features.flock, self.rival)
    }

    /// Returns the worth of these features, and of others, in named parts.
    fn parts(&self, all: [Features; 2]) -> Vec<(&'static str, [MilliVp; 2])> {
        let weights = &self.stage.weights;
        let parts = Features::PARTS.map(|(name, of)| (name, all.map(|features| features.times_of(of, weights))));
        let marker = all.map(|features| self.stage.marker(self.players, features.flock, self.rival));
        parts.into_iter().chain([("marker (most sheep)", marker)]).collect()
    }
}

/// One seat's display and its other possessions.
#[derive(Clone, Debug)]
pub struct Estate<'a> {
    to_come: FutureValue<'a>,
    display: &'a Display,
    owned: Holdings,
}

impl<'a> Estate<'a> {
    /// A seat's display as it is.
    pub fn new(to_come: FutureValue<'a>, position: &'a Public, seat: Seat) -> Self {
        let player = position.player(seat);
        let acts = matches!(
            position.phase,
            Phase::Sheep(acting) | Phase::DrawBonus(acting) | Phase::Bonus(acting, _) if acting == seat
        );
        let due = |count: u16| if acts { i32::from(count) } else { 0 };
        let owned = Holdings {
            barrel: usize::from(player.barrel),
            towers: i32::from(player.towers),
            sheep_due: due(position.sheep_due),
            bonus_due: due(position.bonus_due),
        };
        Self { to_come, display: &player.display, owned }
    }

    /// Returns the features that the appraisal measures.
    pub fn features(&self) -> Features {
        self.measure(self.display, self.owned)
    }

    /// Returns the multiplier of each number of the judgement's stage, in order.
    ///
    /// The display's worth is the sum of their products.
    pub fn regressors(&self) -> Vec<i32> {
        let features = self.features();
        let mut counts = Stage { weights: features, ..Stage::default() };
        counts.marker[self.to_come.players - 2][Stage::standing(features.flock, self.to_come.rival)] = 1;
        counts.numbers_mut().map(|number| *number).collect()
    }

    /// Returns the worth of the display.
    pub fn worth(&self) -> MilliVp {
        self.to_come.worth(&self.features())
    }

    /// Returns its worth after an action of the seat.
    pub fn worth_after(&self, action: Action, phase: Phase) -> MilliVp {
        self.to_come.worth(&self.features_after(action, phase))
    }

    /// Returns its worth in parts, now and after an action of the seat.
    pub fn parts(&self, action: Action, phase: Phase) -> Vec<(&'static str, [MilliVp; 2])> {
        self.to_come.parts([self.features(), self.features_after(action, phase)])
    }

    fn features_after(&self, action: Action, phase: Phase) -> Features {
        let (mut display, mut owned) = (self.display.clone(), self.owned);
        let components = self.to_come.game.components();
        match (action, phase) {
            (Action::Place(placement), _) => {
                let effects = display.lay(components, placement);
                self.bring(&mut owned, effects);
            }
            (Action::Sheep(place), _) => {
                display.place_sheep(place);
                owned.sheep_due -= 1;
            }
            (Action::Bonus(place), Phase::Bonus(_, tile)) => {
                owned.bonus_due -= 1;
                let effects = display.place_bonus(components, tile, place);
                self.bring(&mut owned, effects);
            }
            (Action::Tower(place), _) => {
                display.place_tower(place);
                owned.towers -= 1;
            }
            (Action::Stop, _) => owned.towers = 0,
            (Action::Bonus(_), phase) => panic!("no bonus tile is placed in phase {phase:?}"),
        }
        self.measure(&display, owned)
    }

    fn bring(&self, owned: &mut Holdings, effects: Effects) {
        let [_, towers, _] = self.to_come.supplies;
        let track = &self.to_come.game.rules().whiskey_track;
        let to = (owned.barrel + usize::from(effects.pairs)).min(track.len() - 1);
        let on_the_way = track[owned.barrel + 1..=to.max(owned.barrel)].iter().filter(|space| space.sheep).count();
        owned.barrel = to;
        owned.towers += i32::from(effects.lines).min(towers);
        owned.sheep_due += i32::from(effects.symbols) + on_the_way as i32;
        owned.bonus_due += i32::from(effects.sites);
    }

    fn measure(&self, display: &Display, owned: Holdings) -> Features {
        let [sheep, _, bonus] = self.to_come.supplies;
        let owned = Holdings { sheep_due: owned.sheep_due.min(sheep), bonus_due: owned.bonus_due.min(bonus), ..owned };
        Features::of(self.to_come.game, self.to_come.hometown, display, owned)
    }
}
