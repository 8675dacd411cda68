//! The greedy player's settings: which keys a spec may name, and what their words mean.

use std::sync::Arc;

use super::super::appraisal::Judgements;
use super::brain::Brain;
use super::building::Building;
use super::buying::Buying;
use super::preset::Preset;
use super::pricing::Pricing;
use crate::spec::kind::Condition::{self, Is};
use crate::spec::kind::{Accepted, Face, Key, Settings, words};

/// What specs of the greedy player are read against.
pub(super) const FACE: Face = Face {
    name: "greedy",
    summary: "the best action now by an appraisal of tiles, territories and gold",
    keys: &[
        Key {
            name: "preset",
            meaning: "which version plays, where no other key says otherwise; `first` and `second` never change, as yardsticks",
            default: "best",
            accepted: Accepted::Word(&Preset::WORDS),
            only_with: &[
                &[Is("judgement", PRESET)],
                &[Is("pricing", PRESET)],
                &[Is("buying", PRESET)],
                &[Is("building", PRESET)],
            ],
        },
        Key {
            name: "judgement",
            meaning: "what tiles and gold are believed to be worth: set by hand, calibrated on self-play in the base game alone \
                      (what only modules bring by hand), or calibrated with modules, too",
            default: PRESET,
            accepted: Accepted::Word(&JUDGEMENTS_WORDS),
            only_with: &[],
        },
        Key {
            name: "pricing",
            meaning: "the rule for offers",
            default: PRESET,
            accepted: Accepted::Word(&PRICING_WORDS),
            only_with: &[],
        },
        Key {
            name: "price",
            meaning: "gold asked for each tile by pricing=fixed",
            default: "5",
            accepted: Accepted::Whole(1..=100),
            only_with: &[&[Is("pricing", "fixed")]],
        },
        Key {
            name: "share",
            meaning: "percent of the own gold asked for each tile by pricing=share",
            default: "33",
            accepted: Accepted::Whole(1..=50),
            only_with: &[&[Is("pricing", "share")]],
        },
        Key {
            name: "samples",
            meaning: "guesses at the other offers by pricing=sampled",
            default: "32",
            accepted: Accepted::Whole(1..=1000),
            only_with: &[&[Is("pricing", "sampled")], BEST_PRICING, SECOND_PRICING],
        },
        Key {
            name: "buying",
            meaning: "the rule for purchases",
            default: PRESET,
            accepted: Accepted::Word(&BUYING_WORDS),
            only_with: &[],
        },
        Key {
            name: "gold-of-two",
            meaning: "percent of its worth that gold counts for in purchases at a table of two",
            default: "65",
            accepted: Accepted::Whole(1..=1000),
            only_with: &[&[Is("buying", "foresight")], &[Is("buying", PRESET), Is("preset", "best")]],
        },
        Key {
            name: "building",
            meaning: "the rule for placements: one tile after the other, or all tiles of a round together",
            default: PRESET,
            accepted: Accepted::Word(&BUILDING_WORDS),
            only_with: &[],
        },
        Key {
            name: "beam",
            meaning: "sequences of placements followed by building=beam",
            default: "12",
            accepted: Accepted::Whole(1..=1000),
            only_with: &[&[Is("building", "beam")], BEST_BUILDING, SECOND_BUILDING],
        },
        Key {
            name: "ignore",
            meaning: "what is taken for worthless, joined by `+`: scrolls, roads (scored and open ones), income (of whisky), druids \
                      (the second buy turn), bag (draws from it in that turn), tablets, tunnels (and VP barrels), borderlands, potential (all that is not there yet)",
            default: NOTHING,
            accepted: Accepted::Words(&IGNORED_WORDS),
            only_with: &[],
        },
    ],
};

/// The word that leaves a key to the preset.
const PRESET: &str = "preset";

/// The rules of `preset=best` and `preset=second` take their own numbers.
const BEST_PRICING: &[Condition] = &[Is("pricing", PRESET), Is("preset", "best")];
const BEST_BUILDING: &[Condition] = &[Is("building", PRESET), Is("preset", "best")];
const SECOND_PRICING: &[Condition] = &[Is("pricing", PRESET), Is("preset", "second")];
const SECOND_BUILDING: &[Condition] = &[Is("building", PRESET), Is("preset", "second")];

/// What a word turns the preset's choice into, with the other settings.
type Meaning<T> = fn(&Settings, T) -> T;

const JUDGEMENTS: [(&str, Meaning<Arc<Judgements>>); 4] = [
    (PRESET, |_, preset| preset),
    ("first", |_, _| Judgements::first()),
    ("base-game", |_, _| Judgements::of_base_game()),
    ("calibrated", |_, _| Judgements::calibrated()),
];
const JUDGEMENTS_WORDS: [&str; JUDGEMENTS.len()] = words(&JUDGEMENTS);

const PRICING: [(&str, Meaning<Pricing>); 11] = [
    (PRESET, |settings, preset| preset.with_samples(settings.get("samples"))),
    ("table", |_, _| Pricing::Table),
    ("fixed", |settings, _| Pricing::Fixed { price: settings.get("price") }),
    ("share", |settings, _| Pricing::Share { percent: settings.get("share") }),
    ("value", |_, _| Pricing::Value),
    ("safe", |_, _| Pricing::Safe),
    ("foc", |_, _| Pricing::FirstOrderCondition),
    ("reservation", |_, _| Pricing::Reservation),
    ("keep", |_, _| Pricing::Keep),
    ("sampled", |settings, _| Pricing::Sampled { samples: settings.get("samples") }),
    ("random", |_, _| Pricing::Random),
];
const PRICING_WORDS: [&str; PRICING.len()] = words(&PRICING);

const BUYING: [(&str, Meaning<Buying>); 6] = [
    (PRESET, |settings, preset| {
        let is_best = settings.get::<String>("preset") == "best";
        if is_best { preset.with_gold_of_two(settings.get("gold-of-two")) } else { preset }
    }),
    ("surplus", |_, _| Buying::Surplus),
    ("foresight", |settings, _| Buying::Foresight { gold_of_two: settings.get("gold-of-two") }),
    ("cheapest", |_, _| Buying::Cheapest),
    ("best-tile", |_, _| Buying::BestTile),
    ("never", |_, _| Buying::Never),
];
const BUYING_WORDS: [&str; BUYING.len()] = words(&BUYING);

const BUILDING: [(&str, Meaning<Building>); 3] = [
    (PRESET, |settings, preset| preset.with_width(settings.get("beam"))),
    ("tile-by-tile", |_, _| Building::TileByTile),
    ("beam", |settings, _| Building::Beam { width: settings.get("beam") }),
];
const BUILDING_WORDS: [&str; BUILDING.len()] = words(&BUILDING);

/// What a word removes from a judgement.
type Restriction = fn(&mut Judgements);

const IGNORED: [(&str, Restriction); 10] = [
    (NOTHING, |_| {}),
    ("scrolls", |judgements| judgements.ignored.scrolls = true),
    ("roads", |judgements| judgements.ignored.roads = true),
    ("income", |judgements| judgements.ignored.income = true),
    ("druids", |judgements| judgements.ignored.druids = true),
    ("bag", |judgements| judgements.ignored.bag = true),
    ("tablets", |judgements| judgements.ignored.tablets = true),
    ("tunnels", |judgements| judgements.ignored.tunnels = true),
    ("borderlands", |judgements| judgements.ignored.borderlands = true),
    ("potential", Judgements::forget_potential),
];
const IGNORED_WORDS: [&str; IGNORED.len()] = words(&IGNORED);

const NOTHING: &str = "nothing";

/// The player that settings describe.
pub(super) fn brain(settings: &Settings) -> Brain {
    let Brain { judgements, pricing, buying, building } = settings.meaning("preset", &Preset::NAMED).brain();
    let judgements = settings.meaning("judgement", &JUDGEMENTS)(settings, judgements);
    Brain {
        judgements: restricted(judgements, settings),
        pricing: settings.meaning("pricing", &PRICING)(settings, pricing),
        buying: settings.meaning("buying", &BUYING)(settings, buying),
        building: settings.meaning("building", &BUILDING)(settings, building),
    }
}

fn restricted(judgements: Arc<Judgements>, settings: &Settings) -> Arc<Judgements> {
    if settings.get::<String>("ignore") == NOTHING {
        return judgements;
    }
    let mut restricted = (*judgements).clone();
    settings.meanings("ignore", &IGNORED).into_iter().for_each(|ignore| ignore(&mut restricted));
    Arc::new(restricted)
}
