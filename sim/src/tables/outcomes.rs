//! What a game can be asked for: numbers that tables of effects and of balance are about.

use engine::MAX_SEATS;

use crate::rows::{GameRows, SeatRow, SeatSet};

/// A number that every game has.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// Mean final VP of all players.
    Vp,
    /// Final VP of the winner.
    WinnerVp,
    /// VP of the best less VP of the second best.
    Margin,
    /// VP of the best less VP of the last.
    Spread,
    /// Win share of the player who starts the first round.
    FirstStartWin,
    /// Win share of those with most VP after half of the rounds.
    LeaderWin,
    /// Times that a new player led alone.
    LeadChanges,
    /// Gold paid by players to players.
    GoldTraded,
    /// Share of offered tiles that sold.
    SoldShare,
    /// VP of the first agent of the config less VP of the second, by seat.
    Leverage,
    /// When the lead changed last.
    LastLeadChange,
    /// How far the winner was behind.
    Drama,
    /// Inequality of final VP.
    Gini,
    /// Stakes lost on kept tiles.
    GoldBurnt,
    /// Catch-up income of all players.
    GoldCatchUp,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 15] = [
        Self::Vp,
        Self::WinnerVp,
        Self::Margin,
        Self::Spread,
        Self::FirstStartWin,
        Self::LeaderWin,
        Self::LeadChanges,
        Self::GoldTraded,
        Self::SoldShare,
        Self::Leverage,
        Self::LastLeadChange,
        Self::Drama,
        Self::Gini,
        Self::GoldBurnt,
        Self::GoldCatchUp,
    ];

    /// Those that effects of scoring tiles are estimated for: the first ones, up to leverage.
    pub const WITH_EFFECTS: &[Self] = Self::ALL.split_at(Self::Leverage as usize + 1).0;

    /// The name in tables.
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// The unit.
    pub fn unit(self) -> &'static str {
        self.entry().1
    }

    /// What it means.
    pub fn meaning(self) -> &'static str {
        self.entry().2
    }

    fn entry(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Vp => ("vp", "VP", "mean final VP of all players"),
            Self::WinnerVp => ("winner_vp", "VP", "final VP of the winner"),
            Self::Margin => ("margin", "VP", "VP of the best less VP of the second best"),
            Self::Spread => ("spread", "VP", "VP of the best less VP of the last"),
            Self::FirstStartWin => ("first_start_win", "wins", "win share of the starting player of the first round"),
            Self::LeaderWin => ("leader_win", "wins", "win share of those with most VP after half of the rounds"),
            Self::LeadChanges => ("lead_changes", "changes", "times that a new player led alone"),
            Self::GoldTraded => ("gold_traded", "gold", "gold paid by players to players"),
            Self::SoldShare => ("sold_share", "fraction", "share of offered tiles that were bought"),
            Self::Leverage => {
                ("leverage", "VP", "VP of the first agent of the config less VP of the second, mean over their seats")
            }
            Self::LastLeadChange => (
                "last_lead_change",
                "fraction",
                "round of the last lead change over rounds + 1, the final ranking; 0 for none",
            ),
            Self::Drama => (
                "drama",
                "",
                "mean over the rounds after which the winner was behind of the root of the share of the leader's VP that was missing \
                 (after Browne 2008)",
            ),
            Self::Gini => ("gini", "", "Gini coefficient of final VP between players; 0 if all are equal"),
            Self::GoldBurnt => ("gold_burnt", "gold", "stakes lost on kept tiles by all players"),
            Self::GoldCatchUp => ("gold_catch_up", "gold", "catch-up income of all players"),
        }
    }

    /// Its value in a game; nothing if the game has none.
    pub fn of(self, rows: &GameRows) -> Option<f64> {
        let total = |amount: fn(&SeatRow) -> u16| rows.seats.iter().map(|row| f64::from(amount(row))).sum::<f64>();
        match self {
            Self::Vp => Some(total(|row| row.vp) / rows.seats.len() as f64),
            Self::WinnerVp => rows.seats.iter().map(|row| f64::from(row.vp)).reduce(f64::max),
            Self::Margin => Some(f64::from(rows.game.margin)),
            Self::Spread => Some(f64::from(rows.game.spread)),
            Self::FirstStartWin => Some(rows.seats[rows.game.fixture.seed.first.index()].win_share),
            Self::LeaderWin => Some(win_share_of(rows, rows.game.leaders[rows.game.rounds.div_ceil(2) - 1])),
            Self::LeadChanges => Some(f64::from(rows.game.lead_changes)),
            Self::GoldTraded => Some(total(|row| row.earned)),
            Self::SoldShare => Some(total(|row| row.sold) / (total(|row| row.sold) + total(|row| row.kept))),
            Self::Leverage => leverage(&rows.seats),
            Self::LastLeadChange => Some(rows.game.last_lead_change as f64 / (rows.game.rounds + 1) as f64),
            Self::Drama => Some(drama(rows)),
            Self::Gini => Some(gini(&rows.seats)),
            Self::GoldBurnt => Some(total(|row| row.burnt)),
            Self::GoldCatchUp => Some(total(|row| row.catch_up_income)),
        }
    }
}

/// The mean win share of these seats.
pub fn win_share_of(rows: &GameRows, seats: SeatSet) -> f64 {
    seats.iter().map(|seat| rows.seats[seat.index()].win_share).sum::<f64>() / seats.len() as f64
}

fn leverage(seats: &[SeatRow]) -> Option<f64> {
    let mean = |agent| {
        let own = || seats.iter().filter(move |row| row.agent == agent);
        let count = own().count();
        (count > 0).then(|| own().map(|row| f64::from(row.vp)).sum::<f64>() / count as f64)
    };
    Some(mean(0)? - mean(1)?)
}

/// Browne (2008, Automatic Generation and Evaluation of Recombination Games) takes the root of the winner's deficit at every
/// turn in which there is one; here at every round's end before the last, as a share of the leader's VP. Winners share it.
fn drama(rows: &GameRows) -> f64 {
    let winners = rows.game.winners;
    winners.iter().map(|seat| drama_of(rows, &rows.seats[seat.index()])).sum::<f64>() / winners.len() as f64
}

fn drama_of(rows: &GameRows, winner: &SeatRow) -> f64 {
    let (mut behind, mut sum) = (0, 0.0);
    for round in 0..rows.game.rounds - 1 {
        let most = rows.seats.iter().map(|row| row.vp_by_round[round]).max().unwrap_or(0);
        let own = winner.vp_by_round[round];
        if own < most {
            behind += 1;
            sum += (f64::from(most - own) / f64::from(most)).sqrt();
        }
    }
    if behind == 0 { 0.0 } else { sum / f64::from(behind) }
}

/// The mean difference between two players over twice the mean (Gini 1912).
fn gini(seats: &[SeatRow]) -> f64 {
    let mut vp = [0.0; MAX_SEATS];
    seats.iter().zip(&mut vp).for_each(|(row, vp)| *vp = f64::from(row.vp));
    let vp = &vp[..seats.len()];
    let differences: f64 = vp.iter().flat_map(|one| vp.iter().map(move |two| (one - two).abs())).sum();
    let total: f64 = vp.iter().sum();
    if total > 0.0 { differences / (2.0 * vp.len() as f64 * total) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(agent: usize, vp: u16, vp_by_round: &[u16]) -> SeatRow {
        let mut row = SeatRow { agent, vp, ..SeatRow::default() };
        row.vp_by_round[..vp_by_round.len()].copy_from_slice(vp_by_round);
        row
    }

    #[test]
    fn gini_of_equal_and_of_one_who_has_all() {
        assert_eq!(gini(&[seat(0, 7, &[]), seat(1, 7, &[])]), 0.0);
        // One of four has all: 1 - 1/4.
        assert_eq!(gini(&[seat(0, 8, &[]), seat(1, 0, &[]), seat(2, 0, &[]), seat(3, 0, &[])]), 0.75);
        assert_eq!(gini(&[seat(0, 0, &[]), seat(1, 0, &[])]), 0.0);
    }

    #[test]
    fn leverage_is_between_means_over_seats() {
        assert_eq!(leverage(&[seat(1, 10, &[]), seat(0, 30, &[]), seat(1, 20, &[])]), Some(15.0));
        assert_eq!(leverage(&[seat(0, 10, &[]), seat(2, 30, &[])]), None);
    }
}
