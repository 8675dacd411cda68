//! All that a page says about a run, as plain data.

use std::collections::BTreeSet;
use std::fmt::Display;

use agents::AgentSpec;
use interface::components::ComponentFile;
use interface::narrate::Narrate;
use rayon::ThreadPool;

use super::figures::figures;
use super::telling::{Telling, telling};
use super::viewer::staged::{PieceLook, Staged};
use super::viewer::watched::{Watched, explained};
use crate::terminal::summary::caveat;
use lab::base::error::{Error, Result};
use lab::base::files::exists;
use lab::base::progress::Progress;
use lab::base::{interrupt, ordered};
use lab::config::effective::{compared, from_printed};
use lab::figure::data::{Chart, Figure};
use lab::figure::of_run::why_missing;
use lab::forms::compression::table_file;
use lab::forms::numbers::{counted, list};
use lab::play::exec_options::ExecOptions;
use lab::play::replay::Replay;
use lab::run::finished_run::FinishedRun;
use lab::run::raw::find;
use lab::schedule::Schedule;
use lab::schedule::given;
use lab::schedule::part::Part;
use lab::subject::{LibraryOf, Setup};
use lab::tables::totals::ResultTable;

/// A run for a page.
pub struct RunReport {
    /// Its name.
    pub name: String,
    /// Its master seed.
    pub seed: u64,
    /// What was played, each with its name.
    pub facts: Vec<(&'static str, String)>,
    /// The agents: name and spec.
    pub agents: Vec<(String, String)>,
    /// Its config as JSON.
    pub config: String,
    /// What a reader must know: reconstructed components, changed tables.
    pub warnings: Vec<String>,
    /// Tables that the folder does not have, and why.
    pub missing: Vec<String>,
    /// What the tables say.
    pub figures: Vec<Figure>,
    /// Games to look at.
    pub games: Vec<Staged>,
    /// Why there are none, or fewer.
    pub without_games: Vec<String>,
    /// How the game's pieces look.
    pub look: PieceLook,
}

/// Which games a page has.
pub struct GameChoice<'a> {
    /// At most how many.
    pub most: usize,
    /// The agent that explains every decision, if one is to.
    pub explain: Option<&'a str>,
}

impl RunReport {
    /// Everything about a run.
    ///
    /// # Errors
    /// If a table cannot be read or is not as a run leaves it, the agent that explains is not one of the game's, or on Ctrl-C.
    pub fn of<S: Setup<Game: Narrate>>(run: &FinishedRun, choice: &GameChoice<'_>, exec: ExecOptions) -> Result<Self> {
        let spec = |text: &str| given::read_here(text, &S::INFO.schemas()).map_err(|error| error.at("--explain"));
        let explain = choice.explain.map(spec).transpose()?;
        let (figures, chosen) = (figures(run)?, telling(run, choice.most)?);
        let (games, without_games) = match chosen {
            None if choice.most > 0 => {
                (Vec::new(), vec!["No games to look at: they are chosen from games.csv, a raw table, which this folder does not have.".to_owned()])
            }
            None => (Vec::new(), Vec::new()),
            Some(chosen) => games::<S>(run, &chosen, explain.as_ref(), exec)?,
        };
        let schedule: &Schedule = &run.experiment;
        let agent = |agent: &lab::schedule::contestant::Contestant| (agent.name.clone(), agent.spec.to_string());
        let edited = "The result tables were computed from raw tables that somebody has changed.";
        let reconstructed: Vec<&str> = run.reconstructed.iter().map(String::as_str).collect();
        let warnings = caveat(&reconstructed).into_iter().chain(run.edited.then(|| edited.to_owned()));
        Ok(Self {
            name: schedule.name.clone(),
            seed: schedule.seed,
            facts: facts(run),
            agents: schedule.agents.iter().map(agent).collect(),
            config: serde_json::to_string_pretty(&run.config).expect("JSON"),
            warnings: warnings.collect(),
            missing: missing(run)?,
            figures,
            games,
            without_games,
            look: PieceLook::of::<S::Game>(),
        })
    }
}

/// Gives figures of the same name the same axes, since their pages stand side by side.
pub fn share_axes(reports: &mut [RunReport]) {
    let names: BTreeSet<(&str, String)> = reports.iter().flat_map(|report| &report.figures).flat_map(views).collect();
    for (name, label) in names {
        let same = reports.iter_mut().flat_map(|report| &mut report.figures).filter(|figure| figure.name == name);
        let views = same.flat_map(|figure| &mut figure.views).filter(|view| view.label == label);
        let mut charts: Vec<&mut Chart> = views.map(|view| &mut view.chart).collect();
        Chart::share_axes(&mut charts);
    }
}

/// The names of a figure's views.
fn views(figure: &Figure) -> impl Iterator<Item = (&'static str, String)> {
    figure.views.iter().map(|view| (figure.name, view.label.clone()))
}

fn facts(run: &FinishedRun) -> Vec<(&'static str, String)> {
    let schedule: &Schedule = &run.experiment;
    let part: &Part = &run.part;
    let blocks = part.block_count(schedule.blocks);
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

/// These, or something else if there are none.
fn or_else<T: Display>(items: Vec<T>, none: &str) -> String {
    if items.is_empty() { none.to_owned() } else { list(items) }
}

/// The name of a component file, after the part of the game that it is for where there are several.
fn components(file: &ComponentFile) -> String {
    match file.key.split_once('.') {
        Some((_, part)) => format!("{part}: {}", file.name),
        None => file.name.clone(),
    }
}

/// The tables that the folder does not have.
fn missing(run: &FinishedRun) -> Result<Vec<String>> {
    let mut missing = Vec::new();
    for table in ResultTable::in_play(&run.experiment, &*run.experiment.subject) {
        if !exists(&run.folder.join(table_file(table.name)))? {
            missing.push(why_missing(run, table.name).replacen("Needs ", "Not here: ", 1));
        }
    }
    let mut raw = Vec::new();
    for table in run.experiment.info().raw_tables {
        if find(&run.folder, table.name)?.is_none() {
            raw.push(table.name);
        }
    }
    missing.extend((!raw.is_empty()).then(|| format!("Raw tables that are not here: {}.", raw.join(", "))));
    Ok(missing)
}

/// The chosen games played again, and why some could not be.
fn games<S: Setup<Game: Narrate>>(
    run: &FinishedRun,
    chosen: &[Telling],
    explain: Option<&AgentSpec>,
    exec: ExecOptions,
) -> Result<(Vec<Staged>, Vec<String>)> {
    let library = S::library(&run.users_files())?;
    let pool: ThreadPool = ordered::pool(exec.threads)?;
    let progress = Progress::of_games(chosen.len() as u64, exec.quiet);
    let (mut watched, mut faults) = (Vec::new(), Vec::new());
    let again = |(): &mut (), (number, why): Telling| again::<S>(run, &library, number, why);
    ordered::for_each(
        &pool,
        interrupt::install_handler()?,
        chosen.iter().cloned().map(Ok),
        || (),
        again,
        |game| {
            progress.add(1);
            match game? {
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

/// A game played again, or why it cannot be shown.
///
/// # Errors
/// If the machine cannot read how it ended.
fn again<S: Setup<Game: Narrate>>(
    run: &FinishedRun,
    library: &LibraryOf<S>,
    number: u64,
    why: String,
) -> Result<Result<Watched<S>>> {
    let kept = match run.kept_vp(number) {
        Err(Error::Other(fault)) => return Err(Error::Other(fault)),
        kept => kept,
    };
    let watch = || {
        let (line, ending) = Replay::<S>::of(&run.experiment, number)?.line()?;
        kept?.map_or(Ok(()), |kept| run.check_vp(number, &kept, &ending.points))?;
        let watched = Watched::of_line(&line, library, (number, Some(why)));
        watched.map_err(|fault| Error::other(format!("game {number}: {fault}")))
    };
    Ok(watch())
}
