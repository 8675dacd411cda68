//! News for a player at the table.

use engine::Seat;
use engine::skye::{Event, Skye, Slot};

use super::super::words;
use crate::human_input::{all_wrapped, joined, name, title};

/// Describes these events, except for anything that lies on the table afterwards.
pub fn of(game: &Skye, players: &[String], events: &[Event]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut left = events;
    while let [event, rest @ ..] = left {
        left = rest;
        match *event {
            Event::Round { round, start } => {
                let rules = game.rules();
                let slots: String = rules.round(round).scores.iter().map(Slot::letter).collect();
                let start = name(players, start);
                let text = format!("Round {round} of {}, scores {slots}, starts with {start}", rules.round_count());
                lines.extend([String::new(), title(&text)]);
            }
            // The dolmen board is on the table.
            Event::Dolmen { removed, .. } => {
                lines.extend(removed.map(|tile| format!("  {} leaves the dolmen board", game.tiles().name(tile))));
            }
            Event::Price { seat, tiles, offer } => {
                let priced = tiles.iter().zip(offer.prices()).filter(|(_, price)| *price > 0);
                let priced =
                    joined(priced.map(|(&tile, price)| format!("{} for {price}", game.tiles().name(tile))), "");
                let discards =
                    joined(offer.discards(tiles.len()).map(|place| game.tiles().name(tiles[place])), "nothing");
                let text = format!("  {} offers {priced}; discards {discards}", name(players, seat));
                lines.extend(all_wrapped([text], 4));
            }
            Event::Score { slot, scoring, .. } => {
                let count = 1 + rest
                    .iter()
                    .take_while(|event| matches!(event, Event::Score { slot: other, .. } if *other == slot))
                    .count();
                let alike = std::iter::once(event).chain(&rest[..count - 1]);
                let scores = alike.filter_map(|event| match event {
                    Event::Score { seat, vp, .. } => Some(score(players, *seat, *vp)),
                    _ => None,
                });
                let text = format!("  {} {scoring}: {}", slot.letter(), joined(scores, "nobody"));
                lines.extend(all_wrapped([text], 4));
                left = &rest[count - 1..];
            }
            _ => {
                if let Some((seat, words)) = words::of_one(game, players, event) {
                    lines.extend(all_wrapped([format!("  {}  {words}", name(players, seat))], 4));
                }
            }
        }
    }
    lines
}

fn score(players: &[String], seat: Seat, vp: u16) -> String {
    format!("{} {vp} VP", name(players, seat))
}
