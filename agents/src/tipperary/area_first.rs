//! A simple baseline that grows the largest rectangle first.
//!
//! Its rules are independent of the other agents and never change.
//!
//! | decision | rule; ties go to the first in the order of actions |
//! |---|---|
//! | landscape tile | the largest rectangle after it; then the most edges that it shares with the display; then the most spaces |
//! | wooden sheep | the largest flock after it |
//! | bonus tile | the largest rectangle after it; then the most edges shared |
//! | tower | the largest rectangle after it; then the most edges shared |

use engine::tipperary::{Action, Display, Phase, Place, Tipperary, View};
use engine::{Game, Random};

use crate::{Agent, AgentKind, AgentSchema, Decision, first_best};

/// `area-first` as a kind of agent.
pub(super) const KIND: AgentKind<Tipperary> = AgentKind {
    schema: AgentSchema {
        name: "area-first",
        summary: "grows the largest rectangle, then maximizes shared edges; a baseline",
        keys: &[],
    },
    build: |_| Box::new(AreaFirst),
};

/// Plays by fixed rules; draws no random numbers.
#[derive(Copy, Clone, Debug)]
pub struct AreaFirst;

impl Agent<Tipperary> for AreaFirst {
    fn choose(&self, game: &Tipperary, view: &View<'_>, _random: &mut Random) -> Decision<Action> {
        let position = view.public();
        let mut actions = Vec::new();
        game.legal_actions(position, &mut actions);
        let display = &position.player(view.seat()).display;
        let best = first_best(actions.into_iter(), |&action| measure(game, display, position.phase, action));
        Decision::at_once(best.expect("a decision has a legal action"))
    }
}

/// Measures the result of an action, the most important part first.
fn measure(game: &Tipperary, display: &Display, phase: Phase, action: Action) -> [u16; 3] {
    let mut after = display.clone();
    let shared = |place: Place| place.neighbours().iter().filter(|&&place| display.at(place).is_some()).count() as u16;
    let edges = match (action, phase) {
        (Action::Place(placement), _) => {
            after.lay(game.components(), placement);
            let grid = game.components().landscape().tile(placement.tile).lying(placement.way).expect("it is legal");
            grid.spaces.iter().map(|space| shared(placement.corner.offset(space.x, space.y))).sum()
        }
        (Action::Sheep(place), _) => {
            after.place_sheep(place);
            return [after.largest_flock(), 0, 0];
        }
        (Action::Bonus(place), Phase::Bonus(_, tile)) => {
            after.place_bonus(game.components(), tile, place);
            if display.at(place).is_some() { 0 } else { shared(place) }
        }
        (Action::Tower(place), _) => {
            after.place_tower(place);
            shared(place)
        }
        (Action::Stop, _) => return [0; 3],
        (Action::Bonus(_), phase) => panic!("no bonus tile is placed in phase {phase:?}"),
    };
    [after.largest_rectangle().area(), edges, after.spaces()]
}
