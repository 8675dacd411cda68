//! The content of a page about a run, as plain data.

use std::collections::BTreeSet;
use std::fmt::Display;

use agents::AgentSpec;
use interface::components::ComponentFile;
use interface::narrate::Narrate;

use super::figures::figures;
use super::notable::{NotableGame, notable_games};
use super::viewer::staged::{PieceStyle, StagedGame};
use super::viewer::watched::{WatchedGame, explained};
use crate::terminal::summary::caveat;
use lab::base::error::{Error, Result};
use lab::base::files::exists;
use lab::base::ordered::Workers;
use lab::base::progress::Progress;
use lab::config::effective::{compared, from_printed};
use lab::figure::data::{Chart, Figure};
use lab::figure::table_figure::why_missing;
use lab::forms::compression::table_file;
use lab::forms::numbers::{counted, list};
use lab::play::exec_options::ExecOptions;
use lab::play::replay::Replay;
use lab::run::finished_run::FinishedRun;
use lab::run::raw::find;
use lab::schedule::Schedule;
use lab::schedule::given;
use lab::schedule::shards::Part;
use lab::subject::ResultTable;
use lab::subject::{LibraryOf, Setup};

/// The content of a page about a run.
pub struct RunReport {
    /// The name of the experiment.
    pub name: String,
    /// The master seed.
    pub seed: u64,
    /// The facts about the experiment, each with its name.
    pub facts: Vec<(&'static str, String)>,
    /// The name and spec of each agent.
    pub agents: Vec<(String, String)>,
    /// The config as JSON.
    pub config: String,
    /// The warnings about reconstructed components and modified tables.
    pub warnings: Vec<String>,
    /// The tables missing from the folder, with the reasons.
    pub missing: Vec<String>,
    /// The figures of the tables.
    pub figures: Vec<Figure>,
    /// The games to show.
    pub games: Vec<StagedGame>,
    /// The reasons for missing games.
    pub without_games: Vec<String>,
    /// The style of the game's pieces.
    pub style: PieceStyle,
}

/// The choice of games for a page.
pub struct GameChoice<'a> {
    /// The maximum number of games.
    pub most: usize,
    /// The spec of the agent that explains every decision; `None` for no explanations.
    pub explain: Option<&'a str>,
}

impl RunReport {
    /// Collects the content, and replays the chosen games.
    ///
    /// # Errors
    /// If a table cannot be read or was changed after the run, the explaining agent does not belong to the game, or on
    /// Ctrl-C.
    pub fn of<S: Setup<Game: Narrate>>(run: &FinishedRun, choice: &GameChoice<'_>, exec: ExecOptions) -> Result<Self> {
        let explain = choice.explain.map(|text| given::read_here(text, &S::INFO.schemas())).transpose();
        let explain = explain.map_err(|error| error.at("--explain"))?;
        let (figures, chosen) = (figures(run)?, notable_games(run, choice.most)?);
        let (games, without_games) = match chosen {
            None if choice.most > 0 => {
                (Vec::new(), vec!["No games are shown: they are chosen from the raw table games.csv, which this folder does not have.".to_owned()])
            }
            None => (Vec::new(), Vec::new()),
            Some(chosen) => games::<S>(run, &chosen, explain.as_ref(), exec)?,
        };
        let schedule: &Schedule = &run.experiment;
        let edited = "The result tables were computed from raw tables that had been changed.";
        let reconstructed: Vec<&str> = run.reconstructed.iter().map(String::as_str).collect();
        let warnings = caveat(&reconstructed).into_iter().chain(run.edited.then(|| edited.to_owned()));
        Ok(Self {
            name: schedule.name.clone(),
            seed: schedule.seed,
            facts: facts(run),
            agents: schedule.agents.iter().map(|agent| (agent.name.clone(), agent.spec.to_string())).collect(),
            config: serde_json::to_string_pretty(&run.config).expect("JSON"),
            warnings: warnings.collect(),
            missing: missing(run)?,
            figures,
            games,
            without_games,
            style: PieceStyle::of::<S::Game>(),
        })
    }
}

/// Gives figures of the same name the same axes, for runs shown next to each other.
pub fn share_axes(reports: &mut [RunReport]) {
    let names: BTreeSet<(&str, String)> = reports.iter().flat_map(|report| &report.figures).flat_map(views).collect();
    for (name, label) in names {
        let same = reports.iter_mut().flat_map(|report| &mut report.figures).filter(|figure| figure.name == name);
        let views = same.flat_map(|figure| &mut figure.views).filter(|view| view.label == label);
        let mut charts: Vec<&mut Chart> = views.map(|view| &mut view.chart).collect();
        Chart::share_axes(&mut charts);
    }
}

/// The name of a figure with the label of each of its views.
fn views(figure: &Figure) -> impl Iterator<Item = (&'static str, String)> {
    figure.views.iter().map(|view| (figure.name, view.label.clone()))
}

fn facts(run: &FinishedRun) -> Vec<(&'static str, String)> {
    let schedule: &Schedule = &run.experiment;
    let part: &Part = &run.part;
    let blocks = schedule.block_count_in(part);
    let games = blocks * schedule.games_per_block();
    let mut facts = vec![
        ("game", run.experiment.info().name.to_owned()),
        (
            "played",
            format!("{} of {} players in {}", counted(games, "game"), schedule.players, counted(blocks, "block")),
        ),
        ("seed", schedule.seed.to_string()),
        ("line-up", schedule.lineup.name().to_owned()),
    ];
    facts.extend(schedule.chosen_circle().map(|circle| ("circle", circle.name().to_owned())));
    if !part.is_whole() {
        facts.push(("part", format!("shards {part}")));
    }
    let subject = &run.experiment.subject;
    let modules = run.experiment.info().parts;
    if !modules.is_empty() {
        let in_play = modules.iter().filter(|module| subject.has_part(module)).collect();
        facts.push(("modules", or_else(in_play, "none")));
    }
    facts.push(("rules", or_else(from_printed(&**subject), "as printed")));
    facts.push(("tiles", list(subject.files().iter().map(components))));
    facts.extend(compared(run.experiment.info(), &run.config).map(|changes| ("compared with", list(changes))));
    facts.extend(run.experiment.subject.design().map(|design| ("design", design)));
    let origin = &run.origin;
    facts.push(("program", format!("sim {}, source revision {}", origin.version, origin.revision)));
    facts
}

/// Lists the items, or says `none`.
fn or_else<T: Display>(items: Vec<T>, none: &str) -> String {
    if items.is_empty() { none.to_owned() } else { list(items) }
}

/// The name of a component file, preceded by its part of the game if there are several.
fn components(file: &ComponentFile) -> String {
    match file.key.split_once('.') {
        Some((_, part)) => format!("{part}: {}", file.name),
        None => file.name.clone(),
    }
}

/// The tables missing from the folder, with the reasons.
fn missing(run: &FinishedRun) -> Result<Vec<String>> {
    let mut missing = Vec::new();
    for table in ResultTable::in_play(&run.experiment, &*run.experiment.subject) {
        if !exists(&run.folder.join(table_file(table.name)))? {
            missing.push(why_missing(run, table.name).replacen("Needs ", "Missing: ", 1));
        }
    }
    let mut raw = Vec::new();
    for table in run.experiment.info().raw_tables {
        if find(&run.folder, table.name)?.is_none() {
            raw.push(table.name);
        }
    }
    missing.extend((!raw.is_empty()).then(|| format!("Missing raw tables: {}.", raw.join(", "))));
    Ok(missing)
}

/// Replays the chosen games; also returns the reasons for those that could not be replayed.
fn games<S: Setup<Game: Narrate>>(
    run: &FinishedRun,
    chosen: &[NotableGame],
    explain: Option<&AgentSpec>,
    exec: ExecOptions,
) -> Result<(Vec<StagedGame>, Vec<String>)> {
    let library = S::library(&run.users_files())?;
    let workers = Workers::new(exec.threads)?;
    let progress = Progress::of_games(chosen.len() as u64, exec.quiet);
    let (mut watched, mut faults) = (Vec::new(), Vec::new());
    workers.each(
        chosen.iter().cloned(),
        |(number, why)| again::<S>(run, &library, number, why),
        |game| {
            progress.add(1);
            match game {
                Ok(game) => watched.push(game),
                Err(Error::Interrupted) => return Err(Error::Interrupted),
                Err(fault) => faults.push(format!("Not shown: {}", fault.in_one_line())),
            }
            Ok(())
        },
    )?;
    drop(progress);
    let staged = match explain {
        Some(agent) => explained(watched, agent, exec)?,
        None => watched.into_iter().map(|game| game.staged).collect(),
    };
    Ok((staged, faults))
}

/// Replays a game; the inner error is the reason why it cannot be shown.
///
/// # Errors
/// If its result cannot be read because of the machine.
fn again<S: Setup<Game: Narrate>>(
    run: &FinishedRun,
    library: &LibraryOf<S>,
    number: u64,
    why: String,
) -> Result<Result<WatchedGame<S>>> {
    let kept = match run.kept_vp(number) {
        Err(Error::Machine(failure)) => return Err(Error::Machine(failure)),
        kept => kept,
    };
    let line = Replay::<S>::of(&run.experiment, number).and_then(|replay| replay.line());
    Ok(line.and_then(|(line, ending)| {
        kept?.map_or(Ok(()), |kept| run.check_vp(number, &kept, &ending.points))?;
        let watched = WatchedGame::of_line(&line, library, (number, Some(why)));
        watched.map_err(|fault| Error::machine(format_args!("game {number}"), &fault))
    }))
}
