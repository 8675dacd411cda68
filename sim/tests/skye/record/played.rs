//! Games and records for the tests.

use std::path::Path;

use agents::{Agent, RandomAgent};
use engine::skye::{Event, Skye};
use interface::event_cursor::GameFault;
use interface::observer::Events;
use interface::record;
use interface::seeds::GameSeed;
use interface::skye::scoring_set::Scoring;
use interface::skye::tile_set::Library;

use games::skye::setting::Setting;
use lab::play::arena;
use lab::play::numbered_games::{game_seed, treatment_seed};
use lab::schedule::contestant::Contestant;
use lab::subject::treatment::Treatment;
use lab::subject::{Setup, Subject};
use lab::wire::RecordWriter;
use lab::wire::files;
use lab::wire::files::{RecordCounts, RecordFault, Records};

/// The tile files that records may name.
fn known() -> Library {
    Setting::library(&[]).expect("the shipped files")
}

/// Checks a record; the number of its events.
pub fn check_line(line: &str) -> Result<usize, GameFault> {
    record::check_line::<Skye>(line, &known())
}

/// Checks a file of records.
pub fn check_file(path: &Path) -> Result<RecordCounts, RecordFault> {
    files::check_file::<Setting>(Records::open(path)?, &known())
}

/// One recorded game of random players.
pub struct Played {
    /// The game as it is set up.
    pub setting: Setting,
    /// What reproduces it.
    pub seed: GameSeed,
    /// Its scoring tiles.
    pub scoring: Scoring,
    /// All that happened.
    pub events: Vec<Event>,
    /// Its record.
    pub line: String,
}

/// Plays game `number` of one master seed.
pub fn random_game(players: usize, number: u64) -> Played {
    play_numbered(Setting::printed(players), 1, number)
}

/// Plays game `number` of a master seed.
pub fn play_numbered(setting: Setting, master: u64, number: u64) -> Played {
    let scoring = setting.treatment(number, treatment_seed(master, number));
    let seed = game_seed(master, number, setting.players);
    play(setting, *scoring.get(), seed)
}

/// Plays one game of random players.
pub fn play(setting: Setting, scoring: Scoring, seed: GameSeed) -> Played {
    let game = setting.set_up(scoring).expect("a valid set-up");
    let agents = vec![&RandomAgent as &dyn Agent<Skye>; setting.players];
    let players =
        vec![Contestant::read("random", &games::skye::INFO.schemas(), &[]).expect("an agent"); setting.players];
    let mut events = Events::<Skye>::default();
    arena::play(&game, &seed, &agents, &mut events).expect("all decide");
    let line = RecordWriter { subject: &setting, players: &players }.line(
        &game,
        &seed,
        &Treatment::new(scoring, 0),
        &events.0,
    );
    Played { setting, seed, scoring, events: events.0, line }
}
