//! `sim explain`: why an agent would decide as it does at one point of a recorded game.

mod decision_point;
mod printed;

use std::path::PathBuf;

use agents::AgentSpec;
use clap::Args;
use engine::Game;

use self::decision_point::DecisionPoint;
use self::printed::{Explained, decisions};
use crate::base::clock::clock;
use crate::base::error::{Error, Result};
use crate::base::out;
use crate::commands::args::library::LibraryArgs;
use crate::commands::args::number::whole;
use crate::games::{GameName, Work, for_game};
use crate::lab::shown::Shown;
use crate::lab::study::soak::Soaked;
use crate::lab::wire::files::game_of;
use crate::report::terminal::summary::print_caveat;

/// Arguments of `sim explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A record file, one game per line
    #[arg(value_name = "FILE.jsonl")]
    pub file: PathBuf,

    /// Number of the game in the file, from 1, as `sim check` counts
    #[arg(long, value_name = "G", value_parser = whole::<u64>(1..=u64::MAX), default_value_t = 1, allow_negative_numbers = true)]
    pub game: u64,

    /// Index of the decision among the game's events, from 0: a price, buy, pass or place [default: lists all decisions]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true, requires = "agent")]
    pub event: Option<u64>,

    /// The agent that is to explain; it need not be the one that played
    #[arg(long, value_name = "SPEC", requires = "event")]
    pub agent: Option<String>,

    /// Which tile files records may name
    #[command(flatten)]
    pub library: LibraryArgs,

    /// Print one JSON object and nothing else
    #[arg(long, requires = "event")]
    pub json: bool,
}

/// Asks the agent, with the random source that it had in the game if the record says, and prints what it weighed.
pub fn run(args: &ExplainArgs) -> Result<()> {
    for_game(Ok(game_of(&args.file, GameName::NAMES)), Explain { args })
}

struct Explain<'a> {
    args: &'a ExplainArgs,
}

impl Work for Explain<'_> {
    type Output = Result<()>;

    fn run<S: Soaked + Shown>(self) -> Result<()> {
        let args = self.args;
        let library = S::library(&args.library.given())?;
        let (Some(event), Some(agent)) = (args.event, &args.agent) else {
            let points = DecisionPoint::<S>::all(&args.file, args.game, &library)?;
            print_caveat(points.first().map_or(&[], |point| &point.header.reconstructed))?;
            return out::line(decisions(&points));
        };
        let agent = AgentSpec::read(agent, S::kinds()).map_err(|error| Error::input(format!("--agent: {error}")))?;
        let point = DecisionPoint::<S>::find(&args.file, args.game, event, &library)?;
        let game = &point.header.game;
        let view = game.view(&point.position, point.decided.seat);
        let player = agent.build_with(S::kinds(), clock);
        let explanation = player.explain(game, &view, &mut point.thinking());
        let explained = Explained::new(&agent, &point, &view, &explanation);
        if args.json { out::json(&explained.report(args.game)) } else { explained.print() }
    }
}
