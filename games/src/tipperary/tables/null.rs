//! Checks of the tables of Tipperary in experiments of identical agents.

use lab::forms::column::Row;
use lab::subject::RunSums;
use lab::subject::null_check::{NullCheck, NullChecks, RATE};

/// An experiment in addition to the common ones: all hometown sides and all tiles are identical.
pub const EXPERIMENTS: [(&str, &str); 1] = [(
    "tiles and hometowns alike",
    r#"game = "tipperary"
name = "null"
players = 2
blocks = 80
agents = [{ name = "a", spec = "random" }, { name = "b", spec = "random" }]
tiles = { landscape = "alike", hometowns = "alike" }
compare = { rules = { marker-vp = 8 } }
"#,
)];

/// Fast agents that differ in strength.
pub const AGENTS: [&str; 5] = ["area-first", "random", "area-first", "random", "area-first"];

/// Returns the false findings on hometowns and landscape tiles if all are alike.
pub fn checks(summed: &RunSums<'_>, are_alike: bool, repetition: usize) -> NullChecks {
    if !are_alike {
        return NullChecks::default();
    }
    let [hometowns, tiles] = ["hometowns", "tiles"].map(|table| of_all(summed, table));
    NullChecks {
        lists: vec![
            any_small_q("findings: any of 10 sides of hometowns", &hometowns),
            any_small_q("findings: any landscape tile", &tiles),
        ],
        others: vec![
            small_p("hometowns.csv: vp_p of a side", &hometowns, repetition),
            small_p("tiles.csv: vp_p of a tile", &tiles, repetition),
        ],
    }
}

fn of_all(summed: &RunSums<'_>, table: &str) -> Vec<Row> {
    summed.rows(table).into_iter().filter(|row| row.agent("agent").is_none()).collect()
}

fn any_small_q(method: &'static str, rows: &[Row]) -> NullCheck {
    let q: Vec<f64> = rows.iter().filter_map(|row| row.number("vp_q")).collect();
    NullCheck::at_most(method, RATE, (!q.is_empty()).then(|| q.iter().any(|q| *q < RATE)))
}

fn small_p(method: &'static str, rows: &[Row], repetition: usize) -> NullCheck {
    let p: Vec<f64> = rows.iter().filter_map(|row| row.number("vp_p")).collect();
    NullCheck::at_most(method, RATE, (!p.is_empty()).then(|| p[repetition % p.len()] < RATE))
}
