//! Setting up a game, and set-ups that are refused.

use std::path::Path;
use std::sync::Arc;

use ScoringTile::{Columns, Harbours, Sheep, Squares};
use engine::skye::rules::{MAX_ROUNDS, RoundRule, RulesError};
use engine::skye::{Phase, Rules, ScoringTile, SetupError, Skye, Slot, Tiles};
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
    let mut dice = engine::random::random(1);
    let mut position = game.start(seat(0));
    while game.turn(&position) != Turn::Over {
        match game.turn(&position) {
            Turn::Chance => game.resolve_chance(&mut position, 1),
            Turn::Seat(_) => {
                let action = game.random_action(&position, &mut dice);
                game.apply(&mut position, action);
            }
            Turn::Over => {}
        }
    }
    for player in &position.players {
        let survey = engine::skye::Survey::of(game.tiles(), &player.territory);
        let landscape = player.territory.len() as u16 - 1;
        assert_eq!(survey.count(engine::skye::Feature::Sheep), 9 * landscape);
        assert_eq!(survey.count(engine::skye::Feature::Whisky), landscape);
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
