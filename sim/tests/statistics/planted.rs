//! Effects that are planted in the data are found again.

use engine::random::{Random, RngExt, random};
use engine::skye::{ScoringSet, ScoringTile, Slot};
use games::skye::designs::{Family, ScoringDesign, SlotOrders};
use games::skye::tables::cells::ScoringCells;
use games::skye::tables::effects::{EffectRow, Term};
use stats::Welford;

/// What each tile does in place of a mean one; sums to zero.
fn of_tile(tile: ScoringTile) -> f64 {
    tile.index() as f64 - 7.5
}

/// What these two do together; sums to zero for each tile, since each is in one pair of either sign.
fn of_pair(one: ScoringTile, two: ScoringTile) -> f64 {
    match one.index() ^ two.index() {
        1 => 4.0,
        2 => -4.0,
        _ => 0.0,
    }
}

/// What a tile does on a slot; sums to zero for each tile and each slot.
fn of_slot(tile: ScoringTile, slot: Slot) -> f64 {
    let sign = if tile.index().is_multiple_of(2) { 1.0 } else { -1.0 };
    sign * [1.5, 0.5, -0.5, -1.5][slot.index()]
}

/// A triangular number with mean 0 and variance 2.
fn noise(rng: &mut Random) -> f64 {
    let mut uniform = || rng.random_range(0.0..1.0_f64);
    12.0_f64.sqrt() * (uniform() - uniform())
}

fn outcome(set: ScoringSet) -> f64 {
    let tiles: f64 = set.iter().map(|tile| of_tile(*tile)).sum();
    let slots: f64 = set.iter().zip(Slot::ALL).map(|(tile, slot)| of_slot(*tile, slot)).sum();
    let pairs: f64 = (0..4).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| of_pair(set[a], set[b])).sum();
    70.0 + tiles + slots + pairs
}

fn listed(family: Family, orders: SlotOrders) -> ScoringDesign {
    ScoringDesign::of(family, &ScoringTile::BASE, orders).unwrap()
}

/// Effects from a pass through a design; clusters with the first tile vary more than others.
fn effects(design: &ScoringDesign, blocks: u64, noise_size: f64, seed: u64) -> Vec<EffectRow> {
    let mut rng = random(seed);
    let mut cells = ScoringCells::default();
    for block in 0..blocks {
        let set = design.set_of(block, block);
        let size = if set.contains(&ScoringTile::ALL[0]) { 3.0 * noise_size } else { noise_size };
        cells.push(&set, [Some(outcome(set) + size * noise(&mut rng))]);
    }
    cells.effects()
}

fn truth(term: Term) -> f64 {
    match term {
        Term::Tile(tile) => of_tile(tile),
        Term::Pair(one, two) => of_pair(one, two),
        Term::Slot(tile, slot) => of_slot(tile, slot),
    }
}

#[test]
fn without_noise_every_effect_is_found_exactly() {
    for (design, blocks) in [
        (listed(Family::Quadruples, SlotOrders::Cyclic), 560),
        (listed(Family::Quadruples, SlotOrders::Even), 1680),
        (ScoringDesign::full(&ScoringTile::BASE, SlotOrders::Cyclic), 4 * 1820),
    ] {
        let rows = effects(&design, blocks, 0.0, 1);
        assert_eq!(rows.len(), 16 + 120 + 64);
        for row in rows {
            assert!((row.effect - truth(row.term)).abs() < 1e-8, "{row:?}");
        }
    }
}

#[test]
fn with_noise_intervals_cover_as_often_as_they_say() {
    let design = listed(Family::Quadruples, SlotOrders::Cyclic);
    let (mut covered, mut all) = (0, 0);
    for seed in 0..20 {
        for row in effects(&design, 560, 5.0, seed) {
            all += 1;
            covered += u32::from(row.effect_lo <= truth(row.term) && truth(row.term) <= row.effect_hi);
        }
    }
    // 20 · 200 intervals, not all of them independent: 95 %, give or take 1.5, and up to 2 more, since the balanced design leaves pairs and
    // slots, which the models of other kinds count as noise, no way to disturb their answers.
    let share = f64::from(covered) / f64::from(all);
    assert!((0.935..0.985).contains(&share), "{share}");
}

#[test]
fn a_kind_of_effects_is_shown_where_the_design_tells_it_apart_and_seeds_are_twice_the_coefficients() {
    let kinds = |design: &ScoringDesign, blocks| {
        let rows = effects(design, blocks, 1.0, 3);
        let has = |wanted: &dyn Fn(&Term) -> bool| rows.iter().any(|row| wanted(&row.term));
        [has(&|term| matches!(term, Term::Pair(..))), has(&|term| matches!(term, Term::Slot(..)))]
    };
    assert_eq!(kinds(&listed(Family::Affine, SlotOrders::Cyclic), 120), [false, false]);
    assert_eq!(kinds(&listed(Family::Affine, SlotOrders::Cyclic), 160), [false, true]);
    assert_eq!(kinds(&listed(Family::Affine, SlotOrders::AsNamed), 160), [false, false]);
    assert_eq!(kinds(&listed(Family::Quadruples, SlotOrders::AsNamed), 210), [false, false]);
    assert_eq!(kinds(&listed(Family::Quadruples, SlotOrders::AsNamed), 280), [true, false]);
}

/// Clusters with random scoring tiles, and an outcome that follows from them and from noise.
fn clusters(count: u64, seed: u64, value: impl Fn(&ScoringSet, &mut Random) -> f64) -> ScoringCells {
    let design = ScoringDesign::Random(ScoringTile::BASE.to_vec());
    let (mut rng, mut cells) = (random(seed), ScoringCells::default());
    for block in 0..count {
        let set = design.set_of(block, rng.random());
        let value = value(&set, &mut rng);
        cells.push(&set, [Some(value)]);
    }
    cells
}

#[test]
fn a_constant_has_no_effects_and_no_variance_to_share() {
    for constant in [0.5, 1.0 / 3.0, 0.1 + 0.2, 57.3] {
        for seed in 0..10 {
            let cells = clusters(100, seed, |_, _| constant);
            assert_eq!((cells.effects().len(), cells.variance_shares(0).len()), (0, 0), "{constant}");
        }
    }
    // A single cluster that differs is enough.
    let cells = clusters(100, 1, |set, _| if set[0].index() == 3 { 0.5 } else { 0.5 + 1e-6 });
    assert_eq!(cells.effects().len(), 16);
}

/// What tiles explain of the variance of an outcome, mean and standard error over many experiments of 40 clusters.
fn share_of_tiles(effect: f64) -> (f64, f64) {
    let mut found = Welford::default();
    for seed in 0..400 {
        let cells =
            clusters(40, seed, |set, rng| set.iter().map(|tile| effect * of_tile(*tile)).sum::<f64>() + noise(rng));
        let shares = cells.variance_shares(0);
        found.push(shares[0].share.value.unwrap());
    }
    (found.mean().unwrap(), (found.variance().unwrap() / 400.0).sqrt())
}

#[test]
fn the_share_of_tiles_is_0_on_average_where_they_do_nothing() {
    let (mean, error) = share_of_tiles(0.0);
    assert!(mean.abs() < 4.0 * error && error < 0.02, "{mean} ± {error}");
}

#[test]
fn the_share_of_tiles_is_what_they_explain_but_for_a_hundredth() {
    // Four of 16 tiles without replacement: variance 4 · 85/4 · 12/15 = 68 of effects 1 apart; noise 2. A half where 68 e² = 2.
    let (mean, error) = share_of_tiles((2.0_f64 / 68.0).sqrt());
    assert!((mean - (0.5 - 0.5 / 40.0)).abs() < 4.0 * error, "{mean} ± {error}");
}
