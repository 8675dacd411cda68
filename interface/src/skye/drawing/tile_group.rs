//! Tiles in front of players, side by side.

use engine::skye::{TileId, Tiles};

use super::{ROW_PITCH, row, row_width};

/// Tiles in front of a player, or elsewhere on the table.
pub struct TileGroup {
    /// Their owner, or their kind.
    pub title: String,
    /// The tiles, each with the text under it.
    pub tiles: Vec<(TileId, String)>,
}

/// The least width of a group in tiles.
const TILES: usize = 3;

/// The number of such groups that fit side by side in 80 columns.
const ACROSS: usize = 2;

/// Blanks between them.
const GAP: &str = "    ";

/// The number of tiles that fit in a row of 80 columns.
pub const TILES_ACROSS: usize = 6;

/// Draws all groups: those of at most three tiles two by two, wider ones alone.
pub fn lines(tiles: &Tiles, groups: &[TileGroup]) -> Vec<String> {
    let (narrow, wide): (Vec<&TileGroup>, Vec<&TileGroup>) =
        groups.iter().partition(|group| group.tiles.len() <= TILES);
    let blocks: Vec<Vec<String>> = narrow.iter().map(|group| block(tiles, &group.title, &group.tiles)).collect();
    let narrow = blocks.chunks(ACROSS).flat_map(side_by_side);
    let wide = wide.iter().flat_map(|group| {
        let parts = group.tiles.chunks(TILES_ACROSS).enumerate();
        parts.flat_map(|(part, some)| side_by_side(&[block(tiles, if part == 0 { &group.title } else { "" }, some)]))
    });
    narrow.chain(wide).collect()
}

fn side_by_side(blocks: &[Vec<String>]) -> Vec<String> {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |block: &Vec<String>, row: usize| {
        block.get(row).cloned().unwrap_or_else(|| " ".repeat(block[0].chars().count()))
    };
    let line = |row: usize| blocks.iter().map(|block| cell(block, row)).collect::<Vec<_>>().join(GAP);
    (0..height).map(line).filter(|line| !line.trim().is_empty()).collect()
}

/// One group; all lines are equally wide.
fn block(tiles: &Tiles, title: &str, some: &[(TileId, String)]) -> Vec<String> {
    let width = row_width(some.len().max(TILES));
    let title: String = title.chars().take(width).collect();
    let captions: String = some.iter().map(|(_, caption)| format!("{caption:^ROW_PITCH$}")).collect();
    let mut lines = vec![format!("{title:width$}")];
    if !some.is_empty() {
        let ids: Vec<TileId> = some.iter().map(|(tile, _)| *tile).collect();
        let missing = " ".repeat(width - row_width(some.len()));
        lines.extend(row(tiles, &ids).into_iter().map(|line| line + &missing));
    }
    lines.push(format!("{:width$}", captions.trim_end()));
    lines
}
