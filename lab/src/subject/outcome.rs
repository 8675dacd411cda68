//! Outcomes of a game: the numbers in tables of effects, comparisons and balance.

use std::fmt;

use engine::MAX_SEATS;

use super::rows::{Rows, SeatRow};

/// A number measured for each game.
pub struct Outcome {
    /// The name in tables.
    pub name: &'static str,
    /// The name in a sentence.
    pub title: &'static str,
    /// The unit; empty for a number from 0 to 1 that is not a share.
    pub unit: &'static str,
    /// The meaning.
    pub meaning: &'static str,
    /// Returns its value in a game; `None` if the game has none.
    ///
    /// Uses only `games` and `seats`, because other tables are not always read.
    pub of: fn(&Rows) -> Option<f64>,
}

/// Outcomes of a game are identified by name.
impl PartialEq for Outcome {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Outcome {}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Returns the index of an outcome in a game's list.
///
/// # Panics
/// If the game has no outcome of this name.
pub fn place(outcomes: &[Outcome], name: &str) -> usize {
    let place = outcomes.iter().position(|outcome| outcome.name == name);
    place.unwrap_or_else(|| panic!("the game has no outcome `{name}`"))
}

/// The unit of outcomes that are win shares.
pub const WINS: &str = "wins";

/// The unit of other shares.
pub const FRACTION: &str = "fraction";

impl Outcome {
    const fn new(
        name: &'static str,
        title: &'static str,
        unit: &'static str,
        meaning: &'static str,
        of: fn(&Rows) -> Option<f64>,
    ) -> Self {
        Self { name, title, unit, meaning, of }
    }

    /// Returns whether it is a win share, from 0 to 1.
    pub fn is_win_share(&self) -> bool {
        self.unit == WINS
    }

    /// Returns the minimum and maximum possible values.
    pub fn range(&self) -> (f64, f64) {
        match self.unit {
            WINS | FRACTION | "" => (0.0, 1.0),
            _ if self.name == LEVERAGE => (f64::NEG_INFINITY, f64::INFINITY),
            // Points, gold and components are never negative.
            _ => (0.0, f64::INFINITY),
        }
    }
}

/// The name of the outcome common to all games: mean final VP of all players.
pub const VP: &str = "vp";

/// The name of the win share of the first place in the first turn order.
pub const FIRST_START_WIN: &str = "first_start_win";

/// The name of the winner's lead.
pub const MARGIN: &str = "margin";

/// The name of the number of lead changes.
pub const LEAD_CHANGES: &str = "lead_changes";

/// The name of the win share of the leaders at half-time.
pub const LEADER_WIN: &str = "leader_win";

/// The name of the difference between the first two agents.
pub const LEVERAGE: &str = "leverage";

/// The mean final VP of all players.
pub const fn vp() -> Outcome {
    Outcome::new("vp", "VP of a player", "VP", "mean final VP of all players", |rows| {
        Some(rows.seats.iter().map(points).sum::<f64>() / rows.seats.len() as f64)
    })
}

/// The final VP of the winner.
pub const fn winner_vp() -> Outcome {
    Outcome::new("winner_vp", "VP of the winner", "VP", "final VP of the winner", |rows| {
        rows.seats.iter().map(points).reduce(f64::max)
    })
}

/// The VP of the best player minus those of the second best.
pub const fn margin() -> Outcome {
    Outcome::new(MARGIN, "margin of the winner", "VP", "VP of the best player minus VP of the second best", |rows| {
        Some(f64::from(rows.game.margin))
    })
}

/// The VP of the best player minus those of the last.
pub const fn spread() -> Outcome {
    Outcome::new("spread", "VP from first to last", "VP", "VP of the best player minus VP of the last", |rows| {
        Some(f64::from(rows.game.spread))
    })
}

/// The win share of the player who starts the first round.
pub const fn first_start_win() -> Outcome {
    Outcome::new(
        "first_start_win",
        "wins of the first starting player",
        WINS,
        "win share of the starting player of the first round",
        |rows| Some(rows.seats[rows.game.fixture.seed.first.index()].win_share),
    )
}

/// The mean win share of the leaders after half of the rounds; `None` without a running score.
pub const fn leader_win() -> Outcome {
    Outcome::new(
        LEADER_WIN,
        "wins of the leader at half-time",
        WINS,
        "win share of the leader in VP after half of the rounds, rounded up; the mean over tied leaders",
        |rows| {
            let half = rows.running.rounds().div_ceil(2).checked_sub(1)?;
            Some(rows.win_share_of(rows.running.leaders[half]))
        },
    )
}

/// The number of times that a new player led alone; `None` without a running score.
pub const fn lead_changes() -> Outcome {
    Outcome::new(LEAD_CHANGES, "lead changes", "changes", "number of times a new player took the sole lead", |rows| {
        has_score(rows).then(|| f64::from(rows.running.lead_changes))
    })
}

/// The VP per seat of the config's first agent minus those of the second; `None` with one agent.
pub const fn leverage() -> Outcome {
    Outcome::new(
        "leverage",
        "VP of the first agent minus the second",
        "VP",
        "mean VP per seat of the config's first agent minus that of the second",
        |rows| Some(mean_points(&rows.seats, 0)? - mean_points(&rows.seats, 1)?),
    )
}

/// The time of the last lead change; `None` without a running score.
pub const fn last_lead_change() -> Outcome {
    Outcome::new(
        "last_lead_change",
        "time of the last lead change",
        "fraction",
        "round of the last lead change divided by rounds + 1 (the final ranking); 0 if none",
        |rows| has_score(rows).then(|| rows.running.last_lead_change as f64 / (rows.running.rounds() + 1) as f64),
    )
}

/// The winner's deficit before the last round; `None` without a running score.
pub const fn drama() -> Outcome {
    Outcome::new(
        "drama",
        "drama",
        "",
        "square root of the winner's deficit as a share of the leader's VP, mean over the rounds before the last \
         after which the winner trailed; 0 if there are none (after Browne 2008)",
        |rows| has_score(rows).then(|| mean_deficit(rows)),
    )
}

/// The inequality of final VP.
pub const fn gini() -> Outcome {
    Outcome::new(
        "gini",
        "inequality of VP",
        "",
        "Gini coefficient of the players' final VP; 0 if all are equal",
        |rows| Some(gini_coefficient(&rows.seats)),
    )
}

fn points(row: &SeatRow) -> f64 {
    f64::from(row.points)
}

fn has_score(rows: &Rows) -> bool {
    rows.running.rounds() > 0
}

fn mean_points(seats: &[SeatRow], agent: usize) -> Option<f64> {
    let own = || seats.iter().filter(move |row| row.agent == agent);
    let count = own().count();
    (count > 0).then(|| own().map(points).sum::<f64>() / count as f64)
}

/// The mean root of the winners' deficit at the ends of rounds, as a share of the leader's VP.
///
/// Browne (2008, Automatic Generation and Evaluation of Recombination Games) uses every turn with a deficit; here it is
/// every round's end with one, except the last. With several winners it is their mean.
fn mean_deficit(rows: &Rows) -> f64 {
    let winners = rows.game.winners;
    winners.iter().map(|seat| deficit_of(rows, seat.index())).sum::<f64>() / winners.len() as f64
}

fn deficit_of(rows: &Rows, winner: usize) -> f64 {
    let (mut behind, mut sum) = (0, 0.0);
    for round in 0..rows.running.rounds() - 1 {
        let of = |seat| rows.running.points(round, seat);
        let most = (0..rows.game.players).map(of).max().unwrap_or(0);
        if of(winner) < most {
            behind += 1;
            sum += (f64::from(most - of(winner)) / f64::from(most)).sqrt();
        }
    }
    if behind == 0 { 0.0 } else { sum / f64::from(behind) }
}

/// The mean absolute difference between two players over twice the mean (Gini 1912).
fn gini_coefficient(seats: &[SeatRow]) -> f64 {
    let mut vp = [0.0; MAX_SEATS];
    seats.iter().zip(&mut vp).for_each(|(row, vp)| *vp = points(row));
    let vp = &vp[..seats.len()];
    let differences: f64 = vp.iter().flat_map(|one| vp.iter().map(move |two| (one - two).abs())).sum();
    let total: f64 = vp.iter().sum();
    if total > 0.0 { differences / (2.0 * vp.len() as f64 * total) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use engine::Seat;

    use super::*;
    use crate::schedule::blocks::Fixture;
    use crate::subject::rows::Notes;
    use crate::subject::treatment::Treatment;
    use interface::seeds::GameSeed;

    /// An outcome of a game with these agents and points by seat.
    fn value(outcome: &Outcome, seats: &[(usize, i32)]) -> Option<f64> {
        let mut agents = [0; MAX_SEATS];
        seats.iter().zip(&mut agents).for_each(|((agent, _), seat)| *seat = *agent);
        let seed = GameSeed { draws: 0, thinking: 0, first: Seat::new(0) };
        let fixture = Fixture { game: 0, block: 0, cluster: 0, lineup: 0, rotation: 0, agents, seed };
        let mut rows = Rows::new(fixture, seats.len(), Treatment::new(0, 0), Notes::new(()));
        rows.seats.iter_mut().zip(seats).for_each(|(row, (_, points))| row.points = *points);
        (outcome.of)(&rows)
    }

    #[test]
    fn gini_of_equal_and_of_one_who_has_all() {
        assert_eq!(value(&gini(), &[(0, 7), (1, 7)]), Some(0.0));
        // One of four has all: 1 - 1/4.
        assert_eq!(value(&gini(), &[(0, 8), (1, 0), (2, 0), (3, 0)]), Some(0.75));
        assert_eq!(value(&gini(), &[(0, 0), (1, 0)]), Some(0.0));
    }

    #[test]
    fn leverage_is_between_means_over_seats() {
        assert_eq!(value(&leverage(), &[(1, 10), (0, 30), (1, 20)]), Some(15.0));
        assert_eq!(value(&leverage(), &[(0, 10), (2, 30)]), None);
    }
}
