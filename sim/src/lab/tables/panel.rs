//! `panel.csv` and `panel_agents.csv`: an experiment by each of several kinds of players, and what holds whoever plays.

use agents::AgentSpec;

use super::row::{Count, Number, rows};
use crate::lab::forms::column::text;
use crate::lab::forms::numbers::{in_unit, list, with_half_width};
use crate::lab::schedule::contestant::Contestant;
use crate::lab::subject::Subject;
use crate::lab::subject::gauge::Means;
use crate::lab::subject::gauges::Gauges;
use crate::stats::random_effects::pooled;
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
        signs_plus: u64 as Count("signs_plus", "agents", "kinds of players whose interval lies above 0");
        signs_minus: u64 as Count("signs_minus", "agents", "kinds of players whose interval lies below 0");
        /// Its unit.
        unit: &'static str;
        + text("unit", "the unit of the measure", |row, _, line| line.text(row.unit));
        agents: u64 as Count("agents", "agents", "kinds of players with an interval");
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
            let of = |(member, effects): (&Contestant, &Vec<Option<Traced>>)| {
                effects[place].as_ref().map(|effect| row(gauges.label(place), member, effect))
            };
            let own: Vec<Option<PanelAgentRow>> = members.iter().zip(&effects).map(of).collect();
            if own.iter().all(Option::is_none) {
                continue;
            }
            let sources: Vec<(f64, f64)> = effects
                .iter()
                .filter_map(|effects| effects[place].as_ref())
                .filter_map(|effect| Some((effect.value, effect.error()?)))
                .collect();
            panel.effects.push(over_all(&gauges.label(place), gauges.gauge(place).unit, &sources, &own, &searching));
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
    sources: &[(f64, f64)],
    own: &[Option<PanelAgentRow>],
    searching: &[bool],
) -> PanelRow {
    let pooled = pooled(sources);
    let sign = |row: &Option<PanelAgentRow>| row.as_ref().map_or(0, |row| sign(&row.effect()));
    let signs: Vec<i32> = own.iter().map(sign).collect();
    let count = |sign: i32| signs.iter().filter(|own| **own == sign).count() as u64;
    PanelRow {
        effect: effect.to_owned(),
        pooled: pooled.and_then(|pooled| pooled.effect.value),
        ci_lo: pooled.and_then(|pooled| pooled.effect.low()),
        ci_hi: pooled.and_then(|pooled| pooled.effect.high()),
        tau: pooled.map(|pooled| pooled.tau),
        pi_lo: pooled.map(|pooled| pooled.prediction.low),
        pi_hi: pooled.map(|pooled| pooled.prediction.high),
        signs_plus: count(1),
        signs_minus: count(-1),
        unit,
        agents: own.iter().flatten().filter(|row| row.ci_lo.is_some()).count() as u64,
        finding: finding(&signs, own, searching),
    }
}

/// On which side of 0 the interval lies; 0 where it holds 0.
fn sign(effect: &Estimate) -> i32 {
    match effect.interval {
        Some(Interval { low, .. }) if low > 0.0 => 1,
        Some(Interval { high, .. }) if high < 0.0 => -1,
        _ => 0,
    }
}

/// What holds for whom. Each interval is that of one kind of player; that one thing holds for all needs no adjustment for their number.
fn finding(signs: &[i32], own: &[Option<PanelAgentRow>], searching: &[bool]) -> String {
    let names = |of: i32| {
        let those = signs.iter().zip(own).filter(|(sign, _)| **sign == of).filter_map(|(_, row)| row.as_ref());
        list(those.map(|row| row.agent.as_str()))
    };
    let count = |of: i32| signs.iter().filter(|sign| **sign == of).count();
    let (plus, minus, all) = (count(1), count(-1), signs.len());
    let side = if plus > 0 { 1 } else { -1 };
    let word = if plus > 0 { "above" } else { "below" };
    let shown = |those: bool| signs.iter().zip(searching).all(|(sign, searches)| (*sign != 0) == (*searches == those));
    match (plus, minus) {
        (0, 0) => format!("not shown for any of {all}"),
        (1.., 1..) => format!("turns around: above 0 for {}, below 0 for {}", names(1), names(-1)),
        _ if plus + minus == all => format!("{word} 0 for all {all}"),
        _ if shown(true) => format!("{word} 0 only for those who search: {}", names(side)),
        _ if shown(false) => format!("{word} 0 only for those who do not search: {}", names(side)),
        _ => format!("{word} 0 for {} of {all}: {}; not shown for {}", plus + minus, names(side), names(0)),
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
        let Self { effect, unit, finding, .. } = self;
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
        let own = |(number, sign): (usize, &i32)| {
            let (low, high) = (f64::from(*sign) - 0.5, f64::from(*sign) + 0.5);
            Some(PanelAgentRow {
                effect: "vp".to_owned(),
                agent: format!("a{number}"),
                estimate: Some(f64::from(*sign)),
                ci_lo: Some(low),
                ci_hi: Some(high),
                clusters: 9,
            })
        };
        let own: Vec<_> = signs.iter().enumerate().map(own).collect();
        let signs: Vec<i32> = own.iter().flatten().map(|row| sign(&row.effect())).collect();
        finding(&signs, &own, searching)
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
