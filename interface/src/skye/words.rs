//! Descriptions of one player's events.

use engine::Seat;
use engine::skye::position::{Dolmen, DolmenBoard};
use engine::skye::{Event, Skye, TileId};

/// Seat and agent.
pub fn name(players: &[String], seat: Seat) -> String {
    format!("{seat} {}", players[seat.index()])
}

/// Returns the player that an event is about, and its description.
///
/// `None` for events about all, or narrated together with others.
pub fn of_one(game: &Skye, players: &[String], event: &Event) -> Option<(Seat, String)> {
    Some(match *event {
        Event::Income { seat, castle, whisky, catch_up, gold } => {
            let parts = [(castle, "castle"), (whisky, "whisky"), (catch_up, "catch-up")];
            let parts = parts.iter().filter(|(amount, _)| *amount > 0);
            let parts: Vec<String> = parts.map(|(amount, source)| format!("{amount} {source}")).collect();
            (seat, format!("{}, has {gold} gold", parts.join(" + ")))
        }
        Event::VpBarrels { seat, vp, total } => (seat, format!("VP barrels: {vp} VP, has {total}")),
        Event::Buy { seat, from, tile, price, paid, .. } => {
            let discount = if paid == price { String::new() } else { format!(" less {}", price - paid) };
            (seat, format!("buys {} from {} for {price}{discount}", game.tiles().name(tile), name(players, from)))
        }
        Event::BuyOwn { seat, tile, lost } => {
            (seat, format!("takes the own tile {} with a tablet and loses its {lost}", game.tiles().name(tile)))
        }
        Event::BuyDruid { seat, tile, cost, surcharge, .. } => {
            (seat, format!("buys the Druid tile {} for {cost} + {surcharge}", game.tiles().name(tile)))
        }
        Event::Bag { seat, paid, tiles, kept } => {
            let names: Vec<&str> = tiles.iter().map(|&tile| game.tiles().name(tile)).collect();
            (seat, format!("draws {} from the bag for {paid} and keeps {}", names.join(", "), game.tiles().name(kept)))
        }
        Event::Tablet { seat, tablet, .. } => (seat, format!("takes the tablet {tablet}")),
        Event::Flip { seat, tile } => (seat, format!("turns {} over", game.tiles().name(tile))),
        Event::Remove { seat, tile } => {
            (seat, format!("cannot place {}, which leaves the game", game.tiles().name(tile)))
        }
        Event::ScoreAgain { seat, tile, kind, vp } => {
            (seat, format!("scores the scroll of {kind} on {} once more: {vp} VP", game.tiles().name(tile)))
        }
        Event::Pass { seat } => (seat, "passes".to_owned()),
        Event::Keep { seat, tile, lost } => (seat, format!("keeps {} and loses its {lost}", game.tiles().name(tile))),
        Event::Place { seat, placement } => {
            let turns = placement.rotation;
            let turned = if turns.quarter_turns() == 0 { String::new() } else { format!(", turned by {turns}") };
            (seat, format!("places {} at {}{turned}", game.tiles().name(placement.tile), placement.place))
        }
        Event::Return { seat, tile } => {
            (seat, format!("cannot place {}, which goes back to the bag", game.tiles().name(tile)))
        }
        Event::Scroll { seat, scroll } => {
            let doubled = if scroll.doubled { ", doubled" } else { "" };
            (
                seat,
                format!("scroll of {} on {}: {} VP{doubled}", scroll.kind, game.tiles().name(scroll.tile), scroll.vp),
            )
        }
        Event::GoldVp { seat, gold, vp } => (seat, format!("{gold} gold: {vp} VP")),
        Event::Round { .. }
        | Event::Dolmen { .. }
        | Event::Draw { .. }
        | Event::Price { .. }
        | Event::Score { .. }
        | Event::Result { .. } => return None,
    })
}

/// Describes a change of the dolmen board.
pub fn dolmen(game: &Skye, removed: Option<TileId>, board: DolmenBoard) -> String {
    let tiles = game.tiles();
    let spaces: Vec<String> = board
        .iter()
        .enumerate()
        .map(|(space, tile)| match tile {
            Some(tile) => {
                let cost = tiles.druid(*tile).map_or(0, |druid| druid.cost);
                format!("{} for {cost} + {}", tiles.name(*tile), Dolmen::surcharge(space))
            }
            None => "nothing".to_owned(),
        })
        .collect();
    let gone = removed.map_or(String::new(), |tile| format!("{} leaves the game; ", tiles.name(tile)));
    format!("dolmen board: {gone}{}", spaces.join(", "))
}
