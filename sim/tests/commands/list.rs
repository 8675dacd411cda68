//! `sim list` and `sim completions`.

use crate::workshop::Workshop;

#[test]
fn every_list_has_what_configs_need() {
    let shop = Workshop::new();
    for (what, words) in [
        ("agents", ["random", "rule-of-thumb"]),
        ("scoring", ["squares", "largest-lake"]),
        ("lineups", ["round-robin", "one-against"]),
        ("designs", ["quadruples", "153 of 18"]),
        ("slot-orders", ["cyclic", "even"]),
        ("scoring", ["open-water", "(druids)"]),
        ("modules", ["scroll-of-choice", "tiles: 36, RECONSTRUCTED"]),
        ("tile-files", ["printed", "other-reading"]),
        ("tile-files", ["reconstructed", "borderlands"]),
        ("tiles", ["id,edges,joins", "L73"]),
        ("other-tiles", ["id,edges,joins", "L73"]),
    ] {
        let printed = shop.succeed(&["list", what]);
        assert!(words.iter().all(|word| printed.contains(word)), "{what}: {printed}");
    }
}

#[test]
fn listed_tiles_are_a_tile_file() {
    let shop = Workshop::new();
    shop.write("mine.csv", &shop.succeed(&["list", "tiles"]));
    shop.succeed(&["run", "t.toml", "--out", "a", "--set", "blocks=2"]);
    shop.succeed(&["run", "t.toml", "--out", "b", "--set", "blocks=2", "--set", "tiles=mine.csv"]);
    assert_eq!(shop.files("a")["seats.csv"], shop.files("b")["seats.csv"]);
}

#[test]
fn listed_tiles_of_modules_are_tile_files() {
    let shop = Workshop::new();
    for (module, id) in [("druids", "D36"), ("tunnels", "T12"), ("borderlands", "B6")] {
        let file = shop.succeed(&["list", "tiles", "--modules", module]);
        assert!(file.starts_with("id,edges,joins") && file.contains(id) && file.contains("reconstructed"), "{file}");
        shop.write("mine.csv", &file);
        let play = ["play", "random", "random", "--games", "3", "--modules", module];
        let own = format!("{module}=mine.csv");
        let hash = |printed: String| printed.lines().last().unwrap().to_owned();
        let given = shop.succeed(&[&play[..], &["--module-tiles", &own]].concat());
        assert!(!given.contains("RECONSTRUCTED"), "{given}");
        let shipped = shop.succeed(&play);
        assert!(shipped.contains("RECONSTRUCTED"), "{shipped}");
        assert_eq!(hash(given), hash(shipped));
    }
}

#[test]
fn shells_get_their_scripts() {
    let shop = Workshop::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(shop.succeed(&["completions", shell]).contains("fingerprint"), "{shell}");
    }
}
