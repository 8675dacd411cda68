//! Families of games, for which evaluations are learned.

use std::fmt;

/// A family of games: one game, number of players and rules, with any of some modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFamily {
    /// The name of the game.
    pub game: String,
    /// The number of players.
    pub players: usize,
    /// The modules that are, or may be, in play.
    pub modules: Vec<String>,
    /// The differences from the printed rules, such as `castle-income=6`.
    pub rules: Vec<String>,
}

impl GameFamily {
    /// Returns the reason why this game is not in the family; `None` if it is.
    pub fn objection(&self, game: &Self) -> Option<String> {
        let unknown: Vec<&str> =
            game.modules.iter().filter(|module| !self.modules.contains(module)).map(String::as_str).collect();
        let (known, found) = if game.game != self.game {
            (format!("the game {}", self.game), game.game.clone())
        } else if game.players != self.players {
            (format!("games of {} players", self.players), format!("{} players", game.players))
        } else if !unknown.is_empty() && self.modules.is_empty() {
            ("no modules at all".to_owned(), unknown.join(", "))
        } else if !unknown.is_empty() {
            (format!("the modules {}", self.modules.join(", ")), unknown.join(", "))
        } else if game.rules != self.rules {
            (format!("the rules {}", list(&self.rules, PRINTED)), list(&game.rules, PRINTED))
        } else {
            return None;
        };
        Some(format!("knows {known}; found {found}"))
    }
}

/// The phrase for rules without differences.
const PRINTED: &str = "as printed";

fn list(words: &[String], none: &str) -> String {
    if words.is_empty() { none.to_owned() } else { words.join(", ") }
}

/// As in "skye, 2 players, any of druids and bonus, rules as printed".
impl fmt::Display for GameFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, players, modules, rules } = self;
        write!(f, "{game}, {players} players, ")?;
        if !modules.is_empty() {
            write!(f, "any of {}, ", modules.join(", "))?;
        }
        write!(f, "rules {}", list(rules, PRINTED))
    }
}
