//! Null experiments: experiments with known true effects, played many times to measure error rates.
//!
//! With identical agents under different names, nothing differs. With two identical agents among others, these two do
//! not differ. With unequal agents whose scoring tiles and circles are exchanged between seeds after the games, neither
//! tiles nor neighbours have an effect.

mod checks;
mod games;
pub mod studies;
mod tally;

use std::path::Path;

use engine::MAX_SEATS;
use engine::random::mix;
use rayon::prelude::*;

use crate::base::error::Result;
use crate::config::{Overrides, parse};
use crate::experiment::Experiment;
use crate::forms::numbers::list;
use crate::schedule::lineup::Lineup;
use crate::subject::GameInfo;
use crate::subject::null_check::{Null, NullCheck, NullDesign};
use tally::MethodTally;
pub use tally::MethodVerdict;

/// The indices of the two identical agents among others.
const TWINS: (usize, usize) = (0, 1);

/// The probability that a win is kept in the experiment of rare wins.
const KEPT: f64 = 0.1;

/// An experiment with known true effects.
struct NullExperiment {
    null: Null,
    experiment: Experiment,
    /// The probability that a win is kept.
    ///
    /// Known win shares far from equality are made from equal agents by drawing lots after a game. This preserves the
    /// correlation of the games of a block, and gives an exactly known share.
    kept: f64,
}

/// Returns experiments of two identical agents among others, and of unequal agents.
///
/// They have 3 to 5 players, with one agent for each seat and with one more.
fn unequal_experiments(game: &GameInfo) -> Vec<(String, String, Null)> {
    let Some((twin, others)) = game.null_agents.split_first() else { return Vec::new() };
    let agents = |twins: usize, count: usize| -> Vec<&str> {
        [twin].into_iter().cycle().take(twins).chain(others).copied().take(count).collect()
    };
    let mut experiments = Vec::new();
    for players in 3..=MAX_SEATS {
        for (lineup, more, seeds) in [(Lineup::Rotate, 0, 40), (Lineup::RoundRobin, 1, 24)] {
            let name = format!("{} with two equal of {players} players", lineup.name());
            let config = config_of(game, &agents(2, players + more), players, lineup, seeds, "");
            experiments.push((name, config, Null::Twins));
        }
    }
    for (players, lineup, more, seeds) in [(4, Lineup::Rotate, 0, 80), (3, Lineup::RoundRobin, 1, 40)] {
        let name = format!("{} of {players} players with seeds exchanged", lineup.name());
        let config = config_of(game, &agents(1, players + more), players, lineup, seeds, "");
        experiments.push((name, config, Null::Exchanged));
    }
    experiments
}

/// Returns the config of an experiment of agents with these specs; `keys` are further lines.
fn config_of(game: &GameInfo, specs: &[&str], players: usize, lineup: Lineup, seeds: u64, keys: &str) -> String {
    let agents = specs.iter().enumerate().map(|(index, spec)| format!("{{ name = \"a{index}\", spec = \"{spec}\" }}"));
    format!(
        "name = \"null\"\ngame = \"{}\"\nplayers = {players}\nblocks = {}\nlineup = \"{}\"\nagents = [{}]\n{keys}\n",
        game.name,
        seeds * lineup.count(specs.len(), players),
        lineup.name(),
        list(agents)
    )
}

/// The experiments of any game.
const DESIGNS: [NullDesign; 4] = [
    NullDesign::new("2 players", 2, 40, ""),
    NullDesign::new("3 players", 3, 40, ""),
    NullDesign::new("4 players", 4, 40, ""),
    NullDesign::new("5 players", 5, 40, ""),
];

/// The experiment of rare wins.
const RARE_WINS: NullDesign = NullDesign::new("rare wins of 4 players", 4, 150, "");

/// Plays all null experiments `repetitions` times with seeds from `seed` on, and applies every method.
///
/// # Errors
/// If an experiment of the game is not valid.
pub fn verdicts(game: &'static GameInfo, repetitions: u64, seed: u64) -> Result<Vec<MethodVerdict>> {
    let mut experiments = Vec::new();
    let all_kept = |design| (design, 1.0);
    let own = game.null_experiments.iter().map(all_kept);
    for (design, kept) in DESIGNS.iter().map(all_kept).chain([(&RARE_WINS, KEPT)]).chain(own) {
        let NullDesign { name, players, blocks, keys } = *design;
        let config = config_of(game, &vec!["random"; players], players, Lineup::Rotate, blocks, keys);
        experiments.push((name.to_owned(), config, Null::Identical, kept));
    }
    experiments.extend(unequal_experiments(game).into_iter().map(|(name, config, null)| (name, config, null, 1.0)));
    let mut played = Vec::new();
    for (name, config, null, kept) in experiments {
        let experiment = parse(game, "null experiment", &config, Path::new(""), &Overrides::default())?;
        let experiment = NullExperiment { null, experiment, kept };
        let checks: Vec<Vec<NullCheck>> = (0..repetitions)
            .into_par_iter()
            .map(|repetition| experiment.played(mix([seed, repetition])).checks(repetition as usize))
            .collect();
        played.push((name, checks));
    }
    Ok(MethodTally::verdicts(&played))
}
