//! What always holds of the modules in the notes of one seat.

use engine::skye::sizes::MAX_BORDERLANDS;
use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{Module, Tablet, Tablets};

use crate::lab::subject::law::{Broken, same, sum};
use crate::skye::notes::rows::{Purchases, SeatNotes, SkyeRows};
use crate::skye::setting::Setting;

/// Checks the notes of a seat on every module in play.
///
/// # Errors
/// The first law that is broken.
pub fn check(setting: &Setting, rows: &SkyeRows, notes: &SeatNotes) -> Result<(), Broken> {
    let modules = setting.rules.modules;
    if modules.has(Module::Druids) {
        check_second_turn(rows, notes)?;
        check_tablets(rows, notes)?;
        let scrolls = sum(&notes.vp_by_scroll, |&vp| vp);
        same("VP of the kinds of scrolls are those of scrolls", scrolls, notes.vp_scrolls.into())?;
    }
    if modules.has(Module::Borderlands) { check_borderlands(rows, notes) } else { Ok(()) }
}

fn check_second_turn(rows: &SkyeRows, notes: &SeatNotes) -> Result<(), Broken> {
    let rounds = rows.running.rounds();
    let actions = usize::from(notes.druids) + usize::from(notes.bag_actions);
    same("there is at most one purchase in the second turn of a round", actions <= rounds, true)?;
    same("Druid tiles are those of the spaces", sum(&notes.by_space, |of| of.tiles), notes.druids.into())?;
    same("gold for Druid tiles is that of the spaces", sum(&notes.by_space, |of| of.paid), notes.spent_druids.into())?;
    let is_enough = |(space, of): (usize, &Purchases)| usize::from(of.paid) >= surcharge(space) * usize::from(of.tiles);
    same("surcharges are paid", notes.by_space.iter().enumerate().all(is_enough), true)?;
    let most_paid = Tablets::BAG_ACTION * notes.bag_actions;
    same("bag actions cost at most their price", notes.spent_bag <= most_paid, true)?;
    let most_drawn = notes.bag_actions * (Tablets::BAG_TILES as u16 + of(notes, Tablet::BagDraw));
    let drawn = notes.bag_actions..=most_drawn;
    same("bag actions draw at least one tile, and no more than tablets allow", drawn.contains(&notes.bag_tiles), true)
}

/// What a purchase from a space costs on top of the tile.
fn surcharge(space: usize) -> usize {
    DOLMEN_SPACES - 1 - space
}

fn check_tablets(rows: &SkyeRows, notes: &SeatNotes) -> Result<(), Broken> {
    let laid = u64::from(notes.druids.saturating_sub(notes.removed));
    same("tablets are those of Druid tiles laid", sum(&notes.tablets, |&count| count) <= laid, true)?;
    for (tablet, (&count, &first)) in Tablet::ALL.iter().zip(notes.tablets.iter().zip(&notes.first_tablet)) {
        let is_dated = if count == 0 { first == 0 } else { (1..=rows.running.rounds()).contains(&first.into()) };
        same(&format!("the first tablet {tablet} has a round if there is one"), is_dated, true)?;
    }
    let needs = |what: &str, amount: u16, tablets: u16| {
        same(&format!("{what} needs a tablet"), amount == 0 || tablets > 0, true)
    };
    needs("an own tile taken", notes.taken, of(notes, Tablet::OwnTile))?;
    needs("a scroll scored again", notes.vp_again, of(notes, Tablet::ScoreAgain))?;
    let discount = of(notes, Tablet::Discount1) + 2 * of(notes, Tablet::Discount2);
    needs("a discount", notes.discounted, discount)?;
    same("discounts are on tiles bought", notes.discounted <= notes.bought, true)?;
    let saved = notes.discounted..=notes.discounted * discount;
    same("every discount saves gold, and no more than tablets allow", saved.contains(&notes.saved), true)
}

fn of(notes: &SeatNotes, tablet: Tablet) -> u16 {
    notes.tablets[tablet as usize]
}

fn check_borderlands(rows: &SkyeRows, notes: &SeatNotes) -> Result<(), Broken> {
    let by_round = &notes.borderlands_by_round[..rows.running.rounds()];
    same("borderland tiles are those of the rounds", sum(by_round, |&laid| laid), notes.borderlands.into())?;
    same("there is at most one borderland tile in a round", by_round.iter().all(|&laid| laid <= 1), true)?;
    same("every player has six borderland tiles", usize::from(notes.borderlands) <= MAX_BORDERLANDS, true)
}
