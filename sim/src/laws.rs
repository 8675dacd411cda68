//! What always holds between the rows of one game: points, gold and tiles add up within a table and across tables.

use engine::skye::Slot;
use engine::skye::action::DRAWN;

use crate::experiment::Experiment;
use crate::fixtures::Fixture;
use crate::rows::{Fate, GameRows, OfferRow, ScoreRow, SeatRow};

/// A law that does not hold: in words, with both sides.
pub type Broken = String;

/// Tiles of a seat in a round that are not discarded.
const OFFERED: u64 = 2;

/// Checks a game against the game that the experiment has in its place, and its rows against each other. Tables without rows say nothing.
///
/// # Errors
/// The first law that is broken.
pub fn check(experiment: &Experiment, fixture: &Fixture, rows: &GameRows) -> Result<(), Broken> {
    let game = &rows.game.fixture;
    let of = |fixture: &Fixture| (fixture.game, fixture.block, fixture.rotation, fixture.seed);
    same("number, rotation and seed are those of the experiment", of(game), of(fixture))?;
    same("agents sit where the experiment seats them", game.agents, fixture.agents)?;
    for seat in &rows.seats {
        let checked = check_seat(experiment, seat)
            .and_then(|()| check_offers(rows, seat))
            .and_then(|()| check_scores(rows, seat));
        checked.map_err(|broken| format!("seat {}: {broken}", seat.seat))?;
    }
    check_places(experiment, rows)?;
    same(
        "what is paid is what is received",
        sum(&rows.seats, |seat| seat.spent),
        sum(&rows.seats, |seat| seat.earned),
    )?;
    same("what is bought is what is sold", sum(&rows.seats, |seat| seat.bought), sum(&rows.seats, |seat| seat.sold))
}

fn check_seat(experiment: &Experiment, seat: &SeatRow) -> Result<(), Broken> {
    let of = u64::from;
    let slots = sum(&seat.vp_by_slot, |&vp| vp);
    same(
        "VP of slots, scrolls and gold are the final VP",
        slots + of(seat.vp_scrolls) + of(seat.vp_gold),
        of(seat.vp),
    )?;
    same("VP of slots are the VP after the last round", slots, of(seat.vp_by_round[seat.rounds - 1]))?;
    let is_rising = seat.vp_by_round[..seat.rounds].is_sorted();
    same("VP never fall from round to round", is_rising, true)?;
    let income = of(seat.castle_income) + of(seat.whisky_income) + of(seat.catch_up_income) + of(seat.earned);
    let held = of(seat.gold_by_round[seat.rounds - 1]);
    same("incomes are what was paid, burnt and held at the end", income, of(seat.spent) + of(seat.burnt) + held)?;
    let exchanged = of(seat.vp_gold) * of(experiment.rules.gold_per_vp) + of(seat.gold_left);
    same("gold at the end is what was exchanged and left", held, exchanged)?;
    same("what is left would not buy another VP", seat.gold_left < experiment.rules.gold_per_vp, true)?;
    same("two tiles a round are sold or kept", of(seat.sold) + of(seat.kept), OFFERED * seat.rounds as u64)?;
    let (got, used) = (of(seat.bought) + of(seat.kept), of(seat.tiles) + of(seat.returned));
    same("tiles bought and kept are laid or returned", got, used)?;
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

/// Every row of offers and scores stands where a run writes it, with the agent of its seat.
fn check_places(experiment: &Experiment, rows: &GameRows) -> Result<(), Broken> {
    let agents = &rows.game.fixture.agents;
    for (index, offer) in rows.offers.iter().enumerate() {
        let turn = index / DRAWN;
        let place = (turn / rows.game.players + 1, turn % rows.game.players, agents[turn % rows.game.players]);
        same("offers stand by round, seat and agent", (offer.round.into(), offer.seat, offer.agent), place)?;
    }
    for turn in rows.offers.chunks(DRAWN) {
        let discarded = turn.iter().filter(|offer| offer.fate == Fate::Discarded).count();
        same("one tile of each draw is discarded", discarded, DRAWN - OFFERED as usize)?;
        same("a draw is offered with one amount of gold", turn.iter().all(|offer| offer.gold == turn[0].gold), true)?;
    }
    let scored = experiment.rules.rounds.iter().zip(1_u8..).flat_map(|(round, number)| {
        round.scores.iter().flat_map(move |slot| (0..rows.game.players).map(move |seat| (number, slot, seat)))
    });
    let mut found: Vec<_> = rows.scores.iter().map(|score| (score.round, score.slot, score.seat)).collect();
    found.sort_unstable();
    same("scores are those of the rounds", found.is_empty() || found.into_iter().eq(scored), true)?;
    for score in &rows.scores {
        let tile = rows.game.fixture.seed.scoring[score.slot.index()];
        same(
            "scores name tile and agent of their slot and seat",
            (score.scoring, score.agent),
            (tile, agents[score.seat]),
        )?;
    }
    Ok(())
}

fn sum<T>(items: &[T], amount: impl Fn(&T) -> u16) -> u64 {
    items.iter().map(|item| u64::from(amount(item))).sum()
}

fn same<T: PartialEq + std::fmt::Debug>(law: &str, found: T, expected: T) -> Result<(), Broken> {
    if found == expected { Ok(()) } else { Err(format!("{law}: found {found:?} and {expected:?}")) }
}
