//! The data of games for the script of the page.

use interface::stage::Change;
use interface::weighing::Weighing;
use serde::Serialize;
use serde_json::Value;

use super::place::PlacedGame;

/// A game.
#[derive(Serialize)]
struct GameData<'a> {
    /// The id of its element in the page.
    id: &'a str,
    /// The prefix of the ids of its pieces.
    pieces: &'a str,
    number: u64,
    players: &'a [String],
    counters: &'a [&'static str],
    awards: Vec<&'a str>,
    steps: Vec<StepData<'a>>,
}

/// A step, with one-letter keys.
///
/// Empty fields are omitted, and so is the round if it has not changed.
#[derive(Serialize)]
struct StepData<'a> {
    #[serde(rename = "w")]
    words: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "r")]
    round: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "s")]
    seat: Option<usize>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "x")]
    secret: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "c")]
    changes: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "e")]
    explained: Option<&'a [Weighing]>,
}

/// Serialises games as JSON without `<`, to be embedded in a page.
pub fn json(games: &[PlacedGame<'_>]) -> String {
    let data: Vec<GameData<'_>> = games.iter().map(of_game).collect();
    serde_json::to_string(&data).expect("plain data").replace('<', "\\u003c")
}

fn of_game<'a>(PlacedGame { game, id, prefix }: &'a PlacedGame<'_>) -> GameData<'a> {
    let steps = game.steps.iter().enumerate().map(|(index, step)| StepData {
        words: &step.words,
        round: (index == 0 || game.steps[index - 1].round != step.round).then_some(step.round),
        seat: step.seat,
        secret: step.is_secret,
        changes: step.changes.iter().filter_map(Change::encoded).collect(),
        explained: game.explained.get(&index).map(Vec::as_slice),
    });
    GameData {
        id,
        pieces: prefix,
        number: game.number,
        players: &game.players,
        counters: &game.stage.counters,
        awards: game.stage.awards.iter().map(|(name, _)| name.as_str()).collect(),
        steps: steps.collect(),
    }
}
