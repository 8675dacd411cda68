//! The greedy player's settings: the keys of its specs, and the meanings of their words.

use std::sync::Arc;

use super::{Brain, Building, Buying, Pricing};
use crate::skye::{Habits, Judgements};
use crate::spec::kind::KeyCondition::Is;
use crate::{AcceptedValues, AgentSchema, SettingKey, Settings, words};

/// The schema of the greedy player's specs.
pub(super) const SCHEMA: AgentSchema = AgentSchema {
    name: "greedy",
    summary: "the best immediate action by an evaluation of tiles, territories and gold",
    keys: &[
        SettingKey {
            name: "judgement",
            meaning: "weights of the evaluation of tiles and gold: set by hand; calibrated on self-play in the base game alone (those \
                      of modules by hand); or calibrated with modules, too",
            default: "calibrated",
            accepted: AcceptedValues::Word(&JUDGEMENTS_WORDS),
            only_with: &[],
        },
        SettingKey {
            name: "pricing",
            meaning: "the rule for offers",
            default: "sampled",
            accepted: AcceptedValues::Word(&PRICING_WORDS),
            only_with: &[],
        },
        SettingKey {
            name: "price",
            meaning: "gold asked for each tile by pricing=fixed",
            default: "5",
            accepted: AcceptedValues::Integer(1..=100),
            only_with: &[Is("pricing", "fixed")],
        },
        SettingKey {
            name: "share",
            meaning: "percentage of the player's gold asked for each tile by pricing=share",
            default: "33",
            accepted: AcceptedValues::Integer(1..=50),
            only_with: &[Is("pricing", "share")],
        },
        SettingKey {
            name: "samples",
            meaning: "samples of the others' offers for pricing=sampled",
            default: "8",
            accepted: AcceptedValues::Integer(1..=1000),
            only_with: &[Is("pricing", "sampled")],
        },
        Habits::key(&[Is("pricing", "sampled")]),
        SettingKey {
            name: "buying",
            meaning: "the rule for purchases",
            default: "foresight",
            accepted: AcceptedValues::Word(&BUYING_WORDS),
            only_with: &[],
        },
        SettingKey {
            name: "gold-of-two",
            meaning: "value of gold in purchases with two players, in percent of its usual value",
            default: "65",
            accepted: AcceptedValues::Integer(1..=1000),
            only_with: &[Is("buying", "foresight")],
        },
        SettingKey {
            name: "building",
            meaning: "the rule for placements: one tile at a time, or all tiles of a round together",
            default: "beam",
            accepted: AcceptedValues::Word(&BUILDING_WORDS),
            only_with: &[],
        },
        SettingKey {
            name: "beam",
            meaning: "sequences of placements kept by building=beam",
            default: "8",
            accepted: AcceptedValues::Integer(1..=1000),
            only_with: &[Is("building", "beam")],
        },
        SettingKey {
            name: "ignore",
            meaning: "what the evaluation ignores, joined by `+`: scrolls, roads (scored and open ones), income (from whisky), druids \
                      (the second buy turn), bag (draws from it in that turn), tablets, tunnels (and VP barrels), borderlands, potential (everything not yet built)",
            default: NOTHING,
            accepted: AcceptedValues::Words(&IGNORED_WORDS),
            only_with: &[],
        },
    ],
};

/// The meaning of a word, with the other settings.
type Meaning<T> = fn(&Settings) -> T;

const JUDGEMENTS: [(&str, Meaning<Arc<Judgements>>); 3] = [
    ("by-hand", |_| Judgements::by_hand()),
    ("base-game", |_| Judgements::of_base_game()),
    ("calibrated", |_| Judgements::calibrated()),
];
const JUDGEMENTS_WORDS: [&str; JUDGEMENTS.len()] = words(&JUDGEMENTS);

const PRICING: [(&str, Meaning<Pricing>); 10] = [
    ("table", |_| Pricing::Table),
    ("fixed", |settings| Pricing::Fixed { price: settings.get("price") }),
    ("share", |settings| Pricing::Share { percent: settings.get("share") }),
    ("value", |_| Pricing::Value),
    ("safe", |_| Pricing::Safe),
    ("foc", |_| Pricing::FirstOrderCondition),
    ("reservation", |_| Pricing::Reservation),
    ("keep", |_| Pricing::Keep),
    ("sampled", |settings| Pricing::Sampled { samples: settings.get("samples") }),
    ("random", |_| Pricing::Random),
];
const PRICING_WORDS: [&str; PRICING.len()] = words(&PRICING);

const BUYING: [(&str, Meaning<Buying>); 5] = [
    ("surplus", |_| Buying::Surplus),
    ("foresight", |settings| Buying::Foresight { gold_of_two: settings.get("gold-of-two") }),
    ("cheapest", |_| Buying::Cheapest),
    ("best-tile", |_| Buying::BestTile),
    ("never", |_| Buying::Never),
];
const BUYING_WORDS: [&str; BUYING.len()] = words(&BUYING);

const BUILDING: [(&str, Meaning<Building>); 2] =
    [("tile-by-tile", |_| Building::TileByTile), ("beam", |settings| Building::Beam { width: settings.get("beam") })];
const BUILDING_WORDS: [&str; BUILDING.len()] = words(&BUILDING);

/// The restriction of a judgement that a word stands for.
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
    Brain {
        judgements: restricted(settings.meaning("judgement", &JUDGEMENTS)(settings), settings),
        pricing: settings.meaning("pricing", &PRICING)(settings),
        buying: settings.meaning("buying", &BUYING)(settings),
        building: settings.meaning("building", &BUILDING)(settings),
        habits: Habits::of(settings),
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
