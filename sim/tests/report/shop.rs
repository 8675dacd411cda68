//! Runs that pages are made of.

use crate::workshop::Workshop;

/// Four agents with a running score, all raw tables, and scoring tiles often enough for their effects.
pub const RUN: &str = r#"name = "four"
players = 4
blocks = 60
seed = 2
lineup = "rotate"
scoring = { include = ["squares", "sheep", "columns", "most-gold", "road-tiles"] }
agents = [
    { name = "rule", spec = "rule-of-thumb" },
    { name = "two", spec = "random" },
    { name = "a-name-that-is-as-long-as-a-name-can-be-and-not-longer", spec = "random" },
    { name = "four", spec = "random" },
]
"#;

/// A run of the config in the folder `out`, and its page.
pub fn reported() -> (Workshop, String) {
    let shop = run();
    shop.succeed(&["report", "out", "--figures", "figures", "--quiet"]);
    let page = shop.read("out/report.html");
    (shop, page)
}

/// A run of the config in the folder `out`.
pub fn run() -> Workshop {
    let shop = Workshop::new();
    shop.write("four.toml", RUN);
    shop.succeed(&["run", "four.toml", "--out", "out", "--quiet"]);
    shop
}
