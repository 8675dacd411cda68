//! Games a step at a time, and records that end anywhere.

mod records;
mod steps;

use std::sync::Arc;

use engine::random::random;
use engine::skye::{Module, Modules, ScoringTile, Skye};
use engine::tipperary::{Components, Rules, Tipperary};
use engine::{Seat, Turn};
use interface::record::{OpenRecord, RecordHeading};
use interface::record_format::RecordFormat;
use interface::session::Session;
use interface::skye::scoring_set::Scoring;
use interface::skye::tile_set::TileSet;
use interface::tipperary::hometowns::HometownDeal;
use interface::tipperary::sheets::Sheets;
use interface::{skye, tipperary};

/// A game with what its records begin with.
struct Set<G: RecordFormat> {
    game: G,
    heading: RecordHeading,
    library: G::Library,
}

const SCORING: [ScoringTile; 4] =
    [ScoringTile::Sheep, ScoringTile::Squares, ScoringTile::MostGold, ScoringTile::Harbours];

fn heading(players: usize, keys: serde_json::Map<String, serde_json::Value>) -> RecordHeading {
    let players = (0..players).map(|seat| format!("p{seat}")).collect();
    RecordHeading { seed: "test".to_owned(), players, specs: Vec::new(), keys }
}

/// Isle of Skye with these modules.
fn isle(players: usize, modules: &[Module]) -> Set<Skye> {
    let modules: Modules = modules.iter().copied().collect();
    let game = Skye::printed_with(players, SCORING, modules).unwrap();
    let keys = skye::record::keys(&TileSet::printed(), game.rules(), None, Scoring(SCORING), players);
    Set { game, heading: heading(players, keys), library: skye::tile_set::Library::shipped() }
}

/// Tipperary with dealt hometowns.
fn county(players: usize) -> Set<Tipperary> {
    let (components, rules) = (Components::shipped(), Rules::printed(players));
    let hometowns = components.deal(players, 3);
    let keys = tipperary::record::keys(&Sheets::reconstructed(), &rules, HometownDeal::of(&components, &hometowns));
    let game = Tipperary::new(components, Arc::new(rules), &hometowns).unwrap();
    Set { game, heading: heading(players, keys), library: tipperary::sheets::Library::shipped() }
}

impl<G: RecordFormat> Set<G> {
    /// A whole game of random decisions.
    fn played(&self, seed: u64) -> Session<G> {
        let mut session = Session::new(self.game.clone(), Seat::new(seed as usize % self.game.seats()));
        let mut rng = random(seed);
        loop {
            session.draw(seed);
            let Some(action) = session.random_action(&mut rng) else { break };
            session.act(action).unwrap();
        }
        assert_eq!(session.turn(), Turn::Over);
        session
    }

    /// Reads a record, which need not be whole.
    fn read<T>(&self, line: &str, then: impl FnOnce(OpenRecord<G>) -> T) -> T {
        then(OpenRecord::read(line, &self.library).unwrap())
    }
}
