//! Tipperary: its records and its presentation.
//!
//! It draws counties as text and as pictures, narrates games, and describes decisions.

pub mod rules;

pub mod hometowns;

pub mod sheets;

pub mod record;

mod protocol;

pub mod drawing;

mod words;

mod narrator;

mod human_input;

mod picture_play;

mod picture;

mod scored;

mod stage;

use engine::Seat;
use engine::tipperary::{Action, Phase, Position, Tipperary};

use self::narrator::Narrator;
use self::stage::Stager;
use crate::narrate::{Narrate, Say};
use crate::observer::Observer;
use crate::stage::{Component, Picture, ScoringExample, Sign, StageSetup, StageStep};

impl Narrate for Tipperary {
    fn narrator<'a>(&'a self, players: &'a [String], seed: &str, say: Say<'a>) -> impl Observer<Self> + 'a {
        Narrator::new(self, players, seed, say)
    }

    fn round(position: &Position) -> u64 {
        position.round.into()
    }

    fn means(position: &Position, seat: Seat) -> String {
        let player = position.player(seat);
        let (spaces, flock) = (player.display.spaces(), player.display.largest_flock());
        let (barrel, towers) = (player.barrel, player.towers);
        let rectangle = player.display.largest_rectangle();
        let area = format!("{} x {}", rectangle.width, rectangle.height);
        format!("{spaces} spaces, rectangle {area}, flock {flock}, barrel on space {barrel}, towers {towers}")
    }

    fn action(&self, position: &Position, _: Seat, action: Action) -> String {
        match action {
            Action::Place(placement) => {
                let name = &self.components().landscape().tile(placement.tile).name;
                format!("{name} at {}, {}", placement.corner, placement.way)
            }
            Action::Sheep(place) => format!("wooden sheep on {place}"),
            Action::Bonus(place) => match position.phase {
                Phase::Bonus(_, tile) => format!("bonus tile {} on {place}", self.components().bonus(tile).name),
                _ => format!("bonus tile on {place}"),
            },
            Action::Tower(place) => format!("tower on {place}"),
            Action::Stop => "no more towers".to_owned(),
        }
    }

    fn stage(&self) -> StageSetup {
        stage::stage(self)
    }

    fn stager<'a>(&'a self, players: &'a [String], take: Box<dyn FnMut(StageStep) + 'a>) -> impl Observer<Self> + 'a {
        Stager::new(self, players, take)
    }

    fn picture(&self, piece: usize) -> Picture {
        picture::picture(self, piece)
    }

    fn component(&self, name: &str) -> Option<Component> {
        picture::component(self, name)
    }

    fn scoring_example(&self, position: &Position, seat: Seat, name: &str) -> Result<ScoringExample, String> {
        scored::scoring_example(self, position, seat, name)
    }

    fn legend() -> Vec<Sign> {
        picture::legend()
    }

    const COLOURS: [&'static str; 2] = picture::COLOURS;
}
