//! Hostile input: whatever a config, a tile file, a record, an agent's spec or a table holds, the answer is an answer, never a panic.

use std::path::Path;

use agents::AgentSpec;
use agents::skye::KINDS;
use engine::skye::Tiles;
use games::skye::notes::laws;
use interface::seeds::GameSeed;
use interface::skye::scoring_set::Scoring;
use lab::base::error::Result;
use lab::config::{Overrides, parse};
use lab::experiment::Experiment;
use lab::play::player::BlockPlayer;
use lab::play::roster;
use lab::run::analysis::sums_of_games;
use lab::run::raw::{RawBlock, RowReader};
use lab::schedule::shards::Part;
use lab::tables::totals::Totals;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::record::played::check_line;

const CONFIG: &str = r#"name = "small"
players = 3
blocks = 12
seed = 5
lineup = "rotate"
tables = ["games", "offers"]
tiles = "other-reading"

[scoring]
design = "fixed"
sets = [["sheep", "squares", "columns", "harbours"]]

[rules]
rounds = ["AB", "", "CD"]
catch-up = [0, 3, 20]
castle-income = 9
gold-per-vp = 5

[[agents]]
name = "one"
spec = "mcts:iterations=5"
[[agents]]
name = "two"
spec = "random"
[[agents]]
name = "rule"
spec = "rule-of-thumb"
"#;

/// A valid record.
const SHORT_GAME: &str = include_str!("../golden/short_game.jsonl");

/// Pieces that readers of texts and numbers stumble over.
const PIECES: [&str; 32] = [
    "",
    "\"",
    "'",
    "\n",
    "\r\n",
    ",",
    "=",
    ":",
    "[",
    "]",
    "{",
    "}",
    "#",
    "-",
    "+",
    "0",
    "-1",
    "1e999",
    "NaN",
    "0x7f",
    "1.5",
    "18446744073709551616",
    "99999999999999999999999999",
    "\u{0}",
    "\u{feff}",
    "é",
    "\u{202e}",
    "𝔸",
    "[[[[[[[[[[[[[[[[",
    "null",
    "true",
    "../../etc/passwd",
];

/// One change of a text: remove some of it, put in a piece, repeat a part, or exchange two parts.
#[derive(Clone, Debug)]
enum Edit {
    Remove(Index, usize),
    Insert(Index, &'static str),
    Repeat(Index, usize, usize),
    Overwrite(Index, char),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        (any::<Index>(), 1..30_usize).prop_map(|(at, length)| Edit::Remove(at, length)),
        (any::<Index>(), select(&PIECES[..])).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        (any::<Index>(), 1..60_usize, 1..40_usize).prop_map(|(at, length, times)| Edit::Repeat(at, length, times)),
        (any::<Index>(), any::<char>()).prop_map(|(at, letter)| Edit::Overwrite(at, letter)),
    ]
}

/// A text with some edits.
fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for edit in edits {
        let count = letters.len();
        let place = |index: &Index| index.index(count + 1);
        match edit {
            Edit::Remove(at, length) => drop(letters.drain(place(at)..(place(at) + length).min(count))),
            Edit::Insert(at, piece) => drop(letters.splice(place(at)..place(at), piece.chars())),
            Edit::Repeat(at, length, times) => {
                let (start, end) = (place(at), (place(at) + length).min(count));
                let part = letters[start..end].repeat(*times);
                drop(letters.splice(end..end, part));
            }
            Edit::Overwrite(at, letter) if count > 0 => letters[at.index(count)] = *letter,
            Edit::Overwrite(..) => {}
        }
    }
    letters.into_iter().collect()
}

fn read(config: &str) -> Result<Experiment> {
    read_with(config, &Overrides::default())
}

fn read_with(config: &str, overrides: &Overrides) -> Result<Experiment> {
    parse(&games::skye::INFO, "t.toml", config, Path::new("/nowhere"), overrides)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn configs(edits in vec(edit(), 1..6), set in ".{0,40}", key in "[a-z.0-9-]{0,20}=.{0,20}") {
        let _ = read(&edited(CONFIG, &edits));
        let overrides = Overrides { set: vec![set, key], seed: None };
        let _ = read_with(CONFIG, &overrides);
    }

    #[test]
    fn any_text_as_a_config(text in "\\PC{0,300}") {
        prop_assert!(read(&text).is_err());
    }

    #[test]
    fn tile_files(edits in vec(edit(), 1..6), which in 0..2_usize) {
        let _ = Tiles::parse(Path::new("t.csv"), &edited(Tiles::SHIPPED[which].1, &edits));
    }

    #[test]
    fn records(edits in vec(edit(), 1..4)) {
        let _ = check_line(&edited(SHORT_GAME, &edits));
    }

    #[test]
    fn specs(edits in vec(edit(), 1..6), text in "\\PC{0,80}") {
        let _ = AgentSpec::read(&edited("mcts:iterations=400,rounds=1", &edits), &KINDS);
        let _ = AgentSpec::read(&text, &KINDS);
        let _ = text.parse::<Part>();
    }

    #[test]
    fn game_seeds(edits in vec(edit(), 1..4)) {
        let seed = "00000000000000ff-0000000000000001-2-sheep+squares+columns+harbours";
        let _ = GameSeed::read::<Scoring>(&edited(seed, &edits));
    }

    #[test]
    fn raw_tables(edits in vec(edit(), 1..4), table in 0..4_usize) {
        let experiment = read(&CONFIG.replace("[\"games\", \"offers\"]", "[\"offers\", \"scores\"]").replace("mcts:iterations=5", "random")).unwrap();
        let cast = roster::of_experiment(&experiment);
        let block = BlockPlayer::new(&experiment, &*cast).play([3]).unwrap();
        let mut raw = RawBlock::played(3, block.lines);
        let reader = RowReader::new(&experiment, Path::new("out"));
        prop_assert_eq!(reader.games(&raw).unwrap().len(), 3);
        let text = String::from_utf8(raw.lines[table].clone()).unwrap();
        raw.lines[table] = edited(&text, &edits).into_bytes();
        if let Ok(games) = reader.games(&raw) {
            games.iter().for_each(|game| drop(laws::check(experiment.subject.setup(), &experiment, game)));
            let mut totals = Totals::new(&experiment, &*experiment.subject);
            let sums = sums_of_games(&totals.tables, &games);
            totals.add(&[sums]);
            let _ = totals.files(&experiment);
        }
    }
}

#[test]
fn depth_and_length_are_bounded() {
    let deep = |open: &str, count| open.repeat(count);
    assert!(read(&format!("x = {}", deep("[", 200_000))).is_err());
    assert!(read(&format!("x = {}", deep("{a=", 200_000))).is_err());
    assert!(read(&deep("[", 200_000)).is_err());
    assert!(read(&format!("{} = 1", deep("a.", 200_000))).is_err());
    let settings = Overrides { set: vec![format!("{}=1", deep("a.", 60_000))], seed: None };
    assert!(read_with(CONFIG, &settings).is_err());
    let agents = format!("agents = [{}]", deep("{name = \"a\", spec = \"random\"}, ", 20_000));
    assert!(read(&agents).is_err());
    assert!(check_line(&deep("[", 1_000_000)).is_err());
    let fields: String = (0..100_000).map(|field| format!("\"f{field}\":1,")).collect();
    let record = SHORT_GAME.replacen("{\"e\":", &format!("{{{fields}\"e\":"), 1);
    // Fields that the format does not list are skipped, however many there are.
    assert!(check_line(&record).is_ok());
    assert!(check_line(&deep("{\"a\":", 1_000_000)).is_err());
    assert!(AgentSpec::read(&deep("mcts:", 100_000), &KINDS).is_err());
    assert!(Tiles::parse(Path::new("t.csv"), &deep("\"", 1_000_001)).is_err());
    let config = CONFIG.replace(
        "[\"sheep\"",
        &format!("{}[\"sheep\"", deep("[\"sheep\", \"squares\", \"columns\", \"harbours\"], ", 20_000)),
    );
    assert!(read(&config).is_ok());
}
