//! `sim dev soak`: random games under random rules, with every law asserted.

use std::time::{Duration, Instant};

use clap::Args;
use engine::MAX_SEATS;

use crate::commands::args::{CommandArgs, ExecArgs, SetupArgs, seed, whole};
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::ordered::Workers;
use lab::base::out;
use lab::base::progress::Progress;
use lab::study::soak::soak;
use lab::study::{SoakOptions, Study};
use report::shell::quoted;

/// The number of experiments without a limit of time.
const USUAL: u64 = 200;

/// Arguments of `sim dev soak`.
#[derive(Args, Clone, Debug)]
pub struct SoakArgs {
    /// Play this game
    #[arg(long, value_name = "NAME", default_value = games::NAMES[0])]
    pub game: String,

    /// Play N experiments, each with its own rules, agents and tiles [default: 200]
    ///
    /// With --seconds alone, as many as there is time for.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    pub experiments: Option<u64>,

    /// Stop after S seconds, even if experiments remain
    #[arg(long, value_name = "S", value_parser = whole::<u64>(1..=u64::MAX))]
    pub seconds: Option<u64>,

    /// Use this master seed
    #[arg(long, value_name = "S", value_parser = seed(), default_value_t = 1)]
    pub seed: u64,

    /// Start with experiment N, to repeat a failed one
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX))]
    pub first: u64,

    /// Play with these modules, such as druids,bonus [default: drawn at random]
    #[arg(long, value_name = "LIST")]
    pub modules: Option<String>,

    /// Use a tile file or a shipped set [default: shipped ones drawn at random]
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<String>,

    /// With --modules: use these module tiles, such as druids=FILE
    #[arg(long, value_name = "MODULE=FILE,…", value_delimiter = ',')]
    pub module_tiles: Vec<String>,

    /// Add your own scoring tiles from this file, drawn like the others
    #[arg(long, value_name = "FILE")]
    pub scoring_tiles: Option<String>,

    /// Fix a rule in every experiment, such as rules.castle-income=4 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,

    /// Agents that are programs
    #[command(flatten)]
    pub programs: CommandArgs,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,
}

impl SoakArgs {
    /// Returns the settings shared by all experiments.
    fn fixed<S: Study>(&self) -> Result<SoakOptions> {
        let Self { modules, tiles, module_tiles, scoring_tiles, set, .. } = self.clone();
        let own = scoring_tiles.iter().map(|file| format!("scoring-tiles={file}"));
        let library = tiles.iter().chain(&module_tiles).cloned().chain(own).collect();
        let setup = SetupArgs { tiles, modules, module_tiles, scoring_tiles, set, ..SetupArgs::default() };
        let config = setup.config()?;
        for players in 2..=MAX_SEATS {
            config.components(S::INFO, players)?;
        }
        let parts = setup.modules.as_ref().map(|list| list.split(',').map(|name| name.trim().to_owned()).collect());
        let programs = self.programs.programs(S::INFO)?;
        Ok(SoakOptions { parts, set: setup.set.clone(), files: setup.files()?, library, programs })
    }

    /// Returns the maximum number of experiments.
    fn most(&self) -> u64 {
        self.experiments.unwrap_or(if self.seconds.is_some() { u64::MAX } else { USUAL })
    }

    /// Returns the command that repeats one experiment.
    fn again(&self, number: u64) -> String {
        let game = if self.game == games::NAMES[0] { String::new() } else { format!(" --game {}", self.game) };
        let mut words = format!("sim dev soak{game} --seed {} --first {number} --experiments 1", self.seed);
        self.modules.iter().for_each(|modules| words += &format!(" --modules {}", quoted(modules)));
        self.tiles.iter().for_each(|tiles| words += &format!(" --tiles {}", quoted(tiles)));
        self.module_tiles.iter().for_each(|named| words += &format!(" --module-tiles {}", quoted(named)));
        self.scoring_tiles.iter().for_each(|file| words += &format!(" --scoring-tiles {}", quoted(file)));
        self.set.iter().for_each(|set| words += &format!(" --set {}", quoted(set)));
        words + &self.programs.again()
    }
}

/// Plays until the budget is used up, or a law is broken.
pub fn run(args: &SoakArgs) -> Result<()> {
    for_game!(games::of_flag(&args.game)? => play(args))
}

fn play<S: Study>(args: &SoakArgs) -> Result<()> {
    let fixed = args.fixed::<S>()?;
    let workers = Workers::new(args.exec.threads.map(usize::from))?;
    let end = args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let in_time = || end.is_none_or(|end| Instant::now() < end);
    let numbers = (args.first..args.first.saturating_add(args.most())).take_while(|_| in_time());
    let progress = Progress::of_experiments(args.most(), args.exec.quiet);
    let (mut done, mut played) = (0_u64, 0_u64);
    let soaked = workers.each(
        numbers,
        // Many experiments wait for a thread; those still waiting at the end are skipped.
        |number| Ok((number, in_time().then(|| soak::<S>(args.seed, number, &fixed)))),
        |(number, soaked)| {
            let Some(soaked) = soaked else { return Ok(()) };
            played += soaked.map_err(|what| {
                let again = args.again(number);
                Error::machine(
                    format_args!("experiment {number} of seed {}", args.seed),
                    format_args!("{what}\nrepeat with: {again}"),
                )
            })?;
            done += 1;
            progress.add(1);
            Ok(())
        },
    );
    drop(progress);
    soaked?;
    out::line(format_args!("{done} experiments, {played} games, seed {}: no invariant was violated", args.seed))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        soak: SoakArgs,
    }

    #[test]
    fn a_time_alone_limits_the_number_of_experiments() {
        let most = |words: &[&str]| Line::parse_from([&["soak"], words].concat()).soak.most();
        assert_eq!([most(&[]), most(&["--experiments", "7", "--seconds", "600"])], [200, 7]);
        assert_eq!(most(&["--seconds", "600"]), u64::MAX);
    }
}
