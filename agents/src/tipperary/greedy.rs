//! The greedy player: chooses the best immediate action by the appraisal of its display.
//!
//! It ranks every legal placement by a quick measure, and appraises the most promising ones. Other players' displays
//! count only by their largest flocks.

use std::cmp::Reverse;
use std::sync::Arc;

use engine::tipperary::{Action, Phase, Placement, Public, Tipperary, View};
use engine::{Game, Random, Seat};

use super::appraisal::{Estate, FutureValue, Judgements, MilliVp, Sites, VP};
use crate::{
    Agent, AgentKind, AgentSchema, Breakdown, Decision, Explanation, SettingKey, Settings, TEMPERATURE, ValuePart,
    WeighedAction, at_temperature, words,
};

/// `greedy` as a kind of agent.
pub(super) const KIND: AgentKind<Tipperary> = AgentKind {
    schema: AgentSchema {
        name: "greedy",
        summary: "the best immediate action by an evaluation of the display: rectangle, flock, whiskey, prospects",
        keys: &[
            JUDGEMENT,
            SettingKey::integer(
                "looks",
                "16",
                1..=1000,
                "number of placements evaluated: the best by a quick measure of all",
            ),
            TEMPERATURE,
        ],
    },
    build: |settings| {
        at_temperature(Greedy(Brain { judgements: judgement(settings), looks: settings.get("looks") }), settings)
    },
};

/// The key of the judgement.
pub(super) const JUDGEMENT: SettingKey = SettingKey::word(
    "judgement",
    "calibrated",
    &words(&JUDGEMENTS),
    "weights of the evaluation: set by hand, or calibrated on self-play",
);

/// The source of a judgement.
type Source = fn() -> Arc<Judgements>;

const JUDGEMENTS: [(&str, Source); 2] = [("by-hand", Judgements::by_hand), ("calibrated", Judgements::calibrated)];

/// The judgement that settings name.
pub(super) fn judgement(settings: &Settings) -> Arc<Judgements> {
    settings.meaning(JUDGEMENT.name, &JUDGEMENTS)()
}

/// The default number of placements that are appraised.
pub const LOOKS: usize = 16;

/// The settings of a greedy player.
#[derive(Clone, Debug)]
pub struct Brain {
    /// The judgement of the rest of a game.
    pub judgements: Arc<Judgements>,
    /// The number of placements that it appraises: the best by the quick measure.
    pub looks: usize,
}

impl Brain {
    /// The most promising actions of the seat to move, with the display's worth after each, best first.
    ///
    /// Ties go to the first in the order of actions.
    ///
    /// # Panics
    /// If nobody decides in this position.
    pub fn ranked(&self, game: &Tipperary, position: &Public) -> Vec<(Action, MilliVp)> {
        let phase = position.phase;
        let seat = phase.seat().unwrap_or_else(|| panic!("nobody decides in phase {phase:?}"));
        let estate = self.estate(game, position, seat);
        let mut weighed: Vec<(Action, MilliVp)> = promising(game, position, seat, self.looks)
            .into_iter()
            .map(|action| (action, estate.worth_after(action, phase)))
            .collect();
        weighed.sort_by_key(|&(action, worth)| (Reverse(worth), action));
        weighed
    }

    /// A seat's display, prepared for appraisal in this round.
    fn estate<'a>(&'a self, game: &'a Tipperary, position: &'a Public, seat: Seat) -> Estate<'a> {
        let to_come = usize::from(game.rules().rounds) - usize::from(position.round);
        Estate::new(FutureValue::new(&self.judgements, game, position, seat, to_come), position, seat)
    }

    /// Returns the worth of the display of the seat to move in parts, before and after an action; `None` if nobody decides.
    pub fn breakdown(&self, game: &Tipperary, position: &Public, action: Action) -> Option<Vec<ValuePart>> {
        let parts = self.estate(game, position, position.phase.seat()?).parts(action, position.phase).into_iter();
        let in_vp = parts.map(|(name, worth)| {
            let [before, after] = worth.map(|worth| f64::from(worth) / f64::from(VP));
            ValuePart { name: name.to_owned(), before, after }
        });
        Some(in_vp.collect())
    }

    /// Decides as the seat to move.
    ///
    /// # Panics
    /// If nobody decides in this position.
    pub fn action(&self, game: &Tipperary, position: &Public) -> Action {
        self.ranked(game, position)[0].0
    }
}

/// The most promising actions of a seat by the quick measure, best first.
///
/// At most this many placements of tiles; for other decisions all legal actions.
pub fn promising(game: &Tipperary, position: &Public, seat: Seat, looks: usize) -> Vec<Action> {
    let player = position.player(seat);
    let sites = || Sites::of(game, game.hometown(seat), &player.display, usize::from(player.barrel));
    match position.phase {
        Phase::Place(_) => {
            let sites = sites();
            let landscape = game.components().landscape();
            let area = &position.areas[game.area(position, seat)];
            let mut gains: Vec<(Reverse<MilliVp>, Placement)> = Vec::with_capacity(1024);
            for &tile in area {
                for lying in &landscape.tile(tile).ways {
                    let corners = player.display.corners(&lying.grid);
                    gains.extend(corners.map(|corner| {
                        (Reverse(sites.gain(corner, &lying.grid)), Placement { tile, way: lying.way, corner })
                    }));
                }
            }
            if gains.len() > looks {
                gains.select_nth_unstable(looks - 1);
                gains.truncate(looks);
            }
            gains.sort_unstable();
            gains.into_iter().map(|(_, placement)| Action::Place(placement)).collect()
        }
        Phase::Bonus(_, tile) => {
            let (sites, space) = (sites(), game.components().bonus(tile).space);
            let mut places: Vec<_> = player.display.bonus_places().collect();
            places.sort_by_key(|&place| Reverse(sites.gain_of(place, space)));
            places.into_iter().take(looks).map(Action::Bonus).collect()
        }
        Phase::Sheep(_) | Phase::Tower(_) => {
            let mut actions = Vec::new();
            game.legal_actions(position, &mut actions);
            actions
        }
        Phase::Spin | Phase::DrawBonus(_) | Phase::Over => panic!("nobody decides in phase {:?}", position.phase),
    }
}

/// Takes the best action now.
#[derive(Clone, Debug)]
pub struct Greedy(pub Brain);

impl Agent<Tipperary> for Greedy {
    fn choose(&self, game: &Tipperary, view: &View<'_>, _random: &mut Random) -> Decision<Action> {
        Decision::at_once(self.0.action(game, view.public()))
    }

    fn explain(&self, game: &Tipperary, view: &View<'_>, _random: &mut Random) -> Explanation<Action> {
        let ranked = self.0.ranked(game, view.public());
        let chosen = ranked[0].0;
        let weigh =
            |(action, worth)| WeighedAction::appraised(action, f64::from(worth) / f64::from(VP), action == chosen);
        Explanation {
            decision: Decision::at_once(chosen),
            measure: "estimated VP of the display after the action",
            weighed: ranked.into_iter().map(weigh).collect(),
        }
    }

    fn breakdown(&self, game: &Tipperary, view: &View<'_>, action: Action, _: &mut Random) -> Option<Breakdown> {
        let parts = self.0.breakdown(game, view.public(), action)?;
        Some(Breakdown { about: "as the player estimates", parts })
    }
}
