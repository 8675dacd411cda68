//! Games played move by move, told as lines of text.

use std::sync::Arc;

use engine::random::{Random, random};
use engine::tipperary::{
    Action, Components, Event, Phase, Place, Placement, Position, RoundChance, Rules, Tipperary, Way,
};
use engine::{Game, Seat, Turn};

use crate::drawing::{build, components, picture};

/// A game at some point.
pub struct Table {
    pub game: Tipperary,
    pub position: Position,
}

/// Hometowns of tests by seat; the first is that of drawings.
pub const HOMETOWNS: [&str; 5] = ["H1A", "H2A", "H3B", "H4A", "H5B"];

impl Table {
    /// A game with these landscape tiles besides single spaces and sixty plain stone circles; the first seat has the bag. Its first round has
    /// begun, and the wheel stands where every crest points to the area of its own number.
    #[track_caller]
    pub fn new(players: usize, tiles: &[(&str, &str)], change: impl FnOnce(&mut Rules)) -> Self {
        let fillers: Vec<String> = (0..60).map(|number| format!("z{number}")).collect();
        let all: Vec<(&str, &str)> =
            tiles.iter().copied().chain(fillers.iter().map(|name| (name.as_str(), "C1 C1 C1"))).collect();
        let components = components(&all);
        let mut rules = Rules::printed(players);
        change(&mut rules);
        let ids: Vec<_> =
            HOMETOWNS[..players].iter().map(|id| components.hometown_by_name(id).expect("it is there")).collect();
        let game = Tipperary::new(components, Arc::new(rules), &ids).expect("a valid set-up");
        let position = game.start(Seat::new(0));
        let mut table = Self { game, position };
        table.begin_round();
        table
    }

    pub fn components(&self) -> &Components {
        self.game.components()
    }

    /// Fills the areas with stone circles, and leaves the wheel in its first position.
    #[track_caller]
    pub fn begin_round(&mut self) -> Vec<String> {
        let landscape = self.components().landscape();
        let mut fillers =
            landscape.all().filter(|&tile| landscape.tile(tile).name.starts_with('z') && self.position.bag.has(tile));
        let fills = self.position.areas.map(|area| (area.len()..2).map(|_| fillers.next().expect("enough")).collect());
        let mut events = Vec::new();
        self.game.begin_round(&mut self.position, &RoundChance { fills, shift: 0 }, &mut |_, event| events.push(event));
        events.iter().map(|event| self.told(event)).collect()
    }

    /// Replaces the display of the seat to move by a drawn one. It has to have the hometown of drawings.
    #[track_caller]
    pub fn draw(&mut self, text: &str) {
        let seat = self.position.phase.seat().expect("somebody decides");
        let display = build(self.components(), &picture(text));
        assert_eq!(self.position.player(seat).display.hometown(), display.hometown());
        self.position.players[seat.index()].display = display;
    }

    /// The seat to move lays this tile, which is put into its area first.
    #[track_caller]
    pub fn lay(&mut self, tile: &str, x: i16, y: i16) -> Vec<String> {
        let Phase::Place(seat) = self.position.phase else { panic!("nobody lays a tile") };
        let tile = self.components().landscape().by_name(tile).expect("a tile");
        let area = self.game.area(&self.position, seat);
        self.position.areas[area][0] = tile;
        self.act(Action::Place(Placement { tile, way: Way::AS_PRINTED, corner: Place::new(x, y) }))
    }

    /// The seat to move lays a stone circle north of everything.
    #[track_caller]
    pub fn pass(&mut self) -> Vec<String> {
        let Phase::Place(seat) = self.position.phase else { panic!("nobody lays a tile") };
        let tile = self.position.areas[self.game.area(&self.position, seat)][0];
        let display = &self.position.player(seat).display;
        let all = display.placements(self.components(), tile);
        let placement = all.filter(|placement| placement.way == Way::AS_PRINTED).last().expect("a place");
        self.act(Action::Place(placement))
    }

    #[track_caller]
    pub fn sheep(&mut self, x: i16, y: i16) -> Vec<String> {
        self.act(Action::Sheep(Place::new(x, y)))
    }

    /// Draws this bonus tile, and places it.
    #[track_caller]
    pub fn bonus(&mut self, tile: &str, x: i16, y: i16) -> Vec<String> {
        let tile = self.components().bonus_by_name(tile).expect("a bonus tile");
        let mut events = Vec::new();
        self.game.draw_bonus(&mut self.position, tile, &mut |_, event| events.push(event));
        let mut told: Vec<String> = events.iter().map(|event| self.told(event)).collect();
        told.extend(self.act(Action::Bonus(Place::new(x, y))));
        told
    }

    #[track_caller]
    pub fn act(&mut self, action: Action) -> Vec<String> {
        assert!(self.game.is_legal(&self.position, action), "{action:?} in phase {:?}", self.position.phase);
        let mut events = Vec::new();
        self.game.apply_telling(&mut self.position, action, &mut |_, event| events.push(event));
        events.iter().map(|event| self.told(event)).collect()
    }

    /// An event in a line; scores and results are left out but for their sum.
    pub fn told(&self, event: &Event) -> String {
        let landscape = |tile| &self.components().landscape().tile(tile).name;
        match *event {
            Event::Round { round, start } => format!("round {round} start {start}"),
            Event::Fill { area, tiles } => {
                let names: Vec<&str> = tiles.iter().map(|&tile| landscape(tile).as_str()).collect();
                format!("fill {area} {}", names.join(" "))
            }
            Event::Spin { shift } => format!("spin {shift}"),
            Event::Take { seat, area, tile, left } => {
                format!("{seat} take {area} {} left {}", landscape(tile), landscape(left))
            }
            Event::Place { seat, placement } => {
                let Placement { tile, way, corner } = placement;
                let flip = if way.flip() { " flip" } else { "" };
                format!("{seat} place {} {corner} {}{flip}", landscape(tile), way.degrees())
            }
            Event::Whiskey { seat, pairs, space, vp } => format!("{seat} whiskey {pairs} space {space} vp {vp}"),
            Event::Tower { seat, towers } => format!("{seat} tower {towers}"),
            Event::Sheep { seat, place } => format!("{seat} sheep {place}"),
            Event::Bonus { seat, tile } => format!("{seat} bonus {}", self.components().bonus(tile).name),
            Event::BonusPlace { seat, tile, place } => {
                format!("{seat} bonus_place {} {place}", self.components().bonus(tile).name)
            }
            Event::Lost { seat, what } => format!("{seat} lost {}", what.name()),
            Event::Flocks { flocks, holder } => {
                format!(
                    "flocks {:?} holder {}",
                    flocks.as_slice(),
                    holder.map_or("none".to_owned(), |seat| seat.to_string())
                )
            }
            Event::TowerPlace { seat, place } => format!("{seat} tower_place {place}"),
            Event::Stop { seat, towers } => format!("{seat} stop {towers}"),
            Event::Score { seat, score } => format!("{seat} score {:?} vp {}", score.parts(), score.vp()),
            Event::Result { seat, vp, rank } => format!("{seat} result {vp} rank {rank}"),
        }
    }
}

/// Plays a whole game by uniformly random actions; `see` is shown every position at which somebody decides or chance does.
pub fn play(game: &Tipperary, seed: u64, mut see: impl FnMut(&Position)) -> (Position, Vec<Event>) {
    let mut rng: Random = random(seed);
    let mut position = game.start(Seat::new(seed as usize % game.seats()));
    let mut events = Vec::new();
    loop {
        match game.turn(&position) {
            Turn::Over => return (position, events),
            Turn::Chance => {
                see(&position);
                game.resolve_chance_telling(&mut position, seed, &mut |_, event| events.push(event));
            }
            Turn::Seat(_) => {
                see(&position);
                let action = game.random_action(&position, &mut rng);
                game.apply_telling(&mut position, action, &mut |_, event| events.push(event));
            }
        }
    }
}
