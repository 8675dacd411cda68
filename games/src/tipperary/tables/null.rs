//! What its tables find between identical agents.

use super::contrast::ContrastRow;
use super::hometowns::Hometowns;
use super::sources::SourceRow;
use super::sources::Sources;
use super::tiles::Tiles;
use lab::subject::RunSums;
use lab::subject::null_check::{NullCheck, RATE};
use stats::Estimate;

/// An experiment besides those of any game: all sides of hometowns and all tiles are alike, so none is better.
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

/// Quick agents that differ in strength.
pub const AGENTS: [&str; 5] = ["area-first", "random", "area-first", "random", "area-first"];

/// What the lists of hometowns and landscape tiles find where all of them are alike, and whether intervals hold.
pub fn checks(summed: &RunSums<'_>, are_alike: bool, repetition: usize) -> (Vec<NullCheck>, Vec<NullCheck>) {
    let (hometowns, tiles) = (summed.of::<Hometowns>().rows(), summed.of::<Tiles>().rows());
    let any = |method, rows: &[ContrastRow]| {
        let q: Vec<f64> = of_all(rows).filter_map(|row| row.vp.q).collect();
        NullCheck::at_most(method, RATE, (!q.is_empty()).then(|| q.iter().any(|q| *q < RATE)))
    };
    let p = |method, rows: &[ContrastRow]| {
        let p: Vec<f64> = of_all(rows).filter_map(|row| row.vp.p).collect();
        NullCheck::at_most(method, RATE, (!p.is_empty()).then(|| p[repetition % p.len()] < RATE))
    };
    let sources: Vec<_> = summed.of::<Sources>().rows().into_iter().filter(|row| row.agent.is_none()).collect();
    let source = repetition % sources.len().max(1);
    let of_source = |method, of: fn(&SourceRow) -> Estimate| {
        NullCheck::covers(method, source, sources.get(source).map_or(Estimate::default(), of))
    };
    let mut checks = vec![
        of_source("sources.csv: interval of vp", |row| row.vp),
        of_source("sources.csv: interval of vp_share", |row| row.vp_share),
        of_source("sources.csv: interval of lead", |row| row.lead),
    ];
    if !are_alike {
        return (Vec::new(), checks);
    }
    checks.extend([p("hometowns.csv: vp_p of a side", &hometowns), p("tiles.csv: vp_p of a tile", &tiles)]);
    let lists =
        vec![any("findings: any of 10 sides of hometowns", &hometowns), any("findings: any landscape tile", &tiles)];
    (lists, checks)
}

fn of_all(rows: &[ContrastRow]) -> impl Iterator<Item = &ContrastRow> {
    rows.iter().filter(|row| row.agent.is_none())
}
