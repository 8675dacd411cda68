//! `sim explain --instead`: the value of another decision.

use engine::Game;
use interface::human_input::{HumanInput, shown};
use interface::json::{self, Strict};
use interface::narrate::Narrate;
use interface::protocol::Protocol;
use serde::Serialize;
use serde_json::Value;

use super::point::DecisionPoint;
use super::why::Why;
use super::{ExplainArgs, of_agent};
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::base::plain_text::escaped;
use lab::base::time::clock;
use lab::forms::numbers::with_half_width;
use lab::schedule::given;
use lab::study::Study;
use lab::study::what_if::{WhatIf, WhatIfDifference};
use lab::subject::ActionOf;
use lab::subject::fit::check_in;
use report::terminal::summary::print_caveat;
use stats::Estimate;

/// The result for `--json`: the other action's values less those of the recorded one.
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
    /// `None` if the agent does not count in parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
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

/// Reads the other action: JSON as in the protocol, or a line as `sim play human` takes it.
fn read<S: Study<Game: HumanInput>>(point: &DecisionPoint<S>, instead: &str) -> Result<ActionOf<S>, String> {
    let (game, position) = (&point.header.game, &point.position);
    if !instead.trim_start().starts_with('{') {
        return game.read(&game.view(position, point.decided.seat), instead);
    }
    let Strict(written) = json::read(instead).map_err(|error| {
        let accepted = r#"an action, such as {"e":"pass"}, or a line of `sim play human`, such as `pass`"#;
        format!("found `{}`, which is not valid JSON ({error}); accepted: {accepted}", shown(instead))
    })?;
    game.read_choice(position, &written).map_err(|complaint| complaint.to_string())
}

/// Prints the value of another decision.
pub fn what_if<S: Study<Game: HumanInput>>(args: &ExplainArgs, point: &DecisionPoint<S>, instead: &str) -> Result<()> {
    let game = &point.header.game;
    let fault = |why: String| Error::input("--instead", &why, "").in_one_line();
    let recorded = point.decided.action.ok_or_else(|| fault("the record ends before the decision".to_owned()))?;
    let agent = args.agent.as_deref().unwrap_or(S::continuation());
    let agent = given::read_here(agent, &S::INFO.schemas()).map_err(|error| error.at("--agent"))?;
    check_in::<S>(game, &agent).map_err(of_agent)?;
    let other = read(point, instead).map_err(fault)?;
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
    let why = Why::of(&*agent.build_with(S::KINDS, clock), point, [("recorded", recorded), ("instead", other)]);
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
            why,
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
    out::line(format_args!("over {} futures with the same draws, {agent} playing on in all seats.", args.futures))?;
    why.as_ref().map_or(Ok(()), Why::print)
}
