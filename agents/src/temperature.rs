//! Players of less skill: an agent that draws its actions by what it thinks that they are worth.

use engine::{Game, Random};

use crate::net::chances;
use crate::value::MILLI;
use crate::{
    AcceptedValues, Agent, Breakdown, Decision, Explanation, SettingKey, Settings, WeighedAction, index_at, unit,
};

/// The key of the temperature.
pub(crate) const TEMPERATURE: SettingKey = SettingKey::new(
    "temperature",
    "0",
    AcceptedValues::Number(0.0..=1000.0),
    "how little skill, in VP: of two actions, the one that seems this much worse is taken e = 2.7 times less often; 0 always takes \
     the best. Rules that compare nothing keep their choice",
);

/// The agent, at the temperature of its settings.
pub(crate) fn at_temperature<G: Game>(agent: impl Agent<G> + 'static, settings: &Settings) -> Box<dyn Agent<G>> {
    match settings.get(TEMPERATURE.name) {
        0.0 => Box::new(agent),
        // Below this, only equal actions are drawn.
        temperature => Box::new(Warm { agent, temperature: f64::max(temperature, 1e-6) }),
    }
}

/// An agent whose actions are drawn by the softmax of their worth over a temperature.
struct Warm<A> {
    agent: A,
    /// In the unit of the agent's values.
    temperature: f64,
}

impl<G: Game, A: Agent<G>> Agent<G> for Warm<A> {
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decision<G::Action> {
        self.explain(game, view, random).decision
    }

    fn objection(&self, game: &G) -> Option<String> {
        self.agent.objection(game)
    }

    fn explain(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Explanation<G::Action> {
        let mut explanation = self.agent.explain(game, view, random);
        let worth = |weighed: &WeighedAction<_>| weighed.deciding().unwrap_or(f64::NEG_INFINITY) * f64::from(MILLI);
        let worths: Vec<i32> = explanation.weighed.iter().map(|weighed| worth(weighed).round() as i32).collect();
        for (weighed, chance) in
            explanation.weighed.iter_mut().zip(chances(worths.into_iter(), 1.0 / self.temperature, MILLI))
        {
            weighed.weight = chance;
        }
        let drawn = index_at(explanation.weighed.iter().map(|weighed| weighed.weight), unit(random));
        if let Some(index) = drawn {
            explanation.decision.action = explanation.weighed[index].action;
        }
        explanation
    }

    fn breakdown(&self, game: &G, view: &G::View<'_>, action: G::Action, random: &mut Random) -> Option<Breakdown> {
        self.agent.breakdown(game, view, action, random)
    }
}

#[cfg(test)]
mod tests {
    use engine::random::random;
    use engine::skye::Skye;
    use engine::tipperary::Tipperary;
    use engine::{Seat, Turn};

    use crate::{AgentKind, AgentSpec, skye, tipperary};

    use super::*;

    /// Plays a game of the unheated player, and compares what others would do.
    fn check<G: Game>(game: &G, kinds: &'static [AgentKind<G>]) {
        let agent = |spec: &str| AgentSpec::read(spec, kinds).expect("a valid spec").build(kinds);
        let [cold, cool, warm, hot] = ["", ":temperature=1e-6", ":temperature=2", ":temperature=1e3"]
            .map(|settings| agent(&format!("greedy{settings}")));
        let mut position = game.start(Seat::new(0));
        let (mut drawn, mut hotter, mut decisions) = (0, 0, 0);
        for step in 0..1000 {
            let turn = game.turn(game.public(&game.view(&position, Seat::new(0))));
            match turn {
                Turn::Over => break,
                Turn::Chance => game.resolve_chance(&mut position, step),
                Turn::Seat(seat) => {
                    let view = game.view(&position, seat);
                    let best = cold.choose(game, &view, &mut random(step)).action;
                    let explained = warm.explain(game, &view, &mut random(step));
                    assert_eq!(explained.decision, warm.choose(game, &view, &mut random(step)));
                    let sum: f64 = explained.weighed.iter().map(|weighed| weighed.weight).sum();
                    assert!((sum - 1.0).abs() < 1e-9);
                    let chance = |action| {
                        explained.weighed.iter().find(|weighed| weighed.action == action).map(|weighed| weighed.weight)
                    };
                    let [of_best, of_cool] = [best, cool.choose(game, &view, &mut random(step)).action].map(chance);
                    assert!(explained.weighed.iter().all(|weighed| Some(weighed.weight) <= of_best));
                    assert_eq!(of_cool, of_best, "only of equal actions another one is taken");
                    drawn += u32::from(explained.decision.action != best);
                    hotter += u32::from(hot.choose(game, &view, &mut random(step)).action != best);
                    decisions += 1;
                    drop(view);
                    game.apply(&mut position, best);
                }
            }
        }
        assert!(0 < drawn && drawn < hotter && hotter < decisions, "{drawn} and {hotter} of {decisions}");
    }

    #[test]
    fn better_actions_are_likelier_and_more_heat_errs_more() {
        use engine::skye::ScoringTile::{Columns, Harbours, Sheep, Squares};
        check(&Skye::printed(3, [Sheep, Squares, Columns, Harbours]).expect("three can play"), &skye::KINDS);
        check(&Tipperary::dealt(2, 7).expect("two can play"), &tipperary::KINDS);
    }
}
