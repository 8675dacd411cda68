//! Narration of a game as readable text while it is played.

use std::fmt;

use anstyle::Style;
use engine::skye::position::DolmenBoard;
use engine::skye::{Event, PastSeat, Phase, Position, ScoringTile, Skye, Slot, TileId, Tiles};
use engine::{Game, Seat};

use super::drawing;
use super::drawing::tile_group::{self, TileGroup};
use super::words;
use crate::narrate::Say;
use crate::observer::Observer;

/// Narrates a game line by line. Colours are ANSI codes.
pub struct Narrator<'a> {
    game: &'a Skye,
    players: &'a [String],
    say: Say<'a>,
    section: NarrationSection,
    /// The awards of scoring tiles in this round.
    scores: ScoreTable,
}

const STRONG: Style = Style::new().bold();

impl<'a> Narrator<'a> {
    /// Starts the narration with the players and the scoring tiles.
    pub fn new(game: &'a Skye, players: &'a [String], seed: &str, say: Say<'a>) -> Self {
        let mut narrator =
            Self { game, players, say, section: NarrationSection::Result, scores: ScoreTable::default() };
        narrator.tell_setup(seed);
        narrator
    }

    fn tell_setup(&mut self, seed: &str) {
        self.say(format_args!("{STRONG}Isle of Skye, {} players{STRONG:#}", self.players.len()));
        if !seed.is_empty() {
            self.say(format_args!("game seed {seed}"));
        }
        self.say(format_args!(""));
        for slot in Slot::ALL {
            let scoring = self.game.scoring_at(slot);
            self.say(format_args!("  {} {scoring:16} {}", slot.letter(), self.game.rules().text(scoring)));
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

    fn enter(&mut self, section: NarrationSection, position: &Position) {
        if self.section == NarrationSection::Scoring {
            let lines = std::mem::take(&mut self.scores).lines(|seat| self.who(seat));
            self.say_all(lines);
        }
        self.section = section;
        if section == NarrationSection::FinalScoring {
            self.tell_territories(position);
        }
        if section != NarrationSection::Round {
            self.say(format_args!("\n{STRONG}{}{STRONG:#}", section.heading()));
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
        let words = words::dolmen(self.game, removed, board);
        self.say(format_args!("  {words}"));
    }

    /// Narrates an action of one player, or an event that affects that player.
    fn tell_of_one(&mut self, event: &Event) {
        if let Some((seat, words)) = words::of_one(self.game, self.players, event) {
            self.say(format_args!("  {}  {words}", self.who(seat)));
        }
    }

    fn tell_territories(&mut self, position: &Position) {
        self.say(format_args!("\n{STRONG}{:═^78}{STRONG:#}", " End of the game "));
        for seat in Seat::all(self.game.seats()) {
            self.say(format_args!("\n{STRONG}Territory of {}{STRONG:#}", self.name(seat)));
            self.say_all(drawing::territory(self.game.tiles(), &position.player(seat).territory));
        }
        self.say(format_args!(""));
        self.say_all(drawing::legend(self.game.rules().modules).map(str::to_owned));
    }

    /// Winners first.
    fn tell_results(&mut self, position: &Position) {
        let ranks = self.game.outcome(position).ranks;
        let mut results: Vec<_> = ranks.into_iter().zip(Seat::all(self.game.seats())).collect();
        results.sort_unstable();
        for (rank, seat) in results {
            let player = position.player(seat);
            self.say(format_args!("  {rank}.  {}  {:3} VP, {} gold left", self.who(seat), player.vp, player.gold));
        }
    }
}

impl Observer<Skye> for Narrator<'_> {
    fn event(&mut self, position: &Position, event: &Event) {
        let section = NarrationSection::of(event, self.section);
        if section != self.section {
            self.enter(section, position);
        }
        match *event {
            Event::Round { round, start } => self.tell_round(round, start),
            Event::Draw { .. } => {}
            Event::Price { .. } => {
                // The last offer reveals all of them.
                if let (Phase::Buy(_), Some(trade)) = (position.phase, position.trades().last()) {
                    self.say_all(offer_lines(self.game.tiles(), self.players, &trade.seats));
                }
            }
            Event::Dolmen { removed, board, .. } => self.tell_dolmen(removed, board),
            Event::VpBarrels { vp: 0, .. } => {}
            Event::Score { seat, slot, scoring, vp, total, .. } => self.scores.add(seat, slot, scoring, vp, total),
            Event::Result { seat, .. } => {
                if seat.index() + 1 == self.players.len() {
                    self.tell_results(position);
                }
            }
            Event::Income { .. }
            | Event::VpBarrels { .. }
            | Event::Buy { .. }
            | Event::BuyOwn { .. }
            | Event::BuyDruid { .. }
            | Event::Bag { .. }
            | Event::Tablet { .. }
            | Event::Flip { .. }
            | Event::Place { .. }
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

/// A section of the narration: a heading, and the events under it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum NarrationSection {
    /// The start of a round, which has its own heading.
    Round,
    /// Phase 1.
    Income,
    /// Phases 2 and 3.
    Offers,
    /// Phase 4, and the tiles kept after it.
    Trade,
    /// Phase 5.
    Building,
    /// Phase 6.
    Scoring,
    /// Scrolls and gold.
    FinalScoring,
    /// The ranking.
    Result,
}

impl NarrationSection {
    /// Returns the section of an event; a change of the dolmen board belongs to the present one.
    fn of(event: &Event, now: Self) -> Self {
        match event {
            Event::Round { .. } => Self::Round,
            Event::VpBarrels { .. } | Event::Income { .. } => Self::Income,
            Event::Draw { .. } | Event::Price { .. } => Self::Offers,
            Event::Buy { .. }
            | Event::BuyOwn { .. }
            | Event::BuyDruid { .. }
            | Event::Bag { .. }
            | Event::Pass { .. }
            | Event::Keep { .. } => Self::Trade,
            Event::Place { .. }
            | Event::Tablet { .. }
            | Event::Flip { .. }
            | Event::Return { .. }
            | Event::Remove { .. } => Self::Building,
            Event::Score { .. } => Self::Scoring,
            Event::Scroll { .. } | Event::ScoreAgain { .. } | Event::GoldVp { .. } => Self::FinalScoring,
            Event::Result { .. } => Self::Result,
            Event::Dolmen { .. } => now,
        }
    }

    /// Its heading.
    fn heading(self) -> &'static str {
        match self {
            Self::Round => "Round",
            Self::Income => "Income",
            Self::Offers => "Offers",
            Self::Trade => "Trade",
            Self::Building => "Building",
            Self::Scoring => "Scoring",
            Self::FinalScoring => "Final scoring",
            Self::Result => "Result",
        }
    }
}

/// Draws the displays of all players, side by side.
///
/// The lines show the seats, their tiles as printed, and the prices.
fn offer_lines(tiles: &Tiles, players: &[String], seats: &[PastSeat]) -> Vec<String> {
    let groups: Vec<TileGroup> = seats
        .iter()
        .enumerate()
        .map(|(seat, past)| TileGroup {
            title: format!("{seat} {}", players[seat]),
            tiles: past.drawn.into_iter().zip(past.prices.map(price_tag)).collect(),
        })
        .collect();
    tile_group::lines(tiles, &groups)
}

fn price_tag(price: u16) -> String {
    if price == 0 { "discard".to_owned() } else { format!("{price} gold") }
}

/// The scores of one round.
#[derive(Clone, Default)]
struct ScoreTable {
    slots: Vec<(Slot, ScoringTile)>,
    /// By seat: VP of each slot, and the score after the last.
    rows: Vec<ScoreLine>,
}

#[derive(Clone)]
struct ScoreLine {
    seat: Seat,
    vp: Vec<u16>,
    total: u16,
}

impl ScoreTable {
    /// Adds the award of one scoring tile to one seat.
    fn add(&mut self, seat: Seat, slot: Slot, scoring: ScoringTile, vp: u16, total: u16) {
        if !self.slots.contains(&(slot, scoring)) {
            self.slots.push((slot, scoring));
        }
        let index = self.rows.iter().position(|row| row.seat == seat).unwrap_or_else(|| {
            self.rows.push(ScoreLine { seat, vp: Vec::new(), total });
            self.rows.len() - 1
        });
        self.rows[index].vp.push(vp);
        self.rows[index].total = total;
    }

    /// The table: a column for each slot, a line for each seat, with the name from `who`.
    fn lines(self, who: impl Fn(Seat) -> String) -> Vec<String> {
        let heads: Vec<String> =
            self.slots.iter().map(|(slot, scoring)| format!("{} {scoring}", slot.letter())).collect();
        let Some(first) = self.rows.first() else { return Vec::new() };
        let indent = who(first.seat).chars().count();
        let head = format!("{:indent$}  {}  total", "", heads.join("  "));
        std::iter::once(head)
            .chain(self.rows.iter().map(|row| {
                let cells = row.vp.iter().zip(&heads).map(|(vp, head)| format!("{vp:>width$}", width = head.len()));
                let cells: Vec<String> = cells.collect();
                format!("{}  {}  {:>5}", who(row.seat), cells.join("  "), row.total)
            }))
            .collect()
    }
}
