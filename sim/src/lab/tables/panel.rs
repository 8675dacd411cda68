//! `panel.csv` and `panel_agents.csv`: an experiment by each of several kinds of players, and what holds whoever plays.

use agents::AgentSpec;

use super::row::{Count, Number, rows};
use crate::lab::forms::column::text;
use crate::lab::forms::numbers::{in_unit, list, with_half_width};
use crate::lab::schedule::contestant::Contestant;
use crate::lab::subject::Subject;
use crate::lab::subject::gauge::Means;
use crate::lab::subject::gauges::Gauges;
use crate::stats::random_effects::{MIN_SOURCES, pooled};
use crate::stats::traced::Traced;
use crate::stats::{CONFIDENCE, Estimate, Interval};

rows! {
    /// One effect over all kinds of players.
    struct PanelRow {
        /// What it is.
        effect: String;
        + text("effect", "what is measured, as `sim list measures` names it, with its part; with `[compare]` its change, otherwise a part less the mean of all", |row, _, line| {
            line.text(&row.effect);
        });
        pooled: Option<f64> as Number("pooled", "unit of the measure", "mean effect over kinds of players, those not seen included");
        ci_lo: Option<f64> as Number("ci_lo", "unit of the measure", "lower end of its 95 % interval");
        ci_hi: Option<f64> as Number("ci_hi", "unit of the measure", "upper end of its 95 % interval");
        tau: Option<f64> as Number("tau", "unit of the measure", "standard deviation of true effects between kinds of players");
        pi_lo: Option<f64> as Number("pi_lo", "unit of the measure", "lower end of the 95 % interval for the effect with a kind of player not seen");
        pi_hi: Option<f64> as Number("pi_hi", "unit of the measure", "upper end of the 95 % interval for the effect with a kind of player not seen");
        signs_plus: u64 as Count("signs_plus", "agents", "kinds of players whose interval lies above `null`");
        signs_minus: u64 as Count("signs_minus", "agents", "kinds of players whose interval lies below `null`");
        /// Its unit.
        unit: &'static str;
        + text("unit", "the unit of the measure", |row, _, line| line.text(row.unit));
        agents: u64 as Count("agents", "agents", "kinds of players with an interval");
        null: Option<f64> as Number("null", "unit of the measure", "what signs are told from: 0; for a number of the whole game that is no change, the mean over these kinds of players");
        /// What holds for whom.
        finding: String;
        + text("finding", "what holds for whom, in words", |row, _, line| line.text(&row.finding));
    }
}

rows! {
    /// One effect with one kind of player.
    struct PanelAgentRow {
        /// What it is.
        effect: String;
        + text("effect", "what is measured, as in panel.csv", |row, _, line| line.text(&row.effect));
        /// Who plays.
        agent: String;
        + text("agent", "who plays: a spec of `panel`", |row, _, line| line.text(&row.agent));
        estimate: Option<f64> as Number("estimate", "unit of the measure", "the effect");
        ci_lo: Option<f64> as Number("ci_lo", "unit of the measure", "lower end of its 95 % interval over seeds");
        ci_hi: Option<f64> as Number("ci_hi", "unit of the measure", "upper end of its 95 % interval over seeds");
        clusters: u64 as Count("clusters", "clusters", "seeds behind it");
    }
}

impl PanelRow {
    /// The mean effect with its interval.
    pub fn mean(&self) -> Estimate {
        Estimate { value: self.pooled, interval: ends(self.ci_lo, self.ci_hi) }
    }

    /// The same with the interval for a kind of player not seen.
    pub fn unseen(&self) -> Estimate {
        Estimate { value: self.pooled, interval: ends(self.pi_lo, self.pi_hi) }
    }
}

impl PanelAgentRow {
    /// The effect with its interval.
    pub fn effect(&self) -> Estimate {
        Estimate { value: self.estimate, interval: ends(self.ci_lo, self.ci_hi) }
    }
}

fn ends(low: Option<f64>, high: Option<f64>) -> Option<Interval> {
    low.zip(high).map(|(low, high)| Interval { low, high })
}

/// Both tables.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The effects over all kinds of players.
    pub effects: Vec<PanelRow>,
    /// Each of them with each kind.
    pub agents: Vec<PanelAgentRow>,
}

/// The clusters of one kind of player, and those of the run that it is compared with if there is one.
pub type Played = (Vec<Means>, Option<Vec<Means>>);

/// Whether a kind of player searches: whether it has a budget of iterations.
fn searches(spec: &AgentSpec) -> bool {
    spec.face().keys.iter().any(|key| key.name == "iterations")
}

impl Panel {
    /// The tables of a panel whose members have played this.
    pub fn of<S: Subject>(members: &[Contestant], gauges: &Gauges<S>, played: &[Played]) -> Self {
        let effects: Vec<Vec<Option<Traced>>> = played.iter().map(|played| effects_of(gauges, played)).collect();
        let searching: Vec<bool> = members.iter().map(|member| member.spec.own().is_some_and(searches)).collect();
        let mut panel = Self { effects: Vec::new(), agents: Vec::new() };
        for place in 0..gauges.parts.len() {
            let found: Vec<Option<&Traced>> = effects.iter().map(|effects| effects[place].as_ref()).collect();
            let of = |(member, effect): (&Contestant, &Option<&Traced>)| {
                effect.map(|effect| row(gauges.label(place), member, effect))
            };
            let own: Vec<Option<PanelAgentRow>> = members.iter().zip(&found).map(of).collect();
            if own.iter().all(Option::is_none) {
                continue;
            }
            // Nobody asks whether a number of the whole game is 0, but whether it depends on who plays.
            let is_level = !gauges.gauge(place).has_parts() && played.iter().all(|(_, second)| second.is_none());
            let sides = if is_level { Sides::of_level::<S>(&found, &searching) } else { Sides::of(&found, &searching) };
            panel.effects.push(over_all(&gauges.label(place), gauges.gauge(place).unit, &found, &own, &sides));
            panel.agents.extend(own.into_iter().flatten());
        }
        panel
    }

    /// The rows of an effect by kind of player.
    pub fn of_effect<'a>(&'a self, effect: &'a str) -> impl Iterator<Item = &'a PanelAgentRow> {
        self.agents.iter().filter(move |row| row.effect == effect)
    }
}

/// Every effect of one member: the change that the comparison makes, or what a part has apart from the mean of all; a number of the whole game
/// without a comparison as it is.
fn effects_of<S: Subject>(gauges: &Gauges<S>, (first, second): &Played) -> Vec<Option<Traced>> {
    let before = gauges.estimates(first);
    if let Some(second) = second {
        let after = gauges.estimates(second);
        return after
            .iter()
            .zip(&before)
            .map(|(after, before)| Some(after.as_ref()?.minus(before.as_ref()?)))
            .collect();
    }
    let mut effects = before.clone();
    for gauge in (0..gauges.all.len()).filter(|gauge| gauges.all[*gauge].has_parts()) {
        let places: Vec<usize> = gauges.of(gauge).filter(|place| before[*place].is_some()).collect();
        let apart = Gauges::<S>::apart(&places.iter().filter_map(|place| before[*place].as_ref()).collect::<Vec<_>>());
        places.into_iter().zip(apart).for_each(|(place, apart)| effects[place] = Some(apart));
    }
    effects
}

fn row(effect: String, member: &Contestant, found: &Traced) -> PanelAgentRow {
    let estimate = found.estimate(CONFIDENCE);
    PanelAgentRow {
        effect,
        agent: member.name.clone(),
        estimate: estimate.value,
        ci_lo: estimate.low(),
        ci_hi: estimate.high(),
        clusters: found.clusters,
    }
}

fn over_all(
    effect: &str,
    unit: &'static str,
    found: &[Option<&Traced>],
    own: &[Option<PanelAgentRow>],
    sides: &Sides<'_>,
) -> PanelRow {
    let sources: Vec<(f64, f64)> =
        found.iter().flatten().filter_map(|effect| Some((effect.value, effect.error()?))).collect();
    let pooled = pooled(&sources);
    let agents = own.iter().flatten().filter(|row| row.ci_lo.is_some()).count() as u64;
    let names: Vec<&str> = own.iter().map(|row| row.as_ref().map_or("", |row| row.agent.as_str())).collect();
    PanelRow {
        effect: effect.to_owned(),
        pooled: pooled.and_then(|pooled| pooled.effect.value),
        ci_lo: pooled.and_then(|pooled| pooled.effect.low()),
        ci_hi: pooled.and_then(|pooled| pooled.effect.high()),
        tau: pooled.map(|pooled| pooled.tau),
        pi_lo: pooled.map(|pooled| pooled.prediction.low),
        pi_hi: pooled.map(|pooled| pooled.prediction.high),
        signs_plus: sides.count(1) as u64,
        signs_minus: sides.count(-1) as u64,
        unit,
        agents,
        null: Some(sides.null),
        finding: if agents == 0 {
            format!("too few seeds for an interval with any of {}", own.len())
        } else {
            sides.finding(&names)
        },
    }
}

/// On which side of a number the effect lies with each kind of player.
struct Sides<'a> {
    /// The number.
    null: f64,
    /// What it is called.
    name: &'static str,
    /// By kind of player: 1 above, -1 below, 0 where that is not shown.
    signs: Vec<i32>,
    /// Which kinds search.
    searching: &'a [bool],
}

/// On which side of 0 the interval lies; 0 where it holds 0.
fn sign(effect: &Estimate) -> i32 {
    match effect.interval {
        Some(Interval { low, .. }) if low > 0.0 => 1,
        Some(Interval { high, .. }) if high < 0.0 => -1,
        _ => 0,
    }
}

impl<'a> Sides<'a> {
    /// Of 0.
    fn of(found: &[Option<&Traced>], searching: &'a [bool]) -> Self {
        let sign = |effect: &Option<&Traced>| effect.map_or(0, |effect| sign(&effect.estimate(CONFIDENCE)));
        Self { null: 0.0, name: "0", signs: found.iter().map(sign).collect(), searching }
    }

    /// Of the mean over all kinds of players, which meet the same seeds.
    fn of_level<S: Subject>(found: &[Option<&Traced>], searching: &'a [bool]) -> Self {
        let levels: Vec<&Traced> = found.iter().copied().flatten().collect();
        let mut apart = Gauges::<S>::apart(&levels).into_iter();
        let sign = |level: &Option<&Traced>| {
            let apart = level.and_then(|_| apart.next());
            apart.map_or(0, |apart| sign(&apart.estimate(CONFIDENCE)))
        };
        let signs = found.iter().map(sign).collect();
        let null = levels.iter().map(|level| level.value).sum::<f64>() / levels.len() as f64;
        Self { null, name: "the mean of all", signs, searching }
    }

    fn count(&self, of: i32) -> usize {
        self.signs.iter().filter(|sign| **sign == of).count()
    }

    /// What holds for whom, of kinds of players with these names. Each interval is that of one kind of player; that one thing holds for all needs
    /// no adjustment for their number.
    fn finding(&self, names: &[&str]) -> String {
        let Self { null, name, signs, searching } = self;
        let names = |of: i32| {
            let those = signs.iter().zip(names).filter(|(sign, _)| **sign == of);
            list(those.map(|(_, name)| *name))
        };
        let (plus, minus, all) = (self.count(1), self.count(-1), signs.len());
        let side = if plus > 0 { 1 } else { -1 };
        let word = if plus > 0 { "above" } else { "below" };
        let shown =
            |those: bool| signs.iter().zip(*searching).all(|(sign, searches)| (*sign != 0) == (*searches == those));
        match (plus, minus) {
            (0, 0) => {
                format!("not shown {}for any of {all}", if *null == 0.0 { "" } else { "to be other than the mean " })
            }
            (1.., 1..) => format!("turns around: above {name} for {}, below {name} for {}", names(1), names(-1)),
            _ if plus + minus == all => format!("{word} {name} for all {all}"),
            _ if shown(true) => format!("{word} {name} only for those who search: {}", names(side)),
            _ if shown(false) => format!("{word} {name} only for those who do not search: {}", names(side)),
            _ => format!("{word} {name} for {} of {all}: {}; not shown for {}", plus + minus, names(side), names(0)),
        }
    }
}

/// An effect in this unit as people read it.
pub fn amount(estimate: &Estimate, unit: &str) -> String {
    let (factor, decimals, unit) = in_unit(unit);
    with_half_width(estimate, factor, decimals, &unit)
}

impl PanelRow {
    /// The effect, what holds for whom, and what is to be expected of others, in a sentence.
    pub fn sentence(&self) -> String {
        let Self { effect, unit, finding, agents, .. } = self;
        if self.pooled.is_none() {
            let why = match *agents {
                0 => "",
                1.. if (*agents as usize) < MIN_SOURCES => {
                    " (a mean over kinds of players takes intervals with three of them)"
                }
                _ => " (no mean over kinds of players: with some of them it never varies)",
            };
            return format!("{effect}: {finding}{why}.");
        }
        let (factor, decimals, unit_text) = in_unit(unit);
        let unseen = self.unseen().interval.map_or(String::new(), |Interval { low, high }| {
            let [low, high] = [low, high].map(|end| format!("{:.decimals$}", factor * end));
            format!("; of players not seen {low} to {high}{unit_text}")
        });
        format!("{effect}: {finding} ({}{unseen}).", amount(&self.mean(), unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(signs: &[i32], searching: &[bool]) -> String {
        let names = ["a0", "a1", "a2"];
        Sides { null: 0.0, name: "0", signs: signs.to_vec(), searching }.finding(&names)
    }

    #[test]
    fn a_finding_says_for_whom_it_holds() {
        let search = [false, false, true];
        assert_eq!(told(&[1, 1, 1], &search), "above 0 for all 3");
        assert_eq!(told(&[0, 0, -1], &search), "below 0 only for those who search: a2");
        assert_eq!(told(&[-1, -1, 0], &search), "below 0 only for those who do not search: a0, a1");
        assert_eq!(told(&[1, 0, -1], &search), "turns around: above 0 for a0, below 0 for a2");
        assert_eq!(told(&[1, 0, 1], &search), "above 0 for 2 of 3: a0, a2; not shown for a1");
        assert_eq!(told(&[0, 0, 0], &search), "not shown for any of 3");
    }
}
