//! A game narrated in readable text while it is played.

mod offers;
mod scores;
mod section;

use std::fmt;

use anstyle::Style;
use engine::skye::position::{Dolmen, DolmenBoard};
use engine::skye::{Event, Skye, Slot, Territory, TileId};
use engine::{Game, Seat};

use super::drawing;
use super::words;
use crate::observer::Observer;
use crate::told::Say;
use offers::Desk;
use scores::ScoreTable;
use section::Section;

/// Narrates a game line by line. Colours are ANSI codes.
pub struct Narrator<'a> {
    game: &'a Skye,
    players: &'a [String],
    say: Say<'a>,
    section: Section,
    desks: Vec<Desk>,
    scores: ScoreTable,
    territories: Vec<Territory>,
    results: Vec<(u8, Seat, u16, u16)>,
}

const STRONG: Style = Style::new().bold();

impl<'a> Narrator<'a> {
    /// Starts the narration: who plays, and with which scoring tiles.
    pub fn new(game: &'a Skye, players: &'a [String], seed: &str, say: Say<'a>) -> Self {
        let mut narrator = Self {
            game,
            players,
            say,
            section: Section::Result,
            desks: vec![Desk::default(); players.len()],
            scores: ScoreTable::default(),
            territories: vec![Territory::castle(game.tiles()); players.len()],
            results: Vec::new(),
        };
        narrator.tell_setup(seed);
        narrator
    }

    fn tell_setup(&mut self, seed: &str) {
        self.say(format_args!("{STRONG}Isle of Skye, {} players{STRONG:#}", self.players.len()));
        self.say(format_args!("game seed {seed}"));
        self.say(format_args!(""));
        for slot in Slot::ALL {
            let scoring = self.game.scoring_at(slot);
            self.say(format_args!("  {} {scoring:16} {}", slot.letter(), scoring.text()));
        }
    }

    fn say(&mut self, line: fmt::Arguments<'_>) {
        (self.say)(&line.to_string());
    }

    fn say_all(&mut self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.say(format_args!("  {}", line.trim_end())));
    }

    /// Seat and agent, as wide as the longest.
    fn who(&self, seat: Seat) -> String {
        let widest = self.players.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        format!("{seat} {:widest$}", self.players[seat.index()])
    }

    /// Seat and agent.
    fn name(&self, seat: Seat) -> String {
        words::name(self.players, seat)
    }

    fn enter(&mut self, section: Section) {
        self.leave(self.section);
        self.section = section;
        if section == Section::FinalScoring {
            self.tell_territories();
        }
        if section != Section::Round {
            self.say(format_args!("\n{STRONG}{}{STRONG:#}", section.heading()));
        }
    }

    /// Tells what can only be told once a section is complete.
    fn leave(&mut self, section: Section) {
        match section {
            Section::Offers => {
                let lines = offers::lines(self.game.tiles(), self.players, &self.desks);
                self.say_all(lines);
            }
            Section::Scoring => {
                let lines = std::mem::take(&mut self.scores).lines(|seat| self.who(seat));
                self.say_all(lines);
            }
            Section::Round
            | Section::Income
            | Section::Trade
            | Section::Building
            | Section::FinalScoring
            | Section::Result => {}
        }
    }

    fn tell_round(&mut self, round: u8, start: Seat) {
        let slots: String = self.game.rules().round(round).scores.iter().map(Slot::letter).collect();
        let title = format!(
            " Round {round} of {}, scores {slots}, starts with {} ",
            self.game.rules().round_count(),
            self.name(start)
        );
        self.say(format_args!("\n{STRONG}{title:═^78}{STRONG:#}"));
    }

    fn tell_dolmen(&mut self, removed: Option<TileId>, board: DolmenBoard) {
        let tiles = self.game.tiles();
        let space = |(space, tile): (usize, &Option<TileId>)| match tile {
            Some(tile) => {
                let cost = tiles.druid(*tile).map_or(0, |druid| druid.cost);
                format!("{} for {cost} + {}", tiles.name(*tile), Dolmen::surcharge(space))
            }
            None => "nothing".to_owned(),
        };
        let spaces: Vec<String> = board.iter().enumerate().map(space).collect();
        let gone = removed.map_or(String::new(), |tile| format!("{} leaves the game; ", tiles.name(tile)));
        self.say(format_args!("  dolmen board: {gone}{}", spaces.join(", ")));
    }

    fn flip(&mut self, seat: Seat, tile: TileId) {
        let territory = &mut self.territories[seat.index()];
        let index = territory.placements().position(|laid| laid.tile == tile);
        territory.flip(self.game.tiles(), index.expect("a tile of the territory"));
    }

    /// What one player did, or what happened to it.
    fn tell_of_one(&mut self, event: &Event) {
        if let Some((seat, words)) = words::of_one(self.game, self.players, event) {
            self.say(format_args!("  {}  {words}", self.who(seat)));
        }
    }

    fn tell_territories(&mut self) {
        self.say(format_args!("\n{STRONG}{:═^78}{STRONG:#}", " End of the game "));
        for seat in Seat::all(self.game.seats()) {
            self.say(format_args!("\n{STRONG}Territory of {}{STRONG:#}", self.name(seat)));
            self.say_all(drawing::territory(self.game.tiles(), &self.territories[seat.index()]));
        }
        self.say(format_args!(""));
        self.say_all(drawing::legend(self.game.rules().modules).map(str::to_owned));
    }

    /// Winners first.
    fn tell_results(&mut self) {
        let mut results = std::mem::take(&mut self.results);
        results.sort_unstable();
        for (rank, seat, vp, gold) in results {
            self.say(format_args!("  {rank}.  {}  {vp:3} VP, {gold} gold left", self.who(seat)));
        }
    }
}

impl Observer<Skye> for Narrator<'_> {
    fn event(&mut self, event: &Event) {
        let section = Section::of(event, self.section);
        if section != self.section {
            self.enter(section);
        }
        match *event {
            Event::Round { round, start } => self.tell_round(round, start),
            Event::Draw { seat, tiles } => self.desks[seat.index()].tiles = tiles,
            Event::Price { seat, offer, .. } => self.desks[seat.index()].offer = Some(offer),
            Event::Dolmen { removed, board, .. } => self.tell_dolmen(removed, board),
            Event::VpBarrels { vp: 0, .. } => {}
            Event::Flip { seat, tile } => {
                self.flip(seat, tile);
                self.tell_of_one(event);
            }
            Event::Place { seat, placement } => {
                self.territories[seat.index()].lay(self.game.tiles(), placement);
                self.tell_of_one(event);
            }
            Event::Score { seat, slot, scoring, vp, total, .. } => self.scores.add(seat, slot, scoring, vp, total),
            Event::Result { seat, vp, gold, rank } => {
                self.results.push((rank, seat, vp, gold));
                if self.results.len() == self.players.len() {
                    self.tell_results();
                }
            }
            Event::Income { .. }
            | Event::VpBarrels { .. }
            | Event::Buy { .. }
            | Event::BuyOwn { .. }
            | Event::BuyDruid { .. }
            | Event::Bag { .. }
            | Event::Tablet { .. }
            | Event::Remove { .. }
            | Event::ScoreAgain { .. }
            | Event::Pass { .. }
            | Event::Keep { .. }
            | Event::Return { .. }
            | Event::Scroll { .. }
            | Event::GoldVp { .. } => self.tell_of_one(event),
        }
    }
}
