//! Which games of a run are worth looking at, and why.

use std::collections::BTreeMap;

use lab::base::error::Result;
use lab::run::finished_run::FinishedRun;
use lab::subject::raw::GAMES;

/// A game, by its number in the run, and what makes it telling.
pub type Telling = (u64, String);

/// The most telling games of a run, at most this many: the closest, the one with the widest margin, the one with most lead changes, the one
/// with the median margin, then games spread over the run. Of equals the first. Nothing without `games.csv`.
///
/// # Errors
/// If the table cannot be read.
pub fn telling(run: &FinishedRun, most: usize) -> Result<Option<Vec<Telling>>> {
    let Some(games) = Summary::read(run)? else { return Ok(None) };
    let mut chosen: Vec<Telling> = Vec::new();
    let mut choose = |game: Option<(u64, String)>| {
        let game = game.filter(|(number, _)| chosen.iter().all(|(other, _)| other != number));
        chosen.extend(game.filter(|_| chosen.len() < most));
    };
    choose(games.of_margin(games.margins.keys().next(), "the closest"));
    choose(games.of_margin(games.margins.keys().next_back(), "the widest margin"));
    choose(
        games
            .most_lead_changes
            .filter(|(_, changes)| *changes > 0)
            .map(|(game, changes)| (game, format!("most lead changes ({changes})"))),
    );
    choose(games.of_margin(games.median(), "the median margin"));
    let others = games.count.min(most as u64);
    (0..others).for_each(|index| {
        choose(
            games
                .numbers(index * games.count / others.max(1))
                .map(|number| (number, "one of several spread over the run".to_owned())),
        );
    });
    Ok(Some(chosen))
}

/// What games are chosen by; its size does not depend on their number.
#[derive(Default)]
struct Summary {
    count: u64,
    /// The first and the last number.
    first: u64,
    last: u64,
    /// For each margin of the winner how many games had it, and the first that did.
    margins: BTreeMap<i64, (u64, u64)>,
    /// The first game with so many.
    most_lead_changes: Option<(u64, i64)>,
}

impl Summary {
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
            let is_most = |changes: &i64| summary.most_lead_changes.is_none_or(|(_, most)| *changes > most);
            if let Some(changes) = changes.filter(is_most) {
                summary.most_lead_changes = Some((number, changes));
            }
        }
        Ok((summary.count > 0).then_some(summary))
    }

    fn of_margin(&self, margin: Option<&i64>, why: &str) -> Option<Telling> {
        let margin = margin?;
        Some((self.margins[margin].1, format!("{why} ({margin} VP)")))
    }

    /// The lower of the two in the middle, if their number is even.
    fn median(&self) -> Option<&i64> {
        let mut before = 0;
        self.margins.iter().find_map(|(margin, (games, _))| {
            before += games;
            (2 * before >= self.count).then_some(margin)
        })
    }

    /// The number of a game by its place in the run: all of them, unless shards are missing.
    fn numbers(&self, place: u64) -> Option<u64> {
        (self.last - self.first + 1 == self.count).then_some(self.first + place)
    }
}
