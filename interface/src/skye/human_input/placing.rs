//! Places of tiles, by letters.

use engine::Seat;
use engine::skye::{Action, Placement, Public, Skye};

use super::super::drawing::Mark;
use crate::human_input::{LabelledPlacement, joined, labelled, unique};

/// Every way to lay a tile, with letters from north to south and from west to east.
pub fn layings(game: &Skye, public: &Public, seat: Seat) -> Vec<LabelledPlacement<Action>> {
    let player = public.player(seat);
    let tiles = unique(game.tiles_to_lay(player));
    let all: Vec<Placement> =
        tiles.iter().flat_map(|&tile| player.territory.placements_of(game.tiles(), tile)).collect();
    let mut places: Vec<_> = all.iter().map(|laid| (-laid.place.y, laid.place.x)).collect();
    places.sort_unstable();
    places.dedup();
    let labels = labelled(places);
    all.into_iter()
        .map(|laid| {
            let at = (-laid.place.y, laid.place.x);
            let label = labels.iter().find(|(_, place)| *place == at).map(|(label, _)| label.clone());
            LabelledPlacement {
                action: Action::Place(laid),
                tile: game.tiles().name(laid.tile).to_owned(),
                at: (laid.place.x.into(), laid.place.y.into()),
                label: label.unwrap_or_default(),
                anchor: (laid.place.x.into(), laid.place.y.into()),
                way: Some((laid.rotation.degrees(), false)),
            }
        })
        .collect()
}

/// Lists the places where each tile fits, by letters, with the rotations that fit there.
pub fn places(game: &Skye, public: &Public, seat: Seat) -> Vec<String> {
    let all = layings(game, public, seat);
    let tiles = unique(game.tiles_to_lay(public.player(seat)));
    let done = game.may_end_building(public.player(seat)).then(|| "  done  lays nothing more".to_owned());
    tiles
        .into_iter()
        .map(|tile| {
            let tile = game.tiles().name(tile);
            let own: Vec<&LabelledPlacement<Action>> = all.iter().filter(|laying| laying.tile == tile).collect();
            let places = LabelledPlacement::labels(&all, Some(tile)).into_iter().map(|(label, _)| {
                let here = own.iter().filter(|laying| laying.label == label);
                format!("{label} {}", here.map(|laying| laying.turns()).collect::<Vec<_>>().join(" "))
            });
            format!("  {tile:4} fits at  {}", joined(places, "no place"))
        })
        .chain(done)
        .collect()
}

/// The places where tiles fit, for drawing; with the rotations if there is one tile.
pub fn marks(all: &[LabelledPlacement<Action>], tile: Option<&str>) -> Vec<Mark> {
    let wanted: Vec<&LabelledPlacement<Action>> =
        all.iter().filter(|laying| tile.is_none_or(|tile| laying.tile == tile)).collect();
    let is_one = wanted.iter().all(|laying| laying.tile == wanted[0].tile);
    unique(wanted.iter().map(|laying| &laying.label))
        .into_iter()
        .filter_map(|label| {
            let here: Vec<&&LabelledPlacement<Action>> =
                wanted.iter().filter(|laying| laying.label == *label).collect();
            let turns: Vec<String> = here.iter().map(|laying| laying.turns()).collect();
            // Four rotations take two lines.
            let notes = turns.chunks(2).map(|some| some.join(" "));
            let place = match here[0].action {
                Action::Place(laid) => laid.place,
                _ => return None,
            };
            Some(Mark { place, label: label.clone(), notes: if is_one { notes.collect() } else { Vec::new() } })
        })
        .collect()
}
