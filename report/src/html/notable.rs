//! The choice of a run's games to show.

use std::collections::BTreeMap;

use lab::base::error::Result;
use lab::run::finished_run::FinishedRun;
use lab::subject::raw::GAMES;

/// The number of a game in the run, and the reason to show it.
pub type NotableGame = (u64, String);

/// Chooses at most this many games of a run; `None` without `games.csv`.
///
/// The closest game, the one with the widest margin, the one with the most lead changes, the one with the median
/// margin, then games spread over the run. Ties go to the first game.
///
/// # Errors
/// If the table cannot be read.
pub fn notable_games(run: &FinishedRun, most: usize) -> Result<Option<Vec<NotableGame>>> {
    let Some(games) = GameSummary::read(run)? else { return Ok(None) };
    let changes = games.most_lead_changes.filter(|(_, changes)| *changes > 0);
    let candidates = [
        games.of_margin(games.margins.keys().next(), "the closest game"),
        games.of_margin(games.margins.keys().next_back(), "the widest margin"),
        changes.map(|(game, changes)| (game, format!("most lead changes ({changes})"))),
        games.of_margin(games.median(), "the median margin"),
    ];
    let others = games.count.min(most as u64);
    let others = (0..others).filter_map(|index| games.number(index * games.count / others));
    let others = others.map(|number| (number, "one of several games spread over the run".to_owned()));
    let mut chosen: Vec<NotableGame> = Vec::new();
    for (number, why) in candidates.into_iter().flatten().chain(others) {
        if chosen.len() < most && chosen.iter().all(|(other, _)| *other != number) {
            chosen.push((number, why));
        }
    }
    Ok(Some(chosen))
}

/// The data by which games are chosen, in a size independent of their number.
#[derive(Default)]
struct GameSummary {
    count: u64,
    /// The number of the first game and of the last.
    first: u64,
    last: u64,
    /// For each margin of the winner, the number of games and the first of them.
    margins: BTreeMap<i64, (u64, u64)>,
    /// The first game with the most lead changes, and their number.
    most_lead_changes: Option<(u64, i64)>,
}

impl GameSummary {
    fn read(run: &FinishedRun) -> Result<Option<Self>> {
        let Some(mut games) = run.stream(GAMES)? else { return Ok(None) };
        let (Some(game), Some(margin)) = (games.column("game"), games.column("margin")) else { return Ok(None) };
        let changes = games.column("lead_changes");
        let mut summary = Self::default();
        while games.advance()? {
            let number = games.number(game)? as u64;
            summary.first = if summary.count == 0 { number } else { summary.first };
            summary.last = number;
            summary.count += 1;
            summary.margins.entry(games.number(margin)?).or_insert((0, number)).0 += 1;
            let changes = changes.map(|column| games.number(column)).transpose()?;
            if let Some(changes) = changes
                && summary.most_lead_changes.is_none_or(|(_, most)| changes > most)
            {
                summary.most_lead_changes = Some((number, changes));
            }
        }
        Ok((summary.count > 0).then_some(summary))
    }

    fn of_margin(&self, margin: Option<&i64>, why: &str) -> Option<NotableGame> {
        let margin = margin?;
        Some((self.margins[margin].1, format!("{why} ({margin} VP)")))
    }

    /// The median margin; the lower middle one if the number of games is even.
    fn median(&self) -> Option<&i64> {
        let mut before = 0;
        self.margins.iter().find_map(|(margin, (games, _))| {
            before += games;
            (2 * before >= self.count).then_some(margin)
        })
    }

    /// The number of a game by its position in the run; `None` if shards are missing.
    fn number(&self, place: u64) -> Option<u64> {
        (self.last - self.first + 1 == self.count).then_some(self.first + place)
    }
}
