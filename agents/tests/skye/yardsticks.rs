//! The yardsticks play for ever as they did: hashes of all that they do in some games.

use agents::AgentSpec;
use agents::skye::KINDS;
use engine::random::{mix, random};
use engine::skye::{Action, Module, Modules, Skye};
use engine::{Game, Seat, Turn};

use crate::random_games::random_set_with;

/// An action as a number of its own.
fn word(action: Action) -> u64 {
    match action {
        Action::Offer(offer) => {
            let [a, b, c, ..] = offer.prices().map(u64::from);
            mix([1, a, b, c])
        }
        Action::Buy { from, tile } => mix([2, from.index() as u64, tile.index() as u64]),
        Action::Pass => 3,
        Action::Place(placement) => mix([
            4,
            placement.tile.index() as u64,
            placement.place.x as u64,
            placement.place.y as u64,
            u64::from(placement.rotation.degrees()),
        ]),
        Action::TakeOwn { tile } => mix([5, tile.index() as u64]),
        Action::BuyDruid { space } => mix([6, space as u64]),
        Action::DrawFromBag => 7,
        Action::KeepDrawn { tile } => mix([8, tile.index() as u64]),
        Action::EndBuilding => 9,
    }
}

/// All actions of some games of one agent among itself.
fn hash_of_games(spec: &str, modules: Modules, players: usize, games: u64) -> u64 {
    let agent = AgentSpec::read(spec, &KINDS).expect("a valid spec").build(&KINDS);
    let mut hash = 0;
    for seed in 0..games {
        let scoring = random_set_with(modules, seed);
        let game = Skye::printed_with(players, scoring, modules).expect("a valid set-up");
        let mut dice = random(seed);
        let mut position = game.start(Seat::new(seed as usize % players));
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.resolve_chance(&mut position, seed),
                Turn::Seat(seat) => {
                    let action = agent.choose(&game, &game.view(&position, seat), &mut dice).action;
                    hash = mix([hash, word(action)]);
                    game.apply(&mut position, action);
                }
            }
        }
    }
    hash
}

/// By number of players from 2, in the base game and with all modules.
#[track_caller]
fn check(spec: &str, games: u64, expected: [[u64; 4]; 2]) {
    let found = [Modules::NONE, Module::ALL.into_iter().collect()]
        .map(|modules| [2, 3, 4, 5].map(|players| hash_of_games(spec, modules, players, games)));
    assert_eq!(found, expected, "{spec} for 2 to 5 players, in the base game and with modules");
}

#[test]
fn the_first_preset_never_changes() {
    check(
        "greedy:preset=first",
        60,
        [
            [9073195095635914786, 10802793475413695140, 6959062504500963961, 16096839218464665937],
            [3947745706028893773, 15799748340006908782, 4830975395847115268, 15134000335710603600],
        ],
    );
}

#[test]
fn the_second_preset_never_changes() {
    check(
        "greedy:preset=second",
        6,
        [
            [13383842351250468769, 17375434892947744051, 12558450090236608388, 2484332745972592179],
            [6018036402624446346, 11183402422916165951, 5741982100231402815, 6040974273462212538],
        ],
    );
}

#[test]
fn the_first_search_never_changes() {
    check(
        "mcts-1:iterations=24",
        1,
        [
            [15456795972677818769, 8252765116628184190, 18063400053856163705, 10389977872198755557],
            [17094110921612038892, 8923915909937089966, 7990170574675633815, 2023549380302539736],
        ],
    );
}

#[test]
fn the_first_search_at_its_default_never_changes() {
    let found = hash_of_games("mcts-1", Modules::NONE, 2, 2);
    assert_eq!(found, 16149885694222711612, "for 2 players");
}

#[test]
fn the_first_search_with_a_tree_never_changes() {
    let found = hash_of_games("mcts-1:iterations=48,depth=1", Modules::NONE, 2, 1);
    assert_eq!(found, 2946635541882444775, "for 2 players");
}
