//! Games of Isle of Skye as pictures: every event is a step that lays tiles and moves gold and VP.

mod icons;

mod legend;

mod picture;

mod scored;

mod shapes;

use engine::skye::scoring::Survey;
use engine::skye::{Event, Module, Phase, Placement, Player, Position, Skye, Slot, TileId};
use engine::{Game, Seat};

pub use self::icons::all as icons;
pub use self::legend::legend;
pub use self::picture::{COLOURS, component, picture};
pub use self::scored::scoring_example;
use super::words;
use crate::observer::Observer;
use crate::stage::{Card, Change, PlacedPiece, StageSetup, StageStep};

/// The numbers of the counters.
const VP: usize = 0;
const GOLD: usize = 1;
const INCOME: usize = 2;

/// The numbers of the awards after those of the slots.
const SCROLLS: usize = Slot::ALL.len();
const GOLD_VP: usize = SCROLLS + 1;
const BARRELS: usize = GOLD_VP + 1;

/// Returns the part of the stage that stays the same.
pub fn stage(game: &Skye) -> StageSetup {
    let slots = Slot::ALL.into_iter().map(|slot| {
        let scoring = game.scoring_at(slot);
        let when = scoring_rounds(game, slot);
        (format!("{} {scoring}", slot.letter()), format!("{}; {when}", game.rules().text(scoring)))
    });
    let others = [
        ("scrolls".to_owned(), "at the end, doubled if their area is completed".to_owned()),
        ("gold".to_owned(), format!("1 VP for every {} at the end", game.rules().gold_per_vp)),
    ];
    let barrels = ("VP barrels".to_owned(), "at the beginning of rounds".to_owned());
    let barrels = (game.has(Module::Tunnels) || game.has(Module::Borderlands)).then_some(barrels);
    let awards = slots.chain(others).chain(barrels).collect();
    StageSetup { counters: vec!["VP", "gold", "income"], awards, counted: "up to this step" }
}

/// When a slot scores.
fn scoring_rounds(game: &Skye, slot: Slot) -> String {
    let rounds =
        game.rules().rounds.iter().zip(1..).filter(|(round, _)| round.scores.iter().any(|other| other == slot));
    let rounds: Vec<String> = rounds.map(|(_, number): (_, usize)| number.to_string()).collect();
    match &rounds[..] {
        [] => "never scores".to_owned(),
        [only] => format!("scores in round {only}"),
        all => format!("scores in rounds {}", listed(all)),
    }
}

/// Lists numbers in words.
pub fn listed(numbers: &[String]) -> String {
    match numbers {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        all => all.concat(),
    }
}

/// Makes a step of every event.
pub struct Stager<'a> {
    game: &'a Skye,
    players: &'a [String],
    take: Box<dyn FnMut(StageStep) + 'a>,
    round: u64,
    /// The cards of each seat, in the order in which they came.
    cards: Vec<Vec<TileId>>,
    has_begun: bool,
}

impl<'a> Stager<'a> {
    /// Starts before the first event; `take` receives the steps.
    pub fn new(game: &'a Skye, players: &'a [String], take: Box<dyn FnMut(StageStep) + 'a>) -> Self {
        Self { game, players, take, round: 0, cards: vec![Vec::new(); game.seats()], has_begun: false }
    }

    /// Before the first event, everybody has a castle and nothing else.
    fn opening(&self) -> Vec<Change> {
        let castle = |seat| Change::Lay(PlacedPiece { seat, x: 0, y: 0, piece: TileId::CASTLE.index(), turns: 0 });
        (0..self.players.len())
            .flat_map(|seat| {
                let income = self.game.rules().castle_income.into();
                let counts =
                    [(VP, 0), (GOLD, 0), (INCOME, income)].map(|(counter, count)| Change::Count(seat, counter, count));
                [castle(seat)].into_iter().chain(counts)
            })
            .collect()
    }

    /// Adds a card for a tile to a player.
    fn put(&mut self, seat: Seat, tile: TileId, text: String) -> Change {
        let cards = &mut self.cards[seat.index()];
        cards.push(tile);
        let card = Card { piece: tile.index(), text, is_secret: false };
        Change::Card(seat.index(), cards.len() - 1, card)
    }

    /// Changes the text on a player's card, the last one of this tile; `None` if there is none.
    fn mark(&mut self, seat: Seat, tile: TileId, text: String) -> Option<Change> {
        let place = self.cards[seat.index()].iter().rposition(|card| *card == tile)?;
        Some(Change::Card(seat.index(), place, Card { piece: tile.index(), text, is_secret: false }))
    }

    fn changes(&mut self, position: &Position, event: &Event) -> Vec<Change> {
        let gold = |seat: Seat| Change::Count(seat.index(), GOLD, position.player(seat).gold.into());
        let vp = |seat: Seat| Change::Count(seat.index(), VP, position.player(seat).vp.into());
        let earned = |seat: Seat| Change::Count(seat.index(), INCOME, income(self.game, position.player(seat)).into());
        let awarded =
            |seat: Seat, award, points: u16| vec![Change::Award(seat.index(), award, points.into()), vp(seat)];
        match *event {
            Event::Round { round, .. } => {
                self.round = round.into();
                self.cards.iter_mut().for_each(Vec::clear);
                vec![Change::Clear]
            }
            Event::Dolmen { .. } | Event::Tablet { .. } | Event::Pass { .. } => Vec::new(),
            Event::VpBarrels { seat, vp, .. } => awarded(seat, BARRELS, vp),
            Event::Income { seat, .. } => vec![gold(seat)],
            Event::Draw { seat, tiles } => tiles.into_iter().map(|tile| self.put(seat, tile, String::new())).collect(),
            Event::Price { seat, tiles, offer } => {
                let changes = tiles.into_iter().zip(offer.prices()).enumerate().map(|(place, (tile, price))| {
                    let text = if price == 0 { "discarded".to_owned() } else { format!("{price} gold") };
                    Change::Card(seat.index(), place, Card { piece: tile.index(), text, is_secret: true })
                });
                // The last offer reveals all of them, and stakes are laid down.
                let is_last = !matches!(position.phase, Phase::Price(_));
                let stakes = Seat::all(self.players.len()).filter(|_| is_last).map(gold);
                changes.chain(is_last.then_some(Change::Reveal)).chain(stakes).collect()
            }
            Event::Buy { seat, from, tile, price, paid, .. } => {
                let sold = self.mark(from, tile, format!("{price} gold, sold to {seat}"));
                let bought = self.put(seat, tile, format!("bought for {paid}"));
                sold.into_iter().chain([bought, gold(seat), gold(from)]).collect()
            }
            Event::BuyOwn { seat, tile, lost } => Vec::from_iter(self.mark(seat, tile, format!("taken, {lost} lost"))),
            Event::BuyDruid { seat, tile, cost, surcharge, .. } => {
                vec![self.put(seat, tile, format!("bought for {}", cost + surcharge)), gold(seat)]
            }
            Event::Bag { seat, kept, .. } => vec![self.put(seat, kept, "from the bag".to_owned()), gold(seat)],
            Event::Keep { seat, tile, lost } => Vec::from_iter(self.mark(seat, tile, format!("kept, {lost} lost"))),
            Event::Place { seat, placement } => {
                let laid = self.mark(seat, placement.tile, "laid".to_owned());
                [lay(seat, placement), earned(seat)].into_iter().chain(laid).collect()
            }
            Event::Flip { seat, tile } => {
                let back = self.game.tiles().back_of(tile);
                let mut laid = position.player(seat).territory.placements();
                laid.find(|laid| Some(laid.tile) == back)
                    .map(|laid| lay(seat, laid))
                    .into_iter()
                    .chain([earned(seat)])
                    .collect()
            }
            Event::Return { seat, tile } => Vec::from_iter(self.mark(seat, tile, "back to the bag".to_owned())),
            Event::Remove { seat, tile } => Vec::from_iter(self.mark(seat, tile, "out of the game".to_owned())),
            Event::Score { seat, slot, vp, .. } => awarded(seat, slot.index(), vp),
            Event::Scroll { seat, scroll } => awarded(seat, SCROLLS, scroll.vp),
            Event::ScoreAgain { seat, vp, .. } => awarded(seat, SCROLLS, vp),
            Event::GoldVp { seat, vp, .. } => awarded(seat, GOLD_VP, vp).into_iter().chain([gold(seat)]).collect(),
            Event::Result { seat, .. } => vec![vp(seat), gold(seat)],
        }
    }

    /// The seat that an event is about, and its text.
    fn words(&self, event: &Event) -> (Option<Seat>, String) {
        let id = |tile| self.game.tiles().name(tile);
        match *event {
            Event::Round { start, .. } => (None, format!("{} starts", words::name(self.players, start))),
            Event::Dolmen { drawn, .. } if drawn.is_empty() => (None, "the dolmen board moves on".to_owned()),
            Event::Dolmen { drawn, .. } => {
                let drawn: Vec<&str> = drawn.iter().map(|&tile| id(tile)).collect();
                (None, format!("on the dolmen board: {}", drawn.join(", ")))
            }
            Event::Draw { seat, tiles } => {
                (Some(seat), format!("draws {}", tiles.into_iter().map(id).collect::<Vec<_>>().join(", ")))
            }
            Event::Price { seat, tiles, offer } => {
                let priced = tiles.iter().zip(offer.prices()).filter(|(_, price)| *price > 0);
                let priced: Vec<String> = priced.map(|(tile, price)| format!("{price} for {}", id(*tile))).collect();
                let discards: Vec<&str> = offer.discards(tiles.len()).map(|place| id(tiles[place])).collect();
                let discards = if discards.is_empty() { "nothing".to_owned() } else { discards.join(" and ") };
                (Some(seat), format!("asks {}, and discards {discards}", priced.join(" and ")))
            }
            Event::Score { seat, slot, scoring, vp, total, .. } => {
                (Some(seat), format!("scores {vp} VP for {scoring} ({}), has {total}", slot.letter()))
            }
            Event::Result { seat, vp, gold, rank } => {
                (Some(seat), format!("ends with {vp} VP and {gold} gold, rank {rank}"))
            }
            Event::Income { .. }
            | Event::VpBarrels { .. }
            | Event::Buy { .. }
            | Event::BuyOwn { .. }
            | Event::BuyDruid { .. }
            | Event::Bag { .. }
            | Event::Tablet { .. }
            | Event::Flip { .. }
            | Event::Remove { .. }
            | Event::ScoreAgain { .. }
            | Event::Pass { .. }
            | Event::Keep { .. }
            | Event::Place { .. }
            | Event::Return { .. }
            | Event::Scroll { .. }
            | Event::GoldVp { .. } => {
                let told = words::of_one(self.game, self.players, event);
                told.map_or_else(Default::default, |(seat, words)| (Some(seat), words))
            }
        }
    }
}

/// The gold that a player receives from castle and barrels each round.
pub fn income(game: &Skye, player: &Player) -> u16 {
    game.rules().castle_income + Survey::of(game.tiles(), &player.territory).barrel_income(game.rules())
}

fn lay(seat: Seat, placement: Placement) -> Change {
    Change::Lay(laid_piece(seat, placement))
}

/// A tile on a seat's board.
pub fn laid_piece(seat: Seat, Placement { tile, place, rotation }: Placement) -> PlacedPiece {
    let (x, y) = (place.x.into(), place.y.into());
    PlacedPiece { seat: seat.index(), x, y, piece: tile.index(), turns: rotation.quarter_turns() }
}

impl Observer<Skye> for Stager<'_> {
    fn event(&mut self, position: &Position, event: &Event) {
        let opening = if self.has_begun { Vec::new() } else { self.opening() };
        self.has_begun = true;
        let changes = [opening, self.changes(position, event)].concat();
        let (seat, words) = self.words(event);
        let is_secret = matches!(event, Event::Price { .. });
        (self.take)(StageStep { words, round: self.round, seat: seat.map(Seat::index), is_secret, changes });
    }
}
