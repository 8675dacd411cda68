//! `modules.csv`: the use of the modules in play, its costs and results, and the sources of VP.

use std::sync::Arc;

use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{Module, Modules, ScrollKind, Slot};

use crate::skye::notes::raw_columns::{SeatNotes, notes_of};
use crate::skye::setting::Setting;
use lab::subject::Subject;
use lab::tables::ratio_table::Estimator::{Amount, Clusters, Count};
use lab::tables::ratio_table::Shown::Number;
use lab::tables::ratio_table::{RatioColumn, RatioTable, Summary};

/// The sums, with the weights of ratios before them.
const SUMS: [&str; 9] =
    ["seats", "counted seats", "count", "paid count", "gold", "scored seats", "vp", "dated count", "rounds"];

/// The table.
pub const MODULES: RatioTable = RatioTable {
    keys: &[
        [
            "about",
            "`second-turn`, `tablets` or `borderlands`; `vp` for sources of VP, which add up to the final VP; \
             `scrolls` for kinds of scrolls",
        ],
        ["what", "action or source of VP; `space-0` to `space-4` are Druid tiles from that space of the dolmen board"],
    ],
    items: |subject| items(modules(subject)).into_iter().map(|item| vec![item.about.to_owned(), item.name]).collect(),
    sums: &SUMS,
    add: |subject| {
        let items = items(modules(subject));
        Arc::new(move |rows, sums| {
            for (seat, notes) in rows.seats.iter().zip(&notes_of(rows).seats) {
                for (place, item) in items.iter().enumerate() {
                    sums.add(seat.agent, place, &(item.amounts)(notes, rows.running.rounds()));
                }
            }
        })
    },
    columns: &[
        RatioColumn::new(Clusters, "clusters", "clusters", ["seats", "seats"])
            .meaning("seeds played; intervals are clustered by seed"),
        RatioColumn::new(Count, "seat_games", "seats", ["seats", "seats"])
            .meaning("number of the agent's seats in all games"),
        RatioColumn::new(Amount, "count", "times", ["count", "counted seats"])
            .meaning("mean number of times per player and game; empty for VP")
            .shown(Number("times", 2)),
        RatioColumn::new(Amount, "gold", "gold", ["gold", "paid count"])
            .meaning("mean gold paid each time, or saved by a discount; empty if none is involved")
            .shown(Number("gold each", 2)),
        RatioColumn::new(Amount, "vp", "VP", ["vp", "scored seats"])
            .meaning("mean VP per player and game; empty for actions that score nothing themselves")
            .shown(Number("VP", 2)),
        RatioColumn::new(Amount, "round", "round", ["rounds", "dated count"])
            .meaning("mean round of the action; empty if rounds are not recorded"),
    ],
    summary: Summary::Items("Modules, means per player and game"),
    ..RatioTable::EMPTY
};

fn modules(subject: &dyn Subject) -> Modules {
    subject.setup::<Setting>().rules.modules
}

/// The sums of an item for one player in one game; weights are 0 where it has no such amount.
type Amounts = [f64; SUMS.len()];

/// Returns the sums for one player in a game of this many rounds.
type AmountsOf = Box<dyn Fn(&SeatNotes, usize) -> Amounts + Send + Sync>;

/// A use of a module, or a source of VP.
struct Item {
    about: &'static str,
    name: String,
    amounts: AmountsOf,
}

fn item(
    about: &'static str,
    name: impl Into<String>,
    amounts: impl Fn(&SeatNotes, usize) -> Amounts + Send + Sync + 'static,
) -> Item {
    Item { about, name: name.into(), amounts: Box::new(amounts) }
}

/// An action that costs or saves gold.
fn paid(count: u16, gold: u16) -> Amounts {
    let [count, gold] = [count, gold].map(f64::from);
    [1.0, 1.0, count, count, gold, 0.0, 0.0, 0.0, 0.0]
}

/// An action without gold.
fn done(count: u16) -> Amounts {
    [1.0, 1.0, count.into(), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
}

/// A source of VP.
fn scored(vp: u16) -> Amounts {
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, vp.into(), 0.0, 0.0]
}

/// Returns all items for these modules, in the order of the table; empty in the base game.
fn items(modules: Modules) -> Vec<Item> {
    let mut items = Vec::new();
    if modules.has(Module::Druids) {
        items.extend((0..DOLMEN_SPACES).map(|space| {
            item("second-turn", format!("space-{space}"), move |notes, _| {
                paid(notes.druids_space[space], notes.spent_space[space])
            })
        }));
        items.extend([
            item("second-turn", "druid-tiles", |notes, _| paid(notes.druids, notes.spent_druids)),
            item("second-turn", "bag", |notes, _| paid(notes.bag_actions, notes.spent_bag)),
            item("second-turn", "pass", |notes, rounds| {
                done((rounds as u16).saturating_sub(notes.druids + notes.bag_actions))
            }),
            item("second-turn", "removed", |notes, _| done(notes.removed)),
            item("tablets", "discount", |notes, _| paid(notes.discounted, notes.saved)),
            item("tablets", "own-tile", |notes, _| done(notes.taken)),
            item("tablets", "bag-tiles", |notes, _| done(notes.bag_tiles)),
        ]);
    }
    if modules.has(Module::Borderlands) {
        items.push(item("borderlands", "laid", |notes, _| {
            let by_round = notes.borderlands_round.iter().zip(1_u16..);
            let rounds = by_round.map(|(&laid, round)| f64::from(laid) * f64::from(round)).sum();
            let laid = notes.borderlands.into();
            [1.0, 1.0, laid, 0.0, 0.0, 0.0, 0.0, laid, rounds]
        }));
        items.push(item("borderlands", "flipped", |notes, _| done(notes.flips)));
    }
    if !modules.is_empty() {
        items.extend(Slot::ALL.map(|slot| {
            let name = format!("slot-{}", slot.letter().to_ascii_lowercase());
            item("vp", name, move |notes, _| scored(notes.vp_slot[slot.index()]))
        }));
    }
    if modules.has(Module::Tunnels) {
        items.push(item("vp", "vp-barrels", |notes, _| scored(notes.vp_barrels)));
    }
    if !modules.is_empty() {
        items.push(item("vp", "scrolls", |notes, _| scored(notes.vp_scrolls)));
        items.push(item("vp", "gold", |notes, _| scored(notes.vp_gold)));
    }
    if modules.has(Module::Druids) {
        items.push(item("vp", "score-again", |notes, _| scored(notes.vp_again)));
        items.extend(
            ScrollKind::ALL
                .map(|kind| item("scrolls", kind.name(), move |notes, _| scored(notes.vp_scroll[kind as usize]))),
        );
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_game_has_none_and_every_module_its_own() {
        let of = |modules: Modules| -> Vec<String> {
            items(modules).iter().map(|item| format!("{}/{}", item.about, item.name)).collect()
        };
        let has = |module: Module, name: &str| of(Modules::NONE.with(module)).iter().any(|item| item == name);
        assert!(of(Modules::NONE).is_empty());
        assert_eq!(of(Modules::NONE.with(Module::Bonus)).len(), 6);
        assert!(has(Module::Tunnels, "vp/vp-barrels") && !has(Module::Bonus, "vp/vp-barrels"));
        assert!(has(Module::Druids, "second-turn/space-4") && !has(Module::Druids, "borderlands/laid"));
        let all = of(Module::ALL.into_iter().collect());
        assert!(all.iter().enumerate().all(|(index, name)| !all[..index].contains(name)), "{all:?}");
    }
}
