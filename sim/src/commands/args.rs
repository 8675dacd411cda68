//! Arguments that several commands share.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use lab::base::error::{Error, Result};
use lab::base::program::{Program, launcher};
use lab::base::{out, plain_text};
use lab::config::{Config, MEMORY_MB, MOVE_MS, Overrides, READY_RANGE};
use lab::experiment::Experiment;
use lab::play::exec_options::ExecOptions;
use lab::programs::{MayNotRepeat, OnFault, ProgramSpec, READY_MS};
use lab::subject::GameInfo;
use report::shell::quoted;

/// Returns a parser for whole numbers in a range.
pub fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match (range.start(), range.end()) {
            (least, &u64::MAX) => format!("accepted: a whole number from {least}"),
            (least, most) => format!("accepted: a whole number from {least} to {most}"),
        })
    }
}

/// Returns a parser for master seeds.
pub fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    whole(0..=u64::MAX)
}

/// Flags of every command that plays many games.
#[derive(Args, Copy, Clone, Debug)]
pub struct ExecArgs {
    /// Use N threads, at most 8 for one decision [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024))]
    pub threads: Option<u16>,

    /// Hide progress
    #[arg(long)]
    pub quiet: bool,
}

impl From<ExecArgs> for ExecOptions {
    fn from(args: ExecArgs) -> Self {
        Self { threads: args.threads.map(usize::from), quiet: args.quiet }
    }
}

/// Flags of every command that plays games of its own.
#[derive(Args, Clone, Debug)]
pub struct SimulationArgs {
    /// Use this master seed
    #[arg(long, value_name = "S", value_parser = seed(), default_value_t = 1)]
    pub seed: u64,

    /// Print one JSON object and nothing else; missing numbers are null
    #[arg(long)]
    pub json: bool,

    /// Rules and components
    #[command(flatten)]
    pub setup: SetupArgs,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

/// The experiment of a command that needs a config.
#[derive(Args, Clone, Debug)]
pub struct ConfigArgs {
    /// Read the experiment from this TOML file
    pub config: PathBuf,

    /// Use this master seed instead of the config's
    #[arg(long, value_name = "S", value_parser = seed())]
    pub seed: Option<u64>,

    /// Override a config key, such as blocks=100 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl ConfigArgs {
    /// Returns the config with these settings.
    ///
    /// # Errors
    /// If it cannot be read, is not TOML, or a setting cannot be made.
    pub fn load(&self) -> Result<Config> {
        Config::load(&self.config, &Overrides { set: self.set.clone(), seed: self.seed })
    }
}

/// Agents that are other programs.
#[derive(Args, Clone, Default, Debug)]
pub struct CommandArgs {
    /// Add an external agent NAME that runs CMD, split as in a shell (repeatable)
    #[arg(long, value_name = "NAME=CMD")]
    pub command: Vec<String>,

    /// Limit each answer of external agents to MS milliseconds; 0 is no limit
    #[arg(long, value_name = "MS", requires = "command", value_parser = whole::<u64>(MOVE_MS), default_value_t = 0)]
    pub move_ms: u64,

    /// Limit the start-up of external agents to MS milliseconds
    #[arg(long, value_name = "MS", requires = "command", value_parser = whole::<u64>(READY_RANGE), default_value_t = READY_MS)]
    pub ready_ms: u64,

    /// Limit each process of an external agent to MIB MiB of memory
    #[arg(long, value_name = "MIB", requires = "command", value_parser = whole::<u64>(MEMORY_MB))]
    pub memory_mb: Option<u64>,
}

impl CommandArgs {
    /// Returns the programs; none may have the name of an agent of the game.
    ///
    /// # Errors
    /// If a name or command is not valid.
    pub fn programs(&self, game: &GameInfo) -> Result<Vec<ProgramSpec>> {
        let mut programs: Vec<ProgramSpec> = Vec::new();
        for text in &self.command {
            let fault = |what: String| Error::input("--command", format_args!("found `{text}`; {what}"), "");
            let (name, command) = text.split_once('=').ok_or_else(|| fault("accepted: NAME=CMD".to_owned()))?;
            plain_text::check_name(name, "-_.+").map_err(|accepted| fault(format!("accepted: as NAME {accepted}")))?;
            if game.schemas().iter().any(|schema| schema.name == name)
                || programs.iter().any(|other| other.name == name)
            {
                return Err(fault(format!("`{name}` is already an agent; accepted: another name")));
            }
            programs.push(self.program(name, command).map_err(fault)?);
        }
        Ok(programs)
    }

    fn program(&self, name: &str, command: &str) -> Result<ProgramSpec, String> {
        let words = shlex::split(command).filter(|words| words.first().is_some_and(|word| !word.is_empty()));
        let words = words.ok_or("accepted: as CMD a program and its arguments, with quotes closed")?;
        Ok(ProgramSpec {
            name: name.to_owned(),
            program: Program { words, memory: self.memory_mb.map(|megabytes| megabytes << 20), launcher: launcher() },
            options: BTreeMap::new(),
            ready: Duration::from_millis(self.ready_ms),
            limit: (self.move_ms > 0).then(|| Duration::from_millis(self.move_ms)),
            on_fault: OnFault::Stop,
            is_deterministic: false,
        })
    }

    /// Returns the same options for a shell.
    pub fn again(&self) -> String {
        let mut words = String::new();
        self.command.iter().for_each(|command| words += &format!(" --command {}", quoted(command)));
        if self.move_ms > 0 {
            words += &format!(" --move-ms {}", self.move_ms);
        }
        if self.ready_ms != READY_MS {
            words += &format!(" --ready-ms {}", self.ready_ms);
        }
        self.memory_mb.iter().for_each(|megabytes| words += &format!(" --memory-mb {megabytes}"));
        words
    }
}

/// Returns Isle of Skye, the game of a command that no other game has.
///
/// # Errors
/// If the config or an option names another game.
pub fn skye(config: &Config) -> Result<&'static GameInfo> {
    let game = games::of_config(config)?;
    if game.name == games::NAMES[0] {
        return Ok(game);
    }
    Err(Error::input(
        "--game",
        format_args!("found `{}`, which has no scoring tiles and no prices", game.name),
        games::NAMES[0],
    ))
}

/// Returns the names of the agents in two runs that are external programs, each once.
pub fn programs<'a>(first: &'a Experiment, second: Option<&'a Experiment>) -> Vec<&'a str> {
    let mut names: Vec<&str> =
        first.programs().chain(second.into_iter().flat_map(|second| second.programs())).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Prints the names of programs that may not repeat their games.
///
/// # Errors
/// If it cannot be written.
pub fn notes(others: &[MayNotRepeat]) -> Result<()> {
    others.iter().try_for_each(|other| out::line(format_args!("agent {other}")))
}

/// Returns the specs of programs that may not repeat their games, for JSON.
pub fn names(others: &[MayNotRepeat]) -> Vec<String> {
    others.iter().map(|other| other.agent.clone()).collect()
}

/// Tile files that records may name.
#[derive(Args, Clone, Default, Debug)]
pub struct LibraryArgs {
    /// Accept games that use this tile file (repeatable)
    #[arg(long, value_name = "FILE")]
    pub tiles: Vec<String>,

    /// Accept games that use these module tiles, such as druids=FILE
    #[arg(long, value_name = "MODULE=FILE,…", value_delimiter = ',')]
    pub module_tiles: Vec<String>,

    /// Accept games that use this file of scoring tiles (repeatable)
    #[arg(long, value_name = "FILE")]
    pub scoring_tiles: Vec<String>,
}

impl LibraryArgs {
    /// Returns all of them, in the form that a game's library takes.
    pub fn given(&self) -> Vec<String> {
        let scoring: Vec<String> = self.scoring_tiles.iter().map(|file| format!("scoring-tiles={file}")).collect();
        [&self.tiles[..], &self.module_tiles, &scoring].concat()
    }
}

/// Rules and components.
#[derive(Args, Clone, Default, Debug)]
pub struct SetupArgs {
    /// Play this game [default: that of --config, or skye]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,

    /// Use a tile file or shipped set; Tipperary: KIND=FILE,… [default: printed]
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<String>,

    /// Tipperary: fix hometowns by seat, such as H3A,H1B [default: dealt]
    #[arg(long, value_name = "LIST")]
    pub hometowns: Option<String>,

    /// Play with these modules, such as druids,bonus
    #[arg(long, value_name = "LIST")]
    pub modules: Option<String>,

    /// Use these module tiles, such as druids=FILE [default: reconstructed]
    #[arg(long, value_name = "MODULE=FILE,…", value_delimiter = ',')]
    pub module_tiles: Vec<String>,

    /// Add your own scoring tiles from this file
    #[arg(long, value_name = "FILE")]
    pub scoring_tiles: Option<String>,

    /// Take only rules, modules and tile files from this config
    #[arg(long, value_name = "CONFIG")]
    pub config: Option<PathBuf>,

    /// Change a key of the setup, such as rules.castle-income=4 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl SetupArgs {
    /// Returns all of it as a config.
    ///
    /// # Errors
    /// If a file cannot be read, is not TOML, or a setting cannot be made.
    pub fn config(&self) -> Result<Config> {
        let overrides = Overrides { set: self.set.clone(), seed: None };
        let mut config = match &self.config {
            Some(path) => Config::load(path, &overrides)?,
            None => Config::parse("the printed game", "", Path::new(""), &overrides)?,
        };
        self.game.iter().for_each(|game| config.set_game(game));
        self.modules.iter().for_each(|modules| config.set_list("modules", modules));
        self.hometowns.iter().for_each(|hometowns| config.set_list("hometowns", hometowns));
        self.files()?.iter().for_each(|(key, file)| config.set_file(key, file));
        Ok(config)
    }

    /// Returns the component files that options name, each with its key in configs.
    ///
    /// # Errors
    /// If that of a module does not name the module.
    pub fn files(&self) -> Result<Vec<(String, String)>> {
        let of_module = |named: &String| match named.split_once('=') {
            Some((module, file)) => Ok((format!("module-tiles.{module}"), file.to_owned())),
            None => {
                Err(Error::input("--module-tiles", format_args!("found `{named}`"), "MODULE=FILE, such as druids=FILE"))
            }
        };
        let landscape = self.tiles.iter().map(|file| Ok(("tiles".to_owned(), file.clone())));
        let scoring = self.scoring_tiles.iter().map(|file| Ok(("scoring-tiles".to_owned(), file.clone())));
        landscape.chain(self.module_tiles.iter().map(of_module)).chain(scoring).collect()
    }
}
