//! The calls of a page, and their answers.

use std::cell::RefCell;

use engine::skye::Skye;
use engine::tipperary::Tipperary;
use interface::json::{GAME, Keys, read};
use interface::link::game_of;
use interface::record_format::RecordFormat;
use interface::skye::scoring_set::FiledTile;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::lists;
use crate::table::{Components, Play, Table};

/// A call of the page.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Call {
    /// Gives component files that the games of the page may name.
    Files {
        /// The files.
        files: Vec<GivenFile>,
    },
    /// Lists the choices before a game.
    Lists {
        /// The game.
        game: String,
        /// The number of players.
        players: usize,
        /// The expansions.
        modules: Vec<String>,
        /// True if scoring tiles of the given files may be chosen.
        own: bool,
    },
    /// Returns the canonical form of a game in a link.
    ///
    /// The rules of a form replace its own, if there are any.
    Link {
        /// The game.
        link: String,
        /// The values of the form by key.
        form: Option<serde_json::Map<String, Value>>,
    },
    /// Begins a game.
    Begin {
        /// The text of the link.
        link: String,
        /// Sixteen hexadecimal digits, the seed for everything that the link leaves open.
        chance: String,
    },
    /// Opens a saved game, or a record to view.
    Open {
        /// The line.
        line: String,
    },
    /// Returns the state of the table.
    Look {
        /// The person who looks; `None` for the public view.
        viewer: Option<usize>,
    },
    /// Decides for the person to move.
    Act {
        /// The person, for whom the page was drawn.
        seat: usize,
        /// The action, in the format of the protocol.
        action: Value,
    },
    /// Advances chance or an agent by one step.
    Next {
        /// True to include the agent's evaluation.
        explain: bool,
    },
    /// Undoes a person's last decision.
    Undo,
    /// Asks an agent for its decision in place of the person to move.
    Hint {
        /// The agent.
        agent: String,
    },
    /// Returns the game as a saved game.
    Save,
    /// Returns the record of a finished game.
    Record,
}

/// A component file of the user's.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenFile {
    /// Its key in configs, such as `tiles`.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The scoring tiles that it defines, if it is a file of those.
    #[serde(default)]
    pub scoring: Vec<FiledTile>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// The state of an instance between calls.
#[derive(Default)]
struct State {
    files: Vec<GivenFile>,
    table: Option<Box<dyn Play>>,
}

/// Answers a call: `{"ok": …}`, or `{"error": …}` with a sentence.
///
/// ```
/// # use web::call::answer;
/// assert!(answer(r#"{"do":"save"}"#).contains("no game"));
/// ```
pub fn answer(text: &str) -> String {
    let call = read::<Call>(text).map_err(|error| format!("found no call ({error})"));
    let answered = call.and_then(|call| STATE.with_borrow_mut(|state| state.answer(call)));
    match answered {
        Ok(value) => json!({"ok": value}),
        Err(error) => json!({"error": error}),
    }
    .to_string()
}

impl State {
    fn answer(&mut self, call: Call) -> Result<Value, String> {
        match call {
            Call::Files { files } => {
                self.files = files;
                self.check_files().map(|()| Value::Null)
            }
            Call::Lists { game, players, modules, own } => {
                let files = if own { &*self.files } else { &[] };
                match game.as_str() {
                    Skye::NAME => lists::lists::<Skye>(players, &modules, files),
                    Tipperary::NAME => lists::lists::<Tipperary>(players, &modules, files),
                    _ => Err(unknown_game(&game)),
                }
            }
            Call::Link { link, form } => match of_link(&link)?.as_str() {
                Skye::NAME => lists::link::<Skye>(&link, form, &self.files),
                Tipperary::NAME => lists::link::<Tipperary>(&link, form, &self.files),
                game => Err(unknown_game(game)),
            },
            Call::Begin { link, chance } => {
                let accepted = || format!("found `{chance}`; accepted: 16 hexadecimal digits");
                let chance = u64::from_str_radix(&chance, 16).map_err(|_| accepted())?;
                let table: Box<dyn Play> = match of_link(&link)?.as_str() {
                    Skye::NAME => Box::new(Table::<Skye>::begin(&link, chance, &self.files)?),
                    Tipperary::NAME => Box::new(Table::<Tipperary>::begin(&link, chance, &self.files)?),
                    game => return Err(unknown_game(game)),
                };
                Ok(self.table.insert(table).introduce())
            }
            Call::Open { line } => {
                let keys = Keys::parse(&line, &[GAME])?;
                let game: String = keys.raw(GAME).map_or(Ok(Skye::NAME.to_owned()), |_| keys.read(GAME, "a game"))?;
                let table: Box<dyn Play> = match game.as_str() {
                    Skye::NAME => Box::new(Table::<Skye>::open(&line, &self.files)?),
                    Tipperary::NAME => Box::new(Table::<Tipperary>::open(&line, &self.files)?),
                    game => return Err(unknown_game(game)),
                };
                Ok(self.table.insert(table).introduce())
            }
            Call::Look { viewer } => self.table()?.look(viewer),
            Call::Act { seat, action } => self.table()?.act(seat, &action).map(|()| Value::Null),
            Call::Next { explain } => self.table()?.next(explain),
            Call::Undo => self.table()?.undo().map(|()| Value::Null),
            Call::Hint { agent } => self.table()?.hint(&agent),
            Call::Save => Ok(self.table()?.save().into()),
            Call::Record => self.table()?.record().map(Value::from),
        }
    }

    fn table(&mut self) -> Result<&mut Box<dyn Play>, String> {
        self.table.as_mut().ok_or_else(|| "no game has begun".to_owned())
    }

    fn check_files(&self) -> Result<(), String> {
        Skye::library(&self.files).map(drop)?;
        Tipperary::library(&self.files).map(drop)
    }
}

fn of_link(link: &str) -> Result<String, String> {
    game_of(link)
        .ok_or_else(|| "found no game in the link; accepted: a link from a page or `sim page --link`".to_owned())
}

fn unknown_game(game: &str) -> String {
    format!("found the game `{game}`; accepted: {}, {}", Skye::NAME, Tipperary::NAME)
}
