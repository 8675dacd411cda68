//! The greedy player as a spec names it.

use std::sync::Arc;

use super::preset::Preset;
use super::{Brain, Building, Buying, Greedy, Pricing};
use crate::appraisal::{Ignored, Judgements};
use crate::kind::{Accepted, Key, Kind, Settings};

/// Registration.
pub(crate) const KIND: Kind = Kind {
    name: "greedy",
    summary: "the best action now by an appraisal of tiles, territories and gold",
    keys: &[
        Key {
            name: "preset",
            meaning: "which version plays, where no other key says otherwise; `first` never changes, as a yardstick",
            default: "best",
            accepted: Accepted::Word(&Preset::NAMES),
        },
        Key {
            name: "judgement",
            meaning: "what tiles and gold are believed to be worth: set by hand, or calibrated on self-play",
            default: PRESET,
            accepted: Accepted::Word(&[PRESET, "first", "calibrated"]),
        },
        Key {
            name: "pricing",
            meaning: "the rule for offers",
            default: PRESET,
            accepted: Accepted::Word(&[
                PRESET,
                "table",
                "fixed",
                "share",
                "value",
                "safe",
                "foc",
                "reservation",
                "keep",
                "sampled",
                "random",
            ]),
        },
        Key {
            name: "price",
            meaning: "gold asked for each tile by pricing=fixed",
            default: "5",
            accepted: Accepted::Whole(1..=100),
        },
        Key {
            name: "share",
            meaning: "percent of the own gold asked for each tile by pricing=share",
            default: "33",
            accepted: Accepted::Whole(1..=50),
        },
        Key {
            name: "samples",
            meaning: "guesses at the other offers by pricing=sampled",
            default: "32",
            accepted: Accepted::Whole(1..=1000),
        },
        Key {
            name: "buying",
            meaning: "the rule for purchases",
            default: PRESET,
            accepted: Accepted::Word(&[PRESET, "surplus", "foresight", "cheapest", "best-tile", "never"]),
        },
        Key {
            name: "building",
            meaning: "the rule for placements: one tile after the other, or all tiles of a round together",
            default: PRESET,
            accepted: Accepted::Word(&[PRESET, "tile-by-tile", "beam"]),
        },
        Key {
            name: "beam",
            meaning: "sequences of placements followed by building=beam",
            default: "12",
            accepted: Accepted::Whole(1..=1000),
        },
        Key {
            name: "ignore",
            meaning: "what is taken for worthless, joined by `+`: scrolls, roads (scored and open ones), income (of whisky), potential \
                      (all that is not there yet)",
            default: "nothing",
            accepted: Accepted::Words(&["nothing", "scrolls", "roads", "income", "potential"]),
        },
    ],
    build: |settings| Box::new(Greedy(brain(settings))),
};

/// A key's value that leaves it to the preset.
const PRESET: &str = "preset";

fn brain(settings: &Settings) -> Brain {
    let word = |key: &str| settings.get::<String>(key);
    let Brain { judgements, pricing, buying, building } =
        Preset::from_name(&word("preset")).expect("an accepted word").brain();
    Brain {
        judgements: restricted(
            match word("judgement").as_str() {
                "first" => Judgements::first(),
                "calibrated" => Judgements::calibrated(),
                _ => judgements,
            },
            &word("ignore"),
        ),
        pricing: match word("pricing").as_str() {
            "table" => Pricing::Table,
            "fixed" => Pricing::Fixed { price: settings.get("price") },
            "share" => Pricing::Share { percent: settings.get("share") },
            "value" => Pricing::Value,
            "safe" => Pricing::Safe,
            "foc" => Pricing::FirstOrderCondition,
            "reservation" => Pricing::Reservation,
            "keep" => Pricing::Keep,
            "sampled" => Pricing::Sampled { samples: settings.get("samples") },
            "random" => Pricing::Random,
            _ => pricing.with_samples(settings.get("samples")),
        },
        buying: match word("buying").as_str() {
            "surplus" => Buying::Surplus,
            "foresight" => Buying::Foresight,
            "cheapest" => Buying::Cheapest,
            "best-tile" => Buying::BestTile,
            "never" => Buying::Never,
            _ => buying,
        },
        building: match word("building").as_str() {
            "tile-by-tile" => Building::TileByTile,
            "beam" => Building::Beam { width: settings.get("beam") },
            _ => building.with_width(settings.get("beam")),
        },
    }
}

fn restricted(judgements: Arc<Judgements>, ignore: &str) -> Arc<Judgements> {
    let ignores = |word| ignore.split('+').any(|other| other == word);
    let ignored = Ignored { scrolls: ignores("scrolls"), roads: ignores("roads"), income: ignores("income") };
    let is_nothing = ignored == Ignored::default() && !ignores("potential");
    if is_nothing {
        return judgements;
    }
    let mut restricted = Judgements { ignored, ..(*judgements).clone() };
    if ignores("potential") {
        restricted.forget_potential();
    }
    Arc::new(restricted)
}
