//! What the page's script needs to know of games.

use serde::Serialize;

use super::board::Extent;
use super::staged::Staged;
use crate::lab::shown::stage::{Change, Laid, Step};
use crate::lab::shown::weighing::Weighing;

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
    /// The extent of each board at the end, so that boards stand still.
    boxes: Vec<[i32; 4]>,
    steps: Vec<StepData<'a>>,
}

/// A step; what it does not have is left out.
#[derive(Serialize)]
struct StepData<'a> {
    words: &'a str,
    round: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    secret: bool,
    #[serde(skip_serializing_if = "<[Change]>::is_empty")]
    changes: &'a [Change],
    #[serde(skip_serializing_if = "Option::is_none")]
    explained: Option<&'a [Weighing]>,
}

/// Games as JSON that can stand in a page: no `<` is in it.
pub fn json(games: &[(&Staged, String, String)]) -> String {
    let data: Vec<GameData<'_>> = games.iter().map(|(staged, id, pieces)| of_game(staged, id, pieces)).collect();
    serde_json::to_string(&data).expect("plain data").replace('<', "\\u003c")
}

fn of_game<'a>(staged: &'a Staged, id: &'a str, pieces: &'a str) -> GameData<'a> {
    let laid = |seat: usize| {
        let changes = staged.steps.iter().flat_map(|step| &step.changes);
        changes.filter_map(move |change| match change {
            Change::Lay(laid) if laid.seat == seat => Some(laid),
            _ => None,
        })
    };
    let step = |(index, step): (usize, &'a Step)| StepData {
        words: &step.words,
        round: step.round,
        seat: step.seat,
        secret: step.is_secret,
        changes: &step.changes,
        explained: staged.explained.get(&index).map(Vec::as_slice),
    };
    GameData {
        id,
        pieces,
        number: staged.number,
        players: &staged.players,
        counters: &staged.stage.counters,
        awards: staged.stage.awards.iter().map(|(name, _)| name.as_str()).collect(),
        boxes: (0..staged.players.len())
            .map(|seat| Extent::around(laid(seat).collect::<Vec<&Laid>>()).view_box())
            .collect(),
        steps: staged.steps.iter().enumerate().map(step).collect(),
    }
}
