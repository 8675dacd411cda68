//! Narration of a game, round by round, while it is played.

use std::fmt;

use anstyle::Style;
use engine::tipperary::{Event, Position, Score, Tipperary};
use engine::{Game, Seat};

use super::drawing;
use super::words::{self, name, tile_name};
use crate::narrate::Say;
use crate::observer::Observer;

/// Narrates a game line by line. Colours are ANSI codes.
pub struct Narrator<'a> {
    game: &'a Tipperary,
    players: &'a [String],
    say: Say<'a>,
    /// True if the rounds are over.
    is_ending: bool,
}

const STRONG: Style = Style::new().bold();

impl<'a> Narrator<'a> {
    /// Starts the narration with the players and the hometowns.
    pub fn new(game: &'a Tipperary, players: &'a [String], seed: &str, say: Say<'a>) -> Self {
        let mut narrator = Self { game, players, say, is_ending: false };
        narrator.tell_setup(seed);
        narrator
    }

    fn tell_setup(&mut self, seed: &str) {
        self.say(format_args!("{STRONG}Tipperary, {} players{STRONG:#}", self.players.len()));
        if !seed.is_empty() {
            self.say(format_args!("game seed {seed}"));
        }
        self.say(format_args!(""));
        drawing::LEGEND.lines().for_each(|line| self.say(format_args!("  {line}")));
        self.say(format_args!(""));
        for seat in Seat::all(self.game.seats()) {
            let hometown = self.game.hometown(seat);
            let name = if hometown.name.is_empty() { "hometown" } else { &hometown.name };
            self.tell_of(seat, format_args!("{name} ({}): {}", hometown.id, hometown.grid));
        }
        let track: Vec<String> = self.game.rules().whiskey_track.iter().map(ToString::to_string).collect();
        self.say(format_args!("  whiskey track {}  (* gives a wooden sheep)", track.join(" ")));
    }

    fn say(&mut self, line: fmt::Arguments<'_>) {
        (self.say)(&line.to_string());
    }

    /// Seat and agent, as wide as the longest.
    fn who(&self, seat: Seat) -> String {
        let widest = self.players.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        format!("{seat} {:widest$}", self.players[seat.index()])
    }

    /// Narrates an action of a seat, or an event that affects it.
    fn tell_of(&mut self, seat: Seat, what: fmt::Arguments<'_>) {
        self.say(format_args!("  {}  {what}", self.who(seat)));
    }

    fn tell_round(&mut self, round: u8, start: Seat) {
        let title =
            format!(" Round {round} of {}, starts with {} ", self.game.rules().rounds, name(self.players, start));
        self.say(format_args!("\n{STRONG}{title:═^78}{STRONG:#}"));
    }

    /// The two tiles of every area that a crest points to.
    fn tell_areas(&mut self, position: &Position) {
        for seat in Seat::all(self.game.seats()) {
            let area = self.game.area(position, seat);
            let landscape = self.game.components().landscape();
            let tiles = position.areas[area]
                .iter()
                .map(|&tile| format!("{} {}", tile_name(self.game, tile), landscape.tile(tile).front()));
            let tiles: Vec<String> = tiles.collect();
            self.tell_of(seat, format_args!("area {area}: {}", tiles.join("   ")));
        }
    }

    /// Narrates an event.
    fn tell(&mut self, event: &Event) {
        match words::of(self.game, self.players, event) {
            (Some(seat), words) => self.tell_of(seat, format_args!("{words}")),
            (None, words) => self.say(format_args!("  {words}")),
        }
    }

    /// Prints a heading when the rounds are over.
    fn end(&mut self) {
        if !self.is_ending {
            self.is_ending = true;
            self.say(format_args!("\n{STRONG}{:═^78}{STRONG:#}", " End of the game "));
        }
    }

    fn tell_counties(&mut self, position: &Position) {
        for seat in Seat::all(self.game.seats()) {
            self.say(format_args!("\n{STRONG}County of {}{STRONG:#}", name(self.players, seat)));
            let lines = drawing::county(self.game.components(), &position.player(seat).display);
            lines.iter().for_each(|line| self.say(format_args!("  {}", line.trim_end())));
        }
    }

    /// Prints the parts of all scores as a table, then the winners first.
    fn tell_results(&mut self, position: &Position) {
        self.tell_counties(position);
        self.say(format_args!("\n{STRONG}Final scoring{STRONG:#}"));
        let indent = self.who(Seat::new(0)).chars().count();
        self.say(format_args!("  {:indent$}  {}  total", "", Score::PARTS.join("  ")));
        for seat in Seat::all(self.game.seats()) {
            let score = position.scores[seat.index()];
            let cells = score.parts().into_iter().zip(Score::PARTS);
            let cells: Vec<String> = cells.map(|(vp, part)| format!("{vp:>width$}", width = part.len())).collect();
            self.tell_of(seat, format_args!("{}  {:>5}", cells.join("  "), score.vp()));
        }
        self.say(format_args!("\n{STRONG}Result{STRONG:#}"));
        let ranks = self.game.outcome(position).ranks;
        let mut results: Vec<_> = ranks.into_iter().zip(Seat::all(self.game.seats())).collect();
        results.sort_unstable();
        for (rank, seat) in results {
            self.say(format_args!("  {rank}.  {}  {:3} VP", self.who(seat), position.scores[seat.index()].vp()));
        }
    }
}

impl Observer<Tipperary> for Narrator<'_> {
    fn event(&mut self, position: &Position, event: &Event) {
        match *event {
            Event::Round { round, start } => self.tell_round(round, start),
            Event::Fill { .. } | Event::Take { .. } => {}
            Event::Spin { .. } => self.tell_areas(position),
            Event::TowerPlace { .. } | Event::Stop { .. } => {
                self.end();
                self.tell(event);
            }
            Event::Place { .. }
            | Event::Sheep { .. }
            | Event::BonusPlace { .. }
            | Event::Whiskey { .. }
            | Event::Tower { .. }
            | Event::Bonus { .. }
            | Event::Lost { .. }
            | Event::Flocks { .. } => self.tell(event),
            Event::Score { .. } => self.end(),
            Event::Result { seat, .. } => {
                if seat.index() + 1 == self.players.len() {
                    self.tell_results(position);
                }
            }
        }
    }
}
