//! Effects of scoring tiles, against statsmodels.

use std::collections::BTreeMap;

use engine::skye::{ScoringSet, ScoringTile};
use sim::tables::cells::Totals;
use sim::tables::effects::{EffectRow, Effects};

use crate::{close, fixture};

fn tile(cell: &str) -> ScoringTile {
    ScoringTile::ALL[cell.parse::<usize>().unwrap()]
}

/// The rows that the fixture's clusters lead to, by the fixture's names of terms.
fn found() -> BTreeMap<String, EffectRow> {
    let mut totals = Totals::default();
    for row in fixture("regression_data.csv") {
        let set: ScoringSet = std::array::from_fn(|slot| tile(&row[slot]));
        totals.cells.entry(set).or_default().outcomes[0].push(row[4].parse().unwrap());
    }
    let effects = Effects::new(&totals).unwrap();
    effects.rows().into_iter().map(|row| (name(&row), row)).collect()
}

fn name(row: &EffectRow) -> String {
    use sim::tables::effects::Term;
    match row.term {
        Term::Tile(tile) => format!("tile {}", tile as usize),
        Term::Pair(one, two) => format!("pair {} {}", one as usize, two as usize),
        Term::Slot(tile, slot) => format!("slot {} {}", tile as usize, slot.index()),
    }
}

#[test]
fn effects_errors_and_q_values_are_those_of_statsmodels() {
    let found = found();
    let expected = fixture("regression_expected.csv");
    assert_eq!(found.len(), expected.len());
    for row in expected {
        let effect = &found[&row[0]];
        let numbers = [effect.effect, effect.interval.0, effect.interval.1, effect.p, effect.q];
        for (number, expected) in numbers.into_iter().zip(&row[1..]) {
            close(number, expected, &row[0]);
        }
    }
}
