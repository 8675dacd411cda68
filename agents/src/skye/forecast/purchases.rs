//! Purchases as they are expected in simulations.

use engine::Seat;
use engine::random::Random;
use engine::skye::{Action, Public, Skye};

use super::joint_gains::JointGains;
use super::trade::{Options, Standing, Trade, drawn};
use crate::first_best::first_best;
use crate::skye::appraisal::{MilliVp, TileGains};
use crate::skye::greedy::{Purchase, Stalls};

fn options(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains, joint: &mut JointGains) -> Options {
    let later: Vec<usize> = position.turn_order().skip_while(|&other| other != seat).skip(1).map(Seat::index).collect();
    let standing = Standing::new(Stalls::on_display(position));
    Trade::of_display(game, position, gains).options(joint, &standing, seat.index(), &later)
}

fn action(position: &Public, purchase: Option<Purchase>) -> Action {
    purchase.map_or(Action::Pass, |(from, place)| {
        let from = Seat::new(from);
        Action::Buy { from, tile: position.player(from).display[place].tile }
    })
}

/// A pass and every purchase that the seat can pay for, with the lead that it brings.
pub fn leads(
    game: &Skye,
    position: &Public,
    seat: Seat,
    gains: &mut TileGains,
    joint: &mut JointGains,
) -> Vec<(Action, MilliVp)> {
    let options = options(game, position, seat, gains, joint).into_iter();
    options.map(|(purchase, lead)| (action(position, purchase), lead)).collect()
}

/// The purchase with the largest lead, or a pass.
pub fn best_purchase(
    game: &Skye,
    position: &Public,
    seat: Seat,
    gains: &mut TileGains,
    joint: &mut JointGains,
) -> Action {
    first_best(leads(game, position, seat, gains, joint).into_iter(), |(_, lead)| *lead).expect("a pass at least").0
}

/// A purchase or a pass, the likelier the larger its lead.
pub fn likely_purchase(
    game: &Skye,
    position: &Public,
    seat: Seat,
    gains: &mut TileGains,
    joint: &mut JointGains,
    random: &mut Random,
) -> Action {
    action(position, drawn(&options(game, position, seat, gains, joint), random))
}
