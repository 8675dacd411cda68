//! Trials of a change: playing a game with and without it, also by other styles, to judge the effect.

use std::path::Path;

use serde::{Serialize, Serializer};
use serde_json::Value;
use stats::beta;
use stats::multiple::q_values;
use stats::{Estimate, normal_quantile};

use super::sensitivity::RuleChange;
use crate::base::error::{Error, Result};
use crate::config::{Config, PANEL, PLAYERS, RULES, effective, with_all_rules};
use crate::experiment::Experiment;
use crate::forms::numbers::{FALSE_FINDINGS, PrintedEstimate, of_place};
use crate::forms::tree::WrittenAt;
use crate::play::exec_options::ExecOptions;
use crate::run::analysis;
use crate::run::finished_run::FinishedRun;
use crate::run::job::{self, Listener, RunOptions};
use crate::run::raw_writer::RawWriter;
use crate::schedule::contestant::{Contestant, PlayerSpec, Style};
use crate::schedule::given;
use crate::schedule::shards::Part;
use crate::subject::outcome::{LEAD_CHANGES, LEADER_WIN, MARGIN, VP};
use crate::subject::prospect::POWER;
use crate::subject::{GameInfo, fit};
use crate::tables::comparison::ComparisonRow;
use crate::tables::measures::{Names, WIN_SHARE_BY_ORDER};
use crate::tables::panel::{Panel, PanelAgentRow, searches};
use stats::random_effects::MIN_SOURCES;

/// The default number of players.
const MOST_USUAL_PLAYERS: u64 = 4;

/// The false discovery rate of findings for other styles only, if the first style shows none.
///
/// It is small, so that a change without any effect has a finding in at most 5 + 1 % of trials.
const FALSE_FINDINGS_OF_STYLES: f64 = 0.01;

/// The options of a trial.
pub struct TrialOptions<'a> {
    /// The changes, in the syntax of `--set`.
    pub changes: &'a [String],
    /// The number of players; by default that of the config, or four.
    pub players: Option<u8>,
    /// The number of games of each run.
    pub games: u64,
    /// The master seed.
    pub seed: u64,
    /// The agent in all seats.
    pub agent: PlayerSpec,
}

/// A change, ready to be tried.
pub struct Trial {
    /// The experiment, compared with the changed one, and with other styles of players as its panel.
    pub experiment: Experiment,
    /// The changes.
    pub changes: Vec<RuleChange>,
    /// The keys that would also change, but are kept so that both games have the same draws.
    ///
    /// An example is the scoring tiles to draw from.
    pub kept: Vec<String>,
}

impl Trial {
    /// Creates a trial of changes to the game of a config.
    ///
    /// Uses the game, its set-up, the players and the panel of the config.
    ///
    /// # Errors
    /// If the config or a change is not valid, or a change has no effect on the config.
    pub fn of(game: &'static GameInfo, config: &Config, options: &TrialOptions<'_>) -> Result<Self> {
        let mut base = config.only(game, &[PLAYERS, PANEL])?;
        let players = options.players.map(u64::from).or_else(|| (!base.has(PLAYERS)).then_some(MOST_USUAL_PLAYERS));
        let players = players.map(|players| (PLAYERS, players.to_string()));
        let schedule = [
            ("name", "try".to_owned()),
            ("blocks", options.games.to_string()),
            ("seed", options.seed.to_string()),
            ("lineup", "self-play".to_owned()),
            ("tables", "[]".to_owned()),
            // A placeholder for the agent, which is not in the config.
            ("agents", "[{ name = \"anyone\", spec = \"random\" }]".to_owned()),
        ];
        for (key, value) in players.into_iter().chain(schedule) {
            base = base.with(&format!("{key}={value}"), WrittenAt::Argument(format!("--{key} {value}")))?;
        }
        let (changed, changes) = apply(game, &base, options.changes)?;
        let mut experiment = base.compared_with(game, &changed).experiment(game)?;
        let panel = if base.has(PANEL) { experiment.panel.clone() } else { other_styles(&experiment, &options.agent) };
        seat(&mut experiment, &options.agent)?;
        let runs = [&experiment].into_iter().chain(experiment.compare.as_deref()).map(complete_config);
        let [before, after] = runs.collect::<Vec<_>>().try_into().expect("two runs");
        let changes = changes.into_iter().map(|key| {
            let [from, to] = match [&before, &after].map(|config| value_at(config, &key)) {
                // A key that a full config does not contain, such as excluded components.
                [None, None] => [&base, &changed].map(|config| written_at(config, &key)),
                values => values.map(|value| value.cloned().unwrap_or_default()),
            };
            RuleChange { key, from, to }
        });
        let alone = changed.experiment(game)?.subject.effective();
        let kept = alone.into_iter().filter(|(key, value)| after.get(key) != Some(value) && key != RULES);
        let kept = kept.map(|(key, _)| key).collect();
        Ok(Self { changes: changes.collect(), experiment: Experiment { panel, ..experiment }, kept })
    }

    /// Plays both games by all players into a folder, or continues with `resume`, and judges the effect.
    ///
    /// # Errors
    /// As for [`job::run`].
    pub fn play(&self, folder: &Path, resume: bool, exec: ExecOptions) -> Result<Verdict> {
        let folder = folder.to_path_buf();
        let options = RunOptions { part: Part::whole(), folder, resume, exec };
        let runs = job::run(&self.experiment, &options, &Silent)?;
        let game = self.experiment.info();
        if let Some(rows) = &runs[0].comparison {
            return Ok(Verdict::of(game, rows, runs[0].panel.as_ref()));
        }
        let kept = FinishedRun::open(game, &runs[0].folder)?;
        let rows = analysis::kept_comparison(&kept, false)?.expect("a trial is compared with a second run");
        Ok(Verdict::of(game, &rows, analysis::kept_panel(&kept, false)?.as_ref()))
    }
}

/// Applies the changes in order. Returns the changed config, and the keys.
fn apply(game: &'static GameInfo, base: &Config, changes: &[String]) -> Result<(Config, Vec<String>)> {
    let (mut changed, mut keys) = (base.clone(), Vec::<String>::new());
    let mut before = base.experiment(game)?;
    for change in changes {
        let key = change.split('=').next().unwrap_or_default();
        let top = key.split('.').next().unwrap_or_default();
        if change.contains('=') && !game.comparable().contains(&top) {
            let is_rule = value_at(&complete_config(&before), &format!("{RULES}.{key}")).is_some();
            let hint = match is_rule {
                true => format!("did you mean `{RULES}.{change}`?"),
                false => engine::names::hint(top, &game.comparable()),
            };
            return Err(Error::input(change, format_args!("found `{top}`, which cannot be tried; {hint}"), ""));
        }
        if keys.iter().any(|other| other == key) {
            return Err(Error::input(change, format_args!("found `{key}` a second time"), "every key once"));
        }
        changed = changed.with(change, WrittenAt::Argument(change.clone()))?;
        let after = changed.experiment(game)?;
        if before.subject.effective() == after.subject.effective() && before.hashes() == after.hashes() {
            return Err(Error::input(
                change,
                "found the value that the game already has",
                "a value that changes the game",
            ));
        }
        before = after;
        keys.push(key.to_owned());
    }
    Ok((changed, keys))
}

/// Returns the shipped kinds of players other than an agent; empty if they are too few.
///
/// Excludes players that search, which are too slow for a quick answer.
fn other_styles(experiment: &Experiment, agent: &PlayerSpec) -> Vec<Contestant<Style>> {
    let game = experiment.info();
    let read =
        |spec: &str| Style::read(spec, |agent| given::read_here(agent, &game.schemas())).expect("a shipped spec");
    let all = game.panel.iter().map(|(_, spec)| read(spec));
    let others = all.filter(|style| style.to_string() != agent.to_string() && !style.0.iter().any(searches));
    let others: Vec<Contestant<Style>> = others.map(Contestant::plain).collect();
    if others.len() < MIN_SOURCES { Vec::new() } else { others }
}

/// Seats an agent in all seats of both runs.
fn seat(experiment: &mut Experiment, agent: &PlayerSpec) -> Result<()> {
    let plain = Contestant::plain(agent.clone());
    // Raw tables hold names as they are, without quotes for a comma.
    let name = if plain.name.contains(',') { "agent".to_owned() } else { plain.name };
    experiment.schedule.agents = vec![Contestant { name, ..plain }];
    experiment.schedule.reproducible = !agent.is_timed();
    fit::check(&*experiment.subject, [agent]).map_err(|why| Error::input(format_args!("--agent {agent}"), why, ""))?;
    experiment.compare.iter_mut().try_for_each(|second| seat(second, agent))
}

/// Returns the full config of an experiment, including rules as printed.
fn complete_config(experiment: &Experiment) -> Value {
    Value::from(with_all_rules(effective(experiment), &*experiment.subject))
}

/// Returns the value at a dotted key; list items are numbered from 0.
fn value_at<'a>(config: &'a Value, key: &str) -> Option<&'a Value> {
    config.pointer(&format!("/{}", key.replace('.', "/")))
}

/// Returns the value of a dotted key in a config; null if it has none.
fn written_at(config: &Config, key: &str) -> Value {
    config.written(key).map_or(Value::Null, |text| serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// A listener that reports nothing, and refuses to extend the games of a verdict that was seen.
struct Silent;

impl Listener for Silent {
    fn resumed(&self, run: &RawWriter, _: u64, folder: &Path) -> Result<()> {
        if run.looks() == 0 {
            return Ok(());
        }
        let accepted = "as many games, or a fresh seed (--seed) in another folder (--out)";
        Err(Error::input(folder.display(), "holds a verdict on fewer games of this seed", accepted))
    }

    fn interrupted(&self, error: Error, _: u64, _: u64) -> Error {
        error
    }
}

/// The effect of a change on one measure.
#[derive(Clone, Debug, Serialize)]
pub struct MeasureChange {
    /// The name, as in `sim list measures`.
    pub measure: String,
    /// The place in the first turn order, from 1, if the measure concerns one.
    pub part: Option<String>,
    /// The name in sentences.
    #[serde(skip)]
    pub name: String,
    /// The unit.
    #[serde(skip)]
    pub unit: &'static str,
    /// The mean without the change.
    #[serde(serialize_with = "value")]
    pub before: Estimate,
    /// The mean with the change.
    #[serde(serialize_with = "value")]
    pub after: Estimate,
    /// The second mean minus the first, by seed.
    #[serde(flatten, serialize_with = "with_interval")]
    pub difference: Estimate,
    /// The number of seeds with a value in both runs.
    #[serde(skip)]
    pub clusters: u64,
    /// The p value of the hypothesis of no difference, adjusted for all measures.
    pub q: Option<f64>,
    /// Whether the verdict always names it.
    #[serde(skip)]
    pub is_listed: bool,
}

impl MeasureChange {
    /// Returns whether it differs significantly, at a false discovery rate of 5 % over all measures.
    pub fn is_found(&self) -> bool {
        self.q.is_some_and(|q| q < FALSE_FINDINGS)
    }

    /// Returns the label of the effect in tables of a panel.
    fn label(&self) -> String {
        let part = self.part.as_ref().map_or(String::new(), |part| format!(" {part}"));
        format!("{}{part}", self.measure)
    }

    /// Returns the smallest change found with probability [`POWER`] among `measures` tested ones.
    ///
    /// `None` without an interval. The change must be significant even if it is the only one: for the clearest of many,
    /// q values require the level divided by their number.
    pub fn detectable(&self, measures: usize) -> Option<f64> {
        let (interval, df) = (self.difference.interval?, (self.clusters - 1) as f64);
        let error = (interval.high - interval.low) / 2.0 / beta::t_quantile(stats::CONFIDENCE, df);
        let level = FALSE_FINDINGS / measures.max(1) as f64;
        Some((beta::t_quantile(1.0 - level, df) + normal_quantile(POWER)) * error)
    }
}

/// The findings of players of another style on a change of one measure.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum StyleFinding {
    /// The same finding, on the same side.
    Alike,
    /// The opposite.
    Opposite,
    /// A finding only with this style, not with the first one.
    Alone,
    /// No finding with this style.
    Open,
}

/// The effect of a change on one measure with players of another style.
#[derive(Clone, Debug, Serialize)]
pub struct StyleEffect {
    /// The spec.
    pub agent: String,
    /// The name in sentences.
    #[serde(skip)]
    pub kind: String,
    /// The measure, as in [`MeasureChange::measure`].
    pub measure: String,
    /// The place, as in [`MeasureChange::part`].
    pub part: Option<String>,
    /// The index of the measure.
    #[serde(skip)]
    pub measure_index: usize,
    /// The effect.
    #[serde(flatten, serialize_with = "with_interval")]
    pub effect: Estimate,
    /// The finding.
    #[serde(skip)]
    pub finding: StyleFinding,
}

/// Serializes an estimate without its interval.
fn value<S: Serializer>(estimate: &Estimate, to: S) -> Result<S::Ok, S::Error> {
    estimate.value.serialize(to)
}

/// Serializes an estimate with the ends of its interval, as in result tables.
fn with_interval<S: Serializer>(estimate: &Estimate, to: S) -> Result<S::Ok, S::Error> {
    PrintedEstimate::from(*estimate).serialize(to)
}

/// The verdict on a change.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// All measures, starting with those that are always named.
    pub measures: Vec<MeasureChange>,
    /// The effects on the listed measures with other styles.
    pub styles: Vec<StyleEffect>,
    /// The names of these styles.
    #[serde(skip)]
    pub kinds: Vec<String>,
}

impl Verdict {
    /// Derives the verdict from a comparison, and from a panel if there is one.
    pub fn of(game: &GameInfo, rows: &[ComparisonRow], panel: Option<&Panel>) -> Self {
        let listed = [&[VP, WIN_SHARE_BY_ORDER, MARGIN, LEAD_CHANGES, LEADER_WIN], game.verdict].concat();
        let place_of = |row: &ComparisonRow| listed.iter().position(|name| *name == row.measure.name);
        let mut said: Vec<&ComparisonRow> = rows.iter().filter(|row| row.is_said && row.agent.is_none()).collect();
        said.sort_by_key(|row| place_of(row).unwrap_or(listed.len()));
        let measures: Vec<MeasureChange> =
            said.iter().map(|row| measure_change(row, place_of(row).is_some())).collect();
        let styles = panel.map_or_else(Vec::new, |panel| styles(&measures, panel));
        let kinds = panel.map_or_else(Vec::new, |panel| panel.kinds.iter().map(|(name, _)| name.clone()).collect());
        Self { measures, styles, kinds }
    }

    /// Returns the number of measures tested.
    pub fn tested(&self) -> usize {
        self.measures.iter().filter(|measure| measure.q.is_some()).count()
    }

    /// Returns whether no game is known to have changed, with any players.
    pub fn is_without_effect(&self) -> bool {
        let is_nothing = |effect: &Estimate| effect.value == Some(0.0) && effect.interval.is_none();
        self.measures.iter().all(|measure| is_nothing(&measure.difference))
            && self.styles.iter().all(|style| is_nothing(&style.effect))
    }
}

fn measure_change(row: &ComparisonRow, is_listed: bool) -> MeasureChange {
    let Names { title, .. } = row.measure;
    MeasureChange {
        measure: row.measure.name.replace('_', "-"),
        part: row.part.map(|place| (place + 1).to_string()),
        name: row.part.map_or_else(|| title.to_owned(), |place| of_place(title, place)),
        unit: row.measure.unit,
        before: row.first,
        after: row.second,
        difference: row.difference,
        clusters: row.clusters,
        q: row.q,
        is_listed,
    }
}

/// Returns the effects on the listed measures with other styles.
///
/// Findings of the first style are tested with every other one; then everything else, at [`FALSE_FINDINGS_OF_STYLES`].
fn styles(measures: &[MeasureChange], panel: &Panel) -> Vec<StyleEffect> {
    let labels: Vec<String> = measures.iter().map(MeasureChange::label).collect();
    let mut all: Vec<(StyleEffect, Option<f64>)> = Vec::new();
    for (measure_index, label) in labels.iter().enumerate().filter(|(index, _)| measures[*index].is_listed) {
        all.extend(panel.of_effect(label).map(|row: &PanelAgentRow| {
            let MeasureChange { measure, part, .. } = &measures[measure_index];
            let style = StyleEffect {
                agent: row.agent.clone(),
                kind: row.kind.clone(),
                measure: measure.clone(),
                part: part.clone(),
                measure_index,
                effect: row.estimate,
                finding: StyleFinding::Open,
            };
            (style, row.p)
        }));
    }
    for is_found in [true, false] {
        let level = if is_found { FALSE_FINDINGS } else { FALSE_FINDINGS_OF_STYLES };
        let tested =
            all.iter_mut().filter(|(style, p)| p.is_some() && measures[style.measure_index].is_found() == is_found);
        let (tested, p): (Vec<&mut StyleEffect>, Vec<f64>) =
            tested.filter_map(|(style, p)| Some((style, (*p)?))).unzip();
        for (style, _) in tested.into_iter().zip(q_values(&p)).filter(|(_, q)| *q < level) {
            let first = measures[style.measure_index].difference.value.unwrap_or_default();
            style.finding = match style.effect.value.unwrap_or_default() * first > 0.0 {
                _ if !is_found => StyleFinding::Alone,
                true => StyleFinding::Alike,
                false => StyleFinding::Opposite,
            };
        }
    }
    all.into_iter().map(|(style, _)| style).collect()
}

#[cfg(test)]
mod tests {
    use stats::Interval;

    use super::*;

    fn change(measure: &str, value: f64, q: f64) -> MeasureChange {
        MeasureChange {
            measure: measure.to_owned(),
            part: None,
            name: measure.to_owned(),
            unit: "VP",
            before: Estimate { value: Some(10.0), interval: None },
            after: Estimate { value: Some(10.0 + value), interval: None },
            difference: Estimate { value: Some(value), interval: Some(Interval::around(value, 1.959_964)) },
            clusters: 100_001,
            q: Some(q),
            is_listed: measure != "gini",
        }
    }

    fn row(effect: &str, kind: &str, estimate: f64, p: f64) -> PanelAgentRow {
        let (effect, agent, kind) = (effect.to_owned(), kind.to_owned(), kind.to_owned());
        let (estimate, p) = (Estimate { value: Some(estimate), interval: None }, Some(p));
        PanelAgentRow { effect, agent, estimate, clusters: 100, p, q: None, kind }
    }

    #[test]
    fn other_styles_agree_contradict_or_differ_alone() {
        let measures = [change("vp", -2.0, 0.001), change("margin", 0.5, 0.6), change("gini", 1.0, 0.001)];
        let agents = vec![
            row("vp", "a", -1.0, 0.001),
            row("vp", "b", 1.0, 0.001),
            row("vp", "c", -1.0, 0.2),
            row("margin", "a", 1.0, 0.0001),
            // Clear alone, but not of three that are tested where nothing was found.
            row("margin", "b", 1.0, 0.009),
            row("margin", "c", 1.0, 0.5),
            row("gini", "a", 1.0, 0.0001),
        ];
        let panel = Panel { effects: Vec::new(), agents, kinds: Vec::new() };
        let found: Vec<(usize, StyleFinding)> =
            styles(&measures, &panel).iter().map(|style| (style.measure_index, style.finding)).collect();
        let expected = [
            (0, StyleFinding::Alike),
            (0, StyleFinding::Opposite),
            (0, StyleFinding::Open),
            (1, StyleFinding::Alone),
            (1, StyleFinding::Open),
            (1, StyleFinding::Open),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_detected_must_stand_out_among_all_measures() {
        let close = |found: Option<f64>, expected: f64| assert!((found.unwrap() - expected).abs() < 1e-3, "{found:?}");
        // Standard error 1: the quantiles 1.960 and, of 0.05 / 20, 3.023; 1.282 for nine in ten.
        close(change("vp", 0.0, 1.0).detectable(1), 1.960 + 1.2816);
        close(change("vp", 0.0, 1.0).detectable(20), 3.0233 + 1.2816);
        let unknown = MeasureChange { difference: Estimate::default(), ..change("vp", 0.0, 1.0) };
        assert_eq!(unknown.detectable(20), None);
    }
}
