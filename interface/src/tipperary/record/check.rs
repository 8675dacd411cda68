//! Checking records, ours or foreign: the engine replays every decision and every chance event, and every event is compared. The order of
//! events is strict.

use engine::tipperary::position::Area;
use engine::tipperary::sizes::AREAS;
use engine::tipperary::{Action, Event, Phase, Place, Placement, Position, RoundChance, TileId, Tipperary, Way};
use engine::{Game, Seat, Turn};
use serde_json::value::RawValue;

use super::event::{RecordEvent, read_event};
use crate::cursor::GameFault;
use crate::cursor::{Cursor, Indexed, fault, seat_at_table};
use crate::spoken::{Decided, Seen, Watch};

/// Replays the events and compares; shows them and every decision on the way, with the position before it.
pub fn check(game: &Tipperary, events: &[&RawValue], watch: Watch<'_, Tipperary>) -> Result<(), GameFault> {
    let mut replay = Replay::begin(game, events, watch)?;
    loop {
        match game.turn(&replay.position) {
            Turn::Chance => replay.meet_chance()?,
            Turn::Seat(seat) => replay.decide(seat)?,
            Turn::Over => return replay.expect_end(),
        }
    }
}

/// A game in progress: the engine's position and the record's next event.
struct Replay<'a> {
    game: &'a Tipperary,
    position: Position,
    cursor: Cursor<'a, RecordEvent<'static>>,
    watch: Watch<'a, Tipperary>,
    decisions: u64,
}

/// An event with its index.
type Found = Indexed<RecordEvent<'static>>;

impl<'a> Replay<'a> {
    /// Only the record says who begins.
    fn begin(game: &'a Tipperary, events: &'a [&'a RawValue], watch: Watch<'a, Tipperary>) -> Result<Self, GameFault> {
        let cursor = Cursor::new(events, read_event);
        let first = match cursor.peek()? {
            Some(RecordEvent::Round { start, .. }) => seat_at_table(start, game.seats()),
            Some(_) | None => None,
        };
        let expected = || format!("the beginning of round 1 with a starting player from 0 to {}", game.seats() - 1);
        let first = first.ok_or_else(|| cursor.fault_here(expected()))?;
        Ok(Self { game, position: game.start(first), cursor, watch, decisions: 0 })
    }

    /// Lets chance do what the record says, if it can.
    fn meet_chance(&mut self) -> Result<(), GameFault> {
        let mut told = Vec::new();
        match self.position.phase {
            Phase::DrawBonus(seat) => {
                let game = self.game;
                let tiles = self.position.bonus.iter().map(|tile| game.components().bonus(tile).name.as_str());
                let expected = format!("a bonus tile drawn by seat {seat} out of {}", listed(tiles));
                let (index, event) = self.next(&expected)?;
                let drawn = match &event {
                    RecordEvent::Bonus { tile, seat: drawer } if *drawer == seat.index() as i64 => {
                        game.components().bonus_by_name(tile)
                    }
                    _ => None,
                };
                let drawn = drawn.filter(|&tile| self.position.bonus.has(tile));
                let drawn = drawn.ok_or_else(|| fault((index, event), expected))?;
                game.draw_bonus(&mut self.position, drawn, &mut |event| told.push(event));
            }
            _ => {
                let decided = self.read_round()?;
                self.game.begin_round(&mut self.position, &decided, &mut |event| told.push(event));
            }
        }
        self.show(&told);
        Ok(())
    }

    /// What chance decides at the start of a round.
    fn read_round(&mut self) -> Result<RoundChance, GameFault> {
        let (round, start) = (self.position.round, self.position.start);
        self.expect(&Event::Round { round, start })?;
        let (mut decided, mut bag) = (RoundChance::default(), self.position.bag);
        for area in 0..AREAS {
            let kept = &self.position.areas[area];
            let due = kept.capacity() - kept.len();
            if due > 0 {
                let tiles = self.read_fill(area, due, |tile| bag.has(tile))?;
                bag = self
                    .game
                    .components()
                    .landscape()
                    .all()
                    .filter(|tile| bag.has(*tile) && !tiles.contains(tile))
                    .collect();
                decided.fills[area] = tiles;
            }
        }
        let expected = format!("a spin with a shift from 0 to {}", AREAS - 1);
        let found = self.next(&expected)?;
        decided.shift = match &found.1 {
            RecordEvent::Spin { shift } if (0..AREAS as i64).contains(shift) => *shift as u8,
            _ => return Err(fault(found, expected)),
        };
        Ok(decided)
    }

    fn read_fill(&mut self, wanted: usize, due: usize, is_in_bag: impl Fn(TileId) -> bool) -> Result<Area, GameFault> {
        let expected = format!("area {wanted} filled with {due} from the bag");
        let found = self.next(&expected)?;
        let landscape = self.game.components().landscape();
        let drawn: Option<Vec<TileId>> = match &found.1 {
            RecordEvent::Fill { area, tiles } if (*area, tiles.len()) == (wanted as i64, due) => {
                tiles.iter().map(|name| landscape.by_name(name).filter(|tile| is_in_bag(*tile))).collect()
            }
            _ => None,
        };
        let drawn = drawn.filter(|tiles| due < 2 || tiles[0] != tiles[1]);
        drawn.map(|tiles| tiles.into_iter().collect()).ok_or_else(|| fault(found, expected))
    }

    /// Reads a decision of this seat, takes it, and compares what follows.
    fn decide(&mut self, seat: Seat) -> Result<(), GameFault> {
        let (event, action) = match self.position.phase {
            Phase::Place(_) => self.read_placement(seat)?,
            _ => self.read_smaller(seat)?,
        };
        (self.watch)(Seen::Decision(&self.position, Decided { event, seat, action, number: self.decisions }));
        self.decisions += 1;
        let mut told = Vec::new();
        self.game.apply_telling(&mut self.position, action, &mut |event| told.push(event));
        self.show(&told);
        // The decision itself is what the record says.
        let own = if matches!(action, Action::Place(_)) { 2 } else { 1 };
        told[own..].iter().try_for_each(|event| self.expect(event))
    }

    /// Shows what the engine has reported.
    fn show(&mut self, told: &[Event]) {
        told.iter().for_each(|event| (self.watch)(Seen::Event(event)));
    }

    /// A tile taken and laid, which is one decision; the index is that of the second event.
    fn read_placement(&mut self, seat: Seat) -> Result<(usize, Action), GameFault> {
        let own = self.game.area(&self.position, seat);
        let [one, two] = [0, 1].map(|index| self.position.areas[own][index]);
        let name = |tile: TileId| self.game.components().landscape().tile(tile).name.as_str();
        let expected = format!("seat {seat} takes {} or {} from area {own} and leaves the other", name(one), name(two));
        let found = self.next(&expected)?;
        let taken = match &found.1 {
            RecordEvent::Take { seat: taker, area, tile, left }
                if (*taker, *area) == (seat.index() as i64, own as i64) =>
            {
                let is_meant = |(tile_id, other): &(TileId, TileId)| name(*tile_id) == tile && name(*other) == left;
                [(one, two), (two, one)].into_iter().find(is_meant).map(|(tile, _)| tile)
            }
            _ => None,
        };
        let taken = taken.ok_or_else(|| fault(found, expected))?;
        let name = name(taken);
        let ways: Vec<String> =
            self.game.components().landscape().tile(taken).ways.iter().map(|lying| lying.way.to_string()).collect();
        let expected = format!(
            "seat {seat} places {name} on empty places, one of them beside its display, turned {}",
            ways.join(" or ")
        );
        let found = self.next(&expected)?;
        let action = match &found.1 {
            RecordEvent::Place { seat: builder, tile, x, y, rotation, flip }
                if *builder == seat.index() as i64 && tile == name =>
            {
                let way = u16::try_from(*rotation).ok().and_then(|degrees| Way::new(*flip, degrees));
                way.zip(place(*x, *y)).map(|(way, corner)| Action::Place(Placement { tile: taken, way, corner }))
            }
            _ => None,
        };
        self.legal(action, found, expected)
    }

    /// A wooden sheep, a bonus tile, a tower, or no more towers.
    fn read_smaller(&mut self, seat: Seat) -> Result<(usize, Action), GameFault> {
        let player = self.position.player(seat);
        let (expected, drawn) = match self.position.phase {
            Phase::Sheep(_) => {
                let meadows: Vec<String> = player.display.free_meadows().map(|place| place.to_string()).collect();
                (format!("a wooden sheep of seat {seat} on a free meadow: {}", meadows.join(" ")), None)
            }
            Phase::Bonus(_, tile) => {
                let name = self.game.components().bonus(tile).name.as_str();
                let where_to = "on an empty place beside its display, or on a free meadow that is no bonus tile";
                (format!("seat {seat} places the bonus tile {name} {where_to}"), Some(name))
            }
            _ => {
                let words = "on an empty place beside its display, or stops and forgoes";
                (format!("seat {seat} places a tower {words} {}", player.towers), None)
            }
        };
        let (own, towers) = (seat.index() as i64, i64::from(player.towers));
        let found = self.next(&expected)?;
        let action = match &found.1 {
            RecordEvent::Sheep { seat, x, y } if *seat == own => place(*x, *y).map(Action::Sheep),
            RecordEvent::BonusPlace { seat, tile, x, y } if *seat == own && drawn == Some(tile) => {
                place(*x, *y).map(Action::Bonus)
            }
            RecordEvent::TowerPlace { seat, x, y } if *seat == own => place(*x, *y).map(Action::Tower),
            RecordEvent::Stop { seat, towers: left } if (*seat, *left) == (own, towers) => Some(Action::Stop),
            _ => None,
        };
        self.legal(action, found, expected)
    }

    fn legal(&self, action: Option<Action>, found: Found, expected: String) -> Result<(usize, Action), GameFault> {
        let action = action.filter(|&action| self.game.is_legal(&self.position, action));
        action.map(|action| (found.0, action)).ok_or_else(|| fault(found, expected))
    }

    /// The next event; the error says what was expected if there is none.
    fn next(&mut self, expected: &str) -> Result<Found, GameFault> {
        match self.cursor.advance()? {
            Some(found) => Ok(found),
            None => Err(self.cursor.fault_here(expected.to_owned())),
        }
    }

    /// Makes sure that the next event is this one.
    fn expect(&mut self, event: &Event) -> Result<(), GameFault> {
        let expected = RecordEvent::of(self.game, event);
        let found = self.next(&expected.to_string())?;
        if found.1 == expected { Ok(()) } else { Err(fault(found, expected.to_string())) }
    }

    fn expect_end(&self) -> Result<(), GameFault> {
        let end = || "the end of the record".to_owned();
        if self.cursor.peek()?.is_some() { Err(self.cursor.fault_here(end())) } else { Ok(()) }
    }
}

/// Farther from the origin than any display reaches, and near enough to compute with.
const FAR: i64 = 1 << 12;

/// A place with these coordinates, if a display could reach it.
fn place(x: i64, y: i64) -> Option<Place> {
    let near = |number: i64| i16::try_from(number).ok().filter(|_| (-FAR..=FAR).contains(&number));
    Some(Place::new(near(x)?, near(y)?))
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
