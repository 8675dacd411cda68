//! Laws for the rows of a game: points, gold and tiles add up within and across tables.

use engine::skye::sizes::MAX_BORDERLANDS;
use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{DiscountBorneBy, Module, Slot, Tablet, Tablets};

use super::raw_columns::{SeatNotes, notes_of};
use super::{OFFERS, SCORES};
use crate::skye::setting::Setting;
use lab::schedule::Schedule;
use lab::subject::law::{Broken, check_searches, same, sum};
use lab::subject::rows::Rows;
use lab::subject::rows::SeatRow;

/// The number of tiles per seat and round that are not discarded.
const OFFERED: u64 = 2;

/// Checks the consistency of a game's rows in the raw tables of its schedule.
///
/// # Errors
/// The first violated law.
pub fn check(setting: &Setting, schedule: &Schedule, rows: &Rows) -> Result<(), Broken> {
    for (seat, notes) in rows.seats.iter().zip(&notes_of(rows).seats) {
        check_seat(setting, schedule, rows, seat, notes).map_err(|broken| format!("seat {}: {broken}", seat.seat))?;
    }
    check_draws(setting, rows)?;
    if schedule.writes(SCORES) {
        check_scorings(setting, rows)?;
    }
    let seats = &notes_of(rows).seats;
    let (paid, received) = (sum(seats, |seat| seat.spent), sum(seats, |seat| seat.earned));
    match setting.rules.discount_borne_by {
        DiscountBorneBy::Seller => same("gold paid equals gold received", paid, received)?,
        DiscountBorneBy::Supply => same("gold paid is at most gold received", paid <= received, true)?,
    }
    same("tiles bought equal tiles sold", sum(seats, |seat| seat.bought), sum(seats, |seat| seat.sold))
}

fn check_seat(
    setting: &Setting,
    schedule: &Schedule,
    rows: &Rows,
    seat: &SeatRow,
    notes: &SeatNotes,
) -> Result<(), Broken> {
    check_points(rows, seat, notes)?;
    check_gold(setting, rows, seat.seat, notes)?;
    check_tiles(rows, notes)?;
    check_modules(setting, rows, notes)?;
    check_searches(seat)?;
    if schedule.writes(OFFERS) {
        check_offers(setting, rows, seat.seat, notes)?;
    }
    if schedule.writes(SCORES) { check_scores(setting, rows, seat.seat, notes) } else { Ok(()) }
}

fn check_points(rows: &Rows, seat: &SeatRow, notes: &SeatNotes) -> Result<(), Broken> {
    let of = i64::from;
    let slots = sum(&notes.vp_slot, |&vp| vp) as i64;
    let earlier = slots + of(notes.vp_barrels);
    let all = earlier + of(notes.vp_scrolls) + of(notes.vp_again) + of(notes.vp_gold);
    same("VP of slots, VP barrels, scrolls and gold add up to the final VP", all, seat.points.into())?;
    let after = |round| rows.running.points(round, seat.seat);
    let rounds = rows.running.rounds();
    same("VP of slots and VP barrels add up to the VP after the last round", earlier, after(rounds - 1).into())?;
    same("VP never decrease from round to round", (0..rounds).map(after).is_sorted(), true)
}

fn check_gold(setting: &Setting, rows: &Rows, seat: usize, notes: &SeatNotes) -> Result<(), Broken> {
    let of = u64::from;
    let place = (rows.game.players + seat - rows.game.fixture.seed.first.index()) % rows.game.players;
    let start = of(setting.rules.start_gold[place]);
    let income =
        start + of(notes.income_castle) + of(notes.income_whisky) + of(notes.income_catch_up) + of(notes.earned);
    let held = of(notes.gold_round[setting.rules.round_count() - 1]);
    let spent = of(notes.spent) + of(notes.spent_druids) + of(notes.spent_bag);
    same(
        "starting gold plus income equals gold paid, burnt and held at the end",
        income,
        spent + of(notes.burnt) + held,
    )?;
    let gold_per_vp = setting.rules.gold_per_vp;
    let exchanged = of(notes.vp_gold) * of(gold_per_vp) + of(notes.gold_left);
    same("gold at the end equals gold exchanged plus gold left", held, exchanged)?;
    same("gold left is less than the price of one VP", notes.gold_left < gold_per_vp, true)
}

fn check_tiles(rows: &Rows, notes: &SeatNotes) -> Result<(), Broken> {
    let of = u64::from;
    let offered = OFFERED * rows.running.rounds() as u64;
    same("two tiles per round are sold or kept", of(notes.sold) + of(notes.kept), offered)?;
    let got = of(notes.bought) + of(notes.kept) + of(notes.druids) + of(notes.bag_actions) + of(notes.borderlands);
    let used = of(notes.tiles) + of(notes.returned) + of(notes.removed);
    same("tiles received are laid or returned", got, used)?;
    same("own tiles taken are among those kept", notes.taken <= notes.kept, true)?;
    same("borderland tiles turned over have been laid", notes.flips <= notes.borderlands, true)
}

fn check_offers(setting: &Setting, rows: &Rows, seat: usize, notes: &SeatNotes) -> Result<(), Broken> {
    let offers = &notes_of(rows).offers;
    let own = || offers.iter().filter(|offer| offer.seat == seat);
    same("tiles sold match offers", own().filter(|offer| offer.is_sold()).count(), notes.sold.into())?;
    same("tiles kept match offers", own().filter(|offer| offer.is_kept()).count(), notes.kept.into())?;
    // Tablets reduce a price, so buyer and seller pay and receive at most the price asked.
    let may_differ = setting.rules.modules.has(Module::Druids);
    let less = setting.rules.discount_borne_by == DiscountBorneBy::Seller && may_differ;
    let (earned, asked) = (u64::from(notes.earned), own().map(|offer| u64::from(offer.revenue())).sum::<u64>());
    same("gold received matches offers", if less { earned <= asked } else { earned == asked }, true)?;
    same("gold burnt matches offers", own().map(|offer| u64::from(offer.burnt())).sum::<u64>(), notes.burnt.into())?;
    let bought = || offers.iter().filter(|offer| offer.buyer == Some(seat));
    same("tiles bought match offers", bought().count(), notes.bought.into())?;
    let paid = u64::from(notes.spent) + u64::from(notes.saved);
    same(
        "gold paid plus discounts from tablets matches offers",
        paid,
        bought().map(|offer| u64::from(offer.revenue())).sum(),
    )?;
    same("no seat buys from itself", bought().any(|offer| offer.seat == seat), false)
}

fn check_scores(setting: &Setting, rows: &Rows, seat: usize, notes: &SeatNotes) -> Result<(), Broken> {
    let scores = &notes_of(rows).scores;
    let (mut total, mut round, mut barrels) = (0, 0, 0);
    for score in scores.iter().filter(|score| score.seat == seat) {
        if score.round != round && setting.rules.modules.has(Module::Tunnels) {
            // VP barrels score before the scoring tiles of a round, and have no row of their own.
            let before = u64::from(score.total).saturating_sub(score.vp.into()).max(total);
            barrels += before - total;
            (total, round) = (before, score.round);
        }
        total += u64::from(score.vp);
        same("totals in scores add up", u64::from(score.total), total)?;
    }
    same("VP between scorings come from VP barrels", barrels <= notes.vp_barrels.into(), true)?;
    for slot in Slot::ALL {
        let vp: u64 = scores
            .iter()
            .filter(|score| score.seat == seat && score.slot == slot.index())
            .map(|score| u64::from(score.vp))
            .sum();
        same("VP of a slot match scores", vp, notes.vp_slot[slot.index()].into())?;
    }
    Ok(())
}

/// Checks that the rows of offers are in the order in which a run writes them.
fn check_draws(setting: &Setting, rows: &Rows) -> Result<(), Broken> {
    let drawn = usize::from(setting.rules.tiles_drawn);
    for (turn, draw) in notes_of(rows).offers.chunks(drawn).enumerate() {
        let place = (turn / rows.game.players + 1, turn % rows.game.players);
        for offer in draw {
            same("offers are in order of round and seat", (offer.round.into(), offer.seat), place)?;
        }
        let discarded = draw.iter().filter(|offer| offer.price.is_none()).count();
        same("all but two tiles of each draw are discarded", discarded, drawn - OFFERED as usize)?;
        same("a draw is offered with one amount of gold", draw.iter().all(|offer| offer.gold == draw[0].gold), true)?;
    }
    Ok(())
}

/// Checks that every player has a row of scores for each slot scored in each round.
fn check_scorings(setting: &Setting, rows: &Rows) -> Result<(), Broken> {
    let scored = setting.rules.rounds.iter().zip(1_u8..).flat_map(|(round, number)| {
        round.scores.iter().flat_map(move |slot| (0..rows.game.players).map(move |seat| (number, slot.index(), seat)))
    });
    let mut found: Vec<_> = notes_of(rows).scores.iter().map(|score| (score.round, score.slot, score.seat)).collect();
    found.sort_unstable();
    same("scores match the rounds", found.into_iter().eq(scored), true)
}

/// Checks the laws of the modules in play for the notes of one seat.
fn check_modules(setting: &Setting, rows: &Rows, notes: &SeatNotes) -> Result<(), Broken> {
    let modules = setting.rules.modules;
    if modules.has(Module::Druids) {
        check_second_turn(rows, notes)?;
        check_tablets(rows, notes)?;
        let scrolls = sum(&notes.vp_scroll, |&vp| vp);
        same("VP by kind of scroll add up to VP from scrolls", scrolls, notes.vp_scrolls.into())?;
    }
    if modules.has(Module::Borderlands) { check_borderlands(rows, notes) } else { Ok(()) }
}

fn check_second_turn(rows: &Rows, notes: &SeatNotes) -> Result<(), Broken> {
    let rounds = rows.running.rounds();
    let actions = usize::from(notes.druids) + usize::from(notes.bag_actions);
    same("there is at most one purchase in the second turn of a round", actions <= rounds, true)?;
    let (tiles, spent) = (&notes.druids_space, &notes.spent_space);
    same("Druid tiles by space add up to Druid tiles", sum(tiles, |&count| count), notes.druids.into())?;
    same(
        "gold for Druid tiles by space adds up to gold for Druid tiles",
        sum(spent, |&gold| gold),
        notes.spent_druids.into(),
    )?;
    same(
        "surcharges are paid",
        (0..DOLMEN_SPACES).all(|space| usize::from(spent[space]) >= surcharge(space) * usize::from(tiles[space])),
        true,
    )?;
    let most_paid = Tablets::BAG_ACTION * notes.bag_actions;
    same("bag actions cost at most their price", notes.spent_bag <= most_paid, true)?;
    let most_drawn = notes.bag_actions * (Tablets::BAG_TILES as u16 + of(notes, Tablet::BagDraw));
    let drawn = notes.bag_actions..=most_drawn;
    same("bag actions draw at least one tile, and no more than tablets allow", drawn.contains(&notes.bag_tiles), true)
}

/// Returns the surcharge of a space, in addition to the tile's cost.
fn surcharge(space: usize) -> usize {
    DOLMEN_SPACES - 1 - space
}

fn check_tablets(rows: &Rows, notes: &SeatNotes) -> Result<(), Broken> {
    let laid = u64::from(notes.druids.saturating_sub(notes.removed));
    same("tablets match the Druid tiles laid", sum(&notes.tablets, |&count| count) <= laid, true)?;
    for (tablet, (&count, first)) in Tablet::ALL.iter().zip(notes.tablets.iter().zip(&notes.first_tablet)) {
        let first = first.unwrap_or(0);
        let is_dated = if count == 0 { first == 0 } else { (1..=rows.running.rounds()).contains(&first.into()) };
        same(&format!("the first tablet {tablet} has a round if there is one"), is_dated, true)?;
    }
    needs("an own tile taken", notes.taken, of(notes, Tablet::OwnTile))?;
    needs("a scroll scored again", notes.vp_again, of(notes, Tablet::ScoreAgain))?;
    let discount = of(notes, Tablet::Discount1) + 2 * of(notes, Tablet::Discount2);
    needs("a discount", notes.discounted, discount)?;
    same("discounts are on tiles bought", notes.discounted <= notes.bought, true)?;
    let saved = notes.discounted..=notes.discounted * discount;
    same("every discount saves gold, and no more than tablets allow", saved.contains(&notes.saved), true)
}

fn needs(what: &str, amount: u16, tablets: u16) -> Result<(), Broken> {
    same(&format!("{what} needs a tablet"), amount == 0 || tablets > 0, true)
}

fn of(notes: &SeatNotes, tablet: Tablet) -> u16 {
    notes.tablets[tablet as usize]
}

fn check_borderlands(rows: &Rows, notes: &SeatNotes) -> Result<(), Broken> {
    let by_round = &notes.borderlands_round[..rows.running.rounds()];
    same(
        "borderland tiles by round add up to borderland tiles",
        sum(by_round, |&laid| laid),
        notes.borderlands.into(),
    )?;
    same("there is at most one borderland tile in a round", by_round.iter().all(|&laid| laid <= 1), true)?;
    same("every player has six borderland tiles", usize::from(notes.borderlands) <= MAX_BORDERLANDS, true)
}
