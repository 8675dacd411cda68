//! The shapes of areas in the pictures of tiles, as paths.

use engine::skye::Side;
use engine::skye::tile::Tile;

use super::picture::{INNER, is_through};
use crate::stage::Point;

/// A path from the upper left corner of a tile, drawn for the north side and turned to another one.
fn path(steps: &[(&str, Point)], side: Side, (left, top): Point) -> String {
    let turned = |at: Point| (0..side.index()).fold(at, |(x, y), _| (100.0 - y, x));
    let points = steps.iter().map(|(letter, at)| (letter, turned(*at)));
    points.map(|(letter, (x, y))| format!("{letter}{} {}", left + x, top + y)).collect::<String>() + "z"
}

/// The shape of the area at a side of a tile with this corner.
///
/// It is the triangle of the side, or the area that joins it with the opposite one. Holes follow the even-odd rule.
pub fn of_side(tile: &Tile, side: Side, corner: Point) -> String {
    let has_inner = tile.areas.iter().any(|area| area.edges.is_empty());
    let mut through = tile.areas.iter().filter(|area| is_through(area) && area.edges.len() < 4);
    match through.next() {
        Some(area) if area.edges.has(side) && area.edges.has(side.opposite()) => {
            let lens = [
                ("M", (0.0, 0.0)),
                ("C", (34.0, 28.0)),
                (" ", (34.0, 72.0)),
                (" ", (0.0, 100.0)),
                ("L", (100.0, 100.0)),
                ("C", (66.0, 72.0)),
                (" ", (66.0, 28.0)),
                (" ", (100.0, 0.0)),
            ];
            // Both sides get the same path.
            let first = if side.index() < 2 { side } else { side.opposite() };
            path(&lens, first, corner) + &if has_inner { inner(corner) } else { String::new() }
        }
        Some(_) => {
            let crescent = [("M", (0.0, 0.0)), ("C", (28.0, 34.0)), (" ", (72.0, 34.0)), (" ", (100.0, 0.0))];
            path(&crescent, side, corner)
        }
        None if has_inner => {
            let (near, far) =
                (50.0 - INNER * std::f64::consts::FRAC_1_SQRT_2, 50.0 + INNER * std::f64::consts::FRAC_1_SQRT_2);
            let arc = format!("A{INNER} {INNER} 0 0 0 ");
            path(&[("M", (0.0, 0.0)), ("L", (100.0, 0.0)), ("L", (far, near)), (&arc, (near, near))], side, corner)
        }
        None => path(&[("M", (0.0, 0.0)), ("L", (100.0, 0.0)), ("L", (50.0, 50.0))], side, corner),
    }
}

/// The shape of an area inside a tile at this corner.
pub fn inner((left, top): Point) -> String {
    circle((left + 50.0, top + 50.0), INNER)
}

/// A circle.
pub fn circle((x, y): Point, radius: f64) -> String {
    format!("M{} {y}a{radius} {radius} 0 1 0 {d} 0a{radius} {radius} 0 1 0 -{d} 0z", x - radius, d = 2.0 * radius)
}
