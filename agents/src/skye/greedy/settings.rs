//! The greedy player's settings: the keys of its specs, and the meanings of their words.

use std::sync::Arc;

use super::{Brain, Building, Buying, Formula, Pricing};
use crate::skye::{Habits, Judgements};
use crate::spec::kind::KeyCondition::Is;
use crate::{AcceptedValues, AgentSchema, SettingKey, Settings, TEMPERATURE, words};

/// The schema of the greedy player's specs.
pub(super) const SCHEMA: AgentSchema = AgentSchema {
    name: "greedy",
    summary: "the best immediate action by an evaluation of tiles, territories and gold",
    keys: &[
        SettingKey::word(
            "judgement",
            "calibrated",
            &words(&JUDGEMENTS),
            "weights of the evaluation of tiles and gold: set by hand; calibrated on self-play in the base game alone (those \
                      of modules by hand); or calibrated with modules, too",
        ),
        SettingKey::word("pricing", "sampled", &words(&PRICING), "the rule for offers"),
        SettingKey::integer("price", "5", 1..=100, "gold asked for each tile by pricing=fixed")
            .only_with(&[Is("pricing", "fixed")]),
        SettingKey::integer(
            "share",
            "33",
            1..=50,
            "percentage of the player's gold asked for each tile by pricing=share",
        )
        .only_with(&[Is("pricing", "share")]),
        SettingKey::integer("samples", "8", 1..=1000, "samples of the others' offers for pricing=sampled")
            .only_with(&[Is("pricing", "sampled")]),
        Habits::key(&[Is("pricing", "sampled")]),
        SettingKey::word("buying", "foresight", &words(&BUYING), "the rule for purchases"),
        SettingKey::integer(
            "gold-of-two",
            "65",
            1..=1000,
            "value of gold in purchases with two players, in percent of its usual value",
        )
        .only_with(&[Is("buying", "foresight")]),
        SettingKey::word(
            "building",
            "beam",
            &words(&BUILDING),
            "the rule for placements: one tile at a time, or all tiles of a round together",
        ),
        SettingKey::integer("beam", "8", 1..=1000, "sequences of placements kept by building=beam")
            .only_with(&[Is("building", "beam")]),
        SettingKey::new(
            "ignore",
            NOTHING,
            AcceptedValues::Words(NOTHING, &words(&IGNORED)),
            "what the evaluation ignores, joined by `+`: scrolls, roads (scored and open ones), income (from whisky), druids \
                      (the second buy turn), bag (draws from it in that turn), tablets, tunnels (and VP barrels), borderlands, potential (everything not yet built)",
        ),
        TEMPERATURE,
    ],
};

/// The meaning of a word, with the other settings.
type Meaning<T> = fn(&Settings) -> T;

const JUDGEMENTS: [(&str, Meaning<Arc<Judgements>>); 3] = [
    ("by-hand", |_| Judgements::by_hand()),
    ("base-game", |_| Judgements::of_base_game()),
    ("calibrated", |_| Judgements::calibrated()),
];

const PRICING: [(&str, Meaning<Pricing>); 10] = [
    ("table", |_| Pricing::Table),
    ("fixed", |settings| Pricing::Formula(Formula::Fixed { price: settings.get("price") })),
    ("share", |settings| Pricing::Formula(Formula::Share { percent: settings.get("share") })),
    ("value", |_| Pricing::Formula(Formula::Value)),
    ("safe", |_| Pricing::Formula(Formula::Safe)),
    ("foc", |_| Pricing::Formula(Formula::FirstOrderCondition)),
    ("reservation", |_| Pricing::Formula(Formula::Reservation)),
    ("keep", |_| Pricing::Formula(Formula::Keep)),
    ("sampled", |settings| Pricing::Sampled { samples: settings.get("samples") }),
    ("random", |_| Pricing::Random),
];

const BUYING: [(&str, Meaning<Buying>); 5] = [
    ("surplus", |_| Buying::Surplus),
    ("foresight", |settings| Buying::Foresight { gold_of_two: settings.get("gold-of-two") }),
    ("cheapest", |_| Buying::Cheapest),
    ("best-tile", |_| Buying::BestTile),
    ("never", |_| Buying::Never),
];

const BUILDING: [(&str, Meaning<Building>); 2] =
    [("tile-by-tile", |_| Building::TileByTile), ("beam", |settings| Building::Beam { width: settings.get("beam") })];

/// The restriction of a judgement that a word stands for.
type Restriction = fn(&mut Judgements);

const IGNORED: [(&str, Restriction); 9] = [
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
