//! Reads the outcomes of chance and the actions of players from a record's events, in strict order.
//!
//! For errors it describes the accepted values.

use engine::tipperary::sizes::AREAS;
use engine::tipperary::{
    Action, Chance, Event, Phase, Place, Placement, Position, RoundChance, TileId, Tipperary, Way,
};
use engine::{Game, Seat};

use super::event::RecordEvent;
use crate::event::Name;
use crate::event_cursor::{EventCursor, GameFault, seat_at_table};

/// The events of a record from the next one on.
type Events<'e, 'n> = EventCursor<'e, RecordEvent<'n>>;

/// Reads the first starting player, which only the record gives.
pub fn first(game: &Tipperary, cursor: &Events<'_, '_>) -> Result<Seat, GameFault> {
    let last = game.seats() - 1;
    cursor.read(
        0,
        || format!("the beginning of round 1 with a starting player from 0 to {last}"),
        |event| match event {
            RecordEvent::Round { start, .. } => seat_at_table(*start, game.seats()),
            _ => None,
        },
    )
}

/// Reads the outcome of the pending chance event.
pub fn chance(game: &Tipperary, position: &Position, cursor: &Events<'_, '_>) -> Result<Chance, GameFault> {
    let Phase::DrawBonus(seat) = position.phase else { return round(game, position, cursor).map(Chance::Round) };
    let tiles = || listed(position.bonus.iter().map(|tile| game.components().bonus(tile).name.as_str()));
    let drawn = cursor.read(
        0,
        || format!("a bonus tile drawn by seat {seat} out of {}", tiles()),
        |event| match event {
            RecordEvent::Bonus { tile, seat: drawer } if *drawer == seat.index() as i64 => {
                game.components().bonus_by_name(tile).filter(|&tile| position.bonus.has(tile))
            }
            _ => None,
        },
    );
    drawn.map(Chance::Bonus)
}

/// Reads the chance event at the start of a round: the tiles added to areas, then the spin.
fn round(game: &Tipperary, position: &Position, cursor: &Events<'_, '_>) -> Result<RoundChance, GameFault> {
    let begun = RecordEvent::of(game, &Event::Round { round: position.round, start: position.start });
    cursor.read(0, || begun.to_string(), |event| (*event == begun).then_some(()))?;
    let (mut decided, mut taken, mut further) = (RoundChance::default(), Vec::new(), 1);
    let mut take = |name: &Name<'_>| {
        let tile = game
            .components()
            .landscape()
            .by_name(name)
            .filter(|tile| position.bag.has(*tile) && !taken.contains(tile))?;
        taken.push(tile);
        Some(tile)
    };
    for (area, kept) in position.areas.iter().enumerate().filter(|(_, kept)| kept.len() < kept.capacity()) {
        let due = kept.capacity() - kept.len();
        decided.fills[area] = cursor.read(
            further,
            || format!("area {area} filled with {due} from the bag"),
            |event| fill(event, area, due).and_then(|names| names.iter().map(&mut take).collect()),
        )?;
        further += 1;
    }
    decided.shift = cursor.read(
        further,
        || format!("a spin with a shift from 0 to {}", AREAS - 1),
        |event| match event {
            RecordEvent::Spin { shift } if (0..AREAS as i64).contains(shift) => Some(*shift as u8),
            _ => None,
        },
    )?;
    Ok(decided)
}

/// The names of the tiles added to this area, if their number is right.
fn fill<'e, 'n>(event: &'e RecordEvent<'n>, wanted: usize, due: usize) -> Option<&'e [Name<'n>]> {
    match event {
        RecordEvent::Fill { area, tiles } if (*area, tiles.len()) == (wanted as i64, due) => Some(tiles),
        _ => None,
    }
}

/// Reads the action of the seat to move.
pub fn action(
    game: &Tipperary,
    position: &Position,
    seat: Seat,
    cursor: &Events<'_, '_>,
) -> Result<(usize, Action), GameFault> {
    if let Phase::Place(_) = position.phase {
        return placement(game, position, seat, cursor);
    }
    let player = position.player(seat);
    let drawn = match position.phase {
        Phase::Bonus(_, tile) => Some(game.components().bonus(tile).name.as_str()),
        _ => None,
    };
    let (own, towers) = (seat.index() as i64, i64::from(player.towers));
    let action = cursor.read(
        0,
        || match (position.phase, drawn) {
            (Phase::Sheep(_), _) => {
                let meadows: Vec<String> = player.display.free_meadows().map(|place| place.to_string()).collect();
                format!("a wooden sheep of seat {seat} on a free meadow: {}", meadows.join(" "))
            }
            (_, Some(name)) => {
                let where_to = "on an empty place beside its display, or on a free meadow that is not a bonus tile";
                format!("seat {seat} places the bonus tile {name} {where_to}")
            }
            _ => {
                let words = "on an empty place beside its display, or stops and forgoes";
                format!("seat {seat} places a tower {words} {}", player.towers)
            }
        },
        |event| {
            let action = match event {
                RecordEvent::Sheep { seat, x, y } if *seat == own => place(*x, *y).map(Action::Sheep),
                RecordEvent::BonusPlace { seat, tile, x, y } if *seat == own && drawn == Some(tile) => {
                    place(*x, *y).map(Action::Bonus)
                }
                RecordEvent::TowerPlace { seat, x, y } if *seat == own => place(*x, *y).map(Action::Tower),
                RecordEvent::Stop { seat, towers: left } if (*seat, *left) == (own, towers) => Some(Action::Stop),
                _ => None,
            };
            action.filter(|&action| game.is_legal(position, action))
        },
    )?;
    Ok((cursor.index(0), action))
}

/// Reads the taking and laying of a tile, which are one decision.
///
/// The index is that of the second event.
fn placement(
    game: &Tipperary,
    position: &Position,
    seat: Seat,
    cursor: &Events<'_, '_>,
) -> Result<(usize, Action), GameFault> {
    let landscape = game.components().landscape();
    let own = game.area(position, seat);
    let [one, two] = [0, 1].map(|index| position.areas[own][index]);
    let name = |tile: TileId| landscape.tile(tile).name.as_str();
    let taken = cursor.read(
        0,
        || format!("seat {seat} takes {} or {} from area {own} and leaves the other", name(one), name(two)),
        |event| match event {
            RecordEvent::Take { seat: taker, area, tile, left }
                if (*taker, *area) == (seat.index() as i64, own as i64) =>
            {
                [(one, two), (two, one)]
                    .into_iter()
                    .find(|(taken, other)| name(*taken) == tile && name(*other) == left)
                    .map(|(tile, _)| tile)
            }
            _ => None,
        },
    )?;
    let ways = || landscape.tile(taken).ways.iter().map(|lying| lying.way.to_string()).collect::<Vec<_>>();
    let action = cursor.read(
        1,
        || {
            let how = "on empty places, one of them beside its display";
            format!("seat {seat} places {} {how}, turned {}", name(taken), ways().join(" or "))
        },
        |event| match event {
            RecordEvent::Place { seat: builder, tile, x, y, rotation, flip }
                if *builder == seat.index() as i64 && tile == name(taken) =>
            {
                let way = u16::try_from(*rotation).ok().and_then(|degrees| Way::new(*flip, degrees))?;
                let action = Action::Place(Placement { tile: taken, way, corner: place(*x, *y)? });
                Some(action).filter(|&action| game.is_legal(position, action))
            }
            _ => None,
        },
    )?;
    Ok((cursor.index(1), action))
}

/// A distance from the origin beyond any display, but small enough for arithmetic.
const FAR: i64 = 1 << 12;

/// A place with these coordinates, if a display could reach it.
fn place(x: i64, y: i64) -> Option<Place> {
    let near = |number: i64| i16::try_from(number).ok().filter(|_| (-FAR..=FAR).contains(&number));
    Some(Place::new(near(x)?, near(y)?))
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
