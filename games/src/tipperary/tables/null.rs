//! Checks of the tables of Tipperary in experiments of identical agents.

use lab::forms::column::Row;
use lab::subject::RunSums;
use lab::subject::null_check::{NullCheck, NullChecks, NullDesign};

/// An experiment in addition to the common ones: all hometown sides and all tiles are identical.
pub const EXPERIMENTS: [NullDesign; 1] = [NullDesign::new(
    "tiles and hometowns alike",
    2,
    80,
    "tiles = { landscape = \"alike\", hometowns = \"alike\" }\ncompare = { rules = { marker-vp = 8 } }",
)];

/// Fast agents that differ in strength.
pub const AGENTS: [&str; 5] = ["area-first", "random", "area-first", "random", "area-first"];

/// Returns the false findings on hometowns and landscape tiles if all are alike.
pub fn checks(summed: &RunSums<'_>, are_alike: bool, repetition: usize) -> NullChecks {
    if !are_alike {
        return NullChecks::default();
    }
    let [hometowns, tiles] = ["hometowns", "tiles"].map(|table| {
        let rows = summed.rows(table).into_iter().filter(|row| row.agent("agent").is_none());
        rows.collect::<Vec<_>>()
    });
    let q = |rows: &[Row]| rows.iter().map(|row| row.number("vp_q")).collect::<Vec<_>>();
    let p = |rows: &[Row]| {
        let tested: Vec<f64> = rows.iter().filter_map(|row| row.number("vp_p")).collect();
        tested.get(repetition % tested.len().max(1)).copied()
    };
    NullChecks {
        lists: vec![
            NullCheck::any("findings: any of 10 sides of hometowns", q(&hometowns)),
            NullCheck::any("findings: any landscape tile", q(&tiles)),
        ],
        others: vec![
            NullCheck::small("hometowns.csv: vp_p of a side", p(&hometowns)),
            NullCheck::small("tiles.csv: vp_p of a tile", p(&tiles)),
        ],
    }
}
