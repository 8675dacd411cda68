//! Tuning: finding the variant of an experiment closest to some goals, and measuring its distance.
//!
//! All candidates are played on the same draws. Every round drops the worse half, and all that are significantly worse
//! than another; a bound on the resulting loss is reported. The best of many candidates looks better than it is, so the
//! finalists are replayed on fresh seeds, and the verdict uses only these games.

pub mod aims;

pub mod budget;

pub mod candidates;

mod worse_test;

use engine::random::mix;
use serde_json::{Value, json};

use self::aims::{Aims, GoalStatus, fronts};
use self::budget::Budget;
use self::candidates::{Candidate, alone, candidate, drawn, key_of, printed};
use self::worse_test::WorseTest;
use super::folder::StudyFolder;
use super::trials::{TrialStudy, Trials};
use crate::base::error::{Error, Result};
use crate::config::tune::{Goal, Target, Tune, tune};
use crate::config::{Config, effective};
use crate::experiment::Experiment;
use crate::play::exec_options::ExecOptions;
use crate::play::roster::AnyRoster;
use crate::schedule::contestant::{Contestant, Style};
use crate::schedule::seeds::{Purpose, seed};
use crate::subject::GameInfo;
use crate::subject::gauges::{Gauge, Gauges};
use crate::tables::result_row::{Count, CountOrEmpty, Real, Text, Word, YesNo, YesNoOrEmpty, cell_kinds, result_row};
use stats::cluster_estimate::ClusterEstimate;
use stats::{CONFIDENCE, Estimate};

/// A study, ready to be played.
pub struct Tuning {
    /// The experiment of the config.
    pub base: Experiment,
    /// The knobs to vary, and the goals.
    pub tune: Tune,
    /// All combinations of the knobs' values.
    pub combinations: u64,
    /// The candidates: all combinations, or a random sample of them if the budget requires it.
    pub candidates: Vec<Candidate>,
    /// The variant with the printed rules, for the verdict's comparison.
    ///
    /// `None` if they cannot be played with these components.
    pub printed: Option<Candidate>,
    /// The division of the games.
    pub budget: Budget,
    /// The panel of the config, which the study does not play.
    pub panel: Vec<Contestant<Style>>,
    /// Builds agents that are recalibrated for each finalist; `None` if agents do not adapt.
    pub recalibrate: Option<Recalibrate>,
    gauges: Gauges,
}

/// Builds a finalist's agents, recalibrated to its rules if possible, and names those recalibrated.
pub type Recalibrate = Box<dyn Fn(&Experiment) -> Result<(Box<dyn AnyRoster>, Vec<String>)>>;

/// The ends of the interval of `behind`: the names and the meanings of their columns.
const BEHIND: [(&str, &str); 2] = [
    ("behind_lo", "lower end of its 95 % interval over seeds"),
    ("behind_hi", "upper end of its 95 % interval over seeds"),
];

/// The ends of the intervals of a verdict.
const SIMULTANEOUS: [(&str, &str); 2] = [
    ("ci_lo", "lower end of its interval; all intervals have 95 % simultaneous coverage"),
    ("ci_hi", "upper end of its interval"),
];

cell_kinds! {
    /// A difference of distances, with its interval.
    Behind(ClusterEstimate, Interval(&BEHIND), Float)
        |behind, part, line| line.interval(&behind.estimate(CONFIDENCE), part);
    /// An estimate whose interval has joint coverage with those of all other rows.
    Simultaneous(Estimate, Interval(&SIMULTANEOUS), Float) |estimate, part, line| line.interval(estimate, part);
    /// Whether a goal is met; empty for a minimum or maximum.
    Met(Option<GoalStatus>, Single, Text) |met, _, line| met.iter().for_each(|met| line.plain(met.word()));
    /// The target of a goal.
    GoalTarget(Target, Single, Text) |target, _, line| line.text(&target.to_string());
}

result_row! {
    /// The search result for one candidate. Its table also has the knobs and the parts of goals.
    SearchResult {
        candidate: Count, "", "number of the candidate, from 1";
        games: Count, "games", "games played in the search";
        clusters: Count, "clusters", "seeds played in the search";
        distance: Real, "", "distance from the goals, a weighted sum over goals";
        behind: Behind, "", "distance minus that of the closest candidate, over the same seeds";
        dropped: CountOrEmpty, "", "round after which the candidate was dropped; empty for finalists";
        worse: YesNo, "", "`yes` if another candidate is significantly closer";
        front: YesNo, "", "`yes` if no other candidate is better in all goals";
    } with {
        /// Its estimates and distances from the goals when it was last played.
        aims: Aims,
    }
}

/// A candidate that was replayed on fresh seeds.
#[derive(Clone, Debug)]
pub struct Finalist {
    /// Its rank, 1 for the closest.
    pub rank: usize,
    /// Its index among the candidates.
    pub candidate: usize,
    /// Its estimates and distances from the goals, on fresh seeds.
    pub aims: Aims,
    /// Whether no other finalist dominates it.
    pub is_front: bool,
}

/// The result of a study.
pub struct TuningResult {
    /// Every candidate.
    pub searched: Vec<SearchResult>,
    /// The finalists, the best on fresh seeds first.
    pub finalists: Vec<Finalist>,
    /// The confidence level of each interval that gives all intervals of the verdict 95 % joint coverage.
    pub confidence: f64,
    /// The estimates and distances of the printed rules, on the same seeds.
    pub printed: Option<Aims>,
    /// Their distance from the goals minus that of the first finalist.
    pub closer: Option<Estimate>,
    /// The number of fresh seeds.
    pub clusters: u64,
    /// The numbers of games of the search and of the verdict.
    pub games: [u64; 2],
    /// An upper bound, at 95 % confidence, on the loss of goal distance due to dropped candidates.
    ///
    /// It is how much closer to the goals a dropped candidate may be than the search's best. 0 if none can be closer;
    /// `None` if no dropped candidate differs from it.
    pub slack: Option<f64>,
    /// The agents recalibrated for each finalist.
    pub recalibrated: Vec<String>,
}

result_row! {
    /// One part of a goal, with a finalist or with the printed rules. Its table also has the knobs.
    VerdictRow {
        goal: Text, "", "measure of the goal; see `sim list measures`";
        estimate: Simultaneous, "unit of the measure", "mean over fresh seeds";
        met: Met, "", "`yes`, `no` or `open`; empty for the targets `least` and `most`";
        part: Text, "", "place, agent or scoring tile; empty for a measure without parts";
        target: GoalTarget, "", "target of the goal";
        unit: Word, "", "unit of the measure";
        candidate: CountOrEmpty, "", "number of the candidate; empty for the printed rules";
        clusters: Count, "clusters", "number of fresh seeds";
        games: Count, "games", "number of games on fresh seeds";
        front: YesNoOrEmpty, "", "`yes` if no other finalist is better in all goals; empty for the printed rules";
        finalist: Text, "", "rank among the finalists, 1 for the closest; `printed` for the printed rules";
        games_to_decide: CountOrEmpty, "games",
            "approximate number of games to decide an open goal; empty if decided";
    } with {
        /// The index of the goal.
        goal_index: usize,
    }
}

impl Tuning {
    /// Reads the study of a config.
    ///
    /// # Errors
    /// If the config or one of its variants is not valid, a knob affects line-ups or seeds, or the budget is too small.
    pub fn of(game: &'static GameInfo, config: &Config) -> Result<Self> {
        let whole: Experiment = config.experiment(game)?;
        let (panel, base) = (whole.panel.clone(), alone(whole));
        let tune = tune(&base, config)?;
        let printed = printed(config, &tune, &base).ok();
        let combinations =
            tune.knobs.iter().try_fold(1_u64, |product, knob| product.checked_mul(knob.values.len() as u64));
        let combinations = combinations
            .ok_or_else(|| Error::input("`tune.knobs`", "found too many combinations to count", "fewer values"))?;
        let cluster = base.lineups() * base.games_per_block();
        let budget = Budget::of(&tune, combinations, cluster, u64::from(printed.is_some()))
            .map_err(|accepted| refused_games(config, &accepted))?;
        let candidates = drawn(combinations, budget.candidates, base.seed);
        let candidates: Vec<Candidate> =
            candidates.into_iter().map(|number| candidate(config, &tune, &base, number)).collect::<Result<_>>()?;
        let gauges = gauges(&tune, &base);
        Ok(Self { base, tune, combinations, candidates, printed, budget, panel, recalibrate: None, gauges })
    }

    /// Creates a study of `count` candidates that are the same experiment under different seeds.
    ///
    /// No candidate is better than another.
    ///
    /// # Errors
    /// If the budget is too small. The error describes what is accepted.
    pub fn of_equals(base: Experiment, tune: Tune, count: u64) -> Result<Self> {
        let base = alone(base);
        let cluster = base.lineups() * base.games_per_block();
        let budget = Budget::of(&tune, count, cluster, 0).map_err(Error::of_input)?;
        let mut candidates = Vec::new();
        for number in 0..budget.candidates {
            let mut experiment = base.clone();
            experiment.schedule.seed = mix([base.seed, number]);
            candidates.push(Candidate { values: vec![number.to_string()], experiment });
        }
        let gauges = gauges(&tune, &base);
        let (printed, panel, recalibrate) = (None, Vec::new(), None);
        Ok(Self { base, tune, combinations: count, candidates, printed, budget, panel, recalibrate, gauges })
    }

    /// Returns the gauge of a goal.
    pub fn gauge(&self, goal: usize) -> &Gauge {
        &self.gauges.all[goal]
    }

    /// Returns the words in sentences for a part of a goal; `part` is empty if it is the only one.
    pub fn in_words(&self, goal: usize, part: &str) -> String {
        let place = self.gauges.of(goal).find(|place| part.is_empty() || self.gauges.parts[*place].1 == part);
        place.map_or_else(String::new, |place| self.gauges.in_words(place))
    }

    /// Returns all parts of all goals: the index of the goal, and the label of the part.
    pub fn parts(&self) -> Vec<(usize, String)> {
        (0..self.gauges.parts.len()).map(|part| (self.gauges.parts[part].0, self.gauges.label(part))).collect()
    }

    /// Returns whether goals have weights, so that candidates are ranked by distance, not dominance.
    pub fn is_weighed(&self) -> bool {
        self.tune.goals.len() == 1 || self.tune.goals.iter().any(|goal| goal.weight.is_some())
    }

    /// Computes the aims of several trials.
    fn all_aims(&self, trials: &Trials<'_>, of: &[usize], clusters: u64) -> Result<Vec<Aims>> {
        of.iter().map(|trial| self.aims(trials, *trial, clusters)).collect()
    }

    fn aims(&self, trials: &Trials<'_>, trial: usize, clusters: u64) -> Result<Aims> {
        Aims::of(&self.tune.goals, &self.gauges, &trials.estimates(trial, clusters)).map_err(|goal| {
            let name = &self.gauges.all[goal].name;
            let what = format_args!("found {name}, for which no game of some candidate has a value");
            Error::input("`tune.goals`", what, "measures that every candidate's games have")
        })
    }

    /// Ranks candidates, the best first: by weighted distance, or without weights by front, then distance.
    fn ranked(&self, aims: &[Aims]) -> Vec<usize> {
        let front = if self.is_weighed() { vec![0; aims.len()] } else { fronts(aims.iter()) };
        let mut order: Vec<usize> = (0..aims.len()).collect();
        order.sort_by(|&one, &other| {
            let [one_distance, other_distance] = [one, other].map(|place| aims[place].distance.value);
            front[one].cmp(&front[other]).then(one_distance.total_cmp(&other_distance))
        });
        order
    }
}

impl TrialStudy for Tuning {
    fn base(&self) -> &Experiment {
        &self.base
    }

    fn gauges(&self) -> &Gauges {
        &self.gauges
    }

    fn description(&self) -> String {
        let variants: Vec<&Vec<String>> = self.candidates.iter().map(|candidate| &candidate.values).collect();
        let files: Vec<_> = self.candidates.iter().map(|candidate| candidate.experiment.hashes()).collect();
        let description = json!({
            "tune": format!("{:?}", self.tune),
            "config": Value::from(effective(&self.base)),
            "variants": variants,
            "files": files,
            "recalibrate": self.recalibrate.is_some(),
        });
        description.to_string()
    }

    /// Returns all candidates, then the same on fresh seeds; the last one is the printed rules.
    fn trial(&self, number: usize) -> Option<Experiment> {
        let count = self.candidates.len();
        let candidate = match number {
            _ if number < count => self.candidates.get(number)?,
            _ => self.candidates.get(number - count).or(self.printed.as_ref().filter(|_| number == 2 * count))?,
        };
        let mut experiment = candidate.experiment.clone();
        if number >= count {
            experiment.schedule.seed = seed(experiment.schedule.seed, 0, Purpose::Verdict);
        }
        Some(experiment)
    }
}

impl Tuning {
    /// Searches, and replays the finalists.
    ///
    /// # Errors
    /// If a goal has no value, the folder cannot be written, threads cannot be created, or on Ctrl-C.
    pub fn play(&self, mut folder: Option<&mut StudyFolder>, exec: ExecOptions) -> Result<TuningResult> {
        let count = self.candidates.len();
        let mut trials = self.trials((0..count).collect());
        let (mut searched, finalists, slack) = self.search(&mut trials, folder.as_deref_mut(), exec)?;
        let search: u64 = searched.iter().map(|searched| searched.games).sum();
        let of_printed = self.printed.iter().map(|_| 2 * count);
        let mut again = self.trials(finalists.iter().map(|one| count + one).chain(of_printed).collect());
        let mut recalibrated = Vec::new();
        // Agents need no recalibration for the printed rules.
        if let Some(recalibrate) = &self.recalibrate {
            for number in 0..finalists.len() {
                let (roster, names) = recalibrate(again.experiment(number))?;
                again.replace_roster(number, roster);
                recalibrated.extend(names.into_iter().filter(|name| !recalibrated.contains(name)).collect::<Vec<_>>());
            }
        }
        let clusters = self.budget.fresh_clusters(search);
        let all: Vec<usize> = (0..finalists.len() + self.printed.iter().len()).collect();
        again.play(&all, clusters, folder, exec)?;
        let mut aims = self.all_aims(&again, &all, clusters)?;
        let bootstrap = seed(self.base.seed, 0, Purpose::Bootstrap);
        let confidence = aims::confidence(aims.iter(), &self.tune.goals, bootstrap);
        let printed = aims.split_off(finalists.len()).pop();
        let front = fronts(aims.iter());
        let games = [search, all.iter().map(|one| again.games(*one)).sum()];
        if searched.is_empty() {
            // All candidates are finalists.
            for (one, aims) in aims.iter().enumerate() {
                let behind = aims.distance.minus(&aims.distance);
                let result = SearchResult::of(one, again.games(one), clusters, aims, behind);
                searched.push(SearchResult { front: front[one] == 0, ..result });
            }
        }
        let ranked = self.ranked(&aims).into_iter().zip(1..);
        let finalists: Vec<Finalist> = ranked
            .map(|(place, rank)| Finalist {
                rank,
                candidate: finalists[place],
                aims: aims[place].clone(),
                is_front: front[place] == 0,
            })
            .collect();
        let of_finalists = finalists.iter().map(|finalist| &finalist.aims);
        let closer = printed.as_ref().map(|printed| aims::closer(printed, of_finalists, bootstrap));
        Ok(TuningResult { searched, finalists, printed, closer, confidence, clusters, games, slack, recalibrated })
    }

    /// Drops candidates round by round.
    ///
    /// Returns the result for each, the indices of those left (the best first), and the slack.
    fn search(
        &self,
        trials: &mut Trials<'_>,
        mut folder: Option<&mut StudyFolder>,
        exec: ExecOptions,
    ) -> Result<(Vec<SearchResult>, Vec<usize>, Option<f64>)> {
        let Budget { search, rounds, finalists, candidates, .. } = self.budget;
        let count = candidates as usize;
        let mut worse = WorseTest::new(count, rounds);
        let mut alive: Vec<usize> = (0..count).collect();
        let mut searched: Vec<Option<SearchResult>> = vec![None; count];
        let (mut left, mut clusters) = (search, 0);
        for round in 1..=rounds {
            if alive.len() as u64 <= finalists {
                break;
            }
            let more = self.budget.clusters(left, rounds + 1 - round, alive.len() as u64);
            clusters += more;
            left -= more * alive.len() as u64 * self.budget.cluster;
            trials.play(&alive, clusters, folder.as_deref_mut(), exec)?;
            let aims = self.all_aims(trials, &alive, clusters)?;
            let order = self.ranked(&aims);
            let best = &aims[order[0]].distance;
            let kept = self.budget.kept(alive.len(), rounds + 1 - round);
            let behind: Vec<(usize, ClusterEstimate)> =
                alive.iter().zip(&aims).map(|(candidate, aims)| (*candidate, aims.distance.minus(best))).collect();
            worse.look(&behind);
            let mut next = Vec::new();
            for (place, index) in order.iter().enumerate() {
                let (candidate, behind) = &behind[*index];
                let is_worse = worse.is_shown[*candidate];
                let is_kept = place < kept && (place < finalists as usize || !(is_worse && self.is_weighed()));
                if is_kept {
                    next.push(*candidate);
                }
                let games = trials.games(*candidate);
                let result = SearchResult::of(*candidate, games, clusters, &aims[*index], behind.clone());
                let dropped = (!is_kept).then_some(u64::from(round));
                searched[*candidate] = Some(SearchResult { dropped, worse: is_worse, ..result });
            }
            alive = next;
        }
        // Without a search nothing has been played yet.
        if searched.iter().any(Option::is_none) {
            return Ok((Vec::new(), alive, None));
        }
        let mut searched: Vec<SearchResult> = searched.into_iter().flatten().collect();
        let front = fronts(searched.iter().map(|one| &one.aims));
        searched.iter_mut().zip(front).for_each(|(one, front)| one.front = front == 0);
        let slack = self.slack(trials, &searched, alive[0])?;
        Ok((searched, alive, slack))
    }

    /// Bounds how much closer to the goals any dropped candidate may be than the search's best.
    ///
    /// The confidence is 95 % over all pairs of candidates in all rounds.
    fn slack(&self, trials: &Trials<'_>, searched: &[SearchResult], best: usize) -> Result<Option<f64>> {
        let count = searched.len() as f64;
        let confidence = 1.0 - 2.0 * (1.0 - CONFIDENCE) / (count * (count - 1.0) * f64::from(self.budget.rounds));
        let mut slack: Option<f64> = None;
        for (number, dropped) in searched.iter().enumerate().filter(|(_, searched)| searched.dropped.is_some()) {
            let own = self.aims(trials, best, dropped.clusters)?.distance;
            let closer = own.minus(&self.aims(trials, number, dropped.clusters)?.distance);
            // A difference that is the same on all seeds has no interval.
            let Some(half) = closer.half_width(confidence) else { continue };
            let most = closer.value + half;
            slack = Some(slack.unwrap_or(0.0).max(most));
        }
        Ok(slack)
    }
}

impl SearchResult {
    /// Creates the result of a candidate that is neither dropped nor worse than another.
    fn of(candidate: usize, games: u64, clusters: u64, aims: &Aims, behind: ClusterEstimate) -> Self {
        let (candidate, distance, aims) = (candidate as u64 + 1, aims.distance.value, aims.clone());
        Self { candidate, games, clusters, distance, behind, dropped: None, worse: false, front: false, aims }
    }
}

impl TuningResult {
    /// Returns the rows of the verdict on a finalist, goal by goal.
    pub fn lines(&self, tuning: &Tuning, finalist: &Finalist) -> Vec<VerdictRow> {
        self.rows(tuning, &finalist.aims, Some(finalist))
    }

    /// Returns the rows of the verdict on the printed rules; empty if they were not played.
    pub fn printed_lines(&self, tuning: &Tuning) -> Vec<VerdictRow> {
        self.printed.as_ref().map_or_else(Vec::new, |aims| self.rows(tuning, aims, None))
    }

    fn rows(&self, tuning: &Tuning, aims: &Aims, finalist: Option<&Finalist>) -> Vec<VerdictRow> {
        let games = self.clusters * tuning.budget.cluster;
        let rows = aims.parts.iter().map(|part| {
            let (goal, gauge) = (&tuning.tune.goals[part.goal], tuning.gauge(part.goal));
            let factor = part.factor_to_decide(goal, self.confidence);
            VerdictRow {
                goal: gauge.name.clone(),
                estimate: part.interval(self.confidence),
                met: part.met(goal, self.confidence),
                part: tuning.gauges.parts[part.part].1.clone(),
                target: goal.target,
                unit: gauge.unit,
                candidate: finalist.map(|finalist| finalist.candidate as u64 + 1),
                clusters: self.clusters,
                games,
                front: finalist.map(|finalist| finalist.is_front),
                finalist: finalist.map_or_else(|| "printed".to_owned(), |finalist| finalist.rank.to_string()),
                games_to_decide: factor.and_then(|factor| rounded_up(factor * games as f64)),
                goal_index: part.goal,
            }
        });
        rows.collect()
    }
}

/// Returns the gauges of the goals, in order.
fn gauges(tune: &Tune, base: &Experiment) -> Gauges {
    // Several goals may concern parts of the same measure.
    let wanted = tune.goals.iter().map(|goal| Gauge::all(base.info()).swap_remove(goal.measure)).collect();
    Gauges::new(wanted, &base.schedule, &*base.subject)
}

/// The maximum number of games suggested to users.
const MOST_GAMES: f64 = 1e12;

/// Rounds a number of games up to two digits; `None` if it is too large to suggest.
pub fn rounded_up(games: f64) -> Option<u64> {
    let unit = libm::pow(10.0, libm::floor(libm::log10(games.max(10.0))) - 1.0);
    (games <= MOST_GAMES).then(|| (libm::ceil(games / unit) * unit) as u64)
}

/// Creates the error of a budget that is too small.
fn refused_games(config: &Config, accepted: &str) -> Error {
    key_of(config, "games").map_or_else(|error| error, |field| field.fault(field.found(), accepted))
}

/// Describes a goal.
pub fn asked(tuning: &Tuning, goal: usize) -> String {
    let Goal { target, weight, part, .. } = &tuning.tune.goals[goal];
    let part = part.as_ref().map_or(String::new(), |part| format!(" {part}"));
    let weight = weight
        .filter(|weight| (*weight - 1.0).abs() > f64::EPSILON)
        .map_or(String::new(), |weight| format!(", weight {weight}"));
    format!("{}{part} {target}{weight}", tuning.gauge(goal).name)
}
