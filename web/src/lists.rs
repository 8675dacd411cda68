//! The choices before a game.

use agents::spec::kind::AcceptedValues;
use interface::link::GameLink;
use interface::picture_play::PicturePlay;
use serde_json::{Map, Value, json};

use crate::call::GivenFile;
use crate::table::Components;

/// The setting of an agent that determines its search effort.
const BUDGET: &str = "iterations";

/// Lists modules, agents and rules.
pub fn lists<G: PicturePlay>(players: usize, modules: &[String], files: &[GivenFile]) -> Result<Value, String> {
    if !(2..=engine::MAX_SEATS).contains(&players) {
        return Err(format!("found {players} players; accepted: 2 to 5"));
    }
    let agents = G::KINDS.iter().map(|kind| {
        let budget = kind.schema.keys.iter().find(|key| key.name == BUDGET);
        let budget = budget.and_then(|key| match &key.accepted {
            AcceptedValues::Integer(range) => Some(json!([key.default, range.start(), range.end()])),
            _ => None,
        });
        json!({"name": kind.schema.name, "summary": kind.schema.summary, "budget": budget})
    });
    let mut choices = G::dealt_choices(modules);
    choices.extend(files.iter().flat_map(|file| &file.scoring).map(|tile| (&*tile.name, tile.text.clone())));
    Ok(json!({
        "modules": G::known_modules(),
        "agents": agents.collect::<Vec<_>>(),
        "rules": G::rule_fields(players, modules),
        "choices": choices,
    }))
}

/// The canonical form of a game in a link, and the rules in it.
pub fn link<G: PicturePlay + Components>(
    link: &str,
    form: Option<Map<String, Value>>,
    files: &[GivenFile],
) -> Result<Value, String> {
    let library = G::library(files)?;
    let mut read = GameLink::read::<G>(link, &library)?;
    if let Some(form) = form {
        let (players, modules) = (read.players().len(), read.modules().to_vec());
        let rules = G::rules_of_form(form, players, &modules);
        let mut all: Map<String, Value> = serde_json::from_str(link).map_err(|error| error.to_string())?;
        all.insert("rules".to_owned(), rules);
        read = GameLink::read::<G>(&Value::from(all).to_string(), &library)?;
    }
    let line: Value = serde_json::from_str(&read.line::<G>()).map_err(|error| error.to_string())?;
    Ok(json!({"line": read.line::<G>(), "link": line}))
}
