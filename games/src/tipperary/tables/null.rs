//! Checks of the tables of Tipperary in experiments of identical agents.

use super::contrast::ContrastRow;
use super::hometowns::HometownContrasts;
use super::sources::SourceRow;
use super::sources::SourceTotals;
use super::tiles::TileContrasts;
use crate::null_checks::{EstimateColumn, intervals};
use lab::subject::RunSums;
use lab::subject::null_check::{NullCheck, RATE};

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

/// Returns the false findings on hometowns and landscape tiles if all are alike, and interval checks.
pub fn checks(summed: &RunSums<'_>, are_alike: bool, repetition: usize) -> (Vec<NullCheck>, Vec<NullCheck>) {
    let (hometowns, tiles) = (summed.of::<HometownContrasts>().rows(), summed.of::<TileContrasts>().rows());
    let sources: Vec<_> = summed.of::<SourceTotals>().rows().into_iter().filter(|row| row.agent.is_none()).collect();
    let source = repetition % sources.len().max(1);
    let columns: [EstimateColumn<SourceRow>; 3] = [
        ("sources.csv: interval of vp", |row| row.vp),
        ("sources.csv: interval of vp_share", |row| row.vp_share),
        ("sources.csv: interval of lead", |row| row.lead),
    ];
    let mut checks = intervals(source, sources.get(source), columns).to_vec();
    if !are_alike {
        return (Vec::new(), checks);
    }
    checks.extend([
        small_p("hometowns.csv: vp_p of a side", &hometowns, repetition),
        small_p("tiles.csv: vp_p of a tile", &tiles, repetition),
    ]);
    let lists = vec![
        any_small_q("findings: any of 10 sides of hometowns", &hometowns),
        any_small_q("findings: any landscape tile", &tiles),
    ];
    (lists, checks)
}

fn any_small_q(method: &'static str, rows: &[ContrastRow]) -> NullCheck {
    let q: Vec<f64> = of_all(rows).filter_map(|row| row.vp.q).collect();
    NullCheck::at_most(method, RATE, (!q.is_empty()).then(|| q.iter().any(|q| *q < RATE)))
}

fn small_p(method: &'static str, rows: &[ContrastRow], repetition: usize) -> NullCheck {
    let p: Vec<f64> = of_all(rows).filter_map(|row| row.vp.p).collect();
    NullCheck::at_most(method, RATE, (!p.is_empty()).then(|| p[repetition % p.len()] < RATE))
}

fn of_all(rows: &[ContrastRow]) -> impl Iterator<Item = &ContrastRow> {
    rows.iter().filter(|row| row.agent.is_none())
}
