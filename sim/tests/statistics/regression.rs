//! Effects of scoring tiles, against statsmodels.

use std::collections::BTreeMap;

use engine::skye::{ScoringSet, ScoringTile};
use games::skye::tables::cells::ScoringCells;
use games::skye::tables::effects::{EffectRow, Term};

use crate::{close, fixture};

fn tile(cell: &str) -> ScoringTile {
    ScoringTile::ALL[cell.parse::<usize>().unwrap()]
}

/// The rows that the fixture's clusters lead to, by the fixture's names of terms.
fn found() -> BTreeMap<String, EffectRow> {
    let mut cells = ScoringCells::default();
    for row in fixture("regression_data.csv") {
        let set: ScoringSet = std::array::from_fn(|slot| tile(&row[slot]));
        cells.push(&set, [Some(row[4].parse().unwrap())]);
    }
    cells.effects().into_iter().map(|row| (name(&row), row)).collect()
}

fn name(row: &EffectRow) -> String {
    match row.term {
        Term::Tile(tile) => format!("tile {}", tile.index()),
        Term::Pair(one, two) => format!("pair {} {}", one.index(), two.index()),
        Term::Slot(tile, slot) => format!("slot {} {}", tile.index(), slot.index()),
    }
}

#[test]
fn effects_errors_and_q_values_are_those_of_statsmodels() {
    let found = found();
    let expected = fixture("regression_expected.csv");
    assert_eq!(found.len(), expected.len());
    for row in expected {
        let effect = &found[&row[0]];
        let numbers = [effect.effect, effect.effect_lo, effect.effect_hi, effect.p, effect.q];
        for (number, expected) in numbers.into_iter().zip(&row[1..]) {
            close(number, expected, &row[0]);
        }
    }
}
