//! `sim explain --instead`: the value of another decision.

use engine::Game;
use interface::human_input::{HumanInput, shown};
use interface::json::{self, Strict};
use interface::narrate::Narrate;
use interface::protocol::Protocol;
use interface::why::Why;
use serde::Serialize;
use serde_json::Value;

use super::point::DecisionPoint;
use super::report::print_why;
use super::{ExplainArgs, of_agent};
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::base::plain_text::escaped;
use lab::base::time::clock;
use lab::forms::numbers::{PrintedEstimate, with_half_width};
use lab::schedule::given;
use lab::study::Study;
use lab::study::what_if::{WhatIf, WhatIfDifference};
use lab::subject::ActionOf;
use lab::subject::fit::check_in;
use report::terminal::summary::print_caveat;
use stats::{Estimate, Interval};

/// The result for `--json`: the other action's values minus those of the recorded one.
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
    /// `None` if the agent's evaluation has no parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
}

/// Reads the other action: JSON as in the protocol, or a line as for `sim play human`.
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
    let (built, actions) = (agent.build_with(S::KINDS, clock), [("recorded", recorded), ("instead", other)]);
    let why = Why::of(&*built, &point.header, &point.position, decided, actions);
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
    let vp = told(&vp, (1.0, 2, " VP"), ["ends", "higher", "lower"], "VP");
    let win = told(&win, (100.0, 1, " percentage points"), ["wins", "more often", "less often"], "wins");
    out::line(format_args!("With it this seat {vp}, and {win},"))?;
    out::line(format_args!("over {} futures with the same draws, with {agent} in all seats.", args.futures))?;
    let Some(why) = why else { return Ok(()) };
    out::line("Below is what the agent expected at that point, before playing on.")?;
    print_why(&why)
}

/// Describes a significant difference: `ends 6.34 ± 1.11 VP lower`.
fn told(
    difference: &Estimate,
    (factor, decimals, unit): (f64, usize, &str),
    [verb, more, less]: [&str; 3],
    noun: &str,
) -> String {
    let Interval { low, high } = difference.interval.unwrap_or(Interval::around(difference.value.unwrap_or(0.0), 0.0));
    if low <= 0.0 && high >= 0.0 {
        let shown = with_half_width(difference, factor, decimals, unit);
        return format!("shows no clear difference in {noun} ({shown})");
    }
    let (size, side) = if high < 0.0 {
        let interval = difference.interval.map(|_| Interval { low: -high, high: -low });
        (Estimate { value: difference.value.map(f64::abs), interval }, less)
    } else {
        (*difference, more)
    };
    format!("{verb} {} {side}", with_half_width(&size, factor, decimals, unit))
}
