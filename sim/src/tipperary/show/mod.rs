//! Tipperary for people: counties drawn as text and as pictures, games narrated, decisions in words.

pub mod drawing;

mod words;

mod tell;

mod picture;

mod stage;

use engine::Seat;
use engine::tipperary::{Action, Phase, Position, Tipperary};
use maud::Markup;

use self::stage::Stager;
use self::tell::Narrator;
use super::setting::Setting;
use crate::base::error::Result;
use crate::figure::data::Figure;
use crate::lab::play::arena::Observer;
use crate::lab::run::finished_run::FinishedRun;
use crate::lab::shown::stage::{Picture, Stage, Step};
use crate::lab::shown::{Say, Shown};
use crate::tipperary::figures;

impl Shown for Setting {
    fn narrator<'a>(
        game: &'a Tipperary,
        players: &'a [String],
        seed: &str,
        say: Say<'a>,
    ) -> impl Observer<Tipperary> + 'a {
        Narrator::new(game, players, seed, say)
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

    fn action(game: &Tipperary, position: &Position, _: Seat, action: Action) -> String {
        match action {
            Action::Place(placement) => {
                let name = &game.components().landscape().tile(placement.tile).name;
                format!("{name} at {}, {}", placement.corner, placement.way)
            }
            Action::Sheep(place) => format!("wooden sheep on {place}"),
            Action::Bonus(place) => match position.phase {
                Phase::Bonus(_, tile) => format!("bonus tile {} on {place}", game.components().bonus(tile).name),
                _ => format!("bonus tile on {place}"),
            },
            Action::Tower(place) => format!("tower on {place}"),
            Action::Stop => "no more towers".to_owned(),
        }
    }

    fn stage(game: &Tipperary) -> Stage {
        stage::stage(game)
    }

    fn stager<'a>(
        game: &'a Tipperary,
        players: &'a [String],
        take: Box<dyn FnMut(Step) + 'a>,
    ) -> impl Observer<Tipperary> + 'a {
        Stager::new(game, players, take)
    }

    fn picture(game: &Tipperary, piece: usize) -> Picture {
        picture::picture(game, piece)
    }

    fn legend() -> Vec<(Markup, String)> {
        picture::legend()
    }

    const COLOURS: [&'static str; 2] = picture::COLOURS;

    /// There is no score before the end.
    const COURSE: &'static [(&'static str, &'static str)] = &[];

    fn figures(run: &FinishedRun<Self>) -> Result<Vec<Figure>> {
        figures::figures(run)
    }
}
