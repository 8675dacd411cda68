//! What always holds between the rows of one game: points, gold and tiles add up within a table and across tables.

use engine::skye::Slot;
use engine::skye::action::DRAWN;

use crate::experiment::Experiment;
use crate::rows::{Fate, GameRows, OfferRow, ScoreRow, SeatRow};

/// A law that does not hold: in words, with both sides.
pub type Broken = String;

/// Tiles of a seat in a round that are not discarded.
const OFFERED: u64 = 2;

/// Checks the rows of a game against each other. Tables without rows say nothing.
///
/// # Errors
/// The first law that is broken.
pub fn check(experiment: &Experiment, rows: &GameRows) -> Result<(), Broken> {
    for seat in &rows.seats {
        check_seat(experiment, rows, seat).map_err(|broken| format!("seat {}: {broken}", seat.seat))?;
    }
    check_draws(rows)?;
    check_scorings(experiment, rows)?;
    let total = |amount: fn(&SeatRow) -> u16| sum(&rows.seats, amount);
    same("what is paid is what is received", total(|seat| seat.spent), total(|seat| seat.earned))?;
    same("what is bought is what is sold", total(|seat| seat.bought), total(|seat| seat.sold))
}

fn check_seat(experiment: &Experiment, rows: &GameRows, seat: &SeatRow) -> Result<(), Broken> {
    check_points(seat)?;
    check_gold(experiment, seat)?;
    check_tiles(seat)?;
    check_searches(seat)?;
    check_offers(rows, seat)?;
    check_scores(rows, seat)
}

fn check_points(seat: &SeatRow) -> Result<(), Broken> {
    let of = u64::from;
    let slots = sum(&seat.vp_by_slot, |&vp| vp);
    let all = slots + of(seat.vp_scrolls) + of(seat.vp_gold);
    same("VP of slots, scrolls and gold are the final VP", all, of(seat.vp))?;
    same("VP of slots are the VP after the last round", slots, of(seat.vp_by_round[seat.rounds - 1]))?;
    same("VP never fall from round to round", seat.vp_by_round[..seat.rounds].is_sorted(), true)
}

fn check_gold(experiment: &Experiment, seat: &SeatRow) -> Result<(), Broken> {
    let of = u64::from;
    let income = of(seat.castle_income) + of(seat.whisky_income) + of(seat.catch_up_income) + of(seat.earned);
    let held = of(seat.gold_by_round[seat.rounds - 1]);
    same("incomes are what was paid, burnt and held at the end", income, of(seat.spent) + of(seat.burnt) + held)?;
    let gold_per_vp = experiment.rules.gold_per_vp;
    let exchanged = of(seat.vp_gold) * of(gold_per_vp) + of(seat.gold_left);
    same("gold at the end is what was exchanged and left", held, exchanged)?;
    same("what is left would not buy another VP", seat.gold_left < gold_per_vp, true)
}

fn check_tiles(seat: &SeatRow) -> Result<(), Broken> {
    let of = u64::from;
    same("two tiles a round are sold or kept", of(seat.sold) + of(seat.kept), OFFERED * seat.rounds as u64)?;
    let (got, used) = (of(seat.bought) + of(seat.kept), of(seat.tiles) + of(seat.returned));
    same("tiles bought and kept are laid or returned", got, used)
}

fn check_searches(seat: &SeatRow) -> Result<(), Broken> {
    same("searches are among the decisions", seat.searched <= seat.decisions, true)?;
    same("iterations are those of searches", seat.iterations > 0, seat.searched > 0)
}

fn check_offers(rows: &GameRows, seat: &SeatRow) -> Result<(), Broken> {
    if rows.offers.is_empty() {
        return Ok(());
    }
    let own = || rows.offers.iter().filter(|offer| offer.seat == seat.seat);
    let is_sold = |offer: &&OfferRow| matches!(offer.fate, Fate::Sold(_));
    let price = |offer: &OfferRow| u64::from(offer.price);
    same("tiles sold are those in offers", own().filter(is_sold).count(), seat.sold.into())?;
    same("tiles kept are those in offers", own().filter(|offer| offer.fate == Fate::Kept).count(), seat.kept.into())?;
    same("gold received is that of offers", own().filter(is_sold).map(price).sum::<u64>(), seat.earned.into())?;
    let burnt = own().filter(|offer| offer.fate == Fate::Kept).map(price).sum::<u64>();
    same("gold burnt is that of offers", burnt, seat.burnt.into())?;
    let bought = || rows.offers.iter().filter(|o| matches!(o.fate, Fate::Sold(buyer) if buyer.index() == seat.seat));
    same("tiles bought are those in offers", bought().count(), seat.bought.into())?;
    same("gold paid is that of offers", bought().map(price).sum::<u64>(), seat.spent.into())?;
    same("no seat buys from itself", bought().any(|offer| offer.seat == seat.seat), false)
}

fn check_scores(rows: &GameRows, seat: &SeatRow) -> Result<(), Broken> {
    if rows.scores.is_empty() {
        return Ok(());
    }
    let mut total = 0;
    for score in rows.scores.iter().filter(|score| score.seat == seat.seat) {
        total += u64::from(score.vp);
        same("totals in scores add up", u64::from(score.total), total)?;
    }
    for slot in Slot::ALL {
        let own = |score: &&ScoreRow| score.seat == seat.seat && score.slot == slot;
        let vp: u64 = rows.scores.iter().filter(own).map(|score| u64::from(score.vp)).sum();
        same("VP of a slot are those in scores", vp, seat.vp_by_slot[slot.index()].into())?;
    }
    Ok(())
}

/// Every row of offers stands where a run writes it.
fn check_draws(rows: &GameRows) -> Result<(), Broken> {
    for (turn, draw) in rows.offers.chunks(DRAWN).enumerate() {
        let place = (turn / rows.game.players + 1, turn % rows.game.players);
        for offer in draw {
            same("offers stand by round and seat", (offer.round.into(), offer.seat), place)?;
        }
        let discarded = draw.iter().filter(|offer| offer.fate == Fate::Discarded).count();
        same("one tile of each draw is discarded", discarded, DRAWN - OFFERED as usize)?;
        same("a draw is offered with one amount of gold", draw.iter().all(|offer| offer.gold == draw[0].gold), true)?;
    }
    Ok(())
}

/// Every player has a row of scores for each slot that a round scores.
fn check_scorings(experiment: &Experiment, rows: &GameRows) -> Result<(), Broken> {
    let scored = experiment.rules.rounds.iter().zip(1_u8..).flat_map(|(round, number)| {
        round.scores.iter().flat_map(move |slot| (0..rows.game.players).map(move |seat| (number, slot, seat)))
    });
    let mut found: Vec<_> = rows.scores.iter().map(|score| (score.round, score.slot, score.seat)).collect();
    found.sort_unstable();
    same("scores are those of the rounds", found.is_empty() || found.into_iter().eq(scored), true)
}

fn sum<T>(items: &[T], amount: impl Fn(&T) -> u16) -> u64 {
    items.iter().map(|item| u64::from(amount(item))).sum()
}

fn same<T: PartialEq + std::fmt::Debug>(law: &str, found: T, expected: T) -> Result<(), Broken> {
    if found == expected { Ok(()) } else { Err(format!("{law}: found {found:?} and {expected:?}")) }
}
