//! The offers of all seats, side by side.

use engine::skye::action::DRAWN;
use engine::skye::{Offer, TileId, Tiles};

use crate::skye::drawing::{self, ROW_PITCH};

/// What lies in front of one player.
#[derive(Copy, Clone, Default)]
pub struct Desk {
    /// The tiles in the order drawn.
    pub tiles: [TileId; DRAWN],
    /// The prices asked for them, once revealed.
    pub offer: Option<Offer>,
}

/// How many seats fit side by side in 80 columns.
const SEATS_ACROSS: usize = 2;

/// Blanks between them.
const GAP: &str = "    ";

/// All desks as text: the seats, their tiles as printed, the prices.
pub fn lines(tiles: &Tiles, players: &[String], desks: &[Desk]) -> Vec<String> {
    let blocks: Vec<Vec<String>> =
        (0..desks.len()).map(|seat| block(tiles, seat, &players[seat], &desks[seat])).collect();
    blocks.chunks(SEATS_ACROSS).flat_map(side_by_side).collect()
}

fn side_by_side(blocks: &[Vec<String>]) -> Vec<String> {
    let line = |row: usize| blocks.iter().map(|block| block[row].as_str()).collect::<Vec<_>>().join(GAP);
    (0..blocks[0].len()).map(line).collect()
}

/// One desk; all lines are equally wide.
fn block(tiles: &Tiles, seat: usize, name: &str, desk: &Desk) -> Vec<String> {
    let width = drawing::row_width(DRAWN);
    let title: String = format!("{seat} {name}").chars().take(width).collect();
    let prices = desk.offer.map_or([0; DRAWN], |offer| offer.prices());
    let prices: String = prices.iter().map(|&price| format!("{:^ROW_PITCH$}", price_tag(price))).collect();
    let mut lines = vec![format!("{title:width$}")];
    lines.extend(drawing::row(tiles, &desk.tiles));
    lines.push(format!("{:width$}", prices.trim_end()));
    lines
}

fn price_tag(price: u16) -> String {
    if price == 0 { "discard".to_owned() } else { format!("{price} gold") }
}
