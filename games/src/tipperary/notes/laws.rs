//! Laws for the rows of a game: points, pieces and tiles add up within and across tables.

use engine::tipperary::TileId;
use engine::tipperary::sizes::{AREAS, HOMETOWN_SPACES};

use super::PLACEMENTS;
use super::raw_columns::{PlacementRow, SeatNotes, dealt, notes_of};
use crate::tipperary::setting::Setting;
use lab::schedule::Schedule;
use lab::subject::law::{Broken, check_searches, same, sum};
use lab::subject::rows::Rows;
use lab::subject::rows::SeatRow;

/// Checks the consistency of a game's rows in the raw tables of its schedule.
///
/// # Errors
/// The first violated law.
pub fn check(setting: &Setting, schedule: &Schedule, rows: &Rows) -> Result<(), Broken> {
    check_supplies(setting, rows)?;
    if schedule.writes(PLACEMENTS) {
        check_turns(setting, rows)?;
    }
    for (seat, notes) in rows.seats.iter().zip(&notes_of(rows).seats) {
        check_seat(setting, schedule, rows, seat, notes).map_err(|broken| format!("seat {}: {broken}", seat.seat))?;
    }
    Ok(())
}

fn check_seat(
    setting: &Setting,
    schedule: &Schedule,
    rows: &Rows,
    seat: &SeatRow,
    notes: &SeatNotes,
) -> Result<(), Broken> {
    check_points(setting, seat, notes)?;
    same("a tile is laid every round", usize::from(notes.tiles), notes_of(rows).rounds)?;
    same("towers gained are placed unless they are forgone", notes.placed_towers < notes.towers, notes.stops == 1)?;
    same("towers are forgone once at most, and gained first", notes.stops <= notes.towers.min(1), true)?;
    let taken = notes.tiles + notes.sheep + notes.bonus_tiles + notes.placed_towers + notes.stops;
    same("decisions are tiles, wooden sheep, bonus tiles, towers and stops", seat.decisions, taken.into())?;
    check_searches(seat)?;
    check_display(rows, seat, notes)?;
    if schedule.writes(PLACEMENTS) { check_placements(setting, rows, seat.seat, notes) } else { Ok(()) }
}

fn check_points(setting: &Setting, seat: &SeatRow, notes: &SeatNotes) -> Result<(), Broken> {
    let rules = &setting.rules;
    let [area, _, marker, exploration, whiskey, _] = notes.vp;
    same("VP of all sources add up to the final VP", sum(&notes.vp, |&vp| vp) as i64, seat.points.into())?;
    same("VP of the area equal the spaces of the largest rectangle", area, notes.width * notes.height)?;
    same("the marker is worth its VP or nothing", [0, rules.marker_vp].contains(&marker), true)?;
    same(
        "the player with the marker's VP held it after the last round",
        marker > 0 && notes.marker_rounds == 0,
        false,
    )?;
    same("exploration is worth its VP or nothing", [0, rules.exploration_vp].contains(&exploration), true)?;
    let last = rules.whiskey_track.len() - 1;
    same(
        "steps equal pairs, up to the end of the track",
        usize::from(notes.whiskey_steps),
        last.min(notes.pairs.into()),
    )?;
    same("VP of whiskey match the space", whiskey, rules.whiskey_track[usize::from(notes.whiskey_steps)].vp)
}

fn check_display(rows: &Rows, seat: &SeatRow, notes: &SeatNotes) -> Result<(), Broken> {
    same("the marker is held in some of the rounds", usize::from(notes.marker_rounds) <= notes_of(rows).rounds, true)?;
    let most = HOMETOWN_SPACES
        + engine::tipperary::sizes::MAX_TILE_SPACES * usize::from(notes.tiles)
        + usize::from(notes.bonus_tiles + notes.placed_towers);
    same("the rectangle is covered", notes.width * notes.height <= notes.spaces, true)?;
    same("a display has no more spaces than were laid", usize::from(notes.spaces) <= most, true)?;
    same("a seat has a hometown", dealt(rows).id(seat.seat).is_empty(), false)
}

fn check_supplies(setting: &Setting, rows: &Rows) -> Result<(), Broken> {
    let rules = &setting.rules;
    let seats = &notes_of(rows).seats;
    let bonus = setting.components().all_bonus().len() as u64;
    let supplies = [
        ("towers", sum(seats, |seat| seat.towers), sum(seats, |seat| seat.lost_towers), rules.towers.into()),
        ("bonus tiles", sum(seats, |seat| seat.bonus_tiles), sum(seats, |seat| seat.lost_bonus_tiles), bonus),
    ];
    for (what, had, lost, supply) in supplies {
        same(&format!("{what}: no more are taken than exist"), had <= supply, true)?;
        same(&format!("{what}: none is lost before the supply is empty"), lost > 0 && had < supply, false)?;
    }
    let sheep = sum(seats, |seat| seat.sheep);
    same("no more wooden sheep are placed than exist", sheep <= rules.wooden_sheep.into(), true)?;
    let holders = seats.iter().filter(|seat| seat.vp[2] > 0).count();
    same("one player at most holds the marker", holders <= 1, true)?;
    let held = sum(seats, |seat| seat.marker_rounds);
    same("the marker is held by one player at a time", held <= notes_of(rows).rounds as u64, true)
}

/// Checks the turns of one seat against its row of `seats.csv`.
fn check_placements(setting: &Setting, rows: &Rows, seat: usize, notes: &SeatNotes) -> Result<(), Broken> {
    let own: Vec<&PlacementRow> = notes_of(rows).placements.iter().filter(|row| row.seat == seat).collect();
    same("pairs match placements", sum(&own, |row| row.pairs), notes.pairs.into())?;
    same("wooden sheep match placements", sum(&own, |row| row.sheep), notes.sheep.into())?;
    same("towers match placements", sum(&own, |row| row.towers), notes.towers.into())?;
    same("bonus tiles match placements", sum(&own, |row| row.bonus_tiles), notes.bonus_tiles.into())?;
    let lost = notes.lost_sheep + notes.lost_towers + notes.lost_bonus_tiles;
    same("lost pieces match placements", sum(&own, |row| row.lost), lost.into())?;
    let tiles: Vec<TileId> = setting.components().landscape().all().collect();
    let landscape = setting.components().landscape();
    let laid = own.iter().map(|row| landscape.tile(tiles[row.tile]).front().spaces.len()).sum::<usize>();
    let built = HOMETOWN_SPACES + laid + usize::from(notes.placed_towers);
    // A bonus tile covers an empty space or a meadow.
    let spaces = built..=built + usize::from(notes.bonus_tiles);
    same("spaces match the pieces laid", spaces.contains(&usize::from(notes.spaces)), true)
}

/// Checks, turn by turn, whose turn it is, which area is theirs, and which tiles can be in it.
fn check_turns(setting: &Setting, rows: &Rows) -> Result<(), Broken> {
    let (players, components) = (rows.game.players, setting.components());
    let first = rows.game.fixture.seed.first.index();
    let mut taken = Vec::new();
    let mut shift = None;
    for (number, row) in notes_of(rows).placements.iter().enumerate() {
        let (round, turn) = (number / players, number % players);
        same("turns are in order", (row.round.into(), row.turn), (round + 1, turn))?;
        same("the bag passes clockwise from round to round", row.seat, (first + round + turn) % players)?;
        let hometown = components.hometown_by_name(dealt(rows).id(row.seat));
        let Some(wheel) = hometown.map(|hometown| components.hometown(hometown).wheel) else {
            return Err(format!("seat {}: no such hometown", row.seat));
        };
        let spun = (row.area + AREAS - wheel) % AREAS;
        let shift = if turn == 0 { *shift.insert(spun) } else { shift.unwrap_or(spun) };
        same("the wheel turns all crests alike", spun, shift)?;
        same("the tile that is left is another one", row.tile == row.left, false)?;
        same(
            "no tile is taken or left after it was taken",
            taken.contains(&row.tile) || taken.contains(&row.left),
            false,
        )?;
        taken.push(row.tile);
    }
    Ok(())
}
