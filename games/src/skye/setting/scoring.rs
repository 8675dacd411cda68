//! The `[scoring]` section: the scoring tiles in play.

use engine::skye::{ScoringSet, ScoringTile, Slot};
use interface::skye::scoring_set::{self, not_in_play};
use serde_json::{Value, json};

use crate::skye::designs::{Family, RANDOM, RANDOM_MEANING, ScoringDesign, SetList, SlotOrders};
use lab::base::error::Result;
use lab::config::json_schema::{keys, list, meaning, section, word};
use lab::forms::numbers;
use lab::forms::section::{Field, Section};

/// The family of the sets.
const DESIGN: &str = "design";

/// The sets of a design, listed by name.
const SETS: &str = "sets";

/// The orders in which the tiles of a set are placed on the slots.
const SLOTS: &str = "slots";

/// The participating tiles.
const INCLUDE: &str = "include";

/// The excluded tiles.
const EXCLUDE: &str = "exclude";

/// Reads the section.
pub fn scoring(field: Field<'_>, in_play: &[ScoringTile]) -> Result<ScoringDesign> {
    let section = field.section("scoring.")?;
    let names: Vec<&str> = [RANDOM].into_iter().chain(Family::ALL.map(Family::name)).collect();
    let which = section.get(DESIGN).map_or(Ok(0), |field| field.word(&names))?;
    match which.checked_sub(1).map(|family| Family::ALL[family]) {
        None => random(section, in_play),
        Some(Family::Fixed) => fixed(section, in_play),
        Some(Family::Full) => full(section, in_play),
        Some(family) => balanced(section, family, in_play),
    }
}

fn random(section: Section<'_>, in_play: &[ScoringTile]) -> Result<ScoringDesign> {
    belongs_to(section, SETS, &[Family::Fixed])?;
    belongs_to(section, SLOTS, &Family::ALL)?;
    let section = section.accept(&[DESIGN, INCLUDE, EXCLUDE])?;
    Ok(ScoringDesign::Random(pool(section, in_play)?))
}

fn full(section: Section<'_>, in_play: &[ScoringTile]) -> Result<ScoringDesign> {
    belongs_to(section, SETS, &[Family::Fixed])?;
    let section = section.accept(&[DESIGN, INCLUDE, EXCLUDE, SLOTS])?;
    let mut pool = pool(section, in_play)?;
    pool.sort_unstable();
    Ok(ScoringDesign::full(&pool, slots(section, SlotOrders::Cyclic)?))
}

/// Reads a balanced design, which exists only for some numbers of tiles.
///
/// For other numbers, pairs would not occur equally often.
fn balanced(section: Section<'_>, family: Family, in_play: &[ScoringTile]) -> Result<ScoringDesign> {
    belongs_to(section, SETS, &[Family::Fixed])?;
    let section = section.accept(&[DESIGN, INCLUDE, EXCLUDE, SLOTS])?;
    let mut pool = pool(section, in_play)?;
    pool.sort_unstable();
    let slots = slots(section, SlotOrders::Cyclic)?;
    ScoringDesign::of(family, &pool, slots).ok_or_else(|| section.fault(no_design(family, pool.len())))
}

/// Explains which pool sizes a design accepts, and which designs accept this pool.
fn no_design(family: Family, count: usize) -> String {
    let fitting: String = Family::ALL
        .into_iter()
        .filter(|other| other.sizes().is_some_and(|sizes| sizes.contains(&count)))
        .map(|other| format!("`{}`, ", other.name()))
        .collect();
    format!(
        "`scoring`: found {count} scoring tiles for the design `{}`; accepted: {}; with {count} tiles use {fitting}`full` (all sets) or \
         `random`",
        family.name(),
        sizes_in_words(family),
    )
}

fn sizes_in_words(family: Family) -> String {
    match family.sizes() {
        Some([others @ .., last]) if !others.is_empty() => format!("{} or {last}", numbers::list(others)),
        sizes => sizes.and_then(<[usize]>::first).map_or_else(|| "any number".to_owned(), usize::to_string),
    }
}

fn fixed(section: Section<'_>, in_play: &[ScoringTile]) -> Result<ScoringDesign> {
    for key in [INCLUDE, EXCLUDE] {
        if let Some(field) = section.get(key) {
            return Err(field.complaint("it needs `design = \"random\"` or `\"full\"`"));
        }
    }
    let section = section.accept(&[DESIGN, SETS, SLOTS])?;
    let accepted = "a list of sets, each four scoring tiles for the slots A to D";
    let field = section.need(SETS, accepted)?;
    let sets: Vec<ScoringSet> =
        field.list()?.into_iter().map(|set| four_scoring_tiles(set, in_play)).collect::<Result<_>>()?;
    if sets.is_empty() {
        return Err(field.fault("no set", accepted));
    }
    let orders = slots(section, SlotOrders::AsNamed)?;
    Ok(ScoringDesign::Listed(SetList { family: Family::Fixed, sets, orders }))
}

/// Rejects a key that only other designs accept.
fn belongs_to(section: Section<'_>, key: &'static str, families: &[Family]) -> Result<()> {
    let names: Vec<String> = families.iter().map(|family| format!("\"{}\"", family.name())).collect();
    match section.get(key) {
        Some(field) => Err(field.complaint(format!("it needs `design = {}`", names.join("` or `")))),
        None => Ok(()),
    }
}

/// The participating tiles.
fn pool(section: Section<'_>, in_play: &[ScoringTile]) -> Result<Vec<ScoringTile>> {
    let include = section.get(INCLUDE).map_or(Ok(in_play.to_vec()), |field| scoring_tiles(field, in_play))?;
    let exclude = section.get(EXCLUDE).map_or(Ok(Vec::new()), |field| scoring_tiles(field, in_play))?;
    let pool: Vec<ScoringTile> = include.into_iter().filter(|tile| !exclude.contains(tile)).collect();
    if pool.len() < Slot::ALL.len() {
        return Err(
            section.fault(format!("`scoring`: found {} scoring tiles to draw from; accepted: 4 or more", pool.len()))
        );
    }
    Ok(pool)
}

fn slots(section: Section<'_>, default: SlotOrders) -> Result<SlotOrders> {
    section.get(SLOTS).map_or(Ok(default), |field| field.one_of(SlotOrders::ALL, SlotOrders::name))
}

fn four_scoring_tiles(field: Field<'_>, in_play: &[ScoringTile]) -> Result<ScoringSet> {
    scoring_set::of(scoring_tiles(field, in_play)?).map_err(|error| field.complaint(error))
}

/// Reads a list of different scoring tiles that are in play.
fn scoring_tiles(field: Field<'_>, in_play: &[ScoringTile]) -> Result<Vec<ScoringTile>> {
    let own: Vec<ScoringTile> = in_play.iter().copied().filter(|tile| matches!(tile, ScoringTile::Own(_))).collect();
    let mut tiles = Vec::new();
    for item in field.list()? {
        scoring_set::add(&mut tiles, item.text()?, &own).map_err(|error| item.complaint(error))?;
        let last = tiles.last().copied();
        if let Some(tile) = last.filter(|tile| !in_play.contains(tile)) {
            return Err(item.complaint(not_in_play(tile)));
        }
    }
    Ok(tiles)
}

/// Returns the JSON Schema of the section.
pub fn schema() -> Value {
    let designs = [RANDOM].into_iter().chain(Family::ALL.map(Family::name));
    let meanings = Family::ALL.iter().map(|family| format!("; {}: {}", family.name(), family.meaning()));
    let meanings = format!("{RANDOM}: {RANDOM_MEANING}{}", meanings.collect::<String>());
    let tiles = list(word(ScoringTile::ALL.map(ScoringTile::name)));
    let count = Slot::ALL.len();
    let set = json!({"type": "array", "minItems": count, "maxItems": count, "items": tiles["items"]});
    let keys = keys([
        (DESIGN, meaning(meanings, word(designs))),
        (SETS, meaning("for `fixed`: the scoring tiles on A to D of each set", list(set))),
        (SLOTS, meaning("orders in which a set is laid on A to D", word(SlotOrders::ALL.map(SlotOrders::name)))),
        (INCLUDE, meaning("scoring tiles to choose from", tiles.clone())),
        (EXCLUDE, meaning("scoring tiles to leave out", tiles)),
    ]);
    section(keys, &[])
}

/// Returns the section with a design written out in full.
pub fn effective(design: &ScoringDesign, in_play: &[ScoringTile]) -> Value {
    match design {
        ScoringDesign::Random(pool) => json!({DESIGN: RANDOM, INCLUDE: names(pool)}),
        ScoringDesign::Listed(SetList { family, sets, orders }) => {
            let (name, tiles, slots) = (family.name(), design.tiles(), orders.name());
            match family {
                Family::Fixed => {
                    let sets: Vec<_> = sets.iter().map(|set| set.map(ScoringTile::name)).collect();
                    json!({DESIGN: name, SETS: sets, SLOTS: slots})
                }
                // Without a list, these two include all tiles in play.
                Family::Affine | Family::Quadruples if tiles == in_play => {
                    json!({DESIGN: name, SLOTS: slots})
                }
                _ => json!({DESIGN: name, INCLUDE: names(&tiles), SLOTS: slots}),
            }
        }
    }
}

fn names(tiles: &[ScoringTile]) -> Vec<&'static str> {
    tiles.iter().map(|tile| tile.name()).collect()
}
