//! Setting up a game, and set-ups that are refused.

use std::path::Path;
use std::sync::Arc;

use ScoringTile::{Columns, Harbours, Sheep, Squares};
use engine::skye::rules::{MAX_ROUNDS, RoundRule, RulesError};
use engine::skye::{Feature, Module, Modules, Phase, Rules, ScoringTile, SetupError, Skye, Slot, Tiles};
use engine::{Game, Turn};

use crate::drawing::HEADER;
use crate::table::{QUIET, seat};

const SCORING: [ScoringTile; 4] = [Squares, Sheep, Columns, Harbours];

/// A file of `count` tiles.
fn tiles(count: usize) -> Arc<Tiles> {
    let rows: String = (0..count).map(|row| format!("t{row},PMWP,,,,,\n")).collect();
    Arc::new(Tiles::parse(Path::new("many"), &format!("{HEADER}\n{rows}")).expect("valid tiles"))
}

fn set_up(tile_count: usize, players: usize, rounds: usize) -> Result<Skye, SetupError> {
    let mut rules = Rules::printed(players);
    rules.rounds = (0..rounds).map(|_| RoundRule::default()).collect();
    Skye::new(tiles(tile_count), Arc::new(rules), SCORING, players)
}

#[track_caller]
fn check_rule(change: impl Fn(&mut Rules), setting: &'static str, found: &str, accepted: &str) {
    let mut rules = Rules::printed(3);
    change(&mut rules);
    let expected = RulesError { setting, found: found.to_owned(), accepted: accepted.to_owned() };
    assert_eq!(rules.validate(), Err(expected.clone()));
    let refused = Skye::new(Tiles::printed(), Arc::new(rules), SCORING, 3);
    assert_eq!(refused.map(|_| "a game"), Err(SetupError::Rules(expected)));
}

#[test]
fn a_game_starts_with_castles_and_nothing_else() {
    for players in 2..=5 {
        let game = Skye::printed(players, QUIET).expect("a valid set-up");
        let position = game.start(seat(1));
        assert_eq!((game.seats(), position.seats()), (players, players));
        assert_eq!((position.round, position.start, position.phase), (1, seat(1), Phase::Draw));
        assert_eq!(game.turn(&position), Turn::Chance);
        assert_eq!(position.bag.len(), 73);
        for player in &position.players {
            assert_eq!((player.gold, player.vp, player.territory.len()), (0, 0, 1));
            assert!(player.drawn.is_empty() && player.display.is_empty() && player.to_build.is_empty());
        }
    }
}

#[test]
fn a_game_knows_its_set_up() {
    let game = Skye::printed(3, SCORING).expect("a valid set-up");
    assert_eq!(game.scoring(), SCORING);
    assert_eq!(Slot::ALL.map(|slot| game.scoring_at(slot)), SCORING);
    assert_eq!(game.tiles().len(), 73);
    assert_eq!(*game.rules(), Rules::printed(3));
}

#[test]
fn refused_players() {
    for players in [0, 1, 6, 100] {
        let error = Skye::new(Tiles::printed(), Arc::new(Rules::printed(3)), SCORING, players).map(|_| "a game");
        assert_eq!(error, Err(SetupError::Players(players)));
    }
    assert_eq!(SetupError::Players(6).to_string(), "players: found 6; accepted: 2 to 5");
}

#[test]
fn refused_repeated_scoring_tile() {
    let refused = |scoring| Skye::printed(3, scoring).map(|_| "a game");
    assert_eq!(refused([Squares, Sheep, Squares, Harbours]), Err(SetupError::RepeatedScoringTile(Squares)));
    assert_eq!(refused([Squares, Sheep, Harbours, Harbours]), Err(SetupError::RepeatedScoringTile(Harbours)));
    let message = SetupError::RepeatedScoringTile(Harbours).to_string();
    assert_eq!(message, "scoring tile `harbours` is chosen twice; every slot needs a different one");
}

#[test]
fn refused_modules_and_tiles_that_do_not_match() {
    let refused = |tiles: &[Module], rules: &[Module]| {
        let (tiles, rules): (Modules, Modules) = (tiles.iter().copied().collect(), rules.iter().copied().collect());
        Skye::new(Tiles::printed_with(tiles), Arc::new(Rules::with_modules(2, rules)), QUIET, 2).map(|_| "a game")
    };
    for module in Module::WITH_TILES {
        assert_eq!(refused(&[], &[module]), Err(SetupError::NoModuleTiles(module)));
        assert_eq!(refused(&[module], &[]), Err(SetupError::ModuleNotInPlay(module)));
        assert_eq!(refused(&[module], &[module]), Ok("a game"));
    }
    assert_eq!(refused(&[], &[Module::Bonus]), Ok("a game"));
}

#[test]
fn refused_scoring_tiles_of_modules_not_in_play() {
    for scoring in ScoringTile::ALL {
        let set = [scoring, QUIET[1], QUIET[2], QUIET[3]];
        let refused = Skye::printed(2, set).map(|_| "a game").err();
        let expected = scoring.module().map(|module| SetupError::ScoringTileNotInPlay(scoring, module));
        if !QUIET[1..].contains(&scoring) {
            assert_eq!(refused, expected);
        }
    }
}

#[test]
fn pools_of_scoring_tiles() {
    for modules in Modules::all_sets() {
        let expected =
            16 + if modules.has(Module::Druids) { 6 } else { 0 } + if modules.has(Module::Bonus) { 2 } else { 0 };
        assert_eq!(Rules::with_modules(2, modules).scoring_pool().len(), expected);
    }
}

#[test]
fn a_game_starts_with_the_tiles_of_its_modules() {
    for modules in Modules::all_sets() {
        let game = Skye::printed_with(3, QUIET, modules).expect("a valid set-up");
        let position = game.start(seat(0));
        assert_eq!(position.bag.len(), if modules.has(Module::Tunnels) { 85 } else { 73 });
        assert_eq!(position.dolmen.stack.len(), if modules.has(Module::Druids) { 36 } else { 0 });
        let borderlands = if modules.has(Module::Borderlands) { 6 } else { 0 };
        assert!(position.players.iter().all(|player| player.borderlands.len() == borderlands));
    }
}

#[test]
fn refused_tiles_that_show_too_much_to_be_counted() {
    // 24 tiles of a seat over six rounds with Druids, and six borderland tiles: 24 * 9 sheep are 216 and fit; over nine rounds it is
    // 36 * 9 = 324, more than 255. Without Druids nine rounds are 27 * 9 = 243.
    let refused = |rounds: usize, modules: &[Module]| {
        let rows: String = (0..90).map(|row| format!("t{row},PPPP,,,,sheep*9@N,\n")).collect();
        let text = format!("{HEADER}\n{rows}");
        let modules: Modules = modules.iter().copied().collect();
        let of_modules = Tiles::SHIPPED_FOR_MODULES.into_iter().filter(|&(module, _)| modules.has(module));
        let druids: Vec<_> = of_modules.map(|(module, text)| (module, Path::new("shipped"), text)).collect();
        let tiles = Tiles::parse_with(Path::new("many"), &text, &druids).expect("valid tiles");
        let mut rules = Rules::with_modules(2, modules);
        rules.rounds = (0..rounds).map(|_| RoundRule::default()).collect();
        Skye::new(Arc::new(tiles), Arc::new(rules), QUIET, 2).map(|_| "a game")
    };
    assert_eq!(refused(6, &[Module::Druids]), Ok("a game"));
    assert_eq!(refused(9, &[]), Ok("a game"));
    let too_many = |found| Err(SetupError::TooManyFeatures { feature: Feature::Sheep, found, most: 255 });
    assert_eq!(refused(9, &[Module::Druids]), too_many(324));
    // B1 and B5 show one sheep each on their backs.
    assert_eq!(refused(9, &[Module::Druids, Module::Borderlands]), too_many(326));
    assert_eq!(refused(7, &[Module::Druids]), Ok("a game"));
}

#[test]
fn refused_too_few_tiles_to_be_drawn_from_to_the_end() {
    // players * (2 * rounds + 1), by hand.
    for (players, rounds, needed) in [(2, 6, 26), (3, 6, 39), (4, 6, 52), (5, 5, 55), (2, 1, 6), (5, 9, 95)] {
        assert_eq!(set_up(needed, players, rounds).map(|game| game.tiles().len()).ok(), Some(needed));
        let refused = set_up(needed - 1, players, rounds).map(|_| "a game");
        assert_eq!(refused, Err(SetupError::TooFewTiles { found: needed - 1, players, rounds, needed }));
    }
    let error = set_up(25, 2, 6).map(|_| "a game").expect_err("too few");
    assert_eq!(error.to_string(), "the tile file has 25 tiles; 2 players over 6 rounds need at least 26");
}

#[test]
fn just_enough_tiles_can_be_drawn_to_the_end() {
    // 26 tiles, 2 players, 6 rounds: nothing is discarded for good, and everything kept fits.
    for seed in 0..20 {
        let game = set_up(26, 2, 6).expect("enough tiles");
        engine::contract::check(&game, seed);
    }
}

#[test]
fn refused_rounds() {
    check_rule(|rules| rules.rounds.clear(), "rounds", "0", "1 to 9");
    let mut rules = Rules::printed(2);
    rules.rounds = (0..MAX_ROUNDS).map(|_| RoundRule::default()).collect();
    assert_eq!(rules.validate(), Ok(()));
}

#[test]
fn refused_castle_income() {
    check_rule(|rules| rules.castle_income = 1, "castle-income", "1", "2 to 50");
    check_rule(|rules| rules.castle_income = 51, "castle-income", "51", "2 to 50");
}

#[test]
fn refused_exchange_rate() {
    check_rule(|rules| rules.gold_per_vp = 0, "gold-per-vp", "0", "1 to 1000");
    check_rule(|rules| rules.gold_per_vp = 1001, "gold-per-vp", "1001", "1 to 1000");
}

#[test]
fn refused_catch_up() {
    check_rule(|rules| rules.rounds[4].catch_up = 21, "catch-up", "21", "0 to 20");
}

#[test]
fn accepted_bounds_of_the_rules() {
    for (castle_income, gold_per_vp, catch_up) in [(2, 1, 0), (50, 1000, 20)] {
        let mut rules = Rules { castle_income, gold_per_vp, ..Rules::printed(5) };
        rules.rounds[0].catch_up = catch_up;
        assert_eq!(rules.validate(), Ok(()));
    }
}

#[test]
fn the_largest_game_is_counted_without_overflow() {
    // Nine rounds, five players, as much gold as rules allow, and nine of everything on every tile.
    let rows: String = (0..255)
        .map(|row| format!("t{row},PMPW,NS,P,NESW,sheep*5@N sheep*4@inner cattle*9@N farm*9@N broch*9@E ship*9@W lighthouse*9@W whisky*9@E scroll:sheep@N scroll:cattle@inner,\n"))
        .collect();
    let tiles = Tiles::parse(Path::new("many"), &format!("{HEADER}\n{rows}")).expect("valid tiles");
    let mut rules = Rules { castle_income: 50, gold_per_vp: 1, ..Rules::printed(5) };
    let every_slot = RoundRule { scores: Slot::ALL.into_iter().collect(), catch_up: 20 };
    rules.rounds = [every_slot; MAX_ROUNDS].into_iter().collect();
    let scoring = [Sheep, ScoringTile::FarmAnimals, ScoringTile::RoadCattle, ScoringTile::BuildingSets];
    let game = Skye::new(Arc::new(tiles), Arc::new(rules), scoring, 5).expect("a valid set-up");
    let mut rng = engine::random::random(1);
    let mut position = game.start(seat(0));
    while game.turn(&position) != Turn::Over {
        match game.turn(&position) {
            Turn::Chance => game.resolve_chance(&mut position, 1),
            Turn::Seat(_) => {
                let action = game.random_action(&position, &mut rng);
                game.apply(&mut position, action);
            }
            Turn::Over => {}
        }
    }
    for player in &position.players {
        let survey = engine::skye::Survey::of(game.tiles(), &player.territory);
        let landscape = player.territory.len() as u16 - 1;
        assert_eq!(survey.count(Feature::Sheep), 9 * landscape);
        assert_eq!(survey.count(Feature::Whisky), landscape);
    }
}

#[test]
fn the_largest_territory_is_counted_without_overflow() {
    // 27 tiles in a column, three a round for nine rounds, nine sheep on each: 243.
    let drawn = crate::drawing::draw(&format!("n = PMPM,NS,P,,sheep*9@N\n{}castle", "n\n".repeat(27)));
    assert_eq!(drawn.territory.len(), 28);
    assert_eq!(drawn.survey().measure(Sheep, 0), 243);
    assert_eq!(drawn.survey().measure(ScoringTile::CompletedAreas, 0), 27, "the pastures inside");
}

#[test]
fn the_base_game_chooses_out_of_sixteen_scoring_tiles() {
    for players in 2..=5 {
        let pool = Rules::printed(players).scoring_pool();
        assert_eq!(pool, ScoringTile::BASE);
        assert!(pool.iter().all(|tile| ScoringTile::BASE.contains(tile)));
    }
}
