//! `sim explain`: an agent's decision at one point of a recorded game, and its evaluations.

mod point;

mod report;

mod what_if;

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use engine::Game;
use interface::human_input::HumanInput;
use interface::narrate::Narrate;

use self::point::{DecisionPoint, Points};
use self::report::ExplanationReport;
use self::what_if::what_if;
use crate::commands::args::{ExecArgs, LibraryArgs, seed, whole};
use ::report::terminal::summary::print_caveat;
use ::report::terminal::table::PrintedTable;
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::people::thinking_alone;
use lab::schedule::given;
use lab::study::Study;
use lab::subject::Setup;
use lab::subject::fit::check_in;
use lab::wire::files::{RecordFault, Records};

/// Arguments of `sim explain`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("asked").args(["agent", "instead"]).multiple(true)))]
pub struct ExplainArgs {
    /// Read this record file; games need not be finished
    #[arg(value_name = "FILE.jsonl")]
    pub file: PathBuf,

    /// Choose the game with this number, counted from 1
    #[arg(long, value_name = "G", value_parser = whole::<u64>(1..=u64::MAX), default_value_t = 1)]
    pub game: u64,

    /// Choose a decision by its index among the events [default: list all]
    ///
    /// It counts from 0. Without --event, all decisions are listed.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX), requires = "asked")]
    pub event: Option<u64>,

    /// Let this agent explain; it need not be the one that played
    ///
    /// With --instead it plays on in all seats. Without --event it says what it would decide where an unfinished record ends.
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,

    /// Explain the decision of this seat [default: the first at that point]
    ///
    /// With --event: where two seats decide at the same index. Without: a secret offer where an unfinished record ends.
    #[arg(long, value_name = "SEAT", requires = "asked", value_parser = whole::<u64>(0..=4))]
    pub seat: Option<u64>,

    /// Compare another decision, such as 'L46 2, L08 1' or '{"e":"pass"}'
    ///
    /// ACTION is a line for `sim play human`, or JSON. Both decisions are played out over the same future draws.
    #[arg(long, value_name = "ACTION", requires = "event")]
    pub instead: Option<String>,

    /// With --instead: play N futures with each of the two decisions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u64>(2..=1_000_000))]
    pub futures: u64,

    /// With --instead: draw the futures from this seed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed())]
    pub seed: u64,

    /// Threads and progress
    #[command(flatten)]
    pub exec: ExecArgs,

    /// Tile files that records may name
    #[command(flatten)]
    pub library: LibraryArgs,

    /// Print one JSON object and nothing else
    #[arg(long, requires = "asked")]
    pub json: bool,
}

/// Asks the agent and prints its evaluations.
///
/// It gets its random source from the game, if the record has it.
pub fn run(args: &ExplainArgs) -> Result<()> {
    let (name, records) = games::of_record(&args.file).map_err(RecordFault::into_error)?;
    for_game!(name => explain(args, records))
}

fn explain<S: Study<Game: HumanInput>>(args: &ExplainArgs, records: Records) -> Result<()> {
    let library = S::library(&args.library.given())?;
    let fault = |why| Error::input(args.file.display(), format_args!("game {}, {why}", args.game), "");
    if let (Some(event), Some(instead)) = (args.event, &args.instead) {
        let point = Points::<S>::read(records, args.game, &library)?.find(event, args.seat).map_err(fault)?;
        return what_if(args, &point, instead);
    }
    let Some(agent) = &args.agent else {
        let Points { header, decided, missing, .. } = Points::<S>::read(records, args.game, &library)?;
        print_caveat(&header.reconstructed)?;
        if decided.is_empty() {
            out::line(
                "this record has no decisions; once a round's tiles are drawn, `--agent SPEC` shows who would decide what",
            )?;
        } else {
            out::line(decisions(&decided))?;
        }
        return missing
            .map_or(Ok(()), |fault| out::line(format_args!("the record ends before the game does: {fault}")));
    };
    let agent = given::read_here(agent, &S::INFO.schemas()).map_err(|error| error.at("--agent"))?;
    let points = Points::<S>::read(records, args.game, &library)?;
    let point = match args.event {
        Some(event) => points.find(event, args.seat),
        None => points.next(args.seat),
    };
    let point = point.map_err(fault)?;
    let game = &point.header.game;
    let view = game.view(&point.position, point.decided.seat);
    check_in::<S>(game, &agent).map_err(of_agent)?;
    let built = thinking_alone::<S>(&agent, args.exec.threads);
    let explanation = built.explain(game, &view, &mut point.thinking());
    let explained = ExplanationReport::new(&agent, &*built, &point, &view, &explanation);
    if args.json { out::json(&explained.report(args.game)) } else { explained.print() }
}

/// Returns the error of an agent that cannot play.
fn of_agent(why: String) -> Error {
    Error::input("--agent", &why, "")
}

/// Tabulates all decisions of a game, with the index that `--event` takes.
fn decisions<S: Setup<Game: Narrate>>(points: &[DecisionPoint<S>]) -> PrintedTable {
    let mut table = PrintedTable::new(&["event", "round", "seat", "player", "decided"], 0..3);
    for point in points {
        let decided = &point.decided;
        table.add_row([
            decided.event.to_string(),
            S::Game::round(&point.position).to_string(),
            decided.seat.to_string(),
            point.player().to_owned(),
            point.recorded().unwrap_or_default(),
        ]);
    }
    table
}
