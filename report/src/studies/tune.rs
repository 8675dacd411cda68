//! What `sim tune` leaves: tables, a page, figures, and the config of the winner.

use interface::components::ComponentFile;
use serde_json::{Map, Value, json};

use crate::figure::MOST_SERIES;
use crate::figure::draw::{Drawing, FigureStyle, alone};
use crate::html::page;
use crate::terminal::table::PrintedTable;
use lab::base::error::{Error, Result};
use lab::config::effective::{AGENTS, PANEL};
use lab::config::tune::{Knob, Target};
use lab::config::{Config, effective};
use lab::experiment::Experiment;
use lab::figure::data::{Axis, Chart, Dot, DotRow, Dots, Figure, Source, View};
use lab::figure::of_run::cells;
use lab::forms::numbers::{counted, in_unit, list, plain, with_half_width};
use lab::play::exec_options::ExecOptions;
use lab::run::manifest::MANIFEST;
use lab::schedule::contestant::Contestant;
use lab::schedule::given::GivenFile;
use lab::study::folder::{StudyFolder, manifest};
use lab::study::tune::aims::Met;
use lab::study::tune::{Candidate, Finalist, Line, Recalibrate, Searched, Tuning, Verdict, asked};
use stats::{CONFIDENCE, Estimate};

/// The tables, and the config of the winner.
const CANDIDATES: &str = "candidates.csv";
const VERDICT: &str = "verdict.csv";

/// The file with the config of the winner.
pub const WINNER: &str = "winner.toml";

/// Plays a study, writes its files, and completes its folder; `command` is what made it, for its page.
///
/// # Errors
/// If it cannot be played, or a file cannot be written.
pub fn complete(
    tuning: &Tuning,
    config: &Config,
    command: &str,
    mut open: StudyFolder,
    recalibrate: Option<Recalibrate<'_>>,
    exec: ExecOptions,
) -> Result<Verdict> {
    let base = &tuning.base;
    let verdict = tuning.play(Some(&mut open), recalibrate, exec)?;
    let report = TuneReport { tuning, verdict: &verdict };
    let sentences = report.sentences();
    let figure = report.figure();
    let mut files = vec![
        (CANDIDATES.to_owned(), report.candidates()?),
        (VERDICT.to_owned(), report.verdict()?),
        (WINNER.to_owned(), report.winner(config, &sentences)?),
    ];
    files.extend(report.winner_in_full(config)?.kept_files());
    for view in &figure.views {
        let drawn = alone(&Drawing::of(&figure, view), &FigureStyle::default());
        files.push((format!("{}-{}.svg", figure.name, view.label), drawn.into_bytes()));
    }
    let page = page::of_study(&report.title(), &report.facts(), &sentences, &[figure], command);
    files.push(("report.html".to_owned(), page.into_bytes()));
    let [search, fresh] = verdict.games;
    let more = json!({
        "knobs": tuning.tune.knobs.iter().map(|knob| json!({"key": knob.key, "values": knob.values})).collect::<Vec<_>>(),
        "goals": (0..tuning.tune.goals.len()).map(|goal| asked(tuning, goal)).collect::<Vec<_>>(),
        "combinations": tuning.combinations,
        "candidates": tuning.candidates.len(),
        "games_search": search,
        "games_verdict": fresh,
        "confidence": verdict.confidence,
        "recalibrated": verdict.recalibrated,
    });
    files.push((
        MANIFEST.to_owned(),
        manifest("tune", &tuning.description(recalibrate.is_some()), base, more, search + fresh, &files),
    ));
    open.complete(&files)?;
    Ok(verdict)
}

/// What is said of a study that was played.
pub struct TuneReport<'a> {
    /// The study.
    pub tuning: &'a Tuning,
    /// What it found.
    pub verdict: &'a Verdict,
}

/// A cell with a number as tables keep it.
fn number(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| format!("{number:.6}"))
}

fn csv(header: Vec<String>, rows: Vec<Vec<String>>) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    [header].iter().chain(&rows).try_for_each(|row| writer.write_record(row)).map_err(Error::other)?;
    writer.into_inner().map_err(Error::other)
}

/// A value of a knob as tables have it: text without quotes.
fn cell(value: &str) -> String {
    serde_json::from_str::<String>(value).unwrap_or_else(|_| value.to_owned())
}

impl TuneReport<'_> {
    fn best(&self) -> &Candidate {
        &self.tuning.candidates[self.verdict.finalists[0].candidate]
    }

    /// Returns the title of the study.
    pub fn title(&self) -> String {
        format!("{}: what to change", self.tuning.base.name)
    }

    fn knobs(&self) -> Vec<String> {
        self.tuning.tune.knobs.iter().map(|knob| knob.key.clone()).collect()
    }

    fn values(&self, candidate: usize) -> Vec<String> {
        self.tuning.candidates[candidate].values.iter().map(|value| cell(value)).collect()
    }

    /// A candidate's knobs in words.
    fn named(&self, candidate: usize) -> String {
        let pairs = self.tuning.tune.knobs.iter().zip(self.values(candidate));
        list(pairs.map(|(knob, value)| format!("{} = {value}", knob.key)))
    }

    /// `candidates.csv`.
    fn candidates(&self) -> Result<Vec<u8>> {
        let parts = self.tuning.parts();
        let mut header = vec!["candidate".to_owned()];
        header.extend(self.knobs());
        header.extend(["games", "clusters"].map(str::to_owned));
        header.extend(parts.iter().flat_map(|(_, name)| [name.clone(), format!("{name}_lo"), format!("{name}_hi")]));
        header.extend(["distance", "behind", "behind_lo", "behind_hi", "dropped", "worse", "front"].map(str::to_owned));
        let row = |(place, searched): (usize, &Searched)| {
            let mut row = vec![(place + 1).to_string()];
            row.extend(self.values(place));
            row.extend([searched.games.to_string(), searched.clusters.to_string()]);
            for part in 0..parts.len() {
                let found = searched.aims.parts.iter().find(|aimed| aimed.part == part);
                let estimate = found.map_or_else(Estimate::default, |aimed| aimed.interval(CONFIDENCE));
                row.extend([estimate.value, estimate.low(), estimate.high()].map(number));
            }
            let behind = searched.behind.estimate(CONFIDENCE);
            row.extend([Some(searched.aims.distance.value), behind.value, behind.low(), behind.high()].map(number));
            row.push(searched.dropped.map_or_else(String::new, |round| round.to_string()));
            row.extend([searched.is_shown, searched.is_front].map(yes));
            row
        };
        csv(header, self.verdict.searched.iter().enumerate().map(row).collect())
    }

    /// `verdict.csv`.
    fn verdict(&self) -> Result<Vec<u8>> {
        let mut header = self.knobs();
        let fixed = [
            "goal",
            "estimate",
            "ci_lo",
            "ci_hi",
            "met",
            "part",
            "target",
            "unit",
            "candidate",
            "clusters",
            "games",
            "front",
            "finalist",
        ];
        header.extend(fixed.map(str::to_owned));
        let games = self.verdict.games[1] / self.verdict.finalists.len() as u64;
        let of = |(place, finalist): (usize, &Finalist)| -> Vec<Vec<String>> {
            let row = |Line { goal, part, estimate, met }: Line| {
                let gauge = self.tuning.gauge(goal);
                let mut row = self.values(finalist.candidate);
                row.push(gauge.name.clone());
                row.extend([estimate.value, estimate.low(), estimate.high()].map(number));
                row.extend([
                    met.word().to_owned(),
                    part,
                    self.tuning.tune.goals[goal].target.to_string(),
                    gauge.unit.to_owned(),
                ]);
                row.extend(
                    [finalist.candidate as u64 + 1, self.verdict.clusters, games].map(|count| count.to_string()),
                );
                row.push(yes(finalist.is_front));
                row.push((place + 1).to_string());
                row
            };
            self.verdict.lines(self.tuning, finalist).into_iter().map(row).collect()
        };
        csv(header, self.verdict.finalists.iter().enumerate().flat_map(of).collect())
    }

    /// The winner, with the panel of the config.
    fn winner_in_full(&self, config: &Config) -> Result<Experiment> {
        let whole: Experiment = config.experiment(self.tuning.base.info())?;
        Ok(Experiment { panel: whole.panel, ..self.best().experiment.clone() })
    }

    /// `winner.toml`: the config in full, with the winner's values, and what was found above it.
    fn winner(&self, config: &Config, sentences: &[String]) -> Result<Vec<u8>> {
        let winner = self.winner_in_full(config)?;
        let mut keys = effective(&winner);
        for file in winner.subject.files().iter().filter(|file| !file.is_shipped) {
            rename(&mut keys, file.key, &ComponentFile::kept_name(file.key));
        }
        let by_kept_names = |key: &str, keys: &mut Map<String, Value>, agents: &[Contestant]| {
            let values = keys.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten();
            for (value, named, agent) in
                values.zip(agents).filter_map(|(value, named)| Some((value, named, named.spec.own()?)))
            {
                let is_named = value.is_string() && named.is_named();
                let name = if is_named { format!("{}=", named.name) } else { String::new() };
                let spec = if value.is_object() { &mut value["spec"] } else { value };
                *spec = format!("{name}{}", GivenFile::spec_by_kept_names(agent)).into();
            }
        };
        by_kept_names(AGENTS, &mut keys, &winner.agents);
        by_kept_names(PANEL, &mut keys, &winner.panel);
        let mut config = Map::from_iter([("game".to_owned(), Value::from(self.tuning.base.info().name))]);
        config.extend(keys);
        let text = toml::to_string(&Value::from(config)).map_err(Error::other)?;
        let comments: String = sentences.iter().map(|sentence| format!("# {sentence}\n")).collect();
        Ok(format!("{comments}\n{text}").into_bytes())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let Tuning { base, tune, combinations, candidates, .. } = self.tuning;
        let knob = |knob: &Knob| format!("{}: {}", knob.key, list(knob.values.iter().map(|value| cell(value))));
        let tried = candidates.len() as u64;
        let tried = if tried == *combinations {
            format!("all {combinations}")
        } else {
            format!("{tried} of {combinations}, drawn at random")
        };
        vec![
            ("experiment", base.name.clone()),
            ("players", base.players.to_string()),
            ("agents", list(base.agents.iter().map(|agent| agent.spec.to_string()))),
            ("knobs", tune.knobs.iter().map(knob).collect::<Vec<_>>().join("; ")),
            ("goals", (0..tune.goals.len()).map(|goal| asked(self.tuning, goal)).collect::<Vec<_>>().join("; ")),
            ("candidates", tried),
            ("games", format!("{} of the search, {} of the verdict", self.verdict.games[0], self.verdict.games[1])),
            ("seed", base.seed.to_string()),
        ]
    }

    /// What a finalist has, goal by goal.
    fn goals(&self, finalist: &Finalist) -> String {
        let lines = self.verdict.lines(self.tuning, finalist);
        let told = |goal: usize| {
            let gauge = self.tuning.gauge(goal);
            let (factor, decimals, unit) = in_unit(gauge.unit);
            let own = lines.iter().filter(|line| line.goal == goal);
            list(own.map(|line| {
                let estimate = with_half_width(&line.estimate, factor, decimals, &unit);
                format!("{} {estimate}", self.tuning.in_words(goal, &line.part))
            }))
        };
        (0..self.tuning.tune.goals.len()).map(told).collect::<Vec<_>>().join("; ")
    }

    /// Returns the sentences on what was found.
    pub fn sentences(&self) -> Vec<String> {
        let Self { tuning, verdict } = self;
        let best = &verdict.finalists[0];
        let lines = verdict.lines(tuning, best);
        let count = |met: Met| lines.iter().filter(|line| line.met == met).count();
        let undecided = match count(Met::Open) {
            0 => String::new(),
            open => format!(", {open} undecided: the intervals are too wide"),
        };
        let mut sentences = vec![
            format!("Closest to the goals on fresh seeds: {}.", self.named(best.candidate)),
            format!(
                "{} ({} of {} as asked{undecided}; intervals from {}, which hold together in 95 % over all goals and {}).",
                self.goals(best),
                count(Met::Yes),
                lines.len(),
                counted(verdict.clusters, "fresh seed"),
                counted(verdict.finalists.len() as u64, "finalist")
            ),
        ];
        let front: Vec<String> =
            verdict.finalists.iter().filter(|one| one.is_front).map(|one| self.named(one.candidate)).collect();
        if tuning.tune.goals.len() > 1 {
            sentences.push(match &front[..] {
                [_] => "No goal is reached better by another finalist.".to_owned(),
                _ => format!("The goals conflict; none of these is better in all of them: {}.", front.join(" | ")),
            });
        }
        let [search, fresh] = verdict.games;
        let tried = tuning.candidates.len();
        sentences.push(format!(
            "{tried} of {} combinations tried in {search} games, the verdict from {fresh} more.",
            tuning.combinations
        ));
        sentences.extend(self.missed());
        sentences.push(match &verdict.recalibrated[..] {
            [] => {
                "The agents did not adapt: they play changed rules by what they believe of those they know.".to_owned()
            }
            names => format!("Calibrated anew for each finalist: {}; other agents did not adapt.", list(names)),
        });
        sentences
    }

    /// What the search dropped, and what may have been missed by that.
    fn missed(&self) -> Option<String> {
        let Verdict { searched, slack, .. } = self.verdict;
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
    pub fn table(&self) -> PrintedTable {
        let mut header = self.knobs();
        header.extend(["goal", "target", "on fresh seeds", "met"].map(str::to_owned));
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let mut table = PrintedTable::new(&header, header.len()..header.len());
        for finalist in &self.verdict.finalists {
            for (number, line) in self.verdict.lines(self.tuning, finalist).into_iter().enumerate() {
                let gauge = self.tuning.gauge(line.goal);
                let (factor, decimals, unit) = in_unit(gauge.unit);
                let goal = [gauge.name.as_str(), &line.part].join(" ");
                let mut row = self.values(finalist.candidate);
                if number > 0 {
                    row.iter_mut().for_each(String::clear);
                }
                row.extend([
                    goal.trim_end().to_owned(),
                    self.tuning.tune.goals[line.goal].target.to_string(),
                    with_half_width(&line.estimate, factor, decimals, &unit),
                    line.met.word().to_owned(),
                ]);
                table.add_row(row);
            }
        }
        table
    }

    /// What tells a finalist from the others: the knobs in which they differ, without sections.
    fn told_apart(&self, candidate: usize) -> String {
        let values: Vec<Vec<String>> = self.verdict.finalists.iter().map(|one| self.values(one.candidate)).collect();
        let differs = |knob: usize| values.iter().any(|other| other[knob] != values[0][knob]);
        let own = self.tuning.tune.knobs.iter().zip(self.values(candidate)).enumerate();
        list(own.filter(|(knob, _)| differs(*knob)).map(|(_, (knob, value))| {
            let name = knob.key.rsplit('.').next().unwrap_or(&knob.key);
            format!("{name} {value}")
        }))
    }

    /// The goals by finalist, with what they should be.
    fn figure(&self) -> Figure {
        let views = (0..self.tuning.tune.goals.len()).map(|goal| self.view(goal)).collect();
        let note = "On fresh seeds, the finalist that is closest to the goals first. The intervals hold together in 95 % over all goals and finalists.";
        Figure {
            name: "verdict",
            section: "Verdict",
            question: "How close do the finalists come?".to_owned(),
            views,
            notes: vec![note.to_owned()],
        }
    }

    fn view(&self, goal: usize) -> View {
        let gauge = self.tuning.gauge(goal);
        let (factor, decimals, unit) = in_unit(gauge.unit);
        let title = if gauge.unit.is_empty() { gauge.name.clone() } else { format!("{}, {}", gauge.name, gauge.unit) };
        let finalists = &self.verdict.finalists;
        let own = |(place, finalist): (usize, &Finalist)| -> Vec<(usize, Line)> {
            let lines = self.verdict.lines(self.tuning, finalist).into_iter();
            lines.filter(|line| line.goal == goal).map(|line| (place, line)).collect()
        };
        let lines: Vec<(usize, Line)> = finalists.iter().enumerate().flat_map(own).collect();
        let parts = self.verdict.finalists[0].aims.parts.iter().filter(|part| part.goal == goal).count().max(1) as f64;
        let mean = lines.iter().take(parts as usize).filter_map(|(_, line)| line.estimate.value).sum::<f64>() / parts;
        let rule = match self.tuning.tune.goals[goal].target {
            Target::Even => Some((mean, "even".to_owned())),
            Target::Number(number) => Some((number, "asked for".to_owned())),
            Target::Range(low, high) => Some(((low + high) / 2.0, format!("asked for: {low} to {high}"))),
        };
        // A row for each part with a series for each finalist, or a row for each of both where these are too many.
        let series: Vec<String> = if finalists.len() > MOST_SERIES {
            vec![String::new()]
        } else {
            finalists.iter().map(|finalist| self.told_apart(finalist.candidate)).collect()
        };
        let label = |place: usize, line: &Line| {
            let part = if line.part.is_empty() { &gauge.name } else { &line.part };
            if finalists.len() > series.len() {
                format!("{part}, {}", self.told_apart(finalists[place].candidate))
            } else {
                part.clone()
            }
        };
        let mut rows: Vec<DotRow> = Vec::new();
        for (place, line) in &lines {
            let dot = Dot {
                series: place % series.len(),
                estimate: line.estimate,
                is_hollow: line.met != Met::Yes,
                text: with_half_width(&line.estimate, factor, decimals, &unit),
            };
            let label = label(*place, line);
            match rows.iter_mut().find(|row| row.label == label) {
                Some(row) => row.dots.push(dot),
                None => rows.push(DotRow { label, dots: vec![dot] }),
            }
        }
        let chart = Dots {
            axis: Some(if factor > 1.0 { Axis::percent(title) } else { Axis::plain(title) }),
            rule,
            series,
            rows,
            hollow: Some("not shown to be as asked for"),
        };
        let mut header = self.knobs();
        header.extend(["part", "estimate", "ci_lo", "ci_hi", "met"].map(str::to_owned));
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let row = |(place, line): &(usize, Line)| {
            let mut row = self.values(finalists[*place].candidate);
            row.push(line.part.clone());
            row.extend([line.estimate.value, line.estimate.low(), line.estimate.high()].map(number));
            row.push(line.met.word().to_owned());
            row
        };
        View {
            label: gauge.name.replace('-', "_"),
            answer: Some(format!(
                "{}: {}.",
                self.named(self.verdict.finalists[0].candidate),
                self.goals(&self.verdict.finalists[0])
            )),
            chart: Chart::Dots(chart),
            table: cells(&header, lines.iter().map(row).collect()),
            source: Source::Result(VERDICT),
        }
    }
}

fn yes(is_it: bool) -> String {
    if is_it { "yes" } else { "no" }.to_owned()
}

/// Gives a component file another name in a config; its key has dots for sections.
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
