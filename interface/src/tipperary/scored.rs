//! The parts of a county that count for some points, for highlighting in a picture.

use engine::Seat;
use engine::tipperary::Score;
use engine::tipperary::{Cover, Display, Place, Position, Tipperary};

use crate::stage::{ScoredGroup, ScoringExample};

/// Finds the parts of a seat's county that count for a part of its score, by its name.
///
/// # Errors
/// If there is no such part, or nothing in a county shows it.
pub fn scoring_example(
    game: &Tipperary,
    position: &Position,
    seat: Seat,
    name: &str,
) -> Result<ScoringExample, String> {
    let display = &position.player(seat).display;
    let rules = game.rules();
    let groups = match name {
        "area" => {
            let found = display.largest_rectangle();
            let rows = 0..found.height as i16;
            let places = rows.flat_map(|y| (0..found.width as i16).map(move |x| found.corner.offset(x, y)));
            vec![group(&places.collect::<Vec<_>>(), found.area())]
        }
        "flock" => largest_flock(display),
        "exploration" => {
            let hometown = game.hometown(seat);
            let covered: Vec<Place> =
                hometown.around.iter().copied().filter(|place| display.at(*place).is_some()).collect();
            let vp = if display.is_explored(hometown) { rules.exploration_vp } else { 0 };
            vec![group(&covered, vp)]
        }
        "stones" => {
            let stones = display.covered().filter_map(|(place, cover)| match cover {
                Cover::Stones(vp) => Some(group(&[place], vp.into())),
                _ => None,
            });
            stones.collect()
        }
        _ => {
            let accepted: Vec<&str> =
                Score::PARTS.into_iter().filter(|part| !["marker", "whiskey"].contains(part)).collect();
            return Err(format!("found `{name}`; accepted: {}", accepted.join(", ")));
        }
    };
    let vp = groups.iter().filter_map(|group| group.vp).sum();
    Ok(ScoringExample { name: name.to_owned(), vp, groups })
}

/// The pastures of the largest flock; ties go to the first.
fn largest_flock(display: &Display) -> Vec<ScoredGroup> {
    let sheep = |place: Place| display.at(place).map_or(0, |cover| u16::from(cover.sheep()));
    let mut seen: Vec<Place> = Vec::new();
    let mut best: (u16, Vec<Place>) = (0, Vec::new());
    for (start, _) in display.covered().filter(|(place, _)| sheep(*place) > 0) {
        let (mut flock, mut open) = (Vec::new(), vec![start]);
        while let Some(place) = open.pop() {
            if sheep(place) > 0 && !seen.contains(&place) {
                seen.push(place);
                flock.push(place);
                open.extend(place.neighbours());
            }
        }
        let size = flock.iter().map(|place| sheep(*place)).sum();
        if size > best.0 {
            best = (size, flock);
        }
    }
    if best.0 > 0 { vec![group(&best.1, best.0)] } else { Vec::new() }
}

/// Whole spaces, with points in a corner, beside the symbol of a space.
fn group(places: &[Place], vp: u16) -> ScoredGroup {
    let corner = |place: &Place| (100.0 * f64::from(place.x), -100.0 * f64::from(place.y));
    ScoredGroup::squares(&places.iter().map(corner).collect::<Vec<_>>(), Some(vp), (18.0, 18.0))
}
