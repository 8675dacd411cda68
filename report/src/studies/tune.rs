//! The report of a tuning study: the changes found, their distance to the goals, and what was dropped.

use std::fmt::Display;

use interface::components::ComponentFile;
use lab::base::error::{Error, Result};
use lab::config::effective::{AGENTS, PANEL, effective};
use lab::config::tune::Target;
use lab::experiment::Experiment;
use lab::figure::data::{Axis, Chart, DataSource, Dot, DotRow, Dots, Figure, FigureView};
use lab::forms::numbers::{counted, in_unit, list, plain, with_half_width};
use lab::play::exec_options::ExecOptions;
use lab::schedule::contestant::{Contestant, Style};
use lab::schedule::given::GivenFile;
use lab::study::folder::StudyFolder;
use lab::study::tune::aims::{Aims, GoalStatus};
use lab::study::tune::{Tuning, TuningResult, VerdictRow, asked, rounded_up};
use lab::tables::frame::TextTable;
use serde_json::{Map, Value, json};
use stats::{CONFIDENCE, Estimate};

use super::{NamedCells, ReportedStudy, StudyReport, cells, chosen, csv_file, number, table};
use crate::figure::MOST_SERIES;
use crate::terminal::table::PrintedTable;

/// The table of all candidates.
pub(super) const CANDIDATES: &str = "candidates";
/// The table of the finalists' results on fresh seeds.
pub(super) const VERDICT: &str = "verdict";
/// The config of the winner.
pub const WINNER: &str = "winner.toml";

impl ReportedStudy for Tuning {
    fn command(&self) -> &'static str {
        "tune"
    }

    fn report(&self, folder: &mut StudyFolder, exec: ExecOptions) -> Result<StudyReport> {
        let verdict = self.play(Some(folder), exec)?;
        VerdictReport { tuning: self, verdict: &verdict }.report()
    }
}

/// Formats a knob's value for tables, without the quotes of strings.
fn cell(value: &str) -> String {
    serde_json::from_str::<String>(value).unwrap_or_else(|_| value.to_owned())
}

/// The maximum number of values of a knob that are all listed.
const MOST_VALUES: usize = 20;

/// A finalist, or the printed rules, with its verdict.
struct Variant<'a> {
    /// The knobs that distinguish it from the others.
    label: String,
    knobs: NamedCells,
    is_printed: bool,
    aims: &'a Aims,
    rows: Vec<VerdictRow>,
}

/// A verdict with its study.
struct VerdictReport<'a> {
    tuning: &'a Tuning,
    verdict: &'a TuningResult,
}

impl VerdictReport<'_> {
    fn report(&self) -> Result<StudyReport> {
        let Self { tuning, verdict } = self;
        let variants = self.variants();
        let findings = self.findings(&variants);
        let best = &tuning.candidates[verdict.finalists[0].candidate].experiment;
        let winner = Experiment { panel: tuning.panel.clone(), ..best.clone() };
        // The full config, below comments with the findings.
        let comments: String = findings.iter().map(|sentence| format!("# {sentence}\n")).collect();
        let mut files = vec![
            csv_file(CANDIDATES, &self.candidates()),
            csv_file(VERDICT, &table(variants.iter().flat_map(Variant::cells))),
            (WINNER.to_owned(), format!("{comments}\n{}", kept_config(&winner)?).into_bytes()),
        ];
        files.extend(winner.kept_files());
        let knobs = tuning.tune.knobs.iter().map(|knob| json!({"key": knob.key, "values": knob.values}));
        let [search, fresh] = verdict.games;
        Ok(StudyReport {
            title: format!("{}: tuning with {} players", tuning.base.name, tuning.base.players),
            facts: self.facts(),
            findings,
            table: Some(self.table(&variants)),
            figures: vec![self.figure(&variants)],
            files,
            games: search + fresh,
            keys: json!({
                "knobs": knobs.collect::<Vec<_>>(),
                "goals": self.goals(),
                "combinations": tuning.combinations,
                "candidates": tuning.candidates.len(),
                "games_search": search,
                "games_verdict": fresh,
                "confidence": verdict.confidence,
                "recalibrated": verdict.recalibrated,
            }),
        })
    }

    /// Describes the goals.
    fn goals(&self) -> Vec<String> {
        (0..self.tuning.tune.goals.len()).map(|goal| asked(self.tuning, goal)).collect()
    }

    /// Returns the knobs of a candidate with their values.
    fn knobs(&self, candidate: usize) -> NamedCells {
        self.named_knobs(&self.tuning.candidates[candidate].values)
    }

    fn named_knobs(&self, values: &[String]) -> NamedCells {
        self.tuning.tune.knobs.iter().map(|knob| knob.key.clone()).zip(values.iter().map(|value| cell(value))).collect()
    }

    /// Returns the knobs of a candidate with their values in words.
    fn in_words(&self, candidate: usize) -> String {
        list(self.knobs(candidate).iter().map(|(knob, value)| format!("{knob} = {value}")))
    }

    /// Returns `candidates.csv`.
    fn candidates(&self) -> TextTable {
        // A goal may concern one part of a measure, and two goals the same part.
        let mut parts: Vec<(usize, String)> = Vec::new();
        for (part, (goal, name)) in self.tuning.parts().into_iter().enumerate() {
            let is_aimed = |aims: &Aims| aims.parts.iter().any(|aimed| aimed.part == part);
            let is_asked = self.tuning.tune.goals[goal].part.is_none()
                || self.verdict.searched.iter().any(|searched| is_aimed(&searched.aims));
            if is_asked && parts.iter().all(|(_, other)| *other != name) {
                parts.push((part, name));
            }
        }
        let rows = self.verdict.searched.iter().enumerate().map(|(candidate, searched)| {
            let mut row = cells(searched);
            // Parts come after the numbers of the candidate, of its games and of its clusters, knobs after the first.
            row.splice(
                3..3,
                parts.iter().flat_map(|(part, name)| {
                    let aimed = searched.aims.parts.iter().find(|aimed| aimed.part == *part);
                    let estimate = aimed.map_or_else(Estimate::default, |aimed| aimed.interval(CONFIDENCE));
                    [
                        (name.clone(), number(estimate.value)),
                        (format!("{name}_lo"), number(estimate.low())),
                        (format!("{name}_hi"), number(estimate.high())),
                    ]
                }),
            );
            row.splice(1..1, self.knobs(candidate));
            row
        });
        table(rows)
    }

    /// Returns the finalists, the closest first, followed by the printed rules.
    fn variants(&self) -> Vec<Variant<'_>> {
        let finalists = self.verdict.finalists.iter().map(|finalist| Variant {
            label: Some(self.differing_knobs(finalist.candidate))
                .filter(|knobs| !knobs.is_empty())
                .unwrap_or_else(|| format!("finalist {}", finalist.rank)),
            knobs: self.knobs(finalist.candidate),
            is_printed: false,
            aims: &finalist.aims,
            rows: self.verdict.lines(self.tuning, finalist),
        });
        let printed = self.tuning.printed.iter().zip(&self.verdict.printed).map(|(printed, aims)| Variant {
            label: "printed rules".to_owned(),
            knobs: self.named_knobs(&printed.values),
            is_printed: true,
            aims,
            rows: self.verdict.printed_lines(self.tuning),
        });
        finalists.chain(printed).collect()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let Tuning { base, tune, combinations, candidates, .. } = self.tuning;
        let knobs = tune.knobs.iter();
        let knobs = knobs.map(|knob| match &knob.values[..] {
            [first, .., last] if knob.values.len() > MOST_VALUES => {
                format!("{}: {} values, {} to {}", knob.key, knob.values.len(), cell(first), cell(last))
            }
            values => format!("{}: {}", knob.key, list(values.iter().map(|value| cell(value)))),
        });
        let candidates = match candidates.len() as u64 {
            count if count == *combinations => format!("all {combinations}"),
            count => format!("{count} of {combinations}, drawn at random"),
        };
        vec![
            ("experiment", base.name.clone()),
            ("players", base.players.to_string()),
            ("agents", list(base.agents.iter().map(|agent| agent.spec.to_string()))),
            ("knobs", knobs.collect::<Vec<_>>().join("; ")),
            ("goals", self.goals().join("; ")),
            ("candidates", candidates),
            ("games", format!("{} of the search, {} of the verdict", self.verdict.games[0], self.verdict.games[1])),
            ("seed", base.seed.to_string()),
        ]
    }

    /// Returns the estimates of a variant, goal by goal.
    fn estimates(&self, rows: &[VerdictRow]) -> String {
        let goals = (0..self.tuning.tune.goals.len()).map(|goal| {
            let (factor, decimals, unit) = in_unit(self.tuning.gauge(goal).unit);
            list(rows.iter().filter(|row| row.goal_index == goal).map(|row| {
                let estimate = with_half_width(&row.estimate, factor, decimals, &unit);
                format!("{} {estimate}", self.tuning.in_words(goal, &row.part))
            }))
        });
        goals.collect::<Vec<_>>().join("; ")
    }

    /// Counts a variant's estimates that meet their goals, and the games needed to decide undecided ones.
    ///
    /// `None` if no goal can be met.
    fn met(&self, rows: &[VerdictRow]) -> Option<String> {
        let asked = rows.iter().filter(|row| row.met.is_some()).count();
        let [met, open] =
            [GoalStatus::Yes, GoalStatus::Open].map(|met| rows.iter().filter(|row| row.met == Some(met)).count());
        let played = self.verdict.clusters * self.tuning.budget.cluster;
        let more = rows.iter().filter_map(|row| row.games_to_decide).max().map(|most| {
            let study = rounded_up(self.tuning.tune.games as f64 * most as f64 / played as f64);
            let study = study.map_or_else(String::new, |study| format!(" (tune.games = {study})"));
            format!("; about {most} games instead of {played} would decide{study}")
        });
        let undecided = match open {
            0 => String::new(),
            open => format!(", {open} undecided: the intervals are too wide{}", more.unwrap_or_default()),
        };
        (asked > 0).then(|| format!("{met} of {asked} targets met{undecided}; "))
    }

    fn findings(&self, variants: &[Variant<'_>]) -> Vec<String> {
        let Self { tuning, verdict } = self;
        let best = &verdict.finalists[0];
        let rows = &variants[0].rows;
        let mut findings = vec![
            format!("Closest to the goals on fresh seeds: {}.", self.in_words(best.candidate)),
            format!(
                "{} ({}intervals from {}, with 95 % simultaneous coverage over all goals, {} and the printed rules).",
                self.estimates(rows),
                self.met(rows).unwrap_or_default(),
                counted(verdict.clusters, "fresh seed"),
                counted(verdict.finalists.len() as u64, "finalist")
            ),
        ];
        let is_printed = |printed: &Variant<'_>| {
            let finalists = variants.iter().filter(|variant| !variant.is_printed);
            finalists.filter(|_| verdict.recalibrated.is_empty()).position(|variant| variant.knobs == printed.knobs)
        };
        findings.push(match variants.iter().find(|variant| variant.is_printed) {
            Some(printed) => match is_printed(printed) {
                Some(place) => format!("Finalist {} equals the printed rules.", place + 1),
                None => format!("The printed rules, on the same seeds: {}.", self.estimates(&printed.rows)),
            },
            None => "The printed rules cannot be played with these components.".to_owned(),
        });
        findings.extend(self.against_printed());
        let front: Vec<String> =
            verdict.finalists.iter().filter(|one| one.is_front).map(|one| self.in_words(one.candidate)).collect();
        if tuning.tune.goals.len() > 1 {
            findings.push(match &front[..] {
                [_] => "No other finalist is better in any goal.".to_owned(),
                _ => format!("The goals conflict; none of these is better in all of them: {}.", front.join(" | ")),
            });
        }
        let [search, fresh] = verdict.games;
        findings.push(format!(
            "{} of {} combinations tried in {search} games, the verdict from {fresh} more.",
            tuning.candidates.len(),
            tuning.combinations
        ));
        findings.extend(self.dropped());
        findings.push(match &verdict.recalibrated[..] {
            [] => "The agents did not adapt: they judge changed rules as they judge those for which they were \
                 calibrated."
                .to_owned(),
            names => format!("Recalibrated for each finalist: {}; other agents did not adapt.", list(names)),
        });
        findings
    }

    /// Compares the best finalist's distance with that of the printed rules.
    ///
    /// `None` if they are the same, or goals have no weights.
    fn against_printed(&self) -> Option<String> {
        let closer = self.verdict.closer.filter(|closer| self.tuning.is_weighed() && closer.value != Some(0.0))?;
        let best = self.verdict.finalists[0].aims.distance.value;
        Some(format!(
            "Finalist 1 is {}significantly closer to the goals than the printed rules: distance from the goals {}, compared with {}.",
            if closer.low().is_some_and(|low| low > 0.0) { "" } else { "not " },
            plain(Some(best), 2),
            plain(closer.value.map(|closer| best + closer), 2)
        ))
    }

    /// Returns what the search dropped, and what it may have missed; `None` if it dropped nothing.
    fn dropped(&self) -> Option<String> {
        let TuningResult { searched, slack, .. } = self.verdict;
        let dropped: Vec<_> = searched.iter().filter(|one| one.dropped.is_some()).collect();
        if dropped.is_empty() {
            return None;
        }
        let worse = dropped.iter().filter(|one| one.worse).count();
        let (count, were) = (dropped.len(), if dropped.len() == 1 { "was" } else { "were" });
        let alike = dropped.iter().filter(|one| one.behind.error().is_none()).count();
        let is_squared = self.tuning.tune.goals.iter().all(|goal| goal.target.direction().is_none());
        let distance = if is_squared { "mean squared distance" } else { "distance" };
        let best = self.verdict.finalists[0].aims.distance.value.abs();
        let missed = slack.map_or(String::new(), |slack| {
            if slack >= best {
                return format!("; any of the other {} may be as close to the goals as the search's best", count - worse);
            }
            let differing = if alike == 0 { String::new() } else { format!(" but {alike} that did not differ from another on any seed") };
            format!(
                "; with 95 % confidence none of the {count}{differing} has a {distance} from the goals below that of the search's best by more than {}",
                plain(Some(slack), 2)
            )
        });
        Some(format!(
            "{count} {were} dropped early, {worse} of them significantly farther from the goals than another candidate (error rate at most 5 % for \
             the whole search){missed}."
        ))
    }

    /// Returns the finalists and the printed rules for the terminal, each with its knobs in its first row.
    fn table(&self, variants: &[Variant<'_>]) -> PrintedTable {
        let knobs = self.tuning.tune.knobs.iter().map(|knob| knob.key.as_str());
        let header: Vec<&str> =
            ["finalist"].into_iter().chain(knobs).chain(["goal", "target", "on fresh seeds", "met"]).collect();
        let mut table = PrintedTable::new(&header, header.len()..header.len());
        for (place, (variant, line)) in
            variants.iter().flat_map(|variant| variant.rows.iter().map(move |row| (variant, row)).enumerate())
        {
            let (factor, decimals, unit) = in_unit(line.unit);
            let mut row = vec![line.finalist.clone()];
            row.extend(variant.knobs.iter().map(|(_, value)| value.clone()));
            if place > 0 {
                row.iter_mut().for_each(String::clear);
            }
            let to_decide = line.games_to_decide.map_or_else(String::new, |games| format!(", {games} games to decide"));
            row.extend([
                self.tuning.in_words(line.goal_index, &line.part),
                line.target.to_string(),
                with_half_width(&line.estimate, factor, decimals, &unit),
                format!("{}{to_decide}", line.met.map_or("", GoalStatus::word)),
            ]);
            table.add_row(row);
        }
        table
    }

    /// Returns the knobs in which a finalist differs from the others, without section names.
    fn differing_knobs(&self, candidate: usize) -> String {
        let all: Vec<NamedCells> = self.verdict.finalists.iter().map(|one| self.knobs(one.candidate)).collect();
        let own = self.knobs(candidate).into_iter().enumerate();
        let differing = own.filter(|(knob, _)| all.iter().any(|other| other[*knob] != all[0][*knob]));
        list(differing.map(|(_, (knob, value))| format!("{} {value}", knob.rsplit('.').next().unwrap_or(&knob))))
    }

    /// Returns the figure of the estimates with their targets, with a view for each goal.
    fn figure(&self, variants: &[Variant<'_>]) -> Figure {
        let note = "On fresh seeds, the finalist closest to the goals first. The intervals have 95 % simultaneous coverage over all goals, finalists and the printed rules.";
        Figure {
            name: "verdict",
            section: "Verdict",
            question: "How close are the finalists to the goals?".to_owned(),
            views: (0..self.tuning.tune.goals.len()).map(|goal| self.view(goal, variants)).collect(),
            notes: vec![note.to_owned()],
        }
    }

    fn view(&self, goal: usize, variants: &[Variant<'_>]) -> FigureView {
        let gauge = self.tuning.gauge(goal);
        let best = &self.verdict.finalists[0];
        let part = self.tuning.tune.goals[goal].part.as_ref().map_or_else(String::new, |part| format!("_{part}"));
        let label = format!("{}{part}", gauge.name);
        let rows = variants.iter().flat_map(|variant| variant.cells().zip(&variant.rows));
        let rows = rows.filter(|(_, row)| row.goal_index == goal).map(|(cells, _)| cells);
        let knobs = self.tuning.tune.knobs.iter().map(|knob| knob.key.as_str());
        let columns: Vec<&str> = ["finalist"]
            .into_iter()
            .chain(knobs)
            .chain(["part", "estimate", "ci_lo", "ci_hi", "met", "games_to_decide"])
            .collect();
        FigureView {
            // It becomes part of a file name.
            label: label.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect(),
            answer: Some(format!("{}: {}.", self.in_words(best.candidate), self.estimates(&variants[0].rows))),
            chart: Chart::Dots(self.dots(goal, variants)),
            table: table(rows.map(|cells| chosen(&cells, &columns))),
            source: DataSource::Result(VERDICT),
        }
    }

    /// Returns the target number of a goal, with its name; `None` if the goal is a minimum or maximum.
    fn rule(&self, goal: usize, best: &Aims) -> Option<(f64, String)> {
        match self.tuning.tune.goals[goal].target {
            Target::Even => {
                let part = best.parts.iter().find(|part| part.goal == goal)?;
                Some((part.estimate.value - part.off.value, "even".to_owned()))
            }
            Target::Number(number) => Some((number, "target".to_owned())),
            Target::Range(low, high) => Some(((low + high) / 2.0, format!("target: {low} to {high}"))),
            Target::Least | Target::Most => None,
        }
    }

    /// Returns the estimates of a goal as dots.
    ///
    /// There is a row for each part, with a series for each variant; or a row for each part of each variant if a chart
    /// has too few series for them.
    fn dots(&self, goal: usize, variants: &[Variant<'_>]) -> Dots {
        let gauge = self.tuning.gauge(goal);
        let (factor, decimals, unit) = in_unit(gauge.unit);
        let title = if gauge.unit.is_empty() { gauge.name.clone() } else { format!("{}, {}", gauge.name, gauge.unit) };
        let is_one = variants.len() > MOST_SERIES;
        let series: Vec<String> =
            if is_one { vec![String::new()] } else { variants.iter().map(|variant| variant.label.clone()).collect() };
        let mut rows: Vec<DotRow> = Vec::new();
        for (place, variant) in variants.iter().enumerate() {
            for row in variant.rows.iter().filter(|row| row.goal_index == goal) {
                let mut label = if row.part.is_empty() { gauge.name.clone() } else { row.part.clone() };
                if is_one {
                    label += &format!(", {}", variant.label);
                }
                let dot = Dot {
                    series: if is_one { 0 } else { place },
                    estimate: row.estimate,
                    is_hollow: row.met.is_some_and(|met| met != GoalStatus::Yes),
                    text: with_half_width(&row.estimate, factor, decimals, &unit),
                };
                match rows.iter_mut().find(|row| row.label == label) {
                    Some(row) => row.dots.push(dot),
                    None => rows.push(DotRow { label, dots: vec![dot] }),
                }
            }
        }
        Dots {
            axis: Some(if factor > 1.0 { Axis::percent(title) } else { Axis::plain(title) }),
            rule: self.rule(goal, variants[0].aims),
            series,
            rows,
            hollow: self.tuning.tune.goals[goal].target.direction().is_none().then_some("not shown to meet the target"),
        }
    }
}

impl Variant<'_> {
    /// Returns its rows of `verdict.csv`.
    fn cells(&self) -> impl Iterator<Item = NamedCells> {
        self.rows.iter().map(|row| [&self.knobs[..], &cells(row)].concat())
    }
}

/// Returns the full config of an experiment as TOML, with user files named as kept next to it.
///
/// # Errors
/// If a value cannot be written as TOML.
fn kept_config(experiment: &Experiment) -> Result<String> {
    let mut keys = effective(experiment);
    for file in experiment.subject.files().iter().filter(|file| !file.is_shipped) {
        rename(&mut keys, file.key, &ComponentFile::kept_name(file.key));
    }
    rename_given(&mut keys, AGENTS, &experiment.agents, |spec| spec.own().map(GivenFile::spec_by_kept_names));
    let of_style =
        |style: &Style| Some(style.0.iter().map(GivenFile::spec_by_kept_names).collect::<Vec<_>>().join("|"));
    rename_given(&mut keys, PANEL, &experiment.panel, of_style);
    let mut config = Map::from_iter([("game".to_owned(), Value::from(experiment.info().name))]);
    config.extend(keys);
    toml::to_string(&Value::from(config)).map_err(Error::of_machine)
}

/// Renames a component file in a config; dots in its key separate sections.
fn rename(keys: &mut Map<String, Value>, key: &str, name: &str) {
    match key.split_once('.') {
        None => drop(keys.insert(key.to_owned(), name.into())),
        Some((section, rest)) => {
            if let Some(Value::Object(section)) = keys.get_mut(section) {
                rename(section, rest, name);
            }
        }
    }
}

/// Renames the files in the specs of agents to the names under which they are kept.
fn rename_given<S: Display>(
    keys: &mut Map<String, Value>,
    key: &str,
    agents: &[Contestant<S>],
    kept: impl Fn(&S) -> Option<String>,
) {
    let values = keys.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten();
    for (value, agent) in values.zip(agents) {
        let Some(spec) = kept(&agent.spec) else { continue };
        // An agent is a spec, NAME=SPEC or a section.
        let spec = if value.is_string() && agent.is_named() { format!("{}={spec}", agent.name) } else { spec };
        *(if value.is_object() { &mut value["spec"] } else { value }) = spec.into();
    }
}
