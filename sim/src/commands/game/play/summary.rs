//! What is printed about many games.

use std::io::{self, Write};
use std::path::Path;

use engine::Seat;

use super::batch::Played;
use crate::lab::forms::numbers::counted;
use crate::lab::play::numbered_games::ScoreHash;
use crate::report::terminal::summary::caveat;

/// Games that are listed one by one; more are only summed up.
const LISTED: usize = 20;

/// Results of the games so far.
pub struct Summary<'a> {
    players: &'a [String],
    games: u64,
    listed: Vec<String>,
    /// By seat: shares of wins, and VP.
    totals: Vec<(f64, i64)>,
    hash: ScoreHash,
}

impl<'a> Summary<'a> {
    /// With no game yet.
    pub fn new(players: &'a [String]) -> Self {
        let totals = vec![(0.0, 0); players.len()];
        Self { players, games: 0, listed: Vec::new(), totals, hash: ScoreHash::default() }
    }

    /// Adds the next game.
    pub fn add(&mut self, played: &Played) {
        self.games += 1;
        self.hash.add(&played.outcome);
        for (seat, (wins, vp)) in Seat::all(self.players.len()).zip(&mut self.totals) {
            *wins += played.outcome.win_share(seat);
            *vp += i64::from(played.outcome.points[seat.index()]);
        }
        if self.listed.len() < LISTED {
            let points = played.outcome.points.iter().map(|vp| format!("{vp:>3}")).collect::<Vec<_>>();
            self.listed.push(format!("{:>4}  {}  {}", self.games, points.join(" "), played.seed));
        }
    }

    /// Prints the games if they are few, a line for each seat, what of the game is only reconstructed, and the hash of the scores.
    pub fn print(self, record: Option<&Path>, reconstructed: &[&str]) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        if self.games <= LISTED as u64 {
            writeln!(out, "game, VP by seat, game seed:")?;
            self.listed.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        let games = self.games as f64;
        for (seat, (name, (wins, vp))) in self.players.iter().zip(&self.totals).enumerate() {
            let (share, mean) = (100.0 * wins / games, *vp as f64 / games);
            writeln!(out, "seat {seat}  {share:5.1} % of wins  {mean:6.2} VP  {name}")?;
        }
        if let Some(path) = record {
            writeln!(out, "{} recorded in {}", counted(self.games, "game"), path.display())?;
        }
        if let Some(caveat) = caveat(reconstructed) {
            writeln!(out, "{caveat}")?;
        }
        writeln!(out, "score hash {}", self.hash.finish())
    }
}
