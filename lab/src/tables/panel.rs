//! `panel.csv` and `panel_agents.csv`: an experiment by several kinds of players, and common effects.

use agents::AgentSpec;

use super::result_row::{Count, Number, OverSeeds, Probability, Text, Word, cell_kinds, result_row};
use crate::forms::numbers::{FALSE_FINDINGS, amount, list};
use crate::schedule::contestant::{Contestant, Style};
use crate::subject::GameInfo;
use crate::subject::gauges::Means;
use crate::subject::gauges::{Gauge, Gauges};
use stats::cluster_estimate::ClusterEstimate;
use stats::multiple::q_values;
use stats::random_effects::{PooledEffect, SourceEffects};
use stats::{CONFIDENCE, Estimate, Interval};

/// The meaning of q values in both tables.
const Q: &str = "p value adjusted over panel.csv and panel_agents.csv together (Benjamini & Hochberg 1995); `first-start-win` repeats the q of the \
                 first place and is not counted again";

/// The ends of an interval over kinds of players: the names and the meanings of their columns.
const OVER_KINDS: [(&str, &str); 2] =
    [("ci_lo", "lower end of its 95 % interval"), ("ci_hi", "upper end of its 95 % interval")];

cell_kinds! {
    /// A mean over kinds of players, with the ends of its interval.
    OverKinds(Estimate, Interval(&OVER_KINDS), Float) |estimate, part, line| line.interval(estimate, part);
}

result_row! {
    /// One effect over all kinds of players.
    PanelRow {
        effect: Text, "",
            "measure (see `sim list measures`) and its part; with `[compare]` its change, otherwise a part minus the \
             mean of all parts";
        pooled: OverKinds, "unit of the measure",
            "mean effect over all kinds of players, including unseen ones (random effects)";
        tau: Number, "unit of the measure", "standard deviation of the true effect between kinds of players";
        pi_lo: Number, "unit of the measure",
            "lower end of the 95 % prediction interval for an unseen kind of player, truncated to the range of the \
             measure";
        pi_hi: Number, "unit of the measure",
            "upper end of the 95 % prediction interval for an unseen kind of player, truncated to the range of the \
             measure";
        signs_plus: Count, "agents", "number of kinds of players whose interval lies above `null`";
        signs_minus: Count, "agents", "number of kinds of players whose interval lies below `null`";
        unit: Word, "", "unit of the measure";
        agents: Count, "agents", "number of kinds of players with an interval";
        null: Number, "unit of the measure",
            "reference value of the signs: 0, or the mean over these kinds of players for a whole-game measure without \
             `[compare]`";
        finding: Text, "", "significant effects (by q) and the kinds of players that show them, in words";
        p: Probability, "",
            "two-sided p value for a mean effect of 0; empty for a whole-game measure without `[compare]`";
        q: Probability, "", Q;
        heterogeneity_p: Probability, "", "p value for an equal effect with all kinds of players";
        heterogeneity_q: Probability, "", Q;
    } with {
        /// The name in sentences.
        name: String,
        /// Whether it is a number of the whole game, not a change.
        is_level: bool,
        /// Whether sentences include it, because no other row says the same.
        is_said: bool,
        /// Whether there is any finding.
        is_found: bool,
    }
}

result_row! {
    /// One effect with one kind of player.
    PanelAgentRow {
        effect: Text, "", "measure and its part, as in panel.csv";
        agent: Text, "", "spec of the kind of player, from `panel`";
        estimate: OverSeeds, "unit of the measure", "effect with this kind of player";
        clusters: Count, "clusters", "number of seeds behind the estimate";
        p: Probability, "", "two-sided p value for no effect; empty for a whole-game measure without `[compare]`";
        q: Probability, "", Q;
        kind: Text, "", "short name of this kind of player";
    }
}

impl PanelRow {
    /// Returns the mean effect with the prediction interval for an unseen kind of player.
    pub fn unseen(&self) -> Estimate {
        let interval = self.pi_lo.zip(self.pi_hi).map(|(low, high)| Interval { low, high });
        Estimate { interval, ..self.pooled }
    }
}

/// Both tables.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The effects over all kinds of players.
    pub effects: Vec<PanelRow>,
    /// The effects with each kind of player.
    pub agents: Vec<PanelAgentRow>,
    /// The name and the spec of each kind of player.
    pub kinds: Vec<(String, String)>,
}

/// The clusters of one kind of player, and those of the second run, if any.
pub type Played = (Vec<Means>, Option<Vec<Means>>);

/// Returns whether a kind of player searches, that is, has a number of iterations.
pub(crate) fn searches(spec: &AgentSpec) -> bool {
    spec.schema().keys.iter().any(|key| key.name == "iterations")
}

/// Returns the names of kinds of players in sentences.
///
/// These are the given names, or those in the game's shipped panel; otherwise the agent's name, numbered if there are
/// several.
pub fn kind_names(game: &GameInfo, members: &[Contestant<Style>]) -> Vec<String> {
    let specs: Vec<String> = members.iter().map(|member| member.spec.to_string()).collect();
    let agent = |number: usize| specs[number].split(':').next().unwrap_or_default();
    (0..members.len())
        .map(|number: usize| {
            if members[number].is_named() {
                return members[number].name.clone();
            }
            if let Some((name, _)) = game.panel.iter().find(|(_, spec)| *spec == specs[number]) {
                return (*name).to_owned();
            }
            if members[number].spec.0.len() > 1 {
                return specs[number].clone();
            }
            let alike = (0..members.len()).filter(|other| agent(*other) == agent(number));
            let before = alike.clone().filter(|other| *other < number).count();
            let is_plain = specs[number] == agent(number);
            if is_plain || alike.count() == 1 {
                agent(number).to_owned()
            } else {
                format!("{} {}", agent(number), before + 1)
            }
        })
        .collect()
}

/// An effect with all kinds of players, before any findings.
struct PanelEffect {
    place: usize,
    found: Vec<Option<ClusterEstimate>>,
    pooled: Option<PooledEffect>,
    /// Whether it is a number of the whole game, not a change.
    ///
    /// Then it is tested only for differences between kinds, not for being 0.
    is_level: bool,
    /// Whether it is the effect of a change.
    is_change: bool,
    /// The adjusted p values.
    q: QValues,
}

/// The p values of an effect, adjusted for all tests of the panel.
#[derive(Clone, Default)]
struct QValues {
    /// The hypothesis that the effect is 0, by kind.
    kinds: Vec<Option<f64>>,
    /// The hypothesis that the mean is 0.
    mean: Option<f64>,
    /// The hypothesis that the effect is the same with all kinds.
    heterogeneity: Option<f64>,
}

impl PanelEffect {
    /// Returns the p values of the effect.
    fn p(&self) -> QValues {
        let is_tested = !self.is_level;
        let of_kind =
            |effect: &Option<ClusterEstimate>| effect.as_ref().filter(|_| is_tested).and_then(ClusterEstimate::p_value);
        QValues {
            kinds: self.found.iter().map(of_kind).collect(),
            mean: self.pooled.filter(|_| is_tested).map(|pooled| pooled.p),
            heterogeneity: self.pooled.map(|pooled| pooled.heterogeneity_p),
        }
    }

    /// Returns the minimum and maximum possible values.
    fn range(&self, gauges: &Gauges) -> (f64, f64) {
        let gauge = gauges.gauge(self.place);
        let (least, most) = gauge.range();
        if self.is_level {
            (least, most)
        } else if self.is_change {
            (least - most, most - least)
        } else if gauge.is_win_share() {
            // Shares of one win, minus their mean.
            let even = 1.0 / gauges.of(gauges.parts[self.place].0).count() as f64;
            (-even, 1.0 - even)
        } else {
            (f64::NEG_INFINITY, f64::INFINITY)
        }
    }
}

impl QValues {
    /// Returns all q values in a fixed order.
    fn all(&mut self) -> impl Iterator<Item = &mut f64> {
        self.kinds.iter_mut().chain([&mut self.mean, &mut self.heterogeneity]).flatten()
    }
}

/// Returns whether a q value is significant in the whole panel.
fn is_found(q: Option<f64>) -> bool {
    q.is_some_and(|q| q < FALSE_FINDINGS)
}

impl Panel {
    /// Computes the tables of a panel from the clusters of its members.
    pub fn of(game: &GameInfo, members: &[Contestant<Style>], gauges: &Gauges, played: &[Played]) -> Self {
        let by_kind: Vec<Vec<Option<ClusterEstimate>>> =
            played.iter().map(|played| effects_of(gauges, played)).collect();
        let is_change = played.iter().any(|(_, second)| second.is_some());
        let effect = |place: usize| {
            let found: Vec<Option<ClusterEstimate>> = by_kind.iter().map(|effects| effects[place].clone()).collect();
            let pooled = SourceEffects::of_clusters(found.iter().flatten()).pool();
            let is_level = !gauges.gauge(place).has_parts() && !is_change;
            PanelEffect { place, found, pooled, is_level, is_change, q: QValues::default() }
        };
        let all = (0..gauges.parts.len()).map(effect);
        let mut effects: Vec<PanelEffect> = all.filter(|effect| effect.found.iter().any(Option::is_some)).collect();
        adjust(gauges, &mut effects);
        let names = kind_names(game, members);
        let specs = members.iter().map(|member| member.spec.to_string());
        let kinds: Vec<(String, String)> = names.into_iter().zip(specs).collect();
        let searching: Vec<bool> = members.iter().map(|member| member.spec.0.iter().any(searches)).collect();
        let mut panel = Self { effects: Vec::new(), agents: Vec::new(), kinds };
        for effect in &effects {
            for ((name, spec), (found, q)) in panel.kinds.iter().zip(effect.found.iter().zip(&effect.q.kinds)) {
                let Some(found) = found else { continue };
                panel.agents.push(PanelAgentRow {
                    effect: gauges.label(effect.place),
                    agent: spec.clone(),
                    estimate: found.estimate(CONFIDENCE),
                    clusters: found.clusters,
                    p: if effect.is_level { None } else { found.p_value() },
                    q: *q,
                    kind: name.clone(),
                });
            }
            panel.effects.push(over_all(gauges, effect, &panel.kinds, &searching));
        }
        panel
    }

    /// Returns the rows of an effect by kind of player.
    pub fn of_effect<'a>(&'a self, effect: &'a str) -> impl Iterator<Item = &'a PanelAgentRow> {
        self.agents.iter().filter(move |row| row.effect == effect)
    }
}

/// Adjusts the p values of all effects together. Equivalent effects count once.
fn adjust(gauges: &Gauges, effects: &mut [PanelEffect]) {
    let is_twin = |effect: &PanelEffect| gauges.gauge(effect.place).is_said_by_another();
    for effect in effects.iter_mut() {
        effect.q = effect.p();
    }
    let mut p: Vec<&mut f64> =
        effects.iter_mut().filter(|effect| !is_twin(effect)).flat_map(|effect| effect.q.all()).collect();
    let q = q_values(&p.iter().map(|p| **p).collect::<Vec<_>>());
    p.iter_mut().zip(q).for_each(|(p, q)| **p = q);
    let first_place = effects.iter().find(|effect| Some(effect.place) == gauges.first_place());
    let first_place = first_place.map(|effect| effect.q.clone());
    for effect in effects.iter_mut().filter(|effect| is_twin(effect)) {
        let (Some(q), is_level) = (first_place.clone(), effect.is_level) else { continue };
        effect.q = QValues {
            kinds: q.kinds.into_iter().map(|q| q.filter(|_| !is_level)).collect(),
            mean: q.mean.filter(|_| !is_level),
            ..q
        };
    }
}

/// Returns all effects for one member.
///
/// They are the change made by the comparison, or a part's difference from the mean of all; without a comparison,
/// numbers of the whole game as they are.
fn effects_of(gauges: &Gauges, (first, second): &Played) -> Vec<Option<ClusterEstimate>> {
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
        let apart = Gauges::apart(&places.iter().filter_map(|place| before[*place].as_ref()).collect::<Vec<_>>());
        places.into_iter().zip(apart).for_each(|(place, apart)| effects[place] = Some(apart));
    }
    effects
}

fn over_all(gauges: &Gauges, effect: &PanelEffect, kinds: &[(String, String)], searching: &[bool]) -> PanelRow {
    let PanelEffect { place, found, pooled, is_level, q, .. } = effect;
    let (gauge, (least, most)) = (gauges.gauge(*place), effect.range(gauges));
    let mean = pooled.map_or(Estimate::default(), |pooled| pooled.effect.within(least, most));
    let unseen =
        pooled.map(|pooled| Estimate { interval: Some(pooled.prediction), ..pooled.effect }.within(least, most));
    let agents = found.iter().flatten().filter(|effect| effect.error().is_some()).count() as u64;
    let (null, signs) = if *is_level { sides_of_level(found) } else { (0.0, found.iter().map(sign).collect()) };
    let count = |side: i32| signs.iter().filter(|sign| **sign == side).count() as u64;
    let finding = if agents == 0 {
        format!("too few seeds for an interval with any of the {} kinds of players", kinds.len())
    } else {
        finding(gauge, effect, kinds, searching)
    };
    PanelRow {
        effect: gauges.label(*place),
        pooled: mean,
        tau: pooled.map(|pooled| pooled.tau),
        pi_lo: unseen.and_then(|unseen| unseen.low()),
        pi_hi: unseen.and_then(|unseen| unseen.high()),
        signs_plus: count(1),
        signs_minus: count(-1),
        unit: gauge.unit,
        agents,
        null: Some(null),
        finding,
        p: effect.p().mean,
        q: q.mean,
        heterogeneity_p: effect.p().heterogeneity,
        heterogeneity_q: q.heterogeneity,
        name: gauges.in_words(*place),
        is_level: *is_level,
        is_said: !gauge.is_said_by_another(),
        is_found: q.kinds.iter().chain([&q.mean, &q.heterogeneity]).any(|q| is_found(*q)),
    }
}

/// Returns the side of 0 on which an effect's interval lies: 1 above, -1 below, 0 if it contains 0.
fn sign(effect: &Option<ClusterEstimate>) -> i32 {
    match effect.as_ref().and_then(|effect| effect.estimate(CONFIDENCE).interval) {
        Some(Interval { low, .. }) if low > 0.0 => 1,
        Some(Interval { high, .. }) if high < 0.0 => -1,
        _ => 0,
    }
}

/// Returns the mean over all kinds of players, which share seeds, and the side of it for each kind.
fn sides_of_level(found: &[Option<ClusterEstimate>]) -> (f64, Vec<i32>) {
    let levels: Vec<&ClusterEstimate> = found.iter().flatten().collect();
    let mut apart = Gauges::apart(&levels).into_iter();
    let signs = found.iter().map(|level| sign(&level.as_ref().and_then(|_| apart.next()))).collect();
    (levels.iter().map(|level| level.value).sum::<f64>() / levels.len() as f64, signs)
}

/// Describes for which kinds it holds, with a false discovery rate over the whole panel.
fn finding(gauge: &Gauge, effect: &PanelEffect, kinds: &[(String, String)], searching: &[bool]) -> String {
    let PanelEffect { found, is_level, is_change, q, .. } = effect;
    let is_mixed = is_found(q.heterogeneity);
    let value = |kind: usize| found[kind].as_ref().map(|effect| effect.value);
    if *is_level {
        let mut values: Vec<(f64, usize)> = (0..kinds.len()).filter_map(|kind| Some((value(kind)?, kind))).collect();
        values.sort_by(|one, two| one.0.total_cmp(&two.0));
        let of = |(value, kind): &(f64, usize)| {
            let level = Estimate { value: Some(*value), interval: None };
            format!("{} ({})", amount(&level, gauge.unit, false), kinds[*kind].0)
        };
        return match (is_mixed, &values[..]) {
            (true, [least, .., most]) => format!("depends on who plays, from {} to {}", of(least), of(most)),
            _ => "not shown to depend on who plays".to_owned(),
        };
    }
    let signs: Vec<i32> = (0..kinds.len())
        .map(|kind| match value(kind) {
            Some(value) if is_found(q.kinds[kind]) => {
                if value > 0.0 {
                    1
                } else {
                    -1
                }
            }
            _ => 0,
        })
        .collect();
    let words = if *is_change {
        ["higher".to_owned(), "lower".to_owned()]
    } else {
        ["above", "below"].map(|word| format!("{word} {}", gauge.mean_of_parts()))
    };
    let mean = if is_found(q.mean) { effect.pooled.and_then(|pooled| pooled.effect.value) } else { None };
    let names: Vec<&str> = kinds.iter().map(|(name, _)| name.as_str()).collect();
    let unknown = if *is_change {
        "no change shown".to_owned()
    } else {
        format!("not shown to differ from {}", gauge.mean_of_parts())
    };
    Signs { signs: &signs, searching, names: &names, words: &words, is_mixed, mean, unknown: &unknown }.finding()
}

/// The side of 0 on which an effect was found to lie.
struct Signs<'a> {
    /// The side with each kind of player: 1 above, -1 below, 0 without a finding.
    signs: &'a [i32],
    /// Whether each kind searches.
    searching: &'a [bool],
    names: &'a [&'a str],
    /// The words for kinds above and for kinds below.
    words: &'a [String; 2],
    /// Whether kinds differ significantly.
    is_mixed: bool,
    /// The mean over kinds, if it differs significantly from 0.
    mean: Option<f64>,
    /// The words for the lack of a finding.
    unknown: &'a str,
}

impl Signs<'_> {
    fn finding(&self) -> String {
        let Self { signs, searching, words: [above, below], is_mixed, mean, unknown, .. } = *self;
        let named =
            |side: i32| list(signs.iter().zip(self.names).filter(|(sign, _)| **sign == side).map(|(_, name)| *name));
        let count = |side: i32| signs.iter().filter(|sign| **sign == side).count();
        let (plus, minus, all) = (count(1), count(-1), signs.len());
        let (side, word) = if plus > 0 { (1, above) } else { (-1, below) };
        let only = |those: bool| {
            is_mixed && signs.iter().zip(searching).all(|(sign, searches)| (*sign != 0) == (*searches == those))
        };
        let differ = if is_mixed { "; kinds differ" } else { "" };
        match (plus, minus) {
            (0, 0) => match mean {
                Some(mean) => {
                    let word = if mean > 0.0 { above } else { below };
                    format!("{word} on average{differ}; not significant for any single kind")
                }
                None if is_mixed => "kinds differ; not shown which".to_owned(),
                None => unknown.to_owned(),
            },
            (1.., 1..) if is_mixed => format!("turns around: {above} for {}; {below} for {}", named(1), named(-1)),
            (1.., 1..) => format!("{above} for {}; {below} for {}; kinds not shown to differ", named(1), named(-1)),
            _ if plus + minus == all => format!("{word} for all {all} kinds of players{differ}"),
            _ if only(true) => format!("{word} only for those who search: {}", named(side)),
            _ if only(false) => format!("{word} only for those who do not search: {}", named(side)),
            _ => format!("{word} for {} of {all} kinds: {}{differ}", plus + minus, named(side)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(signs: &[i32], searching: &[bool], is_mixed: bool, mean: Option<f64>) -> String {
        let words = ["above 0", "below 0"].map(str::to_owned);
        Signs { signs, searching, names: &["a", "b", "c"], words: &words, is_mixed, mean, unknown: "nothing" }.finding()
    }

    #[test]
    fn a_finding_says_for_whom_it_holds() {
        let search = [false, false, true];
        assert_eq!(told(&[1, 1, 1], &search, false, Some(1.0)), "above 0 for all 3 kinds of players");
        assert_eq!(told(&[0, 0, -1], &search, true, None), "below 0 only for those who search: c");
        assert_eq!(told(&[-1, -1, 0], &search, true, None), "below 0 only for those who do not search: a, b");
        assert_eq!(told(&[1, 0, 1], &search, false, None), "above 0 for 2 of 3 kinds: a, c");
        assert_eq!(
            told(&[0, 0, 0], &search, false, Some(-1.0)),
            "below 0 on average; not significant for any single kind"
        );
        assert_eq!(told(&[0, 0, 0], &search, true, None), "kinds differ; not shown which");
        assert_eq!(told(&[0, 0, 0], &search, false, None), "nothing");
    }

    #[test]
    fn kinds_are_contrasted_only_where_they_are_shown_to_differ() {
        let search = [false, false, true];
        assert_eq!(told(&[1, 0, -1], &search, true, None), "turns around: above 0 for a; below 0 for c");
        assert_eq!(told(&[1, 0, -1], &search, false, None), "above 0 for a; below 0 for c; kinds not shown to differ");
        assert_eq!(told(&[0, 0, -1], &search, false, None), "below 0 for 1 of 3 kinds: c");
    }
}
