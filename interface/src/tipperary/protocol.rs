//! Tipperary as JSON for programs that take a seat.

use engine::tipperary::position::Area;
use engine::tipperary::sizes::AREAS;
use engine::tipperary::{
    Action, BonusId, Cover, Display, Phase, Place, Placement, Player, Position, Public, Score, TileId, Tipperary, View,
    Way,
};
use engine::{Game, Seat};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::json::read;
use crate::protocol::Protocol;

/// A tile's id.
type Id = String;

/// A view in its JSON form.
///
/// A key that may be null must be there, which `Option::deserialize` ensures.
#[derive(Serialize, Deserialize)]
struct ViewJson {
    seat: usize,
    round: u8,
    rounds: u16,
    start: usize,
    phase: String,
    /// The seat whose turn it is; `None` at a chance event and at the end.
    #[serde(deserialize_with = "Option::deserialize")]
    turn: Option<usize>,
    /// The bonus tile to be placed.
    #[serde(deserialize_with = "Option::deserialize")]
    drawn: Option<Id>,
    shift: u8,
    /// The tiles of each area, clockwise.
    areas: Vec<Vec<Id>>,
    bag: Vec<Id>,
    bonus: Vec<Id>,
    sheep: u8,
    towers: u8,
    /// The holder of the "Largest Flock" marker.
    #[serde(deserialize_with = "Option::deserialize")]
    marker: Option<usize>,
    sheep_due: u16,
    bonus_due: u16,
    players: Vec<PlayerJson>,
    /// After the end: the parts of each score, in the order of a record's `score`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    scores: Vec<[u16; 6]>,
}

#[derive(Serialize, Deserialize)]
struct PlayerJson {
    hometown: Id,
    /// The area that the hometown faces.
    area: usize,
    barrel: u8,
    towers: u8,
    /// Sheep of the largest flock so far.
    largest_flock: u16,
    /// Tile, x, y, rotation and flip in the order laid.
    tiles: Vec<(Id, i16, i16, u16, bool)>,
    bonus_tiles: Vec<(Id, i16, i16)>,
    wooden_sheep: Vec<(i16, i16)>,
    placed_towers: Vec<(i16, i16)>,
}

/// Names a phase.
fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Spin => "spin",
        Phase::Place(_) => "place",
        Phase::Sheep(_) => "sheep",
        Phase::DrawBonus(_) => "draw_bonus",
        Phase::Bonus(..) => "bonus",
        Phase::Tower(_) => "tower",
        Phase::Over => "over",
    }
}

/// Names for ids.
struct ComponentNames<'g>(&'g Tipperary);

impl ComponentNames<'_> {
    fn of(&self, tile: TileId) -> Id {
        self.0.components().landscape().tile(tile).name.clone()
    }

    fn of_bonus(&self, tile: BonusId) -> Id {
        self.0.components().bonus(tile).name.clone()
    }

    fn tile(&self, name: &str) -> Result<TileId, String> {
        self.0
            .components()
            .landscape()
            .by_name(name)
            .ok_or_else(|| format!("`{name}` is not a landscape tile of this game"))
    }

    fn bonus(&self, name: &str) -> Result<BonusId, String> {
        self.0.components().bonus_by_name(name).ok_or_else(|| format!("`{name}` is not a bonus tile of this game"))
    }

    fn seat(&self, number: usize) -> Result<Seat, String> {
        Seat::all(self.0.seats()).find(|seat| seat.index() == number).ok_or_else(|| format!("no seat {number}"))
    }

    fn player(&self, public: &Public, seat: Seat) -> PlayerJson {
        let player = public.player(seat);
        let display = &player.display;
        let laid =
            |laid: &Placement| (self.of(laid.tile), laid.corner.x, laid.corner.y, laid.way.degrees(), laid.way.flip());
        let places = |wanted: Cover| {
            display.covered().filter(move |(_, cover)| *cover == wanted).map(|(place, _)| (place.x, place.y)).collect()
        };
        PlayerJson {
            hometown: self.0.components().hometown(display.hometown()).id.clone(),
            area: self.0.area(public, seat),
            barrel: player.barrel,
            towers: player.towers,
            largest_flock: display.largest_flock(),
            tiles: display.tiles().iter().map(laid).collect(),
            bonus_tiles: display.bonus_tiles().iter().map(|(tile, at)| (self.of_bonus(*tile), at.x, at.y)).collect(),
            wooden_sheep: places(Cover::WoodenSheep),
            placed_towers: places(Cover::Tower),
        }
    }

    fn read_player(&self, seen: &PlayerJson) -> Result<Player, String> {
        let components = self.0.components();
        let hometown = components.hometown_by_name(&seen.hometown);
        let hometown = hometown.ok_or_else(|| format!("`{}` is not a hometown", seen.hometown))?;
        let mut display = Display::of(components, hometown);
        let mut bonus = seen.bonus_tiles.iter().peekable();
        let mut tiles = seen.tiles.iter().peekable();
        // A tile may adjoin only a bonus tile, and vice versa, so each is laid as soon as it fits.
        while tiles.peek().is_some() || bonus.peek().is_some() {
            if let Some((name, x, y, degrees, flip)) = tiles.peek() {
                let way = Way::new(*flip, *degrees).ok_or_else(|| format!("{name}: no rotation by {degrees}"))?;
                let placement = Placement { tile: self.tile(name)?, way, corner: Place::new(*x, *y) };
                if display.allows(components, placement) {
                    display.lay(components, placement);
                    tiles.next();
                    continue;
                }
            }
            let Some((name, x, y)) = bonus.next() else { return Err("a tile that does not fit".to_owned()) };
            let place = Place::new(*x, *y);
            if !display.takes_bonus(place) {
                return Err(format!("{name} does not fit at {x} {y}"));
            }
            display.place_bonus(components, self.bonus(name)?, place);
        }
        for (x, y) in &seen.wooden_sheep {
            let place = Place::new(*x, *y);
            if !display.takes_sheep(place) {
                return Err(format!("no sheep can stand at {x} {y}"));
            }
            display.place_sheep(place);
        }
        // A tower may adjoin only other towers, so each is placed as soon as it fits.
        let mut towers: Vec<Place> = seen.placed_towers.iter().map(|(x, y)| Place::new(*x, *y)).collect();
        while let Some(first) = towers.first() {
            let next = towers.iter().position(|&place| display.is_beside(place));
            let next = next.ok_or_else(|| format!("no tower can stand at {} {}", first.x, first.y))?;
            display.place_tower(towers.swap_remove(next));
        }
        display.remember_flock(seen.largest_flock);
        Ok(Player { display, barrel: seen.barrel, towers: seen.towers })
    }
}

impl Protocol for Tipperary {
    fn decisions(&self) -> Vec<&'static str> {
        vec!["place", "sheep", "bonus", "tower"]
    }

    fn decision(&self, position: &Public) -> Option<&'static str> {
        position.phase.seat().map(|_| phase_name(position.phase))
    }

    fn write_view(&self, view: &View<'_>) -> Box<RawValue> {
        let (public, names) = (view.public(), ComponentNames(self));
        let landscape = self.components().landscape();
        let drawn = match public.phase {
            Phase::Bonus(_, tile) => Some(names.of_bonus(tile)),
            _ => None,
        };
        let seen = ViewJson {
            seat: view.seat().index(),
            round: public.round,
            rounds: self.rules().rounds,
            start: public.start.index(),
            phase: phase_name(public.phase).to_owned(),
            turn: public.phase.seat().map(Seat::index),
            drawn,
            shift: public.shift,
            areas: public.areas.iter().map(|area| area.iter().map(|&tile| names.of(tile)).collect()).collect(),
            bag: landscape.all().filter(|tile| public.bag.has(*tile)).map(|tile| names.of(tile)).collect(),
            bonus: public.bonus.iter().map(|tile| names.of_bonus(tile)).collect(),
            sheep: public.sheep,
            towers: public.towers,
            marker: public.marker.map(Seat::index),
            sheep_due: public.sheep_due,
            bonus_due: public.bonus_due,
            players: Seat::all(self.seats()).map(|seat| names.player(public, seat)).collect(),
            scores: public.scores.iter().map(|score| score.parts()).collect(),
        };
        to_raw_value(&seen).expect("plain data")
    }

    fn read_view(&self, view: &str) -> Result<(Position, Seat), String> {
        let seen: ViewJson = read(view).map_err(|error| error.to_string())?;
        let names = ComponentNames(self);
        let turn = seen.turn.map(|turn| names.seat(turn)).transpose()?;
        let drawn = seen.drawn.as_deref().map(|name| names.bonus(name)).transpose()?;
        let phase = match (seen.phase.as_str(), turn, drawn) {
            ("place", Some(seat), _) => Phase::Place(seat),
            ("sheep", Some(seat), _) => Phase::Sheep(seat),
            ("bonus", Some(seat), Some(tile)) => Phase::Bonus(seat, tile),
            ("tower", Some(seat), _) => Phase::Tower(seat),
            ("spin", None, _) => Phase::Spin,
            ("over", None, _) => Phase::Over,
            (other, ..) => return Err(format!("`phase`: `{other}` with the turn {turn:?}")),
        };
        if seen.areas.len() != AREAS || seen.areas.iter().any(|area| area.len() > 2) {
            return Err(format!("`areas`: accepted: {AREAS} of at most two tiles"));
        }
        let mut position = self.start(names.seat(seen.start)?);
        let mut areas = [Area::default(); AREAS];
        for (area, seen) in areas.iter_mut().zip(&seen.areas) {
            *area = seen.iter().map(|name| names.tile(name)).collect::<Result<_, _>>()?;
        }
        *position = Public {
            round: seen.round,
            start: position.start,
            phase,
            shift: seen.shift,
            areas,
            bag: seen.bag.iter().map(|name| names.tile(name)).collect::<Result<_, _>>()?,
            bonus: seen.bonus.iter().map(|name| names.bonus(name)).collect::<Result<_, _>>()?,
            sheep: seen.sheep,
            towers: seen.towers,
            marker: seen.marker.map(|seat| names.seat(seat)).transpose()?,
            sheep_due: seen.sheep_due,
            bonus_due: seen.bonus_due,
            scores: seen.scores.iter().take(self.seats()).map(|parts| Score::of(*parts)).collect(),
            players: seen.players.iter().map(|player| names.read_player(player)).collect::<Result<_, _>>()?,
        };
        if position.players.len() != self.seats() {
            return Err(format!("`players`: {} of {}", position.players.len(), self.seats()));
        }
        Ok((position, names.seat(seen.seat)?))
    }

    fn write_action(&self, position: &Public, action: Action) -> Value {
        let names = ComponentNames(self);
        match action {
            Action::Place(Placement { tile, way, corner }) => {
                let area = position.phase.seat().map(|seat| self.area(position, seat));
                json!({
                    "e": "place", "area": area, "tile": names.of(tile), "x": corner.x, "y": corner.y,
                    "rotation": way.degrees(), "flip": way.flip(),
                })
            }
            Action::Sheep(place) => json!({"e": "sheep", "x": place.x, "y": place.y}),
            Action::Bonus(place) => {
                let drawn = match position.phase {
                    Phase::Bonus(_, tile) => names.of_bonus(tile),
                    _ => String::new(),
                };
                json!({"e": "bonus_place", "tile": drawn, "x": place.x, "y": place.y})
            }
            Action::Tower(place) => json!({"e": "tower_place", "x": place.x, "y": place.y}),
            Action::Stop => json!({"e": "stop"}),
        }
    }
}
