//! `sim page`: the page where there is one, links, and what no page can hold.

use std::io::Read;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::read::DeflateDecoder;
use interface::link::GameLink;
use interface::skye::tile_set::Library;
use serde_json::Value;

use crate::test_folder::{TestFolder, text};

/// A config of two agents, then these lines.
fn config(lines: &str) -> String {
    let agents = "agents = [{ name = \"a\", spec = \"random\" }, { name = \"b\", spec = \"greedy\" }]";
    format!("name = \"p\"\nplayers = 2\nblocks = 4\n{agents}\n{lines}")
}

/// The text that a link holds.
fn unpacked(link: &str) -> String {
    let packed = link.trim().strip_prefix('#').expect("the part of an address after the path");
    let mut line = String::new();
    let bytes = URL_SAFE_NO_PAD.decode(packed).expect("base64url");
    DeflateDecoder::new(&*bytes).read_to_string(&mut line).expect("raw DEFLATE");
    line
}

#[test]
fn a_link_says_what_differs_from_the_printed_game_and_is_read_again() {
    let folder = TestFolder::new();
    folder.write(
        "c.toml",
        &config("modules = [\"druids\"]\n[rules]\ncastle-income = 4\ndiscount-borne-by = \"supply\"\n"),
    );
    let line = unpacked(&folder.succeed(&["page", "c.toml", "--link"]));
    let link: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(link["players"], serde_json::json!(["You=human", "b=greedy"]));
    assert_eq!([&link["modules"][0], &link["rules"]["castle-income"]], [&"druids".into(), &Value::from(4)]);
    assert_eq!(link["rules"]["discount-borne-by"], "supply");
    assert!(link.get("scoring").is_none(), "drawn in each game: {line}");
    let library = Library::shipped();
    let read = GameLink::read::<engine::skye::Skye>(&line, &library).expect("a page takes it");
    assert_eq!(read.line::<engine::skye::Skye>(), line);
    let set = "\"sheep\", \"squares\", \"columns\", \"harbours\"";
    folder
        .write("c.toml", &config(&format!("[scoring]\ndesign = \"fixed\"\nsets = [[{set}]]\nslots = \"as-named\"\n")));
    let line = unpacked(&folder.succeed(&["page", "c.toml", "--link"]));
    assert!(line.contains(r#""scoring":{"A":"sheep","B":"squares","C":"columns","D":"harbours"}"#), "{line}");
}

#[test]
fn what_no_page_can_hold_is_refused() {
    let folder = TestFolder::new();
    folder.write("c.toml", &config("").replace("spec = \"greedy\"", "command = [\"./mine\"]"));
    folder.assert_refused(&["page", "c.toml", "--link"], "`b`, which a page cannot run");
    folder.write("c.toml", &config("reproducible = false\n").replace("\"greedy\"", "\"mcts:time-ms=5\""));
    folder.assert_refused(&["page", "c.toml", "--link"], "which a page cannot run");
    let tiles = engine::skye::Tiles::SHIPPED[0].1.replacen("L01", "M01", 1);
    folder.write("mine.csv", &tiles);
    folder.write("c.toml", &config("tiles = \"mine.csv\"\n"));
    folder.assert_refused(&["page", "c.toml", "--link"], "`mine.csv`, which does not fit in a link");
    folder.assert_refused(&["page", "--link"], "CONFIG");
    folder.assert_refused(&["page", "none.toml"], "none.toml");
}

#[test]
fn own_scoring_tiles_go_into_a_page_and_not_into_a_link() {
    let folder = TestFolder::new();
    folder.write("own.toml", "[[tile]]\nname = \"boats\"\ncounts = \"ship\"\npoints = 2\ncap = 9\n");
    let rules = "[rules.scoring-points]\nboats = 3\n";
    folder.write("c.toml", &config(&format!("scoring-tiles = \"own.toml\"\n{rules}")));
    folder.assert_refused(&["page", "c.toml", "--link"], "`own.toml`, which does not fit in a link");
    if !Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist/play.html").exists() {
        return;
    }
    folder.succeed(&["page", "c.toml", "--out", "p.html"]);
    let page = folder.read("p.html");
    let given = page.split(r#"id="given">"#).nth(1).and_then(|rest| rest.split("</script>").next()).expect("a game");
    let given: Value = serde_json::from_str(given).expect("JSON");
    assert_eq!(given["link"]["scoring_tiles"]["name"], "own.toml");
    assert_eq!(given["link"]["rules"]["scoring-points"]["boats"], 3);
    assert!(given["link"].get("scoring").is_none(), "drawn in each game, own ones too");
    let file = &given["files"][0];
    assert_eq!([&file["key"], &file["scoring"][0]["name"]], ["scoring-tiles", "boats"]);
    assert_eq!(file["scoring"][0]["payment"]["cap"], 9);
}

#[test]
fn a_program_writes_its_page_or_says_in_a_line_how_to_get_one() {
    let folder = TestFolder::new();
    folder.write("c.toml", &config("[rules]\ncastle-income = 4\n"));
    let output = folder.sim(&["page", "c.toml", "--out", "p.html"]);
    if !Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist/play.html").exists() {
        assert_eq!(output.status.code(), Some(1));
        let error = text(&output.stderr);
        assert!(error.lines().count() == 1 && error.contains("`web/build`"), "{error}");
        assert!(!folder.path("p.html").exists());
        return;
    }
    assert!(output.status.success(), "{}", text(&output.stderr));
    let page = folder.read("p.html");
    assert!(page.contains(r#"id="given">{"link":{"page":1,"game":"skye","#) && page.ends_with("</html>\n"));
    // A page is replaced, and nothing else.
    folder.succeed(&["page", "--out", "p.html"]);
    assert!(folder.read("p.html").contains(r#"id="given">null<"#));
    folder.assert_refused(&["page", "--out", "c.toml"], "was not written by this command");
}
