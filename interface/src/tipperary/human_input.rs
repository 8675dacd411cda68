//! Tipperary for people at a terminal: what they see of the table, and the lines they type.

use engine::tipperary::{Action, Tipperary, View};

use super::drawing;
use super::words::tile_name;
use crate::human_input::{HumanInput, STRONG, WIDTH, name};

impl HumanInput for Tipperary {
    fn table(&self, view: &View<'_>, players: &[String]) -> Vec<String> {
        let mut lines = vec![format!("{STRONG}County of {}{STRONG:#}", name(players, view.seat()))];
        let county = &view.public().player(view.seat()).display;
        lines.extend(drawing::narrow_county(self.components(), county, WIDTH));
        lines
    }

    fn glyphs(&self) -> Vec<&'static str> {
        drawing::LEGEND.lines().collect()
    }

    fn line(&self, _: &View<'_>, action: Action) -> String {
        match action {
            Action::Place(laid) => {
                let flip = if laid.way.flip() { " flip" } else { "" };
                let (tile, degrees) = (tile_name(self, laid.tile), laid.way.degrees());
                format!("{tile} {} {} {degrees}{flip}", laid.corner.x, laid.corner.y)
            }
            Action::Sheep(place) | Action::Bonus(place) | Action::Tower(place) => format!("{} {}", place.x, place.y),
            Action::Stop => "stop".to_owned(),
        }
    }
}
