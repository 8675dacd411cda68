//! `sim draw`: pictures of a tile, of a territory and of what scores, all at one scale.

use snapbox::{assert_data_eq, file};

use crate::test_folder::{TestFolder, text};

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.succeed(&["play", "greedy", "random", "greedy", "--seed", "3", "--games", "1", "--record", "g.jsonl"]);
    folder
}

/// Width and height of a picture, which are those of its view box: a square has 100 pixels.
#[track_caller]
fn size(svg: &str) -> [u32; 2] {
    let word = |begin: &str, end: &str| {
        let rest = svg.split_once(begin).unwrap_or_else(|| panic!("no {begin} in {svg}")).1;
        rest.split_once(end).expect("it ends").0.to_owned()
    };
    let [width, height] = [r#" width=""#, r#" height=""#].map(|name| word(name, "\""));
    assert!(word(r#"viewBox=""#, "\"").ends_with(&format!(" {width} {height}")), "{svg}");
    [width, height].map(|size| size.parse().expect("a number"))
}

#[test]
fn a_tile_is_drawn_alone() {
    let folder = TestFolder::new();
    let tile = folder.succeed(&["draw", "--tile", "L46"]);
    assert_data_eq!(tile.as_str(), file!["../golden/tile.svg": Text].raw());
    assert_eq!(size(&tile), [124, 124]);
    assert!(!tile.contains("<text"), "no words");
    // Tiles of modules and of the other game, whatever the case of letters; reconstructed ones are said to be.
    for (id, expected) in [("d07", [124, 124]), ("t14", [224, 224]), ("H3A", [324, 424])] {
        let drawn = folder.succeed(&["draw", "--tile", id]);
        assert_eq!(size(&drawn), expected, "{id}");
        assert!(drawn.contains("RECONSTRUCTED"), "{drawn}");
        assert!(folder.succeed(&["draw", "--tile", id, "--out", "tile.svg"]).starts_with("RECONSTRUCTED"));
        assert_eq!(folder.read("tile.svg"), drawn);
    }
    // A tile of the user's own.
    folder.write("mine.csv", &folder.succeed(&["list", "tiles"]).replace("L46,", "X46,"));
    assert_eq!(folder.succeed(&["draw", "--tile", "X46", "--tiles", "mine.csv"]).replace("X46", "L46"), tile);
}

#[test]
fn one_territory_is_drawn_with_nothing_around_it() {
    let folder = folder();
    for seat in 0..3 {
        let drawn = folder.succeed(&["draw", "g.jsonl", "--seat", &seat.to_string()]);
        assert!(size(&drawn).into_iter().all(|side| (side - 24) % 100 == 0 && side > 24), "{drawn}");
        assert!(!drawn.contains(" VP") && !drawn.contains("font-size"), "{drawn}");
    }
    let first = folder.succeed(&["draw", "g.jsonl", "--seat", "0", "--step", "1"]);
    assert_eq!(size(&first), [124, 124], "the castle alone");
}

#[test]
fn what_scores_stands_out_with_its_points() {
    let folder = folder();
    let ask = ["draw", "g.jsonl", "--seat", "0", "--scoring"];
    let whole = folder.succeed(&["draw", "g.jsonl", "--seat", "0"]);
    let squares = folder.succeed(&[&ask[..], &["squares"]].concat());
    assert_data_eq!(squares.as_str(), file!["../golden/squares.svg": Text].raw());
    assert_eq!(size(&squares), size(&whole));
    // As many squares are marked as there are, each with its 2 VP, which are added up in words.
    let marked = squares.matches("class=\"points\">2<").count();
    assert!(marked > 2 && squares.contains(&format!(">squares: {} VP<", 2 * marked)), "{squares}");
    let told = folder.succeed(&[&ask[..], &["squares", "--out", "squares.svg"]].concat());
    assert_eq!((told, folder.read("squares.svg")), (format!("squares: {} VP\n", 2 * marked), squares));
}

#[test]
fn all_territories_of_a_table_have_one_scale() {
    let folder = folder();
    let table = folder.succeed(&["draw", "g.jsonl"]);
    let scales: Vec<&str> =
        table.split("translate(12 64) scale(").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(scales.len() == 3 && scales.iter().all(|scale| *scale == scales[0]), "{scales:?}");
}

#[test]
fn pictures_that_cannot_be_drawn_say_why() {
    let folder = folder();
    let refused = |words: &[&str]| {
        let output = folder.sim(&[&["draw"], words].concat());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}");
        text(&output.stderr)
    };
    assert!(refused(&["--tile", "L99"]).starts_with("error: --tile: found `L99`; accepted: the id of a tile"));
    assert!(refused(&["g.jsonl", "--tile", "T14"]).starts_with("error: --tile: found `T14`"));
    assert_eq!(refused(&["g.jsonl", "--seat", "3"]), "error: g.jsonl: game 1, --seat: found 3; accepted: 0 to 2\n");
    assert!(
        refused(&["g.jsonl", "--seat", "0", "--scoring", "sheeps"]).starts_with("error: --scoring: no scoring tile")
    );
    let gold = refused(&["g.jsonl", "--seat", "0", "--scoring", "most-gold"]);
    assert!(gold.starts_with("error: --scoring: found `most-gold`, which scores gold; accepted: "), "{gold}");
    folder.write("mine.svg", "something else");
    assert!(refused(&["--tile", "L46", "--out", "mine.svg"]).contains("mine.svg"));
    assert_eq!(folder.read("mine.svg"), "something else");
}
