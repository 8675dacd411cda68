//! `sim explain`: an agent's decision at one point of a recorded game, and its evaluations.

use std::path::PathBuf;
use std::rc::Rc;

use agents::{AgentSpec, Explanation};
use clap::{ArgGroup, Args};
use engine::random::{Random, random};
use engine::{Game, Turn};
use interface::event_cursor::GameFault;
use interface::json::{self, Strict};
use interface::narrate::Narrate;
use interface::protocol::Protocol;
use interface::record::{Header, OpenRecord};
use interface::record_format::RecordedDecision;
use interface::replay::ReplayEvent;
use interface::weighing::{ActionEvaluation, considered, is_forced, thinking};
use serde::Serialize;
use serde_json::Value;

use crate::commands::args::{ExecArgs, LibraryArgs, seed, whole};
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::base::plain_text::escaped;
use lab::base::time::clock;
use lab::forms::numbers::with_half_width;
use lab::schedule::given;
use lab::study::Study;
use lab::study::what_if::{WhatIf, WhatIfDifference};
use lab::subject::fit::check_in;
use lab::subject::{ActionOf, PositionOf};
use lab::subject::{LibraryOf, Setup};
use lab::wire::files::{RecordFault, Records};
use report::terminal::summary::print_caveat;
use report::terminal::table::PrintedTable;
use stats::Estimate;

/// Arguments of `sim explain`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("asked").args(["agent", "instead"]).multiple(true)))]
pub struct ExplainArgs {
    /// Read this record file; games need not be finished
    #[arg(value_name = "FILE.jsonl")]
    pub file: PathBuf,

    /// Choose the game with this number, counted from 1
    #[arg(long, value_name = "G", value_parser = whole::<u64>(1..=u64::MAX), default_value_t = 1, allow_negative_numbers = true)]
    pub game: u64,

    /// Choose a decision by its index among the events [default: list all]
    ///
    /// It counts from 0; decisions are price, buy, pass and place.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true, requires = "asked")]
    pub event: Option<u64>,

    /// Explain by this agent, which need not be the one that played
    ///
    /// With --instead it plays on in all seats. Without --event it says what it would decide where an unfinished record ends.
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,

    /// Ask for the secret offer of this seat [default: the first that is missing]
    #[arg(long, value_name = "SEAT", requires = "agent", conflicts_with = "event",
          value_parser = whole::<u64>(0..=4), allow_negative_numbers = true)]
    pub seat: Option<u64>,

    /// Value another decision, as JSON such as '{"e":"pass"}'
    ///
    /// Both decisions are played on over the same future draws.
    #[arg(long, value_name = "ACTION", requires = "event")]
    pub instead: Option<String>,

    /// With --instead: play N futures, each with either decision
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u64>(2..=1_000_000), allow_negative_numbers = true)]
    pub futures: u64,

    /// With --instead: draw the futures from this seed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed(), allow_negative_numbers = true)]
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

/// Asks the agent, with the random source that it had in the game if the record says, and prints what it weighed.
pub fn run(args: &ExplainArgs) -> Result<()> {
    let (name, records) = games::of_record(&args.file).map_err(RecordFault::into_error)?;
    for_game!(name => explain(args, records))
}

fn explain<S: Study<Game: Narrate>>(args: &ExplainArgs, records: Records) -> Result<()>
where
    S::Game: Protocol,
{
    let library = S::library(&args.library.given())?;
    let fault = |why| Error::input(args.file.display(), format_args!("game {}, {why}", args.game), "");
    if let (Some(event), Some(instead)) = (args.event, &args.instead) {
        let point = Points::<S>::read(records, args.game, &library)?.find(event).map_err(fault)?;
        return what_if(args, &point, instead);
    }
    let Some(agent) = &args.agent else {
        let Points { header, decided, missing, .. } = Points::<S>::read(records, args.game, &library)?;
        print_caveat(&header.reconstructed)?;
        if decided.is_empty() {
            out::line(
                "nothing is decided in this record; with the tiles of a round `--agent SPEC` tells who would decide what",
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
        Some(event) => points.find(event),
        None => points.next(args.seat),
    };
    let point = point.map_err(fault)?;
    let game = &point.header.game;
    let view = game.view(&point.position, point.decided.seat);
    check_in::<S>(game, &agent).map_err(of_agent)?;
    let explanation = agent.build_with(S::KINDS, clock).explain(game, &view, &mut point.thinking());
    let explained = ExplanationReport::new(&agent, &point, &view, &explanation);
    if args.json { out::json(&explained.report(args.game)) } else { explained.print() }
}

/// Returns the error of an agent that cannot play.
fn of_agent(why: String) -> Error {
    Error::input("--agent", &why, "")
}

/// The result of `--instead` for `--json`: the other action's values less those of the recorded one.
#[derive(Serialize)]
struct PrintedDifference {
    action: Value,
    instead: Value,
    vp: PrintedEstimate,
    win: PrintedEstimate,
    game: u64,
    event: u64,
    seat: usize,
    agent: String,
    futures: u64,
}

#[derive(Serialize)]
struct PrintedEstimate {
    estimate: Option<f64>,
    ci_lo: Option<f64>,
    ci_hi: Option<f64>,
}

impl From<Estimate> for PrintedEstimate {
    fn from(estimate: Estimate) -> Self {
        Self { estimate: estimate.value, ci_lo: estimate.low(), ci_hi: estimate.high() }
    }
}

/// Prints the value of another decision.
fn what_if<S: Study<Game: Narrate>>(args: &ExplainArgs, point: &DecisionPoint<S>, instead: &str) -> Result<()>
where
    S::Game: Protocol,
{
    let game = &point.header.game;
    let fault = |why: String| Error::input("--instead", &why, "").in_one_line();
    let recorded = point.decided.action.ok_or_else(|| fault("the record ends before the decision".to_owned()))?;
    let agent = args.agent.as_deref().unwrap_or(S::continuation());
    let agent = given::read_here(agent, &S::INFO.schemas()).map_err(|error| error.at("--agent"))?;
    check_in::<S>(game, &agent).map_err(of_agent)?;
    let Strict(written) = json::read(instead).map_err(|error| {
        fault(format!(
            "found `{instead}`, which is not valid JSON ({error}); accepted: an action, such as {{\"e\":\"pass\"}}"
        ))
    })?;
    let other = game.read_choice(&point.position, &written).map_err(|complaint| fault(complaint.to_string()))?;
    let study = WhatIf::<S> {
        game,
        position: &point.position,
        seat: point.decided.seat,
        number: point.decided.number,
        action: recorded,
        instead: other,
        agent: &agent,
        futures: args.futures,
        seed: args.seed,
    };
    let WhatIfDifference { vp, win } = study.play(args.exec.into())?;
    let decided = &point.decided;
    if args.json {
        return out::json(&PrintedDifference {
            action: game.write_action(&point.position, recorded),
            instead: game.write_action(&point.position, other),
            vp: vp.into(),
            win: win.into(),
            game: args.game,
            event: decided.event as u64,
            seat: decided.seat.index(),
            agent: agent.to_string(),
            futures: args.futures,
        });
    }
    print_caveat(&point.header.reconstructed)?;
    out::line(format_args!(
        "round {}, seat {} ({})",
        S::Game::round(&point.position),
        decided.seat,
        escaped(point.player())
    ))?;
    out::line(format_args!("recorded  {}", point.words(recorded)))?;
    out::line(format_args!("instead   {}", point.words(other)))?;
    let (vp, win) = (with_half_width(&vp, 1.0, 2, " VP"), with_half_width(&win, 100.0, 1, " % of the win"));
    out::line(format_args!("That brings this seat {vp} and {win} more,"))?;
    out::line(format_args!("over {} futures with the same draws, {agent} playing on in all seats.", args.futures))
}

/// The decisions of a recorded game, which need not be finished.
struct Points<S: Setup> {
    /// The game's set-up.
    header: Rc<Header<S::Game>>,
    /// The decisions of the record, in their order.
    decided: Vec<DecisionPoint<S>>,
    /// The position at the end of the record.
    last: PositionOf<S>,
    /// The number of decisions that led there.
    number: u64,
    /// The number of events.
    events: usize,
    /// The fault at the end of a record that ends too early.
    missing: Option<GameFault>,
}

impl<S: Setup<Game: Narrate>> Points<S> {
    /// Reads those of game `game` (from 1) of a file.
    ///
    /// # Errors
    /// If the file cannot be read or has fewer games, or the game breaks the rules.
    fn read(records: Records, game: u64, library: &LibraryOf<S>) -> Result<Self> {
        let file = records.path().to_path_buf();
        let (place, line) = records.find(game).map_err(RecordFault::into_error)?;
        let of_game = |what| RecordFault::of(file.clone(), Some(place), what).into_error();
        let mut found = Vec::new();
        let opened = OpenRecord::<S::Game>::read(&line, library).map_err(of_game)?;
        let reached = opened.replay(&mut |seen| {
            if let ReplayEvent::Decision(position, decided) = seen {
                found.push((position.clone(), decided));
            }
        });
        let reached = reached.map_err(of_game)?;
        found.extend(reached.apart);
        let (events, header) = (opened.events.len(), Rc::new(opened.header));
        let decided = found.into_iter().map(|(position, decided)| {
            let RecordedDecision { event, seat, action, number } = decided;
            let decided = RecordedDecision { event, seat, action: Some(action), number };
            DecisionPoint { header: Rc::clone(&header), position, decided }
        });
        let decided = decided.collect();
        let (last, number, missing) = (reached.position, reached.decisions, reached.missing);
        Ok(Self { header, decided, last, number, events, missing })
    }

    /// Returns the decision that is event `event` (from 0).
    ///
    /// # Errors
    /// If the event is not a decision.
    fn find(self, event: u64) -> Result<DecisionPoint<S>, String> {
        let found = self.decided.into_iter().find(|point| point.decided.event as u64 == event);
        found.ok_or_else(|| {
            let accepted = "one that is a price, buy, pass or place; without --event and --agent all are listed";
            format!("--event: found {event}; accepted: {accepted}")
        })
    }

    /// Returns the decision after the last event: that of this seat, if it is a secret one.
    ///
    /// # Errors
    /// If the game is over, chance decides, or it is another seat's turn.
    fn next(self, wanted: Option<u64>) -> Result<DecisionPoint<S>, String> {
        let Self { header, decided, last: mut position, number, events, missing } = self;
        let game = &header.game;
        let Turn::Seat(first) = game.turn(&position) else {
            return Err(match missing {
                Some(fault) => format!("--agent: nobody is to decide where the record ends: {fault}"),
                None => "--agent: the game is over; accepted: with --event, the index of a decision".to_owned(),
            });
        };
        let seat = wanted.unwrap_or(first.index() as u64);
        let mut number = number;
        while let Turn::Seat(mover) = game.turn(&position) {
            if mover.index() as u64 == seat {
                let known = decided.iter().find(|point| point.decided.seat == mover && point.decided.number == number);
                return match known {
                    Some(point) => {
                        Err(format!("--seat: seat {seat} has decided; accepted: --event {}", point.decided.event))
                    }
                    None => {
                        let decided = RecordedDecision { event: events, seat: mover, action: None, number };
                        Ok(DecisionPoint { header: Rc::clone(&header), position, decided })
                    }
                };
            }
            if !game.is_secret(&position) {
                break;
            }
            // Secret decisions of others are unknown and hidden from this seat: any will do.
            let any = game.random_action(&position, &mut random(number));
            game.apply(&mut position, any);
            number += 1;
        }
        Err(format!("--seat: found {seat}; accepted: a seat that is to decide, such as {first}"))
    }
}

/// A decision, and the position in which it is taken.
struct DecisionPoint<S: Setup> {
    /// The game's set-up.
    pub header: Rc<Header<S::Game>>,
    /// The position before the decision; including secret choices made before it in turn order, which are made up if they are not known.
    pub position: PositionOf<S>,
    /// The decision; its action is `None` at the end of an unfinished record.
    pub decided: RecordedDecision<Option<ActionOf<S>>>,
}

impl<S: Setup<Game: Narrate>> DecisionPoint<S> {
    /// Returns the name of the player that decided.
    pub fn player(&self) -> &str {
        &self.header.heading.players[self.decided.seat.index()]
    }

    /// Returns the recorded action in words; `None` at the end of an unfinished record.
    pub fn recorded(&self) -> Option<String> {
        self.decided.action.map(|action| self.words(action))
    }

    /// Returns an action of the player that decided, in words.
    pub fn words(&self, action: ActionOf<S>) -> String {
        self.header.game.action(&self.position, self.decided.seat, action)
    }

    /// Returns the player's random source for this decision; an arbitrary one if the record's seed is not this program's.
    pub fn thinking(&self) -> Random {
        thinking(&self.header, &self.decided)
    }
}

/// An explanation for `--json`.
#[derive(Serialize)]
struct PrintedExplanation<'a> {
    agent: String,
    game: u64,
    event: u64,
    round: u64,
    seat: usize,
    player: &'a str,
    /// Parts of the game whose components are only reconstructed.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    reconstructed: &'a [&'static str],
    measure: &'static str,
    iterations: u64,
    chosen: String,
    /// `None` at the end of an unfinished record.
    recorded: Option<String>,
    weighed: Vec<ActionEvaluation>,
}

/// An explanation, ready to be printed.
struct ExplanationReport<'a, S: Setup> {
    agent: &'a AgentSpec,
    point: &'a DecisionPoint<S>,
    explanation: &'a Explanation<ActionOf<S>>,
    /// True if there is no other legal action.
    is_forced: bool,
    lines: Vec<ActionEvaluation>,
}

impl<'a, S: Setup<Game: Narrate>> ExplanationReport<'a, S> {
    /// Collects all actions that were weighed.
    pub fn new(
        agent: &'a AgentSpec,
        point: &'a DecisionPoint<S>,
        view: &<S::Game as Game>::View<'_>,
        explanation: &'a Explanation<ActionOf<S>>,
    ) -> Self {
        let lines = considered(&point.header.game, &point.position, point.decided.seat, view, explanation);
        Self { agent, point, explanation, is_forced: is_forced(&point.header.game, view), lines }
    }

    /// Returns the explanation for `--json`.
    pub fn report(self, game: u64) -> PrintedExplanation<'a> {
        let Self { agent, point, explanation, lines, .. } = self;
        PrintedExplanation {
            agent: agent.to_string(),
            game,
            event: point.decided.event as u64,
            round: S::Game::round(&point.position),
            seat: point.decided.seat.index(),
            player: point.player(),
            reconstructed: &point.header.reconstructed,
            measure: explanation.measure,
            iterations: explanation.decision.iterations,
            chosen: point.words(explanation.decision.action),
            recorded: point.recorded(),
            weighed: lines,
        }
    }

    /// Prints it for people.
    pub fn print(&self) -> Result<()> {
        let Self { agent, point, explanation, is_forced, lines } = self;
        let (round, seat) = (S::Game::round(&point.position), point.decided.seat);
        let means = S::Game::means(&point.position, seat);
        print_caveat(&point.header.reconstructed)?;
        out::line(format_args!("round {round}, seat {seat} ({}), {means}", escaped(point.player())))?;
        if *is_forced {
            out::line("nothing to decide: this was all that could be done")?;
        } else if lines.is_empty() {
            out::line(format_args!("{agent} compares no actions"))?;
        } else {
            let (iterations, measure) = (explanation.decision.iterations, explanation.measure);
            if lines.iter().all(|line| line.value.is_none()) {
                out::line(format_args!("{agent}: nothing was simulated, so no action has a value"))?;
            } else {
                out::line(format_args!("{agent}, {iterations} iterations; value: {measure}"))?;
            }
            out::line(table(lines))?;
        }
        out::line(format_args!("chosen    {}", point.words(explanation.decision.action)))?;
        out::line(format_args!("recorded  {}", point.recorded().as_deref().unwrap_or("nothing: here the record ends")))
    }
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

fn table(lines: &[ActionEvaluation]) -> PrintedTable {
    let header = ["action", "value", "standard error", "visits", "weight", "sold"];
    let mut table = PrintedTable::new(&header, 1..5);
    for line in lines {
        let sold = line.sale_chances.iter().map(|(tile, chance)| format!("{tile} {:.0} %", 100.0 * chance));
        table.add_row([
            line.action.clone(),
            line.value.map_or_else(String::new, |value| format!("{value:.3}")),
            line.value.map_or_else(String::new, |_| format!("{:.3}", line.standard_error)),
            line.visits.to_string(),
            format!("{:.2}", line.weight),
            sold.collect::<Vec<_>>().join(", "),
        ]);
    }
    table
}
