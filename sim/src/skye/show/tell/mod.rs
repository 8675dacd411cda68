//! A game narrated in readable text while it is played.

mod offers;
mod scores;
mod section;

use std::fmt;

use anstyle::Style;
use engine::skye::position::{Dolmen, DolmenBoard};
use engine::skye::{Event, Placement, Skye, Slot, Territory, TileId};
use engine::{Game, Seat};

use super::drawing;
use crate::lab::play::arena::Observer;
use crate::lab::shown::Say;
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
        format!("{seat} {}", self.players[seat.index()])
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

    fn tell_income(&mut self, seat: Seat, parts: [(u16, &str); 3], gold: u16) {
        let parts = parts.iter().filter(|(amount, _)| *amount > 0);
        let parts: Vec<String> = parts.map(|(amount, source)| format!("{amount} {source}")).collect();
        self.tell_of(seat, format_args!("{}, has {gold} gold", parts.join(" + ")));
    }

    /// What a seat did, or what happened to it.
    fn tell_of(&mut self, seat: Seat, what: fmt::Arguments<'_>) {
        self.say(format_args!("  {}  {what}", self.who(seat)));
    }

    fn tell_purchase(&mut self, seat: Seat, from: Seat, tile: TileId, price: u16, paid: u16) {
        let (id, seller) = (self.game.tiles().name(tile), self.name(from));
        let discount = if paid == price { String::new() } else { format!(" less {}", price - paid) };
        self.tell_of(seat, format_args!("buys {id} from {seller} for {price}{discount}"));
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

    fn tell_flip(&mut self, seat: Seat, tile: TileId) {
        let territory = &mut self.territories[seat.index()];
        let index = territory.placements().position(|laid| laid.tile == tile);
        territory.flip(self.game.tiles(), index.expect("a tile of the territory"));
        let id = self.game.tiles().name(tile);
        self.tell_of(seat, format_args!("turns {id} over"));
    }

    fn tell_placement(&mut self, seat: Seat, placement: Placement) {
        self.territories[seat.index()].lay(self.game.tiles(), placement);
        let Placement { tile, place, rotation } = placement;
        let turned = if rotation.quarter_turns() == 0 { String::new() } else { format!(", turned by {rotation}") };
        let id = self.game.tiles().name(tile);
        self.tell_of(seat, format_args!("places {id} at {place}{turned}"));
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
            Event::Income { seat, castle, whisky, catch_up, gold } => {
                self.tell_income(seat, [(castle, "castle"), (whisky, "whisky"), (catch_up, "catch-up")], gold);
            }
            Event::Draw { seat, tiles } => self.desks[seat.index()].tiles = tiles,
            Event::Price { seat, offer, .. } => self.desks[seat.index()].offer = Some(offer),
            Event::Dolmen { removed, board, .. } => self.tell_dolmen(removed, board),
            Event::VpBarrels { seat, vp, total } => {
                if vp > 0 {
                    self.tell_of(seat, format_args!("VP barrels: {vp} VP, has {total}"));
                }
            }
            Event::Buy { seat, from, tile, price, paid, .. } => self.tell_purchase(seat, from, tile, price, paid),
            Event::BuyOwn { seat, tile, lost } => {
                let id = self.game.tiles().name(tile);
                self.tell_of(seat, format_args!("takes the own tile {id} with a tablet and loses its {lost}"));
            }
            Event::BuyDruid { seat, tile, cost, surcharge, .. } => {
                let id = self.game.tiles().name(tile);
                self.tell_of(seat, format_args!("buys the Druid tile {id} for {cost} + {surcharge}"));
            }
            Event::Bag { seat, paid, tiles, kept } => {
                let names: Vec<&str> = tiles.iter().map(|&tile| self.game.tiles().name(tile)).collect();
                let kept = self.game.tiles().name(kept);
                self.tell_of(seat, format_args!("draws {} from the bag for {paid} and keeps {kept}", names.join(", ")));
            }
            Event::Tablet { seat, tablet, .. } => self.tell_of(seat, format_args!("takes the tablet {tablet}")),
            Event::Flip { seat, tile } => self.tell_flip(seat, tile),
            Event::Remove { seat, tile } => {
                let id = self.game.tiles().name(tile);
                self.tell_of(seat, format_args!("cannot place {id}, which leaves the game"));
            }
            Event::ScoreAgain { seat, tile, kind, vp } => {
                let id = self.game.tiles().name(tile);
                self.tell_of(seat, format_args!("scores the scroll of {kind} on {id} once more: {vp} VP"));
            }
            Event::Pass { seat } => self.tell_of(seat, format_args!("passes")),
            Event::Keep { seat, tile, lost } => {
                let id = self.game.tiles().name(tile);
                self.tell_of(seat, format_args!("keeps {id} and loses its {lost}"));
            }
            Event::Place { seat, placement } => self.tell_placement(seat, placement),
            Event::Return { seat, tile } => {
                let id = self.game.tiles().name(tile);
                self.tell_of(seat, format_args!("cannot place {id}, which goes back to the bag"));
            }
            Event::Score { seat, slot, scoring, vp, total, .. } => self.scores.add(seat, slot, scoring, vp, total),
            Event::Scroll { seat, scroll } => {
                let doubled = if scroll.doubled { ", doubled" } else { "" };
                let id = self.game.tiles().name(scroll.tile);
                self.tell_of(seat, format_args!("scroll of {} on {id}: {} VP{doubled}", scroll.kind, scroll.vp));
            }
            Event::GoldVp { seat, gold, vp } => self.tell_of(seat, format_args!("{gold} gold: {vp} VP")),
            Event::Result { seat, vp, gold, rank } => {
                self.results.push((rank, seat, vp, gold));
                if self.results.len() == self.players.len() {
                    self.tell_results();
                }
            }
        }
    }
}
