//! Files of own scoring tiles: what they may say, what their tiles pay, and what a bad one is told.

use std::collections::BTreeSet;

use engine::skye::payment::{AreaKind, FeatureSet};
use engine::skye::{Countable, Feature, Payment, PaymentPart, Pays, ScoringTile, Terrain};
use games::skye::setting::scoring_tiles::{counted_words, read};

/// The tiles of a text.
#[track_caller]
fn tiles(text: &str) -> Vec<ScoringTile> {
    read("own.toml", text).unwrap_or_else(|error| panic!("{error}"))
}

/// The only tile with these keys besides its name.
#[track_caller]
fn tile(keys: &str) -> ScoringTile {
    tiles(&format!("[[tile]]\nname = \"own\"\n{keys}\n"))[0]
}

#[test]
fn every_printed_tile_can_be_said_in_the_words_of_a_file() {
    let said = [
        ("squares", "counts = \"squares\"\npoints = 2"),
        ("completed-areas", "counts = \"areas\"\npoints = 1"),
        ("sheep", "counts = \"sheep\"\npoints = 1"),
        ("large-areas", "counts = \"areas\"\nat-least = 3\npoints = 3"),
        ("mountain-brochs", "counts = \"mountain-brochs\"\npoints = [1, 3, 6]"),
        ("building-sets", "counts = [\"farm\", \"broch\", \"lighthouse\"]\npoints = 5"),
        ("most-whisky", "counts = \"whisky\"\nmost = [5, 2]"),
        ("most-ships", "counts = \"ship\"\nmost = [5, 2]"),
        ("most-gold", "counts = \"gold\"\nmost = [5, 2]"),
        ("farm-animals", "counts = \"farm-animals\"\npoints = 1"),
        ("road-cattle", "counts = \"connected-cattle\"\npoints = 2"),
        ("harbours", "counts = \"areas\"\ncompleted = false\nwith = [\"ship\", \"lighthouse\"]\npoints = 3"),
        ("road-tiles", "counts = \"road-tiles\"\npoints = 1"),
        ("columns", "counts = \"columns\"\npoints = 3"),
        ("largest-lake", "counts = \"largest-lake\"\npoints = 2"),
        ("mountains", "counts = \"areas\"\nterrain = \"mountain\"\npoints = 2"),
        ("open-water", "counts = \"open-water\"\npoints = 1\nper = 2"),
        ("largest-herd", "counts = \"largest-herd\"\npoints = 2"),
        ("most-lighthouses", "counts = \"lighthouse\"\nmost = [5, 2]"),
        ("diagonal", "counts = \"diagonal\"\npoints = 2"),
        ("largest-range", "counts = \"largest-range\"\npoints = 2"),
        ("lake-houses", "counts = \"lake-houses\"\npoints = 3"),
        ("rows", "counts = \"rows\"\npoints = 3"),
        ("scroll-of-choice", "counts = \"best-scroll\"\npoints = 1"),
    ];
    assert_eq!(said.map(|(name, _)| name), ScoringTile::ALL.map(ScoringTile::name));
    for (name, keys) in said {
        let own = tile(keys);
        assert_eq!(own.twin().map(ScoringTile::name), Some(name), "{keys}");
        assert_eq!((own.name(), own.index()), ("own", 24));
    }
}

#[test]
fn a_file_says_what_its_tiles_pay() {
    let text = r#"
        [[tile]]
        name = "one"
        text = "mine"
        cap = 0
        counts = "connected-whisky"
        points = 50
        per = 20
        [[tile]]
        name = "two-2"
        parts = [
            { counts = "areas", terrain = "pasture", at-least = 20, with = ["cattle"], points = 1 },
            { counts = ["sheep", "whisky"], points = 2 },
            { counts = "farm", most = [0, 9] },
            { counts = "gold", points = 1, per = 7 },
        ]
    "#;
    let found = tiles(text);
    let each = |points, per| Pays::Each { points, per };
    let kind = AreaKind {
        terrain: Some(Terrain::Pasture),
        completed: true,
        least: 20,
        with: FeatureSet::of(&[Feature::Cattle]),
    };
    let parts = [
        PaymentPart { tally: Countable::Areas(kind), pays: each(1, 1) },
        PaymentPart { tally: Countable::Sets(FeatureSet::of(&[Feature::Sheep, Feature::Whisky])), pays: each(2, 1) },
        PaymentPart { tally: Countable::Feature(Feature::Farm), pays: Pays::Most([0, 9]) },
        PaymentPart { tally: Countable::Gold, pays: each(1, 7) },
    ];
    let one = Payment { cap: 0, ..Payment::of(Countable::Connected(Feature::Whisky), each(50, 20)) };
    assert_eq!(found[0].printed(), one);
    assert_eq!(found[1].printed().parts[..], parts);
    assert_eq!((found[0].text(), found[0].twin(), found[1].index()), ("mine", None, 25));
    let words = "1 VP for each completed pasture area of 20 or more tiles with cattle; 2 VP for each set of sheep and whisky; \
                 0 VP for most, 9 VP for second most of: farm; 1 VP for every 7 of: gold";
    assert_eq!(found[1].text(), words);
    assert_eq!(tiles(text), found, "read again they are the same");
}

/// Bad files, each with what its error says.
const BAD: [(&str, &str); 48] = [
    ("", "key `tile` is missing; accepted: [[tile]] sections"),
    ("tile = 3", "`tile`: found 3; accepted: [[tile]] sections"),
    ("tile = []", "found 0 scoring tiles; accepted: 1 to 8"),
    ("tile = [3]", "found 3; accepted: a table"),
    ("[[tile]", "own.toml:1"),
    ("tiles = 1\n[[tile]]", "unknown key `tiles`; did you mean `tile`?"),
    ("NINE", "found 9 scoring tiles; accepted: 1 to 8"),
    ("[[tile]]\ncounts = \"sheep\"\npoints = 1", "key `tile.name` is missing"),
    ("NAME 7", "found 7; accepted: a text in quotes"),
    ("NAME \"\"", "found ``; accepted: small letters"),
    ("NAME \"Wool\"", "found `Wool`; accepted: small letters"),
    ("NAME \"a b\"", "found `a b`; accepted: small letters"),
    ("NAME \"a+b\"", "found `a+b`; accepted: small letters"),
    ("NAME \"9a\"", "a letter first"),
    ("NAME \"wool-\"", "found `wool-`"),
    ("NAME \"abcdefghijklmnopqrstuvwxy\"", "at most 24"),
    ("NAME \"sheep\"", "found `sheep`, which already exists; accepted: a name of its own"),
    ("TWICE", "found `own`, which already exists"),
    ("counts = \"sheep\"\npoints = 1\ntext = \"\"", "`tile.text`: found ``; accepted: one line of 1 to 120 characters"),
    ("counts = \"sheep\"\npoints = 1\ntext = \"a\\nb\"", "found `a\\nb`; accepted: one line"),
    ("counts = \"sheep\"\npoints = 1\ncap = 1000", "`tile.cap`: found 1000; accepted: a whole number from 0 to 999"),
    ("counts = \"sheep\"\npoints = 1\ncap = -1", "`tile.cap`: found -1"),
    ("counts = \"sheep\"\npoints = 1\npoint = 2", "unknown key `tile.point`; did you mean `points`?"),
    ("points = 1", "key `tile.counts` is missing; accepted: feature to count"),
    ("counts = \"sheeps\"\npoints = 1", "`tile.counts`: found `sheeps`; did you mean `sheep`?"),
    ("counts = \"tree\"\npoints = 1", "accepted: sheep, cattle, farm"),
    ("counts = 3\npoints = 1", "`tile.counts`: found 3"),
    ("counts = []\npoints = 1", "found 0 features; accepted: two or more"),
    ("counts = [\"farm\"]\npoints = 1", "found 1 features; accepted: two or more"),
    ("counts = [\"farm\", \"farm\"]\npoints = 1", "found `farm` a second time"),
    ("counts = [\"farm\", \"squares\"]\npoints = 1", "found `squares`; accepted: sheep"),
    ("counts = \"sheep\"", "found neither `points` nor `most`"),
    ("counts = \"sheep\"\npoints = 1\nmost = [5, 2]", "`tile.most`: it cannot stand beside `points`"),
    ("counts = \"sheep\"\npoints = 51", "`tile.points`: found 51; accepted: a whole number from 0 to 50"),
    ("counts = \"sheep\"\npoints = 1.5", "found 1.5; accepted: a whole number"),
    ("counts = \"sheep\"\npoints = [1, 2]", "found a list of 2; accepted: a whole number"),
    ("counts = \"sheep\"\npoints = 1\nper = 0", "`tile.per`: found 0; accepted: a whole number from 1 to 20"),
    ("counts = \"mountain-brochs\"\npoints = 3", "found 3; accepted: a list of 3 numbers"),
    ("counts = \"mountain-brochs\"\npoints = [1, 2]", "found 2 numbers; accepted: a list of 3 numbers"),
    (
        "counts = \"mountain-brochs\"\npoints = [1, 2, 3]\nper = 2",
        "it cannot stand beside `counts = \"mountain-brochs\"`",
    ),
    ("counts = \"sheep\"\nmost = 5", "`tile.most`: found 5; accepted: a list of 2 numbers"),
    ("counts = \"sheep\"\nmost = [5, 2]\nper = 2", "`tile.per`: it cannot stand beside `most`"),
    ("counts = \"squares\"\nmost = [5, 2]", "it needs a single feature or `gold`"),
    ("counts = \"sheep\"\nterrain = \"water\"\npoints = 1", "`tile.terrain`: it needs `counts = \"areas\"`"),
    ("counts = \"areas\"\nterrain = \"wood\"\npoints = 1", "found `wood`; accepted: pasture, mountain, water"),
    ("counts = \"areas\"\ncompleted = \"yes\"\npoints = 1", "accepted: true or false"),
    (
        "counts = \"areas\"\nat-least = 21\npoints = 1",
        "`tile.at-least`: found 21; accepted: a whole number from 1 to 20",
    ),
    (
        "counts = \"areas\"\nwith = [\"sheep\"]\npoints = 1",
        "found `sheep`; accepted: a feature of areas: cattle, broch",
    ),
];

/// Bad files about terrains and parts.
const WORSE: [(&str, &str); 8] = [
    (
        "counts = \"areas\"\nterrain = \"water\"\nwith = [\"broch\"]\npoints = 1",
        "found `broch`; accepted: features that lie",
    ),
    ("counts = \"areas\"\nwith = [\"ship\", \"cattle\"]\npoints = 1", "found `cattle`; accepted: features that lie"),
    ("counts = \"areas\"\nwith = \"ship\"\npoints = 1", "found the text `ship`; accepted: a list"),
    ("parts = []", "`tile.parts`: found 0 parts; accepted: 1 to 4"),
    ("parts = [{ counts = \"sheep\" }]", "found neither `points` nor `most`"),
    ("parts = [{ counts = \"sheep\", points = 1, cap = 2 }]", "unknown key `tile.parts.cap`"),
    ("points = 1\nparts = [{ counts = \"sheep\", points = 1 }]", "`tile.points`: it belongs into one of the `parts`"),
    ("parts = [1, 2, 3, 4, 5]", "found 5 parts; accepted: 1 to 4"),
];

#[test]
fn bad_files_have_a_clear_error_each() {
    let sheep = |name: &str| format!("[[tile]]\nname = {name}\ncounts = \"sheep\"\npoints = 1\n");
    for (text, wanted) in BAD.into_iter().chain(WORSE) {
        let file = match text {
            "NINE" => (0..9).map(|number| sheep(&format!("\"t{number}\""))).collect(),
            "TWICE" => sheep("\"own\"").repeat(2),
            _ => match text.strip_prefix("NAME ") {
                Some(name) => sheep(name),
                None if text.is_empty() || text.starts_with("tile") || text.starts_with('[') => text.to_owned(),
                None => format!("[[tile]]\nname = \"own\"\n{text}\n"),
            },
        };
        let error = read("own.toml", &file).err().unwrap_or_else(|| panic!("{file} is accepted")).to_string();
        assert!(error.starts_with("own.toml") && error.contains(wanted), "{file}\n{error}\nwanted: {wanted}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn every_word_counts_something_else() {
    let words = counted_words();
    let payment = |word: &String| {
        let points = if word == "mountain-brochs" { "[1, 2, 3]" } else { "1" };
        tile(&format!("counts = \"{word}\"\npoints = {points}")).printed()
    };
    let payments: BTreeSet<Payment> = words.iter().map(payment).collect();
    assert!(payments.len() == words.len() && words.len() > 10, "{} words", words.len());
}
