//! Events in words.

use engine::Seat;
use engine::tipperary::event::Lost;
use engine::tipperary::{Event, Placement, TileId, Tipperary};

/// A landscape tile's id.
pub fn tile_name(game: &Tipperary, tile: TileId) -> &str {
    &game.components().landscape().tile(tile).name
}

/// Seat and agent.
pub fn name(players: &[String], seat: Seat) -> String {
    format!("{seat} {}", players[seat.index()])
}

/// Returns the seat that an event is about, if it is one, and its description.
///
/// `None` for events that are narrated together with others.
pub fn of(game: &Tipperary, players: &[String], event: &Event) -> (Option<Seat>, String) {
    let tile = |id| tile_name(game, id);
    match *event {
        Event::Round { round, start } => {
            (None, format!("round {round} of {} begins, starting with {}", game.rules().rounds, name(players, start)))
        }
        Event::Fill { area, tiles } => {
            let tiles: Vec<&str> = tiles.iter().map(|&id| tile(id)).collect();
            (None, format!("area {area} gets {}", tiles.join(" and ")))
        }
        Event::Spin { shift } => (None, format!("the wheel stops at {shift}")),
        Event::Take { seat, area, tile: taken, left } => {
            (Some(seat), format!("takes {} from area {area} and leaves {}", tile(taken), tile(left)))
        }
        Event::Place { seat, placement } => (Some(seat), placed(game, placement)),
        Event::Whiskey { seat, pairs, space, vp } => {
            let pairs = if pairs == 1 { "1 new pair".to_owned() } else { format!("{pairs} new pairs") };
            (Some(seat), format!("whiskey: {pairs}, the barrel is on space {space}, {vp} VP"))
        }
        Event::Tower { seat, towers } => (Some(seat), format!("gains a tower and has {towers}")),
        Event::Sheep { seat, place } => (Some(seat), format!("places a wooden sheep on {place}")),
        Event::Bonus { seat, tile } => {
            let bonus = game.components().bonus(tile);
            (Some(seat), format!("draws the bonus tile {} {}", bonus.name, bonus.space))
        }
        Event::BonusPlace { seat, tile, place } => {
            (Some(seat), format!("places the bonus tile {} on {place}", game.components().bonus(tile).name))
        }
        Event::Lost { seat, what } => {
            let words = match what {
                Lost::Tower => "a tower: none is left",
                Lost::Sheep => "a wooden sheep: none is left, or no meadow is free",
                Lost::Bonus => "a bonus tile: none is left",
            };
            (Some(seat), format!("loses {words}"))
        }
        Event::Flocks { flocks, holder } => {
            let flocks: Vec<String> = flocks.iter().map(ToString::to_string).collect();
            let holder = holder.map_or("nobody".to_owned(), |seat| name(players, seat));
            (None, format!("largest flocks by seat: {}; the marker is with {holder}", flocks.join(", ")))
        }
        Event::TowerPlace { seat, place } => (Some(seat), format!("places a tower on {place}")),
        Event::Stop { seat, towers } => (Some(seat), format!("forgoes {towers} towers")),
        Event::Score { seat, score } => {
            let parts = score.parts().into_iter().zip(engine::tipperary::Score::PARTS);
            let parts: Vec<String> = parts.map(|(vp, part)| format!("{part} {vp}")).collect();
            (Some(seat), format!("{}: {} VP", parts.join(", "), score.vp()))
        }
        Event::Result { seat, vp, rank } => (Some(seat), format!("ends with {vp} VP, rank {rank}")),
    }
}

fn placed(game: &Tipperary, Placement { tile, way, corner }: Placement) -> String {
    let turned = if way.quarter_turns() == 0 { String::new() } else { format!(", turned by {}", way.degrees()) };
    let flipped = if way.flip() { ", turned over" } else { "" };
    format!("places {} at {corner}{flipped}{turned}", tile_name(game, tile))
}
