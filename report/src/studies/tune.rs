//! The report of a tuning study: what to change, how close that comes to the goals, and what the search dropped.

use std::path::Path;

use lab::base::error::Result;
use lab::config::Config;
use lab::config::tune::Target;
use lab::experiment::Experiment;
use lab::figure::data::{Axis, Chart, DataSource, Dot, DotRow, Dots, Figure, FigureView};
use lab::forms::numbers::{counted, in_unit, list, plain, with_half_width};
use lab::play::exec_options::ExecOptions;
use lab::study::folder::StudyFolder;
use lab::study::tune::aims::GoalStatus;
use lab::study::tune::{Finalist, Recalibrate, Tuning, TuningResult, VerdictRow, asked};
use serde_json::json;
use stats::{CONFIDENCE, Estimate};

use super::kept_config::kept_config;
use crate::figure::MOST_SERIES;
use crate::study_report::{NamedCells, StudyEntry, StudyFile, StudyReport, csv_file, named, number, table, yes_no};
use crate::terminal::table::PrintedTable;

/// The table of all candidates.
const CANDIDATES: &str = "candidates.csv";
/// The table of the finalists on fresh seeds.
const VERDICT: &str = "verdict.csv";
/// The config of the winner.
pub const WINNER: &str = "winner.toml";

/// Plays a study and completes its folder; `config` is read from the file `path`.
///
/// # Errors
/// As [`Tuning::play`] and [`StudyReport::write`].
pub fn play(
    tuning: &Tuning,
    mut folder: StudyFolder,
    recalibrate: Option<Recalibrate<'_>>,
    (config, path): (&Config, &Path),
    exec: ExecOptions,
) -> Result<StudyReport> {
    let verdict = tuning.play(Some(&mut folder), recalibrate, exec)?;
    let report = VerdictReport { tuning, verdict: &verdict }.report(config)?;
    let [search, fresh] = verdict.games;
    let goals: Vec<String> = (0..tuning.tune.goals.len()).map(|goal| asked(tuning, goal)).collect();
    let knobs: Vec<_> = tuning.tune.knobs.iter().map(|knob| json!({"key": knob.key, "values": knob.values})).collect();
    let entry = StudyEntry {
        name: "tune",
        description: tuning.description(recalibrate.is_some()),
        base: &tuning.base,
        keys: json!({
            "knobs": knobs,
            "goals": goals,
            "combinations": tuning.combinations,
            "candidates": tuning.candidates.len(),
            "games_search": search,
            "games_verdict": fresh,
            "confidence": verdict.confidence,
            "recalibrated": verdict.recalibrated,
        }),
        games: search + fresh,
    };
    report.write(entry, folder, path)?;
    Ok(report)
}

/// Formats a value of a knob for tables, without the quotes of text.
fn cell(value: &str) -> String {
    serde_json::from_str::<String>(value).unwrap_or_else(|_| value.to_owned())
}

/// A verdict with the study that it is of.
struct VerdictReport<'a> {
    tuning: &'a Tuning,
    verdict: &'a TuningResult,
}

impl VerdictReport<'_> {
    fn report(&self, config: &Config) -> Result<StudyReport> {
        let findings = self.findings();
        let best = &self.tuning.candidates[self.verdict.finalists[0].candidate].experiment;
        let panel = config.experiment(self.tuning.base.info())?.panel;
        let winner = Experiment { panel, ..best.clone() };
        // The config in full, under comments that say what was found.
        let comments: String = findings.iter().map(|sentence| format!("# {sentence}\n")).collect();
        let mut files = vec![
            self.candidates(),
            self.verdict(),
            (WINNER.to_owned(), format!("{comments}\n{}", kept_config(&winner)?).into_bytes()),
        ];
        files.extend(winner.kept_files());
        Ok(StudyReport {
            title: format!("{}: what to change", self.tuning.base.name),
            facts: self.facts(),
            findings,
            table: Some(self.table()),
            figures: vec![self.figure()],
            files,
        })
    }

    fn values(&self, candidate: usize) -> Vec<String> {
        self.tuning.candidates[candidate].values.iter().map(|value| cell(value)).collect()
    }

    /// Returns the knobs of a candidate with their values.
    fn knobs(&self, candidate: usize) -> NamedCells {
        self.tuning.tune.knobs.iter().map(|knob| knob.key.clone()).zip(self.values(candidate)).collect()
    }

    /// Returns the knobs of a candidate with their values in words.
    fn in_words(&self, candidate: usize) -> String {
        list(self.knobs(candidate).iter().map(|(knob, value)| format!("{knob} = {value}")))
    }

    /// Returns `candidates.csv`.
    fn candidates(&self) -> StudyFile {
        let parts = self.tuning.parts();
        let rows = self.verdict.searched.iter().enumerate().map(|(place, searched)| {
            let mut row: NamedCells = named([("candidate", (place + 1).to_string())]).collect();
            row.extend(self.knobs(place));
            row.extend(named([("games", searched.games.to_string()), ("clusters", searched.clusters.to_string())]));
            for (part, (_, name)) in parts.iter().enumerate() {
                let aimed = searched.aims.parts.iter().find(|aimed| aimed.part == part);
                let estimate = aimed.map_or_else(Estimate::default, |aimed| aimed.interval(CONFIDENCE));
                row.extend([
                    (name.clone(), number(estimate.value)),
                    (format!("{name}_lo"), number(estimate.low())),
                    (format!("{name}_hi"), number(estimate.high())),
                ]);
            }
            let behind = searched.behind.estimate(CONFIDENCE);
            row.extend(named([
                ("distance", number(Some(searched.aims.distance.value))),
                ("behind", number(behind.value)),
                ("behind_lo", number(behind.low())),
                ("behind_hi", number(behind.high())),
                ("dropped", searched.dropped.map_or_else(String::new, |round| round.to_string())),
                ("worse", yes_no(searched.is_shown)),
                ("front", yes_no(searched.is_front)),
            ]));
            row
        });
        csv_file(CANDIDATES, &table(rows))
    }

    /// Returns every finalist with its place and each of its lines.
    fn lines(&self) -> impl Iterator<Item = (usize, &Finalist, VerdictRow)> {
        self.verdict.finalists.iter().enumerate().flat_map(|(place, finalist)| {
            self.verdict.lines(self.tuning, finalist).into_iter().map(move |line| (place, finalist, line))
        })
    }

    /// Returns `verdict.csv`.
    fn verdict(&self) -> StudyFile {
        let games = self.verdict.games[1] / self.verdict.finalists.len() as u64;
        let rows = self.lines().map(|(place, finalist, VerdictRow { goal, part, estimate, met })| {
            let gauge = self.tuning.gauge(goal);
            let mut row = self.knobs(finalist.candidate);
            row.extend(named([
                ("goal", gauge.name.clone()),
                ("estimate", number(estimate.value)),
                ("ci_lo", number(estimate.low())),
                ("ci_hi", number(estimate.high())),
                ("met", met.word().to_owned()),
                ("part", part),
                ("target", self.tuning.tune.goals[goal].target.to_string()),
                ("unit", gauge.unit.to_owned()),
                ("candidate", (finalist.candidate + 1).to_string()),
                ("clusters", self.verdict.clusters.to_string()),
                ("games", games.to_string()),
                ("front", yes_no(finalist.is_front)),
                ("finalist", (place + 1).to_string()),
            ]));
            row
        });
        csv_file(VERDICT, &table(rows))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let Tuning { base, tune, combinations, candidates, .. } = self.tuning;
        let knobs = tune.knobs.iter();
        let knobs = knobs.map(|knob| format!("{}: {}", knob.key, list(knob.values.iter().map(|value| cell(value)))));
        let candidates = match candidates.len() as u64 {
            count if count == *combinations => format!("all {combinations}"),
            count => format!("{count} of {combinations}, drawn at random"),
        };
        vec![
            ("experiment", base.name.clone()),
            ("players", base.players.to_string()),
            ("agents", list(base.agents.iter().map(|agent| agent.spec.to_string()))),
            ("knobs", knobs.collect::<Vec<_>>().join("; ")),
            ("goals", (0..tune.goals.len()).map(|goal| asked(self.tuning, goal)).collect::<Vec<_>>().join("; ")),
            ("candidates", candidates),
            ("games", format!("{} of the search, {} of the verdict", self.verdict.games[0], self.verdict.games[1])),
            ("seed", base.seed.to_string()),
        ]
    }

    /// Returns the estimates of a finalist, goal by goal.
    fn estimates(&self, finalist: &Finalist) -> String {
        let lines = self.verdict.lines(self.tuning, finalist);
        let goals = (0..self.tuning.tune.goals.len()).map(|goal| {
            let (factor, decimals, unit) = in_unit(self.tuning.gauge(goal).unit);
            list(lines.iter().filter(|line| line.goal == goal).map(|line| {
                let estimate = with_half_width(&line.estimate, factor, decimals, &unit);
                format!("{} {estimate}", self.tuning.in_words(goal, &line.part))
            }))
        });
        goals.collect::<Vec<_>>().join("; ")
    }

    fn findings(&self) -> Vec<String> {
        let Self { tuning, verdict } = self;
        let best = &verdict.finalists[0];
        let lines = verdict.lines(tuning, best);
        let [met, open] =
            [GoalStatus::Yes, GoalStatus::Open].map(|met| lines.iter().filter(|line| line.met == met).count());
        let undecided = match open {
            0 => String::new(),
            open => format!(", {open} undecided: the intervals are too wide"),
        };
        let mut findings = vec![
            format!("Closest to the goals on fresh seeds: {}.", self.in_words(best.candidate)),
            format!(
                "{} ({met} of {} as asked{undecided}; intervals from {}, which hold together in 95 % over all goals and {}).",
                self.estimates(best),
                lines.len(),
                counted(verdict.clusters, "fresh seed"),
                counted(verdict.finalists.len() as u64, "finalist")
            ),
        ];
        let front: Vec<String> =
            verdict.finalists.iter().filter(|one| one.is_front).map(|one| self.in_words(one.candidate)).collect();
        if tuning.tune.goals.len() > 1 {
            findings.push(match &front[..] {
                [_] => "No goal is reached better by another finalist.".to_owned(),
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
            [] => {
                "The agents did not adapt: they play changed rules by what they believe of those they know.".to_owned()
            }
            names => format!("Calibrated anew for each finalist: {}; other agents did not adapt.", list(names)),
        });
        findings
    }

    /// Returns what the search dropped, and what may have been missed by that; `None` if it dropped nothing.
    fn dropped(&self) -> Option<String> {
        let TuningResult { searched, slack, .. } = self.verdict;
        let dropped: Vec<_> = searched.iter().filter(|one| one.dropped.is_some()).collect();
        if dropped.is_empty() {
            return None;
        }
        let worse = dropped.iter().filter(|one| one.is_shown).count();
        let (count, were) = (dropped.len(), if dropped.len() == 1 { "was" } else { "were" });
        let alike = dropped.iter().filter(|one| one.behind.error().is_none()).count();
        let missed = slack.map_or(String::new(), |slack| {
            let differing = if alike == 0 { String::new() } else { format!(" but {alike} that did not differ from another on any seed") };
            format!(
                "; with 95 % confidence none of the {count}{differing} has a mean squared distance from the goals below that of the search's best by more than {}",
                plain(Some(slack), 2)
            )
        });
        Some(format!(
            "{count} {were} dropped early, {worse} of them shown to be farther from the goals than another candidate (error of at most 5 % for the whole \
             search){missed}."
        ))
    }

    /// Returns the finalists for the terminal, each with its knobs in its first row.
    fn table(&self) -> PrintedTable {
        let knobs = self.tuning.tune.knobs.iter().map(|knob| knob.key.as_str());
        let header: Vec<&str> = knobs.chain(["goal", "target", "on fresh seeds", "met"]).collect();
        let mut table = PrintedTable::new(&header, header.len()..header.len());
        let mut before = None;
        for (place, finalist, line) in self.lines() {
            let gauge = self.tuning.gauge(line.goal);
            let (factor, decimals, unit) = in_unit(gauge.unit);
            let mut row = self.values(finalist.candidate);
            if before.replace(place) == Some(place) {
                row.iter_mut().for_each(String::clear);
            }
            row.extend([
                format!("{} {}", gauge.name, line.part).trim_end().to_owned(),
                self.tuning.tune.goals[line.goal].target.to_string(),
                with_half_width(&line.estimate, factor, decimals, &unit),
                line.met.word().to_owned(),
            ]);
            table.add_row(row);
        }
        table
    }

    /// Returns the knobs in which a finalist differs from the others, without their sections.
    fn differing_knobs(&self, candidate: usize) -> String {
        let values: Vec<Vec<String>> = self.verdict.finalists.iter().map(|one| self.values(one.candidate)).collect();
        let own = self.knobs(candidate).into_iter().enumerate();
        let differing = own.filter(|(knob, _)| values.iter().any(|other| other[*knob] != values[0][*knob]));
        list(differing.map(|(_, (knob, value))| format!("{} {value}", knob.rsplit('.').next().unwrap_or(&knob))))
    }

    /// Returns the figure of the finalists' estimates beside their targets, a view for each goal.
    fn figure(&self) -> Figure {
        let note = "On fresh seeds, the finalist that is closest to the goals first. The intervals hold together in 95 % over all goals and finalists.";
        Figure {
            name: "verdict",
            section: "Verdict",
            question: "How close do the finalists come?".to_owned(),
            views: (0..self.tuning.tune.goals.len()).map(|goal| self.view(goal)).collect(),
            notes: vec![note.to_owned()],
        }
    }

    fn view(&self, goal: usize) -> FigureView {
        let gauge = self.tuning.gauge(goal);
        let best = &self.verdict.finalists[0];
        let lines: Vec<(usize, &Finalist, VerdictRow)> = self.lines().filter(|(.., line)| line.goal == goal).collect();
        FigureView {
            label: gauge.name.replace('-', "_"),
            answer: Some(format!("{}: {}.", self.in_words(best.candidate), self.estimates(best))),
            chart: Chart::Dots(self.dots(goal, &lines)),
            table: table(lines.iter().map(|(_, finalist, line)| {
                let mut row = self.knobs(finalist.candidate);
                row.extend(named([
                    ("part", line.part.clone()),
                    ("estimate", number(line.estimate.value)),
                    ("ci_lo", number(line.estimate.low())),
                    ("ci_hi", number(line.estimate.high())),
                    ("met", line.met.word().to_owned()),
                ]));
                row
            })),
            source: DataSource::Result(VERDICT),
        }
    }

    /// Returns the estimates of a goal as dots: a row for each part with a series for each finalist, or a row for each part of each finalist
    /// where these are more than a chart has series.
    fn dots(&self, goal: usize, lines: &[(usize, &Finalist, VerdictRow)]) -> Dots {
        let gauge = self.tuning.gauge(goal);
        let (factor, decimals, unit) = in_unit(gauge.unit);
        let title = if gauge.unit.is_empty() { gauge.name.clone() } else { format!("{}, {}", gauge.name, gauge.unit) };
        let finalists = &self.verdict.finalists;
        let parts = finalists[0].aims.parts.iter().filter(|part| part.goal == goal).count().max(1);
        let rule = match self.tuning.tune.goals[goal].target {
            Target::Even => {
                let values = lines.iter().take(parts).filter_map(|(.., line)| line.estimate.value);
                (values.sum::<f64>() / parts as f64, "even".to_owned())
            }
            Target::Number(number) => (number, "asked for".to_owned()),
            Target::Range(low, high) => ((low + high) / 2.0, format!("asked for: {low} to {high}")),
        };
        let series: Vec<String> = if finalists.len() > MOST_SERIES {
            vec![String::new()]
        } else {
            finalists.iter().map(|finalist| self.differing_knobs(finalist.candidate)).collect()
        };
        let mut rows: Vec<DotRow> = Vec::new();
        for (place, finalist, line) in lines {
            let mut label = if line.part.is_empty() { gauge.name.clone() } else { line.part.clone() };
            if finalists.len() > series.len() {
                label += &format!(", {}", self.differing_knobs(finalist.candidate));
            }
            let dot = Dot {
                series: place % series.len(),
                estimate: line.estimate,
                is_hollow: line.met != GoalStatus::Yes,
                text: with_half_width(&line.estimate, factor, decimals, &unit),
            };
            match rows.iter_mut().find(|row| row.label == label) {
                Some(row) => row.dots.push(dot),
                None => rows.push(DotRow { label, dots: vec![dot] }),
            }
        }
        Dots {
            axis: Some(if factor > 1.0 { Axis::percent(title) } else { Axis::plain(title) }),
            rule: Some(rule),
            series,
            rows,
            hollow: Some("not shown to be as asked for"),
        }
    }
}
