//! What the page's script needs to know of games.

use interface::stage::{Card, Change, PlacedPiece, StageStep};
use interface::weighing::Weighing;
use serde::Serialize;
use serde_json::{Value, json};

use super::staged::Staged;

/// A game for the script.
#[derive(Serialize)]
struct GameData<'a> {
    /// The id of its place in the page.
    id: &'a str,
    /// What the ids of its pieces begin with.
    pieces: &'a str,
    number: u64,
    players: &'a [String],
    counters: &'a [&'static str],
    awards: Vec<&'a str>,
    steps: Vec<StepData<'a>>,
}

/// A step in one-letter keys; what it does not have is left out, and so is a round that is that of the step before.
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

/// A change as a short list: a letter, then what it needs; nothing for an award of no points.
fn short(change: &Change) -> Option<Value> {
    Some(match change {
        Change::Lay(PlacedPiece { seat, x, y, piece, turns }) => json!(["L", seat, x, y, piece, turns]),
        Change::Count(seat, counter, amount) => json!(["N", seat, counter, amount]),
        Change::Award(_, _, 0) => return None,
        Change::Award(seat, award, points) => json!(["A", seat, award, points]),
        Change::Card(seat, place, Card { piece, text, is_secret }) => {
            json!(["C", seat, place, piece, text, u8::from(*is_secret)])
        }
        Change::Clear => json!(["0"]),
        Change::Reveal => json!(["R"]),
    })
}

/// Games as JSON that can stand in a page: no `<` is in it.
pub fn json(games: &[(&Staged, String, String)]) -> String {
    let data: Vec<GameData<'_>> = games.iter().map(|(staged, id, pieces)| of_game(staged, id, pieces)).collect();
    serde_json::to_string(&data).expect("plain data").replace('<', "\\u003c")
}

fn of_game<'a>(staged: &'a Staged, id: &'a str, pieces: &'a str) -> GameData<'a> {
    let step = |(index, step): (usize, &'a StageStep)| StepData {
        words: &step.words,
        round: (index == 0 || staged.steps[index - 1].round != step.round).then_some(step.round),
        seat: step.seat,
        secret: step.is_secret,
        changes: step.changes.iter().filter_map(short).collect(),
        explained: staged.explained.get(&index).map(Vec::as_slice),
    };
    GameData {
        id,
        pieces,
        number: staged.number,
        players: &staged.players,
        counters: &staged.stage.counters,
        awards: staged.stage.awards.iter().map(|(name, _)| name.as_str()).collect(),
        steps: staged.steps.iter().enumerate().map(step).collect(),
    }
}
