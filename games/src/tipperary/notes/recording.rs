//! Records notes from events.

use engine::Seat;
use engine::tipperary::{Display, Event, Lost, Place};

use super::raw_columns::{PlacementRow, notes_mut};
use lab::subject::rows::Rows;

/// Records an event in the notes.
pub fn note(rows: &mut Rows, event: &Event) {
    let players = rows.game.players;
    let notes = notes_mut(rows);
    match *event {
        Event::Round { round, .. } => notes.begun = round.into(),
        Event::Fill { .. } | Event::Spin { .. } | Event::Bonus { .. } | Event::Result { .. } => {}
        Event::Take { seat, area, tile, left } => {
            notes.seats[seat.index()].tiles += 1;
            let turn = notes.placements.len() % players;
            notes.placements.push(PlacementRow {
                round: notes.begun as u8,
                turn,
                seat: seat.index(),
                area: area.into(),
                tile: tile.index(),
                left: left.index(),
                ..PlacementRow::default()
            });
        }
        Event::Place { seat, placement } => {
            if let Some(turn) = notes.turn_of(seat) {
                (turn.x, turn.y) = (placement.corner.x.into(), placement.corner.y.into());
                (turn.rotation, turn.flip) = (placement.way.quarter_turns(), placement.way.flip().into());
            }
        }
        Event::Whiskey { seat, pairs, space, .. } => {
            let own = &mut notes.seats[seat.index()];
            own.pairs += u16::from(pairs);
            own.whiskey_steps = space.into();
            count(rows, seat, |turn| turn.pairs += u16::from(pairs));
        }
        Event::Tower { seat, .. } => {
            notes.seats[seat.index()].towers += 1;
            count(rows, seat, |turn| turn.towers += 1);
        }
        Event::Sheep { seat, .. } => {
            notes.seats[seat.index()].sheep += 1;
            count(rows, seat, |turn| turn.sheep += 1);
        }
        Event::BonusPlace { seat, .. } => {
            notes.seats[seat.index()].bonus_tiles += 1;
            count(rows, seat, |turn| turn.bonus_tiles += 1);
        }
        Event::Lost { seat, what } => {
            let own = &mut notes.seats[seat.index()];
            match what {
                Lost::Tower => own.lost_towers += 1,
                Lost::Sheep => own.lost_sheep += 1,
                Lost::Bonus => own.lost_bonus_tiles += 1,
            }
            count(rows, seat, |turn| turn.lost += 1);
        }
        Event::Flocks { holder, .. } => {
            holder.into_iter().for_each(|seat| notes.seats[seat.index()].marker_rounds += 1);
        }
        Event::TowerPlace { seat, .. } => notes.seats[seat.index()].placed_towers += 1,
        Event::Stop { seat, .. } => notes.seats[seat.index()].stops += 1,
        Event::Score { seat, score } => notes.seats[seat.index()].vp = score.parts(),
    }
}

/// Adds to the notes of the current turn.
fn count(rows: &mut Rows, seat: Seat, add: impl FnOnce(&mut PlacementRow)) {
    if let Some(turn) = notes_mut(rows).turn_of(seat) {
        add(turn);
    }
}

/// Counts the empty spaces enclosed by a display: those from which no path of adjacent ones leads out.
pub fn holes(display: &Display) -> u16 {
    let (low, high) = display.bounds();
    // With a border of empty spaces.
    let (width, height) = ((high.x - low.x + 3) as usize, (high.y - low.y + 3) as usize);
    let mut is_outside = vec![false; width * height];
    let mut open = vec![0];
    is_outside[0] = true;
    while let Some(at) = open.pop() {
        let (x, y) = (at % width, at / width);
        let west = (x > 0).then(|| at - 1);
        let east = (x + 1 < width).then(|| at + 1);
        let south = (y > 0).then(|| at - width);
        let north = (y + 1 < height).then(|| at + width);
        for next in [west, east, south, north].into_iter().flatten() {
            let place = Place::new(low.x - 1 + (next % width) as i16, low.y - 1 + (next / width) as i16);
            if !is_outside[next] && display.at(place).is_none() {
                is_outside[next] = true;
                open.push(next);
            }
        }
    }
    let outside = is_outside.iter().filter(|is_outside| **is_outside).count();
    (width * height - outside - usize::from(display.spaces())) as u16
}
