//! Players under changed rules: their values, and legal play.

use std::sync::Arc;

use agents::AgentSpec;
use agents::skye::appraisal::{Estate, Judgements, Outlook};
use engine::random::{Random, below, random};
use engine::skye::payment::{AreaKind, FeatureSet};
use engine::skye::{
    Countable, Feature, Module, Modules, Payment, PaymentPart, Pays, Phase, PriceLimits, Rules, ScoringTile, Skye,
    Terrain, Tiles,
};
use engine::{Game, Turn};

use crate::QUICK;
use crate::appraisal::check_gains;
use crate::random_games::{random_play, random_set, random_set_with};

/// Draws a number below `count`.
fn pick(rng: &mut Random, count: u16) -> u16 {
    below(rng, u32::from(count)) as u16
}

fn features(rng: &mut Random) -> FeatureSet {
    let mut features = FeatureSet::NONE;
    features.extend((0..2).map(|_| Feature::ALL[usize::from(pick(rng, 7))]));
    features
}

/// Draws a countable of any kind.
fn tally(rng: &mut Random) -> Countable {
    let feature = Feature::ALL[usize::from(pick(rng, 7))];
    let terrain = [None, Some(Terrain::Pasture), Some(Terrain::Mountain), Some(Terrain::Water)];
    let with = AreaKind::SHOWN[usize::from(pick(rng, 4))];
    let kind = AreaKind {
        terrain: terrain[usize::from(pick(rng, 4))],
        completed: pick(rng, 2) == 0,
        least: 1 + pick(rng, 4) as u8,
        with: if pick(rng, 2) == 0 { FeatureSet::of(&[with]) } else { FeatureSet::NONE },
    };
    match pick(rng, 9) {
        0 => Countable::Feature(feature),
        1 => Countable::Connected(feature),
        2 => Countable::Sets(features(rng)),
        3..=5 => Countable::Areas(kind),
        _ => ScoringTile::ALL[usize::from(pick(rng, 24))].printed().parts[0].tally,
    }
}

/// Draws a scoring tile of one to three parts, sometimes with a cap.
fn payment(rng: &mut Random) -> Payment {
    let count = 1 + pick(rng, 3);
    let part = |_| {
        let tally = tally(rng);
        let pays = match (tally, pick(rng, 3)) {
            (Countable::MountainsByBrochs, _) => Pays::Steps([1, 4, 9]),
            (tally, 0) if tally.is_compared() => Pays::Most([7, 3]),
            _ => Pays::Each { points: 1 + pick(rng, 5), per: 1 + pick(rng, 2) },
        };
        PaymentPart { tally, pays }
    };
    let parts = (0..count).map(part).collect();
    let cap = if pick(rng, 3) == 0 { 2 + pick(rng, 9) } else { Payment::NO_CAP };
    Payment { parts, cap }
}

#[test]
fn quick_gains_are_exact_for_all_scoring_tiles() {
    let all = Modules::all_sets().last().expect("sets");
    let mut checked = 0;
    for seed in 0..240 {
        let mut rng = random(seed);
        let modules = [Modules::NONE, Modules::NONE, Modules::NONE.with(Module::Tunnels), all][seed as usize % 4];
        let (players, scoring) = (2 + seed as usize % 4, random_set_with(modules, seed));
        let mut rules = Rules::with_modules(players, modules);
        scoring.into_iter().for_each(|tile| rules.payments[tile.index()] = payment(&mut rng));
        let game = Skye::new(Tiles::printed_with(modules), Arc::new(rules), scoring, players).expect("a valid set-up");
        random_play(&game, seed, |game, position| {
            let judgements = if position.round % 2 == 0 { Judgements::by_hand() } else { Judgements::calibrated() };
            checked += check_gains(&judgements, game, position, 3);
        });
    }
    assert!(checked > 30_000, "{checked} placements");
}

#[test]
fn players_keep_to_limits_of_prices() {
    let specs = ["greedy", QUICK, "greedy:pricing=keep", "greedy:pricing=foc", "rule-of-thumb", "random"];
    let specs = specs.into_iter().chain([
        "mcts:iterations=8",
        "mcts:iterations=8,variant=flat",
        "greedy:pricing=fixed,price=30",
    ]);
    for (number, spec) in specs.enumerate() {
        let spec = AgentSpec::read(spec, &agents::skye::KINDS).expect("a spec");
        let agent = spec.build(&agents::skye::KINDS);
        for limits in [PriceLimits { lowest: 3, highest: 4 }, PriceLimits { lowest: 1, highest: 1 }] {
            let rules = Rules { prices: limits, castle_income: 7, ..Rules::printed(3) };
            let game = Skye::new(Tiles::printed(), Arc::new(rules), random_set(number as u64), 3).expect("valid");
            random_play(&game, number as u64, |game, position| {
                let Turn::Seat(seat) = game.turn(position) else { return };
                if position.phase == Phase::Price(seat) {
                    let chosen = agent.choose(game, &game.view(position, seat), &mut random(5)).action;
                    assert!(game.is_legal(position, chosen), "{chosen:?}");
                }
            });
        }
    }
}

#[test]
fn a_tile_whose_cap_is_reached_is_worth_nothing_more() {
    let scoring = [ScoringTile::Sheep, ScoringTile::MostGold, ScoringTile::Harbours, ScoringTile::MostShips];
    let game = |change: fn(&mut Rules)| {
        let mut rules = Rules::printed(2);
        rules.rounds.iter_mut().for_each(|round| round.scores = [engine::skye::Slot::A].into_iter().collect());
        change(&mut rules);
        Skye::new(Tiles::printed(), Arc::new(rules), scoring, 2).expect("a valid set-up")
    };
    let (plain, capped, dear) = (
        game(|_| {}),
        game(|rules| rules.payments[ScoringTile::Sheep.index()].cap = 0),
        game(|rules| rules.payments[ScoringTile::Sheep.index()].parts[0].pays = Pays::Each { points: 9, per: 1 }),
    );
    let mut compared = 0;
    random_play(&plain, 4, |_, position| {
        let (Turn::Seat(seat), Phase::Build(_)) = (plain.turn(position), position.phase) else { return };
        let judgements = Judgements::calibrated();
        let [plain, capped, dear] = [&plain, &capped, &dear].map(|game| Outlook::by(&judgements, game, position, seat));
        let player = position.player(seat);
        for &tile in &player.to_build {
            let sheep = plain.game.tiles().as_printed(tile).features.of(Feature::Sheep);
            let gain = |outlook: &Outlook| {
                let mut most = None;
                let estate = Estate::new(outlook.clone(), &player.territory);
                estate.for_each_gain(tile, |_, gain| most = most.max(Some(gain)));
                most
            };
            assert_eq!(gain(&plain) > gain(&capped), sheep > 0);
            assert_eq!(gain(&dear) > gain(&plain), sheep > 0);
            compared += u32::from(sheep > 0);
        }
    });
    assert!(compared > 5, "{compared} tiles with sheep");
}
