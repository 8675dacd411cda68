//! The features of a seat between two rounds.
//!
//! They are its land, which depends on the territory and its outlook alone, and its standing relative to the others;
//! then, for games with modules, the additions of modules to both.

use engine::Seat;
use engine::skye::{Feature, Module, Public, ScoringTile, ScrollKind, Skye, Slot, Survey, Tablet, Terrain};

use crate::skye::appraisal::{Appraisals, Estate, MilliVp, PARTS, VP};
use crate::value::in_tenths;

/// The number of features in the base game: those of the land, then those of the standing.
pub const NUMBERS: usize = LAND + STANDING;

/// The number of features with modules.
///
/// They are those of the base game, then the additions of modules to the land and to the standing.
pub const NUMBERS_WITH_MODULES: usize = NUMBERS + MODULE_LAND + MODULE_STANDING;

/// Numbers of the land: rounds, worth in parts, scoring tiles, features, counts, scrolls, areas, size.
pub(super) const LAND: usize = ROUNDS
    + PARTS
    + 2 * ScoringTile::BASE.len()
    + Feature::ALL.len()
    + 6
    + ScrollKind::IN_BASE
    + Terrain::ALL.len() * (EDGES + 1)
    + 2;

/// Numbers of the standing: see [`standing`].
const STANDING: usize = 19;

/// Numbers of the land that only modules have.
///
/// They are modules in play, scoring tiles, scrolls, counts, worth in parts, and tunnels.
pub(super) const MODULE_LAND: usize =
    Module::ALL.len() + 2 * NEW_SCORING + (ScrollKind::ALL.len() - ScrollKind::IN_BASE) + 4 + 2 + 1;

/// Numbers of the standing that only modules have: see [`module_standing`].
const MODULE_STANDING: usize = 2 * Tablet::ALL.len() + 6;

/// Scoring tiles that only modules bring: the last ones.
const NEW_SCORING: usize = ScoringTile::ALL.len() - ScoringTile::BASE.len();

/// The most rounds to come that are distinguished.
const ROUNDS: usize = 5;

/// The number of classes of areas by open edges, from none; more count as the last class.
const EDGES: usize = 5;

/// All numbers of a seat.
pub fn row(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Vec<i16> {
    let estate = gains.estate(game, position, seat);
    let (worth, of_modules) = (estate.worth(), module_land(game, position, seat, estate));
    let mut row = land(game, position, seat, estate);
    row.extend(standing(game, position, seat, worth, gains.per_gold(game, position)));
    row.extend(of_modules);
    row.extend(module_standing(game, position, seat));
    row
}

/// Linear worth: victory points, the future worth of the territory, and gold.
pub fn linear_worth(position: &Public, seat: Seat, territory: MilliVp, per_gold: MilliVp) -> MilliVp {
    let player = position.player(seat);
    VP * MilliVp::from(player.vp) + territory + per_gold * MilliVp::from(player.gold)
}

/// Returns the features that depend on a seat's territory, the round, and its outlook's comparisons.
pub(super) fn land(game: &Skye, position: &Public, seat: Seat, estate: &Estate) -> Vec<i16> {
    let territory = &position.player(seat).territory;
    let survey = Survey::of(game.tiles(), territory);
    let mut row = Vec::with_capacity(NUMBERS_WITH_MODULES);
    row.extend((1..=ROUNDS).map(|rounds| i16::from(rounds_to_come(game, position) == rounds)));
    row.extend(estate.parts().map(in_tenths));
    row.extend(ScoringTile::BASE.into_iter().flat_map(|scoring| paid(game, position, &survey, scoring)));
    row.extend(Feature::ALL.map(|feature| territory.features().of(feature) as i16));
    row.extend(estate.counts().map(|count| count as i16));
    row.extend(estate.scrolls_by_kind()[..ScrollKind::IN_BASE].iter().map(|&weight| in_tenths(weight)));
    let (mut areas, mut large) = ([[0; EDGES]; Terrain::ALL.len()], [0; Terrain::ALL.len()]);
    for area in territory.areas().iter() {
        areas[area.terrain() as usize][usize::from(area.open_edges()).min(EDGES - 1)] += 1;
        large[area.terrain() as usize] += i16::from(!area.is_completed() && area.is_large());
    }
    row.extend(areas.as_flattened());
    row.extend(large);
    row.extend([territory.frontier().count() as i16, territory.len() as i16]);
    row
}

/// Returns the features that depend on the same and that only modules have.
pub(super) fn module_land(game: &Skye, position: &Public, seat: Seat, estate: &Estate) -> Vec<i16> {
    let territory = &position.player(seat).territory;
    let survey = Survey::of(game.tiles(), territory);
    let mut row = Vec::with_capacity(MODULE_LAND);
    row.extend(Module::ALL.map(|module| i16::from(game.has(module))));
    let new = &ScoringTile::ALL[ScoringTile::BASE.len()..];
    row.extend(new.iter().flat_map(|&scoring| paid(game, position, &survey, scoring)));
    row.extend(estate.scrolls_by_kind()[ScrollKind::IN_BASE..].iter().map(|&weight| in_tenths(weight)));
    let (counts, worth) = estate.of_modules();
    row.extend(counts.map(|count| count as i16));
    row.extend(worth.map(in_tenths));
    row.push(territory.with_tunnels().len() as i16);
    row
}

/// Returns the scorings left of a scoring tile, and its payment if nothing changed.
///
/// Gold is no part of the land.
fn paid(game: &Skye, position: &Public, survey: &Survey<'_>, scoring: ScoringTile) -> [i16; 2] {
    let times = scorings_left(game, position, scoring);
    [times, if times > 0 { times * survey.measure(scoring, 0) as i16 } else { 0 }]
}

/// Returns the features that depend on gold, VP, turn order and the other seats.
///
/// It gets the worth of the territory and of one gold.
pub fn standing(game: &Skye, position: &Public, seat: Seat, territory: MilliVp, per_gold: MilliVp) -> [i16; STANDING] {
    let best_other = |of: &dyn Fn(Seat) -> i16| seat.others(position.seats()).map(of).max().unwrap_or(0);
    let gold = |seat: Seat| position.player(seat).gold as i16;
    let vp = |seat: Seat| position.player(seat).vp as i16;
    let income = Survey::of(game.tiles(), &position.player(seat).territory).barrel_income(game.rules()) as i16;
    let ahead = seat.others(position.seats()).filter(|&other| vp(other) > vp(seat)).count() as i16;
    let catch_up = game.rules().round(position.round).catch_up as i16 * ahead;
    let (rounds, cash) = (rounds_to_come(game, position) as i16, gold(seat) + income + catch_up);
    let lead = |scoring, feature, most: i16| {
        let count = |seat: Seat| position.player(seat).territory.features().of(feature) as i16;
        scorings_left(game, position, scoring) * (count(seat) - best_other(&count)).clamp(-most, most)
    };
    let most_gold = scorings_left(game, position, ScoringTile::MostGold);
    let turn = seat.steps_from(position.start, position.seats());
    [
        gold(seat),
        best_other(&gold),
        income,
        income * rounds,
        catch_up,
        ahead * rounds,
        cash,
        (cash - 8).max(0),
        (cash - 16).max(0),
        (cash - 24).max(0),
        (cash - 32).max(0),
        vp(seat) - best_other(&vp),
        turn as i16,
        in_tenths(linear_worth(position, seat, territory, per_gold)),
        in_tenths(per_gold * MilliVp::from(position.player(seat).gold)),
        most_gold * gold(seat),
        most_gold * (gold(seat) - best_other(&gold)).clamp(-20, 20),
        lead(ScoringTile::MostWhisky, Feature::Whisky, 4),
        lead(ScoringTile::MostShips, Feature::Ship, 4),
    ]
}

/// Returns the features that only modules have and that do not depend on the land.
///
/// They depend on the seat's other possessions, turn order and the other seats.
pub(super) fn module_standing(game: &Skye, position: &Public, seat: Seat) -> [i16; MODULE_STANDING] {
    let player = position.player(seat);
    let rounds = rounds_to_come(game, position) as i16;
    let druids = i16::from(game.has(Module::Druids));
    let turn = seat.steps_from(position.start, position.seats()) as i16;
    let gold = player.gold as i16;
    let borderlands = player.borderlands.len() as i16;
    let lighthouses = |seat: Seat| position.player(seat).territory.features().of(Feature::Lighthouse) as i16;
    let lead = (lighthouses(seat) - seat.others(position.seats()).map(lighthouses).max().unwrap_or(0)).clamp(-4, 4);
    let mut row = [0; MODULE_STANDING];
    for (index, tablet) in Tablet::ALL.into_iter().enumerate() {
        let count = i16::from(player.tablets.of(tablet));
        (row[2 * index], row[2 * index + 1]) = (count, count * rounds);
    }
    row[2 * Tablet::ALL.len()..].copy_from_slice(&[
        borderlands,
        // One can be laid in a round.
        borderlands.min(rounds),
        druids * turn,
        druids * gold,
        druids * (gold - 10).max(0),
        scorings_left(game, position, ScoringTile::MostLighthouses) * lead,
    ]);
    row
}

/// Rounds still to be played, with the current one.
pub fn rounds_to_come(game: &Skye, position: &Public) -> usize {
    game.rules().round_count() + 1 - usize::from(position.round)
}

/// Counts the scorings left of a scoring tile; 0 if it is not in play.
fn scorings_left(game: &Skye, position: &Public, scoring: ScoringTile) -> i16 {
    let slot = Slot::ALL.into_iter().find(|&slot| game.scoring_at(slot).twin() == Some(scoring));
    slot.map_or(0, |slot| game.rules().scorings_from(slot, position.round) as i16)
}
