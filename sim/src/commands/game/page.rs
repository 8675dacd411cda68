//! `sim page`: a page to play on, as one file.

use std::io::Write;
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clap::Args;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use interface::components::ComponentFile;
use interface::link::{GameLink, PERSON};
use interface::picture_play::PicturePlay;
use interface::skye::scoring_set::{OwnTiles, SCORING_TILES};
use serde_json::{Map, Value, json};

use games::for_game;
use games::skye::setting::scoring_tiles;
use lab::base::error::{Error, Result};
use lab::base::{out, output};
use lab::config::{Config, Overrides};
use lab::experiment::Experiment;
use lab::schedule::blocks::block;
use lab::subject::Setup;

/// The page, if `web/build` had made it before this program was built.
#[cfg(has_page)]
const PAGE: Option<&str> = Some(include_str!("../../../../web/dist/play.html"));

/// The page, if `web/build` had made it before this program was built.
#[cfg(not(has_page))]
const PAGE: Option<&str> = None;

/// The element of the page for the game that it is made for.
const GIVEN: [&str; 3] = ["<script type=\"application/json\" id=\"given\">", "null", "</script>"];

/// The key of own scoring tiles in records.
const OWN_IN_RECORDS: &str = "scoring_tiles";

/// The number of blocks in which to search for a game with own scoring tiles.
///
/// Of 17 tiles, one is drawn in every fourth or fifth game.
const BLOCKS_SEEN: u64 = 1000;

/// The first bytes of every page.
const BEGINNING: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";

/// Arguments of `sim page`.
#[derive(Args, Debug)]
pub struct PageArgs {
    /// Build this config's game into the page, with a person as the first player
    #[arg(value_name = "CONFIG")]
    pub config: Option<PathBuf>,

    /// Write the page to this file
    #[arg(long, value_name = "FILE", default_value = "play.html")]
    pub out: PathBuf,

    /// Print the part of an address that holds the config's game; write no page
    #[arg(long, requires = "config", conflicts_with = "out")]
    pub link: bool,

    /// Override a config key (repeatable)
    #[arg(long, value_name = "KEY=VALUE", requires = "config")]
    pub set: Vec<String>,
}

/// A game for a page.
struct PageGame {
    /// The canonical JSON of its link.
    line: String,
    /// The component files that it needs besides the shipped ones.
    files: Vec<ComponentFile>,
    /// The scoring tiles that one of the files defines.
    own: Option<OwnTiles>,
}

/// Writes the page, or prints the link.
pub fn run(args: &PageArgs) -> Result<()> {
    let game = match &args.config {
        None => None,
        Some(path) => {
            let config = Config::load(path, &Overrides { set: args.set.clone(), seed: None })?;
            let info = games::of_config(&config)?;
            let experiment: Experiment = config.experiment(info)?;
            Some(for_game!(info => page_game(&experiment)).map_err(|error| error.at(path.display()))?)
        }
    };
    match game.as_ref().filter(|_| args.link) {
        Some(game) => print_link(game),
        None => write(args, game.as_ref()),
    }
}

fn write(args: &PageArgs, game: Option<&PageGame>) -> Result<()> {
    let page = PAGE.ok_or_else(|| {
        Error::of_machine(
            "this program was built without the page; run `web/build`, then `cargo build --release`, in the project's folder",
        )
    })?;
    output::check_ours(&args.out, BEGINNING)?;
    let given = game.map_or(Value::Null, |game| {
        let link: Value = serde_json::from_str(&game.line).expect("a link is JSON");
        let files = game.files.iter().map(|file| {
            let own = game.own.iter().filter(|own| own.file.key == file.key).flat_map(OwnTiles::filed);
            json!({"key": file.key, "name": file.name, "text": &*file.text, "scoring": own.collect::<Vec<_>>()})
        });
        json!({"link": link, "files": files.collect::<Vec<_>>()})
    });
    // No element can end within JSON without `<`.
    let given = given.to_string().replace('<', "\\u003c");
    let [opening, _, closing] = GIVEN;
    let page = page.replacen(&GIVEN.concat(), &format!("{opening}{given}{closing}"), 1);
    output::replace(&args.out, page.as_bytes())?;
    out::line(format_args!("page in {}; open it in a browser", args.out.display()))
}

fn print_link(game: &PageGame) -> Result<()> {
    if let Some(file) = game.files.first() {
        let found = format_args!("found `{}`, which does not fit in a link", file.name);
        return Err(Error::input(format_args!("key `{}`", file.key), found, "no --link, which puts it in the page"));
    }
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = packed.write_all(game.line.as_bytes()).and_then(|()| packed.finish());
    let packed = packed.map_err(|error| Error::machine("link", error))?;
    out::line(format_args!("#{}", URL_SAFE_NO_PAD.encode(packed)))
}

/// The game of a config, with a person instead of its first agent.
fn page_game<S: Setup<Game: PicturePlay>>(experiment: &Experiment) -> Result<PageGame> {
    if block(&experiment.schedule, 0).next().is_none() {
        return Err(Error::of_input("found no game; accepted: a config with at least one block"));
    }
    let setup: &S = experiment.subject.setup();
    let files: Vec<ComponentFile> = setup.files().into_iter().filter(|file| !file.is_shipped).collect();
    let own = files.iter().find(|file| file.key == SCORING_TILES);
    let own = own.map(|file| {
        let tiles = scoring_tiles::read(&file.path, &file.text)?;
        Ok::<_, Error>(OwnTiles { file: file.clone(), tiles })
    });
    let own = own.transpose()?;
    let treatments = || (0..BLOCKS_SEEN).flat_map(|number| block(&experiment.schedule, number).next());
    let mut seen = treatments().map(|fixture| experiment.treatment(&fixture));
    let first = seen.next().expect("there is a block");
    let modules = interface::record_format::RecordFormat::modules(&setup.game(&first));
    let mut keys = setup.record_keys(&first);
    if is_drawn::<S>(setup.effective(), &modules, own.as_ref()) {
        // Only a game with own scoring tiles names them and the changes to them.
        if own.is_some() && !keys.contains_key(OWN_IN_RECORDS) {
            let mut others = seen.map(|treatment| setup.record_keys(&treatment));
            keys = others.find(|keys| keys.contains_key(OWN_IN_RECORDS)).unwrap_or(keys);
        }
        keys.remove(S::Game::DEALT);
    }
    let link = GameLink::new(&modules, players(experiment)?, keys);
    Ok(PageGame { line: link.line::<S::Game>(), files, own })
}

/// A person, then the agents for the other seats, repeated from the first if they are too few.
fn players(experiment: &Experiment) -> Result<Vec<(String, String)>> {
    let agents = experiment.schedule.agents.iter().skip(1).chain(&experiment.schedule.agents).cycle();
    let mut players = vec![("You".to_owned(), PERSON.to_owned())];
    for agent in agents.take(experiment.players - 1) {
        let accepted = "built-in agents without `time-ms` or files";
        let own = agent.spec.own().filter(|spec| !spec.is_timed() && spec.files().next().is_none());
        let own = own.ok_or_else(|| {
            let found = format_args!("found `{}`, which a page cannot run", agent.name);
            Error::input("agents", found, accepted)
        })?;
        players.push((agent.name.clone(), own.to_string()));
    }
    Ok(players)
}

/// Returns whether a config leaves the deal before a game to chance, out of everything available.
fn is_drawn<S: Setup<Game: PicturePlay>>(
    effective: Map<String, Value>,
    modules: &[&str],
    own: Option<&OwnTiles>,
) -> bool {
    let modules: Vec<String> = modules.iter().map(|&module| module.to_owned()).collect();
    let own = own.iter().flat_map(|own| own.tiles.iter().map(|tile| tile.name()));
    let all = S::Game::dealt_choices(&modules).into_iter().map(|(name, _)| name).chain(own).map(Value::from);
    match effective.get(S::Game::DEALT) {
        None => true,
        Some(design) => design["design"] == "random" && design["include"] == all.collect::<Value>(),
    }
}
