//! Games of Tipperary to look at: every event as a step that covers spaces and counts VP so far.

use engine::tipperary::score::Score;
use engine::tipperary::{Display, Event, Place, Placement, TileId, Tipperary};
use engine::{Game, Seat};

use super::words;
use super::{drawing, picture};
use crate::observer::Observer;
use crate::stage::{Card, Change, Laid, Stage, Step};

/// The numbers of the counters.
const VP: usize = 0;
const BARREL: usize = 1;
const FLOCK: usize = 2;
const TOWERS: usize = 3;

/// What stays the same.
pub fn stage(game: &Tipperary) -> Stage {
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
    Stage {
        counters: vec!["VP", "whiskey steps", "flock", "towers"],
        awards,
        counted: "as if the game ended after this step",
    }
}

/// Makes a step of every event.
pub struct Stager<'a> {
    game: &'a Tipperary,
    players: &'a [String],
    take: Box<dyn FnMut(Step) + 'a>,
    round: u64,
    displays: Vec<Display>,
    barrels: Vec<u8>,
    towers: Vec<u8>,
    marker: Option<Seat>,
    /// VP counted so far by seat and source.
    vp: Vec<[u16; Score::PARTS.len()]>,
    /// The tiles of each area.
    areas: Vec<Vec<TileId>>,
}

impl<'a> Stager<'a> {
    /// Before the first event; `take` gets the steps.
    pub fn new(game: &'a Tipperary, players: &'a [String], take: Box<dyn FnMut(Step) + 'a>) -> Self {
        let seats = game.seats();
        Self {
            game,
            players,
            take,
            round: 0,
            displays: game.hometowns().iter().map(|&hometown| Display::of(game.components(), hometown)).collect(),
            barrels: vec![0; seats],
            towers: vec![0; seats],
            marker: None,
            vp: vec![Default::default(); seats],
            areas: vec![Vec::new(); engine::tipperary::sizes::AREAS],
        }
    }

    /// Before anything happens, everybody has a hometown.
    fn opening(&mut self) -> Vec<Change> {
        let game = self.game;
        let of_seat = |seat: Seat| {
            let places: Vec<Place> = game.hometown(seat).spaces.iter().map(|(place, _)| *place).collect();
            let laid = self.lay(seat, &places);
            [laid, self.counts(seat)].concat()
        };
        Seat::all(game.seats()).flat_map(of_seat).collect()
    }

    /// The spaces of one piece as they are now, with its outline.
    fn lay(&self, seat: Seat, places: &[Place]) -> Vec<Change> {
        let edges = |place: &Place| {
            let sides = place.neighbours().into_iter().enumerate();
            sides.map(|(side, next)| usize::from(!places.contains(&next)) << side).sum()
        };
        places.iter().filter_map(|place| self.cover(seat, *place, edges(place))).collect()
    }

    fn cover(&self, seat: Seat, place: Place, edges: usize) -> Option<Change> {
        let cover = self.displays[seat.index()].at(place)?;
        let piece = picture::space(cover, edges);
        Some(Change::Lay(Laid { seat: seat.index(), x: place.x.into(), y: place.y.into(), piece, turns: 0 }))
    }

    /// One space whose tile does not change, such as under a wooden sheep.
    fn again(&self, seat: Seat, place: Place) -> Vec<Change> {
        let pieces = drawing::pieces(self.game.components(), &self.displays[seat.index()]);
        let own = pieces.get(&place);
        let sides = place.neighbours().into_iter().enumerate();
        let edges = sides.map(|(side, next)| usize::from(pieces.get(&next) != own) << side).sum();
        self.cover(seat, place, edges).into_iter().collect()
    }

    /// Everything that is counted.
    fn counts(&mut self, seat: Seat) -> Vec<Change> {
        let (index, display, rules) = (seat.index(), &self.displays[seat.index()], self.game.rules());
        let marker = if self.marker == Some(seat) { rules.marker_vp } else { 0 };
        let explored = if display.is_explored(self.game.hometown(seat)) { rules.exploration_vp } else { 0 };
        let whiskey = rules.whiskey_track[usize::from(self.barrels[index])].vp;
        let (area, flock, stones) = (display.largest_rectangle().area(), display.largest_flock(), display.stones());
        let score = Score { area, flock, marker, exploration: explored, whiskey, stones };
        let amounts = [
            (VP, score.vp()),
            (BARREL, self.barrels[index].into()),
            (FLOCK, flock),
            (TOWERS, self.towers[index].into()),
        ];
        let counted = amounts.map(|(counter, amount)| Change::Count(index, counter, amount.into()));
        counted.into_iter().chain(self.award(seat, score)).collect()
    }

    /// What a player's score has of each source more, or less, than was counted before.
    fn award(&mut self, seat: Seat, score: Score) -> Vec<Change> {
        let before = std::mem::replace(&mut self.vp[seat.index()], score.parts());
        let sources = score.parts().into_iter().zip(before).enumerate();
        let more = |(source, (now, before))| Change::Award(seat.index(), source, i64::from(now) - i64::from(before));
        sources.filter(|(_, (now, before))| now != before).map(more).collect()
    }

    /// The tiles that every player chooses from.
    fn deal(&self, shift: u8) -> Vec<Change> {
        let of_seat = |seat: Seat| {
            let area = (self.game.hometown(seat).wheel + usize::from(shift)) % self.areas.len();
            let card = move |(place, tile): (usize, &TileId)| {
                let card = Card { piece: picture::tile(*tile), text: String::new(), is_secret: false };
                Change::Card(seat.index(), place, card)
            };
            self.areas[area].iter().enumerate().map(card).collect::<Vec<_>>()
        };
        Seat::all(self.game.seats()).flat_map(of_seat).collect()
    }

    fn placed(&mut self, seat: Seat, placement: Placement) -> Vec<Change> {
        let Placement { tile, way, corner } = placement;
        self.displays[seat.index()].lay(self.game.components(), placement);
        let grid = self.game.components().landscape().tile(tile).lying(way).expect("it was laid like this");
        let places: Vec<Place> = grid.spaces.iter().map(|space| corner.offset(space.x, space.y)).collect();
        self.lay(seat, &places)
    }

    fn changes(&mut self, event: &Event) -> Vec<Change> {
        let with_counts = |stager: &mut Self, seat: Seat, mut changes: Vec<Change>| {
            changes.extend(stager.counts(seat));
            changes
        };
        match *event {
            Event::Round { round, .. } => {
                self.round = round.into();
                let opening = if round == 1 { self.opening() } else { Vec::new() };
                [Change::Clear].into_iter().chain(opening).collect()
            }
            Event::Fill { area, tiles } => {
                self.areas[usize::from(area)].extend(tiles);
                Vec::new()
            }
            Event::Spin { shift } => self.deal(shift),
            Event::Take { seat, area, tile, left } => {
                let tiles = &mut self.areas[usize::from(area)];
                let places = [tile, left].map(|tile| tiles.iter().position(|other| *other == tile));
                tiles.retain(|other| *other != tile);
                let cards = [(tile, "taken"), (left, "left")].into_iter().zip(places);
                let card = |((tile, what), place): ((TileId, &str), Option<usize>)| {
                    let text = what.to_owned();
                    Some(Change::Card(
                        seat.index(),
                        place?,
                        Card { piece: picture::tile(tile), text, is_secret: false },
                    ))
                };
                cards.filter_map(card).collect()
            }
            Event::Place { seat, placement } => {
                let laid = self.placed(seat, placement);
                with_counts(self, seat, laid)
            }
            Event::Whiskey { seat, space, .. } => {
                self.barrels[seat.index()] = space;
                self.counts(seat)
            }
            Event::Tower { seat, towers } => {
                self.towers[seat.index()] = towers;
                self.counts(seat)
            }
            Event::Sheep { seat, place } => {
                self.displays[seat.index()].place_sheep(place);
                let laid = self.again(seat, place);
                with_counts(self, seat, laid)
            }
            Event::BonusPlace { seat, tile, place } => {
                self.displays[seat.index()].place_bonus(self.game.components(), tile, place);
                let laid = self.lay(seat, &[place]);
                with_counts(self, seat, laid)
            }
            Event::TowerPlace { seat, place } => {
                self.displays[seat.index()].place_tower(place);
                self.towers[seat.index()] -= 1;
                let laid = self.lay(seat, &[place]);
                with_counts(self, seat, laid)
            }
            Event::Flocks { holder, .. } => {
                self.marker = holder;
                let game = self.game;
                Seat::all(game.seats()).flat_map(|seat| self.counts(seat)).collect()
            }
            Event::Score { seat, score } => self.award(seat, score),
            Event::Result { seat, vp, .. } => vec![Change::Count(seat.index(), VP, vp.into())],
            Event::Bonus { .. } | Event::Lost { .. } | Event::Stop { .. } => Vec::new(),
        }
    }
}

impl Observer<Tipperary> for Stager<'_> {
    fn event(&mut self, event: &Event) {
        let changes = self.changes(event);
        let (seat, words) = words::of(self.game, self.players, event);
        let seat = seat.map(Seat::index);
        (self.take)(Step { words, round: self.round, seat, is_secret: false, changes });
    }
}
