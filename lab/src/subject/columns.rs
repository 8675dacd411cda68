//! The columns of `games.csv` and `seats.csv` that any game has. A game puts its own between them.

use super::raw::PROGRAMS;
use super::raw_column::{RawColumn, Reading};
use super::rows::Rows;
use crate::forms::column::Type;
use crate::forms::over::Over;

/// Generates a function for each column, of its name: type, unit, meaning, code that writes it and, unless it can only be what is known
/// before it is read, code that reads it.
macro_rules! columns {
    ($($name:ident: $kind:ident, $unit:expr, $meaning:expr, $write:expr $(, $read:expr)?;)+) => {$(
        #[doc = concat!("The column `", stringify!($name), "`: ", $meaning, ".")]
        pub const fn $name() -> RawColumn {
            RawColumn::new(Type::$kind, stringify!($name), $unit, $meaning, $write, columns!(@ $($read)?))
        }
    )+};
    (@) => { Reading::Known };
    (@ $read:expr) => { Reading::By($read) };
}

columns! {
    block: Integer, "", "number of the block, from 0", |rows, _, line| line.count(rows.game.fixture.block);
    cluster: Integer, "", "number of the seed, from 0; blocks of one cluster differ in their line-up alone",
        |rows, _, line| line.count(rows.game.fixture.cluster);
    game: Integer, "", "number of the game over all blocks, from 0", |rows, _, line| line.count(rows.game.fixture.game);
    rotation: Integer, "", "number of the seating within the block, from 0",
        |rows, _, line| line.index(rows.game.fixture.rotation);
    players: Integer, "players", "number of players", |rows, _, line| line.index(rows.game.players);
    first_start: Integer, "seat", "starting player of the first round",
        |rows, _, line| line.index(rows.game.fixture.seed.first.index());
    winners: Text, "", "seats of rank 1, with a plus between them",
        |rows, _, line| line.seats(rows.game.winners),
        |rows, _, cells| cells.some_seats(rows.game.players).map(|seats| rows.game.winners = seats);
    margin: Integer, "VP", "VP of the best less VP of the second best",
        |rows, _, line| line.whole(rows.game.margin),
        |rows, _, cells| cells.signed().map(|margin| rows.game.margin = margin);
    spread: Integer, "VP", "VP of the best less VP of the last",
        |rows, _, line| line.whole(rows.game.spread),
        |rows, _, cells| cells.signed().map(|spread| rows.game.spread = spread);
    lead_changes: Integer, "changes", "times that a new player led alone, after a round or in the final ranking",
        |rows, _, line| line.whole(rows.running.lead_changes),
        |rows, _, cells| cells.below(rows.running.rounds() + 1).map(|changes| rows.running.lead_changes = changes as u32);
    last_lead_change: Integer, "round", "round of the last lead change; rounds + 1 for the final ranking, 0 for none",
        |rows, _, line| line.index(rows.running.last_lead_change),
        |rows, _, cells| cells.below(rows.running.rounds() + 2).map(|round| rows.running.last_lead_change = round);
    seat: Integer, "seat", "seat, clockwise from 0", |_, at, line| line.index(at.row);
    agent: Text, "", "name of the agent", |rows, at, line| line.agent(Some(rows.seats[at.row].agent));
    rank: Integer, "", "1 is a winner; ties share a rank",
        |rows, at, line| line.whole(rows.seats[at.row].rank),
        |rows, at, cells| cells.up_to(rows.game.players).map(|rank| rows.seats[at.row].rank = rank);
    win_share: Float, "games", "1 for a sole winner, 1/k for each of k winners, else 0",
        |rows, at, line| line.float(Some(rows.seats[at.row].win_share)),
        // It is not read from its rounded decimals: the number of winners gives it exactly.
        |rows, at, cells| cells.word(&WIN_SHARES).map(|winners| {
            rows.seats[at.row].win_share = if winners == 0 { 0.0 } else { 1.0 / winners as f64 };
        });
    decisions: Integer, "decisions", "decisions taken",
        |rows, at, line| line.count(rows.seats[at.row].decisions),
        |rows, at, cells| cells.whole().map(|count| rows.seats[at.row].decisions = count);
    searched: Integer, "decisions", "decisions for which the agent searched",
        |rows, at, line| line.count(rows.seats[at.row].searched),
        |rows, at, cells| cells.whole().map(|count| rows.seats[at.row].searched = count);
    iterations: Integer, "iterations", "simulated continuations over all decisions",
        |rows, at, line| line.count(rows.seats[at.row].iterations),
        |rows, at, cells| cells.whole().map(|count| rows.seats[at.row].iterations = count);
}

/// Decisions that a program was asked for, and that somebody else had to take.
pub const fn faults() -> RawColumn {
    RawColumn::integer(
        "faults",
        "decisions",
        "decisions that another agent took, since the program failed; only where an agent of the run is a program",
        |rows: &Rows, at, line| line.count(rows.seats[at.row].faults),
        |rows, at, cells| cells.whole().map(|count| rows.seats[at.row].faults = count),
    )
    .only_with(PROGRAMS)
}

/// The share of nobody, and of one among this many winners.
const WIN_SHARES: [&str; 6] = ["0.000000", "1.000000", "0.500000", "0.333333", "0.250000", "0.200000"];

/// What reproduces the game.
pub const fn seed() -> RawColumn {
    let meaning = "what chance decided; with the same agents and rules it gives this game again";
    RawColumn::new(
        Type::Text,
        "seed",
        "",
        meaning,
        |rows, _, line| line.plain(&rows.game.fixture.seed.text(&rows.treatment)),
        Reading::Known,
    )
}

/// Who led after each of up to this many rounds, for games with a running score.
pub const fn leaders(most_rounds: usize) -> RawColumn {
    RawColumn::text(
        "leaders",
        "seats with most VP after this round, with a plus between them",
        |rows: &Rows, at, line| {
            rows.running.leaders.get(at.part).into_iter().for_each(|seats| line.seats(*seats));
        },
        |rows: &mut Rows, at, cells| match rows.running.leaders.get_mut(at.part) {
            Some(leaders) => cells.some_seats(rows.game.players).map(|seats| *leaders = seats),
            None => cells.expect(""),
        },
    )
    .for_each(Over::Numbered(most_rounds))
}

/// Final points; the game says what they are made of.
pub const fn points(meaning: &'static str) -> RawColumn {
    RawColumn::integer(
        "vp",
        "VP",
        meaning,
        |rows, at, line| line.whole(rows.seats[at.row].points),
        |rows, at, cells| cells.signed().map(|points| rows.seats[at.row].points = points),
    )
}

/// How far the seat is ahead of the best other one.
pub const fn seat_margin() -> RawColumn {
    RawColumn::integer(
        "margin",
        "VP",
        "VP less VP of the best other player",
        |rows, at, line| line.whole(rows.seats[at.row].margin),
        |rows, at, cells| cells.signed().map(|margin| rows.seats[at.row].margin = margin),
    )
}

/// Points after each of up to this many rounds, for games with a running score.
pub const fn points_by_round(most_rounds: usize) -> RawColumn {
    RawColumn::integer(
        "vp_round",
        "VP",
        "VP at the end of this round",
        |rows: &Rows, at, line| {
            if at.part < rows.running.rounds() {
                line.whole(rows.running.points(at.part, at.row));
            }
        },
        |rows: &mut Rows, at, cells| {
            if at.part >= rows.running.rounds() {
                return cells.expect("");
            }
            cells.signed().map(|points| *rows.running.points_mut(at.part, at.row) = points)
        },
    )
    .for_each(Over::Numbered(most_rounds))
}

/// A sum over the seats of a game, which `seats.csv` has one by one.
#[macro_export]
macro_rules! total {
    ($name:expr, $unit:expr, $meaning:expr, $field:ident) => {
        $crate::subject::raw_column::RawColumn::new(
            $crate::forms::column::Type::Integer,
            $name,
            $unit,
            $meaning,
            |rows, _, line| line.whole(sum(rows, |seat| seat.$field)),
            $crate::subject::raw_column::Reading::Skipped,
        )
    };
}
pub use total;

/// The name of the agent on the seat that a row is about.
#[macro_export]
macro_rules! agent_on {
    (|$rows:ident, $at:ident| $seat:expr) => {
        $crate::subject::raw_column::RawColumn::new(
            $crate::forms::column::Type::Text,
            "agent",
            "",
            "name of the agent on that seat",
            |$rows, $at, line| line.agent(Some($rows.seats[$seat].agent)),
            $crate::subject::raw_column::Reading::Known,
        )
    };
}
pub use agent_on;
