//! Games of Isle of Skye to look at: every event as a step that lays tiles and moves gold and VP.

mod icons;

mod legend;

mod picture;

use engine::skye::action::DRAWN;
use engine::skye::{Event, Module, Offer, Placement, Skye, Slot, TileId};
use engine::{Game, Seat};

pub use self::icons::all as icons;
pub use self::legend::legend;
pub use self::picture::{COLOURS, picture};
use super::words;
use crate::observer::Observer;
use crate::stage::{Card, Change, Laid, Stage, Step};

/// The numbers of the counters.
const VP: usize = 0;
const GOLD: usize = 1;

/// The numbers of the awards after those of the slots.
const SCROLLS: usize = Slot::ALL.len();
const GOLD_VP: usize = SCROLLS + 1;
const BARRELS: usize = GOLD_VP + 1;

/// What stays the same.
pub fn stage(game: &Skye) -> Stage {
    let slots = Slot::ALL.into_iter().map(|slot| {
        let scoring = game.scoring_at(slot);
        let when = scoring_rounds(game, slot);
        (format!("{} {scoring}", slot.letter()), format!("{}; {when}", scoring.text()))
    });
    let text = |text: &str| text.to_owned();
    let others = [
        (text("scrolls"), text("at the end, doubled where their area is completed")),
        (text("gold"), text("at the end")),
    ];
    let barrels = (text("VP barrels"), text("at the beginning of rounds"));
    let barrels = (game.has(Module::Tunnels) || game.has(Module::Borderlands)).then_some(barrels);
    let awards = slots.chain(others).chain(barrels).collect();
    Stage { counters: vec!["VP", "gold"], awards, counted: "up to this step" }
}

/// When a slot scores.
fn scoring_rounds(game: &Skye, slot: Slot) -> String {
    let rounds =
        game.rules().rounds.iter().zip(1..).filter(|(round, _)| round.scores.iter().any(|other| other == slot));
    let rounds: Vec<String> = rounds.map(|(_, number): (_, usize)| number.to_string()).collect();
    match &rounds[..] {
        [] => "never scores".to_owned(),
        [only] => format!("scores in round {only}"),
        [all @ .., last] => format!("scores in rounds {} and {last}", all.join(", ")),
    }
}

/// A piece that is not laid yet, before a player.
type Waiting = Option<TileId>;

/// Makes a step of every event.
pub struct Stager<'a> {
    game: &'a Skye,
    players: &'a [String],
    take: Box<dyn FnMut(Step) + 'a>,
    round: u64,
    /// By seat.
    gold: Vec<i64>,
    vp: Vec<i64>,
    offers: Vec<Option<Offer>>,
    /// What lies before each seat.
    cards: Vec<Vec<Waiting>>,
    /// The borderland tiles laid, which may be turned over.
    laid: Vec<(Seat, Placement)>,
    has_begun: bool,
}

impl<'a> Stager<'a> {
    /// Before the first event; `take` gets the steps.
    pub fn new(game: &'a Skye, players: &'a [String], take: Box<dyn FnMut(Step) + 'a>) -> Self {
        let seats = game.seats();
        Self {
            game,
            players,
            take,
            round: 0,
            gold: vec![0; seats],
            vp: vec![0; seats],
            offers: vec![None; seats],
            cards: vec![Vec::new(); seats],
            laid: Vec::new(),
            has_begun: false,
        }
    }

    /// Before anything happens, everybody has a castle and nothing else.
    fn opening(&self) -> Vec<Change> {
        let castle = |seat| Change::Lay(Laid { seat, x: 0, y: 0, piece: TileId::CASTLE.index(), turns: 0 });
        let of_seat = |seat| [castle(seat), Change::Count(seat, VP, 0), Change::Count(seat, GOLD, 0)];
        (0..self.players.len()).flat_map(of_seat).collect()
    }

    fn pay(&mut self, seat: Seat, gold: i64) -> Change {
        self.gold[seat.index()] += gold;
        self.have(seat, GOLD, self.gold[seat.index()])
    }

    fn have(&mut self, seat: Seat, counter: usize, amount: i64) -> Change {
        let amounts = if counter == VP { &mut self.vp } else { &mut self.gold };
        amounts[seat.index()] = amount;
        Change::Count(seat.index(), counter, amount)
    }

    fn award(&mut self, seat: Seat, award: usize, vp: u16) -> Vec<Change> {
        let total = self.vp[seat.index()] + i64::from(vp);
        vec![Change::Award(seat.index(), award, vp.into()), self.have(seat, VP, total)]
    }

    /// Puts a tile before a player.
    fn put(&mut self, seat: Seat, tile: TileId, text: String) -> Change {
        let cards = &mut self.cards[seat.index()];
        cards.push(Some(tile));
        let card = Card { piece: tile.index(), text, is_secret: false };
        Change::Card(seat.index(), cards.len() - 1, card)
    }

    /// Changes what is written on a tile before a player, the last of its kind; nothing if there is none.
    fn mark(&mut self, seat: Seat, tile: TileId, text: String) -> Option<Change> {
        let place = self.cards[seat.index()].iter().rposition(|card| *card == Some(tile))?;
        Some(Change::Card(seat.index(), place, Card { piece: tile.index(), text, is_secret: false }))
    }

    fn price(&mut self, seat: Seat, tiles: [TileId; DRAWN], offer: Offer) -> Vec<Change> {
        let card = |(place, (tile, price)): (usize, (TileId, u16))| {
            let text = if price == 0 { "discarded".to_owned() } else { format!("{price} gold") };
            Change::Card(seat.index(), place, Card { piece: tile.index(), text, is_secret: true })
        };
        let mut changes: Vec<Change> = tiles.into_iter().zip(offer.prices()).enumerate().map(card).collect();
        self.offers[seat.index()] = Some(offer);
        if self.offers.iter().all(Option::is_some) {
            changes.push(Change::Reveal);
            for seat in Seat::all(self.players.len()) {
                let stake = self.offers[seat.index()].take().map_or(0, |offer| i64::from(offer.stake()));
                changes.push(self.pay(seat, -stake));
            }
        }
        changes
    }

    fn changes(&mut self, event: &Event) -> Vec<Change> {
        match *event {
            Event::Round { round, .. } => {
                self.round = round.into();
                self.cards.iter_mut().for_each(Vec::clear);
                vec![Change::Clear]
            }
            Event::Dolmen { .. } | Event::Tablet { .. } | Event::Pass { .. } => Vec::new(),
            Event::VpBarrels { seat, vp, .. } => self.award(seat, BARRELS, vp),
            Event::Income { seat, gold, .. } => vec![self.have(seat, GOLD, gold.into())],
            Event::Draw { seat, tiles } => tiles.map(|tile| self.put(seat, tile, String::new())).into(),
            Event::Price { seat, tiles, offer } => self.price(seat, tiles, offer),
            Event::Buy { seat, from, tile, price, paid, received } => {
                let sold = self.mark(from, tile, format!("{price} gold, sold to {seat}"));
                let bought = self.put(seat, tile, format!("bought for {paid}"));
                let payments = [self.pay(seat, -i64::from(paid)), self.pay(from, i64::from(price + received))];
                sold.into_iter().chain([bought]).chain(payments).collect()
            }
            Event::BuyOwn { seat, tile, lost } => Vec::from_iter(self.mark(seat, tile, format!("taken, {lost} lost"))),
            Event::BuyDruid { seat, tile, cost, surcharge, .. } => {
                let price = cost + surcharge;
                vec![self.put(seat, tile, format!("bought for {price}")), self.pay(seat, -i64::from(price))]
            }
            Event::Bag { seat, paid, kept, .. } => {
                vec![self.put(seat, kept, "from the bag".to_owned()), self.pay(seat, -i64::from(paid))]
            }
            Event::Keep { seat, tile, lost } => Vec::from_iter(self.mark(seat, tile, format!("kept, {lost} lost"))),
            Event::Place { seat, placement } => {
                if self.game.tiles().is_borderland(placement.tile) {
                    self.laid.push((seat, placement));
                }
                let laid = self.mark(seat, placement.tile, "laid".to_owned());
                [lay(seat, placement, placement.tile)].into_iter().chain(laid).collect()
            }
            Event::Flip { seat, tile } => {
                let laid = self.laid.iter().find(|(owner, laid)| (*owner, laid.tile) == (seat, tile));
                let back = self.game.tiles().back_of(tile);
                Vec::from_iter(laid.zip(back).map(|((_, laid), back)| lay(seat, *laid, back)))
            }
            Event::Return { seat, tile } => Vec::from_iter(self.mark(seat, tile, "back to the bag".to_owned())),
            Event::Remove { seat, tile } => Vec::from_iter(self.mark(seat, tile, "out of the game".to_owned())),
            Event::Score { seat, slot, vp, .. } => self.award(seat, slot.index(), vp),
            Event::Scroll { seat, scroll } => self.award(seat, SCROLLS, scroll.vp),
            Event::ScoreAgain { seat, vp, .. } => self.award(seat, SCROLLS, vp),
            Event::GoldVp { seat, gold, vp } => {
                let left = gold - vp * self.game.rules().gold_per_vp;
                let awarded = self.award(seat, GOLD_VP, vp);
                awarded.into_iter().chain([self.have(seat, GOLD, left.into())]).collect()
            }
            Event::Result { seat, vp, gold, .. } => {
                vec![self.have(seat, VP, vp.into()), self.have(seat, GOLD, gold.into())]
            }
        }
    }

    /// Whom an event is about, and its words.
    fn words(&self, event: &Event) -> (Option<Seat>, String) {
        let id = |tile| self.game.tiles().name(tile);
        match *event {
            Event::Round { start, .. } => (None, format!("{} starts", words::name(self.players, start))),
            Event::Dolmen { drawn, .. } if drawn.is_empty() => (None, "the dolmen board moves on".to_owned()),
            Event::Dolmen { drawn, .. } => {
                let drawn: Vec<&str> = drawn.iter().map(|&tile| id(tile)).collect();
                (None, format!("on the dolmen board: {}", drawn.join(", ")))
            }
            Event::Draw { seat, tiles } => (Some(seat), format!("draws {}", tiles.map(id).join(", "))),
            Event::Price { seat, tiles, offer } => {
                let priced = tiles.iter().zip(offer.prices()).filter(|(_, price)| *price > 0);
                let priced: Vec<String> = priced.map(|(tile, price)| format!("{price} for {}", id(*tile))).collect();
                (Some(seat), format!("asks {}, and discards {}", priced.join(" and "), id(tiles[offer.discard()])))
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

fn lay(seat: Seat, Placement { place, rotation, .. }: Placement, tile: TileId) -> Change {
    let (x, y) = (place.x.into(), place.y.into());
    Change::Lay(Laid { seat: seat.index(), x, y, piece: tile.index(), turns: rotation.quarter_turns() })
}

impl Observer<Skye> for Stager<'_> {
    fn event(&mut self, event: &Event) {
        let opening = if self.has_begun { Vec::new() } else { self.opening() };
        self.has_begun = true;
        let changes = [opening, self.changes(event)].concat();
        let (seat, words) = self.words(event);
        let is_secret = matches!(event, Event::Price { .. });
        (self.take)(Step { words, round: self.round, seat: seat.map(Seat::index), is_secret, changes });
    }
}
