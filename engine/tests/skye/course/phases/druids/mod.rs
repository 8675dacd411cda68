//! The second buy turn: the dolmen board and the bag action; and what stone tablets do when.

mod bag;
mod dolmen;
mod tablets;

use engine::skye::{Action, Event, Module, Phase};

use crate::table::{QUIET, Table, seat};

/// What each seat draws: three tiles in order, from L01 on.
const DRAWS: [[&str; 3]; 5] =
    [["L01", "L02", "L03"], ["L04", "L05", "L06"], ["L07", "L08", "L09"], ["L10", "L11", "L12"], ["L13", "L14", "L15"]];

/// The first round with Druids, after the draw. On the dolmen board lie D01 to D05, which cost 2, 7, 6, 1 and 7: with the surcharges 4 to 0
/// their prices are 6, 10, 8, 2 and 7.
fn first_round(players: usize) -> Table {
    let mut table = Table::with_modules(players, QUIET, &[Module::Druids]);
    table.dolmen(["D01", "D02", "D03", "D04", "D05"]);
    table.draw(&DRAWS[..players]);
    table
}

/// The same in the second buy turn of seat 0, with this gold by seat; nobody has bought anything, all keep two tiles.
fn second_turn(gold: &[u16]) -> Table {
    let mut table = first_round(gold.len());
    gold.iter().for_each(|_| table.offer([0, 1, 1]));
    gold.iter().for_each(|_| table.pass());
    assert_eq!(table.position.phase, Phase::BuyAgain(seat(0)));
    table.set_gold(gold);
    table.events.clear();
    table
}

/// The spaces that can be bought from, whether the bag action is legal, and nothing else but passing.
fn choices(table: &Table) -> (Vec<u8>, bool) {
    let actions = table.legal_actions();
    assert_eq!(actions[0], Action::Pass);
    let space = |action: &Action| if let Action::BuyDruid { space } = *action { Some(space) } else { None };
    let spaces: Vec<u8> = actions.iter().filter_map(space).collect();
    let bag = actions.contains(&Action::DrawFromBag);
    assert_eq!(actions.len(), 1 + spaces.len() + usize::from(bag));
    (spaces, bag)
}

fn told(table: &Table, wanted: impl Fn(&Event) -> bool) -> Vec<Event> {
    table.events.iter().copied().filter(|event| wanted(event)).collect()
}
