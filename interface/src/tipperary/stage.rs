//! Games of Tipperary as pictures: every event is a step that covers spaces and counts VP so far.

use engine::tipperary::Score;
use engine::tipperary::{Event, Place, Placement, Position, TileId, Tipperary};
use engine::{Game, Seat};

use super::words;
use super::{drawing, picture};
use crate::observer::Observer;
use crate::stage::{Card, Change, PlacedPiece, StageSetup, StageStep};

/// The numbers of the counters.
const VP: usize = 0;
const BARREL: usize = 1;
const FLOCK: usize = 2;
const TOWERS: usize = 3;

/// Returns the part of the stage that stays the same.
pub fn stage(game: &Tipperary) -> StageSetup {
    let rules = game.rules();
    let explained = [
        "spaces of the largest rectangle without gaps".to_owned(),
        "sheep of the largest flock".to_owned(),
        format!("{} for the marker of the largest flock", rules.marker_vp),
        format!("{} if all places around the hometown are covered", rules.exploration_vp),
        "the value under the barrel".to_owned(),
        "printed values of stone circles".to_owned(),
    ];
    let awards = Score::PARTS.iter().map(|part| (*part).to_owned()).zip(explained).collect();
    StageSetup {
        counters: vec!["VP", "whiskey steps", "flock", "towers"],
        awards,
        counted: "as if the game ended after this step",
    }
}

/// Makes a step of every event.
pub struct Stager<'a> {
    game: &'a Tipperary,
    players: &'a [String],
    take: Box<dyn FnMut(StageStep) + 'a>,
    round: u64,
    /// The tiles before each seat.
    cards: Vec<Vec<TileId>>,
    /// VP counted so far by seat and source.
    vp: Vec<[u16; Score::PARTS.len()]>,
}

impl<'a> Stager<'a> {
    /// Starts before the first event; `take` receives the steps.
    pub fn new(game: &'a Tipperary, players: &'a [String], take: Box<dyn FnMut(StageStep) + 'a>) -> Self {
        let seats = game.seats();
        Self { game, players, take, round: 0, cards: vec![Vec::new(); seats], vp: vec![Default::default(); seats] }
    }

    /// Before the first event, everybody has a hometown.
    fn opening(&mut self, position: &Position) -> Vec<Change> {
        let game = self.game;
        Seat::all(game.seats())
            .flat_map(|seat| {
                let places: Vec<Place> = game.hometown(seat).spaces.iter().map(|(place, _)| *place).collect();
                laid(position, seat, &places).into_iter().chain(self.counts(position, seat)).collect::<Vec<_>>()
            })
            .collect()
    }

    /// All counters.
    fn counts(&mut self, position: &Position, seat: Seat) -> Vec<Change> {
        let (index, player, rules) = (seat.index(), position.player(seat), self.game.rules());
        let display = &player.display;
        let marker = if position.marker == Some(seat) { rules.marker_vp } else { 0 };
        let exploration = if display.is_explored(self.game.hometown(seat)) { rules.exploration_vp } else { 0 };
        let whiskey = rules.whiskey_track[usize::from(player.barrel)].vp;
        let (area, flock, stones) = (display.largest_rectangle().area(), display.largest_flock(), display.stones());
        let score = Score { area, flock, marker, exploration, whiskey, stones };
        let amounts =
            [(VP, score.vp()), (BARREL, player.barrel.into()), (FLOCK, flock), (TOWERS, player.towers.into())];
        let counted = amounts.map(|(counter, amount)| Change::Count(index, counter, amount.into()));
        counted.into_iter().chain(self.award(seat, score)).collect()
    }

    /// Awards the differences of a player's score from the last count, by source.
    fn award(&mut self, seat: Seat, score: Score) -> Vec<Change> {
        let before = std::mem::replace(&mut self.vp[seat.index()], score.parts());
        let sources = score.parts().into_iter().zip(before).enumerate();
        sources
            .filter(|(_, (now, before))| now != before)
            .map(|(source, (now, before))| Change::Award(seat.index(), source, i64::from(now) - i64::from(before)))
            .collect()
    }

    /// The tiles that every player chooses from.
    fn deal(&mut self, position: &Position) -> Vec<Change> {
        let mut changes = Vec::new();
        for (seat, cards) in Seat::all(self.game.seats()).zip(&mut self.cards) {
            *cards = position.areas[self.game.area(position, seat)].to_vec();
            changes.extend(cards.iter().enumerate().map(|(place, tile)| card(seat, place, *tile, "")));
        }
        changes
    }

    fn changes(&mut self, position: &Position, event: &Event) -> Vec<Change> {
        let with_counts = |stager: &mut Self, seat: Seat, mut changes: Vec<Change>| {
            changes.extend(stager.counts(position, seat));
            changes
        };
        match *event {
            Event::Round { round, .. } => {
                self.round = round.into();
                let opening = if round == 1 { self.opening(position) } else { Vec::new() };
                [Change::Clear].into_iter().chain(opening).collect()
            }
            Event::Spin { .. } => self.deal(position),
            Event::Take { seat, tile, left, .. } => {
                let cards = &self.cards[seat.index()];
                [(tile, "taken"), (left, "left")]
                    .into_iter()
                    .filter_map(|(tile, what)| {
                        Some(card(seat, cards.iter().position(|other| *other == tile)?, tile, what))
                    })
                    .collect()
            }
            Event::Place { seat, placement } => {
                let laid = laid(position, seat, &self.places(placement));
                with_counts(self, seat, laid)
            }
            Event::Whiskey { seat, .. } | Event::Tower { seat, .. } => self.counts(position, seat),
            Event::Sheep { seat, place } => {
                let laid = self.again(position, seat, place);
                with_counts(self, seat, laid)
            }
            Event::BonusPlace { seat, place, .. } | Event::TowerPlace { seat, place } => {
                with_counts(self, seat, laid(position, seat, &[place]))
            }
            Event::Flocks { .. } => {
                let seats = Seat::all(self.game.seats());
                seats.flat_map(|seat| self.counts(position, seat)).collect()
            }
            Event::Score { seat, score } => self.award(seat, score),
            Event::Result { seat, vp, .. } => vec![Change::Count(seat.index(), VP, vp.into())],
            Event::Fill { .. } | Event::Bonus { .. } | Event::Lost { .. } | Event::Stop { .. } => Vec::new(),
        }
    }

    /// The places that a tile covers.
    fn places(&self, Placement { tile, way, corner }: Placement) -> Vec<Place> {
        let grid = self.game.components().landscape().tile(tile).lying(way).expect("it was laid like this");
        grid.spaces.iter().map(|space| corner.offset(space.x, space.y)).collect()
    }

    /// Repeats one space whose tile does not change, such as under a wooden sheep.
    fn again(&self, position: &Position, seat: Seat, place: Place) -> Vec<Change> {
        let pieces = drawing::pieces(self.game.components(), &position.player(seat).display);
        let own = pieces.get(&place);
        let sides = place.neighbours().into_iter().enumerate();
        let edges = sides.map(|(side, next)| usize::from(pieces.get(&next) != own) << side).sum();
        cover(position, seat, place, edges).into_iter().collect()
    }
}

/// The spaces of one piece as they are now, with its outline.
fn laid(position: &Position, seat: Seat, places: &[Place]) -> Vec<Change> {
    places.iter().filter_map(|place| cover(position, seat, *place, edges(*place, places))).collect()
}

/// The sides of a place of one piece on which the piece ends.
pub fn edges(place: Place, places: &[Place]) -> usize {
    let sides = place.neighbours().into_iter().enumerate();
    sides.map(|(side, next)| usize::from(!places.contains(&next)) << side).sum()
}

fn cover(position: &Position, seat: Seat, place: Place, edges: usize) -> Option<Change> {
    let piece = picture::space(position.player(seat).display.at(place)?, edges);
    Some(Change::Lay(PlacedPiece { seat: seat.index(), x: place.x.into(), y: place.y.into(), piece, turns: 0 }))
}

fn card(seat: Seat, place: usize, tile: TileId, text: &str) -> Change {
    let card = Card { piece: picture::tile(tile), text: text.to_owned(), is_secret: false };
    Change::Card(seat.index(), place, card)
}

impl Observer<Tipperary> for Stager<'_> {
    fn event(&mut self, position: &Position, event: &Event) {
        let changes = self.changes(position, event);
        let (seat, words) = words::of(self.game, self.players, event);
        let seat = seat.map(Seat::index);
        (self.take)(StageStep { words, round: self.round, seat, is_secret: false, changes });
    }
}
