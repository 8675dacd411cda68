//! Isle of Skye: its records and its presentation.
//!
//! It draws territories as text, narrates games, and describes decisions.

pub mod rules;

pub mod scoring_set;

pub mod tile_set;

pub mod record;

mod protocol;

pub mod drawing;

mod words;

mod narrator;

mod human_input;

mod picture_play;

mod stage;

use agents::skye::{SkyeDomain, expected_sales};
use engine::random::random;
use engine::skye::{Action, Offer, Position, Skye, View};
use engine::{Game, Seat};
use maud::Markup;

use self::narrator::Narrator;
use self::stage::Stager;
use crate::narrate::{Narrate, Say};
use crate::observer::Observer;
use crate::stage::{Component, Picture, ScoringExample, Sign, StageSetup, StageStep};

/// The number of simulated rounds from which the chances to sell the tiles of an offer are estimated.
const SALES_ROUNDS: u32 = 200;

impl Narrate for Skye {
    fn narrator<'a>(&'a self, players: &'a [String], seed: &str, say: Say<'a>) -> impl Observer<Self> + 'a {
        Narrator::new(self, players, seed, say)
    }

    fn round(position: &Position) -> u64 {
        position.round.into()
    }

    fn means(position: &Position, seat: Seat) -> String {
        format!("{} gold", position.player(seat).gold)
    }

    fn action(&self, position: &Position, seat: Seat, action: Action) -> String {
        let tiles = self.tiles();
        match action {
            Action::Offer(offer) => offer_words(self, position, seat, offer),
            Action::Buy { from, tile } => {
                let display = &position.player(from).display;
                let price = display.iter().find(|sale| sale.tile == tile).map_or(0, |sale| sale.price);
                format!("buy {} from seat {from} for {price}", tiles.name(tile))
            }
            Action::Pass => "pass".to_owned(),
            Action::TakeOwn { tile } => format!("take the own tile {}", tiles.name(tile)),
            Action::BuyDruid { space } => {
                let tile = position.dolmen.board[usize::from(space)].map_or("", |tile| tiles.name(tile));
                let price = position.dolmen.price(tiles, usize::from(space)).unwrap_or(0);
                format!("buy the Druid tile {tile} on space {space} for {price}")
            }
            Action::DrawFromBag => {
                let tablets = position.player(seat).tablets;
                format!("draw {} tiles from the bag for {}", tablets.bag_tiles(), tablets.bag_cost())
            }
            Action::KeepDrawn { tile } => format!("keep {}", tiles.name(tile)),
            Action::EndBuilding => "lay nothing more".to_owned(),
            Action::Place(laid) => format!("{} at {} turned {}", tiles.name(laid.tile), laid.place, laid.rotation),
        }
    }

    fn sale_chances(&self, view: &View<'_>, action: Action) -> Vec<(String, f64)> {
        let Action::Offer(offer) = action else { return Vec::new() };
        // The same simulated rounds for every offer, to reduce the noise of differences.
        let sales = expected_sales(&SkyeDomain::of_search(), self, view, offer, SALES_ROUNDS, &mut random(0));
        let drawn = self.public(view).player(view.seat()).drawn;
        let priced = drawn.iter().zip(sales).zip(offer.prices()).filter(|(_, price)| *price > 0);
        priced.map(|((&tile, chance), _)| (self.tiles().name(tile).to_owned(), chance)).collect()
    }

    fn stage(&self) -> StageSetup {
        stage::stage(self)
    }

    fn stager<'a>(&'a self, players: &'a [String], take: Box<dyn FnMut(StageStep) + 'a>) -> impl Observer<Self> + 'a {
        Stager::new(self, players, take)
    }

    fn picture(&self, piece: usize) -> Picture {
        stage::picture(self, piece)
    }

    fn component(&self, name: &str) -> Option<Component> {
        stage::component(self, name)
    }

    fn scoring_example(&self, position: &Position, seat: Seat, name: &str) -> Result<ScoringExample, String> {
        stage::scoring_example(self, position, seat, name)
    }

    const COLOURS: [&'static str; 2] = stage::COLOURS;

    fn icons() -> Markup {
        stage::icons()
    }

    fn legend() -> Vec<Sign> {
        stage::legend()
    }
}

fn offer_words(game: &Skye, position: &Position, seat: Seat, offer: Offer) -> String {
    let drawn = position.player(seat).drawn;
    let priced =
        offer.priced().map(|(place, price)| format!("{} for {price}", game.tiles().name(drawn[place]))).join(", ");
    let discards: Vec<&str> = offer.discards(drawn.len()).map(|index| game.tiles().name(drawn[index])).collect();
    if discards.is_empty() { priced } else { format!("{priced}; discard {}", discards.join(", ")) }
}
