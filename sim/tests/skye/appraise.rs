//! `sim dev appraise`: what the tiles of a recorded game are worth to those who drew them.

use crate::test_folder::TestFolder;

#[test]
fn drawn_tiles_are_appraised() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "greedy", "rule-of-thumb", "greedy", "--games", "2", "--record", "g.jsonl"]);
    let printed = folder.succeed(&["dev", "appraise", "g.jsonl", "g.jsonl"]);
    let mut reader = csv::Reader::from_reader(printed.as_bytes());
    let column = |name: &str| printed.lines().next().expect("a header").split(',').position(|other| other == name);
    let [game, price, buyer, own, per_gold, safe] =
        ["game", "price", "buyer", "own_vp", "vp_per_gold", "safe_price"].map(|name| column(name).expect(name));
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    // Two files of two games, six rounds, three players, three tiles of which one is discarded.
    assert_eq!(rows.len(), 2 * 2 * 6 * 3 * 3);
    assert_eq!(rows.iter().filter(|row| row[price].is_empty()).count(), rows.len() / 3);
    assert_eq!(rows[..rows.len() / 2], rows[rows.len() / 2..]);
    let record = folder.read("g.jsonl");
    let bought = record.lines().map(|line| line.matches(r#""e":"buy""#).count()).sum::<usize>();
    assert_eq!(rows.iter().filter(|row| !row[buyer].is_empty()).count(), 2 * bought);
    assert_eq!(rows.iter().map(|row| &row[game]).max(), Some("2"));
    for row in &rows {
        let number = |column: usize| row[column].parse::<f64>().expect("a number");
        assert!(number(own) >= 0.0 && number(per_gold) > 0.0 && number(safe) >= 0.0, "{row:?}");
        assert!(row[buyer].is_empty() || !row[price].is_empty(), "a discarded tile is not sold: {row:?}");
    }
}
